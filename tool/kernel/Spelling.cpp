//===- Spelling.cpp - types and expressions as a user would write them ------===//

#include "kernel/Spelling.h"

#include <array>

using namespace rewrite;

std::string rewrite::spellDims(const std::vector<Extent> &dims, const std::string &prefix) {
  std::string out;
  for (Extent d : dims)
    out += (out.empty() ? "" : ", ") + (d == dynamicExtent ? prefix + "dyn" : std::to_string(d));
  return out;
}

std::string rewrite::spellElement(const std::string &element, const std::string &prefix) {
  static constexpr std::array<std::pair<const char *, const char *>, 8> names = {
      {{"signed char", "std::int8_t"},
       {"unsigned char", "std::uint8_t"},
       {"short", "std::int16_t"},
       {"unsigned short", "std::uint16_t"},
       {"int", "std::int32_t"},
       {"unsigned int", "std::uint32_t"},
       {"long", "std::int64_t"},
       {"unsigned long", "std::uint64_t"}}}; // long long is another type of that size
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

std::optional<Text> rewrite::spell(const Expr &e, const std::string &index) {
  static const char *const signs[] = {" + ", " - ", " * ", " / ", " % "};
  switch (e.kind) {
  case Expr::Kind::Constant:
    return Text(std::to_string(e.value));
  case Expr::Kind::Variable: {
    if (e.variable->name.empty())
      return std::nullopt;
    const bool converted = !index.empty() && e.variable->type.element != "long"; // which Index is
    Text t;
    if (converted)
      t << index + "{";
    t << e.variable;
    if (converted)
      t << "}";
    return t;
  }
  case Expr::Kind::Add:
  case Expr::Kind::Sub:
  case Expr::Kind::Mul:
  case Expr::Kind::Div:
  case Expr::Kind::Rem: {
    Text out;
    for (int i = 0; i < 2; ++i) {
      const std::optional<Text> side = spell(e.operands[static_cast<std::size_t>(i)], index);
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

SourceRange rewrite::withoutParentheses(const SourceRange &expression) {
  const std::string_view text = expression.text();
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (text[i] == '\'' || text[i] == '"' || (depth == 0 && i + 1 < text.size()))
      return expression; // (a) + (b); quoted parentheses are not worth the trouble
  }
  return text.size() < 2 ? expression : SourceRange{expression.file, expression.begin + 1, expression.end - 1};
}
