//===- Products.cpp - matrix products as loops over vectors -----------------===//

#include "passes/tiles/Products.h"

#include "passes/tiles/Factors.h"
#include "passes/tiles/Spans.h"

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

class Emitter {
public:
  Emitter(Writer &w, const Node &product, const Area &to) : w(w), product(product), to(to) {}

  void run() {
    factors = factorsOf(w, product);
    if (!product.text.empty()) {
      anew = w.fresh(product.name + "_anew");
      w.line("const bool " + anew + " = " + product.text + ";");
    }
    const Area &left = factors.left, &right = factors.right;
    each(w, "c", spansOf(right.cols, columnsOfBlocks(left.rows, right.cols), true),
         [&](const Span &c, const std::string &column) {
           each(w, "r", spansOf(left.rows, rowsOfBlocks(c.step, left.rows), false),
                [&](const Span &r, const std::string &row) { block(left, right, row, r.step, column, c); });
         });
  }

private:
  /// A step takes one load for each vector of columns and one for each row. Four vectors by six rows take the fewest
  /// for their 24 multiply-adds that 32 registers have room for; 16 registers have it for two by six.
  std::int64_t widest() const { return w.width >= 16 ? std::max(64u, w.width) : 2 * w.width; }
  /// Of a single row eight vectors keep multiply-adds apart that wait for one another.
  std::vector<std::int64_t> columnsOfBlocks(const Size &rows, const Size &columns) const {
    const std::int64_t one = w.width;
    std::vector<std::int64_t> steps;
    for (std::int64_t step = rows.constant == 1 ? 8 * one : widest(); step > one;
         step = columns.constant ? step / 2 : one)
      steps.push_back(step);
    steps.push_back(one);
    return steps;
  }
  /// Fewer vectors leave room for more rows, which are needed: a multiply-add waits for that of the step before. How
  /// many rows are left over in the end is known where their number is.
  std::vector<std::int64_t> rowsOfBlocks(std::int64_t columns, const Size &rows) const {
    const std::int64_t most = columns >= widest() ? 6 : 12;
    return rows.constant ? std::vector<std::int64_t>{most} : std::vector<std::int64_t>{most, most / 3, 1};
  }

  std::string read(const Area &area, const std::string &row, const std::string &column, std::int64_t lanes,
                   bool masked) const {
    return w.dsl(masked ? "vec::transfer_read<" : "vec::load<") + number(lanes) + ">(" + area.name + ", {" +
           Writer::indices(area, row, column) + "})";
  }
  std::string write(bool masked) const { return w.dsl(masked ? "vec::transfer_write(" : "vec::store("); }

  void block(const Area &left, const Area &right, const std::string &row, std::int64_t rows, const std::string &column,
             const Span &columns) {
    std::vector<std::string> sums;
    for (std::int64_t i = 0; i < rows; ++i) {
      sums.push_back(w.fresh(product.name + number(i)));
      std::string given;
      if (product.operands.size() == 3)
        given = read(w.graph.windows[product.operands[2]->window], plus(row, i), column, columns.step, columns.masked);
      if (!product.text.empty())
        given = w.dsl("vec::select") + "(" + anew + ", " + factors.zero(w, columns.step) + ", " + given + ")";
      w.line("auto " + sums.back() + " = " + factors.start(w, given, column, columns.step, columns.masked) + ";");
    }
    const std::string k = w.loop("k", "0", right.rows.text, 1);
    const std::string numbers = w.fresh(right.memory + "_row");
    w.line("const auto " + numbers + " = " + read(right, k, column, columns.step, columns.masked) + ";");
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::string &sum = sums[static_cast<std::size_t>(i)];
      w.line(sum + " = " +
             factors.step(w, w.dsl("mem::load") + "(" + left.name + ", " + Writer::indices(left, plus(row, i), k) + ")",
                          numbers, sum, columns.step) +
             ";");
    }
    w.close();
    for (std::int64_t i = 0; i < rows; ++i)
      w.line(write(columns.masked) + sums[static_cast<std::size_t>(i)] + ", " + to.name + ", {" +
             Writer::indices(to, plus(row, i), column) + "});");
  }

  Writer &w;
  const Node &product;
  const Area &to;
  Factors factors;
  std::string anew; ///< names whether the sums start as 0, whatever they are added to; or ""
};

} // namespace

void tiles::emitProduct(Writer &writer, const Node &product, const Area &to) {
  isDot(writer, product) ? emitDots(writer, product, to) : Emitter(writer, product, to).run();
}

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
