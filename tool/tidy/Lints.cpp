//===- Lints.cpp - kernels that cannot be meant as they are written ---------===//

#include "tidy/Lints.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace rewrite;
using namespace rewrite::tidy;

namespace {

/// Everything the function does to one piece of storage.
struct Life {
  std::vector<Access> reads, writes; ///< an update is in both
  std::vector<const Op *> uses;      ///< that name it, copies of the handle left out
};

Life lifeOf(const Root &root, const Analyses &a) {
  Life life;
  walk(*a.function.body, [&](const Op &op) {
    for (const Access &access : a.memory.accesses(op)) {
      if (!a.memory.mayAlias(access.view.root, root))
        continue;
      if (access.reads())
        life.reads.push_back(access);
      if (access.writes())
        life.writes.push_back(access);
    }
    if (op.kind == OpKind::Copy)
      return;
    for (const Operand &operand : op.operands)
      if (operand.kind == Operand::Kind::Handle && operand.variable)
        for (const View &view : a.memory.views(*operand.variable, op))
          if (view.root == root && (life.uses.empty() || life.uses.back() != &op))
            life.uses.push_back(&op);
  });
  return life;
}

/// A call may hand the storage back under a name that cannot be told.
bool comesBack(const Root &root, const Analyses &a) {
  bool found = false;
  walk(*a.function.body, [&](const Op &op) {
    if (op.kind != OpKind::Call || found)
      return;
    const Summary &summary = a.summaries.of(*op.callee);
    if (std::none_of(summary.results.begin(), summary.results.end(),
                     [](const ResultSource &source) { return source.kind == ResultSource::Kind::Unknown; }))
      return;
    for (const Operand &operand : op.operands)
      if (operand.kind == Operand::Kind::Handle && operand.variable)
        for (const View &view : a.memory.views(*operand.variable, op))
          found |= view.root == root;
  });
  return found;
}

/// Staging buffers that stay in the function.
template <class F>
void forEachStaging(const Analyses &a, F &&f) {
  walk(*a.function.body, [&](const Op &op) {
    if (!op.is("tensor.create"))
      return;
    const Root root{Root::Kind::Created, &op, nullptr, 0};
    if (!a.memory.escapes(root) && !comesBack(root, a))
      f(op, root);
  });
}

std::string nameOf(const Op &create) {
  if (create.statement && create.statement->assigned && !create.statement->assigned->name.empty())
    return "'" + create.statement->assigned->name + "'";
  return quoted(create.result(), "this buffer");
}

void deadCreate(const Analyses &a, std::vector<Finding> &out) {
  forEachStaging(a, [&](const Op &create, const Root &root) {
    const Life life = lifeOf(root, a);
    if (life.uses.empty() && life.reads.empty() && life.writes.empty())
      out.push_back({create.where, nameOf(create) + " is created and never used"});
  });
}

void stagingNeverAssembled(const Analyses &a, std::vector<Finding> &out) {
  forEachStaging(a, [&](const Op &create, const Root &root) {
    const Life life = lifeOf(root, a);
    if (!life.writes.empty() && life.reads.empty())
      out.push_back({create.where,
                     nameOf(create) + " is written, but never assembled or read: what it holds is lost",
                     {{life.writes.front().op->where, "written here"}}});
  });
}

void assembleOfUnfilledStaging(const Analyses &a, std::vector<Finding> &out) {
  walk(*a.function.body, [&](const Op &assemble) {
    if (!assemble.is("tensor.assemble"))
      return;
    for (const Access &access : a.memory.accesses(assemble)) {
      const Root &root = access.view.root;
      if (access.writes() || root.kind != Root::Kind::Created || !root.op->is("tensor.create") ||
          a.memory.escapes(root) || comesBack(root, a))
        continue;
      const Life life = lifeOf(root, a);
      if (std::none_of(life.writes.begin(), life.writes.end(),
                       [&](const Access &w) { return a.control.reaches(*w.op, assemble); }))
        out.push_back({assemble.where,
                       nameOf(*root.op) + " is assembled, but nothing was written into it",
                       {{root.op->where, "created here"}}});
    }
  });
}

template <class F>
void forEachOut(const Analyses &a, F &&f) {
  for (const Variable *p : a.function.parameters) {
    const Root root{Root::Kind::Parameter, nullptr, p, 0};
    if (p->role == Role::Out && p->type.isHandle() && !p->name.empty() && !p->escapes &&
        !a.memory.escapePoint(root, /*returnsCount=*/false) && !comesBack(root, a))
      f(*p, root);
  }
}

void outNeverWritten(const Analyses &a, std::vector<Finding> &out) {
  forEachOut(a, [&](const Variable &p, const Root &root) {
    if (lifeOf(root, a).writes.empty())
      out.push_back({a.function.where,
                     "'" + p.name + "' is an Out parameter of '" + a.function.shortName + "', but is never written"});
  });
}

void outReadBeforeWritten(const Analyses &a, std::vector<Finding> &out) {
  forEachOut(a, [&](const Variable &p, const Root &root) {
    const Life life = lifeOf(root, a);
    for (const Access &read : life.reads) {
      // An assemble that adds is an update by its declaration, whatever its mode is.
      const bool sure = read.certain && read.view.root == root &&
                        !(read.kind == Access::Kind::Update && read.op->is("tensor.assemble"));
      const bool writesItself = std::any_of(life.writes.begin(), life.writes.end(), [&](const Access &w) {
        return w.op == read.op && w.kind != Access::Kind::Update;
      });
      const bool written = std::any_of(life.writes.begin(), life.writes.end(),
                                       [&](const Access &w) { return a.control.reaches(*w.op, *read.op); });
      if (sure && !writesItself && !written) {
        out.push_back({read.op->where, "'" + p.name + "' is read here, but it is an Out parameter of '" +
                                           a.function.shortName + "' and nothing was written into it"});
        return; // the first says it all
      }
    }
  });
}

} // namespace

const std::vector<Lint> &tidy::allLints() {
  static const std::vector<Lint> list = {
      {"assemble-of-unfilled-staging", "a staging buffer is assembled that nothing was written into",
       assembleOfUnfilledStaging},
      {"dead-create", "a tensor is created and never used", deadCreate},
      {"out-never-written", "an Out parameter is never written", outNeverWritten},
      {"out-read-before-written", "an Out parameter is read before anything is written into it", outReadBeforeWritten},
      {"staging-never-assembled", "a staging buffer is written, but never assembled or read", stagingNeverAssembled},
  };
  return list;
}

std::vector<Finding> tidy::findingsOf(const Lint &lint, const Module &module) {
  Summaries summaries;
  // Of a template only what holds in all instances.
  std::map<std::tuple<std::string, std::string, unsigned>, std::vector<std::vector<Finding>>> groups;
  for (const auto &f : module.functions) {
    if (!f->hasBody || f->role == FunctionRole::Opaque || !f->range.valid() || !f->range.file->editable)
      continue;
    std::vector<Finding> &mine = groups[{f->pattern, f->range.file->path, f->range.begin}].emplace_back();
    if (f->unmodelled.empty())
      lint.find(Analyses(*f, summaries), mine);
  }
  std::vector<Finding> out;
  for (const auto &[key, instances] : groups)
    for (const Finding &finding : instances.front())
      if (std::all_of(instances.begin(), instances.end(), [&](const std::vector<Finding> &each) {
            return std::find(each.begin(), each.end(), finding) != each.end();
          }))
        out.push_back(finding);
  std::stable_sort(out.begin(), out.end(), [](const Finding &x, const Finding &y) {
    return std::tie(x.where.file, x.where.line, x.where.column) < std::tie(y.where.file, y.where.line, y.where.column);
  });
  return out;
}
