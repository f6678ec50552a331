//===- Schedule.cpp - when the values of a graph are known -----------------===//

#include "passes/tiles/Schedule.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

/// Where the value is computed, the window is read.
static bool reaches(const Node &value, const Node &window) {
  std::set<const Node *> seen;
  const auto visit = [&](const Node &n, const auto &self) -> bool {
    return &n == &window || (seen.insert(&n).second && std::any_of(n.operands.begin(), n.operands.end(), [&](Node *o) {
                               return o->kind != Node::Kind::Fold && self(*o, self);
                             }));
  };
  return visit(value, visit);
}

/// The last sweep that reads the window: that of the last fold or store over it.
static int lastUse(const Graph &graph, const Node &window) {
  int last = 0;
  if (window.perRow) // read once, before the first sweep
    return last;
  for (const Node &n : graph.nodes)
    if (n.kind == Node::Kind::Fold && reaches(*n.operands[0], window))
      last = std::max(last, n.level - 1);
  for (const Store &s : graph.stores)
    if (s.value->kind != Node::Kind::Fold && reaches(*s.value, window))
      last = std::max(last, s.level);
  return last;
}

/// What a later sweep reads is written by that one; what it is computed from is read there, too.
static bool delays(const Graph &graph, Store &s) {
  const int before = s.level;
  if (!s.value->perRow && !isOnMatrices(*s.value))
    for (const Node &n : graph.nodes)
      if (n.kind == Node::Kind::Window && n.window == s.window)
        s.level = std::max(s.level, lastUse(graph, n));
  return s.level != before;
}

namespace {

bool isElementwise(const Node &n) { return n.kind == Node::Kind::Map && !n.perRow; }

bool computes(const Node &n) {
  return std::any_of(n.operands.begin(), n.operands.end(), [](const Node *o) { return isElementwise(*o); });
}

/// Cycles from the operands of an op to its result, about.
int latencyOf(const Node &n) {
  static const std::map<std::string, int> slow = {{"exp", 36}, {"expdif", 40}, {"log", 45},   {"sin", 45},
                                                  {"cos", 45}, {"tanh", 36},   {"erf", 36},   {"div", 16},
                                                  {"rem", 45}, {"sqrt", 19},   {"rsqrt", 25}, {"recip", 16}};
  const auto known = slow.find(n.function);
  return known == slow.end() ? 4 : known->second;
}

/// The longest chain of ops on elements from each node on, itself included.
std::map<const Node *, int> chainsFrom(const Graph &graph) {
  std::map<const Node *, int> rest;
  for (auto n = graph.nodes.rbegin(); n != graph.nodes.rend(); ++n) // users stand behind
    if (isElementwise(*n)) {
      rest[&*n] += latencyOf(*n);
      for (const Node *o : n->operands)
        rest[o] = std::max(rest[o], rest[&*n]);
    }
  return rest;
}

constexpr std::int64_t shortestRow = 256, longestRow = 2048; ///< elements that are worth a sweep, and that stay near

/// A row of it can be kept until the next sweep.
bool canBeKept(const Node &n) {
  const Type *t = n.op && n.op->result() ? &n.op->result()->type : nullptr;
  return isElementwise(n) && (n.element == "float" || n.element == "int" || n.element == "unsigned int") && t &&
         t->dims.size() == 2 && t->dims[1] >= shortestRow && t->dims[1] <= longestRow;
}

} // namespace

void tiles::schedule(Graph &graph, bool cut) {
  // CPUs look some hundred instructions ahead. A vector that takes longer, each op waiting for the one before, leaves
  // too little for the next ones to begin: chains of 26 additions took 1.2 times as long as there are ports for,
  // chains of 16 hardly longer. Two sweeps have chains of half the length.
  constexpr int longest = 60;
  std::map<const Node *, int> rest = chainsFrom(graph), before;
  std::set<int> cuts;           // levels that begin with one
  for (Node &n : graph.nodes) { // operands stand before their users
    n.level = 0;
    for (const Node *o : n.operands)
      n.level = std::max(n.level, o->level);
    n.level += n.kind == Node::Kind::Fold;
    if (!isElementwise(n))
      continue;
    int done = 0;
    for (const Node *o : n.operands)
      if (o->level == n.level)
        done = std::max(done, before[o]);
    const int chain = done + rest[&n], parts = (chain + longest - 1) / longest;
    if (cut && parts > 1 && done + latencyOf(n) > chain / parts && done >= chain / parts / 2 && canBeKept(n)) {
      cuts.insert(++n.level);
      done = 0;
    }
    before[&n] = done + latencyOf(n);
  }
  for (Node &n : graph.nodes)
    n.kept = false;
  std::int64_t kept = 0;
  for (const Node &n : graph.nodes)
    for (Node *o : n.operands)
      if (const auto first = cuts.upper_bound(o->level); first != cuts.end() && *first <= n.level && !o->kept) {
        o->kept = canBeKept(*o) && computes(*o); // one op is as fast as a load
        kept += o->kept ? o->op->result()->type.dims[1] : 0;
      }
  if (kept > 3 * longestRow) // with what is read and written, more than a near cache holds
    return schedule(graph, false);
  for (Store &s : graph.stores)
    s.level = s.value->level;
  const auto delay = [&](Store &s) { return delays(graph, s); };
  while (std::count_if(graph.stores.begin(), graph.stores.end(), delay) > 0)
    ;
}

namespace {

class Hazards {
public:
  Hazards(const Graph &graph, const Analyses &a) : graph(graph), a(a) {}

  std::optional<Problem> run() {
    for (const Store &s : graph.stores)
      use(*s.value);
    for (std::size_t i = 0; i < graph.stores.size(); ++i) {
      const Store &s = graph.stores[i];
      const Area &to = graph.windows[s.window];
      for (std::size_t k = i + 1; k < graph.stores.size(); ++k)
        if (isOnMatrices(*s.value) && graph.stores[k].value == s.value)
          return Problem{"unsupported-statement", "what is computed from matrices goes to two places at once",
                         s.value->op};
        else if (graph.stores[k].window == s.window)
          return Problem{"memory-overlap", "'" + to.memory + "' is written twice", graph.stores[k].op};
        else if (!to.offsets.empty() && !graph.windows[graph.stores[k].window].offsets.empty() &&
                 overlap(s, *graph.stores[k].op))
          return Problem{"memory-overlap", "two stores may overlap", graph.stores[k].op};
      for (const Node &n : graph.nodes) {
        if (n.kind != Node::Kind::Window || !used.count(&n))
          continue;
        if (n.window == s.window && isFactor(n, *s.value))
          return Problem{"memory-overlap", "'" + to.memory + "' is an operand and the result", n.op};
        if (n.window == s.window) {
          const bool after = !to.offsets.empty() && s.op && n.op->id > s.op->id;
          if (after || lastUse(graph, n) > s.level || n.rows.text != s.value->rows.text)
            return Problem{"memory-overlap", "'" + to.memory + "' is read again after it is written", n.op};
          if (isReadElsewhere(n, s))
            return Problem{"memory-overlap", "'" + to.memory + "' is read and written in rows of two lengths", n.op};
        } else if (!to.offsets.empty() && !graph.windows[n.window].offsets.empty() && overlap(s, *n.op)) {
          return Problem{"memory-overlap", "what is loaded and what is stored may overlap", n.op};
        }
      }
    }
    return std::nullopt;
  }

private:
  void use(const Node &n) {
    if (used.insert(&n).second)
      for (const Node *o : n.operands)
        use(*o);
  }

  /// Rows of another length are another sweep.
  bool isReadElsewhere(const Node &window, const Store &s) const {
    return std::any_of(graph.stores.begin(), graph.stores.end(), [&](const Store &other) {
      return other.level == s.level && !(graph.windows[other.window].cols == graph.windows[s.window].cols) &&
             !window.perRow && reaches(*other.value, window);
    });
  }

  static bool isFactor(const Node &n, const Node &result) { // not what a product is added to
    return isOnMatrices(result) &&
           (result.operands[0] == &n || (result.operands.size() > 1 && result.operands[1] == &n));
  }

  bool overlap(const Store &s, const Op &other) const {
    for (const Access &x : a.memory.accesses(*s.op))
      for (const Access &y : a.memory.accesses(other))
        if (x.writes() && x.operand == 2 && (y.operand == 0 || y.operand == 2) &&
            a.memory.mayOverlap(x.view, y.view, other))
          return true;
    return false;
  }

  const Graph &graph;
  const Analyses &a;
  std::set<const Node *> used; ///< by what is stored
};

} // namespace

std::optional<Problem> tiles::hazardOf(const Graph &graph, const Analyses &a) { return Hazards(graph, a).run(); }
