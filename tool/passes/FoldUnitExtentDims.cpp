//===- FoldUnitExtentDims.cpp - dimensions of one element are no dimensions ---===//
//
//   const auto a = mem::subview<1, 1, 4, 8>(m, {0, k, 0, 0});    ...
//   linalg::matmul(a, b, c);                                      const auto a_2d = mem::rank_reduce<4, 8>(a);
//                                                                  linalg::matmul(a_2d, b_2d, c_2d);
//
// Matches   linalg::map, fill, copy and matmul on memory with static dimensions of extent 1
//           (of a matmul only those before the matrices), and linalg::generic with par<1> or
//           red<1> dimensions.
// Holds     the operands are names; a generic's index of such a dimension can be spelled 0.
// Then      operands are views without these dimensions: views, not copies, so that what is
//           written is written. A dropped reduction of one turn still adds to its output.
// Declines  otherwise.
// Exactness bitwise.     Runs before and after herd-vectorize, which then makes vectors without
//           such dimensions.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/Pass.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "fold-unit-extent-dims",
    .summary = "drop dimensions of extent 1 from structured ops",
    .origin = "MLIR-AIR transform.air.fold_unit_extent_dims",
    .exactness = Exactness::Bitwise,
    .matches = "`linalg::map`, `fill`, `copy` and `matmul` on memory with static dimensions of extent 1, and "
               "`linalg::generic` with `par<1>` or `red<1>`.",
    .holds = "The operands are names of memory; the index of a dropped dimension of a generic can be spelled 0.",
    .before =
        R"(PTO_INCORE void multiply(In<mem::MemRef<float, mem::L1, 1, 4, 8>> a, In<mem::MemRef<float, mem::L1, 1, 8, 4>> b,
                         InOut<mem::MemRef<float, mem::L1, 1, 4, 4>> c) {
  linalg::matmul(a, b, c);
})",
    .after =
        R"(PTO_INCORE void multiply(In<mem::MemRef<float, mem::L1, 1, 4, 8>> a, In<mem::MemRef<float, mem::L1, 1, 8, 4>> b,
                         InOut<mem::MemRef<float, mem::L1, 1, 4, 4>> c) {
  const auto a_2d = mem::rank_reduce<4, 8>(a);
  const auto b_2d = mem::rank_reduce<8, 4>(b);
  const auto c_2d = mem::rank_reduce<4, 4>(c);
  linalg::matmul(a_2d, b_2d, c_2d);
})",
    .reasons =
        {
            {"not-named", "An operand is no name, or the op is not a statement of its own.", "Give the memory a name."},
            {"unknown-body", "The body of the generic is not understood, or its head has another form.", ""},
        },
};

/// The extents without those of 1; a matmul keeps its matrices, anything one dimension at least.
std::vector<Extent> reduced(const std::vector<Extent> &dims, std::size_t matrices) {
  std::vector<Extent> out;
  for (std::size_t d = 0; d < dims.size(); ++d)
    if (dims[d] != 1 || d + matrices >= dims.size())
      out.push_back(dims[d]);
  if (out.empty())
    out.push_back(1);
  return out;
}

class FoldUnitExtentDims : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "linalg"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (isStructured(op) ? dropsSomething(op) : isGenericWithUnits(op))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &) override {
    const Op &op = *candidate.op;
    views.clear();
    if (auto v = guard(op.range, {op.range}, op))
      return *v;
    if (op.kind == OpKind::Parallel)
      return proveGeneric(op);
    const auto no = [&](const char *reason, const std::string &why) { return decline(reason, "kept: " + why); };
    if (!op.statement || op.statement->root != &op || op.statement->form != Statement::Form::Expression ||
        !op.statement->range.valid())
      return no("not-named", "the op is no statement of its own").note(&op, "here");
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const Operand &o = op.operands[i];
      if (o.kind != Operand::Kind::Handle || o.type.kind != Type::Kind::MemRef)
        continue;
      const std::vector<Extent> to = reduced(o.type.dims, matricesOf(op));
      if (to.size() == o.type.dims.size())
        continue;
      if (!o.variable || o.variable->name.empty() || !o.range.valid() || o.range.text() != o.variable->name)
        return no("not-named", "an operand is no name").note(&op, "here");
      views.push_back({i, to});
    }
    return legal();
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    const Op &op = *candidate.op;
    if (op.kind == OpKind::Parallel) {
      for (auto &[range, text] : edits)
        rw.respell(range, Text(text));
      return "the domain has " + std::to_string(dropped) + (dropped == 1 ? " dimension" : " dimensions") + " less";
    }
    std::map<const Variable *, std::string> made;
    for (const auto &[i, to] : views) {
      const Operand &o = op.operands[i];
      std::string &name = made[o.variable];
      if (name.empty()) {
        const std::string known = knownView(op, *o.variable, to);
        name = known.empty() ? rw.fresh(o.variable->name + "_" + std::to_string(to.size()) + "d") : known;
        if (known.empty()) {
          Text t("const auto " + name + " = " + rw.dsl("mem::rank_reduce") + "<" + spellDims(to) + ">(");
          t << o.variable << ");";
          rw.before(*op.statement, std::move(t));
          inBlock[{op.parent, o.variable, spellDims(to)}] = {&op, name};
        }
      }
      rw.respell(o.range, Text(name));
    }
    return "'" + op.info.name.substr(7) + "' works on memory of " + std::to_string(views.front().second.size()) +
           " dimension" + (views.front().second.size() == 1 ? "" : "s");
  }

private:
  static bool isStructured(const Op &op) {
    return op.is("linalg.map") || op.is("linalg.fill") || op.is("linalg.copy") || op.is("linalg.matmul");
  }
  static std::size_t matricesOf(const Op &op) { return op.is("linalg.matmul") ? 2 : 0; }

  /// All memory of the op loses the same dimensions, and it loses some.
  static bool dropsSomething(const Op &op) {
    bool some = false, all = true;
    for (const Operand &o : op.operands)
      if (o.kind == Operand::Kind::Handle && o.type.kind == Type::Kind::MemRef) {
        const std::size_t matrices = matricesOf(op);
        all &= o.type.isStatic() && o.type.dims.size() >= matrices;
        some |= o.type.isStatic() && reduced(o.type.dims, matrices).size() < o.type.dims.size();
      }
    return some && all;
  }

  static bool isGenericWithUnits(const Op &op) {
    if (!op.iterates("linalg.generic"))
      return false;
    std::size_t all = 0, units = 0;
    for (const Op *o = &op; o && o->kind == OpKind::Parallel && o->range == op.range;
         o = o->regions[0]->ops.empty() ? nullptr : o->regions[0]->ops.front()) {
      ++all;
      units += o->induction && o->induction->upper.isConstant() && o->induction->upper.value == 1;
    }
    return units > 0 && all > 1;
  }

  /// A view of the same memory that an op before it in the block was given in this round.
  std::string knownView(const Op &op, const Variable &memory, const std::vector<Extent> &to) const {
    const auto it = inBlock.find({op.parent, &memory, spellDims(to)});
    return it != inBlock.end() && it->second.first->id < op.id ? it->second.second : "";
  }

  //===-- generic ----------------------------------------------------------------===//

  /// The parts of a list between brackets, commas inside of others left alone.
  static std::vector<SourceRange> parts(const SourceFile &file, unsigned begin, unsigned end) {
    std::vector<SourceRange> out;
    int depth = 0;
    unsigned from = begin;
    for (unsigned i = begin; i <= end; ++i) {
      const char c = i < end ? file.bytes[i] : ',';
      depth += c == '(' || c == '<' || c == '{' || c == '[';
      depth -= c == ')' || c == '>' || c == '}' || c == ']';
      if (c == ',' && (depth == 0 || i == end)) {
        out.push_back({&file, from, i});
        from = i + 1;
      }
    }
    return out;
  }

  /// The range without the entries that are dropped.
  static std::string without(const std::vector<SourceRange> &list, const std::vector<bool> &drop) {
    std::string out;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (drop[i])
        continue;
      std::string text(list[i].text());
      const std::size_t first = text.find_first_not_of(" \t\r\n");
      out += (out.empty() ? "" : ", ") + (first == text.npos ? text : text.substr(first));
    }
    return out;
  }

  Verdict proveGeneric(const Op &op) {
    edits.clear();
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, "kept: " + why).note(&op, "here");
    };
    if (!op.lambda || !op.lambda->range.valid() || !op.range.valid())
      return no("unknown-body", "the body of the generic is not understood");
    const SourceFile &file = *op.range.file;
    std::vector<const Variable *> indices;
    std::vector<bool> drop;
    const Op *o = &op;
    for (std::size_t d = 0; d < op.lambda->extents.size();
         ++d, o = o->regions[0]->ops.empty() ? o : o->regions[0]->ops.front()) {
      indices.push_back(o->induction->variable);
      drop.push_back(op.lambda->extents[d] == 1);
    }
    if (std::find(drop.begin(), drop.end(), false) == drop.end())
      drop.back() = false; // one turn stays one
    dropped = static_cast<unsigned>(std::count(drop.begin(), drop.end(), true));

    // generic<A, B>([...](Index i, Index j) {...})
    const std::size_t open = file.bytes.find('<', op.range.begin), call = file.bytes.rfind('(', op.lambda->range.begin);
    const std::size_t close = file.bytes.rfind('>', call), capture = file.bytes.find(']', op.lambda->range.begin);
    const std::size_t head = capture == std::string::npos ? capture : file.bytes.find('(', capture);
    if (open == std::string::npos || close == std::string::npos || head == std::string::npos || open > close ||
        close > op.lambda->range.begin || head > op.lambda->range.end)
      return no("unknown-body", "its head has another form");
    const std::size_t headEnd = file.bytes.find(')', head);
    const auto arguments = parts(file, static_cast<unsigned>(open + 1), static_cast<unsigned>(close));
    const auto parameters = parts(file, static_cast<unsigned>(head + 1), static_cast<unsigned>(headEnd));
    if (arguments.size() != drop.size() || parameters.size() != drop.size())
      return no("unknown-body", "its head has another form");
    edits.push_back({{&file, static_cast<unsigned>(open + 1), static_cast<unsigned>(close)}, without(arguments, drop)});
    edits.push_back(
        {{&file, static_cast<unsigned>(head + 1), static_cast<unsigned>(headEnd)}, without(parameters, drop)});
    for (std::size_t d = 0; d < drop.size(); ++d) {
      if (!drop[d] || indices[d]->name.empty())
        continue;
      respellIndex(*indices[d], {&file, static_cast<unsigned>(headEnd), op.lambda->range.end});
    }
    return legal();
  }

  /// In a body that is understood nothing can hide the index: it is straight-line code.
  void respellIndex(const Variable &index, const SourceRange &body) {
    const std::string &bytes = body.file->bytes;
    const auto letter = [&](std::size_t i) {
      return std::isalnum(static_cast<unsigned char>(bytes[i])) || bytes[i] == '_';
    };
    for (std::size_t at = bytes.find(index.name, body.begin); at < body.end; at = bytes.find(index.name, at + 1)) {
      const auto in = [&](const SourceRange &r) { return r.begin <= at && at < r.end; };
      if (!letter(at - 1) && !letter(at + index.name.size()) &&
          std::none_of(body.file->comments.begin(), body.file->comments.end(), in))
        edits.push_back({{body.file, static_cast<unsigned>(at), static_cast<unsigned>(at + index.name.size())}, "0"});
    }
  }

  std::vector<std::pair<std::size_t, std::vector<Extent>>> views; ///< what prove() found, for apply()
  std::vector<std::pair<SourceRange, std::string>> edits;
  unsigned dropped = 0;
  /// Views that this round has declared: by block, memory and extents.
  std::map<std::tuple<const Block *, const Variable *, std::string>, std::pair<const Op *, std::string>> inBlock;
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<FoldUnitExtentDims>();
});

} // namespace
