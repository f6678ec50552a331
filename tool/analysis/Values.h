//===- Values.h - definitions, uses and stability of variables ---*- C++ -*-===//
//
// "Which definition reaches this use", "is it used once", "does it still have
// the value it had there": the facts that SSA would give for free.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_VALUES_H
#define PTO_ANALYSIS_VALUES_H

#include "analysis/Control.h"

#include <set>

namespace rewrite {

/// One definition of a variable.
struct Definition {
  enum class Kind {
    Result,  ///< result `index` of `op`
    Clobber, ///< `op` may have redefined it
    Entry,   ///< its value on entry: a parameter, or nothing yet
    Unknown, ///< it can change behind our back: static, escaped
  };
  Kind kind = Kind::Entry;
  const Op *op = nullptr;
  unsigned index = 0;

  friend auto operator<=>(const Definition &, const Definition &) = default;
};

class Values {
public:
  Values(const Function &function, const Control &control);

  /// The definitions that may be current just before `at`.
  std::set<Definition> reaching(const Variable &variable, const Op &at) const;
  /// The definitions that may be current when the function returns.
  std::set<Definition> atExit(const Variable &variable) const;

  /// Ops that read the variable: as a handle or inside a scalar expression.
  const std::vector<const Op *> &uses(const Variable &variable) const;
  /// Ops that define or clobber it.
  const std::vector<const Op *> &definitions(const Variable &variable) const;

  /// An op on some path from behind `from` to before `to` that may give the
  /// variable another value; null when there is none.
  const Op *changedBetween(const Variable &variable, const Op &from, const Op &to) const;
  /// The same for all variables that `expr` depends on.
  const Op *changedBetween(const Expr &expr, const Op &from, const Op &to) const;

  /// `expr` with variables replaced by what they were computed from, as far as
  /// that still holds at `at`: col becomes c * 4.
  Expr resolve(const Expr &expr, const Op &at) const;

  const Control &control;

private:
  std::set<Definition> walkBack(const Variable &variable, unsigned node) const;
  Expr resolve(const Expr &expr, const Op &at, unsigned depth) const;

  std::unordered_map<const Variable *, std::vector<const Op *>> useOps, definingOps;
  std::vector<const Op *> none;
};

} // namespace rewrite

#endif
