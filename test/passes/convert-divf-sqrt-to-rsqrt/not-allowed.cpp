// Without --allow=rsqrt the pass says where it would, and what to do about it.
//
// RUN: %pto-rewrite --passes=convert-divf-sqrt-to-rsqrt -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT --implicit-check-not=remark: --input-file=%t.err
#include <pto/dsl.h>

using namespace pto::dsl;

PTO_INCORE vec::Vec<float, 16> quotient(In<vec::Vec<float, 16>> x) {
  const auto sd = vec::sqrt(x);
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:10: remark: 'sd' kept: rsqrt may round otherwise [-Rpass-missed=convert-divf-sqrt-to-rsqrt,not-allowed]
}

PTO_INCORE void map(In<mem::MemRef<float, mem::L1, 16>> x, Out<mem::MemRef<float, mem::L1, 16>> out) {
  linalg::map([](float v) { return 1.0f / math::sqrt(v); }, x, out); // KEPT: :[[@LINE]]:36: remark: the root kept: rsqrt may round otherwise [-Rpass-missed=convert-divf-sqrt-to-rsqrt,not-allowed]
}
