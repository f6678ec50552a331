//===- Memory.cpp - storage and views ---------------------------------------===//
//
// A view is valid at a program point: the expressions in its window mean what
// they mean there. Whenever a view travels from a definition to a use, windows
// whose variables changed on the way are forgotten.
//
//===----------------------------------------------------------------------===//

#include "analysis/Memory.h"

#include "analysis/Loops.h"
#include "analysis/Summaries.h"

#include <algorithm>
#include <deque>

using namespace rewrite;

Memory::Memory(const Function &function, const Values &values, Summaries &summaries)
    : function(function),
      values(values),
      summaries(summaries) {}

static View unknownView() { return {}; }

static View wholeOf(Root root) { return {root, std::nullopt, true}; }

/// The same view, seen from `to`.
static View carried(View view, const Op &from, const Op *to, const Values &values) {
  if (!view.window)
    return view;
  for (const std::vector<Expr> *list : {&view.window->offsets, &view.window->sizes})
    for (const Expr &e : *list) {
      bool constant = true;
      e.forEachVariable([&](const Variable *) { constant = false; });
      if (e.kind == Expr::Kind::Opaque || (!constant && (!to || values.changedBetween(e, from, *to)))) {
        view.window.reset();
        return view;
      }
    }
  return view;
}

std::optional<Window> rewrite::compose(const View &parent, const std::vector<Expr> &offsets, std::vector<Expr> sizes) {
  if (offsets.empty() || sizes.size() > offsets.size())
    return std::nullopt;
  while (sizes.size() < offsets.size())
    sizes.insert(sizes.begin(), Expr::constant(1));
  if (parent.whole)
    return Window{offsets, std::move(sizes)};
  if (!parent.window || parent.window->offsets.size() < offsets.size())
    return std::nullopt;
  Window w = *parent.window;
  const std::size_t dropped = w.offsets.size() - offsets.size();
  for (std::size_t d = 0; d < offsets.size(); ++d) {
    w.offsets[dropped + d] = Expr::binary(Expr::Kind::Add, w.offsets[dropped + d], offsets[d]);
    w.sizes[dropped + d] = sizes[d];
  }
  return w;
}

const Operand *rewrite::firstList(const Op &op, unsigned skip) {
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::List && skip-- == 0)
      return &o;
  return nullptr;
}

std::vector<Expr> Memory::resolve(const std::vector<Expr> &list, const Op &at) const {
  std::vector<Expr> out;
  for (const Expr &e : list)
    out.push_back(resolve(e, at));
  return out;
}

Expr Memory::resolve(const Expr &expr, const Op &at) const {
  return values.resolve(expr, at).substituteExtents([&](const Expr &e) {
    if (e.onEntry)
      return e;
    const std::vector<Expr> extents = extentsOf(*e.variable, at);
    const std::size_t d = static_cast<std::size_t>(e.value);
    return d < extents.size() && extents[d].kind != Expr::Kind::Opaque ? extents[d] : e;
  });
}

Induction Memory::resolve(const Induction &i, const Op &loop) const {
  return {i.variable, resolve(i.lower, loop), resolve(i.upper, loop), i.step};
}

bool rewrite::worksOnValidPart(const Op &op) {
  static const char *const others[] = {"tensor.slice", "tensor.assemble", "tensor.read",    "tensor.write",
                                       "tensor.dim",   "tensor.extent",   "tensor.size",    "tensor.is_null",
                                       "tensor.data",  "tensor.dense",    "tensor.convert", "tensor.element"};
  return op.kind == OpKind::Dsl && op.info.name.starts_with("tensor.") &&
         std::none_of(std::begin(others), std::end(others), [&](const char *name) { return op.is(name); });
}

Ranges rewrite::rangesAround(const Op &op, const Memory &memory) {
  Ranges out;
  for (const Op *loop : Control::loopsAround(op))
    if (loop->induction)
      out.insert(out.begin(), memory.resolve(*loop->induction, *loop));
  return out;
}

std::vector<Expr> Memory::extentsOf(const Root &root, const Type &type) const {
  std::vector<Expr> out;
  for (std::size_t d = 0; d < type.dims.size(); ++d) {
    if (type.dims[d] != dynamicExtent) {
      out.push_back(Expr::constant(type.dims[d]));
      continue;
    }
    Expr e; // not known
    if (root.kind == Root::Kind::Parameter) {
      e = Expr::extent(root.variable, static_cast<std::int64_t>(d), true);
    } else if (root.kind == Root::Kind::Created && root.op->kind == OpKind::Dsl) {
      if (const Operand *list = firstList(*root.op);
          list && list->list.size() == type.dims.size() && (root.op->is("tensor.create") || root.op->is("mem.alloc")))
        e = resolve(list->list[d], *root.op);
    }
    out.push_back(std::move(e));
  }
  return out;
}

std::vector<Expr> Memory::extentsOf(const Variable &handle, const Op &at) const {
  std::vector<Expr> out;
  const std::vector<View> all = views(handle, at);
  if (all.size() == 1 && all[0].whole)
    out = extentsOf(all[0].root, handle.type);
  else
    out.resize(handle.type.dims.size());
  for (std::size_t d = 0; d < out.size(); ++d) {
    if (handle.type.dims[d] != dynamicExtent) {
      out[d] = Expr::constant(handle.type.dims[d]);
    } else if (all.size() == 1 && all[0].window && all[0].window->sizes.size() >= out.size()) {
      out[d] = all[0].window->sizes[all[0].window->sizes.size() - out.size() + d]; // valid at `at`
    } else if (all.size() == 1 && all[0].root.kind == Root::Kind::Created) {
      bool changed = false; // what the create was given may have changed since
      out[d].forEachVariable(
          [&](const Variable *v) { changed |= values.changedBetween(*v, *all[0].root.op, at) != nullptr; });
      if (changed)
        out[d] = Expr();
    }
  }
  return out;
}

bool rewrite::allKnown(const std::vector<Expr> &list) {
  return std::none_of(list.begin(), list.end(), [](const Expr &e) { return e.kind == Expr::Kind::Opaque; });
}

/// subview(m, offsets, Strides{...}): every s-th element.
static bool hasStrides(const Op &op) {
  return std::any_of(op.operands.begin(), op.operands.end(),
                     [](const Operand &o) { return o.type.spelling.find("Strides") != std::string::npos; });
}

/// rank_reduce drops unit dims; windows count dimensions from the last one, so that leading ones can go.
static bool dropsLeadingDims(const Op &op) {
  const std::vector<Extent> &from = op.operands[0].type.dims;
  const std::vector<Extent> &to = op.result()->type.dims;
  return to.size() <= from.size() && std::equal(to.rbegin(), to.rend(), from.rbegin());
}

/// What is whole is a window in terms of the root; a window stays what it is.
static View dropped(View v, const Op &op) {
  if (!v.whole)
    return v;
  v.whole = false;
  Window w;
  for (Extent d : op.operands[0].type.dims) {
    if (d == dynamicExtent)
      return v;
    w.offsets.push_back(Expr::constant(0));
    w.sizes.push_back(Expr::constant(d));
  }
  v.window = std::move(w);
  return v;
}

View Memory::sliceOf(const View &parent, const Op &op) const {
  View v{parent.root, std::nullopt, false};
  const Operand *offsets = firstList(op), *list = firstList(op, 1);
  std::vector<Expr> sizes;
  if (list)
    sizes = resolve(list->list, op);
  else if (op.result() && op.result()->type.isStatic())
    sizes = extentsOf(Root{}, op.result()->type);
  if (offsets && !sizes.empty())
    v.window = compose(parent, resolve(offsets->list, op), sizes);
  return v;
}

static bool sameList(const std::vector<Expr> &a, const std::vector<Expr> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameExpr);
}

/// Several definitions often hand on the same handle: that is one view.
static void addView(std::vector<View> &views, View v) {
  const auto same = [&](const View &o) {
    return o.root == v.root && o.whole == v.whole && o.window.has_value() == v.window.has_value() &&
           (!v.window ||
            (sameList(o.window->offsets, v.window->offsets) && sameList(o.window->sizes, v.window->sizes)));
  };
  if (std::none_of(views.begin(), views.end(), same))
    views.push_back(std::move(v));
}

std::vector<View> Memory::operandViews(const Operand &operand, const Op &at, Trail &trail) const {
  if (operand.kind != Operand::Kind::Handle || !operand.variable)
    return {unknownView()};
  const std::set<Definition> defs = values.reaching(*operand.variable, at);
  const Type::Kind kind = operand.variable->type.kind;
  std::vector<View> out;
  for (const Definition &d : defs)
    for (View v : resultViews(d, *operand.variable, trail)) {
      if (v.root.kind == Root::Kind::Unknown && (kind == Type::Kind::Tile || kind == Type::Kind::Buffer))
        v.root.kind = Root::Kind::UnknownTile;
      if (d.op)
        v = carried(std::move(v), *d.op, &at, values);
      addView(out, std::move(v));
    }
  return out;
}

std::vector<View> Memory::resultViews(const Definition &d, const Variable &variable, Trail &trail) const {
  if (d.kind == Definition::Kind::Unknown)
    return {variable.kind == Variable::Kind::Global
                ? View{{Root::Kind::Global, nullptr, &variable, 0}, std::nullopt, false}
                : unknownView()};
  if (d.kind == Definition::Kind::Entry) {
    if (variable.kind == Variable::Kind::Parameter)
      return {wholeOf({Root::Kind::Parameter, nullptr, &variable, 0})};
    if (variable.kind == Variable::Kind::Global) // may have been another handle a moment ago: no windows
      return {View{{Root::Kind::Global, nullptr, &variable, 0}, std::nullopt, false}};
    return {wholeOf({Root::Kind::Null, nullptr, nullptr, 0})};
  }
  const Op &op = *d.op;
  if (!trail.insert({&op, &variable}).second)
    return {}; // on the way round a loop: nothing new comes from here
  if (d.kind == Definition::Kind::Clobber) {
    if (op.kind != OpKind::Call)
      return {unknownView()};
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (op.operands[i].variable == &variable) {
        const Summary &s = summaries.of(*op.callee);
        if (i >= s.parameters.size() || s.parameters[i].rebinds)
          return {unknownView()};
        return operandViews(op.operands[i], op, trail);
      }
    return {unknownView()};
  }
  if (op.kind == OpKind::Copy)
    return operandViews(op.operands[0], op, trail);
  if (op.kind == OpKind::Call) {
    const Summary &s = summaries.of(*op.callee);
    if (d.index >= s.results.size())
      return {unknownView()};
    const ResultSource &source = s.results[d.index];
    if (source.kind == ResultSource::Kind::Fresh)
      return {wholeOf({Root::Kind::Created, &op, nullptr, d.index})};
    if (source.kind == ResultSource::Kind::Unknown || source.parameter >= static_cast<int>(op.operands.size()))
      return {unknownView()};
    std::vector<View> out = operandViews(op.operands[source.parameter], op, trail);
    if (!source.whole)
      for (View &v : out)
        v = {v.root, std::nullopt, false};
    return out;
  }
  if (op.kind != OpKind::Dsl)
    return {unknownView()};

  // A tile that was given a place lives there.
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::Handle && o.type.kind == Type::Kind::Buffer) {
      std::vector<View> out = operandViews(o, op, trail);
      for (View &v : out)
        v = {v.root, std::nullopt, false};
      return out;
    }
  switch (op.info.result) {
  case OpInfo::Result::Fresh:
  case OpInfo::Result::Indeterminate:
    return {wholeOf({Root::Kind::Created, &op, nullptr, d.index})};
  case OpInfo::Result::Same:
  case OpInfo::Result::View: {
    const std::size_t k = static_cast<std::size_t>(op.info.resultOf);
    if (k >= op.operands.size())
      return {unknownView()};
    std::vector<View> out = operandViews(op.operands[k], op, trail);
    if (op.info.result == OpInfo::Result::Same)
      return out;
    for (View &v : out) {
      if (op.is("tensor.slice") || op.is("tile.slice") || (op.is("mem.subview") && !hasStrides(op)))
        v = sliceOf(v, op);
      else if (op.is("mem.view"))
        continue; // all of it, as the tensor shows it
      else if (op.is("mem.rank_reduce") && dropsLeadingDims(op))
        v = dropped(std::move(v), op);
      else if (op.is("tensor.reshape") || op.is("tile.reshape"))
        v.window.reset(); // all of what it was, counted otherwise
      else
        v = {v.root, std::nullopt, false};
    }
    return out;
  }
  default:
    break;
  }
  if (op.is("null"))
    return {wholeOf({Root::Kind::Null, nullptr, nullptr, 0})};
  if (op.is("wrap") && !op.operands.empty() && !op.operands[0].list.empty()) {
    std::vector<const Variable *> named;
    op.operands[0].list[0].forEachVariable([&](const Variable *v) { named.push_back(v); });
    if (named.size() == 1 && (named[0]->isArray || !named[0]->escapes))
      return {View{{Root::Kind::Wrapped, nullptr, named[0], 0}, std::nullopt, false}};
  }
  return {unknownView()};
}

std::vector<View> Memory::views(const Variable &variable, const Op &at) const {
  Trail trail;
  Operand o;
  o.kind = Operand::Kind::Handle;
  o.variable = const_cast<Variable *>(&variable);
  return operandViews(o, at, trail);
}

std::vector<View> Memory::viewsAtExit(const Variable &variable) const {
  Trail trail;
  std::vector<View> out;
  for (const Definition &d : values.atExit(variable))
    for (View v : resultViews(d, variable, trail))
      out.push_back(d.op ? carried(std::move(v), *d.op, nullptr, values) : v);
  return out;
}

std::vector<View> Memory::viewsOf(const Definition &definition, const Variable &variable) const {
  Trail trail;
  return resultViews(definition, variable, trail);
}

bool Memory::mayAlias(const Root &a, const Root &b) const {
  using K = Root::Kind;
  if (a.kind == K::Null || b.kind == K::Null)
    return false;
  if (a.kind == K::UnknownTile || b.kind == K::UnknownTile) {
    const Root &other = a.kind == K::UnknownTile ? b : a;
    const Variable *shown = other.kind == K::Created ? other.op->result(other.index) : other.variable;
    return other.kind == K::UnknownTile || other.kind == K::Unknown ||
           (shown && (shown->type.kind == Type::Kind::Tile || shown->type.kind == Type::Kind::Buffer));
  }
  if (a == b)
    return true;
  if (a.kind == K::Created && b.kind == K::Created)
    return false;
  // A local array came into being here: only what was made from it or is unknown can be it.
  const auto isArray = [](const Root &r) { return r.kind == K::Wrapped && r.variable->isArray; };
  if (isArray(a) || isArray(b)) {
    const Root &other = isArray(a) ? b : a;
    return other.kind == K::Unknown || other.kind == K::Global || (other.kind == K::Wrapped && !isArray(other));
  }
  if (a.kind == K::Created || b.kind == K::Created) {
    const Root &own = a.kind == K::Created ? a : b, &other = a.kind == K::Created ? b : a;
    // What came into the function from outside existed before.
    return other.kind != K::Parameter && escapes(own);
  }
  if (a.kind == K::Parameter && b.kind == K::Parameter) {
    const auto exclusive = [](const Variable *v) { return v->role == Role::Out || v->role == Role::InOut; };
    const bool contract = a.variable->role != Role::None && b.variable->role != Role::None &&
                          (exclusive(a.variable) || exclusive(b.variable));
    return !contract || summaries.violated(function, *a.variable, *b.variable);
  }
  return true;
}

bool Memory::mayOverlap(const View &a, const View &b, const Op &at) const {
  if (!mayAlias(a.root, b.root))
    return false;
  return a.root != b.root || !a.window || !b.window || !affine::disjoint(*a.window, *b.window, rangesAround(at, *this));
}

const Op *Memory::writtenBetween(const View &view, const Op &from, const Op &to) const {
  for (const Op *op : values.control.between(from, to))
    for (const Access &access : accesses(*op))
      if (access.writes() && mayOverlap(view, access.view, *op))
        return op;
  return nullptr;
}

const Op *Memory::escapePoint(const Root &root, bool returnsCount) const {
  const Op *found = nullptr;
  const auto refers = [&](const Operand &o, const Op &op) {
    if (o.kind != Operand::Kind::Handle || !o.variable)
      return false;
    Trail trail;
    for (const View &v : operandViews(o, op, trail))
      if (v.root == root)
        return true;
    return false;
  };
  walk(*function.body, [&](const Op &op) {
    if (found)
      return;
    for (std::size_t i = 0; i < op.operands.size() && !found; ++i) {
      bool gives = op.kind == OpKind::Opaque || (op.kind == OpKind::Return && returnsCount) || givesAddress(op);
      if (op.kind == OpKind::Call) {
        const Summary &s = summaries.of(*op.callee);
        gives = i >= s.parameters.size() || s.parameters[i].retains;
      }
      if (gives && refers(op.operands[i], op))
        found = &op;
    }
  });
  if (found)
    return found;
  walk(*function.body, [&](const Op &op) {
    for (unsigned i = 0; i < op.results.size() && !found; ++i)
      if (const Variable *v = op.results[i];
          v && v->type.isHandle() && (v->kind == Variable::Kind::Global || v->isStatic || v->escapes || v->byReference))
        for (const View &view : viewsOf({Definition::Kind::Result, &op, i}, *v))
          if (view.root == root)
            found = &op;
  });
  return found;
}

bool Memory::escapes(const Root &root) const { return escapePoint(root) != nullptr; }
