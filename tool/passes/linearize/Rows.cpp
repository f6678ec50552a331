//===- Rows.cpp - reads of blocks that are not one run of memory ------------===//
//
//   auto b = vec::transfer_read<2, 8>(m, {r, c});      of a 16 x 64
//
//   const auto b_row0 = vec::transfer_read<8>(m, {r, c});
//   const auto b_row1 = vec::transfer_read<8>(m, {r + 1, c});
//   auto b = vec::shape_cast<2, 8>(vec::concat(b_row0, b_row1));
//
// A machine loads runs. So a block is read run by run (most often, a run is a row), a column
// element by element, and so is a row of which a view takes every other element.
//
// Whether memory has gaps its type does not say: a handle is taken to be dense, unless it
// can be seen to be a window of something wider. Where that is wrong nothing but a chance
// is lost, or a contiguous block is read in parts.
//
// The rows are read before the statement: nothing in it may have an effect before the
// block would have been read.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/linearize/Moves.h"
#include "passes/linearize/Reads.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

/// How memory lies behind a handle, as far as can be seen.
struct Layout {
  std::vector<Extent> pitch; ///< the extents of what the handle is a window of
  bool dense = true;         ///< neighbours in the last dimension are neighbours in memory
};

Layout layoutOf(const Variable &handle, const Op &at, const Memory &memory, unsigned depth = 0) {
  const std::set<Definition> defs = memory.values.reaching(handle, at);
  const Op *op = defs.size() == 1 ? defs.begin()->op : nullptr;
  Layout own{handle.type.dims};
  if (!op || depth > 8 || op->operands.empty() || op->operands[0].kind != Operand::Kind::Handle)
    return own;
  if (op->kind == OpKind::Copy)
    return layoutOf(*op->operands[0].variable, *op, memory, depth + 1);
  const bool reinterpreted = op->is("mem.reinterpret");
  if (!op->is("mem.subview") && !reinterpreted)
    return own;
  const Operand *steps = nullptr;
  for (const Operand &o : op->operands)
    if (o.kind == Operand::Kind::List && o.type.spelling.find("Strides<") != std::string::npos)
      steps = &o;
  if (!reinterpreted)
    own = layoutOf(*op->operands[0].variable, *op, memory, depth + 1);
  if (steps)
    own.dense &= steps->list.back().isConstant() && steps->list.back().value == 1;
  if (steps)
    own.pitch.assign(own.pitch.size(), dynamicExtent); // rows are somewhere
  return own;
}

/// The dimensions of the vector, from which on its lanes are one run of memory: a dimension whose
/// lanes are not next to each other is the last one of a run. At the end: single elements.
std::size_t beginOfRun(const Transfer &read, const Layout &layout) {
  const std::vector<Extent> &lanes = read.type().dims;
  if (!layout.dense)
    return lanes.size();
  std::size_t d = lanes.size() - 1;
  while (d > 0 && lanes[d] == layout.pitch[layout.pitch.size() - lanes.size() + d])
    --d;
  return d;
}

std::int64_t product(const std::vector<Extent> &dims, std::size_t from, std::size_t to) {
  return countOf({dims.begin() + static_cast<std::ptrdiff_t>(from), dims.begin() + static_cast<std::ptrdiff_t>(to)});
}

class Rows : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    return readsWhere(a, settings.target, [&](const Transfer &t) {
      return product(t.type().dims, 0, begin(t, a)) > 1 && !isEveryNth(t, a.memory);
    });
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    read = *readOf(*c.op);
    if (auto v = obstacle(read))
      return *v;
    const std::string what = nameOf(read, "the read") + " kept: ";
    if (read.mask)
      return decline("masked", what + "a mask decides what is read");
    outer = begin(read, a);
    run = product(read.type().dims, outer, read.type().dims.size());
    // A row may overhang in its own dimensions; elements may not.
    if (!inBounds(read, a.memory, run > 1 ? read.type().dims.size() - outer : 0))
      return decline("maybe-out-of-bounds", what + (run > 1 ? "rows" : "elements") + " of it may lie outside of " +
                                                quoted(read.memoryOperand().variable, "the memory"));
    const Statement *st = read.op->statement;
    if (st && st->declarators > 1)
      return decline("multi-declarator", what + "its statement declares several names").note(read.op, "here");
    if (!st || !st->range.valid() || st->block != read.op->parent ||
        (st->block->owner && st->block->owner->kind == OpKind::Switch))
      return decline("no-place", what + "there is no place for statements before it");
    for (const Op *op : st->block->ops)
      if (op->statement == st && op->id < read.op->id && hasEffect(*op))
        return decline("no-place", what + "its parts would be read before something that has an effect")
            .note(op, "here");
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const std::vector<Extent> &lanes = read.type().dims;
    const std::int64_t parts = product(lanes, 0, outer);
    const Statement &st = *read.op->statement;
    const Operand &m = read.memoryOperand();
    const std::string base = freshBase(parts, rw);
    Text memory;
    if (!m.variable->name.empty() && isName(m.range.text(), m.variable->name)) {
      memory << m.range;
    } else {
      const std::string name = base + "_from";
      Text t("const auto " + name + " = ");
      t << m.range << ";";
      rw.before(st, std::move(t));
      memory = Text(name);
    }
    std::vector<Text> names;
    for (std::int64_t i = 0; i < parts; ++i) {
      names.emplace_back(base + (run > 1 ? "_row" : "_lane") + std::to_string(i));
      Text t("const auto ");
      t << names.back() << " = " << part(i, memory, rw) << ";";
      rw.before(st, std::move(t));
    }
    const Text joined = join(names, 0, names.size(), rw);
    rw.respell(*read.op, lanes.size() > 1 ? castTo(lanes, joined, rw) : joined);
    return nameOf(read, "the vector") + " is read in " + std::to_string(parts) +
           (run > 1 ? " rows of " + std::to_string(run) : " elements");
  }

private:
  /// The dimension of the vector where its runs begin.
  static std::size_t begin(const Transfer &t, const Analyses &a) {
    return beginOfRun(t, layoutOf(*t.memoryOperand().variable, *t.op, a.memory));
  }

  /// `text` is the name, in parentheses or not.
  static bool isName(std::string_view text, const std::string &name) {
    while (text.size() > 2 && text.front() == '(' && text.back() == ')')
      text = text.substr(1, text.size() - 2);
    return text == name;
  }

  /// Names of the parts: of what the user calls the whole, or else of the memory that it is from.
  std::string freshBase(std::int64_t parts, Rewriter &rw) const {
    const Variable *kept = keptIn(read);
    const std::string &m = read.memoryOperand().variable->name;
    const std::string base = kept->kind == Variable::Kind::Local ? kept->name : m.empty() ? "part" : m;
    const std::string suffix = run > 1 ? "_row" : "_lane";
    for (unsigned n = 1;; ++n) { // m_row0, m_row1; then m2_row0, ...
      const std::string name = base + (n > 1 ? std::to_string(n) : "");
      bool free = rw.fresh(name + "_from") == name + "_from";
      for (std::int64_t i = 0; i < parts && free; ++i)
        free = rw.fresh(name + suffix + std::to_string(i)) == name + suffix + std::to_string(i);
      if (free)
        return name;
    }
  }

  /// The read of part `i`, as a row.
  Text part(std::int64_t i, const Text &memory, const Rewriter &rw) const {
    const std::vector<Extent> &lanes = read.type().dims;
    std::vector<Extent> own(lanes.begin() + static_cast<std::ptrdiff_t>(outer), lanes.end());
    if (own.empty())
      own = {1};
    const Text call = callOf(read, own, memory, indicesOfPart(i), rw);
    return own.size() > 1 ? castTo({run}, call, rw) : call;
  }

  /// Where part `i` begins: the indices of the read, moved on.
  std::vector<Text> indicesOfPart(std::int64_t i) const {
    const std::vector<Extent> &lanes = read.type().dims;
    std::vector<Text> out = indicesOf(read);
    std::int64_t rest = i;
    for (std::size_t d = outer; d-- > 0;) {
      const std::int64_t by = rest % lanes[d];
      rest /= lanes[d];
      const std::size_t at = out.size() - lanes.size() + d;
      const Expr &e = read.at()[at];
      if (!by)
        continue;
      if (e.isConstant() && e.range.text().find_first_not_of("0123456789") == std::string_view::npos) {
        out[at] = Text(std::to_string(e.value + by));
        continue;
      }
      const bool simple = e.kind != Expr::Kind::Opaque && (!e.isConstant() || isWord(e.range.text()));
      Text t(simple ? "" : "(");
      t << e.range << (simple ? "" : ")") << " + " << std::to_string(by);
      out[at] = std::move(t);
    }
    return out;
  }

  static bool isWord(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
  }

  static Text join(const std::vector<Text> &names, std::size_t from, std::size_t to, const Rewriter &rw) {
    if (to - from == 1)
      return names[from];
    // Halves of powers of two where there are some.
    std::size_t half = 1;
    while (half * 2 < to - from)
      half *= 2;
    Text t(rw.dsl("vec::concat") + "(");
    t << join(names, from, from + half, rw) << ", " << join(names, from + half, to, rw) << ")";
    return t;
  }

  Transfer read;
  std::size_t outer = 0; ///< how many dimensions of the vector count its parts
  std::int64_t run = 1;  ///< lanes of a part
};

} // namespace

std::unique_ptr<Rule> linearize::rows(const Settings &settings) { return std::make_unique<Rows>(settings); }
