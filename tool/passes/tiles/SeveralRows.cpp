//===- SeveralRows.cpp - values of one a row, as many as a vector has lanes --===//
//
// exp and kin of a number are a call, which what follows waits for; those of a vector's
// worth of rows are computed at once, between the first sweeps and the second ones of these
// rows. Arrays of so many numbers carry values of one a row from one to the next.
//
//===----------------------------------------------------------------------===//

#include "passes/tiles/RowLoops.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::tiles;

bool RowLoops::ofSeveralRows() const {
  static constexpr std::array<const char *, 7> calls = {"exp", "expdif", "log", "sin", "cos", "tanh", "erf"};
  bool any = false;
  for (const Node *n : members) {
    if ((n->buffered && n->level == 0) || (n->perRow && n->element != "float")) // one row of it is kept
      return false;
    any |= n->kind == Node::Kind::Map && n->perRow && n->level == 1 &&
           std::find(calls.begin(), calls.end(), n->function) != calls.end();
  }
  return any;
}

void RowLoops::severalRows(const std::string &rows, const Stores &roots, int last) {
  // What the second sweeps and what follows take of what is known before: computed for all rows, or loaded.
  std::set<const Node *> taken, loaded, computed;
  const auto take = [&](const Node &n) {
    if (n.perRow && n.level <= 1 && n.kind != Node::Kind::Number)
      taken.insert(&n);
  };
  for (const Node *n : members)
    for (const Node *o : n->operands)
      if (n->kind != Node::Kind::Map || !n->perRow || n->level > 1)
        take(*o);
  const auto compute = [&](const Node &n, const auto &self) -> void {
    if (n.kind == Node::Kind::Number)
      numberVector(n);
    else if (n.kind == Node::Kind::Map && computed.insert(&n).second)
      for (const Node *o : n.operands)
        self(*o, self);
    else if (n.kind != Node::Kind::Map)
      loaded.insert(&n);
  };
  for (const Store *s : roots)
    if (isOfRow(*s))
      take(*s->value);
  for (const Node &n : graph.nodes) // one order, whatever the addresses are
    if (taken.count(&n))
      compute(n, compute);
  const std::string first = Writer::loop("r", "0", rows, width), end = fresh(first + "_end");
  std::map<const Node *, std::string> arrays;
  for (const Node &n : graph.nodes)
    if (loaded.count(&n) || taken.count(&n)) {
      arrays[&n] = fresh(n.name + "_rows");
      line("const auto " + arrays[&n] + " = " + alloc("float", number(width), {}) + ";");
    }
  line("const " + dsl("Index") + " " + end + " = " + dsl("math::min") + "<" + dsl("Index") + ">(" + first + " + " +
       number(width) + ", " + rows + ");");
  row = Writer::loop("r", first, end, 1);
  sweep(0, roots);
  for (const Node &n : graph.nodes)
    if (loaded.count(&n))
      line(dsl("mem::store") + "(" + scalar(n) + ", " + arrays[&n] + ", " + row + " - " + first + ");");
  close();
  std::map<const Node *, std::string> vectors;
  for (const Node &n : graph.nodes) {
    const auto takes = [&](const Node *c) {
      return std::find(c->operands.begin(), c->operands.end(), &n) != c->operands.end();
    };
    if (!computed.count(&n) && !(loaded.count(&n) && std::any_of(computed.begin(), computed.end(), takes)))
      continue;
    std::string value = dsl("vec::load") + "<" + number(width) + ">(" + arrays[&n] + ", {0})";
    if (computed.count(&n)) {
      std::vector<std::string> in;
      for (const Node *o : n.operands)
        in.push_back(o->kind == Node::Kind::Number ? numbers.at(o) : vectors.at(o));
      value = apply(n, in, "vec::");
    }
    vectors[&n] = fresh(n.name + "s");
    line("const auto " + vectors[&n] + " = " + value + ";");
    if (computed.count(&n) && taken.count(&n))
      line(dsl("vec::store") + "(" + vectors[&n] + ", " + arrays[&n] + ", {0});");
  }
  scalars.clear();
  rowVectors.clear();
  masks.clear();
  row = Writer::loop("r", first, end, 1);
  declareRowBuffers();
  for (const auto &[n, array] : arrays)
    knownRows[n] = dsl("mem::load") + "(" + array + ", " + row + " - " + first + ")";
  for (const Store *s : roots)
    if (isOfRow(*s) && s->level <= 1)
      storeScalar(*s);
  for (int level = 1; level <= last; ++level) {
    if (level > 1) {
      for (const Node &n : graph.nodes)
        if (members.count(&n) && n.perRow && n.level == level && n.kind != Node::Kind::Fold)
          scalar(n);
      for (const Store *s : roots)
        if (isOfRow(*s) && s->level == level)
          storeScalar(*s);
    }
    sweep(level, roots);
  }
  knownRows.clear();
  close();
  close();
}
