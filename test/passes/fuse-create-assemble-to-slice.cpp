// What fuse-create-assemble-to-slice rewrites: PyPTO's own cases (T1-T15) and what goes beyond them.
// What it must keep is in the files fuse-create-assemble-to-slice-*.cpp.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "Inputs/kernels.h"

// T1. The message, once in full.
// CHECK-LABEL: Rows rows_in_a_for_loop(
// CHECK-NEXT:    for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:      Row row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    }
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows rows_in_a_for_loop(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:15: remark: 'row' became a view of 'out': create + assemble are one slice; 4 staging buffers, 128 bytes not copied [-Rpass=fuse-create-assemble-to-slice]
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// T4. Other state of the loop stays as it is.
// CHECK-LABEL: Rows other_loop_state(
// CHECK-NEXT:    for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:      state = paint(1.f, state);
// CHECK-NEXT:      Row row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows other_loop_state(In<Rows> x, Out<Row> state, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    state = paint(1.f, state);
    Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

/// chunk := part of x
PTO_INCORE Tensor<float, 2, 4> fill_chunk(In<Tensor<float, 4, 8>> x, Index b, Index col, Out<Tensor<float, 2, 4>> chunk) {
  return tile::store(tile::load<2, 4>(x, {b, col}), {0, 0}, chunk);
}

// T5, H15. The staging buffer has a lower rank than the target: the view drops the leading dimension, so
// that the kernel sees the type it did.
// CHECK-LABEL: rank_padded(
// CHECK:             Index col = c * 4;
// CHECK-NEXT:        auto chunk = tensor::slice<2, 4>(out, {b, 0, col});
// CHECK-NEXT:        chunk = fill_chunk(x, b, col, chunk);
// CHECK-NEXT:      }
PTO_ORCHESTRATION Tensor<float, 2, 4, 8> rank_padded(In<Rows> x, Out<Tensor<float, 2, 4, 8>> out) {
  for (Index b = 0; b < 2; ++b)
    for (Index c = 0; c < 2; ++c) {
      Index col = c * 4;
      auto chunk = tensor::create<float, 2, 4>(); // FUSED: :[[@LINE]]:{{.*}}'chunk' became a view of 'out'{{.*}}; 4 staging buffers, 128 bytes
      chunk = fill_chunk(x, b, col, chunk);
      out = tensor::assemble(out, chunk, {b, 0, col});
    }
  return out;
}

/// row := x[r], by way of scratch
PTO_INCORE Row fill_by_scratch(In<Rows> x, Index r, InOut<Tensor<float, 2, 8>> scratch, Out<Row> row) {
  tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, scratch);
  return tile::store(tile::load<1, 8>(scratch, {0, 0}), {0, 0}, row);
}

// T7. A scratch buffer beside the output stays.
// CHECK-LABEL: scratch_beside_output(
// CHECK:           auto scratch = tensor::create<float, 2, 8>();
// CHECK-NEXT:      Row row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = fill_by_scratch(x, r, scratch, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows scratch_beside_output(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    auto scratch = tensor::create<float, 2, 8>();
    Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill_by_scratch(x, r, scratch, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

/// row := x[r]; scratch has the type of row
PTO_INCORE Row fill_by_row_scratch(In<Rows> x, Index r, InOut<Row> scratch, Out<Row> row) {
  scratch = fill(x, r, scratch);
  return tile::store(tile::load<1, 8>(scratch, {0, 0}), {0, 0}, row);
}

// T8, but the kernel's body tells which of two arguments of one type it returns.
// CHECK-LABEL: scratch_of_the_same_type(
// CHECK-NEXT:    auto scratch = tensor::create<float, 1, 8>();
// CHECK-NEXT:    Row row = tensor::slice<1, 8>(out, {2, 0});
// CHECK-NEXT:    paint(0.f, scratch);
// CHECK-NEXT:    row = fill_by_row_scratch(x, 1, scratch, row);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows scratch_of_the_same_type(In<Rows> x, Out<Rows> out) {
  auto scratch = tensor::create<float, 1, 8>();
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  paint(0.f, scratch);
  row = fill_by_row_scratch(x, 1, scratch, row);
  out = tensor::assemble(out, row, {2, 0});
  return out;
}

// T13.
// CHECK-LABEL: rows_in_a_while_loop(
// CHECK-NEXT:    Index i = 0;
// CHECK-NEXT:    while (i < 4) {
// CHECK-NEXT:      Row row = tensor::slice<1, 8>(out, {i, 0});
// CHECK-NEXT:      row = fill(x, i, row);
// CHECK-NEXT:      i = i + 1;
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows rows_in_a_while_loop(In<Rows> x, Out<Rows> out) {
  Index i = 0;
  while (i < 4) {
    Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, i, row);
    out = tensor::assemble(out, row, {i, 0});
    i = i + 1;
  }
  return out;
}

/// {statistics, row}
PTO_INCORE Tuple<Tensor<float, 1>, Row> fill_with_statistics(In<Rows> x, Index r, Out<Tensor<float, 1>> statistics,
                                                             Out<Row> row) {
  tensor::write(statistics, {0}, 1.f);
  row = fill(x, r, row);
  return {statistics, row};
}

// T14. Results of a tuple are told apart.
// CHECK-LABEL: tuple_result(
// CHECK:           auto statistics = tensor::create<float, 1>();
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      auto [s, filled] = fill_with_statistics(x, r, statistics, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows tuple_result(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    auto statistics = tensor::create<float, 1>();
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    auto [s, filled] = fill_with_statistics(x, r, statistics, row);
    out = tensor::assemble(out, filled, {r, 0});
  }
  return out;
}

/// {b, a}: not in the order of the parameters
PTO_INCORE Tuple<Row, Row> fill_crossed(In<Rows> x, Out<Row> a, Out<Row> b) {
  a = fill(x, 0, a);
  b = fill(x, 1, b);
  return {b, a};
}

// H18. The first result is the second argument; positions mean nothing.
// CHECK-LABEL: crossed_tuple(
// CHECK-NEXT:    auto a = tensor::create<float, 1, 8>();
// CHECK-NEXT:    auto b = tensor::slice<1, 8>(out, {3, 0});
// CHECK-NEXT:    auto [p, q] = fill_crossed(x, a, b);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows crossed_tuple(In<Rows> x, Out<Rows> out) {
  auto a = tensor::create<float, 1, 8>();
  auto b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  auto [p, q] = fill_crossed(x, a, b);
  out = tensor::assemble(out, p, {3, 0});
  return out;
}

// T15.
// CHECK-LABEL: submitted_tasks(
// CHECK-NEXT:    task::manual_scope scope;
// CHECK-NEXT:    for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      auto [filled, id] = task::submit(fill, x, r, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows submitted_tasks(In<Rows> x, Out<Rows> out) {
  task::manual_scope scope;
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    auto [filled, id] = task::submit(fill, x, r, row);
    out = tensor::assemble(out, filled, {r, 0});
  }
  return out;
}

//===-- loops and branches ------------------------------------------------------===//

// CHECK-LABEL: parallel_rows(
// CHECK-NEXT:    scf::parallel(4, [&](Index r) {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    });
PTO_ORCHESTRATION Rows parallel_rows(In<Rows> x, Out<Rows> out) {
  scf::parallel(4, [&](Index r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'{{.*}}; 4 staging buffers
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  });
  return out;
}

// Blocks of two rows, each filled in a loop of its own: proven for all iterations.
// CHECK-LABEL: parallel_blocks(
// CHECK-NEXT:    scf::parallel(0, 4, 2, [&](Index b) {
// CHECK-NEXT:      auto block = tensor::slice<2, 8>(out, {b, 0});
// CHECK-NEXT:      for (Index i = 0; i < 2; ++i)
// CHECK-NEXT:        tile::store(tile::load<1, 8>(x, {b + i, 0}), {i, 0}, block);
// CHECK-NEXT:    });
PTO_ORCHESTRATION Rows parallel_blocks(In<Rows> x, Out<Rows> out) {
  scf::parallel(0, 4, 2, [&](Index b) {
    auto block = tensor::create<float, 2, 8>(); // FUSED: :[[@LINE]]:{{.*}}'block' became a view of 'out'
    for (Index i = 0; i < 2; ++i)
      tile::store(tile::load<1, 8>(x, {b + i, 0}), {i, 0}, block);
    out = tensor::assemble(out, block, {b, 0});
  });
  return out;
}

// CHECK-LABEL: rows_in_a_do_loop(
// CHECK:         do {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {i, 0});
// CHECK-NEXT:      row = fill(x, i, row);
// CHECK-NEXT:    } while (++i < 4);
PTO_ORCHESTRATION Rows rows_in_a_do_loop(In<Rows> x, Out<Rows> out) {
  Index i = 0;
  do {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, i, row);
    out = tensor::assemble(out, row, {i, 0});
  } while (++i < 4);
  return out;
}

// Everything under one condition is no condition.
// CHECK-LABEL: all_in_one_branch(
// CHECK:         } else {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT:      row = fill(x, 1, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows all_in_one_branch(In<Rows> x, Out<Rows> out, bool c) {
  if (c) {
    out = clear(out);
  } else {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, 1, row);
    out = tensor::assemble(out, row, {1, 0});
  }
  return out;
}

// CHECK-LABEL: all_in_one_case(
// CHECK:         case 1: {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT:      row = fill(x, 1, row);
// CHECK-NEXT:      break;
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows all_in_one_case(In<Rows> x, Out<Rows> out, Index k) {
  switch (k) {
  case 1: {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, 1, row);
    out = tensor::assemble(out, row, {1, 0});
    break;
  }
  default:
    out = clear(out);
  }
  return out;
}

// A continue before the buffer is filled skips both.
// CHECK-LABEL: exit_before_the_fill(
// CHECK:           if (r == skip)
// CHECK-NEXT:        continue;
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows exit_before_the_fill(In<Rows> x, Out<Rows> out, Index skip) {
  for (Index r = 0; r < 4; ++r) {
    if (r == skip)
      continue;
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// Written under either condition is written. H1 is about the assemble.
// CHECK-LABEL: filled_in_both_branches(
// CHECK-NEXT:    auto row = tensor::slice<1, 8>(out, {2, 0});
// CHECK-NEXT:    if (c)
// CHECK-NEXT:      row = fill(x, 0, row);
// CHECK-NEXT:    else
// CHECK-NEXT:      row = paint(0.f, row);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows filled_in_both_branches(In<Rows> x, Out<Rows> out, bool c) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  if (c)
    row = fill(x, 0, row);
  else
    row = paint(0.f, row);
  out = tensor::assemble(out, row, {2, 0});
  return out;
}

//===-- the nested form ---------------------------------------------------------===//

// CHECK-LABEL: nested(
// CHECK-NEXT:    for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:      fill(x, r, tensor::slice<1, 8>(out, {r, 0}));
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows nested(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    out = tensor::assemble(out, fill(x, r, tensor::create<float, 1, 8>()), {r, 0}); // FUSED: :[[@LINE]]:{{.*}}{{[Tt]}}he staging buffer became a view of 'out'
  }
  return out;
}

// CHECK-LABEL: nested_twice(
// CHECK-NEXT:    twice(fill(x, 3, tensor::slice<1, 8>(out, {1, 0})));
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows nested_twice(In<Rows> x, Out<Rows> out) {
  out = tensor::assemble(out, twice(fill(x, 3, tensor::create<float, 1, 8>())), {1, 0}); // FUSED: :[[@LINE]]:{{.*}} became a view of 'out'
  return out;
}

// CHECK-LABEL: nested_in_return(
// CHECK-NEXT:    fill(x, 0, tensor::slice<1, 8>(out, {2, 0}));
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows nested_in_return(In<Rows> x, Out<Rows> out) {
  return tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {2, 0}); // FUSED: :[[@LINE]]:{{.*}} became a view of 'out'
}

//===-- chains of handles -------------------------------------------------------===//

// CHECK-LABEL: chain_of_names(
// CHECK-NEXT:    auto top = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    top = fill(x, 0, top);
// CHECK-NEXT:    auto bottom = tensor::slice<1, 8>(out, {3, 0});
// CHECK-NEXT:    bottom = fill(x, 3, bottom);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows chain_of_names(In<Rows> x, Out<Rows> out) {
  auto top = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'top' became a view of 'out'
  top = fill(x, 0, top);
  auto out2 = tensor::assemble(out, top, {0, 0});
  auto bottom = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'bottom' became a view of '{{out|out2}}'
  bottom = fill(x, 3, bottom);
  auto out3 = tensor::assemble(out2, bottom, {3, 0});
  return out3;
}

// CHECK-LABEL: chain_of_calls(
// CHECK-NEXT:    auto a = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    auto b = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT:    a = fill(x, 0, a);
// CHECK-NEXT:    b = fill(x, 1, b);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows chain_of_calls(In<Rows> x, Out<Rows> out) {
  auto a = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'a' became a view of 'out'
  auto b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  a = fill(x, 0, a);
  b = fill(x, 1, b);
  out = tensor::assemble(tensor::assemble(out, a, {0, 0}), b, {1, 0});
  return out;
}

// CHECK-LABEL: returned_assemble(
// CHECK:         row = fill(x, 1, row);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows returned_assemble(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 1, row);
  return tensor::assemble(out, row, {0, 0});
}

// The target is made here, and has no name of its own before the assemble.
// CHECK-LABEL: local_target(
// CHECK-NEXT:    auto all = tensor::create<float, 4, 8>();
// CHECK-NEXT:    for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(all, {r, 0});
// CHECK-NEXT:      row = fill(x, 3 - r, row);
// CHECK-NEXT:    }
// CHECK-NEXT:    return all;
PTO_ORCHESTRATION Rows local_target(In<Rows> x) {
  auto all = tensor::create<float, 4, 8>();
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'all'
    row = fill(x, 3 - r, row);
    all = tensor::assemble(all, row, {r, 0});
  }
  return all;
}

//===-- where the view can be made ----------------------------------------------===//

// H8. The offset is known before the first use: the create sinks below it.
// CHECK-LABEL: sinks_below_the_offset(
// CHECK:         Index at = tensor::dim(x, 0) - 2;
// CHECK-NEXT:    auto row = tensor::slice<1, 8>(out, {at, 0});
// CHECK-NEXT:    row = fill(x, 0, row);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows sinks_below_the_offset(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  Index at = tensor::dim(x, 0) - 2;
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {at, 0});
  return out;
}

// H8. The same for the target.
// CHECK-LABEL: sinks_below_the_target(
// CHECK:         auto all = tensor::create<float, 4, 8>();
// CHECK-NEXT:    all = clear(all);
// CHECK-NEXT:    auto row = tensor::slice<1, 8>(all, {1, 0});
// CHECK-NEXT:    row = fill(x, 0, row);
// CHECK-NEXT:    return all;
PTO_ORCHESTRATION Rows sinks_below_the_target(In<Rows> x) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'all'
  auto all = tensor::create<float, 4, 8>();
  all = clear(all);
  row = fill(x, 0, row);
  all = tensor::assemble(all, row, {1, 0});
  return all;
}

// H8. And for an offset that is counted up in between.
// CHECK-LABEL: sinks_below_the_increment(
// CHECK:           ++at;
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(out, {at - 1, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows sinks_below_the_increment(In<Rows> x, Out<Rows> out) {
  Index at = 0;
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    ++at;
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {at - 1, 0});
  }
  return out;
}

// The target's name is bound anew, out of sight, before the first use.
// CHECK-LABEL: sinks_below_the_rebinding(
// CHECK:         flip();
// CHECK-NEXT:    Row row = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    row = paint(5.f, row);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows sinks_below_the_rebinding(Out<Rows> out, Out<Rows> other) {
  auto flip = [&] { out = other; };
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  flip();
  row = paint(5.f, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// A guard stands between create and first use: without it the window would be outside, or the target no tensor.
// CHECK-LABEL: sinks_below_the_guard(
// CHECK-NEXT:    for (Index r = 0; r < 6; ++r) {
// CHECK-NEXT:      if (r >= 4)
// CHECK-NEXT:        break;
// CHECK-NEXT:      Row row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows sinks_below_the_guard(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 6; ++r) {
    Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    if (r >= 4)
      break;
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: sinks_below_the_check(
// CHECK:         if (t.is_null())
// CHECK-NEXT:      return out;
// CHECK-NEXT:    Row row = tensor::slice<1, 8>(t, {0, 0});
PTO_ORCHESTRATION Rows sinks_below_the_check(In<Rows> x, Out<Rows> out, bool c) {
  Rows t;
  if (c)
    t = out;
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 't'
  if (t.is_null())
    return out;
  row = fill(x, 0, row);
  t = tensor::assemble(t, row, {0, 0});
  return t;
}

//===-- several windows of one target -------------------------------------------===//

// H11. Filled and assembled in another order: the windows are apart, in numbers ...
// CHECK-LABEL: constant_windows(
// CHECK-NEXT:    auto a = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    auto b = tensor::slice<1, 8>(out, {2, 0});
// CHECK-NEXT:    a = fill(x, 0, a);
// CHECK-NEXT:    b = fill(x, 1, b);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows constant_windows(In<Rows> x, Out<Rows> out) {
  auto a = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'a' became a view of 'out'
  auto b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  a = fill(x, 0, a);
  b = fill(x, 1, b);
  out = tensor::assemble(out, b, {2, 0});
  out = tensor::assemble(out, a, {0, 0});
  return out;
}

// ... or in the loop variable ...
// CHECK-LABEL: affine_windows(
// CHECK:           auto even = tensor::slice<1, 8>(out, {2 * i, 0});
// CHECK-NEXT:      auto odd = tensor::slice<1, 8>(out, {2 * i + 1, 0});
// CHECK-NEXT:      even = fill(x, i, even);
// CHECK-NEXT:      odd = fill(x, i + 2, odd);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows affine_windows(In<Rows> x, Out<Rows> out) {
  for (Index i = 0; i < 2; ++i) {
    auto even = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'even' became a view of 'out'
    auto odd = tensor::create<float, 1, 8>();  // FUSED: :[[@LINE]]:{{.*}}'odd' became a view of 'out'
    even = fill(x, i, even);
    odd = fill(x, i + 2, odd);
    out = tensor::assemble(out, odd, {2 * i + 1, 0});
    out = tensor::assemble(out, even, {2 * i, 0});
  }
  return out;
}

// ... or by a symbol plus a number, in the other dimension.
// CHECK-LABEL: symbolic_windows(
// CHECK:         auto left = tensor::slice<2, 4>(out, {at, 0});
// CHECK-NEXT:    auto right = tensor::slice<2, 4>(out, {at, 4});
PTO_ORCHESTRATION Rows symbolic_windows(In<Rows> x, Out<Rows> out, Index k) {
  Index at = k / 2;
  auto left = tensor::create<float, 2, 4>();  // FUSED: :[[@LINE]]:{{.*}}'left' became a view of 'out'
  auto right = tensor::create<float, 2, 4>(); // FUSED: :[[@LINE]]:{{.*}}'right' became a view of 'out'
  left = fill_chunk(x, 0, 0, left);
  right = fill_chunk(x, 1, 4, right);
  out = tensor::assemble(out, right, {at, 4});
  out = tensor::assemble(out, left, {at, 0});
  return out;
}

// M33. The kernel reads the target, but other rows of it.
// CHECK-LABEL: reads_another_row(
// CHECK:           auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = fill(out, r - 1, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows reads_another_row(InOut<Rows> out) {
  for (Index r = 1; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(out, r - 1, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// Row 3 - k is never row k.
// CHECK-LABEL: reads_the_mirrored_row(
// CHECK-NEXT:    auto row = tensor::slice<1, 8>(out, {k, 0});
// CHECK-NEXT:    row = fill(out, 3 - k, row);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows reads_the_mirrored_row(InOut<Rows> out, Index k) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(out, 3 - k, row);
  out = tensor::assemble(out, row, {k, 0});
  return out;
}

// M24. A staging buffer of a staging buffer.
// CHECK-LABEL: staging_of_staging(
// CHECK-NEXT:    auto half = tensor::slice<2, 8>(out, {2, 0});
// CHECK-NEXT:    for (Index r = 0; r < 2; ++r) {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(half, {r, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    }
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows staging_of_staging(In<Rows> x, Out<Rows> out) {
  auto half = tensor::create<float, 2, 8>(); // FUSED: :[[@LINE]]:{{.*}}'half' became a view of 'out'
  for (Index r = 0; r < 2; ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'half'
    row = fill(x, r, row);
    half = tensor::assemble(half, row, {r, 0});
  }
  out = tensor::assemble(out, half, {2, 0});
  return out;
}

// M25. The inner buffer is filled before the outer one: only the outer one goes.
// CHECK-LABEL: inner_filled_first(
// CHECK-NEXT:    auto inner = tensor::create<float, 1, 8>();
// CHECK-NEXT:    inner = fill(x, 0, inner);
// CHECK-NEXT:    auto outer = tensor::slice<4, 8>(out, {0, 0});
// CHECK-NEXT:    outer = clear(outer);
// CHECK-NEXT:    outer = tensor::assemble(outer, inner, {1, 0});
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows inner_filled_first(In<Rows> x, Out<Rows> out) {
  auto inner = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-not-available|target-written-between}}]
  inner = fill(x, 0, inner);
  auto outer = tensor::create<float, 4, 8>(); // FUSED: :[[@LINE]]:{{.*}}'outer' became a view of 'out'
  outer = clear(outer);
  outer = tensor::assemble(outer, inner, {1, 0});
  out = tensor::assemble(out, outer, {0, 0});
  return out;
}

// H11. One window, filled in one order and assembled in the other: the buffer that is overwritten last may go.
// CHECK-LABEL: one_of_two_overlapping(
// CHECK-NEXT:    auto a = tensor::create<float, 1, 8>();
// CHECK-NEXT:    auto b = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    a = fill(x, 0, a);
// CHECK-NEXT:    b = fill(x, 1, b);
// CHECK-NEXT:    out = tensor::assemble(out, a, {0, 0});
PTO_ORCHESTRATION Rows one_of_two_overlapping(In<Rows> x, Out<Rows> out) {
  auto a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},windows-overlap]
  auto b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  a = fill(x, 0, a);
  b = fill(x, 1, b);
  out = tensor::assemble(out, b, {0, 0});
  out = tensor::assemble(out, a, {0, 0});
  return out;
}

// In the order of the fills both may: the second covers the first in either version.
// CHECK-LABEL: overlapping_in_order(
// CHECK-NEXT:    auto a = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    a = fill(x, 0, a);
// CHECK-NEXT:    auto b = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    b = fill(x, 1, b);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows overlapping_in_order(In<Rows> x, Out<Rows> out) {
  auto a = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'a' became a view of 'out'
  a = fill(x, 0, a);
  out = tensor::assemble(out, a, {0, 0});
  auto b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  b = fill(x, 1, b);
  out = tensor::assemble(out, b, {0, 0});
  return out;
}

//===-- other uses of the buffer ------------------------------------------------===//

// H26. A second reader before the assemble does no harm.
// CHECK-LABEL: second_consumer(
// CHECK:         auto row = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    row = fill(x, 0, row);
// CHECK-NEXT:    float f = first(row);
// CHECK-NEXT:    tensor::write(out, {3, 0}, f);
PTO_ORCHESTRATION Rows second_consumer(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  float f = first(row);
  out = tensor::assemble(out, row, {0, 0});
  tensor::write(out, {3, 0}, f);
  return out;
}

// Accumulating is fine once the buffer has been written as a whole.
// CHECK-LABEL: accumulates_later(
// CHECK:           auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      row = paint(0.f, row);
// CHECK-NEXT:      for (Index k = 0; k < 4; ++k)
// CHECK-NEXT:        row = accumulate(x, k, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Rows accumulates_later(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = paint(0.f, row);
    for (Index k = 0; k < 4; ++k)
      row = accumulate(x, k, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// Two halves are a whole.
// CHECK-LABEL: filled_in_parts(
// CHECK-NEXT:    auto row = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:    tile::store(tile::load<1, 4>(x, {0, 0}), {0, 0}, row);
// CHECK-NEXT:    tile::store(tile::load<1, 4>(x, {1, 0}), {0, 4}, row);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows filled_in_parts(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  tile::store(tile::load<1, 4>(x, {0, 0}), {0, 0}, row);
  tile::store(tile::load<1, 4>(x, {1, 0}), {0, 4}, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// Element by element, through a view of the buffer.
// CHECK-LABEL: filled_through_a_view(
// CHECK-NEXT:    auto block = tensor::slice<2, 8>(out, {1, 0});
// CHECK-NEXT:    for (Index r = 0; r < 2; ++r) {
// CHECK-NEXT:      auto row = tensor::slice<1, 8>(block, {r, 0});
// CHECK-NEXT:      row = fill(x, r, row);
// CHECK-NEXT:    }
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows filled_through_a_view(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 8>(); // FUSED: :[[@LINE]]:{{.*}}'block' became a view of 'out'
  for (Index r = 0; r < 2; ++r) {
    auto row = tensor::slice<1, 8>(block, {r, 0});
    row = fill(x, r, row);
  }
  out = tensor::assemble(out, block, {1, 0});
  return out;
}

// A vector is a row of a matrix.
// CHECK-LABEL: a_vector(
// CHECK-NEXT:    auto v = tensor::slice<8>(out, {2, 0});
PTO_ORCHESTRATION Rows a_vector(In<Rows> x, Out<Rows> out) {
  auto v = tensor::create<float, 8>(); // FUSED: :[[@LINE]]:{{.*}}'v' became a view of 'out'
  for (Index c = 0; c < 8; ++c)
    v(c) = tensor::read(x, {0, c});
  out = tensor::assemble(out, v, {2, 0});
  return out;
}

//===-- run-time extents --------------------------------------------------------===//

using Dynamic = Tensor<float, dyn, dyn>;

PTO_INCORE Dynamic fill_dynamic(In<Dynamic> x, Index r, Out<Dynamic> out) {
  for (Index i = 0; i < out.extent(0); ++i)
    for (Index j = 0; j < out.extent(1); ++j)
      tensor::write(out, {i, j}, tensor::read(x, {r + i, j}));
  return out;
}

// CHECK-LABEL: target_of_run_time_extents(
// CHECK:           auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:      tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, row);
// CHECK-NEXT:    }
PTO_ORCHESTRATION Dynamic target_of_run_time_extents(In<Dynamic> x, Out<Dynamic> out) {
  for (Index r = 0; r < tensor::dim(out, 0); ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: buffer_of_run_time_extents(
// CHECK-NEXT:    auto block = tensor::slice(out, {2, 0}, {n, 8});
// CHECK-NEXT:    block = fill_dynamic(x, 0, block);
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Dynamic buffer_of_run_time_extents(In<Dynamic> x, Out<Dynamic> out, Index n) {
  auto block = tensor::create<float>({n, 8}); // FUSED: :[[@LINE]]:{{.*}}'block' became a view of 'out'
  block = fill_dynamic(x, 0, block);
  out = tensor::assemble(out, block, {2, 0});
  return out;
}

PTO_INCORE Tensor<float, dyn, 8> fill_wide(In<Dynamic> x, Out<Tensor<float, dyn, 8>> out) {
  for (Index i = 0; i < tensor::dim(out, 0); ++i)
    tile::store(tile::load<1, 8>(x, {i, 0}), {i, 0}, out);
  return out;
}

// CHECK-LABEL: partly_run_time_extents(
// CHECK-NEXT:    auto block = tensor::slice<dyn, 8>(out, {1, 0}, {n, 8});
PTO_ORCHESTRATION Dynamic partly_run_time_extents(In<Dynamic> x, Out<Dynamic> out, Index n) {
  auto block = tensor::create<float, dyn, 8>({n, 8}); // FUSED: :[[@LINE]]:{{.*}}'block' became a view of 'out'
  block = fill_wide(x, block);
  out = tensor::assemble(out, block, {1, 0});
  return out;
}

PTO_TEST_MAIN(rows_in_a_for_loop, other_loop_state, rank_padded, scratch_beside_output, scratch_of_the_same_type,
              rows_in_a_while_loop, tuple_result, crossed_tuple, submitted_tasks, parallel_rows, parallel_blocks,
              rows_in_a_do_loop, all_in_one_branch, all_in_one_case, exit_before_the_fill, filled_in_both_branches, nested,
              nested_twice, nested_in_return, chain_of_names, chain_of_calls, returned_assemble, local_target,
              sinks_below_the_offset, sinks_below_the_target, sinks_below_the_increment, sinks_below_the_rebinding, sinks_below_the_guard, sinks_below_the_check, constant_windows, affine_windows,
              symbolic_windows, reads_another_row, reads_the_mirrored_row, staging_of_staging, inner_filled_first, one_of_two_overlapping,
              overlapping_in_order, second_consumer, accumulates_later, filled_in_parts, filled_through_a_view,
              a_vector, target_of_run_time_extents, buffer_of_run_time_extents, partly_run_time_extents)
