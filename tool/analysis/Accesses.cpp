//===- Accesses.cpp - what each op reads and writes ------------------------===//
//
// Which part of which storage an op touches: for an op of the DSL from its
// declaration, for a call from the summary of its callee.
//
//===----------------------------------------------------------------------===//

#include "analysis/Loops.h"
#include "analysis/Memory.h"
#include "analysis/Summaries.h"

#include <algorithm>
#include <deque>

using namespace rewrite;

const Type *rewrite::transferred(const Op &op) {
  if ((op.is("vec.transfer_read") || op.is("vec.load")) && op.result())
    return &op.result()->type;
  if ((op.is("vec.transfer_write") || op.is("vec.store")) && op.operands[0].kind == Operand::Kind::Handle)
    return &op.operands[0].type;
  return nullptr;
}

/// A vector: its lanes are a value, no storage that anything could change.
static bool isRegister(const Operand &o) { return o.variable && o.variable->type.kind == Type::Kind::Vector; }

bool rewrite::givesAddress(const Op &op) { return op.is("tensor.data") || op.is("mem.data"); }

/// Which part of the view an access through the operand touches.
std::optional<Window> Memory::accessWindow(const Op &op, const Operand &through, const View &view) const {
  const int k = static_cast<int>(&through - op.operands.data());
  const Operand *offsets = firstList(op);
  std::vector<Expr> sizes;
  if (op.is("tensor.assemble") && k == 0) {
    if (op.operands[1].variable)
      sizes = extentsOf(*op.operands[1].variable, op);
  } else if (op.is("tile.store") && k == 2) {
    if (op.operands[0].variable)
      sizes = tileExtents(*op.operands[0].variable, op);
  } else if (op.is("tile.load") && k == 0 && op.result()) {
    sizes = loadedExtents(op);
  } else if (const Type *vector = transferred(op)) {
    sizes = extentsOf(Root{}, *vector); // lanes outside of the buffer touch nothing: at most these elements
  } else if (op.is("mem.load") || op.is("mem.store")) {
    std::vector<Expr> at;
    for (std::size_t i = static_cast<std::size_t>(k) + 1; i < op.operands.size(); ++i)
      if (op.operands[i].list.size() == 1)
        at.push_back(op.operands[i].list[0]);
    sizes.assign(at.size(), Expr::constant(1));
    return at.empty() ? std::nullopt : compose(view, resolve(at, op), std::move(sizes));
  } else if ((op.is("element") || op.is("tile.element") || op.is("tensor.read") || op.is("tensor.write") ||
              op.is("tile.read") || op.is("tile.write")) &&
             k == 0) {
    if (offsets)
      sizes.assign(offsets->list.size(), Expr::constant(1));
  } else {
    return view.window;
  }
  if (!offsets || sizes.empty() || !allKnown(sizes))
    return std::nullopt;
  // A tile stored into one row of a rank-1 tensor has more sizes than offsets.
  while (sizes.size() > offsets->list.size() && sizes.front().isConstant() && sizes.front().value == 1)
    sizes.erase(sizes.begin());
  return compose(view, resolve(offsets->list, op), std::move(sizes));
}

/// Valid rows and columns that a load makes: static, or its last list.
std::vector<Expr> Memory::loadedExtents(const Op &load) const {
  const Type &type = load.result()->type;
  const Operand *list = firstList(load, 1);
  std::vector<Expr> out;
  for (std::size_t d = 0; d < 2 && type.valid.size() == 2; ++d)
    if (type.valid[d] != dynamicExtent)
      out.push_back(Expr::constant(type.valid[d]));
    else if (list && list->list.size() == 2)
      out.push_back(resolve(list->list[d], load));
    else
      out.emplace_back();
  return out;
}

/// Of the result as much is valid as of operand 0: a new tile with other elements there.
static bool keepsValidPart(const Op &op) {
  static const std::set<std::string> ops = {"add", "sub", "mul",  "div",  "rem",   "maximum", "minimum", "and", "or",
                                            "xor", "shl", "shr",  "neg",  "not",   "abs",     "exp",     "log", "sin",
                                            "cos", "erf", "tanh", "sqrt", "rsqrt", "recip",   "relu",    "cast"};
  if (op.kind != OpKind::Dsl || !op.info.name.starts_with("tile.") || op.operands.empty() || !op.operands[0].variable)
    return false;
  const std::string name = op.info.name.substr(std::string("tile.").size());
  return ops.count(name) || name.starts_with("row_expand") || name.starts_with("col_expand");
}

/// Valid rows and columns of a tile just before `at`.
std::vector<Expr> Memory::tileExtents(const Variable &tile, const Op &at) const {
  std::vector<Expr> out(2);
  if (tile.type.valid.size() != 2)
    return out;
  const std::set<Definition> defs = values.reaching(tile, at);
  const Op *def = defs.size() == 1 && defs.begin()->kind == Definition::Kind::Result ? defs.begin()->op : nullptr;
  std::vector<Expr> made(2);
  if (def && def->is("tile.load"))
    made = loadedExtents(*def);
  else if (def && keepsValidPart(*def))
    made = tileExtents(*def->operands[0].variable, *def);
  for (std::size_t d = 0; d < 2; ++d)
    if (tile.type.valid[d] != dynamicExtent)
      out[d] = Expr::constant(tile.type.valid[d]);
    else if (def && !values.changedBetween(made[d], *def, at))
      out[d] = made[d];
  return out;
}

void Memory::dslAccesses(const Op &op, std::vector<Access> &out) const {
  const auto touch = [&](int k, Access::Kind kind) {
    if (k < 0 || k >= static_cast<int>(op.operands.size()) || op.operands[k].kind != Operand::Kind::Handle ||
        isRegister(op.operands[k]))
      return;
    Trail trail;
    const std::vector<View> views = operandViews(op.operands[k], op, trail);
    for (const View &v : views) {
      View part = v;
      const bool partial = firstList(op) != nullptr || op.is("mem.load") || op.is("mem.store");
      part.window = accessWindow(op, op.operands[k], v);
      if (partial && part.window)
        part.whole = false;
      else if (partial && !(op.is("tensor.assemble") && k == 1) && kind != Access::Kind::Read)
        part.whole = false; // some part of it
      const bool masked = op.is("vec.transfer_write") && op.operands.size() > 3;
      out.push_back({kind, &op, k, part, views.size() == 1 && !masked});
    }
  };
  if (!op.info.effectsGiven && op.info.result != OpInfo::Result::View) {
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (op.operands[i].type.kind != Type::Kind::Buffer)
        touch(static_cast<int>(i), Access::Kind::Read);
  }
  for (int k : op.info.reads)
    touch(k, Access::Kind::Read);
  // store and assemble may be told to accumulate: their last operand, a mode.
  bool accumulates = false;
  if ((op.is("tile.store") || op.is("tensor.assemble")) && op.operands.size() > 3)
    accumulates =
        !(op.operands[3].list.size() == 1 && op.operands[3].list[0].isConstant() && op.operands[3].list[0].value == 0);
  for (int k : op.info.writes)
    touch(k, accumulates ? Access::Kind::Update : Access::Kind::Write);
  for (int k : op.info.updates)
    touch(k, Access::Kind::Update);
  // A tile that was given a place overwrites what was there.
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    if (op.operands[i].kind == Operand::Kind::Handle && op.operands[i].type.kind == Type::Kind::Buffer && op.result() &&
        op.result()->type.kind == Type::Kind::Tile)
      touch(static_cast<int>(i), Access::Kind::Write);
  if (givesAddress(op))
    touch(0, Access::Kind::Update);
}

/// A window over the callee's parameters, in the caller's words at the call. Loops of the callee stay loops.
std::optional<affine::SweptWindow> Memory::translated(const affine::SweptWindow &swept, const Op &call) const {
  std::deque<Expr> kept;
  const auto map = [&](const Variable *v) -> const Expr * {
    for (const Induction &i : swept.over)
      if (i.variable == v)
        return &kept.emplace_back(Expr::of(v));
    if (v->kind != Variable::Kind::Parameter || v->parameterIndex < 0 ||
        v->parameterIndex >= static_cast<int>(call.operands.size()))
      return nullptr;
    const Operand &arg = call.operands[v->parameterIndex];
    return arg.kind == Operand::Kind::Scalar && arg.list.size() == 1 ? &arg.list[0] : nullptr;
  };
  const auto inCaller = [&](const Expr &e) {
    const Expr scalars = e.substitute(map).substituteExtents([&](const Expr &x) -> Expr {
      const auto k = static_cast<std::size_t>(x.variable->parameterIndex);
      if (!x.onEntry || k >= call.operands.size() || !call.operands[k].variable)
        return Expr();
      const std::vector<Expr> extents = extentsOf(*call.operands[k].variable, call);
      return static_cast<std::size_t>(x.value) < extents.size() ? extents[static_cast<std::size_t>(x.value)] : Expr();
    });
    return resolve(scalars, call);
  };
  affine::SweptWindow out;
  bool clear = true;
  const auto take = [&](const Expr &e) {
    Expr x = inCaller(e);
    clear &= x.kind != Expr::Kind::Opaque;
    return x;
  };
  for (const Expr &e : swept.window.offsets)
    out.window.offsets.push_back(take(e));
  for (const Expr &e : swept.window.sizes)
    out.window.sizes.push_back(take(e));
  for (const Induction &i : swept.over)
    out.over.push_back({i.variable, take(i.lower), take(i.upper), i.step});
  if (!clear)
    return std::nullopt;
  return out;
}

void Memory::callAccesses(const Op &op, std::vector<Access> &out) const {
  const Summary &s = summaries.of(*op.callee);
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    const Operand &o = op.operands[i];
    if (o.kind != Operand::Kind::Handle || !o.variable || isRegister(o))
      continue;
    ParameterEffect effect;
    if (i < s.parameters.size())
      effect = s.parameters[i];
    else
      effect.reads = effect.writes = true;
    Trail trail;
    const std::vector<View> views = operandViews(o, op, trail);
    for (const View &v : views) {
      const auto emit = [&](Access::Kind kind, const std::optional<std::vector<affine::SweptWindow>> &windows) {
        bool exact = windows.has_value() && !windows->empty();
        std::vector<Access> parts;
        for (std::size_t w = 0; exact && w < windows->size(); ++w) {
          const auto part = (*windows)[w].over.empty() ? translated((*windows)[w], op) : std::nullopt;
          const std::optional<Window> inRoot =
              part ? compose(v, part->window.offsets, part->window.sizes) : std::nullopt;
          exact = inRoot.has_value();
          parts.push_back({kind, &op, static_cast<int>(i), {v.root, inRoot, false}, false});
        }
        if (exact)
          out.insert(out.end(), parts.begin(), parts.end());
        else
          out.push_back({kind, &op, static_cast<int>(i), v, false});
      };
      if (effect.reads)
        emit(Access::Kind::Read, effect.readWindows);
      if (effect.writes)
        emit(Access::Kind::Write, effect.writeWindows);
    }
  }
  if (s.touchesUnknown || op.touchesUnknown)
    out.push_back({Access::Kind::Update, &op, -1, View{}, false});
}

void Memory::opaqueAccesses(const Op &op, std::vector<Access> &out) const {
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    if (op.operands[i].variable && op.operands[i].variable->isArray)
      out.push_back({Access::Kind::Update,
                     &op,
                     static_cast<int>(i),
                     {{Root::Kind::Wrapped, nullptr, op.operands[i].variable, 0}, std::nullopt, false},
                     false});
    else if (op.operands[i].kind == Operand::Kind::Handle && !isRegister(op.operands[i])) {
      Trail trail;
      for (const View &v : operandViews(op.operands[i], op, trail))
        out.push_back({Access::Kind::Update, &op, static_cast<int>(i), v, false});
    }
  if (op.touchesUnknown)
    out.push_back({Access::Kind::Update, &op, -1, View{}, false});
}

std::vector<Access> Memory::accesses(const Op &op) const {
  std::vector<Access> out;
  if (op.kind == OpKind::Dsl)
    dslAccesses(op, out);
  else if (op.kind == OpKind::Call)
    callAccesses(op, out);
  else if (op.kind == OpKind::Opaque)
    opaqueAccesses(op, out);
  return out;
}
