//===- Matches.h - what the passes of a run found ----------------*- C++ -*-===//
//
// Counted where match() finds it, and not by what is said of it later: a candidate that gets lost between the two has
// no remark, and the driver says so.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_MATCHES_H
#define PTO_PASSES_MATCHES_H

#include "kernel/Model.h"
#include "pto-rewrite/Rewrite.h"

#include <set>

namespace rewrite {

struct Found {
  std::string function; ///< by Remarks::key
  Match match;
  bool changed = false; ///< apply() changed it
};

/// What one pass finds in one text.
class Round {
public:
  void add(const Function &f, Match match);
  void change(const Function &f, const Match &match);
  /// It went with another one that changed.
  void drop(const Function &f, const Match &match);

private:
  friend class Matches;
  std::vector<Found> list;
};

class Matches {
public:
  void add(const Round &round) { list.insert(list.end(), round.list.begin(), round.list.end()); }
  /// The text is another one now: what stands in it still is found again.
  void addChanged(const Round &round);
  /// Of what has no model.
  void addUnseen(Match match) { list.push_back({"", std::move(match)}); }

  std::size_t size() const { return list.size(); }
  /// As Remarks::takeBack.
  void takeBack(std::size_t size, const std::string &pass, const std::set<std::string> &functions);
  /// In order, each once.
  std::vector<Match> all() const;

private:
  std::vector<Found> list;
};

} // namespace rewrite

#endif
