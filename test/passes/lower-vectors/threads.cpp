// Independent iterations run on the threads of OpenMP; what they share they borrow, or copy.
// RUN: %pto-rewrite -O3 --target=avx512 --threads=openmp -Rpass=lower-vectors %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %pto-rewrite -O3 --target=avx2 --threads=openmp %s -- | FileCheck %s --check-prefix=AVX2
// RUN: %pto-rewrite -O3 --target=avx512 --threads=none %s -- | sed -e '/^ *\/\//d' | FileCheck %s --check-prefix=NONE
// RUN: %pto-rewrite -O3 --target=avx512 %s -- | sed -e '/^ *\/\//d' | FileCheck %s --check-prefix=NONE
// RUN: %if avx512 %{ %python %root/test/tools/threads --tool=%pto-rewrite --dsl=%dsl --work=%t.512 %s -- -O3 --target=avx512 --threads=openmp %}
// RUN: %if avx2 %{ %python %root/test/tools/threads --tool=%pto-rewrite --dsl=%dsl --work=%t.256 %s -- -O2 --target=avx2 --threads=openmp %}
// RUN: %if avx512 %{ %equal --allow=target-maths,reassociate --ulp=4 --within=1e-5 --expect-change --passes='vectorize-tiles{width=16},parallelize-loops{elements=1},lower-vectors{target=avx512 threads=openmp}' %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Plane = Tensor<float, dyn, dyn>;
using Rows = Tensor<float, dyn, 64>;
// NONE-NOT: x86::parallel
// NONE: scf::parallel(rows, [&](Index r) { copied(x, r, y); });
// NONE-NOT: x86::parallel

// A block of rows: the row has a buffer of its own.
// CHECK-LABEL: Plane softmax_block(
// CHECK:         const auto x_window = pto::x86::in_window<dyn, dyn>(x, {r0, 0}, {rows, in_cols});
// CHECK-NEXT:    const auto out_window = pto::x86::out_window<dyn, dyn>(out, {r0, 0}, {rows, in_cols});
// CHECK-NEXT:    pto::x86::parallel16(0, rows, 1, pto::x86::elements(out_window), [=](Index r) PTO_X86_AVX512 {
// CHECK-NEXT:      pto::x86::Buffer<float, mem::L1, 128> powers_row;
// AVX2: pto::x86::parallel8(0, rows, 1, pto::x86::elements(out_window), [=](Index r) PTO_X86_AVX2 {
PTO_INCORE Plane softmax_block(In<Plane> x, Index r0, Index rows, Out<Plane> out) {
  auto in = tile::load<8, 128>(x, {r0, 0}, Valid{rows, x.extent(1)});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  return tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {r0, 0}, out);
}

// Blocks: handles go in without their counts.
// CHECK-LABEL: Plane softmax(
// CHECK-NEXT:    const Index rows = x.extent(0);
// CHECK-NEXT:    pto::x86::parallel(0, rows, 8, pto::x86::elements(out), [=, x = pto::x86::borrow(x), out = pto::x86::borrow(out)](Index r0) {
// CHECK-NEXT:      softmax_block(x, r0, math::min<Index>(8, rows - r0), out);
// CHECK-NEXT:    });
// SAYS: [[@LINE+3]]:3: remark: the iterations run on the threads of OpenMP [-Rpass=lower-vectors]
PTO_ORCHESTRATION Plane softmax(In<Plane> x, Out<Plane> out) {
  const Index rows = x.extent(0);
  for (Index r0 = 0; r0 < rows; r0 += 8)
    out = softmax_block(x, r0, math::min<Index>(8, rows - r0), out);
  return out;
}

// A product: a factor stays for all blocks of rows.
// CHECK-LABEL: void product(
// CHECK:         pto::x86::parallel16(0, a.extent(0), 8, 64 * pto::x86::elements(c), [=, a = pto::x86::borrow(a), c = pto::x86::borrow(c), right = pto::x86::borrow(right)](Index i) PTO_X86_AVX512 {
// CHECK-NEXT:      const auto a_window = pto::x86::in_window<8, 64>(a, {i, 0});
PTO_INCORE void product(In<Rows> a, In<Tensor<float, 64, 64>> b, Out<Rows> c) {
  auto right = tile::move<Mem::Right>(tile::load<64, 64, Mem::Mat>(b, {0, 0}));
  for (Index i = 0; i < a.extent(0); i += 8) {
    auto left = tile::move<Mem::Left>(tile::load<8, 64, Mem::Mat>(a, {i, 0}));
    auto sum = tile::matmul(left, right);
    tile::store(sum, {i, 0}, c);
  }
}

// Attention: queries by blocks; what they carry over the keys is theirs.
// CHECK-LABEL: Rows attend(
// CHECK:         pto::x86::parallel(0, q.extent(0), 8, 64 * pto::x86::elements(out), [=, q = pto::x86::borrow(q), k = pto::x86::borrow(k), v = pto::x86::borrow(v), out = pto::x86::borrow(out)](Index q0) {
PTO_INCORE Rows attend_block(In<Rows> q, In<Rows> k, In<Rows> v, Index q0, Out<Rows> out) {
  auto queries = tile::move<Mem::Left>(tile::load<8, 64>(q, {q0, 0}));
  auto largest = tile::full<float, 8, 1>(-1e30f);
  auto sum = tile::full<float, 8, 1>(0.f);
  auto acc = tile::full<float, 8, 64>(0.f);
  for (Index k0 = 0; k0 < k.extent(0); k0 += 8) {
    auto keys = tile::transpose(tile::load<8, 64, Mem::Mat>(k, {k0, 0}));
    auto scores = tile::move<Mem::Vec>(tile::matmul(queries, tile::move<Mem::Right>(keys)));
    auto top = tile::maximum(largest, tile::row_max(scores));
    auto rescale = tile::exp(tile::sub(largest, top));
    auto powers = tile::row_expand_expdif(scores, top);
    sum = tile::add(tile::mul(sum, rescale), tile::row_sum(powers));
    acc = tile::row_expand_mul(acc, rescale);
    largest = top;
    auto values = tile::move<Mem::Right>(tile::load<8, 64, Mem::Mat>(v, {k0, 0}));
    tile::matmul_acc(acc, tile::move<Mem::Left>(powers), values);
  }
  return tile::store(tile::row_expand_div(acc, sum), {q0, 0}, out);
}
PTO_ORCHESTRATION Rows attend(In<Rows> q, In<Rows> k, In<Rows> v, Out<Rows> out) {
  for (Index q0 = 0; q0 < q.extent(0); q0 += 8)
    out = attend_block(q, k, v, q0, out);
  return out;
}

// What the user has promised, with a kernel that owns its memory: nothing is counted by two threads.
// CHECK-LABEL: Rows doubled(
// CHECK:         pto::x86::parallel(rows, pto::x86::elements(y), [=, x = pto::x86::borrow(x), y = pto::x86::borrow(y)](Index r) { copied(x, r, y); });
PTO_INCORE Rows copied(In<Rows> x, Index r, Out<Rows> y) {
  auto a = tile::load<1, 64>(x, {r, 0});
  return tile::store(tile::add(a, a), {r, 0}, y);
}
PTO_ORCHESTRATION Rows doubled(In<Rows> x) {
  const Index rows = x.extent(0);
  const auto y = tensor::create<float, dyn, 64>({rows, 64});
  scf::parallel(rows, [&](Index r) { copied(x, r, y); });
  return y;
}

// What is staged becomes a view of the output.
// CHECK-LABEL: void staged_rows(
// CHECK-NEXT:    pto::x86::parallel(0, 8, 1, pto::x86::elements(y), [=, x = pto::x86::borrow(x), y = pto::x86::borrow(y)](Index r) {
// CHECK-NEXT:      auto row = tensor::slice<1, 8192>(y, {r, 0});
PTO_INCORE Tensor<float, 1, 8192> doubled_row(In<Tensor<float, 8, 8192>> x, Index r, Out<Tensor<float, 1, 8192>> row) {
  auto a = tile::load<1, 8192>(x, {r, 0});
  return tile::store(tile::add(a, a), {0, 0}, row);
}
PTO_ORCHESTRATION void staged_rows(In<Tensor<float, 8, 8192>> x, Out<Tensor<float, 8, 8192>> y) {
  for (Index r = 0; r < 8; ++r) {
    auto row = tensor::create<float, 1, 8192>();
    row = doubled_row(x, r, row);
    y = tensor::assemble(y, row, {r, 0});
  }
}

// A loop over vectors of the user's.
// CHECK-LABEL: void halves(
// CHECK-NEXT:    const auto half_of_it = _mm512_set1_ps(0.5f);
// CHECK-NEXT:    pto::x86::parallel16(0, n, 1, pto::x86::elements(y), [=, x = pto::x86::borrow(x), y = pto::x86::borrow(y), &half_of_it](Index r) PTO_X86_AVX512 {
PTO_INCORE void halves(In<mem::MemRef<float, mem::L2, 8, 64>> x, Index n, Out<mem::MemRef<float, mem::L2, 8, 64>> y) {
  const auto half_of_it = vec::splat<float, 16>(0.5f);
  for (Index r = 0; r < n; ++r)
    for (Index c = 0; c < 64; c += 16)
      vec::store(vec::load<16>(x, {r, c}) * half_of_it, y, {r, c});
}

// Transposed: a window of the output is a copy, written back as a whole, and the loop stays on one thread.
PTO_ORCHESTRATION void transposed(In<Plane> x, Out<Plane> y) {
  softmax(tensor::transpose<1, 0>(x), tensor::transpose<1, 0>(y));
}

PTO_TEST_MAIN(softmax, product, attend, doubled, staged_rows, halves)
