//===- analysis-lanes.cpp - where lanes come from, how many digits they have -===//

#include "analysis/Digits.h"
#include "analysis/Lanes.h"
#include "kernel.h"

using namespace rewrite;
using test::Kernel;

namespace {

/// "w0 w0 w1 w1 4 8 ?" for what the first operand of the store is made of.
std::string lanesOf(const std::string &code) {
  Kernel k("PTO_INCORE void f(In<mem::MemRef<int, mem::L1, 4>> m, Index n, Out<mem::MemRef<int, mem::L1, 64>> out) {\n"
           "  auto w = vec::load<4>(m, {0});\n" +
           code + "\n}");
  const Function &f = k.function("f");
  const Analyses a(f, k.summaries);
  const Op &store = Kernel::op(f, "vec.store");
  Lanes lanes(a.values);
  std::string out;
  for (const Lane &lane : lanes.of(*store.operands[0].variable, store)) {
    out += out.empty() ? "" : " ";
    if (lane.number)
      out += std::to_string(*lane.number);
    else if (lane.vector)
      out += (lane.vector->name.empty() ? "%" : lane.vector->name) + std::to_string(lane.index);
    else
      out += "?";
  }
  return out;
}

TEST(Lanes, FollowsWhatMovesThem) {
  EXPECT_EQ(lanesOf("vec::store(vec::shuffle<3, 3, 0>(w), out, {0});"), "w3 w3 w0");
  EXPECT_EQ(lanesOf("vec::store(vec::shape_cast<8>(vec::broadcast<2, 4>(w)), out, {0});"), "w0 w1 w2 w3 w0 w1 w2 w3");
  EXPECT_EQ(lanesOf("vec::store(vec::shape_cast<8>(vec::broadcast<4, 2>(vec::shape_cast<4, 1>(w))), out, {0});"),
            "w0 w0 w1 w1 w2 w2 w3 w3");
  EXPECT_EQ(lanesOf("auto c = w; vec::store(vec::concat(c, vec::extract_slice<2>(w, {1})), out, {0});"),
            "w0 w1 w2 w3 w1 w2");
  EXPECT_EQ(lanesOf("vec::store(vec::interleave(w, vec::splat<int, 4>(7)), out, {0});"), "w0 7 w1 7 w2 7 w3 7");
  EXPECT_EQ(lanesOf("vec::store(vec::insert(5, w, 2), out, {0});"), "w0 w1 5 w3");
  EXPECT_EQ(lanesOf("vec::store(vec::insert(int(n), w, 2), out, {0});"), "w0 w1 ? w3");
  EXPECT_EQ(lanesOf("vec::store(vec::insert_slice(vec::splat<int, 2>(1), w, {1}), out, {0});"), "w0 1 1 w3");
  EXPECT_EQ(lanesOf("vec::store(vec::insert(5, w, n), out, {0});"), "%0 %1 %2 %3");
}

TEST(Lanes, KnowsNumbers) {
  EXPECT_EQ(lanesOf("vec::store((vec::step<int, 4>() << vec::splat<int, 4>(2)) + vec::splat<int, 4>(1), out, {0});"),
            "1 5 9 13");
  EXPECT_EQ(
      lanesOf(
          "vec::store(vec::cast<int>(vec::splat<std::int8_t, 2>(100) + vec::splat<std::int8_t, 2>(100)), out, {0});"),
      "-56 -56");
  EXPECT_EQ(lanesOf("vec::store(w + vec::splat<int, 4>(1), out, {0});"), "%0 %1 %2 %3");
}

TEST(Lanes, OneOfSeveralValuesIsNone) {
  EXPECT_EQ(lanesOf("if (n > 1) w = w + w;\nvec::store(w, out, {0});"), "? ? ? ?");
  EXPECT_EQ(lanesOf("auto c = w; w = c * c; vec::store(c, out, {0});"), "w0 w1 w2 w3");
}

/// "8 digits, 2^0 .. 2^8" of the vector that is stored; the product of it and itself.
struct Seen {
  Digits digits;
  bool exact = false;
};
Seen digitsOf(const std::string &made) {
  Kernel k("PTO_INCORE void f(In<mem::MemRef<bf16, mem::L1, 4>> b, In<mem::MemRef<half, mem::L1, 4>> h, "
           "In<mem::MemRef<std::int8_t, mem::L1, 4>> i, In<mem::MemRef<float, mem::L1, 4>> x, "
           "Out<mem::MemRef<float, mem::L1, 4>> out) {\n  vec::store(" +
           made + ", out, {0});\n}");
  const Function &f = k.function("f");
  const Analyses a(f, k.summaries);
  const Op &store = Kernel::op(f, "vec.store");
  const std::optional<Digits> d = digitsOf(*store.operands[0].variable, store, a.values);
  EXPECT_TRUE(d.has_value()) << made;
  return {d.value_or(Digits()), d && isExactProduct(*d, *d)};
}

TEST(Digits, FollowsWhatWidens) {
  EXPECT_EQ(digitsOf("vec::load<4>(x, {0})").digits.digits, 24);
  EXPECT_EQ(digitsOf("vec::cast<float>(vec::load<4>(b, {0}))").digits.digits, 8);
  EXPECT_FALSE(digitsOf("vec::cast<float>(vec::load<4>(b, {0}))").exact); // too large or too small
  EXPECT_TRUE(digitsOf("vec::cast<float>(vec::load<4>(h, {0}))").exact);
  EXPECT_TRUE(digitsOf("vec::cast<float>(vec::cast<bf16>(vec::load<4>(i, {0})))").exact);
  EXPECT_TRUE(digitsOf("-vec::cast<float>(vec::shuffle<3, 2, 1, 0>(vec::load<4>(i, {0})))").exact);
  EXPECT_EQ(digitsOf("vec::cast<float>(vec::load<4>(h, {0}) * vec::load<4>(h, {0}))").digits.digits, 11);
  EXPECT_FALSE(digitsOf("vec::cast<float>(vec::load<4>(b, {0})) + vec::cast<float>(vec::load<4>(b, {0}))").exact);
}

TEST(Digits, OfAllThatIsPutTogether) {
  EXPECT_EQ(
      digitsOf("vec::shuffle<0, 1, 4, 5>(vec::cast<float>(vec::load<4>(b, {0})), vec::load<4>(x, {0}))").digits.digits,
      24);
  EXPECT_EQ(digitsOf("vec::concat(vec::cast<float>(vec::load<2>(b, {0})), vec::cast<float>(vec::load<2>(h, {0})))")
                .digits.digits,
            11);
}

TEST(Digits, OfNumbers) {
  const Digits half = digitsOf("vec::splat<float, 4>(0.5f)").digits;
  EXPECT_EQ(half.digits, 1);
  EXPECT_EQ(half.lowest, -1);
  EXPECT_EQ(half.highest, 0);
  const Digits five = digitsOf("vec::splat<float, 4>(-2.5f)").digits;
  EXPECT_EQ(five.digits, 3);
  EXPECT_EQ(five.lowest, -1);
  EXPECT_EQ(five.highest, 2);
  EXPECT_EQ(digitsOf("vec::splat<float, 4>(0.1f)").digits.digits, 24);
}

} // namespace
