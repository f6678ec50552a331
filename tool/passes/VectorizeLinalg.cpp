//===- VectorizeLinalg.cpp - structured ops become loops over vectors ----------===//
//
//   linalg::map([](float p) { return p * p; },     for (Index i = 0; i < 4; ++i)
//               x, out);                             for (Index j = 0; j < 64; j += 16) {
//                                                      const auto p = vec::load<16>(x, {i, j});
//                                                      vec::store(p * p, out, {i, j});
//                                                    }
//
// Matches   functions with a role that have linalg::map, generic, fill, copy or matmul.
// Holds     see vectorize/Vectorize.h: what makes an op one vector makes it strips as well.
// Then      vectorize/Strips.h has the loops; a product of two matrices is computed in tiles of
//           registers, as that of tiles is (tiles/Products.h).
// Declines  the function as a whole where one op has no such form: never half of it.
// Exactness bitwise; with --allow=reassociate what floats are summed up to along the lanes is
//           joined in another order, with --allow=contract a product that is added is not rounded.
//           Runs before eliminate-redundant-vector-transfers.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/Pass.h"
#include "passes/vectorize/Vectorize.h"

#include <algorithm>

using namespace rewrite;

namespace {

/// Those of ops that are one vector, but for what strips can do.
std::vector<ReasonInfo> reasonsOfStrips() {
  std::vector<ReasonInfo> out = vectorize::reasons();
  std::erase_if(out, [](const ReasonInfo &r) { return r.code == "dynamic-shape" || r.code == "too-large"; });
  out.push_back({"not-adjacent", "No loop moves along the last index of all that it moves with.",
                 "Transpose an operand first, or write to its last index."});
  out.push_back({"not-allowed", "Floats would be added up in another order.", "Use --allow=reassociate."});
  return out;
}

const PassInfo info{
    .name = "vectorize-linalg",
    .summary = "turn the structured ops of a function into loops over vectors",
    .origin = "the path from structured ops to SIMD targets",
    .exactness = Exactness::Bitwise,
    .allow = "reassociate",
    .optIn = "contract",
    .matches = "`linalg::map`, `generic`, `fill`, `copy` and `matmul` in functions with a role.",
    .holds =
        "The body is scalar arithmetic that vectors have ops for, and what is written overlaps what is read in the "
        "very same elements or not at all. One loop of the domain moves along the last index of everything that it "
        "moves with: its points are lanes, the other loops stay loops. Types are those of the scalars, so that each "
        "lane is rounded as the scalar was. Extents may be of any size, and known at run time only. What is summed up "
        "across lanes keeps its order; along them floats have another one, which takes `--allow=reassociate`. With "
        "`--allow=contract` a product that is accumulated is one `vec::fma` with the sum. A function is vectorised as "
        "a whole or not at all.",
    .before = R"(PTO_INCORE void scale(In<mem::MemRef<float, mem::L1, 4, 72>> x, In<mem::MemRef<float, mem::L1, 4>> s,
                      Out<mem::MemRef<float, mem::L1, 4, 72>> out) {
  linalg::generic<linalg::par<4>, linalg::par<72>>([&](Index r, Index c) { out(r, c) = x(r, c) * s(r); });
})",
    .after = R"(PTO_INCORE void scale(In<mem::MemRef<float, mem::L1, 4, 72>> x, In<mem::MemRef<float, mem::L1, 4>> s,
                      Out<mem::MemRef<float, mem::L1, 4, 72>> out) {
  const auto out_window = mem::subview<4, 72>(out, {0, 0});
  const auto x_window = mem::subview<4, 72>(x, {0, 0});
  const auto s_window = mem::subview<4>(s, {0});
  for (Index r = 0; r < 4; ++r) {
    const auto s_value = mem::load(s_window, r);
    for (Index c = 0; c < 64; c += 16) {
      const auto x_vec = vec::load<16>(x_window, {r, c});
      vec::store(x_vec * vec::splat<float, 16>(s_value), out_window, {r, c});
    }
    {
      const auto mask = vec::create_mask<16>(8);
      const auto x_vec = vec::transfer_read<16>(x_window, {r, 64}, 0.0f, mask);
      vec::transfer_write(x_vec * vec::splat<float, 16>(s_value), out_window, {r, 64}, mask);
    }
  }
})",
    .reasons = reasonsOfStrips(),
    .options = {{.name = "width",
                 .type = OptionInfo::Type::Integer,
                 .help = "lanes of a vector, 16 by default",
                 .least = 2,
                 .most = 64},
                {.name = "quads",
                 .type = OptionInfo::Type::Flag,
                 .help = "multiply bytes in groups of four, for targets whose dot products take unsigned by signed"}},
};

class VectorizeLinalg : public Pass {
public:
  explicit VectorizeLinalg(const PassStep &step) {
    policy.reassociate = step.allowed;
    policy.contract = step.optedIn;
    policy.quads = step.flag("quads");
    policy.width = step.flag("width") ? static_cast<unsigned>(step.integers("width")[0]) : 16;
  }
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "linalg"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (out.empty() && vectorize::isStructured(op))
        out.push_back({&op, a.function.where});
    });
    return out;
  }

  Verdict prove(const Candidate &, const Analyses &a) override {
    codes.clear();
    findWindows(a);
    std::optional<Verdict> why;
    walk(*a.function.body, [&](const Op &op) {
      if (why || !vectorize::isStructured(op))
        return;
      vectorize::Policy here = policy;
      if (!Names::reaches(*a.function.body, op)) // a lambda lists what it captures
        here.windows.clear();
      std::variant<vectorize::Code, Verdict> result = vectorize::vectorize(op, a, here);
      if (Verdict *kept = std::get_if<Verdict>(&result)) {
        why = std::move(*kept);
        why->message = "'" + a.function.shortName + "' kept: " + why->message.substr(why->message.find(": ") + 2);
        why->notes.push_back({op.where, "here"});
      } else {
        codes.emplace_back(&op, std::move(std::get<vectorize::Code>(result)));
      }
    });
    return why ? std::move(*why) : legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    bool contracts = false;
    for (const Text &window : windows)
      rw.before(*first, window);
    for (const auto &[op, code] : codes) {
      vectorize::replace(*op, code, rw);
      contracts |= code.contracts;
    }
    return std::to_string(codes.size()) +
           (codes.size() == 1 ? " structured op became loops" : " structured ops became loops") + " over vectors" +
           (contracts ? "; products are added without being rounded" : "");
  }

private:
  /// The op works on the parameter itself, not on a view of it.
  static void handlesOf(const Op &op, std::vector<const Variable *> &out) {
    const auto add = [&](const Variable *v) {
      if (v && v->kind == Variable::Kind::Parameter && std::find(out.begin(), out.end(), v) == out.end())
        out.push_back(v);
    };
    for (const Operand &o : op.operands)
      if (o.kind == Operand::Kind::Handle)
        add(o.variable);
    if (op.lambda)
      forEachTerm(*op.lambda, [&](const Term &t) {
        if (t.kind == Term::Kind::Element)
          add(t.variable);
      });
  }

  /// Names for windows of whole parameters: a target knows that neighbours in such are adjacent.
  void findWindows(const Analyses &a) {
    windows.clear();
    policy.windows.clear();
    const Block *const body = a.function.body.get();
    const Op &start = *body->ops.front();
    first = start.statement;
    if (!a.function.pattern.empty() || !first || first->block != body || guardDeclarationBefore(start) ||
        guard({first->range.file, first->begin, first->begin}, {}, start))
      return;
    std::vector<const Variable *> handles;
    walk(*body, [&](const Op &op) {
      if (vectorize::isStructured(op) && Names::reaches(*body, op))
        handlesOf(op, handles);
    });
    std::set<std::string> taken;
    for (const Variable *v : handles) {
      if (v->type.kind != Type::Kind::MemRef || v->role == Role::None || v->name.empty() || v->type.dims.empty() ||
          !a.values.definitions(*v).empty() || v->escapes || v->hasAlias)
        continue;
      const std::string &dsl = a.function.dslPrefix;
      const std::string name = Names(a.function).freshBesideLambdas(v->name + "_window", taken);
      taken.insert(name);
      std::string zeros, sizes;
      for (std::size_t d = 0; d < v->type.dims.size(); ++d) {
        zeros += d ? ", 0" : "0";
        sizes += (d ? ", " : "") + (v->type.dims[d] == dynamicExtent ? v->name + ".extent(" + std::to_string(d) + ")"
                                                                     : std::to_string(v->type.dims[d]));
      }
      windows.push_back(Text("const auto " + name + " = " + dsl + "mem::subview<" + spellDims(v->type.dims, dsl) +
                             ">(" + v->name + ", {" + zeros + "}" + (v->type.isStatic() ? "" : ", {" + sizes + "}") +
                             ");"));
      policy.windows[v] = name;
    }
  }

  vectorize::Policy policy;
  std::vector<Text> windows;                                 ///< their declarations
  const Statement *first = nullptr;                          ///< that they go before
  std::vector<std::pair<const Op *, vectorize::Code>> codes; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<VectorizeLinalg>(step);
});

} // namespace
