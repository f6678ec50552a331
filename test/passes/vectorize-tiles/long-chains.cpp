// Vectors that take longer than CPUs look ahead: two sweeps, with a row of what the second one wants in between.
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --allow=reassociate,target-maths --ulp=8 --within=1e-5 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --allow=reassociate,target-maths --ulp=8 --within=1e-5 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Wide = Tensor<float, 2, 300>;

// 70 cycles, the half of them in a function.
// CHECK-LABEL: void gelu(
// CHECK:         const auto half_row = mem::alloc<float, mem::L1, 300>();
// CHECK-NEXT:    const auto inner_row = mem::alloc<float, mem::L1, 300>();
// CHECK-NEXT:    for (Index c = 0; c < 288; c += 16) {
// CHECK:           vec::store(half, half_row, {c});
// CHECK:           vec::store(inner, inner_row, {c});
// CHECK:         for (Index c = 0; c < 288; c += 16) {
// CHECK-NEXT:      mem::prefetch_write(out_window, r, c);
// CHECK-NEXT:      const auto half = vec::load<16>(half_row, {c});
// CHECK-NEXT:      const auto inner = vec::load<16>(inner_row, {c});
// CHECK-NEXT:      const auto tanh = vec::tanh(inner);
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 2 sweeps over the columns and 2 row buffers
PTO_INCORE void gelu(In<Wide> x, Out<Wide> out) {
  auto in = tile::load<2, 300>(x, {0, 0});
  auto v = tile::add(tile::mul(in, 1.5f), 0.25f);
  auto half = tile::mul(v, 0.5f);
  auto cube = tile::mul(tile::mul(v, v), v);
  auto inner = tile::mul(tile::add(v, tile::mul(cube, 0.044715f)), 0.7978846f);
  tile::store(tile::mul(half, tile::add(tile::tanh(inner), 1.f)), {0, 0}, out);
}

// In place: the row is written by the sweep that is the last one to need it.
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 2 sweeps over the columns and 1 row buffer
PTO_INCORE void in_place(InOut<Wide> x) {
  auto in = tile::load<2, 300>(x, {0, 0});
  auto a = tile::exp(tile::mul(in, 0.25f));
  tile::store(tile::add(tile::exp(tile::mul(a, -1.f)), in), {0, 0}, x);
}

// What the first sweep knows goes somewhere, too, and to where the second one reads.
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 2 sweeps over the columns
PTO_INCORE void both(InOut<Wide> x, Out<Wide> first) {
  auto in = tile::load<2, 300>(x, {0, 0});
  auto a = tile::exp(tile::mul(in, 0.25f));
  auto b = tile::sub(tile::exp(tile::mul(a, -1.f)), tile::mul(in, 2.f));
  tile::store(a, {0, 0}, x);
  tile::store(tile::mul(b, a), {0, 0}, first);
}

// Between the sweeps that sums ask for: three functions in a row are three sweeps.
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 5 sweeps over the columns and 3 row buffers
PTO_INCORE void with_sums(In<Wide> x, In<Tensor<float, 2, 1>> y, Out<Wide> out) {
  auto in = tile::load<2, 300>(x, {0, 0});
  auto number = tile::load<2, 1>(y, {0, 0});
  auto a = tile::row_expand_sub(in, tile::row_max(in));
  auto b = tile::tanh(tile::row_expand_mul(tile::exp(a), number));
  auto c = tile::add(tile::exp(tile::mul(b, b)), a);
  tile::store(tile::row_expand_div(c, tile::row_sum(c)), {0, 0}, out);
}

// As many as the row has at run time.
PTO_INCORE void valid(In<Wide> x, Index n, Out<Wide> out) {
  auto in = tile::load<2, 300>(x, {0, 0}, Valid{2, 37 * n});
  auto a = tile::mul(tile::exp(tile::mul(in, 0.25f)), in);
  tile::store(tile::exp(tile::mul(tile::mul(a, a), -1.f)), {0, 0}, out);
}

// As much in between as a near cache does not hold beside it.
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 1 sweep over the columns and 0 row buffers
PTO_INCORE void much(In<Tensor<float, 1, 2048>> x, Out<Tensor<float, 1, 2048>> out) {
  auto in = tile::load<1, 2048>(x, {0, 0});
  auto a = tile::add(tile::mul(in, 0.25f), 1.f);
  auto b = tile::sub(tile::mul(in, in), 0.5f);
  auto c = tile::mul(tile::add(in, 2.f), in);
  auto d = tile::exp(tile::mul(tile::mul(a, b), -1.f));
  auto e = tile::tanh(tile::add(d, a));
  tile::store(tile::add(tile::mul(e, a), tile::add(tile::mul(b, d), tile::mul(c, e))), {0, 0}, out);
}

// A row that is soon over is not worth a second sweep, nor is a chain of few ops.
// CHECK-LABEL: void narrow(
// CHECK-NOT:     alloc
// CHECK-LABEL: void of_few(
// CHECK-NOT:     alloc
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 1 sweep over the columns and 0 row buffers
PTO_INCORE void narrow(In<Tensor<float, 2, 40>> x, Out<Tensor<float, 2, 40>> out) {
  auto in = tile::load<2, 40>(x, {0, 0});
  tile::store(tile::exp(tile::mul(tile::exp(tile::mul(in, 0.25f)), -1.f)), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 1 sweep over the columns and 0 row buffers
PTO_INCORE void of_few(In<Wide> x, Out<Wide> out) {
  auto in = tile::load<2, 300>(x, {0, 0});
  tile::store(tile::add(tile::exp(tile::mul(in, 0.25f)), in), {0, 0}, out);
}
// CHECK: PTO_TEST_MAIN

PTO_TEST_MAIN(gelu, in_place, both, with_sums, valid, much, narrow, of_few)
