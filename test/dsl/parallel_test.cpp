// scf::parallel: order, bounds, and the conflicts that checked builds find. Built with -DPTO_CHECKED.
#include "support.h"

using namespace pto::dsl;
using support::Index;

namespace {

std::vector<Index> visited(Index lower, Index upper, Index step) {
  std::vector<Index> v;
  scf::parallel(lower, upper, step, [&](Index i) { v.push_back(i); });
  return v;
}

TEST(Parallel, VisitsTheRange) {
  EXPECT_EQ(visited(0, 3, 1), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(visited(2, 9, 3), (std::vector<Index>{2, 5, 8}));
  EXPECT_EQ(visited(5, 0, -2), (std::vector<Index>{5, 3, 1}));
  EXPECT_EQ(visited(3, 3, 1), (std::vector<Index>{}));
  Index n = 0;
  scf::parallel(4, [&](Index i) { n += i; });
  EXPECT_EQ(n, 6);
  EXPECT_DEATH(visited(0, 1, 0), "pto: scf.parallel: the step is 0");
}

class Conflicts : public testing::Test {
protected:
  Tensor<float, 4, 8> x = tensor::full<float, 4, 8>(1);
  Tensor<float, 4, 8> out = tensor::full<float, 4, 8>(0);
};

TEST_F(Conflicts, DisjointRowsAreFine) {
  scf::parallel(4, [&](Index i) {
    auto row = tensor::create<float, 1, 8>(); // the same address each time
    tile::store(tile::load<1, 8>(x, {i, 0}), {0, 0}, row);
    out = tensor::assemble(out, row, {i, 0});
  });
  EXPECT_EQ(out(3, 7), 1);
}

TEST_F(Conflicts, AllMayReadTheSame) {
  scf::parallel(4, [&](Index i) {
    auto all = tile::load<4, 8>(x, {0, 0});
    tile::store(tile::reshape<1, 8>(tile::slice<1, 8>(all, {i, 0})), {i, 0}, out);
    out(i, 0) += x(0, 0) + tensor::read(x, {1, 1});
  });
  EXPECT_EQ(out(2, 0), 3);
}

TEST_F(Conflicts, TwoStoresToOneElement) {
  auto t = tile::full<float, 2, 8>(2);
  EXPECT_DEATH(scf::parallel(3, [&](Index i) { tile::store(t, {i, 0}, out); }),
               "pto: scf.parallel: iterations 0 and 1 write the same element");
}

TEST_F(Conflicts, TwoAssemblesToOneElement) {
  auto s = tensor::full<float, 1, 8>(2);
  EXPECT_DEATH(scf::parallel(3, [&](Index i) { tensor::assemble(out, s, {i / 2, 0}); }),
               "pto: scf.parallel: iterations 0 and 1 write the same element");
}

TEST_F(Conflicts, TwoWritesThroughReferences) {
  EXPECT_DEATH(scf::parallel(3, [&](Index i) { out(0, 0) = float(i + 1); }),
               "pto: scf.parallel: iterations 0 and 1 write the same element|iteration");
}

TEST_F(Conflicts, SumsIntoOneElement) {
  EXPECT_DEATH(scf::parallel(3, [&](Index) { out(0, 0) += 1; }), "pto: scf.parallel: iteration");
}

TEST_F(Conflicts, ReadOfWhatAnotherWrote) {
  EXPECT_DEATH(scf::parallel(1, 4, 1, [&](Index i) { tile::store(tile::load<1, 8>(out, {i - 1, 0}), {i, 0}, out); }),
               "pto: scf.parallel: iteration 0 writes an element that iteration 1 reads");
}

TEST_F(Conflicts, WriteOfWhatAnotherRead) {
  EXPECT_DEATH(scf::parallel(3, [&](Index i) { tile::store(tile::load<1, 8>(out, {i + 1, 0}), {i, 0}, out); }),
               "pto: scf.parallel: iteration 1 writes an element that iteration 0 reads");
}

TEST_F(Conflicts, WriteOfWhatSeveralRead) {
  EXPECT_DEATH(scf::parallel(3,
                             [&](Index i) {
                               if (i < 2)
                                 static_cast<void>(tensor::read(x, {0, 0}));
                               else
                                 tensor::write(x, {0, 0}, 3);
                             }),
               "pto: scf.parallel: iteration 2 writes an element that other iterations read");
}

TEST_F(Conflicts, TilesUpdatedInPlace) {
  auto acc = tile::full<float, 4, 8>(0);
  auto a = tile::full<float, 4, 4>(1);
  auto b = tile::full<float, 4, 8>(1);
  EXPECT_DEATH(scf::parallel(2, [&](Index) { tile::matmul_acc(acc, a, b); }), "write the same element");
}

TEST_F(Conflicts, SharedPlaces) {
  auto ub = tile::alloc<128>();
  EXPECT_DEATH(scf::parallel(2, [&](Index) { tile::load<1, 8>(x, {0, 0}, ub.at(0)); }), "write the same element");
  scf::parallel(2, [&](Index) {
    auto own = tile::alloc<128>();
    tile::load<1, 8>(x, {0, 0}, own.at(0));
  });
}

TEST_F(Conflicts, GatherAndScatterTouchOnlyTheirElements) {
  scf::parallel(4, [&](Index i) {
    auto index = tile::full<std::int32_t, 1, 1>(std::int32_t(8 * i));
    tile::mscatter(tile::mgather(out, index), index, out);
  });
  EXPECT_DEATH(scf::parallel(4,
                             [&](Index) {
                               auto index = tile::full<std::int32_t, 1, 1>(3);
                               tile::mscatter(tile::full<float, 1, 1>(1), index, out);
                             }),
               "iterations 0 and 1 write the same element");
}

TEST_F(Conflicts, BlocksAreIterations) {
  auto block = [&](Tensor<float, 4, 8> to) { tensor::write(to, {tile::get_block_idx(), 0}, tile::get_block_num()); };
  task::spmd(4, block, out);
  EXPECT_EQ(out(3, 0), 4);
  EXPECT_EQ(tile::get_block_num(), 1);
  EXPECT_DEATH(task::spmd(4, [&](Index c) { tensor::write(out, {0, c}, 1); }, Index{2}), "write the same element");
}

TEST_F(Conflicts, InNestedLoops) {
  scf::parallel(4, [&](Index i) { scf::parallel(8, [&](Index j) { out(i, j) = x(i, j); }); });
  EXPECT_EQ(out(3, 7), 1);
  EXPECT_DEATH(scf::parallel(4, [&](Index i) { scf::parallel(8, [&](Index j) { tensor::write(out, {0, j}, i); }); }),
               "iterations 0 and 1 write the same element");
  EXPECT_DEATH(scf::parallel(4, [&](Index i) { scf::parallel(8, [&](Index j) { tensor::write(out, {i, 0}, j); }); }),
               "iterations 0 and 1 write the same element");
}

TEST_F(Conflicts, NoneOutsideOfLoops) {
  scf::parallel(1, [&](Index) { tensor::write(out, {0, 0}, 1); });
  tensor::write(out, {0, 0}, 2);
  scf::parallel(1, [&](Index) { tensor::write(out, {0, 0}, 3); });
  EXPECT_EQ(out(0, 0), 3);
}

TEST_F(Conflicts, OfOpsOnTensors) {
  scf::parallel(4, [&](Index i) {
    auto row = tensor::slice<1, 8>(x, {i, 0});
    tensor::assemble(out, tensor::exp(tensor::add(row, row)), {i, 0});
  });
  EXPECT_DEATH(scf::parallel(2,
                             [&](Index i) {
                               if (i == 0)
                                 static_cast<void>(tensor::add(out, out));
                               else
                                 tensor::write(out, {1, 1}, 1);
                             }),
               "iteration 1 writes an element that iteration 0 reads");
}

} // namespace
