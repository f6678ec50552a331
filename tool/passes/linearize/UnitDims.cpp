//===- UnitDims.cpp - reads along a dimension that only units follow --------===//
//
//   vec::transfer_read<8, 1, 1>(m, {r, 0, 0})     of a 64 x 1 x 1
//   vec::shape_cast<8, 1, 1>(vec::transfer_read<8>(mem::rank_reduce<64>(m), {r}))
//
// The same elements: index 0 is all that a dimension of extent 1 has. Lanes outside of
// the memory are outside in the dimensions that stay.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/linearize/Reads.h"

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

/// How many of the last dimensions have extent 1, in the vector and in memory, not counting the vector's first one.
std::size_t units(const Transfer &read) {
  const std::vector<Extent> &lanes = read.type().dims;
  const std::vector<Extent> dims = alongVector(read);
  std::size_t n = 0;
  while (n + 1 < lanes.size() && lanes[lanes.size() - 1 - n] == 1 && dims[lanes.size() - 1 - n] == 1)
    ++n;
  return n;
}

class UnitDims : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    return readsWhere(a, settings.target, [](const Transfer &t) { return units(t) > 0 && countOf(t.type().dims) > 1; });
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    read = *readOf(*c.op);
    if (auto v = obstacle(read))
      return *v;
    const std::string what = nameOf(read, "the read") + " kept: ";
    if (read.mask)
      return decline("masked", what + "a mask decides what is read");
    const std::size_t rank = read.at().size();
    for (std::size_t d = rank - units(read); d < rank; ++d)
      if (constantIndex(read, d, a.memory) != 0)
        return decline("index-not-zero", what + "its index in dimension " + std::to_string(d) + " of " +
                                             quoted(read.memoryOperand().variable, "the memory") +
                                             ", which has one element, is not known to be 0");
    if (auto v = indexLost(read, rank - units(read), a, dead))
      return *v;
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const std::size_t n = units(read);
    const Operand &m = read.memoryOperand();
    std::vector<Extent> lanes = read.type().dims, dims = m.variable->type.dims;
    std::vector<Text> at = indicesOf(read);
    lanes.resize(lanes.size() - n);
    dims.resize(dims.size() - n);
    at.resize(at.size() - n);
    Text memory(rw.dsl("mem::rank_reduce") + "<" + spellDims(dims) + ">(");
    memory << m.range << ")";
    rw.respell(*read.op, castTo(read.type().dims, callOf(read, lanes, memory, at, rw), rw));
    for (const Statement *s : dead)
      rw.remove(*s);
    return nameOf(read, "the vector") + " is read without the dimensions of " + quoted(m.variable, "the memory") +
           " that have one element";
  }

private:
  Transfer read;
  std::vector<Statement *> dead; ///< declarations that nothing needs any more
};

} // namespace

std::unique_ptr<Rule> linearize::unitDims(const Settings &settings) { return std::make_unique<UnitDims>(settings); }
