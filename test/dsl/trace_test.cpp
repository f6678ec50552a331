// What the counters count. Built with -DPTO_TRACE.
#include "support.h"

#include <cstdlib>

using namespace pto::dsl;

namespace {

trace::Counters during(void (*f)()) {
  trace::reset();
  f();
  return trace::snapshot();
}

TEST(Trace, CreateAndAssemble) {
  const auto c = during([] {
    auto out = tensor::create<float, 4, 8>();
    for (Index r = 0; r < 4; ++r)
      out = tensor::assemble(out, tensor::full<float, 1, 8>(1), {r, 0});
    tensor::slice<1, 8>(out, {0, 0});
    tensor::reshape<32>(out);
  });
  EXPECT_EQ(c.tensor_creates, 5);
  EXPECT_EQ(c.tensor_bytes_created, 128 + 4 * 32);
  EXPECT_EQ(c.bytes_assembled, 128);
  EXPECT_EQ(c.views, 1);
  EXPECT_EQ(c.reshapes, 1);
  EXPECT_EQ(c.tile_allocs, 0);
}

TEST(Trace, Tiles) {
  const auto c = during([] {
    auto x = tensor::create<float, 4, 8>({.init_value = 0});
    auto a = tile::load<4, 8>(x, {0, 0});
    auto b = tile::load<8, 8>(x, {0, 0}, Valid{2, 3});
    tile::reshape<8, 4>(a);
    tile::slice<2, 2>(a, {0, 0});
    tile::transpose_view(a);
    tile::store(tile::set_validshape(a, 1, 8), {0, 0}, x);
    auto ub = tile::alloc<1024>();
    tile::load<4, 8>(x, {0, 0}, ub.at(0)); // no allocation of its own
    tile::exp(a);
    tile::create<float, 20, 20, Mem::Mat>(); // whole boxes: 32 x 24
  });
  EXPECT_EQ(c.tile_allocs, 5);
  EXPECT_EQ(c.tile_bytes, 128 + 256 + 1024 + 128 + 32 * 24 * 4);
  EXPECT_EQ(c.bytes_loaded, 128 + 2 * 3 * 4 + 128);
  EXPECT_EQ(c.bytes_stored, 32);
  EXPECT_EQ(c.reshapes, 1);
  EXPECT_EQ(c.views, 3);
}

TEST(Trace, Transfers) {
  const auto c = during([] {
    auto m = mem::alloc<float, mem::L1, 4, 8>();
    linalg::fill(0, m);
    auto v = vec::transfer_read<4, 8>(m, {1, 0}); // three rows are inside
    auto w = vec::load<8>(m, {3, 0});
    auto mask = vec::cmp(w, w, Cmp::NE);
    vec::transfer_read<8>(m, {0, 0}, 0, mask);
    vec::transfer_write(v, m, {0, 6});
    vec::store(w, m, {0, 0});
  });
  EXPECT_EQ(c.transfer_reads, 3);
  EXPECT_EQ(c.transfer_writes, 2);
  EXPECT_EQ(c.transfer_elements, 24 + 8 + 0 + 8 + 8);
}

TEST(Trace, IsPrintedAtExit) {
  const auto program = [] {
    trace::reset();
    tensor::create<float, 4, 8>();
    std::exit(0);
  };
  EXPECT_EXIT(program(), testing::ExitedWithCode(0),
              "pto-trace: tensor_creates=1 tensor_bytes_created=128 bytes_assembled=0 tile_allocs=0 tile_bytes=0 "
              "bytes_loaded=0 bytes_stored=0 reshapes=0 views=0 transfer_reads=0 transfer_writes=0 "
              "transfer_elements=0");
}

} // namespace
