//===- Sweeps.cpp - a graph of tile ops as loops over vectors ---------------===//

#include "passes/tiles/Sweeps.h"

#include "kernel/Spelling.h"
#include "passes/tiles/Products.h"
#include "passes/tiles/RowLoops.h"
#include "passes/tiles/Schedule.h"
#include "passes/tiles/WholeTiles.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::tiles;

bool tiles::isDear(const std::string &function) {
  static constexpr std::array<const char *, 11> dear = {"exp",  "log", "sin",   "cos",   "tanh",  "erf",
                                                        "sqrt", "div", "rsqrt", "recip", "expdif"};
  return std::find(dear.begin(), dear.end(), function) != dear.end();
}

std::optional<Problem> RowLoops::run() {
  schedule(graph, true);
  if (hazardOf(graph, a)) { // what one sweep reads and writes, two might write before it is read
    schedule(graph, false);
    if (std::optional<Problem> p = hazardOf(graph, a))
      return p;
  }
  for (const Node &n : graph.nodes)
    out.reassociates |=
        n.kind == Node::Kind::Fold && n.element == "float" && (n.function == "Add" || n.function == "Mul");
  declareSizes();
  declareAreas();
  // One loop over rows for all roots with the same number of them, in program order.
  std::vector<std::string> done;
  for (const Store &s : graph.stores) {
    if (isOnMatrices(*s.value)) {
      const Area &to = graph.windows[s.window];
      switch (s.value->kind) {
      case Node::Kind::Product:
        emitProduct(*this, *s.value, to);
        ++out.products;
        break;
      case Node::Kind::Columns:
        emitColumns(*this, *s.value, to);
        break;
      case Node::Kind::Concat:
        emitConcat(*this, *s.value, to);
        break;
      case Node::Kind::Padded:
        emitPadded(*this, *s.value, to);
        break;
      default:
        emitTranspose(*this, *s.value, to);
      }
      continue;
    }
    const std::string rows =
        s.value->kind == Node::Kind::Number ? graph.windows[s.window].rows.text : s.value->rows.text;
    if (std::find(done.begin(), done.end(), rows) != done.end())
      continue;
    done.push_back(rows);
    Stores roots;
    for (const Store &other : graph.stores)
      if (!isOnMatrices(*other.value) &&
          (other.value->kind == Node::Kind::Number ? graph.windows[other.window].rows.text : other.value->rows.text) ==
              rows)
        roots.push_back(&other);
    group(rows, roots);
  }
  return std::nullopt;
}

void RowLoops::group(const std::string &rows, const Stores &roots) {
  // What this group needs, and in which sweeps.
  members.clear();
  const auto collect = [&](const Node &n, const auto &self) -> void {
    if (members.insert(&n).second)
      for (const Node *o : n.operands)
        self(*o, self);
  };
  int last = 0;
  for (const Store *s : roots) {
    collect(*s->value, collect);
    last = std::max(last, s->level);
  }
  uses.clear();
  for (const Node *n : members)
    for (const Node *o : n->operands)
      ++uses[o];
  for (const Store *s : roots)
    ++uses[s->value];
  decideBuffers(roots);
  decidePrefetch(roots);
  for (const Node &n : graph.nodes) // in every lane, where a vector is joined with them
    if (members.count(&n) && (!n.perRow || n.kind == Node::Kind::Fold))
      for (const Node *o : n.operands)
        if (o->kind == Node::Kind::Number)
          numberVector(*o);
  for (const Store *s : roots)
    if (s->value->kind == Node::Kind::Number && graph.windows[s->window].cols.constant != 1)
      numberVector(*s->value);
  const bool single = rows == "1";
  scalars.clear();
  rowVectors.clear();
  if (!single && ofSeveralRows()) {
    severalRows(rows, roots, last);
    return;
  }
  row = single ? "0" : Writer::loop("r", "0", rows, 1);
  declareRowBuffers();
  for (int level = 0; level <= last; ++level) {
    for (const Node &n : graph.nodes)
      if (members.count(&n) && n.perRow && n.level == level && n.kind != Node::Kind::Fold && !onlyAsked(n))
        scalar(n);
    for (const Store *s : roots)
      if (s->level == level && isOfRow(*s))
        storeScalar(*s);
    sweep(level, roots);
  }
  if (!single)
    close();
}

/// Each row has its own: rows need not be computed one after another.
void RowLoops::declareRowBuffers() {
  for (const Node &n : graph.nodes)
    if (members.count(&n) && n.buffered) {
      rowBuffers[&n] = fresh(n.name + "_row");
      line("const auto " + rowBuffers[&n] + " = " +
           alloc(n.element,
                 isTemplate() || !n.op->result()->type.isStatic() ? "" : number(n.op->result()->type.dims[1]),
                 {n.cols}) +
           ";");
      ++out.buffers;
    }
}

bool RowLoops::isOfRow(const Store &s) const {
  return s.value->perRow || (s.value->kind == Node::Kind::Number && graph.windows[s.window].cols.constant == 1);
}

void RowLoops::storeScalar(const Store &s) {
  line(dsl("mem::store") + "(" + scalar(*s.value) + ", " + graph.windows[s.window].name + ", " +
       rowIndices(graph.windows[s.window], row) + ");");
}

void RowLoops::decideBuffers(const Stores &roots) {
  const auto isKept = [](const Node &n) {
    return n.kind == Node::Kind::Map && !n.perRow && (n.kept || isDear(n.function));
  };
  std::map<const Node *, int> latest;
  const auto need = [&](const Node &n, int level, const auto &self) -> void {
    if (n.perRow || n.kind == Node::Kind::Number)
      return;
    latest[&n] = std::max(latest[&n], level);
    for (const Node *o : n.operands)
      self(*o, isKept(n) ? n.level : level, self);
  };
  for (const Node *n : members)
    if (n->kind == Node::Kind::Fold)
      need(*n->operands[0], n->level - 1, need);
  for (const Store *s : roots)
    need(*s->value, s->level, need);
  for (Node &n : graph.nodes)
    n.buffered = members.count(&n) && isKept(n) && latest[&n] > n.level;
}

/// What keeps the CPU busy while memory delivers: rows that are read again, or functions that take their time. Of a
/// plain copy of a row it would be twice the work. The second sweep asks, as what the first one reads was asked for.
void RowLoops::decidePrefetch(const Stores &roots) {
  int sweeps = 1;
  bool dear = false, folds = false;
  for (const Node *n : members) {
    dear |= n->kind == Node::Kind::Map && !n->perRow && (n->kept || isDear(n->function));
    folds |= n->kind == Node::Kind::Fold;
    if (n->kind == Node::Kind::Fold)
      sweeps = std::max(sweeps, n->level);
  }
  for (const Store *s : roots)
    if (!s->value->perRow)
      sweeps = std::max(sweeps, s->level + 1);
  prefetching = folds && sweeps > 1 ? 1 : dear ? 0 : -1;
}

void RowLoops::numberVector(const Node &n) {
  if (numbers.count(&n))
    return;
  for (const auto &[other, name] : numbers)
    if (other->text == n.text && other->element == n.element) {
      numbers[&n] = name;
      return;
    }
  numbers[&n] = fresh(n.name);
  line("const auto " + numbers[&n] + " = " + dsl("vec::splat") + "<" + lanes(n.element) + ">(" + numberText(n) + ");");
}

std::string RowLoops::numberText(const Node &n) const {
  if (n.element != "float")
    return n.element == "int" && n.text.find_first_not_of("0123456789") == n.text.npos &&
                   (n.text.size() < 10 || n.text == nowhere)
               ? n.text
               : "static_cast<" + spelled(n.element) + ">(" + n.text + ")";
  const bool literal = n.text.find_first_not_of("0123456789.eE+-f") == n.text.npos && n.text.back() == 'f';
  return literal ? n.text : "static_cast<float>(" + n.text + ")";
}

std::string RowLoops::scalar(const Node &n) {
  if (n.kind == Node::Kind::Number)
    return numberText(n);
  const auto known = scalars.find(&n);
  if (known != scalars.end())
    return known->second;
  std::string value;
  if (const auto array = knownRows.find(&n); array != knownRows.end()) {
    value = array->second;
  } else if (n.kind == Node::Kind::Window) {
    const Area &w = graph.windows[n.window];
    value = dsl("mem::load") + "(" + w.name + ", " + rowIndices(w, row) + ")";
  } else if (n.function == "sel") {
    value = selection(n);
  } else if (n.function == "cmp") {
    value = "static_cast<" + spelled(n.element) + ">(" + comparison(n) + ")";
  } else {
    std::vector<std::string> in;
    for (const Node *o : n.operands)
      in.push_back(scalar(*o));
    value = apply(n, in, "math::");
  }
  const std::string name = fresh(n.name);
  line("const " + spellElement(n.element, dsl("")) + " " + name + " = " + value + ";");
  return scalars[&n] = name;
}

std::string RowLoops::apply(const Node &n, const std::vector<std::string> &in, const char *level) const {
  static const std::map<std::string, std::string> infix = {{"add", " + "}, {"sub", " - "},  {"mul", " * "},
                                                           {"div", " / "}, {"and", " & "},  {"or", " | "},
                                                           {"xor", " ^ "}, {"shl", " << "}, {"shr", " >> "}};
  const std::string &f = n.function;
  if (f == "expand")
    return in[0];
  if (f == "cast")
    return dsl(std::string(level) + "cast") + "<" + spelled(n.element) + ">(" + in[0] +
           (n.text.empty() ? "" : ", " + n.text) + ")";
  const bool isBits = f == "and" || f == "or" || f == "xor" || f == "not", wraps = isWhole(n.element) && !isBits;
  const bool hasSign = level == std::string_view("vec::") || !wraps; // integers in C++ do not wrap
  if (const auto sign = infix.find(f); sign != infix.end() && hasSign)
    return in[0] + sign->second + in[1];
  if ((f == "neg" || f == "not") && hasSign)
    return (f == "neg" ? "-" : "~") + in[0];
  if (f == "expdif")
    return dsl(std::string(level) + "exp") + "(" + in[0] + " - " + in[1] + ")";
  std::string list;
  for (const std::string &x : in)
    list += (list.empty() ? "" : ", ") + x;
  return dsl(level + f) + "(" + list + ")";
}

std::optional<Problem> tiles::emit(Graph &graph, const Settings &settings, const Analyses &analyses,
                                   std::set<std::string> &names, Shapes &shapes, Emitted &out) {
  const std::optional<Problem> problem = RowLoops(graph, settings, analyses, names, shapes, out).run();
  for (const auto &[variable, window] : graph.buffers)
    shapes.of[variable] = {graph.windows[window].rows, graph.windows[window].cols};
  return problem;
}
