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

std::string splat(const Writer &w, const std::string &element, const std::string &x, std::int64_t lanes) {
  return w.dsl("vec::splat") + "<" + spellElement(element, w.dsl("")) + ", " + number(lanes) + ">(" + x + ")";
}

/// 128 in each byte, as an int.
constexpr const char *bias = "-2139062144";

/// Lays out integers in groups of so many neighbours along k.
class Groups {
public:
  Groups(Writer &w, int group) : w(w), group(group), suffix(group == 2 ? "_pairs" : "_quads") {}

  /// How many groups there are of so many numbers; the last one may have less.
  Size of(const Size &n, const std::string &base) {
    if (n.constant)
      return constant(up(*n.constant));
    const std::string name = w.fresh(base + suffix + "_cols");
    w.line("const " + w.dsl("Index") + " " + name + " = (" + n.text + " + " + number(group - 1) + ") / " +
           number(group) + ";");
    return {std::nullopt, name};
  }

  /// Neighbours in a row. Behind a row's end a group has anything: it is multiplied with 0.
  Area ofRows(const Node &n, const Size &groups) {
    const Area &area = w.graph.windows[n.window];
    const std::vector<Extent> dims = dimsOf(w, n);
    const Area out =
        alloc(w, area.memory + suffix, "int", dims.empty() ? "" : spellDims({dims[0], up(dims[1])}), area.rows, groups);
    const std::int64_t step = group * w.width;
    const std::string row = w.loop("r", "0", area.rows.text, 1);
    each(w, "c", spansOf(area.cols, {step}, true), [&](const Span &c, const std::string &column) {
      const bool isNumber = column.find_first_not_of("0123456789") == column.npos;
      std::string value = read(w, area, row, column, step, c.masked);
      if (group == 2 && n.element != "short")
        value = cast(w, "short", value);
      value = w.dsl("vec::bitcast<std::int32_t>(") + value + ")";
      if (group == 4)
        value += " ^ " + splat(w, "int", bias, w.width);
      w.line(write(w, value, out, row, isNumber ? number(std::stoll(column) / group) : column + " / " + number(group),
                   c.masked));
    });
    w.close();
    return out;
  }

  /// Neighbours in a column. What a group has behind a column's end is 0, whatever is in memory there.
  Area ofColumns(const Node &n, const Size &groups) {
    const Area &area = w.graph.windows[n.window];
    const std::vector<Extent> dims = dimsOf(w, n);
    const Area out =
        alloc(w, area.memory + suffix, "int", dims.empty() ? "" : spellDims({up(dims[0]), dims[1]}), groups, area.cols);
    const Size &k = area.rows;
    const std::string by = number(group), whole = k.constant ? number(*k.constant / group) : k.text + " / " + by;
    if (whole != "0") {
      const std::string row = w.loop("r", "0", whole, 1);
      pack(area, out, row, by + " * " + row, group, "");
      w.close();
    }
    if (!k.constant) {
      w.open("if (" + k.text + " % " + by + " != 0)");
      pack(area, out, whole, whole + " * " + by, group, k.text);
      w.close();
    } else if (*k.constant % group != 0) {
      w.open("");
      pack(area, out, whole, number(*k.constant / group * group), static_cast<int>(*k.constant % group), "");
      w.close();
    }
    return out;
  }

  /// Minus 128 for each byte of the columns.
  Area starts(const Node &n, const Area &quads) {
    const std::vector<Extent> dims = dimsOf(w, n);
    Area out{w.fresh(w.graph.windows[n.window].memory + "_starts"), {""}, constant(1), quads.cols, "", "int"};
    out.name = out.memory;
    w.line("const auto " + out.name + " = " + w.alloc("int", dims.empty() ? "" : number(dims[1]), {quads.cols}) + ";");
    each(w, "c", spansOf(quads.cols, {w.width}, true), [&](const Span &c, const std::string &column) {
      const std::string sum = w.fresh("bytes");
      w.line("auto " + sum + " = " + splat(w, "int", "0", w.width) + ";");
      const std::string k = w.loop("k", "0", quads.rows.text, 1);
      w.line(sum + " = " +
             dot(w, group, splat(w, "int", bias, w.width), read(w, quads, k, column, w.width, c.masked), sum) + ";");
      w.close();
      w.line(write(w, "-" + sum, out, "0", column, c.masked));
    });
    return out;
  }

  static std::string dot(const Writer &w, int group, const std::string &x, const std::string &y,
                         const std::string &sum) {
    const std::string signs[] = {group == 2 ? "std::int16_t" : "std::uint8_t",
                                 group == 2 ? "std::int16_t" : "std::int8_t"};
    return w.dsl("vec::dot") + "(" + w.dsl("vec::bitcast<") + signs[0] + ">(" + x + "), " + w.dsl("vec::bitcast<") +
           signs[1] + ">(" + y + "), " + sum + ")";
  }

private:
  std::int64_t up(std::int64_t n) const { return (n + group - 1) / group; }

  /// A row of groups from `count` rows, those of them that are before `end`.
  void pack(const Area &from, const Area &to, const std::string &row, const std::string &first, int count,
            const std::string &end) {
    each(w, "c", spansOf(from.cols, {w.width}, true), [&](const Span &c, const std::string &column) {
      std::string all;
      for (int j = 0; j < count; ++j) {
        const std::string name = w.fresh("part" + number(j)), at = plus(first, j);
        const bool isThere = j == 0 || end.empty();
        const std::string value = cast(w, "int", read(w, from, at, column, w.width, c.masked || !isThere));
        w.line("const auto " + name + " = " +
               (isThere ? value
                        : w.dsl("vec::select(") + at + " < " + end + ", " + value + ", " +
                              splat(w, "int", "0", w.width) + ")") +
               ";");
        const std::string bits = j + 1 == group ? name : "(" + name + " & " + splat(w, "int", mask(), w.width) + ")";
        all += (j ? " | " : "") +
               (j ? "(" + bits + " << " + splat(w, "int", number(32 / group * j), w.width) + ")" : bits);
      }
      w.line(write(w, all, to, row, column, c.masked));
    });
  }
  const char *mask() const { return group == 2 ? "65535" : "255"; }

  Writer &w;
  const int group;
  const std::string suffix;
};

} // namespace

Factors tiles::factorsOf(Writer &w, const Node &product) {
  const Node &left = *product.operands[0], &right = *product.operands[1];
  const std::string &narrow = left.element;
  if (narrow == "signed char" || narrow == "unsigned char" || narrow == "short") {
    const bool quads = w.quads && narrow == "signed char";
    Groups groups(w, quads ? 4 : 2);
    const Area &rows = w.graph.windows[left.window];
    const Size steps = groups.of(rows.cols, rows.memory);
    const Area a = groups.ofRows(left, steps), b = groups.ofColumns(right, steps);
    return {a, b, "int", quads ? 4 : 2, quads ? groups.starts(right, b) : Area()};
  }
  const Area a = widened(w, left, product.element), b = widened(w, right, product.element);
  return {a, b, product.element};
}

std::string Factors::start(const Writer &w, const std::string &given, const std::string &column, std::int64_t lanes,
                           bool masked) const {
  if (!starts.name.empty()) {
    const std::string row = read(w, starts, "0", column, lanes, masked);
    return given.empty() ? row : given + " + " + row;
  }
  return given.empty() ? zero(w, lanes) : given;
}

std::string Factors::zero(const Writer &w, std::int64_t lanes) const {
  return splat(w, element, element == "float" ? "0.0f" : "0", lanes);
}

std::string Factors::step(const Writer &w, const std::string &x, const std::string &row, const std::string &sum,
                          std::int64_t lanes) const {
  const std::string all = splat(w, element, x, lanes);
  return group == 1 ? w.dsl("vec::fma") + "(" + all + ", " + row + ", " + sum + ")"
                    : Groups::dot(w, group, all, row, sum);
}
