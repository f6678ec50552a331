//===- buffers.cpp - plain loops: rows and steps with and without buffers -----------===//
//
// "direct" and "fused" are what a rewriter should arrive at; the others are what a kernel
// with buffers says literally.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <cstring>

using bench::Index;

namespace {

constexpr Index longest = 4096;

void scale_row(const float *__restrict x, float *__restrict out, float scale, float shift, Index n) {
  for (Index c = 0; c < n; ++c)
    out[c] = x[c] * scale + shift;
}

void direct(const bench::StagedRows &s) {
  for (Index r = 0; r < s.rows; ++r)
    scale_row(s.x + r * s.cols, s.out + r * s.cols, s.scale, s.shift, s.cols);
}

bool staged(const bench::StagedRows &s) {
  if (s.cols > longest)
    return false;
  for (Index r = 0; r < s.rows; ++r) {
    alignas(64) float row[longest];
    scale_row(s.x + r * s.cols, row, s.scale, s.shift, s.cols);
    std::memcpy(s.out + r * s.cols, row, static_cast<std::size_t>(s.cols) * sizeof(float));
  }
  return true;
}

void fused(const bench::Chain &s) {
  const float *__restrict x = s.x;
  float *__restrict out = s.out;
  for (Index i = 0; i < s.rows * s.cols; ++i) {
    const float v = x[i] * s.scale + s.shift;
    out[i] = v > 0 ? v : 0;
  }
}

void multiply(const float *__restrict x, float *__restrict out, float by, Index n) {
  for (Index c = 0; c < n; ++c)
    out[c] = x[c] * by;
}

void add(const float *__restrict x, float *__restrict out, float what, Index n) {
  for (Index c = 0; c < n; ++c)
    out[c] = x[c] + what;
}

void cut(const float *__restrict x, float *__restrict out, Index n) {
  for (Index c = 0; c < n; ++c)
    out[c] = x[c] > 0 ? x[c] : 0;
}

bool unfused(const bench::Chain &s) {
  if (s.cols > longest)
    return false;
  for (Index r = 0; r < s.rows; ++r) {
    alignas(64) float product[longest], sum[longest], result[longest];
    multiply(s.x + r * s.cols, product, s.scale, s.cols);
    add(product, sum, s.shift, s.cols);
    cut(sum, result, s.cols);
    std::memcpy(s.out + r * s.cols, result, static_cast<std::size_t>(s.cols) * sizeof(float));
  }
  return true;
}

const bench::Add rows[] = {{"direct", direct}, {"staged", staged}, {"fused", fused}, {"unfused", unfused}};

} // namespace
