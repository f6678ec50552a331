//===- Cases.cpp - the list of what is measured --------------------------------===//
//
// Sizes are those of the goals (bench/gates.py), and for each family one that is a
// multiple of nothing: a tail must not cost what was won.
//
//===-----------------------------------------------------------------------===//

#include "harness/Cases.h"

#include <cmath>
#include <cstdio>

using namespace bench;

std::string Problem::check() const {
  for (Index i = 0; i < size; ++i) {
    const double got = static_cast<double>(out[i]), right = want(i);
    if (std::fabs(got - right) <= absolute + relative * std::fabs(right))
      continue;
    char text[128];
    std::snprintf(text, sizeof text, "element %lld is %.9g, expected %.9g", static_cast<long long>(i), got, right);
    return text;
  }
  return "";
}

namespace {

constexpr double bytes_of_float = sizeof(float);

std::string shape(Index a, Index b) { return std::to_string(a) + "x" + std::to_string(b); }

using MakeMatrix = std::unique_ptr<Problem> (*)(Index, Index);
using MakeArray = std::unique_ptr<Problem> (*)(Index);

/// A matrix is read and another one written.
Case rows_case(const char *family, Index rows, Index cols, const char *level, MakeMatrix make) {
  const double bytes = 2 * bytes_of_float * static_cast<double>(rows * cols);
  return {std::string(family) + "/" + shape(rows, cols), family, level, Limit::Copy, bytes, bytes, [=] {
            return make(rows, cols);
          }};
}

/// `streams` arrays of n elements go through the CPU, `arrays` exist.
Case array_case(const char *family, const std::string &size, Index n, const char *level, Limit limit, int streams,
                int arrays, MakeArray make) {
  const double bytes = bytes_of_float * static_cast<double>(n);
  return {std::string(family) + "/" + size, family, level, limit, streams * bytes, arrays * bytes,
          [=] { return make(n); }};
}

void add_arrays(std::vector<Case> &to) {
  struct Size {
    const char *name;
    Index n;
    const char *level;
  };
  constexpr Size sizes[] = {{"2K", 2048, "L1"}, {"32K", 32768, "L2"}, {"10007", 10007, "L2"}, {"64M", 1 << 26, "DRAM"}};
  for (const auto &[name, n, level] : sizes)
    to.push_back(array_case("vadd", name, n, level, Limit::Copy, 3, 3, vadd_problem));
  for (const auto &[name, n, level] : sizes)
    to.push_back(array_case("saxpy", name, n, level, Limit::Copy, 3, 2, saxpy_problem));
  for (const auto &[name, n, level] : sizes)
    to.push_back(array_case("sum", name, n, level, Limit::Read, 1, 1, sum_problem));
}

void add_products(std::vector<Case> &to) {
  for (const auto &[m, n, k] :
       {std::tuple<Index, Index, Index>{256, 256, 256}, {512, 512, 512}, {1024, 1024, 1024}, {250, 253, 247}}) {
    const std::string id = m == n ? std::to_string(m) : shape(m, n) + "x" + std::to_string(k);
    const double flops = 2. * static_cast<double>(m * n * k);
    const double bytes = bytes_of_float * static_cast<double>(m * k + k * n + m * n);
    to.push_back({"sgemm/" + id, "sgemm", "L2", Limit::Flops, flops, bytes, [=] { return sgemm_problem(m, n, k); }});
  }
  const double flops = 2. * 512 * 512 * 512;
  to.push_back({"bf16gemm/512", "bf16gemm", "L2", Limit::Flops, flops, 8. * 512 * 512,
                [] { return bf16gemm_problem(512, 512, 512); }});
}

void add_attention(std::vector<Case> &to) {
  for (Index length : {1024, 1000}) {
    constexpr Index dim = 64;
    const double flops = 4. * static_cast<double>(length * length * dim);
    to.push_back({"attention/" + shape(length, dim), "attention", "L2", Limit::Flops, flops,
                  4 * bytes_of_float * static_cast<double>(length * dim),
                  [=] { return attention_problem(length, dim); }});
  }
}

} // namespace

std::vector<Case> bench::all_cases() {
  std::vector<Case> cases;
  for (const auto &[rows, cols, level] : {std::tuple<Index, Index, const char *>{1024, 1024, "L3"},
                                          {4096, 256, "L3"},
                                          {64, 1024, "L2"},
                                          {61, 1003, "L2"}})
    cases.push_back(rows_case("softmax", rows, cols, level, softmax_problem));
  const std::tuple<Index, Index, const char *> norms[] = {{4096, 1024, "L3"}, {64, 1024, "L2"}, {61, 1003, "L2"}};
  for (const auto &[rows, cols, level] : norms)
    cases.push_back(rows_case("rmsnorm", rows, cols, level, rmsnorm_problem));
  for (const auto &[rows, cols, level] : norms)
    cases.push_back(rows_case("layernorm", rows, cols, level, layernorm_problem));
  cases.push_back(array_case("gelu", "1M", 1 << 20, "L3", Limit::Copy, 2, 2, gelu_problem));
  cases.push_back(array_case("gelu", "64K", 1 << 16, "L2", Limit::Copy, 2, 2, gelu_problem));
  cases.push_back(array_case("gelu", "50021", 50021, "L2", Limit::Copy, 2, 2, gelu_problem));
  add_arrays(cases);
  add_products(cases);
  add_attention(cases);
  for (const auto &[rows, cols, level] :
       {std::tuple<Index, Index, const char *>{64, 1024, "L2"}, {4096, 1024, "L3"}, {61, 1003, "L2"}})
    cases.push_back(rows_case("staged", rows, cols, level, staged_problem));
  for (const auto &[rows, cols, level] :
       {std::tuple<Index, Index, const char *>{64, 256, "L2"}, {64, 1024, "L2"}, {16, 4096, "L2"}, {61, 1003, "L2"}})
    cases.push_back(rows_case("chain", rows, cols, level, chain_problem));
  return cases;
}
