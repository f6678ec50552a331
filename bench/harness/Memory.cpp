//===- Memory.cpp - arrays that all entries of a case share -------------------===//

#include "harness/Memory.h"

#include <bit>
#include <limits>
#include <new>
#include <sys/mman.h>

using namespace bench;

void *Memory::bytes(Index n) {
  constexpr std::size_t page = 4096, step = 9 * 64; // 7 arrays before distances repeat
  const std::size_t length = (static_cast<std::size_t>(n) + 2 * page - 1) / page * page;
  void *start = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (start == MAP_FAILED)
    throw std::bad_alloc();
  const std::size_t offset = mappings_.size() % 7 * step;
  mappings_.push_back({start, length});
  return static_cast<char *>(start) + offset;
}

Memory::~Memory() {
  for (const Mapping &m : mappings_)
    munmap(m.start, m.length);
}

namespace {

/// splitmix64
struct Random {
  std::uint64_t state;

  float next() {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return static_cast<float>(z >> 40) * 0x1p-23f - 1.f;
  }
};

Random random_of(std::uint64_t seed) { return {seed * 0x9E3779B97F4A7C15u}; }

} // namespace

void bench::fill(float *x, Index n, std::uint64_t seed, float scale) {
  Random random = random_of(seed);
  for (Index i = 0; i < n; ++i)
    x[i] = random.next() * scale;
}

void bench::fill(std::uint16_t *x, Index n, std::uint64_t seed) {
  Random random = random_of(seed);
  for (Index i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(random.next());
    x[i] = static_cast<std::uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
  }
}

double bench::bf16_value(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
}

void bench::poison(float *x, Index n) {
  for (Index i = 0; i < n; ++i)
    x[i] = std::numeric_limits<float>::quiet_NaN();
}
