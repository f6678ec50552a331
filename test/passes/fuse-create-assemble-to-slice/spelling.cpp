// The pattern in the clothes of C++: declarations, handles, tuples, offsets and extents.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,ANY --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../Inputs/kernels.h"

#include <tuple>

//===-- declarations ------------------------------------------------------------===//

// CHECK-LABEL: split_declaration(
// CHECK-NEXT: Row row;
// CHECK-NEXT: row = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT: row = fill(x, 0, row);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows split_declaration(In<Rows> x, Out<Rows> out) {
  Row row;
  row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
  return out;
}

// CHECK-LABEL: declared_outside_of_the_loop(
// CHECK-NEXT: Row row;
// CHECK-NEXT: for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:   row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:   row = fill(x, r, row);
// CHECK-NEXT: }
PTO_ORCHESTRATION Rows declared_outside_of_the_loop(In<Rows> x, Out<Rows> out) {
  Row row;
  for (Index r = 0; r < 4; ++r) {
    row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: initialisers(
// CHECK-NEXT: Row a(tensor::slice<1, 8>(out, {0, 0}));
// CHECK-NEXT: Row b{tensor::slice<1, 8>(out, {1, 0})};
// CHECK-NEXT: const auto c = tensor::slice<1, 8>(out, {2, 0});
// CHECK-NEXT: const Row &d = tensor::slice<1, 8>(out, {3, 0});
// CHECK-NEXT: a = fill(x, 0, a);
// CHECK-NEXT: b = fill(x, 1, b);
// CHECK-NEXT: fill(x, 2, c);
// CHECK-NEXT: fill(x, 3, d);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows initialisers(In<Rows> x, Out<Rows> out) {
  Row a(tensor::create<float, 1, 8>());         // FUSED: :[[@LINE]]:{{.*}}'a' became a view of 'out'
  Row b{tensor::create<float, 1, 8>()};         // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  const auto c = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'c' became a view of 'out'
  const Row &d = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'d' became a view of 'out'
  a = fill(x, 0, a);
  b = fill(x, 1, b);
  fill(x, 2, c);
  fill(x, 3, d);
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {1, 0});
  out = tensor::assemble(out, c, {2, 0});
  out = tensor::assemble(out, d, {3, 0});
  return out;
}

// A wider static type of the handle is another view of the same buffer.
// CHECK-LABEL: converted_handle(
// CHECK-NEXT: Tensor<float, dyn, 8> row = tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION Rows converted_handle(In<Rows> x, Out<Rows> out) {
  Tensor<float, dyn, 8> row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  fill(x, 0, Row(row));
  out = tensor::assemble(out, row, {1, 0});
  return out;
}

// CHECK-LABEL: other_handles(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT: auto row2 = row;
// CHECK-NEXT: auto &row3 = row2;
// CHECK-NEXT: row3 = fill(x, 2, row3);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows other_handles(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  auto row2 = row;
  auto &row3 = row2;
  row3 = fill(x, 2, row3);
  out = tensor::assemble(out, row2, {1, 0});
  return out;
}

// CHECK-LABEL: other_handle_of_the_target(
// CHECK:      auto row = tensor::slice<1, 8>(all, {1, 0});
// CHECK-NEXT: row = fill(x, 2, row);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows other_handle_of_the_target(In<Rows> x, Out<Rows> out) {
  auto all = out;
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'all'
  row = fill(x, 2, row);
  all = tensor::assemble(all, row, {1, 0});
  return out;
}

// CHECK-LABEL: record_of_buffers(
// CHECK:      p.row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT: p.row = fill(x, r, p.row);
// CHECK-NEXT: }
struct Buffers {
  Row row;
  Rows all;
};
PTO_ORCHESTRATION Rows record_of_buffers(In<Rows> x, Out<Rows> out) {
  Buffers p;
  for (Index r = 0; r < 4; ++r) {
    p.row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}} became a view of 'out'
    p.row = fill(x, r, p.row);
    out = tensor::assemble(out, p.row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: std_tie(
// CHECK-NEXT: Row a = tensor::slice<1, 8>(out, {0, 0}), b = tensor::slice<1, 8>(out, {3, 0});
// CHECK-NEXT: std::tie(a, b) = fill_two(x, a, b);
// CHECK-NEXT: return out;
inline std::tuple<Row, Row> fill_two(In<Rows> x, Out<Row> a, Out<Row> b) { return {fill(x, 0, a), fill(x, 1, b)}; }
PTO_ORCHESTRATION Rows std_tie(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(), b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:11:{{.*}}'a' became
  std::tie(a, b) = fill_two(x, a, b); // FUSED: :[[@LINE-1]]:{{.*}}'b' became
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {3, 0});
  return out;
}

// CHECK-LABEL: std_get(
// CHECK-NEXT: Row a = tensor::slice<1, 8>(out, {0, 0}), b = tensor::slice<1, 8>(out, {3, 0});
// CHECK-NEXT: auto both = fill_two(x, a, b);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows std_get(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(), b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:11:{{.*}}'a' became
  auto both = fill_two(x, a, b); // FUSED: :[[@LINE-1]]:{{.*}}'b' became
  out = tensor::assemble(out, std::get<0>(both), {0, 0});
  out = tensor::assemble(out, std::get<1>(both), {3, 0});
  return out;
}

//===-- offsets and extents -----------------------------------------------------===//

template <Index R> inline constexpr Index lines = R;

// CHECK-LABEL: constant_expressions(
// CHECK:      Row row = tensor::slice<lines<1>, 2 * four>(out, {four - 1, Index{0}});
PTO_ORCHESTRATION Rows constant_expressions(In<Rows> x, Out<Rows> out) {
  constexpr Index four = 4;
  Row row = tensor::create<float, lines<1>, 2 * four>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {four - 1, Index{0}});
  return out;
}

// CHECK-LABEL: offsets_with_a_type(
PTO_ORCHESTRATION Rows offsets_with_a_type(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, Offsets<2>{2, 0});
  return out;
}

// CHECK-LABEL: offsets_not_all_given(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {2});
PTO_ORCHESTRATION Rows offsets_not_all_given(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {2});
  return out;
}

// CHECK-LABEL: int_offsets(
// CHECK:      auto row = tensor::slice<1, 8>(out, {r, 0});
PTO_ORCHESTRATION Rows int_offsets(In<Rows> x, Out<Rows> out) {
  for (int r = 0; r != 4; r++) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: conditional_offset(
// CHECK:      auto row = tensor::slice<1, 8>(out, {c ? 0 : 3, 0});
PTO_ORCHESTRATION Rows conditional_offset(In<Rows> x, Out<Rows> out, bool c) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {c ? 0 : 3, 0});
  return out;
}

// CHECK-LABEL: offset_read_before(
// CHECK-NEXT: Index to = tensor::read(at, {0}) % 4;
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {to, 0});
PTO_ORCHESTRATION Rows offset_read_before(In<Rows> x, In<Tensor<std::int64_t, 4>> at, Out<Rows> out) {
  Index to = tensor::read(at, {0}) % 4;
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {to, 0});
  return out;
}

// An explicit Atomic::None is no accumulation.
// CHECK-LABEL: not_atomic(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT: row = fill(x, 0, row);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows not_atomic(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0}, Atomic::None);
  return out;
}

PTO_TEST_MAIN(split_declaration, declared_outside_of_the_loop, initialisers, converted_handle, other_handles,
              other_handle_of_the_target, record_of_buffers, std_tie, std_get, constant_expressions,
              offsets_with_a_type, offsets_not_all_given, int_offsets, conditional_offset, offset_read_before,
              not_atomic)
