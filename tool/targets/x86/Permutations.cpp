//===- Permutations.cpp - lanes in other places ---------------------------------===//
//
//   vec::interleave(a, b)       pto::x86::pick<0, 16, 1, 17, ...>(a, b), pto::x86::pick<8, 24, ...>(a, b)
//   vec::concat(a, b)           a, b: registers as they are
//
// A register of the result that has the lanes of one register in their order is that one; lanes
// of at most two registers are picked from these.
//
//===----------------------------------------------------------------------===//

#include "targets/x86/Lowering.h"

using namespace rewrite;
using namespace rewrite::x86;

namespace {

/// A lane of an operand.
struct Lane {
  std::size_t operand;
  std::int64_t number;
};

std::int64_t lanesOf(const Operand &o) { return o.variable->type.dims[0]; }

/// Where lane i of the result comes from; nothing when it is not known, or the op does something else.
std::optional<Lane> sourceOf(const Op &op, std::int64_t i) {
  const auto behind = [&](std::int64_t n) { // of the first operand followed by the second one
    return n < lanesOf(op.operands[0]) ? Lane{0, n} : Lane{1, n - lanesOf(op.operands[0])};
  };
  if (op.is("vec.concat"))
    return behind(i);
  if (op.is("vec.interleave"))
    return Lane{static_cast<std::size_t>(i % 2), i / 2};
  if (op.is("vec.shuffle") && op.numbers.size() > static_cast<std::size_t>(i)) {
    const Lane lane = behind(op.numbers[static_cast<std::size_t>(i)]);
    return lane.operand < op.operands.size() ? std::optional(lane) : std::nullopt;
  }
  if (op.is("vec.extract_slice") && op.operands.size() == 2 && op.operands[1].list.size() == 1 &&
      op.operands[1].list[0].isConstant())
    return Lane{0, op.operands[1].list[0].value + i};
  return std::nullopt;
}

} // namespace

bool Lowering::isPermutation(const Op &op) {
  return op.is("vec.concat") || op.is("vec.interleave") || op.is("vec.shuffle") || op.is("vec.extract_slice");
}

std::optional<Text> Lowering::permuted(const Op &op, unsigned part) {
  const auto unsupported = [&]() -> std::optional<Text> {
    problem = no("unsupported-op", "this 'vec::" + op.info.name.substr(4) + "' has no form in " + m.name, &op);
    return std::nullopt;
  };
  const std::optional<Registers> to = registers(*op.result());
  if (!to)
    return unsupported();
  struct Source {
    std::size_t operand;
    unsigned part;
  };
  std::vector<Source> sources;
  std::vector<std::int64_t> picked;
  bool inOrder = true;
  for (std::int64_t i = 0; i < m.lanes; ++i) {
    const std::optional<Lane> lane = sourceOf(op, part * std::int64_t{m.lanes} + i);
    const Operand *o = lane ? &op.operands[lane->operand] : nullptr;
    if (!o || !o->variable || !registers(*o->variable) || lane->number < 0 || lane->number >= lanesOf(*o))
      return unsupported();
    const Source from{lane->operand, static_cast<unsigned>(lane->number / m.lanes)};
    std::size_t k = 0;
    while (k < sources.size() && (sources[k].operand != from.operand || sources[k].part != from.part))
      ++k;
    if (k == sources.size())
      sources.push_back(from);
    picked.push_back(static_cast<std::int64_t>(k) * m.lanes + lane->number % m.lanes);
    inOrder &= picked.back() == i;
  }
  std::vector<Text> in;
  for (const Source &s : sources) {
    std::optional<Text> t = operand(op.operands[s.operand], s.part);
    if (!t)
      return std::nullopt;
    in.push_back(std::move(*t));
  }
  if (inOrder)
    return in[0];
  const bool isWide = to->element == Element::F32 || to->element == Element::I32 || to->element == Element::U32;
  if (in.size() > 2 || !isWide)
    return unsupported();
  Text text("pto::x86::pick<");
  for (std::size_t i = 0; i < picked.size(); ++i)
    text << (i ? ", " : "") << std::to_string(picked[i]);
  return text << ">(" << in.front() << ", " << in.back() << ")";
}

/// vec::insert(x, v, i): the register that has lane i with another number there.
std::optional<Text> Lowering::inserted(const Op &op, unsigned part) {
  const std::optional<Registers> in = op.result() ? registers(*op.result()) : std::nullopt;
  const bool isLane = op.operands.size() == 3 && op.operands[2].list.size() == 1 && op.operands[2].list[0].isConstant();
  if (!in || !isLane || op.operands[0].type.kind == Type::Kind::Vector ||
      (in->element != Element::F32 && in->element != Element::I32 && in->element != Element::U32)) {
    problem = no("unsupported-op", std::string("this 'vec::insert' has no form in ") + m.name, &op);
    return std::nullopt;
  }
  const std::int64_t lane = op.operands[2].list[0].value;
  const std::optional<Text> v = operand(op.operands[1], part);
  if (!v || lane / m.lanes != part)
    return v;
  return Text("pto::x86::with_lane<" + std::to_string(lane % m.lanes) + ">(")
         << *v << ", " << op.operands[0].range << ")";
}
