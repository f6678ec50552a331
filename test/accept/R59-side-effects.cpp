// R59: operands with side effects are neither doubled, nor dropped, nor put into another order.
//
// RUN: %pto-rewrite --passes=@O2 -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t.err
// RUN: grep -c "next(n)" %s > %t.before && grep -c "next(n)" %t.cpp | cmp - %t.before
// RUN: %equal --passes=@O2 --expect-change %s
// RUN: %equal --passes=@O3 %s
// RUN: %equal --passes=vectorize-tiles %s
#include "../passes/Inputs/kernels.h"

static Index next(Index &n) { return n++; }

PTO_ORCHESTRATION Rows offsets(In<Rows> x, Out<Rows> out) {
  Index n = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}}: remark: 'row' kept
  row = fill(x, next(n), row);
  out = tensor::assemble(out, row, {next(n), 0});
  return tensor::write(out, {3, 7}, float(n));
}

PTO_ORCHESTRATION Rows target(In<Rows> x, Out<Rows> out) {
  Index n = 0;
  Rows all[2] = {out, out};
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}}: remark: 'row' kept
  row = fill(x, 1, row);
  out = tensor::assemble(all[next(n)], row, {0, 0});
  return tensor::write(out, {3, 7}, float(n));
}

// The reshape goes, what it is made of stays.
PTO_INCORE void argument(In<Rows> x, Out<Rows> out) {
  Index n = 0;
  auto a = tile::load<1, 8>(x, {next(n), 0});
  auto b = tile::reshape<1, 8>(a);
  tile::store(tile::add(b, tile::reshape<1, 8>(tile::load<1, 8>(x, {next(n), 0}))), {next(n), 0}, out);
  tensor::write(out, {3, 7}, float(n));
}

PTO_INCORE void unused(In<Rows> x, Out<Rows> out) {
  Index n = 0;
  [[maybe_unused]] auto a = tile::reshape<1, 8>(tile::load<1, 8>(x, {next(n), 0}));
  tensor::write(out, {3, 7}, float(n));
}

PTO_TEST_MAIN(offsets, target, argument, unused)
