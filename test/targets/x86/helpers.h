//===- helpers.h - conversions, memory and reductions of one target, as tests call them --===//
//
// Each works on one vector, from and to arrays. The files of the targets (helpers_avx512.cpp, helpers_avx2.cpp) fill
// the tables; the entries are called only on a CPU that can.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_TEST_X86_HELPERS_H
#define PTO_TEST_X86_HELPERS_H

#include <cstdint>

namespace x86 {

/// An element type in memory, with its loads. Lanes are float or int32_t.
struct Load {
  const char *type;
  int bytes;
  bool f32;
  void (*whole)(const void *from, void *lanes);
  void (*part)(const void *from, std::int64_t n, const void *fill, void *lanes);
};

struct Store {
  const char *name;
  int bytes;
  bool f32;
  void (*whole)(void *to, const void *lanes);
  void (*part)(void *to, std::int64_t n, const void *lanes);
};

struct Helpers {
  const char *name;
  bool (*here)();
  int lanes;
  Load loads[8];
  Store stores[10];
  void (*to_i32[6])(const float *, std::int32_t *); ///< Rint, Round, Floor, Ceil, Trunc, Odd
  void (*max)(const float *, const float *, float *);
  void (*min)(const float *, const float *, float *);
  void (*max_quiet)(const float *, const float *, float *);
  void (*min_quiet)(const float *, const float *, float *);
  float (*reduce_f32[4])(const float *);               ///< add, mul, max, min
  std::int32_t (*reduce_i32[4])(const std::int32_t *); ///< the same
};

extern const Helpers helpers_avx512, helpers_avx2;

} // namespace x86

#endif
