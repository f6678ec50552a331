//===- Remarks.cpp - what a run of the pipeline has to say ------------------===//

#include "passes/Remarks.h"

#include "pto-rewrite/PassInfo.h"

#include <algorithm>
#include <iterator>
#include <tuple>

using namespace rewrite;

void Remarks::add(const Function *f, Remark r, const Module &module) {
  r.where = files.original(r.where, module);
  for (Note &n : r.notes)
    n.where = files.original(n.where, module);
  all.emplace_back(f, std::move(r));
}

Remark rewrite::instancesDisagree(const Function &f, Remark r) {
  r.kind = Remark::Kind::Missed;
  r.reason = "instantiations-disagree";
  r.message = "kept: the instances of '" + f.shortName + "' would be rewritten differently";
  return r;
}

void Remarks::disagree(const std::vector<const Function *> &instances) {
  std::vector<Note> notes;
  for (const Function *f : instances)
    notes.push_back({f->where, "instance " + f->name});
  for (auto &[f, r] : all)
    if (std::find(instances.begin(), instances.end(), f) != instances.end() && r.kind == Remark::Kind::Applied) {
      r = instancesDisagree(*f, std::move(r));
      r.notes = notes;
    }
}

void Remarks::separate(const std::vector<const Function *> &instances) {
  for (const Function *f : instances)
    separated.insert(f->name);
}

/// It is kept, whatever other instances became.
bool Remarks::stays(const Remark &r) const { return separated.count(r.function) && r.kind == Remark::Kind::Missed; }

std::set<std::string> Remarks::appliedSince(std::size_t size) const {
  std::set<std::string> out;
  for (std::size_t i = size; i < all.size(); ++i)
    if (all[i].first && all[i].second.kind == Remark::Kind::Applied)
      out.insert({key(*all[i].first), all[i].first->name});
  return out;
}

std::set<std::string> Remarks::onlyPreparedSince(std::size_t size) const {
  std::set<std::string> prepared, more;
  for (std::size_t i = size; i < all.size(); ++i)
    if (const auto &[f, r] = all[i]; f && r.kind == Remark::Kind::Applied) {
      const PassInfo *pass = findPass(r.pass);
      (pass && pass->preparesOnly ? prepared : more).insert({key(*f), f->name});
    }
  std::set<std::string> out;
  std::set_difference(prepared.begin(), prepared.end(), more.begin(), more.end(), std::inserter(out, out.end()));
  return out;
}

void Remarks::takeBack(std::size_t size, const std::string &pass, const std::set<std::string> &functions) {
  std::vector<std::pair<const Function *, Remark>> kept;
  for (std::size_t i = size; i < all.size(); ++i)
    if (all[i].first && all[i].second.kind == Remark::Kind::Missed && all[i].second.pass == pass &&
        (functions.count(key(*all[i].first)) || functions.count(all[i].first->name)))
      kept.push_back(std::move(all[i]));
  all.resize(size);
  std::move(kept.begin(), kept.end(), std::back_inserter(all));
}

/// What is said of a place last: done, then "the instances disagree", then the first reason.
static int weight(const Remark &r) {
  return r.kind == Remark::Kind::Applied ? 2 : r.reason == "instantiations-disagree" ? 1 : 0;
}

/// However many instances of a template or runs of a pass speak of a place. What
/// other instances ran into becomes a note.
void Remarks::finish(UnitResult &result) {
  std::vector<Remark> out;
  for (auto &[f, r] : all) {
    if (stays(r))
      r.instance = r.function;
    const auto samePlace = [&, &r = r](const Remark &o) {
      return o.pass == r.pass && o.where == r.where && o.instance == r.instance &&
             (o.kind == Remark::Kind::Analysis) == (r.kind == Remark::Kind::Analysis);
    };
    const auto known = std::find_if(out.begin(), out.end(), samePlace);
    if (known == out.end()) {
      out.push_back(std::move(r));
      continue;
    }
    if (weight(r) > weight(*known))
      std::swap(*known, r);
    if (known->kind == Remark::Kind::Missed && known->reason != r.reason && known->function != r.function)
      known->notes.push_back({r.where, "in instance " + r.function + ": " + r.message});
  }
  const std::string main = result.files.empty() ? "" : result.files.front().path;
  const auto place = [&](const Remark &r) {
    return std::tuple(r.where.file != main, std::string_view(r.where.file), r.where.line, r.where.column);
  };
  std::stable_sort(out.begin(), out.end(), [&](const Remark &a, const Remark &b) { return place(a) < place(b); });
  std::set<Match> matches(result.matches.begin(), result.matches.end());
  for (const Remark &r : out)
    if (!r.instance.empty()) {
      matches.insert({r.pass, r.where, r.instance});
      if (std::none_of(out.begin(), out.end(), [&](const Remark &o) {
            return o.pass == r.pass && o.where == r.where && o.instance.empty() && o.kind != Remark::Kind::Analysis;
          }))
        matches.erase({r.pass, r.where});
    }
  result.matches.assign(matches.begin(), matches.end());
  result.remarks = std::move(out);
}
