//===- OneLane.cpp - ops on one lane as ops on a number ---------------------===//

#include "passes/lane/OneLane.h"

#include "kernel/Spelling.h"

#include <algorithm>
#include <array>
#include <map>

using namespace rewrite;
using namespace rewrite::lane;

static const std::array<const char *, 21> functions = {"abs",   "add", "cos", "div", "erf",  "exp",   "fma",
                                                       "log",   "max", "min", "mul", "neg",  "recip", "relu",
                                                       "rsqrt", "shl", "shr", "sin", "sqrt", "sub",   "tanh"};

static const std::array<const char *, 6> comparisons = {" == ", " != ", " < ", " <= ", " > ", " >= "}; // as Cmp

bool lane::isOne(const Type &t) {
  return t.kind == Type::Kind::Vector && std::all_of(t.dims.begin(), t.dims.end(), [](Extent d) { return d == 1; });
}

bool lane::isOne(const Operand &o) { return o.kind == Operand::Kind::Handle && o.variable && isOne(o.variable->type); }

static std::string nameOf(const Op &op) {
  return op.kind == OpKind::Dsl && op.info.name.starts_with("vec.") ? op.info.name.substr(4) : "";
}

static bool isMask(const Op &op) { return op.result()->type.element == "bool"; }

static bool isPure(const Operand &o) {
  return std::none_of(o.list.begin(), o.list.end(), [](const Expr &e) { return e.isImpure(); });
}

Form lane::formOf(const Op &op) {
  const std::string name = nameOf(op);
  if (name.empty())
    return Form::None;
  if (const std::optional<Transfer> t = transferOf(op))
    return isOne(t->type()) ? t->writes ? Form::Write : Form::Read : Form::None;
  if (!op.result() || op.operands.empty())
    return Form::None;
  const auto lanes = [&](std::size_t from, std::size_t to) {
    return to <= op.operands.size() && std::all_of(op.operands.begin() + static_cast<std::ptrdiff_t>(from),
                                                   op.operands.begin() + static_cast<std::ptrdiff_t>(to),
                                                   [](const Operand &o) { return isOne(o); });
  };
  const bool rest = std::all_of(op.operands.begin() + 1, op.operands.end(), isPure);
  if (name == "extract")
    return lanes(0, 1) && rest ? Form::Same : Form::None;
  if (!isOne(op.result()->type))
    return Form::None;
  if (name == "shape_cast" || name == "transpose")
    return Form::Same;
  if (name == "splat" || name == "broadcast")
    return op.operands.size() == 1 && (lanes(0, 1) || op.operands[0].kind == Operand::Kind::Scalar) ? Form::Source
                                                                                                    : Form::None;
  if (name == "select")
    return lanes(1, 3) && (op.operands[0].kind == Operand::Kind::Scalar || lanes(0, 1)) ? Form::Select : Form::None;
  if (name == "cast")
    return lanes(0, 1) ? Form::Cast : Form::None;
  if (name == "multi_reduction") // every lane joins the one that is left, in ascending order
    return lanes(1, 2) && op.operands.size() == 2 && !isOne(op.operands[0]) && op.operands[0].range.valid() &&
                   !op.templateArguments.empty() && op.templateArguments[0].valid()
               ? Form::Reduce
               : Form::None;
  if (name == "cmp") {
    const Operand &mode = op.operands.back();
    const bool known = mode.list.size() == 1 && mode.list[0].isConstant();
    return op.operands.size() == 3 && lanes(0, 2) && known ? Form::Operator : Form::None;
  }
  if (!lanes(0, op.operands.size()))
    return Form::None;
  if (name == "and" || name == "or" || name == "xor" || name == "not")
    return Form::Operator;
  return std::find(functions.begin(), functions.end(), name) == functions.end() ? Form::None : Form::Function;
}

std::vector<SourceRange> lane::keptIn(const Op &op) {
  std::vector<SourceRange> out;
  const Form form = formOf(op);
  for (const Operand &o : op.operands)
    if (o.kind != Operand::Kind::List && (form != Form::Same || &o == &op.operands[0]))
      out.push_back(o.range);
  if (const std::optional<Transfer> t = transferOf(op))
    for (const Expr &e : t->at())
      out.push_back(e.range);
  if (form == Form::Cast || form == Form::Reduce || nameOf(op) == "splat")
    if (!op.templateArguments.empty())
      out.push_back(op.templateArguments[0]);
  return out;
}

std::string lane::spelledType(const Type &t, const Rewriter &rw) { return spellElement(t.element, rw.dsl("")); }

/// As the call spells it, where it does: the T of a template means another type in each instance.
static std::string typeIn(const Op &op, const Rewriter &rw) {
  if (!op.templateArguments.empty() && op.templateArguments[0].valid())
    return std::string(op.templateArguments[0].text());
  return spelledType(op.result()->type, rw);
}

/// The text says that it is of that type in every instance of a template: 1.5f is a float, 3 an int, a name what
/// it was declared as, what an op of the DSL gives has the op's type, T(x) is a T. Anything else may be converted.
static bool hasType(const Op &op, const Operand &o, const Type &t, const std::string &spelled) {
  const std::string_view text = o.range.text();
  if (o.list.size() == 1 && o.list[0].kind == Expr::Kind::Variable) {
    const Variable *v = o.list[0].variable;
    const auto makes = [&](const Op *d) {
      return d->kind == OpKind::Dsl && d->result() == v && d->range == o.range && !d->is("math.convert");
    };
    if (v->type.element == t.element &&
        (text == v->name || std::any_of(op.parent->ops.begin(), op.parent->ops.end(), makes)))
      return true;
  }
  for (const std::string &cast : {spelled + "(", "static_cast<" + spelled + ">("})
    if (text.starts_with(cast) && text.find(')') == text.size() - 1)
      return true;
  const bool digits = !text.empty() && text.find_first_not_of("0123456789.f") == text.npos && text.size() < 10;
  const bool point = text.find('.') != text.npos, suffix = digits && text.back() == 'f';
  return digits && (t.element == "float" ? point && suffix : t.element == "int" && !point && !suffix);
}

/// Parts that ?: does not bind: an assignment, a list, another ?:.
static bool isLoose(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '?' || text[i] == ',' ||
        (text[i] == '=' && i > 0 && text[i + 1] != '=' && std::string_view("=<>!").find(text[i - 1]) == text.npos))
      return true;
  return false;
}

static Text operatorText(const Op &op, const std::function<Text(const Operand &, bool)> &number, bool alone,
                         const Rewriter &rw) {
  const std::string name = nameOf(op);
  Text t(alone ? "" : "(");
  const char *close = alone ? "" : ")";
  if (name == "cmp") {
    const std::size_t mode = static_cast<std::size_t>(op.operands[2].list[0].value);
    return t << number(op.operands[0], true) << comparisons[mode < 6 ? mode : 0] << number(op.operands[1], true)
             << close;
  }
  static const std::map<std::string, std::pair<const char *, const char *>> signs = {
      {"and", {" & ", " && "}}, {"or", {" | ", " || "}}, {"xor", {" ^ ", " != "}}, {"not", {"~", "!"}}};
  const auto &[bits, truth] = signs.at(name);
  if (!isMask(op)) { // integers are promoted to int
    t = Text("static_cast<" + spelledType(op.result()->type, rw) + ">(");
    close = ")";
  }
  const char *sign = isMask(op) ? truth : bits;
  if (op.operands.size() == 1) // binds tightly
    return (isMask(op) ? Text() : t) << sign << number(op.operands[0], true) << (isMask(op) ? "" : close);
  return t << number(op.operands[0], true) << sign << number(op.operands[1], true) << close;
}

Text lane::spelled(const Op &op, const std::function<Text(const Operand &, bool)> &number, bool alone,
                   const Rewriter &rw) {
  Text t;
  switch (formOf(op)) {
  case Form::Function:
    t << rw.dsl("math::" + nameOf(op)) + "(";
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      t << (i ? ", " : "") << number(op.operands[i], false);
    return t << ")";
  case Form::Operator:
    return operatorText(op, number, alone, rw);
  case Form::Cast:
    t << rw.dsl("math::cast") + "<" << typeIn(op, rw) << ">(" << number(op.operands[0], false);
    for (std::size_t i = 1; i < op.operands.size(); ++i)
      if (op.operands[i].range.valid() && !op.operands[i].range.text().empty())
        t << ", " << op.operands[i].range;
    return t << ")";
  case Form::Select:
    t << (alone ? "" : "(") << number(op.operands[0], isLoose(op.operands[0].range.text())) << " ? "
      << number(op.operands[1], true) << " : ";
    return t << number(op.operands[2], true) << (alone ? "" : ")");
  case Form::Reduce:
    t << rw.dsl("vec::reduce") + "<" << op.templateArguments[0] << ">(" << op.operands[0].range << ", ";
    return t << number(op.operands[1], false) << ")";
  case Form::Source:
    if (isOne(op.operands[0]) || nameOf(op) == "broadcast" ||
        hasType(op, op.operands[0], op.result()->type, typeIn(op, rw)))
      return number(op.operands[0], !alone);
    return t << "static_cast<" << typeIn(op, rw) << ">(" << number(op.operands[0], false) << ")";
  case Form::Same:
    return number(op.operands[0], !alone);
  case Form::Read:
  case Form::Write: {
    const Transfer transfer = *transferOf(op);
    t << rw.dsl(transfer.writes ? "mem::store" : "mem::load") + "(";
    if (transfer.writes)
      t << number(op.operands[0], false) << ", ";
    t << transfer.memoryOperand().range;
    for (const Expr &e : transfer.at())
      e.range.valid() ? t << ", " << e.range : t << ", " + std::to_string(e.value);
    for (std::size_t d = transfer.at().size(); d < transfer.memoryOperand().variable->type.dims.size(); ++d)
      t << ", 0"; // {i} stands for {i, 0}
    return t << ")";
  }
  case Form::None:
    break;
  }
  return t;
}
