// What fuse-create-assemble-to-slice rewrites: PyPTO's own cases (T1-T15), loops and branches, nested calls, chains.
// The folder of the same name has the rest, and what must be kept.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED --implicit-check-not=remark: --input-file=%t.err
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

PTO_TEST_MAIN(rows_in_a_for_loop, other_loop_state, rank_padded, scratch_beside_output, scratch_of_the_same_type,
              rows_in_a_while_loop, tuple_result, crossed_tuple, submitted_tasks, parallel_rows, parallel_blocks,
              rows_in_a_do_loop, all_in_one_branch, all_in_one_case, exit_before_the_fill, filled_in_both_branches,
              nested, nested_twice, nested_in_return, chain_of_names, chain_of_calls, returned_assemble, local_target)
