// Each trap of a checked build, with its message. Built with -DPTO_CHECKED.
#include "support.h"

using namespace pto::dsl;
using support::Index;

namespace {

#define TRAPS(statement, message) EXPECT_DEATH(static_cast<void>(statement), message)

class Checked : public testing::Test {
protected:
  Tensor<float, 4, 8> t = tensor::full<float, 4, 8>(1);
  Tensor<float, 4, 8> null;
  Tile<float, 4, 8> a = tile::full<float, 4, 8>(1);
  Tile<float, 4, 8> none;
  Tile<float, 4, 8, Mem::Vec, DefaultLayout<Mem::Vec, 4, 8>, dyn, dyn> part = tile::set_validshape(a, 3, 5);
};

TEST_F(Checked, Elements) {
  TRAPS(t(4, 0), "pto: tensor element: index 4 of dimension 0 is outside \\[0, 4\\)");
  TRAPS(t(0, -1), "pto: tensor element: index -1 of dimension 1 is outside \\[0, 8\\)");
  TRAPS(null(0, 0), "pto: tensor element: the handle is null");
  TRAPS(tensor::read(t, {0, 8}), "pto: tensor.read: index 8 of dimension 1");
  TRAPS(tensor::write(t, {0, 8}, 1), "pto: tensor.write: index 8 of dimension 1");
  TRAPS(tensor::dim(t, 2), "pto: tensor.dim: axis 2 of a tensor of rank 2");
  TRAPS(a(4, 0), "pto: tile element: \\(4, 0\\) is outside 4 x 8");
  TRAPS(tile::read(a, {0, 8}), "pto: tile element: \\(0, 8\\) is outside 4 x 8");
  TRAPS(tile::write(a, {-1, 0}, 1), "pto: tile.write: \\(-1, 0\\) is outside 4 x 8");
}

TEST_F(Checked, Handles) {
  TRAPS((Tensor<float, dyn, dyn>(t.data(), {{-1, 2}})), "pto: tensor: extent -1 of dimension 0");
  TRAPS((Tensor<float, 5, 8>(Tensor<float, dyn, 8>(t))), "pto: tensor: extent 4 of dimension 0, expected 5");
  TRAPS((DenseTensor<float, 8, 4>(tensor::transpose<0, 1>(t))), "pto: dense tensor: the tensor has gaps: stride 8");
  TRAPS((DenseTensor<float, 4, 8>(t)[32]), "pto: dense tensor: index 32 is outside \\[0, 32\\)");
  TRAPS((tensor::create<float, dyn, 8>({2, 7})), "pto: tensor.create: extent 7 of dimension 1, expected 8");
  TRAPS(tensor::create<float>({-2, 7}), "pto: tensor.create: extent -2 of dimension 0");
  TRAPS((Tile<float, 4, 8>(part)), "pto: tile: 3 x 5 valid elements, expected 4 x 8");
  TRAPS((Tile<float, 5, 8>(tile::full<float>({4, 8}, 0))), "pto: tile: a 4 x 8 tile is no 5 x 8 tile");
}

TEST_F(Checked, Windows) {
  TRAPS((tensor::slice<2, 4>(t, {3, 0})), "pto: tensor.slice: window \\[3, 5\\) of dimension 0 is outside \\[0, 4\\)");
  TRAPS((tensor::slice<2, 4>(t, {0, -1})), "pto: tensor.slice: window \\[-1, 3\\) of dimension 1");
  TRAPS(tensor::slice(t, {0, 0}, {5, 8}), "pto: tensor.slice: window \\[0, 5\\)");
  TRAPS((tensor::slice<dyn, 8>(t, {0, 0}, {2, 7})), "pto: tensor.slice: size 7 of dimension 1, expected 8");
  TRAPS(tensor::slice<8>(null, {0, 0}), "pto: tensor.slice: the handle is null");
  TRAPS(tensor::assemble(t, t, {1, 0}), "pto: tensor.assemble: window \\[1, 5\\) of dimension 0");
  TRAPS(tensor::assemble(t, null, {0, 0}), "pto: tensor.assemble: the source is null");
  TRAPS(tensor::assemble(t, tensor::slice<2, 8>(t, {1, 0}), {0, 0}),
        "pto: tensor.assemble: the source overlaps the window");
  EXPECT_EQ(tensor::assemble(t, tensor::slice<2, 8>(t, {1, 0}), {1, 0}).data(), t.data()); // its own window
  EXPECT_EQ(tensor::assemble(t, tensor::slice<4, 4>(t, {0, 0}), {0, 4}).data(), t.data()); // interleaved, disjoint
}

TEST_F(Checked, TensorViews) {
  TRAPS(tensor::reshape<16>(tensor::slice<4, 4>(t, {0, 0})), "pto: tensor.reshape: the tensor has gaps");
  TRAPS(tensor::reshape(t, {5, 8}), "pto: tensor.reshape: 32 elements cannot become 40");
  TRAPS(tensor::reshape<32>(tensor::set_validshape(t, {3, 8})), "pto: tensor.reshape: the tensor is only partly valid");
  TRAPS((tensor::view<8, 4>(t, {9, 4})), "pto: tensor.view: 9 valid of 8 in dimension 0");
  TRAPS(tensor::set_validshape(t, {5, 8}), "pto: tensor.set_validshape: 5 valid of 4 in dimension 0");
  TRAPS((tensor::reinterpret<half>(tensor::transpose<0, 1>(t))), "pto: tensor.reinterpret: stride 8");
}

TEST_F(Checked, TensorOps) {
  TRAPS(tensor::add(t, Tensor<float, 4, 8>(null)), "pto: tensor.add: a tensor is null");
  TRAPS(tensor::add(t, tensor::set_validshape(t, {4, 7})), "pto: tensor.add: the valid extents 8 and 7 of dimension 1");
  TRAPS(tensor::add(t, Tensor<float, dyn, dyn>(tensor::full<float, 5, 8>(1))),
        "pto: tensor.add: the extents 4 and 5 of dimension 0 differ");
  TRAPS(tensor::matmul(t, Tensor<float, dyn, 2>(tensor::full<float, 7, 2>(1))),
        "pto: tensor.matmul: 8 columns \\(8 valid\\) times 7 rows");
  TRAPS(tensor::div(tensor::full<int, 2>(1), 0), "pto: div: integer division by zero");
  TRAPS((tensor::gather<0>(t, tensor::full<int, 1, 1>(4))), "pto: tensor.gather: index 4 of dimension 0");
  TRAPS((tensor::scatter<1>(t, tensor::full<int, 1, 1>(8), tensor::full<float, 1, 1>(4))),
        "pto: tensor.scatter: index 8 of dimension 1");
  TRAPS(tensor::row_argmax(tensor::set_validshape(t, {4, 0})), "pto: tensor.row_argmax: a row has no element");
}

TEST_F(Checked, LoadAndStore) {
  TRAPS((tile::load<2, 8>(t, {3, 0})), "pto: tile.load: window \\[3, 5\\) of dimension 0 is outside \\[0, 4\\)");
  TRAPS((tile::load<8, 8>(t, {0, 0}, Valid{9, 8})), "pto: tile.load: 9 x 8 valid elements in a 8 x 8 tile");
  TRAPS((tile::load<2, 8>(null, {0, 0})), "pto: tile.load: the tensor is null");
  TRAPS(tile::store(a, {1, 0}, t), "pto: tile.store: window \\[1, 5\\) of dimension 0");
  TRAPS(tile::store(none, {0, 0}, t), "pto: tile.store: the tile is null");
  EXPECT_EQ(tile::store(part, {1, 3}, t).data(), t.data()); // the valid part fits
}

TEST_F(Checked, Placement) {
  auto ub = tile::alloc<128>();
  TRAPS(ub.at(128), "pto: buffer: offset 128 is outside \\[0, 128\\)");
  TRAPS((tile::create<float, 4, 8>(ub.at(4))),
        "pto: tile.create: bytes \\[4, 132\\) are outside a buffer of 128 bytes");
  TRAPS((tile::create<float, 2, 8>(ub.at(2))), "pto: tile.create: offset 2 is not aligned to 4 bytes");
  TRAPS((tile::load<4, 8, Mem::Mat>(t, {0, 0}, ub.at(0))), "pto: tile.load: the place is in memory 0, the tile in 1");
}

TEST_F(Checked, TileViews) {
  TRAPS((tile::reshape<4, 4>(tile::reshape<8, 2>(tile::slice<4, 4>(a, {0, 0})))),
        "pto: tile.reshape: the tile has gaps or unfinished boxes: 4 x 4 in a buffer of lead 8");
  TRAPS((tile::reshape<8, 4>(part)), "pto: tile.reshape: only 3 x 5 of 4 x 8 elements are valid");
  TRAPS(tile::reshape(a, {5, 8}), "pto: tile.reshape: 4 x 8 elements cannot become 5 x 8");
  TRAPS((tile::reshape<4, 8>(a, Valid{5, 8})), "pto: tile.reshape: 5 x 8 valid elements in a 4 x 8 tile");
  TRAPS((tile::reshape<8, 4>(none)), "pto: tile.reshape: the tile is null");
  TRAPS((tile::reshape<8, 16>(support::random_tile<Tile<float, 16, 8, Mem::Mat>>(1))),
        "pto: tile.reshape: 8 x 16 elements do not fill boxes of 16 x 8");
  TRAPS((tile::slice<2, 4>(a, {3, 0})), "pto: tile.slice: rows \\[3, 5\\) are outside \\[0, 4\\)");
  TRAPS((tile::slice<2, 4>(a, {0, 5})), "pto: tile.slice: columns \\[5, 9\\) are outside \\[0, 8\\)");
  TRAPS(tile::set_validshape(a, 4, 9), "pto: tile.set_validshape: 4 x 9 valid elements in a 4 x 8 tile");
  TRAPS(tile::reinterpret<half>(tile::slice<4, 4>(a, {0, 0})), "pto: tile.reinterpret: the tile has gaps");
  TRAPS((tile::extract<2, 4>(a, {3, 0})), "pto: tile.extract: the window at \\(3, 0\\) overhangs a 4 x 8 tile");
  TRAPS(tile::assemble(a, a, {1, 0}), "pto: tile.assemble: rows \\[1, 5\\) are outside \\[0, 4\\)");
  TRAPS(tile::assemble(a, tile::slice<4, 4>(a, {0, 0}), {0, 5}), "pto: tile.assemble: columns \\[5, 9\\)");
}

TEST_F(Checked, TileOps) {
  TRAPS(tile::add(a, none), "pto: tile.add: a tile is null");
  TRAPS(tile::exp(none), "pto: tile.exp: the tile is null");
  TRAPS(tile::mul(a, part), "pto: tile.mul: the valid parts 4 x 8 and 3 x 5 differ");
  TRAPS(tile::sub(a, tile::full<float>({5, 8}, 1)), "pto: tile.sub: the shapes 4 x 8 and 5 x 8 differ");
  TRAPS(tile::rem(tile::ci<int, 1, 4>(0), tile::ci<int, 1, 4>(0)), "pto: fmod: integer division by zero");
  TRAPS(tile::row_expand_add(a, tile::full<float>({5, 1}, 1)),
        "pto: tile.row_expand_add: a 5 x 1 vector for a 4 x 8 tile");
  TRAPS(tile::col_expand_add(a, tile::set_validshape(tile::full<float, 1, 8>(1), 1, 7)),
        "pto: tile.col_expand_add: 7 valid elements in the vector, 8 valid columns");
  TRAPS(tile::row_argmin(tile::set_validshape(a, 4, 0)), "pto: tile.row_argmin: a row of 0 valid elements");
  TRAPS(tile::matmul(part, tile::full<float, 8, 2>(1)), "pto: tile.matmul: 8 columns \\(5 valid\\) times 8 rows");
  TRAPS(tile::matmul_acc(tile::set_validshape(tile::full<float, 4, 2>(1), 3, 2), a, tile::full<float, 8, 2>(1)),
        "pto: tile.matmul_acc: 4 x 2 valid products for 3 x 2 valid accumulators");
  TRAPS(tile::gather(a, tile::full<int, 1, 1>(32)), "pto: tile.gather: index 32 is outside \\[0, 32\\)");
  TRAPS(tile::scatter(a, tile::full<float, 1, 1>(1), tile::full<int, 1, 1>(-1)), "pto: tile.scatter: index -1");
  TRAPS(tile::mgather(t, tile::full<int, 1, 1>(32)), "pto: tile.mgather: index 32 is outside \\[0, 32\\)");
  TRAPS(tile::concat(a, part), "pto: tile.concat: 4 rows \\(4 valid\\) and 4 rows \\(3 valid\\)");
  TRAPS(tile::mrgsort(a, 3), "pto: tile.mrgsort: a run of 3 columns");
}

TEST_F(Checked, UninitialisedStorageIsPoisoned) {
  auto x = tensor::create<float, 4, 8>();
  EXPECT_NE(x(2, 2), x(2, 2)); // 0xFFFFFFFF is a NaN
  EXPECT_EQ((tensor::create<std::uint32_t, 2>()(1)), 0xFFFFFFFFu);
  EXPECT_EQ((tile::create<std::uint16_t, 2, 2>()(1, 1)), 0xFFFFu);
  auto y = tile::load<8, 8>(t, {0, 0}, Valid{2, 3});
  EXPECT_EQ(y(0, 0), 1);
  EXPECT_NE(y(2, 0), y(2, 0)); // only the valid part was loaded
  auto z = tile::exp(part);
  EXPECT_NE(z(3, 7), z(3, 7));
  {
    auto w = tensor::full<float, 4, 8>(1); // freed, reused, poisoned again
  }
  auto v = tensor::create<float, 4, 8>();
  EXPECT_NE(v(0, 0), v(0, 0));
}

} // namespace
