//===- matmul.h - the one loop nest behind every matrix product ----------------===//
//
//   c[i][j] = fma(a[i][k], b[k][j], c[i][j])   for k = 0, 1, ...
//
// Ascending k, one accumulator an element. The accumulator is float for half, bf16 and
// float, double for double, int32 for 8- and 16-bit integers (wrapping) and int64 for
// int32 and int64. Each step is a FUSED multiply-add: one rounding. (Products of half or
// bf16 are exact in float, so for these fused or not is the same.) Fused because every
// target has the instruction: what it computes has these bits, whatever -ffp-contract says.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_MATMUL_H
#define PTO_DSL_MATMUL_H

#include "pto/dsl/math.h"

PTO_DSL_BEGIN
namespace detail {

template <class T> struct Accumulator {
  using type = std::int32_t;
};
template <> struct Accumulator<half> {
  using type = float;
};
template <> struct Accumulator<bf16> {
  using type = float;
};
template <> struct Accumulator<float> {
  using type = float;
};
template <> struct Accumulator<double> {
  using type = double;
};
template <> struct Accumulator<std::int32_t> {
  using type = std::int64_t;
};
template <> struct Accumulator<std::int64_t> {
  using type = std::int64_t;
};

/// c[0 .. n) = fma(x, b, c), and the same compiled for CPUs with the instruction (elsewhere each
/// step is a call of the C library).
template <class T> inline void fma_row(T *c, const T *b, T x, Index n) {
  for (Index j = 0; j < n; ++j)
    c[j] = math::fma(x, b[j], c[j]);
}
#if defined(__x86_64__) && !defined(__FMA__)
__attribute__((target("avx2,fma"))) inline void fma_row_fast(float *c, const float *b, float x, Index n) {
  for (Index j = 0; j < n; ++j)
    c[j] = __builtin_fmaf(x, b[j], c[j]);
}
inline void fma_row(float *c, const float *b, float x, Index n) {
  if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"))
    fma_row_fast(c, b, x, n);
  else
    for (Index j = 0; j < n; ++j)
      c[j] = __builtin_fmaf(x, b[j], c[j]);
}
#endif

/// c (m x n) += a (m x k) * b (k x n), all dense and row major.
template <class T> inline void multiply(T *c, const T *a, const T *b, Index m, Index k, Index n) {
  for (Index i = 0; i < m; ++i)
    for (Index l = 0; l < k; ++l)
      fma_row(c + i * n, b + l * n, a[i * k + l], n);
}

/// Dense scratch memory for n elements.
template <class T> class Scratch {
public:
  explicit Scratch(Index n) : data_(new T[static_cast<Size>(n > 0 ? n : 1)]) {}
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() { delete[] data_; }
  T *data() const { return data_; }
  T &operator[](Index i) const { return data_[i]; }

private:
  T *data_;
};

/// c(i, j) += sum of a(i, l) * b(l, j). get_a, get_b read elements; get_c, put_c accumulators.
template <class Acc, class GetA, class GetB, class GetC, class PutC>
inline void matmul(Index m, Index k, Index n, GetA get_a, GetB get_b, GetC get_c, PutC put_c) {
  Scratch<Acc> a(m * k), b(k * n), c(m * n);
  for (Index i = 0; i < m; ++i)
    for (Index l = 0; l < k; ++l)
      a[i * k + l] = static_cast<Acc>(get_a(i, l));
  for (Index l = 0; l < k; ++l)
    for (Index j = 0; j < n; ++j)
      b[l * n + j] = static_cast<Acc>(get_b(l, j));
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j)
      c[i * n + j] = get_c(i, j);
  multiply(c.data(), a.data(), b.data(), m, k, n);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j)
      put_c(i, j, c[i * n + j]);
}

} // namespace detail

/// The type that products of T accumulate in. See the top of matmul.h.
template <Element T> using AccumulatorOf = typename detail::Accumulator<T>::type;

PTO_DSL_END

#endif
