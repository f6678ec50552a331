// Names: namespaces and using-declarations, declarators, attributes and tags, names that are hidden, and names that
// something else needs.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,ANY,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../Inputs/kernels.h"

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

//===-- declarators, attributes, tags -------------------------------------------===//

// CHECK-LABEL: several_declarators(
// CHECK-NEXT: Row a = tensor::slice<1, 8>(out, {0, 0}), b = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT: a = fill(x, 0, a);
// CHECK-NEXT: b = fill(x, 1, b);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows several_declarators(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(), b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:11:{{.*}}'a' became
  a = fill(x, 0, a); // FUSED: :[[@LINE-1]]:{{.*}}'b' became
  b = fill(x, 1, b);
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {1, 0});
  return out;
}

// One of several names cannot move.
// CHECK-LABEL: one_declarator_would_move(
// CHECK-NEXT: Row a = tensor::create<float, 1, 8>(), b = tensor::slice<1, 8>(x, {1, 0});
PTO_ORCHESTRATION Rows one_declarator_would_move(In<Rows> x, Out<Rows> out, Index k) {
  Row a = tensor::create<float, 1, 8>(), b = tensor::slice<1, 8>(x, {1, 0}); // KEPT: :[[@LINE]]:{{.*}},multi-declarator]
  Index at = 3 - k + tensor::dim(b, 0) - 1;                                  // NOTE: :{{.*}}: note:
  a = fill(x, 0, a);
  out = tensor::assemble(out, a, {at, 0});
  return out;
}

// CHECK-LABEL: result_among_other_names(
// CHECK:      auto done = tensor::assemble(out, row, {0, 0}), copy = done;
PTO_ORCHESTRATION Rows result_among_other_names(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},multi-declarator]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  auto done = tensor::assemble(out, row, {0, 0}), copy = done;
  return copy;
}

// CHECK-LABEL: attributes(
// CHECK:       {{\[\[}}maybe_unused]] Row row = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT:  row = fill(x, 0, row);
// CHECK-NEXT:  return out;
PTO_ORCHESTRATION Rows attributes(In<Rows> x, Out<Rows> out) {
  [[maybe_unused]] Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  [[maybe_unused]] auto done = tensor::assemble(out, row, {0, 0});
  return done;
}

// A tag names its own statement and no other.
// CHECK-LABEL: tags(
// CHECK-NEXT: PTO_TAG("make") Row row = tensor::{{create|slice}}
// CHECK-NEXT: PTO_TAG("fill") row = fill(x, 0, row);
// CHECK-NEXT: PTO_TAG("look") Index n = tensor::dim(out, 0);
PTO_ORCHESTRATION Index tags(In<Rows> x, Out<Rows> out) {
  PTO_TAG("make") Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  PTO_TAG("fill") row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  PTO_TAG("look") Index n = tensor::dim(out, 0);
  return n;
}

// CHECK-LABEL: tagged_assemble(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
// CHECK-NEXT: row = fill(x, 0, row);
// CHECK-NEXT: PTO_TAG("write") out = tensor::assemble(out, row, {0, 0});
PTO_ORCHESTRATION Index tagged_assemble(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{tagged|dependency-flag}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  PTO_TAG("write") out = tensor::assemble(out, row, {0, 0});
  Index n = tensor::dim(out, 0);
  return n;
}

//===-- names -------------------------------------------------------------------===//

// `row` is made before the inner `at`: the outer one would be another row.
// CHECK-LABEL: offset_hides_a_constant(
// CHECK:      Row row = tensor::create<float, 1, 8>();
// CHECK:      out = tensor::assemble(out, row, {at, 0});
PTO_ORCHESTRATION Rows offset_hides_a_constant(In<Rows> x, Out<Rows> out) {
  const Index at = 0;
  tensor::write(out, {at, at}, 1.f);
  {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-not-available]
    row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
    const Index at = 2;
    out = tensor::assemble(out, row, {at, 0});
  }
  return out;
}

// CHECK-LABEL: offset_is_a_later_constant(
// CHECK:      out = tensor::assemble(out, row, {at, 0});
PTO_ORCHESTRATION Rows offset_is_a_later_constant(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-not-available]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  constexpr Index at = 2;
  out = tensor::assemble(out, row, {at, 0});
  return out;
}

// CHECK-LABEL: offset_is_a_later_enumerator(
// CHECK:      out = tensor::assemble(out, row, {last, 0});
PTO_ORCHESTRATION Rows offset_is_a_later_enumerator(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-not-available]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  enum { none, last = 3 };
  out = tensor::assemble(out, row, {last, 0});
  return out;
}

// The create would have to sink past another `n`.
// CHECK-LABEL: extent_would_be_hidden(
// CHECK:      Row row = tensor::create<float, n, 8>();
PTO_ORCHESTRATION Rows extent_would_be_hidden(In<Rows> x, Out<Rows> out, Index k) {
  constexpr Index n = 1;
  {
    Row row = tensor::create<float, n, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{shape-changed|offset-not-available}}]
    constexpr Index n = 2;                   // NOTE: :{{.*}}: note:
    Index at = k + n - 2;
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {at, 0});
  }
  return out;
}

// CHECK-LABEL: result_name_hidden_later(
PTO_ORCHESTRATION Rows result_name_hidden_later(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(out, row, {0, 0});
  {
    enum { out };
    tensor::write(done, {out, 5}, 1.f);
  }
  return done;
}

//===-- names that something else needs -----------------------------------------===//

// Initialised in the first call only: the assemble is conditional.
// CHECK-LABEL: static_result(
// CHECK:      static auto done = tensor::assemble(out, row, {0, 0});
PTO_ORCHESTRATION Rows static_result(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{assemble-conditional|staging-escapes}}]
  row = fill(x, 0, row);                    // NOTE: :{{.*}}: note:
  static auto done = tensor::assemble(out, row, {0, 0});
  return done;
}

// CHECK-LABEL: name_in_decltype(
PTO_ORCHESTRATION Rows name_in_decltype(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(out, row, {0, 0});
  decltype(done) result = out;
  return result;
}

// CHECK-LABEL: name_in_constant(
PTO_ORCHESTRATION Index name_in_constant(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(out, row, {0, 0});
  static_assert(sizeof(done) > 0);
  return done.rank;
}

// CHECK-LABEL: name_discarded(
PTO_ORCHESTRATION Rows name_discarded(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(out, row, {0, 0});
  (void)done;
  return out;
}

// CHECK-LABEL: name_captured(
PTO_ORCHESTRATION Rows name_captured(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(out, row, {0, 0});
  scf::parallel(2, [&done](Index r) { tensor::write(done, {r, 0}, 1.f); });
  return out;
}

// CHECK-LABEL: name_in_inactive_code(
PTO_ORCHESTRATION Rows name_in_inactive_code(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  // CHECK: auto done =
  auto done = tensor::assemble(out, row, {0, 0});
#ifdef DUMP
  dump(done);
#endif
  return done;
}

// What only the deleted statement needed goes with it: no new warning (%equal compares them).
// CHECK-LABEL: variable_of_the_assemble(
// CHECK-NOT:   mode
// CHECK:       return out;
PTO_ORCHESTRATION Rows variable_of_the_assemble(In<Rows> x, Out<Rows> out) {
  const Atomic mode = Atomic::None;
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0}, mode);
  return out;
}

PTO_TEST_MAIN(several_declarators, one_declarator_would_move, result_among_other_names, attributes, tags,
              tagged_assemble, offset_hides_a_constant, offset_is_a_later_constant, offset_is_a_later_enumerator,
              extent_would_be_hidden, result_name_hidden_later, static_result, name_in_decltype, name_in_constant,
              name_discarded, name_captured, name_in_inactive_code, namespace_alias, full_names,
              unqualified::using_directive, using_declaration, local_using_declaration, variable_called_tensor,
              shadowed_names)
