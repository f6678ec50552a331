//===- Agreement.cpp - what several units make of one file -----------------===//
//
// The unit of agreement is the function. Whoever has a function at that place must
// have the same edits in it. Who has none there, because an #if leaves it out or
// because it does not instantiate the template, does not mind: what it compiles does
// not change. Where units disagree the function is kept, and those that would have
// edited it run again without it, since what else they did may rest on it.
//
//===----------------------------------------------------------------------===//

#include "driver/Agreement.h"

#include "kernel/Printer.h"

#include <algorithm>
#include <limits>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

/// What one unit makes of a file.
struct Opinion {
  std::size_t unit;
  std::map<Stretch, std::vector<Edit>> functions; ///< the outermost; without edits, too
  std::vector<Edit> loose;                        ///< outside of functions
};

Opinion opinionOf(std::size_t unit, const FileResult &file) {
  Opinion opinion{unit, {}, {}};
  std::vector<Stretch> outer = file.functions;
  std::sort(outer.begin(), outer.end(),
            [](const Stretch &a, const Stretch &b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::size_t end = 0;
  for (const Stretch &each : outer)
    if (opinion.functions.empty() || each.begin >= end) {
      opinion.functions[each];
      end = each.end;
    }
  for (const Edit &edit : file.edits) {
    const auto home = std::find_if(opinion.functions.begin(), opinion.functions.end(), [&](const auto &f) {
      return f.first.begin <= edit.offset && edit.offset + edit.length <= f.first.end;
    });
    (home == opinion.functions.end() ? opinion.loose : home->second).push_back(edit);
  }
  return opinion;
}

Stretch stretchOf(const Edit &edit) { return {edit.offset, edit.offset + std::max<std::size_t>(edit.length, 1)}; }

/// Edits that can be made beside `edit`, or are the same.
bool fits(const Edit &edit, const std::vector<Edit> &others) {
  return std::all_of(others.begin(), others.end(), [&](const Edit &other) {
    const bool includes =
        edit.length + other.length == 0 && edit.text.starts_with("#include") && other.text.starts_with("#include");
    return edit == other || includes || !stretchOf(edit).overlaps(stretchOf(other));
  });
}

class File {
public:
  File(const std::string &path, const std::vector<Unit> &units, const std::vector<UnitOutcome> &outcomes,
       const DisplayPaths &shown, Agreement &out)
      : path(path),
        units(units),
        outcomes(outcomes),
        shown(shown),
        out(out) {}

  void add(std::size_t unit, const FileResult &file) {
    FileResult &all =
        out.files.try_emplace(path, FileResult{path, file.before, "", {}, {}, 0, file.unused}).first->second;
    if (all.before != file.before && !out.failure)
      out.failure = {CannotWrite, "'" + shown(path) + "' changed while it was read; nothing was written"};
    all.functions.insert(all.functions.end(), file.functions.begin(), file.functions.end());
    all.kernels = std::max(all.kernels, file.kernels);
    std::erase_if(all.unused, [&](const Note &note) { // one of them uses it
      return std::find(file.unused.begin(), file.unused.end(), note) == file.unused.end();
    });
    opinions.push_back(opinionOf(unit, file));
  }

  /// What a unit has to say that came to no opinion.
  void addFailed(std::size_t unit) { failed.push_back(unit); }

  void settle() {
    for (const std::size_t unit : failed)
      keep({0, std::numeric_limits<std::uint32_t>::max()},
           "kept: " + name(unit, nullptr) + (outcomes[unit].exit == InputMissing ? " is missing" : " has errors"));
    std::map<Stretch, std::vector<Edit>> agreed;
    std::vector<Edit> loose;
    for (const Opinion &opinion : opinions) {
      for (const auto &[function, edits] : opinion.functions)
        if (!edits.empty() && agreed.emplace(function, edits).second)
          checkFunction(opinion, function);
      for (const Edit &edit : opinion.loose)
        checkLoose(opinion, edit);
      for (const Edit &edit : opinion.loose)
        if (std::find(loose.begin(), loose.end(), edit) == loose.end())
          loose.push_back(edit);
    }
    for (const auto &[function, edits] : agreed)
      loose.insert(loose.end(), edits.begin(), edits.end());
    finish(std::move(loose));
  }

private:
  void checkFunction(const Opinion &mine, const Stretch &function) {
    for (const Opinion &other : opinions) {
      const auto same = other.functions.find(function);
      if (same != other.functions.end() && same->second == mine.functions.at(function))
        continue;
      const auto inTheWay = [&](const auto &f) { return f.first.overlaps(function); };
      const bool minds = std::any_of(other.functions.begin(), other.functions.end(), inTheWay) ||
                         std::any_of(other.loose.begin(), other.loose.end(),
                                     [&](const Edit &e) { return stretchOf(e).overlaps(function); });
      if (!minds)
        continue;
      const bool edits = same != other.functions.end() && !same->second.empty();
      keep(function,
           "kept: " + (edits ? name(mine.unit, &other.unit) + " and " + name(other.unit, &mine.unit) +
                                   " would have it rewritten differently"
                             : "it would be rewritten for " + name(mine.unit, &other.unit) + ", but not for " +
                                   name(other.unit, &mine.unit) + reason(other.unit, function)));
      return;
    }
  }

  void checkLoose(const Opinion &mine, const Edit &edit) {
    for (const Opinion &other : opinions) {
      const auto around = [&](const auto &f) { return f.first.overlaps(stretchOf(edit)); };
      if (fits(edit, other.loose) && std::none_of(other.functions.begin(), other.functions.end(), around))
        continue;
      keep({0, std::numeric_limits<std::uint32_t>::max()}, "kept: " + name(mine.unit, &other.unit) + " and " +
                                                               name(other.unit, &mine.unit) +
                                                               " would have it rewritten differently");
      return;
    }
  }

  /// Those who would have changed something there run again.
  void keep(const Stretch &where, std::string why) {
    bool anybody = false;
    for (const Opinion &opinion : opinions) {
      bool edits = std::any_of(opinion.loose.begin(), opinion.loose.end(),
                               [&](const Edit &e) { return stretchOf(e).overlaps(where); });
      for (const auto &[function, list] : opinion.functions)
        edits |= !list.empty() && function.overlaps(where);
      if (edits)
        out.objected.insert(opinion.unit);
      anybody |= edits;
    }
    if (anybody)
      out.objections.push_back({path, where, std::move(why)});
  }

  /// The source; where it has several commands, with what `other` does not have.
  std::string name(std::size_t unit, const std::size_t *other) const {
    std::string text = shown(units[unit].job->source), own;
    if (!other || units[unit].job != units[*other].job)
      return text;
    const std::vector<std::string> &theirs = units[*other].command->arguments;
    for (const std::string &argument : units[unit].command->arguments)
      if (std::find(theirs.begin(), theirs.end(), argument) == theirs.end())
        own += (own.empty() ? "" : " ") + argument;
    return own.empty() ? text : text + " [" + own + "]";
  }

  /// Why the unit has no edit there.
  std::string reason(std::size_t unit, const Stretch &function) const {
    const std::string &bytes = out.files.at(path).before;
    const auto lineOf = [&](std::size_t offset) {
      return 1u + static_cast<unsigned>(
                      std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    };
    for (const Remark &remark : outcomes[unit].remarks)
      if (remark.kind == Remark::Kind::Missed && remark.where.file == path &&
          remark.where.line >= lineOf(function.begin) && remark.where.line <= lineOf(function.end))
        return " (" + remark.function + ": " + remark.message + ")";
    return "";
  }

  void finish(std::vector<Edit> edits) {
    FileResult &all = out.files.at(path);
    const auto order = [](const Edit &a, const Edit &b) {
      return a.offset != b.offset ? a.offset < b.offset : a.length != b.length ? a.length < b.length : a.text < b.text;
    };
    std::sort(edits.begin(), edits.end(), order);
    std::sort(all.functions.begin(), all.functions.end());
    all.functions.erase(std::unique(all.functions.begin(), all.functions.end()), all.functions.end());
    // In case that nobody runs again: without what somebody objects to.
    for (const Kept &kept : out.objections)
      if (kept.file == path)
        std::erase_if(edits, [&](const Edit &e) { return stretchOf(e).overlaps(kept.where); });
    all.after = applyEdits(all.before, edits);
    all.edits = std::move(edits);
  }

  const std::string path;
  const std::vector<Unit> &units;
  const std::vector<UnitOutcome> &outcomes;
  const DisplayPaths &shown;
  Agreement &out;
  std::vector<Opinion> opinions;
  std::vector<std::size_t> failed;
};

/// The real paths of what units read, each asked for once.
class Inputs {
public:
  bool has(const UnitOutcome &outcome, const std::string &path) {
    return std::any_of(outcome.inputs.begin(), outcome.inputs.end(), [&](const std::string &input) {
      const auto [known, isNew] = real.try_emplace(input);
      if (isNew)
        known->second = realPath(input);
      return known->second == path;
    });
  }

private:
  std::map<std::string, std::string> real;
};

} // namespace

Agreement driver::agree(const std::vector<Unit> &units, const std::vector<UnitOutcome> &outcomes,
                        const DisplayPaths &shown) {
  Agreement agreement;
  std::map<std::string, File> files;
  for (std::size_t i = 0; i < units.size(); ++i)
    for (const FileResult &file : outcomes[i].files)
      files.try_emplace(file.path, file.path, units, outcomes, shown, agreement).first->second.add(i, file);
  Inputs inputs;
  std::set<std::string> sources;
  for (const Unit &unit : units)
    sources.insert(unit.job->source);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (outcomes[i].exit == Ok)
      continue;
    for (auto &[path, file] : files) // after a crash nobody knows which headers were read
      if (path != units[i].job->source &&
          (outcomes[i].inputs.empty() ? !sources.count(path) : inputs.has(outcomes[i], path)))
        file.addFailed(i);
  }
  for (auto &[path, file] : files)
    file.settle();
  return agreement;
}

std::map<std::size_t, Texts> driver::unseenTexts(const Agreement &agreement, const std::vector<UnitOutcome> &outcomes) {
  Inputs inputs;
  std::map<std::size_t, Texts> result;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const UnitOutcome &outcome = outcomes[i];
    Texts texts;
    bool unseen = false;
    for (const auto &[path, file] : agreement.files) {
      if (outcome.exit != Ok || !file.changed())
        continue;
      const auto own = std::find_if(outcome.files.begin(), outcome.files.end(),
                                    [&, &path = path](const FileResult &f) { return f.path == path; });
      if (own == outcome.files.end() && !inputs.has(outcome, path))
        continue;
      texts[path] = file.after;
      unseen |= own == outcome.files.end() || own->after != file.after;
    }
    if (unseen)
      result[i] = std::move(texts);
  }
  return result;
}
