//===- LowerVectors.cpp - ops on vectors become x86 intrinsics ----------------===//
//
//   const auto a = vec::load<16>(x, {r, c});       const auto a = pto::x86::load16(x, r, c);
//   const auto b = a + a;                          const auto b = _mm512_add_ps(a, a);
//   vec::store(b, y, {r, c});                      pto::x86::store16(b, y, r, c);
//
// Matches   functions that compute on vectors.
// Holds     every vector is a whole number of the target's registers, or a mask of as many
//           lanes, and every op on them has instructions, or a function in dsl/pto/x86/.
// Then      one op is one instruction a register (Ops.cpp has the table), the function says
//           which instructions it uses, and the file includes what has them.
// Declines  the function as a whole otherwise: never half of it.
// Exactness bitwise; with --allow=target-maths exp, log, sin, cos, tanh, erf, rsqrt, recip and
//           many divisions by one number are within the bounds of pto/x86/, and sums and
//           products of lanes are joined in another order.
//
//===----------------------------------------------------------------------===//

#include "analysis/Independence.h"
#include "targets/x86/Lowering.h"
#include "targets/x86/Pressure.h"
#include "targets/x86/Threads.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::x86;

namespace {

const PassInfo info{
    .name = "lower-vectors",
    .summary = "turn ops on vectors into the intrinsics of an x86 target",
    .origin = "the x86 targets",
    .exactness = Exactness::Bitwise,
    .allow = "target-maths",
    .matches = "Functions with a role that compute on vectors of `vec::`.",
    .holds = "Every vector is a whole number of registers of the target, or a mask of as many lanes, and every op on "
             "it has instructions or a function in `pto/x86/`: see [the x86 targets](../targets/x86.md). A function "
             "is lowered as a whole or not at all.",
    .before = R"(PTO_INCORE void twice(In<mem::MemRef<float, mem::L1, 64>> x, Out<mem::MemRef<float, mem::L1, 64>> y) {
  for (Index c = 0; c < 64; c += 16) {
    const auto a = vec::load<16>(x, {c});
    vec::store(a + a, y, {c});
  }
})",
    .after =
        R"(PTO_INCORE PTO_X86_AVX512 void twice(In<mem::MemRef<float, mem::L1, 64>> x, Out<mem::MemRef<float, mem::L1, 64>> y) {
  PTO_X86_UNROLL for (Index c = 0; c < 64; c += 16) {
    const auto a = pto::x86::load16(x, c);
    pto::x86::store16(_mm512_add_ps(a, a), y, c);
  }
})",
    .example = "target=avx512",
    .reasons =
        {
            {"not-allowed",
             "A function of the target rounds otherwise than the op, or lanes are joined in another order.",
             "Use --allow=target-maths, or -O3 --target=."},
            {"unsupported-op", "The target has no instruction for an op, nor a function of ours.", ""},
            {"unsupported-statement", "Something that is no op on vectors works on one.",
             "Keep vectors in local variables of their own."},
            {"unsupported-type", "A vector is no whole number of registers of the target.",
             "Linearise vectors, and choose the width of the target."},
        },
    .options = {{.name = "target",
                 .type = OptionInfo::Type::String,
                 .help = "the instructions to use; native: the best that this CPU has",
                 .required = true,
                 .choices = targetNames()},
                {.name = "threads",
                 .type = OptionInfo::Type::String,
                 .help = "openmp: scf::parallel runs on its threads, where the file is compiled with -fopenmp; none, "
                         "the default: on one",
                 .choices = {"none", "openmp"}}},
    .conflict = [](const PassStep &step) -> std::string {
      return machineOf(step.value("target")) ? "" : "this CPU has no target; targets: avx512, avx512-vnni, avx2";
    },
};

/// Where the attribute of a function stands: before the type that it returns.
unsigned afterRole(const SourceRange &function) {
  const std::string &bytes = function.file->bytes;
  unsigned at = function.begin;
  for (;;) {
    std::size_t end = at;
    while (end < function.end && (std::isalnum(static_cast<unsigned char>(bytes[end])) || bytes[end] == '_'))
      ++end;
    const std::string word = bytes.substr(at, end - at);
    if (!word.starts_with("PTO_") && word != "template" && word != "static" && word != "inline")
      return at;
    if (word == "template")
      for (int depth = 0; end < function.end && (depth || bytes[end - 1] != '>'); ++end)
        depth += (bytes[end] == '<') - (bytes[end] == '>');
    at = static_cast<unsigned>(bytes.find_first_not_of(" \t\r\n", end));
  }
}

class LowerVectors : public Pass {
public:
  explicit LowerVectors(const PassStep &step)
      : machine(*machineOf(step.value("target"))),
        exact(!step.allowed),
        threads(step.value("threads") == "openmp") {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "pto"; } // vectors, or the instructions that they became

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (out.empty() && touchesVectors(op))
        out.push_back({&op, a.function.where});
    });
    if (out.empty() && threads)
      walk(*a.function.body, [&](Op &op) {
        if (threadsOf(op, a, {}, "parallel"))
          out.push_back({&op, op.where, Shared});
      });
    if (out.empty() && a.function.role == FunctionRole::Orchestration && !isMarked(a.function))
      walk(*a.function.body, [&](Op &op) {
        if (out.empty() && op.kind == OpKind::Call && isMarked(*op.callee))
          out.push_back({&op, a.function.where, Caller});
      });
    return out;
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    lowering.reset();
    if (c.rule == Shared) {
      shared = *threadsOf(*c.op, a, {}, "parallel");
      return legal();
    }
    if (c.rule == Caller) {
      findHandedBack(a);
      head = {a.function.range.file, afterRole(a.function.range), afterRole(a.function.range)};
      if (auto v = guard(head, {}, *c.op))
        return *v;
      found = {};
      return legal();
    }
    lowering.emplace(a, machine, exact, threads);
    if (std::optional<Verdict> why = lowering->run())
      return *why;
    head = {a.function.range.file, afterRole(a.function.range), afterRole(a.function.range)};
    if (auto v = guard(head, {}, *c.op))
      return *v;
    found = pressureIn(a, machine);
    return legal();
  }

  std::string apply(const Candidate &c, Rewriter &rw) override {
    if (c.rule == Shared) {
      for (auto &[range, text] : shared)
        rw.respell(range, std::move(text));
      rw.include(machine.header);
      return "the iterations run on the threads of OpenMP";
    }
    if (c.rule == Caller) {
      for (const SourceRange &assignment : handedBack)
        rw.respell(assignment, Text());
      rw.respell(head, Text(std::string(machine.attribute) + "_CALLER "));
      rw.include(machine.header);
      return "the kernels that it calls become part of it";
    }
    for (auto &[range, text] : lowering->edits)
      rw.respell(range, std::move(text));
    for (auto &[statement, text] : lowering->before)
      rw.before(*statement, std::move(text));
    rw.respell(head, Text(std::string(machine.attribute) + " "));
    rw.include(machine.header);
    return std::to_string(lowering->count) +
           (lowering->count == 1 ? " op on vectors became " : " ops on vectors became ") + machine.name + " intrinsics";
  }

  std::string analysis() const override { return describe(found, machine); }

private:
  enum Rule : unsigned { Vectors, Shared, Caller };

  /// Its head says that it uses the instructions.
  bool isMarked(const Function &f) const {
    const SourceRange &r = f.range;
    return r.valid() &&
           r.file->bytes.substr(r.begin, afterRole(r) - r.begin).find(machine.attribute) != std::string::npos;
  }

  /// `out = kernel(x, r, out);` of a kernel that gives back what it is given: the assignment is nothing but a handle
  /// that goes through memory.
  void findHandedBack(const Analyses &a) {
    handedBack.clear();
    walk(*a.function.body, [&](const Op &op) {
      if (op.kind != OpKind::Call || !isMarked(*op.callee) || !isHandedBack(op, a.summaries))
        return;
      const SourceRange assignment{op.range.file, op.statement->range.begin, op.range.begin};
      if (!guard(assignment, {}, op))
        handedBack.push_back(assignment);
    });
  }

  const Machine &machine;
  const bool exact, threads;
  std::vector<std::pair<SourceRange, Text>> shared;
  std::vector<SourceRange> handedBack; ///< `out = ` of such calls
  std::optional<Lowering> lowering;    ///< what prove() found, for apply()
  SourceRange head;
  Pressure found;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<LowerVectors>(step);
});

} // namespace
