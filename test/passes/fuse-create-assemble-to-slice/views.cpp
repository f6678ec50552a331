// Where the view is made, several windows of one target, other uses of the buffer, run-time extents.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../Inputs/kernels.h"

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

PTO_TEST_MAIN(sinks_below_the_offset, sinks_below_the_target, sinks_below_the_increment, sinks_below_the_rebinding,
              sinks_below_the_guard, sinks_below_the_check, constant_windows, affine_windows, symbolic_windows,
              reads_another_row, reads_the_mirrored_row, staging_of_staging, inner_filled_first, one_of_two_overlapping,
              overlapping_in_order, second_consumer, accumulates_later, filled_in_parts, filled_through_a_view,
              a_vector, target_of_run_time_extents, buffer_of_run_time_extents, partly_run_time_extents)
