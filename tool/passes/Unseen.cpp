//===- Unseen.cpp - kernels that a pass cannot look at ----------------------===//

#include "passes/Unseen.h"

#include <algorithm>

using namespace rewrite;

namespace {

Remark missed(const Pass &pass, const char *reason, const std::string &function, const Location &where,
              std::string message) {
  Remark r;
  r.kind = Remark::Kind::Missed;
  r.pass = pass.info().name;
  r.reason = reason;
  r.function = function;
  r.where = where;
  r.message = std::move(message);
  return r;
}

/// An op of the function, or its tag, is spelled with that word.
bool mayHold(const Function &f, std::string word) {
  if (word.ends_with("::"))
    word.replace(word.size() - 2, 2, ".");
  bool found = false;
  if (f.body)
    walk(*f.body, [&](const Op &op) {
      found |= op.kind == OpKind::For ? word == "for" : ("pto." + op.info.name).find(word) != std::string::npos;
      if (const Statement *s = op.statement)
        found |= std::find(s->tags.begin(), s->tags.end(), word) != s->tags.end();
    });
  return found;
}

} // namespace

std::vector<Remark> rewrite::unseenBy(const Pass &pass, const Module &module,
                                      const std::function<bool(const std::string &)> &selected) {
  std::vector<Remark> out;
  for (const UnusedTemplate &t : module.unusedTemplates) {
    Function probe;
    probe.role = t.role;
    if (pass.handles(probe) && t.range.valid() && t.range.file->editable &&
        t.range.text().find(pass.subject()) != std::string_view::npos)
      out.push_back(missed(pass, "not-instantiated", t.name, t.where,
                           "'" + t.name + "' kept: no code in this file instantiates the template"));
  }
  for (const auto &f : module.functions) {
    const SourceFile *file = module.file(f->where.file);
    if (!f->hasBody || f->role == FunctionRole::Opaque || !file || !file->editable || !selected(f->name) ||
        !pass.handles(*f))
      continue;
    const bool hasOps = mayHold(*f, pass.subject());
    if (f->range.valid()) {
      if (!f->unmodelled.empty() && !hasOps && f->range.text().find(pass.subject()) != std::string_view::npos)
        out.push_back(
            missed(pass, "unmodelled", f->name, f->where, "'" + f->shortName + "' kept: it uses " + f->unmodelled));
      continue;
    }
    if (!hasOps)
      continue;
    out.push_back(missed(
        pass, "in-macro", f->name, f->where,
        "'" + f->shortName + "' kept: it is " +
            (f->macro.empty() ? "not spelled in one place of this file" : "spelled in macro '" + f->macro + "'")));
    if (f->macroBody.line)
      out.back().notes.push_back({f->macroBody, "in this definition"});
  }
  return out;
}
