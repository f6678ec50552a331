//===- VectorizeTiles.cpp - tile ops become loops over vectors ---------------===//
//
//   auto a = tile::load<4, 64>(x, {r, 0});        const auto x_window = mem::subview<4, 64>(mem::view(x), {r, 0});
//   auto b = tile::exp(a);                        for (Index r2 = 0; r2 < 4; ++r2)
//   tile::store(b, {0, 0}, out);                    for (Index c = 0; c < 64; c += 16) {
//                                                     const auto a = vec::load<16>(x_window, {r2, c});
//                                                     const auto b = vec::exp(a);
//                                                     vec::store(b, out_window, {r2, c});
//                                                   }
//
// Matches   InCore functions that compute on tiles.
// Holds     every tile op of the function has a vector form, what is loaded and what is stored do not
//           overlap otherwise than element by element.
// Then      each run of neighbouring tile ops is one loop over rows, with as few sweeps over
//           the columns as its reductions ask for, and one more where a chain of ops takes longer
//           than CPUs look ahead (Schedule.cpp); a matrix product is a run of its own; tiles
//           that live longer than a run have a buffer. passes/tiles/ has the graph (Graph.h),
//           the sweeps (Sweeps.h) and the products (Products.h).
// Declines  the function as a whole otherwise: never half of it.
// Exactness bitwise, but for row_sum and row_prod of floats (small ones too), which are joined in another order.
//
//===----------------------------------------------------------------------===//

#include "passes/tiles/Direct.h"
#include "passes/tiles/Sweeps.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "vectorize-tiles",
    .summary = "turn the tile ops of a function into loops over vectors",
    .origin = "the path from tiles to SIMD targets",
    .exactness = Exactness::Bitwise,
    .allow = "reassociate",
    .optIn = "contract",
    .matches = "`PTO_INCORE` functions that compute on tiles: loads and stores, elementwise ops, "
               "comparisons and selections, row and column expansion, reductions of rows and of columns, places of "
               "their largest and smallest elements, matrix products, tiles side by side or filled up.",
    .holds = "Every tile op of the function has a vector form; tiles are of `float`, `bf16`, `half`, or integers of "
             "up to 32 bits; their extents and how much of them is valid may be known at run time, but for matrix "
             "products, transposes and reductions of columns, which want constant extents; what is "
             "loaded and what is stored are apart or the same elements. With `--allow=contract` a product of elements "
             "that is only added is one `vec::fma` with the sum.",
    .before = R"(PTO_INCORE void twice(In<Tensor<float, 4, 64>> x, Out<Tensor<float, 4, 64>> out) {
  auto a = tile::load<4, 64>(x, {0, 0});
  tile::store(tile::add(a, a), {0, 0}, out);
})",
    .after = R"(PTO_INCORE void twice(In<Tensor<float, 4, 64>> x, Out<Tensor<float, 4, 64>> out) {
  const auto x_window = mem::subview<4, 64>(mem::view(x), {0, 0});
  const auto out_window = mem::subview<4, 64>(mem::view(out), {0, 0});
  for (Index r = 0; r < 4; ++r) {
    for (Index c = 0; c < 64; c += 16) {
      const auto a = vec::load<16>(x_window, {r, c});
      const auto add = a + a;
      vec::store(add, out_window, {r, c});
    }
  }
})",
    .reasons =
        {
            {"last-use", "A variable would be left without a use, for compilers to warn of.",
             "Declare it in a statement of its own."},
            {"memory-overlap", "What is loaded and what is stored may overlap, or are used again afterwards.",
             "Give the parameters roles, and store where nothing of the same run is read."},
            {"not-allowed", "A sum or product of a row would be joined in another order.", "Use --allow=reassociate."},
            {"tile-escapes", "A tile is a parameter, a result, copied, captured or referred to.",
             "Load and store tensors in the kernel itself."},
            {"unsupported-op", "An op has no vector form.", ""},
            {"unsupported-shape",
             "An op on whole tiles has run-time extents, or a tile changes its shape or what is valid of it.",
             "Load tiles of constant extents with a Valid part."},
            {"unsupported-statement", "Something that is no tile op works on a tile.", ""},
            {"unsupported-type", "Elements of a tile are of 64 bits, or the op is not known for them.", ""},
        },
    .options = {{.name = "width",
                 .type = OptionInfo::Type::Integer,
                 .help = "lanes of a vector, 16 by default",
                 .least = 2,
                 .most = 64},
                {.name = "quads",
                 .type = OptionInfo::Type::Flag,
                 .help = "multiply bytes in groups of four, for targets whose dot products take unsigned by signed"}},
};

class VectorizeTiles : public Pass {
public:
  explicit VectorizeTiles(const PassStep &step) : allowed(step.allowed) {
    settings.reassociate = step.allowed;
    settings.contract = step.optedIn;
    settings.quads = step.flag("quads");
    if (step.flag("width"))
      settings.width = static_cast<unsigned>(step.integers("width")[0]);
  }
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role == FunctionRole::InCore; }
  const char *subject() const override { return "tile"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (out.empty() && isTileOp(op))
        out.push_back({&op, a.function.where});
    });
    return out;
  }

  Verdict prove(const Candidate &, const Analyses &a) override {
    runs.clear();
    direct.clear();
    const std::string name = "'" + a.function.shortName + "'";
    const auto no = [&](const tiles::Problem &p) {
      return decline(p.reason, name + " kept: " + p.message).note(p.where, "here");
    };
    if (std::optional<tiles::Problem> p = collectRuns(a))
      return no(*p);
    const tiles::Buffers buffers = buffersOf(a);
    std::set<std::string> names;
    tiles::Shapes shapes;
    const bool isTemplate = !a.function.pattern.empty();
    for (Run &run : runs) {
      for (const Statement *s : run.statements)
        if (auto v = guard(s->range, {}, *s->block->ops.front()))
          return *v;
      tiles::Graph graph;
      if (std::optional<tiles::Problem> p = tiles::build(run.statements, buffers, shapes, isTemplate, graph))
        return no(*p);
      if (std::optional<tiles::Problem> p = tiles::emit(graph, settings, a, names, shapes, run.code))
        return no(*p);
      if (run.code.reassociates && !allowed)
        return no({"not-allowed", "a row would be added up in another order", nullptr});
    }
    if (const Variable *left = leftBehind(a))
      return no({"last-use", quoted(left) + " would be left without a use", nullptr});
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    unsigned sweeps = 0, buffers = 0, products = 0, contracted = 0;
    for (const Run &run : runs) {
      const Statement &first = *run.statements.front();
      const std::string indent =
          std::string(first.range.file->endOfLine()) + first.range.file->indentation(first.range.begin);
      std::vector<std::string> lines = run.code.lines;
      for (const Statement *s : run.statements)
        if (std::string kept = whatStays(*s); !kept.empty())
          lines.push_back(kept);
      std::string text = first.soleBody ? "{" + indent : "";
      for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i ? indent : "") + lines[i];
      rw.respell(first.range, Text(text + (first.soleBody ? indent + "}" : "")));
      for (std::size_t i = 1; i < run.statements.size(); ++i)
        rw.remove(*run.statements[i]);
      sweeps += run.code.sweeps;
      buffers += run.code.buffers;
      products += run.code.products;
      contracted += run.code.contracted;
    }
    for (const Statement *s : dead)
      rw.remove(*s);
    const auto count = [](std::size_t n, const char *what) {
      return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    return "tile ops became " + count(runs.size() - products, "loop") + " over rows with " + count(sweeps, "sweep") +
           " over the columns and " + count(buffers, "row buffer") +
           (products ? ", and " + count(products, "matrix product") : "") +
           (contracted ? "; products are added without being rounded" : "");
  }

private:
  struct Run {
    std::vector<Statement *> statements;
    tiles::Emitted code;
  };

  /// Numbers that only the tile ops asked for go, too. Returns one that cannot.
  const Variable *leftBehind(const Analyses &a) {
    std::vector<SourceRange> removed;
    std::set<const Variable *> named;
    for (const Run &run : runs) {
      for (const Statement *s : run.statements)
        removed.push_back(s->range);
      for (const auto &v : a.function.variables)
        if (std::any_of(run.code.lines.begin(), run.code.lines.end(),
                        [&](const std::string &line) { return isWordIn(line, v->name); }))
          named.insert(v.get());
    }
    for (const auto &v : a.function.variables)
      if (isTile(v.get()))
        named.insert(v.get()); // a statement of the runs declares it
    dead.clear();
    return Names(a.function).leftBehind(removed, {}, dead, named);
  }

  static bool isTile(const Variable *v) { return v && v->type.kind == Type::Kind::Tile; }
  static bool isTileOp(const Op &op) { return op.kind == OpKind::Dsl && op.info.name.starts_with("tile."); }

  /// Every statement that has a tile in it, neighbours together.
  std::optional<tiles::Problem> collectRuns(const Analyses &a) {
    for (const auto &v : a.function.variables)
      if (isTile(v.get()) && (v->kind == Variable::Kind::Parameter || v->escapes || v->isStatic || v->bindsResult ||
                              v->isReference || v->hasAlias))
        return tiles::Problem{"tile-escapes", quoted(v.get(), "a tile") + " is a parameter, captured or referred to",
                              nullptr};
    std::optional<tiles::Problem> problem;
    const auto visit = [&](const Block &block, const auto &self) -> void {
      const Statement *last = nullptr;
      bool open = false, stores = false; // this statement belongs to the last run; it stores the product
      for (const Op *op : block.ops) {
        for (const auto &region : op->regions)
          self(*region, self);
        if (op->statement && op->statement == last)
          continue; // classified by its first op
        last = op->statement;
        bool any = false,
             all = op->statement != nullptr && op->statement->range.valid() && op->statement->block == &block;
        const Op *other = nullptr;
        for (const Op *o : block.ops) {
          if (op->statement ? o->statement != op->statement : o != op)
            continue;
          const bool tile = isTileOp(*o);
          bool touches = tile;
          for (const Operand &operand : o->operands)
            touches |= isTile(operand.variable);
          for (const Variable *v : o->results)
            touches |= isTile(v);
          any |= touches;
          const bool alias = o->kind == OpKind::Copy && touches;
          if (!tile && !alias && !tiles::isNumber(*o) && !(o->kind == OpKind::Return && any)) {
            all = false;
            other = o;
          }
        }
        if (any && !all && !problem)
          problem = {"unsupported-statement", "something that is no tile op works on a tile", other ? other : op};
        const bool onMatrices = op->statement && hasOp(*op->statement, tiles::isOnMatrices);
        const Variable *const stored = onMatrices ? tiles::storedProduct(*op->statement, a) : nullptr;
        if (stored)
          direct.insert(stored);
        if (any && all && !problem) {
          if (!open)
            runs.push_back({});
          else if (onMatrices)
            startOnMatrices(*op->statement);
          runs.back().statements.push_back(op->statement);
        }
        open = any && all && (onMatrices ? stored != nullptr : !stores);
        stores = stored;
      }
    };
    visit(*a.function.body, visit);
    if (!problem)
      problem = changedUnderTwoNames(a);
    for (const Run &run : runs)
      for (const Statement *s : run.statements)
        if (s->form == Statement::Form::Declaration && s->declarators != 1 && !problem)
          problem = {"unsupported-statement", "a declaration of several names", s->root};
    return problem;
  }

  /// A copy of a handle is the same tile; that does not matter where no op changes it.
  static std::optional<tiles::Problem> changedUnderTwoNames(const Analyses &a) {
    std::set<const Variable *> shared;
    walk(*a.function.body, [&](const Op &op) {
      if (op.kind == OpKind::Copy && op.operands.size() == 1 && isTile(op.operands[0].variable) && op.result())
        shared.insert({op.operands[0].variable, op.result()});
    });
    std::optional<tiles::Problem> problem;
    walk(*a.function.body, [&](const Op &op) {
      if (tiles::isUpdate(op) && shared.count(op.operands[0].variable) && !problem)
        problem = {"tile-escapes", quoted(op.operands[0].variable) + " is changed under two names", &op};
    });
    return problem;
  }

  static bool hasOp(const Statement &s, bool (*is)(const Op &)) {
    return std::any_of(s.block->ops.begin(), s.block->ops.end(),
                       [&](const Op *op) { return op->statement == &s && is(*op); });
  }

  /// Matrices are read from memory: what computes them is another run. What only says where they are
  /// belongs to the op that reads them; what a product is added to is memory, too.
  void startOnMatrices(const Statement &statement) {
    std::set<const Variable *> sums;
    for (const Op *op : statement.block->ops)
      if (op->statement == &statement && tiles::isUpdate(*op) && !direct.count(op->operands[0].variable))
        sums.insert(op->operands[0].variable);
    std::vector<Statement *> &before = runs.back().statements;
    const auto other = [](const Op &op) { return !tiles::isAccess(op); };
    auto from = before.end();
    while (from != before.begin() && !hasOp(**std::prev(from), other) &&
           ((*std::prev(from))->declares.empty() || !sums.count((*std::prev(from))->declares[0])) &&
           !sums.count((*std::prev(from))->assigned))
      --from;
    if (from == before.begin())
      return;
    Run run;
    run.statements.assign(from, before.end());
    before.erase(from, before.end());
    runs.push_back(std::move(run));
  }

  const Run *runOf(const Op &op) const {
    for (const Run &run : runs)
      if (std::find(run.statements.begin(), run.statements.end(), op.statement) != run.statements.end())
        return &run;
    return nullptr;
  }

  /// Products of small floats are of floats: what is nothing but a factor is kept as such, and not widened again and
  /// again.
  static bool onlyFactor(const Variable &v, const Analyses &a) {
    const std::vector<const Op *> &uses = a.values.uses(v);
    return tiles::isSmallFloat(v.type.element) && v.type.dims.size() == 2 && v.type.dims[1] != 1 && !uses.empty() &&
           std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
             if (use->is("tile.move") && use->result() && use->result()->kind == Variable::Kind::Temporary)
               return onlyFactor(*use->result(), a);
             return tiles::isProduct(*use) && (!tiles::isUpdate(*use) || use->operands[0].variable != &v);
           });
  }

  /// Tiles that are needed in another run than the one that makes them, or in the next turn of a loop.
  tiles::Buffers buffersOf(const Analyses &a) const {
    tiles::Buffers out;
    const auto keep = [&](const Variable &v) { out[&v] = onlyFactor(v, a) ? "float" : v.type.element; };
    for (const auto &v : a.function.variables) {
      if (!isTile(v.get()) || v->kind == Variable::Kind::Temporary)
        continue;
      for (const Op *use : a.values.uses(*v)) {
        if (tiles::isUpdate(*use) && use->operands[0].variable == v.get() && !direct.count(v.get()))
          keep(*v);
        for (const Definition &d : a.values.reaching(*v, *use))
          if (!d.op || runOf(*d.op) != runOf(*use) || d.op->id >= use->id)
            keep(*v);
      }
    }
    return out;
  }

  /// A store hands on the handle of its tensor: `out = tile::store(..., out)` is nothing, `return tile::store(...,
  /// out)` returns it.
  static std::string whatStays(const Statement &s) {
    const Op *store = nullptr;
    for (const Op *op : s.block->ops)
      if (op->statement == &s && op->is("tile.store"))
        store = op;
    if (!store)
      return "";
    const Variable *target = store->operands[2].variable;
    if (s.form == Statement::Form::Return)
      return "return " + target->name + ";";
    if (!s.assigned || s.assigned == target || s.assigned->type.kind == Type::Kind::Tile)
      return "";
    if (s.form == Statement::Form::Declaration) {
      const SourceFile &f = *s.range.file;
      return f.bytes.substr(s.range.begin, s.expression.begin - s.range.begin) + target->name + ";";
    }
    return s.assigned->name + " = " + target->name + ";";
  }

  const bool allowed;
  tiles::Settings settings;
  std::vector<Run> runs; ///< what prove() found, for apply()
  std::vector<Statement *> dead;
  std::set<const Variable *> direct; ///< products that are computed where they are stored
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<VectorizeTiles>(step);
});

} // namespace
