// Functions that call kernels which use the instructions use them, too, and take the kernels in.
// RUN: %pto-rewrite -O3 --target=avx512 -Rpass=lower-vectors %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %pto-rewrite -O3 --target=avx2 %s -- | FileCheck %s --check-prefix=AVX2
// RUN: %if avx512 %{ %equal --passes=@avx512 --allow=target-maths,reassociate --ulp=2 --within=1e-6 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes=@avx2 --allow=target-maths,reassociate --ulp=2 --within=1e-6 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Rows = Tensor<float, 8, 32>;

// CHECK: PTO_INCORE PTO_X86_AVX512 Rows twice(
PTO_INCORE Rows twice(In<Rows> x, Index r, Out<Rows> out) {
  auto a = tile::load<1, 32>(x, {r, 0});
  return tile::store(tile::add(a, a), {r, 0}, out);
}

// CHECK: PTO_ORCHESTRATION PTO_X86_AVX512_CALLER Rows all(
// AVX2: PTO_ORCHESTRATION PTO_X86_AVX2_CALLER Rows all(
// CHECK-NEXT:    for (Index r = 0; r < 8; ++r)
// CHECK-NEXT: {{^      }}twice(x, r, out);
// SAYS: [[@LINE+1]]:24: remark: the kernels that it calls become part of it [-Rpass=lower-vectors]
PTO_ORCHESTRATION Rows all(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 8; ++r)
    out = twice(x, r, out);
  return out;
}

// What comes back is another handle, or one of another type: the assignments stay.
// CHECK-LABEL: PTO_X86_AVX512_CALLER void others(
// CHECK:         z = twice(x, r, y);
// CHECK:         any = twice(x, r, Rows(any));
// CHECK:         y = (twice(x, r, y));
PTO_ORCHESTRATION void others(In<Rows> x, Out<Rows> y, Out<Rows> z) {
  Tensor<float, dyn, 32> any = z;
  for (Index r = 0; r < 8; ++r) {
    z = twice(x, r, y);
    any = twice(x, r, Rows(any));
    y = (twice(x, r, y));
  }
}

// One kernel stays as it is: so does who calls it alone.
// CHECK: PTO_INCORE int count(
PTO_INCORE int count(In<Tensor<int, 4, 4>> x) { return tile::load<4, 4>(x, {0, 0})(1, 1); }
// CHECK: PTO_ORCHESTRATION int counted(
PTO_ORCHESTRATION int counted(In<Tensor<int, 4, 4>> x) { return count(x); }

PTO_TEST_MAIN(all, others, counted)
