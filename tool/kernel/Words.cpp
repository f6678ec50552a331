//===- Words.cpp - integer arithmetic as text --------------------------------===//

#include "kernel/Words.h"

#include "kernel/Spelling.h"

#include <algorithm>
#include <cctype>

using namespace rewrite;

Words Words::of(std::int64_t number) {
  return {Text(std::to_string(number)), number, number >= 0 ? Primary : Sum,
          number == static_cast<std::int32_t>(number) ? 32u : 64u};
}

Text Words::as(Binding wanted) const {
  Text t(binding < wanted ? "(" : "");
  t << text << (binding < wanted ? ")" : "");
  return t;
}

static Words combined(const Words &a, const std::string &sign, const Text &b, unsigned bits, Words::Binding binding) {
  Words out{a.as(binding), std::nullopt, binding, std::max(a.bits, bits)};
  out.text << sign << b;
  return out;
}

Words rewrite::operator+(const Words &a, const Words &b) {
  if (a.number && b.number)
    return Words::of(*a.number + *b.number);
  if (a.number == 0)
    return b;
  if (b.number == 0)
    return a;
  if (b.number && *b.number < 0)
    return combined(a, " - ", Text(std::to_string(-*b.number)), b.bits, Words::Sum);
  return combined(a, " + ", b.as(Words::Product), b.bits, Words::Sum);
}

Words rewrite::operator-(const Words &a, const Words &b) {
  if (b.number)
    return a + Words::of(-*b.number);
  return combined(a, " - ", b.as(Words::Product), b.bits, Words::Sum);
}

Words rewrite::operator*(const Words &a, const Words &b) {
  if (a.number && b.number)
    return Words::of(*a.number * *b.number);
  if (a.number == 0 || b.number == 0)
    return Words::of(0);
  if (a.number == 1)
    return b;
  if (b.number == 1)
    return a;
  return combined(a, " * ", b.as(Words::Primary), b.bits, Words::Product);
}

Words rewrite::operator/(const Words &a, const Words &b) {
  return combined(a, " / ", b.as(Words::Primary), b.bits, Words::Product);
}

static bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
static bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// Numbers and signs: no name.
static bool isNumeral(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (isLetter(text[i]) && (i == 0 || !(isLetter(text[i - 1]) || isDigit(text[i - 1]) || text[i - 1] == '\'')))
      return false;
  return true;
}

/// A name, a number, a call, a member of these.
static bool isPrimary(std::string_view text) {
  if (const std::size_t end = text.find('>'); text.starts_with("static_cast<") && end != text.npos)
    text.remove_prefix(end + 1);
  int depth = 0;
  for (char c : text) {
    depth += c == '(' || c == '[' || c == '{';
    if (depth == 0 && !isLetter(c) && !isDigit(c) && c != ':' && c != '.')
      return false;
    depth -= c == ')' || c == ']' || c == '}';
  }
  return true;
}

static Words::Binding bindingOf(const Expr &e) {
  switch (e.kind) {
  case Expr::Kind::Add:
  case Expr::Kind::Sub:
    return Words::Sum;
  case Expr::Kind::Mul:
  case Expr::Kind::Div:
  case Expr::Kind::Rem:
    return Words::Product;
  default:
    return Words::Loose;
  }
}

/// It names variables that have names, and nothing else.
static bool namesAllOfIt(const Expr &e) {
  if (e.kind == Expr::Kind::Opaque || e.isImpure())
    return false;
  bool named = true;
  e.forEachVariable([&](const Variable *v) { named &= !v->name.empty() && v->kind != Variable::Kind::Temporary; });
  return named && std::all_of(e.operands.begin(), e.operands.end(), namesAllOfIt);
}

/// Nothing that is between the parts of the range, and no assignment: i < (n = 4).
static bool canStandAgain(const SourceRange &r) {
  const std::string_view text = r.text();
  return obstacleIn(r) == Obstacle::Nothing && text.find('=') == text.npos && text.find("++") == text.npos &&
         text.find("--") == text.npos;
}

static unsigned bitsOf(const Expr &e) {
  if (e.bits || e.operands.empty())
    return e.isConstant() ? Words::of(e.value).bits : e.bits;
  unsigned bits = 0;
  for (const Expr &operand : e.operands) {
    const unsigned b = bitsOf(operand);
    if (!b)
      return 0;
    bits = std::max(bits, b);
  }
  return bits;
}

std::optional<Words> rewrite::wordsOf(const Expr &e) {
  constexpr std::int64_t large = std::int64_t{1} << 62; // sums of such numbers overflow
  if (e.isConstant() && (e.value >= large || e.value <= -large))
    return std::nullopt;
  const bool spelled = e.range.valid() && e.bits && canStandAgain(e.range);
  if (e.isConstant() && (!spelled || isNumeral(e.range.text())))
    return Words::of(e.value);
  if (!namesAllOfIt(e))
    return std::nullopt;
  if (spelled)
    return Words{Text(e.range), std::nullopt, isPrimary(e.range.text()) ? Words::Primary : bindingOf(e), e.bits};
  const std::optional<Text> text = spell(e);
  const unsigned bits = bitsOf(e);
  if (!text || !bits)
    return std::nullopt;
  return Words{*text, std::nullopt, e.kind == Expr::Kind::Variable ? Words::Primary : bindingOf(e), bits};
}
