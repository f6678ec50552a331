//===- FoldNoOpReshape.cpp - a reshape that changes nothing is its source ---===//
//
//   auto a = tile::load<64, 64>(x, {0, 0});          auto a = tile::load<64, 64>(x, {0, 0});
//   auto b = tile::reshape<64, 64>(a);               tile::store(a, {0, 0}, out);
//   tile::store(b, {0, 0}, out);
//
//   auto r = tile::reshape<4096, 1>(a);              (r and f gone: f is a)
//   auto f = tile::reshape<64, 64>(r);
//
// Matches   tile::reshape in an InCore function. A reshape whose only use is another
//           reshape belongs to the chain of that one.
// Holds     source and result are the same bytes (root, offset, strides) seen the same
//           way: space, type, rows, columns, layouts, fractal, pad, valid extents.
// Then      uses of the result read the source, where its name still means the same
//           there; otherwise the reshape becomes a copy of the handle.
// Declines  every real reshape; the reason names the first difference.
// Exactness bitwise.
//
//===----------------------------------------------------------------------===//

#include "analysis/Loops.h"
#include "passes/Pass.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "fold-no-op-reshape",
    .summary = "replace a tile::reshape that changes nothing by its source",
    .origin = "PyPTO FoldNoOpReshape",
    .exactness = Exactness::Bitwise,
    .matches = "`tile::reshape` in a `PTO_INCORE`, `PTO_AIC` or `PTO_AIV` function, alone or in a chain of reshapes "
               "that have no other use.",
    .holds =
        "Source and result are the same storage at the same offset with the same strides, seen the same way: memory "
        "space, element type, rows, columns, layouts, fractal, pad and valid extents, run-time extents proven equal.",
    .before = R"(PTO_INCORE void copy(In<Tensor<float, 64, 64>> x, Out<Tensor<float, 64, 64>> out) {
  auto a = tile::load<64, 64>(x, {0, 0});
  auto b = tile::reshape<64, 64>(a);
  tile::store(b, {0, 0}, out);
})",
    .after = R"(PTO_INCORE void copy(In<Tensor<float, 64, 64>> x, Out<Tensor<float, 64, 64>> out) {
  auto a = tile::load<64, 64>(x, {0, 0});
  tile::store(a, {0, 0}, out);
})",
    .reasons =
        {
            {"bound-to-reference", "A reference keeps the result of the reshape alive.", "Take the result by value."},
            {"different-signature", "Source and result differ in shape, type, space, layout or pad: a real reshape.",
             ""},
            {"different-storage", "The result has a place of its own: the reshape copies.",
             "Place it where the source is, or nowhere."},
            {"extents-unproven", "Run-time extents cannot be shown to be those of the source.",
             "Use the same variables, unchanged in between."},
            {"last-use", "A variable would be left without a use, for compilers to warn of.",
             "Spell the value where it is used."},
            {"nested-expression", "The reshape is an argument of a function that may tell a call from a name.",
             "Give the result a name."},
            {"strides", "The chain starts from a part of a tile, whose rows are not adjacent.", ""},
            {"valid-extents", "The valid extents differ, or cannot be shown to be the same.",
             "Leave them out, or use the variables that the source was made with."},
        },
    .options = {},
};

/// A reshape and the reshapes before it that exist for it alone.
struct Chain {
  std::vector<Op *> links; ///< source side first; the last one is the candidate
  const Operand &source() const { return links.front()->operands[0]; }
};

bool isReshape(const Op &op) {
  return op.is("tile.reshape") && !op.operands.empty() && op.operands[0].kind == Operand::Kind::Handle &&
         op.operands[0].variable && op.result();
}

/// The reshape that alone defines the operand and has no other use.
Op *linkBefore(const Op &op, const Analyses &a) {
  const Variable &v = *op.operands[0].variable;
  const auto defs = a.values.reaching(v, op);
  if (defs.size() != 1 || defs.begin()->kind != Definition::Kind::Result || !isReshape(*defs.begin()->op))
    return nullptr;
  Op *link = const_cast<Op *>(defs.begin()->op);
  if (link->parent != op.parent || a.values.uses(v).size() != 1 || a.values.definitions(v).size() != 1)
    return nullptr;
  // Its name must not be needed by what is no op: a reference, a decltype.
  if (v.kind != Variable::Kind::Temporary && !Names(a.function).usesCanBeRenamed(v))
    return nullptr;
  return link;
}

Chain chainOf(Op &op, const Analyses &a) {
  Chain c{{&op}};
  while (Op *link = linkBefore(*c.links.front(), a))
    c.links.insert(c.links.begin(), link);
  return c;
}

const Operand *listOf(const Op &op, const char *type) {
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::List && (o.type.spelling.find(type) != std::string::npos))
      return &o;
  return nullptr;
}

const Operand *validOf(const Op &op) { return listOf(op, "Valid"); }

const Operand *placeOf(const Op &op) {
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::Handle && o.type.kind == Type::Kind::Buffer)
      return &o;
  return nullptr;
}

/// Run-time rows and columns, where they are operands.
const Operand *shapeOf(const Op &op) {
  unsigned before = op.is("tile.load") ? 1 : 0; // its offsets come first
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::List && o.type.spelling.find("Valid") == std::string::npos && before-- == 0)
      return o.list.size() == 2 ? &o : nullptr;
  return nullptr;
}

class FoldNoOpReshape : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool handles(const Function &f) const override { return f.role == FunctionRole::InCore; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Op *> all;
    walk(*a.function.body, [&](Op &op) {
      if (isReshape(op))
        all.push_back(&op);
    });
    std::vector<Candidate> out;
    for (Op *op : all)
      if (std::none_of(all.begin(), all.end(), [&](Op *user) { return linkBefore(*user, a) == op; }))
        out.push_back({op, op->where});
    return out;
  }

  const char *subject() const override { return "reshape"; }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    chain = chainOf(*candidate.op, a);
    rename = ontoItself = false;
    dead.clear();
    identity = true;
    const Op &last = *candidate.op;
    const std::string name = last.result()->name.empty() ? "the reshape" : "'" + last.result()->name + "'";
    const auto no = [&](const char *reason, const std::string &why) { return decline(reason, name + " kept: " + why); };

    for (const Op *link : chain.links) {
      if (auto v = guard(link->range, {link->operands[0].range}, *link))
        return *v;
      if (auto v = guardComment(*link, ::info))
        return *v;
      if (link->unordered)
        return no("different-signature", "the order of evaluation is not fixed");
    }
    const Variable &source = *chain.source().variable;
    if (auto difference = signatureDifference(source.type, last.result()->type)) {
      identity = false;
      if (chain.links.size() == 1)
        return no("different-signature", *difference);
    }
    if (chain.links.size() > 1)
      if (auto v = throughOtherShapes(source, a))
        return no(v->first, v->second);
    for (const Op *link : chain.links) {
      if (placeOf(*link) && !(chain.links.size() == 1 && samePlace(*link, source, a)))
        return no("different-storage", "it is given a place of its own").note(link, "here");
      if (chain.links.size() > 1)
        continue;
      if (const Operand *shape = shapeOf(*link); shape && !sameAsMade(*link, *shape, source, shapeOf, a))
        return no("extents-unproven", "its run-time extents cannot be shown to be those of its source")
            .note(link, "here");
      if (const Operand *valid = validOf(*link); valid && !sameAsMade(*link, *valid, source, validOf, a))
        return no("valid-extents", "its valid extents cannot be shown to be those of its source").note(link, "here");
    }
    if (auto v = textIsOurs(a))
      return *v;
    decideNames(last, source, a);
    if (const Variable *v = noneLeftBehind(a))
      return no("last-use", "nothing would use '" + v->name + "' any more").note(&last, "this is its last use");
    if (!rename && !ontoItself)
      if (auto v = copyWouldShow(last, a))
        return no(v->first, v->second).note(&last, "here");
    return legal();
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    Op &last = *candidate.op;
    const std::string source = chain.source().variable->name, name = last.result()->name;
    for (Statement *st : dead)
      rw.erase(*st);
    std::string through;
    for (std::size_t i = 0; i + 1 < chain.links.size(); ++i) {
      Op &link = *chain.links[i];
      if (!link.result()->name.empty())
        through += (through.empty() ? "'" : ", '") + link.result()->name + "'";
      if (link.statement->root == &link && link.statement != last.statement) {
        rw.replaceUses(*link.result(), *link.operands[0].variable);
        rw.erase(*link.statement);
      } else {
        rw.replaceByOperand(link, 0);
      }
    }
    if (!identity)
      return (source.empty() ? std::string("its source") : "'" + source + "'") + " is reshaped at once" +
             (through.empty() ? "" : ", without " + through);
    if (ontoItself) {
      rw.erase(*last.statement);
    } else if (rename) {
      Statement &statement = *last.statement;
      rw.replaceUses(*last.result(), *chain.source().variable);
      rw.erase(statement);
    } else {
      rw.replaceByOperand(last, 0);
    }
    const std::string what =
        chain.links.size() > 1 ? "the round trip" + (through.empty() ? "" : " through " + through) : "the reshape";
    if (name.empty() || source.empty())
      return what + " changes nothing";
    return "'" + name + "' is '" + source + "': " + what + " changes nothing";
  }

private:
  using Problem = std::optional<std::pair<const char *, std::string>>;

  /// Between the ends of a chain the tile has another shape, which asks for dense
  /// rows and a full valid region: only then do the bytes come back as they were.
  Problem throughOtherShapes(const Variable &source, const Analyses &a) const {
    if (source.type.valid != source.type.dims || !source.type.isStatic())
      return std::pair("valid-extents", std::string("its source is not known to be valid as a whole"));
    for (const Op *link : chain.links)
      if (validOf(*link) || shapeOf(*link))
        return std::pair("valid-extents", std::string("the chain sets valid or run-time extents"));
    for (const Definition &d : a.values.reaching(source, *chain.links.front()))
      if (!d.op || d.op->kind != OpKind::Dsl || d.op->info.result == OpInfo::Result::View)
        if (!(d.op && isReshape(*d.op)))
          return std::pair("strides", std::string("its source may be a part of a tile"));
    return std::nullopt;
  }

  /// The list operand `list` of `link` has the values that the source was made with.
  static bool sameAsMade(const Op &link, const Operand &list, const Variable &source,
                         const Operand *(*find)(const Op &), const Analyses &a) {
    const auto defs = a.values.reaching(source, link);
    if (defs.size() != 1 || defs.begin()->kind != Definition::Kind::Result)
      return false;
    const Op &made = *defs.begin()->op;
    const Operand *original = made.kind == OpKind::Dsl ? find(made) : nullptr;
    if (!original || original->list.size() != list.list.size())
      return false;
    for (std::size_t i = 0; i < list.list.size(); ++i) {
      const Expr was = a.memory.resolve(original->list[i], made), is = a.memory.resolve(list.list[i], link);
      if (a.values.changedBetween(was, made, link) || !affine::equal(was, is, rangesAround(link, a.memory)))
        return false;
    }
    return true;
  }

  /// The place that the reshape is given is where its source already is.
  static bool samePlace(const Op &link, const Variable &source, const Analyses &a) {
    const auto defs = a.values.reaching(source, link);
    if (defs.size() != 1 || defs.begin()->kind != Definition::Kind::Result || defs.begin()->op->kind != OpKind::Dsl)
      return false;
    const Op &made = *defs.begin()->op;
    const Operand *was = placeOf(made), *is = placeOf(link);
    return was && is && samePlace(*was, made, *is, link, a);
  }

  static bool samePlace(const Operand &x, const Op &atX, const Operand &y, const Op &atY, const Analyses &a) {
    if (x.variable == y.variable)
      return a.values.changedBetween(*x.variable, atX, atY) == nullptr;
    const auto dx = a.values.reaching(*x.variable, atX), dy = a.values.reaching(*y.variable, atY);
    if (dx.size() != 1 || dy.size() != 1 || !dx.begin()->op || !dy.begin()->op)
      return false;
    const Op &ax = *dx.begin()->op, &ay = *dy.begin()->op;
    if (!ax.is("tile.at") || !ay.is("tile.at") || ax.operands.size() != 2 || ay.operands.size() != 2 ||
        ax.operands[1].list.size() != 1 || ay.operands[1].list.size() != 1)
      return false;
    const Expr was = a.values.resolve(ax.operands[1].list[0], ax), is = a.values.resolve(ay.operands[1].list[0], ay);
    return ax.operands[0].variable == ay.operands[0].variable &&
           !a.values.changedBetween(*ax.operands[0].variable, ax, ay) && !a.values.changedBetween(was, ax, ay) &&
           affine::equal(was, is, rangesAround(atY, a.memory));
  }

  /// Statements that go must be ours to delete.
  std::optional<Verdict> textIsOurs(const Analyses &a) const {
    for (std::size_t i = 0; i + 1 < chain.links.size(); ++i) {
      const Op &link = *chain.links[i], &next = *chain.links[i + 1];
      if (link.statement == next.statement)
        continue; // nested: an expression, guarded already
      const Statement &st = *link.statement;
      if (st.attributed || Names(a.function).hasDirectives())
        return decline("preprocessor", "kept: a tag or preprocessor line may need the reshape before it")
            .note(&link, "here");
      if (st.root != &link || st.form != Statement::Form::Declaration || st.declarators != 1)
        return decline("multi-declarator", "kept: the reshape before it is no declaration of its own")
            .note(&link, "here");
      if (auto v = guard(st.range, {}, link))
        return v;
      const Variable &source = *link.operands[0].variable;
      if (source.kind == Variable::Kind::Temporary || a.values.changedBetween(source, link, next) ||
          hidden(source, a.function))
        return decline("different-storage", "kept: the source of the chain is no longer what it was")
            .note(&link, "here");
    }
    return std::nullopt;
  }

  static bool hidden(const Variable &v, const Function &f) { return !Names(f).nameIsUnique(v); }

  /// What the links spell besides their sources goes with them; the last one stays when it is a real reshape.
  const Variable *noneLeftBehind(const Analyses &a) {
    std::vector<SourceRange> removed, kept;
    for (const Op *link : chain.links)
      if (identity || link != chain.links.back()) {
        removed.push_back(link->range);
        kept.push_back(link->operands[0].range);
      }
    return Names(a.function).leftBehind(removed, kept, dead);
  }

  /// A handle's name in the place of a call is another kind of expression: a
  /// reference bound to it follows the name, an overload may tell them apart.
  Problem copyWouldShow(const Op &last, const Analyses &a) const {
    const Variable &result = *last.result();
    if (result.bindsResult)
      return std::pair("bound-to-reference",
                       std::string("a reference keeps it alive, and would follow its source instead"));
    if (result.kind != Variable::Kind::Temporary)
      return std::nullopt;
    for (const Op *use : a.values.uses(result))
      if (!takesAnyValue(*use, result))
        return std::pair("nested-expression",
                         std::string("it is an argument of a function that may tell the difference"));
    return std::nullopt;
  }

  /// Can the uses of the result name the source?
  void decideNames(const Op &last, const Variable &source, const Analyses &a) {
    const Variable &result = *last.result();
    const Statement *st = last.statement;
    ontoItself =
        identity && &result == &source && st && st->root == &last && !st->attributed &&
        st->form == Statement::Form::Expression && st->assigned == &result && !guard(st->range, {}, last) &&
        std::none_of(last.parent->ops.begin(), last.parent->ops.end(), [&](const Op *op) {
          return op->statement == st && std::find(chain.links.begin(), chain.links.end(), op) == chain.links.end();
        });
    if (!identity || !st || st->root != &last || st->form != Statement::Form::Declaration || st->declarators != 1 ||
        source.kind == Variable::Kind::Temporary || result.isStatic || source.isStatic ||
        a.values.definitions(result).size() != 1 || result.escapes || source.escapes || hidden(source, a.function) ||
        guard(st->range, {}, last) || st->attributed || Names(a.function).hasDirectives())
      return;
    for (const Op *use : a.values.uses(result))
      if (a.values.changedBetween(source, last, *use) || (use->kind == OpKind::Copy && use->result() == &source))
        return; // a = b would become a = a
    rename = Names(a.function).usesCanBeRenamed(result);
  }

  Chain chain;                   ///< what prove() found, for apply()
  bool identity = true;          ///< the ends are the same; otherwise the last reshape stays
  bool rename = false;           ///< uses of the result can name the source
  std::vector<Statement *> dead; ///< declarations that nothing uses afterwards
  bool ontoItself = false;       ///< a = reshape(a);
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<FoldNoOpReshape>();
});

} // namespace
