//===- common.h - what every example shares: data, repetition, comparison -===//
//
//   int main(int argc, char **argv) {
//     auto x = example::random<float>({rows, cols}, 1);
//     example::Array<float> out({rows, cols});
//     example::repeat(argc, argv, [&] { scale(x.data(), out.data()); });
//     example::Report report("scale");
//     report.compare("out", out, expected(x), 1e-6);
//     return report.finish();
//   }
//
// A program takes how often to run its kernels (1 if it is not told), so that it can
// be timed. It prints a checksum over the bits of what it compared, and "ok"; or the
// first element that is not what the oracle says, and returns 1.
//
//===----------------------------------------------------------------------===//
#ifndef PTO_EXAMPLES_COMMON_H
#define PTO_EXAMPLES_COMMON_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace example {

using Shape = std::vector<std::int64_t>;

/// The user's memory: dense, row major, zeros at first. A const Array reads as double,
/// so that oracles, which take their inputs by const reference, compute in double.
template <class T> class Array {
public:
  explicit Array(Shape shape) : shape_(shape) {
    std::int64_t n = 1;
    for (std::int64_t extent : shape)
      n *= extent;
    elements_.resize(static_cast<std::size_t>(n));
  }

  T *data() { return elements_.data(); }
  const Shape &shape() const { return shape_; }
  const std::vector<T> &elements() const { return elements_; }
  std::vector<T> &elements() { return elements_; }

  template <class... I> T &operator()(I... index) { return elements_[position(index...)]; }
  template <class... I> double operator()(I... index) const {
    return static_cast<double>(elements_[position(index...)]);
  }

private:
  template <class... I> std::size_t position(I... index) const {
    std::int64_t at = 0;
    std::size_t d = 0;
    ((at = at * shape_[d++] + static_cast<std::int64_t>(index)), ...);
    return static_cast<std::size_t>(at);
  }

  Shape shape_;
  std::vector<T> elements_;
};

/// Numbers in [-scale, scale), the same on every machine.
template <class T> Array<T> random(Shape shape, std::uint64_t seed, float scale = 1.f) {
  Array<T> a(shape);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u;
  for (T &x : a.elements()) { // splitmix64
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    x = static_cast<T>((static_cast<float>(z >> 40) * 0x1p-23f - 1.f) * scale);
  }
  return a;
}

/// Calls `kernels` as often as the command line says.
template <class F> void repeat(int argc, char **argv, F kernels) {
  char *end = nullptr;
  const long times = argc > 1 ? std::strtol(argv[1], &end, 10) : 1;
  if (argc > 2 || times < 1 || (end && *end)) {
    std::fprintf(stderr, "usage: %s [REPETITIONS]\n", argv[0]);
    std::exit(64);
  }
  for (long i = 0; i < times; ++i)
    kernels();
}

/// Compares results with what an oracle expects.
class Report {
public:
  explicit Report(const char *name) : name_(name) {}

  /// Every |got - want| <= tolerance * max(1, |want|).
  template <class T>
  void compare(const char *what, const Array<T> &got, const Array<double> &want, double tolerance) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(got.elements().data());
    for (std::size_t i = 0; i < got.elements().size() * sizeof(T); ++i)
      checksum_ = (checksum_ ^ bytes[i]) * 0x100000001B3u; // FNV-1a
    for (std::size_t i = 0; i < got.elements().size(); ++i) {
      const double g = static_cast<double>(got.elements()[i]), w = want.elements()[i];
      if (std::fabs(g - w) <= tolerance * std::fmax(1.0, std::fabs(w)))
        continue;
      std::printf("%s: %s(", name_, what);
      auto rest = static_cast<std::int64_t>(i), below = static_cast<std::int64_t>(got.elements().size());
      for (std::size_t d = 0; d < got.shape().size(); ++d) {
        below /= got.shape()[d];
        std::printf("%s%lld", d ? ", " : "", static_cast<long long>(rest / below));
        rest %= below;
      }
      std::printf(") is %.9g, expected %.9g\n", g, w);
      failed_ = true;
      return;
    }
  }

  /// The last word, and what main returns.
  int finish() const {
    if (failed_)
      return 1;
    std::printf("%s: checksum %016llx\n%s: ok\n", name_, static_cast<unsigned long long>(checksum_), name_);
    return 0;
  }

private:
  const char *name_;
  std::uint64_t checksum_ = 0xCBF29CE484222325u;
  bool failed_ = false;
};

} // namespace example

#endif
