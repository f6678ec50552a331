//===- attention.cpp - plain loops: attention ---------------------------------------===//

#include "harness/Bench.h"

#include <cmath>
#include <vector>

using bench::Index;

namespace {

std::vector<float> keys, scores; // kept between runs, so that allocation is not what is measured

/// k with rows and columns exchanged: then both products are sums of rows.
const float *transposed(const bench::Attention &t) {
  keys.resize(static_cast<std::size_t>(t.length * t.dim));
  float *__restrict to = keys.data();
  for (Index j = 0; j < t.length; ++j)
    for (Index d = 0; d < t.dim; ++d)
      to[d * t.length + j] = t.k[j * t.dim + d];
  return to;
}

/// A query at a time.
void attention(const bench::Attention &t) {
  const float *__restrict kt = transposed(t);
  scores.resize(static_cast<std::size_t>(t.length));
  float *__restrict s = scores.data();
  for (Index i = 0; i < t.length; ++i) {
    for (Index j = 0; j < t.length; ++j)
      s[j] = 0;
    for (Index d = 0; d < t.dim; ++d) {
      const float q = t.q[i * t.dim + d] * t.scale;
      for (Index j = 0; j < t.length; ++j)
        s[j] += q * kt[d * t.length + j];
    }
    float largest = s[0], sum = 0;
    for (Index j = 1; j < t.length; ++j)
      largest = s[j] > largest ? s[j] : largest;
    for (Index j = 0; j < t.length; ++j) {
      s[j] = std::exp(s[j] - largest);
      sum += s[j];
    }
    float *__restrict out = t.out + i * t.dim;
    for (Index d = 0; d < t.dim; ++d)
      out[d] = 0;
    for (Index j = 0; j < t.length; ++j)
      for (Index d = 0; d < t.dim; ++d)
        out[d] += s[j] * t.v[j * t.dim + d];
    const float factor = 1 / sum;
    for (Index d = 0; d < t.dim; ++d)
      out[d] *= factor;
  }
}

const bench::Add by_query("", attention);

} // namespace
