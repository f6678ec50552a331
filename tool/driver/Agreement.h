//===- Agreement.h - what several units make of one file ---------*- C++ -*-===//
//
// A header is rewritten in the context of each source that includes it, and a source
// in that of each command that compiles it. An edit is made once, and only when all
// who saw its function would make it.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_AGREEMENT_H
#define REWRITE_DRIVER_AGREEMENT_H

#include "driver/Unit.h"

#include <set>

namespace rewrite::driver {

/// A source and one of the commands that compile it.
struct Unit {
  const Job *job = nullptr;
  const CompileCommand *command = nullptr;
};

struct Agreement {
  std::map<std::string, FileResult> files; ///< by real path: the edits of all units
  std::vector<Kept> objections;            ///< where units disagree; `files` has no edits there
  std::set<std::size_t> objected;          ///< the units that edited there
  Failure failure;                         ///< a file is not what another unit read
};

/// `outcomes` are those of `units`. A unit that failed objects to all edits of the headers that it reads.
Agreement agree(const std::vector<Unit> &units, const std::vector<UnitOutcome> &outcomes, const DisplayPaths &shown);

/// By unit: the texts of `agreement` for one that has not seen all of them in its own run, though it reads those files.
std::map<std::size_t, Texts> unseenTexts(const Agreement &agreement, const std::vector<UnitOutcome> &outcomes);

} // namespace rewrite::driver

#endif
