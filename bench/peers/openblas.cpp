//===- openblas.cpp - OpenBLAS --------------------------------------------------===//
//
// Which CPU it takes this one for is part of the result: see Modules.cpp.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <cblas.h>
#include <string>

using bench::Index;

namespace {

/// Calls f, and says with which kernels.
template <class F> class Product final : public bench::Run {
public:
  explicit Product(F f) : f_(f), core_(openblas_get_corename()) {}
  bool run() override { return f_(), true; }
  const char *how() const override { return core_.c_str(); }

private:
  F f_;
  std::string core_;
};
template <class F> bench::Run *make(F f) { return new Product<F>(f); }

int narrow(Index n) { return static_cast<int>(n); }

bench::Run *sgemm(const bench::Sgemm &g) {
  const int m = narrow(g.m), n = narrow(g.n), k = narrow(g.k);
  return make(
      [=] { cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.f, g.a, k, g.b, n, 0.f, g.c, n); });
}

bench::Run *saxpy(const bench::Saxpy &s) {
  return make([=] { cblas_saxpy(narrow(s.n), s.a, s.x, 1, s.y, 1); });
}

const bench::Add blas[] = {{"", sgemm}, {"", saxpy}};

} // namespace
