// -DPTO_POISON=0xA5 in a plain build: uninitialised storage holds the pattern, nothing else changes.
#include "support.h"

using namespace pto::dsl;

namespace {

TEST(Poison, FillsWhatIsNotInitialised) {
  {
    auto used = tensor::full<std::uint32_t, 4, 8>(1);
  }
  EXPECT_EQ((tensor::create<std::uint32_t, 4, 8>()(3, 7)), 0xA5A5A5A5u);
  EXPECT_EQ((tensor::create<std::uint32_t, 4, 8>({.init_value = 2})(3, 7)), 2u);
  EXPECT_EQ((tile::create<std::uint8_t, 2, 2>()(1, 1)), 0xA5u);
  EXPECT_EQ((mem::alloc<std::uint32_t, mem::L1, 2>()(1)), 0xA5A5A5A5u);
  EXPECT_EQ((vec::Vec<std::uint32_t, 2>().lane(1)), 0xA5A5A5A5u);
  EXPECT_TRUE((vec::Mask<2>().lane(1)));
  auto x = tensor::full<std::uint16_t, 2, 2>(7);
  auto t = tile::load<4, 4>(x, {0, 0}, Valid{2, 2});
  EXPECT_EQ(t(1, 1), 7);
  EXPECT_EQ(t(1, 2), 0xA5A5u);
}

TEST(Poison, ChecksNothing) { EXPECT_FALSE(detail::checked); }

} // namespace
