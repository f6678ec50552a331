//===- Direct.cpp - products that are computed where they are stored --------===//

#include "passes/tiles/Direct.h"

#include "passes/tiles/Graph.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

std::vector<const Statement *> statementsOf(const Block &block) {
  std::vector<const Statement *> out;
  for (const Op *op : block.ops)
    if (op->statement && (out.empty() || out.back() != op->statement))
      out.push_back(op->statement);
  return out;
}

std::vector<const Op *> opsOf(const Statement &s) {
  std::vector<const Op *> out;
  std::copy_if(s.block->ops.begin(), s.block->ops.end(), std::back_inserter(out),
               [&](const Op *op) { return op->statement == &s; });
  return out;
}

/// The only op of the statement, if it is this one.
const Op *sole(const Statement &s, const char *name) {
  const std::vector<const Op *> ops = opsOf(s);
  return ops.size() == 1 && ops[0]->is(name) ? ops[0] : nullptr;
}

std::vector<std::string> offsets(const Operand &o) {
  std::vector<std::string> out;
  for (const Expr &e : o.list)
    out.emplace_back(e.isImpure()      ? "?"
                     : e.range.valid() ? std::string(e.range.text())
                     : e.isConstant()  ? std::to_string(e.value)
                                       : "?");
  return out;
}

bool isSamePlace(const Op &load, const Op &store) {
  const std::vector<std::string> from = offsets(load.operands[1]), to = offsets(store.operands[1]);
  return load.operands[0].variable == store.operands[2].variable && from == to && !from.empty() &&
         std::find(from.begin(), from.end(), "?") == from.end();
}

} // namespace

const Variable *tiles::storedProduct(const Statement &s, const Analyses &a) {
  const std::vector<const Statement *> all = statementsOf(*s.block);
  const auto here = std::find(all.begin(), all.end(), &s);
  if (here == all.end() || here + 1 == all.end() || !s.root || !isProduct(*s.root))
    return nullptr;
  const Op &product = *s.root;
  const bool adds = isUpdate(product);
  const Variable *const v = adds ? product.operands[0].variable : product.result();
  const Op *const store = sole(**(here + 1), "tile.store");
  if (!v || v->kind != Variable::Kind::Local || !store || store->operands[0].variable != v ||
      store->operands.size() != 3)
    return nullptr;
  // What is between the product and the first load in front of it is access, too.
  auto first = here;
  const auto isAccessOnly = [](const Statement &x) {
    const std::vector<const Op *> ops = opsOf(x);
    return std::any_of(ops.begin(), ops.end(), [](const Op *op) { return isAccess(*op); }) &&
           std::all_of(ops.begin(), ops.end(), [](const Op *op) { return isAccess(*op) || isNumber(*op); });
  };
  while (first != all.begin() && isAccessOnly(**std::prev(first)))
    --first;
  std::vector<const Op *> made;
  for (const Op *def : a.values.definitions(*v))
    if (def != &product)
      made.push_back(def);
  const Op *start = nullptr;
  if (adds) {
    start = made.size() == 1 && made[0]->statement ? sole(*made[0]->statement, "tile.load") : nullptr;
    const auto at = start ? std::find(first, here, start->statement) : here;
    if (at == here || !isSamePlace(*start, *store))
      return nullptr;
  } else if (!made.empty()) {
    return nullptr;
  }
  for (const Op *use : a.values.uses(*v))
    if (use != &product && use != store)
      return nullptr;
  for (auto at = first; at <= here; ++at)
    for (const Op *op : opsOf(**at))
      if (op->is("tile.load") && op != start)
        for (const Access &x : a.memory.accesses(*store))
          for (const Access &y : a.memory.accesses(*op))
            if (x.writes() && x.operand == 2 && y.operand == 0 && a.memory.mayOverlap(x.view, y.view, *op))
              return nullptr;
  return v;
}
