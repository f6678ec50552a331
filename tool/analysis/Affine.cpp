//===- Affine.cpp - windows as integer sets ---------------------------------===//
//
// Sets are handed to isl in its textual form: the kernels' windows are small,
// parsing them costs microseconds, and the text is what one reads in a debugger.
//
//===----------------------------------------------------------------------===//

#include "analysis/Affine.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

using namespace rewrite;

namespace {

struct Free {
  void operator()(isl_set *s) const { isl_set_free(s); }
  void operator()(isl_ctx *c) const { isl_ctx_free(c); }
};
using Set = std::unique_ptr<isl_set, Free>;

isl_ctx *context() {
  static thread_local const std::unique_ptr<isl_ctx, Free> ctx = [] {
    std::unique_ptr<isl_ctx, Free> c(isl_ctx_alloc());
    isl_options_set_on_error(c.get(), ISL_ON_ERROR_CONTINUE);
    return c;
  }();
  return ctx.get();
}

/// Turns expressions into isl text over the parameters p0, p1, ...
class Writer {
public:
  /// Variables listed in `renamed` are written with the given name instead.
  std::string write(const Expr &e, const std::map<const Variable *, std::string> &renamed = {}) {
    switch (e.kind) {
    case Expr::Kind::Constant:
      return e.value < 0 ? "(" + std::to_string(e.value) + ")" : std::to_string(e.value);
    case Expr::Kind::Variable: {
      const auto it = renamed.find(e.variable);
      return it != renamed.end() ? it->second : symbol(e);
    }
    case Expr::Kind::Add:
    case Expr::Kind::Sub:
      return "(" + write(e.operands[0], renamed) + (e.kind == Expr::Kind::Add ? " + " : " - ") +
             write(e.operands[1], renamed) + ")";
    case Expr::Kind::Mul:
      for (int i : {0, 1})
        if (e.operands[i].isConstant())
          return "(" + write(e.operands[i]) + " * " + write(e.operands[1 - i], renamed) + ")";
      break;
    case Expr::Kind::Extent:
      return symbol(e);
    default: // C++ rounds towards zero, isl down: a quotient is a symbol
      break;
    }
    bool iterates = false;
    e.forEachVariable([&](const Variable *v) { iterates |= renamed.count(v) != 0; });
    // A symbol that changes with a renamed variable has no single value.
    varying |= iterates;
    return iterates ? fresh() : symbol(e);
  }

  /// Something written since the last call differs from iteration to iteration in an unknown way.
  bool takeVarying() { return std::exchange(varying, false); }

  std::string parameters() const {
    std::string s;
    for (std::size_t i = 0; i < count; ++i)
      s += (i ? ", p" : "p") + std::to_string(i);
    return s;
  }

  /// Constraints on the loop variables that are parameters.
  std::string constraints(const Ranges &ranges) {
    std::string s;
    for (const Induction &r : ranges)
      s += " and " + range(r, symbol(Expr::of(r.variable)), {});
    return s;
  }

  std::string range(const Induction &r, const std::string &name,
                    const std::map<const Variable *, std::string> &renamed) {
    const std::string lower = write(r.lower, renamed), upper = write(r.upper, renamed);
    std::string s = lower + " <= " + name + " and " + name + " < " + upper;
    if (r.step != 1)
      s += " and (" + name + " - " + lower + ") mod " + std::to_string(r.step) + " = 0";
    return s;
  }

private:
  std::string fresh() { return "p" + std::to_string(count++); }

  std::string symbol(const Expr &e) {
    for (const auto &[known, name] : symbols)
      if (sameExpr(known, e))
        return name;
    const std::string name = fresh();
    if (e.kind != Expr::Kind::Opaque)
      symbols.emplace_back(e, name);
    return name;
  }

  std::vector<std::pair<Expr, std::string>> symbols;
  std::size_t count = 0;
  bool varying = false;
};

std::string point(std::size_t rank) {
  std::string s = "[";
  for (std::size_t d = 0; d < rank; ++d)
    s += (d ? ", x" : "x") + std::to_string(d);
  return s + "]";
}

std::string inside(Writer &w, const Window &window, const std::map<const Variable *, std::string> &renamed = {}) {
  std::string s = "true";
  for (std::size_t d = 0; d < window.offsets.size(); ++d) {
    const std::string x = "x" + std::to_string(d), o = w.write(window.offsets[d], renamed);
    s += " and " + o + " <= " + x + " and " + x + " < " + o + " + " + w.write(window.sizes[d], renamed);
  }
  return s;
}

std::string insideExtents(Writer &w, const std::vector<Expr> &extents) {
  std::string s = "true";
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const std::string x = "x" + std::to_string(d);
    s += " and 0 <= " + x + " and " + x + " < " + w.write(extents[d]);
  }
  return s;
}

Set parse(const Writer &w, std::size_t rank, const std::string &condition) {
  const std::string text = "[" + w.parameters() + "] -> { " + point(rank) + " : " + condition + " }";
  return Set(isl_set_read_from_str(context(), text.c_str()));
}

bool isEmpty(const Set &s) { return s && isl_set_is_empty(s.get()) == isl_bool_true; }
bool isSubset(const Set &a, const Set &b) { return a && b && isl_set_is_subset(a.get(), b.get()) == isl_bool_true; }

bool fits(const Window &w) { return !w.offsets.empty() && w.offsets.size() == w.sizes.size(); }

/// The common cases need no solver: constants, and the same offset plus constants.
std::optional<std::int64_t> constantDifference(const Expr &a, const Expr &b) {
  const auto split = [](const Expr &e) -> std::pair<const Expr *, std::int64_t> {
    if (e.isConstant())
      return {nullptr, e.value};
    if ((e.kind == Expr::Kind::Add || e.kind == Expr::Kind::Sub) && e.operands[1].isConstant())
      return {&e.operands[0], e.kind == Expr::Kind::Add ? e.operands[1].value : -e.operands[1].value};
    return {&e, 0};
  };
  const auto [baseA, plusA] = split(a);
  const auto [baseB, plusB] = split(b);
  if ((baseA == nullptr) != (baseB == nullptr) || (baseA && !sameExpr(*baseA, *baseB)))
    return std::nullopt;
  return plusB - plusA;
}

/// Bounds of a value that follow from constant loop bounds, without a solver.
struct Bounds {
  std::int64_t low, high;
};

std::optional<Bounds> boundsOf(const Expr &e, const Ranges &ranges) {
  switch (e.kind) {
  case Expr::Kind::Constant:
    return Bounds{e.value, e.value};
  case Expr::Kind::Variable:
    for (const Induction &r : ranges)
      if (r.variable == e.variable && r.lower.isConstant() && r.upper.isConstant() && r.lower.value < r.upper.value)
        return Bounds{r.lower.value, r.upper.value - 1};
    return std::nullopt;
  case Expr::Kind::Add:
  case Expr::Kind::Mul: {
    const auto a = boundsOf(e.operands[0], ranges), b = boundsOf(e.operands[1], ranges);
    const bool add = e.kind == Expr::Kind::Add;
    Bounds out;
    if (!a || !b || (!add && (a->low < 0 || b->low < 0)) ||
        (add ? __builtin_add_overflow(a->low, b->low, &out.low) : __builtin_mul_overflow(a->low, b->low, &out.low)) ||
        (add ? __builtin_add_overflow(a->high, b->high, &out.high)
             : __builtin_mul_overflow(a->high, b->high, &out.high)))
      return std::nullopt;
    return out;
  }
  default:
    return std::nullopt;
  }
}

/// The window is one box with constant corners that contains all of the extents.
bool plainlyCovers(const affine::SweptWindow &s, const std::vector<Expr> &extents) {
  if (!s.over.empty() || !fits(s.window) || s.window.offsets.size() != extents.size())
    return false;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const Expr &o = s.window.offsets[d], &n = s.window.sizes[d];
    if (!o.isConstant() || !n.isConstant() || !extents[d].isConstant() || o.value > 0 ||
        o.value + n.value < extents[d].value)
      return false;
  }
  return true;
}

} // namespace

bool affine::disjoint(const Window &a, const Window &b, const Ranges &ranges) {
  if (!fits(a) || !fits(b) || a.offsets.size() != b.offsets.size())
    return false;
  for (std::size_t d = 0; d < a.offsets.size(); ++d)
    if (const auto by = constantDifference(a.offsets[d], b.offsets[d]))
      if ((a.sizes[d].isConstant() && *by >= a.sizes[d].value) || (b.sizes[d].isConstant() && -*by >= b.sizes[d].value))
        return true;
  Writer w;
  const std::string condition = inside(w, a) + " and " + inside(w, b) + w.constraints(ranges);
  return isEmpty(parse(w, a.offsets.size(), condition));
}

bool affine::contains(const Window &outer, const Window &inner, const Ranges &ranges) {
  if (!fits(outer) || !fits(inner) || outer.offsets.size() != inner.offsets.size())
    return false;
  Writer w;
  const std::string context = w.constraints(ranges), in = inside(w, inner) + context, out = inside(w, outer);
  return isSubset(parse(w, inner.offsets.size(), in), parse(w, inner.offsets.size(), out));
}

bool affine::certainlyOutside(const Window &window, const std::vector<Expr> &extents, const Ranges &ranges) {
  if (!fits(window) || extents.size() != window.offsets.size())
    return false;
  // For every value of the symbols some element is outside: the symbols for
  // which all are inside form the empty set.
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const auto at = boundsOf(window.offsets[d], ranges);
    if (at && window.sizes[d].isConstant() && extents[d].isConstant() && at->low >= 0 &&
        at->high <= extents[d].value - window.sizes[d].value)
      continue;
    Writer w;
    const std::string o = w.write(window.offsets[d]), end = o + " + " + w.write(window.sizes[d]);
    const std::string allInside = "0 <= " + o + " and " + end + " <= " + w.write(extents[d]) + w.constraints(ranges);
    const std::string possible = "true" + w.constraints(ranges);
    if (isEmpty(parse(w, 1, allInside)) && !isEmpty(parse(w, 1, possible)))
      return true;
  }
  return false;
}

bool affine::cover(const std::vector<SweptWindow> &windows, const std::vector<Expr> &extents, const Ranges &ranges) {
  for (const SweptWindow &s : windows)
    if (plainlyCovers(s, extents))
      return true;
  Writer w;
  std::string covered;
  for (const SweptWindow &s : windows) {
    if (!fits(s.window) || s.window.offsets.size() != extents.size())
      continue;
    std::map<const Variable *, std::string> renamed;
    std::string exists, condition;
    for (const Induction &loop : s.over) {
      const std::string name = "i" + std::to_string(renamed.size());
      const std::string range = w.range(loop, name, renamed);
      renamed[loop.variable] = name;
      exists += (exists.empty() ? "" : ", ") + name;
      condition += range + " and ";
    }
    condition += inside(w, s.window, renamed);
    if (w.takeVarying())
      continue; // one symbol cannot stand for a different value in each iteration
    covered += (covered.empty() ? "(" : " or (") +
               (exists.empty() ? condition : "exists (" + exists + " : " + condition + ")") + ")";
  }
  if (covered.empty())
    return false;
  const std::string all = insideExtents(w, extents) + w.constraints(ranges);
  return isSubset(parse(w, extents.size(), all), parse(w, extents.size(), covered));
}

bool affine::disjointAcross(const Window &window, const Induction &iterated, const Ranges &inner,
                            const Ranges &ranges) {
  return disjointAcross({window, inner}, {window, inner}, iterated, ranges);
}

bool affine::disjointAcross(const SweptWindow &a, const SweptWindow &b, const Induction &iterated,
                            const Ranges &ranges) {
  if (!fits(a.window) || !fits(b.window) || a.window.offsets.size() != b.window.offsets.size() || iterated.step <= 0)
    return false;
  // Two iterations, each with its own copy of the inner loop variables.
  Writer w;
  std::string exists, condition;
  for (const auto &[copy, swept] : {std::pair("a", &a), std::pair("b", &b)}) {
    std::map<const Variable *, std::string> renamed;
    const std::string name = std::string(copy) + "0";
    exists += (exists.empty() ? "" : ", ") + name;
    condition += (condition.empty() ? "" : " and ") + w.range(iterated, name, renamed);
    renamed[iterated.variable] = name;
    for (const Induction &loop : swept->over) {
      const std::string inName = copy + std::to_string(renamed.size());
      condition += " and " + w.range(loop, inName, renamed);
      renamed[loop.variable] = inName;
      exists += ", " + inName;
    }
    condition += " and " + inside(w, swept->window, renamed);
  }
  condition = "exists (" + exists + " : (a0 < b0 or b0 < a0) and " + condition + ")" + w.constraints(ranges);
  return isEmpty(parse(w, a.window.offsets.size(), condition));
}

bool affine::equal(const Expr &a, const Expr &b, const Ranges &ranges) {
  if (sameExpr(a, b))
    return true;
  if (const auto d = constantDifference(a, b))
    return *d == 0;
  Writer w;
  const std::string l = w.write(a), r = w.write(b);
  const std::string differ = "(" + l + " < " + r + " or " + r + " < " + l + ")" + w.constraints(ranges);
  return isEmpty(parse(w, 1, differ));
}
