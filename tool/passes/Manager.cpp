//===- Manager.cpp - runs a pipeline over a unit ----------------------------===//
//
// A template is analysed instance by instance and edited once: all instances
// must come to the same edits, otherwise none is made. Where a function goes through
// steps as a whole (the targets), each instance gets a text of its own then (Specialisation.cpp).
//
// A pass either changes the model as it goes (run()), or the text (stage()). After
// a change of the text the unit is parsed anew and the pass asked once more, until
// it has nothing to do: so what one step leaves is C++ that compiles before the next
// step looks at it.
//
//===----------------------------------------------------------------------===//

#include "passes/Manager.h"

#include "kernel/Printer.h"
#include "passes/Footprint.h"
#include "passes/Includes.h"
#include "passes/Matches.h"
#include "passes/Obeyed.h"
#include "passes/Pass.h"
#include "passes/Remarks.h"
#include "passes/Specialisation.h"
#include "passes/Suppressions.h"
#include "passes/Targets.h"
#include "passes/Unseen.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

using namespace rewrite;

namespace {

class Manager {
public:
  Manager(std::unique_ptr<Module> first, const RewriteOptions &options, const Reparse &reparse, UnitResult &result)
      : options(options),
        reparse(reparse),
        result(result),
        filter(options.functions),
        files(*first),
        obeyed(files),
        remarks(files) {
    enter(std::move(first));
  }

  PipelineEnd run() {
    for (std::size_t i = 0; i < options.pipeline.size(); ++i) {
      const PassStep &step = options.pipeline[i];
      if (step.whole && (i == 0 || !options.pipeline[i - 1].whole) && checkpoint.step != i && !remember(i))
        return {};
      const std::unique_ptr<Pass> pass = makePass(step);
      assert(pass && "pipelines name registered passes");
      specialising = step.whole;
      if (!(pass->editsText() ? stage(*pass, step) : walkModel(*pass)))
        return {};
      const auto &after = options.printAfter;
      if (std::find(after.begin(), after.end(), "*") != after.end() ||
          std::find(after.begin(), after.end(), step.pass) != after.end())
        result.stages.push_back({step.pass, applyEdits(main().bytes, print(false)[main().path])});
      if (step.whole && (i + 1 == options.pipeline.size() || !options.pipeline[i + 1].whole)) {
        const std::optional<bool> again = takeBack(step);
        if (!again)
          return {};
        if (*again)
          i = checkpoint.step - 1;
      }
    }
    const FileEdits last = print(true);
    PipelineEnd end;
    end.parsed = last.empty();
    if (!last.empty())
      end.changedFunctions = changedFunctions(*modules.back(), last);
    obeyed.note(*modules.back());
    files.apply(last);
    addFiles();
    result.matches = matches.all();
    remarks.finish(result);
    return end;
  }

private:
  using Said = std::vector<std::pair<const Function *, Remark>>;

  /// Where steps began that a function goes through as a whole, or not at all.
  struct Checkpoint {
    std::size_t step = ~std::size_t{0};
    std::size_t remarks = 0, matches = 0, stages = 0;
    std::map<std::string, History> files;
    std::set<std::string> kept; ///< functions that do not, by Remarks::key
  };

  bool remember(std::size_t step) {
    if (!commit())
      return false;
    checkpoint = {step, remarks.size(), matches.size(), result.stages.size(), files.histories(), {}};
    return true;
  }

  /// Functions that the last of these steps kept, though earlier ones changed them, become what they were, and the
  /// steps are to be run again without them. Nothing when the text does not compile.
  std::optional<bool> takeBack(const PassStep &last) {
    std::set<std::string> unfinished = remarks.onlyPreparedSince(checkpoint.remarks);
    for (const std::string &f : remarks.appliedSince(checkpoint.remarks))
      if (keptLast.count(f))
        unfinished.insert(f);
    if (unfinished.empty()) {
      checkpoint.kept.clear();
      return false;
    }
    remarks.takeBack(checkpoint.remarks, last.pass, unfinished);
    checkpoint.remarks = remarks.size();
    matches.takeBack(checkpoint.matches, last.pass, unfinished);
    checkpoint.matches = matches.size();
    checkpoint.kept.insert(unfinished.begin(), unfinished.end());
    result.stages.resize(checkpoint.stages);
    obeyed.note(*modules.back());
    files.restore(checkpoint.files);
    return parseAgain() ? std::optional(true) : std::nullopt;
  }

  bool handles(const Pass &pass, const Function &f) const {
    return pass.handles(f) && !checkpoint.kept.count(Remarks::key(f)) && !checkpoint.kept.count(f.name);
  }

  const SourceFile &main() const { return *modules.back()->mainFile; }

  void addFiles() {
    const Module &first = *modules.front();
    std::map<std::string, std::set<Stretch>> functionsOf;
    std::set<std::string> withKernels;
    for (const auto &f : first.functions) {
      if (!f->range.valid())
        continue;
      functionsOf[f->range.file->path].insert({f->range.begin, f->range.end});
      if (f->role != FunctionRole::Opaque && f->hasBody && files.contains(f->range.file->path))
        withKernels.insert(f->range.file->path);
    }
    withKernels.erase(first.mainFile->path);
    const auto add = [&](const std::string &path) {
      result.files.push_back(files.result(path));
      result.files.back().functions.assign(functionsOf[path].begin(), functionsOf[path].end());
      result.files.back().kernels = static_cast<unsigned>(std::count_if(
          functions.begin(), functions.end(), [&](const Function *f) { return f->range.file->path == path; }));
      result.files.back().unused = obeyed.unused(
          path, options.pipeline, first, [&](const Function &f) { return selected(f); }, result.inactive[path]);
    };
    add(first.mainFile->path);
    std::for_each(withKernels.begin(), withKernels.end(), add);
  }

  /// From now on `module` is what the passes see.
  void enter(std::unique_ptr<Module> module) {
    modules.push_back(std::move(module));
    functions.clear();
    summaries = std::make_unique<Summaries>();
    for (const auto &f : modules.back()->functions)
      if (selected(*f))
        functions.push_back(f.get());
    std::stable_sort(functions.begin(), functions.end(),
                     [](const Function *a, const Function *b) { return a->range.begin < b->range.begin; });
    summaries->findViolations(*modules.back());
  }

  bool selected(const Function &f) const {
    return f.hasBody && f.range.valid() && files.contains(f.range.file->path) && f.role != FunctionRole::Opaque &&
           (options.functions.empty() || filter.match(f.name));
  }

  /// A pass that keeps model and text in step.
  bool walkModel(Pass &pass) {
    for (Function *f : functions)
      if (pass.handles(*f))
        walkModel(pass, *f);
    addUnseen(pass);
    return true;
  }

  void walkModel(Pass &pass, Function &f) {
    auto analyses = std::make_unique<Analyses>(f, *summaries);
    const std::vector<Candidate> candidates = pass.match(*analyses);
    // A change can clear the way for a candidate that was declined before it: ask
    // again until nothing changes, so that a second run of the tool finds nothing new.
    std::vector<std::pair<Candidate, Remark>> declined;
    for (const Candidate &c : candidates)
      declined.emplace_back(c, Remark());
    Round found;
    for (const Candidate &c : candidates)
      found.add(f, matchOf(pass, c));
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<std::pair<Candidate, Remark>> again;
      for (auto &[c, r] : declined) {
        if (!analyses->control.has(*c.op)) {
          found.drop(f, matchOf(pass, c)); // went with another one, as a part of its chain
          continue;
        }
        r = ask(f, pass, c, *analyses);
        if (r.kind != Remark::Kind::Applied) {
          again.emplace_back(c, std::move(r));
          continue;
        }
        changed = true;
        found.change(f, matchOf(pass, c));
        analyses = std::make_unique<Analyses>(f, *summaries);
        remarks.add(&f, std::move(r), *modules.back());
      }
      declined = std::move(again);
    }
    for (auto &[c, r] : declined)
      remarks.add(&f, std::move(r), *modules.back());
    matches.add(found);
  }

  /// A pass that changes the text. False when the run cannot go on.
  bool stage(Pass &pass, const PassStep &step) {
    constexpr unsigned enough = 500; // a pass that has not come to an end by then never does
    if (!commit())
      return false;
    if (const std::string problem = missingTarget(*modules.back(), pass.info(), step); !problem.empty()) {
      result.status = UnitResult::Status::BadPipeline;
      result.diagnostics +=
          "pto-rewrite: error: pipeline, column " + std::to_string(step.column) + ": " + problem + "\n";
      return false;
    }
    for (unsigned round = 0; round < enough; ++round) {
      Round found;
      Said declined, waiting;
      for (Function *f : functions)
        if (handles(pass, *f))
          stage(pass, *f, found, declined, waiting);
      const std::size_t before = modules.size();
      if (!commit())
        return false;
      if (modules.size() != before) {
        matches.addChanged(found);
        continue;
      }
      // The text stays as it is, though some wait for a change of it: instances disagree.
      for (auto &[f, r] : waiting)
        remarks.add(f, instancesDisagree(*f, std::move(r)), *modules.back());
      keptLast.clear();
      for (auto &[f, r] : declined) {
        keptLast.insert({Remarks::key(*f), f->name});
        remarks.add(f, std::move(r), *modules.back());
      }
      matches.add(found);
      addUnseen(pass);
      return true;
    }
    result.status = UnitResult::Status::InternalError;
    result.diagnostics += main().path + ": error: internal error: '" + pass.info().name + "' does not come to an end\n";
    return false;
  }

  /// All candidates of a function whose edits do not touch one another; the others wait.
  void stage(Pass &pass, Function &f, Round &found, Said &declined, Said &waiting) {
    const Analyses analyses(f, *summaries);
    std::vector<Footprint> taken;
    const std::vector<Candidate> candidates = pass.match(analyses);
    for (const Candidate &c : candidates)
      found.add(f, matchOf(pass, c));
    for (const Candidate &c : candidates) {
      const std::size_t first = f.edits.size();
      const auto includes = f.includes;
      Remark r = ask(f, pass, c, analyses);
      if (r.kind == Remark::Kind::Applied)
        if (const unsigned line = suppressedLine(*f.range.file, editsSince(f, first), pass.info().name)) {
          r.kind = Remark::Kind::Missed;
          r.reason = "suppressed";
          r.message = "kept: it would change a line that a comment asks to keep";
          r.notes = {{{f.range.file->path, line, 1}, "this one"}};
          f.edits.resize(first);
          f.includes = includes;
        }
      if (r.kind != Remark::Kind::Applied) {
        declined.emplace_back(&f, std::move(r));
        continue;
      }
      Footprint mine(f, *c.op, first);
      if (std::any_of(taken.begin(), taken.end(), [&](const Footprint &other) { return mine.touches(other); })) {
        f.edits.resize(first);
        f.includes = includes;
        waiting.emplace_back(&f, std::move(r));
        continue;
      }
      taken.push_back(std::move(mine));
      found.change(f, matchOf(pass, c));
      if (std::string found = pass.analysis(); !found.empty()) {
        Remark more = r;
        more.kind = Remark::Kind::Analysis;
        more.message = std::move(found);
        remarks.add(&f, std::move(more), *modules.back());
      }
      remarks.add(&f, std::move(r), *modules.back());
    }
  }

  static std::vector<Edit> editsSince(Function &f, std::size_t first) {
    std::vector<TextEdit> before(f.edits.begin(), f.edits.begin() + static_cast<std::ptrdiff_t>(first));
    f.edits.erase(f.edits.begin(), f.edits.begin() + static_cast<std::ptrdiff_t>(first));
    std::vector<Edit> edits = printEdits(f);
    f.edits.insert(f.edits.begin(), before.begin(), before.end());
    return edits;
  }

  /// Proves and applies one candidate.
  Remark ask(Function &f, Pass &pass, const Candidate &c, const Analyses &analyses) {
    Remark r;
    r.pass = pass.info().name;
    r.function = f.name;
    r.where = c.where;
    const Kept *kept = keptFor(f);
    const bool byComment = isSuppressed(*f.range.file, c.where, pass.info().name);
    Verdict v = kept                    ? decline("config-dependent", kept->why)
                : !f.unmodelled.empty() ? decline("unmodelled", "kept: '" + f.shortName + "' uses " + f.unmodelled)
                : byComment             ? decline("suppressed", "kept: the comment here asks for it")
                                        : pass.prove(c, analyses);
    if (byComment)
      pass.prove(c, analyses); // to hear of other comments that it would obey there
    if (v.legal) {
      Rewriter rewriter(f);
      r.kind = Remark::Kind::Applied;
      r.message = pass.apply(c, rewriter);
    } else {
      r.kind = Remark::Kind::Missed;
      r.reason = std::move(v.reason);
      r.message = std::move(v.message);
      r.notes = std::move(v.notes);
    }
    return r;
  }

  /// As remarks name it.
  Match matchOf(const Pass &pass, const Candidate &c) const {
    return {pass.info().name, files.original(c.where, *modules.back())};
  }

  const Kept *keptFor(const Function &f) const {
    if (options.kept.empty())
      return nullptr;
    // The list speaks of the files on disk.
    const Location at = files.original(f.where, *modules.back());
    const SourceFile *file = modules.front()->file(at.file);
    for (const Kept &kept : options.kept)
      if (file && kept.file == file->path && at.line &&
          kept.where.contains(file->lineStarts[at.line - 1] + at.column - 1))
        return &kept;
    return nullptr;
  }

  void addUnseen(const Pass &pass) {
    const auto named = [&](const std::string &name) { return options.functions.empty() || filter.match(name); };
    for (Remark &r : unseenBy(pass, *modules.back(), named)) {
      matches.addUnseen({r.pass, files.original(r.where, *modules.back())});
      remarks.add(nullptr, std::move(r), *modules.back());
    }
  }

  /// Parses what the passes made of the text, if they changed it. False when it does not compile.
  bool commit() {
    const FileEdits edits = print(true);
    for (Function *f : functions) {
      f->edits.clear();
      f->includes.clear();
    }
    if (edits.empty())
      return true;
    obeyed.note(*modules.back());
    files.apply(edits);
    return parseAgain();
  }

  /// False when what the files are now does not compile.
  bool parseAgain() {
    if (std::unique_ptr<Module> next = reparse(files.now())) {
      enter(std::move(next));
      return true;
    }
    if (files.contains(result.error.file))
      result.error = placeBefore(files.result(result.error.file), result.error);
    return false;
  }

  /// What changed since the text was last parsed; nothing for a file that stays. `final`: the user hears of
  /// instances that disagree.
  FileEdits print(bool final) {
    std::map<std::tuple<std::string, std::string, unsigned>, std::vector<const Function *>> groups;
    for (const Function *f : functions)
      groups[{f->range.file->path, f->pattern, f->range.begin}].push_back(f);
    FileEdits edits;
    std::map<const SourceFile *, std::set<std::string>> includes;
    for (const auto &[key, instances] : groups) {
      const SourceFile *file = instances.front()->range.file;
      const std::vector<Edit> first = printEdits(*instances.front());
      const bool agree = std::all_of(instances.begin() + 1, instances.end(),
                                     [&](const Function *f) { return printEdits(*f) == first; });
      if (agree) {
        std::vector<Edit> &list = edits[file->path];
        list.insert(list.end(), first.begin(), first.end());
        includes[file].insert(instances.front()->includes.begin(), instances.front()->includes.end());
      } else if (!specialising || !specialise(instances, edits[file->path], includes[file])) {
        if (final)
          remarks.disagree(instances);
      }
    }
    for (auto &[path, list] : edits)
      std::stable_sort(list.begin(), list.end(), [](const Edit &a, const Edit &b) { return a.offset < b.offset; });
    for (const auto &[file, headers] : includes)
      addIncludes(*file, headers, edits[file->path]);
    std::erase_if(edits, [&](const auto &each) {
      const std::string &bytes = modules.back()->file(each.first)->bytes;
      return applyEdits(bytes, each.second) == bytes;
    });
    return edits;
  }

  /// Those of the instances that change leave the template. False, and nothing said, where one of them cannot.
  bool specialise(const std::vector<const Function *> &instances, std::vector<Edit> &edits,
                  std::set<std::string> &includes) {
    std::vector<Edit> all;
    std::vector<const Function *> changed;
    for (const Function *f : instances)
      if (!printEdits(*f).empty()) {
        const std::optional<Edit> edit = f->range.file == &main() ? specialisationOf(*f) : std::nullopt;
        if (!edit)
          return false;
        all.push_back(*edit);
        changed.push_back(f);
      }
    for (const Function *f : changed)
      includes.insert(f->includes.begin(), f->includes.end());
    edits.insert(edits.end(), all.begin(), all.end());
    remarks.separate(instances);
    return true;
  }

  const RewriteOptions &options;
  const Reparse &reparse;
  UnitResult &result;
  llvm::Regex filter;
  std::vector<std::unique_ptr<Module>> modules; ///< all that there were: remarks know their functions
  EditedFiles files;
  Obeyed obeyed;
  std::vector<Function *> functions;
  std::unique_ptr<Summaries> summaries;
  Remarks remarks;
  Matches matches;
  Checkpoint checkpoint;
  bool specialising = false;      ///< of functions that go through steps as a whole
  std::set<std::string> keptLast; ///< functions in which the last step that edits text kept something
};

} // namespace

PipelineEnd rewrite::runPipeline(std::unique_ptr<Module> module, const RewriteOptions &options, const Reparse &reparse,
                                 UnitResult &result) {
  return Manager(std::move(module), options, reparse, result).run();
}
