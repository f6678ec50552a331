//===- Expr.h - scalar expressions of a kernel -------------------*- C++ -*-===//
//
// Index arithmetic is kept as a tree so that analyses can reason about it; what
// has another form is Opaque, with the variables that it mentions.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_EXPR_H
#define PTO_KERNEL_EXPR_H

#include "kernel/Source.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace rewrite {

struct Variable;

struct Expr {
  enum class Kind {
    Constant,
    Variable,
    Extent, ///< number `value` of the extents that the handle in `variable` has
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Opaque,
  };

  Kind kind = Kind::Opaque;
  std::int64_t value = 0;                 ///< Constant
  const Variable *variable = nullptr;     ///< Variable, Extent
  bool onEntry = false;                   ///< Extent: of the parameter as it was passed; nothing changes that
  std::vector<Expr> operands;             ///< Add .. Rem: two
  std::vector<const Variable *> mentions; ///< Opaque: what it reads
  bool impure = false;                    ///< Opaque: evaluating it may have an effect, or give another value next time
  std::optional<double> real;             ///< of floating type: its value, when the compiler knows it
  unsigned bits = 0; ///< of the signed type that C++ computes `range` in, promoted; 0: of another type, or not known
  SourceRange range;

  static Expr constant(std::int64_t v) {
    Expr e;
    e.kind = Kind::Constant;
    e.value = v;
    return e;
  }
  static Expr of(const Variable *v) {
    Expr e;
    e.kind = Kind::Variable;
    e.variable = v;
    return e;
  }
  static Expr extent(const Variable *handle, std::int64_t dimension, bool onEntry = false) {
    Expr e;
    e.kind = Kind::Extent;
    e.variable = handle;
    e.value = dimension;
    e.onEntry = onEntry;
    return e;
  }
  static Expr binary(Kind k, Expr a, Expr b);

  bool isConstant() const { return kind == Kind::Constant; }

  /// Calls `f` with each variable that the value depends on (repeats possible).
  void forEachVariable(const std::function<void(const Variable *)> &f) const;
  bool isImpure() const;

  /// Replaces variables: `map` answers with the expression to put in place of a
  /// variable, or with nullptr to make the whole expression Opaque.
  Expr substitute(const std::function<const Expr *(const Variable *)> &map) const;
  /// The same for extents: `map` gets the Extent expression, and answers with what stands for it.
  Expr substituteExtents(const std::function<Expr(const Expr &)> &map) const;
};

/// Structural equality: the same tree over the same variables. Opaque
/// expressions are never equal.
bool sameExpr(const Expr &a, const Expr &b);

} // namespace rewrite

#endif
