//===- eigen.cpp - Eigen ----------------------------------------------------------===//
//
// Array expressions by row, as its users write them. What has no allocation in Eigen's
// own idiom has none here: noalias, scratch kept between runs.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <Eigen/Core>
#include <cmath>

using bench::Index;

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixMap = Eigen::Map<Matrix>;
using Array = Eigen::Map<Eigen::ArrayXf>;

Array row(float *matrix, Index r, Index cols) { return Array(matrix + r * cols, cols); }

void softmax_row(Array x, Array out) {
  out = (x - x.maxCoeff()).exp();
  out *= 1 / out.sum();
}

void softmax(const bench::Softmax &s) {
  for (Index r = 0; r < s.rows; ++r)
    softmax_row(row(s.x, r, s.cols), row(s.out, r, s.cols));
}

void rmsnorm(const bench::RmsNorm &s) {
  const Array gamma(s.gamma, s.cols);
  for (Index r = 0; r < s.rows; ++r) {
    const Array x = row(s.x, r, s.cols);
    row(s.out, r, s.cols) = x * (1 / std::sqrt(x.square().mean() + bench::epsilon)) * gamma;
  }
}

void layernorm(const bench::LayerNorm &s) {
  const Array gamma(s.gamma, s.cols), beta(s.beta, s.cols);
  for (Index r = 0; r < s.rows; ++r) {
    const Array x = row(s.x, r, s.cols);
    const float mean = x.mean(), variance = (x - mean).square().mean();
    row(s.out, r, s.cols) = (x - mean) * (1 / std::sqrt(variance + bench::epsilon)) * gamma + beta;
  }
}

void gelu(const bench::Gelu &g) {
  const Array x(g.x, g.n);
  const auto v = x * g.a + g.b;
  Array(g.out, g.n) = 0.5f * v * (1 + (bench::root_2_over_pi * (v + bench::cubic * v.cube())).tanh());
}

void vadd(const bench::Vadd &v) { Array(v.out, v.n) = Array(v.x, v.n) + Array(v.y, v.n); }
void saxpy(const bench::Saxpy &s) { Array(s.y, s.n) += s.a * Array(s.x, s.n); }
void sum(const bench::Sum &s) { s.out[0] = Array(s.x, s.n).sum(); }

void sgemm(const bench::Sgemm &g) {
  MatrixMap(g.c, g.m, g.n).noalias() = MatrixMap(g.a, g.m, g.k) * MatrixMap(g.b, g.k, g.n);
}

void attention(const bench::Attention &t) {
  static Matrix scores;
  const MatrixMap q(t.q, t.length, t.dim), k(t.k, t.length, t.dim), v(t.v, t.length, t.dim);
  scores.noalias() = q * k.transpose();
  scores *= t.scale;
  for (Index r = 0; r < t.length; ++r)
    softmax_row(row(scores.data(), r, t.length), row(scores.data(), r, t.length));
  MatrixMap(t.out, t.length, t.dim).noalias() = scores * v;
}

void chain(const bench::Chain &s) {
  const Index n = s.rows * s.cols;
  Array(s.out, n) = (Array(s.x, n) * s.scale + s.shift).max(0.f);
}

const bench::Add expressions[] = {{"", softmax}, {"", rmsnorm}, {"", layernorm}, {"", gelu},      {"", vadd},
                                  {"", saxpy},   {"", sum},     {"", sgemm},     {"", attention}, {"fused", chain}};

} // namespace
