//===- Machine.cpp - what the x86 targets have ------------------------------===//

#include "targets/x86/Machine.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace rewrite;
using namespace rewrite::x86;

const Machine x86::avx512{
    "avx512",  16,        32,          "_mm512", "si512", "pto/x86/avx512.h", "PTO_X86_AVX512", "__m512", "__m512i",
    "__m256i", "__m128i", "__mmask16", false,    true};
const Machine x86::avx512vnni{"avx512-vnni",
                              16,
                              32,
                              "_mm512",
                              "si512",
                              "pto/x86/avx512.h",
                              "PTO_X86_AVX512_VNNI",
                              "__m512",
                              "__m512i",
                              "__m256i",
                              "__m128i",
                              "__mmask16",
                              true,
                              true};
const Machine x86::avx2{"avx2",         8,        16,        "_mm256",  "si256",   "pto/x86/avx2.h",
                        "PTO_X86_AVX2", "__m256", "__m256i", "__m128i", "__m128i", "__m256i",
                        false,          false};

const std::vector<std::string> &x86::targetNames() {
  static const std::vector<std::string> names = {"avx512", "avx512-vnni", "avx2", "native"};
  return names;
}

static const Machine *native() {
  const llvm::StringMap<bool> has = llvm::sys::getHostCPUFeatures();
  const auto all = [&](std::initializer_list<const char *> features) {
    for (const char *f : features)
      if (!has.lookup(f))
        return false;
    return true;
  };
  if (all({"avx512f", "avx512bw", "avx512dq", "avx512vl"}))
    return all({"avx512vnni"}) ? &avx512vnni : &avx512;
  return all({"avx2", "fma", "f16c"}) ? &avx2 : nullptr;
}

const Machine *x86::machineOf(const std::string &name) {
  for (const Machine *m : {&avx512, &avx512vnni, &avx2})
    if (name == m->name)
      return m;
  return name == "native" ? native() : nullptr;
}

std::optional<Element> x86::elementOf(const std::string &type) {
  static constexpr std::pair<const char *, Element> known[] = {
      {"float", Element::F32},          {"int", Element::I32},
      {"unsigned int", Element::U32},   {"short", Element::I16},
      {"unsigned short", Element::U16}, {"signed char", Element::I8},
      {"unsigned char", Element::U8},   {"bool", Element::Mask}};
  for (const auto &[name, element] : known)
    if (type == name)
      return element;
  if (type.ends_with("::bf16"))
    return Element::BF16;
  if (type.ends_with("::half"))
    return Element::F16;
  return std::nullopt;
}

std::optional<Registers> x86::registersOf(const Type &vector, const Machine &machine) {
  const std::optional<Element> element = elementOf(vector.element);
  if (vector.kind != Type::Kind::Vector || vector.dims.empty() || !element || vector.dims.back() % machine.lanes != 0)
    return std::nullopt;
  std::int64_t lanes = 1; // row by row
  for (Extent d : vector.dims)
    lanes *= d;
  if (lanes <= 0)
    return std::nullopt;
  return Registers{*element, static_cast<unsigned>(lanes / machine.lanes)};
}

const char *x86::typeOf(Element element, const Machine &machine) {
  switch (element) {
  case Element::F32:
    return machine.f32;
  case Element::I32:
  case Element::U32:
    return machine.i32;
  case Element::BF16:
  case Element::F16:
  case Element::I16:
  case Element::U16:
    return machine.i16;
  case Element::I8:
  case Element::U8:
    return machine.i8;
  case Element::Mask:
    return machine.mask;
  }
  return "";
}
