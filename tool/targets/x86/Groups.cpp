//===- Groups.cpp - several narrow lanes for one wide one ----------------------===//
//
//   vec::dot(vec::bitcast<std::int16_t>(a), vec::bitcast<std::int16_t>(b), c)
//                               _mm512_add_epi32(c, _mm512_madd_epi16(a, b))
//
// A register of 32-bit lanes has two 16-bit lanes for each; as a vector of its own these are
// two registers of half the size. A dot takes the whole register, and so does what is made of
// its bits right there.
//
//===----------------------------------------------------------------------===//

#include "targets/x86/Lowering.h"

using namespace rewrite;
using namespace rewrite::x86;

static bool isOf16Bits(Element e) { return isSmallFloat(e) || e == Element::I16 || e == Element::U16; }
static bool isOf32Bits(Element e) { return e == Element::F32 || e == Element::I32 || e == Element::U32; }

/// The pairs of part `part` of a wide vector, in one register.
std::optional<Text> Lowering::pairs(const Operand &o, unsigned part) {
  if (const Op *made = madeThere(o); made && made->is("vec.bitcast") && made->operands[0].variable) {
    const Operand &wide = made->operands[0];
    const std::optional<Registers> in = registers(*wide.variable);
    if (in && (in->element == Element::I32 || in->element == Element::U32))
      return operand(wide, part);
  }
  const std::optional<Text> low = operand(o, 2 * part), high = low ? operand(o, 2 * part + 1) : std::nullopt;
  if (!high)
    return std::nullopt;
  return Text("pto::x86::join(") << *low << ", " << *high << ")";
}

std::optional<Text> Lowering::dot(const Op &op, unsigned part) {
  std::optional<Registers> in[3];
  for (std::size_t i = 0; i < 3; ++i)
    in[i] = op.operands[i].variable ? registers(*op.operands[i].variable) : std::nullopt;
  if (!in[0] || !in[1] || !in[2] || in[0]->element != Element::I16 || in[1]->element != Element::I16 ||
      (in[2]->element != Element::I32 && in[2]->element != Element::U32) || in[0]->parts != 2 * in[2]->parts) {
    problem = no("unsupported-op", std::string("this 'vec::dot' has no form in ") + m.name, &op);
    return std::nullopt;
  }
  const std::optional<Text> a = pairs(op.operands[0], part), b = a ? pairs(op.operands[1], part) : std::nullopt,
                            c = b ? operand(op.operands[2], part) : std::nullopt;
  if (!c)
    return std::nullopt;
  return fill(*patternOf("dot", Element::I32, m, exact), {*a, *b, *c}, m);
}

/// The same bits as lanes of half the size, or of twice the size.
std::optional<Text> Lowering::regrouped(const Op &op, unsigned part) {
  const Registers from = *registers(*op.operands[0].variable), to = *registers(*op.result());
  const bool widens = isOf16Bits(from.element) && isOf32Bits(to.element) && from.parts == 2 * to.parts,
             narrows = isOf32Bits(from.element) && isOf16Bits(to.element) && to.parts == 2 * from.parts;
  if (!widens && !narrows) {
    problem = no("unsupported-op", std::string("this 'vec::bitcast' has no form in ") + m.name, &op);
    return std::nullopt;
  }
  const std::optional<Text> bits = widens ? pairs(op.operands[0], part) : operand(op.operands[0], part / 2);
  if (!bits)
    return std::nullopt;
  if (widens)
    return to.element == Element::F32 ? fill("%_cast~_ps($0)", {*bits}, m) : *bits;
  const Text integers = from.element == Element::F32 ? fill("%_castps_~($0)", {*bits}, m) : *bits;
  return Text("pto::x86::half_of<" + std::to_string(part % 2) + ">(") << integers << ")";
}
