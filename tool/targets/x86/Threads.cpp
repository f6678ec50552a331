//===- Threads.cpp - scf::parallel on the threads of OpenMP ------------------===//

#include "targets/x86/Threads.h"

#include "analysis/Carried.h"
#include "analysis/Independence.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::x86;

namespace {

/// Where the text of `scf::parallel(..., [&](Index r) {` has what changes.
struct Head {
  SourceRange callee, introducer;
};

std::optional<Head> headOf(const Op &loop) {
  const Block &body = bodyOf(loop);
  if (!loop.range.valid() || !body.range.valid() || !body.braced || body.range.begin <= loop.range.begin)
    return std::nullopt;
  const SourceFile *file = body.range.file;
  const std::string &bytes = file->bytes;
  const std::size_t open = bytes.find('(', loop.range.begin),
                    close = bytes.find_last_not_of(" \t\r\n", body.range.begin - 1);
  if (open >= body.range.begin || close <= open || bytes[close] != ')')
    return std::nullopt;
  const std::string callee = bytes.substr(loop.range.begin, open - loop.range.begin);
  if (!std::all_of(callee.begin(), callee.end(),
                   [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':'; }))
    return std::nullopt;
  const std::size_t parameters = bytes.rfind('(', close), bracket = bytes.rfind('[', parameters);
  if (parameters == bytes.npos || bracket == bytes.npos || bracket <= open)
    return std::nullopt;
  std::string introducer = bytes.substr(bracket, parameters - bracket);
  std::erase_if(introducer, [](char c) { return c == ' ' || c == '\t'; });
  if (introducer != "[&]" && introducer != "[=]")
    return std::nullopt;
  const auto range = [&](std::size_t begin, std::size_t end) {
    return SourceRange{file, static_cast<unsigned>(begin), static_cast<unsigned>(end)};
  };
  return Head{range(loop.range.begin, open), range(bracket, parameters)};
}

/// A sum of products: each element that is written takes a loop of its own.
bool sumsProducts(const Block &body, unsigned depth = 0) {
  bool found = false;
  walk(body, [&](const Op &op) {
    if (op.kind == OpKind::Call && op.callee->hasBody && depth < 4)
      found |= sumsProducts(*op.callee->body, depth + 1);
    if (op.is("tile.matmul") || op.is("tile.matmul_acc") || op.is("vec.contract"))
      found = true;
    const Statement *s = op.statement;
    if (op.is("vec.fma") && s && s->root == &op && s->form == Statement::Form::Expression && s->assigned)
      found |= std::any_of(op.operands.begin(), op.operands.end(),
                           [&](const Operand &o) { return o.variable == s->assigned; });
  });
  return found;
}

} // namespace

std::optional<std::vector<std::pair<SourceRange, Text>>>
x86::threadsOf(const Op &loop, const Analyses &a, const Lowered &lowered, const std::string &function) {
  if (!loop.iterates("scf.parallel") || !loop.induction)
    return std::nullopt;
  for (const Op *o = loop.parent->owner; o; o = o->parent->owner)
    if (o->kind == OpKind::Parallel)
      return std::nullopt;
  const std::optional<Head> head = headOf(loop);
  if (!head || conflictOfState(loop, a.memory) || Names(a.function).hasDirectives())
    return std::nullopt;
  for (const SourceRange &part : {head->callee, head->introducer})
    if (guard(part, {}, loop))
      return std::nullopt;

  // What the iterations share.
  const Block &body = bodyOf(loop);
  std::set<const Variable *> used;
  walk(body, [&](const Op &op) {
    for (const Operand &o : op.operands) {
      if (o.variable)
        used.insert(o.variable);
      for (const Expr &e : o.list)
        e.forEachVariable([&](const Variable *v) { used.insert(v); });
    }
    if (op.induction)
      for (const Expr *e : {&op.induction->lower, &op.induction->upper})
        e->forEachVariable([&](const Variable *v) { used.insert(v); });
  });
  Text captures("[=");
  for (const auto &v : a.function.variables) {
    if (v->name.empty() || isDeclaredIn(*v, loop) || v.get() == loop.induction->variable ||
        v->kind == Variable::Kind::Global || v->isStatic)
      continue;
    const bool named = used.count(v.get()) || // or by what the model does not see
                       (Names::countIn(body.range, v->name) && Names(a.function).isVisibleAt(*v, loop));
    if (v->isArray && named)
      return std::nullopt; // a copy would be another one
    if (!named || lowered.windows.count(v.get()) || v->type.kind == Type::Kind::Scalar)
      continue;
    if (v->type.kind == Type::Kind::Vector) { // g++ 12 cannot copy registers where the function is not marked
      const auto parts = lowered.registers.find(v.get());
      for (const std::string &name : parts == lowered.registers.end() ? std::vector{v->name} : parts->second)
        captures << ", &" + name;
      continue;
    }
    if (!used.count(v.get()) || (v->type.kind != Type::Kind::Tensor && v->type.kind != Type::Kind::MemRef))
      return std::nullopt;
    captures << ", " + v->name + " = pto::x86::borrow(" + v->name + ")";
  }

  const std::optional<std::vector<const Variable *>> written = writtenIn(loop, a.memory);
  if (!written || written->empty())
    return std::nullopt;
  Text work(sumsProducts(body) ? "64 * pto::x86::elements(" : "pto::x86::elements(");
  for (std::size_t i = 0; i < written->size(); ++i) {
    const Variable &v = *(*written)[i];
    if (v.name.empty() || (v.type.kind != Type::Kind::Tensor && v.type.kind != Type::Kind::MemRef))
      return std::nullopt;
    work << (i ? ", " : "") + v.name;
  }
  return std::vector<std::pair<SourceRange, Text>>{{head->callee, Text("pto::x86::" + function)},
                                                   {head->introducer, work << "), " << (captures << "]")}};
}
