//===- Lowering.cpp - the vectors of a function in registers ----------------===//

#include "targets/x86/Lowering.h"

#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::x86;

static bool isVector(const Variable *v) { return v && v->type.kind == Type::Kind::Vector; }

static bool isVectorOp(const Op &op) { return op.kind == OpKind::Dsl && op.info.name.starts_with("vec."); }

static bool onlyComputes(const Op &op) {
  return op.kind == OpKind::Dsl && op.info.writes.empty() && op.info.updates.empty() && !op.info.calls;
}

bool x86::touchesVectors(const Op &op) {
  return isVectorOp(op) || std::any_of(op.results.begin(), op.results.end(), isVector) ||
         std::any_of(op.clobbers.begin(), op.clobbers.end(), isVector) ||
         std::any_of(op.operands.begin(), op.operands.end(), [](const Operand &o) { return isVector(o.variable); });
}

std::optional<Verdict> Lowering::no(const char *reason, const std::string &why, const Op *at) const {
  return decline(reason, "'" + a.function.shortName + "' kept: " + why).note(at, "here");
}

std::optional<Verdict> Lowering::run() {
  const Names names(a.function);
  if (names.hasDirectives()) // what #if leaves out may work on the same vectors
    return decline("preprocessor", "'" + a.function.shortName + "' kept: preprocessor lines stand inside");
  for (const auto &v : a.function.variables) {
    if (!isVector(v.get()))
      continue;
    if (v->kind == Variable::Kind::Parameter || v->kind == Variable::Kind::Global || v->escapes || v->isReference ||
        v->isStatic || v->hasAlias || v->isArray)
      return no("unsupported-statement", quoted(v.get()) + " is a parameter, captured or referred to", nullptr);
    if (const std::optional<Registers> in = registers(*v);
        in && in->parts > 1 && v->kind == Variable::Kind::Local && !names.everySpellingIsKnown(*v))
      return no("unsupported-statement", quoted(v.get()) + " is named by something else than ops", nullptr);
  }
  findTranspositions();
  findFactors();
  std::optional<Verdict> verdict;
  walk(*a.function.body, [&](const Op &op) {
    if (verdict || !touchesVectors(op))
      return;
    if (squares.count(&op))
      return void(++count);
    verdict = check(op);
    if (!verdict && isVectorOp(op) && op.result() && op.result()->kind == Variable::Kind::Temporary)
      makers[op.result()] = &op;
  });
  if (verdict)
    return verdict;
  findDivisors();
  findMaxima();
  findWindows();
  findBuffers();
  verdict = declarations();
  walk(*a.function.body, [&](const Op &op) {
    if (!verdict && touchesVectors(op) && !(verdict = lambdas(op)))
      verdict = lower(op);
  });
  unrollShortLoops();
  shareIterations();
  return verdict;
}

/// The name, in parentheses or not.
static bool isNameOf(SourceRange range, const Variable &v) {
  while (range.text() != v.name) {
    const SourceRange inner = withoutParentheses(range);
    if (inner.begin == range.begin)
      return false;
    range = inner;
  }
  return true;
}

std::optional<Verdict> Lowering::check(const Op &op) {
  if (op.kind != OpKind::Copy && !isVectorOp(op) && !op.is("null"))
    return no("unsupported-statement", "something else than an op works on a vector", &op);
  for (const Variable *v : op.results)
    if (isVector(v) && !registers(*v))
      return no("unsupported-type",
                "a vector of " + spellDims(v->type.dims) + " " + spellElement(v->type.element, "") +
                    " is no whole number of registers of " + m.name,
                &op);
  for (const Operand &o : op.operands) // a macro of its own
    if (isVector(o.variable) && !o.range.valid())
      return guard(o.range, {}, op);
  for (const Operand &o : op.operands) // `v = a` has the value of v, and an effect
    if (isVector(o.variable) && !o.variable->name.empty() && !o.range.text().empty() &&
        o.variable->kind != Variable::Kind::Temporary && !isNameOf(o.range, *o.variable))
      return no("unsupported-statement", quoted(o.variable) + " is not spelled by its name alone", &op);
  ++count;
  return std::nullopt;
}

/// `vec::store(vec::transpose<1, 0>(vec::load<N, N>(...)), ...)`, N lanes of floats.
void Lowering::findTranspositions() {
  std::map<const Variable *, const Op *> temporaries;
  const auto maker = [&](const Op &op, const char *name) -> const Op * {
    const auto known = op.operands.empty() ? temporaries.end() : temporaries.find(op.operands[0].variable);
    const Op *made = known == temporaries.end() ? nullptr : known->second;
    return made && made->is(name) && a.values.uses(*made->result()).size() == 1 ? made : nullptr;
  };
  walk(*a.function.body, [&](const Op &op) {
    if (op.result() && op.result()->kind == Variable::Kind::Temporary)
      temporaries[op.result()] = &op;
    const Op *transpose = op.is("vec.store") ? maker(op, "vec.transpose") : nullptr;
    const Op *load = transpose ? maker(*transpose, "vec.load") : nullptr;
    if (!load || load->result()->type.element != "float" ||
        load->result()->type.dims != std::vector<Extent>{m.lanes, m.lanes} || transpose->numbers.size() < 2 ||
        transpose->numbers[0] != 1 || transpose->numbers[1] != 0)
      return;
    for (const Op *part : {&op, transpose, load})
      squares.insert(part);
    loaded[&op] = load;
  });
}

/// `vec::Vec<float, 16> v`: the type is spelled, and becomes that of the register.
std::optional<Verdict> Lowering::declarations() {
  for (const auto &v : a.function.variables) {
    if (!isVector(v.get()) || v->kind != Variable::Kind::Local)
      continue;
    if (v->declaredAuto && v->declaredType.valid())
      continue;
    if (v->declaredAuto || registers(*v)->parts > 1)
      continue;
    if (!v->declaredType.valid())
      return no("unsupported-statement", "the type of " + quoted(v.get()) + " is not spelled here", nullptr);
    edits.emplace_back(v->declaredType, Text(typeOf(registers(*v)->element, m)));
  }
  return std::nullopt;
}

/// The bodies around it that are lambdas use the instructions, too.
std::optional<Verdict> Lowering::lambdas(const Op &op) {
  for (const Op *o = op.parent->owner; o; o = o->parent->owner) {
    if (o->kind != OpKind::Parallel)
      continue;
    const Block &body = *o->regions.back();
    if (!body.ops.empty() && body.ops.front()->kind == OpKind::Parallel)
      continue; // another dimension of the same
    const SourceFile *file = body.range.file;
    const std::size_t last = file ? file->bytes.find_last_not_of(" \t\r\n", body.range.begin - 1) : std::string::npos;
    if (!body.braced || last == std::string::npos || file->bytes[last] != ')')
      return no("unsupported-statement", "the body of the loop is no plain lambda", o);
    if (annotated.insert(body.range.begin).second)
      edits.emplace_back(SourceRange{file, static_cast<unsigned>(last + 1), static_cast<unsigned>(last + 1)},
                         Text(std::string(" ") + m.attribute));
  }
  return std::nullopt;
}

/// The op that makes the operand right where it is spelled.
const Op *Lowering::madeThere(const Operand &o) const {
  const auto known = makers.find(o.variable);
  return known == makers.end() ? nullptr : known->second;
}

std::string Lowering::partName(const Variable &v, unsigned part) {
  const unsigned parts = registers(v)->parts;
  if (parts == 1)
    return v.name;
  std::vector<std::string> &names = partNames[&v];
  for (unsigned k = static_cast<unsigned>(names.size()); k < parts; ++k) {
    const std::string base =
        v.name + (std::isdigit(static_cast<unsigned char>(v.name.back())) ? "_" : "") + std::to_string(k);
    names.push_back(fresh(base));
  }
  return names[part];
}

std::string Lowering::fresh(const std::string &base) {
  std::string name = base;
  for (unsigned n = 2; taken.count(name) || Names(a.function).isSpelledIn(name, a.function.range); ++n)
    name = base + "_" + std::to_string(n);
  taken.insert(name);
  return name;
}

/// The op, or one whose result it is given right there, reads memory.
bool Lowering::reads(const Op &op) const {
  return transferOf(op) || std::any_of(op.operands.begin(), op.operands.end(), [&](const Operand &o) {
           const Op *inner = madeThere(o);
           return inner && reads(*inner);
         });
}

/// Part by part, or in its place.
std::optional<Verdict> Lowering::lower(const Op &op) {
  if (squares.count(&op) && !op.is("vec.store"))
    return std::nullopt; // spelled by the store
  const auto inside = [&](const Op *user) {
    return std::any_of(user->operands.begin(), user->operands.end(),
                       [&](const Operand &o) { return o.variable == op.result() && madeThere(o) == &op; });
  };
  unsigned parts = 1;
  if (isVector(op.result()))
    parts = registers(*op.result())->parts;
  else if (const std::optional<Transfer> t = transferOf(op); t && t->writes && !squares.count(&op))
    parts = registersOf(t->type(), m)->parts;
  if (makers.count(op.result()) && isVector(op.result())) {
    const std::vector<const Op *> &uses = a.values.uses(*op.result());
    if (uses.size() != 1 || !inside(uses[0]) || !touchesVectors(*uses[0]) || uses[0]->kind == OpKind::Copy)
      return no("unsupported-statement", "a vector without a name is not used by an op alone", &op);
    return std::nullopt; // spelled by the op around it
  }
  if (parts > 1)
    return lowerParts(op, parts);
  if (op.is("null") || (op.kind == OpKind::Copy && !wantsQuiet(op)))
    return std::nullopt; // names stay
  const SourceRange range = op.kind == OpKind::Copy ? op.operands[0].range : op.range;
  std::optional<Text> text = op.kind == OpKind::Copy ? operand(op.operands[0], 0) : value(op, 0);
  if (!text)
    return problem;
  if (wantsQuiet(op))
    text = Text("pto::x86::quiet(") << *text << ")";
  std::vector<SourceRange> kept;
  for (const auto &piece : text->pieces)
    if (const auto *range = std::get_if<SourceRange>(&piece))
      kept.push_back(*range);
  if (auto v = guard(range, kept, op))
    return v;
  edits.emplace_back(range, std::move(*text));
  return std::nullopt;
}

/// A register of the statement's value may come from another register of v, which it assigns to.
bool Lowering::crosses(const Statement &s, const Variable &v) const {
  const auto isLaneByLane = [&](const Op &op, std::size_t operand) {
    const std::optional<Registers> to = op.result() ? registers(*op.result()) : std::nullopt;
    return op.is("vec.contract") ? operand == 2 : to && to->parts == registers(v)->parts && !isPermutation(op);
  };
  if (s.form == Statement::Form::Expression)
    for (const Op *op : s.block->ops)
      for (std::size_t i = 0; op->statement == &s && i < op->operands.size(); ++i)
        if (op->operands[i].variable == &v && !isLaneByLane(*op, i))
          return true;
  return false;
}

/// A statement for each register.
std::optional<Verdict> Lowering::lowerParts(const Op &op, unsigned parts) {
  const Statement *s = op.statement;
  const Variable *v = op.result();
  if (!s || s->root != &op || !s->range.valid() || s->attributed || (v && s->assigned != v) ||
      (s->form != Statement::Form::Expression && (s->form != Statement::Form::Declaration || s->declarators != 1)))
    return no("unsupported-statement", "a vector of several registers is not a statement of its own", &op);
  for (const Op *other : op.parent->ops)
    if (other->statement == s && other != &op && !isVectorOp(*other) && !onlyComputes(*other))
      return no("unsupported-statement", "something else is done in a statement that is needed several times", other);
  const auto pure = [](const Operand &o) {
    return std::none_of(o.list.begin(), o.list.end(), [](const Expr &e) { return e.isImpure(); });
  };
  for (const Op *other : op.parent->ops)
    if (other->statement == s && !std::all_of(other->operands.begin(), other->operands.end(), pure))
      return no("unsupported-statement", "an operand with an effect is needed several times", other);
  if (auto verdict = guard(s->range, {}, op))
    return verdict;
  std::vector<Text> lines;
  // All is read before anything is written.
  if (const Operand &o = op.operands.empty() ? Operand() : op.operands[0]; !v && madeThere(o) && reads(*madeThere(o))) {
    std::vector<std::string> names;
    for (unsigned k = 0; k < parts; ++k) {
      std::optional<Text> text = operand(o, k);
      if (!text)
        return problem;
      names.push_back(fresh("lanes" + std::to_string(k)));
      lines.push_back(Text("const auto " + names.back() + " = ") << *text << ";");
    }
    partNames[o.variable] = std::move(names);
    makers.erase(o.variable);
  }
  const std::vector<const Op *> uses = v ? a.values.uses(*v) : std::vector<const Op *>();
  const bool onlyLanes = std::all_of(uses.begin(), uses.end(),
                                     [](const Op *use) { return use->is("vec.extract") || isPermutation(*use); });
  const bool isKept = v && crosses(*s, *v); // until all of it is known
  std::vector<Text> assignments;
  for (unsigned k = 0; k < parts; ++k) {
    Text &line = lines.emplace_back();
    if (v && onlyLanes && s->form == Statement::Form::Declaration) // of some parts nothing may be wanted
      line << "[[maybe_unused]] ";
    if (v && s->form == Statement::Form::Declaration) {
      const std::string head(SourceRange{s->range.file, s->range.begin, v->declaredAt}.text());
      const std::string type = v->declaredAuto ? "auto" : typeOf(registers(*v)->element, m);
      line << (isWordIn(head, "const") ? "const " : "") + type + " ";
    }
    if (op.is("null")) {
      line << partName(*v, k) + ";";
      continue;
    }
    std::optional<Text> text = op.kind == OpKind::Copy ? operand(op.operands[0], k) : value(op, k);
    if (!text)
      return problem;
    const std::string to = isKept ? fresh("next" + std::to_string(k)) : v ? partName(*v, k) : "";
    line << (isKept ? "const auto " : "") + to + (v ? " = " : "") << *text << ";";
    if (isKept)
      assignments.push_back(Text(partName(*v, k) + " = " + to + ";"));
  }
  lines.insert(lines.end(), assignments.begin(), assignments.end());
  edits.emplace_back(s->range, std::move(lines.back()));
  lines.pop_back();
  for (Text &line : lines)
    before.emplace_back(s, std::move(line));
  return std::nullopt;
}
