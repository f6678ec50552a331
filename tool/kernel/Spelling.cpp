//===- Spelling.cpp - types and expressions as a user would write them ------===//

#include "kernel/Spelling.h"

#include <algorithm>
#include <array>
#include <cctype>

using namespace rewrite;

std::string rewrite::spellDims(const std::vector<Extent> &dims) {
  std::string out;
  for (Extent d : dims)
    out += (out.empty() ? "" : ", ") + (d == dynamicExtent ? std::string("dyn") : std::to_string(d));
  return out;
}

std::string rewrite::spellElement(const std::string &element, const std::string &prefix) {
  static constexpr std::array<std::pair<const char *, const char *>, 10> names = {
      {{"signed char", "std::int8_t"},
       {"unsigned char", "std::uint8_t"},
       {"short", "std::int16_t"},
       {"unsigned short", "std::uint16_t"},
       {"int", "std::int32_t"},
       {"unsigned int", "std::uint32_t"},
       {"long", "std::int64_t"},
       {"unsigned long", "std::uint64_t"},
       {"long long", "std::int64_t"},
       {"unsigned long long", "std::uint64_t"}}};
  for (const auto &[from, to] : names)
    if (element == from)
      return to;
  const std::size_t last = element.rfind("::");
  return last == element.npos ? element : prefix + element.substr(last + 2); // pto::dsl::bf16
}

std::int64_t rewrite::countOf(const std::vector<Extent> &dims) {
  std::int64_t n = 1;
  for (Extent d : dims)
    n *= d;
  return n;
}

/// How tightly the expression binds: 2 a name or number, 1 a product, 0 a sum.
static int precedence(const Expr &e) {
  switch (e.kind) {
  case Expr::Kind::Add:
  case Expr::Kind::Sub:
    return 0;
  case Expr::Kind::Mul:
  case Expr::Kind::Div:
  case Expr::Kind::Rem:
    return 1;
  case Expr::Kind::Constant:
    return e.value < 0 ? 0 : 2;
  default:
    return 2;
  }
}

std::optional<Text> rewrite::spell(const Expr &e) {
  static const char *const signs[] = {" + ", " - ", " * ", " / ", " % "};
  switch (e.kind) {
  case Expr::Kind::Constant:
    return Text(std::to_string(e.value));
  case Expr::Kind::Variable: {
    if (e.variable->name.empty())
      return std::nullopt;
    Text t;
    t << e.variable;
    return t;
  }
  case Expr::Kind::Add:
  case Expr::Kind::Sub:
  case Expr::Kind::Mul:
  case Expr::Kind::Div:
  case Expr::Kind::Rem: {
    Text out;
    for (int i = 0; i < 2; ++i) {
      const std::optional<Text> side = spell(e.operands[static_cast<std::size_t>(i)]);
      if (!side)
        return std::nullopt;
      // a - (b - c), a * (b * c): the right side keeps its own order.
      const bool bracket = precedence(e.operands[static_cast<std::size_t>(i)]) < precedence(e) + i;
      if (i == 1)
        out << signs[static_cast<int>(e.kind) - static_cast<int>(Expr::Kind::Add)];
      if (bracket)
        out << "(";
      out << *side;
      if (bracket)
        out << ")";
    }
    return out;
  }
  default:
    return std::nullopt;
  }
}

SourceRange rewrite::withParentheses(const SourceRange &expression) {
  const std::string_view bytes = expression.file->bytes, blanks = " \t\r\n", inExpressions = "+-*/%=<&|^!~?:,({[";
  SourceRange out = expression;
  for (;;) {
    const std::size_t open = out.begin ? bytes.find_last_not_of(blanks, out.begin - 1) : bytes.npos;
    const std::size_t close = bytes.find_first_not_of(blanks, out.end);
    if (open == bytes.npos || open == 0 || close == bytes.npos || bytes[open] != '(' || bytes[close] != ')')
      return out;
    const std::size_t before = bytes.find_last_not_of(blanks, open - 1);
    if (before == bytes.npos || inExpressions.find(bytes[before]) == bytes.npos ||
        bytes.substr(0, before + 1).substr(before < 10 ? 0 : before - 10).find("operator") != bytes.npos)
      return out;
    out.begin = static_cast<unsigned>(open);
    out.end = static_cast<unsigned>(close + 1);
  }
}

Words Words::of(std::int64_t number) {
  return {Text(std::to_string(number)), number, number >= 0 ? Primary : Sum,
          number == static_cast<std::int32_t>(number) ? 32u : 64u};
}

Text Words::as(Binding wanted) const {
  Text t(binding < wanted ? "(" : "");
  t << text << (binding < wanted ? ")" : "");
  return t;
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
  if (isPrimary(e.range.text()))
    return Words::Primary;
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
    return Words{Text(e.range), std::nullopt, bindingOf(e), e.bits};
  const std::optional<Text> text = spell(e);
  const unsigned bits = bitsOf(e);
  if (!text || !bits)
    return std::nullopt;
  return Words{*text, std::nullopt, static_cast<Words::Binding>(precedence(e) + 1), bits};
}
