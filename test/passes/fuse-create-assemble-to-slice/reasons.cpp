// Each reason that the other files accept as one of several, asked for by itself.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

Row keeper;
PTO_INCORE inline Row fill_and_keep(In<Rows> x, Out<Row> row) {
  keeper = row;
  return fill(x, 0, row);
}

PTO_ORCHESTRATION Rows bound_to_reference(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},bound-to-reference]
  row = fill(x, 0, row);
  const auto &done = tensor::assemble(out, row, {0, 0});
  out = other;
  return done;
}

PTO_ORCHESTRATION Rows created_in_a_branch(In<Rows> x, Out<Rows> out, bool c) {
  Row row;
  if (c)
    row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},ambiguous-staging]
  else
    row = tensor::slice<1, 8>(out, {1, 0});
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows created_under_a_condition(In<Rows> x, Out<Rows> out, bool c) {
  Row row;
  if (c || !c) {
    row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},different-scope]
    row = fill(x, 0, row);
    {
      out = tensor::assemble(out, row, {0, 0});
    }
  }
  return out;
}

PTO_ORCHESTRATION Rows order_of_evaluation(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},evaluation-order]
  out = tensor::assemble(out, row = fill(x, 0, row), {0, 0});
  return out;
}

// The parameter cannot go with its last use.
PTO_ORCHESTRATION Rows last_use(In<Rows> x, Out<Rows> out, Atomic mode = Atomic::None) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},atomic]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0}, mode);
  return out;
}

PTO_ORCHESTRATION Rows last_use_of_one_of_two(In<Rows> x, Out<Rows> out) {
  constexpr Atomic plain = Atomic::None, adds = Atomic::Add;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},last-use]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0}, plain);
  Row more = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},atomic]
  more = fill(x, 1, more);
  out = tensor::assemble(out, more, {0, 0}, adds);
  return out;
}

PTO_ORCHESTRATION Rows nested_expression(In<Rows> x, Out<Rows> out) {
  float s = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},nested-expression]
  row = fill(x, 0, row);
  s = 1, out = tensor::assemble(out, row, {0, 0});
  return tensor::write(out, {3, 7}, s);
}

PTO_ORCHESTRATION Rows rotating_buffer(In<Rows> x, Out<Rows> out) {
  Row now = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},rotating-buffer]
  now = fill(x, 0, now);
  for (Index r = 0; r < 3; ++r) {
    Row next = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},rotating-buffer]
    next = fill(x, r + 1, next);
    out = tensor::assemble(out, now, {r, 0});
    now = next;
  }
  return out;
}

PTO_ORCHESTRATION Rows retained(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-retained]
  row = fill_and_keep(x, row);
  out = tensor::assemble(out, row, {0, 0});
  keeper = Row();
  return out;
}

PTO_ORCHESTRATION Rows tagged(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},tagged]
  row = fill(x, 0, row);
  PTO_TAG("put") out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows type_differs(In<Rows> x, Out<Rows> out) {
  DenseTensor<float, 4, 8> dense = out;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},type-differs]
  row = fill(x, 0, row);
  auto done = tensor::assemble(dense, row, {0, 0});
  return done;
}

PTO_ORCHESTRATION Rows create_conditional(In<Rows> x, Out<Rows> out, bool c) {
  Row row;
  if (c)
    row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},create-conditional]
  else
    return out;
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_TEST_MAIN(bound_to_reference, created_in_a_branch, created_under_a_condition, order_of_evaluation,
              last_use_of_one_of_two, nested_expression, rotating_buffer, retained, tagged, type_differs,
              create_conditional)
