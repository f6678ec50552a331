//===- Reductions.cpp - out(i) = out(i) + f(i, k) ------------------------------===//
//
// The points that write one element come in ascending order, as do the lanes that
// multi_reduction joins and the steps of contract. What has to be shown is that each step
// rounds alike:
//
//   multi_reduction<Add>   acc = T(acc + f): the sum is of type T, or of a wider type and
//                          then cast to T where that is the same (integers: modulo 2^bits;
//                          half and bf16: their own addition is that of float, rounded)
//   contract               acc = T(fma(a, b, acc)): the body says math::fma, or a * b is
//                          exact in T, so that nothing is rounded before the sum
//
// A product of two bf16 has 16 bits and fits a float, but its exponent may not (2^-100
// squared): it is exact in double only. That of two half is exact in float.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/vectorize/Body.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::vectorize;

/// Every value of the first is one of the second, as contract widens its operands.
static bool widens(const std::string &from, const std::string &to) {
  return (isFloat(from) && isFloat(to) && bytesOf(from) < bytesOf(to)) ||
         (isInteger(from) && isInteger(to) && bytesOf(from) <= bytesOf(to));
}

static const Term &withoutWidening(const Term &term, const std::string &type) {
  const bool cast = term.kind == Term::Kind::Cast && widens(laneType(term.operands[0].type), type);
  return cast ? term.operands[0] : term;
}

static bool exactProduct(const Term &a, const Term &b, const std::string &type) {
  const std::string x = laneType(withoutWidening(a, type).type), y = laneType(withoutWidening(b, type).type);
  if (isInteger(type))
    return true; // both modulo 2^bits
  const auto isHalf = [](const std::string &t) { return t.ends_with("::half"); };
  return type == "float" ? isHalf(x) && isHalf(y) : type == "double" && x != "double" && y != "double";
}

bool Body::isTarget(const Term &term, const Place &target) {
  if (term.kind != Term::Kind::Element || !term.variable || term.variable->type.kind != Type::Kind::MemRef)
    return false;
  const std::optional<Verdict> before = failure;
  const std::optional<Place> p = place(term);
  failure = before;
  return p && samePlace(*p, target);
}

std::optional<Body::Accumulation> Body::accumulation(const Term &value, const Place &target) {
  static constexpr std::array<std::pair<const char *, const char *>, 7> combines = {
      {{"add", "Add"}, {"mul", "Mul"}, {"and", "And"}, {"or", "Or"}, {"xor", "Xor"}, {"max", "Max"}, {"min", "Min"}}};
  const std::string type = laneType(value.type);
  const auto no = [&] { return fail("reduction-form", "no vec::Combine says how it accumulates", value.range); };
  const Term *joined = &value;
  const bool narrows = value.kind == Term::Kind::Cast && value.operands[0].kind == Term::Kind::Binary;
  if (narrows)
    joined = &value.operands[0];
  const std::string computed = laneType(joined->type);
  Accumulation a;
  if (joined->kind == Term::Kind::Call && joined->name == "fma" && !narrows && isTarget(joined->operands[2], target)) {
    a.factors[0] = &joined->operands[0];
    a.factors[1] = &joined->operands[1];
    a.exact = true;
    return a;
  }
  const bool isCall = joined->kind == Term::Kind::Call && (joined->name == "max" || joined->name == "min");
  if (type.empty() || (joined->kind != Term::Kind::Binary && !isCall) || joined->operands.size() != 2)
    return no();
  for (const auto &[name, combine] : combines)
    if (joined->name == name)
      a.combine = combine;
  const bool arithmetic = a.combine == "Add" || a.combine == "Mul";
  const bool integers = isInteger(type) && isInteger(computed) && bytesOf(computed) >= bytesOf(type);
  const bool brief = narrows && isFloat(type) && bytesOf(type) == 2 && computed == "float" && arithmetic;
  if (a.combine.empty() || (isFloat(type) && !isCall && !arithmetic) ||
      (narrows ? !integers && !brief : computed != type))
    return no();
  // One side is the target, widened or not.
  for (std::size_t side : {0u, 1u}) {
    const Term *accumulated = &joined->operands[side], *other = &joined->operands[1 - side];
    const bool widened = accumulated->kind == Term::Kind::Cast && laneType(accumulated->type) == computed &&
                         laneType(accumulated->operands[0].type) == type;
    if (widened && narrows)
      accumulated = &accumulated->operands[0];
    if (!isTarget(*accumulated, target))
      continue;
    if (brief) { // float(out) + float(x): the sum of two of them
      if (other->kind != Term::Kind::Cast || laneType(other->operands[0].type) != type)
        return no();
      other = &other->operands[0];
    }
    a.value = narrows ? &withoutWidening(*other, type) : other;
    const Term *product = other;
    if (a.combine == "Add" && product->kind == Term::Kind::Binary && product->name == "mul" &&
        laneType(product->type) == computed) {
      a.factors[0] = &product->operands[0];
      a.factors[1] = &product->operands[1];
      a.exact = exactProduct(*a.factors[0], *a.factors[1], type);
    }
    return a;
  }
  return no();
}

std::optional<Lanes> Body::factor(const Term &term, const std::string &type) {
  const Term &narrow = withoutWidening(term, type);
  std::optional<Lanes> v = value(narrow);
  if (v && !widens(v->element, type))
    v = converted(std::move(*v), type, term);
  return v;
}

std::optional<Lanes> Body::reduce(const Accumulation &a, const Lanes &before, const Loops &over, const Step &step) {
  if (a.factors[0] && (a.exact || policy.contract)) {
    std::optional<Lanes> v = contract(a, before, over);
    if (v || failure)
      return v;
  }
  if (!a.value)
    return fail("reduction-form", "vec::contract wants operands that both move with what is summed", step.value.range);
  std::optional<Lanes> f = value(*a.value);
  if (!f)
    return std::nullopt;
  f = converted(std::move(*f), before.element, *a.value);
  if (!f)
    return std::nullopt;
  // What is summed keeps its order: ascending. Where f has another one, it is transposed.
  Loops all = before.loops;
  all.insert(all.end(), over.begin(), over.end());
  Lanes v = writer.drop(*f, without(f->loops, all));
  if (v.loops.size() == all.size() && common(v.loops, before.loops) == before.loops && common(v.loops, over) == over)
    all = v.loops;
  v = writer.spread(v, all);
  Shape shape = writer.shape(all);
  std::string dims;
  const int leading = before.loops.empty() ? 1 : 0; // the one lane that is left
  if (leading) {
    const Shape from = shape;
    shape.insert(shape.begin(), 1);
    v.text = writer.reshape(std::move(v.text), from, shape);
  }
  for (std::size_t d = 0; d < all.size(); ++d)
    if (includes(over, {all[d]}))
      dims += ", " + std::to_string(static_cast<int>(d) + leading);
  Lanes sum{before.element, before.loops, false, {}, primary, false};
  sum.text << writer.dsl("vec::multi_reduction<") + writer.dsl("vec::Combine::") + a.combine + dims + ">(" << v.text
           << ", " << before.text << ")";
  return sum;
}

/// The vector as [batch..., rows, columns]: a group of loops is one dimension.
Text Body::arranged(const Lanes &v, const Loops &batch, const Loops &rows, const Loops &columns, Shape &shape) {
  Loops order = batch;
  shape = batch.empty() ? Shape() : writer.shape(batch);
  for (const Loops *group : {&rows, &columns}) {
    order.insert(order.end(), group->begin(), group->end());
    shape.push_back(countOf(writer.shape(*group)));
  }
  return writer.reshape(writer.transpose(v.text, v.loops, order), writer.shape(order), shape);
}

/// before[B..., M..., N...] + a[B..., M..., K...] * b[B..., K..., N...]. Nothing, and no failure, where it is no such
/// product, or one that multi_reduction says as well.
std::optional<Lanes> Body::contract(const Accumulation &sum, const Lanes &before, const Loops &over) {
  std::optional<Lanes> a = factor(*sum.factors[0], before.element), b = factor(*sum.factors[1], before.element);
  if (!a || !b || a->uniform || b->uniform)
    return std::nullopt;
  const Loops all = united(before.loops, over);
  Lanes x = writer.drop(*a, without(a->loops, all)), y = writer.drop(*b, without(b->loops, all));
  const Loops shared = common(x.loops, y.loops), batch = common(before.loops, shared);
  Loops m = common(before.loops, without(x.loops, y.loops)), n = common(before.loops, without(y.loops, x.loops));
  if (!includes(shared, over) || batch.size() + m.size() + n.size() != before.loops.size())
    return std::nullopt;
  if (sum.value && (m.empty() || n.empty()))
    return std::nullopt; // the product has no more lanes than an operand
  if (!m.empty() && !n.empty() && common(before.loops, {m.front(), n.front()}).front() == n.front()) {
    std::swap(x, y);
    std::swap(m, n);
  }
  Shape shape, result;
  Lanes v{before.element, before.loops, false, Text(writer.dsl("vec::contract(")), primary, false};
  v.text << arranged(x, batch, m, over, shape) << ", " << arranged(y, batch, over, n, shape) << ", "
         << arranged(before, batch, m, n, result) << ")";
  // Back to the dimensions that it had.
  Loops order = batch;
  order.insert(order.end(), m.begin(), m.end());
  order.insert(order.end(), n.begin(), n.end());
  v.text = writer.transpose(writer.reshape(std::move(v.text), result, writer.shape(order)), order, before.loops);
  contracts |= !sum.exact;
  return v;
}
