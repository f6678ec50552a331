//===- Halves.cpp - ops that are wider than the machine, in halves ----------===//
//
//   auto d = a * b + c;                       auto d_lo = vec::extract_slice<16>(a, {0}) * ...
//   vec::store(d, out, {0});                  auto d_hi = vec::extract_slice<16>(a, {16}) * ...
//                                             vec::store(vec::concat(d_lo, d_hi), out, {0});
//
// Each lane is computed as before. Halves are halved again in the next round, until the
// machine has as many lanes. What cannot be cut where it stands, since it would be
// evaluated twice, gets a name before.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/linearize/Lanewise.h"
#include "passes/linearize/Moves.h"
#include "passes/linearize/Wide.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

bool isNamed(const Operand &o) { return o.kind == Operand::Kind::Handle && !o.variable->name.empty(); }

/// An operand that can be cut without a name of its own.
bool isCutEasily(const Op &made) {
  const auto &ops = made.operands;
  if (shapeOf(made) == Shape::Splat)
    return made.is("vec.splat") && made.templateArguments.size() == 2 && ops[0].list.size() == 1 &&
           !ops[0].list[0].isImpure();
  if (made.is("vec.concat"))
    return ops[0].range.valid() && ops[1].range.valid() && ops[0].variable->type == ops[1].variable->type;
  if (made.is("vec.extract_slice"))
    return isNamed(ops[0]) && ops[1].list.size() == 1 && ops[1].list[0].isConstant();
  if (made.is("vec.shuffle"))
    return ops.size() == 1 && isNamed(ops[0]);
  return made.is("vec.shape_cast") && isNamed(ops[0]);
}

class Halves : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    analyses = &a;
    wide = std::make_unique<Wide>(a, settings);
    std::vector<Candidate> out;
    for (const WideChain &c : wide->chains())
      out.push_back({const_cast<Op *>(c.ops.front()), c.ops.front()->where});
    for (const Op *op : wide->stuck())
      out.push_back({const_cast<Op *>(op), op->where});
    return out;
  }

  Verdict prove(const Candidate &c, const Analyses &) override {
    const auto chain = std::find_if(wide->chains().begin(), wide->chains().end(),
                                    [&](const WideChain &x) { return x.ops.front() == c.op; });
    if (chain == wide->chains().end())
      return *obstacle(*c.op);
    current = &*chain;
    named.clear();
    places.clear();
    for (const Op *op : current->ops)
      for (const Operand &o : op->operands)
        if (auto v = provePart(*op, o))
          return *v;
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rewriter) override {
    rw = &rewriter;
    names.clear();
    for (const Variable *v : current->variables)
      names[v] = {rw->fresh(v->name + "_lo"), rw->fresh(v->name + "_hi")};
    for (auto &[operand, name] : named) {
      name = rw->fresh(nameFor(*operand));
      Text t("const auto " + name + " = ");
      t << operand->range << ";";
      rw->before(*statementOf(*operand), std::move(t));
    }
    for (const Op *op : current->ops)
      if (wide->isRoot(*op))
        editRoot(*op);
    for (const Variable *v : current->variables)
      if (const Op &def = *analyses->values.definitions(*v)[0]; !wide->isHalved(def))
        editRoot(def);
    for (const Variable *v : current->variables)
      if (const std::vector<const Op *> users = wide->wholeUsers(*v); isJoinedInPlace(*v, users))
        for (const Operand &o : users[0]->operands)
          if (o.variable == v)
            rw->respell(o.range, joined(names[v][0], names[v][1]));
    return report();
  }

private:
  /// What is in the way of cutting the operand.
  std::optional<Verdict> provePart(const Op &op, const Operand &o) {
    const Op *made = wide->madeThere(o);
    if (o.kind != Operand::Kind::Handle || isNamed(o) || (made && (wide->isHalved(*made) || isCutEasily(*made))))
      return std::nullopt;
    // It is evaluated once, before the statement.
    const Statement *st = op.statement;
    const std::string what = quoted(op.result(), "the computation") + " kept: ";
    if (!st || !st->range.valid() || st->block != op.parent || st->declarators > 1 ||
        (st->block->owner && st->block->owner->kind == OpKind::Switch))
      return decline("no-place", what + "there is no place for statements before it").note(&op, "here");
    for (const Op *other : st->block->ops)
      if (other->statement == st && other->id < op.id && !o.range.contains(other->range) && hasEffect(*other))
        return decline("no-place", what + "a part of it would be computed before something that has an effect")
            .note(other, "here");
    named.emplace_back(&o, "");
    places[&o] = st;
    return std::nullopt;
  }

  const Statement *statementOf(const Operand &o) const { return places.at(&o); }

  /// After the first thing in it that has a name.
  std::string nameFor(const Operand &o) const {
    std::string base;
    for (const auto &op : analyses->function.ops)
      if (o.range.contains(op->range))
        for (const Operand &inner : op->operands)
          if (base.empty() && inner.kind == Operand::Kind::Handle && inner.variable)
            base = inner.variable->name;
    return (base.empty() ? "" : base + "_") + "whole";
  }

  /// One half of what is spelled `o`: which is 0 or 1.
  Text half(const Operand &o, unsigned which) const {
    const std::int64_t lanes = countOf(o.variable->type.dims) / 2;
    if (isNamed(o)) {
      if (const auto it = names.find(o.variable); it != names.end())
        return Text(it->second[which]);
      Text t;
      t << o.range;
      return sliced(t, lanes, which ? lanes : 0);
    }
    for (const auto &[operand, name] : named)
      if (operand == &o)
        return sliced(Text(name), lanes, which ? lanes : 0);
    const Op &made = *wide->madeThere(o);
    Text t;
    t << SourceRange{o.range.file, o.range.begin, made.range.begin};
    t << (wide->isHalved(made) ? half(made, which) : cut(made, lanes, which));
    t << SourceRange{o.range.file, made.range.end, o.range.end};
    return t;
  }

  /// The op on halves of its operands.
  Text half(const Op &op, unsigned which) const {
    Text t;
    unsigned at = op.range.begin;
    if (op.templateArguments.size() > 1) { // exp<float, 32>
      const SourceRange &dims = op.templateArguments[1];
      t << SourceRange{op.range.file, at, dims.begin} << std::to_string(countOf(op.result()->type.dims) / 2);
      at = dims.end;
    }
    for (const Operand &o : op.operands) {
      if (o.kind != Operand::Kind::Handle)
        continue;
      t << SourceRange{op.range.file, at, o.range.begin} << half(o, which);
      at = o.range.end;
    }
    t << SourceRange{op.range.file, at, op.range.end};
    return t;
  }

  /// Half of what isCutEasily.
  Text cut(const Op &made, std::int64_t lanes, unsigned which) const {
    const std::string from = std::to_string(which ? lanes : 0);
    const SourceRange &all = made.range, first = made.operands[0].range;
    Text t;
    if (made.is("vec.splat")) {
      const SourceRange &dims = made.templateArguments[1];
      t << SourceRange{all.file, all.begin, dims.begin} << std::to_string(lanes)
        << SourceRange{all.file, dims.end, all.end};
    } else if (made.is("vec.concat")) {
      t << made.operands[which].range;
    } else if (made.is("vec.extract_slice")) {
      Text whole;
      whole << first;
      t = sliced(whole, lanes, made.operands[1].list[0].value + (which ? lanes : 0));
    } else if (made.is("vec.shuffle")) {
      std::string list;
      for (std::int64_t i = 0; i < lanes; ++i)
        list += (i ? ", " : "") + std::to_string(made.numbers[static_cast<std::size_t>(i + (which ? lanes : 0))]);
      t << rw->dsl("vec::shuffle") + "<" + list + ">(" << first << ")";
    } else {
      Text whole;
      whole << all;
      t = sliced(whole, lanes, which ? lanes : 0);
    }
    return t;
  }

  Text sliced(const Text &whole, std::int64_t lanes, std::int64_t from) const {
    Text t(rw->dsl("vec::extract_slice") + "<" + std::to_string(lanes) + ">(");
    t << whole << ", {" + std::to_string(from) + "})";
    return t;
  }

  Text joined(const Text &lo, const Text &hi) const {
    Text t(rw->dsl("vec::concat") + "(");
    t << lo << ", " << hi << ")";
    return t;
  }

  bool isJoinedInPlace(const Variable &v, const std::vector<const Op *> &users) const {
    if (users.size() != 1 || obstacle(*users[0]) || !takesAnyValue(*users[0], v))
      return false;
    unsigned n = 0;
    for (const Operand &o : users[0]->operands)
      n += o.variable == &v && o.range.valid();
    return n == 1;
  }

  void editRoot(const Op &op) {
    const Variable &v = *op.result();
    if (!wide->becomesTwo(v)) {
      rw->respell(op.range, joined(half(op, 0), half(op, 1)));
      return;
    }
    const SourceRange &st = v.declaration->range;
    const unsigned name = v.declaredAt, behind = name + static_cast<unsigned>(v.name.size());
    const std::string newLine = std::string(st.file->endOfLine()) + st.file->indentation(st.begin);
    Text t;
    for (unsigned which = 0; which < 2; ++which) {
      t << (which ? newLine : std::string());
      if (v.declaredDims.valid())
        t << SourceRange{st.file, st.begin, v.declaredDims.begin} << std::to_string(countOf(v.type.dims) / 2)
          << SourceRange{st.file, v.declaredDims.end, name};
      else
        t << SourceRange{st.file, st.begin, name};
      t << names[&v][which] << SourceRange{st.file, behind, op.range.begin}
        << (wide->isHalved(op) ? half(op, which) : cut(op, countOf(v.type.dims) / 2, which))
        << SourceRange{st.file, op.range.end, st.end};
    }
    const std::vector<const Op *> users = wide->wholeUsers(v);
    if (!users.empty() && !isJoinedInPlace(v, users))
      t << newLine << SourceRange{st.file, st.begin, op.range.begin} << joined(names[&v][0], names[&v][1])
        << SourceRange{st.file, op.range.end, st.end};
    rw->respell(st, std::move(t));
  }

  std::string report() const {
    const Op &op = *current->ops.front();
    std::string list;
    for (const Variable *v : current->variables)
      list += (list.empty() ? "" : ", ") + quoted(v);
    const std::size_t n = current->ops.size();
    return list + (list.empty() ? "" : ": ") + std::to_string(n) + (n == 1 ? " op" : " ops") + " on " +
           std::to_string(countOf(op.result()->type.dims)) + (n == 1 ? " lanes is" : " lanes are") + " done in halves";
  }

  std::unique_ptr<Wide> wide;
  const Analyses *analyses = nullptr;
  const WideChain *current = nullptr;
  Rewriter *rw = nullptr;
  std::map<const Variable *, std::array<std::string, 2>> names; ///< of the halves
  std::vector<std::pair<const Operand *, std::string>> named; ///< what gets a name before its statement, and that name
  std::map<const Operand *, const Statement *> places;        ///< which statement that is
};

} // namespace

std::unique_ptr<Rule> linearize::halves(const Settings &settings) { return std::make_unique<Halves>(settings); }
