//===- Problems.cpp - inputs and expected results of each family -----------------===//
//
// Expected results are computed in double precision from the inputs as they are. The
// tolerances let an order of summation and an exp that is a few units off pass, and
// nothing that forgets an element.
//
//===-----------------------------------------------------------------------===//

#include "harness/Cases.h"

#include <cmath>

using namespace bench;

namespace {

/// A problem whose output is `size` elements long and poisoned before each checked run.
template <class Args> std::unique_ptr<Problem> problem(std::unique_ptr<Problem> p, const Args &args, float *out,
                                                       Index size) {
  p->arguments = std::make_shared<Args>(args);
  p->out = out;
  p->size = size;
  if (!p->reset)
    p->reset = [=] { poison(out, size); };
  return p;
}

float *random_array(Problem &p, Index n, std::uint64_t seed, float scale = 1.f) {
  auto *x = p.memory.array<float>(n);
  fill(x, n, seed, scale);
  return x;
}

/// Expected results that are known all at once.
void expect(Problem &p, std::vector<double> values) {
  p.want = [values = std::move(values)](Index i) { return values[static_cast<std::size_t>(i)]; };
}

std::vector<double> doubles(Index n) { return std::vector<double>(static_cast<std::size_t>(n)); }

double wide(float x) { return static_cast<double>(x); }

/// to[0 .. n) = softmax of from[0 .. n)
void softmax_row(const double *from, double *to, Index n) {
  double largest = from[0], sum = 0;
  for (Index c = 1; c < n; ++c)
    largest = std::fmax(largest, from[c]);
  for (Index c = 0; c < n; ++c)
    sum += to[c] = std::exp(from[c] - largest);
  for (Index c = 0; c < n; ++c)
    to[c] /= sum;
}

} // namespace

std::unique_ptr<Problem> bench::softmax_problem(Index rows, Index cols) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, rows * cols, 1, 4.f), *out = p->memory.array<float>(rows * cols);
  auto in = doubles(rows * cols), want = in;
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = wide(x[i]);
  for (Index r = 0; r < rows; ++r)
    softmax_row(in.data() + r * cols, want.data() + r * cols, cols);
  expect(*p, std::move(want));
  p->relative = 2e-5;
  return problem(std::move(p), Softmax{x, out, rows, cols}, out, rows * cols);
}

std::unique_ptr<Problem> bench::rmsnorm_problem(Index rows, Index cols) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, rows * cols, 1, 3.f), *gamma = random_array(*p, cols, 2);
  auto *out = p->memory.array<float>(rows * cols);
  auto want = doubles(rows * cols);
  for (Index r = 0; r < rows; ++r) {
    double squares = 0;
    for (Index c = 0; c < cols; ++c)
      squares += wide(x[r * cols + c]) * wide(x[r * cols + c]);
    const double factor = 1 / std::sqrt(squares / static_cast<double>(cols) + wide(epsilon));
    for (Index c = 0; c < cols; ++c)
      want[static_cast<std::size_t>(r * cols + c)] = wide(x[r * cols + c]) * factor * wide(gamma[c]);
  }
  expect(*p, std::move(want));
  p->absolute = p->relative = 1e-5;
  return problem(std::move(p), RmsNorm{x, gamma, out, rows, cols}, out, rows * cols);
}

std::unique_ptr<Problem> bench::layernorm_problem(Index rows, Index cols) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, rows * cols, 1, 3.f), *gamma = random_array(*p, cols, 2),
        *beta = random_array(*p, cols, 3);
  auto *out = p->memory.array<float>(rows * cols);
  // Every eighth row lies far from zero: a variance computed as mean of squares minus square of mean is wrong there.
  for (Index i = 0; i < rows * cols; ++i)
    x[i] += i / cols % 8 == 7 ? 100.f : 0.f;
  auto want = doubles(rows * cols);
  for (Index r = 0; r < rows; ++r) {
    const auto n = static_cast<double>(cols);
    double sum = 0, squares = 0;
    for (Index c = 0; c < cols; ++c)
      sum += wide(x[r * cols + c]);
    for (Index c = 0; c < cols; ++c)
      squares += std::pow(wide(x[r * cols + c]) - sum / n, 2);
    const double factor = 1 / std::sqrt(squares / n + wide(epsilon));
    for (Index c = 0; c < cols; ++c)
      want[static_cast<std::size_t>(r * cols + c)] =
          (wide(x[r * cols + c]) - sum / n) * factor * wide(gamma[c]) + wide(beta[c]);
  }
  expect(*p, std::move(want));
  p->absolute = p->relative = 1e-4; // so far does a sum in ascending order get
  return problem(std::move(p), LayerNorm{x, gamma, beta, out, rows, cols}, out, rows * cols);
}

std::unique_ptr<Problem> bench::gelu_problem(Index n) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, n, 1, 4.f), *out = p->memory.array<float>(n);
  const float a = 0.75f, b = 0.125f;
  p->want = [=](Index i) {
    const double v = wide(x[i]) * wide(a) + wide(b);
    return v / 2 * (1 + std::tanh(wide(root_2_over_pi) * (v + wide(cubic) * v * v * v)));
  };
  p->absolute = p->relative = 2e-6;
  return problem(std::move(p), Gelu{x, out, a, b, n}, out, n);
}

std::unique_ptr<Problem> bench::vadd_problem(Index n) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, n, 1), *y = random_array(*p, n, 2), *out = p->memory.array<float>(n);
  p->want = [=](Index i) { return wide(x[i]) + wide(y[i]); };
  p->absolute = p->relative = 1e-7;
  return problem(std::move(p), Vadd{x, y, out, n}, out, n);
}

std::unique_ptr<Problem> bench::saxpy_problem(Index n) {
  auto p = std::make_unique<Problem>();
  const float a = 0.75f;
  float *x = random_array(*p, n, 1), *y = random_array(*p, n, 2);
  // y is updated in place: it is made of x, so that what it was needs no copy.
  p->reset = [=] {
    for (Index i = 0; i < n; ++i)
      y[i] = 0.5f - x[i];
  };
  p->want = [=](Index i) { return wide(a) * wide(x[i]) + wide(0.5f - x[i]); };
  p->absolute = p->relative = 2e-7;
  return problem(std::move(p), Saxpy{a, x, y, n}, y, n);
}

std::unique_ptr<Problem> bench::sum_problem(Index n) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, n, 1), *out = p->memory.array<float>(1);
  double sum = 0;
  for (Index i = 0; i < n; ++i)
    sum += wide(x[i]);
  expect(*p, {sum});
  p->absolute = 1e-7 * static_cast<double>(n); // one accumulator walks at random
  return problem(std::move(p), Sum{x, out, n}, out, 1);
}

std::unique_ptr<Problem> bench::staged_problem(Index rows, Index cols) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, rows * cols, 1), *out = p->memory.array<float>(rows * cols);
  p->want = [=](Index i) { return wide(x[i]) * 1.5 - 0.25; };
  p->absolute = p->relative = 2e-7;
  return problem(std::move(p), StagedRows{x, out, 1.5f, -0.25f, rows, cols}, out, rows * cols);
}

std::unique_ptr<Problem> bench::chain_problem(Index rows, Index cols) {
  auto p = std::make_unique<Problem>();
  float *x = random_array(*p, rows * cols, 1), *out = p->memory.array<float>(rows * cols);
  p->want = [=](Index i) { return std::fmax(wide(x[i]) * 1.5 - 0.25, 0.); };
  p->absolute = p->relative = 2e-7;
  return problem(std::move(p), Chain{x, out, 1.5f, -0.25f, rows, cols}, out, rows * cols);
}

//===-- products ----------------------------------------------------------------===//

/// a (m x k) times b (k x n), read through functions.
template <class A, class B> static std::vector<double> product(Index m, Index n, Index k, A a, B b) {
  auto c = doubles(m * n);
  auto row = doubles(k * n);
  for (Index i = 0; i < k * n; ++i)
    row[static_cast<std::size_t>(i)] = b(i / n, i % n);
  for (Index i = 0; i < m; ++i)
    for (Index l = 0; l < k; ++l) {
      const double x = a(i, l);
      double *to = c.data() + i * n;
      const double *from = row.data() + l * n;
      for (Index j = 0; j < n; ++j)
        to[j] += x * from[j];
    }
  return c;
}

std::unique_ptr<Problem> bench::sgemm_problem(Index m, Index n, Index k) {
  auto p = std::make_unique<Problem>();
  float *a = random_array(*p, m * k, 1), *b = random_array(*p, k * n, 2), *c = p->memory.array<float>(m * n);
  expect(*p, product(
                 m, n, k, [=](Index i, Index l) { return wide(a[i * k + l]); },
                 [=](Index l, Index j) { return wide(b[l * n + j]); }));
  p->absolute = 2e-7 * static_cast<double>(k);
  return problem(std::move(p), Sgemm{a, b, c, m, n, k}, c, m * n);
}

std::unique_ptr<Problem> bench::bf16gemm_problem(Index m, Index n, Index k) {
  auto p = std::make_unique<Problem>();
  auto *a = p->memory.array<std::uint16_t>(m * k), *b = p->memory.array<std::uint16_t>(k * n);
  auto *c = p->memory.array<float>(m * n);
  fill(a, m * k, 1);
  fill(b, k * n, 2);
  expect(*p, product(
                 m, n, k, [=](Index i, Index l) { return bf16_value(a[i * k + l]); },
                 [=](Index l, Index j) { return bf16_value(b[l * n + j]); }));
  p->absolute = 2e-7 * static_cast<double>(k);
  return problem(std::move(p), Bf16Gemm{a, b, c, m, n, k}, c, m * n);
}

std::unique_ptr<Problem> bench::attention_problem(Index length, Index dim) {
  auto p = std::make_unique<Problem>();
  float *q = random_array(*p, length * dim, 1, 2.f), *k = random_array(*p, length * dim, 2, 2.f);
  float *v = random_array(*p, length * dim, 3), *out = p->memory.array<float>(length * dim);
  const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(dim)));
  auto scores = product(
      length, length, dim, [=](Index i, Index d) { return wide(q[i * dim + d]) * wide(scale); },
      [=](Index d, Index j) { return wide(k[j * dim + d]); });
  for (Index i = 0; i < length; ++i)
    softmax_row(scores.data() + i * length, scores.data() + i * length, length);
  expect(*p,
         product(
             length, dim, length, [&](Index i, Index j) { return scores[static_cast<std::size_t>(i * length + j)]; },
             [=](Index j, Index d) { return wide(v[j * dim + d]); }));
  p->absolute = 2e-6;
  p->relative = 1e-5;
  return problem(std::move(p), Attention{q, k, v, out, length, dim, scale}, out, length * dim);
}
