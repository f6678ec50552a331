//===- Values.cpp - ops on vectors as C++ with intrinsics --------------------===//

#include "kernel/Spelling.h"
#include "targets/x86/Lowering.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::x86;

static bool isWord(Element e) { return e == Element::I32 || e == Element::U32; }
static bool isVector(const Operand &o) { return o.variable && o.variable->type.kind == Type::Kind::Vector; }
static bool isGiven(const Operand &o) { return o.range.valid() && !o.range.text().empty(); }
static std::string nameOf(const Op &op) { return op.info.name.substr(op.info.name.find('.') + 1); }

std::optional<Text> Lowering::operand(const Operand &o, unsigned part) {
  if (!isVector(o))
    return Text(o.range);
  if (const Op *op = madeThere(o))
    return value(*op, part);
  if (o.variable->name.empty() && !partNames.count(o.variable)) {
    problem = no("unsupported-statement", "a vector has no name", nullptr);
    return std::nullopt;
  }
  return Text(partName(*o.variable, part));
}

std::optional<Text> Lowering::value(const Op &op, unsigned part) {
  problem.reset();
  if (squares.count(&op))
    return transposed(op);
  if (const std::optional<Transfer> t = transferOf(op))
    return transfer(op, *t, part);
  if (op.is("vec.reduce"))
    return reduction(op);
  if (op.is("vec.dot"))
    return dot(op, part);
  if (op.is("vec.contract"))
    return contracted(op, part);
  if (isPermutation(op))
    return permuted(op, part);
  if (op.is("vec.insert"))
    return inserted(op, part);
  return lanewise(op, part);
}

std::optional<Pattern> Lowering::pattern(const Op &op, const std::string &name, Element element) const {
  const auto mode = [&]() -> std::int64_t {
    const Operand &o = op.operands.back();
    if (isVector(o) || !isGiven(o))
      return 0; // the default
    return o.list.size() == 1 && o.list[0].isConstant() ? o.list[0].value : -1;
  };
  const auto from =
      op.operands.empty() || !isVector(op.operands[0]) ? std::nullopt : registers(*op.operands[0].variable);
  if (name == "cmp")
    return from ? comparison(mode(), from->element, m) : std::nullopt;
  if (name == "cast")
    return from ? conversion(from->element, element, mode(), m) : std::nullopt;
  if (name == "bitcast")
    return from ? reinterpretation(from->element, element, m) : std::nullopt;
  if (name == "select")
    return isVector(op.operands[0]) ? selection(element, m) : std::optional<Pattern>("($0 ? $1 : $2)");
  if (name == "shape_cast") // whole registers in the same order
    return from ? std::optional<Pattern>("$0") : std::nullopt;
  if (name == "broadcast")
    return op.operands.size() == 1 && !isVector(op.operands[0]) ? patternOf("splat", element, m, exact) : std::nullopt;
  return patternOf(name, element, m, exact);
}

std::optional<Text> Lowering::lanewise(const Op &op, unsigned part) {
  const std::string name = nameOf(op);
  const auto unsupported = [&]() -> std::optional<Text> {
    problem = no("unsupported-op", "'vec::" + name + "' has no form in " + m.name, &op);
    return std::nullopt;
  };
  if (name == "extract") {
    const auto from = isVector(op.operands[0]) ? registers(*op.operands[0].variable) : std::nullopt;
    if (!from || op.operands.size() != 2 || (from->element != Element::F32 && !isWord(from->element)) ||
        op.operands[1].list.size() != 1 || op.operands[0].variable->type.dims.size() != 1)
      return unsupported();
    const Expr &at = op.operands[1].list[0];
    if (from->parts > 1 && !at.isConstant())
      return unsupported();
    const std::int64_t lane = at.isConstant() ? at.value : -1;
    const std::optional<Text> v =
        operand(op.operands[0], static_cast<unsigned>(std::max<std::int64_t>(lane, 0) / m.lanes));
    if (!v)
      return std::nullopt;
    const auto asElement = [&](const char *pattern) {
      return from->element == Element::U32 ? "static_cast<std::uint32_t>(" + std::string(pattern) + ")" : pattern;
    };
    if (lane == 0)
      return fill(asElement(from->element == Element::F32 ? "%_cvtss_f32($0)" : "%_cvt~_si32($0)"), {*v}, m);
    const Text index = at.isConstant() ? Text(std::to_string(lane % m.lanes)) : Text(op.operands[1].range);
    return fill(asElement("pto::x86::lane($0, $1)"), {*v, index}, m);
  }
  const auto to = op.result() ? registers(*op.result()) : std::nullopt;
  if (!to)
    return unsupported();
  if (name == "step" && (to->element == Element::F32 || to->element == Element::I32)) {
    std::string numbers;
    for (unsigned k = 0; k < m.lanes; ++k)
      numbers += (k ? ", " : "") + std::to_string(part * m.lanes + k);
    return Text(std::string(m.prefix) + (to->element == Element::F32 ? "_setr_ps(" : "_setr_epi32(") + numbers + ")");
  }
  if (name == "bitcast")
    if (const auto from = registers(*op.operands[0].variable); from && from->parts != to->parts)
      return regrouped(op, part);
  const std::optional<Pattern> known =
      name == "step" ? steps(to->element, part * m.lanes, m) : pattern(op, name, to->element);
  if (!known) {
    if (exact && pattern(op, name, to->element) != patternOf(name, to->element, m, false)) {
      problem = no("not-allowed", "'vec::" + name + "' is within a bound of what the op asks for", &op);
      return std::nullopt;
    }
    return unsupported();
  }
  std::vector<Text> in;
  for (const Operand &o : op.operands) {
    if (!isVector(o) && !o.range.valid() && known->find('$' + std::to_string(in.size())) != known->npos) { // of a macro
      problem = guard(o.range, {}, op);
      return std::nullopt;
    }
    std::optional<Text> t = operand(o, part);
    if (!t)
      return std::nullopt;
    if (isVector(o) && registers(*o.variable)->parts != to->parts)
      return unsupported();
    in.push_back(std::move(*t));
  }
  if (name == "create_mask" && part > 0)
    in[0] = Text("(") << in[0] << ") - " + std::to_string(part * m.lanes);
  if (divisors.count(op.result()))
    return fill(exact ? "pto::x86::divisor@($0)" : "pto::x86::reciprocal@($0)", in, m);
  if (name == "div" && divisors.count(op.operands[1].variable))
    return fill("pto::x86::divide($0, $1)", in, m);
  if (to->element == Element::F32 && name == "mul" && isJoinable(op))
    return fill("pto::x86::mul($0, $1)", in, m);
  if (to->element == Element::F32 && (name == "max" || name == "min" || name == "relu")) {
    for (std::size_t i = 0; i < in.size(); ++i)
      if ((name != "min" || isAvx512(m)) && maySignal(*op.operands[i].variable, op))
        in[i] = Text("pto::x86::quiet(") << in[i] << ")";
    return fill(name == "relu" ? "pto::x86::max_quiet($0, %_setzero_ps())" : "pto::x86::" + name + "_quiet($0, $1)", in,
                m);
  }
  return fill(*known, in, m);
}

/// The memory, and an index for each of its dimensions.
std::optional<std::vector<Text>> Lowering::place(const Op &op, const Transfer &t, unsigned part) {
  const auto unsupported = [&](const char *why) -> std::optional<std::vector<Text>> {
    problem = no("unsupported-op", why, &op);
    return std::nullopt;
  };
  const Type &memory = t.memoryOperand().variable->type;
  if (t.at().size() > memory.dims.size() || t.at().empty())
    return unsupported("the place is not spelled as a list");
  std::vector<Text> arguments;
  arguments.push_back(Text(t.memoryOperand().range));
  // Where the register begins, in each dimension of the vector.
  const std::vector<Extent> &dims = t.type().dims;
  std::vector<std::int64_t> from(memory.dims.size(), 0);
  const std::int64_t perRow = (dims.back() + m.lanes - 1) / m.lanes;
  std::int64_t row = part / perRow;
  from.back() = part % perRow * m.lanes;
  for (std::size_t d = 1; d < dims.size(); ++d) {
    const std::int64_t extent = dims[dims.size() - 1 - d];
    from[from.size() - 1 - d] = row % extent;
    row /= extent;
  }
  for (std::size_t d = 0; d < memory.dims.size(); ++d) {
    Text index = d >= t.at().size()        ? Text("0") // {i} stands for {i, 0}
                 : t.at()[d].range.valid() ? Text(t.at()[d].range)
                                           : Text(std::to_string(t.at()[d].value));
    if (d < t.at().size() && !t.at()[d].range.valid() && !t.at()[d].isConstant())
      return unsupported("an index has no text of its own");
    if (from[d] > 0)
      index << " + " + std::to_string(from[d]);
    arguments.push_back(std::move(index));
  }
  return arguments;
}

static Text call(const std::string &function, const std::vector<Text> &arguments) {
  Text text("pto::x86::" + function + "(");
  for (std::size_t i = 0; i < arguments.size(); ++i)
    text << (i ? ", " : "") << arguments[i];
  return text << ")";
}

std::optional<Text> Lowering::transposed(const Op &store) {
  const Op &load = *loaded.at(&store);
  const Transfer from = *transferOf(load), to = *transferOf(store);
  for (const Transfer *t : {&from, &to})
    if (t->memoryOperand().variable->type.kind != Type::Kind::MemRef ||
        t->memoryOperand().variable->type.dims.size() < 2) {
      problem = no("unsupported-op", "what is moved is no matrix", &store);
      return std::nullopt;
    }
  const std::optional<std::vector<Text>> here = place(load, from, 0), there = place(store, to, 0);
  if (!here || !there)
    return std::nullopt;
  return call("transpose" + std::to_string(m.lanes), {call("square", *here), call("square", *there)});
}

std::optional<Text> Lowering::transfer(const Op &op, const Transfer &t, unsigned part) {
  const auto in = t.writes ? registersOf(t.type(), m) : registers(*op.result());
  const Type &memory = t.memoryOperand().variable->type;
  const auto unsupported = [&](const char *why) -> std::optional<Text> {
    problem = no("unsupported-op", why, &op);
    return std::nullopt;
  };
  if (!in || in->element == Element::Mask || memory.kind != Type::Kind::MemRef)
    return unsupported("what is moved is no vector in registers");
  std::vector<Text> arguments;
  const std::string lanes = std::to_string(m.lanes);
  // Of a row that is no whole number of registers.
  const std::int64_t rest = t.type().dims.back() % m.lanes, perRow = t.type().dims.back() / m.lanes + (rest > 0);
  const bool isPartial = rest > 0 && part % perRow == perRow - 1;
  if (isPartial)
    arguments.push_back(Text("pto::x86::tail_mask" + lanes + "(" + std::to_string(rest) + ")"));
  if (t.mask) {
    std::optional<Text> mask = operand(*t.mask, part);
    if (!mask)
      return std::nullopt;
    arguments.push_back(std::move(*mask));
  }
  if (t.writes) {
    std::optional<Text> v = operand(op.operands[0], part);
    if (!v)
      return std::nullopt;
    arguments.push_back(std::move(*v));
  } else if (!t.promised || isPartial) {
    arguments.push_back(t.pad ? Text(t.pad->range)
                              : Text(in->element == Element::F32 ? "0.f"
                                     : isSmallFloat(in->element) ? "{}"
                                                                 : "0"));
  }
  const std::optional<std::vector<Text>> where = place(op, t, part);
  if (!where)
    return std::nullopt;
  arguments.insert(arguments.end(), where->begin(), where->end());
  const char *name = t.promised && !isPartial ? (t.writes ? "store" : "load") : (t.writes ? "write" : "read");
  return call(std::string(t.mask || isPartial ? "masked_" : "") + name + lanes, arguments);
}

/// vec::reduce<Combine>(v, acc): the registers joined, then their lanes, then acc.
std::optional<Text> Lowering::reduction(const Op &op) {
  static constexpr std::array<const char *, 4> names = {"add", "mul", "min", "max"}; // as Combine
  const auto from = isVector(op.operands[0]) ? registers(*op.operands[0].variable) : std::nullopt;
  const std::int64_t kind = op.numbers.empty() ? -1 : op.numbers[0];
  if (!from || kind < 0 || kind > 3 || (from->element != Element::F32 && !isWord(from->element))) {
    problem = no("unsupported-op", std::string("this 'vec::reduce' has no form in ") + m.name, &op);
    return std::nullopt;
  }
  const std::string name = names[static_cast<std::size_t>(kind)];
  if (exact && from->element == Element::F32 && kind < 2) {
    problem = no("not-allowed", "lanes would be joined in another order", &op);
    return std::nullopt;
  }
  std::vector<Text> parts;
  for (unsigned k = 0; k < from->parts; ++k) {
    std::optional<Text> t = operand(op.operands[0], k);
    if (!t)
      return std::nullopt;
    parts.push_back(std::move(*t));
  }
  const Pattern join = *patternOf(name, from->element, m, exact);
  while (parts.size() > 1) {
    std::vector<Text> half;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2)
      half.push_back(fill(join, {parts[i], parts[i + 1]}, m));
    if (parts.size() % 2)
      half.push_back(parts.back());
    parts = std::move(half);
  }
  Text lanes = Text("pto::x86::reduce_" + name + "(") << parts[0] << ")";
  if (from->element == Element::U32) { // as signed numbers in the same order
    const Pattern sign = "%_xor_~($0, %_set1_epi32(-2147483647 - 1))";
    if (kind > 1)
      lanes = Text("pto::x86::reduce_" + name + "(") << fill(sign, {parts[0]}, m) << ")";
    lanes = Text("static_cast<std::uint32_t>(") << lanes << (kind > 1 ? ") ^ 2147483648u" : ")");
  }
  // An accumulator that changes nothing: -0 + x, 1 * x, the larger of a lane and all lanes.
  const Operand &acc = op.operands[1];
  const std::string_view text = acc.range.valid() ? acc.range.text() : "";
  const std::string &vector = op.operands[0].variable->name;
  const bool neutral = kind == 0   ? (from->element == Element::F32 ? text == "-0.0f" || text == "-0.f" : text == "0")
                       : kind == 1 ? text == "1.0f" || text == "1.f" || text == "1"
                       : kind == 2 && from->element == Element::I32 && text == "2147483647"
                           ? true
                           : !vector.empty() && text.ends_with("vec::extract(" + vector + ", 0)");
  if (neutral)
    return lanes;
  return Text(a.function.dslPrefix + "math::" + name + "(") << acc.range << ", " << lanes << ")";
}
