//===- Reads.h - reads of vectors, for the rules that split and widen them --===//

#ifndef PTO_PASSES_LINEARIZE_READS_H
#define PTO_PASSES_LINEARIZE_READS_H

#include "analysis/Transfers.h"
#include "passes/linearize/Rule.h"

namespace rewrite::linearize {

/// A transfer_read or load with an index for each dimension of its memory.
std::optional<Transfer> readOf(const Op &op);

/// Every read in the target, as a candidate, for which `f` says so.
std::vector<Candidate> readsWhere(const Analyses &analyses, const std::string &target,
                                  const std::function<bool(const Transfer &)> &f);

/// The dimensions of memory from the first one of the vector on.
std::vector<Extent> alongVector(const Transfer &read);

/// The constant that the index of dimension `d` of the memory is; nothing when not known.
std::optional<std::int64_t> constantIndex(const Transfer &read, std::size_t d, const Memory &memory);

/// The read takes one element of each row of a few, always the same one.
bool isEveryNth(const Transfer &read, const Memory &memory);

/// What keeps what is read, as it is or in another shape.
const Variable *keptIn(const Transfer &read);
/// Its name, 'v', or `otherwise` when it has none.
std::string nameOf(const Transfer &read, const char *otherwise);

/// What is in the way of leaving out the indices from number `from` on; otherwise `dead` has the declarations of
/// constants that go with them.
std::optional<Verdict> indexLost(const Transfer &read, std::size_t from, const Analyses &analyses,
                                 std::vector<Statement *> &dead);

/// What is in the way of spelling the read anew.
std::optional<Verdict> obstacle(const Transfer &read);

/// `read`, of `lanes` from `memory` at `indices`, with the padding that it has.
Text callOf(const Transfer &read, const std::vector<Extent> &lanes, const Text &memory,
            const std::vector<Text> &indices, const Rewriter &rewriter);

/// The indices of the read, as spelled.
std::vector<Text> indicesOf(const Transfer &read);

} // namespace rewrite::linearize

#endif
