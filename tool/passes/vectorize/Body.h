//===- Body.h - the body of a structured op on vectors -----------*- C++ -*-===//

#ifndef PTO_PASSES_VECTORIZE_BODY_H
#define PTO_PASSES_VECTORIZE_BODY_H

#include "passes/vectorize/Lanes.h"
#include "passes/vectorize/Strips.h"
#include "passes/vectorize/Vectorize.h"

#include <map>

namespace rewrite::vectorize {

bool samePlace(const Place &a, const Place &b);
/// One of them comes twice.
bool hasTwice(Loops loops);
/// "{i, 0}": where the lanes begin.
Text offsets(const Place &place);

class Body {
public:
  Body(const Op &op, const Domain &domain, const Analyses &analyses, const Policy &policy)
      : writer(analyses.function, domain.extents),
        op(op),
        domain(domain),
        analyses(analyses),
        policy(policy) {}

  /// A part of the domain.
  Body(const Op &op, const Domain &domain, const Analyses &analyses, const Policy &policy, const Strip &part)
      : writer(analyses.function, part.shape(domain.extents.size()), part.taken),
        op(op),
        domain(domain),
        analyses(analyses),
        policy(policy),
        strip(&part),
        known(part.known) {}

  std::variant<Code, Verdict> run();
  std::variant<Part, Verdict> runPart();

  Writer writer;
  std::map<const Variable *, std::string> names; ///< of handles that had none
  std::map<std::string, Lanes> locals;

private:
  struct Stored {
    Place place;
    Lanes value;
    bool reduced = false;
  };
  /// out = out op f, or out = fma(a, b, out).
  struct Accumulation {
    std::string combine;                         ///< of vec::Combine; empty: fma
    const Term *value = nullptr;                 ///< f
    const Term *factors[2] = {nullptr, nullptr}; ///< f is their product
    bool exact = false;                          ///< the product is not rounded
  };

  // Body.cpp
  bool step(const Step &step);
  bool let(const Step &step);
  bool store(const Step &step);
  /// No other point and no other step writes what the step does; `over`: loops that the place does not move with.
  bool writesOnce(const Step &step, const Place &at, const Loops &over);
  void addScalar(Text statement) { (strip ? part.scalars : writer.statements).push_back(std::move(statement)); }
  std::string nameFor(const Variable &handle) const;

  // Terms.cpp
  std::optional<Lanes> value(const Term &term);
  std::optional<Lanes> unary(const Term &term);
  std::optional<Lanes> binary(const Term &term);
  std::optional<Lanes> call(const Term &term);
  std::optional<Lanes> select(const Term &term);
  std::optional<Lanes> cast(const Term &term);
  std::optional<Lanes> converted(Lanes v, const std::string &to, const Term &from);
  std::optional<Lanes> scalar(const Term &term);
  bool isUniform(const Term &term) const;

  // Places.cpp
  std::optional<Place> place(const Term &element);
  bool sameWindow(const Place &a, const Place &b) const;
  std::optional<Subscript> subscript(const Term &index);
  std::optional<Lanes> read(const Term &element, const std::string &name);
  Lanes readWindow(const Place &place, const std::string &element, const std::string &name);
  void write(const Stored &stored);
  std::string window(const Place &place, Shape &sizes) const;
  Text memory(const Place &place) const;
  const Variable *canonical(const Variable *handle);
  bool sameElements(const Variable &a, const Variable &b) const;
  bool mayShareElements(const Variable &handle, const Op &at, unsigned depth = 0) const;
  bool mayReadAlways(const Term &element);
  std::vector<View> views(const Variable &handle) const;
  bool overlaps();

  // Reductions.cpp
  std::optional<Accumulation> accumulation(const Term &value, const Place &target);
  bool isTarget(const Term &term, const Place &target);
  std::optional<Lanes> reduce(const Accumulation &a, const Lanes &before, const Loops &over, const Step &step);
  std::optional<Lanes> contract(const Accumulation &a, const Lanes &before, const Loops &over);
  std::optional<Lanes> factor(const Term &term, const std::string &type);
  Text arranged(const Lanes &v, const Loops &batch, const Loops &rows, const Loops &columns, Shape &shape);

  // Parts.cpp
  bool storePart(const Step &step);
  bool accumulate(const Step &step, const Place &target, const Loops &over);
  std::optional<Lanes> readPart(const Place &place, const std::string &element, const std::string &name);
  void writePart(const Stored &stored);
  bool isAdjacent(const Place &place, SourceRange where);

  // Why not.
  std::nullopt_t fail(std::string reason, std::string why, SourceRange where = {});

  const Op &op;
  const Domain &domain;
  const Analyses &analyses;
  const Policy &policy;
  const Strip *const strip = nullptr; ///< null: vectors hold the whole domain
  std::optional<Verdict> failure;
  Part part;

  Reads known;
  std::vector<Stored> stored;
  std::vector<const Variable *> handles; ///< each storage once, as far as it can be told
  std::set<const Variable *> scalars;    ///< of the function around
  unsigned conditional = 0;              ///< inside of something that C++ may not evaluate
  unsigned reads = 0;
  bool contracts = false;
};

/// A type that vectors have lanes of, in one spelling for each; "" for others. bool: masks.
std::string laneType(const Type &type);
bool isNumber(const std::string &text);
bool isInteger(const std::string &lane);
bool isFloat(const std::string &lane);
unsigned bytesOf(const std::string &lane);

} // namespace rewrite::vectorize

#endif
