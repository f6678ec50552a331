// Vectors of several dimensions are their rows, in whole registers; vec::contract is a multiply-add a step.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
// RUN: %if avx512 %{ %equal --passes='herd-vectorize,lower-vectors{target=avx512}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// Rows of the left matrix need not fill registers: they go nowhere else.
// CHECK-LABEL: void product(
// CHECK-NEXT:    const auto a_vec0 = pto::x86::masked_read16(pto::x86::tail_mask16(5), 0.f, a, 0, 0);
// CHECK-NEXT:    const auto a_vec1 = pto::x86::masked_read16(pto::x86::tail_mask16(5), 0.f, a, 0 + 1, 0);
// CHECK:         const auto b_vec0 = pto::x86::read16(0.f, b, 0, 0);
// CHECK-NEXT:    const auto b_vec1 = pto::x86::read16(0.f, b, 0, 0 + 16);
// CHECK-NEXT:    const auto b_vec2 = pto::x86::read16(0.f, b, 0 + 1, 0);
// CHECK:         auto c_vec5 = pto::x86::read16(0.f, c, 0 + 2, 0 + 16);
// CHECK-NEXT:    c_vec0 = pto::x86::add_products(c_vec0, {a_vec0}, {b_vec0, b_vec2, b_vec4, b_vec6, b_vec8});
// CHECK:         c_vec5 = pto::x86::add_products(c_vec5, {a_vec2}, {b_vec1, b_vec3, b_vec5, b_vec7, b_vec9});
// CHECK:         pto::x86::write16(c_vec5, c, 0 + 2, 0 + 16);
PTO_INCORE void product(In<L1<float, 3, 5>> a, In<L1<float, 5, 32>> b, InOut<L1<float, 3, 32>> c) {
  const auto a_vec = vec::transfer_read<3, 5>(a, {0, 0});
  const auto b_vec = vec::transfer_read<5, 32>(b, {0, 0});
  auto c_vec = vec::transfer_read<3, 32>(c, {0, 0});
  c_vec = vec::contract(a_vec, b_vec, c_vec);
  vec::transfer_write(c_vec, c, {0, 0});
}

// Steps over more than a register of the left matrix, in the memory's middle; several matrices; integers.
// CHECK-LABEL: void longer(
// CHECK:         pto::x86::add_products(pto::x86::load16(c, 1, 0), {pto::x86::load16(a, k, 0), pto::x86::masked_read16(pto::x86::tail_mask16(4), 0.f, a, k, 0 + 16)}, {
PTO_INCORE void longer(In<L1<float, 7, 20>> a, In<L1<float, 20, 16>> b, InOut<L1<float, 4, 16>> c, Index k) {
  vec::store(vec::contract(vec::load<2, 20>(a, {k, 0}), vec::load<20, 16>(b, {0, 0}), vec::load<2, 16>(c, {1, 0})), c,
             {1, 0});
}
PTO_INCORE void several(In<L1<std::int32_t, 2, 3, 4>> a, In<L1<std::int32_t, 2, 4, 16>> b,
                        InOut<L1<std::int32_t, 2, 3, 16>> c) {
  const auto x = vec::load<2, 3, 4>(a, {0, 0, 0});
  const auto y = vec::load<2, 4, 16>(b, {0, 0, 0});
  const auto z = vec::load<2, 3, 16>(c, {0, 0, 0});
  vec::store(vec::contract(x, y, z), c, {0, 0, 0});
}

// What is computed before it is all known is not overwritten.
// CHECK-LABEL: void squared(
// CHECK:         const auto next0 = pto::x86::add_products(v0, {v0}, {v0, v1,
// CHECK:         v15 = next15;
PTO_INCORE void squared(InOut<L1<float, 16, 16>> x) {
  auto v = vec::load<16, 16>(x, {0, 0});
  v = vec::contract(v, v, v);
  vec::store(v, x, {0, 0});
}
// CHECK-LABEL: void rotated(
// CHECK:         const auto next0 = v1;
// CHECK-NEXT:    const auto next1 = v0;
// CHECK-NEXT:    v0 = next0;
PTO_INCORE void rotated(In<L1<float, 32>> x, Out<L1<float, 32>> out) {
  auto v = vec::load<32>(x, {0});
  v = vec::concat(vec::extract_slice<16>(v, {16}), vec::extract_slice<16>(v, {0}));
  vec::store(v, out, {0});
}
// CHECK-LABEL: void centred(
// CHECK:         const auto next1 = _mm512_sub_ps(v1, _mm512_set1_ps(_mm512_cvtss_f32(v0)));
PTO_INCORE void centred(In<L1<float, 32>> x, Out<L1<float, 32>> out) {
  auto v = vec::load<32>(x, {0});
  v = v - vec::splat<float, 32>(vec::extract(v, 0));
  vec::store(v, out, {0});
}

// Elementwise, and as one row.
// CHECK-LABEL: void rows(
// CHECK:         pto::x86::store16(_mm512_add_ps(x_vec3, x_vec3), out, 0, 1 + 1, 0 + 16);
// CHECK:         pto::x86::store16(x_vec3, flat, 0 + 48);
PTO_INCORE void rows(In<L1<float, 3, 2, 32>> x, Out<L1<float, 1, 3, 32>> out, Out<L1<float, 64>> flat) {
  const auto x_vec = vec::load<2, 32>(x, {1, 0, 0});
  vec::store(x_vec + x_vec, out, {0, 1, 0});
  vec::store(vec::shape_cast<64>(x_vec), flat, {0});
}

// Of a herd.
PTO_INCORE void herd(In<L1<float, 6, 8>> a, In<L1<float, 8, 48>> b, InOut<L1<float, 6, 48>> c) {
  air::herd<2>([&](Index i) {
    linalg::matmul(mem::subview<3, 8>(a, {3 * i, 0}), b, mem::subview<3, 48>(c, {3 * i, 0}));
  });
}

// SAYS: remark: 'narrow' kept: a vector of 3, 5 float is no whole number of registers of avx512 [-Rpass-missed=lower-vectors,unsupported-type]
PTO_INCORE void narrow(In<L1<float, 3, 5>> a, In<L1<float, 5, 16>> b, InOut<L1<float, 3, 16>> c, Out<L1<float, 3, 5>> d) {
  const auto x = vec::load<3, 5>(a, {0, 0});
  vec::store(vec::contract(x, vec::load<5, 16>(b, {0, 0}), vec::load<3, 16>(c, {0, 0})), c, {0, 0});
  vec::store(x, d, {0, 0}); // goes somewhere else
}
// SAYS: remark: 'widened' kept: this 'vec::contract' has no form but for float and int [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void widened(In<L1<bf16, 2, 16>> a, In<L1<bf16, 16, 16>> b, InOut<L1<float, 2, 16>> c) {
  const auto x = vec::load<2, 16>(a, {0, 0});
  const auto y = vec::load<16, 16>(b, {0, 0});
  const auto z = vec::load<2, 16>(c, {0, 0});
  vec::store(vec::contract(x, y, z), c, {0, 0});
}
// SAYS: remark: 'many' kept: this 'vec::contract' has more steps than would be written out [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void many(In<L1<float, 1, 65>> a, In<L1<float, 65, 16>> b, InOut<L1<float, 1, 16>> c) {
  const auto x = vec::load<1, 65>(a, {0, 0});
  const auto y = vec::load<65, 16>(b, {0, 0});
  const auto z = vec::load<1, 16>(c, {0, 0});
  vec::store(vec::contract(x, y, z), c, {0, 0});
}
// SAYS: remark: 'row' kept: 'vec::extract' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void row(In<L1<float, 2, 16>> a, Out<L1<float, 16>> o) {
  const auto x = vec::load<2, 16>(a, {0, 0});
  vec::store(vec::extract(x, 1), o, {0});
}
// SAYS: remark: 'changed' kept: 'vec::transpose' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void changed(In<L1<float, 16, 16>> a, Out<L1<float, 16, 16>> o) {
  const auto x = vec::load<16, 16>(a, {0, 0});
  const auto y = vec::transpose<1, 0>(x);
  vec::store(y + x, o, {0, 0});
}

PTO_TEST_MAIN(product, longer, several, squared, rotated, centred, rows, herd, narrow, widened, many, row, changed)
