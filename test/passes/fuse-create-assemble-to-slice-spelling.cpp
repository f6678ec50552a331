// The pattern in the clothes of C++: names and namespaces, declarations, helper functions, tuples, kinds of kernels.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,ANY,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "Inputs/kernels.h"

#include <initializer_list>
#include <tuple>

//===-- names -------------------------------------------------------------------===//

namespace pt = pto::dsl::tensor;

// CHECK-LABEL: namespace_alias(
// CHECK-NEXT: Row row = pt::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION Rows namespace_alias(In<Rows> x, Out<Rows> out) {
  Row row = pt::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = pt::assemble(out, row, {1, 0});
  return out;
}

// CHECK-LABEL: full_names(
// CHECK-NEXT: ::pto::dsl::Tensor<float, 1, 8> row = ::pto::dsl::tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION ::pto::dsl::Tensor<float, 4, 8> full_names(In<Rows> x, Out<Rows> out) {
  ::pto::dsl::Tensor<float, 1, 8> row = ::pto::dsl::tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = ::pto::dsl::tensor::assemble(out, row, {1, 0});
  return out;
}

namespace unqualified {
using namespace pto::dsl::tensor;
// CHECK-LABEL: using_directive(
// CHECK-NEXT: Row row = {{.*}}slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION Rows using_directive(In<Rows> x, Out<Rows> out) {
  Row row = create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = assemble(out, row, {1, 0});
  return out;
}
} // namespace unqualified

namespace mine {
using pto::dsl::tensor::assemble;
using pto::dsl::tensor::create;
inline Rows slice(const Rows &m, Offsets<2>) { return m; } // not the DSL's
} // namespace mine

// A name that comes in by a using-declaration brings `create` and nothing else.
// CHECK-LABEL: using_declaration(
// CHECK-NEXT: auto row = {{(::)?(pto::dsl::)?}}tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION Rows using_declaration(In<Rows> x, Out<Rows> out) {
  auto row = mine::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = mine::assemble(out, row, {1, 0});
  return out;
}

// CHECK-LABEL: local_using_declaration(
// CHECK:      auto row = {{.*}}tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION Rows local_using_declaration(In<Rows> x, Out<Rows> out) {
  using tensor::create;
  auto row = create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
  return out;
}

// A variable called like the namespace hides nothing in front of `::`.
// CHECK-LABEL: variable_called_tensor(
// CHECK-NEXT: Row row = tensor::slice<1, 8>(tensor, {1, 0});
PTO_ORCHESTRATION Rows variable_called_tensor(In<Rows> x, Out<Rows> tensor) {
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'tensor'
  row = fill(x, 0, row);
  tensor = tensor::assemble(tensor, row, {1, 0});
  return tensor;
}

// CHECK-LABEL: shadowed_names(
// CHECK:        Row row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:   row = fill(x, r, row);
// CHECK-NEXT: }
PTO_ORCHESTRATION Rows shadowed_names(In<Rows> x, Out<Rows> out, Index r) {
  {
    Index r = 3;
    Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return tensor::write(out, {r, 0}, 1.f);
}

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

//===-- helper functions --------------------------------------------------------===//

inline void helper_with_body(In<Rows> x, Row row) { fill(x, 1, row); }
inline Row helper_that_returns(In<Rows> x, Row row) {
  helper_with_body(x, row);
  return row;
}
inline void helper_by_reference(In<Rows> x, Row &row) { row = fill(x, 2, row); }

// CHECK-LABEL: helpers(
// CHECK-NEXT: auto a = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT: auto b = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT: auto c = tensor::slice<1, 8>(out, {2, 0});
// CHECK-NEXT: helper_with_body(x, a);
// CHECK-NEXT: b = helper_that_returns(x, b);
// CHECK-NEXT: helper_by_reference(x, c);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows helpers(In<Rows> x, Out<Rows> out) {
  auto a = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'a' became a view of 'out'
  auto b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  auto c = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'c' became a view of 'out'
  helper_with_body(x, a);
  b = helper_that_returns(x, b);
  helper_by_reference(x, c);
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {1, 0});
  out = tensor::assemble(out, c, {2, 0});
  return out;
}

inline void helper_makes_another(In<Rows> x, Row &row) {
  row = tensor::create<float, 1, 8>();
  fill(x, 2, row);
}

// CHECK-LABEL: helper_rebinds(
// CHECK-NEXT: auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows helper_rebinds(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},ambiguous-staging]
  helper_makes_another(x, row);             // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {2, 0});
  return out;
}

void helper_without_body(Row row) noexcept;

// CHECK-LABEL: unknown_helper(
// CHECK-NEXT: auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION inline Rows unknown_helper(In<Rows> x, Out<Rows> out) { // not run
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|staging-retained|needs-dense}}]
  helper_without_body(row);                 // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {2, 0});
  return out;
}

//===-- kinds of kernels --------------------------------------------------------===//

struct Model {
  Index base = 1;
  Rows held;
  void advance() { base = 2; }

  // CHECK-LABEL: of_the_class(
  // CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
  PTO_ORCHESTRATION static Rows of_the_class(In<Rows> x, Out<Rows> out) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {1, 0});
    return out;
  }

  // CHECK-LABEL: of_an_object(
  // CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {2, 0});
  PTO_ORCHESTRATION Rows of_an_object(In<Rows> x, Out<Rows> out) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {2, 0});
    return out;
  }

  PTO_ORCHESTRATION Rows defined_elsewhere(In<Rows> x, Out<Rows> out) const;

  // CHECK-LABEL: member_changes(
  // CHECK-NEXT: auto row = tensor::create<float, 1, 8>();
  PTO_ORCHESTRATION Rows member_changes(In<Rows> x, Out<Rows> out) {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available|offset-side-effect|may-throw}}]
    advance();                                // NOTE: :{{.*}}: note:
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {base, 0});
    return out;
  }

  // CHECK-LABEL: member_aliases(
  // CHECK:      auto row = tensor::create<float, 1, 8>();
  PTO_ORCHESTRATION float member_aliases(Out<Rows> out) {
    held = out;
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between|target-rebound}}]
    row = paint(1.f, row);                    // NOTE: :{{.*}}: note:
    float before = sum(held);
    out = tensor::assemble(out, row, {0, 0});
    return before;
  }
};

// CHECK-LABEL: Model::defined_elsewhere(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {3, 0});
PTO_ORCHESTRATION Rows Model::defined_elsewhere(In<Rows> x, Out<Rows> out) const {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {3, 0});
  return out;
}

PTO_ORCHESTRATION Rows calls_methods(In<Rows> x, Out<Rows> out) {
  Model m;
  Model::of_the_class(x, out);
  m.of_an_object(x, out);
  m.defined_elsewhere(x, out);
  tensor::write(out, {0, 0}, m.member_aliases(out));
  return m.member_changes(x, out);
}

namespace outer {
inline namespace v1 {
namespace {
// CHECK-LABEL: in_namespaces(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION Rows in_namespaces(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
  return out;
}
} // namespace
} // namespace v1
} // namespace outer

// CHECK-LABEL: with_c_linkage(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
extern "C" PTO_ORCHESTRATION void with_c_linkage(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
}

// CHECK-LABEL: trailing_result(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION auto trailing_result(In<Rows> x, Out<Rows> out) -> Rows {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  return tensor::assemble(out, row, {1, 0});
}

// CHECK-LABEL: range_for(
// CHECK-NEXT: for (Index r : {0, 2, 3}) {
// CHECK-NEXT:   auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:   row = fill(x, r, row);
// CHECK-NEXT: }
PTO_ORCHESTRATION Rows range_for(In<Rows> x, Out<Rows> out) {
  for (Index r : {0, 2, 3}) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: try_block(
// CHECK:        auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows try_block(In<Rows> x, Out<Rows> out) {
  try {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {0, 0});
  } catch (...) {
  }
  return out;
}

// CHECK-LABEL: jump(
// CHECK:        auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows jump(In<Rows> x, Out<Rows> out) {
  Index r = 0;
again:
  {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  if (++r < 4)
    goto again;
  return out;
}

PTO_TEST_MAIN(namespace_alias, full_names, unqualified::using_directive, using_declaration, local_using_declaration,
              variable_called_tensor, shadowed_names, split_declaration, declared_outside_of_the_loop, initialisers,
              converted_handle, other_handles, other_handle_of_the_target, record_of_buffers, std_tie, std_get,
              constant_expressions, offsets_with_a_type, offsets_not_all_given, int_offsets, conditional_offset,
              offset_read_before, not_atomic, helpers, helper_rebinds, calls_methods, outer::in_namespaces, with_c_linkage,
              trailing_result, range_for, try_block, jump)
