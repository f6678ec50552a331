//===- HerdVectorize.cpp - structured ops in a herd become vector code --------===//
//
//   air::herd<4>([&](Index x) {                          air::herd<4>([&](Index x) {
//     const auto r = mem::subview<1, 16>(a, {x, 0});       const auto r = mem::subview<1, 16>(a, {x, 0});
//     linalg::map([](float p) { return p * p; }, r, o);    const auto p = vec::transfer_read<1, 16>(r, {0, 0});
//   });                                                    vec::transfer_write(p * p, o, {0, 0});
//                                                        });
//
// Matches   linalg::map, generic, fill, copy and matmul in the body of an air::herd.
// Holds     see vectorize/Vectorize.h, where all of it happens.
// Declines  what has no vector form with the same bits; the reason says which part of it.
// Exactness bitwise; with --allow=contract a product of floats that is summed up may
//           become vec::contract, which rounds the two at once.
//           Runs after tiling, since a vector is the whole operand; before
//           eliminate-redundant-vector-transfers.
//
//===----------------------------------------------------------------------===//

#include "passes/Pass.h"
#include "passes/Targets.h"
#include "passes/vectorize/Vectorize.h"

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "herd-vectorize",
    .summary = "compute structured ops of a herd on whole vectors",
    .origin = "MLIR-AIR transform.air.herd_vectorize",
    .exactness = Exactness::Bitwise,
    .allow = "contract",
    .matches = "`linalg::map`, `generic`, `fill`, `copy` and `matmul` in the body of an `air::herd`.",
    .holds =
        "Extents are constant and not too large, the body is scalar arithmetic that vectors have ops for, and what "
        "is written overlaps what is read in the very same elements or not at all. Types are those of the scalars, "
        "so that each lane is rounded as the scalar was; a reduction keeps its order. A product of floats that is "
        "summed up becomes `vec::contract` only where the body says `math::fma`, where the product is exact, or "
        "with `--allow=contract`.",
    .before =
        R"(PTO_INCORE void kernel(In<mem::MemRef<float, mem::L1, 4, 16>> a, In<mem::MemRef<float, mem::L1, 4, 16>> b,
                       Out<mem::MemRef<float, mem::L1, 4, 16>> o) {
  air::herd<4>([&](Index x) {
    const auto ra = mem::subview<1, 16>(a, {x, 0});
    const auto rb = mem::subview<1, 16>(b, {x, 0});
    const auto ro = mem::subview<1, 16>(o, {x, 0});
    linalg::map([](float p, float q) { const float s = p + q; return s * p; }, ra, rb, ro);
  });
})",
    .after =
        R"(PTO_INCORE void kernel(In<mem::MemRef<float, mem::L1, 4, 16>> a, In<mem::MemRef<float, mem::L1, 4, 16>> b,
                       Out<mem::MemRef<float, mem::L1, 4, 16>> o) {
  air::herd<4>([&](Index x) {
    const auto ra = mem::subview<1, 16>(a, {x, 0});
    const auto rb = mem::subview<1, 16>(b, {x, 0});
    const auto ro = mem::subview<1, 16>(o, {x, 0});
    const auto p = vec::transfer_read<1, 16>(ra, {0, 0});
    const auto q = vec::transfer_read<1, 16>(rb, {0, 0});
    const auto s = p + q;
    vec::transfer_write(s * p, ro, {0, 0});
  });
})",
    .reasons = vectorize::reasons(),
    .options = {{"herd", OptionInfo::Type::Op, "only this herd"},
                {.name = "max-lanes",
                 .type = OptionInfo::Type::Integer,
                 .help = "the largest vector to make (default 4096)",
                 .least = 1}},
};

class HerdVectorize : public Pass {
public:
  explicit HerdVectorize(const PassStep &step) : tag(step.value("herd")) {
    policy.contract = step.allowed;
    if (!step.value("max-lanes").empty())
      policy.mostLanes = std::stol(step.value("max-lanes"));
  }
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "herd"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (vectorize::isStructured(op) && isInHerd(op))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    std::variant<vectorize::Code, Verdict> result = vectorize::vectorize(*candidate.op, a, policy);
    if (Verdict *kept = std::get_if<Verdict>(&result))
      return std::move(*kept);
    code = std::move(std::get<vectorize::Code>(result));
    return legal();
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    vectorize::replace(*candidate.op, code, rw);
    return vectorize::nameOf(*candidate.op) + " is " + count(code.reads, "read") + ", arithmetic on vectors of up to " +
           std::to_string(code.lanes) + " lanes, and " + count(code.writes, "write") +
           (code.contracts ? "; products are summed without being rounded" : "");
  }

private:
  bool isInHerd(const Op &op) const {
    for (const Op *o = op.parent->owner; o; o = o->parent->owner)
      if (o->iterates("air.herd") && isTargeted(*o, tag))
        return true;
    return false;
  }

  static std::string count(unsigned n, const std::string &what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  }

  const std::string tag;
  vectorize::Policy policy;
  vectorize::Code code; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<HerdVectorize>(step);
});

} // namespace
