//===- rows.cpp - plain loops: softmax and norms --------------------------------===//
//
// What a C++ programmer writes first, and compilers are made for: separate loops over a
// row, restrict pointers, nothing by hand. Built by each compiler with several flags.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <cmath>

using bench::Index;

namespace {

void softmax(const bench::Softmax &s) {
  for (Index r = 0; r < s.rows; ++r) {
    const float *__restrict x = s.x + r * s.cols;
    float *__restrict out = s.out + r * s.cols;
    float largest = x[0];
    for (Index c = 1; c < s.cols; ++c)
      largest = x[c] > largest ? x[c] : largest;
    float sum = 0;
    for (Index c = 0; c < s.cols; ++c) {
      out[c] = std::exp(x[c] - largest);
      sum += out[c];
    }
    const float factor = 1 / sum;
    for (Index c = 0; c < s.cols; ++c)
      out[c] *= factor;
  }
}

void rmsnorm(const bench::RmsNorm &s) {
  const float *__restrict gamma = s.gamma;
  for (Index r = 0; r < s.rows; ++r) {
    const float *__restrict x = s.x + r * s.cols;
    float *__restrict out = s.out + r * s.cols;
    float squares = 0;
    for (Index c = 0; c < s.cols; ++c)
      squares += x[c] * x[c];
    const float factor = 1 / std::sqrt(squares / static_cast<float>(s.cols) + bench::epsilon);
    for (Index c = 0; c < s.cols; ++c)
      out[c] = x[c] * factor * gamma[c];
  }
}

void layernorm(const bench::LayerNorm &s) {
  const float *__restrict gamma = s.gamma, *__restrict beta = s.beta;
  const auto n = static_cast<float>(s.cols);
  for (Index r = 0; r < s.rows; ++r) {
    const float *__restrict x = s.x + r * s.cols;
    float *__restrict out = s.out + r * s.cols;
    float sum = 0, squares = 0;
    for (Index c = 0; c < s.cols; ++c)
      sum += x[c];
    const float mean = sum / n;
    for (Index c = 0; c < s.cols; ++c)
      squares += (x[c] - mean) * (x[c] - mean);
    const float factor = 1 / std::sqrt(squares / n + bench::epsilon);
    for (Index c = 0; c < s.cols; ++c)
      out[c] = (x[c] - mean) * factor * gamma[c] + beta[c];
  }
}

const bench::Add by_row[] = {{"", softmax}, {"", rmsnorm}, {"", layernorm}};

} // namespace
