//===- Places.cpp - which elements a body reads and writes -------------------===//

#include "passes/vectorize/Body.h"

#include "analysis/Carried.h"
#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::vectorize;

Loops Place::loops() const {
  Loops out;
  for (const Subscript &s : at)
    if (s.loop >= 0)
      out.push_back(s.loop);
  return out;
}

Loops Place::points() const {
  Loops out;
  for (const Subscript &s : at)
    if (s.point >= 0)
      out.push_back(s.point);
  return out;
}

/// Made of the same literals and the same variables, which do not change in a body.
static bool sameText(const Text &a, const Text &b) {
  return std::equal(a.pieces.begin(), a.pieces.end(), b.pieces.begin(), b.pieces.end(),
                    [](const auto &x, const auto &y) {
                      const auto *s = std::get_if<std::string>(&x), *t = std::get_if<std::string>(&y);
                      const auto *v = std::get_if<const Variable *>(&x), *w = std::get_if<const Variable *>(&y);
                      return (s && t && *s == *t) || (v && w && *v == *w);
                    });
}

bool vectorize::samePlace(const Place &a, const Place &b) {
  return a.handle == b.handle &&
         std::equal(a.at.begin(), a.at.end(), b.at.begin(), b.at.end(), [](const Subscript &x, const Subscript &y) {
           return x.loop == y.loop && sameText(x.offset, y.offset);
         });
}

/// Other loops, but the same elements.
bool Body::sameWindow(const Place &a, const Place &b) const {
  return a.handle == b.handle &&
         std::equal(a.at.begin(), a.at.end(), b.at.begin(), b.at.end(), [&](const Subscript &x, const Subscript &y) {
           return (x.loop < 0) == (y.loop < 0) && sameText(x.offset, y.offset) &&
                  (x.loop < 0 || writer.extent(x.loop) == writer.extent(y.loop));
         });
}

/// The loop variable, where the term is one; its values fit every integer of 32 bits.
static const Term *loopIn(const Term &term) {
  const Term *t = &term;
  while (t->kind == Term::Kind::Cast && isInteger(laneType(t->type)) && bytesOf(laneType(t->type)) >= 4)
    t = &t->operands[0];
  return t->kind == Term::Kind::Parameter ? t : nullptr;
}

static bool isSigned(const Type &type) {
  const std::string lane = laneType(type);
  return isInteger(lane) && !lane.starts_with("unsigned");
}

/// In the braces of Offsets no conversion may narrow.
static bool fitsIndex(const Term &number) {
  const Term *t = &number;
  while (t->kind == Term::Kind::Cast && t->implicit)
    t = &t->operands[0];
  const std::string type = laneType(t->type);
  return t->kind == Term::Kind::Literal || isSigned(t->type) || (isInteger(type) && bytesOf(type) < 8);
}

/// It may have another value at another point.
static bool mayVary(const Term &number) {
  bool varies = false;
  forEachTerm(number, [&](const Term &t) {
    varies |= t.kind == Term::Kind::Parameter || t.kind == Term::Kind::Element || t.kind == Term::Kind::Local;
  });
  return varies;
}

/// A loop variable, a number, or their sum.
std::optional<Subscript> Body::subscript(const Term &index) {
  Subscript s;
  const Term *loop = loopIn(index), *number = nullptr;
  bool minus = false;
  if (!loop && isUniform(index)) {
    number = &index;
  } else if (!loop) {
    const Term *sum = &index;
    while (sum->kind == Term::Kind::Cast && isSigned(sum->type) && bytesOf(laneType(sum->type)) == 8 &&
           isSigned(sum->operands[0].type)) // keeps every value
      sum = &sum->operands[0];
    minus = sum->name == "sub";
    if (sum->kind != Term::Kind::Binary || (sum->name != "add" && !minus) || !isSigned(sum->type))
      return fail("index-form", "an index is no loop variable, number, or sum of the two", index.range);
    const std::size_t side = loopIn(sum->operands[0]) || minus ? 0 : 1;
    loop = loopIn(sum->operands[side]);
    number = &sum->operands[1 - side];
    if (!loop || !isUniform(*number))
      return fail("index-form", "an index is no loop variable, number, or sum of the two", index.range);
  }
  s.varies = strip && number && mayVary(*number);
  if (loop) {
    s.point = loop->index;
    s.loop = !strip || strip->loop == loop->index ? loop->index : -1;
    if (strip)
      s.offset << strip->counters[static_cast<std::size_t>(loop->index)];
  }
  if (!number || (number->kind == Term::Kind::Literal && number->name == "0"))
    return s;
  std::optional<Lanes> v = fitsIndex(*number) ? value(*number) : std::nullopt;
  if (!v || !v->uniform)
    return fail("index-form", "an index has a type or form that offsets cannot have", index.range);
  if (strip && loop) {
    const std::string &counter = strip->counters[static_cast<std::size_t>(loop->index)];
    if (counter == "0" && !minus) {
      s.offset = v->text;
      return s;
    }
    if (isNumber(counter) && number->kind != Term::Kind::Literal) // not in the type of the number
      s.offset = Text(writer.dsl("Index{") + counter + "}");
  }
  if (strip && loop) {
    s.offset << (minus ? " - " : " + ") << Writer::bracket(*v, primary);
    return s;
  }
  if (minus)
    s.offset << "-" << Writer::bracket(*v, primary);
  else
    s.offset = v->text;
  return s;
}

bool vectorize::hasTwice(Loops loops) {
  std::sort(loops.begin(), loops.end());
  return std::adjacent_find(loops.begin(), loops.end()) != loops.end();
}

std::optional<Place> Body::place(const Term &element) {
  if (!element.variable || element.variable->type.kind != Type::Kind::MemRef ||
      (element.variable->name.empty() && !names.count(element.variable)))
    return fail("not-a-memref", quoted(element.variable, "what it works on") + " is no MemRef with a name",
                element.range);
  Place p;
  p.handle = canonical(element.variable);
  for (const Term &index : element.operands) {
    std::optional<Subscript> s = subscript(index);
    if (!s)
      return std::nullopt;
    p.at.push_back(std::move(*s));
  }
  if (hasTwice(p.loops()))
    return fail("index-form", "two indices move with one loop", element.range);
  return p;
}

/// Two names for the same elements in the same order.
bool Body::sameElements(const Variable &a, const Variable &b) const {
  const std::vector<View> x = analyses.memory.views(a, op), y = analyses.memory.views(b, op);
  if (a.type.dims != b.type.dims || x.size() != 1 || y.size() != 1 || x[0].root != y[0].root ||
      x[0].root.kind == Root::Kind::Unknown)
    return false;
  if (x[0].whole && y[0].whole)
    return true;
  if (!x[0].window || !y[0].window)
    return false;
  const Ranges ranges = rangesAround(op, analyses.memory);
  const auto same = [&](const std::vector<Expr> &s, const std::vector<Expr> &t) {
    return std::equal(s.begin(), s.end(), t.begin(), t.end(), [&](const Expr &e, const Expr &f) {
      return e.kind != Expr::Kind::Opaque && f.kind != Expr::Kind::Opaque && affine::equal(e, f, ranges);
    });
  };
  return same(x[0].window->offsets, y[0].window->offsets) && same(x[0].window->sizes, y[0].window->sizes);
}

const Variable *Body::canonical(const Variable *handle) {
  for (const Variable *other : handles)
    if (other == handle || sameElements(*other, *handle))
      return other;
  handles.push_back(handle);
  return handle;
}

/// Two indices of the handle may show one element: strides that mem::reinterpret was given.
bool Body::mayShareElements(const Variable &handle, const Op &at, unsigned depth) const {
  if (depth > 8)
    return true;
  for (const Definition &d : analyses.values.reaching(handle, at)) {
    if (d.kind == Definition::Kind::Entry && handle.kind == Variable::Kind::Parameter)
      continue; // by contract
    const Op *made = d.kind == Definition::Kind::Result ? d.op : nullptr;
    if (!made || made->is("mem.reinterpret"))
      return true;
    if (made->is("mem.alloc") || made->is("wrap")) // dense
      continue;
    const bool passes =
        made->kind == OpKind::Copy || (made->kind == OpKind::Dsl && made->info.name.starts_with("mem."));
    if (!passes || made->operands.empty() || !made->operands[0].variable ||
        mayShareElements(*made->operands[0].variable, *made, depth + 1))
      return true;
  }
  return false;
}

/// What the handle may show; something unknown where nothing can be told.
std::vector<View> Body::views(const Variable &handle) const {
  std::vector<View> out = analyses.memory.views(handle, op);
  if (out.empty())
    out.emplace_back();
  return out;
}

/// The storage may be that of a scalar, whose address somebody has taken.
static bool mayHold(const Root &root, const Variable &scalar) {
  if (root.kind == Root::Kind::Wrapped)
    return root.variable == &scalar || scalar.escapes;
  return root.kind == Root::Kind::Unknown || root.kind == Root::Kind::Global;
}

bool Body::overlaps() {
  const auto isStored = [&](const Variable *v) {
    return std::any_of(stored.begin(), stored.end(), [&](const Stored &s) { return s.place.handle == v; });
  };
  for (const Variable *out : handles) {
    if (!isStored(out))
      continue;
    const bool isRead =
        std::any_of(known.begin(), known.end(), [&](const auto &k) { return k.first.handle == out; }) ||
        std::any_of(stored.begin(), stored.end(), [&](const Stored &s) { return s.place.handle == out && s.reduced; });
    if ((isRead || strip) && mayShareElements(*out, op)) { // strips come in another order than points
      fail("may-overlap", "elements of it may share memory with one another");
      return true;
    }
    for (const Variable *scalar : scalars)
      for (const View &x : views(*out))
        if (mayHold(x.root, *scalar)) {
          fail("may-overlap", quoted(out) + " may share memory with " + quoted(scalar));
          return true;
        }
    for (const Variable *other : handles)
      for (const View &x : views(*out))
        for (const View &y : views(*other))
          if (other != out && analyses.memory.mayOverlap(x, y, op)) {
            fail("may-overlap", quoted(out) + " may share elements with " + quoted(other));
            return true;
          }
  }
  return false;
}

/// C++ may not evaluate the element here: reading it all the same must not be a race with who writes it.
bool Body::mayReadAlways(const Term &element) {
  const Op *outermost = nullptr;
  for (const Op *loop : Control::loopsAround(op))
    if (loop->kind == OpKind::Parallel)
      outermost = loop;
  bool written = false;
  for (const View &mine : views(*element.variable)) {
    if (!outermost || (mine.root.kind == Root::Kind::Created && isIn(*mine.root.op, *outermost)))
      continue; // no other iteration knows it
    walk(*outermost->regions[0], [&](const Op &other) {
      for (const Access &access : analyses.memory.accesses(other))
        written |= access.writes() && !isIn(other, op) && analyses.memory.mayOverlap(mine, access.view, op);
    });
  }
  if (written)
    fail("conditional", "elements of " + quoted(element.variable) + " would be read that the body may not read",
         element.range);
  return !written;
}

std::optional<Lanes> Body::read(const Term &element, const std::string &name) {
  const std::optional<Place> at = place(element);
  if (!at)
    return std::nullopt;
  for (const Stored &s : stored)
    if (s.place.handle == at->handle) {
      if (s.reduced || !samePlace(s.place, *at))
        return fail("read-after-write", "the body reads what it has written before", element.range);
      return s.value;
    }
  for (const auto &[other, lanes] : known)
    if (samePlace(other, *at))
      return lanes;
  const auto same = std::find_if(known.begin(), known.end(), [&](const auto &k) { return sameWindow(k.first, *at); });
  if (same != known.end()) { // x(i, k) and x(j, k)
    Lanes v = same->second;
    v.loops = at->loops();
    known.emplace_back(*at, v);
    return v;
  }
  if (conditional && !mayReadAlways(element))
    return std::nullopt;
  if (strip) {
    std::optional<Lanes> v =
        isAdjacent(*at, element.range) ? readPart(*at, laneType(element.type), name) : std::nullopt;
    if (v)
      known.emplace_back(*at, *v);
    return v;
  }
  Lanes v = readWindow(*at, laneType(element.type), name);
  known.emplace_back(*at, v);
  return v;
}

/// The handle, by its name.
Text Body::memory(const Place &p) const {
  Text t;
  if (const auto named = names.find(p.handle); named != names.end())
    t << named->second;
  else
    t << p.handle;
  return t;
}

/// A name for what is read from the handle, or written to it.
std::string Body::nameFor(const Variable &handle) const {
  std::string name = handle.name;
  if (const auto named = names.find(&handle); name.empty() && named != names.end())
    name = named->second.substr(0, named->second.rfind("_view"));
  return (name.empty() ? "operand" : name) + "_vec";
}

/// Extents of the vector that a transfer moves, without leading ones, as the memory has them.
static Shape windowShape(const Place &p, const Writer &writer) {
  Shape out;
  for (std::size_t d = 0; d < p.at.size(); ++d)
    if (p.at[d].loop >= 0)
      out.push_back(writer.extent(p.at[d].loop));
    else if (!out.empty() || d + 1 == p.at.size())
      out.push_back(1);
  return out;
}

Text vectorize::offsets(const Place &p) {
  Text t("{");
  for (std::size_t d = 0; d < p.at.size(); ++d) {
    t << (d ? ", " : "");
    if (p.at[d].offset.pieces.empty())
      t << "0";
    else
      t << p.at[d].offset;
  }
  return t << "}";
}

Lanes Body::readWindow(const Place &p, const std::string &element, const std::string &name) {
  ++reads;
  const Shape sizes = windowShape(p, writer);
  const Loops loops = p.loops();
  Text t(writer.dsl("vec::transfer_read<") + writer.spell(sizes) + ">(");
  t << memory(p) << ", " << offsets(p) << ")";
  t = writer.reshape(std::move(t), sizes, writer.shape(loops));
  return writer.declare(name, {element, loops, false, std::move(t), primary, false});
}

void Body::write(const Stored &s) {
  const Text value = writer.reshape(s.value.text, writer.shape(s.place.loops()), windowShape(s.place, writer));
  Text t(writer.dsl("vec::transfer_write("));
  t << value << ", " << memory(s.place) << ", " << offsets(s.place) << ")";
  if (&s != &stored.back())
    t << ";";
  writer.add(std::move(t));
}
