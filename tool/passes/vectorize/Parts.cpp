//===- Parts.cpp - a body on some of its points ------------------------------===//
//
// As Body.cpp and Places.cpp have it for all points at once. Elements that move with no lane are
// numbers, and are read before the vectors.
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/Body.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::vectorize;

Shape Strip::shape(std::size_t loops) const {
  Shape out(loops, 1);
  if (loop >= 0)
    out[static_cast<std::size_t>(loop)] = lanes;
  return out;
}

/// Some step behind it wants what the step computes.
static bool isWanted(const Step &let, const std::vector<Step> &steps) {
  bool wanted = let.kind != Step::Kind::Let;
  const auto look = [&](const Term &t) { wanted |= t.kind == Term::Kind::Local && t.name == let.name; };
  for (std::size_t i = static_cast<std::size_t>(&let - steps.data()) + 1; i < steps.size(); ++i) {
    forEachTerm(steps[i].value, look);
    forEachTerm(steps[i].target, look);
  }
  return wanted;
}

std::variant<Part, Verdict> Body::runPart() {
  for (const Step &s : domain.steps)
    if (isWanted(s, domain.steps) && !step(s))
      return *failure;
  if (stored.empty()) {
    fail("body", "it writes nothing");
    return *failure;
  }
  if (overlaps())
    return *failure;
  for (const Stored &s : stored)
    if (!s.reduced)
      writePart(s);
  part.vectors = std::move(writer.statements);
  part.taken = writer.taken;
  part.known = known;
  part.reads = reads;
  part.writes = static_cast<unsigned>(stored.size());
  return part;
}

/// Lanes are neighbours in memory, or one element is all that there is.
bool Body::isAdjacent(const Place &place, SourceRange where) {
  for (std::size_t d = 0; d + 1 < place.at.size(); ++d)
    if (place.at[d].loop >= 0) {
      fail("not-adjacent", "what would be lanes is not adjacent in " + quoted(place.handle), where);
      return false;
    }
  return true;
}

/// The indices as arguments: ", i, 0".
static Text arguments(const Place &p) {
  Text t;
  for (const Subscript &s : p.at)
    if (t << ", "; s.offset.pieces.empty())
      t << "0";
    else
      t << s.offset;
  return t;
}

static std::string padding(const Writer &writer, const std::string &element) {
  return element == "float" ? "0.0f" : isFloat(element) ? writer.element(element) + "{}" : "0";
}

std::optional<Lanes> Body::readPart(const Place &p, const std::string &element, const std::string &name) {
  ++reads;
  if (p.loops().empty()) {
    if (conditional)
      return fail("conditional", "an element of " + quoted(p.handle) + " would be read that the body may not read");
    const bool named = !name.ends_with("_vec");
    const std::string number = writer.fresh(named ? name : name.substr(0, name.size() - 3) + "value");
    Text t("const auto " + number + " = " + writer.dsl("mem::load("));
    addScalar(t << memory(p) << arguments(p) << ");");
    return Lanes{element, {}, true, Text(number), primary, true};
  }
  if (std::none_of(p.at.begin(), p.at.end(), [](const Subscript &s) { return s.varies; }))
    for (std::size_t d = 0; d < domain.extents.size(); ++d)
      if (const int loop = static_cast<int>(d); !includes(p.points(), {loop}) && !includes(part.shared, {loop}))
        part.shared.push_back(loop);
  const bool all = strip->mask.empty() && !conditional;
  Text t(writer.dsl(all ? "vec::load<" : "vec::transfer_read<") + writer.spell({strip->lanes}) + ">(");
  t << memory(p) << ", " << offsets(p);
  if (!strip->mask.empty())
    t << ", " + padding(writer, element) + ", " + strip->mask;
  return writer.declare(name, {element, p.loops(), false, t << ")", primary, false});
}

void Body::writePart(const Stored &s) {
  const bool all = strip->mask.empty();
  Text t(writer.dsl(all ? "vec::store(" : "vec::transfer_write("));
  t << s.value.text << ", " << memory(s.place) << ", " << offsets(s.place);
  if (!all)
    t << ", " + strip->mask;
  writer.add(t << ");");
}

bool Body::storePart(const Step &s) {
  const std::optional<Place> at = place(s.target);
  if (!at)
    return false;
  for (const Subscript &index : at->at)
    if (index.varies) {
      fail("index-form", "an index of what is written is no loop variable, or that and a number", s.target.range);
      return false;
    }
  if (hasTwice(at->points())) {
    fail("index-form", "two indices move with one loop", s.target.range);
    return false;
  }
  Loops over;
  for (std::size_t d = 0; d < domain.extents.size(); ++d)
    if (const int loop = static_cast<int>(d); !includes(at->points(), {loop}) && domain.extents[d] != 1)
      over.push_back(loop);
  if (!writesOnce(s, *at, over))
    return false;
  const auto before =
      std::find_if(stored.begin(), stored.end(), [&](const Stored &other) { return samePlace(other.place, *at); });
  if (!isAdjacent(*at, s.target.range))
    return false;
  if (over.empty()) {
    if (at->loops().empty()) {
      fail("not-adjacent", "no index of what is written moves with the lanes", s.target.range);
      return false;
    }
    std::optional<Lanes> v = value(s.value);
    if (!v)
      return false;
    v = writer.spread(*v, at->loops());
    v->element = laneType(s.target.type);
    if (&s != &domain.steps.back() && !v->named) // steps behind this one may read it
      v = writer.declare(nameFor(*s.target.variable), *v);
    if (before != stored.end())
      before->value = std::move(*v);
    else
      stored.push_back({*at, std::move(*v), false});
  } else if (!accumulate(s, *at, over)) {
    return false;
  }
  for (const auto &[other, lanes] : known)
    if (other.handle == at->handle && (!over.empty() || !samePlace(other, *at))) {
      fail("read-after-write", "the body reads other elements of it than the one it writes", s.range);
      return false;
    }
  return true;
}

/// acc op f, or fma(a, b, acc), lane by lane.
bool Body::accumulate(const Step &s, const Place &at, const Loops &over) {
  const std::optional<Accumulation> sum = accumulation(s.value, at);
  if (!sum)
    return false;
  if (!part.accumulators.empty() && part.over != over) {
    fail("reduction-form", "steps accumulate along different dimensions", s.range);
    return false;
  }
  const std::string type = laneType(s.target.type), &combine = sum->combine.empty() ? "Add" : sum->combine;
  const bool along = includes(over, {strip->loop});
  if (along && isFloat(type) && (combine == "Add" || combine == "Mul")) {
    if (type != "float") {
      fail("reduction-form", "it is rounded at each step to less than a float", s.range);
      return false;
    }
    if (!policy.reassociate) {
      fail("not-allowed", "it would be added up in another order", s.range);
      return false;
    }
    part.reassociates = true;
  }
  if (!along && at.loops().empty()) {
    fail("not-adjacent", "no index of what is written moves with the lanes", s.target.range);
    return false;
  }
  const auto lanesOf = [&](const Term &t) -> std::optional<Lanes> {
    std::optional<Lanes> v = value(t);
    if (v && v->element != type)
      v = converted(std::move(*v), type, t);
    return v ? std::optional(writer.spread(*v, {strip->loop})) : std::nullopt;
  };
  const std::string lanes = writer.element(type) + ", " + writer.spell({strip->lanes});
  Accumulator acc;
  std::string base = nameFor(*s.target.variable);
  acc.name = writer.fresh(base.substr(0, base.rfind("_vec")) + "_acc");
  const bool fused = sum->factors[0] && (!sum->value || (policy.contract && type == "float"));
  if (fused) {
    const std::optional<Lanes> x = lanesOf(*sum->factors[0]), y = x ? lanesOf(*sum->factors[1]) : std::nullopt;
    if (!y)
      return false;
    acc.next << writer.dsl("vec::fma(") << x->text << ", " << y->text << ", " + acc.name + ")";
    part.contracts |= sum->value && !sum->exact;
  } else {
    const std::optional<Lanes> f = lanesOf(*sum->value);
    if (!f)
      return false;
    static const std::map<std::string, const char *> signs = {
        {"Add", " + "}, {"Mul", " * "}, {"And", " & "}, {"Or", " | "}, {"Xor", " ^ "}};
    if (const auto sign = signs.find(combine); sign != signs.end())
      acc.next << acc.name + sign->second << Writer::bracket(*f, prefix);
    else
      acc.next << writer.dsl(combine == "Max" ? "vec::max(" : "vec::min(") + acc.name + ", " << f->text << ")";
  }
  // Along the strips each lane has a share, which starts with what changes nothing; else the lanes are elements.
  if (along) {
    const bool again = combine != "Add" && combine != "Mul" && combine != "Xor"; // the same number twice
    Text number(writer.dsl("mem::load("));
    number << memory(at) << arguments(at) << ")";
    const std::string one = combine == "Mul" ? "1" : type == "float" ? "-0" : "0";
    acc.start << writer.dsl("vec::splat<") + lanes + ">("
              << (again ? number : Text(type == "float" ? one + ".0f" : one)) << ")";
    if (!strip->mask.empty())
      acc.next = Text(writer.dsl("vec::select(") + strip->mask + ", ") << acc.next << ", " + acc.name + ")";
    acc.last << writer.dsl("mem::store(") + writer.dsl("vec::reduce<") + writer.dsl("vec::Combine::") + combine + ">(" +
                    acc.name + ", "
             << (again ? Text(writer.dsl("vec::extract(") + acc.name + ", 0)") : number) << "), " << memory(at)
             << arguments(at) << ");";
  } else {
    const bool all = strip->mask.empty();
    acc.start << writer.dsl(all ? "vec::load<" : "vec::transfer_read<") + std::to_string(strip->lanes) + ">("
              << memory(at) << ", " << offsets(at)
              << (all ? ")" : ", " + padding(writer, type) + ", " + strip->mask + ")");
    acc.last << writer.dsl(all ? "vec::store(" : "vec::transfer_write(") + acc.name + ", " << memory(at) << ", "
             << offsets(at) << (all ? ");" : ", " + strip->mask + ");");
  }
  part.over = over;
  part.accumulators.push_back(std::move(acc));
  stored.push_back({at, {}, true});
  return true;
}
