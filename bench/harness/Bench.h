//===- Bench.h - what a kernel or a peer offers to the harness ----------------===//
//
//   static void softmax(const bench::Softmax &s) { ... }     // or bool: false for a shape that it has not got
//   static const bench::Add rows("", softmax);
//
// Each source below kernels/ and peers/ becomes a module: a shared object with hidden
// symbols, built with its own compiler and flags, that offers entries. The harness
// opens modules; nothing that the compiler made of an inline function in one of them
// is ever used by another (that is why they are not just linked into one program).
//
// An entry has a family, which decides its arguments, and a variant, which tells
// entries of one module apart ("prepacked"). Matrices are dense and row major. Inputs
// are not const because handles of the DSL are not.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_BENCH_BENCH_H
#define PTO_BENCH_BENCH_H

#include <cstdint>

namespace bench {

using Index = std::int64_t;

/// out(r, :) = exp(x(r, :) - max) / sum of the same
struct Softmax {
  static constexpr const char *family = "softmax";
  float *x, *out;
  Index rows, cols;
};

/// out(r, :) = x(r, :) / sqrt(mean of squares + epsilon) * gamma
struct RmsNorm {
  static constexpr const char *family = "rmsnorm";
  float *x, *gamma, *out;
  Index rows, cols;
};

/// out(r, :) = (x(r, :) - mean) / sqrt(variance + epsilon) * gamma + beta
struct LayerNorm {
  static constexpr const char *family = "layernorm";
  float *x, *gamma, *beta, *out;
  Index rows, cols;
};

inline constexpr float epsilon = 1e-5f;

/// v = x * a + b; out = v / 2 * (1 + tanh(root_2_over_pi * (v + cubic * v^3)))
struct Gelu {
  static constexpr const char *family = "gelu";
  float *x, *out;
  float a, b;
  Index n;
};

inline constexpr float root_2_over_pi = 0.79788456f, cubic = 0.044715f;

/// out = x + y
struct Vadd {
  static constexpr const char *family = "vadd";
  float *x, *y, *out;
  Index n;
};

/// y = a * x + y
struct Saxpy {
  static constexpr const char *family = "saxpy";
  float a, *x, *y;
  Index n;
};

/// out[0] = sum of x
struct Sum {
  static constexpr const char *family = "sum";
  float *x, *out;
  Index n;
};

/// c = a * b, m x k by k x n
struct Sgemm {
  static constexpr const char *family = "sgemm";
  float *a, *b, *c;
  Index m, n, k;
};

/// The same of bf16, with f32 accumulators and an f32 result.
struct Bf16Gemm {
  static constexpr const char *family = "bf16gemm";
  std::uint16_t *a, *b;
  float *c;
  Index m, n, k;
};

/// out = softmax(q * k^T * scale) * v, each length x dim
struct Attention {
  static constexpr const char *family = "attention";
  float *q, *k, *v, *out;
  Index length, dim;
  float scale;
};

/// out(r, :) = x(r, :) * scale + shift, a row at a time. The question is what a buffer for the row costs.
struct StagedRows {
  static constexpr const char *family = "staged";
  float *x, *out;
  float scale, shift;
  Index rows, cols;
};

/// out = max(x * scale + shift, 0) in three steps. The question is what buffers between them cost.
struct Chain {
  static constexpr const char *family = "chain";
  float *x, *out;
  float scale, shift;
  Index rows, cols;
};

//===-- limits: what the machine can do -------------------------------------===//

/// Copies bytes from src to dst.
struct Copy {
  static constexpr const char *family = "limit-copy";
  char *src, *dst;
  Index bytes;
};

/// Reads bytes.
struct Read {
  static constexpr const char *family = "limit-read";
  char *src;
  Index bytes;
};

/// So many floating point operations, in registers.
struct Flops {
  static constexpr const char *family = "limit-fma";
  Index flops;
};

//===-- entries -------------------------------------------------------------===//

/// A kernel with its arguments.
class Run {
public:
  virtual ~Run() = default;
  /// Runs it once. False: not for this shape.
  virtual bool run() = 0;
  /// What a library chose to do it with, if it says so.
  virtual const char *how() const { return ""; }
};

struct Entry {
  const char *family, *variant;
  Run *(*prepare)(const Entry &entry, const void *arguments); // null: not for this shape
  void (*function)();
  const Entry *next;
};

namespace detail {

inline const Entry *entries = nullptr;

template <class Args, class Result> class Call final : public Run {
public:
  using Function = Result (*)(const Args &);
  Call(Function function, const Args &args) : function_(function), args_(args) {}
  bool run() override {
    if constexpr (__is_same(Result, bool))
      return function_(args_);
    else
      return function_(args_), true;
  }

private:
  Function function_;
  Args args_;
};

} // namespace detail

/// Offers a function as an entry of the module that it is in.
class Add {
public:
  /// `function` is called for each run.
  template <class Args, class Result>
    requires(__is_same(Result, void) || __is_same(Result, bool))
  Add(const char *variant, Result (*function)(const Args &))
      : Add(Args::family, variant, function, [](const Entry &entry, const void *arguments) -> Run * {
          using Function = Result (*)(const Args &);
          return new detail::Call<Args, Result>(reinterpret_cast<Function>(entry.function),
                                                *static_cast<const Args *>(arguments));
        }) {}

  /// `prepare` is called once and returns what is to be run: for libraries that make plans or pack weights.
  template <class Args>
  Add(const char *variant, Run *(*prepare)(const Args &))
      : Add(Args::family, variant, prepare, [](const Entry &entry, const void *arguments) {
          using Prepare = Run *(*)(const Args &);
          return reinterpret_cast<Prepare>(entry.function)(*static_cast<const Args *>(arguments));
        }) {}

private:
  template <class F>
  Add(const char *family, const char *variant, F *function, Run *(*prepare)(const Entry &, const void *))
      : entry_{family, variant, prepare, reinterpret_cast<void (*)()>(function), detail::entries} {
    detail::entries = &entry_;
  }

  Entry entry_;
};

} // namespace bench

/// The only symbol of a module: its entries, the last one first.
extern "C" [[gnu::used, gnu::visibility("default")]] inline const bench::Entry *pto_bench_entries() {
  return bench::detail::entries;
}

#endif
