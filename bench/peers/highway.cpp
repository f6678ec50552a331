//===- highway.cpp - Google's Highway ------------------------------------------------===//
//
// Portable intrinsics with static dispatch: what somebody writes who knows vectors, but
// not this CPU. Four accumulators for reductions; a tail is one masked step.
//
//===-----------------------------------------------------------------------===//

// Debian's 1.0.3 does not find its own best target among those of dynamic dispatch.
#define HWY_COMPILE_ONLY_STATIC

#include "harness/Bench.h"

#include <cmath>
#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

using bench::Index;

namespace {

namespace hn = hwy::HWY_NAMESPACE;

const hn::ScalableTag<float> d;
using V = hn::Vec<decltype(d)>;
using M = hn::Mask<decltype(d)>;

Index lanes() { return static_cast<Index>(hn::Lanes(d)); }
M first(Index n) { return hn::FirstN(d, static_cast<std::size_t>(n)); }
V splat(float x) { return hn::Set(d, x); }

/// body(i) for each whole vector below n, tail(i, mask) for what is left.
template <class Body, class Tail> HWY_INLINE void each(Index n, Body body, Tail tail) {
  Index i = 0;
  for (; i + lanes() <= n; i += lanes())
    body(i);
  if (i < n)
    tail(i, first(n - i));
}

/// out[i] = f(x[i])
template <class F> HWY_INLINE void map(const float *x, float *out, Index n, F f) {
  each(
      n, [&](Index i) { hn::StoreU(f(i, hn::LoadU(d, x + i)), d, out + i); },
      [&](Index i, M m) { hn::BlendedStore(f(i, hn::MaskedLoad(m, d, x + i)), m, d, out + i); });
}

/// Joins step(vector of x) into accumulators that start as `none`.
template <class Step> HWY_INLINE V fold(const float *x, Index n, V none, Step step) {
  V a = none, b = none, c = none, e = none;
  const Index w = lanes();
  Index i = 0;
  for (; i + 4 * w <= n; i += 4 * w) {
    a = step(a, hn::LoadU(d, x + i));
    b = step(b, hn::LoadU(d, x + i + w));
    c = step(c, hn::LoadU(d, x + i + 2 * w));
    e = step(e, hn::LoadU(d, x + i + 3 * w));
  }
  for (; i + w <= n; i += w)
    a = step(a, hn::LoadU(d, x + i));
  if (i < n)
    b = hn::IfThenElse(first(n - i), step(b, hn::MaskedLoad(first(n - i), d, x + i)), b);
  return step.join(step.join(a, b), step.join(c, e));
}

struct AddUp {
  V operator()(V sum, V x) const { return hn::Add(sum, x); }
  V join(V a, V b) const { return hn::Add(a, b); }
};
struct Squares {
  V mean;
  V operator()(V sum, V x) const { return hn::MulAdd(hn::Sub(x, mean), hn::Sub(x, mean), sum); }
  V join(V a, V b) const { return hn::Add(a, b); }
};
struct Largest {
  V operator()(V most, V x) const { return hn::Max(most, x); }
  V join(V a, V b) const { return hn::Max(a, b); }
};

float sum_of(V v) { return hn::GetLane(hn::SumOfLanes(d, v)); }

void softmax(const bench::Softmax &s) {
  for (Index r = 0; r < s.rows; ++r) {
    const float *x = s.x + r * s.cols;
    float *out = s.out + r * s.cols;
    const V largest = hn::MaxOfLanes(d, fold(x, s.cols, splat(x[0]), Largest{}));
    map(x, out, s.cols, [&](Index, V v) { return hn::Exp(d, hn::Sub(v, largest)); });
    const V factor = splat(1 / sum_of(fold(out, s.cols, hn::Zero(d), AddUp{})));
    map(out, out, s.cols, [&](Index, V v) { return hn::Mul(v, factor); });
  }
}

/// Weights of the columns from i on; beyond n whatever is there is not used.
HWY_INLINE V weights(const float *w, Index i, Index n) {
  return i + lanes() <= n ? hn::LoadU(d, w + i) : hn::MaskedLoad(first(n - i), d, w + i);
}

void rmsnorm(const bench::RmsNorm &s) {
  for (Index r = 0; r < s.rows; ++r) {
    const float *x = s.x + r * s.cols;
    const float squares = sum_of(fold(x, s.cols, hn::Zero(d), Squares{hn::Zero(d)}));
    const V factor = splat(1 / std::sqrt(squares / static_cast<float>(s.cols) + bench::epsilon));
    map(x, s.out + r * s.cols, s.cols,
        [&](Index i, V v) { return hn::Mul(hn::Mul(v, factor), weights(s.gamma, i, s.cols)); });
  }
}

void layernorm(const bench::LayerNorm &s) {
  const auto n = static_cast<float>(s.cols);
  for (Index r = 0; r < s.rows; ++r) {
    const float *x = s.x + r * s.cols;
    const V mean = splat(sum_of(fold(x, s.cols, hn::Zero(d), AddUp{})) / n);
    const float variance = sum_of(fold(x, s.cols, hn::Zero(d), Squares{mean})) / n;
    const V factor = splat(1 / std::sqrt(variance + bench::epsilon));
    map(x, s.out + r * s.cols, s.cols, [&](Index i, V v) {
      const V normal = hn::Mul(hn::Sub(v, mean), factor);
      return hn::MulAdd(normal, weights(s.gamma, i, s.cols), weights(s.beta, i, s.cols));
    });
  }
}

void gelu(const bench::Gelu &g) {
  const V a = splat(g.a), b = splat(g.b), one = splat(1), minus_two = splat(-2 * bench::root_2_over_pi),
          cubic = splat(bench::cubic);
  map(g.x, g.out, g.n, [&](Index, V x) {
    const V v = hn::MulAdd(x, a, b), u = hn::MulAdd(hn::Mul(hn::Mul(v, v), v), cubic, v);
    return hn::Div(v, hn::Add(one, hn::Exp(d, hn::Mul(minus_two, u)))); // (1 + tanh u) / 2 = 1 / (1 + exp(-2u))
  });
}

void vadd(const bench::Vadd &v) {
  map(v.x, v.out, v.n, [&](Index i, V x) { return hn::Add(x, weights(v.y, i, v.n)); });
}

void vadd_streaming(const bench::Vadd &v) {
  each(
      v.n, [&](Index i) { hn::Stream(hn::Add(hn::LoadU(d, v.x + i), hn::LoadU(d, v.y + i)), d, v.out + i); },
      [&](Index i, M m) {
        hn::BlendedStore(hn::Add(hn::MaskedLoad(m, d, v.x + i), hn::MaskedLoad(m, d, v.y + i)), m, d, v.out + i);
      });
  hwy::FlushStream();
}

void saxpy(const bench::Saxpy &s) {
  const V a = splat(s.a);
  map(s.x, s.y, s.n, [&](Index i, V x) { return hn::MulAdd(a, x, weights(s.y, i, s.n)); });
}

void sum(const bench::Sum &s) { s.out[0] = sum_of(fold(s.x, s.n, hn::Zero(d), AddUp{})); }

const bench::Add kernels[] = {{"", softmax}, {"", rmsnorm}, {"", layernorm},
                              {"", gelu},    {"", vadd},    {"streaming", vadd_streaming},
                              {"", saxpy},   {"", sum}};

} // namespace
