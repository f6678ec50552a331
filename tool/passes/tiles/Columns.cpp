//===- Columns.cpp - one sweep over the columns -----------------------------===//

#include "passes/tiles/RowLoops.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

static constexpr std::int64_t bytesOfFloat = 4, cacheLine = 64;

std::string RowLoops::vector(const Node &n, Place &at) {
  if (n.kind == Node::Kind::Number)
    return numbers.at(&n);
  if (n.perRow) {
    std::string &name = rowVectors[&n];
    if (name.empty())
      name = n.name; // made before the sweep
    return name;
  }
  std::string &name = at.known[&n];
  if (!name.empty())
    return name;
  std::string value;
  const char *const read = at.tail ? "vec::transfer_read" : "vec::load";
  if (n.kind == Node::Kind::Window) {
    const Area &w = graph.windows[n.window];
    value = dsl(read) + "<" + number(width) + ">(" + w.name + ", {" + indices(w, row, at.column) + "})";
  } else if (n.buffered && at.level > n.level) {
    value = dsl(read) + "<" + number(width) + ">(" + rowBuffers.at(&n) + ", {" + at.column + "})";
  } else if (n.function == "expand") {
    return name = vector(*n.operands[0], at);
  } else if (n.function == "cmp") {
    value =
        dsl("vec::select") + "(" + truth(n, at) + ", " + splatOf(n.element, "1") + ", " + splatOf(n.element, "0") + ")";
  } else if (n.function == "sel") {
    const std::string mask = truth(*n.operands[0], at), x = vector(*n.operands[1], at);
    value = dsl("vec::select") + "(" + mask + ", " + x + ", " + vector(*n.operands[2], at) + ")";
  } else if (n.function == "lower" || n.function == "upper") {
    value = triangle(n, at);
  } else if (isByPlace(n)) {
    value = counted(n, at);
  } else if (std::size_t i = 0; const Node *product = contractible(n, i)) {
    const std::string added = vector(*n.operands[1 - i], at);
    const bool subtracts = n.function == "sub";
    value = fma(*product, subtracts && i == 0 ? "-" + added : added, at, subtracts && i == 1 ? "-" : "");
  } else {
    std::vector<std::string> in;
    for (const Node *o : n.operands)
      in.push_back(vector(*o, at));
    value = apply(n, in, "vec::");
  }
  const std::string made = fresh(n.name + at.suffix);
  line("const auto " + made + " = " + value + ";");
  return at.known[&n] = made;
}

/// 1 in the columns up to the row's, or from that on, else 0.
std::string RowLoops::triangle(const Node &n, const Place &at) const {
  const bool isFloat = n.element == "float", isLower = n.function == "lower";
  const auto splat = [&](const char *floats, const char *integers) {
    return dsl("vec::splat") + "<" + lanes(n.element) + ">(" + (isFloat ? floats : integers) + ")";
  };
  const std::string one = splat("1.0f", "1"), zero = splat("0.0f", "0");
  const std::string column = at.column.find(' ') == at.column.npos ? at.column : "(" + at.column + ")";
  const std::string many =
      row + (n.text.empty() ? "" : " + (" + n.text + ")") + (isLower ? " + 1" : "") + " - " + column;
  return dsl("vec::select") + "(" + dsl("vec::create_mask") + "<" + number(width) + ">(" + many + "), " +
         (isLower ? one + ", " + zero : zero + ", " + one) + ")";
}

std::string RowLoops::counted(const Node &n, const Place &at) const {
  const bool isColumn = n.function == "column", isDown = n.function == "count_down";
  std::string k = at.column;
  if (!isColumn && row != "0")
    k = row + " * " + n.cols.text + " + " + k;
  if (!isColumn && n.text != "0") {
    const bool isNumber = n.text.find_first_not_of("0123456789") == n.text.npos;
    const std::string start = isNumber ? n.text : "static_cast<" + spelled(n.element) + ">(" + n.text + ")";
    k = start + (isDown ? " - (" + k + ")" : " + " + k);
  } else if (isDown) {
    k = "-(" + k + ")";
  }
  const bool isNumber = k.find_first_not_of("0123456789") == k.npos;
  const std::string first = splatOf(n.element, isNumber ? k : "static_cast<" + spelled(n.element) + ">(" + k + ")");
  const std::string steps = dsl("vec::step") + "<" + lanes(n.element) + ">()";
  return k == "0" ? steps : first + (isDown ? " - " : " + ") + steps;
}

void RowLoops::sweep(int level, const Stores &roots) {
  Values folds, kept;
  Stores stores;
  for (const Node &n : graph.nodes) {
    if (!members.count(&n))
      continue;
    if (n.kind == Node::Kind::Fold && n.level == level + 1)
      folds.push_back(&n);
    if (n.buffered && n.level == level)
      kept.push_back(&n);
  }
  for (const Store *s : roots)
    if (!s->value->perRow && s->level == level &&
        !(s->value->kind == Node::Kind::Number && graph.windows[s->window].cols.constant == 1))
      stores.push_back(s);
  if (folds.empty() && stores.empty() && kept.empty())
    return;
  ++out.sweeps;
  // All in one sweep have the same columns, but for stores of other shapes: one sweep a width.
  std::vector<Size> widths;
  const auto columnsOf = [&](const Node *n, const Store *s) { return s ? graph.windows[s->window].cols : n->cols; };
  const auto note = [&](const Size &c) {
    if (std::find(widths.begin(), widths.end(), c) == widths.end())
      widths.push_back(c);
  };
  for (const Node *f : folds)
    note(columnsOf(f->operands[0], nullptr));
  for (const Node *k : kept)
    note(columnsOf(k, nullptr));
  for (const Store *s : stores)
    note(columnsOf(nullptr, s));
  splats(folds, kept, stores);
  for (const Size &columns : widths) {
    Values f, k;
    Stores s;
    std::copy_if(folds.begin(), folds.end(), std::back_inserter(f),
                 [&](const Node *n) { return columnsOf(n->operands[0], nullptr) == columns; });
    std::copy_if(kept.begin(), kept.end(), std::back_inserter(k),
                 [&](const Node *n) { return columnsOf(n, nullptr) == columns; });
    std::copy_if(stores.begin(), stores.end(), std::back_inserter(s),
                 [&](const Store *x) { return columnsOf(nullptr, x) == columns; });
    sweepColumns(level, columns, f, k, s);
  }
}

void RowLoops::splats(const Values &folds, const Values &kept, const Stores &stores) {
  const auto visit = [&](const Node &n, const auto &self) -> void {
    if (n.perRow) {
      if (!rowVectors.count(&n)) {
        rowVectors[&n] = fresh(n.name + "s");
        line("const auto " + rowVectors[&n] + " = " + dsl("vec::splat") + "<" + lanes(n.element) + ">(" + scalar(n) +
             ");");
      }
      return;
    }
    for (const Node *o : n.operands)
      self(*o, self);
  };
  for (const Node *f : folds)
    visit(*f->operands[0], visit);
  for (const Node *k : kept)
    visit(*k, visit);
  for (const Store *s : stores)
    visit(*s->value, visit);
}

/// Of a fold. A sum of what is loaded does nothing but wait for its own additions: as many lanes as 16 a register fill.
std::int64_t RowLoops::accumulatorsOf(const Values &folds, bool doesMore) const {
  constexpr std::int64_t most = 4;
  const bool isSum = folds.size() == 1 && folds[0]->function == "Add" && !doesMore &&
                     folds[0]->operands[0]->kind == Node::Kind::Window;
  return isSum ? std::max(most, most * 16 / width) : most;
}

void RowLoops::sweepColumns(int level, const Size &columns, const Values &folds, const Values &kept,
                            const Stores &stores) {
  const std::int64_t w = width, most = accumulatorsOf(folds, !kept.empty() || !stores.empty());
  const std::int64_t unroll = folds.empty()      ? 1
                              : columns.constant ? std::clamp<std::int64_t>(*columns.constant / w, 1, most)
                                                 : most;
  const std::string even = multiple(columns, unroll * w), whole = multiple(columns, w), rest = remainder(columns);
  std::map<const Node *, std::vector<std::string>> accumulators;
  for (const Node *f : folds)
    start(*f, level, columns, unroll, accumulators[f]);
  const auto body = [&](std::int64_t count, const std::string &c, bool tail) {
    for (std::int64_t u = 0; u < count; ++u) {
      Place at{u == 0 ? c : c + " + " + number(u * w), count > 1 ? "_" + number(u) : "", tail, level, {}};
      if (count == unroll && !tail && u * w * bytesOfFloat % cacheLine == 0)
        prefetch(at, columns, stores);
      for (const Node *k : kept)
        line(dsl(tail ? "vec::transfer_write" : "vec::store") + "(" + vector(*k, at) + ", " + rowBuffers.at(k) + ", {" +
             at.column + "});");
      for (const Node *f : folds) {
        const std::string &acc = accumulators[f][static_cast<std::size_t>(u)];
        std::size_t operand = 0;
        const Node *product = contractible(*f, operand);
        const std::string joined =
            product ? fma(*product, acc, at) : join(f->function, acc, vector(*f->operands[0], at));
        line(acc + " = " + (tail ? dsl("vec::select") + "(" + mask(rest) + ", " + joined + ", " + acc + ")" : joined) +
             ";");
      }
      std::vector<std::string> values; // all is read before anything is written
      for (const Store *s : stores)
        values.push_back(vector(*s->value, at));
      for (std::size_t i = 0; i < stores.size(); ++i) {
        const Area &to = graph.windows[stores[i]->window];
        line(dsl(tail ? "vec::transfer_write" : "vec::store") + "(" + values[i] + ", " + to.name + ", {" +
             indices(to, row, at.column) + "});");
      }
    }
  };
  const auto loop = [&](const std::string &from, const std::string &to, std::int64_t count) {
    if (from == to)
      return;
    body(count, Writer::loop("c", from, to, count * w), false);
    close();
  };
  if (rest != "0" && !folds.empty())
    mask(rest);
  loop("0", even, unroll);
  loop(even, whole, 1);
  if (rest != "0") {
    open(columns.constant ? "" : "if (" + rest + " != 0)");
    std::string c = whole;
    if (!columns.constant) {
      c = fresh("c");
      line("const " + dsl("Index") + " " + c + " = " + whole + ";");
    }
    body(1, c, true);
    close();
  }
  for (const Node *f : folds)
    finish(*f, accumulators[f]);
}

const Node *RowLoops::contractible(const Node &n, std::size_t &operand) const {
  const bool isFold = n.kind == Node::Kind::Fold;
  if (!contract || n.element != "float" ||
      !(isFold ? n.function == "Add" : !n.perRow && (n.function == "add" || n.function == "sub")))
    return nullptr;
  for (operand = 0; operand < n.operands.size(); ++operand) {
    const Node *o = n.operands[operand];
    if (o->kind == Node::Kind::Map && o->function == "mul" && !o->perRow && uses.at(o) == 1)
      return o;
  }
  return nullptr;
}

std::string RowLoops::fma(const Node &product, const std::string &added, Place &at, const char *sign) {
  ++out.contracted;
  const std::string x = vector(*product.operands[0], at), y = vector(*product.operands[1], at);
  return dsl("vec::fma") + "(" + sign + x + ", " + y + ", " + added + ")";
}

/// A row that comes soon, as hardware does not look beyond pages of memory; a short way ahead in the only one. What is
/// stored now is asked for, too: stores wait for one another, these do not.
void RowLoops::prefetch(const Place &at, const Size &columns, const Stores &stores) {
  constexpr std::int64_t rowsAhead = 2, columnsAhead = 512;
  const bool single = row == "0";
  if (at.level == prefetching)
    for (const Node &n : graph.nodes) {
      if (n.kind != Node::Kind::Window || n.perRow || !members.count(&n))
        continue;
      const Area &from = graph.windows[n.window];
      if (!from.offsets.empty() && from.cols == columns && (single || from.rows.constant != 1))
        line(dsl("mem::prefetch") + "(" + from.name + ", " +
             (single ? indices(from, row, at.column + " + " + number(columnsAhead))
                     : indices(from, row + " + " + number(rowsAhead), at.column)) +
             ");");
    }
  const auto isRead = [&](std::size_t window) {
    return std::any_of(members.begin(), members.end(),
                       [&](const Node *n) { return n->kind == Node::Kind::Window && n->window == window; });
  };
  if (prefetching >= 0)
    for (const Store *s : stores)
      if (const Area &to = graph.windows[s->window]; !to.offsets.empty() && !isRead(s->window))
        line(dsl("mem::prefetch_write") + "(" + to.name + ", " + indices(to, row, at.column) + ");");
}

std::string RowLoops::multiple(const Size &size, std::int64_t n) {
  return size.constant ? number(*size.constant / n * n) : size.text + " / " + number(n) + " * " + number(n);
}
std::string RowLoops::remainder(const Size &size) const {
  return size.constant ? number(*size.constant % width) : size.text + " % " + number(width);
}
