//===- LinearizeVectors.cpp - elementwise computation on rank 1 --------------===//
//
//   auto v = vec::load<4, 4>(m, {0, 0});                   auto v = vec::shape_cast<16>(vec::load<4, 4>(m, {0, 0}));
//   auto d = v * vec::splat<float, 4, 4>(2);               auto d = v * vec::splat<float, 16>(2);
//   vec::store(d, out, {0, 0});                            vec::store(vec::shape_cast<4, 4>(d), out, {0, 0});
//
// Machines have registers of so many lanes, not of rows and columns. What treats all lanes
// alike is done on one row of lanes, so that a compiler need not cut it into rows first.
//
// The pass is a list of rules (passes/linearize/), each of them small and exact. The text is
// parsed again after each round, until none of them finds anything: what one rule leaves is
// C++ that the next one looks at.
//
// Matches   ops of vec:: on lanes with vectors of more than one dimension.
// Holds     always, where the text can be edited: no computation moves.
// Exactness bitwise.
//
//===----------------------------------------------------------------------===//

#include "passes/linearize/Rule.h"

#include <algorithm>

using namespace rewrite;

namespace {

std::string conflict(const PassStep &step) {
  const bool wide = !step.value("f32-lanes").empty() && step.value("f32-lanes") != "16";
  return wide && step.value("arch") != "aie2p" ? "'f32-lanes=" + step.value("f32-lanes") + "' wants 'arch=aie2p'" : "";
}

const PassInfo info{
    .name = "linearize-vectors",
    .summary = "do elementwise computation on n-D vectors on rank-1 vectors",
    .origin = "MLIR-AIR transform.air.linearize_vectors",
    .exactness = Exactness::Bitwise,
    .allow = "contract",
    .matches =
        "Ops that treat all lanes of vectors of several dimensions alike (arithmetic, functions, casts, `select`, "
        "`cmp`), and `vec::broadcast`, `vec::insert` and `vec::splat` among them. A remark speaks of all that "
        "hangs together by values that become rank 1. Transfers, `contract`, reductions, values that a loop "
        "carries and parameters keep their shape behind `vec::shape_cast`.",
    .holds = "The text can be edited: no computation moves, each lane is computed as before.",
    .before =
        R"(PTO_INCORE void dequantize(In<mem::MemRef<std::int8_t, mem::L1, 1, 4, 8>> q, In<mem::MemRef<bf16, mem::L1, 1, 1, 8>> s, Out<mem::MemRef<bf16, mem::L1, 1, 4, 8>> w) {
  auto qv = vec::transfer_read<1, 4, 8>(q, {0, 0, 0});
  auto sv = vec::broadcast<1, 4, 8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0}));
  auto o = vec::cast<std::int16_t>(qv) | vec::splat<std::int16_t, 1, 4, 8>(0x4300);
  auto d = vec::bitcast<bf16>(o) - vec::splat<bf16, 1, 4, 8>(bf16(128.f));
  vec::transfer_write(d * sv, w, {0, 0, 0});
})",
    .after =
        R"(PTO_INCORE void dequantize(In<mem::MemRef<std::int8_t, mem::L1, 1, 4, 8>> q, In<mem::MemRef<bf16, mem::L1, 1, 1, 8>> s, Out<mem::MemRef<bf16, mem::L1, 1, 4, 8>> w) {
  auto qv = vec::shape_cast<32>(vec::transfer_read<1, 4, 8>(q, {0, 0, 0}));
  auto sv = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0})));
  auto o = vec::cast<std::int16_t>(qv) | vec::splat<std::int16_t, 32>(0x4300);
  auto d = vec::bitcast<bf16>(o) - vec::splat<bf16, 32>(bf16(128.f));
  vec::transfer_write(vec::shape_cast<1, 4, 8>(d * sv), w, {0, 0, 0});
})",
    .reasons =
        {
            {"index-not-zero", "The read gives a dimension of one element an index that is not known to be 0.",
             "Write 0 there, or drop the dimension with mem::rank_reduce."},
            {"last-use", "A variable would be left without a use, for compilers to warn of.",
             "Spell the extents where they are used."},
            {"masked", "A mask decides what is read.", ""},
            {"maybe-out-of-bounds", "Parts of the block may lie outside of the memory.",
             "Use vec::load, which promises that they do not, or bounds that can be seen."},
            {"neighbours-may-be-written",
             "A run of memory instead of single elements would read elements that may be written at the same time.",
             "Make the parameter In<>, or read from memory that is made here and written before."},
            {"no-name", "What would be unpacked has no name that means it here.",
             "Give the words a name that is not assigned again."},
            {"no-place", "The parts of the block cannot be read before the statement.",
             "Read the block in a statement of its own."},
            {"not-allowed",
             "The product of two bf16 is exact in float unless it is too large or too small: then an fma differs.",
             "Allow it by --allow=contract."},
        },
    .options =
        {
            {"target", OptionInfo::Type::Op, "only what stands in this statement"},
            {"arch",
             OptionInfo::Type::String,
             "the machine: decides how many lanes of float there may be; the forms of ops that only one machine has "
             "come with its target, not with this pass",
             false,
             {"aie2", "aie2p"}},
            {"f32-lanes",
             OptionInfo::Type::String,
             "lanes of float that the machine works on at once: more than 16 on aie2p only",
             false,
             {"16", "32", "64"}},
        },
    .conflict = conflict,
};

class LinearizeVectors : public Pass {
public:
  explicit LinearizeVectors(const PassStep &step) {
    linearize::Settings settings;
    settings.target = step.value("target");
    settings.lanes = step.value("f32-lanes").empty() ? 16 : static_cast<unsigned>(std::stoul(step.value("f32-lanes")));
    settings.contract = step.allowed;
    rules.push_back(linearize::unitDims(settings));
    rules.push_back(linearize::everyNth(settings));
    rules.push_back(linearize::rows(settings));
    rules.push_back(linearize::rankOne(settings));
    rules.push_back(linearize::nibbles(settings));
    rules.push_back(linearize::widenLate(settings));
    rules.push_back(linearize::multiplyAdd(settings));
    rules.push_back(linearize::halves(settings));
  }
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec::"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    for (unsigned i = 0; i < rules.size(); ++i)
      for (Candidate c : rules[i]->match(a)) {
        c.rule = i;
        out.push_back(std::move(c));
      }
    return out;
  }
  Verdict prove(const Candidate &c, const Analyses &a) override { return rules[c.rule]->prove(c, a); }
  std::string apply(const Candidate &c, Rewriter &rw) override { return rules[c.rule]->apply(c, rw); }

private:
  std::vector<std::unique_ptr<linearize::Rule>> rules; ///< each remembers what it matched last
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<LinearizeVectors>(step);
});

} // namespace
