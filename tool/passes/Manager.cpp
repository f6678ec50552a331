//===- Manager.cpp - runs a pipeline over a module --------------------------===//
//
// A template is analysed instance by instance and edited once: all instances
// must come to the same edits, otherwise none is made.
//
//===----------------------------------------------------------------------===//

#include "passes/Manager.h"

#include "analysis/Loops.h"
#include "kernel/Printer.h"
#include "passes/Pass.h"
#include "passes/Suppressions.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <cassert>
#include <map>

using namespace rewrite;

namespace {

class Manager {
public:
  Manager(Module &module, const RewriteOptions &options, UnitResult &result)
      : module(module),
        options(options),
        result(result),
        filter(options.functions) {
    for (const auto &f : module.functions)
      if (selected(*f))
        functions.push_back(f.get());
    std::stable_sort(functions.begin(), functions.end(),
                     [](const Function *a, const Function *b) { return a->range.begin < b->range.begin; });
    findViolations();
  }

  void run() {
    for (const PassStep &step : options.pipeline) {
      const std::unique_ptr<Pass> pass = makePass(step);
      assert(pass && "pipelines name registered passes");
      for (Function *f : functions)
        if (pass->handles(*f))
          runOn(*f, *pass);
      unusedTemplates(*pass);
      const auto &after = options.printAfter;
      if (std::find(after.begin(), after.end(), "*") != after.end() ||
          std::find(after.begin(), after.end(), step.pass) != after.end())
        result.stages.push_back({step.pass, print(false)});
    }
    const std::string after = print(true);
    if (after != module.mainFile->bytes) {
      FileResult file;
      file.path = module.mainFile->path;
      file.before = module.mainFile->bytes;
      file.after = after;
      file.edits = edits;
      result.files.push_back(std::move(file));
    }
    finishRemarks();
    result.stats["functions"] = functions.size();
  }

private:
  bool selected(const Function &f) const {
    return f.hasBody && f.range.valid() && f.range.file == module.mainFile && f.role != FunctionRole::Opaque &&
           (options.functions.empty() || filter.match(f.name));
  }

  /// Calls that pass one storage twice where the callee's roles say otherwise.
  void findViolations() {
    for (const auto &f : module.functions) {
      if (!f->hasBody || !f->unmodelled.empty())
        continue;
      std::vector<const Op *> calls;
      walk(*f->body, [&](const Op &op) {
        unsigned handles = 0;
        for (const Operand &o : op.operands)
          handles += o.kind == Operand::Kind::Handle;
        if (op.kind == OpKind::Call && handles > 1 && op.callee->hasBody)
          calls.push_back(&op);
      });
      if (calls.empty())
        continue;
      const Control control(*f);
      const Values values(*f, control);
      const Memory memory(*f, values, summaries);
      for (const Op *op : calls)
        for (std::size_t i = 0; i < op->operands.size(); ++i)
          for (std::size_t j = i + 1; j < op->operands.size(); ++j)
            if (overlap(memory, *op, op->operands[i], op->operands[j]))
              summaries.addViolation(*op->callee, static_cast<int>(i), static_cast<int>(j));
    }
  }

  static bool overlap(const Memory &memory, const Op &op, const Operand &a, const Operand &b) {
    if (!a.variable || !b.variable || a.kind != Operand::Kind::Handle || b.kind != Operand::Kind::Handle)
      return false;
    for (const View &x : memory.views(*a.variable, op))
      for (const View &y : memory.views(*b.variable, op)) {
        if (x.root != y.root || x.root.kind == Root::Kind::Unknown || x.root.kind == Root::Kind::Null)
          continue;
        if (!x.window || !y.window || !affine::disjoint(*x.window, *y.window, rangesAround(op, memory)))
          return true;
      }
    return false;
  }

  void runOn(Function &f, Pass &pass) {
    auto analyses = std::make_unique<Analyses>(f, summaries);
    const std::vector<Candidate> candidates = pass.match(*analyses);
    // A change can clear the way for a candidate that was declined before it: ask
    // again until nothing changes, so that a second run of the tool finds nothing new.
    std::vector<std::pair<Candidate, Remark>> declined;
    for (const Candidate &c : candidates)
      declined.emplace_back(c, Remark());
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<std::pair<Candidate, Remark>> again;
      for (auto &[c, r] : declined) {
        if (!analyses->control.has(*c.op))
          continue; // went with another one, as a part of its chain
        r = ask(f, pass, c, *analyses);
        if (r.kind != Remark::Kind::Applied) {
          again.emplace_back(c, std::move(r));
          continue;
        }
        changed = true;
        analyses = std::make_unique<Analyses>(f, summaries);
        remarks.emplace_back(&f, std::move(r));
      }
      declined = std::move(again);
    }
    for (auto &[c, r] : declined)
      remarks.emplace_back(&f, std::move(r));
  }

  /// Proves and applies one candidate.
  Remark ask(Function &f, Pass &pass, const Candidate &c, const Analyses &analyses) {
    Remark r;
    r.pass = pass.info().name;
    r.function = f.name;
    r.where = c.where;
    Verdict v = !f.unmodelled.empty() ? decline("unmodelled", "kept: '" + f.shortName + "' uses " + f.unmodelled)
                : suppressed(*module.mainFile, c.where, pass.info().name)
                    ? decline("suppressed", "kept: the comment here asks for it")
                    : pass.prove(c, analyses);
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

  /// Templates without an instance have no model: say so where they may hold the pattern.
  void unusedTemplates(const Pass &pass) {
    for (const UnusedTemplate &t : module.unusedTemplates) {
      Function probe;
      probe.role = t.role;
      if (!pass.handles(probe) || t.range.file != module.mainFile ||
          t.range.text().find(pass.subject()) == std::string_view::npos)
        continue;
      Remark r;
      r.kind = Remark::Kind::Missed;
      r.pass = pass.info().name;
      r.reason = "not-instantiated";
      r.function = t.name;
      r.where = t.where;
      r.message = "'" + t.name + "' kept: no code in this file instantiates the template";
      remarks.emplace_back(nullptr, std::move(r));
    }
  }

  /// The main file as the models stand now.
  std::string print(bool final) {
    std::map<std::pair<std::string, unsigned>, std::vector<const Function *>> groups;
    for (const Function *f : functions)
      groups[{f->pattern, f->range.begin}].push_back(f);
    edits.clear();
    for (const auto &[key, instances] : groups) {
      const std::vector<Edit> first = printEdits(*instances.front());
      const Function *other = nullptr;
      for (const Function *f : instances)
        if (printEdits(*f) != first)
          other = f;
      if (!other)
        edits.insert(edits.end(), first.begin(), first.end());
      else if (final)
        disagree(instances);
    }
    std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) { return a.offset < b.offset; });
    return applyEdits(module.mainFile->bytes, edits);
  }

  void disagree(const std::vector<const Function *> &instances) {
    std::vector<Note> notes;
    for (const Function *f : instances)
      notes.push_back({f->where, "instance " + f->name});
    for (auto &[f, r] : remarks)
      if (std::find(instances.begin(), instances.end(), f) != instances.end() && r.kind == Remark::Kind::Applied) {
        r.kind = Remark::Kind::Missed;
        r.reason = "instantiations-disagree";
        r.message = "kept: the instances of '" + f->shortName + "' would be rewritten differently";
        r.notes = notes;
      }
  }

  /// What is said of a place last: done, then "the instances disagree", then the first reason.
  static int weight(const Remark &r) {
    return r.kind == Remark::Kind::Applied ? 2 : r.reason == "instantiations-disagree" ? 1 : 0;
  }

  /// One remark a place, however many instances of a template or runs of a pass
  /// speak of it. What other instances ran into becomes a note.
  void finishRemarks() {
    std::vector<Remark> out;
    for (auto &[f, r] : remarks) {
      const auto samePlace = [&, &r = r](const Remark &o) { return o.pass == r.pass && o.where == r.where; };
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
    std::stable_sort(out.begin(), out.end(), [](const Remark &a, const Remark &b) {
      return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
    });
    unsigned long rewritten = 0, declined = 0;
    for (const Remark &r : out) {
      rewritten += r.kind == Remark::Kind::Applied;
      declined += r.kind == Remark::Kind::Missed;
    }
    result.stats["rewritten"] = rewritten;
    result.stats["declined"] = declined;
    result.stats["matched"] = rewritten + declined;
    result.remarks = std::move(out);
  }

  Module &module;
  const RewriteOptions &options;
  UnitResult &result;
  llvm::Regex filter;
  std::vector<Function *> functions;
  Summaries summaries;
  std::vector<std::pair<const Function *, Remark>> remarks;
  std::vector<Edit> edits;
};

} // namespace

void rewrite::runPipeline(Module &module, const RewriteOptions &options, UnitResult &result) {
  Manager(module, options, result).run();
}
