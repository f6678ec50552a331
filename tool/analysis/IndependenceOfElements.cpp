//===- IndependenceOfElements.cpp - do iterations touch one another's elements ----===//
//
// Of each piece of storage that an iteration writes, some dimension must tell any two
// iterations apart: whatever part of it the one touches, the other touches another part
// (affine::disjointAcross). One dimension at a time: rows by their number, whatever their
// columns are.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Coverage.h"
#include "analysis/Independence.h"
#include "analysis/Loops.h"
#include "analysis/Summaries.h"

#include <algorithm>
#include <set>

using namespace rewrite;

namespace {

/// A part of some storage, and the loops in the iteration over which it is taken.
struct Touch {
  Root root;
  std::optional<Window> window;
  Ranges inner;
  bool writes = false;
  const Op *op = nullptr;
};

class Elements {
public:
  Elements(const Op &loop, const Memory &memory, bool coarse) : loop(loop), memory(memory), coarse(coarse) {}

  std::optional<Conflict> run() {
    walk(bodyOf(loop), [&](const Op &op) { op.kind == OpKind::Call ? call(op) : plain(op); });
    for (const Touch &w : touches) {
      if (!w.writes || !proven.insert(w.root).second)
        continue;
      for (const Touch &t : touches)
        if (t.root != w.root && memory.mayAlias(t.root, w.root))
          return Conflict{"memory-carried", "what is read or written here may be what another iteration writes", t.op};
      if (const Op *at = together(w.root))
        return Conflict{"memory-carried", "two iterations may touch the same element", at};
    }
    return std::nullopt;
  }

private:
  /// Storage that the iteration makes for itself.
  bool isOwn(const Root &root) const {
    return root.kind == Root::Kind::Null || (root.kind == Root::Kind::Created && isIn(*root.op, loop));
  }

  void plain(const Op &op) {
    for (const Access &a : memory.accesses(op)) {
      if (isOwn(a.view.root))
        continue;
      Touch t{a.view.root, a.view.window, loopsAround(op), a.writes(), &op};
      const Variable *handle =
          coarse && a.operand >= 0 ? op.operands[static_cast<std::size_t>(a.operand)].variable : nullptr;
      if (handle && handle->kind == Variable::Kind::Local && isDeclaredIn(*handle, loop))
        for (const View &v : memory.views(*handle, op))
          if (v.root == a.view.root && v.window)
            t.window = v.window;
      touches.push_back(std::move(t));
    }
  }

  /// What the callee touches, in the caller's words.
  void call(const Op &op) {
    const Summary &s = memory.summaries.of(*op.callee);
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const Operand &o = op.operands[i];
      if (o.kind != Operand::Kind::Handle || !o.variable || o.variable->type.kind == Type::Kind::Vector)
        continue;
      for (const View &v : memory.views(*o.variable, op)) {
        if (isOwn(v.root))
          continue;
        if (i >= s.parameters.size()) {
          touches.push_back({v.root, std::nullopt, {}, true, &op});
          continue;
        }
        for (const bool writes : {false, true})
          if (writes ? s.parameters[i].writes : s.parameters[i].reads) {
            auto windows = coarse ? cutOut(*op.callee, static_cast<int>(i), writes) : std::nullopt;
            parts(op, v,
                  windows  ? windows
                  : writes ? s.parameters[i].writeWindows
                           : s.parameters[i].readWindows,
                  writes);
          }
      }
    }
  }

  /// The windows that the callee gives names to, where all that it reads or writes of the parameter lies in such.
  std::optional<std::vector<affine::SweptWindow>> cutOut(const Function &callee, int parameter, bool writes) const {
    if (!callee.hasBody || !callee.unmodelled.empty())
      return std::nullopt;
    const Control control(callee);
    const Values values(callee, control);
    const Memory inside(callee, values, memory.summaries);
    std::vector<affine::SweptWindow> out;
    std::set<const Variable *> known;
    bool all = true;
    walk(*callee.body, [&](const Op &op) {
      for (const Access &a : inside.accesses(op)) {
        if (a.view.root.kind != Root::Kind::Parameter || a.view.root.variable->parameterIndex != parameter ||
            (writes ? !a.writes() : !a.reads()))
          continue;
        const Variable *handle = a.operand < 0 ? nullptr : op.operands[static_cast<std::size_t>(a.operand)].variable;
        const std::vector<const Op *> *defs = handle ? &values.definitions(*handle) : nullptr;
        if (!defs || defs->size() != 1 || !(*defs)[0]->is("mem.subview")) {
          all = false;
          continue;
        }
        if (!known.insert(handle).second)
          continue;
        Access whole = a;
        whole.op = (*defs)[0];
        const std::vector<View> views = inside.views(*handle, op);
        whole.view = views.size() == 1 ? views[0] : View();
        const auto swept = sweep(whole, *callee.body, inside);
        all &= swept.has_value();
        if (swept)
          out.push_back(*swept);
      }
    });
    return all && !out.empty() ? std::optional(out) : std::nullopt;
  }

  void parts(const Op &op, const View &view, const std::optional<std::vector<affine::SweptWindow>> &windows,
             bool writes) {
    if (!windows) {
      touches.push_back({view.root, view.window, loopsAround(op), writes, &op});
      return;
    }
    for (const affine::SweptWindow &w : *windows) {
      Touch t{view.root, view.window, loopsAround(op), writes, &op};
      if (const auto here = memory.translated(w, op))
        if (const auto inRoot = compose(view, here->window.offsets, here->window.sizes)) {
          t.window = inRoot;
          t.inner.insert(t.inner.end(), here->over.begin(), here->over.end());
        }
      touches.push_back(std::move(t));
    }
  }

  /// Of the loops in the iteration, outermost first.
  Ranges loopsAround(const Op &op) const {
    Ranges out;
    for (const Op *l : Control::loopsAround(op))
      if (l != &loop && isIn(*l, loop) && l->induction)
        out.insert(out.begin(), memory.resolve(*l->induction, *l));
    return out;
  }

  /// The window may be another one in each iteration for a reason that is not a loop's: such variables are
  /// anything, or at most what math::min gave them. False: it cannot be said.
  bool complete(Touch &t) const {
    std::set<const Variable *> known = {loop.induction->variable};
    for (const Induction &i : t.inner)
      known.insert(i.variable);
    std::vector<const Expr *> all;
    for (const std::vector<Expr> *list : {&t.window->offsets, &t.window->sizes})
      for (const Expr &e : *list)
        all.push_back(&e);
    const std::size_t loops = t.inner.size();
    const Ranges inner = t.inner;
    for (std::size_t k = 0; k < loops; ++k) {
      all.push_back(&inner[k].lower);
      all.push_back(&inner[k].upper);
    }
    Ranges anything;
    bool sayable = true;
    for (const Expr *e : all)
      eachLeaf(*e, [&](const Expr &leaf) {
        const Variable *v = leaf.variable;
        if (known.count(v) || isInvariant(*v, loop, memory.values))
          return;
        if (leaf.kind == Expr::Kind::Extent) {
          sayable &= leaf.onEntry;
          return;
        }
        known.insert(v);
        constexpr std::int64_t far = std::int64_t{1} << 62;
        anything.push_back({const_cast<Variable *>(v), Expr::constant(-far), Expr::constant(highest(*v, far) + 1), 1});
      });
    t.inner.insert(t.inner.begin(), anything.begin(), anything.end());
    return sayable;
  }

  template <class F> static void eachLeaf(const Expr &e, F &&f) {
    if (e.kind == Expr::Kind::Variable || e.kind == Expr::Kind::Extent)
      f(e);
    for (const Expr &o : e.operands)
      eachLeaf(o, f);
  }

  /// math::min(8, rows - r) is at most 8.
  std::int64_t highest(const Variable &v, std::int64_t otherwise) const {
    const std::vector<const Op *> &defs = memory.values.definitions(v);
    if (defs.size() != 1 || v.escapes)
      return otherwise;
    if (defs[0]->kind == OpKind::Scalar && defs[0]->operands.size() == 1 && defs[0]->operands[0].list.size() == 1 &&
        defs[0]->operands[0].list[0].kind == Expr::Kind::Variable)
      return highest(*defs[0]->operands[0].list[0].variable, otherwise);
    if (defs[0]->is("math.min"))
      for (const Operand &o : defs[0]->operands)
        if (o.list.size() == 1 && memory.resolve(o.list[0], *defs[0]).isConstant())
          otherwise = std::min(otherwise, memory.resolve(o.list[0], *defs[0]).value);
    return otherwise;
  }

  /// An op of two iterations that may touch the same element of the root; null when no two do.
  const Op *together(const Root &root) {
    std::vector<Touch> of;
    for (Touch t : touches)
      if (t.root == root) {
        if (!t.window || t.window->offsets.size() != t.window->sizes.size() || !complete(t))
          return t.op;
        of.push_back(std::move(t));
      }
    const std::size_t rank = of[0].window->offsets.size();
    for (const Touch &t : of)
      if (t.window->offsets.size() != rank)
        return t.op;
    for (std::size_t d = 0; d < rank; ++d)
      if (apart(of, d))
        return nullptr;
    const auto writer = std::find_if(of.begin(), of.end(), [](const Touch &t) { return t.writes; });
    return writer->op;
  }

  bool apart(const std::vector<Touch> &of, std::size_t d) const {
    constexpr std::size_t most = 24; // different parts in a dimension that tells rows apart: one, or a few neighbours
    struct Part {
      Window window;
      Ranges inner;
      bool writes;
    };
    std::vector<Part> parts;
    for (const Touch &t : of) {
      Part p{{{t.window->offsets[d]}, {t.window->sizes[d]}}, relevant(t, d), t.writes};
      const auto same = [&](const Part &o) {
        return sameExpr(o.window.offsets[0], p.window.offsets[0]) && sameExpr(o.window.sizes[0], p.window.sizes[0]) &&
               o.inner.size() == p.inner.size() &&
               std::equal(o.inner.begin(), o.inner.end(), p.inner.begin(), [](const auto &x, const auto &y) {
                 return x.variable == y.variable && x.step == y.step && sameExpr(x.lower, y.lower) &&
                        sameExpr(x.upper, y.upper);
               });
      };
      const auto known = std::find_if(parts.begin(), parts.end(), same);
      if (known != parts.end())
        known->writes |= p.writes;
      else if (parts.size() == most)
        return false;
      else
        parts.push_back(std::move(p));
    }
    const Induction iterated = memory.resolve(*loop.induction, loop);
    const Ranges ranges = rangesAround(loop, memory);
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = i; j < parts.size(); ++j)
        if ((parts[i].writes || parts[j].writes) &&
            !affine::disjointAcross({parts[i].window, parts[i].inner}, {parts[j].window, parts[j].inner}, iterated,
                                    ranges))
          return false;
    return true;
  }

  /// The loops that the window depends on in that dimension, through the bounds of others, too.
  static Ranges relevant(const Touch &t, std::size_t d) {
    std::set<const Variable *> needed;
    const auto need = [&](const Expr &e) { e.forEachVariable([&](const Variable *v) { needed.insert(v); }); };
    need(t.window->offsets[d]);
    need(t.window->sizes[d]);
    Ranges out;
    for (std::size_t k = t.inner.size(); k-- > 0;)
      if (needed.count(t.inner[k].variable)) {
        need(t.inner[k].lower);
        need(t.inner[k].upper);
        out.insert(out.begin(), t.inner[k]);
      }
    return out;
  }

  const Op &loop;
  const Memory &memory;
  const bool coarse; ///< of a window that the iteration names, all of it
  std::vector<Touch> touches;
  std::set<Root> proven;
};

} // namespace

std::optional<Conflict> rewrite::conflictOfElements(const Op &loop, const Memory &memory) {
  // What an iteration cuts out for itself is one window, what it then does with it are many.
  return Elements(loop, memory, true).run() ? Elements(loop, memory, false).run() : std::nullopt;
}
