//===- Body.cpp - the steps of a body in order ------------------------------===//

#include "passes/vectorize/Body.h"

#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::vectorize;

std::nullopt_t Body::fail(std::string reason, std::string why, SourceRange where) {
  if (failure) // the first reason is the one
    return std::nullopt;
  std::string what = domain.steps.empty() ? nameOf(op) : "";
  for (const Step &s : domain.steps)
    if (what.empty() && s.kind == Step::Kind::Store)
      what = quoted(s.target.variable, "the output");
  failure = decline(std::move(reason), what + " kept: " + why);
  if (where.valid())
    failure->notes.push_back({where.file->location(where.begin), "here"});
  return std::nullopt;
}

std::variant<Code, Verdict> Body::run() {
  for (const Step &s : domain.steps)
    if (!step(s))
      return *failure;
  if (stored.empty()) {
    fail("body", "it writes nothing");
    return *failure;
  }
  if (overlaps())
    return *failure;
  const unsigned written = static_cast<unsigned>(stored.size());
  for (const Stored &s : stored)
    write(s);
  if (writer.largest > policy.mostLanes) {
    fail("too-large", "a vector would have " + std::to_string(writer.largest) + " lanes, more than " +
                          std::to_string(policy.mostLanes));
    return *failure;
  }
  Code code;
  code.last = std::move(writer.statements.back());
  writer.statements.pop_back();
  code.before = std::move(writer.statements);
  code.reads = reads;
  code.writes = written;
  code.lanes = writer.largest;
  code.contracts = contracts;
  return code;
}

bool Body::step(const Step &s) {
  switch (s.kind) {
  case Step::Kind::Let:
    return let(s);
  case Step::Kind::Store:
    return store(s);
  case Step::Kind::Return:
    break; // of a generic: returns nothing
  }
  fail("body", "its body ends early", s.range);
  return false;
}

bool Body::let(const Step &s) {
  if (s.value.kind == Term::Kind::Element) { // named by its reader
    std::optional<Lanes> v = read(s.value, s.name);
    if (v)
      locals[s.name] = std::move(*v);
    return v.has_value();
  }
  std::optional<Lanes> v = value(s.value);
  if (!v)
    return false;
  if (v->uniform) {
    const bool converted = s.value.kind == Term::Kind::Cast && s.value.implicit;
    const std::string name = writer.fresh(s.name);
    Text t("const " + (converted ? writer.element(s.value.type.element) : "auto") + " " + name + " = ");
    t << v->text << ";";
    addScalar(std::move(t));
    v->text = Text(name);
    v->binds = primary;
  } else if (!v->named) {
    v = writer.declare(s.name, *v);
  }
  locals[s.name] = std::move(*v);
  return true;
}

bool Body::writesOnce(const Step &s, const Place &at, const Loops &over) {
  for (int loop : over)
    if (!domain.reduction[static_cast<std::size_t>(loop)]) {
      fail("written-twice", "several points of a par dimension write the same element", s.range);
      return false;
    }
  for (const Stored &other : stored)
    if (other.place.handle == at.handle && !samePlace(other.place, at)) {
      fail("written-twice", "two steps write elements of it", s.range);
      return false;
    }
  const auto before =
      std::find_if(stored.begin(), stored.end(), [&](const Stored &other) { return samePlace(other.place, at); });
  if (before != stored.end() && (before->reduced || !over.empty())) {
    fail("read-after-write", "a step writes what another one accumulates", s.range);
    return false;
  }
  return true;
}

bool Body::store(const Step &s) {
  if (strip)
    return storePart(s);
  const std::optional<Place> at = place(s.target);
  if (!at)
    return false;
  const std::string type = laneType(s.target.type);
  const auto same = [&](const auto &other) { return samePlace(other.place, *at); };
  const auto before = std::find_if(stored.begin(), stored.end(), same);

  // Loops that the target does not move with: its element is written again and again.
  Loops all, units, over;
  for (std::size_t d = 0; d < domain.extents.size(); ++d)
    all.push_back(static_cast<int>(d));
  for (int loop : without(all, at->loops()))
    (writer.extent(loop) == 1 && !domain.contraction ? units : over).push_back(loop);
  if (!writesOnce(s, *at, over))
    return false;

  std::optional<Lanes> v;
  if (over.empty()) {
    v = value(s.value);
    if (v)
      v = writer.spread(writer.drop(std::move(*v), units), at->loops());
  } else {
    const std::optional<Accumulation> sum = accumulation(s.value, *at);
    if (!sum)
      return false;
    v = reduce(*sum, readWindow(*at, type, nameFor(*s.target.variable)), over, s);
    for (const auto &[other, lanes] : known)
      if (other.handle == at->handle) {
        fail("read-after-write", "the body reads what it accumulates", s.range);
        return false;
      }
  }
  if (!v)
    return false;
  for (const auto &[other, lanes] : known)
    if (other.handle == at->handle && !samePlace(other, *at)) {
      fail("read-after-write", "the body reads other elements of it than the one it writes", s.range);
      return false;
    }
  v->element = type;
  // Steps behind this one may read it.
  if (over.empty() && &s != &domain.steps.back() && !v->named)
    v = writer.declare(nameFor(*s.target.variable), *v);
  if (before != stored.end())
    before->value = std::move(*v);
  else
    stored.push_back({*at, std::move(*v), !over.empty()});
  return true;
}
