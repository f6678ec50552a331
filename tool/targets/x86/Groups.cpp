//===- Groups.cpp - several narrow lanes for one wide one ----------------------===//
//
//   vec::dot(vec::bitcast<std::int16_t>(a), vec::bitcast<std::int16_t>(b), c)
//                               _mm512_add_epi32(c, _mm512_madd_epi16(a, b))
//
// A register of 32-bit lanes has two 16-bit lanes for each, or four bytes; as a vector of its
// own these are two or four registers of smaller size. A dot takes the whole register, and so
// does what is made of its bits right there.
//
//===----------------------------------------------------------------------===//

#include "targets/x86/Lowering.h"

using namespace rewrite;
using namespace rewrite::x86;

/// How many lanes of it there are for one of 32 bits; 0 for masks.
static unsigned groupOf(Element e) {
  switch (e) {
  case Element::F32:
  case Element::I32:
  case Element::U32:
    return 1;
  case Element::BF16:
  case Element::F16:
  case Element::I16:
  case Element::U16:
    return 2;
  case Element::I8:
  case Element::U8:
    return 4;
  case Element::Mask:
    break;
  }
  return 0;
}

/// The groups of part `part` of a vector of 32-bit lanes, in one register of integers.
std::optional<Text> Lowering::groups(const Operand &o, unsigned part) {
  if (const Op *made = madeThere(o); made && made->is("vec.bitcast") && made->operands[0].variable) {
    const Operand &wide = made->operands[0];
    const std::optional<Registers> in = registers(*wide.variable);
    if (in && (in->element == Element::I32 || in->element == Element::U32))
      return operand(wide, part);
  }
  const unsigned size = groupOf(registers(*o.variable)->element);
  Text all("pto::x86::join" + (size == 2 ? "(" : "_bytes" + std::to_string(m.lanes) + "("));
  for (unsigned k = 0; k < size; ++k) {
    const std::optional<Text> one = operand(o, size * part + k);
    if (!one)
      return std::nullopt;
    all << (k ? ", " : "") << *one;
  }
  return all << ")";
}

/// What adds the products of groups of $0 and $1 to $2.
static std::optional<Pattern> dotOf(Element a, Element b, const Machine &m) {
  if (a == Element::I16 && b == Element::I16)
    return m.vnni ? "%_dpwssd_epi32($2, $0, $1)" : "%_add_epi32($2, %_madd_epi16($0, $1))";
  if (m.vnni && a == Element::U8 && b == Element::I8)
    return "%_dpbusd_epi32($2, $0, $1)";
  if (m.vnni && a == Element::I8 && b == Element::U8)
    return "%_dpbusd_epi32($2, $1, $0)";
  return std::nullopt;
}

std::optional<Text> Lowering::dot(const Op &op, unsigned part) {
  std::optional<Registers> in[3];
  for (std::size_t i = 0; i < 3; ++i)
    in[i] = op.operands[i].variable ? registers(*op.operands[i].variable) : std::nullopt;
  const std::optional<Pattern> pattern = in[0] && in[1] && in[2] &&
                                                 (in[2]->element == Element::I32 || in[2]->element == Element::U32) &&
                                                 in[0]->parts == groupOf(in[0]->element) * in[2]->parts
                                             ? dotOf(in[0]->element, in[1]->element, m)
                                             : std::nullopt;
  if (!pattern) {
    problem = no("unsupported-op", std::string("this 'vec::dot' has no form in ") + m.name, &op);
    return std::nullopt;
  }
  const std::optional<Text> a = groups(op.operands[0], part), b = a ? groups(op.operands[1], part) : std::nullopt,
                            c = b ? operand(op.operands[2], part) : std::nullopt;
  if (!c)
    return std::nullopt;
  return fill(*pattern, {*a, *b, *c}, m);
}

/// The same bits as lanes of another size, one of which is 32 bits.
std::optional<Text> Lowering::regrouped(const Op &op, unsigned part) {
  const Registers from = *registers(*op.operands[0].variable), to = *registers(*op.result());
  const unsigned narrow = groupOf(from.element), wide = groupOf(to.element);
  if (!(wide == 1 && narrow > 1 && from.parts == narrow * to.parts) &&
      !(narrow == 1 && wide > 1 && to.parts == wide * from.parts)) {
    problem = no("unsupported-op", std::string("this 'vec::bitcast' has no form in ") + m.name, &op);
    return std::nullopt;
  }
  const std::optional<Text> bits = wide == 1 ? groups(op.operands[0], part) : operand(op.operands[0], part / wide);
  if (!bits)
    return std::nullopt;
  if (wide == 1)
    return to.element == Element::F32 ? fill("%_cast~_ps($0)", {*bits}, m) : *bits;
  const Text integers = from.element == Element::F32 ? fill("%_castps_~($0)", {*bits}, m) : *bits;
  return Text(std::string("pto::x86::") + (wide == 2 ? "half_of<" : "bytes_of<") + std::to_string(part % wide) + ">(")
         << integers << ")";
}
