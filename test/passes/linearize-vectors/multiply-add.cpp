// Products that are added: one fma where the product is exact, or where the user allows to contract.
// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
// RUN: %pto-rewrite --passes=linearize-vectors --allow=contract %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=ALLOWED
// RUN: %equal --passes=linearize-vectors --allow=contract --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// Two bf16: allowed, or not at all, since a product may be too large or too small. In the range of the test it never is.
// CHECK-LABEL: of_bf16(
// CHECK-NEXT: auto x = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(a, {0, 0})));
// CHECK-NEXT: auto y = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(b, {0, 0})));
// CHECK-NEXT: vec::store(vec::shape_cast<2, 8>(x * y + vec::shape_cast<16>(vec::load<2, 8>(c, {0, 0}))), out, {0, 0});
// ALLOWED-LABEL: of_bf16(
// ALLOWED-NEXT: auto x = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(a, {0, 0})));
// ALLOWED-NEXT: auto y = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(b, {0, 0})));
// ALLOWED-NEXT: vec::store(vec::shape_cast<2, 8>(vec::fma(x, y, vec::shape_cast<16>(vec::load<2, 8>(c, {0, 0})))), out, {0, 0});
PTO_INCORE void of_bf16(In<L1<bf16, 2, 8>> a, In<L1<bf16, 2, 8>> b, In<L1<float, 2, 8>> c, Out<L1<float, 2, 8>> out) {
  auto x = vec::cast<float>(vec::load<2, 8>(a, {0, 0}));  // SAYS: :[[@LINE]]:12: remark: 'x' and 'y' are rank 1: 4 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto y = vec::cast<float>(vec::load<2, 8>(b, {0, 0}));
  vec::store(x * y + vec::load<2, 8>(c, {0, 0}), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: the sum kept: the product may be too large or too small for float, and would not be rounded first [-Rpass-missed=linearize-vectors,not-allowed]
  // SAYS-NEXT: :[[@LINE-1]]:14: note: multiplied here
}

// One of them replicated: widened behind the copies, and still a bf16.
// CHECK-LABEL: of_a_replicated_bf16(
// CHECK-NEXT: auto p = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(a, {0, 0}))) * vec::cast<float>(vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::load<1, 8>(b, {0, 0}))));
// CHECK-NEXT: vec::store(vec::shape_cast<2, 8>(vec::shape_cast<16>(vec::load<2, 8>(c, {0, 0})) + p), out, {0, 0});
// ALLOWED-LABEL: of_a_replicated_bf16(
// ALLOWED-NEXT: const auto p_left = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(a, {0, 0})));
// ALLOWED-NEXT: const auto p_right = vec::cast<float>(vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::load<1, 8>(b, {0, 0}))));
// ALLOWED-NEXT: vec::store(vec::shape_cast<2, 8>(vec::fma(p_left, p_right, vec::shape_cast<16>(vec::load<2, 8>(c, {0, 0})))), out, {0, 0});
PTO_INCORE void of_a_replicated_bf16(In<L1<bf16, 2, 8>> a, In<L1<bf16, 1, 8>> b, In<L1<float, 2, 8>> c, Out<L1<float, 2, 8>> out) {
  auto p = vec::cast<float>(vec::load<2, 8>(a, {0, 0})) * vec::broadcast<2, 8>(vec::cast<float>(vec::load<1, 8>(b, {0, 0})));  // SAYS: :[[@LINE]]:12: remark: 'p' is rank 1: 5 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  // SAYS: :[[@LINE-1]]:59: remark: lanes are widened behind their copies [-Rpass=linearize-vectors]
  vec::store(vec::load<2, 8>(c, {0, 0}) + p, out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: the sum kept: the product may be too large or too small for float, and would not be rounded first [-Rpass-missed=linearize-vectors,not-allowed]
  // SAYS-NEXT: :[[@LINE-3]]:12: note: multiplied here
}

// Whatever else lies in a shuffle counts, too.
// CHECK-LABEL: of_a_shuffle_with_something_else(
// CHECK-NEXT: auto x = vec::load<8>(a, {0});
// CHECK-NEXT: auto y = vec::load<8>(b, {0});
// CHECK-NEXT: auto mixed = vec::shuffle<0, 8, 1, 9, 2, 10, 3, 11>(vec::cast<float>(x), y);
// CHECK-NEXT: vec::store(mixed * vec::cast<float>(x) + y, out, {0});
// ALLOWED-LABEL: of_a_shuffle_with_something_else(
// ALLOWED-NEXT: auto x = vec::load<8>(a, {0});
// ALLOWED-NEXT: auto y = vec::load<8>(b, {0});
// ALLOWED-NEXT: auto mixed = vec::shuffle<0, 8, 1, 9, 2, 10, 3, 11>(vec::cast<float>(x), y);
// ALLOWED-NEXT: vec::store(mixed * vec::cast<float>(x) + y, out, {0});
PTO_INCORE void of_a_shuffle_with_something_else(In<L1<bf16, 8>> a, In<L1<float, 8>> b, Out<L1<float, 8>> out) {
  auto x = vec::load<8>(a, {0});
  auto y = vec::load<8>(b, {0});
  auto mixed = vec::shuffle<0, 8, 1, 9, 2, 10, 3, 11>(vec::cast<float>(x), y);
  vec::store(mixed * vec::cast<float>(x) + y, out, {0});
}

// Floats of all digits: never.
// CHECK-LABEL: of_floats(
// CHECK-NEXT: auto x = vec::load<8>(a, {0});
// CHECK-NEXT: auto y = vec::load<8>(b, {0});
// CHECK-NEXT: vec::store(x * y + x, out, {0});
// ALLOWED-LABEL: of_floats(
// ALLOWED-NEXT: auto x = vec::load<8>(a, {0});
// ALLOWED-NEXT: auto y = vec::load<8>(b, {0});
// ALLOWED-NEXT: vec::store(x * y + x, out, {0});
PTO_INCORE void of_floats(In<L1<float, 8>> a, In<L1<float, 8>> b, Out<L1<float, 8>> out) {
  auto x = vec::load<8>(a, {0});
  auto y = vec::load<8>(b, {0});
  vec::store(x * y + x, out, {0});
}

// And not in bf16, where each op rounds to bf16.
// CHECK-LABEL: in_bf16(
// CHECK-NEXT: auto x = vec::load<8>(a, {0});
// CHECK-NEXT: vec::store(x * x + x, out, {0});
// ALLOWED-LABEL: in_bf16(
// ALLOWED-NEXT: auto x = vec::load<8>(a, {0});
// ALLOWED-NEXT: vec::store(x * x + x, out, {0});
PTO_INCORE void in_bf16(In<L1<bf16, 8>> a, Out<L1<bf16, 8>> out) {
  auto x = vec::load<8>(a, {0});
  vec::store(x * x + x, out, {0});
}

// Halfs, small integers, a bf16 times a half: exact, whatever the values.
// CHECK-LABEL: of_halfs(
// CHECK-NEXT: auto x = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(a, {0, 0})));
// CHECK-NEXT: auto y = vec::cast<float>(vec::shape_cast<16>(vec::load<2, 8>(b, {0, 0})));
// CHECK-NEXT: vec::store(vec::shape_cast<2, 8>(vec::fma(x, y, vec::shape_cast<16>(vec::load<2, 8>(c, {0, 0})))), out, {0, 0});
PTO_INCORE void of_halfs(In<L1<half, 2, 8>> a, In<L1<half, 2, 8>> b, In<L1<float, 2, 8>> c, Out<L1<float, 2, 8>> out) {
  auto x = vec::cast<float>(vec::load<2, 8>(a, {0, 0}));  // SAYS: :[[@LINE]]:12: remark: 'x' and 'y' are rank 1: 4 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto y = vec::cast<float>(vec::load<2, 8>(b, {0, 0}));
  vec::store(x * y + vec::load<2, 8>(c, {0, 0}), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: the sum is one fma: the product is exact [-Rpass=linearize-vectors]
}

// CHECK-LABEL: of_small_numbers(
// CHECK-NEXT: auto x = vec::cast<bf16>(vec::load<8>(a, {0}));
// CHECK-NEXT: auto y = vec::load<8>(b, {0});
// CHECK-NEXT: auto z = vec::load<8>(c, {0});
// CHECK-NEXT: auto q = vec::fma(vec::cast<float>(y), vec::splat<float, 8>(0.5f), z);
// CHECK-NEXT: auto r = vec::fma(vec::cast<float>(vec::load<8>(a, {0})), vec::cast<float>(x), q);
// CHECK-NEXT: auto fields = vec::cast<float>(vec::unpack4<std::int16_t>(vec::bitcast<std::uint8_t>(vec::load<4>(a, {0}))));
// CHECK-NEXT: auto s = vec::fma(fields, vec::cast<float>(x), r);
// CHECK-NEXT: vec::store(vec::fma(vec::cast<float>(x), vec::splat<float, 8>(2.5f), s) + z * z, out, {0});
PTO_INCORE void of_small_numbers(In<L1<std::int8_t, 8>> a, In<L1<bf16, 8>> b, In<L1<float, 8>> c, Out<L1<float, 8>> out) {
  auto x = vec::cast<bf16>(vec::load<8>(a, {0}));
  auto y = vec::load<8>(b, {0});
  auto z = vec::load<8>(c, {0});
  auto p = vec::cast<float>(x) * vec::splat<float, 8>(2.5f);
  auto q = vec::cast<float>(y) * vec::splat<float, 8>(0.5f) + z;  // SAYS: :[[@LINE]]:12: remark: 'q' is one fma: the product is exact [-Rpass=linearize-vectors]
  auto r = vec::cast<float>(vec::load<8>(a, {0})) * vec::cast<float>(x) + q;  // SAYS: :[[@LINE]]:12: remark: 'r' is one fma: the product is exact [-Rpass=linearize-vectors]
  auto fields = vec::cast<float>(vec::unpack4<std::int16_t>(vec::bitcast<std::uint8_t>(vec::load<4>(a, {0}))));
  auto s = fields * vec::cast<float>(x) + r;  // SAYS: :[[@LINE]]:12: remark: 's' is one fma: the product is exact [-Rpass=linearize-vectors]
  vec::store(s + p + z * z, out, {0});  // SAYS: :[[@LINE]]:14: remark: the sum is one fma: the product is exact [-Rpass=linearize-vectors]
}

// Not exact: digits that are too many together, a constant of many digits, one that may make the product too large.
// CHECK-LABEL: of_more_digits(
// CHECK-NEXT: auto x = vec::cast<float>(vec::load<8>(a, {0}));
// CHECK-NEXT: auto y = vec::cast<float>(vec::load<8>(b, {0}));
// CHECK-NEXT: auto z = vec::load<8>(c, {0});
// CHECK-NEXT: auto many = x * x + z;
// CHECK-NEXT: auto tenth = y * vec::splat<float, 8>(0.1f) + z;
// CHECK-NEXT: auto large = y * vec::splat<float, 8>(4.f) + z;
// CHECK-NEXT: vec::store(many + tenth + large, out, {0});
PTO_INCORE void of_more_digits(In<L1<std::int16_t, 8>> a, In<L1<bf16, 8>> b, In<L1<float, 8>> c, Out<L1<float, 8>> out) {
  auto x = vec::cast<float>(vec::load<8>(a, {0}));
  auto y = vec::cast<float>(vec::load<8>(b, {0}));
  auto z = vec::load<8>(c, {0});
  auto many = x * x + z;
  auto tenth = y * vec::splat<float, 8>(0.1f) + z;
  auto large = y * vec::splat<float, 8>(4.f) + z;  // SAYS: :[[@LINE]]:16: remark: 'large' kept: the product may be too large or too small for float, and would not be rounded first [-Rpass-missed=linearize-vectors,not-allowed]
  // SAYS-NEXT: :[[@LINE-1]]:16: note: multiplied here
  vec::store(many + tenth + large, out, {0});
}

// The product may have a name, if nothing else uses it; what it is made of may not change on the way.
// CHECK-LABEL: named_products(
// CHECK-NEXT: auto x = vec::cast<float>(vec::load<8>(a, {0}));
// CHECK-NEXT: auto z = vec::load<8>(c, {0});
// CHECK-NEXT: auto s = vec::fma(x, x, z);
// CHECK-NEXT: auto q = x * x;
// CHECK-NEXT: auto t = q + q;
// CHECK-NEXT: const auto r_left = x;
// CHECK-NEXT: const auto r_right = x;
// CHECK-NEXT: x = x + z;
// CHECK-NEXT: auto u = vec::fma(r_left, r_right, z);
// CHECK-NEXT: vec::store(s + t + u + x, out, {0});
PTO_INCORE void named_products(In<L1<half, 8>> a, In<L1<float, 8>> c, Out<L1<float, 8>> out) {
  auto x = vec::cast<float>(vec::load<8>(a, {0}));
  auto z = vec::load<8>(c, {0});
  auto p = x * x;
  auto s = z + p;  // SAYS: :[[@LINE]]:12: remark: 's' is one fma: the product is exact [-Rpass=linearize-vectors]
  auto q = x * x;
  auto t = q + q;
  auto r = x * x;
  x = x + z;
  auto u = r + z;  // SAYS: :[[@LINE]]:12: remark: 'u' is one fma: the product is exact [-Rpass=linearize-vectors]
  vec::store(s + t + u + x, out, {0});
}

// Read in one place, added in another, where the memory may be another: the factors get names where the product had one.
// CHECK-LABEL: factors_from_memory(
// CHECK-NEXT: const auto p_left = vec::cast<float>(vec::load<8>(a, {0}));
// CHECK-NEXT: const auto p_right = vec::splat<float, 8>(3.f);
// CHECK-NEXT: vec::store(vec::splat<half, 8>(half(1.f)), a, {0});
// CHECK-NEXT: for (Index i = 0; i < 2; ++i)
// CHECK-NEXT: vec::store(vec::fma(p_left, p_right, vec::load<8>(c, {0})), out, {0});
PTO_INCORE void factors_from_memory(InOut<L1<half, 8>> a, In<L1<float, 8>> c, Out<L1<float, 8>> out) {
  const auto p = vec::cast<float>(vec::load<8>(a, {0})) * vec::splat<float, 8>(3.f);
  vec::store(vec::splat<half, 8>(half(1.f)), a, {0});
  for (Index i = 0; i < 2; ++i)
    vec::store(p + vec::load<8>(c, {0}), out, {0});  // SAYS: :[[@LINE]]:16: remark: the sum is one fma: the product is exact [-Rpass=linearize-vectors]
}

// CHECK-LABEL: spellings(
// CHECK-NEXT: auto x = vec::cast<float>(vec::load<8>(a, {0}));
// CHECK-NEXT: auto z = vec::load<8>(c, {0});
// CHECK-NEXT: auto s = vec::fma(x, x, (vec::fma((x), x, (z - z))));
// CHECK-NEXT: auto t = x * x /* exact */ + z;
// CHECK-NEXT: auto u = x * x + z;
// CHECK-NEXT: vec::store(s + t + u, out, {0});
PTO_INCORE void spellings(In<L1<half, 8>> a, In<L1<float, 8>> c, Out<L1<float, 8>> out) {
  auto x = vec::cast<float>(vec::load<8>(a, {0}));
  auto z = vec::load<8>(c, {0});
  auto s = (((x) * x) + (z - z)) + x * x;  // SAYS: :[[@LINE]]:12: remark: 's' is one fma: the product is exact [-Rpass=linearize-vectors]
  // SAYS: :[[@LINE-1]]:13: remark: the sum is one fma: the product is exact [-Rpass=linearize-vectors]
  auto t = x * x /* exact */ + z;  // SAYS: :[[@LINE]]:12: remark: kept: the edit would delete a comment [-Rpass-missed=linearize-vectors,comment]
  // SAYS-NEXT: :[[@LINE-1]]:12: note: in this statement
  auto u = x * x + z; // NOLINT(pto-linearize-vectors) SAYS: :[[@LINE]]:12: remark: kept: the comment here asks for it [-Rpass-missed=linearize-vectors,suppressed]
  vec::store(s + t + u, out, {0});
}

// Conversions move behind the copies only where they widen, and where there are copies.
// CHECK-LABEL: conversions_and_copies(
// CHECK-NEXT: auto x = vec::load<4>(a, {0});
// CHECK-NEXT: auto y = vec::cast<float>(vec::shuffle<0, 1, 2, 3, 0, 1, 2, 3>(x));
// CHECK-NEXT: auto z = vec::shuffle<0, 1, 2, 3, 0, 1, 2, 3>(vec::cast<bf16>(vec::load<4>(b, {0})));
// CHECK-NEXT: auto reversed = vec::shuffle<3, 2, 1, 0>(vec::cast<float>(x));
// CHECK-NEXT: auto one = vec::cast<float>(vec::broadcast<8>(vec::extract_slice<1>(x, {2})));
// CHECK-NEXT: vec::store(y + vec::concat(reversed, reversed) + one, out, {0});
// CHECK-NEXT: vec::store(z, other, {0});
PTO_INCORE void conversions_and_copies(In<L1<bf16, 4>> a, In<L1<float, 4>> b, Out<L1<float, 8>> out, Out<L1<bf16, 8>> other) {
  auto x = vec::load<4>(a, {0});
  auto y = vec::shuffle<0, 1, 2, 3, 0, 1, 2, 3>(vec::cast<float>(x));  // SAYS: :[[@LINE]]:12: remark: lanes are widened behind their copies [-Rpass=linearize-vectors]
  auto z = vec::shuffle<0, 1, 2, 3, 0, 1, 2, 3>(vec::cast<bf16>(vec::load<4>(b, {0})));
  auto reversed = vec::shuffle<3, 2, 1, 0>(vec::cast<float>(x));
  auto one = vec::broadcast<8>(vec::cast<float>(vec::extract_slice<1>(x, {2})));  // SAYS: :[[@LINE]]:14: remark: lanes are widened behind their copies [-Rpass=linearize-vectors]
  vec::store(y + vec::concat(reversed, reversed) + one, out, {0});
  vec::store(z, other, {0});
}

PTO_TEST_MAIN(of_bf16, of_a_replicated_bf16, of_a_shuffle_with_something_else, of_floats, in_bf16, of_halfs,
              of_small_numbers, of_more_digits, named_products, factors_from_memory, spellings, conversions_and_copies)
