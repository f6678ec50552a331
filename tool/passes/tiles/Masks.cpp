//===- Masks.cpp - what is compared, and chosen by it ------------------------===//
//
// A tile of masks has bytes, 1 or 0. Where they only say which element is taken, they are
// lanes of a vec::Mask from one op to the next, and bytes nowhere.
//
//===----------------------------------------------------------------------===//

#include "passes/tiles/RowLoops.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

std::string RowLoops::splatOf(const std::string &element, const std::string &number) const {
  return dsl("vec::splat") + "<" + lanes(element) + ">(" + number + ")";
}

/// 1 or 0 everywhere, so that the ops on bits are those of logic.
static bool isTruth(const Node &n) {
  return n.function == "cmp" ||
         ((n.function == "and" || n.function == "or" || n.function == "xor") &&
          std::all_of(n.operands.begin(), n.operands.end(), [](const Node *o) { return isTruth(*o) && !o->perRow; }));
}

std::string RowLoops::truth(const Node &n, Place &at) {
  if (const auto known = at.masks.find(&n); known != at.masks.end())
    return known->second;
  std::string value;
  if (n.perRow || !isTruth(n)) {
    value = dsl("vec::cmp") + "(" + vector(n, at) + ", " + splatOf(n.element, "0") + ", " + dsl("Cmp::NE") + ")";
  } else if (n.function == "cmp") {
    const std::string x = vector(*n.operands[0], at), y = vector(*n.operands[1], at);
    value = dsl("vec::cmp") + "(" + x + ", " + y + ", " + dsl("Cmp::" + n.text) + ")";
  } else {
    const std::string x = truth(*n.operands[0], at), y = truth(*n.operands[1], at);
    value = x + (n.function == "and" ? " & " : n.function == "or" ? " | " : " ^ ") + y;
  }
  const std::string made = fresh(n.name + "_mask" + at.suffix);
  line("const auto " + made + " = " + value + ";");
  return at.masks[&n] = made;
}

std::string RowLoops::comparison(const Node &n) {
  static const std::map<std::string, std::string> signs = {{"EQ", " == "}, {"NE", " != "}, {"LT", " < "},
                                                           {"LE", " <= "}, {"GT", " > "},  {"GE", " >= "}};
  const std::string x = scalar(*n.operands[0]);
  return x + signs.at(n.text) + scalar(*n.operands[1]);
}

std::string RowLoops::selection(const Node &n) {
  const Node &mask = *n.operands[0];
  const std::string condition = onlyAsked(mask) ? comparison(mask) : scalar(mask) + " != 0";
  const std::string x = scalar(*n.operands[1]);
  return condition + " ? " + x + " : " + scalar(*n.operands[2]);
}

bool RowLoops::onlyAsked(const Node &n) const {
  const auto asks = [&](const Node *user) { return user->function == "sel" && user->operands[0] == &n; };
  return n.perRow && n.function == "cmp" && std::count_if(members.begin(), members.end(), asks) == uses.at(&n);
}
