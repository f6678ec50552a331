//===- Factors.cpp - the factors of a product as the steps take them --------===//

#include "passes/tiles/Factors.h"

#include "kernel/Spelling.h"
#include "passes/tiles/Spans.h"

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

std::string at(const Area &area, const std::string &row, const std::string &column) {
  return area.name + ", {" + Writer::indices(area, row, column) + "}";
}
std::string read(const Writer &w, const Area &from, const std::string &row, const std::string &column,
                 std::int64_t lanes, bool masked) {
  return w.dsl(masked ? "vec::transfer_read<" : "vec::load<") + number(lanes) + ">(" + at(from, row, column) + ")";
}
std::string write(const Writer &w, const std::string &value, const Area &to, const std::string &row,
                  const std::string &column, bool masked) {
  return w.dsl(masked ? "vec::transfer_write(" : "vec::store(") + value + ", " + at(to, row, column) + ");";
}
std::string cast(const Writer &w, const std::string &element, const std::string &value) {
  return w.dsl("vec::cast") + "<" + spellElement(element, w.dsl("")) + ">(" + value + ")";
}

/// Memory for elements in the order of those sizes.
Area alloc(Writer &w, const std::string &base, const std::string &element, const std::string &extents, const Size &rows,
           const Size &cols) {
  Area area{w.fresh(base), {}, rows, cols, "", element};
  area.name = area.memory;
  w.line("const auto " + area.name + " = " + w.alloc(element, extents, {rows, cols}) + ";");
  return area;
}

/// The extents of the tile that the factor is; none where its text has to do for several instances.
std::vector<Extent> dimsOf(const Writer &w, const Node &n) {
  if (w.isTemplate())
    return {};
  for (const auto &[variable, window] : w.graph.buffers)
    if (window == n.window)
      return variable->type.dims;
  return n.op->result()->type.dims; // what loads it
}

/// The operand, copied to elements of that type where it has others.
Area widened(Writer &w, const Node &n, const std::string &element) {
  const Area &area = w.graph.windows[n.window];
  if (n.element == element)
    return area;
  const Area wide = alloc(w, area.memory + "_wide", element, spellDims(dimsOf(w, n)), area.rows, area.cols);
  const std::string row = w.loop("r", "0", area.rows.text, 1);
  each(w, "c", spansOf(area.cols, {w.width}, true), [&](const Span &c, const std::string &column) {
    w.line(write(w, cast(w, element, read(w, area, row, column, w.width, c.masked)), wide, row, column, c.masked));
  });
  w.close();
  return wide;
}

/// How many pairs there are of so many numbers, the last one with 0 where they are odd.
Size halved(Writer &w, const Size &n, const std::string &base) {
  if (n.constant)
    return {(*n.constant + 1) / 2, number((*n.constant + 1) / 2)};
  const std::string name = w.fresh(base);
  w.line("const " + w.dsl("Index") + " " + name + " = (" + n.text + " + 1) / 2;");
  return {std::nullopt, name};
}

std::string extentsOf(std::int64_t rows, std::int64_t cols) { return spellDims({rows, cols}); }

/// Neighbours in a row are a pair.
Area pairsOfRows(Writer &w, const Node &n, const Size &pairs) {
  const Area &area = w.graph.windows[n.window];
  const std::vector<Extent> dims = dimsOf(w, n);
  const Area out = alloc(w, area.memory + "_pairs", "int", dims.empty() ? "" : extentsOf(dims[0], (dims[1] + 1) / 2),
                         area.rows, pairs);
  const std::int64_t step = 2 * w.width;
  const std::string row = w.loop("r", "0", area.rows.text, 1);
  each(w, "c", spansOf(area.cols, {step}, true), [&](const Span &c, const std::string &column) {
    const bool isNumber = column.find_first_not_of("0123456789") == column.npos;
    w.line(write(w,
                 w.dsl("vec::bitcast<std::int32_t>(") +
                     (n.element == "short" ? read(w, area, row, column, step, c.masked)
                                           : cast(w, "short", read(w, area, row, column, step, c.masked))) +
                     ")",
                 out, row, isNumber ? number(std::stoll(column) / 2) : column + " / 2", c.masked));
  });
  w.close();
  return out;
}

/// Neighbours in a column are a pair; the last one's is 0 where rows are odd, whatever else is in memory there.
Area pairsOfColumns(Writer &w, const Node &n, const Size &pairs) {
  const Area &area = w.graph.windows[n.window];
  const std::vector<Extent> dims = dimsOf(w, n);
  const Area out = alloc(w, area.memory + "_pairs", "int", dims.empty() ? "" : extentsOf((dims[0] + 1) / 2, dims[1]),
                         pairs, area.cols);
  const std::string lanes = "<std::int32_t, " + number(w.width) + ">";
  const auto pack = [&](const std::string &row, const std::string &first, bool both) {
    each(w, "c", spansOf(area.cols, {w.width}, true), [&](const Span &c, const std::string &column) {
      const auto numbers = [&](const char *base, const std::string &r) {
        const std::string name = w.fresh(base);
        w.line("const auto " + name + " = " + cast(w, "int", read(w, area, r, column, w.width, c.masked)) + ";");
        return name;
      };
      const std::string low = numbers("low", first), high = both ? numbers("high", plus(first, 1)) : "";
      const std::string value = low + " & " + w.dsl("vec::splat") + lanes + "(65535)";
      w.line(write(w, both ? "(" + value + ") | (" + high + " << " + w.dsl("vec::splat") + lanes + "(16))" : value, out,
                   row, column, c.masked));
    });
  };
  const std::string whole = area.rows.constant ? number(*area.rows.constant / 2) : area.rows.text + " / 2";
  if (whole != "0") {
    const std::string row = w.loop("r", "0", whole, 1);
    pack(row, "2 * " + row, true);
    w.close();
  }
  if (!area.rows.constant) {
    w.open("if (" + area.rows.text + " % 2 != 0)");
    pack(area.rows.text + " / 2", area.rows.text + " - 1", false);
    w.close();
  } else if (*area.rows.constant % 2 != 0) {
    w.open("");
    pack(whole, number(*area.rows.constant - 1), false);
    w.close();
  }
  return out;
}

} // namespace

Factors tiles::factorsOf(Writer &w, const Node &product) {
  const Node &left = *product.operands[0], &right = *product.operands[1];
  const std::string &narrow = left.element;
  if (narrow == "signed char" || narrow == "unsigned char" || narrow == "short") {
    const Area &rows = w.graph.windows[left.window];
    const Size pairs = halved(w, rows.cols, rows.memory + "_pairs_cols");
    const Area a = pairsOfRows(w, left, pairs), b = pairsOfColumns(w, right, pairs);
    return {a, b, "int", true};
  }
  const Area a = widened(w, left, product.element), b = widened(w, right, product.element);
  return {a, b, product.element};
}

std::string Factors::zero(const Writer &w, std::int64_t lanes) const {
  return w.dsl("vec::splat") + "<" + spellElement(element, w.dsl("")) + ", " + number(lanes) + ">(" +
         (element == "float" ? "0.0f" : "0") + ")";
}

std::string Factors::step(const Writer &w, const std::string &x, const std::string &row, const std::string &sum,
                          std::int64_t lanes) const {
  const std::string all =
      w.dsl("vec::splat") + "<" + spellElement(element, w.dsl("")) + ", " + number(lanes) + ">(" + x + ")";
  if (!pairs)
    return w.dsl("vec::fma") + "(" + all + ", " + row + ", " + sum + ")";
  const std::string as = w.dsl("vec::bitcast<std::int16_t>(");
  return w.dsl("vec::dot") + "(" + as + all + "), " + as + row + "), " + sum + ")";
}
