//===- Memory.h - arrays that all entries of a case share ---------------------===//
//
// Everybody reads and writes the same arrays, so nobody is lucky with pages. Arrays are
// aligned to cache lines, and start at different distances from a page: otherwise a
// store and a load of the same index fall on the same low 12 bits of the address, which
// CPUs take for a dependence, and who suffers from that would depend on the order of
// instructions.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_BENCH_MEMORY_H
#define PTO_BENCH_MEMORY_H

#include "harness/Bench.h"

#include <memory>
#include <vector>

namespace bench {

class Memory {
public:
  Memory() = default;
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory();

  /// n elements, every page of them touched.
  template <class T> T *array(Index n) { return static_cast<T *>(bytes(n * static_cast<Index>(sizeof(T)))); }

private:
  void *bytes(Index n);

  struct Mapping {
    void *start;
    std::size_t length;
  };
  std::vector<Mapping> mappings_;
};

/// Multiples of scale * 2^-23 in [-scale, scale): neither denormals nor large numbers, the same on every machine.
void fill(float *x, Index n, std::uint64_t seed, float scale = 1.f);

/// The same, rounded to bf16.
void fill(std::uint16_t *x, Index n, std::uint64_t seed);

/// A bf16 as a number.
double bf16_value(std::uint16_t bits);

/// What is not written shows up.
void poison(float *x, Index n);

} // namespace bench

#endif
