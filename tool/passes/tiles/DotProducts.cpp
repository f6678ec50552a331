//===- DotProducts.cpp - products with one column --------------------------===//
//
// A row of the left factor and the column are neighbours along k, so the vectors are, too: as
// many sums as a vector has lanes, which are joined in the end. Integers wrap, and have the
// same bits in every order; numbers do not.
//
// The column is laid out as a row first.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/tiles/Products.h"
#include "passes/tiles/Spans.h"

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

class Dots {
public:
  Dots(Writer &w, const Node &product, const Area &to)
      : w(w),
        product(product),
        to(to),
        left(w.graph.windows[product.operands[0]->window]),
        narrow(product.operands[0]->element),
        sum(product.element),
        isPaired(narrow == "signed char" || narrow == "unsigned char" || narrow == "short") {}

  void run() {
    const Area &right = w.graph.windows[product.operands[1]->window];
    const std::string element = isPaired ? "short" : sum;
    column = w.fresh(right.memory + "_column");
    w.line("const auto " + column + " = " + w.alloc(element, "", {right.rows}) + ";");
    const std::string k = w.loop("k", "0", right.rows.text, 1);
    const std::string number = w.dsl("mem::load") + "(" + right.name + ", " + Writer::rowIndices(right, k) + ")";
    w.line(w.dsl("mem::store") + "(" +
           (product.operands[1]->element == element
                ? number
                : "static_cast<" + spellElement(element, w.dsl("")) + ">(" + number + ")") +
           ", " + column + ", " + k + ");");
    w.close();
    if (!product.text.empty()) {
      anew = w.fresh(product.name + "_anew");
      w.line("const bool " + anew + " = " + product.text + ";");
    }
    each(w, "r", spansOf(left.rows, {4, 1}, false),
         [&](const Span &rows, const std::string &row) { block(row, rows.step); });
  }

private:
  /// Lanes of a step.
  std::int64_t step() const { return isPaired ? 2 * w.width : w.width; }

  void block(const std::string &row, std::int64_t rows) {
    // A multiply-add waits for that of the step before: eight at once keep the CPU busy.
    const std::int64_t most = rows == 1 ? 4 : 2, all = left.cols.constant.value_or(most * step()) / step();
    const std::int64_t vectors = std::clamp<std::int64_t>(all, 1, most);
    std::vector<std::vector<std::string>> sums(static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < sums.size(); ++i)
      for (std::int64_t u = 0; u < vectors; ++u) {
        sums[i].push_back(
            w.fresh(product.name + number(static_cast<std::int64_t>(i)) + (vectors > 1 ? "_" + number(u) : "")));
        w.line("auto " + sums[i].back() + " = " + splat() + "(" + zero() + ");");
      }
    std::vector<std::int64_t> steps{vectors * step()};
    if (vectors > 1)
      steps.push_back(step());
    const std::vector<Span> spans = spansOf(left.cols, steps, true);
    each(w, "k", spans, [&](const Span &k, const std::string &at) {
      for (std::int64_t u = 0; u < k.step / step(); ++u)
        add(row, plus(at, u * step()), k.masked, sums, static_cast<std::size_t>(u));
    });
    for (std::size_t i = 0; i < sums.size(); ++i)
      store(plus(row, static_cast<std::int64_t>(i)), sums[i]);
  }

  void add(const std::string &row, const std::string &k, bool masked, std::vector<std::vector<std::string>> &sums,
           std::size_t u) {
    const auto read = [&](const std::string &name, const std::string &at) {
      return w.dsl(masked ? "vec::transfer_read<" : "vec::load<") + number(step()) + ">(" + name + ", {" + at + "})";
    };
    const std::string numbers = w.fresh("numbers");
    w.line("const auto " + numbers + " = " + read(column, k) + ";");
    std::string mask;
    if (masked && !isPaired) {
      mask = w.fresh("last");
      const bool isNumber = k.find_first_not_of("0123456789") == k.npos;
      const std::string rest =
          left.cols.constant && isNumber ? number(*left.cols.constant - std::stoll(k)) : left.cols.text + " - " + k;
      w.line("const auto " + mask + " = " + w.dsl("vec::create_mask") + "<" + number(w.width) + ">(" + rest + ");");
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::string &s = sums[i][u], element = isPaired ? "short" : sum;
      std::string x = read(left.name, Writer::indices(left, plus(row, static_cast<std::int64_t>(i)), k));
      if (narrow != element)
        x = w.dsl("vec::cast") + "<" + spellElement(element, w.dsl("")) + ">(" + x + ")";
      const std::string next = w.dsl(isPaired ? "vec::dot(" : "vec::fma(") + x + ", " + numbers + ", " + s + ")";
      // Behind the row's end anything may be, infinity, too.
      w.line(s + " = " + (mask.empty() ? next : w.dsl("vec::select") + "(" + mask + ", " + next + ", " + s + ")") +
             ";");
    }
  }

  void store(const std::string &row, std::vector<std::string> sums) {
    while (sums.size() > 1) {
      std::vector<std::string> half;
      for (std::size_t i = 0; i + 1 < sums.size(); i += 2)
        half.push_back(sums.size() > 2 ? "(" + sums[i] + " + " + sums[i + 1] + ")" : sums[i] + " + " + sums[i + 1]);
      if (sums.size() % 2 != 0)
        half.push_back(sums.back());
      sums = std::move(half);
    }
    std::string value = w.dsl("vec::reduce<") + w.dsl("vec::Combine::Add") + ">(" + sums[0] + ", " + neutral() + ")";
    if (product.operands.size() == 3) {
      const Area &given = w.graph.windows[product.operands[2]->window];
      std::string start = w.dsl("mem::load") + "(" + given.name + ", " + Writer::rowIndices(given, row) + ")";
      if (!anew.empty())
        start = "(" + anew + " ? " + zero() + " : " + start + ")";
      value = isFloat() ? start + " + " + value : w.dsl("math::add") + "(" + start + ", " + value + ")";
    }
    w.line(w.dsl("mem::store") + "(" + value + ", " + to.name + ", " + Writer::rowIndices(to, row) + ");");
  }

  bool isFloat() const { return sum == "float"; }
  const char *zero() const { return isFloat() ? "0.0f" : "0"; }
  const char *neutral() const { return isFloat() ? "-0.0f" : "0"; }
  std::string splat() const {
    return w.dsl("vec::splat") + "<" + spellElement(sum, w.dsl("")) + ", " + number(w.width) + ">";
  }

  Writer &w;
  const Node &product;
  const Area &to, &left;
  const std::string &narrow, &sum;
  const bool isPaired; ///< integers whose products are added two by two
  std::string column, anew;
};

} // namespace

bool tiles::isDot(const Writer &w, const Node &product) {
  const Area &left = w.graph.windows[product.operands[0]->window];
  return product.cols.constant == 1 && (product.element != "float" || w.reassociate) &&
         left.cols.constant.value_or(w.width) >= w.width;
}

void tiles::emitDots(Writer &w, const Node &product, const Area &to) {
  w.out.reassociates |= product.element == "float";
  Dots(w, product, to).run();
}
