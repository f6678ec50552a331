//===- FuseCreateAssembleToSlice.cpp - no staging buffer, a view instead ----===//
//
//   auto row = tensor::create<float, 1, 8>();        auto row = tensor::slice<1, 8>(out, {r, 0});
//   row = fill(x, r, row);                           row = fill(x, r, row);
//   out = tensor::assemble(out, row, {r, 0});
//
// Matches   a create in an orchestration function whose storage an assemble copies.
// Holds     what Staging.cpp proves: one create and one assemble that always run
//           together, and nobody who could see that the target changes early.
// Declines  everything else, with the first thing in the way.
// Exactness refine: bit for bit, unless allow-partial-fill lets cells that were
//           never written keep the target's old value instead of garbage.
// Runs after anything; enables the removal of copies. Running it again is a no-op.
//
//===----------------------------------------------------------------------===//

#include "analysis/Loops.h"
#include "passes/staging/Staging.h"

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "fuse-create-assemble-to-slice",
    .summary = "write through a view of the target instead of a staging buffer",
    .origin = "PyPTO FuseCreateAssembleToSlice",
    .exactness = Exactness::Refine,
    .matches =
        "A `tensor::create` in a `PTO_ORCHESTRATION` function whose storage is copied into a target by "
        "`tensor::assemble`: as separate statements, nested (`out = assemble(out, fill(x, create(...)), ...)`), "
        "in `for`, `while` and `scf::parallel` loops, through helper functions, tuples and copies of the handle, "
        "into targets of higher rank.",
    .holds = "Create and assemble run once each, in the same block, with no way out between the first write and the "
             "assemble. Target and offsets are known where the view is made (the create sinks to its first use if that "
             "helps) and do not change up to the assemble. Between the first write and the assemble nothing reads or "
             "writes storage that may overlap the window. All of the staging buffer is written, none of it is read "
             "before, and afterwards only while the target is unchanged. No handle or pointer to it is kept.",
    .before =
        R"(PTO_INCORE Tensor<float, 1, 8> fill_row(In<Tensor<float, 4, 8>> x, Index r, Out<Tensor<float, 1, 8>> row) {
  return tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, row);
}

PTO_ORCHESTRATION Tensor<float, 4, 8> rows(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  for (Index r = 0; r < 4; ++r) {
    Tensor<float, 1, 8> row = tensor::create<float, 1, 8>();
    row = fill_row(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
})",
    .after =
        R"(PTO_INCORE Tensor<float, 1, 8> fill_row(In<Tensor<float, 4, 8>> x, Index r, Out<Tensor<float, 1, 8>> row) {
  return tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, row);
}

PTO_ORCHESTRATION Tensor<float, 4, 8> rows(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  for (Index r = 0; r < 4; ++r) {
    Tensor<float, 1, 8> row = tensor::slice<1, 8>(out, {r, 0});
    row = fill_row(x, r, row);
  }
  return out;
})",
    .reasons =
        {
            {"accumulates", "The buffer is accumulated into before it is written.",
             "Zero it in the kernel that fills it, or write the first term with an Out parameter."},
            {"ambiguous-result", "It cannot be told which argument a call returns.",
             "Give the kernel's body, or make the types of its Out parameters different."},
            {"ambiguous-staging", "Another buffer may be assembled in its place, or the handle can change unseen.",
             "Use one name for one buffer."},
            {"assemble-conditional", "The assemble is under a condition that the create is not under.",
             "Create and fill the buffer under the same condition."},
            {"assembled-into-itself", "The buffer is assembled into itself.", ""},
            {"assembled-twice", "More than one assemble copies the buffer.", "Create one buffer for each window."},
            {"atomic", "The assemble accumulates instead of copying.", ""},
            {"bound-to-reference", "A reference keeps the result of the assemble alive.", "Take the result by value."},
            {"create-conditional", "The create is under a condition that the assemble is not under.",
             "Create the buffer where it is assembled."},
            {"create-initialised", "The create gives initial values that a view does not have.",
             "Leave init_value out where the kernel writes everything."},
            {"create-options", "The create has options that a view cannot have.", ""},
            {"dependency-flag", "The create carries a manual dependency flag.", ""},
            {"different-loops", "Create and assemble run a different number of times.",
             "Create the buffer in the loop that assembles it."},
            {"different-scope", "Create and assemble are in different scopes.", "Put them into one block."},
            {"evaluation-order", "C++ does not fix the order in which the statement is evaluated.",
             "Use one statement for each step."},
            {"exit-between", "A return, break or continue may skip the assemble.",
             "Decide before the buffer is filled."},
            {"fill-conditional", "The buffer is filled under a condition only.",
             "Fill and assemble under the same condition."},
            {"fill-unproven",
             "The kernel that fills the buffer is only declared, so it cannot be seen to write all of it.",
             "Make its body visible, or use {allow-partial-fill} if it does."},
            {"last-use", "A variable would be left without a use, for compilers to warn of.",
             "Spell the value where it is used."},
            {"layout-differs", "The buffer has a layout of its own.", ""},
            {"loop-condition-reads-target", "The condition of a loop reads the target before the assemble.", ""},
            {"may-alias", "Something that is used meanwhile may share storage with the target.",
             "Declare roles (In, Out, InOut): outputs overlap no other parameter."},
            {"may-throw", "An exception would leave the target half written.", "Declare the function noexcept."},
            {"needs-dense", "Someone relies on the buffer being one dense block of memory.",
             "Use strided accesses, or keep the buffer."},
            {"nested-expression", "The assemble is a part of a larger expression.", "Make it a statement of its own."},
            {"never-filled", "Nothing is written to the buffer.", "Remove it, or fill it."},
            {"offset-changed", "An offset changes between the first use of the buffer and the assemble.",
             "Compute offsets before, into a name of their own."},
            {"offset-not-available", "An offset is not known yet where the buffer is first used.",
             "Compute it before the buffer is filled."},
            {"offset-side-effect", "Evaluating the offsets has an effect or calls a function.",
             "Compute them into a variable before."},
            {"offsets-not-a-list", "The offsets are not spelled as a list.", "Spell them {r, c}."},
            {"parallel-overlap", "Parallel iterations may write the same part of the target.",
             "Make the windows disjoint in the loop variable."},
            {"partial-fill", "It cannot be shown that all of the buffer is written.",
             "Write all of it, or use {allow-partial-fill} to accept old target values in the rest."},
            {"producer-reads-target", "The call that fills the buffer reads the target.",
             "Read from a copy, or from a provably different window."},
            {"reads-uninitialised", "The buffer is read before it is written.", ""},
            {"rotating-buffer", "The buffer is carried from one iteration to the next.", ""},
            {"several-executions", "One filling of the buffer is assembled many times.", ""},
            {"shape-changed", "The extents of the buffer are computed anew before its first use.",
             "Use a name of its own for them."},
            {"source-is-view", "A view of the buffer is assembled, not the buffer.", ""},
            {"staging-escapes", "The handle of the buffer leaves the function's sight.", ""},
            {"staging-passed-twice", "The buffer is passed twice to a call that writes it.", ""},
            {"staging-read-after", "The buffer is read after the target has changed, or outside its block.", ""},
            {"staging-retained", "A function keeps the handle of the buffer.", ""},
            {"staging-written-after", "The buffer is written again after the assemble.",
             "Use another buffer as scratch."},
            {"tagged", "A tag or attribute belongs to a statement that would go or move.", ""},
            {"target-and-staging-together", "One call writes both the buffer and the target.", ""},
            {"target-not-a-name", "The target of the assemble is an expression.",
             "Give it a name before the buffer is created."},
            {"target-not-available", "The target does not exist yet where the buffer is first used.",
             "Create the target first."},
            {"target-read-between", "The target is read between the first write of the buffer and the assemble.",
             "Read it before the buffer is filled."},
            {"target-rebound", "The target's name refers to another tensor before the assemble.", ""},
            {"target-written-between", "The target is written between the first write of the buffer and the assemble.",
             ""},
            {"type-differs", "The target's type is not the one that the assemble returns.",
             "Use a Tensor handle of the target."},
            {"valid-shape", "Valid extents are looked at or set.", ""},
            {"window-out-of-bounds", "The window reaches over the edge of the target.", "Correct the offsets."},
            {"windows-overlap", "Two windows of the target that are written in turn may overlap.",
             "Assemble in the order in which the buffers are filled, or make the windows disjoint."},
        },
    .options = {{"allow-partial-fill", OptionInfo::Type::Flag,
                 "accept buffers that may not be written as a whole: cells that the DSL calls indeterminate then keep "
                 "the target's old value"}},
};

std::string bytes(std::int64_t n) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  unsigned u = 0;
  std::int64_t rest = 0;
  while (n >= 1024 && u < 4) {
    rest = n % 1024;
    n /= 1024;
    ++u;
  }
  std::string s = std::to_string(n);
  if (rest * 10 / 1024)
    s += "." + std::to_string(rest * 10 / 1024);
  return s + " " + units[u];
}

class FuseCreateAssembleToSlice : public Pass {
public:
  explicit FuseCreateAssembleToSlice(const PassStep &step) {
    policy.allowPartialFill =
        step.options.count("allow-partial-fill") && step.options.at("allow-partial-fill") == "true";
  }

  const PassInfo &info() const override { return ::info; }
  bool handles(const Function &f) const override { return f.role == FunctionRole::Orchestration; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (op.is("tensor.create") && op.result() && !assemblesOf(op, a).empty())
        out.push_back({&op, op.where});
    });
    return out;
  }

  const char *subject() const override { return "assemble"; }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    staging = {};
    Verdict v = proveStaging(*c.op, a, policy, staging);
    if (v.legal)
      if (auto kept = guardComment(*staging.assemble, ::info))
        return *kept;
    return v;
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Staging s = staging;
    const std::string message = describe(s);
    createToSlice(s, rw);
    if (s.sink)
      rw.moveBefore(*s.create->statement, *s.anchor);
    dropAssemble(s, rw);
    for (Statement *dead : s.dead)
      rw.erase(*dead);
    return message;
  }

private:
  static std::string describe(const Staging &s) {
    std::string m = (s.name.front() == '\'' ? s.name : "The staging buffer") + " became a view of '" + s.target->name +
                    "': create + assemble are one slice";
    const Type &type = s.create->result()->type;
    const auto elements = type.elementCount(), times = executions(*s.create);
    if (elements && times && type.elementBytes() && *times > 0)
      m += "; " + std::to_string(*times) + (*times == 1 ? " staging buffer, " : " staging buffers, ") +
           bytes(*times * *elements * type.elementBytes()) + " not copied";
    return m;
  }

  /// tensor::create<float, 1, 8>()            tensor::slice<1, 8>(out, {r, 0})
  /// tensor::create<float>({n, 8})            tensor::slice(out, {r, 0}, {n, 8})
  static void createToSlice(const Staging &s, Rewriter &rw) {
    Op &C = *s.create;
    Text t(C.qualifier.valid() ? std::string(C.qualifier.text()) : "::pto::dsl::tensor::");
    t << "slice";
    for (std::size_t i = 1; i < C.templateArguments.size(); ++i)
      t << (i == 1 ? "<" : ", ") << C.templateArguments[i];
    if (C.templateArguments.size() > 1)
      t << ">";
    t << "(" << s.target << ", ";
    appendOneLine(t, s.offsets->range);

    OpInfo slice;
    slice.name = "tensor.slice";
    slice.result = OpInfo::Result::View;
    slice.resultOf = 0;
    Operand target;
    target.kind = Operand::Kind::Handle;
    target.variable = s.target;
    target.type = s.target->type;
    std::vector<Operand> operands = {target, *s.offsets};
    for (const Operand &o : C.operands)
      if (o.kind == Operand::Kind::List) {
        t << ", ";
        appendOneLine(t, o.range);
        operands.push_back(o);
      }
    t << ")";
    rw.replace(C, slice, std::move(operands), std::move(t));
  }

  /// The list as it is spelled, or, where it is broken over lines, on one line.
  static void appendOneLine(Text &t, const SourceRange &list) {
    const std::string_view text = list.text();
    if (text.find('\n') == text.npos || obstacleIn(list) != Obstacle::Nothing) {
      t << list;
      return;
    }
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const bool spliced = c == '\\' && i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r');
      const bool blank = spliced || c == ' ' || c == '\t' || c == '\n' || c == '\r';
      if (!blank)
        line += c;
      else if (line.back() != ' ' && line.back() != '{')
        line += ' ';
    }
    if (line.size() > 2 && line[line.size() - 2] == ' ')
      line.erase(line.size() - 2, 1);
    t << std::move(line);
  }

  static void dropAssemble(const Staging &s, Rewriter &rw) {
    Op &A = *s.assemble;
    Statement &st = *A.statement;
    switch (s.becomes) {
    case Staging::Assemble::Erased:
      return rw.erase(st);
    case Staging::Assemble::Filled:
      return rw.keepOnlyOperand(st, 1);
    case Staging::Assemble::Renamed:
      rw.replaceUses(*A.result(), *s.target);
      return rw.erase(st);
    case Staging::Assemble::Split:
      rw.splitOperand(st, A, 1);
      [[fallthrough]];
    case Staging::Assemble::Replaced:
      return rw.replaceByOperand(A, 0);
    }
  }

  StagingPolicy policy;
  Staging staging; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<FuseCreateAssembleToSlice>(step);
});

} // namespace
