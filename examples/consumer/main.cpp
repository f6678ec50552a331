// Runs the kernel and checks what it computes.

#include "norm.h"

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  using namespace norm;
  std::vector<float> x(rows * cols), out(rows * cols);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i % 13) - 5.5f;
  normalise(x.data(), out.data());

  double worst = 0;
  for (pto::dsl::Index r = 0; r < rows; ++r) {
    double squares = 0;
    for (pto::dsl::Index c = 0; c < cols; ++c)
      squares += double(x[r * cols + c]) * x[r * cols + c];
    for (pto::dsl::Index c = 0; c < cols; ++c)
      worst = std::fmax(worst, std::fabs(out[r * cols + c] - x[r * cols + c] / std::sqrt(squares / cols + 1e-6)));
  }
  std::printf("worst error %.1e: %s\n", worst, worst < 1e-5 ? "ok" : "wrong");
  return worst < 1e-5 ? 0 : 1;
}
