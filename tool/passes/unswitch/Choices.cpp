//===- Choices.cpp - selects that one bool variable decides ------------------===//

#include "passes/unswitch/Choices.h"

#include "analysis/Carried.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::unswitch;

/// c ? a : b: the ops of either region end with the one that makes its value. Null for other branches.
static const Op *valueOf(const Op &conditional, std::size_t arm) {
  const std::vector<Op *> &ops = conditional.regions[arm]->ops;
  const Variable *v = ops.empty() || ops.back()->results.size() != 1 ? nullptr : ops.back()->result();
  return v && v->kind == Variable::Kind::Temporary && v->type.kind == Type::Kind::Vector ? ops.back() : nullptr;
}

const Variable *Choice::result() const { return op->is("vec.select") ? op->result() : valueOf(*op, 0)->result(); }

const Variable *unswitch::conditionOf(const Op &op, const Analyses &a) {
  const bool select = op.is("vec.select") && op.operands.size() == 3;
  const bool conditional = op.kind == OpKind::If && op.regions.size() == 2 && op.statement && op.range.valid() &&
                           valueOf(op, 0) &&
                           valueOf(op, 0)->result() == (valueOf(op, 1) ? valueOf(op, 1)->result() : nullptr);
  if (!select && !conditional)
    return nullptr;
  const Operand &c = op.operands[0];
  if (c.kind == Operand::Kind::Scalar && c.list.size() == 1)
    return boolean(c.list[0]);
  // The same answer in every lane.
  const std::set<Definition> defs = c.variable ? a.values.reaching(*c.variable, op) : std::set<Definition>();
  const Op *made = defs.size() == 1 ? defs.begin()->op : nullptr;
  if (made && (made->is("vec.splat") || made->is("vec.broadcast")) && made->operands.size() == 1 &&
      made->operands[0].list.size() == 1 && !a.values.changedBetween(made->operands[0].list[0], *made, op))
    return boolean(made->operands[0].list[0]);
  return nullptr;
}

const Variable *unswitch::boolean(const Expr &e) {
  return e.kind == Expr::Kind::Variable && e.variable->type.element == "bool" && !e.variable->name.empty() ? e.variable
                                                                                                           : nullptr;
}

std::vector<Choice> unswitch::choicesOf(const Op &loop, const Variable &flag, const Analyses &a) {
  std::vector<Choice> out;
  walk(bodyOf(loop), [&](Op &op) {
    if (conditionOf(op, a) != &flag)
      return;
    Choice c{&op, op.range, {}, {}};
    for (std::size_t arm = 0; arm < 2; ++arm)
      if (op.is("vec.select")) {
        c.arms[arm] = op.operands[arm + 1].range;
        c.values[arm] = op.operands[arm + 1].variable;
      } else {
        const Op &value = *valueOf(op, arm);
        c.arms[arm] = value.range;
        c.values[arm] = value.kind == OpKind::Copy ? value.operands[0].variable : value.result();
      }
    out.push_back(c);
  });
  return out;
}

bool unswitch::hasEffect(const Choice &c) {
  bool effect = false;
  walk(*c.op->parent, [&](const Op &op) {
    if (&op == c.op || op.range == c.range || op.statement != c.op->statement ||
        (op.range.valid() && !c.range.contains(op.range)))
      return;
    effect |= !computes(op) || std::any_of(op.results.begin(), op.results.end(),
                                           [](const Variable *v) { return v && v->kind != Variable::Kind::Temporary; });
  });
  return effect;
}

const Op *unswitch::mayRename(const Choice &c, const Variable &chosen, const Analyses &a) {
  if (chosen.kind == Variable::Kind::Temporary) // a value of its own
    return nullptr;
  const Variable *result = c.result();
  if (result->kind != Variable::Kind::Temporary)
    return result->bindsResult || result->isReference ? c.op : nullptr;
  for (const Op *use : a.values.uses(*result)) {
    const Variable *to = use->kind == OpKind::Copy ? use->result() : nullptr;
    const bool value =
        use->kind == OpKind::Dsl || use->kind == OpKind::Return || (to && !to->bindsResult && !to->isReference);
    if (!value)
      return use;
  }
  return nullptr;
}

bool unswitch::canBeCopied(const Statement &st, const Analyses &a) {
  const std::string_view text = st.range.text();
  for (const char *word : {"static", "thread_local", "__COUNTER__"})
    if (isWordIn(text, word))
      return false;
  if (text.find("R\"") != text.npos || text.find("\\\n") != text.npos || text.find("\\\r") != text.npos)
    return false; // indenting it would change it
  // A lambda has another type in each copy: whoever is given it may be a template.
  bool lambda = false, calls = false;
  for (std::size_t i = text.find('['); i != text.npos; i = text.find('[', i + 1)) {
    const std::size_t before = text.find_last_not_of(" \t\r\n", i - 1);
    lambda |= i > 0 && before != text.npos && std::string_view("(,={;}&|?:").find(text[before]) != text.npos &&
              text[i + 1] != '[';
  }
  for (const auto &op : a.function.ops)
    calls |=
        (op->kind == OpKind::Call || op->kind == OpKind::Opaque) && op->range.valid() && st.range.contains(op->range);
  return !lambda || !calls;
}

bool unswitch::computes(const Op &op) {
  const bool impure = std::any_of(op.operands.begin(), op.operands.end(), [](const Operand &o) {
    return std::any_of(o.list.begin(), o.list.end(), [](const Expr &e) { return e.isImpure(); });
  });
  return !impure && op.clobbers.empty() &&
         (op.kind == OpKind::Copy || op.kind == OpKind::Scalar || op.kind == OpKind::If ||
          (op.kind == OpKind::Dsl && op.info.writes.empty() && op.info.updates.empty() &&
           op.info.result != OpInfo::Result::Indeterminate));
}

static bool isWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The characters outside of brackets satisfy `f`, and all brackets are closed.
template <class F> static bool allOutside(std::string_view text, F &&f) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    depth += c == '(' || c == '[' || c == '{' || (c == '<' && i > 0 && isWordChar(text[i - 1]));
    if (depth == 0 && !f(c))
      return false;
    depth -= c == ')' || c == ']' || c == '}' || (c == '>' && i > 0 && text[i - 1] != '-');
  }
  return depth == 0;
}

bool unswitch::isPrimary(std::string_view text) {
  return allOutside(text, [](char c) { return isWordChar(c) || c == ':' || c == '.'; });
}

bool unswitch::isSequence(std::string_view text) {
  return !allOutside(text, [](char c) { return c != ','; });
}

bool unswitch::isAlone(const SourceRange &r) {
  const std::string_view bytes = r.file->bytes, blanks = " \t\r\n";
  const std::size_t before = r.begin ? bytes.find_last_not_of(blanks, r.begin - 1) : bytes.npos;
  const std::size_t behind = bytes.find_first_not_of(blanks, r.end);
  if (before == bytes.npos || before == 0 || behind == bytes.npos)
    return false;
  const bool assigned = bytes[before] == '=' && std::string_view("=<>!").find(bytes[before - 1]) == bytes.npos;
  return (assigned || std::string_view("({,").find(bytes[before]) != bytes.npos) &&
         std::string_view(")},;").find(bytes[behind]) != bytes.npos;
}
