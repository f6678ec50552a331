//===- Type.cpp - the types that kernels compute with -----------------------===//

#include "kernel/Type.h"

using namespace rewrite;

std::optional<std::int64_t> Type::elementCount() const {
  std::int64_t n = 1;
  for (Extent d : dims) {
    if (d == dynamicExtent)
      return std::nullopt;
    n *= d;
  }
  return n;
}

unsigned Type::elementBytes() const {
  static const struct {
    const char *name;
    unsigned bytes;
  } sizes[] = {{"double", 8},         {"float", 4},         {"int", 4},  {"long", 8},           {"long long", 8},
               {"short", 2},          {"signed char", 1},   {"char", 1}, {"unsigned char", 1},  {"unsigned int", 4},
               {"unsigned short", 2}, {"unsigned long", 8}, {"bool", 1}, {"pto::dsl::half", 2}, {"pto::dsl::bf16", 2}};
  for (const auto &s : sizes)
    if (element == s.name)
      return s.bytes;
  return 0;
}

static std::string show(Extent e) { return e == dynamicExtent ? "dyn" : std::to_string(e); }

std::optional<std::string> rewrite::signatureDifference(const Type &a, const Type &b) {
  const auto differ = [](const char *what, const std::string &x, const std::string &y) {
    return std::string(what) + " " + x + " and " + y + " differ";
  };
  if (a.kind != b.kind)
    return "the types differ";
  if (a.element != b.element)
    return differ("element types", a.element, b.element);
  if (a.dims.size() != b.dims.size())
    return differ("ranks", std::to_string(a.dims.size()), std::to_string(b.dims.size()));
  static const char *const names[] = {"rows", "columns"};
  for (std::size_t d = 0; d < a.dims.size(); ++d)
    if (a.dims[d] != b.dims[d])
      return differ(d < 2 ? names[d] : "extents", show(a.dims[d]), show(b.dims[d]));
  static const char *const validNames[] = {"valid rows", "valid columns"};
  for (std::size_t d = 0; d < a.valid.size() && d < b.valid.size(); ++d)
    if (a.valid[d] != b.valid[d])
      return differ(d < 2 ? validNames[d] : "valid extents", show(a.valid[d]), show(b.valid[d]));
  if (a.signature != b.signature)
    return differ("layouts", a.signature, b.signature);
  if (a.spelling != b.spelling)
    return differ("types", a.spelling, b.spelling);
  return std::nullopt;
}
