//===- contract.h - a row times a matrix in registers, 16 lanes ------------------===//
#ifndef PTO_X86_AVX512_CONTRACT_H
#define PTO_X86_AVX512_CONTRACT_H

#include "pto/x86/avx512/memref.h"

#include <utility>

namespace pto::x86 {

namespace detail {
PTO_X86_AVX512_INLINE __m512 add_product(__m512 c, float a, __m512 b) {
  return _mm512_fmadd_ps(_mm512_set1_ps(a), b, c);
}
PTO_X86_AVX512_INLINE __m512i add_product(__m512i c, std::int32_t a, __m512i b) {
  return _mm512_add_epi32(_mm512_mullo_epi32(_mm512_set1_epi32(a), b), c);
}
template <class V, std::size_t A, std::size_t N, std::size_t... K>
PTO_X86_AVX512_INLINE V add_products16(V c, const V (&a)[A], const V (&b)[N], std::index_sequence<K...>) {
  ((c = detail::add_product(c, pto::x86::lane(a[K / 16], K % 16), b[K])), ...);
  return c;
}
} // namespace detail

/// c + a[0] * b[0] + a[1] * b[1] + ..., where a[k] is lane k of the registers: each step is a fused multiply-add, or
/// wraps. a has at least as many lanes as there are steps.
template <std::size_t A, std::size_t N>
PTO_X86_AVX512_INLINE __m512 add_products(__m512 c, const __m512 (&a)[A], const __m512 (&b)[N]) {
  static_assert(A == (N + 15) / 16);
  return detail::add_products16(c, a, b, std::make_index_sequence<N>());
}
template <std::size_t A, std::size_t N>
PTO_X86_AVX512_INLINE __m512i add_products(__m512i c, const __m512i (&a)[A], const __m512i (&b)[N]) {
  static_assert(A == (N + 15) / 16);
  return detail::add_products16(c, a, b, std::make_index_sequence<N>());
}

} // namespace pto::x86

#endif
