// What herd-vectorize makes of the structured ops of a herd: the example of the specification, upstream's cases, each op
// once. The folder of the same name has conversions, indices, reductions, spellings, and what must be kept.
//
// RUN: %pto-rewrite --passes=herd-vectorize -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=herd-vectorize --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;

// The example of the specification.
// CHECK-LABEL: void specification(
// CHECK:           const auto ro = mem::subview<1, 16>(o, {x, 0});
// CHECK-NEXT:      const auto p = vec::transfer_read<1, 16>(ra, {0, 0});
// CHECK-NEXT:      const auto q = vec::transfer_read<1, 16>(rb, {0, 0});
// CHECK-NEXT:      const auto s = p + q;
// CHECK-NEXT:      vec::transfer_write(s * p, ro, {0, 0});
// CHECK-NEXT:    });
PTO_INCORE void specification(In<Near<float, 4, 16>> a, In<Near<float, 4, 16>> b, Out<Near<float, 4, 16>> o) {
  air::herd<4, 1>([&](Index x, Index) {
    const auto ra = mem::subview<1, 16>(a, {x, 0});
    const auto rb = mem::subview<1, 16>(b, {x, 0});
    const auto ro = mem::subview<1, 16>(o, {x, 0});
    linalg::map([](float p, float q) { const float s = p + q; return s * p; }, ra, rb, ro); // SAYS: :[[@LINE]]:5: remark: linalg::map is 2 reads, arithmetic on vectors of up to 16 lanes, and 1 write [-Rpass=herd-vectorize]
  });
}

// Upstream: linalg.add on subviews of 16 x 16. Views that are made in the call get a name.
// CHECK-LABEL: void upstream_add(
// CHECK:           const auto a_view = mem::subview<16, 16>(a, {16 * x, 16 * y});
// CHECK-NEXT:      const auto b_view = mem::subview<16, 16>(b, {16 * x, 16 * y});
// CHECK-NEXT:      const auto o_view = mem::subview<16, 16>(o, {16 * x, 16 * y});
// CHECK-NEXT:      const auto p = vec::transfer_read<16, 16>(a_view, {0, 0});
// CHECK-NEXT:      const auto q = vec::transfer_read<16, 16>(b_view, {0, 0});
// CHECK-NEXT:      vec::transfer_write(p + q, o_view, {0, 0});
PTO_INCORE void upstream_add(In<Near<float, 32, 32>> a, In<Near<float, 32, 32>> b, Out<Near<float, 32, 32>> o) {
  air::herd<2, 2>([&](Index x, Index y) {
    linalg::map([](float p, float q) { return p + q; }, mem::subview<16, 16>(a, {16 * x, 16 * y}),
                mem::subview<16, 16>(b, {16 * x, 16 * y}), mem::subview<16, 16>(o, {16 * x, 16 * y})); // SAYS: :[[@LINE-1]]:5: remark: linalg::map is 2 reads
  });
}

// Upstream: a generic on 32 x 32.
// CHECK-LABEL: void upstream_generic(
// CHECK:           const auto a_vec = vec::transfer_read<32, 32>(a, {0, 0});
// CHECK-NEXT:      const auto b_vec = vec::transfer_read<32, 32>(b, {0, 0});
// CHECK-NEXT:      vec::transfer_write(a_vec + b_vec, o, {0, 0});
PTO_INCORE void upstream_generic(In<Near<float, 32, 32>> a, In<Near<float, 32, 32>> b, Out<Near<float, 32, 32>> o) {
  air::herd<1>([&](Index) {
    linalg::generic<par<32>, par<32>>([&](Index i, Index j) { o(i, j) = a(i, j) + b(i, j); }); // SAYS: :[[@LINE]]:5: remark: linalg::generic is 2 reads, arithmetic on vectors of up to 1024 lanes, and 1 write
  });
}

// Every op, and several in one herd: names that are taken get a number.
// CHECK-LABEL: void each_op(
// CHECK:         air::herd<2>([&](Index x) {
// CHECK-NEXT:      const auto part = mem::alloc<float, mem::L1, 4, 8>();
// CHECK-NEXT:      vec::transfer_write(vec::splat<float, 4, 8>(0.0f), part, {0, 0});
// CHECK-NEXT:      const auto part_vec = vec::transfer_read<4, 8>(part, {0, 0});
// CHECK-NEXT:      const auto a_vec = vec::transfer_read<4, 4>(a, {0, 0});
// CHECK-NEXT:      const auto b_vec = vec::transfer_read<4, 8>(b, {0, 0});
// CHECK-NEXT:      vec::transfer_write(vec::contract(a_vec, b_vec, part_vec), part, {0, 0});
// CHECK-NEXT:      const auto v = vec::transfer_read<4, 8>(part, {0, 0});
// CHECK-NEXT:      vec::transfer_write(vec::max(v, vec::splat<float, 4, 8>(0.0f)), part, {0, 0});
// CHECK-NEXT:      const auto sums = mem::subview<4>(out, {4 * x});
// CHECK-NEXT:      const auto sums_vec = vec::transfer_read<4>(sums, {0});
// CHECK-NEXT:      const auto part_vec2 = vec::transfer_read<4, 8>(part, {0, 0});
// CHECK-NEXT:      vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1>(part_vec2, sums_vec), sums, {0});
// CHECK-NEXT:      const auto v2 = vec::transfer_read<4>(sums, {0});
// CHECK-NEXT:      vec::transfer_write(v2 * vec::splat<float, 4>(0.5f), sums, {0});
// CHECK-NEXT:      const auto sums_vec2 = vec::transfer_read<4>(sums, {0});
// CHECK-NEXT:      vec::transfer_write(sums_vec2, mean, {4 * x});
PTO_INCORE void each_op(In<Near<float, 4, 4>> a, In<Near<float, 4, 8>> b, InOut<Near<float, 8>> out,
                        Out<Near<float, 8>> mean) {
  air::herd<2>([&](Index x) {
    const auto part = mem::alloc<float, mem::L1, 4, 8>();
    linalg::fill(0.0f, part);                                                                     // SAYS: :[[@LINE]]:5: remark: linalg::fill is 0 reads
    linalg::matmul(a, b, part);                                                                   // SAYS: :[[@LINE]]:5: remark: linalg::matmul is 3 reads
    linalg::map([](float v) { return math::max(v, 0.0f); }, part, part);                          // SAYS: :[[@LINE]]:5: remark: linalg::map is 1 read,
    const auto sums = mem::subview<4>(out, {4 * x});
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { sums(i) = sums(i) + part(i, j); });   // SAYS: :[[@LINE]]:5: remark: linalg::generic is 2 reads
    linalg::map([](float v) { return v * 0.5f; }, sums, sums);                                    // SAYS: :[[@LINE]]:5: remark: linalg::map is 1 read,
    linalg::generic<par<4>>([&](Index i) { mean(4 * x + i) = sums(i); });                         // SAYS: :[[@LINE]]:5: remark: linalg::generic is 1 read,
  });
}

// CHECK-LABEL: void copies(
// CHECK:           const auto a_vec = vec::transfer_read<4, 8>(a, {0, 0});
// CHECK-NEXT:      vec::transfer_write(a_vec, o, {0, 0});
// CHECK-NEXT:      const auto a_view = mem::subview<2, 8>(a, {1, 0});
// CHECK-NEXT:      const auto p_view = mem::subview<2, 8>(p, {0, 0});
// CHECK-NEXT:      const auto a_vec2 = vec::transfer_read<2, 8>(a_view, {0, 0});
// CHECK-NEXT:      vec::transfer_write(a_vec2, p_view, {0, 0});
PTO_INCORE void copies(In<Near<int, 4, 8>> a, Out<Near<int, 4, 8>> o, Out<Near<int, 4, 8>> p) {
  air::herd<1>([&](Index) {
    linalg::copy(a, o);                                                      // SAYS: :[[@LINE]]:5: remark: linalg::copy is 1 read
    linalg::copy(mem::subview<2, 8>(a, {1, 0}), mem::subview<2, 8>(p, {0, 0})); // SAYS: :[[@LINE]]:5: remark: linalg::copy is 1 read
  });
}

// A matmul rounds as contract does: each step once. Narrow operands stay narrow.
// CHECK-LABEL: void products(
// CHECK:           vec::transfer_write(vec::contract(a_vec, b_vec, c_vec), c, {0, 0});
// CHECK:           vec::transfer_write(vec::contract(p_vec, q_vec, r_vec), r, {0, 0});
// CHECK:           vec::transfer_write(vec::contract(s_vec, t_vec, u_vec), u, {0, 0, 0});
// CHECK:           vec::transfer_write(vec::contract(a_vec2, b_vec2, c_vec2), c_view, {0, 0});
PTO_INCORE void products(In<Near<bf16, 4, 6>> a, In<Near<bf16, 6, 4>> b, InOut<Near<float, 4, 4>> c,
                         In<Near<std::int8_t, 3, 5>> p, In<Near<std::int8_t, 5, 2>> q, InOut<Near<std::int32_t, 3, 2>> r,
                         In<Near<half, 2, 2, 3>> s, In<Near<half, 2, 3, 2>> t, InOut<Near<half, 2, 2, 2>> u) {
  air::herd<1>([&](Index) {
    linalg::matmul(a, b, c);                                                 // SAYS: :[[@LINE]]:5: remark: linalg::matmul
    linalg::matmul(p, q, r);                                                 // SAYS: :[[@LINE]]:5: remark: linalg::matmul
    linalg::matmul(s, t, u);                                                 // SAYS: :[[@LINE]]:5: remark: linalg::matmul
    linalg::matmul(mem::subview<1, 1>(a, {3, 5}), mem::subview<1, 4>(b, {5, 0}), mem::subview<1, 4>(c, {3, 0})); // SAYS: :[[@LINE]]:5: remark: linalg::matmul
  });
}

// Extents that one of the operands knows are known.
// CHECK-LABEL: void one_knows(
// CHECK:           const auto v = vec::transfer_read<4, 8>(v4, {0, 0});
// CHECK-NEXT:      vec::transfer_write(-v, o, {0, 0});
PTO_INCORE void one_knows(In<Near<float, dyn, 8>> a, Out<Near<float, dyn, 8>> out) {
  air::herd<1>([&](Index) {
    const auto o = mem::subview<4, 8>(out, {0, 0});
    const auto v4 = mem::subview<dyn, 8>(a, {0, 0}, {4, 8});
    linalg::map([](float v) { return -v; }, v4, o); // SAYS: :[[@LINE]]:5: remark: linalg::map
  });
}

// Outside of a herd nothing is said, and nothing done.
// CHECK-LABEL: void no_herd(
// CHECK-NEXT:    linalg::fill(1.0f, o);
// CHECK-NEXT:    scf::forall(4, [&](Index i) { linalg::fill(2.0f, mem::subview<1>(o, {i})); });
PTO_INCORE void no_herd(Out<Near<float, 4>> o) {
  linalg::fill(1.0f, o);
  scf::forall(4, [&](Index i) { linalg::fill(2.0f, mem::subview<1>(o, {i})); });
}

// In loops and branches of a herd, and in several herds.
// CHECK-LABEL: void everywhere(
// CHECK:           for (Index k = 0; k < 4; ++k)
// CHECK-NEXT:        if (n > 0) {
// CHECK-NEXT:          const auto v = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:          vec::transfer_write(v + vec::splat<float, 8>(1.0f), o, {0});
// CHECK-NEXT:        }
// CHECK:           scf::forall(2, [&](Index i) { vec::transfer_write(vec::splat<float, 4>(3.0f), p, {4 * i}); });
PTO_INCORE void everywhere(InOut<Near<float, 8>> o, Out<Near<float, 8>> p, Index n) {
  air::herd<1>([&](Index) {
    for (Index k = 0; k < 4; ++k)
      if (n > 0)
        linalg::map([](float v) { return v + 1.0f; }, o, o); // SAYS: :[[@LINE]]:9: remark: linalg::map
  });
  air::herd<1, 1>([&](Index, Index) {
    scf::forall(2, [&](Index i) { linalg::generic<par<4>>([&](Index j) { p(j + 4 * i) = 3.0f; }); }); // SAYS: :[[@LINE]]:35: remark: linalg::generic
  });
}

PTO_TEST_MAIN(specification, upstream_add, upstream_generic, each_op, copies, products, one_knows, no_herd, everywhere)
