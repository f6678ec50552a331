//===- Numbers.h - the types that lanes and elements can have ----*- C++ -*-===//

#ifndef PTO_KERNEL_NUMBERS_H
#define PTO_KERNEL_NUMBERS_H

#include <optional>
#include <string>

namespace rewrite {

struct Number {
  bool floating = false;
  bool isSigned = true;
  unsigned bits = 0;
  unsigned significant = 0; ///< floating: bits of the mantissa, the hidden one included

  friend bool operator==(const Number &, const Number &) = default;
};

/// Of an element type as Type::element names it; nothing for bool and for what is no number.
std::optional<Number> numberOf(const std::string &element);

/// Of "f32", "bf16", "i16": the element type as Type::element names it; "" for other words.
std::string elementOf(const std::string &shortName);

/// Every value of `from` is one of `to`.
bool holdsAll(const Number &to, const Number &from);

} // namespace rewrite

#endif
