// Statements in which the assemble, or what it is given, is not alone: conditions, commas, arguments with effects,
// references to the result. Nothing is lost, moved out of its condition or evaluated in another order.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s --implicit-check-not='out = out'
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,ANY,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../Inputs/kernels.h"

#include <type_traits>
#include <utility>

//===-- under a condition that is no statement ----------------------------------===//

// CHECK-LABEL: behind_and(
// CHECK-NEXT: (void)(c && (out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {0, 0}), true));
PTO_ORCHESTRATION Rows behind_and(Out<Rows> out, bool c) {
  (void)(c && (out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {0, 0}), true)); // KEPT: :[[@LINE]]:{{.*}},{{evaluation-order|nested-expression}}]
  return out;                                                                                          // NOTE: :{{.*}}: note:
}

// CHECK-LABEL: in_conditional_operator(
// CHECK-NEXT: out = c ? tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {0, 0}) : out;
PTO_ORCHESTRATION Rows in_conditional_operator(Out<Rows> out, bool c) {
  out = c ? tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {0, 0}) : out; // KEPT: :[[@LINE]]:{{.*}},{{evaluation-order|nested-expression}}]
  return out;                                                                               // NOTE: :{{.*}}: note:
}

// CHECK-LABEL: in_initialiser(
// CHECK-NEXT: Rows done = c ? tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {0, 0}) : out;
PTO_ORCHESTRATION Rows in_initialiser(Out<Rows> out, bool c) {
  Rows done = c ? tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {0, 0}) : out; // KEPT: :[[@LINE]]:{{.*}},{{evaluation-order|nested-expression}}]
  return done;                                                                                    // NOTE: :{{.*}}: note:
}

// CHECK-LABEL: in_if_condition(
// CHECK: if (!c && (out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {1, 0}), true))
PTO_ORCHESTRATION Rows in_if_condition(Out<Rows> out, bool c) {
  // KEPT: :[[@LINE+2]]:{{.*}},{{evaluation-order|nested-expression}}]
  // NOTE: :{{.*}}: note:
  if (!c && (out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {1, 0}), true))
    tensor::write(out, {3, 3}, 1.f);
  return out;
}

// CHECK-LABEL: in_while_condition(
// CHECK:      while (out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {r, 0}), ++r < 3) {
PTO_ORCHESTRATION Rows in_while_condition(Out<Rows> out) {
  Index r = 0;
  // KEPT: :[[@LINE+2]]:{{.*}},{{evaluation-order|nested-expression}}]
  // NOTE: :{{.*}}: note:
  while (out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {r, 0}), ++r < 3) {
    tensor::write(out, {3, r}, 1.f);
  }
  return out;
}

// CHECK-LABEL: in_for_increment(
// CHECK: for (Index r = 0; r < 3; ++r, out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {r, 0}))
PTO_ORCHESTRATION Rows in_for_increment(Out<Rows> out) {
  // KEPT: :[[@LINE+2]]:{{.*}},{{evaluation-order|nested-expression}}]
  // NOTE: :{{.*}}: note:
  for (Index r = 0; r < 3; ++r, out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {r, 0}))
    tensor::write(out, {3, r}, 1.f);
  return out;
}

// A condition of a branch on its own is a statement like others.
// CHECK-LABEL: branches_without_braces(
// CHECK-NEXT:    if (c)
// CHECK-NEXT:      fill(x, 0, tensor::slice<1, 8>(out, {0, 0}));
// CHECK-NEXT:    else
// CHECK-NEXT:      fill(x, 1, tensor::slice<1, 8>(out, {1, 0}));
// CHECK-NEXT:    for (Index r = 2; r < 4; ++r)
// CHECK-NEXT:      fill(x, r, tensor::slice<1, 8>(out, {r, 0}));
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows branches_without_braces(In<Rows> x, Out<Rows> out, bool c) {
  if (c)
    out = tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0}); // FUSED: :[[@LINE]]:{{.*}}became a view of 'out'
  else
    out = tensor::assemble(out, fill(x, 1, tensor::create<float, 1, 8>()), {1, 0}); // FUSED: :[[@LINE]]:{{.*}}became a view of 'out'
  for (Index r = 2; r < 4; ++r)
    out = tensor::assemble(out, fill(x, r, tensor::create<float, 1, 8>()), {r, 0}); // FUSED: :[[@LINE]]:{{.*}}became a view of 'out'
  return out;
}

// A return that is a branch becomes two statements, in braces.
// CHECK-LABEL: returns_without_braces(
// CHECK-NEXT:    if (c){{ ?{?}}
// CHECK-NEXT:      {{({ )?}}fill(x, 0, tensor::slice<1, 8>(out, {0, 0}));{{ ?}}
// CHECK:           return out;
// CHECK:         }
// CHECK:         return clear(out);
PTO_ORCHESTRATION Rows returns_without_braces(In<Rows> x, Out<Rows> out, bool c) {
  if (c)
    return tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0}); // FUSED: :[[@LINE]]:{{.*}}became a view of 'out'
  return clear(out);
}

// CHECK-LABEL: returns_in_both_branches(
// CHECK:           fill(x, 0, tensor::slice<1, 8>(out, {0, 0}));
// CHECK:           return out;
// CHECK:         else
// CHECK:           fill(x, 1, tensor::slice<1, 8>(out, {1, 0}));
// CHECK:           return out;
PTO_ORCHESTRATION Rows returns_in_both_branches(In<Rows> x, Out<Rows> out, bool c) {
  if (c)
    return tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0}); // FUSED: :[[@LINE]]:{{.*}}became a view of 'out'
  else
    return tensor::assemble(out, fill(x, 1, tensor::create<float, 1, 8>()), {1, 0}); // FUSED: :[[@LINE]]:{{.*}}became a view of 'out'
}

//===-- other effects in the statement ------------------------------------------===//

inline Rows bump(Rows m) { return tensor::write(m, {0, 0}, 7.f); }

// CHECK-LABEL: comma_before(
// CHECK:      x = bump(x){{[,;]}}
PTO_ORCHESTRATION Rows comma_before(InOut<Rows> x, Out<Rows> out) {
  x = bump(x), out = tensor::assemble(out, paint(5.f, tensor::create<float, 1, 8>()), {0, 0}); // KEPT: :[[@LINE]]:{{.*}},{{evaluation-order|nested-expression}}]
  return out;                                                                                  // NOTE: :{{.*}}: note:
}

// CHECK-LABEL: target_behind_comma(
// CHECK:      tensor::write(out, {1, 0}, 1.f)
PTO_ORCHESTRATION Rows target_behind_comma(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{evaluation-order|nested-expression|target-not-a-name|windows-overlap|target-written-between}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  tensor::assemble((tensor::write(out, {1, 0}, 1.f), out), row, {0, 0});
  return out;
}

// CHECK-LABEL: target_assigned_in_place(
// CHECK:      tensor::assemble(t = other, row, {0, 0});
PTO_ORCHESTRATION Rows target_assigned_in_place(In<Rows> x, Out<Rows> other) {
  Rows t;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-rebound|target-not-available|target-not-a-name|evaluation-order|nested-expression}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  tensor::assemble(t = other, row, {0, 0});
  return t;
}

// CHECK-LABEL: source_filled_in_place(
// CHECK:      row = fill(x, 0, row)
PTO_ORCHESTRATION Rows source_filled_in_place(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{evaluation-order|nested-expression}}]
  out = tensor::assemble(out, row = fill(x, 0, row), {0, 0}); // NOTE: :{{.*}}: note:
  return out;
}

// CHECK-LABEL: source_behind_comma(
// CHECK:      tensor::write(row, {0, 1}, 1.f)
PTO_ORCHESTRATION Rows source_behind_comma(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{evaluation-order|nested-expression}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, (tensor::write(row, {0, 1}, 1.f), row), {0, 0});
  return out;
}

// CHECK-LABEL: offset_assigned_in_place(
// CHECK:      {k = 2, 0}
PTO_ORCHESTRATION Rows offset_assigned_in_place(In<Rows> x, Out<Rows> out) {
  Index k = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-side-effect|evaluation-order|nested-expression}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {k = 2, 0});
  tensor::write(out, {k, 1}, 1.f);
  return out;
}

// CHECK-LABEL: two_assignments(
PTO_ORCHESTRATION Rows two_assignments(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  Row row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  other = out = tensor::assemble(out, row, {0, 0});
  return tensor::write(other, {1, 1}, 1.f);
}

//===-- what becomes of the result ----------------------------------------------===//

// A reference to the result is the old `out`, not whatever `out` will be.
// CHECK-LABEL: reference_to_the_result(
// CHECK:      out = other;
PTO_ORCHESTRATION Rows reference_to_the_result(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  const auto &done = tensor::assemble(out, row, {0, 0});
  out = other;
  return done;
}

// CHECK-LABEL: rvalue_reference_to_the_result(
PTO_ORCHESTRATION Rows rvalue_reference_to_the_result(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto &&done = tensor::assemble(out, row, {0, 0});
  done = other;
  return out;
}

// CHECK-LABEL: name_for_the_result_rebound(
PTO_ORCHESTRATION Rows name_for_the_result_rebound(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(out, row, {0, 0});
  done = other;
  clear(done);
  return out;
}

// CHECK-LABEL: target_rebound_afterwards(
PTO_ORCHESTRATION Rows target_rebound_afterwards(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(out, row, {0, 0});
  out = other;
  clear(out);
  return done;
}

inline Index category(Rows &) { return 1; }
inline Index category(Rows &&) { return 2; }

// Overloads see whether they get a name or a value.
// CHECK-LABEL: overloads(
PTO_ORCHESTRATION Index overloads(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  return category(tensor::assemble(out, row, {0, 0}));
}

template <class A>
  requires(!std::is_lvalue_reference_v<A>)
Index values_only(A &&) {
  return 3;
}

// CHECK-LABEL: takes_values_only(
PTO_ORCHESTRATION Index takes_values_only(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  return values_only(tensor::assemble(out, row, {0, 0}));
}

// CHECK-LABEL: moved_result(
PTO_ORCHESTRATION Rows moved_result(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  Rows done = std::move(tensor::assemble(out, row, {0, 0}));
  tensor::write(done, {1, 1}, 1.f);
  return out;
}

// CHECK-LABEL: method_of_the_result(
PTO_ORCHESTRATION Rows method_of_the_result(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  tensor::assemble(out, row, {0, 0})(1, 1) = 4.f;
  return out;
}

// assemble returns a Tensor, whatever its target is declared as.
// CHECK-LABEL: result_of_a_dense_target(
PTO_ORCHESTRATION Rows result_of_a_dense_target(In<Rows> x, Out<Rows> out, InOut<Tensor<float, 4, 16>> wide) {
  DenseTensor<float, 4, 8> dense = out;
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  auto done = tensor::assemble(dense, row, {0, 0});
  done = tensor::slice<4, 8>(wide, {0, 8}); // not dense
  tensor::write(done, {3, 3}, 2.f);
  return out;
}

// CHECK-LABEL: argument_of_a_call(
PTO_ORCHESTRATION float argument_of_a_call(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  return sum(tensor::assemble(out, row, {0, 0}));
}

// CHECK-LABEL: discarded(
PTO_ORCHESTRATION Rows discarded(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  (void)tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: other_name_assigned(
// CHECK:      row = fill(x, 0, row);
// CHECK-NEXT: done = out;
// CHECK-NEXT: return done;
PTO_ORCHESTRATION Rows other_name_assigned(In<Rows> x, Out<Rows> out) {
  Rows done;
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  done = tensor::assemble(out, row, {0, 0});
  return done;
}

[[nodiscard]] PTO_INCORE inline Row fill_and_look(In<Rows> x, Index r, Out<Row> row) { return fill(x, r, row); }

// No new warning when the value of a [[nodiscard]] kernel is not needed any more (%equal compares warnings).
// CHECK-LABEL: nodiscard(
// CHECK-NEXT: fill_and_look(x, 0, tensor::slice<1, 8>(out, {0, 0})
PTO_ORCHESTRATION Rows nodiscard(In<Rows> x, Out<Rows> out) {
  out = tensor::assemble(out, fill_and_look(x, 0, tensor::create<float, 1, 8>()), {0, 0}); // FUSED: :[[@LINE]]:{{.*}}became a view of 'out'
  return out;
}

PTO_TEST_MAIN(behind_and, in_conditional_operator, in_initialiser, in_if_condition, in_while_condition,
              in_for_increment, branches_without_braces, returns_without_braces, returns_in_both_branches, comma_before,
              target_behind_comma, target_assigned_in_place, source_filled_in_place, source_behind_comma,
              offset_assigned_in_place, two_assignments, reference_to_the_result, rvalue_reference_to_the_result,
              name_for_the_result_rebound, target_rebound_afterwards, overloads, takes_values_only, moved_result,
              method_of_the_result, result_of_a_dense_target, argument_of_a_call, discarded, other_name_assigned,
              nodiscard)
