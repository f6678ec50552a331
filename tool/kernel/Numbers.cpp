//===- Numbers.cpp - the types that lanes and elements can have -------------===//

#include "kernel/Numbers.h"

using namespace rewrite;

std::optional<Number> rewrite::numberOf(const std::string &element) {
  static const struct {
    const char *name;
    Number number;
  } all[] = {{"double", {true, true, 64, 53}},
             {"float", {true, true, 32, 24}},
             {"pto::dsl::half", {true, true, 16, 11}},
             {"pto::dsl::bf16", {true, true, 16, 8}},
             {"signed char", {false, true, 8, 0}},
             {"unsigned char", {false, false, 8, 0}},
             {"short", {false, true, 16, 0}},
             {"unsigned short", {false, false, 16, 0}},
             {"int", {false, true, 32, 0}},
             {"unsigned int", {false, false, 32, 0}},
             {"long", {false, true, 64, 0}},
             {"unsigned long", {false, false, 64, 0}},
             {"long long", {false, true, 64, 0}},
             {"unsigned long long", {false, false, 64, 0}}};
  for (const auto &each : all)
    if (element == each.name)
      return each.number;
  return std::nullopt;
}

std::string rewrite::elementOf(const std::string &shortName) {
  static const struct {
    const char *from, *to;
  } all[] = {{"f64", "double"},
             {"f32", "float"},
             {"f16", "pto::dsl::half"},
             {"bf16", "pto::dsl::bf16"},
             {"i8", "signed char"},
             {"i16", "short"},
             {"i32", "int"},
             {"i64", "long"}};
  for (const auto &each : all)
    if (shortName == each.from)
      return each.to;
  return "";
}

bool rewrite::holdsAll(const Number &to, const Number &from) {
  if (to == from)
    return true;
  if (to.floating != from.floating)
    return false;
  if (to.floating) // half and bf16 hold numbers that the other one does not
    return to.bits > from.bits;
  return to.bits > from.bits ? to.isSigned || !from.isSigned : false;
}
