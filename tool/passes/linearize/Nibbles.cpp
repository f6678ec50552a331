//===- Nibbles.cpp - shifts and masks that unpack fields of four bits -------===//
//
//   (vec::shuffle<0, 0, ..., 7, 7>(words) >> shifts) & vec::splat<int, 64>(15)      shifts: 0, 4, ..., 28, 0, 4, ...
//   vec::unpack4<int>(vec::bitcast<std::uint8_t>(words))
//
// Words without a name become what the copies of them were called:
//
//   auto x = vec::shuffle<0, 0, ...>(vec::load<8>(m, {0}));      auto x = vec::load<8>(m, {0});
//
// Lane l of the result is field l % k of word l / k, k fields a word, the lowest first.
// bitcast lays the bytes of a word out from the lowest on, as all machines that we know of
// do, and unpack4 the low field of a byte before the high one. Whether the shift moves in
// zeros or signs is no matter below a mask of four bits.
//
//===----------------------------------------------------------------------===//

#include "analysis/Lanes.h"
#include "kernel/Spelling.h"
#include "passes/Targets.h"
#include "passes/linearize/Lanewise.h"
#include "passes/linearize/Moves.h"
#include "passes/linearize/Rule.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

/// The words that an op takes all fields of.
struct Words {
  const Variable *vector = nullptr;
  const Op *source = nullptr;
  const Op *shift = nullptr; ///< of the copies
};

bool allAre(const std::vector<Lane> &lanes, std::int64_t number) {
  return !lanes.empty() && std::all_of(lanes.begin(), lanes.end(), [&](const Lane &l) { return l.number == number; });
}

/// (words, each k times) >> (0, 4, ... of each).
std::optional<Words> fieldsShifted(const Op &shift, Lanes &lanes, std::int64_t fields) {
  const std::vector<Lane> words = lanes.of(*shift.operands[0].variable, shift),
                          by = lanes.of(*shift.operands[1].variable, shift);
  const std::int64_t n = static_cast<std::int64_t>(words.size());
  if (n == 0 || by.size() != words.size() || n % fields != 0 || !words[0].vector ||
      countOf(words[0].vector->type.dims) * fields != n)
    return std::nullopt;
  for (std::int64_t l = 0; l < n; ++l) {
    const Lane &word = words[static_cast<std::size_t>(l)];
    if (by[static_cast<std::size_t>(l)].number != 4 * (l % fields) || word.vector != words[0].vector ||
        word.source != words[0].source || word.index != l / fields)
      return std::nullopt;
  }
  return Words{words[0].vector, words[0].source, &shift};
}

std::optional<Words> wordsOf(const Op &mask, const Analyses &a) {
  const Variable *result = mask.result();
  if (!mask.is("vec.and") || !result || result->type.dims.size() != 1)
    return std::nullopt;
  const unsigned bytes = result->type.elementBytes();
  if (result->type.element == "bool" || (bytes != 2 && bytes != 4))
    return std::nullopt;
  Lanes lanes(a.values);
  for (unsigned i = 0; i < 2; ++i) {
    const Variable *shifted = mask.operands[i].variable, *fifteen = mask.operands[1 - i].variable;
    if (!shifted || !fifteen || !allAre(lanes.of(*fifteen, mask), 15))
      continue;
    const std::set<Definition> defs = a.values.reaching(*shifted, mask);
    if (defs.size() == 1 && defs.begin()->kind == Definition::Kind::Result && defs.begin()->op->is("vec.shr"))
      return fieldsShifted(*defs.begin()->op, lanes, 2 * bytes);
  }
  return std::nullopt;
}

class Nibbles : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (isTargeted(op, settings.target) && wordsOf(op, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    mask = c.op;
    const Words words = *wordsOf(*mask, a);
    deep = isDeep(words.vector);
    lanes = countOf(words.vector->type.dims);
    copies = nullptr;
    if (auto v = obstacle(*mask))
      return *v;
    std::vector<SourceRange> gone = {mask->range}, kept;
    const Variable *named = words.vector;
    if (const std::optional<Text> spelled = spellingOf(*words.vector, words.source, *mask, a)) {
      spelling = *spelled;
      if (const auto *range = std::get_if<SourceRange>(&spelling.pieces.front()))
        kept.push_back(*range);
    } else if ((copies = copiesOf(words, a))) {
      deep = false;
      named = copies->result();
      spelling = Text();
      spelling << named;
      gone.push_back(copies->range);
      kept.push_back(copies->operands[0].range);
      if (auto v = guard(copies->range, kept, *copies))
        return *v;
    } else {
      return decline("no-name",
                     quoted(mask->result(), "the shift") + " kept: nothing names the words here that it unpacks")
          .note(words.source, "made here");
    }
    if (auto v = guard(mask->range, kept, *mask))
      return *v;
    left = leftovers(gone, kept, {named}, a);
    const bool goes = mask->range.contains(words.shift->range) ||
                      std::find(left.dead.begin(), left.dead.end(), words.shift->statement) != left.dead.end();
    if (copies && !left.stuck && !goes)
      return decline("no-name", quoted(mask->result(), "the shift") +
                                    " kept: the copies of the words that it unpacks are used again")
          .note(words.shift, "here");
    return left.stuck ? *left.stuck : legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    Text words = deep ? castTo({lanes}, spelling, rw) : spelling;
    Text t(rw.dsl("vec::unpack4") + "<" + spellElement(mask->result()->type.element, rw.dsl("")) + ">(" +
           rw.dsl("vec::bitcast") + "<std::uint8_t>(");
    t << words << "))";
    rw.respell(*mask, std::move(t));
    if (copies) {
      Text own;
      own << copies->operands[0].range;
      rw.respell(*copies, std::move(own));
      retype(*copies->result(), lanes, rw);
    }
    for (const Statement *s : left.dead)
      rw.remove(*s);
    return quoted(mask->result(), "the vector") +
           " is unpacked: " + std::to_string(countOf(mask->result()->type.dims)) + " fields of four bits from " +
           std::to_string(lanes) + " words";
  }

private:
  /// The declaration of the copies of the words, for the shift alone: it can keep the words instead.
  static const Op *copiesOf(const Words &words, const Analyses &a) {
    const Variable &x = *words.shift->operands[0].variable;
    const std::vector<const Op *> &defs = a.values.definitions(x), &uses = a.values.uses(x);
    if (x.kind != Variable::Kind::Local || defs.size() != 1 || uses.size() != 1 || !canRetype(x, *defs[0], a))
      return nullptr;
    const Op &copies = *defs[0];
    if ((!copies.is("vec.shuffle") && !copies.is("vec.broadcast")) || copies.operands.size() != 1 ||
        copies.operands[0].kind != Operand::Kind::Handle || !copies.operands[0].range.valid())
      return nullptr;
    Lanes lanes(a.values);
    std::int64_t next = 0;
    for (const Lane &lane : lanes.of(*copies.operands[0].variable, copies))
      if (lane.vector != words.vector || lane.source != words.source || lane.index != next++)
        return nullptr;
    return next == countOf(words.vector->type.dims) && copies.operands[0].variable->type.dims.size() == 1 ? &copies
                                                                                                          : nullptr;
  }

  const Op *mask = nullptr;
  const Op *copies = nullptr; ///< what becomes the words, when they have no name
  Text spelling;              ///< of the words
  bool deep = false;
  std::int64_t lanes = 0;
  Leftovers left;
};

} // namespace

std::unique_ptr<Rule> linearize::nibbles(const Settings &settings) { return std::make_unique<Nibbles>(settings); }
