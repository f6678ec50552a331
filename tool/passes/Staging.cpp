//===- Staging.cpp - a staging buffer and what happens to it ----------------===//
//
//     row = create();          C   placement of the slice: here, or sunk to W
//     ...
//     row = fill(x, r, row);   W   first use
//     ...
//     out = assemble(out, row, {r, 0});   A
//
// In the original, `out` changes at A, all at once. With row a view of out it
// changes between W and A, bit by bit. Nobody may be able to tell:
//
//   one C, one A, always together   one block, nothing leaves it between W and A
//   the view exists at C            target and offsets are there and stay as they are
//   nobody looks at out in [W, A)   no read or write of what the window may alias
//   nobody looks at row otherwise   not before it is written, not after A unless
//                                   out is as it was; no pointer, no handle kept
//   all of the window is written    otherwise out keeps old elements where the
//                                   original copied indeterminate ones
//
//===----------------------------------------------------------------------===//

#include "passes/Staging.h"

#include "analysis/Coverage.h"
#include "analysis/Loops.h"

#include <algorithm>
#include <cctype>

using namespace rewrite;

namespace {

std::string quoted(const Variable *v) { return v && !v->name.empty() ? "'" + v->name + "'" : "the staging buffer"; }

class Prover {
public:
  Prover(Op &create, const Analyses &a, const StagingPolicy &policy, Staging &s) : a(a), policy(policy), s(s) {
    s.create = &create;
    s.root = {Root::Kind::Created, &create, nullptr, 0};
    s.name = quoted(create.result());
  }

  Verdict run() {
    using Check = std::optional<Verdict> (Prover::*)();
    static constexpr Check checks[] = {
        &Prover::oneAssemble,      &Prover::plainForms, &Prover::noEscape,    &Prover::sameHandle,
        &Prover::sameBlock,        &Prover::noExit,     &Prover::usesAllowed, &Prover::namedTarget,
        &Prover::placement,        &Prover::filled,     &Prover::targetAlone, &Prover::noThrow,
        &Prover::parallelDisjoint, &Prover::inBounds,   &Prover::textIsOurs,  &Prover::fateOfAssemble,
    };
    for (Check check : checks)
      if (std::optional<Verdict> v = (this->*check)())
        return std::move(*v);
    return legal();
  }

private:
  using Answer = std::optional<Verdict>;

  Verdict no(const char *reason, std::string why) const { return decline(reason, s.name + " kept: " + std::move(why)); }

  // --- which buffer --------------------------------------------------------------

  Answer oneAssemble() {
    const std::vector<Op *> all = assemblesOf(*s.create, a);
    if (all.size() > 1)
      return no("assembled-twice", "it is assembled " + std::to_string(all.size()) + " times")
          .note(all[0], "first here")
          .note(all[1], "and here");
    if (all.empty()) // a rewrite since the match has taken it
      return no("ambiguous-staging", "nothing assembles it any more").note(s.create, "created here");
    s.assemble = all.front();
    s.offsets = &s.assemble->operands[2];
    block = s.create->parent;
    return std::nullopt;
  }

  Answer plainForms() {
    for (const Operand &o : s.create->operands)
      if (o.kind == Operand::Kind::Other && o.range.valid()) {
        const std::string_view text = o.range.text();
        if (text.find("init_value") != text.npos)
          return no("create-initialised", "its initial value would be lost").note(s.create, "created here");
        if (text.find("manual_dep") != text.npos)
          return no("dependency-flag", "its manual_dep flag would be lost").note(s.create, "created here");
        if (text.find("layout") != text.npos)
          return no("layout-differs", "it is stored in a layout of its own").note(s.create, "created here");
        return no("create-options", "it is created with options that a view cannot have")
            .note(s.create, "created here");
      }
    if (s.assemble->operands.size() > 3) {
      const Operand &mode = s.assemble->operands[3];
      if (mode.range.valid() && !(mode.list.size() == 1 && mode.list[0].isConstant() && mode.list[0].value == 0))
        return no("atomic", "the assemble accumulates").note(s.assemble, "assembled here");
    }
    if (s.offsets->kind != Operand::Kind::List)
      return no("offsets-not-a-list", "the offsets are not spelled as a list").note(s.assemble, "assembled here");
    if (s.create->unordered || s.assemble->unordered)
      return no("evaluation-order", "the order in which its statement is evaluated is not fixed")
          .note(s.assemble, "here");
    return std::nullopt;
  }

  // --- the assemble's source is the very handle, on every path ----------------------

  Answer sameHandle() {
    // A buffer that comes round a loop: say so, rather than that there are two of them.
    const Block &home = *s.assemble->parent;
    for (const Definition &d : a.values.reaching(*s.assemble->operands[1].variable, *s.assemble))
      if (Op *top = d.op ? ancestorIn(home, const_cast<Op *>(d.op)) : nullptr)
        if (std::find(home.ops.begin(), home.ops.end(), top) > std::find(home.ops.begin(), home.ops.end(), s.assemble))
          return no("rotating-buffer", "the handle travels from one iteration to the next")
              .note(d.op, "here")
              .note(s.assemble, "assembled here");
    if (Answer v = trace(s.assemble->operands[1], *s.assemble))
      return v;
    if (!reachesCreate)
      return no("ambiguous-staging", "what the assemble copies cannot be told").note(s.assemble, "assembled here");
    return std::nullopt;
  }

  Answer trace(const Operand &o, const Op &at) {
    if (o.kind != Operand::Kind::Handle || !o.variable)
      return no("ambiguous-staging", "what the assemble copies cannot be told").note(&at, "here");
    for (const Definition &d : a.values.reaching(*o.variable, at)) {
      if (d.kind == Definition::Kind::Clobber && d.op->kind == OpKind::Call) {
        if (!visited.insert(d.op).second)
          continue;
        const Operand *through = argument(*d.op, *o.variable);
        const Summary &callee = a.summaries.of(*d.op->callee);
        if (!through || callee.parameters[static_cast<std::size_t>(through - d.op->operands.data())].rebinds)
          return no("ambiguous-staging", "the call may make " + quoted(o.variable) + " another buffer")
              .note(d.op, "here");
        if (Answer v = trace(*through, *d.op))
          return v;
        continue;
      }
      if (d.kind != Definition::Kind::Result)
        return no("ambiguous-staging", "another buffer may be in " + quoted(o.variable) + " when it is assembled")
            .note(&at, d.kind == Definition::Kind::Unknown ? "it can change behind the scenes"
                                                           : "it may still be unset here");
      chain.push_back(d.op);
      if (d.op == s.create) {
        reachesCreate = true;
        continue;
      }
      if (!visited.insert(d.op).second)
        continue;
      if (Answer v = step(*d.op, d.index))
        return v;
    }
    return std::nullopt;
  }

  Answer step(const Op &op, unsigned index) {
    if (op.kind == OpKind::Copy)
      return trace(op.operands[0], op);
    if (op.kind == OpKind::Dsl && op.info.result == OpInfo::Result::Same)
      return trace(op.operands[static_cast<std::size_t>(op.info.resultOf)], op);
    const std::vector<View> views = op.result(index)
                                        ? a.memory.viewsOf({Definition::Kind::Result, &op, index}, *op.result(index))
                                        : std::vector<View>();
    if (op.kind == OpKind::Dsl && op.info.result == OpInfo::Result::View &&
        std::any_of(views.begin(), views.end(), [&](const View &v) { return v.root == s.root; }))
      return no("source-is-view", "what is assembled is a view of it").note(&op, "this view");
    if (op.kind == OpKind::Call) {
      const Summary &callee = a.summaries.of(*op.callee);
      if (index < callee.results.size()) {
        const ResultSource &r = callee.results[index];
        if (r.kind == ResultSource::Kind::Parameter && r.whole)
          return trace(op.operands[static_cast<std::size_t>(r.parameter)], op);
        if (r.kind == ResultSource::Kind::Parameter)
          return no("source-is-view", "'" + op.callee->shortName + "' returns a view of its argument")
              .note(&op, "called here");
      }
      return no("ambiguous-result", "it cannot be told which argument '" + op.callee->shortName + "' returns")
          .note(&op, "called here");
    }
    return no("ambiguous-staging", "another buffer may be assembled in its place").note(&op, "it comes from here");
  }

  static const Operand *argument(const Op &op, const Variable &v) {
    for (const Operand &o : op.operands)
      if (o.variable == &v)
        return &o;
    return nullptr;
  }

  // --- where: one block, in order, nothing leaves it --------------------------------

  Answer sameBlock() {
    Op *const A = s.assemble, *const C = s.create;
    if (A->parent != C->parent)
      return differentBlocks(*C, *A);
    createAt = index(C);
    assembleAt = index(A);
    if (createAt > assembleAt)
      return no("rotating-buffer", "what is assembled was created in an earlier iteration").note(A, "assembled here");
    for (const Op *d : chain) {
      const std::size_t at = index(ancestorIn(*block, const_cast<Op *>(d)));
      if (at < createAt || at > assembleAt)
        return no("rotating-buffer", "the handle travels from one iteration to the next").note(d, "here");
    }
    // First use, and the first op of its statement: the last place for the slice.
    for (std::size_t i = createAt + 1; i <= assembleAt && !firstUse; ++i)
      if (block->ops[i]->statement != C->statement && mentions(*block->ops[i]))
        firstUse = block->ops[i];
    if (!firstUse) // all in one statement
      firstUse = C;
    useAt = index(firstUse);
    while (useAt > createAt + 1 && block->ops[useAt - 1]->statement == firstUse->statement)
      --useAt;
    return std::nullopt;
  }

  Verdict differentBlocks(const Op &C, const Op &A) {
    const auto between = [](const Block &outer, const Op &inner) {
      const Op *branch = nullptr, *loop = nullptr;
      for (const Op *o = inner.parent->owner; o && !encloses(*o->regions[0], outer); o = o->parent->owner) {
        if (Control::isLoop(*o))
          loop = o;
        else if (o->kind != OpKind::Scope)
          branch = o;
        if (o->parent == &outer)
          break;
      }
      return std::pair(branch, loop);
    };
    if (encloses(*C.parent, *A.parent)) {
      const auto [branch, loop] = between(*C.parent, A);
      if (loop) {
        bool filledInside = false;
        walkUses([&](const Op &op) {
          filledInside |= &op != &A && encloses(*loop->parent, *op.parent) && op.parent != C.parent;
        });
        if (filledInside)
          return no("different-loops", "it is created once and assembled in iterations")
              .note(loop, "of this loop")
              .note(&A, "assembled here");
        return no("several-executions", "one filling is assembled many times")
            .note(loop, "by this loop")
            .note(&A, "assembled here");
      }
      if (branch)
        return no("assemble-conditional", "it is assembled under a condition only")
            .note(branch, "this one")
            .note(&A, "assembled here");
      return no("different-scope", "it is created and assembled in different scopes").note(&A, "assembled here");
    }
    if (encloses(*A.parent, *C.parent)) {
      const auto [branch, loop] = between(*A.parent, C);
      if (loop)
        return no("different-loops", "it is created in every iteration and assembled once, after them")
            .note(loop, "of this loop")
            .note(&A, "assembled here");
      if (branch)
        return no("create-conditional", "it is created under a condition only").note(branch, "this one");
      return no("different-scope", "it is created and assembled in different scopes").note(&A, "assembled here");
    }
    for (const Op *o = A.parent->owner; o; o = o->parent->owner)
      if (Control::isLoop(*o) && o == C.parent->owner)
        return no("different-loops", "it is created once and assembled in iterations")
            .note(o, "of this loop")
            .note(&A, "assembled here");
    return no("assemble-conditional", "it is created in one branch and assembled in another")
        .note(&A, "assembled here");
  }

  Answer noExit() {
    const Op *before = useAt > 0 ? block->ops[useAt - 1] : nullptr;
    if (const Op *e = earlyExit(*block, before, s.assemble))
      return no("exit-between", "the code may leave before the assemble").note(e, "here");
    return std::nullopt;
  }

  Answer noThrow() {
    const Op *thrower = nullptr;
    forEachBetween(useAt, assembleAt, [&](const Op &op) {
      if ((op.kind == OpKind::Call && a.summaries.of(*op.callee).mayThrow) ||
          (op.kind == OpKind::Opaque && op.mayThrow))
        thrower = thrower ? thrower : &op;
    });
    if (thrower)
      return no("may-throw", "an exception would leave the target half written").note(thrower, "thrown from here");
    return std::nullopt;
  }

  // --- who else looks at the buffer --------------------------------------------------

  Answer noEscape() {
    const Op *e = a.memory.escapePoint(s.root);
    if (!e)
      return std::nullopt;
    if (e->is("tensor.data"))
      return no("needs-dense", "its memory is used through a pointer, as one dense block").note(e, "here");
    if (e->kind == OpKind::Call) {
      const Summary &callee = a.summaries.of(*e->callee);
      for (std::size_t i = 0; i < e->operands.size() && i < callee.parameters.size(); ++i)
        if (callee.parameters[i].fromBody && callee.parameters[i].needsDense && shows(e->operands[i], *e))
          return no("needs-dense", "'" + e->callee->shortName + "' uses its memory as one dense block")
              .note(e, "called here")
              .note(callee.parameters[i].blame, "because of this");
    }
    if (e->kind == OpKind::Call && e->callee->hasBody)
      return no("staging-retained", "'" + e->callee->shortName + "' keeps the handle").note(e, "called here");
    return no("staging-escapes", e->kind == OpKind::Return ? "its handle is returned" : "its handle is given away")
        .note(e, "here");
  }

  static bool looksDense(const Op &op) {
    return op.is("tensor.dense") || op.is("tensor.reshape") || op.is("tensor.reinterpret") || op.is("tensor.view") ||
           op.is("tensor.data") || op.is("wrap") || op.is("tensor.stride") || op.is("tensor.is_contiguous");
  }

  static bool looksValid(const Op &op) {
    return op.is("tensor.set_validshape") || op.is("tensor.fillpad") || op.is("tensor.valid");
  }

  /// Made here, so valid as a whole: nobody sets the valid extents of the target (namedTarget sees to that).
  bool targetIsWhole() const {
    for (const View &v : a.memory.views(*s.assemble->operands[0].variable, *s.assemble))
      if (v.root.kind != Root::Kind::Created)
        return false;
    return true;
  }

  Answer usesAllowed() {
    Answer answer;
    walkUses([&](const Op &op) {
      if (!answer)
        answer = useAllowed(op);
    });
    return answer;
  }

  Answer useAllowed(const Op &op) {
    unsigned times = 0;
    bool writes = false;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      if (!shows(op.operands[i], op))
        continue;
      ++times;
      if (op.is("tensor.no_dep"))
        return no("dependency-flag", "what it says of dependencies must not be said of the target").note(&op, "here");
      bool dense = looksDense(op), valid = looksValid(op) || (worksOnValidPart(op) && !targetIsWhole());
      const Op *blame = nullptr;
      if (op.kind == OpKind::Call) {
        const ParameterEffect &e = a.summaries.of(*op.callee).parameters[i];
        dense = e.needsDense;
        valid = e.asksValid || (e.usesValidPart && !targetIsWhole());
        writes |= e.writes;
        blame = e.blame;
      }
      if (dense)
        return no("needs-dense", "dense memory is asked for, a view has the target's pitch")
            .note(&op, "here")
            .note(blame, "because of this");
      if (valid)
        return no("valid-shape", "its valid extents are looked at or set")
            .note(&op, "here")
            .note(blame, "because of this");
    }
    if (times > 1 && writes)
      return no("staging-passed-twice", "it is passed twice to one call that writes it").note(&op, "here");

    const Op *const top = ancestorIn(*block, const_cast<Op *>(&op));
    if (!top)
      return outside(op);
    const std::size_t at = index(top);
    if (at < createAt)
      return no("rotating-buffer", "it is used before it is created, one iteration later").note(&op, "here");
    if (at <= assembleAt) {
      // It must be this iteration's buffer.
      for (const Operand &o : op.operands)
        if (shows(o, op))
          for (const Definition &d : a.values.reaching(*o.variable, op))
            for (const View &v : a.memory.viewsOf(d, *o.variable))
              if (v.root == s.root && (!d.op || !madeSince(*d.op, at)))
                return no("rotating-buffer", "the buffer of an earlier iteration is used").note(&op, "here");
      return std::nullopt;
    }
    for (const Access &access : a.memory.accesses(op))
      if (access.view.root == s.root && access.writes())
        return no("staging-written-after", "it is written again after the assemble").note(&op, "here");
    // A later read sees the same values as long as the target keeps them.
    Answer answer;
    forEachBetween(assembleAt + 1, at + 1, [&](const Op &other) {
      for (const Access &access : a.memory.accesses(other))
        if (!answer && access.writes() && &other != &op && touchesTarget(access))
          answer = no("staging-read-after", "it is read again after the target has changed")
                       .note(&op, "read here")
                       .note(&other, "changed here");
    });
    return answer;
  }

  /// The op stands between the create and number `at` of the block.
  bool madeSince(const Op &op, std::size_t at) const {
    const Op *top = ancestorIn(*block, const_cast<Op *>(&op));
    return top && index(top) >= createAt && index(top) <= at;
  }

  Verdict outside(const Op &op) {
    bool writes = false;
    for (const Access &access : a.memory.accesses(op))
      writes |= access.view.root == s.root && access.writes();
    if (writes)
      return no("staging-written-after", "it is written outside of the block that creates it").note(&op, "here");
    return no("staging-read-after", "it is read outside of the block that creates it").note(&op, "here");
  }

  bool touchesTarget(const Access &access) const {
    for (const View &t : a.memory.views(*s.assemble->operands[0].variable, *s.assemble))
      if (a.memory.mayAlias(access.view.root, t.root))
        return true;
    return false;
  }

  // --- the view exists where the buffer was created ----------------------------------

  Answer namedTarget() {
    const Operand *o = &s.assemble->operands[0];
    const Op *at = s.assemble;
    while (o->variable && o->variable->kind == Variable::Kind::Temporary) {
      const auto defs = a.values.reaching(*o->variable, *at);
      if (defs.size() != 1 || !defs.begin()->op || defs.begin()->op->kind != OpKind::Copy)
        break;
      at = defs.begin()->op;
      o = &at->operands[0];
    }
    if (!o->variable || o->variable->kind == Variable::Kind::Temporary)
      return no("target-not-a-name", "the assemble's target is no variable").note(s.assemble, "assembled here");
    s.target = o->variable;
    for (const View &v : a.memory.views(*s.target, *s.assemble))
      if (v.root == s.root)
        return no("assembled-into-itself", "it is assembled into itself").note(s.assemble, "here");
    const Op *asks = nullptr;
    walk(*a.function.body, [&](const Op &op) {
      if (!asks && looksValid(op) && !op.operands.empty() && op.operands[0].variable)
        for (const View &v : a.memory.views(*op.operands[0].variable, op))
          if (touchesTarget({Access::Kind::Read, &op, 0, v, true}))
            asks = &op;
    });
    if (asks)
      return no("valid-shape", "the target's valid extents are looked at or set").note(asks, "here");
    return std::nullopt;
  }

  /// At the create itself if all that the slice needs is there, else right before the first use.
  Answer placement() {
    Answer early = mayLeaveBeforeUse();
    if (!early)
      early = availableFrom(createAt, createAt + 1);
    if (!early)
      return std::nullopt;
    Statement *st = s.create->statement;
    const bool movable = useAt > createAt && firstUse != s.create && st && st->root == s.create && st->range.valid() &&
                         (st->form == Statement::Form::Declaration || st->form == Statement::Form::Expression);
    if (!movable)
      return early;
    if (Answer late = availableFrom(useAt, useAt))
      return late;
    if (st->declarators > 1)
      return no("multi-declarator", "it would have to move, and its declaration declares other names too")
          .note(s.create, "declared here");
    for (const Operand &o : s.create->operands)
      for (const Expr &e : o.list) {
        bool computed = e.isImpure();
        e.forEachVariable([&](const Variable *v) { computed |= v->kind == Variable::Kind::Temporary; });
        if (computed)
          return no("shape-changed", "it would have to move, and computing its extents has an effect")
              .note(s.create, "created here");
        if (const Op *changed = definedIn(e, createAt + 1, useAt))
          return no("shape-changed", "its extents are computed anew before its first use").note(changed, "here");
      }
    if (const Variable *v = hiddenOnTheWay(*st))
      return no("shape-changed", "it would have to move to where '" + v->name + "' means something else")
          .note(s.create, "created here");
    if (st->attributed)
      return no("tagged", "it would have to move, and a tag or attribute stands before it")
          .note(s.create, "created here");
    s.sink = true;
    s.anchor = block->ops[useAt]->statement;
    if (!s.anchor || !s.anchor->range.valid())
      return early;
    return std::nullopt;
  }

  /// A slice has conditions that a create does not have: it must not run where the
  /// original code would have left before it used the buffer.
  Answer mayLeaveBeforeUse() {
    const Op *leaves = earlyExit(*block, s.create, block->ops[useAt]);
    forEachBetween(createAt + 1, useAt, [&](const Op &op) {
      if (!leaves && ((op.kind == OpKind::Opaque && op.mayThrow) ||
                      (op.kind == OpKind::Call && a.summaries.of(*op.callee).mayThrow)))
        leaves = &op;
    });
    if (!leaves || useAt <= createAt)
      return std::nullopt;
    return no("exit-between", "the code may leave before its first use, and a view would be made too early")
        .note(leaves, "here");
  }

  /// A variable that is declared between the create and its first use, and whose name the create's statement spells.
  const Variable *hiddenOnTheWay(const Statement &st) const {
    for (const auto &v : a.function.variables) {
      if (!v->declaration || v->declaration->block != block || v->declaration == &st || v->name.empty())
        continue;
      for (std::size_t i = createAt + 1; i < useAt; ++i)
        if (block->ops[i]->statement == v->declaration && spells(st.range.text(), v->name))
          return v.get();
    }
    return nullptr;
  }

  /// `word` stands in the text as an identifier.
  static bool spells(std::string_view text, std::string_view word) {
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
      if ((at == 0 || !isWord(text[at - 1])) && (at + word.size() == text.size() || !isWord(text[at + word.size()])))
        return true;
    return false;
  }

  /// Types and aliases that are declared between the two places could give a moved name another meaning.
  static bool declaresTypes(const SourceRange &from, const SourceRange &to) {
    if (!from.valid() || !to.valid())
      return true; // not seen
    const std::string_view between =
        std::string_view(from.file->bytes).substr(from.end, to.begin > from.end ? to.begin - from.end : 0);
    for (const char *word : {"using", "typedef", "struct", "class", "enum", "union", "namespace"})
      if (spells(between, word))
        return true;
    return false;
  }

  /// `place` is the op before which the slice is evaluated; ops from `from` on run after it.
  Answer availableFrom(std::size_t place, std::size_t from) {
    const std::string target = quoted(s.target);
    if (!declaredBefore(*s.target, place))
      return no("target-not-available", target + " is not there yet where it is created")
          .note(s.assemble, "assembled here");
    for (const Definition &d : a.values.reaching(*s.target, *block->ops[place]))
      if (d.kind == Definition::Kind::Entry && s.target->kind == Variable::Kind::Local)
        return no("target-not-available", target + " may not refer to a tensor yet where it is created")
            .note(s.create, "created here");
    for (std::size_t i = from; i < assembleAt; ++i)
      if (const Op *rebinding = rebinds(*block->ops[i], *s.target))
        return no("target-rebound", target + " may become another tensor before the assemble").note(rebinding, "here");
    for (const Variable *v : s.offsets->names)
      if (!declaredBefore(*v, place))
        return no("offset-not-available", "offset '" + v->name + "' is not known yet where it is created")
            .note(s.assemble, "assembled here");
    if (s.offsets->namesLocals || declaresTypes(block->ops[place]->statement->range, s.assemble->statement->range))
      if (block->ops[place]->statement != s.assemble->statement &&
          (s.offsets->namesLocals || !plainNumbers(*s.offsets)))
        return no("offset-not-available",
                  "the offsets name a type or constant that may be another one where it is created")
            .note(s.assemble, "assembled here");
    for (const Expr &e : s.offsets->list) {
      if (e.isImpure())
        return no("offset-side-effect", "evaluating the offsets has an effect").note(s.assemble, "here");
      Answer answer;
      e.forEachVariable([&](const Variable *v) {
        if (answer)
          return;
        if (v->kind == Variable::Kind::Temporary)
          answer = computedOffset(*v, place, from);
        else if (!declaredBefore(*v, place))
          answer = no("offset-not-available", "offset '" + v->name + "' is not known yet where it is created")
                       .note(s.assemble, "assembled here");
      });
      if (answer)
        return answer;
      if (const Op *changed = definedIn(e, from, assembleAt))
        return no("offset-changed", "an offset changes before the assemble").note(changed, "here");
    }
    return std::nullopt;
  }

  static bool plainNumbers(const Operand &list) {
    return std::all_of(list.list.begin(), list.list.end(),
                       [](const Expr &e) { return e.isConstant() || e.kind == Expr::Kind::Variable; });
  }

  /// An offset that is computed in the assemble's statement: the extent of a handle can be
  /// asked for earlier as well, other computations stay.
  Answer computedOffset(const Variable &v, std::size_t place, std::size_t from) {
    const std::vector<const Op *> &defs = a.values.definitions(v);
    const Expr query = defs.size() == 1 ? extentQuery(*defs[0]) : Expr();
    if (query.isConstant() || (query.kind == Expr::Kind::Extent && declaredBefore(*query.variable, place) &&
                               !definedIn(query, from, assembleAt)))
      return std::nullopt;
    for (const Op *def : defs)
      if (def->kind == OpKind::Opaque && def->operands.size() == 1 && def->operands[0].variable &&
          def->operands[0].variable->isReference)
        return no("offset-changed", "'" + def->operands[0].variable->name +
                                        "' is a reference: what it names may change before the assemble")
            .note(def, "here");
    for (const Op *def : defs)
      if (def->kind == OpKind::Call || def->kind == OpKind::Opaque)
        return no("offset-side-effect", "an offset is the result of a call").note(def, "called here");
    return no("offset-not-available", "an offset is read from memory in the assemble itself").note(s.assemble, "here");
  }

  bool declaredBefore(const Variable &v, std::size_t place) const {
    if (!v.declaration)
      return true;
    const Block &home = *v.declaration->block;
    Op *at = ancestorIn(home, block->ops[place]);
    if (!at) { // declared in the head of a loop around, or in another block
      for (const Op *o = block->owner; o; o = o->parent->owner)
        for (const auto &region : o->regions)
          if (region.get() == &home)
            return true;
      return false;
    }
    for (const Op *op : home.ops) {
      if (op == at)
        return false;
      if (op->statement == v.declaration)
        return true;
    }
    return false;
  }

  /// An op that makes the variable refer to something else; one that hands the same handle back does not.
  const Op *rebinds(const Op &op, const Variable &v) const {
    // Names that other code can reach may be rebound by code that we do not see.
    const bool exposed = v.escapes || v.isStatic || v.kind == Variable::Kind::Global || v.byReference;
    const auto own = [&](const Op &o) -> const Op * {
      if (exposed) {
        if ((o.kind == OpKind::Opaque && (o.touchesUnknown || !o.clobbers.empty())) ||
            (o.kind == OpKind::Call && (o.touchesUnknown || a.summaries.of(*o.callee).changesGlobals)))
          return &o;
        for (const std::vector<Variable *> *defined : {&o.results, &o.clobbers})
          for (const Variable *r : *defined)
            if (r && r != &v && r->type.isHandle() && (r->isReference || r->byReference))
              return &o;
      }
      if (std::find(o.clobbers.begin(), o.clobbers.end(), &v) != o.clobbers.end()) {
        const Operand *arg = o.kind == OpKind::Call ? argument(o, v) : nullptr;
        if (!arg || a.summaries.of(*o.callee).parameters[static_cast<std::size_t>(arg - o.operands.data())].rebinds)
          return &o;
      }
      for (unsigned i = 0; i < o.results.size(); ++i) {
        if (o.results[i] != &v)
          continue;
        const Operand *from = nullptr;
        if (o.kind == OpKind::Copy)
          from = &o.operands[0];
        else if (o.kind == OpKind::Dsl && o.info.result == OpInfo::Result::Same)
          from = &o.operands[static_cast<std::size_t>(o.info.resultOf)];
        else if (o.kind == OpKind::Call) {
          const Summary &callee = a.summaries.of(*o.callee);
          if (i < callee.results.size() && callee.results[i].kind == ResultSource::Kind::Parameter &&
              callee.results[i].whole)
            from = &o.operands[static_cast<std::size_t>(callee.results[i].parameter)];
        }
        if (!from || from->variable != &v)
          return &o;
      }
      return nullptr;
    };
    const Op *found = own(op);
    for (const auto &region : op.regions)
      walk(*region, [&](const Op &o) { found = found ? found : own(o); });
    return found;
  }

  /// An op at [from, to) of the block, or inside one, that defines what the expression reads.
  const Op *definedIn(const Expr &e, std::size_t from, std::size_t to) const {
    const Op *found = nullptr;
    e.forEachVariable([&](const Variable *v) {
      if (v->escapes || v->isStatic || v->isReference || v->kind == Variable::Kind::Global)
        found = found ? found : s.assemble;
      for (const Op *def : a.values.definitions(*v)) {
        const Op *top = ancestorIn(*block, const_cast<Op *>(def));
        if (!found && top && index(top) >= from && index(top) < to)
          found = def;
      }
    });
    return found;
  }

  // --- all of it is written, and nothing of it read before ----------------------------

  Answer filled() {
    Answer answer;
    bool written = false;
    const Op *writer = nullptr;
    const Type &type = s.create->result()->type;
    for (std::size_t i = createAt + 1; i < assembleAt && !answer; ++i) {
      const Op *top = block->ops[i];
      const auto visit = [&](const Op &op) {
        for (const Access &access : a.memory.accesses(op)) {
          if (access.view.root != s.root || answer)
            continue;
          if (access.writes())
            writer = &op;
          if (!access.reads() || written)
            continue;
          bool before = true, alsoWrites = access.kind == Access::Kind::Update;
          if (op.kind == OpKind::Call && access.operand >= 0) {
            const ParameterEffect &e = a.summaries.of(*op.callee).parameters[static_cast<std::size_t>(access.operand)];
            before = e.readsBefore;
            alsoWrites = e.writes;
          }
          if (before)
            answer =
                alsoWrites
                    ? no("accumulates",
                         "it is accumulated into before it is written: the view would add to the target's old values")
                          .note(&op, "here")
                    : no("reads-uninitialised", "it is read before it is written").note(&op, "here");
        }
      };
      visit(*top);
      for (const auto &region : top->regions)
        walk(*region, visit);
      written =
          written || writtenWhole(a.memory, s.root, type, *block, useAt ? block->ops[useAt - 1] : nullptr, next(i));
    }
    if (answer || written || (policy.allowPartialFill && writer))
      return answer;
    if (!writer)
      return no("never-filled", "nothing is written to it before it is assembled").note(s.assemble, "assembled here");
    if (writer->kind == OpKind::Call && !writer->callee->hasBody)
      return no("fill-unproven", "'" + writer->callee->shortName + "' is only declared, and may not write all of it")
          .note(writer, "called here")
          .note(writer->callee->where, "declared here");
    if (writer->parent != block && !happensAlways(*writer, *block))
      return no("fill-conditional", "it is written under a condition only").note(writer, "here");
    return no("partial-fill", "it cannot be shown that all of it is written").note(writer, "written here");
  }

  const Op *next(std::size_t i) const { return i + 1 < block->ops.size() ? block->ops[i + 1] : nullptr; }

  // --- nobody looks at the target meanwhile -------------------------------------------

  /// What the assemble writes, in elements of each root that the target may be.
  std::vector<View> targetViews() const {
    std::vector<View> out;
    for (const Access &access : a.memory.accesses(*s.assemble))
      if (access.operand == 0)
        out.push_back(access.view);
    return out;
  }

  Answer targetAlone() {
    const std::vector<View> targets = targetViews();
    Answer answer;
    forEachBetween(useAt, assembleAt, [&](const Op &op) {
      if (answer)
        return;
      for (const Access &access : a.memory.accesses(op))
        for (const View &t : targets)
          if (!answer && access.view.root != s.root && a.memory.mayAlias(access.view.root, t.root) && !apart(access, t))
            answer = conflict(op, access, t);
    });
    return answer;
  }

  bool apart(const Access &access, const View &target) const {
    if (access.view.root != target.root || !access.view.window || !target.window)
      return false;
    for (const std::vector<Expr> *list : {&access.view.window->offsets, &access.view.window->sizes})
      for (const Expr &e : *list)
        if (a.values.changedBetween(e, *access.op, *s.assemble))
          return false;
    return affine::disjoint(*access.view.window, *target.window, rangesAround(*access.op, a.memory));
  }

  Verdict conflict(const Op &op, const Access &access, const View &target) {
    const std::string name = quoted(s.target);
    bool fills = false;
    for (const Access &other : a.memory.accesses(op))
      fills |= other.view.root == s.root && other.writes();
    if (access.view.root != target.root) {
      const Variable *other =
          access.operand >= 0 ? op.operands[static_cast<std::size_t>(access.operand)].variable : nullptr;
      return no("may-alias", (other && !other->name.empty() ? quoted(other) : "what is touched here") +
                                 " may share storage with " + name)
          .note(&op, access.writes() ? "written here" : "read here");
    }
    if (fills && op.kind == OpKind::Call)
      return access.writes()
                 ? no("target-and-staging-together", "one call writes it and " + name).note(&op, "here")
                 : no("producer-reads-target", "the code that fills it reads " + name + " meanwhile").note(&op, "here");
    for (const Op *o = &op; o->parent->owner; o = o->parent->owner) {
      const Op &owner = *o->parent->owner;
      const unsigned region = owner.kind == OpKind::For || owner.kind == OpKind::DoWhile ? 1 : 0;
      if (Control::isLoop(owner) && owner.kind != OpKind::Parallel && owner.regions[region].get() == o->parent)
        return no("loop-condition-reads-target", "the condition of a loop reads " + name + " before the assemble")
            .note(&op, "here");
    }
    if (!access.writes())
      return no("target-read-between", name + " is read before the assemble").note(&op, "read here");
    if (access.view.window && target.window)
      return no("windows-overlap", "another part of " + name + ", written before the assemble, may overlap its window")
          .note(&op, "written here");
    return no("target-written-between", name + " is written before the assemble").note(&op, "written here");
  }

  // --- iterations that run at the same time -------------------------------------------

  Answer parallelDisjoint() {
    Ranges inner;
    for (const Op *o = block->owner; o; o = o->parent->owner) {
      if (o->kind == OpKind::Parallel) {
        const Block &body = *o->regions[0];
        for (const View &t : targetViews()) {
          if (t.root.kind == Root::Kind::Created && encloses(body, *t.root.op->parent))
            continue; // each iteration has its own
          if (!t.window || !o->induction || variesUnseen(*t.window, body, *o->induction, inner) ||
              !affine::disjointAcross(*t.window, a.memory.resolve(*o->induction, *o), inner,
                                      rangesAround(*o, a.memory)))
            return no("parallel-overlap", "two iterations may write the same part of " + quoted(s.target) + " at once")
                .note(o, "of this loop");
        }
      }
      if (o->induction)
        inner.insert(inner.begin(), a.memory.resolve(*o->induction, *o));
    }
    return std::nullopt;
  }

  static bool variesUnseen(const Window &w, const Block &body, const Induction &iterated, const Ranges &inner,
                           const Values &values) {
    bool varies = false;
    for (const std::vector<Expr> *list : {&w.offsets, &w.sizes})
      for (const Expr &e : *list)
        e.forEachVariable([&](const Variable *v) {
          if (v == iterated.variable ||
              std::any_of(inner.begin(), inner.end(), [&](const Induction &i) { return i.variable == v; }))
            return;
          for (const Op *def : values.definitions(*v))
            varies |= encloses(body, *def->parent);
        });
    return varies;
  }
  bool variesUnseen(const Window &w, const Block &body, const Induction &iterated, const Ranges &inner) const {
    return variesUnseen(w, body, iterated, inner, a.values);
  }

  // --- bounds, text --------------------------------------------------------------------

  Answer inBounds() {
    const Type &target = s.assemble->operands[0].variable->type;
    const std::vector<Expr> extents = a.memory.extentsOf(*s.assemble->operands[0].variable, *s.assemble);
    std::vector<Expr> sizes = a.memory.extentsOf(s.root, s.create->result()->type);
    if (s.offsets->list.size() != target.dims.size())
      return std::nullopt;
    while (sizes.size() < extents.size())
      sizes.insert(sizes.begin(), Expr::constant(1));
    Window w;
    for (const Expr &e : s.offsets->list)
      w.offsets.push_back(a.memory.resolve(e, *s.assemble));
    w.sizes = sizes;
    if (affine::certainlyOutside(w, extents, rangesAround(*s.assemble, a.memory)))
      return no("window-out-of-bounds", "its window reaches over the edge of " + quoted(s.target))
          .note(s.assemble, "assembled here");
    return std::nullopt;
  }

  Verdict spelledElsewhere(const Op &op) const {
    if (op.macro.empty())
      return no("in-macro", "it is not spelled as a statement of this file").note(&op, "here");
    Verdict v = no("in-macro", "it is spelled in macro '" + op.macro + "'").note(&op, "here");
    if (op.macroBody.line)
      v.notes.push_back({op.macroBody, "in this definition"});
    return v;
  }

  Answer textIsOurs() {
    const Op &C = *s.create, &A = *s.assemble;
    for (const Op *op : {&C, &A})
      if (!op->macro.empty() || !op->range.valid() || !op->statement || (op == &A && !op->statement->range.valid()))
        return spelledElsewhere(*op);
    if (!s.offsets->range.valid())
      return no("in-macro", "its offsets are spelled in a macro").note(&A, "here");
    for (const SourceRange &r : C.templateArguments)
      if (!r.valid())
        return no("in-macro", "its shape is spelled in a macro").note(&C, "here");
    std::vector<SourceRange> kept = C.templateArguments;
    for (const Operand &o : C.operands)
      kept.push_back(o.range);
    if (auto v = guard(C.range, kept, C))
      return v;
    const Operand &source = A.operands[1];
    if (auto v = guard(A.statement->range, {s.offsets->range, source.range, A.operands[0].range}, A))
      return v;
    const SourceRange span{C.range.file, std::min(C.range.begin, A.range.begin),
                           std::max(C.range.end, A.statement->range.end)};
    for (const SourceRange &d : span.file->directives)
      if (span.overlaps(d))
        return no("preprocessor", "a preprocessor line stands between create and assemble")
            .note(d.file->location(d.begin), "here");
    if (s.sink)
      if (auto v = guard(C.statement->range, {C.statement->range}, C))
        return v;
    if (s.sink && declaresTypes(C.statement->range, s.anchor->range))
      return no("shape-changed", "it would have to move past the declaration of a type").note(&C, "created here");
    return std::nullopt;
  }

  /// The assemble's value is the target's handle; where it stands decides how the text says so.
  Answer fateOfAssemble() {
    const Op &A = *s.assemble;
    const Statement &st = *A.statement;
    const Variable *assigned = A.result();
    const bool nested = std::any_of(block->ops.begin(), block->ops.end(), [&](const Op *op) {
      return op != &A && op->statement == &st && op->result() &&
             std::find(op->results.begin(), op->results.end(), A.operands[1].variable) != op->results.end() &&
             A.operands[1].variable->kind == Variable::Kind::Temporary;
    });
    // What else its arguments do must survive.
    for (const Op *op : block->ops)
      if (op != &A && op->statement == &st && hasEffect(*op) && (A.range.contains(op->range) || !op->range.valid()) &&
          !(nested && A.operands[1].range.contains(op->range)))
        return no("evaluation-order", "the statement of the assemble does something else, too").note(op, "here");
    if (A.parent != st.block)
      return no("nested-expression", "the assemble is a part of a larger expression").note(&A, "here");
    const std::string_view before = SourceRange{A.range.file, st.range.begin, A.range.begin}.text(),
                           after = SourceRange{A.range.file, A.range.end, st.range.end}.text();
    const bool endsThere = after.find_first_not_of(" \t\r\n;") == after.npos;

    if (st.form == Statement::Form::Expression && endsThere && st.root == &A) {
      // assemble(out, ...);  or  name = assemble(out, ...);
      std::string_view name = before;
      while (!name.empty() && (name.back() == ' ' || name.back() == '=' || name.back() == '\t' || name.back() == '\n' ||
                               name.back() == '\r'))
        name.remove_suffix(1);
      const bool bare = before.empty(), plain = !bare && assigned && name == assigned->name;
      if (bare || (plain && assigned == s.target)) {
        if (st.attributed)
          return no("tagged", "a tag or attribute stands before the assemble").note(&A, "here");
        s.becomes = nested ? Staging::Assemble::Filled : Staging::Assemble::Erased;
        return std::nullopt;
      }
      if (plain) {
        s.becomes = nested ? Staging::Assemble::Split : Staging::Assemble::Replaced;
        return std::nullopt;
      }
      return no("nested-expression", "the assemble is a part of a larger expression").note(&A, "here");
    }
    const bool initialises = st.form == Statement::Form::Declaration && st.root == &A;
    if (initialises && st.declarators > 1)
      return no("multi-declarator", "the assemble is one of several declarations").note(&A, "here");
    if (initialises && !nested && !st.attributed && assigned && alwaysTheTarget(*assigned)) {
      s.becomes = Staging::Assemble::Renamed;
      return std::nullopt;
    }
    if (initialises && assigned && assigned->bindsResult)
      return no("bound-to-reference",
                "a reference keeps the assemble's result, and would follow " + quoted(s.target) + " instead")
          .note(&A, "here");
    // What deduces a type from the assemble must deduce the same one from the name.
    if (assigned && s.target->type.kind != Type::Kind::Tensor && st.form != Statement::Form::Return)
      return no("type-differs", quoted(s.target) + " is of another type than the assemble").note(&A, "here");
    const bool whole = st.expression == A.range && (initialises || st.form == Statement::Form::Return);
    if (whole) {
      s.becomes = nested ? Staging::Assemble::Split : Staging::Assemble::Replaced;
      return std::nullopt;
    }
    // An operand of something that does not care whether it gets a call or a name.
    const std::vector<const Op *> &users = assigned ? a.values.uses(*assigned) : none;
    const bool operand = !nested && assigned && assigned->kind == Variable::Kind::Temporary && users.size() == 1 &&
                         takesAnyValue(*users[0], *assigned);
    if (!operand)
      return no("nested-expression", "the assemble is a part of a larger expression").note(&A, "here");
    s.becomes = Staging::Assemble::Replaced;
    return std::nullopt;
  }

  static bool hasEffect(const Op &op) {
    if (op.kind == OpKind::Copy || op.kind == OpKind::Scalar)
      return std::any_of(op.results.begin(), op.results.end(),
                         [](const Variable *v) { return v && v->kind != Variable::Kind::Temporary; });
    return op.kind != OpKind::Dsl || !op.info.writes.empty() || !op.info.updates.empty();
  }

  /// The variable can be replaced by the target wherever it is used.
  bool alwaysTheTarget(const Variable &v) const {
    const Rewriter rw(const_cast<Function &>(a.function));
    if (!(v.type == s.target->type))
      return false;
    for (const Op *use : a.values.uses(v))
      if (use->kind == OpKind::Copy && use->result() == s.target)
        return false; // out = out2 would become out = out
    return rw.usesCanBeRenamed(v) && rw.definedOnce(v) && !rw.definedAfter(*s.target, *s.assemble) &&
           rw.nameIsUnique(*s.target) && !s.target->escapes && !s.target->byReference &&
           s.target->kind != Variable::Kind::Global && !rw.hasDirectives();
  }

  // --- walking --------------------------------------------------------------------------

  std::size_t index(const Op *op) const {
    return static_cast<std::size_t>(std::find(block->ops.begin(), block->ops.end(), op) - block->ops.begin());
  }

  bool shows(const Operand &o, const Op &op) const {
    if (o.kind != Operand::Kind::Handle || !o.variable)
      return false;
    for (const View &v : a.memory.views(*o.variable, op))
      if (v.root == s.root)
        return true;
    return false;
  }

  bool mentions(const Op &op) const {
    for (const Operand &o : op.operands)
      if (shows(o, op))
        return true;
    for (const auto &region : op.regions)
      for (const Op *o : region->ops)
        if (mentions(*o))
          return true;
    return false;
  }

  template <class F> void walkUses(F &&f) const {
    walk(*a.function.body, [&](const Op &op) {
      for (const Operand &o : op.operands)
        if (shows(o, op)) {
          f(op);
          return;
        }
    });
  }

  template <class F> void forEachBetween(std::size_t from, std::size_t to, F &&f) const {
    for (std::size_t i = from; i < to && i < block->ops.size(); ++i) {
      f(*block->ops[i]);
      for (const auto &region : block->ops[i]->regions)
        walk(*region, f);
    }
  }

  const Analyses &a;
  const StagingPolicy &policy;
  Staging &s;
  Block *block = nullptr;
  std::vector<const Op *> chain; // every definition that hands the staging on
  std::set<const Op *> visited;
  bool reachesCreate = false;
  Op *firstUse = nullptr;
  std::vector<const Op *> none;
  std::size_t createAt = 0, useAt = 0, assembleAt = 0;
};

} // namespace

/// The variable may have got its handle from `create`, by whatever way: what opaque
/// code does to a handle is looked through. To find candidates, not to prove anything.
static bool mayComeFrom(const Variable &v, const Op &create, const Analyses &a, std::set<const Variable *> &seen) {
  if (!seen.insert(&v).second)
    return false;
  for (const Op *def : a.values.definitions(v)) {
    if (def == &create)
      return true;
    for (const Operand &o : def->operands)
      if (o.variable && o.kind == Operand::Kind::Handle && mayComeFrom(*o.variable, create, a, seen))
        return true;
  }
  return false;
}

std::vector<Op *> rewrite::assemblesOf(const Op &create, const Analyses &a) {
  const Root root{Root::Kind::Created, &create, nullptr, 0};
  std::vector<Op *> out;
  walk(*a.function.body, [&](Op &op) {
    if (!op.is("tensor.assemble") || op.operands.size() < 3 || !op.operands[1].variable)
      return;
    const std::vector<View> views = a.memory.views(*op.operands[1].variable, op);
    const auto has = [&](auto &&f) { return std::any_of(views.begin(), views.end(), f); };
    std::set<const Variable *> seen;
    if (has([&](const View &v) { return v.root == root; }) ||
        (has([](const View &v) { return v.root.kind == Root::Kind::Unknown; }) &&
         mayComeFrom(*op.operands[1].variable, create, a, seen)))
      out.push_back(&op);
  });
  return out;
}

Verdict rewrite::proveStaging(Op &create, const Analyses &a, const StagingPolicy &policy, Staging &staging) {
  return Prover(create, a, policy, staging).run();
}
