//===- Matches.cpp - what the passes of a run found -------------------------===//

#include "passes/Matches.h"

#include "passes/Remarks.h"

#include <algorithm>

using namespace rewrite;

void Round::add(const Function &f, Match match) { list.push_back({Remarks::key(f), std::move(match)}); }

void Round::change(const Function &f, const Match &match) {
  for (Found &each : list)
    each.changed |= each.match == match && each.function == Remarks::key(f);
}

void Round::drop(const Function &f, const Match &match) {
  std::erase_if(list, [&](const Found &each) {
    return each.match == match && each.function == Remarks::key(f) && !each.changed;
  });
}

void Matches::addChanged(const Round &round) {
  std::copy_if(round.list.begin(), round.list.end(), std::back_inserter(list),
               [](const Found &each) { return each.changed; });
}

void Matches::takeBack(std::size_t size, const std::string &pass, const std::set<std::string> &functions) {
  const auto since = list.begin() + static_cast<std::ptrdiff_t>(size);
  list.erase(std::remove_if(since, list.end(),
                            [&](const Found &each) {
                              return each.changed || each.match.pass != pass || !functions.count(each.function);
                            }),
             list.end());
}

std::vector<Match> Matches::all() const {
  std::set<Match> each;
  for (const Found &found : list)
    each.insert(found.match);
  return {each.begin(), each.end()};
}
