// Tails, masks, paddings, and memory whose neighbours are apart.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// CHECK-LABEL: void masked(
// CHECK:           const auto m = pto::x86::tail_mask16(5 - r);
// CHECK-NEXT:      const auto a = pto::x86::masked_read16(m, 9.f, x, r, 1);
// CHECK-NEXT:      pto::x86::write16(_mm512_mask_blend_ps(_mm512_cmp_ps_mask(a, _mm512_set1_ps(0.f), _CMP_LT_OQ), _mm512_add_ps(a, a), a), out, r, -2);
PTO_INCORE void masked(In<L1<float, 3, 7>> x, Out<L1<float, 3, 7>> out) {
  for (Index r = 0; r < 3; ++r) {
    const auto m = vec::create_mask<16>(5 - r);
    const auto a = vec::transfer_read<16>(x, {r, 1}, 9.f, m);
    vec::transfer_write(vec::select(vec::cmp(a, vec::splat<float, 16>(0.f), Cmp::LT), a, a + a), out, {r, -2});
  }
}

// Windows that overhang, or lie outside altogether.
// CHECK-LABEL: void outside(
// CHECK:         pto::x86::write16(pto::x86::read16(0.f, x, r - 1, c), out, r, c);
PTO_INCORE void outside(In<L1<float, 3, 7>> x, Out<L1<float, 5, 40>> out) {
  for (Index r = 0; r < 6; ++r)
    for (Index c = -20; c < 50; c += 16)
      vec::transfer_write(vec::transfer_read<16>(x, {r - 1, c}), out, {r, c});
}

// Every row of odd length, masked writes.
// CHECK-LABEL: void odd(
// CHECK:         pto::x86::masked_write16(pto::x86::tail_mask16(n - c), {{.*}}, out, c);
template <Index N> PTO_INCORE void odd(In<L1<float, N>> x, Index n, Out<L1<float, N>> out) {
  for (Index c = 0; c < N; c += 16)
    vec::transfer_write(vec::transfer_read<16>(x, {c}, -1.f) * vec::splat<float, 16>(2.f), out, {c},
                        vec::create_mask<16>(n - c));
}

// Every other element; a transposed tensor.
// CHECK-LABEL: void strided(
// CHECK:         pto::x86::store16(pto::x86::load16(even, 0), out, 0);
PTO_INCORE void strided(In<L1<float, 40>> x, Out<L1<float, 64>> out) {
  const auto even = mem::subview<16>(x, {1}, {2});
  vec::store(vec::load<16>(even, {0}), out, {0});
  const auto odd = mem::subview<20>(out, {17}, {2});
  vec::transfer_write(vec::transfer_read<16>(mem::subview<13>(x, {0}, {3}), {-1}, 4.f), odd, {7});
}
PTO_INCORE void columns(In<Tensor<float, 20, 3>> x, Out<Tensor<float, 20, 3>> out) {
  const auto from = mem::view(tensor::transpose<0, 1>(x)), to = mem::view(tensor::transpose<0, 1>(out));
  for (Index c = 0; c < 3; ++c) {
    vec::store(vec::load<16>(from, {c, 0}), to, {c, 0});
    vec::transfer_write(vec::transfer_read<16>(from, {c, 16}), to, {c, 16});
  }
}

// The other elements.
// CHECK-LABEL: void copies(
// CHECK:         pto::x86::write16(pto::x86::read16(0, b, 1), b_out, 3);
// CHECK:         pto::x86::write16(pto::x86::read16({}, h, 2), h_out, 1);
PTO_INCORE void copies(In<L1<std::int8_t, 17>> b, In<L1<std::int16_t, 17>> s, In<L1<std::int32_t, 17>> i,
                       In<L1<half, 17>> h, In<L1<bf16, 17>> f, Out<L1<std::int8_t, 17>> b_out,
                       Out<L1<std::int16_t, 17>> s_out, Out<L1<std::int32_t, 17>> i_out, Out<L1<half, 17>> h_out,
                       Out<L1<bf16, 17>> f_out) {
  vec::transfer_write(vec::transfer_read<16>(b, {1}), b_out, {3});
  vec::transfer_write(vec::transfer_read<16>(s, {9}, 5), s_out, {3});
  vec::transfer_write(vec::transfer_read<16>(i, {1}, 7), i_out, {3}, vec::create_mask<16>(6));
  vec::transfer_write(vec::transfer_read<16>(h, {2}), h_out, {1});
  vec::transfer_write(vec::transfer_read<16>(f, {4}, bf16(3.f), vec::create_mask<16>(9)), f_out, {0});
  vec::store(vec::load<16>(f, {1}), f_out, {1});
  vec::store(vec::load<16>(b, {0}), b_out, {1});
}

PTO_TEST_MAIN(masked, outside, odd<1>, odd<7>, odd<15>, odd<16>, odd<17>, odd<1000>, odd<1023>, strided, columns, copies)
