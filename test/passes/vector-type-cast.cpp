// vector-type-cast of an accumulator: the pair of the page, the use of matrix products, operands by number.
//
// RUN: %pto-rewrite --passes='vector-type-cast{type=i32 op=contract inputs=2 outputs=0}' -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes='vector-type-cast{type=i32 op=contract inputs=2 outputs=0}' --expect-change %s
//
// Of floats only where it is allowed; of these the factors alone, which contract widens itself; and all.
// RUN: %pto-rewrite --passes='vector-type-cast{type=f32 op=contract inputs=2 outputs=0}' --allow=precision -Rpass=. -Rpass-missed=. %s -o %t.f32.cpp -- 2>%t.f32.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.f32.cpp | FileCheck %s --check-prefix=F32
// RUN: %equal --passes='vector-type-cast{type=f32 op=contract inputs=2 outputs=0}' --allow=precision --within=0.03 --expect-change %s
// RUN: %pto-rewrite --passes='vector-type-cast{type=f32 op=contract inputs=0,1}' %s -o %t.01.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.01.cpp | FileCheck %s --check-prefix=FACTORS
// RUN: %equal --passes='vector-type-cast{type=f32 op=contract inputs=0,1}' --expect-change %s
// RUN: %pto-rewrite --passes='vector-type-cast{type=bf16 op=contract}' --allow=precision %s -o %t.all.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.all.cpp | FileCheck %s --check-prefix=ALL
// RUN: %equal --passes='vector-type-cast{type=bf16 op=contract}' --allow=precision --within=0.05 --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

template <class T> using A = vec::Vec<T, 4, 8>;
template <class T> using B = vec::Vec<T, 8, 4>;
template <class T> using C = vec::Vec<T, 4, 4>;

// CHECK-LABEL: bytes(
// CHECK-NEXT:    return vec::cast<std::int8_t>(vec::contract(a, b, vec::cast<std::int32_t>(c)));
// SAYS: [[@LINE+2]]:10: remark: contract is computed in std::int32_t instead of std::int8_t [-Rpass=vector-type-cast]
PTO_INCORE C<std::int8_t> bytes(const A<std::int8_t> &a, const B<std::int8_t> &b, const C<std::int8_t> &c) {
  return vec::contract(a, b, c);
}

// CHECK-LABEL: of_bf16(
// CHECK-NEXT:    const auto r = vec::contract(a, b, c);
// F32-LABEL: of_bf16(
// F32-NEXT:    const auto r = vec::cast<bf16>(vec::contract(a, b, vec::cast<float>(c)));
// F32-NEXT:    return r;
// FACTORS-LABEL: of_bf16(
// FACTORS-NEXT:    const auto r = vec::contract(a, b, c);
// ALL-LABEL: of_bf16(
// ALL-NEXT:    const auto r = vec::contract(a, b, c);
// SAYS: [[@LINE+2]]:18: remark: 'r' kept: its lanes are floats [-Rpass-missed=vector-type-cast,other-kind]
PTO_INCORE C<bf16> of_bf16(const A<bf16> &a, const B<bf16> &b, const C<bf16> &c) {
  const auto r = vec::contract(a, b, c);
  return r;
}

// CHECK-LABEL: of_float(
// FACTORS-LABEL: of_float(
// FACTORS-NEXT:    return vec::contract(vec::cast<float>(a), vec::cast<float>(b), c);
// ALL-LABEL: of_float(
// ALL-NEXT:    return vec::cast<float>(vec::contract(a, b, vec::cast<bf16>(c)));
// SAYS: [[@LINE+2]]:10: remark: contract kept: its lanes are floats [-Rpass-missed=vector-type-cast,other-kind]
PTO_INCORE C<float> of_float(const A<bf16> &a, const B<bf16> &b, const C<float> &c) {
  return vec::contract(a, b, c);
}

// CHECK-LABEL: all_float(
// ALL-LABEL: all_float(
// ALL-NEXT:    return vec::cast<float>(vec::contract(vec::cast<bf16>(a), vec::cast<bf16>(b), vec::cast<bf16>(c)));
// SAYS: [[@LINE+2]]:10: remark: contract kept: its lanes are floats [-Rpass-missed=vector-type-cast,other-kind]
PTO_INCORE C<float> all_float(const A<float> &a, const B<float> &b, const C<float> &c) {
  return vec::contract(a, b, c);
}

// Already of that type.
// CHECK-LABEL: of_int(
// CHECK-NEXT:    return vec::contract(a, b, c);
PTO_INCORE C<int> of_int(const A<short> &a, const B<std::int8_t> &b, const C<int> &c) {
  return vec::contract(a, b, c);
}

// An accumulator that a loop carries: hoist-cast-pair takes it from here.
// CHECK-LABEL: void loop(
// CHECK:           acc = vec::cast<std::int16_t>(vec::contract(x, y, vec::cast<std::int32_t>(acc)));
// SAYS: [[@LINE+7]]:11: remark: 'acc' is computed in std::int32_t instead of std::int16_t
PTO_INCORE void loop(In<mem::MemRef<short, mem::L1, 4, 4, 8>> a, In<mem::MemRef<short, mem::L1, 4, 8, 4>> b,
                     InOut<mem::MemRef<short, mem::L1, 4, 4>> c) {
  auto acc = vec::load<4, 4>(c, {0, 0});
  for (Index k = 0; k < 4; ++k) {
    const auto x = vec::load<4, 8>(a, {k, 0, 0});
    const auto y = vec::load<8, 4>(b, {k, 0, 0});
    acc = vec::contract(x, y, acc);
  }
  vec::store(acc, c, {0, 0});
}

PTO_TEST_MAIN(bytes, of_bf16, of_float, all_float, of_int, loop)
