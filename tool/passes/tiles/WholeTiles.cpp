//===- WholeTiles.cpp - ops that take tiles as wholes ----------------------===//

#include "passes/tiles/WholeTiles.h"

#include "passes/tiles/Spans.h"

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

std::string read(const Writer &w, const Area &from, const std::string &row, const std::string &column,
                 std::int64_t lanes, bool masked) {
  return w.dsl(masked ? "vec::transfer_read<" : "vec::load<") + number(lanes) + ">(" + from.name + ", {" +
         Writer::indices(from, row, column) + "})";
}
std::string write(const Writer &w, const std::string &value, const Area &to, const std::string &row,
                  const std::string &column, bool masked) {
  return w.dsl(masked ? "vec::transfer_write(" : "vec::store(") + value + ", " + to.name + ", {" +
         Writer::indices(to, row, column) + "});";
}

const Area &operand(const Writer &w, const Node &node, std::size_t i) {
  return w.graph.windows[node.operands[i]->window];
}

/// `x + y`, of numbers and names.
std::string sum(const std::string &x, const std::string &y) {
  const auto isNumber = [](const std::string &s) { return s.find_first_not_of("0123456789") == s.npos; };
  return x == "0"                     ? y
         : y == "0"                   ? x
         : isNumber(x) && isNumber(y) ? number(std::stoll(x) + std::stoll(y))
                                      : x + " + " + y;
}

/// The first row that no other one beats, for each column: a number beats NaN.
void emitPlaces(Writer &w, const Node &node, const Area &to) {
  const Area &from = operand(w, node, 0);
  const std::string &element = node.operands[0]->element;
  const bool mayBeNaN = element == "float" || isSmallFloat(element), isMost = node.function == "ArgMax";
  const std::int64_t one = w.width;
  each(w, "c", spansOf(from.cols, {4 * one, one}, true), [&](const Span &c, const std::string &column) {
    const auto splat = [&](const std::string &x) {
      return w.dsl("vec::splat") + "<" + w.spelled("int") + ", " + number(c.step) + ">(" + x + ")";
    };
    const auto cmp = [&](const std::string &x, const std::string &y, const char *mode) {
      return w.dsl("vec::cmp(") + x + ", " + y + ", " + w.dsl("Cmp::") + mode + ")";
    };
    const auto select = [&](const std::string &mask, const std::string &x, const std::string &y) {
      return w.dsl("vec::select(") + mask + ", " + x + ", " + y + ")";
    };
    const std::string place = w.fresh(node.name), best = w.fresh(isMost ? "most" : "least");
    w.line("auto " + place + " = " + splat("0") + ";");
    if (from.rows.constant != 1) {
      w.line("auto " + best + " = " + read(w, from, "0", column, c.step, c.masked) + ";");
      const std::string row = w.loop("r", "1", from.rows.text, 1), next = w.fresh("next"), isBetter = w.fresh("better");
      w.line("const auto " + next + " = " + read(w, from, row, column, c.step, c.masked) + ";");
      w.line("const auto " + isBetter + " = " +
             (mayBeNaN ? "~" + cmp(next, best, isMost ? "LE" : "GE") + " & " + cmp(next, next, "EQ")
                       : cmp(next, best, isMost ? "GT" : "LT")) +
             ";");
      w.line(best + " = " + select(isBetter, next, best) + ";");
      w.line(place + " = " + select(isBetter, splat("static_cast<" + w.spelled("int") + ">(" + row + ")"), place) +
             ";");
      w.close();
    }
    w.line(write(w, place, to, "0", column, c.masked));
  });
}

} // namespace

void tiles::emitColumns(Writer &w, const Node &node, const Area &to) {
  if (node.function.starts_with("Arg"))
    return emitPlaces(w, node, to);
  const Area &from = operand(w, node, 0);
  const bool isWide = isSmallFloat(node.element) && (node.function == "Add" || node.function == "Mul");
  const auto widened = [&](const std::string &x) { return isWide ? w.dsl("vec::cast<float>(") + x + ")" : x; };
  // A sum waits for that of the row before: eight vectors keep the CPU busy.
  const std::int64_t one = w.width;
  each(w, "c", spansOf(from.cols, {8 * one, one}, true), [&](const Span &c, const std::string &column) {
    const std::string all = w.fresh(node.name);
    w.line("auto " + all + " = " + widened(read(w, from, "0", column, c.step, c.masked)) + ";");
    if (from.rows.constant != 1) {
      const std::string row = w.loop("r", "1", from.rows.text, 1),
                        next = widened(read(w, from, row, column, c.step, c.masked));
      w.line(all + " = " +
             (node.function == "Add" ? all + " + " + next
              : node.function == "Mul"
                  ? all + " * " + next
                  : w.dsl(node.function == "Max" ? "vec::max(" : "vec::min(") + all + ", " + next + ")") +
             ";");
      w.close();
    }
    const std::string value = isWide ? w.dsl("vec::cast<") + w.spelled(node.element) + ">(" + all + ")" : all;
    w.line(write(w, value, to, "0", column, c.masked));
  });
}

void tiles::emitConcat(Writer &w, const Node &node, const Area &to) {
  const std::string row = w.loop("r", "0", node.rows.text, 1);
  std::string begin = "0"; // what overhangs the first one's columns is written again
  for (std::size_t i = 0; i < 2; ++i) {
    const Area &from = operand(w, node, i);
    each(w, "c", spansOf(from.cols, {w.width}, true), [&](const Span &c, const std::string &column) {
      w.line(write(w, read(w, from, row, column, w.width, c.masked), to, row, sum(begin, column), c.masked));
    });
    begin = from.cols.text;
  }
  w.close();
}

void tiles::emitPadded(Writer &w, const Node &node, const Area &to) {
  const Area &from = operand(w, node, 0);
  const std::string pad = w.fresh("pad");
  w.line("const auto " + pad + " = " + w.dsl("vec::splat") + "<" + w.lanes(node.element) + ">(" + node.text + ");");
  const auto columns = [&](const std::string &row, bool isThere) {
    each(w, "c", spansOf(to.cols, {w.width}, true), [&](const Span &c, const std::string &column) {
      std::string value = pad;
      if (isThere)
        value = w.dsl("vec::select(") + w.dsl("vec::create_mask") + "<" + number(w.width) + ">(" + from.cols.text +
                (column == "0" ? "" : " - " + column) + "), " + read(w, from, row, column, w.width, true) + ", " + pad +
                ")";
      w.line(write(w, value, to, row, column, c.masked));
    });
  };
  columns(w.loop("r", "0", from.rows.text, 1), true);
  w.close();
  if (from.rows != to.rows) {
    columns(w.loop("r", from.rows.text, to.rows.text, 1), false);
    w.close();
  }
}
