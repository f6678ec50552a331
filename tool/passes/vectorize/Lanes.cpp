//===- Lanes.cpp - vectors with a dimension a loop --------------------------===//

#include "passes/vectorize/Lanes.h"

#include "kernel/Names.h"
#include "kernel/Spelling.h"

#include <algorithm>
#include <iterator>

using namespace rewrite;
using namespace rewrite::vectorize;

static bool has(const Loops &loops, int loop) { return std::find(loops.begin(), loops.end(), loop) != loops.end(); }

Loops vectorize::without(const Loops &a, const Loops &b) {
  Loops out;
  std::copy_if(a.begin(), a.end(), std::back_inserter(out), [&](int loop) { return !has(b, loop); });
  return out;
}

Loops vectorize::common(const Loops &a, const Loops &b) {
  Loops out;
  std::copy_if(a.begin(), a.end(), std::back_inserter(out), [&](int loop) { return has(b, loop); });
  return out;
}

bool vectorize::includes(const Loops &all, const Loops &part) { return without(part, all).empty(); }

Loops vectorize::united(const Loops &a, const Loops &b) {
  if (includes(a, b))
    return a;
  if (includes(b, a))
    return b;
  Loops out = a;
  for (int loop : without(b, a))
    out.push_back(loop);
  std::sort(out.begin(), out.end());
  return out;
}

/// Dimension d of the second is dimension order[d] of the first.
static std::vector<int> orderOf(const Loops &from, const Loops &to) {
  std::vector<int> out;
  for (int loop : to)
    out.push_back(static_cast<int>(std::find(from.begin(), from.end(), loop) - from.begin()));
  return out;
}

std::string Writer::element(const std::string &type) const { return spellElement(type, function.dslPrefix); }

Shape Writer::shape(const Loops &loops) const {
  Shape out;
  for (int loop : loops)
    out.push_back(extent(loop));
  return out.empty() ? Shape{1} : out;
}

std::string Writer::spell(const Shape &shape) {
  largest = std::max(largest, countOf(shape));
  return spellDims(shape);
}

Text Writer::bracket(const Lanes &v, Binds least) {
  if (v.binds >= least)
    return v.text;
  Text t("(");
  t << v.text << ")";
  return t;
}

Text Writer::reshape(Text vector, const Shape &from, const Shape &to) {
  if (from == to)
    return vector;
  Text t(dsl("vec::shape_cast<") + spell(to) + ">(");
  t << vector << ")";
  return t;
}

Text Writer::transpose(Text vector, const Loops &from, const Loops &to) {
  if (from == to)
    return vector;
  std::string list;
  for (int d : orderOf(from, to))
    list += (list.empty() ? "" : ", ") + std::to_string(d);
  Text t(dsl("vec::transpose<") + list + ">(");
  t << vector << ")";
  return t;
}

Lanes Writer::spread(const Lanes &v, const Loops &loops) {
  if (!v.uniform && v.loops == loops)
    return v;
  const Shape to = shape(loops);
  Lanes out{v.element, loops, false, {}, primary, false};
  if (v.uniform) {
    out.text << dsl("vec::splat<") + element(v.element) + ", " + spell(to) + ">(" << v.text << ")";
    return out;
  }
  // In the order of the loops, with an extent of 1 where it does not depend on one; broadcast adds leading ones itself.
  const Loops order = common(loops, v.loops);
  Shape ones;
  for (int loop : loops)
    if (const bool depends = has(order, loop); depends || !ones.empty())
      ones.push_back(depends ? extent(loop) : 1);
  if (ones.empty())
    ones = {1};
  const Text aligned = reshape(transpose(v.text, v.loops, order), shape(order), ones);
  if (ones == to) {
    out.text = aligned;
    return out;
  }
  out.text << dsl("vec::broadcast<") + spell(to) + ">(" << aligned << ")";
  return out;
}

Lanes Writer::drop(Lanes v, const Loops &units) {
  const Loops left = without(v.loops, units);
  if (!v.uniform && left != v.loops) {
    v.text = reshape(v.text, shape(v.loops), shape(left));
    v.loops = left;
    v.binds = primary;
    v.named = false;
  }
  return v;
}

std::string Writer::fresh(const std::string &base) {
  const std::string name = Names(function).freshBesideLambdas(base, taken);
  taken.insert(name);
  return name;
}

Lanes Writer::declare(const std::string &base, const Lanes &v) {
  Lanes named = v;
  const std::string name = fresh(base);
  Text t("const auto " + name + " = ");
  t << v.text << ";";
  add(std::move(t));
  named.text = Text(name);
  named.binds = primary;
  named.named = true;
  return named;
}
