//===- Pressure.h - how many registers a function's vectors want ---*- C++ -*-===//

#ifndef PTO_TARGETS_X86_PRESSURE_H
#define PTO_TARGETS_X86_PRESSURE_H

#include "passes/Pass.h"
#include "targets/x86/Machine.h"

namespace rewrite::x86 {

struct Pressure {
  unsigned loops = 0; ///< innermost ones with vectors in them
  unsigned live = 0;  ///< registers at the busiest place
};

/// Counts values that are needed at one time. What a function of ours needs inside is not counted.
Pressure pressureIn(const Analyses &analyses, const Machine &machine);

/// "2 loops over vectors, at most 9 of 32 registers"
std::string describe(const Pressure &pressure, const Machine &machine);

} // namespace rewrite::x86

#endif
