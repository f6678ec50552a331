//===- Isa.h - what the two x86 targets call things --------------*- C++ -*-===//

#ifndef PTO_TARGETS_X86_ISA_H
#define PTO_TARGETS_X86_ISA_H

#include <string>

namespace rewrite::x86 {

/// One row a target: the vector of floats that its instructions work on.
struct Isa {
  const char *name;   ///< "avx512"
  unsigned lanes;     ///< of a vector of floats
  const char *prefix; ///< of its intrinsics: "_mm512"
  const char *vector; ///< "__m512"
  const char *header; ///< what the emitted file includes
  bool masks;         ///< a mask has a register of its own
};

inline constexpr Isa avx512{"avx512", 16, "_mm512", "__m512", "pto/x86/avx512.h", true};
inline constexpr Isa avx2{"avx2", 8, "_mm256", "__m256", "pto/x86/avx2.h", false};

inline const Isa &isaOf(const std::string &name) { return name == "avx2" ? avx2 : avx512; }

} // namespace rewrite::x86

#endif
