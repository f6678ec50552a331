//===- TripCount.cpp - how often a loop runs, as C++ ------------------------===//
//
// Of for (i = L; i < U; i += S) the number is the quotient of U - L and S, rounded up.
// There are two ways to write that:
//
//   (U - L + S - 1) / S                      what everybody reads; the sum may overflow
//                                            where U is next to the largest number
//   (U > L ? (U - L - 1) / S + 1 : 0)        never overflows unless U - L does
//
// The first is taken where the values of U and L are known well enough, or where a loop
// that comes so far would never end: counted in 64 bits, and nothing leaves it early.
//
//===----------------------------------------------------------------------===//

#include "analysis/TripCount.h"

#include "analysis/Carried.h"
#include "analysis/Intervals.h"
#include "analysis/Linear.h"
#include "analysis/Loops.h"

#include <algorithm>
#include <utility>

using namespace rewrite;

namespace {

class Writer {
public:
  Writer(const Op &loop, const Memory &memory) : loop(loop), i(*loop.induction), memory(memory) {}

  std::optional<Words> run(TripForm form) {
    const auto upper = wordsOf(i.bound), lower = wordsOf(i.lower), by = wordsOf(i.by);
    if (!upper || !lower || (i.by.isConstant() && !by))
      return std::nullopt;
    U = *upper, L = *lower, S = by ? *by : Words::of(i.step);
    if (U.number && L.number && S.number)
      if (const std::optional<std::int64_t> n = i.tripCount())
        return Words::of(*n);
    // The instances of a template agree on words, not on numbers; and a number has no name.
    const bool isTemplate = !memory.function.pattern.empty(), named = i.bound.isConstant() && i.lower.isConstant();
    const std::optional<Words> number = named ? std::nullopt : constant();
    if (number && !isTemplate)
      return number;
    const std::optional<Words> words = inWords(form);
    return words ? words : number;
  }

private:
  /// From k0 to k0 + 64.
  std::optional<Words> constant() const {
    const auto n = difference(memory.resolve(i.upper, loop), memory.resolve(i.lower, loop));
    return n ? std::optional<Words>(Words::of(*n <= 0 ? 0 : (*n - 1) / i.step + 1)) : std::nullopt;
  }

  std::optional<Words> inWords(TripForm form) {
    bound = intervalOf(i.bound, loop, memory);
    first = intervalOf(i.lower, loop, memory);
    span = bound - first;
    const std::int64_t back = i.inclusive ? 2 * i.step - 1 : 2 * i.step - 2; // rounding towards zero gives 0 so far
    if (sumFits() && (form == TripForm::Bound || span.low >= -back))
      return quotient();
    return guarded();
  }

  /// U - L + what makes the division round up, the numbers in one.
  Words sum(std::int64_t extra, bool andStep) const {
    Words out{{}, std::nullopt, Words::Sum, U.bits};
    std::int64_t number = extra;
    bool alone = true;
    if (L.number)
      number -= *L.number;
    if (U.number)
      out.text << std::to_string(*U.number + std::exchange(number, 0));
    else
      out.text << U.as(Words::Sum);
    if (!L.number) {
      out.text << " - " << L.as(Words::Product);
      out.bits = std::max(out.bits, L.bits);
      alone = false;
    }
    if (andStep) {
      out.text << " + " << S.as(Words::Product);
      out.bits = std::max(out.bits, S.bits);
      alone = false;
    }
    if (number != 0)
      out.text << (number > 0 ? " + " : " - ") << std::to_string(number > 0 ? number : -number);
    else if (alone)
      out.binding = U.number ? Words::Primary : U.binding;
    return out;
  }

  /// No part of sum() overflows.
  bool sumFits() const {
    Interval from = bound;
    // Who adds up so often that this matters never comes to an end, unless something leaves the loop.
    if (U.bits == 64 && i.step <= 1 << 20 && !earlyExit(bodyOf(loop)))
      from.high = std::min(from.high, std::max<__int128>(first.high, 0) + (__int128{1} << 61));
    const std::int64_t extra = i.inclusive ? 0 : -1;
    if (L.number && S.number)
      return (from + Interval::of(extra + i.step - *L.number)).fits(U.bits);
    const unsigned bits = std::max(U.bits, L.number ? 32 : L.bits);
    const Interval partial = from - first;
    return partial.fits(bits) && (partial + Interval::of(i.step)).fits(bits) &&
           (partial + Interval::of(extra)).fits(bits);
  }

  Words quotient() const {
    if (S.number)
      return divided(sum(i.inclusive ? *S.number : *S.number - 1, false));
    return divided(sum(i.inclusive ? 0 : -1, true));
  }

  Words divided(const Words &numerator) const { return S.number == 1 ? numerator : numerator / S; }

  /// (U > L ? ... : 0)
  std::optional<Words> guarded() const {
    const bool counts = i.step == 1; // U - L is the number
    const unsigned bits = std::max(U.bits, L.number ? 32 : L.bits);
    if (!Interval{0, counts && i.inclusive ? span.high + 1 : span.high}.fits(bits))
      return std::nullopt;
    const Words last = counts ? sum(i.inclusive, false) : divided(sum(i.inclusive ? 0 : -1, false));
    Words out{Text("("), std::nullopt, Words::Primary, std::max(bits, S.bits)};
    out.text << U.as(Words::Sum) << (i.inclusive ? " >= " : " > ") << L.as(Words::Sum) << " ? " << last.text
             << (counts ? " : 0)" : " + 1 : 0)");
    return out;
  }

  const Op &loop;
  const Induction &i;
  const Memory &memory;
  Words U, L, S;
  Interval bound, first, span;
};

} // namespace

std::optional<Words> rewrite::tripCount(const Op &loop, TripForm form, const Memory &memory) {
  return Writer(loop, memory).run(form);
}

std::optional<Words> rewrite::ordinal(const Op &loop, const Memory &memory) {
  const Induction &i = *loop.induction;
  const auto lower = wordsOf(i.lower), by = wordsOf(i.by);
  const int bits = integerBits(i.variable->type.element);
  if (!lower || bits < 32 || (i.by.isConstant() && !by) || !spanFits(loop, memory))
    return std::nullopt;
  Words counter{Text(), std::nullopt, Words::Primary, static_cast<unsigned>(bits)};
  counter.text << i.variable;
  const Words step = by ? *by : Words::of(i.step), distance = counter - *lower;
  return step.number == 1 ? distance : distance / step;
}

bool rewrite::spanFits(const Op &loop, const Memory &memory) {
  const Induction &i = *loop.induction;
  const int bits = integerBits(i.variable->type.element);
  if (bits <= 0)
    return false;
  const Interval type = Interval::ofBits(static_cast<unsigned>(bits));
  if (const auto n = difference(memory.resolve(i.upper, loop), memory.resolve(i.lower, loop)))
    return *n - 1 <= type.high;
  const __int128 last = std::min(intervalOf(i.bound, loop, memory).high - !i.inclusive, type.high);
  return last - intervalOf(i.lower, loop, memory).low <= type.high;
}
