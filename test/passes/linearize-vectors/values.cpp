// Which values become rank 1, and where the casts stand.
// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using M = mem::MemRef<float, mem::L1, 4, 4>;

// A value that a loop carries keeps its shape.
// CHECK-LABEL: carried(
// CHECK-NEXT: auto acc = vec::splat<float, 4, 4>(0);
// CHECK-NEXT: for (Index i = 0; i < 3; ++i)
// CHECK-NEXT: acc = vec::shape_cast<4, 4>(vec::shape_cast<16>(acc) + vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0})));
// CHECK-NEXT: vec::store(acc, out, {0, 0});
PTO_INCORE void carried(In<M> x, Out<M> out) {
  auto acc = vec::splat<float, 4, 4>(0);
  for (Index i = 0; i < 3; ++i)
    acc = acc + vec::load<4, 4>(x, {0, 0});  // SAYS: :[[@LINE]]:11: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(acc, out, {0, 0});
}

// So does one that two branches define.
// CHECK-LABEL: merged(
// CHECK-NEXT: auto v = vec::load<4, 4>(x, {0, 0});
// CHECK-NEXT: if (n > 1)
// CHECK-NEXT: v = vec::shape_cast<4, 4>(vec::shape_cast<16>(v) * vec::shape_cast<16>(v));
// CHECK-NEXT: vec::store(v, out, {0, 0});
PTO_INCORE void merged(In<M> x, Index n, Out<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  if (n > 1)
    v = v * v;  // SAYS: :[[@LINE]]:9: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(v, out, {0, 0});
}

// CHECK-LABEL: conditional(
// CHECK-NEXT: auto v = vec::load<4, 4>(x, {0, 0});
// CHECK-NEXT: auto w = n > 1 ? vec::shape_cast<4, 4>(vec::shape_cast<16>(v) * vec::shape_cast<16>(v)) : v;
// CHECK-NEXT: vec::store(w, out, {0, 0});
PTO_INCORE void conditional(In<M> x, Index n, Out<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto w = n > 1 ? v * v : v;  // SAYS: :[[@LINE]]:20: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(w, out, {0, 0});
}

// A name that is assigned anew, one value after the other, is rank 1 for all of them.
// CHECK-LABEL: rebound(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: v = v * v;
// CHECK-NEXT: v = vec::shape_cast<16>(vec::transpose<1, 0>(vec::shape_cast<4, 4>(v)));
// CHECK-NEXT: v = (v + v);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(v), out, {0, 0});
PTO_INCORE void rebound(In<M> x, Out<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  v = v * v;  // SAYS: :[[@LINE]]:7: remark: 'v' is rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  v = vec::transpose<1, 0>(v);
  v = (v + v);
  vec::store(v, out, {0, 0});
}

// Cast where it is made when several users need the shape and none does not.
// CHECK-LABEL: shaped_users(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto w = vec::shape_cast<4, 4>(v * v);
// CHECK-NEXT: vec::store(w, out, {0, 0});
// CHECK-NEXT: vec::store(vec::transpose<1, 0>(w), other, {0, 0});
PTO_INCORE void shaped_users(In<M> x, Out<M> out, Out<M> other) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto w = v * v;  // SAYS: :[[@LINE]]:12: remark: 'v' is rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(w, out, {0, 0});
  vec::store(vec::transpose<1, 0>(w), other, {0, 0});
}

// And where it is used when others want the row.
// CHECK-LABEL: mixed_users(
// CHECK-NEXT: auto v = vec::load<4, 4>(x, {0, 0});
// CHECK-NEXT: auto w = vec::shape_cast<16>(v) * vec::shape_cast<16>(v);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(w), out, {0, 0});
// CHECK-NEXT: vec::store(vec::contract(v, v, vec::shape_cast<4, 4>(vec::exp(w))), other, {0, 0});
PTO_INCORE void mixed_users(In<M> x, Out<M> out, Out<M> other) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto w = v * v;  // SAYS: :[[@LINE]]:12: remark: 'w' is rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(w, out, {0, 0});
  vec::store(vec::contract(v, v, vec::exp(w)), other, {0, 0});
}

// A reduction of all lanes takes them in the order in which they are in a row; one of some dimensions does not.
// CHECK-LABEL: reductions(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto e = vec::exp(v - vec::splat<float, 16>(4));
// CHECK-NEXT: const float sum = vec::reduce<vec::Combine::Add>(e, 0.f);
// CHECK-NEXT: auto rows = vec::multi_reduction<vec::Combine::Add, 1>(vec::shape_cast<4, 4>(e), vec::splat<float, 4>(0));
// CHECK-NEXT: auto scaled = e * vec::splat<float, 16>(sum) + vec::shuffle<0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3>(rows);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(scaled), out, {0, 0});
PTO_INCORE void reductions(In<M> x, Out<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto e = vec::exp(v - vec::splat<float, 4, 4>(4));  // SAYS: :[[@LINE]]:21: remark: 'v', 'e' and 'scaled' are rank 1: 5 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  const float sum = vec::reduce<vec::Combine::Add>(e, 0.f);
  auto rows = vec::multi_reduction<vec::Combine::Add, 1>(e, vec::splat<float, 4>(0));
  auto scaled = e * vec::splat<float, 4, 4>(sum) + vec::broadcast<4, 4>(rows);
  vec::store(scaled, out, {0, 0});
}

// Broadcasts: of a scalar, of one lane, of columns, of a shape that it has already.
// CHECK-LABEL: broadcasts(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto a = v * vec::broadcast<16>(2.f);
// CHECK-NEXT: auto b = a + vec::broadcast<16>(vec::shape_cast<1>(vec::load<1, 1>(x, {0, 0})));
// CHECK-NEXT: auto c = b - vec::shuffle<0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3>(vec::shuffle<0, 4, 8, 12>(vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}))));
// CHECK-NEXT: auto d = c * (a + b);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(d), out, {0, 0});
PTO_INCORE void broadcasts(In<M> x, Out<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto a = v * vec::broadcast<4, 4>(2.f);  // SAYS: :[[@LINE]]:12: remark: 'v', 'a', 'b', 'c' and 'd' are rank 1: 8 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto b = a + vec::broadcast<4, 4>(vec::load<1, 1>(x, {0, 0}));
  auto c = b - vec::broadcast<4, 4>(vec::load<4, 1>(x, {0, 0}));  // SAYS: :[[@LINE]]:37: remark: the vector takes every 4th lane of one run of 'x' [-Rpass=linearize-vectors]
  auto d = c * vec::broadcast<4, 4>(a + b);
  vec::store(d, out, {0, 0});
}

// Parts put in at constant places; a place that only the run tells stays.
// CHECK-LABEL: inserts(
// CHECK-NEXT: vec::Vec<float, 16> v;
// CHECK-NEXT: v = vec::insert_slice(vec::load<4>(x, {0, 0}), v, {0});
// CHECK-NEXT: v = vec::insert_slice(vec::load<4>(x, {1, 0}), v, {4});
// CHECK-NEXT: v = vec::insert_slice(vec::load<4>(x, {2, 0}), v, {8});
// CHECK-NEXT: v = vec::insert_slice(vec::load<4>(x, {3, 0}), v, {12});
// CHECK-NEXT: v = vec::insert(2.f, v, 14);
// CHECK-NEXT: v = vec::shape_cast<16>(vec::insert(3.f, vec::shape_cast<4, 4>(v), n, 1));
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(v * v), out, {0, 0});
PTO_INCORE void inserts(In<M> x, Index n, Out<M> out) {
  vec::Vec<float, 4, 4> v;
  v = vec::insert(vec::load<4>(x, {0, 0}), v, 0);  // SAYS: :[[@LINE]]:7: remark: 'v' is rank 1: 6 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  v = vec::insert(vec::load<4>(x, {1, 0}), v, 1);
  v = vec::insert(vec::load<4>(x, {2, 0}), v, 2);
  v = vec::insert(vec::load<4>(x, {3, 0}), v, 3);
  v = vec::insert(2.f, v, 3, 2);
  v = vec::insert(3.f, v, n, 1);
  vec::store(v * v, out, {0, 0});
}

// Masks are vectors, too.
// CHECK-LABEL: masks(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto m = vec::cmp(v, vec::splat<float, 16>(0), Cmp::GT);
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 4>(vec::select(m, v, -v)), out, {0, 0}, vec::shape_cast<4, 4>(~m));
PTO_INCORE void masks(In<M> x, InOut<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto m = vec::cmp(v, vec::splat<float, 4, 4>(0), Cmp::GT);  // SAYS: :[[@LINE]]:12: remark: 'v' and 'm' are rank 1: 4 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::transfer_write(vec::select(m, v, -v), out, {0, 0}, ~m);
}

// Casts of the shape that were there already are part of it.
// CHECK-LABEL: casts_there_before(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto w = v * v;
// CHECK-NEXT: auto u = w;
// CHECK-NEXT: auto t = (v + v) + u;
// CHECK-NEXT: auto s = t * u;
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(s), out, {0, 0});
PTO_INCORE void casts_there_before(In<M> x, Out<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto w = v * v;  // SAYS: :[[@LINE]]:12: remark: 'v', 'w' and 't' are rank 1: 3 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto u = vec::shape_cast<16>(w);
  auto t = vec::shape_cast<2, 8>(v + v) + vec::shape_cast<2, 8>(u);
  auto s = vec::shape_cast<16>(t) * u;
  vec::store(vec::shape_cast<4, 4>(s), out, {0, 0});
}

// Copies follow.
// CHECK-LABEL: copies(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto w = v;
// CHECK-NEXT: const vec::Vec<float, 16> u = w * v;
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(u), out, {0, 0});
PTO_INCORE void copies(In<M> x, Out<M> out) {
  auto v = vec::load<4, 4>(x, {0, 0});
  auto w = v;
  const vec::Vec<float, 4, 4> u = w * v;  // SAYS: :[[@LINE]]:35: remark: 'v', 'w' and 'u' are rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(u, out, {0, 0});
}

// In the body of a herd, and in a loop of no iteration.
// CHECK-LABEL: herd(
// CHECK-NEXT: air::herd<2, 2>([&](Index i, Index j) {
// CHECK-NEXT: auto m = mem::subview<2, 2>(x, {2 * i, 2 * j});
// CHECK-NEXT: const auto a_row0 = vec::load<2>(m, {0, 0});
// CHECK-NEXT: const auto a_row1 = vec::load<2>(m, {1, 0});
// CHECK-NEXT: auto a = vec::concat(a_row0, a_row1);
// CHECK-NEXT: for (Index k = 0; k < 0; ++k)
// CHECK-NEXT: vec::store(vec::shape_cast<2, 2>(a * a), mem::subview<2, 2>(out, {2 * i, 2 * j}), {0, 0});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 2>(-a), mem::subview<2, 2>(out, {2 * i, 2 * j}), {0, 0});
// CHECK-NEXT: });
PTO_INCORE void herd(In<M> x, Out<M> out) {
  air::herd<2, 2>([&](Index i, Index j) {
    auto m = mem::subview<2, 2>(x, {2 * i, 2 * j});
    auto a = vec::load<2, 2>(m, {0, 0});  // SAYS: :[[@LINE]]:14: remark: 'a' is read in 2 rows of 2 [-Rpass=linearize-vectors]
    for (Index k = 0; k < 0; ++k)
      vec::store(a * a, mem::subview<2, 2>(out, {2 * i, 2 * j}), {0, 0});  // SAYS: :[[@LINE]]:18: remark: 'a' is rank 1: 2 ops work on 4 lanes in one row [-Rpass=linearize-vectors]
    vec::store(-a, mem::subview<2, 2>(out, {2 * i, 2 * j}), {0, 0});
  });
}

// Memory that may be one and the same, and windows that overhang: nothing of that moves.
// CHECK-LABEL: aliases(
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::transfer_read<4, 4>(x, {n, n}));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 4>(a + a), y, {n, -n});
// CHECK-NEXT: auto b = vec::shape_cast<16>(vec::transfer_read<4, 4>(x, {-n, n}, 7.f));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 4>(a * b), y, {n, n});
PTO_INCORE void aliases(const M &x, const M &y, Index n) {
  auto a = vec::transfer_read<4, 4>(x, {n, n});
  vec::transfer_write(a + a, y, {n, -n});  // SAYS: :[[@LINE]]:23: remark: 'a' and 'b' are rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto b = vec::transfer_read<4, 4>(x, {-n, n}, 7.f);
  vec::transfer_write(a * b, y, {n, n});
}
PTO_INCORE void aliased(InOut<M> x, Index n) { aliases(x, x, n); }

// CHECK-LABEL: dynamic_extents(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::transfer_read<4, 4>(x, {0, 0}));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 4>(v / (v + vec::splat<float, 16>(1))), out, {0, 0});
PTO_INCORE void dynamic_extents(In<mem::MemRef<float, mem::L1, dyn, dyn>> x, Out<mem::MemRef<float, mem::L1, dyn, dyn>> out) {
  auto v = vec::transfer_read<4, 4>(x, {0, 0});  // SAYS: :[[@LINE]]:12: remark: 'v' kept: rows of it may lie outside of 'x' [-Rpass-missed=linearize-vectors,maybe-out-of-bounds]
  vec::transfer_write(v / (v + vec::splat<float, 4, 4>(1)), out, {0, 0});  // SAYS: :[[@LINE]]:28: remark: 'v' is rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
}

// Casts there and back cancel, through a name and in one expression; others stay.
// CHECK-LABEL: casts_there_and_back(
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto u = v;
// CHECK-NEXT: auto t = u + u;
// CHECK-NEXT: auto s = vec::shape_cast<8, 2>(t);
// CHECK-NEXT: auto r = vec::transpose<1, 0>(s);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(r), out, {0, 0});
PTO_INCORE void casts_there_and_back(In<M> x, Out<M> out) {
  auto v = vec::shape_cast<2, 8>(vec::load<4, 4>(x, {0, 0}));  // SAYS: :[[@LINE]]:12: remark: 'v' is rank 1: one shape_cast undoes the other [-Rpass=linearize-vectors]
  auto u = vec::shape_cast<16>(v);
  auto t = u + vec::shape_cast<16>(vec::shape_cast<8, 2>(u));  // SAYS: :[[@LINE]]:36: remark: one shape_cast undoes the other [-Rpass=linearize-vectors]
  auto s = vec::shape_cast<8, 2>(t);
  auto r = vec::transpose<1, 0>(s);
  vec::store(vec::shape_cast<4, 4>(r), out, {0, 0});
}

PTO_TEST_MAIN(carried, merged, conditional, rebound, shaped_users, mixed_users, reductions, broadcasts, inserts, masks,
              casts_there_before, casts_there_and_back, copies, herd, aliases, aliased, dynamic_extents)
