//===- Lanes.cpp - where each lane of a vector comes from --------------------===//

#include "analysis/Lanes.h"

#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;

std::vector<std::int64_t> rewrite::broadcastLanes(const std::vector<Extent> &from, const std::vector<Extent> &to) {
  std::vector<std::int64_t> out;
  for (std::int64_t lane = 0; lane < countOf(to); ++lane) {
    // The dimensions match from the last one on; an extent of 1 is repeated.
    std::int64_t rest = lane, at = 0, step = 1;
    for (std::size_t d = 0; d < from.size(); ++d) {
      const Extent extent = to[to.size() - 1 - d], own = from[from.size() - 1 - d];
      at += own == 1 ? 0 : rest % extent * step;
      rest /= extent;
      step *= own;
    }
    out.push_back(at);
  }
  return out;
}

/// The number as one of the element type, which wraps; nothing for other types.
static std::optional<std::int64_t> wrapped(const Type &type, std::int64_t v) {
  const unsigned bits = 8 * type.elementBytes();
  const std::string &e = type.element;
  if (e == "float" || e == "double" || e == "bool" || e.find("::") != e.npos || bits == 0 || bits > 64)
    return std::nullopt;
  if (bits == 64)
    return e.starts_with("unsigned") && v < 0 ? std::nullopt : std::optional(v);
  const std::uint64_t low = static_cast<std::uint64_t>(v) & ((std::uint64_t{1} << bits) - 1);
  const bool negative = !e.starts_with("unsigned") && (low >> (bits - 1)) != 0;
  return static_cast<std::int64_t>(negative ? low | ~((std::uint64_t{1} << bits) - 1) : low);
}

/// What an op computes of two numbers; nothing when it is not one of the few that are known.
static std::optional<std::int64_t> computed(const Op &op, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  const Type &type = op.result()->type;
  const std::int64_t bits = 8 * type.elementBytes();
  std::uint64_t r = 0;
  if (op.is("vec.add"))
    r = x + y;
  else if (op.is("vec.sub"))
    r = x - y;
  else if (op.is("vec.mul"))
    r = x * y;
  else if (op.is("vec.and"))
    r = x & y;
  else if (op.is("vec.or"))
    r = x | y;
  else if (op.is("vec.xor"))
    r = x ^ y;
  else if (op.is("vec.shl") && b >= 0 && b < bits)
    r = x << b;
  else if (op.is("vec.shr") && b >= 0 && b < bits)
    r = static_cast<std::uint64_t>(a >> b);
  else
    return std::nullopt;
  return wrapped(type, static_cast<std::int64_t>(r));
}

std::vector<Lane> Lanes::opaque(const Op *source, const Variable &vector) const {
  std::vector<Lane> out(static_cast<std::size_t>(countOf(vector.type.dims)));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {std::nullopt, &vector, source, static_cast<std::int64_t>(i)};
  return out;
}

/// What is taken out of the first vector, or put into the second one, at constant places of a rank 1 vector or
/// of rows; nothing when that is not how it is.
static std::vector<Lane> window(const Op &op, const std::vector<Lane> &first, const std::vector<Lane> &second) {
  std::vector<Expr> at;
  for (std::size_t i = 1; i < op.operands.size(); ++i)
    at.insert(at.end(), op.operands[i].list.begin(), op.operands[i].list.end());
  const bool takes = op.is("vec.extract_slice");
  if (!(takes ? op.operands[0].variable : op.operands[1].variable))
    return {};
  const std::vector<Extent> &dims = (takes ? op.operands[0] : op.operands[1]).variable->type.dims;
  if (at.size() > dims.size() || (!op.is("vec.insert") && dims.size() != 1))
    return {};
  std::int64_t start = 0;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (d < at.size() && (!at[d].isConstant() || at[d].value < 0 || at[d].value >= dims[d]))
      return {};
    start = start * dims[d] + (d < at.size() ? at[d].value : 0);
  }
  const auto from = static_cast<std::ptrdiff_t>(start);
  if (takes) {
    const std::int64_t n = countOf(op.result()->type.dims);
    if (start + n > static_cast<std::int64_t>(first.size()))
      return {};
    return {first.begin() + from, first.begin() + from + static_cast<std::ptrdiff_t>(n)};
  }
  std::vector<Lane> part = first, out = second;
  if (op.operands[0].kind != Operand::Kind::Handle) {
    const std::vector<Expr> &x = op.operands[0].list;
    const bool known = x.size() == 1 && x[0].isConstant();
    part = {Lane{known ? wrapped(op.result()->type, x[0].value) : std::nullopt, nullptr, nullptr, 0}};
  }
  if (part.empty() || start + static_cast<std::int64_t>(part.size()) > static_cast<std::int64_t>(out.size()))
    return {};
  std::copy(part.begin(), part.end(), out.begin() + from);
  return out;
}

const std::vector<Lane> &Lanes::of(const Variable &vector, const Op &at) {
  if (vector.type.kind != Type::Kind::Vector || !vector.type.isStatic()) {
    unknown.clear();
    return unknown;
  }
  const std::set<Definition> defs = values.reaching(vector, at);
  const Definition d = defs.size() == 1 ? *defs.begin() : Definition{Definition::Kind::Unknown, nullptr, 0};
  if (d.kind == Definition::Kind::Entry)
    return known.try_emplace({nullptr, &vector}, opaque(nullptr, vector)).first->second;
  if (d.kind != Definition::Kind::Result) {
    unknown.assign(static_cast<std::size_t>(countOf(vector.type.dims)), Lane());
    return unknown;
  }
  if (const auto it = known.find({d.op, &vector}); it != known.end())
    return it->second;
  // In a loop an op may be made of itself.
  known[{d.op, &vector}] = opaque(d.op, vector);
  return known[{d.op, &vector}] = made(*d.op, vector);
}

std::vector<Lane> Lanes::made(const Op &op, const Variable &vector) {
  const std::size_t n = static_cast<std::size_t>(countOf(vector.type.dims));
  const auto handle = [&](std::size_t i) {
    return i < op.operands.size() && op.operands[i].kind == Operand::Kind::Handle && op.operands[i].variable
               ? op.operands[i].variable
               : nullptr;
  };
  const auto lanes = [&](std::size_t i) { return handle(i) ? of(*handle(i), op) : std::vector<Lane>(); };
  const auto fits = [&](std::vector<Lane> out) { return out.size() == n ? out : opaque(&op, vector); };
  /// Lane i is lane `from[i]` of `source`.
  const auto pick = [&](const std::vector<Lane> &source, const std::vector<std::int64_t> &from) {
    std::vector<Lane> out;
    for (std::int64_t i : from)
      if (i >= 0 && i < static_cast<std::int64_t>(source.size()))
        out.push_back(source[static_cast<std::size_t>(i)]);
    return fits(std::move(out));
  };
  if (op.kind == OpKind::Copy)
    return fits(lanes(0));
  if (op.kind != OpKind::Dsl || op.result() != &vector)
    return opaque(&op, vector);
  if (op.is("vec.shape_cast"))
    return fits(lanes(0));
  if ((op.is("vec.splat") || op.is("vec.broadcast")) && !handle(0)) {
    const bool known = !op.operands.empty() && op.operands[0].list.size() == 1 && op.operands[0].list[0].isConstant();
    const auto v = known ? wrapped(vector.type, op.operands[0].list[0].value) : std::nullopt;
    return v ? std::vector<Lane>(n, Lane{v, nullptr, nullptr, 0}) : opaque(&op, vector);
  }
  if (op.is("vec.step")) {
    std::vector<Lane> out(n);
    for (std::size_t i = 0; i < n; ++i)
      if (!(out[i].number = wrapped(vector.type, static_cast<std::int64_t>(i))))
        return opaque(&op, vector);
    return out;
  }
  if (op.is("vec.broadcast"))
    return pick(lanes(0), broadcastLanes(handle(0)->type.dims, vector.type.dims));
  if (op.is("vec.shuffle") && op.numbers.size() >= n) {
    std::vector<Lane> both = lanes(0);
    const std::vector<Lane> second = lanes(1);
    both.insert(both.end(), second.begin(), second.end());
    return pick(both, {op.numbers.begin(), op.numbers.begin() + static_cast<std::ptrdiff_t>(n)});
  }
  if (op.is("vec.concat")) {
    std::vector<Lane> both = lanes(0);
    const std::vector<Lane> second = lanes(1);
    both.insert(both.end(), second.begin(), second.end());
    return fits(std::move(both));
  }
  if (op.is("vec.interleave")) {
    const std::vector<Lane> a = lanes(0), b = lanes(1);
    std::vector<Lane> out;
    for (std::size_t i = 0; i < n && i / 2 < std::min(a.size(), b.size()); ++i)
      out.push_back((i % 2 ? b : a)[i / 2]);
    return fits(std::move(out));
  }
  if (op.is("vec.insert") || op.is("vec.insert_slice") || op.is("vec.extract_slice"))
    return fits(window(op, lanes(0), lanes(1)));
  if (op.is("vec.cast") && handle(0)) {
    std::vector<Lane> out = lanes(0);
    for (Lane &lane : out)
      if (!lane.number || wrapped(vector.type, *lane.number) != lane.number)
        return opaque(&op, vector);
    return fits(std::move(out));
  }
  if (op.operands.size() == 2 && handle(0) && handle(1)) {
    const std::vector<Lane> a = lanes(0), b = lanes(1);
    std::vector<Lane> out;
    for (std::size_t i = 0; i < n && a.size() == n && b.size() == n; ++i) {
      const auto v = a[i].number && b[i].number ? computed(op, *a[i].number, *b[i].number) : std::nullopt;
      if (!v)
        return opaque(&op, vector);
      out.push_back({v, nullptr, nullptr, 0});
    }
    return fits(std::move(out));
  }
  return opaque(&op, vector);
}
