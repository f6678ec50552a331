//===- Ops.h - what an op on vectors is on x86 ---------------------*- C++ -*-===//

#ifndef PTO_TARGETS_X86_OPS_H
#define PTO_TARGETS_X86_OPS_H

#include "kernel/Model.h"
#include "targets/x86/Machine.h"

#include <optional>
#include <string>
#include <vector>

namespace rewrite::x86 {

/// C++ with operands in it: "$0" is the first, "%" the prefix of the machine's intrinsics, "~" the end of the names
/// of those on all bits, "@" its number of lanes.
using Pattern = std::string;

/// What does the op on lanes of that type. `exact`: as the op is defined, bit by bit; otherwise within the bounds of
/// our functions. Nothing: the machine has nothing for it.
std::optional<Pattern> patternOf(const std::string &op, Element element, const Machine &machine, bool exact);

/// Where `mode` (a number of Cmp) holds of $0 and $1.
std::optional<Pattern> comparison(std::int64_t mode, Element element, const Machine &machine);

/// $1 where the mask $0 has true, else $2.
std::optional<Pattern> selection(Element element, const Machine &machine);

/// $0 as lanes of another type; `mode`: a number of RoundMode.
std::optional<Pattern> conversion(Element from, Element to, std::int64_t mode, const Machine &machine);

/// first, first + 1, ... as lanes.
std::optional<Pattern> steps(Element element, unsigned first, const Machine &machine);

/// The same bits as lanes of another type of the same size.
std::optional<Pattern> reinterpretation(Element from, Element to, const Machine &machine);

/// The pattern with operands.
Text fill(const Pattern &pattern, const std::vector<Text> &operands, const Machine &machine);

} // namespace rewrite::x86

#endif
