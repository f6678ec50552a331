//===- Summaries.cpp - what a call does to its arguments --------------------===//

#include "analysis/Summaries.h"

#include "analysis/Coverage.h"

#include <algorithm>

using namespace rewrite;

static ParameterEffect everything() {
  ParameterEffect e;
  e.reads = e.writes = e.readsBefore = e.retains = e.needsDense = e.asksValid = e.usesValidPart = e.rebinds = true;
  return e;
}

bool Summaries::violated(const Function &f, const Variable &a, const Variable &b) const {
  return violations.count({&f, a.parameterIndex, b.parameterIndex}) ||
         violations.count({&f, b.parameterIndex, a.parameterIndex});
}

const Summary &Summaries::of(const Function &function) {
  if (const auto it = known.find(&function); it != known.end())
    return *it->second;
  if (inProgress.count(&function)) { // recursion: assume the worst of the inner call
    static const Summary worst = [] {
      Summary s;
      s.touchesUnknown = s.changesGlobals = s.mayThrow = true;
      return s;
    }();
    return worst;
  }
  inProgress.insert(&function);
  Summary s = function.hasBody && function.unmodelled.empty() ? fromBody(function) : fromRoles(function);
  inProgress.erase(&function);
  return *known.emplace(&function, std::make_unique<Summary>(std::move(s))).first->second;
}

/// A declaration promises what its roles say; without roles it promises nothing.
Summary Summaries::fromRoles(const Function &f) const {
  Summary s;
  const bool kernel = f.role == FunctionRole::InCore;
  bool handles = false;
  std::vector<int> outputs;
  for (const Variable *p : f.parameters) {
    ParameterEffect e;
    if (p->type.isHandle()) {
      handles = true;
      if (!kernel || p->role == Role::None)
        e = everything();
      e.reads |= p->role != Role::Out;
      e.writes |= p->role == Role::Out || p->role == Role::InOut;
      e.readsBefore |= p->role != Role::Out;
      e.rebinds |= p->byReference;
      e.needsDense |= p->type.kind == Type::Kind::DenseTensor;
      if (p->role == Role::Out || p->role == Role::InOut)
        outputs.push_back(p->parameterIndex);
    }
    s.parameters.push_back(std::move(e));
  }
  s.touchesUnknown = !kernel && !(f.isLibrary && !handles);
  s.mayThrow = !kernel && !f.noThrow;
  s.changesGlobals = s.touchesUnknown;

  // A kernel returns the handles of its outputs: the one whose type fits.
  const std::vector<Type> results =
      f.returnType.kind == Type::Kind::Record ? f.returnType.fields : std::vector<Type>{f.returnType};
  for (const Type &type : results) {
    ResultSource source;
    if (kernel && type.isHandle()) {
      std::vector<int> fitting;
      for (int k : outputs)
        if (f.parameters[k]->type == type)
          fitting.push_back(k);
      if (fitting.size() == 1)
        source = {ResultSource::Kind::Parameter, fitting[0], true};
    }
    s.results.push_back(source);
  }
  return s;
}

namespace {

/// Gathers a summary op by op.
class Collector {
public:
  Collector(const Function &f, Summaries &summaries)
      : f(f),
        control(f),
        values(f, control),
        memory(f, values, summaries),
        summaries(summaries) {
    s.parameters.resize(f.parameters.size());
    for (const Variable *p : f.parameters) {
      ParameterEffect &e = s.parameters[p->parameterIndex];
      e.fromBody = true;
      e.readWindows.emplace();
      e.writeWindows.emplace();
      e.needsDense = p->type.kind == Type::Kind::DenseTensor;
    }
  }

  Summary run() {
    walk(*f.body, [&](const Op &op) {
      if (op.kind == OpKind::Throw)
        s.mayThrow = true;
      if (op.kind == OpKind::Opaque && op.mayThrow)
        s.mayThrow = true;
      if (op.kind == OpKind::Call) {
        s.mayThrow |= summaries.of(*op.callee).mayThrow;
        s.changesGlobals |= summaries.of(*op.callee).changesGlobals;
      }
      s.changesGlobals |= op.touchesUnknown;
      for (const std::vector<Variable *> *defined : {&op.results, &op.clobbers})
        for (const Variable *v : *defined)
          s.changesGlobals |= v && (v->kind == Variable::Kind::Global || v->isStatic || v->isReference);
      for (const Access &a : memory.accesses(op))
        access(a);
      handles(op);
    });
    for (const Variable *p : f.parameters)
      if (p->type.isHandle())
        finish(*p);
    results();
    return std::move(s);
  }

private:
  void access(const Access &a) {
    switch (a.view.root.kind) {
    case Root::Kind::Parameter:
      return onParameter(s.parameters[a.view.root.variable->parameterIndex], a);
    case Root::Kind::Created:
    case Root::Kind::Null:
    case Root::Kind::UnknownTile: // on chip, out of any tensor's way
      return;
    default:
      s.touchesUnknown = true;
    }
  }

  void onParameter(ParameterEffect &e, const Access &a) {
    const std::optional<affine::SweptWindow> swept = sweep(a, *f.body, memory);
    const auto note = [&](std::optional<std::vector<affine::SweptWindow>> &list) {
      if (!swept)
        list.reset();
      else if (list)
        list->push_back(*swept);
    };
    if (a.reads()) {
      e.reads = true;
      note(e.readWindows);
      reads.push_back(a);
    }
    if (a.writes()) {
      e.writes = true;
      note(e.writeWindows);
    }
  }

  /// Density, valid extents, escapes: what is asked of the handle itself.
  void handles(const Op &op) {
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const Operand &o = op.operands[i];
      if (o.kind != Operand::Kind::Handle || !o.variable)
        continue;
      bool dense = op.is("tensor.dense") || givesAddress(op) || op.is("wrap") || op.is("tensor.reshape") ||
                   op.is("tensor.reinterpret") || op.is("tensor.view") || op.is("tensor.stride") ||
                   op.is("tensor.is_contiguous");
      bool valid = op.is("tensor.set_validshape") || op.is("tensor.fillpad") || op.is("tensor.valid");
      bool part = op.kind == OpKind::Dsl && worksOnValidPart(op);
      bool retains = op.kind == OpKind::Opaque || givesAddress(op);
      if (op.kind == OpKind::Call) {
        const Summary &callee = summaries.of(*op.callee);
        if (i >= callee.parameters.size()) {
          dense = valid = retains = part = true;
        } else {
          dense |= callee.parameters[i].needsDense;
          valid |= callee.parameters[i].asksValid;
          retains |= callee.parameters[i].retains;
          part |= callee.parameters[i].usesValidPart;
        }
      }
      if (!dense && !valid && !retains && !part)
        continue;
      for (const View &v : memory.views(*o.variable, op))
        if (v.root.kind == Root::Kind::Parameter) {
          ParameterEffect &e = s.parameters[v.root.variable->parameterIndex];
          e.needsDense |= dense;
          e.asksValid |= valid;
          e.retains |= retains;
          e.usesValidPart |= part;
          if (!e.blame)
            e.blame = &op;
        }
    }
  }

  void finish(const Variable &p) {
    ParameterEffect &e = s.parameters[p.parameterIndex];
    const Root root{Root::Kind::Parameter, nullptr, &p, 0};
    if (const Op *op = stored(root)) {
      e.retains = true;
      e.blame = op;
    }
    if (p.byReference)
      for (const Op *def : values.definitions(p))
        for (unsigned i = 0; i < def->results.size(); ++i)
          if (def->results[i] == &p)
            for (const View &v : memory.viewsOf({Definition::Kind::Result, def, i}, p))
              e.rebinds |= !(v.root == root && v.whole);
    e.writesAll = writtenWhole(memory, root, p.type, *f.body, nullptr, nullptr, &e.sureWindows);
    for (const Access &r : reads)
      if (r.view.root == root &&
          !writtenWhole(memory, root, p.type, *f.body, nullptr, ancestorIn(*f.body, const_cast<Op *>(r.op)))) {
        e.readsBefore = true;
        e.blame = r.op;
        break;
      }
  }

  /// A handle of the root ends up where it outlives the call. (Returning it is
  /// no such place: the caller sees it in the result.)
  const Op *stored(const Root &root) const {
    const Op *found = nullptr;
    walk(*f.body, [&](const Op &op) {
      for (unsigned i = 0; i < op.results.size() && !found; ++i)
        if (const Variable *v = op.results[i];
            v && v->type.isHandle() &&
            (v->kind == Variable::Kind::Global || v->isStatic || v->escapes || (v->byReference && v != root.variable)))
          for (const View &view : memory.viewsOf({Definition::Kind::Result, &op, i}, *v))
            if (view.root == root)
              found = &op;
    });
    return found;
  }

  void results() {
    const std::size_t n = f.returnType.kind == Type::Kind::Record ? f.returnType.fields.size()
                          : f.returnType.isHandle()               ? 1
                                                                  : 0;
    std::map<Root, std::size_t> claimed;
    for (std::size_t i = 0; i < n; ++i) {
      std::optional<ResultSource> common;
      bool clear = true;
      walk(*f.body, [&](const Op &op) {
        if (op.kind != OpKind::Return)
          return;
        for (const Op *o = op.parent->owner; o; o = o->parent->owner)
          if (o->kind == OpKind::Parallel)
            return; // leaves the iteration only
        ResultSource here;
        if (i < op.operands.size() && op.operands[i].kind == Operand::Kind::Handle && op.operands[i].variable) {
          const std::vector<View> views = memory.views(*op.operands[i].variable, op);
          if (!views.empty()) {
            const Root &root = views[0].root;
            bool same = true, whole = true, fresh = true;
            for (const View &v : views) {
              same &= v.root == root;
              whole &= v.whole;
              fresh &= v.root.kind == Root::Kind::Created && !memory.escapePoint(v.root, false);
              if (v.root.kind == Root::Kind::Created && !claimed.emplace(v.root, i).second && claimed.at(v.root) != i)
                fresh = false; // two results show one storage
            }
            if (same && root.kind == Root::Kind::Parameter)
              here = {ResultSource::Kind::Parameter, root.variable->parameterIndex, whole};
            else if (fresh)
              here = {ResultSource::Kind::Fresh, -1, true};
          }
        }
        clear &= !common || (common->kind == here.kind && common->parameter == here.parameter);
        if (common)
          here.whole &= common->whole;
        common = here;
      });
      s.results.push_back(clear && common ? *common : ResultSource{});
    }
    // The first of two results that show one storage was taken for its own, too.
    const bool shared = std::count_if(s.results.begin(), s.results.end(),
                                      [](const ResultSource &r) { return r.kind == ResultSource::Kind::Unknown; }) > 0;
    for (ResultSource &r : s.results)
      if (shared && r.kind == ResultSource::Kind::Fresh)
        r = {};
  }

  const Function &f;
  Control control;
  Values values;
  Memory memory;
  Summaries &summaries;
  Summary s;
  std::vector<Access> reads;
};

} // namespace

Summary Summaries::fromBody(const Function &f) { return Collector(f, *this).run(); }
