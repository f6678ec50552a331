//===- Contractions.cpp - products of matrices in registers ----------------------===//
//
//   vec::contract(a, b, c)         pto::x86::add_products(c0, {a0}, {b0, b1, b2, b3}), ... of c1, a1
//
// A matrix is its rows, in whole registers. A register of the result takes those of one row of
// a, lane by lane, and of the same columns of all rows of b: one fused multiply-add a step, in the
// order that the op has. The rows of a are read for nothing else, and may end within a register.
//
//===----------------------------------------------------------------------===//

#include "targets/x86/Lowering.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::x86;

std::optional<Registers> Lowering::registers(const Variable &v) const {
  if (!factors.count(&v))
    return registersOf(v.type, m);
  Type whole = v.type;
  whole.dims.back() = (whole.dims.back() + m.lanes - 1) / m.lanes * m.lanes;
  return registersOf(whole, m);
}

/// What is read as a whole and goes nowhere but to the left of contract.
void Lowering::findFactors() {
  for (const auto &v : a.function.variables) {
    if (v->type.kind != Type::Kind::Vector || !v->type.isStatic() || v->type.dims.size() < 2 ||
        v->type.dims.back() % m.lanes == 0)
      continue;
    const std::vector<const Op *> &defs = a.values.definitions(*v), &uses = a.values.uses(*v);
    const bool isRead = std::all_of(defs.begin(), defs.end(), [](const Op *def) {
      const std::optional<Transfer> t = transferOf(*def);
      return t && !t->writes && !t->mask;
    });
    const bool isLeft = std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
      return use->is("vec.contract") && use->operands[1].variable != v.get() && use->operands[2].variable != v.get();
    });
    if (!defs.empty() && isRead && isLeft && (v->declaredAuto || v->kind == Variable::Kind::Temporary))
      factors.insert(v.get());
  }
}

std::optional<Text> Lowering::contracted(const Op &op, unsigned part) {
  constexpr std::int64_t mostSteps = 64;
  const auto no = [&](const char *why) -> std::optional<Text> {
    problem = this->no("unsupported-op", why, &op);
    return std::nullopt;
  };
  std::optional<Registers> in[3];
  for (std::size_t i = 0; i < 3; ++i)
    if (const Variable *v = op.operands[i].variable; !v || !(in[i] = registers(*v)))
      return no("a matrix of this 'vec::contract' is not in registers");
  const Element element = in[2]->element;
  if ((element != Element::F32 && element != Element::I32) || in[0]->element != element || in[1]->element != element)
    return no("this 'vec::contract' has no form but for float and int");
  const std::vector<Extent> &left = op.operands[0].variable->type.dims, &result = op.operands[2].variable->type.dims;
  const std::int64_t rows = left[left.size() - 2], steps = left.back(), columns = result.back() / m.lanes,
                     perRow = (steps + m.lanes - 1) / m.lanes;
  if (steps > mostSteps)
    return no("this 'vec::contract' has more steps than would be written out");
  const std::int64_t row = part / columns, column = part % columns, batch = row / rows;
  const auto list = [&](const Operand &o, std::int64_t first, std::int64_t count, std::int64_t step) {
    Text text("{");
    for (std::int64_t i = 0; i < count; ++i) {
      const std::optional<Text> one = operand(o, static_cast<unsigned>(first + i * step));
      if (!one)
        return std::optional<Text>();
      text << (i ? ", " : "") << *one;
    }
    return std::optional(text << "}");
  };
  const std::optional<Text> c = operand(op.operands[2], part),
                            x = c ? list(op.operands[0], row * perRow, perRow, 1) : c,
                            y = x ? list(op.operands[1], batch * steps * columns + column, steps, columns) : x;
  if (!y)
    return std::nullopt;
  return Text("pto::x86::add_products(") << *c << ", " << *x << ", " << *y << ")";
}
