//===- Machine.h - what the x86 targets have ----------------------*- C++ -*-===//
//
// One row a target: how many lanes, in which registers, under which names. Elements of all
// types have as many lanes as floats fill a register with; narrower ones lie in narrower
// registers, so that a conversion is one instruction and part k of a vector is the same
// lanes in every type.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TARGETS_X86_MACHINE_H
#define PTO_TARGETS_X86_MACHINE_H

#include "kernel/Type.h"

#include <optional>
#include <string>
#include <vector>

namespace rewrite::x86 {

enum class Element { F32, BF16, F16, I32, U32, I16, U16, I8, U8, Mask };

struct Machine {
  const char *name;
  unsigned lanes;                          ///< in a register of floats
  unsigned registers;                      ///< for vectors
  const char *prefix;                      ///< of the intrinsics on floats and 32-bit integers
  const char *whole;                       ///< ends the names of intrinsics on all bits of such: "si512"
  const char *header;                      ///< what the emitted file includes
  const char *attribute;                   ///< of a function that uses its instructions
  const char *f32, *i32, *i16, *i8, *mask; ///< types
  bool vnni;                               ///< dot products of integers in one instruction: vpdpwssd, vpdpbusd
  bool slowDivision; ///< to divide many by one, a few multiplications are faster: pto::x86::divide
};

extern const Machine avx512, avx512vnni, avx2;
inline bool isAvx512(const Machine &m) { return m.lanes == 16; }

/// The names that --target= takes.
const std::vector<std::string> &targetNames();
/// The target of that name; "native": the best one that this CPU can run. Null: there is none.
const Machine *machineOf(const std::string &name);

/// A vector in registers.
struct Registers {
  Element element = Element::F32;
  unsigned parts = 1;
};

std::optional<Element> elementOf(const std::string &type);
/// How many registers a rank-1 vector fills; nothing when it fills none, or not a whole number of them.
std::optional<Registers> registersOf(const Type &vector, const Machine &machine);
/// The C++ type of a part.
const char *typeOf(Element element, const Machine &machine);

inline bool isSmallFloat(Element e) { return e == Element::BF16 || e == Element::F16; }

} // namespace rewrite::x86

#endif
