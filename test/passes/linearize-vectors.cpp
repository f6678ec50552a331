// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// One row of scales serves all rows of the tile: the broadcast is a shuffle, everything between transfers is rank 1.
// CHECK-LABEL: dequantize(
// CHECK: auto qv = vec::shape_cast<32>(vec::transfer_read<1, 4, 8>(q, {0, 0, 0}));
// CHECK-NEXT: auto sv = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0})));
// CHECK-NEXT: auto o = vec::cast<std::int16_t>(qv) | vec::splat<std::int16_t, 32>(0x4300);
// CHECK-NEXT: auto d = vec::bitcast<bf16>(o) - vec::splat<bf16, 32>(bf16(128.f));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<1, 4, 8>(d * sv), w, {0, 0, 0});
PTO_INCORE void dequantize(In<L1<std::int8_t, 1, 4, 8>> q, In<L1<bf16, 1, 1, 8>> s,
                           Out<L1<bf16, 1, 4, 8>> w) {
  auto qv = vec::transfer_read<1, 4, 8>(q, {0, 0, 0});
  auto sv = vec::broadcast<1, 4, 8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0}));  // SAYS: :[[@LINE]]:13: remark: 'qv', 'sv', 'o' and 'd' are rank 1: 6 ops work on 32 lanes in one row [-Rpass=linearize-vectors]
  auto o = vec::cast<std::int16_t>(qv) | vec::splat<std::int16_t, 1, 4, 8>(0x4300);
  auto d = vec::bitcast<bf16>(o) - vec::splat<bf16, 1, 4, 8>(bf16(128.f));
  vec::transfer_write(d * sv, w, {0, 0, 0});
}

// With an offset a column, too.
// CHECK-LABEL: dequantize_with_offset(
// CHECK: auto qv = vec::shape_cast<32>(vec::transfer_read<1, 4, 8>(q, {0, 0, 0}));
// CHECK-NEXT: auto sv = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0})));
// CHECK-NEXT: auto mv = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::shape_cast<8>(vec::transfer_read<1, 1, 8>(m, {0, 0, 0})));
// CHECK-NEXT: auto f = vec::cast<bf16>(qv);
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<1, 4, 8>(f * sv + mv), w, {0, 0, 0});
PTO_INCORE void dequantize_with_offset(In<L1<std::int8_t, 1, 4, 8>> q, In<L1<bf16, 1, 1, 8>> s,
                                       In<L1<bf16, 1, 1, 8>> m, Out<L1<bf16, 1, 4, 8>> w) {
  auto qv = vec::transfer_read<1, 4, 8>(q, {0, 0, 0});
  auto sv = vec::broadcast<1, 4, 8>(vec::transfer_read<1, 1, 8>(s, {0, 0, 0}));  // SAYS: :[[@LINE]]:13: remark: 'qv', 'sv', 'mv' and 'f' are rank 1: 5 ops work on 32 lanes in one row [-Rpass=linearize-vectors]
  auto mv = vec::broadcast<1, 4, 8>(vec::transfer_read<1, 1, 8>(m, {0, 0, 0}));
  auto f = vec::cast<bf16>(qv);
  vec::transfer_write(f * sv + mv, w, {0, 0, 0});
}

// A contraction needs its shapes, and a read for it alone is left as it is.
// CHECK-LABEL: contraction_and_plain_read(
// CHECK-NEXT: auto av = vec::transfer_read<4, 4>(a, {0, 0});
// CHECK-NEXT: auto bv = vec::transfer_read<4, 4>(b, {0, 0});
// CHECK-NEXT: auto cv = vec::contract(av, bv, vec::splat<float, 4, 4>(0));
// CHECK-NEXT: vec::transfer_write(cv, c, {0, 0});
PTO_INCORE void contraction_and_plain_read(In<L1<float, 4, 4>> a, In<L1<float, 4, 4>> b, Out<L1<float, 4, 4>> c) {
  auto av = vec::transfer_read<4, 4>(a, {0, 0});
  auto bv = vec::transfer_read<4, 4>(b, {0, 0});
  auto cv = vec::contract(av, bv, vec::splat<float, 4, 4>(0));
  vec::transfer_write(cv, c, {0, 0});
}

// What comes from a contraction and what goes into one keeps its shape there.
// CHECK-LABEL: around_a_contraction(
// CHECK-NEXT: auto av = vec::shape_cast<16>(vec::transfer_read<4, 4>(a, {0, 0}));
// CHECK-NEXT: auto bv = vec::transfer_read<4, 4>(b, {0, 0});
// CHECK-NEXT: auto scaled = av * vec::splat<float, 16>(2);
// CHECK-NEXT: auto cv = vec::shape_cast<16>(vec::contract(vec::shape_cast<4, 4>(scaled), bv, vec::splat<float, 4, 4>(0)));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 4>(vec::max(cv, vec::splat<float, 16>(0))), c, {0, 0});
PTO_INCORE void around_a_contraction(In<L1<float, 4, 4>> a, In<L1<float, 4, 4>> b, Out<L1<float, 4, 4>> c) {
  auto av = vec::transfer_read<4, 4>(a, {0, 0});
  auto bv = vec::transfer_read<4, 4>(b, {0, 0});
  auto scaled = av * vec::splat<float, 4, 4>(2);  // SAYS: :[[@LINE]]:17: remark: 'av' and 'scaled' are rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  auto cv = vec::contract(scaled, bv, vec::splat<float, 4, 4>(0));
  vec::transfer_write(vec::max(cv, vec::splat<float, 4, 4>(0)), c, {0, 0});  // SAYS: :[[@LINE]]:23: remark: 'cv' is rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
}

// gelu(gate) * up, with tanh, as an epilogue in bf16 between two casts: all of it rank 1.
// CHECK-LABEL: gelu_epilogue(
// CHECK-NEXT: auto gate = vec::cast<bf16>(vec::shape_cast<16>(vec::transfer_read<2, 8>(g, {0, 0})));
// CHECK-NEXT: auto up = vec::cast<bf16>(vec::shape_cast<16>(vec::transfer_read<2, 8>(u, {0, 0})));
// CHECK-NEXT: auto cube = gate * gate * gate;
// CHECK-NEXT: auto inner = (gate + cube * vec::splat<bf16, 16>(bf16(0.044715f))) * vec::splat<bf16, 16>(bf16(0.79788f));
// CHECK-NEXT: auto t = vec::tanh(inner) + vec::splat<bf16, 16>(bf16(1.f));
// CHECK-NEXT: auto half_gate = gate * vec::splat<bf16, 16>(bf16(0.5f));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<2, 8>(vec::cast<float>(half_gate * t * up)), out, {0, 0});
PTO_INCORE void gelu_epilogue(In<L1<float, 2, 8>> g, In<L1<float, 2, 8>> u, Out<L1<float, 2, 8>> out) {
  auto gate = vec::cast<bf16>(vec::transfer_read<2, 8>(g, {0, 0}));  // SAYS: :[[@LINE]]:15: remark: 'gate', 'up', 'cube', 'inner', 't' and 'half_gate' are rank 1: 13 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto up = vec::cast<bf16>(vec::transfer_read<2, 8>(u, {0, 0}));
  auto cube = gate * gate * gate;
  auto inner = (gate + cube * vec::splat<bf16, 2, 8>(bf16(0.044715f))) * vec::splat<bf16, 2, 8>(bf16(0.79788f));
  auto t = vec::tanh(inner) + vec::splat<bf16, 2, 8>(bf16(1.f));
  auto half_gate = gate * vec::splat<bf16, 2, 8>(bf16(0.5f));
  vec::transfer_write(vec::cast<float>(half_gate * t * up), out, {0, 0});
}

// What is rank 1 already is no matter of this pass.
// CHECK-LABEL: rank_one_already(
// CHECK-NEXT: auto v = vec::load<8>(x, {0});
// CHECK-NEXT: vec::store(v * v, out, {0});
PTO_INCORE void rank_one_already(In<L1<float, 8>> x, Out<L1<float, 8>> out) {
  auto v = vec::load<8>(x, {0});
  vec::store(v * v, out, {0});
}

PTO_TEST_MAIN(dequantize, dequantize_with_offset, contraction_and_plain_read, around_a_contraction, gelu_epilogue,
              rank_one_already)
