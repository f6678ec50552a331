// {allow-partial-fill}: cells that nobody wrote are indeterminate after the original's copy; with the option they may
// be what the target held before. %equal leaves out exactly the cells that depend on the poison.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice{allow-partial-fill} -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,ANY,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice{allow-partial-fill} --expect-change %s
#include "../Inputs/kernels.h"

using Dynamic = Tensor<float, dyn, dyn>;

// CHECK-LABEL: half_filled(
// CHECK-NEXT: Row row = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT: row = fill_left(x, 0, row);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows half_filled(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill_left(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: filled_under_a_condition(
// CHECK-NEXT: Row row = tensor::slice<1, 8>(out, {0, 0});
PTO_ORCHESTRATION Rows filled_under_a_condition(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  if (c)
    row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: filled_in_a_loop_that_may_be_empty(
// CHECK-NEXT: Row row = tensor::slice<1, 8>(out, {0, 0});
PTO_ORCHESTRATION Rows filled_in_a_loop_that_may_be_empty(In<Rows> x, Out<Rows> out, Index n) {
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  for (Index i = 0; i < n; ++i)
    row = fill(x, i, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: run_time_extents(
// CHECK-NEXT: auto block = tensor::slice(out, {1, 0}, {n + 1, 8});
PTO_ORCHESTRATION Dynamic run_time_extents(In<Dynamic> x, Out<Dynamic> out, Index n) {
  auto block = tensor::create<float>({n + 1, 8}); // FUSED: :[[@LINE]]:{{.*}}'block' became a view of 'out'
  tile::store(tile::load<1, 8>(x, {0, 0}), {n, 0}, block);
  out = tensor::assemble(out, block, {1, 0});
  return out;
}

// The option gives away nothing else: what was written in part must not be read, added to, or lost.
// CHECK-LABEL: accumulates(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows accumulates(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},accumulates]
  row = accumulate(x, 0, row);             // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: reads_the_rest(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION float reads_the_rest(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();    // KEPT: :[[@LINE]]:{{.*}},reads-uninitialised]
  row = fill_left(x, 0, row);
  float rest = tensor::read(row, {0, 7}) > 0; // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return rest * 0;
}

// CHECK-LABEL: created_with_zeros(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>({.init_value = 0.f});
PTO_ORCHESTRATION Rows created_with_zeros(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>({.init_value = 0.f}); // KEPT: :[[@LINE]]:{{.*}},create-initialised]
  row = fill_left(x, 0, row);                                 // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: never_filled(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows never_filled(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();  // KEPT: :[[@LINE]]:{{.*}},never-filled]
  out = tensor::assemble(out, row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

// A view is not made before the guard that keeps its window inside (%equal runs the checked build).
// CHECK-LABEL: behind_a_guard(
PTO_ORCHESTRATION Rows behind_a_guard(In<Rows> x, Out<Rows> out) {
  for (Index r = -1; r < 6; ++r) {
    Row row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
    if (r < 0 || r >= 4)
      continue;
    row = fill_left(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

Index tickets = 0;
inline Index next() { return ++tickets; }

// H28. An extent with an effect does not move.
// CHECK-LABEL: extent_with_an_effect(
// CHECK:      auto block = tensor::create<float>({next(), 8});
// CHECK-NEXT: Index at = next();
PTO_ORCHESTRATION Dynamic extent_with_an_effect(In<Dynamic> x, Out<Dynamic> out) {
  tickets = 0;
  auto block = tensor::create<float>({next(), 8}); // KEPT: :[[@LINE]]:{{.*}},{{shape-changed|evaluation-order}}]
  Index at = next();                               // NOTE: :{{.*}}: note:
  tile::store(tile::load<1, 8>(x, {0, 0}), {0, 0}, block);
  out = tensor::assemble(out, block, {at, 0});
  return out;
}

// H28. Nor past another variable of that name.
// CHECK-LABEL: extent_would_be_hidden(
// CHECK:      auto block = tensor::create<float>({n, 8});
PTO_ORCHESTRATION Dynamic extent_would_be_hidden(In<Dynamic> x, Out<Dynamic> out, Index k) {
  Index n = 2;
  {
    auto block = tensor::create<float>({n, 8}); // KEPT: :[[@LINE]]:{{.*}},shape-changed]
    Index n = 1;                                // NOTE: :{{.*}}: note:
    Index at = k * n;
    tile::store(tile::load<1, 8>(x, {0, 0}), {0, 0}, block);
    out = tensor::assemble(out, block, {at, 0});
  }
  return out;
}

// Where it stays it may be computed in any way: it is evaluated once.
// CHECK-LABEL: extent_with_an_effect_stays(
// CHECK:      auto block = tensor::slice(out, {0, 0}, {next(), 8});
PTO_ORCHESTRATION Dynamic extent_with_an_effect_stays(In<Dynamic> x, Out<Dynamic> out) {
  tickets = 1;
  auto block = tensor::create<float>({next(), 8}); // FUSED: :[[@LINE]]:{{.*}}'block' became a view of 'out'
  tile::store(tile::load<1, 8>(x, {0, 0}), {1, 0}, block);
  out = tensor::assemble(out, block, {0, 0});
  return tensor::write(out, {7, 7}, static_cast<float>(tickets));
}

PTO_TEST_MAIN(half_filled, filled_under_a_condition, filled_in_a_loop_that_may_be_empty, run_time_extents, accumulates,
              reads_the_rest, created_with_zeros, never_filled, extent_with_an_effect, extent_would_be_hidden,
              extent_with_an_effect_stays, behind_a_guard)
