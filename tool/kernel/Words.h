//===- Words.h - integer arithmetic as text ----------------------*- C++ -*-===//
//
// What a pass computes from bounds and steps, written with the words that the source has
// for them: a bound that is called `rows` stays `rows`.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_WORDS_H
#define PTO_KERNEL_WORDS_H

#include "kernel/Model.h"

#include <optional>

namespace rewrite {

/// An integer expression as it can be written anywhere where its names mean the same.
struct Words {
  enum Binding { Loose, Sum, Product, Primary };

  Text text;
  std::optional<std::int64_t> number = {}; ///< a number and nothing else: can be computed with
  Binding binding = Primary;               ///< the operator that binds its parts
  unsigned bits = 32;                      ///< of the signed type that C++ computes it in

  static Words of(std::int64_t number);
  /// In parentheses, where it binds less tightly than `wanted`.
  Text as(Binding wanted) const;

  friend Words operator+(const Words &a, const Words &b);
  friend Words operator-(const Words &a, const Words &b);
  friend Words operator*(const Words &a, const Words &b);
  friend Words operator/(const Words &a, const Words &b); ///< as written, numbers or not
};

/// In the words of the source where there are such, else in those of
/// spell(). Nothing when it is no signed integer, or when its value is not that of its words a second time.
std::optional<Words> wordsOf(const Expr &expr);

} // namespace rewrite

#endif
