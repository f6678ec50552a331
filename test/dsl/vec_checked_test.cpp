// What checked builds trap of vectors, MemRefs, structured ops and herds. Built with -DPTO_CHECKED.
#include "support.h"

using namespace pto::dsl;
using linalg::par;
using linalg::red;
using support::Index;
using vec::Vec;

namespace {

#define TRAPS(statement, message) EXPECT_DEATH(static_cast<void>(statement), message)

class Checked : public testing::Test {
protected:
  Checked() {
    linalg::fill(1, m);
    linalg::fill(1, x);
  }
  mem::MemRef<float, mem::L3, 4, 8> m = mem::alloc<float, mem::L3, 4, 8>(), x = mem::alloc<float, mem::L3, 4, 8>(),
                                    null;
  mem::MemRef<float, mem::L3, dyn, dyn> any = m;
  Vec<float, 4, 8> v = vec::splat<float, 4, 8>(1);
};

TEST_F(Checked, Elements) {
  TRAPS(m(4, 0), "pto: memref element: index 4 of dimension 0 is outside \\[0, 4\\)");
  TRAPS(null(0, 0), "pto: memref element: the handle is null");
  TRAPS(mem::load(m, 0, 8), "pto: mem.load: index 8 of dimension 1");
  TRAPS(mem::store(1, m, -1, 0), "pto: mem.store: index -1 of dimension 0");
  TRAPS(vec::extract(v, 4, 0), "pto: vec.extract: index 4 of dimension 0 is outside \\[0, 4\\)");
  TRAPS(vec::extract(v, -1), "pto: vec.extract: index -1 of dimension 0");
  TRAPS(vec::insert(1, v, 0, 8), "pto: vec.insert: index 8 of dimension 1");
  TRAPS((vec::extract_slice<2, 4>(v, {3, 0})), "pto: vec.extract_slice: window \\[3, 5\\) of dimension 0 is outside");
  TRAPS(vec::insert_slice(v, v, {0, 1}), "pto: vec.insert_slice: window \\[1, 9\\) of dimension 1 is outside");
  TRAPS((vec::splat<int, 2>(1) / vec::splat<int, 2>(0)), "pto: div: integer division by zero");
}

TEST_F(Checked, Handles) {
  TRAPS((mem::MemRef<float, mem::L3, 5, 8>(any)), "pto: memref: extent 4 of dimension 0, expected 5");
  TRAPS((mem::MemRef<float, mem::L3, dyn, 8>(m.data(), {{4, 7}})), "pto: memref: extent 7 of dimension 1, expected 8");
  TRAPS((mem::alloc<float, mem::L1, dyn>({-1})), "pto: memref: extent -1 of dimension 0");
  TRAPS((mem::subview<2, 8>(m, {3, 0})), "pto: mem.subview: window of 2 from 3 in dimension 0 is outside \\[0, 4\\)");
  TRAPS((mem::subview<dyn, 8>(m, {0, 0}, {2, 7})), "pto: mem.subview: size 7 of dimension 1, expected 8");
  TRAPS((mem::subview<2, 3>(m, {0, 0}, {2, 4})), "pto: mem.subview: window of 3 from 0 in dimension 1 is outside");
  TRAPS((mem::subview<2, 8>(null, {0, 0})), "pto: mem.subview: the handle is null");
  TRAPS((mem::collapse<dyn>(mem::subview<4, 4>(m, {0, 0}))), "pto: mem.collapse: dimensions 0 and 1 have gaps");
  TRAPS((mem::collapse<dyn, 3>(any)), "pto: mem.collapse: ");
  TRAPS((mem::collapse<8, 4>(any)), "pto: mem.collapse: extents from dimension 0 do not multiply");
  TRAPS((mem::expand<4, 3, dyn>(any)), "pto: mem.expand: ");
  TRAPS((mem::reinterpret<4, 8>(m, 1, {8, 1})), "pto: mem.reinterpret: elements 1 to 32 are outside of 128 bytes");
  TRAPS((mem::reinterpret<2>(m, 0, {-1})), "pto: mem.reinterpret: elements -1 to 0");
  TRAPS((mem::copy(m, mem::subview<dyn, 8>(x, {0, 0}, {2, 8}))), "pto: mem.copy: extents 4 and 2 of dimension 0");
  TRAPS(mem::copy(m, m), "pto: mem.copy: what is written overlaps what is read");
  TRAPS((mem::copy(mem::subview<2, 8>(m, {0, 0}), mem::subview<2, 8>(m, {1, 0}))), "pto: mem.copy: what is written");
  TRAPS(mem::copy(m, null), "pto: mem.copy: a handle is null");
  mem::copy(mem::subview<4, 4>(m, {0, 0}), mem::subview<4, 4>(m, {0, 4})); // interleaved, disjoint
}

TEST_F(Checked, Transfers) {
  TRAPS((vec::load<8>(m, {0, 1})), "pto: vec.load: window \\[1, 9\\) of dimension 1 is outside \\[0, 8\\)");
  TRAPS((vec::load<8>(m, {4, 0})), "pto: vec.load: window \\[4, 5\\) of dimension 0");
  TRAPS(vec::store(v, m, {-1, 0}), "pto: vec.store: window \\[-1, 3\\) of dimension 0");
  TRAPS((vec::transfer_read<8>(null, {0, 0})), "pto: vec.transfer_read: the handle is null");
  TRAPS(vec::transfer_write(v, null, {0, 0}), "pto: vec.transfer_write: the handle is null");
  TRAPS((vec::load<8>(null, {0, 0})), "pto: vec.load: the handle is null");
  EXPECT_EQ((vec::transfer_read<8>(m, {4, 1}).lane(7)), 0); // no trap
}

TEST_F(Checked, StructuredOps) {
  TRAPS(linalg::fill(0, null), "pto: linalg.fill: the handle is null");
  TRAPS(linalg::map([](float a) { return a; }, null, m), "pto: linalg.map: a handle is null");
  TRAPS((linalg::map([](float a) { return a; }, mem::subview<dyn, 8>(m, {0, 0}, {2, 8}), x)),
        "pto: linalg.map: extents 2 and 4 of dimension 0 differ");
  TRAPS(linalg::copy(null, m), "pto: linalg.copy: a handle is null");
  TRAPS(linalg::matmul(any, any, x), "pto: linalg.matmul: 4 x 8 times 4 x 8 does not fit");
  const auto square = mem::subview<4, 4>(m, {0, 0});
  TRAPS(linalg::matmul(square, mem::subview<4, 4>(x, {0, 0}), square),
        "pto: linalg.matmul: what is written overlaps what is read");
  TRAPS(linalg::matmul(square, null, m), "pto: linalg.matmul: a handle is null");
}

TEST_F(Checked, Poison) {
  EXPECT_NE((Vec<float, 2>().lane(0)), (Vec<float, 2>().lane(0))); // NaN
  EXPECT_TRUE((vec::Mask<2>().lane(0)));
  const auto fresh = mem::alloc<float, mem::L1, 2>();
  EXPECT_NE(fresh(0), fresh(0));
}

TEST_F(Checked, IndependentIterationsAreFine) {
  scf::forall(4, 2, [&](Index i, Index j) {
    auto scratch = mem::alloc<float, mem::L1, 4>(); // the same address each time
    vec::store(vec::load<4>(x, {i, 4 * j}) + vec::transfer_read<4>(x, {0, 0}), scratch, {0});
    vec::transfer_write(vec::load<4>(scratch, {0}), m, {i, 4 * j});
  });
  air::herd<2, 2>([&](Index i, Index j) { linalg::fill(3, mem::subview<2, 4>(m, {2 * i, 4 * j})); });
  linalg::generic<red<8>, par<4>>([&](Index j, Index i) { m(i, 0) = m(i, 0) + x(i, j); });
  EXPECT_EQ(m(3, 0), 11);
  // Lanes outside and masked off are not touched.
  const auto first = vec::cmp(vec::step<int, 4>(), vec::splat<int, 4>(0), Cmp::EQ);
  scf::forall(8, [&](Index i) { vec::transfer_write(vec::splat<float, 4>(5), m, {0, i}, first); });
  scf::forall(2, [&](Index i) { vec::transfer_write(vec::splat<float, 16>(5), m, {0, 8 - 16 * i}); });
  EXPECT_EQ(m(0, 7), 5);
}

TEST_F(Checked, ConflictsOfIterations) {
  const auto row = vec::splat<float, 8>(2);
  TRAPS(scf::forall(3, [&](Index) { vec::store(row, m, {0, 0}); }),
        "pto: scf.forall: iterations 0 and 1 write the same element");
  TRAPS(scf::forall(2, 2, [&](Index i, Index) { vec::transfer_write(row, m, {i, 0}); }),
        "pto: scf.forall: iterations 0 and 1 write the same element");
  TRAPS(scf::forall(1, 2, 2, [&](Index, Index j, Index) { mem::store(2, m, j, 0); }),
        "pto: scf.forall: iterations 0 and 1 write the same element");
  TRAPS((air::herd<2, 2>([&](Index i, Index j) { vec::transfer_write(row, m, {i, 4 * j - 1}); })),
        "pto: air.herd: iterations 0 and 1 write the same element");
  TRAPS((air::herd<2>([&](Index i) { vec::store(vec::load<8>(m, {1 - i, 0}), m, {i, 0}); })),
        "pto: air.herd: iteration");
  TRAPS(scf::forall(2, [&](Index) { m(0, 0) += 1; }), "pto: scf.forall: iteration");
  TRAPS(scf::forall(2, [&](Index i) { mem::copy(mem::subview<1, 8>(x, {i, 0}), mem::subview<1, 8>(m, {0, 0})); }),
        "pto: scf.forall: iterations 0 and 1 write the same element");
  TRAPS(scf::forall(2, [&](Index) { linalg::fill(1, m); }), "pto: scf.forall: iterations 0 and 1 write");
  TRAPS(scf::forall(2, [&](Index) { linalg::map([](float a) { return a; }, x, m); }), "pto: scf.forall: iterations");
  const auto square = mem::subview<4, 4>(m, {0, 0}), left = mem::subview<4, 4>(x, {0, 0});
  TRAPS(scf::forall(2, [&](Index) { linalg::matmul(left, left, square); }), "pto: scf.forall: iterations 0 and 1");
  TRAPS((scf::parallel(2, [&](Index i) { mem::store(mem::load(m, 0, i), m, 0, 1); })), "pto: scf.parallel: iteration");
}

TEST_F(Checked, ParallelDimensionsOfADomain) {
  auto out = mem::alloc<float, mem::L1, 4>();
  linalg::fill(0, out);
  linalg::generic<par<4>, red<8>>([&](Index i, Index j) { out(i) = out(i) + x(i, j); });
  TRAPS((linalg::generic<par<4>, par<8>>([&](Index i, Index j) { out(i) = out(i) + x(i, j); })),
        "pto: linalg.generic: iteration");
}

} // namespace
