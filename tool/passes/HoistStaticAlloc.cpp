//===- HoistStaticAlloc.cpp - one buffer for all iterations ------------------===//
//
//   for (i...) {                                   const auto tmp = mem::alloc<int, mem::L1, 64>();
//     const auto tmp = mem::alloc<int, mem::L1, 64>();   for (i...) {
//     linalg::fill(i, tmp);                          linalg::fill(i, tmp);
//     ...                                            ...
//   }                                              }
//
// Matches   mem::alloc in a loop of the function or of the body of a herd.
// Holds     its size is constant, nothing but the iteration that made it can reach the buffer,
//           and its name means nothing else.
// Then      it stands before the outermost loop that belongs to the same body. Iterations of a
//           parallel loop keep a buffer each.
// Declines  otherwise.
// Exactness refine: what an iteration reads before it writes was indeterminate, and is now
//           what the one before left.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "passes/Pass.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "hoist-static-alloc",
    .summary = "allocate a buffer of constant size once, before the loop that uses it",
    .origin = "MLIR-AIR transform.air.hoist_static_alloc",
    .exactness = Exactness::Refine,
    .matches = "`mem::alloc` in a loop.",
    .holds =
        "Its size is constant, and no other iteration can reach the buffer: it is not handed on, returned, captured "
        "or kept.",
    .before =
        R"(PTO_INCORE void copies(In<mem::MemRef<int, mem::L2, 4, 64>> x, Out<mem::MemRef<int, mem::L2, 4, 64>> out) {
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
})",
    .after =
        R"(PTO_INCORE void copies(In<mem::MemRef<int, mem::L2, 4, 64>> x, Out<mem::MemRef<int, mem::L2, 4, 64>> out) {
  const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
  for (Index i = 0; i < 4; ++i) {
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
})",
    .reasons =
        {
            {"carried", "The buffer of one iteration may be reached from the next: two of them are in use at once.",
             ""},
            {"dynamic-size", "Its size is known at run time only.", ""},
            {"escapes", "The handle is given to code that may keep it.", ""},
            {"names-in-loop",
             "Its declaration needs a name that the loop declares, or its own name is used again in a "
             "way that does not allow for another one.",
             "Declare constants and types before the loop; give the buffer a name of its own."},
            {"not-declared", "The buffer is not the whole of a declaration.", "Give it a name."},
        },
};

class HoistStaticAlloc : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "alloc"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (op.is("mem.alloc") && op.result() && outermostLoop(op))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    const Op &alloc = *candidate.op;
    const Variable &buffer = *alloc.result();
    const Statement *st = alloc.statement;
    loop = outermostLoop(alloc);
    const std::string name = quoted(&buffer, "the buffer");
    const auto no = [&](const char *reason, const std::string &why) { return decline(reason, name + " kept: " + why); };

    if (!st || st->root != &alloc || st->form != Statement::Form::Declaration || st->declarators != 1)
      return no("not-declared", "it is not declared by itself");
    if (auto v = guard(st->range, {st->range}, alloc))
      return *v;
    if (Names(a.function).hasDirectives())
      return decline("preprocessor", name + " kept: a preprocessor line may need it where it is").note(&alloc, "here");
    if (auto v = guardDeclarationBefore(*loop))
      return *v;
    if (!buffer.type.isStatic() || !alloc.operands.empty())
      return no("dynamic-size", "its size is known at run time only");
    if (const Variable *v = namedInLoop(*st, a))
      return no("names-in-loop", "its declaration needs " + quoted(v) + ", which the loop declares");
    if (Names(a.function).needsScope(st->range, loop->range, {&buffer}))
      return no("names-in-loop", "its declaration needs a type that the loop may declare");
    renames = !Names(a.function).canMoveTo(buffer, *loop->parent);
    if (renames && !canBeRenamed(buffer))
      return no("names-in-loop", "its name is used again");
    const Root root{Root::Kind::Created, &alloc, nullptr, 0};
    if (const Op *out = a.memory.escapePoint(root))
      return no("escapes", "its handle may be kept").note(out, "here");
    if (a.values.definitions(buffer).size() != 1 || buffer.isStatic)
      return no("carried", "it is no name of one buffer").note(&alloc, "made here");
    if (const Op *keeper = keptBy(root, alloc, a))
      return no("carried", "a later iteration may still use it").note(keeper, "kept here");
    return legal();
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    const Statement &st = *candidate.op->statement;
    const Variable &buffer = *candidate.op->result();
    const SourceFile *file = st.range.file;
    const std::string name = renames ? rw.fresh(buffer.name) : buffer.name;
    const unsigned behind = buffer.declaredAt + static_cast<unsigned>(buffer.name.size());
    Text t;
    t << SourceRange{file, st.begin, buffer.declaredAt} << name << SourceRange{file, behind, st.range.end};
    rw.before(*loop->statement, std::move(t));
    rw.remove(st);
    if (renames)
      for (const SourceRange &place : buffer.places)
        rw.respell(place, Text(name));
    return quoted(&buffer) + " is one buffer for all iterations";
  }

private:
  /// The outermost loop around the op that runs its iterations one after another; not beyond a
  /// parallel loop, whose iterations keep what is theirs.
  static const Op *outermostLoop(const Op &op) {
    const Op *found = nullptr;
    for (const Op *o = op.parent->owner; o && o->kind != OpKind::Parallel; o = o->parent->owner)
      if (o->kind == OpKind::For || o->kind == OpKind::While || o->kind == OpKind::DoWhile)
        found = o;
    return found;
  }

  /// A variable that is declared in the loop and spelled in the declaration of the buffer.
  const Variable *namedInLoop(const Statement &st, const Analyses &a) const {
    const std::string text(st.range.text());
    for (const auto &v : a.function.variables) {
      if (v->name.empty() || v.get() == st.declares[0] ||
          !loop->statement->range.contains({st.range.file, v->declaredAt, v->declaredAt}))
        continue;
      for (std::size_t at = text.find(v->name); at != text.npos; at = text.find(v->name, at + 1)) {
        const auto letter = [&](std::size_t i) {
          return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
        };
        if (!(at > 0 && letter(at - 1)) && !letter(at + v->name.size()))
          return v.get();
      }
    }
    return nullptr;
  }

  /// Every word in its scope that is its name stands for it.
  static bool canBeRenamed(const Variable &buffer) {
    const Statement &st = *buffer.declaration;
    const SourceRange scope{st.range.file, st.range.begin, st.block->range.end};
    return st.block->range.valid() && Names::countIn(scope, buffer.name) == buffer.places.size() + 1 &&
           std::all_of(buffer.places.begin(), buffer.places.end(),
                       [&](const SourceRange &place) { return place.valid() && place.text() == buffer.name; });
  }

  /// The op that puts a handle to the buffer into a variable which lives longer than the iteration.
  static const Op *keptBy(const Root &root, const Op &alloc, const Analyses &a) {
    const Op *keeper = nullptr;
    walk(*a.function.body, [&](Op &op) {
      for (unsigned i = 0; i < op.results.size() && !keeper; ++i) {
        const Variable *v = op.results[i];
        if (!v || !v->type.isHandle() || (v->kind == Variable::Kind::Temporary && staysInStatement(*v, op, a)))
          continue;
        const Op *declaration = v->declaration ? v->declaration->root : nullptr;
        const bool inside =
            v->kind == Variable::Kind::Local && declaration && ancestorIn(*alloc.parent, const_cast<Op *>(declaration));
        if (inside)
          continue;
        for (const View &view : a.memory.viewsOf({Definition::Kind::Result, &op, i}, *v))
          if (view.root == root || view.root.kind == Root::Kind::Unknown)
            keeper = &op;
      }
    });
    return keeper;
  }

  /// What an expression makes on the way; a field of a record is no such thing.
  static bool staysInStatement(const Variable &temporary, const Op &made, const Analyses &a) {
    const auto here = [&](const Op *op) { return op->statement == made.statement; };
    const std::vector<const Op *> &uses = a.values.uses(temporary), &definitions = a.values.definitions(temporary);
    return made.statement && !uses.empty() && std::all_of(definitions.begin(), definitions.end(), here) &&
           std::all_of(uses.begin(), uses.end(), here);
  }

  bool renames = false;
  const Op *loop = nullptr; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<HoistStaticAlloc>();
});

} // namespace
