// Kernels on rows from tiles down to intrinsics: any number of columns, known when compiling or not.
// RUN: %pto-rewrite --passes=@avx512 -Rpass-missed='lower-vectors|vectorize-tiles' %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: FileCheck %s --check-prefix=SAYS --allow-empty --input-file=%t.err
// SAYS-NOT: remark
// RUN: %if avx512 %{ %equal --passes=@avx512 --exactness=bitwise --ulp=8 --within=2e-6 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes=@avx2 --exactness=bitwise --ulp=8 --within=2e-6 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Plane = Tensor<float, dyn, dyn>;
using Input = Tensor<float, 3, 1024>;
constexpr Index most = 1024, widths[] = {1, 7, 15, 16, 17, 64, 100, 1000, 1023};

// CHECK-LABEL: PTO_X86_AVX512 void vadd(
PTO_INCORE void vadd(In<Input> x, In<Input> y, Index n, Out<Plane> out) {
  auto a = tile::load<3, most>(x, {0, 0}, Valid{3, n});
  auto b = tile::load<3, most>(y, {0, 0}, Valid{3, n});
  tile::store(tile::add(a, b), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void gelu(
PTO_INCORE void gelu(In<Input> x, Index n, Out<Plane> out) {
  auto v = tile::add(tile::mul(tile::load<3, most>(x, {0, 0}, Valid{3, n}), 1.5f), 0.25f);
  auto cube = tile::mul(tile::mul(v, v), v);
  auto inner = tile::mul(tile::add(v, tile::mul(cube, 0.044715f)), 0.7978845608f);
  tile::store(tile::mul(tile::mul(v, 0.5f), tile::add(tile::tanh(inner), 1.f)), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void softmax(
PTO_INCORE void softmax(In<Input> x, Index n, Out<Plane> out) {
  auto in = tile::load<3, most>(x, {0, 0}, Valid{3, n});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void rmsnorm(
PTO_INCORE void rmsnorm(In<Input> x, In<Input> gamma, Index n, Out<Plane> out) {
  const auto count = static_cast<float>(n);
  auto in = tile::load<3, most>(x, {0, 0}, Valid{3, n});
  auto mean = tile::div(tile::row_sum(tile::mul(in, in)), count);
  auto factor = tile::rsqrt(tile::add(mean, 1e-5f));
  auto weights = tile::load<1, most>(gamma, {0, 0}, Valid{1, n});
  tile::store(tile::col_expand_mul(tile::row_expand_mul(in, factor), weights), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void layernorm(
PTO_INCORE void layernorm(In<Input> x, In<Input> gamma, Index n, Out<Plane> out) {
  const auto count = static_cast<float>(n);
  auto in = tile::load<3, most>(x, {0, 0}, Valid{3, n});
  auto centred = tile::row_expand_sub(in, tile::div(tile::row_sum(in), count));
  auto variance = tile::div(tile::row_sum(tile::mul(centred, centred)), count);
  auto normal = tile::row_expand_mul(centred, tile::rsqrt(tile::add(variance, 1e-5f)));
  auto scaled = tile::col_expand_mul(normal, tile::load<1, most>(gamma, {0, 0}, Valid{1, n}));
  tile::store(tile::col_expand_add(scaled, tile::load<1, most>(gamma, {1, 0}, Valid{1, n})), {0, 0}, out);
}

// Arrays: tensors of one dimension.
// CHECK-LABEL: PTO_X86_AVX512 void saxpy(
// CHECK:         pto::x86::load16(x_window, c)
PTO_INCORE void saxpy(float a, In<Tensor<float, dyn>> x, Index i, Index n, InOut<Tensor<float, dyn>> y) {
  auto scaled = tile::mul(tile::load<1, most>(x, {i}, Valid{1, n}), a);
  tile::store(tile::add(scaled, tile::load<1, most>(y, {i}, Valid{1, n})), {i}, y);
}
// CHECK-LABEL: PTO_X86_AVX512 void sum(
PTO_INCORE void sum(In<Tensor<float, 3000>> x, Out<Tensor<float, 1, 1>> total) {
  auto so_far = tile::full<float, 1, 1>(0.f);
  for (Index i = 0; i < 3000; i += most) {
    auto part = tile::load<1, most>(x, {i}, Valid{1, math::min(most, 3000 - i)});
    so_far = tile::add(so_far, tile::row_sum(tile::abs(part)));
  }
  tile::store(so_far, {0, 0}, total);
}

// The rows of a transposed tensor: their elements are not neighbours.
// CHECK-LABEL: PTO_X86_AVX512 void columns(
PTO_INCORE void columns(In<Tensor<float, 40, 3>> x, Out<Tensor<float, 40, 3>> out) {
  auto turned = tensor::transpose<0, 1>(x);
  auto to = tensor::transpose<0, 1>(out);
  auto in = tile::load<3, 40>(turned, {0, 0});
  tile::store(tile::row_expand_sub(in, tile::row_sum(in)), {0, 0}, to);
}

// Widths that are known.
// CHECK-LABEL: PTO_X86_AVX512 void softmax_7(
PTO_INCORE void softmax_7(In<Tensor<float, 3, 7>> x, Out<Tensor<float, 3, 7>> out) {
  auto in = tile::load<3, 7>(x, {0, 0});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {0, 0}, out);
}
// CHECK-LABEL: PTO_X86_AVX512 void softmax_1000(
PTO_INCORE void softmax_1000(In<Tensor<float, 3, 1000>> x, Out<Tensor<float, 3, 1000>> out) {
  auto in = tile::load<3, 1000>(x, {0, 0});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {0, 0}, out);
}

template <class Kernel> static void everyWidth(Tensor<float, 9, 3, 1024> out, Kernel kernel) {
  for (Index i = 0; i < 9; ++i) {
    float *block = &out(i, 0, 0);
    for (Index k = 0; k < 3 * 1024; ++k)
      block[k] = 7.f; // what no kernel may touch
    kernel(widths[i], Plane(block, {3, 1024}));
  }
}
using Outputs = Tensor<float, 9, 3, 1024>;
void all_vadd(In<Input> x, In<Input> y, Out<Outputs> out) {
  everyWidth(out, [&](Index n, Plane block) { vadd(x, y, n, block); });
}
void all_saxpy(In<Tensor<float, 3072>> x, InOut<Tensor<float, 9, 3072>> y) {
  for (Index i = 0; i < 9; ++i)
    saxpy(0.75f, x, i, widths[i], Tensor<float, dyn>(&y(i, 0), {3072}));
}
void all_gelu(In<Input> x, Out<Outputs> out) {
  everyWidth(out, [&](Index n, Plane block) { gelu(x, n, block); });
}
void all_softmax(In<Input> x, Out<Outputs> out) {
  everyWidth(out, [&](Index n, Plane block) { softmax(x, n, block); });
}
void all_rmsnorm(In<Input> x, In<Input> gamma, Out<Outputs> out) {
  everyWidth(out, [&](Index n, Plane block) { rmsnorm(x, gamma, n, block); });
}
void all_layernorm(In<Input> x, In<Input> gamma, Out<Outputs> out) {
  everyWidth(out, [&](Index n, Plane block) { layernorm(x, gamma, n, block); });
}

PTO_TEST_MAIN(all_vadd, all_saxpy, sum, all_gelu, all_softmax, all_rmsnorm, all_layernorm, columns, softmax_7, softmax_1000)
