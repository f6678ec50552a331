//===- InlineTileFunctions.cpp - functions on tiles become part of their callers -===//
//
//   PTO_INCORE Row scaled(const Row &a, float s) {         PTO_INCORE void k(In<Rows> x, Out<Rows> out) {
//     auto b = tile::mul(a, s);                              auto a = tile::load<1, 64>(x, {0, 0});
//     return tile::relu(b);                                  const float s = 2.f;
//   }                                                        auto b = tile::mul(a, s);
//   PTO_INCORE void k(In<Rows> x, Out<Rows> out) {           tile::store(tile::relu(b), {0, 0}, out);
//     auto a = tile::load<1, 64>(x, {0, 0});               }
//     tile::store(scaled(a, 2.f), {0, 0}, out);
//   }
//
// Matches   calls, in InCore functions, of functions that take or return tiles.
// Holds     the function is in the same file and namespace, does nothing but compute (it writes no memory, calls no
//           functions of its own) and returns once, at its end; arguments are names or have no effect; every name in
//           its text means the same at the call.
// Then      its statements stand before the one that calls it, what it returns stands for the call. Parameters become
//           the caller's names, or constants; its own names others where they are taken.
// Declines  otherwise. Functions that call others wait until those are part of them.
// Exactness bitwise.
//
//===----------------------------------------------------------------------===//

#include "passes/Pass.h"
#include "passes/inline/Body.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "inline-tile-functions",
    .summary = "make functions on tiles part of the kernels that call them",
    .origin = "the path from tiles to SIMD targets",
    .exactness = Exactness::Bitwise,
    .preparesOnly = true,
    .matches = "Calls, in `PTO_INCORE` functions, of functions that take or return tiles.",
    .holds =
        "The function stands in the same file and namespace, writes no memory, calls no functions that are not part "
        "of it by then, and returns once, at its end; arguments are names of the very type or have no effect; every "
        "name in its text means the same where it is called. Of a function that is `static` or in an unnamed "
        "namespace the head says `[[maybe_unused]]` from then on.",
    .before = R"(PTO_INCORE Tile<float, 4, 64> scaled(const Tile<float, 4, 64> &a, float s) {
  auto b = tile::mul(a, s);
  return tile::relu(b);
}

PTO_INCORE void kernel(In<Tensor<float, 4, 64>> x, Out<Tensor<float, 4, 64>> out) {
  auto b = tile::load<4, 64>(x, {0, 0});
  tile::store(scaled(b, 2.f), {0, 0}, out);
})",
    .after = R"(PTO_INCORE Tile<float, 4, 64> scaled(const Tile<float, 4, 64> &a, float s) {
  auto b = tile::mul(a, s);
  return tile::relu(b);
}

PTO_INCORE void kernel(In<Tensor<float, 4, 64>> x, Out<Tensor<float, 4, 64>> out) {
  auto b = tile::load<4, 64>(x, {0, 0});
  const float s = 2.f;
  auto b2 = tile::mul(b, s);
  tile::store(tile::relu(b2), {0, 0}, out);
})",
    .reasons =
        {
            {"argument", "An argument has an effect, another type than the parameter, or no use.",
             "Give the function names of the types that it takes."},
            {"name-hidden", "A name in the function's text means something else where it is called.",
             "Rename the variable of the caller."},
            {"not-seen",
             "The function has no body before the call in this file and namespace, or is a template whose instances "
             "cannot be spelled.",
             ""},
            {"not-straight", "The function returns early, writes memory, keeps something, or calls functions.",
             "Compute and return in it, and store in the kernel."},
            {"unsupported-statement", "The call is a part of a statement that cannot follow the function's own.",
             "Give what the function returns a name."},
        },
};

bool isTile(const Type &t) { return t.kind == Type::Kind::Tile; }

class InlineTileFunctions : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role == FunctionRole::InCore; }
  const char *subject() const override { return "tile"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (op.kind == OpKind::Call && !op.callee->isLibrary &&
          (isTile(op.callee->returnType) || std::any_of(op.callee->parameters.begin(), op.callee->parameters.end(),
                                                        [](const Variable *p) { return isTile(p->type); })))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    const Op &call = *c.op;
    const Function &g = *call.callee;
    const auto no = [&](const inlining::Problem &p) {
      return decline(p.reason, "the call of '" + g.shortName + "' kept: " + p.message).note(p.where, "here");
    };
    body.emplace(g, a);
    if (auto p = body->isSeenFrom(a.function))
      return no(*p);
    if (auto p = body->isStraight())
      return no(*p);
    if (auto v = guard(call.range, {}, call))
      return *v;
    if (auto v = guardDeclarationBefore(call))
      return *v;
    if (auto p = isFirst(call, a))
      return no(*p);
    if (auto p = body->namesMeanTheSame())
      return no(*p);
    into = declares(call, a);
    if (into)
      if (auto v = guard(call.statement->range, {}, call))
        return *v;
    if (auto p = body->bind(call, into))
      return no(*p);
    return legal();
  }

  std::string apply(const Candidate &c, Rewriter &rw) override {
    const Op &call = *c.op;
    const Function &g = *call.callee;
    const Statement &s = *call.statement;
    const std::string text = body->statements(std::string(s.range.file->indentation(s.range.begin)));
    if (into) {
      rw.respell(s.range, Text(text));
    } else {
      if (!text.empty())
        rw.before(s, Text(text));
      rw.respell(call.range, Text(body->result()));
    }
    if (body->isOnlyHere() && marked.insert(&g).second)
      rw.respell({g.range.file, g.range.begin, g.range.begin}, Text(std::string("[[maybe_unused]] ")));
    return "'" + g.shortName + "' became part of it";
  }

private:
  /// Whether nothing else of the statement needs to happen before the call, and all of it can happen behind it.
  static std::optional<inlining::Problem> isFirst(const Op &call, const Analyses &a) {
    const inlining::Problem other{"unsupported-statement", "its statement does something else, too", &call};
    const Statement *s = call.statement;
    if (!s || !s->range.valid() || s->form == Statement::Form::Other || s->attributed || s->declarators > 1 ||
        call.parent != s->block || !(s->soleBody || call.parent->braced || !call.parent->owner))
      return other;
    for (const Op *op : s->block->ops) {
      if (op->statement != s || op == &call)
        continue;
      const bool around = op->range.contains(call.range);
      const bool knows = op->kind == OpKind::Dsl || op->kind == OpKind::Copy || op->kind == OpKind::Return ||
                         (op->kind == OpKind::Call && around);
      const bool writes = !op->info.writes.empty() || !op->info.updates.empty() || op->info.calls;
      if (!knows || !op->regions.empty() || (writes && !around))
        return other;
      for (const Operand &o : op->operands)
        if (std::any_of(o.list.begin(), o.list.end(), [](const Expr &e) { return e.isImpure(); }))
          return other;
    }
    const Variable *v = call.result();
    if (!v || (v->kind == Variable::Kind::Temporary && a.values.uses(*v).size() != 1))
      return other;
    return std::nullopt;
  }

  /// `auto v = g(...);`: the variable can be the one that g returns.
  const Variable *declares(const Op &call, const Analyses &a) const {
    const Statement &s = *call.statement;
    const Variable *v = s.assigned;
    const Variable *local = body->returnedLocal();
    if (s.form != Statement::Form::Declaration || s.root != &call || s.declarators != 1 || !v || !v->declaredAuto ||
        v->isStatic || v->isReference || v->bindsResult || !local || s.soleBody)
      return nullptr;
    const bool changes = a.values.definitions(*v).size() > 1;
    return changes && body->isConst(*local) ? nullptr : v;
  }

  std::optional<inlining::Body> body;
  const Variable *into = nullptr;
  std::set<const Function *> marked; ///< models are made anew with each change of the text
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<InlineTileFunctions>();
});

} // namespace
