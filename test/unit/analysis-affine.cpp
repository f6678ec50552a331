//===- analysis-affine.cpp - windows as integer sets ------------------------===//

#include "analysis/Affine.h"

#include <gtest/gtest.h>

using namespace rewrite;

namespace {

Expr c(std::int64_t v) { return Expr::constant(v); }
Expr operator+(Expr a, Expr b) { return Expr::binary(Expr::Kind::Add, std::move(a), std::move(b)); }
Expr operator*(Expr a, Expr b) { return Expr::binary(Expr::Kind::Mul, std::move(a), std::move(b)); }
Expr operator/(Expr a, Expr b) { return Expr::binary(Expr::Kind::Div, std::move(a), std::move(b)); }

struct Affine : testing::Test {
  Variable i, j, n;
  Expr I = Expr::of(&i), J = Expr::of(&j), N = Expr::of(&n);
  Induction loop(const Variable &v, Expr lower, Expr upper, std::int64_t step = 1) {
    return {const_cast<Variable *>(&v), std::move(lower), std::move(upper), step};
  }
};

} // namespace

TEST_F(Affine, ConstantWindows) {
  EXPECT_TRUE(affine::disjoint({{c(0), c(0)}, {c(1), c(8)}}, {{c(1), c(0)}, {c(1), c(8)}}, {}));
  EXPECT_FALSE(affine::disjoint({{c(0), c(0)}, {c(2), c(8)}}, {{c(1), c(0)}, {c(1), c(8)}}, {}));
}

TEST_F(Affine, SameSymbolPlusConstant) {
  EXPECT_TRUE(affine::disjoint({{I}, {c(1)}}, {{I + c(1)}, {c(1)}}, {}));
  EXPECT_FALSE(affine::disjoint({{I}, {c(2)}}, {{I + c(1)}, {c(1)}}, {}));
  EXPECT_FALSE(affine::disjoint({{I}, {c(1)}}, {{J}, {c(1)}}, {}));
}

TEST_F(Affine, LoopBoundsCount) {
  // j < 4 <= i
  const Ranges ranges = {loop(i, c(4), c(8)), loop(j, c(0), c(4))};
  EXPECT_TRUE(affine::disjoint({{I}, {c(1)}}, {{J}, {c(1)}}, ranges));
}

TEST_F(Affine, StepsCount) {
  EXPECT_TRUE(affine::disjointAcross({{I}, {c(4)}}, loop(i, c(0), c(64), 4), {}, {}));
  EXPECT_FALSE(affine::disjointAcross({{I}, {c(5)}}, loop(i, c(0), c(64), 4), {}, {}));
  EXPECT_TRUE(affine::disjointAcross({{I * c(4) + J}, {c(1)}}, loop(i, c(0), N), {loop(j, c(0), c(4))}, {}));
  EXPECT_FALSE(affine::disjointAcross({{I * c(4) + J}, {c(1)}}, loop(i, c(0), N), {loop(j, c(0), c(5))}, {}));
  EXPECT_FALSE(affine::disjointAcross({{c(0)}, {c(1)}}, loop(i, c(0), N), {}, {}));
}

TEST_F(Affine, QuotientsAreSymbols) {
  EXPECT_TRUE(affine::disjoint({{I / c(2)}, {c(1)}}, {{I / c(2) + c(1)}, {c(1)}}, {}));
  EXPECT_FALSE(affine::disjoint({{I / c(2)}, {c(1)}}, {{(I + c(1)) / c(2)}, {c(1)}}, {}));
  EXPECT_FALSE(affine::disjointAcross({{I / c(2)}, {c(1)}}, loop(i, c(0), c(8)), {}, {}));
}

TEST_F(Affine, ContainsIsSubset) {
  EXPECT_TRUE(affine::contains({{c(0)}, {c(8)}}, {{I}, {c(2)}}, {loop(i, c(0), c(7))}));
  EXPECT_FALSE(affine::contains({{c(0)}, {c(8)}}, {{I}, {c(2)}}, {loop(i, c(0), c(8))}));
}

TEST_F(Affine, CoverByConstantsAndLoops) {
  EXPECT_TRUE(
      affine::cover({{{{c(0), c(0)}, {c(1), c(4)}}, {}}, {{{c(0), c(4)}, {c(1), c(4)}}, {}}}, {c(1), c(8)}, {}));
  EXPECT_FALSE(
      affine::cover({{{{c(0), c(0)}, {c(1), c(4)}}, {}}, {{{c(0), c(5)}, {c(1), c(3)}}, {}}}, {c(1), c(8)}, {}));
  EXPECT_TRUE(affine::cover({{{{c(0), I}, {c(1), c(4)}}, {loop(i, c(0), c(8), 4)}}}, {c(1), c(8)}, {}));
  EXPECT_FALSE(affine::cover({{{{c(0), I}, {c(1), c(3)}}, {loop(i, c(0), c(8), 4)}}}, {c(1), c(8)}, {}));
  EXPECT_TRUE(affine::cover({{{{I}, {c(1)}}, {loop(i, c(0), N)}}}, {N}, {}));
  EXPECT_FALSE(affine::cover({{{{I}, {c(1)}}, {loop(i, c(0), N)}}}, {N + c(1)}, {}));
}

TEST_F(Affine, CoverDoesNotTrustAnUnknownThatVaries) {
  // Offsets i/2 * 2 may or may not hit everything: not for this analysis to say.
  EXPECT_FALSE(affine::cover({{{{(I * I)}, {c(8)}}, {loop(i, c(0), c(8))}}}, {c(8)}, {}));
}

TEST_F(Affine, OutsideOnlyWhenCertain) {
  EXPECT_TRUE(affine::certainlyOutside({{c(7)}, {c(2)}}, {c(8)}, {}));
  EXPECT_FALSE(affine::certainlyOutside({{I}, {c(2)}}, {c(8)}, {}));
  EXPECT_FALSE(affine::certainlyOutside({{I}, {c(1)}}, {c(8)}, {loop(i, c(0), c(8))}));
  EXPECT_TRUE(affine::certainlyOutside({{I}, {c(1)}}, {c(8)}, {loop(i, c(8), c(9))}));
}

TEST_F(Affine, EqualExpressions) {
  EXPECT_TRUE(affine::equal(I + J, J + I, {}));
  EXPECT_TRUE(affine::equal(c(2) * I, I + I, {}));
  EXPECT_FALSE(affine::equal(I, J, {}));
  EXPECT_FALSE(affine::equal(Expr(), Expr(), {}));
}
