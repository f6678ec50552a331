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
PTO_INCORE void vadd(In<Plane> x, In<Input> y, Index n, Out<Plane> out) {
  auto a = tile::load<3, most>(x, {0, 0}, Valid{3, n});
  auto b = tile::load<3, most>(y, {0, 0}, Valid{3, n});
  tile::store(tile::add(a, b), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void gelu(
PTO_INCORE void gelu(In<Plane> x, Index n, Out<Plane> out) {
  auto v = tile::add(tile::mul(tile::load<3, most>(x, {0, 0}, Valid{3, n}), 1.5f), 0.25f);
  auto cube = tile::mul(tile::mul(v, v), v);
  auto inner = tile::mul(tile::add(v, tile::mul(cube, 0.044715f)), 0.7978845608f);
  tile::store(tile::mul(tile::mul(v, 0.5f), tile::add(tile::tanh(inner), 1.f)), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void softmax(
PTO_INCORE void softmax(In<Plane> x, Index n, Out<Plane> out) {
  auto in = tile::load<3, most>(x, {0, 0}, Valid{3, n});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void rmsnorm(
PTO_INCORE void rmsnorm(In<Plane> x, In<Plane> gamma, Index n, Out<Plane> out) {
  const auto count = static_cast<float>(n);
  auto in = tile::load<3, most>(x, {0, 0}, Valid{3, n});
  auto mean = tile::div(tile::row_sum(tile::mul(in, in)), count);
  auto factor = tile::rsqrt(tile::add(mean, 1e-5f));
  auto weights = tile::load<1, most>(gamma, {0, 0}, Valid{1, n});
  tile::store(tile::col_expand_mul(tile::row_expand_mul(in, factor), weights), {0, 0}, out);
}

// CHECK-LABEL: PTO_X86_AVX512 void layernorm(
PTO_INCORE void layernorm(In<Plane> x, In<Plane> gamma, Index n, Out<Plane> out) {
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

// All widths: out of the middle of wide rows, and of tensors that fill their memory to the last element, between pages
// that nobody may touch. The results are the same, and elements of other columns stay.
using test_harness::Guard;
using test_harness::Guarded;
using Outputs = Tensor<float, 9, 3, 1024>;
constexpr Guard guards[] = {Guard::Behind, Guard::Before};
constexpr float untouched = 7.f, different = 1e30f;

static void copy(Tensor<float, dyn, dyn> from, Tensor<float, dyn, dyn> to) {
  for (Index r = 0; r < to.extent(0); ++r)
    for (Index c = 0; c < to.extent(1); ++c)
      to(r, c) = from(r, c);
}
template <class Kernel> static void everyWidth(Plane x, Plane gamma, Outputs out, Kernel kernel) {
  for (Index i = 0; i < 9; ++i) {
    const Index n = widths[i];
    const Plane wide(&out(i, 0, 0), {3, 1024});
    for (Index k = 0; k < 3 * 1024; ++k)
      wide.data()[k] = untouched;
    kernel(x, gamma, n, wide);
    for (Guard guard : guards) {
      const Guarded<float> memory(3 * n, guard), weights(3 * n, guard), results(3 * n, guard);
      const Plane in(memory.data(), {3, n}), some(weights.data(), {3, n}), result(results.data(), {3, n});
      copy(x, in);
      copy(gamma, some);
      kernel(in, some, n, result);
      for (Index r = 0; r < 3; ++r)
        for (Index c = 0; c < n; ++c)
          if (std::memcmp(&result(r, c), &wide(r, c), sizeof(float)) != 0)
            wide(r, c) = different;
    }
  }
}
void all_vadd(In<Input> x, In<Input> y, Out<Outputs> out) {
  everyWidth(x, y, out, [&](Plane in, Plane, Index n, Plane block) { vadd(in, y, n, block); });
}
void all_saxpy(In<Tensor<float, 3072>> x, InOut<Tensor<float, 9, 3072>> y) {
  for (Index i = 0; i < 9; ++i)
    for (Guard guard : guards) {
      const Index n = widths[i] + i;
      const Guarded<float> in(n, guard), out(n, guard);
      for (Index k = 0; k < n; ++k) {
        in.data()[k] = x(k);
        out.data()[k] = y(i, k);
      }
      saxpy(0.75f, Tensor<float, dyn>(in.data(), {n}), i, widths[i], Tensor<float, dyn>(out.data(), {n}));
      for (Index k = 0; k < n; ++k)
        y(i, k) = out.data()[k];
    }
}
void all_gelu(In<Input> x, Out<Outputs> out) {
  everyWidth(x, x, out, [](Plane in, Plane, Index n, Plane block) { gelu(in, n, block); });
}
void all_softmax(In<Input> x, Out<Outputs> out) {
  everyWidth(x, x, out, [](Plane in, Plane, Index n, Plane block) { softmax(in, n, block); });
}
void all_rmsnorm(In<Input> x, In<Input> gamma, Out<Outputs> out) { everyWidth(x, gamma, out, rmsnorm); }
void all_layernorm(In<Input> x, In<Input> gamma, Out<Outputs> out) { everyWidth(x, gamma, out, layernorm); }

PTO_TEST_MAIN(all_vadd, all_saxpy, sum, all_gelu, all_softmax, all_rmsnorm, all_layernorm, columns, softmax_7,
              softmax_1000)
