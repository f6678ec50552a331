// The header of the target is included before what needs it, and whenever that is compiled.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// CHECK:      #include <pto/dsl.h>
// CHECK-NEXT: #include <pto/testing.h>
// CHECK-NEXT: #include <pto/x86/avx512.h>
// CHECK-NEXT: #if defined(NEVER)
// CHECK-NOT:  avx512.h
#include <pto/dsl.h>
#include <pto/testing.h>
#if defined(NEVER)
#include <cstdlib>
#else
#define SIZE 16
#endif
using namespace pto::dsl;

PTO_INCORE void twice(In<mem::MemRef<float, mem::L1, SIZE>> x, Out<mem::MemRef<float, mem::L1, SIZE>> out) {
  const auto a = vec::load<16>(x, {0});
  vec::store(a + a, out, {0});
}

PTO_TEST_MAIN(twice)

#include <cstddef>
