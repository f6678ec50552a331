//===- ulp.cpp - measures the vector functions on every float -------------------===//
//
//   x86_ulp [--every=N] [function] [target]
//   x86_ulp --bits ...                           a checksum of the results instead, to compare compilers
//
// All 2^32 arguments (every Nth), against the C library in double, whose own error is 2^-29 of what is
// measured. One line a function and target; the exit code is 1 if one exceeds its published bound.
//
//===-----------------------------------------------------------------------===//
#include "oracle.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr long block = 2048; // in L1, with what is computed from it

struct Worst {
  double ulps = 0;
  float argument = 0;
  bool above_one = false;
};

Worst measure(const x86::Function &f, x86::Loop loop, std::uint64_t step) {
  alignas(64) static float from[block], to[block];
  static double exact[block];
  Worst worst;
  for (std::uint64_t next = 0; next < std::uint64_t{1} << 32;) {
    for (float &x : from) {
      x = x86::from_bits(static_cast<std::uint32_t>(next)); // past the end: from the start again
      next += step;
    }
    loop(from, to, block);
    x86::approximate(f, from, exact, block);
    for (long i = 0; i < block; ++i) {
      worst.above_one |= f.at_most_one && std::fabs(to[i]) > 1;
      // Neither NaN, nor infinite, nor 0, nor farther than what was seen: the usual case.
      if (x86::rough_ulps(to[i], exact[i]) <= worst.ulps * 0.99999 && to[i] != 0)
        continue;
      const double ulps = x86::ulps(to[i], f.reference(from[i]));
      if (ulps > worst.ulps)
        worst.ulps = ulps, worst.argument = from[i];
    }
  }
  return worst;
}

/// Seconds an element, the least of many runs over arguments in (0, 8), where no function takes its rare path.
double seconds(x86::Loop loop) {
  alignas(64) static float from[block], to[block];
  for (long i = 0; i < block; ++i)
    from[i] = static_cast<float>(i + 1) * (8.f / block);
  double least = 1;
  for (int run = 0; run < 200; ++run) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < 50; ++k) {
      loop(from, to, block);
      __asm__ volatile("" ::: "memory");
    }
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least / (50.0 * block);
}

/// A number that changes with any bit of any result; one NaN is as good as another.
std::uint64_t checksum(x86::Loop loop, std::uint64_t step) {
  alignas(64) static float from[block], to[block];
  std::uint64_t sum = 0;
  for (std::uint64_t next = 0; next < std::uint64_t{1} << 32;) {
    for (float &x : from) {
      x = x86::from_bits(static_cast<std::uint32_t>(next));
      next += step;
    }
    loop(from, to, block);
    for (float y : to) {
      std::uint32_t bits = 0x7FC00000;
      if (y == y)
        std::memcpy(&bits, &y, sizeof bits);
      sum = (sum ^ bits) * 0x9E3779B97F4A7C15u;
    }
  }
  return sum;
}

struct Target {
  const char *name;
  bool here;
  x86::Loop x86::Function::*loop;
  x86::Loop copy;
};

/// Prints the line of a function and a target. False if it is out of its bound.
bool report(const x86::Function &f, const Target &target, std::uint64_t step) {
  const double time = seconds(f.*target.loop), copy = seconds(target.copy);
  const Worst worst = measure(f, f.*target.loop, step);
  std::printf("| %s | %s | %.3f | %a | %g | %.3f | %.1f x |%s\n", f.name, target.name, worst.ulps,
              static_cast<double>(worst.argument), f.bound, time * 1e9, time / copy,
              worst.above_one ? " exceeds 1!" : "");
  std::fflush(stdout);
  return worst.ulps <= f.bound && !worst.above_one;
}

} // namespace

int main(int argc, char **argv) {
  std::uint64_t step = 1;
  std::string words[2]; // function, target
  int count = 0;
  bool bits = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--every=", 0) == 0)
      step = std::strtoull(word.c_str() + 8, nullptr, 10);
    else if (word == "--bits")
      bits = true;
    else if (count < 2 && word[0] != '-')
      words[count++] = word;
    else
      step = 0;
  }
  if (step == 0) {
    std::fprintf(stderr, "usage: x86_ulp [--bits] [--every=N] [function] [target]\n");
    return 64;
  }
  const Target targets[] = {{"avx512", x86::has_avx512(), &x86::Function::avx512, x86::copy_avx512},
                            {"avx2", x86::has_avx2(), &x86::Function::avx2, x86::copy_avx2}};
  if (!bits)
    std::printf("| function | target | max ULP | at | bound | ns / element | of a copy |\n"
                "|---|---|--:|--:|--:|--:|--:|\n");
  bool good = true;
  for (const x86::Function &f : x86::functions)
    for (const Target &target : targets) {
      if ((!words[0].empty() && words[0] != f.name) || (!words[1].empty() && words[1] != target.name))
        continue;
      if (!target.here)
        std::printf("| %s | %s | this CPU has it not |\n", f.name, target.name);
      else if (bits)
        std::printf("%s %s %016llx\n", f.name, target.name,
                    static_cast<unsigned long long>(checksum(f.*target.loop, step)));
      else
        good &= report(f, target, step);
    }
  return good ? 0 : 1;
}
