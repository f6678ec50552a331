//===- Strips.cpp - structured ops as loops over vectors ----------------------===//

#include "passes/vectorize/Strips.h"

#include "kernel/Spelling.h"
#include "passes/tiles/Spans.h"
#include "passes/vectorize/Body.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::vectorize;

namespace {

using tiles::Span;

class Emitter {
public:
  Emitter(const Op &op, const Domain &domain, const Analyses &analyses, const Policy &policy,
          const std::map<const Variable *, std::string> &names, const std::map<std::string, Lanes> &locals,
          std::set<std::string> taken)
      : op(op),
        domain(domain),
        analyses(analyses),
        policy(policy),
        names(names),
        locals(locals) {
    Writer w(analyses.function, {}, std::move(taken));
    for (std::size_t d = 0; d < domain.extents.size(); ++d)
      strip.counters.push_back(domain.extents[d] == 1 ? "0" : w.fresh(domain.names[d]));
    mask = w.fresh("mask");
    strip.taken = std::move(w.taken);
  }

  std::variant<std::vector<Text>, Verdict> along(int loop) {
    strip.loop = loop;
    strip.lanes = policy.width;
    std::variant<Part, Verdict> probe = part(false);
    if (Verdict *why = std::get_if<Verdict>(&probe))
      return std::move(*why);
    found = std::get<Part>(probe);
    const std::optional<std::size_t> rows = rowsOfBlocks();
    for (std::size_t d = 0; d < domain.extents.size(); ++d)
      if (static_cast<int>(d) != loop && !includes(found.over, {static_cast<int>(d)}) && d != rows)
        openLoop(d);
    if (found.accumulators.empty())
      elementwise();
    else if (includes(found.over, {loop}))
      folded();
    else if (rows)
      blocks(*rows);
    else
      columns();
    while (depth)
      close();
    return std::move(lines);
  }

  Part found;
  std::int64_t lanes = 0; ///< of the largest vector

private:
  std::variant<Part, Verdict> part(bool masked) {
    strip.mask = masked ? mask : "";
    Body body(op, domain, analyses, policy, strip);
    body.names = names;
    body.locals = locals;
    lanes = std::max(lanes, strip.lanes);
    return body.runPart();
  }
  /// \pre the probe went well: so does every other part
  Part code(const Span &span) {
    strip.lanes = span.step;
    return std::get<Part>(part(span.masked));
  }

  void line(const Text &text) {
    Text t(std::string(2 * depth, ' '));
    lines.push_back(depth ? t << text : text);
  }
  void open(const std::string &text) {
    line(Text(text.empty() ? "{" : text + " {"));
    ++depth;
  }
  void close() {
    --depth;
    line(Text("}"));
  }
  std::string dsl(const std::string &name) const { return analyses.function.dslPrefix + name; }
  tiles::Size size(std::size_t d) const {
    return domain.extents[d] == dynamicExtent ? tiles::Size{std::nullopt, domain.sizes[d]}
                                              : tiles::constant(domain.extents[d]);
  }
  void openLoop(std::size_t d) {
    const std::string &i = strip.counters[d];
    if (domain.extents[d] == 1)
      return;
    open("for (" + dsl("Index") + " " + i + " = 0; " + i + " < " + size(d).text + "; ++" + i + ")");
  }
  void openOver(bool withStrips) {
    for (int d : found.over)
      if (d != strip.loop || withStrips)
        openLoop(static_cast<std::size_t>(d));
  }
  bool isConstant() const { return std::count(domain.extents.begin(), domain.extents.end(), dynamicExtent) == 0; }

  std::string loopOf(const std::string &counter, const Span &span) const {
    return "for (" + dsl("Index") + " " + counter + " = " + span.from + "; " + counter + " < " + span.to + "; " +
           (span.step == 1 ? "++" + counter : counter + " += " + std::to_string(span.step)) + ")";
  }

  /// Calls body(part) for each of the steps.
  template <class Body> void strips(const std::vector<std::int64_t> &steps, Body body) {
    const std::size_t d = static_cast<std::size_t>(strip.loop);
    const std::string counter = strip.counters[d];
    const std::vector<Span> spans = tiles::spansOf(size(d), steps, true);
    for (const Span &span : spans) {
      const bool block = !span.alone || spans.size() > 1;
      if (span.alone) {
        if (block)
          open("");
        strip.counters[d] = span.from;
      } else {
        open(loopOf(counter, span));
      }
      if (span.masked) {
        const std::string left =
            span.alone ? std::to_string(std::stoll(span.to) - std::stoll(span.from)) : span.to + " - " + counter;
        line(Text("const auto " + mask + " = " + dsl("vec::create_mask<") + std::to_string(span.step) + ">(" + left +
                  ");"));
      }
      body(code(span));
      strip.counters[d] = counter;
      if (block)
        close();
    }
  }
  void all(const std::vector<Text> &statements) {
    for (const Text &t : statements)
      line(t);
  }
  void next(const Part &p) {
    for (const Accumulator &acc : p.accumulators)
      line(Text(acc.name + " = ") << acc.next << ";");
  }
  void start(const Part &p) {
    for (const Accumulator &acc : p.accumulators)
      line(Text("auto " + acc.name + " = ") << acc.start << ";");
  }
  void last(const Part &p) {
    for (const Accumulator &acc : p.accumulators)
      line(acc.last);
  }

  void elementwise() {
    const std::int64_t one = policy.width;
    const bool hoisted = isConstant(); // so there is a point
    if (hoisted)
      all(found.scalars);
    strips({one, one}, [&](const Part &p) {
      if (!hoisted)
        all(p.scalars);
      all(p.vectors);
    });
  }

  /// Lanes are elements of what accumulates: four registers of them while there are as many.
  void columns() {
    const std::int64_t one = policy.width;
    strips({4 * one, one}, [&](const Part &p) {
      start(p);
      openOver(false);
      all(p.scalars);
      all(p.vectors);
      next(p);
      for (std::size_t i = 0; i < found.over.size(); ++i)
        close();
      last(p);
    });
  }

  /// The innermost loop around, where vectors are read that do not move with it: several points of it can share them.
  std::optional<std::size_t> rowsOfBlocks() const {
    constexpr std::size_t mostVectors = 2; // of each row: more registers there are not
    if (found.accumulators.size() != 1 || found.writes != 1 || found.vectors.size() > mostVectors ||
        includes(found.over, {strip.loop}))
      return std::nullopt;
    for (std::size_t d = domain.extents.size(); d-- > 0;)
      if (const int loop = static_cast<int>(d);
          loop != strip.loop && domain.extents[d] != 1 && !includes(found.over, {loop}))
        return includes(found.shared, {loop}) ? std::optional(d) : std::nullopt;
    return std::nullopt;
  }

  /// Lanes are elements of what accumulates, some rows by some registers: as many as tiles::emitProduct() takes.
  void blocks(std::size_t d) {
    const std::int64_t one = policy.width, widest = one >= 16 ? std::max<std::int64_t>(64, one) : 2 * one;
    strips({widest, one}, [&](const Part &) {
      const std::int64_t most = strip.lanes == widest ? 6 : 12;
      const std::vector<std::int64_t> steps =
          size(d).constant ? std::vector<std::int64_t>{most} : std::vector<std::int64_t>{most, 1};
      const std::string counter = strip.counters[d];
      const std::set<std::string> taken = strip.taken;
      const std::vector<Span> spans = tiles::spansOf(size(d), steps, false);
      for (const Span &span : spans) {
        const bool block = !span.alone || spans.size() > 1;
        if (block)
          open(span.alone ? "" : loopOf(counter, span));
        std::vector<Part> rows;
        for (std::int64_t r = 0; r < span.step; ++r) {
          strip.counters[d] = tiles::plus(span.alone ? span.from : counter, r);
          rows.push_back(std::get<Part>(part(!strip.mask.empty())));
          strip.taken = rows.back().taken;
          strip.known = rows.back().known; // what does not move with the row
        }
        for (const Part &row : rows)
          start(row);
        openOver(false);
        for (const Part &row : rows) {
          all(row.scalars);
          all(row.vectors);
        }
        for (const Part &row : rows)
          next(row);
        for (std::size_t i = 0; i < found.over.size(); ++i)
          close();
        for (const Part &row : rows)
          last(row);
        if (block)
          close();
        strip.taken = taken;
        strip.known.clear();
      }
      strip.counters[d] = counter;
    });
  }

  /// Lanes are what is joined: in four registers, which are joined in the end.
  void folded() {
    const tiles::Size n = size(static_cast<std::size_t>(strip.loop));
    const std::int64_t one = policy.width, most = 4 * one,
                       step = std::min(most, n.constant ? (*n.constant + one - 1) / one * one : most);
    const Part whole = code({"0", n.text, step, false, false});
    start(whole);
    const std::size_t outer = depth;
    openOver(false);
    all(whole.scalars);
    strips({step, step}, [&](const Part &p) {
      all(p.vectors);
      next(p);
    });
    while (depth > outer)
      close();
    last(whole);
  }

  const Op &op;
  const Domain &domain;
  const Analyses &analyses;
  const Policy &policy;
  const std::map<const Variable *, std::string> &names;
  const std::map<std::string, Lanes> &locals;
  Strip strip;
  std::string mask;
  std::vector<Text> lines;
  std::size_t depth = 0;
};

/// The loops to try as lanes: the last index of what is written first.
Loops candidates(const Domain &domain) {
  Loops out;
  for (const Step &s : domain.steps)
    if (s.kind == Step::Kind::Store && !s.target.operands.empty())
      forEachTerm(s.target.operands.back(), [&](const Term &t) {
        if (t.kind == Term::Kind::Parameter && !includes(out, {t.index}))
          out.push_back(t.index);
      });
  for (std::size_t d = domain.extents.size(); d-- > 0;)
    if (const int loop = static_cast<int>(d); !includes(out, {loop}))
      out.push_back(loop);
  return out;
}

} // namespace

std::variant<Code, Verdict> vectorize::inStrips(const Op &op, const Domain &domain, const Analyses &analyses,
                                                const Policy &policy, std::vector<Text> before,
                                                const std::map<const Variable *, std::string> &names,
                                                const std::map<std::string, Lanes> &locals,
                                                std::set<std::string> taken) {
  std::optional<Verdict> why;
  for (int loop : candidates(domain)) {
    Emitter emitter(op, domain, analyses, policy, names, locals, taken);
    std::variant<std::vector<Text>, Verdict> result = emitter.along(loop);
    if (Verdict *kept = std::get_if<Verdict>(&result)) {
      if (!why || why->reason == "not-adjacent") // what another loop runs into says more
        why = std::move(*kept);
      continue;
    }
    Code code;
    code.before = std::move(before);
    code.before.insert(code.before.end(), std::get<0>(result).begin(), std::get<0>(result).end());
    code.reads = emitter.found.reads;
    code.writes = emitter.found.writes;
    code.contracts = emitter.found.contracts;
    code.lanes = emitter.lanes;
    code.isStatement = true;
    return code;
  }
  return why ? std::move(*why) : decline("not-adjacent", nameOf(op) + " kept: it has no dimension");
}
