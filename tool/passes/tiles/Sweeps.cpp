//===- Sweeps.cpp - a graph of tile ops as loops over vectors ---------------===//

#include "passes/tiles/Sweeps.h"

#include "kernel/Spelling.h"
#include "passes/tiles/Products.h"
#include "passes/tiles/Schedule.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

/// Functions whose result is rather kept than computed again.
bool isDear(const std::string &function) {
  static constexpr std::array<const char *, 11> dear = {"exp",  "log", "sin",   "cos",   "tanh",  "erf",
                                                        "sqrt", "div", "rsqrt", "recip", "expdif"};
  return std::find(dear.begin(), dear.end(), function) != dear.end();
}

class Emitter : Writer {
public:
  using Writer::Writer;

  std::optional<Problem> run() {
    schedule(graph);
    if (std::optional<Problem> p = hazardOf(graph, a))
      return p;
    for (const Node &n : graph.nodes)
      out.reassociates |= n.kind == Node::Kind::Fold && (n.function == "Add" || n.function == "Mul");
    declareSizes();
    declareAreas();
    // One loop over rows for all roots with the same number of them, in program order.
    std::vector<std::string> done;
    for (const Store &s : graph.stores) {
      if (isOnMatrices(*s.value)) {
        const bool isProduct = s.value->kind == Node::Kind::Product;
        (isProduct ? emitProduct : emitTranspose)(*this, *s.value, graph.windows[s.window]);
        out.products += isProduct;
        continue;
      }
      const std::string rows =
          s.value->kind == Node::Kind::Number ? graph.windows[s.window].rows.text : s.value->rows.text;
      if (std::find(done.begin(), done.end(), rows) != done.end())
        continue;
      done.push_back(rows);
      std::vector<const Store *> roots;
      for (const Store &other : graph.stores)
        if (!isOnMatrices(*other.value) &&
            (other.value->kind == Node::Kind::Number ? graph.windows[other.window].rows.text
                                                     : other.value->rows.text) == rows)
          roots.push_back(&other);
      group(rows, roots);
    }
    return std::nullopt;
  }

private:
  //===-- one loop over rows ---------------------------------------------------===//

  void group(const std::string &rows, const std::vector<const Store *> &roots) {
    // What this group needs, and in which sweeps.
    std::set<const Node *> members;
    const auto collect = [&](const Node &n, const auto &self) -> void {
      if (members.insert(&n).second)
        for (const Node *o : n.operands)
          self(*o, self);
    };
    int last = 0;
    for (const Store *s : roots) {
      collect(*s->value, collect);
      last = std::max(last, s->value->level);
    }
    decideBuffers(members, roots);
    for (const Node &n : graph.nodes) // in every lane, where a vector is joined with them
      if (members.count(&n) && (!n.perRow || n.kind == Node::Kind::Fold))
        for (const Node *o : n.operands)
          if (o->kind == Node::Kind::Number)
            numberVector(*o);
    for (const Store *s : roots)
      if (s->value->kind == Node::Kind::Number && graph.windows[s->window].cols.constant != 1)
        numberVector(*s->value);
    for (const Node &n : graph.nodes)
      if (members.count(&n) && n.buffered) {
        rowBuffers[&n] = fresh(n.name + "_row");
        const bool isTemplate = !this->a.function.pattern.empty();
        line("const auto " + rowBuffers[&n] + " = " +
             alloc("float", isTemplate ? "" : number(n.op->result()->type.dims[1]), {n.cols}) + ";");
        ++out.buffers;
      }
    const bool single = rows == "1";
    row = single ? "0" : Writer::loop("r", "0", rows, 1);
    scalars.clear();
    rowVectors.clear();
    for (int level = 0; level <= last; ++level) {
      for (const Node &n : graph.nodes)
        if (members.count(&n) && n.perRow && n.level == level && n.kind != Node::Kind::Fold)
          scalar(n);
      for (const Store *s : roots)
        if ((s->value->perRow ||
             (s->value->kind == Node::Kind::Number && graph.windows[s->window].cols.constant == 1)) &&
            s->value->level == level)
          line(dsl("mem::store") + "(" + scalar(*s->value) + ", " + graph.windows[s->window].name + ", " +
               rowIndices(graph.windows[s->window], row) + ");");
      sweep(level, members, roots);
    }
    if (!single)
      close();
  }

  void decideBuffers(const std::set<const Node *> &members, const std::vector<const Store *> &roots) {
    std::map<const Node *, int> latest;
    const auto need = [&](const Node &n, int level, const auto &self) -> void {
      if (n.perRow || n.kind == Node::Kind::Number)
        return;
      latest[&n] = std::max(latest[&n], level);
      for (const Node *o : n.operands)
        self(*o, level, self);
    };
    for (const Node *n : members)
      if (n->kind == Node::Kind::Fold)
        need(*n->operands[0], n->level - 1, need);
    for (const Store *s : roots)
      need(*s->value, s->value->level, need);
    for (Node &n : graph.nodes)
      n.buffered =
          members.count(&n) && n.kind == Node::Kind::Map && !n.perRow && isDear(n.function) && latest[&n] > n.level;
  }

  void numberVector(const Node &n) {
    if (numbers.count(&n))
      return;
    for (const auto &[other, name] : numbers)
      if (other->text == n.text) {
        numbers[&n] = name;
        return;
      }
    numbers[&n] = fresh(n.name);
    line("const auto " + numbers[&n] + " = " + dsl("vec::splat") + "<" + lanes() + ">(" + numberText(n) + ");");
  }

  static std::string numberText(const Node &n) {
    const bool literal = n.text.find_first_not_of("0123456789.eE+-f") == n.text.npos && n.text.back() == 'f';
    return literal ? n.text : "static_cast<float>(" + n.text + ")";
  }

  /// The name of a value of one a row, computed here unless it is known.
  std::string scalar(const Node &n) {
    if (n.kind == Node::Kind::Number)
      return numberText(n);
    const auto known = scalars.find(&n);
    if (known != scalars.end())
      return known->second;
    std::string value;
    if (n.kind == Node::Kind::Window) {
      const Area &w = graph.windows[n.window];
      value = dsl("mem::load") + "(" + w.name + ", " + rowIndices(w, row) + ")";
    } else {
      std::vector<std::string> in;
      for (const Node *o : n.operands)
        in.push_back(scalar(*o));
      value = apply(n.function, in, "math::");
    }
    const std::string name = fresh(n.name);
    line("const " + spellElement(n.element, dsl("")) + " " + name + " = " + value + ";");
    return scalars[&n] = name;
  }

  std::string apply(const std::string &f, const std::vector<std::string> &in, const char *level) const {
    static const std::map<std::string, std::string> infix = {
        {"add", " + "}, {"sub", " - "}, {"mul", " * "}, {"div", " / "}};
    if (const auto sign = infix.find(f); sign != infix.end())
      return in[0] + sign->second + in[1];
    if (f == "neg")
      return "-" + in[0];
    if (f == "expdif")
      return dsl(std::string(level) + "exp") + "(" + in[0] + " - " + in[1] + ")";
    std::string list;
    for (const std::string &x : in)
      list += (list.empty() ? "" : ", ") + x;
    return dsl(level + f) + "(" + list + ")";
  }

  //===-- one sweep over the columns -------------------------------------------===//

  /// Where in a sweep a vector is: its column, and whether it may overhang the row.
  struct Place {
    std::string column, suffix;
    bool tail = false;
    int level = 0;
    std::map<const Node *, std::string> known;
  };

  /// The name of a vector of the value at the place.
  std::string vector(const Node &n, Place &at) {
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
    } else {
      std::vector<std::string> in;
      for (const Node *o : n.operands)
        in.push_back(vector(*o, at));
      value = n.function == "cast" ? dsl("vec::cast") + "<" + spellElement(n.element, dsl("")) + ">(" + in[0] +
                                         (n.text.empty() ? "" : ", " + n.text) + ")"
                                   : apply(n.function, in, "vec::");
    }
    const std::string made = fresh(n.name + at.suffix);
    line("const auto " + made + " = " + value + ";");
    return at.known[&n] = made;
  }

  void sweep(int level, const std::set<const Node *> &members, const std::vector<const Store *> &roots) {
    std::vector<const Node *> folds, kept;
    std::vector<const Store *> stores;
    for (const Node &n : graph.nodes) {
      if (!members.count(&n))
        continue;
      if (n.kind == Node::Kind::Fold && n.level == level + 1)
        folds.push_back(&n);
      if (n.buffered && n.level == level)
        kept.push_back(&n);
    }
    for (const Store *s : roots)
      if (!s->value->perRow && s->value->level == level &&
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
      std::vector<const Node *> f, k;
      std::vector<const Store *> s;
      std::copy_if(folds.begin(), folds.end(), std::back_inserter(f),
                   [&](const Node *n) { return columnsOf(n->operands[0], nullptr) == columns; });
      std::copy_if(kept.begin(), kept.end(), std::back_inserter(k),
                   [&](const Node *n) { return columnsOf(n, nullptr) == columns; });
      std::copy_if(stores.begin(), stores.end(), std::back_inserter(s),
                   [&](const Store *x) { return columnsOf(nullptr, x) == columns; });
      sweepColumns(level, columns, f, k, s);
    }
  }

  /// Values of one a row that the vectors of this sweep want in every lane.
  void splats(const std::vector<const Node *> &folds, const std::vector<const Node *> &kept,
              const std::vector<const Store *> &stores) {
    const auto visit = [&](const Node &n, const auto &self) -> void {
      if (n.perRow) {
        if (!rowVectors.count(&n)) {
          rowVectors[&n] = fresh(n.name + "s");
          line("const auto " + rowVectors[&n] + " = " + dsl("vec::splat") + "<" + lanes() + ">(" + scalar(n) + ");");
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

  /// Whole vectors, several at once where they are joined, then what is left of a row.
  void sweepColumns(int level, const Size &columns, const std::vector<const Node *> &folds,
                    const std::vector<const Node *> &kept, const std::vector<const Store *> &stores) {
    const std::int64_t w = width, most = 4;
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
        for (const Node *k : kept)
          line(dsl(tail ? "vec::transfer_write" : "vec::store") + "(" + vector(*k, at) + ", " + rowBuffers.at(k) +
               ", {" + at.column + "});");
        for (const Node *f : folds) {
          const std::string v = vector(*f->operands[0], at), &acc = accumulators[f][static_cast<std::size_t>(u)];
          const std::string joined = join(f->function, acc, v);
          line(acc + " = " +
               (tail ? dsl("vec::select") + "(" + mask(rest) + ", " + joined + ", " + acc + ")" : joined) + ";");
        }
        for (const Store *s : stores) {
          const Area &to = graph.windows[s->window];
          line(dsl(tail ? "vec::transfer_write" : "vec::store") + "(" + vector(*s->value, at) + ", " + to.name + ", {" +
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

  /// The largest multiple of n that is no larger.
  static std::string multiple(const Size &size, std::int64_t n) {
    return size.constant ? number(*size.constant / n * n) : size.text + " / " + number(n) + " * " + number(n);
  }
  std::string remainder(const Size &size) const {
    return size.constant ? number(*size.constant % width) : size.text + " % " + number(width);
  }

  static const char *identity(const std::string &f) { return f == "Add" ? "-0.0f" : f == "Mul" ? "1.0f" : nullptr; }

  std::string join(const std::string &f, const std::string &x, const std::string &y) const {
    return f == "Add"   ? x + " + " + y
           : f == "Mul" ? x + " * " + y
                        : dsl(f == "Max" ? "vec::max" : "vec::min") + "(" + x + ", " + y + ")";
  }

  /// Sums start with -0, to which every number can be added; the largest and the smallest
  /// with elements of the row, so that a row of NaN is NaN.
  void start(const Node &f, int level, const Size &columns, std::int64_t unroll,
             std::vector<std::string> &accumulators) {
    std::string value;
    if (const char *neutral = identity(f.function)) {
      value = dsl("vec::splat") + "<" + lanes() + ">(" + neutral + ")";
    } else {
      const bool partial = !columns.constant || *columns.constant < width;
      Place at{"0", "_first", partial, level, {}};
      value = vector(*f.operands[0], at);
      if (partial)
        value = dsl("vec::select") + "(" + mask(columns.text) + ", " + value + ", " + dsl("vec::splat") + "<" +
                lanes() + ">(" + dsl("vec::extract") + "(" + value + ", 0)))";
    }
    for (std::int64_t u = 0; u < unroll; ++u) {
      accumulators.push_back(fresh(f.name + "_lanes" + (unroll > 1 ? number(u) : "")));
      line("auto " + accumulators.back() + " = " + value + ";");
    }
  }

  void finish(const Node &f, std::vector<std::string> accumulators) {
    while (accumulators.size() > 1) {
      std::vector<std::string> half;
      for (std::size_t i = 0; i + 1 < accumulators.size(); i += 2) {
        std::string joined = join(f.function, accumulators[i], accumulators[i + 1]);
        half.push_back(accumulators.size() > 2 && identity(f.function) ? "(" + joined + ")" : joined);
      }
      if (accumulators.size() % 2)
        half.push_back(accumulators.back());
      accumulators = std::move(half);
    }
    const std::string all = fresh(f.name + "_all");
    line("const auto " + all + " = " + accumulators[0] + ";");
    const char *neutral = identity(f.function);
    const std::string name = fresh(f.name);
    line("const float " + name + " = " + dsl("vec::reduce") + "<" + dsl("vec::Combine::") + f.function + ">(" + all +
         ", " + (neutral ? std::string(neutral) : dsl("vec::extract") + "(" + all + ", 0)") + ");");
    scalars[&f] = name;
  }

  /// A mask of the first n lanes.
  std::string mask(const std::string &n) {
    std::string &name = masks[{n, row}];
    if (name.empty()) {
      const bool isNumber = n.find_first_not_of("0123456789") == n.npos;
      name = fresh(isNumber ? "first" + n : n.find(' ') == n.npos ? "first" : "last");
      line("const auto " + name + " = " + dsl("vec::create_mask") + "<" + number(width) + ">(" + n + ");");
    }
    return name;
  }

  std::string row;
  std::map<const Node *, std::string> numbers, rowBuffers, scalars, rowVectors;
  std::map<std::pair<std::string, std::string>, std::string> masks;
};

} // namespace

std::optional<Problem> tiles::emit(Graph &graph, unsigned width, const Analyses &analyses, std::set<std::string> &names,
                                   Shapes &shapes, Emitted &out) {
  const std::optional<Problem> problem = Emitter(graph, width, analyses, names, shapes, out).run();
  for (const auto &[variable, window] : graph.buffers)
    shapes.of[variable] = {graph.windows[window].rows, graph.windows[window].cols};
  return problem;
}
