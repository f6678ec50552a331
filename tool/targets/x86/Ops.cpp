//===- Ops.cpp - what an op on vectors is on x86 ------------------------------===//
//
// Tables. An op that is in none of them has no form on the machine, and the function that
// has it stays as it is.
//
// 16-bit floats compute as the DSL says: in float, and round once. So their arithmetic is
// that of floats between two conversions.
//
//===----------------------------------------------------------------------===//

#include "targets/x86/Ops.h"

using namespace rewrite;
using namespace rewrite::x86;

namespace {

constexpr unsigned bit(Element e) { return 1u << static_cast<unsigned>(e); }
constexpr unsigned F32 = bit(Element::F32), I32 = bit(Element::I32), U32 = bit(Element::U32), X32 = I32 | U32,
                   I16 = bit(Element::I16), U16 = bit(Element::U16), X16 = I16 | U16, I8 = bit(Element::I8),
                   U8 = bit(Element::U8), X8 = I8 | U8, Mask = bit(Element::Mask);

struct Row {
  const char *op;
  unsigned elements;
  const char *avx512, *avx2; ///< null avx2: the same
  bool bounded = false;      ///< not the bits that the op asks for
};

/// The first row that fits decides: bounded ones stand before exact ones.
constexpr Row rows[] = {
    {"add", F32, "%_add_ps($0, $1)", nullptr},
    {"sub", F32, "%_sub_ps($0, $1)", nullptr},
    {"mul", F32, "%_mul_ps($0, $1)", nullptr},
    {"div", F32, "%_div_ps($0, $1)", nullptr},
    {"fma", F32, "%_fmadd_ps($0, $1, $2)", nullptr},
    {"neg", F32, "%_xor_ps($0, %_set1_ps(-0.f))", nullptr},
    {"abs", F32, "_mm512_abs_ps($0)", "_mm256_andnot_ps(_mm256_set1_ps(-0.f), $0)"},
    {"sqrt", F32, "%_sqrt_ps($0)", nullptr},
    {"max", F32, "pto::x86::max($0, $1)", nullptr},
    {"min", F32, "pto::x86::min($0, $1)", nullptr},
    {"relu", F32, "pto::x86::max($0, %_setzero_ps())", nullptr},
    {"recip", F32, "pto::x86::rcp($0)", nullptr, true},
    {"recip", F32, "%_div_ps(%_set1_ps(1.f), $0)", nullptr},
    {"rsqrt", F32, "pto::x86::rsqrt($0)", nullptr, true},
    {"rsqrt", F32, "%_div_ps(%_set1_ps(1.f), %_sqrt_ps($0))", nullptr},
    {"exp", F32, "pto::x86::exp($0)", nullptr, true},
    {"log", F32, "pto::x86::log($0)", nullptr, true},
    {"sin", F32, "pto::x86::sin($0)", nullptr, true},
    {"cos", F32, "pto::x86::cos($0)", nullptr, true},
    {"tanh", F32, "pto::x86::tanh($0)", nullptr, true},
    {"erf", F32, "pto::x86::erf($0)", nullptr, true},
    {"splat", F32, "%_set1_ps($0)", nullptr},

    {"add", X32, "%_add_epi32($0, $1)", nullptr},
    {"sub", X32, "%_sub_epi32($0, $1)", nullptr},
    {"mul", X32, "%_mullo_epi32($0, $1)", nullptr},
    {"div", I32, "pto::x86::div_i32($0, $1)", nullptr},
    {"div", U32, "pto::x86::div_u32($0, $1)", nullptr},
    {"fma", X32, "%_add_epi32(%_mullo_epi32($0, $1), $2)", nullptr},
    {"neg", X32, "%_sub_epi32(%_setzero_~(), $0)", nullptr},
    {"abs", I32, "%_abs_epi32($0)", nullptr},
    {"max", I32, "%_max_epi32($0, $1)", nullptr},
    {"min", I32, "%_min_epi32($0, $1)", nullptr},
    {"max", U32, "%_max_epu32($0, $1)", nullptr},
    {"min", U32, "%_min_epu32($0, $1)", nullptr},
    {"relu", I32, "%_max_epi32($0, %_setzero_~())", nullptr},
    {"and", X32, "%_and_~($0, $1)", nullptr},
    {"or", X32, "%_or_~($0, $1)", nullptr},
    {"xor", X32, "%_xor_~($0, $1)", nullptr},
    {"not", X32, "%_xor_~($0, %_set1_epi32(-1))", nullptr},
    {"shl", X32, "%_sllv_epi32($0, %_and_~($1, %_set1_epi32(31)))", nullptr},
    {"shr", I32, "%_srav_epi32($0, %_and_~($1, %_set1_epi32(31)))", nullptr},
    {"shr", U32, "%_srlv_epi32($0, %_and_~($1, %_set1_epi32(31)))", nullptr},
    {"splat", I32, "%_set1_epi32($0)", nullptr},
    {"splat", U32, "%_set1_epi32(static_cast<int>($0))", nullptr},

    {"add", X16, "_mm256_add_epi16($0, $1)", "_mm_add_epi16($0, $1)"},
    {"sub", X16, "_mm256_sub_epi16($0, $1)", "_mm_sub_epi16($0, $1)"},
    {"mul", X16, "_mm256_mullo_epi16($0, $1)", "_mm_mullo_epi16($0, $1)"},
    {"max", I16, "_mm256_max_epi16($0, $1)", "_mm_max_epi16($0, $1)"},
    {"min", I16, "_mm256_min_epi16($0, $1)", "_mm_min_epi16($0, $1)"},
    {"max", U16, "_mm256_max_epu16($0, $1)", "_mm_max_epu16($0, $1)"},
    {"min", U16, "_mm256_min_epu16($0, $1)", "_mm_min_epu16($0, $1)"},
    {"and", X16, "_mm256_and_si256($0, $1)", "_mm_and_si128($0, $1)"},
    {"or", X16, "_mm256_or_si256($0, $1)", "_mm_or_si128($0, $1)"},
    {"xor", X16, "_mm256_xor_si256($0, $1)", "_mm_xor_si128($0, $1)"},

    {"not", X16, "_mm256_xor_si256($0, _mm256_set1_epi16(-1))", "_mm_xor_si128($0, _mm_set1_epi16(-1))"},
    {"neg", X16, "_mm256_sub_epi16(_mm256_setzero_si256(), $0)", "_mm_sub_epi16(_mm_setzero_si128(), $0)"},
    {"abs", I16, "_mm256_abs_epi16($0)", "_mm_abs_epi16($0)"},
    {"relu", I16, "_mm256_max_epi16($0, _mm256_setzero_si256())", "_mm_max_epi16($0, _mm_setzero_si128())"},
    {"splat", X16, "_mm256_set1_epi16(static_cast<short>($0))", "_mm_set1_epi16(static_cast<short>($0))"},

    {"add", X8, "_mm_add_epi8($0, $1)", nullptr},
    {"sub", X8, "_mm_sub_epi8($0, $1)", nullptr},
    {"max", I8, "_mm_max_epi8($0, $1)", nullptr},
    {"min", I8, "_mm_min_epi8($0, $1)", nullptr},
    {"max", U8, "_mm_max_epu8($0, $1)", nullptr},
    {"min", U8, "_mm_min_epu8($0, $1)", nullptr},
    {"and", X8, "_mm_and_si128($0, $1)", nullptr},
    {"or", X8, "_mm_or_si128($0, $1)", nullptr},
    {"xor", X8, "_mm_xor_si128($0, $1)", nullptr},

    {"not", X8, "_mm_xor_si128($0, _mm_set1_epi8(-1))", nullptr},
    {"neg", X8, "_mm_sub_epi8(_mm_setzero_si128(), $0)", nullptr},
    {"abs", I8, "_mm_abs_epi8($0)", nullptr},
    {"relu", I8, "_mm_max_epi8($0, _mm_setzero_si128())", nullptr},
    {"splat", X8, "_mm_set1_epi8(static_cast<char>($0))", nullptr},

    {"and", Mask, "_kand_mask16($0, $1)", "_mm256_and_si256($0, $1)"},
    {"or", Mask, "_kor_mask16($0, $1)", "_mm256_or_si256($0, $1)"},
    {"xor", Mask, "_kxor_mask16($0, $1)", "_mm256_xor_si256($0, $1)"},
    {"not", Mask, "_knot_mask16($0)", "_mm256_xor_si256($0, _mm256_set1_epi32(-1))"},
    {"create_mask", Mask, "pto::x86::tail_mask@($0)", nullptr},
};

/// The name in the functions of pto/x86/.
const char *shortName(Element e) {
  constexpr const char *names[] = {"f32", "bf16", "f16", "i32", "u32", "i16", "u16", "i8", "u8", "mask"};
  return names[static_cast<unsigned>(e)];
}

std::string call(const std::string &function, const std::string &argument) { return function + "(" + argument + ")"; }

std::string widened(Element from, const std::string &operand) {
  return call(std::string("pto::x86::f32_from_") + shortName(from), operand);
}
std::string narrowed(Element to, const std::string &value) {
  return call(std::string("pto::x86::") + shortName(to) + "_from_f32", value);
}

void replaceAll(std::string &text, const std::string &from, const std::string &to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Lanes of 32 bits from any integer lanes.
std::string toInt32(Element from) {
  switch (from) {
  case Element::I16:
    return "%_cvtepi16_epi32($0)";
  case Element::U16:
    return "%_cvtepu16_epi32($0)";
  case Element::I8:
    return "%_cvtepi8_epi32($0)";
  case Element::U8:
    return "%_cvtepu8_epi32($0)";
  default:
    return "$0";
  }
}

} // namespace

std::optional<Pattern> x86::patternOf(const std::string &op, Element element, const Machine &machine, bool exact) {
  if (isSmallFloat(element)) {
    if (op == "splat")
      return "pto::x86::splat@($0)";
    if (op == "neg")
      return isAvx512(machine) ? "_mm256_xor_si256($0, _mm256_set1_epi16(-0x8000))"
                               : "_mm_xor_si128($0, _mm_set1_epi16(-0x8000))";
    if (op == "abs")
      return isAvx512(machine) ? "_mm256_and_si256($0, _mm256_set1_epi16(0x7FFF))"
                               : "_mm_and_si128($0, _mm_set1_epi16(0x7FFF))";
    std::optional<Pattern> inner = patternOf(op, Element::F32, machine, exact);
    if (!inner)
      return std::nullopt;
    for (const char *operand : {"$0", "$1", "$2"})
      replaceAll(*inner, operand, widened(element, operand));
    return narrowed(element, *inner);
  }
  for (const Row &row : rows)
    if (op == row.op && (row.elements & bit(element)) && !(exact && row.bounded))
      return isAvx512(machine) || !row.avx2 ? row.avx512 : row.avx2;
  return std::nullopt;
}

std::optional<Pattern> x86::comparison(std::int64_t mode, Element element, const Machine &machine) {
  constexpr const char *floats[] = {"_CMP_EQ_OQ", "_CMP_NEQ_UQ", "_CMP_LT_OQ",
                                    "_CMP_LE_OQ", "_CMP_GT_OQ",  "_CMP_GE_OQ"};
  constexpr const char *integers[] = {"_MM_CMPINT_EQ", "_MM_CMPINT_NE",  "_MM_CMPINT_LT",
                                      "_MM_CMPINT_LE", "_MM_CMPINT_NLE", "_MM_CMPINT_NLT"};
  if (mode < 0 || mode > 5)
    return std::nullopt;
  std::string a = "$0", b = "$1";
  if (isSmallFloat(element)) {
    a = widened(element, a);
    b = widened(element, b);
  }
  if (isSmallFloat(element) || element == Element::F32) {
    const std::string arguments = a + ", " + b + ", " + floats[mode];
    return isAvx512(machine) ? call("_mm512_cmp_ps_mask", arguments)
                             : call("_mm256_castps_si256", call("_mm256_cmp_ps", arguments));
  }
  if (isAvx512(machine)) {
    const char *function = element == Element::I32   ? "_mm512_cmp_epi32_mask"
                           : element == Element::U32 ? "_mm512_cmp_epu32_mask"
                           : element == Element::I16 ? "_mm256_cmp_epi16_mask"
                           : element == Element::U16 ? "_mm256_cmp_epu16_mask"
                           : element == Element::I8  ? "_mm_cmp_epi8_mask"
                           : element == Element::U8  ? "_mm_cmp_epu8_mask"
                                                     : nullptr;
    return function ? std::optional(call(function, a + ", " + b + ", " + integers[mode])) : std::nullopt;
  }
  if (element == Element::Mask)
    return std::nullopt;
  for (std::string *x : {&a, &b}) {
    std::string wide = toInt32(element); // lanes of masks have 32 bits
    replaceAll(wide, "$0", *x);
    *x = element == Element::U32 && mode > 1 ? "_mm256_xor_si256(" + wide + ", _mm256_set1_epi32(-2147483647 - 1))"
                                             : wide;
  }
  const std::string equal = call("_mm256_cmpeq_epi32", a + ", " + b),
                    greater = call("_mm256_cmpgt_epi32", a + ", " + b), less = call("_mm256_cmpgt_epi32", b + ", " + a);
  const auto opposite = [](const std::string &pattern) {
    return "_mm256_xor_si256(" + pattern + ", _mm256_set1_epi32(-1))";
  };
  const std::string modes[] = {equal, opposite(equal), less, opposite(greater), greater, opposite(less)};
  return modes[mode];
}

std::optional<Pattern> x86::selection(Element element, const Machine &machine) {
  switch (element) {
  case Element::F32:
    return isAvx512(machine) ? "_mm512_mask_blend_ps($0, $2, $1)" : "_mm256_blendv_ps($2, $1, _mm256_castsi256_ps($0))";
  case Element::I32:
  case Element::U32:
    return isAvx512(machine) ? "_mm512_mask_blend_epi32($0, $2, $1)" : "_mm256_blendv_epi8($2, $1, $0)";
  case Element::BF16:
  case Element::F16:
  case Element::I16:
  case Element::U16:
    return isAvx512(machine) ? "_mm256_mask_blend_epi16($0, $2, $1)"
                             : "_mm_blendv_epi8($2, $1, pto::x86::i16_from_i32($0))";
  case Element::I8:
  case Element::U8:
    return isAvx512(machine) ? "_mm_mask_blend_epi8($0, $2, $1)" : "_mm_blendv_epi8($2, $1, pto::x86::i8_from_i32($0))";
  case Element::Mask:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Pattern> x86::steps(Element element, unsigned first, const Machine &machine) {
  std::string lanes;
  for (unsigned i = 0; i < machine.lanes; ++i)
    lanes += (i ? ", " : "") + std::to_string(first + i);
  std::optional<Pattern> to = conversion(Element::I32, element, 0, machine);
  if (element == Element::I32 || element == Element::U32)
    to = "$0";
  if (to)
    replaceAll(*to, "$0", "%_setr_epi32(" + lanes + ")");
  return to;
}

std::optional<Pattern> x86::conversion(Element from, Element to, std::int64_t mode, const Machine &machine) {
  constexpr const char *modes[] = {"rint", "rint", "round", "floor", "ceil", "trunc", "odd"}; // as RoundMode
  constexpr std::int64_t nearest = 1;
  const auto isFloat = [](Element e) { return e == Element::F32 || isSmallFloat(e); };
  if (from == Element::Mask || to == Element::Mask || mode < 0 || mode > 6)
    return std::nullopt;
  if (from == to)
    return "$0";
  if (isFloat(from)) {
    const std::string wide = from == Element::F32 ? "$0" : widened(from, "$0");
    if (to == Element::F32)
      return wide;
    if (isSmallFloat(to))
      return mode <= nearest ? std::optional(narrowed(to, wide)) : std::nullopt;
    if (to == Element::U32)
      return std::nullopt;
    const std::string integers = call(std::string("pto::x86::to_i32_") + modes[mode], wide);
    return to == Element::I32 ? integers
                              : call(std::string("pto::x86::") + shortName(to) + "_from_i32_saturated", integers);
  }
  if (isFloat(to)) {
    const bool small = toInt32(from) != "$0"; // exact in float
    if (from == Element::U32 || (mode > nearest && !small) || (isSmallFloat(to) && !(small && mode <= nearest)))
      return std::nullopt;
    const std::string value = call(std::string(machine.prefix) + "_cvtepi32_ps", toInt32(from));
    return to == Element::F32 ? value : narrowed(to, value);
  }
  const std::string wide = toInt32(from);
  const bool isByte = from == Element::I8 || from == Element::U8, isShort = to == Element::I16 || to == Element::U16;
  if (isByte && isShort)
    return std::string(isAvx512(machine) ? "_mm256" : "_mm") + (from == Element::I8 ? "_cvtepi8" : "_cvtepu8") +
           "_epi16($0)";
  switch (to) {
  case Element::I32:
  case Element::U32:
    return wide;
  case Element::I16:
  case Element::U16:
    return call("pto::x86::i16_from_i32", wide);
  default:
    return call("pto::x86::i8_from_i32", wide);
  }
}

std::optional<Pattern> x86::reinterpretation(Element from, Element to, const Machine &machine) {
  const auto size = [&](Element e) { return e == Element::F32 ? machine.i32 : typeOf(e, machine); };
  if (from == Element::Mask || to == Element::Mask || size(from) != size(to))
    return std::nullopt;
  if ((from == Element::I8 || from == Element::U8) != (to == Element::I8 || to == Element::U8))
    return std::nullopt; // AVX2 has both sizes in one type
  if (from == Element::F32 && to != Element::F32)
    return "%_castps_~($0)";
  if (to == Element::F32 && from != Element::F32)
    return "%_cast~_ps($0)";
  return "$0";
}

Text x86::fill(const Pattern &pattern, const std::vector<Text> &operands, const Machine &machine) {
  Text out;
  std::string piece;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '%') {
      piece += machine.prefix;
    } else if (c == '~') {
      piece += machine.whole;
    } else if (c == '@') {
      piece += std::to_string(machine.lanes);
    } else if (c == '$') {
      out << piece;
      piece.clear();
      out << operands.at(static_cast<std::size_t>(pattern[++i] - '0'));
    } else {
      piece += c;
    }
  }
  return out << piece;
}
