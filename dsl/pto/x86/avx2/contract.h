//===- contract.h - a row times a matrix in registers, 8 lanes ------------------===//
#ifndef PTO_X86_AVX2_CONTRACT_H
#define PTO_X86_AVX2_CONTRACT_H

#include "pto/x86/avx2/memref.h"

#include <utility>

namespace pto::x86 {

namespace detail {
PTO_X86_AVX2_INLINE __m256 add_product(__m256 c, float a, __m256 b) { return _mm256_fmadd_ps(_mm256_set1_ps(a), b, c); }
PTO_X86_AVX2_INLINE __m256i add_product(__m256i c, std::int32_t a, __m256i b) {
  return _mm256_add_epi32(_mm256_mullo_epi32(_mm256_set1_epi32(a), b), c);
}
template <class V, std::size_t A, std::size_t N, std::size_t... K>
PTO_X86_AVX2_INLINE V add_products8(V c, const V (&a)[A], const V (&b)[N], std::index_sequence<K...>) {
  ((c = detail::add_product(c, pto::x86::lane(a[K / 8], K % 8), b[K])), ...);
  return c;
}
} // namespace detail

/// c + a[0] * b[0] + a[1] * b[1] + ..., where a[k] is lane k of the registers: each step is a fused multiply-add, or
/// wraps. a has at least as many lanes as there are steps.
template <std::size_t A, std::size_t N>
PTO_X86_AVX2_INLINE __m256 add_products(__m256 c, const __m256 (&a)[A], const __m256 (&b)[N]) {
  static_assert(A == (N + 7) / 8);
  return detail::add_products8(c, a, b, std::make_index_sequence<N>());
}
template <std::size_t A, std::size_t N>
PTO_X86_AVX2_INLINE __m256i add_products(__m256i c, const __m256i (&a)[A], const __m256i (&b)[N]) {
  static_assert(A == (N + 7) / 8);
  return detail::add_products8(c, a, b, std::make_index_sequence<N>());
}

} // namespace pto::x86

#endif
