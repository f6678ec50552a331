//===- products.cpp - plain loops: f32 and bf16 matrix products --------------------===//
//
// Two ways each: the loop order that vectorises, and a block of accumulators that fits
// into registers. No packing: that is what libraries are for.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <cstring>

using bench::Index;

namespace {

float value(float x) { return x; }
float value(std::uint16_t x) {
  const std::uint32_t bits = static_cast<std::uint32_t>(x) << 16;
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return f;
}

/// Rows of b are added to a row of c.
template <class Args> void ikj(const Args &g) {
  for (Index i = 0; i < g.m; ++i) {
    float *__restrict c = g.c + i * g.n;
    for (Index j = 0; j < g.n; ++j)
      c[j] = 0;
    for (Index l = 0; l < g.k; ++l) {
      const auto *__restrict b = g.b + l * g.n;
      const float a = value(g.a[i * g.k + l]);
      for (Index j = 0; j < g.n; ++j)
        c[j] += a * value(b[j]);
    }
  }
}

constexpr Index block_rows = 8, block_cols = 32;

/// rows x cols elements of c, all of them in accumulators.
template <class Args> void any_block(const Args &g, Index i0, Index j0, Index rows, Index cols) {
  float sum[block_rows][block_cols] = {};
  for (Index l = 0; l < g.k; ++l)
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < cols; ++j)
        sum[i][j] += value(g.a[(i0 + i) * g.k + l]) * value(g.b[l * g.n + j0 + j]);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j)
      g.c[(i0 + i) * g.n + j0 + j] = sum[i][j];
}

template <class Args> void whole_block(const Args &g, Index i0, Index j0) {
  float sum[block_rows][block_cols] = {};
  const auto *__restrict a = g.a + i0 * g.k;
  const auto *__restrict b = g.b + j0;
  for (Index l = 0; l < g.k; ++l)
    for (Index i = 0; i < block_rows; ++i)
      for (Index j = 0; j < block_cols; ++j)
        sum[i][j] += value(a[i * g.k + l]) * value(b[l * g.n + j]);
  for (Index i = 0; i < block_rows; ++i)
    for (Index j = 0; j < block_cols; ++j)
      g.c[(i0 + i) * g.n + j0 + j] = sum[i][j];
}

template <class Args> void blocked(const Args &g) {
  for (Index j = 0; j < g.n; j += block_cols)
    for (Index i = 0; i < g.m; i += block_rows) {
      const Index rows = g.m - i < block_rows ? g.m - i : block_rows,
                  cols = g.n - j < block_cols ? g.n - j : block_cols;
      if (rows == block_rows && cols == block_cols)
        whole_block(g, i, j);
      else
        any_block(g, i, j, rows, cols);
    }
}

const bench::Add products[] = {{"ikj", ikj<bench::Sgemm>},
                               {"8x32", blocked<bench::Sgemm>},
                               {"ikj", ikj<bench::Bf16Gemm>},
                               {"8x32", blocked<bench::Bf16Gemm>}};

} // namespace
