//===- Folds.cpp - what a row is reduced to ---------------------------------===//

#include "passes/tiles/RowLoops.h"

using namespace rewrite;
using namespace rewrite::tiles;

/// What joined with every number is that number; null: largest and smallest of elements begin with one of them.
static const char *identity(const Node &fold) {
  const bool isFloat = fold.element == "float";
  return fold.function == "Add"     ? (isFloat ? "-0.0f" : "0")
         : fold.function == "Mul"   ? (isFloat ? "1.0f" : "1")
         : fold.function == "First" ? nowhere
                                    : nullptr;
}

/// What a row without elements is reduced to.
static std::string ofNone(const Node &fold) {
  const bool isFloat = fold.element == "float", isSum = fold.function == "Add", isMost = fold.function == "Max";
  if (fold.function == "First")
    return nowhere;
  if (isSum || fold.function == "Mul")
    return std::string(isSum ? "0" : "1") + (isFloat ? ".0f" : "");
  if (isFloat)
    return isMost ? "-__builtin_inff()" : "__builtin_inff()";
  static const std::map<std::string, std::pair<const char *, const char *>> limits = {
      {"signed char", {"-128", "127"}},
      {"unsigned char", {"0", "255"}},
      {"short", {"-32768", "32767"}},
      {"unsigned short", {"0", "65535"}},
      {"int", {"-2147483647 - 1", "2147483647"}},
      {"unsigned int", {"0u", "4294967295u"}}};
  const auto &[least, most] = limits.at(fold.text);
  return isMost ? least : most;
}

std::string RowLoops::join(const std::string &f, const std::string &x, const std::string &y) const {
  return f == "Add"   ? x + " + " + y
         : f == "Mul" ? x + " * " + y
                      : dsl(f == "Max" ? "vec::max" : "vec::min") + "(" + x + ", " + y + ")";
}

/// Sums start with -0, to which every number can be added; the largest and the smallest
/// with elements of the row, so that a row of NaN is NaN.
void RowLoops::start(const Node &f, int level, const Size &columns, std::int64_t unroll,
                     std::vector<std::string> &accumulators) {
  std::string value;
  if (const char *neutral = identity(f)) {
    value = dsl("vec::splat") + "<" + lanes(f.element) + ">(" + neutral + ")";
  } else {
    const bool partial = !columns.constant || *columns.constant < width;
    Place at{"0", "_first", partial, level, {}};
    value = vector(*f.operands[0], at);
    if (partial)
      value = dsl("vec::select") + "(" + mask(columns.text) + ", " + value + ", " + dsl("vec::splat") + "<" +
              lanes(f.element) + ">(" + dsl("vec::extract") + "(" + value + ", 0)))";
  }
  for (std::int64_t u = 0; u < unroll; ++u) {
    accumulators.push_back(fresh(f.name + "_lanes" + (unroll > 1 ? number(u) : "")));
    line("auto " + accumulators.back() + " = " + value + ";");
  }
}

void RowLoops::finish(const Node &f, std::vector<std::string> accumulators) {
  while (accumulators.size() > 1) {
    std::vector<std::string> half;
    for (std::size_t i = 0; i + 1 < accumulators.size(); i += 2) {
      std::string joined = join(f.function, accumulators[i], accumulators[i + 1]);
      half.push_back(accumulators.size() > 2 && (f.function == "Add" || f.function == "Mul") ? "(" + joined + ")"
                                                                                             : joined);
    }
    if (accumulators.size() % 2)
      half.push_back(accumulators.back());
    accumulators = std::move(half);
  }
  const std::string all = fresh(f.name + "_all");
  line("const auto " + all + " = " + accumulators[0] + ";");
  const char *neutral = identity(f);
  const Size &columns = f.operands[0]->cols;
  const bool mayBeEmpty = !columns.constant;
  std::string name = fresh(f.name + (mayBeEmpty ? "_of_some" : ""));
  line("const " + spelled(f.element) + " " + name + " = " + dsl("vec::reduce") + "<" + dsl("vec::Combine::") +
       (f.function == "First" ? "Min" : f.function) + ">(" + all + ", " +
       (neutral ? std::string(neutral) : dsl("vec::extract") + "(" + all + ", 0)") + ");");
  if (mayBeEmpty) {
    const std::string some = name;
    name = fresh(f.name);
    line("const " + spelled(f.element) + " " + name + " = " + columns.text + " == 0 ? " + ofNone(f) + " : " + some +
         ";");
  }
  scalars[&f] = name;
}

std::string RowLoops::mask(const std::string &n) {
  std::string &name = masks[{n, row}];
  if (name.empty()) {
    const bool isNumber = n.find_first_not_of("0123456789") == n.npos;
    name = fresh(isNumber ? "first" + n : n.find(' ') == n.npos ? "first" : "last");
    line("const auto " + name + " = " + dsl("vec::create_mask") + "<" + number(width) + ">(" + n + ");");
  }
  return name;
}
