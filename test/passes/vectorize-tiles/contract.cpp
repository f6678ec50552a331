// With --allow=contract a product that is only added is one op with the sum.
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate,contract -Rpass=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles --allow=reassociate,contract --ulp=8 --within=1e-5 %s
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=APART
// RUN: %pto-rewrite -O3 --target=avx512 --stop-after=vectorize-tiles %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=APART
// APART-NOT: vec::fma
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Rows = Tensor<float, 4, 64>;

// Sums and differences.
// CHECK-LABEL: void sums
// CHECK:       const auto sum = vec::fma(a, number, b);
// CHECK-NEXT:  const auto less = vec::fma(-sum, b, a);
// CHECK-NEXT:  const auto more = vec::fma(less, sum, -b);
// SAYS: [[@LINE+1]]:17: remark: {{.*}}; products are added without being rounded [-Rpass=vectorize-tiles]
PTO_INCORE void sums(In<Rows> x, In<Rows> y, Out<Rows> out) {
  auto a = tile::load<4, 64>(x, {0, 0});
  auto b = tile::load<4, 64>(y, {0, 0});
  auto sum = tile::add(tile::mul(a, 3.f), b);
  auto less = tile::sub(a, tile::mul(sum, b));
  auto more = tile::sub(tile::mul(less, sum), b);
  tile::store(more, {0, 0}, out);
}

// What a row sums up.
// CHECK-LABEL: void squares
// CHECK:       total_lanes0 = vec::fma(a_0, a_0, total_lanes0);
PTO_INCORE void squares(In<Rows> x, Out<Tensor<float, 4, 1>> out) {
  auto a = tile::load<4, 64>(x, {0, 0});
  auto total = tile::row_sum(tile::mul(a, a));
  tile::store(total, {0, 0}, out);
}

// A product that is needed for itself, and no product.
// CHECK-LABEL: void others
// CHECK-NOT:   vec::fma
// SAYS: [[@LINE+1]]:17: remark: {{.*}} row buffers [-Rpass=vectorize-tiles]
PTO_INCORE void others(In<Rows> x, Out<Rows> out, Out<Rows> products) {
  auto a = tile::load<4, 64>(x, {0, 0});
  auto product = tile::mul(a, 3.f);
  tile::store(tile::add(tile::div(a, product), product), {0, 0}, out);
  tile::store(product, {0, 0}, products);
}

PTO_TEST_MAIN(sums, squares, others)
