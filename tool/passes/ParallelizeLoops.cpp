//===- ParallelizeLoops.cpp - independent iterations say so --------------------===//
//
//   for (Index r = 0; r < rows; ++r) {       scf::parallel(0, rows, 1, [&](Index r) {
//     ...                                      ...
//   }                                        });
//
// Matches   loops that write to memory of the caller, and scf::parallel, which stays: its
//           author has promised what is proven of others, but a shared variable keeps even
//           that from running on several threads.
// Holds     no iteration needs another one: analysis/Independence.h.
// Then      the outermost such loops become scf::parallel. `out = kernel(x, r, out)`, where
//           the kernel gives back what it is given, loses the assignment.
// Declines  otherwise; loops of a constant number of rounds that write little.
// Exactness bitwise.     Runs before  lower-vectors{threads=openmp}, which makes threads of it.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Independence.h"
#include "analysis/Intervals.h"
#include "analysis/Transfers.h"
#include "kernel/Spelling.h"
#include "passes/LoopHead.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "parallelize-loops",
    .summary = "turn loops whose iterations are independent into scf::parallel",
    .origin = "MLIR affine-parallelize",
    .exactness = Exactness::Bitwise,
    .matches =
        "`for` loops that write to memory which the function was given, the outermost first; and `scf::parallel` "
        "itself, to say what keeps it from running on threads.",
    .holds = "No iteration needs another one: no variable from outside of the loop gets a value in it, no iteration "
             "leaves the loop, all that is done is known, and no two touch an element that one of them writes. The "
             "results have the same bits in any order.",
    .before =
        R"(PTO_INCORE void absolute(In<mem::MemRef<float, mem::L2, dyn, 64>> x, Index n, Out<mem::MemRef<float, mem::L2, dyn, 64>> y) {
  for (Index r = 0; r < n; ++r)
    for (Index c = 0; c < 64; c += 16)
      vec::store(vec::abs(vec::load<16>(x, {r, c})), y, {r, c});
})",
    .after =
        R"(PTO_INCORE void absolute(In<mem::MemRef<float, mem::L2, dyn, 64>> x, Index n, Out<mem::MemRef<float, mem::L2, dyn, 64>> y) {
  scf::parallel(0, n, 1, [&](Index r) {
    for (Index c = 0; c < 64; c += 16)
      vec::store(vec::abs(vec::load<16>(x, {r, c})), y, {r, c});
  });
})",
    .reasons =
        {
            {"captures",
             "A lambda cannot take what the iterations use: a structured binding, or a lambda of its own "
             "that lists what it takes.",
             "Declare the variable by itself; let the lambda begin with [&]."},
            {"leaves-loop", "An iteration may end the loop, or itself, early.",
             "Put the condition around what follows."},
            {"loop-carried", "A variable goes from one iteration to the next.",
             "Declare it in the loop. A sum over all iterations has an order, which threads would not keep."},
            {"memory-carried", "Two iterations may touch the same element, and one of them writes it.",
             "Let each iteration write its own rows, counted by the variable of the loop."},
            {"not-counted",
             "The loop is not one that counts from here to there in constant steps, in 64 bits; or an attribute stands "
             "before it.",
             "Write it as for (Index i = a; i < b; i += c)."},
            {"shared-handle", "A handle is counted by all who use it, and the count is no thread's own.",
             "Take it as a parameter."},
            {"small-work", "The loop writes few elements, whatever its arguments are: threads would cost more.", ""},
            {"unknown-effect", "What an iteration does is not known to be its own business, or it may throw.",
             "Call kernels whose bodies are visible."},
        },
    .options = {{.name = "elements",
                 .type = OptionInfo::Type::Integer,
                 .help = "a loop that writes fewer, when the number is constant, stays; 32768 by default"}},
};

class ParallelizeLoops : public Pass {
public:
  explicit ParallelizeLoops(const PassStep &step)
      : fewest(step.flag("elements") ? step.integers("elements")[0] : 32768) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "pto"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (isInParallel(op))
        return;
      if (op.kind == OpKind::For && (!isInnermost(op) || Control::loopsAround(op).empty()) && !runsOnce(op, a) &&
          writesElsewhere(op, a))
        out.push_back({&op, op.where, Loop});
      else if (op.iterates("scf.parallel") && conflictOfState(op, a.memory))
        out.push_back({&op, op.where, Promised});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    const Op &loop = *candidate.op;
    const auto no = [&](const Conflict &c) {
      return decline(c.reason, "iterations run one after another: " + c.why).note(c.at, "here");
    };
    if (candidate.rule == Promised)
      return no(*conflictOfState(loop, a.memory));
    if (!loop.induction || integerBits(loop.induction->variable->type.element) != 64)
      return decline("not-counted", "iterations run one after another: what they are is not known before");
    if (auto c = conflictOfState(loop, a.memory))
      return no(*c);
    if (const Variable *v = structuredBinding(loop, a))
      return decline("captures", "iterations run one after another: " + quoted(v) + " is a structured binding");
    if (auto c = conflictOfElements(loop, a.memory))
      return no(*c);
    if (const std::optional<std::int64_t> n = elementsWritten(loop, a); n && *n < fewest)
      return decline("small-work", "iterations run one after another: they write " + std::to_string(*n) + " elements");
    if (Names(a.function).hasDirectives())
      return decline("preprocessor", "kept: a preprocessor line may belong to the loop").note(&loop, "here");
    return spelled(loop, a);
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    const Op &loop = *candidate.op;
    const Block &body = bodyOf(loop);
    const SourceFile *file = body.range.file;
    const std::string newLine = std::string(file->endOfLine()) + file->indentation(loop.range.begin);
    Text text(rw.dsl("scf::parallel") + "(");
    text << lower << ", " << upper << ", " << step << ", [&](" + counterType(loop) + " "
         << loop.induction->variable->name + ")" + (body.braced ? "" : " {");
    rw.respell(head, std::move(text));
    for (const SourceRange &assignment : assignments)
      rw.respell(assignment, Text());
    rw.respell({file, body.range.end, body.range.end}, Text(body.braced ? ");" : newLine + "});"));
    return "the iterations are independent";
  }

private:
  enum Rule : unsigned { Loop, Promised };

  static bool isInParallel(const Op &op) {
    for (const Op *o = op.parent->owner; o; o = o->parent->owner)
      if (o->kind == OpKind::Parallel)
        return true;
    return false;
  }

  static bool runsOnce(const Op &loop, const Analyses &a) {
    return loop.induction && a.memory.resolve(*loop.induction, loop).tripCount().value_or(2) <= 1;
  }

  /// One over columns: what is around it has more to share.
  static bool isInnermost(const Op &loop) {
    bool innermost = true;
    walk(bodyOf(loop), [&](const Op &op) { innermost &= !Control::isLoop(op) && op.kind != OpKind::Call; });
    return innermost;
  }

  /// Something that the function has not made itself.
  static bool writesElsewhere(const Op &loop, const Analyses &a) {
    bool writes = false;
    walk(bodyOf(loop), [&](const Op &op) {
      for (const Access &access : a.memory.accesses(op))
        writes |= access.writes() && access.view.root.kind != Root::Kind::Created;
    });
    return writes;
  }

  /// `auto [a, b] = ...`: not every compiler lets a lambda take one.
  static const Variable *structuredBinding(const Op &loop, const Analyses &a) {
    for (const auto &v : a.function.variables) {
      const Statement *s = v->declaration;
      if (!s || s->form != Statement::Form::Declaration || isDeclaredIn(*v, loop) || !s->range.valid() ||
          !v->declaredAt || v->declaredAt <= s->range.begin)
        continue;
      const std::string_view before = std::string_view(s->range.text()).substr(0, v->declaredAt - s->range.begin);
      if (before.find('[') != before.npos && before.find('=') == before.npos &&
          Names::countIn(bodyOf(loop).range, v->name))
        return v.get();
    }
    return nullptr;
  }

  /// When that is a constant.
  static std::optional<std::int64_t> elementsWritten(const Op &loop, const Analyses &a) {
    std::int64_t sum = 0;
    bool known = true;
    walk(bodyOf(loop), [&](const Op &op) {
      const std::optional<Transfer> t = transferOf(op);
      std::int64_t n = t && t->writes ? countOf(t->type().dims) : op.is("mem.store") ? 1 : 0;
      if (n == 0) {
        for (const Access &access : a.memory.accesses(op))
          known &= !access.writes() || access.view.root.kind == Root::Kind::Created;
        return;
      }
      for (const Op *o = &op; o != &loop; o = o->parent->owner) {
        const Op &owner = *o->parent->owner;
        if (owner.kind == OpKind::For || owner.kind == OpKind::Parallel) {
          const auto trips = owner.induction ? a.memory.resolve(*owner.induction, owner).tripCount() : std::nullopt;
          known &= trips && !__builtin_mul_overflow(n, *trips, &n);
        } else {
          known &= !Control::isLoop(owner);
        }
      }
      known &= !__builtin_add_overflow(sum, n, &sum);
    });
    return known ? std::optional(sum) : std::nullopt;
  }

  /// The pieces of text that apply() needs.
  Verdict spelled(const Op &loop, const Analyses &a) {
    const Induction &i = *loop.induction;
    const Block &body = bodyOf(loop);
    if (auto v = guardHead(loop))
      return *v;
    if (!loop.statement || loop.statement->attributed || !loop.range.valid() || body.range.begin <= loop.range.begin)
      return decline("not-counted", "kept: an attribute stands before the loop");
    const std::size_t end = body.range.file->bytes.find_last_not_of(" \t\r\n", body.range.begin - 1);
    head = {body.range.file, loop.range.begin, static_cast<unsigned>(end + 1)};
    const std::string_view text = head.text();
    if (!text.starts_with("for") || !text.ends_with(')'))
      return decline("not-counted", "kept: something else stands between its head and its body");
    const SourceRange from = i.lower.range, to = i.bound.range;
    if (!from.valid() || !to.valid() || !head.contains(from) || !head.contains(to))
      return decline("not-counted", "kept: its bounds are not spelled in it");
    if (auto v = guard(head, {from, to}, loop))
      return *v;
    lower = Text(from);
    upper = i.inclusive ? Text("(") << to << ") + 1" : Text(to);
    step = i.by.range.valid() && head.contains(i.by.range) ? Text(i.by.range) : Text(std::to_string(i.step));
    assignments.clear();
    std::optional<Verdict> verdict;
    walk(body, [&](const Op &op) {
      if (verdict || !op.statement || !op.statement->assigned || isDeclaredIn(*op.statement->assigned, loop) ||
          !isHandedBack(op, a.summaries))
        return;
      assignments.push_back({op.statement->range.file, op.statement->range.begin, op.range.begin});
      verdict = guard(assignments.back(), {}, op);
    });
    return verdict ? *verdict : legal();
  }

  const std::int64_t fewest;
  // What prove() found, for apply().
  SourceRange head;
  Text lower, upper, step;
  std::vector<SourceRange> assignments; ///< `out = ` before calls that give it back
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<ParallelizeLoops>(step);
});

} // namespace
