//===- Cases.h - what is measured, on what, and what is right ------------------===//
#ifndef PTO_BENCH_CASES_H
#define PTO_BENCH_CASES_H

#include "harness/Memory.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// The arrays of one case, and what is expected of them.
struct Problem {
  Memory memory;
  std::shared_ptr<const void> arguments; // of the family's type

  float *out = nullptr;
  Index size = 0;
  std::function<double(Index)> want; // element i of out, computed in double precision
  std::function<void()> reset;       // before a run that is checked
  double absolute = 0, relative = 0; // |got - want| <= absolute + relative * |want|

  /// Empty, or what is wrong with `out`.
  std::string check() const;
};

enum class Limit { Copy, Read, Flops };

/// A kernel and a shape.
struct Case {
  std::string id; // "softmax/1024x1024"
  const char *family;
  const char *level; // the memory that its arrays fit into
  Limit limit;
  double work;   // bytes that have to be moved, or floating point operations
  double memory; // bytes of all its arrays
  std::function<std::unique_ptr<Problem>()> make;
};

/// In the order of the table.
std::vector<Case> all_cases();

//===-- problems, one function a family --------------------------------------===//

std::unique_ptr<Problem> softmax_problem(Index rows, Index cols);
std::unique_ptr<Problem> rmsnorm_problem(Index rows, Index cols);
std::unique_ptr<Problem> layernorm_problem(Index rows, Index cols);
std::unique_ptr<Problem> gelu_problem(Index n);
std::unique_ptr<Problem> vadd_problem(Index n);
std::unique_ptr<Problem> saxpy_problem(Index n);
std::unique_ptr<Problem> sum_problem(Index n);
std::unique_ptr<Problem> sgemm_problem(Index m, Index n, Index k);
std::unique_ptr<Problem> bf16gemm_problem(Index m, Index n, Index k);
std::unique_ptr<Problem> attention_problem(Index length, Index dim);
std::unique_ptr<Problem> staged_problem(Index rows, Index cols);
std::unique_ptr<Problem> chain_problem(Index rows, Index cols);

} // namespace bench

#endif
