//===- Products.cpp - matrix products as loops over vectors -----------------===//

#include "passes/tiles/Products.h"

#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

/// What one loop covers: `from` to `to` in steps, or one step that stands alone.
struct Span {
  std::string from, to;
  std::int64_t step = 1;
  bool masked = false; ///< a step may overhang
  bool alone = false;
};

/// 0 to n in steps, which get smaller towards the end.
std::vector<Span> spansOf(const Size &n, const std::vector<std::int64_t> &steps, bool masked) {
  std::vector<Span> out;
  if (!n.constant) {
    std::string done = "0";
    for (const std::int64_t step : steps) {
      const bool last = step == steps.back();
      const std::string to = last ? n.text : n.text + " / " + number(step) + " * " + number(step);
      out.push_back({done, to, step, last && masked});
      done = to;
    }
    return out;
  }
  std::int64_t done = 0;
  for (const std::int64_t step : steps) {
    const std::int64_t even = (*n.constant - done) / step * step;
    if (even)
      out.push_back({number(done), number(done + even), step, false, even == step});
    done += even;
  }
  if (done < *n.constant)
    out.push_back({number(done), number(*n.constant), masked ? steps.back() : *n.constant - done, masked, true});
  return out;
}

std::string plus(const std::string &at, std::int64_t n) {
  if (n == 0)
    return at;
  return at.find_first_not_of("0123456789") == at.npos ? number(std::stoll(at) + n) : at + " + " + number(n);
}

class Emitter {
public:
  Emitter(Writer &w, const Node &product, const Area &to) : w(w), product(product), to(to) {}

  void run() {
    const Area left = inFloats(*product.operands[0]), right = inFloats(*product.operands[1]);
    each("c", spansOf(right.cols, columnsOfBlocks(right.cols), true), [&](const Span &c, const std::string &column) {
      each("r", spansOf(left.rows, rowsOfBlocks(c.step, left.rows), false),
           [&](const Span &r, const std::string &row) { block(left, right, row, r.step, column, c); });
    });
  }

private:
  /// A step takes one load for each vector of columns and one for each row. Four vectors by six rows take the fewest
  /// for their 24 multiply-adds that 32 registers have room for; 16 registers have it for two by six.
  std::int64_t widest() const { return w.width >= 16 ? std::max(64u, w.width) : 2 * w.width; }
  std::vector<std::int64_t> columnsOfBlocks(const Size &columns) const {
    const std::int64_t one = w.width;
    std::vector<std::int64_t> steps;
    for (std::int64_t step = widest(); step > one; step = columns.constant ? step / 2 : one)
      steps.push_back(step);
    steps.push_back(one);
    return steps;
  }
  /// Fewer vectors leave room for more rows, which are needed: a multiply-add waits for that of the step before. How
  /// many rows are left over in the end is known where their number is.
  std::vector<std::int64_t> rowsOfBlocks(std::int64_t columns, const Size &rows) const {
    const std::int64_t most = columns == widest() ? 6 : 12;
    return rows.constant ? std::vector<std::int64_t>{most} : std::vector<std::int64_t>{most, most / 3, 1};
  }

  template <class Body> void each(const char *name, const std::vector<Span> &spans, Body body) {
    for (const Span &span : spans) {
      const bool block = !span.alone || spans.size() > 1;
      if (span.alone && block)
        w.open("");
      body(span, span.alone ? span.from : w.loop(name, span.from, span.to, span.step));
      if (block)
        w.close();
    }
  }

  /// The operand, copied to floats where it is none.
  Area inFloats(const Node &n) {
    const Area &area = w.graph.windows[n.window];
    if (n.element == "float")
      return area;
    Area wide{w.fresh(area.memory + "_wide"), {}, area.rows, area.cols, "", "float"};
    wide.name = wide.memory;
    const bool isTemplate = !w.a.function.pattern.empty();
    const std::string extents =
        area.extents.empty() && !isTemplate ? spellDims(n.op->result()->type.dims) : area.extents;
    w.line("const auto " + wide.name + " = " + w.alloc("float", extents, {area.rows, area.cols}) + ";");
    const std::string row = w.loop("r", "0", area.rows.text, 1);
    each("c", spansOf(area.cols, {w.width}, true), [&](const Span &c, const std::string &column) {
      w.line(write(c.masked) + w.dsl("vec::cast") + "<float>(" + read(area, row, column, w.width, c.masked) + "), " +
             wide.name + ", {" + Writer::indices(wide, row, column) + "});");
    });
    w.close();
    return wide;
  }

  std::string read(const Area &area, const std::string &row, const std::string &column, std::int64_t lanes,
                   bool masked) const {
    return w.dsl(masked ? "vec::transfer_read<" : "vec::load<") + number(lanes) + ">(" + area.name + ", {" +
           Writer::indices(area, row, column) + "})";
  }
  std::string write(bool masked) const { return w.dsl(masked ? "vec::transfer_write(" : "vec::store("); }

  void block(const Area &left, const Area &right, const std::string &row, std::int64_t rows, const std::string &column,
             const Span &columns) {
    const std::string vector = "float, " + number(columns.step);
    std::vector<std::string> sums;
    for (std::int64_t i = 0; i < rows; ++i) {
      sums.push_back(w.fresh(product.name + number(i)));
      w.line("auto " + sums.back() + " = " +
             (product.operands.size() == 3 ? read(w.graph.windows[product.operands[2]->window], plus(row, i), column,
                                                  columns.step, columns.masked)
                                           : w.dsl("vec::splat") + "<" + vector + ">(0.0f)") +
             ";");
    }
    const std::string k = w.loop("k", "0", right.rows.text, 1);
    const std::string factors = w.fresh(right.memory + "_row");
    w.line("const auto " + factors + " = " + read(right, k, column, columns.step, columns.masked) + ";");
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::string &sum = sums[static_cast<std::size_t>(i)];
      w.line(sum + " = " + w.dsl("vec::fma") + "(" + w.dsl("vec::splat") + "<" + vector + ">(" + w.dsl("mem::load") +
             "(" + left.name + ", " + Writer::indices(left, plus(row, i), k) + ")), " + factors + ", " + sum + ");");
    }
    w.close();
    for (std::int64_t i = 0; i < rows; ++i)
      w.line(write(columns.masked) + sums[static_cast<std::size_t>(i)] + ", " + to.name + ", {" +
             Writer::indices(to, plus(row, i), column) + "});");
  }

  Writer &w;
  const Node &product;
  const Area &to;
};

} // namespace

void tiles::emitProduct(Writer &writer, const Node &product, const Area &to) { Emitter(writer, product, to).run(); }

void tiles::emitTranspose(Writer &w, const Node &transposed, const Area &to) {
  const Area &from = w.graph.windows[transposed.operands[0]->window];
  const std::int64_t n = w.width;
  const auto element = [&](const std::string &r, const std::string &c) {
    w.line(w.dsl("mem::store") + "(" + w.dsl("mem::load") + "(" + from.name + ", " + Writer::indices(from, r, c) +
           "), " + to.name + ", " + Writer::indices(to, c, r) + ");");
  };
  // Squares of whole vectors, and what is left of rows and columns.
  for (const Span &rows : spansOf(from.rows, {n, 1}, false)) {
    const std::string r = w.loop("r", rows.from, rows.to, rows.step);
    const std::vector<std::int64_t> steps =
        rows.step == 1 ? std::vector<std::int64_t>{1} : std::vector<std::int64_t>{n, 1};
    for (const Span &columns : spansOf(from.cols, steps, false)) {
      const std::string c = w.loop("c", columns.from, columns.to, columns.step);
      if (rows.step == 1) {
        element(r, c);
      } else if (columns.step == 1) {
        element(w.loop("r", r, plus(r, n), 1), c);
        w.close();
      } else {
        w.line(w.dsl("vec::store") + "(" + w.dsl("vec::transpose") + "<1, 0>(" + w.dsl("vec::load") + "<" + number(n) +
               ", " + number(n) + ">(" + from.name + ", {" + Writer::indices(from, r, c) + "})), " + to.name + ", {" +
               Writer::indices(to, c, r) + "});");
      }
      w.close();
    }
    w.close();
  }
}
