// Which herds, and how large a vector.
//
// RUN: %pto-rewrite --passes='herd-vectorize{herd=here max-lanes=16}' -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes='herd-vectorize{herd=here max-lanes=16}' --expect-change %s
// RUN: %exit 64 %pto-rewrite --passes='herd-vectorize{max-lanes=0}' %s -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %exit 64 %pto-rewrite --passes='herd-vectorize{herd=her}' %s -- 2>&1 | FileCheck %s --check-prefix=TAG
// NONE: error: --passes: column 26: option 'max-lanes' is out of range: 0 is not in 1 to 1073741824
// TAG: error: pipeline, column 1: 'herd-vectorize': nothing is tagged 'her'; did you mean 'here'?
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <Index... D> using Near = mem::MemRef<float, mem::L1, D...>;

// CHECK-LABEL: void kernel(
// CHECK:           linalg::fill(1.0f, a);
// CHECK:           vec::transfer_write(vec::splat<float, 4, 4>(2.0f), b, {0, 0});
// CHECK:           linalg::fill(3.0f, c);
PTO_INCORE void kernel(Out<Near<8>> a, Out<Near<4, 4>> b, Out<Near<17>> c) {
  air::herd<1>([&](Index) { linalg::fill(1.0f, a); });
  PTO_TAG("here") air::herd<1>([&](Index) {
    linalg::fill(2.0f, b); // SAYS: :[[@LINE]]:5: remark: linalg::fill is 0 reads
    linalg::fill(3.0f, c); // SAYS: :[[@LINE]]:5: remark: {{.*}}17 lanes, more than 16 [-Rpass-missed=herd-vectorize,too-large]
  });
}

PTO_TEST_MAIN(kernel)
