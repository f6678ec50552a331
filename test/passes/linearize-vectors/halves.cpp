// Ops that are wider than the machine: 16 lanes of float, 32 of bf16 and half, or as the options say.
// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
// RUN: %pto-rewrite --passes='linearize-vectors{arch=aie2p f32-lanes=32}' --allow=contract %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=WIDE
// RUN: %equal --passes='linearize-vectors{arch=aie2p f32-lanes=32}' --allow=contract --expect-change %s
// RUN: %pto-rewrite --passes='linearize-vectors{arch=aie2p f32-lanes=64}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=WIDEST
// RUN: %equal --passes='linearize-vectors{arch=aie2p f32-lanes=64}' --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// Multiply and add of 64 lanes: four quarters; with 32 lanes and --allow=contract two fmas; with 64 it stays.
// CHECK-LABEL: multiply_add(
// CHECK-NEXT: auto r_lo_lo = vec::cast<bf16>(vec::cast<float>(vec::extract_slice<16>(a, {0})) * vec::cast<float>(vec::extract_slice<16>(b, {0})) + vec::extract_slice<16>(c, {0}));
// CHECK-NEXT: auto r_lo_hi = vec::cast<bf16>(vec::cast<float>(vec::extract_slice<16>(a, {16})) * vec::cast<float>(vec::extract_slice<16>(b, {16})) + vec::extract_slice<16>(c, {16}));
// CHECK-NEXT: auto r_hi_lo = vec::cast<bf16>(vec::cast<float>(vec::extract_slice<16>(a, {32})) * vec::cast<float>(vec::extract_slice<16>(b, {32})) + vec::extract_slice<16>(c, {32}));
// CHECK-NEXT: auto r_hi_hi = vec::cast<bf16>(vec::cast<float>(vec::extract_slice<16>(a, {48})) * vec::cast<float>(vec::extract_slice<16>(b, {48})) + vec::extract_slice<16>(c, {48}));
// CHECK-NEXT: return vec::concat(vec::concat(r_lo_lo, r_lo_hi), vec::concat(r_hi_lo, r_hi_hi));
// WIDE-LABEL: multiply_add(
// WIDE-NEXT: auto r_lo = vec::cast<bf16>(vec::fma(vec::cast<float>(vec::extract_slice<32>(a, {0})), vec::cast<float>(vec::extract_slice<32>(b, {0})), vec::extract_slice<32>(c, {0})));
// WIDE-NEXT: auto r_hi = vec::cast<bf16>(vec::fma(vec::cast<float>(vec::extract_slice<32>(a, {32})), vec::cast<float>(vec::extract_slice<32>(b, {32})), vec::extract_slice<32>(c, {32})));
// WIDE-NEXT: return vec::concat(r_lo, r_hi);
// WIDEST-LABEL: multiply_add(
// WIDEST-NEXT: auto r = vec::cast<bf16>(vec::cast<float>(a) * vec::cast<float>(b) + c);
// WIDEST-NEXT: return r;
PTO_INCORE vec::Vec<bf16, 64> multiply_add(const vec::Vec<bf16, 64> &a, const vec::Vec<bf16, 64> &b, const vec::Vec<float, 64> &c) {
  auto r = vec::cast<bf16>(vec::cast<float>(a) * vec::cast<float>(b) + c);  // SAYS: :[[@LINE]]:3: remark: 'r_lo': 5 ops on 32 lanes are done in halves [-Rpass=linearize-vectors]
  // SAYS: :[[@LINE-1]]:28: remark: 'r': 5 ops on 64 lanes are done in halves [-Rpass=linearize-vectors]
  return r;
}

// A dequantised tile of 64 lanes in bf16: two halves, whatever the lanes of float.
// CHECK-LABEL: dequantize(
// CHECK-NEXT: auto qv = vec::shape_cast<64>(vec::transfer_read<1, 8, 8>(q, {0, 0, 0}));
// CHECK-NEXT: auto sv = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0})));
// CHECK-NEXT: auto o = vec::cast<std::int16_t>(qv) | vec::splat<std::int16_t, 64>(0x4300);
// CHECK-NEXT: auto d_lo = vec::bitcast<bf16>(vec::extract_slice<32>(o, {0})) - vec::splat<bf16, 32>(bf16(128.f));
// CHECK-NEXT: auto d_hi = vec::bitcast<bf16>(vec::extract_slice<32>(o, {32})) - vec::splat<bf16, 32>(bf16(128.f));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<1, 8, 8>(vec::concat(d_lo * vec::extract_slice<32>(sv, {0}), d_hi * vec::extract_slice<32>(sv, {32}))), w, {0, 0, 0});
// WIDEST-LABEL: dequantize(
// WIDEST-NEXT: auto qv = vec::shape_cast<64>(vec::transfer_read<1, 8, 8>(q, {0, 0, 0}));
// WIDEST-NEXT: auto sv = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0})));
// WIDEST-NEXT: auto o = vec::cast<std::int16_t>(qv) | vec::splat<std::int16_t, 64>(0x4300);
// WIDEST-NEXT: auto d_lo = vec::bitcast<bf16>(vec::extract_slice<32>(o, {0})) - vec::splat<bf16, 32>(bf16(128.f));
// WIDEST-NEXT: auto d_hi = vec::bitcast<bf16>(vec::extract_slice<32>(o, {32})) - vec::splat<bf16, 32>(bf16(128.f));
// WIDEST-NEXT: vec::transfer_write(vec::shape_cast<1, 8, 8>(vec::concat(d_lo * vec::extract_slice<32>(sv, {0}), d_hi * vec::extract_slice<32>(sv, {32}))), w, {0, 0, 0});
PTO_INCORE void dequantize(In<L1<std::int8_t, 1, 8, 8>> q, In<L1<bf16, 1, 1, 8>> s, Out<L1<bf16, 1, 8, 8>> w) {
  auto qv = vec::transfer_read<1, 8, 8>(q, {0, 0, 0});
  auto sv = vec::broadcast<1, 8, 8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0}));  // SAYS: :[[@LINE]]:13: remark: 'qv', 'sv', 'o' and 'd' are rank 1: 6 ops work on 64 lanes in one row [-Rpass=linearize-vectors]
  auto o = vec::cast<std::int16_t>(qv) | vec::splat<std::int16_t, 1, 8, 8>(0x4300);
  auto d = vec::bitcast<bf16>(o) - vec::splat<bf16, 1, 8, 8>(bf16(128.f));  // SAYS: :[[@LINE]]:12: remark: 'd': 3 ops on 64 lanes are done in halves [-Rpass=linearize-vectors]
  vec::transfer_write(d * sv, w, {0, 0, 0});
}

// Widened nibbles with scale and offset, rounded to bf16: what 64 lanes of float take at once stays whole.
// CHECK-LABEL: nibbles(
// CHECK-NEXT: const auto q_whole = vec::unpack4<std::uint8_t>(vec::load<32>(q, {0}));
// CHECK-NEXT: auto f_lo_lo = vec::cast<float>(vec::extract_slice<16>(q_whole, {0}));
// CHECK-NEXT: auto f_lo_hi = vec::cast<float>(vec::extract_slice<16>(q_whole, {16}));
// CHECK-NEXT: auto f_hi_lo = vec::cast<float>(vec::extract_slice<16>(q_whole, {32}));
// CHECK-NEXT: auto f_hi_hi = vec::cast<float>(vec::extract_slice<16>(q_whole, {48}));
// CHECK-NEXT: const auto s_whole = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::load<8>(s, {0}));
// CHECK-NEXT: auto sv_lo_lo = vec::cast<float>(vec::extract_slice<16>(s_whole, {0}));
// CHECK-NEXT: auto sv_lo_hi = vec::cast<float>(vec::extract_slice<16>(s_whole, {16}));
// CHECK-NEXT: auto sv_hi_lo = vec::cast<float>(vec::extract_slice<16>(s_whole, {32}));
// CHECK-NEXT: auto sv_hi_hi = vec::cast<float>(vec::extract_slice<16>(s_whole, {48}));
// CHECK-NEXT: const auto m_whole = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::load<8>(m, {0}));
// CHECK-NEXT: auto mv_lo_lo = vec::cast<float>(vec::extract_slice<16>(m_whole, {0}));
// CHECK-NEXT: auto mv_lo_hi = vec::cast<float>(vec::extract_slice<16>(m_whole, {16}));
// CHECK-NEXT: auto mv_hi_lo = vec::cast<float>(vec::extract_slice<16>(m_whole, {32}));
// CHECK-NEXT: auto mv_hi_hi = vec::cast<float>(vec::extract_slice<16>(m_whole, {48}));
// CHECK-NEXT: auto r_lo_lo = f_lo_lo * sv_lo_lo + mv_lo_lo;
// CHECK-NEXT: auto r_lo_hi = f_lo_hi * sv_lo_hi + mv_lo_hi;
// CHECK-NEXT: auto r_hi_lo = f_hi_lo * sv_hi_lo + mv_hi_lo;
// CHECK-NEXT: auto r_hi_hi = f_hi_hi * sv_hi_hi + mv_hi_hi;
// CHECK-NEXT: vec::store(vec::concat(vec::concat(vec::cast<bf16>(r_lo_lo), vec::cast<bf16>(r_lo_hi)), vec::concat(vec::cast<bf16>(r_hi_lo), vec::cast<bf16>(r_hi_hi))), w, {0});
// WIDEST-LABEL: nibbles(
// WIDEST-NEXT: auto f = vec::cast<float>(vec::unpack4<std::uint8_t>(vec::load<32>(q, {0})));
// WIDEST-NEXT: auto sv = vec::cast<float>(vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::load<8>(s, {0})));
// WIDEST-NEXT: auto mv = vec::cast<float>(vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::load<8>(m, {0})));
// WIDEST-NEXT: auto r = f * sv + mv;
// WIDEST-NEXT: vec::store(vec::cast<bf16>(r), w, {0});
PTO_INCORE void nibbles(In<L1<std::uint8_t, 32>> q, In<L1<bf16, 8>> s, In<L1<bf16, 8>> m, Out<L1<bf16, 64>> w) {
  auto f = vec::cast<float>(vec::unpack4<std::uint8_t>(vec::load<32>(q, {0})));  // SAYS: :[[@LINE]]:3: remark: 'f_lo', 'sv_lo', 'mv_lo', 'r_lo': 6 ops on 32 lanes are done in halves [-Rpass=linearize-vectors]
  // SAYS: :[[@LINE-1]]:12: remark: 'f', 'sv', 'mv', 'r': 6 ops on 64 lanes are done in halves [-Rpass=linearize-vectors]
  auto sv = vec::broadcast<8, 8>(vec::cast<float>(vec::load<8>(s, {0})));  // SAYS: :[[@LINE]]:13: remark: 'sv', 'mv' and 'r' are rank 1: 5 ops work on 64 lanes in one row [-Rpass=linearize-vectors]
  auto mv = vec::broadcast<8, 8>(vec::cast<float>(vec::load<8>(m, {0})));  // SAYS: :[[@LINE]]:13: remark: lanes are widened behind their copies [-Rpass=linearize-vectors]
  auto r = vec::shape_cast<8, 8>(f) * sv + mv;  // SAYS: :[[@LINE]]:3: remark: 'r_lo_lo' kept: the product may be too large or too small for float, and would not be rounded first [-Rpass-missed=linearize-vectors,not-allowed]
  // SAYS-NEXT: :[[@LINE-1]]:3: note: multiplied here
  vec::store(vec::shape_cast<64>(vec::cast<bf16>(r)), w, {0});
}

// The result of a conversion that is also computed with: the halves are put together where they are wanted whole.
// CHECK-LABEL: used_twice(
// CHECK-NEXT: auto v = vec::load<32>(x, {0});
// CHECK-NEXT: auto b_lo = vec::cast<bf16>(vec::extract_slice<16>(v, {0}) * vec::extract_slice<16>(v, {0}));
// CHECK-NEXT: auto b_hi = vec::cast<bf16>(vec::extract_slice<16>(v, {16}) * vec::extract_slice<16>(v, {16}));
// CHECK-NEXT: vec::store(vec::concat(b_lo, b_hi), out, {0});
// CHECK-NEXT: vec::store(vec::concat(vec::cast<float>(b_lo) + vec::extract_slice<16>(v, {0}), vec::cast<float>(b_hi) + vec::extract_slice<16>(v, {16})), other, {0});
PTO_INCORE void used_twice(In<L1<float, 32>> x, Out<L1<bf16, 32>> out, Out<L1<float, 32>> other) {
  auto v = vec::load<32>(x, {0});
  auto b = vec::cast<bf16>(v * v);  // SAYS: :[[@LINE]]:28: remark: 'b': 4 ops on 32 lanes are done in halves [-Rpass=linearize-vectors]
  vec::store(b, out, {0});
  vec::store(vec::cast<float>(b) + v, other, {0});
}

// CHECK-LABEL: wanted_whole(
// CHECK-NEXT: const auto x_whole = vec::load<32>(x, {0});
// CHECK-NEXT: const vec::Vec<float, 16> e_lo = vec::exp(vec::extract_slice<16>(x_whole, {0}));
// CHECK-NEXT: const vec::Vec<float, 16> e_hi = vec::exp(vec::extract_slice<16>(x_whole, {16}));
// CHECK-NEXT: const vec::Vec<float, 32> e = vec::concat(e_lo, e_hi);
// CHECK-NEXT: vec::store(e, out, {0});
// CHECK-NEXT: vec::store(vec::shape_cast<32>(vec::transpose<1, 0>(vec::shape_cast<4, 8>(e))), other, {0});
PTO_INCORE void wanted_whole(In<L1<float, 32>> x, Out<L1<float, 32>> out, Out<L1<float, 32>> other) {
  const vec::Vec<float, 32> e = vec::exp(vec::load<32>(x, {0}));  // SAYS: :[[@LINE]]:33: remark: 'e': 1 op on 32 lanes is done in halves [-Rpass=linearize-vectors]
  vec::store(e, out, {0});
  vec::store(vec::shape_cast<32>(vec::transpose<1, 0>(vec::shape_cast<4, 8>(e))), other, {0});
}

// Only powers of two; integers and masks of any width; what is narrow enough.
// CHECK-LABEL: other_widths(
// CHECK-NEXT: auto v = vec::load<48>(x, {0});
// CHECK-NEXT: vec::store(v * v, out, {0});
// CHECK-NEXT: auto w = vec::load<64>(y, {0});
// CHECK-NEXT: vec::store(w * w, other, {0});
// CHECK-NEXT: auto n = vec::extract_slice<16>(v, {16});
// CHECK-NEXT: vec::store(n / n, out, {0});
PTO_INCORE void other_widths(In<L1<float, 48>> x, In<L1<int, 64>> y, Out<L1<float, 48>> out, Out<L1<int, 64>> other) {
  auto v = vec::load<48>(x, {0});
  vec::store(v * v, out, {0});
  auto w = vec::load<64>(y, {0});
  vec::store(w * w, other, {0});
  auto n = vec::extract_slice<16>(v, {16});
  vec::store(n / n, out, {0});
}

// A value that a loop carries is put together at the end of each iteration.
// CHECK-LABEL: carried(
// CHECK-NEXT: auto acc = vec::splat<float, 4, 8>(0);
// CHECK-NEXT: for (Index i = 0; i < 3; ++i) {
// CHECK-NEXT: const auto x_whole = vec::shape_cast<32>(vec::load<4, 8>(x, {0, 0}));
// CHECK-NEXT: acc = vec::shape_cast<4, 8>(vec::concat(vec::extract_slice<16>(vec::shape_cast<32>(acc), {0}) + vec::extract_slice<16>(x_whole, {0}), vec::extract_slice<16>(vec::shape_cast<32>(acc), {16}) + vec::extract_slice<16>(x_whole, {16})));
// CHECK-NEXT: }
// CHECK-NEXT: vec::store(acc, out, {0, 0});
PTO_INCORE void carried(In<L1<float, 4, 8>> x, Out<L1<float, 4, 8>> out) {
  auto acc = vec::splat<float, 4, 8>(0);
  for (Index i = 0; i < 3; ++i)
    acc = acc + vec::load<4, 8>(x, {0, 0});  // SAYS: :[[@LINE]]:11: remark: 1 op works on 32 lanes in one row [-Rpass=linearize-vectors]
  vec::store(acc, out, {0, 0});
}

// Rows that were put together for it come as halves.
// CHECK-LABEL: rows(
// CHECK-NEXT: const auto b_row0 = vec::transfer_read<8>(m, {4, 16});
// CHECK-NEXT: const auto b_row1 = vec::transfer_read<8>(m, {5, 16});
// CHECK-NEXT: const auto b_row2 = vec::transfer_read<8>(m, {6, 16});
// CHECK-NEXT: const auto b_row3 = vec::transfer_read<8>(m, {7, 16});
// CHECK-NEXT: auto b_lo = vec::concat(b_row0, b_row1);
// CHECK-NEXT: auto b_hi = vec::concat(b_row2, b_row3);
// CHECK-NEXT: auto c_lo = b_lo * b_lo;
// CHECK-NEXT: auto c_hi = b_hi * b_hi;
// CHECK-NEXT: auto d_lo = c_lo + b_lo;
// CHECK-NEXT: auto d_hi = c_hi + b_hi;
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 8>(vec::concat(d_lo, d_hi)), out, {0, 0});
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 8>(vec::concat(vec::cast<float>(vec::cast<half>(d_lo)), vec::cast<float>(vec::cast<half>(d_hi)))), out, {0, 0});
PTO_INCORE void rows(In<L1<float, 16, 64>> m, Out<L1<float, 4, 8>> out) {
  auto b = vec::transfer_read<4, 8>(m, {4, 16});  // SAYS: :[[@LINE]]:12: remark: 'b' is read in 4 rows of 8 [-Rpass=linearize-vectors]
  auto c = b * b;  // SAYS: :[[@LINE]]:12: remark: 'b', 'c' and 'd' are rank 1: 4 ops work on 32 lanes in one row [-Rpass=linearize-vectors]
  auto d = c + b;
  vec::transfer_write(d, out, {0, 0});
  vec::transfer_write(vec::cast<float>(vec::cast<half>(d)), out, {0, 0});
}

// Masks and scalars; how to round is said for both halves.
// CHECK-LABEL: masks_and_scalars(
// CHECK-NEXT: auto v = vec::load<32>(x, {0});
// CHECK-NEXT: auto m = vec::concat(vec::cmp(vec::extract_slice<16>(v, {0}), vec::splat<float, 16>(k), Cmp::LT), vec::cmp(vec::extract_slice<16>(v, {16}), vec::splat<float, 16>(k), Cmp::LT)) & vec::concat(vec::cmp(vec::extract_slice<16>(v, {0}), vec::splat<float, 16>(-k), Cmp::GT), vec::cmp(vec::extract_slice<16>(v, {16}), vec::splat<float, 16>(-k), Cmp::GT));
// CHECK-NEXT: auto s_lo = vec::select(vec::extract_slice<16>(m, {0}), vec::extract_slice<16>(v, {0}), vec::select(k > 0, -vec::extract_slice<16>(v, {0}), vec::extract_slice<16>(v, {0})));
// CHECK-NEXT: auto s_hi = vec::select(vec::extract_slice<16>(m, {16}), vec::extract_slice<16>(v, {16}), vec::select(k > 0, -vec::extract_slice<16>(v, {16}), vec::extract_slice<16>(v, {16})));
// CHECK-NEXT: vec::store(vec::concat(vec::cast<bf16>(s_lo, RoundMode::Floor), vec::cast<bf16>(s_hi, RoundMode::Floor)), out, {0});
PTO_INCORE void masks_and_scalars(In<L1<float, 32>> x, float k, Out<L1<bf16, 32>> out) {
  auto v = vec::load<32>(x, {0});
  auto m = vec::cmp(v, vec::splat<float, 32>(k), Cmp::LT) & vec::cmp(v, vec::splat<float, 32>(-k), Cmp::GT);  // SAYS: :[[@LINE]]:12: remark: 1 op on 32 lanes is done in halves [-Rpass=linearize-vectors]
  // SAYS: :[[@LINE-1]]:61: remark: 1 op on 32 lanes is done in halves [-Rpass=linearize-vectors]
  auto s = vec::select(m, v, vec::select(k > 0, -v, v));  // SAYS: :[[@LINE]]:49: remark: 's': 4 ops on 32 lanes are done in halves [-Rpass=linearize-vectors]
  vec::store(vec::cast<bf16>(s, RoundMode::Floor), out, {0});
}

float next(float &state) { return state += 1; }

// What must not be computed twice, or not earlier.
// CHECK-LABEL: effects(
// CHECK-NEXT: float state = 0;
// CHECK-NEXT: auto a = vec::load<32>(x, {0}) * vec::splat<float, 32>(next(state));
// CHECK-NEXT: auto b = n > 0 ? a + vec::load<32>(x, {0}) : vec::exp(vec::load<32>(x, {0}));
// CHECK-NEXT: auto c = (mem::store(1.f, x, 3), vec::sqrt(vec::load<32>(x, {0})));
// CHECK-NEXT: auto d = vec::select(next(state) > 1, a, b);
// CHECK-NEXT: vec::store(a + b + c + d, out, {0});
PTO_INCORE void effects(InOut<L1<float, 32>> x, Index n, Out<L1<float, 32>> out) {
  float state = 0;
  auto a = vec::load<32>(x, {0}) * vec::splat<float, 32>(next(state));  // SAYS: :[[@LINE]]:12: remark: 'a' kept: a part of it would be computed before something that has an effect [-Rpass-missed=linearize-vectors,no-place]
  // SAYS-NEXT: :[[@LINE-1]]:58: note: here
  auto b = n > 0 ? a + vec::load<32>(x, {0}) : vec::exp(vec::load<32>(x, {0}));  // SAYS: :[[@LINE]]:48: remark: the computation kept: there is no place for statements before it [-Rpass-missed=linearize-vectors,no-place]
  // SAYS-NEXT: :[[@LINE-1]]:48: note: here
  auto c = (mem::store(1.f, x, 3), vec::sqrt(vec::load<32>(x, {0})));  // SAYS: :[[@LINE]]:36: remark: 'c' kept: a part of it would be computed before something that has an effect [-Rpass-missed=linearize-vectors,no-place]
  // SAYS-NEXT: :[[@LINE-1]]:13: note: here
  auto d = vec::select(next(state) > 1, a, b);
  vec::store(a + b + c + d, out, {0});
}

// CHECK-LABEL: spellings(
// CHECK-NEXT: auto v_lo = vec::load<32>(x, {0});
// CHECK-NEXT: auto v = (vec::concat(vec::extract_slice<16>(v_lo, {0}) * vec::extract_slice<16>(v_lo, {0}), vec::extract_slice<16>(v_lo, {16}) * vec::extract_slice<16>(v_lo, {16})));
// CHECK-NEXT: auto w_lo = vec::extract_slice<16>(v, {0}) /* again */ * vec::extract_slice<16>(v, {0});
// CHECK-NEXT: auto w_hi = vec::extract_slice<16>(v, {16}) /* again */ * vec::extract_slice<16>(v, {16});
// CHECK-NEXT: auto w = vec::concat(w_lo, w_hi);
// CHECK-NEXT: const auto &u = vec::abs(w) + w;
// CHECK-NEXT: auto p = vec::concat(vec::extract_slice<16>(v, {0}) + w_lo, vec::extract_slice<16>(v, {16}) + w_hi), q = vec::concat(vec::extract_slice<16>(v, {0}) - w_lo, vec::extract_slice<16>(v, {16}) - w_hi);
// CHECK-NEXT: auto t_lo = vec::abs<float>(vec::extract_slice<16>(p, {0})) + vec::exp<float, 16>(vec::extract_slice<16>(q, {0}));
// CHECK-NEXT: auto t_hi = vec::abs<float>(vec::extract_slice<16>(p, {16})) + vec::exp<float, 16>(vec::extract_slice<16>(q, {16}));
// CHECK-NEXT: vec::store(vec::concat(t_lo + vec::extract_slice<16>(u, {0}) + vec::extract_slice<16>(decltype(v){v}, {0}), t_hi + vec::extract_slice<16>(u, {16}) + vec::extract_slice<16>(decltype(v){v}, {16})), out, {0});
PTO_INCORE void spellings(In<L1<float, 32>> x, Out<L1<float, 32>> out) {
  auto v_lo = vec::load<32>(x, {0});
  auto v = (v_lo * v_lo); // squares SAYS: :[[@LINE]]:13: remark: 1 op on 32 lanes is done in halves [-Rpass=linearize-vectors]
  auto w = v /* again */ * v;  // SAYS: :[[@LINE]]:12: remark: 'w': 3 ops on 32 lanes are done in halves [-Rpass=linearize-vectors]
  const auto &u = vec::abs(w) + w; // NOLINT(pto-linearize-vectors) SAYS: :[[@LINE]]:19: remark: kept: the comment here asks for it [-Rpass-missed=linearize-vectors,suppressed]
  auto p = v + w, q = v - w;
  auto t = vec::abs<float>(p) + vec::exp<float, 32>(q);  // SAYS: :[[@LINE]]:12: remark: 't': 5 ops on 32 lanes are done in halves [-Rpass=linearize-vectors]
  vec::store(t + u + decltype(v){v}, out, {0});
}

PTO_TEST_MAIN(multiply_add, dequantize, nibbles, used_twice, wanted_whole, other_widths, carried, rows,
              masks_and_scalars, effects, spellings)
