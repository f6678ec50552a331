//===- EveryNth.cpp - reads of one column of a few --------------------------===//
//
//   vec::transfer_read<8, 1>(m, {r, 1})     of a 64 x 4
//   vec::shape_cast<8, 1>(vec::shuffle<1, 5, 9, 13, 17, 21, 25, 29>(
//       vec::shape_cast<32>(vec::transfer_read<8, 4>(m, {r, 0}))))
//
// One run of memory instead of single elements. A row outside of the memory is padding in
// all of its lanes, so the lanes that are taken are what they were. But elements are read
// that were not before: nobody may write to them at the same time. Where another iteration
// of a parallel loop might, here or around a call of this function, the read stays.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "kernel/Spelling.h"
#include "passes/linearize/Lanewise.h"
#include "passes/linearize/Reads.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

class EveryNth : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    return readsWhere(a, settings.target, [&](const Transfer &t) { return isEveryNth(t, a.memory); });
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    read = *readOf(*c.op);
    if (auto v = obstacle(read))
      return *v;
    const std::string what = nameOf(read, "the read") + " kept: ";
    if (read.mask)
      return decline("masked", what + "a mask decides what is read");
    if (const auto [mayBe, write] = neighboursChange(a); mayBe)
      return decline("neighbours-may-be-written", what + "elements of " +
                                                      quoted(read.memoryOperand().variable, "the memory") +
                                                      " beside those that it reads may be written at the same time")
          .note(write, "written here");
    first = *constantIndex(read, read.at().size() - 1, a.memory);
    if (auto v = indexLost(read, read.at().size() - 1, a, dead))
      return *v;
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const std::int64_t step = alongVector(read).back();
    std::vector<Extent> lanes = read.type().dims;
    lanes.back() = step;
    std::vector<Text> at = indicesOf(read);
    at.back() = Text("0");
    Text memory;
    memory << read.memoryOperand().range;
    const Text run = castTo({countOf(lanes)}, callOf(read, lanes, memory, at, rw), rw);
    std::string list;
    for (std::int64_t lane = first; lane < countOf(lanes); lane += step)
      list += (list.empty() ? "" : ", ") + std::to_string(lane);
    Text t(rw.dsl("vec::shuffle") + "<" + list + ">(");
    t << run << ")";
    rw.respell(*read.op, castTo(read.type().dims, t, rw));
    for (const Statement *s : dead)
      rw.remove(*s);
    return nameOf(read, "the vector") + " takes every " + ordinal(step) + " lane of one run of " +
           quoted(read.memoryOperand().variable, "the memory");
  }

private:
  static std::string ordinal(std::int64_t n) { return std::to_string(n) + (n == 2 ? "nd" : n == 3 ? "rd" : "th"); }

  /// The storage is known, and nobody else writes to it while this runs; otherwise, where it may be seen, who does.
  std::pair<bool, const Op *> neighboursChange(const Analyses &a) const {
    const std::vector<View> views = a.memory.views(*read.memoryOperand().variable, *read.op);
    for (const View &view : views) {
      const bool made = view.root.kind == Root::Kind::Created;
      if (!made && !(view.root.kind == Root::Kind::Parameter && view.root.variable->role == Role::In))
        return {true, nullptr};
      const Op *loop = nullptr; // the outermost whose iterations share the storage
      for (const Op *l : Control::loopsAround(*read.op))
        if (l->kind == OpKind::Parallel && !(made && isIn(*view.root.op, *l)))
          loop = l;
      const Op *write = nullptr;
      if (loop)
        walk(*loop->regions[0], [&](const Op &op) {
          for (const Access &access : a.memory.accesses(op))
            if (access.writes() && a.memory.mayAlias(access.view.root, view.root))
              write = write ? write : &op;
        });
      if (write)
        return {true, write};
    }
    return {views.empty(), nullptr};
  }

  Transfer read;
  std::int64_t first = 0;
  std::vector<Statement *> dead; ///< declarations that nothing needs any more
};

} // namespace

bool linearize::isEveryNth(const Transfer &read, const Memory &memory) {
  const std::vector<Extent> &lanes = read.type().dims;
  const Extent step = alongVector(read).back();
  if (lanes.size() < 2 || lanes.back() != 1 || step < 2 || step > 8 || countOf(lanes) < 2 ||
      countOf(lanes) > longestShuffle)
    return false;
  const std::optional<std::int64_t> at = constantIndex(read, read.at().size() - 1, memory);
  return at && *at >= 0 && *at < step;
}

std::unique_ptr<Rule> linearize::everyNth(const Settings &settings) { return std::make_unique<EveryNth>(settings); }
