//===- Vectorize.cpp - the ops of linalg on vectors ---------------------------===//

#include "passes/vectorize/Vectorize.h"

#include "kernel/Spelling.h"
#include "passes/vectorize/Body.h"
#include "passes/vectorize/Products.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::vectorize;

std::vector<ReasonInfo> vectorize::reasons() {
  return {
      {"body", "The body is more than scalar arithmetic: a call, a loop, a branch, [](auto x).",
       "Write it as constants and one result; `c ? a : b` and math:: are understood."},
      {"conditional", "The body computes or reads something under a condition that must not happen without it.",
       "Compute it before the condition, where it is safe to."},
      {"dynamic-shape", "The extents are known at run time only.", "Tile to constant extents first."},
      {"index-form", "An index is no loop variable, number, or sum of the two.", ""},
      {"may-overlap", "What is written may share elements with what is read, other than element by element.",
       "Give the parameters roles, or use windows that can be seen to be apart."},
      {"no-vector-form", "Vectors have no op for something that the body does, or no lanes of its type.", ""},
      {"not-a-memref", "It works on something else than a MemRef that has a name.", ""},
      {"not-a-statement", "It is part of a larger expression.", "Write it as a statement of its own."},
      {"read-after-write", "The body reads or writes other elements of its output than the one of the point.", ""},
      {"reduction-form", "It accumulates in a way that vectors do not: each step rounds otherwise.",
       "Accumulate as out(i) = out(i) + f, math::max(out(i), f) or math::fma(a, b, out(i)), in the output's type."},
      {"too-large", "A vector would have more lanes than max-lanes.", "Tile first."},
      {"written-twice", "Points that are independent by promise write the same element.",
       "Call the dimension red, not par."},
  };
}

bool vectorize::isStructured(const Op &op) {
  static const char *const names[] = {"linalg.map", "linalg.generic", "linalg.fill", "linalg.copy", "linalg.matmul"};
  return (op.kind == OpKind::Dsl || op.kind == OpKind::Parallel || op.kind == OpKind::Opaque) &&
         std::any_of(std::begin(names), std::end(names), [&](const char *name) { return op.info.name == name; });
}

std::string vectorize::nameOf(const Op &op) { return "linalg::" + op.info.name.substr(7); }

namespace {

Term element(const Variable *handle, std::size_t rank) {
  Term t;
  t.kind = Term::Kind::Element;
  t.type.kind = Type::Kind::Scalar;
  t.type.element = t.type.spelling = handle->type.element;
  t.variable = handle;
  for (std::size_t d = 0; d < rank; ++d) {
    Term index;
    index.kind = Term::Kind::Parameter;
    index.type.kind = Type::Kind::Scalar;
    index.type.element = index.type.spelling = "long";
    index.index = static_cast<int>(d);
    t.operands.push_back(std::move(index));
  }
  return t;
}

Term converted(Term value, const Type &type) {
  if (value.type == type)
    return value;
  Term t;
  t.kind = Term::Kind::Cast;
  t.type = type;
  t.implicit = true;
  t.range = value.range;
  t.operands = {std::move(value)};
  return t;
}

void parametersToLocals(Term &term, const Lambda &lambda) {
  if (term.kind == Term::Kind::Parameter) {
    term.kind = Term::Kind::Local;
    term.name = lambda.parameters[static_cast<std::size_t>(term.index)].name;
  }
  for (Term &operand : term.operands)
    parametersToLocals(operand, lambda);
}

/// One op on its way to vector code.
class Conversion {
public:
  Conversion(const Op &op, const Analyses &analyses, const Policy &policy)
      : op(op),
        analyses(analyses),
        policy(policy) {}

  std::variant<Code, Verdict> run() {
    if (!op.range.valid() || !op.macro.empty())
      return *guard(op.range, {}, op);
    std::variant<Code, Verdict> result = convert();
    if (std::holds_alternative<Code>(result))
      if (std::optional<Verdict> v = guard(op.range, kept(), op))
        return std::move(*v);
    return result;
  }

private:
  std::variant<Code, Verdict> convert() {
    if (op.kind == OpKind::Opaque || (op.kind == OpKind::Parallel && !op.lambda))
      return no("body", "its body is not understood");
    const Statement *st = op.statement;
    if (!st || !st->range.valid() || st->form != Statement::Form::Expression || st->expression != op.range)
      return no("not-a-statement", "it is part of a larger expression");
    if (op.kind == OpKind::Parallel) {
      domain.extents = op.lambda->extents;
      domain.reduction = op.lambda->reduction;
      domain.steps = op.lambda->steps;
      for (const Lambda::Parameter &p : op.lambda->parameters)
        domain.names.push_back(p.name);
      return body();
    }
    for (const SourceRange &r : kept())
      if (!r.valid())
        return *guard(r, {}, op);
    for (const Operand &o : op.operands)
      if (o.kind == Operand::Kind::Handle && (!o.variable || o.variable->type.kind != Type::Kind::MemRef))
        return no("not-a-memref", "'" + std::string(o.range.text()) + "' is no MemRef");
    return op.is("linalg.map") ? map() : op.is("linalg.matmul") ? matmul() : op.is("linalg.fill") ? fill() : copy();
  }

  Verdict no(std::string reason, const std::string &why) const {
    return decline(std::move(reason), nameOf(op) + " kept: " + why);
  }

  static bool isName(const Operand &o) { return o.variable && o.range.valid() && o.range.text() == o.variable->name; }

  /// Parts that keep their spelling: what is filled in, and views that are made in the call.
  std::vector<SourceRange> kept() const {
    std::vector<SourceRange> out;
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (const Operand &o = op.operands[i];
          (o.kind == Operand::Kind::Handle && !isName(o)) || (i == 0 && op.is("linalg.fill")))
        out.push_back(o.range);
    return out;
  }

  /// subview(...) as an operand gets a name.
  void nameViews(Writer &writer, std::map<const Variable *, std::string> &names) const {
    for (const Operand &o : op.operands) {
      if (o.kind != Operand::Kind::Handle || isName(o))
        continue;
      const Variable *of = nullptr;
      for (const Definition &d : analyses.values.reaching(*o.variable, op))
        if (d.op && !d.op->operands.empty())
          of = d.op->operands[0].variable;
      const std::string name = writer.fresh((of && !of->name.empty() ? of->name : "operand") + "_view");
      Text t("const auto " + name + " = ");
      t << o.range << ";";
      writer.add(std::move(t));
      names[o.variable] = name;
    }
  }

  std::variant<Code, Verdict> body() {
    if (policy.width)
      return strips();
    Body body(op, domain, analyses, policy);
    nameViews(body.writer, body.names);
    return body.run();
  }

  /// Names for what the loops need: views that are made in the call, extents that are known at run time only.
  void nameOperands(Writer &w, std::map<const Variable *, std::string> &names) {
    names = policy.windows;
    for (const auto &[parameter, name] : names)
      w.taken.insert(name);
    nameViews(w, names);
    for (std::size_t d = 0; d < domain.extents.size(); ++d) {
      domain.sizes.emplace_back();
      if (domain.extents[d] != dynamicExtent)
        continue;
      const auto &[handle, dimension] = domain.sizedBy[d];
      domain.sizes[d] = w.fresh("extent" + std::to_string(d));
      Text t("const " + w.dsl("Index") + " " + domain.sizes[d] + " = ");
      if (handle->name.empty())
        t << names.at(handle);
      else
        t << handle;
      w.add(t << ".extent(" + std::to_string(dimension) + ");");
    }
    for (std::size_t d = domain.names.size(); d < domain.extents.size(); ++d)
      domain.names.push_back(d < 4 ? std::string(1, "ijkl"[d]) : "i" + std::to_string(d));
    for (std::string &name : domain.names)
      if (name.empty())
        name = "i";
  }

  std::variant<Code, Verdict> strips() {
    Writer w(analyses.function, domain.extents);
    std::map<const Variable *, std::string> names;
    nameOperands(w, names);
    return inStrips(op, domain, analyses, policy, std::move(w.statements), names, {}, std::move(w.taken));
  }

  const Variable *handle(std::size_t i) const { return op.operands[i].variable; }

  /// Extents that some of the handles know. False when not all are known, as they have to be for one vector.
  bool setDomain(std::size_t first, std::size_t last) {
    for (std::size_t d = 0; d < handle(last)->type.dims.size(); ++d)
      domain.sizedBy.emplace_back(handle(last), d);
    for (std::size_t i = first; i <= last; ++i) {
      const std::vector<Extent> &dims = handle(i)->type.dims;
      domain.extents.resize(dims.size(), dynamicExtent);
      for (std::size_t d = 0; d < dims.size(); ++d)
        if (dims[d] != dynamicExtent)
          domain.extents[d] = dims[d];
    }
    domain.reduction.assign(domain.extents.size(), false);
    return policy.width || std::count(domain.extents.begin(), domain.extents.end(), dynamicExtent) == 0;
  }

  std::variant<Code, Verdict> dynamicShape() const {
    return no("dynamic-shape", "its extents are known at run time only");
  }

  Step store(Term target, Term value) const {
    Step s;
    s.kind = Step::Kind::Store;
    s.target = std::move(target);
    s.value = converted(std::move(value), s.target.type);
    return s;
  }

  std::variant<Code, Verdict> map() {
    const Lambda &lambda = *op.lambda;
    const std::size_t out = lambda.parameters.size() + 1, rank = handle(out)->type.dims.size();
    if (!setDomain(1, out))
      return dynamicShape();
    std::vector<bool> used(lambda.parameters.size(), false);
    forEachTerm(lambda, [&](const Term &t) {
      if (t.kind == Term::Kind::Parameter)
        used[static_cast<std::size_t>(t.index)] = true;
    });
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i])
        continue;
      Step let;
      let.name = lambda.parameters[i].name;
      let.value = converted(element(handle(i + 1), rank), lambda.parameters[i].type);
      domain.steps.push_back(std::move(let));
    }
    for (Step s : lambda.steps) {
      parametersToLocals(s.value, lambda);
      if (s.kind == Step::Kind::Return) {
        Step last = store(element(handle(out), rank), std::move(s.value));
        last.range = s.range;
        domain.steps.push_back(std::move(last));
      } else {
        domain.steps.push_back(std::move(s));
      }
    }
    if (domain.steps.empty() || domain.steps.back().kind != Step::Kind::Store)
      return no("body", "its body is not understood");
    return body();
  }

  std::variant<Code, Verdict> copy() {
    if (!setDomain(0, 1))
      return dynamicShape();
    domain.steps.push_back(store(element(handle(1), domain.extents.size()), element(handle(0), domain.extents.size())));
    return body();
  }

  std::variant<Code, Verdict> fill() {
    if (!setDomain(1, 1))
      return dynamicShape();
    if (policy.width)
      return fillInStrips();
    Writer w(analyses.function, domain.extents);
    std::map<const Variable *, std::string> names;
    nameViews(w, names);
    const auto named = names.find(handle(1));
    std::string zeros;
    for (std::size_t d = 0; d < domain.extents.size(); ++d)
      zeros += d ? ", 0" : "0";
    Code code;
    code.last << w.dsl("vec::transfer_write(") + w.dsl("vec::splat<") + w.element(handle(1)->type.element) + ", " +
                     w.spell(domain.extents) + ">("
              << op.operands[0].range << "), ";
    if (named != names.end())
      code.last << named->second;
    else
      code.last << handle(1);
    code.last << ", {" + zeros + "})";
    code.before = std::move(w.statements);
    code.writes = 1;
    code.lanes = w.largest;
    if (code.lanes > policy.mostLanes)
      return no("too-large", "a vector would have " + std::to_string(code.lanes) + " lanes, more than " +
                                 std::to_string(policy.mostLanes));
    return code;
  }

  /// The number is one for all points.
  std::variant<Code, Verdict> fillInStrips() {
    Writer w(analyses.function, domain.extents);
    std::map<const Variable *, std::string> names;
    nameOperands(w, names);
    const std::string value = w.fresh("value");
    Text t("const " + w.element(handle(1)->type.element) + " " + value + " = ");
    w.add(t << op.operands[0].range << ";");
    Term number;
    number.kind = Term::Kind::Local;
    number.name = value;
    Term target = element(handle(1), domain.extents.size());
    number.type = target.type;
    const std::string lane = laneType(target.type);
    domain.steps.push_back(store(std::move(target), std::move(number)));
    return inStrips(op, domain, analyses, policy, std::move(w.statements), names,
                    {{value, Lanes{lane, {}, true, Text(value), primary, true}}}, std::move(w.taken));
  }

  std::variant<Code, Verdict> product() {
    Writer w(analyses.function, domain.extents);
    std::map<const Variable *, std::string> names;
    nameOperands(w, names);
    return inTiles(op, domain, analyses, policy, std::move(w.statements), names, std::move(w.taken));
  }

  /// c(b..., i, j) = fma(a(b..., i, k), b(b..., k, j), c(b..., i, j))
  std::variant<Code, Verdict> matmul() {
    const std::size_t rank = handle(2)->type.dims.size(), row = rank - 2, column = rank - 1;
    const auto known = [&](std::initializer_list<std::pair<std::size_t, std::size_t>> places) {
      Extent e = dynamicExtent;
      for (const auto &[operand, d] : places)
        if (handle(operand)->type.dims[d] != dynamicExtent)
          e = handle(operand)->type.dims[d];
      return e;
    };
    for (std::size_t d = 0; d < row; ++d)
      domain.extents.push_back(known({{0, d}, {1, d}, {2, d}}));
    domain.extents.push_back(known({{0, row}, {2, row}}));       // i
    domain.extents.push_back(known({{0, column}, {1, row}}));    // k
    domain.extents.push_back(known({{1, column}, {2, column}})); // j
    domain.reduction.assign(rank + 1, false);
    domain.reduction[row + 1] = true;
    for (std::size_t d = 0; d < row; ++d) {
      domain.sizedBy.emplace_back(handle(2), d);
      domain.names.push_back("b");
    }
    for (const auto &by : {std::pair(handle(2), row), std::pair(handle(0), column), std::pair(handle(2), column)})
      domain.sizedBy.push_back(by);
    for (const char *name : {"i", "k", "j"})
      domain.names.push_back(name);
    if (policy.width && isInTiles(op))
      return product();
    if (!policy.width && std::count(domain.extents.begin(), domain.extents.end(), dynamicExtent))
      return dynamicShape();
    Term a = element(handle(0), rank), b = element(handle(1), rank), c = element(handle(2), rank);
    const int k = static_cast<int>(row) + 1;
    b.operands[row].index = k;
    b.operands[column].index = c.operands[column].index = k + 1;
    Term sum;
    sum.kind = Term::Kind::Call;
    sum.name = "fma";
    sum.type = c.type;
    sum.operands = {converted(std::move(a), c.type), converted(std::move(b), c.type), c};
    domain.steps.push_back(store(c, std::move(sum)));
    domain.contraction = true;
    return body();
  }

  const Op &op;
  const Analyses &analyses;
  const Policy &policy;
  Domain domain;
};

} // namespace

std::variant<Code, Verdict> vectorize::vectorize(const Op &op, const Analyses &analyses, const Policy &policy) {
  return Conversion(op, analyses, policy).run();
}
