//===- Loops.cpp - loops over vectors that are too short -----------------------===//
//
//   for (Index c = 0; c < n; c += 16)        PTO_X86_UNROLL for (Index c = 0; c < n; c += 16)
//
// A load, an op and a store take as long as counting does, and compilers leave such loops as
// they are: the number of rounds of a tiled loop is too hard for them.
//
//===----------------------------------------------------------------------===//

#include "targets/x86/Lowering.h"
#include "targets/x86/Threads.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::x86;

/// Some instructions; not one of the functions of pto/x86, which are long.
static bool isShort(const Op &op) {
  static constexpr std::array<const char *, 8> functions = {"vec.exp",  "vec.log", "vec.sin",    "vec.cos",
                                                            "vec.tanh", "vec.erf", "vec.reduce", "vec.transpose"};
  return (op.kind == OpKind::Dsl || op.kind == OpKind::Scalar || op.kind == OpKind::Copy) &&
         std::none_of(functions.begin(), functions.end(), [&](const char *name) { return op.is(name); });
}

void Lowering::unrollShortLoops() {
  constexpr unsigned most = 7; // with its ends, such a loop keeps the front of the machine busier than its memory
  walk(*a.function.body, [&](const Op &op) {
    if (op.kind != OpKind::For || !op.induction || !op.induction->lower.isConstant() ||
        !op.range.text().starts_with("for"))
      return;
    unsigned vectors = 0;
    bool isOnlyThat = true;
    for (const auto &region : op.regions)
      walk(*region, [&](const Op &inner) {
        isOnlyThat &= isShort(inner);
        vectors += touchesVectors(inner);
      });
    const SourceRange head{op.range.file, op.range.begin, op.range.begin};
    if (vectors > 0 && vectors <= most && isOnlyThat && !guard(head, {}, op))
      edits.emplace_back(head, Text("PTO_X86_UNROLL "));
  });
}

void Lowering::shareIterations() {
  walk(*a.function.body, [&](const Op &op) {
    if (threads)
      if (auto found =
              threadsOf(op, a, {windows, partNames}, "parallel" + std::to_string(m.lanes) + (m.vnni ? "_vnni" : "")))
        edits.insert(edits.end(), found->begin(), found->end());
  });
}
