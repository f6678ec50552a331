//===- analysis-intervals.cpp - values of expressions, and trip counts ------===//

#include "kernel.h"

#include "analysis/Intervals.h"
#include "analysis/TripCount.h"

using namespace rewrite;
using namespace rewrite::test;

namespace {

/// A kernel f of the body, with parameters of every kind.
struct Body {
  explicit Body(const std::string &body)
      : k("void f(int m, Index n, unsigned char b, bool c, In<Tensor<float, dyn, 8>> x, Index *out) {\n" + body +
          "\n}\n"),
        f(k.function("f")),
        analyses(f, k.summaries) {}

  /// The interval of what the n-th `seen` is set to.
  Interval seen(unsigned n = 0) {
    const Op *found = nullptr;
    walk(*f.body, [&](const Op &op) {
      if (op.kind == OpKind::Scalar && op.result() && op.result()->name.starts_with("seen") && n-- == 0)
        found = &op;
    });
    return intervalOf(found->operands[0].list[0], *found, analyses.memory);
  }

  std::string trips(TripForm form = TripForm::Bound) {
    const Op &loop = Kernel::op(f, OpKind::For);
    const std::optional<Words> words = loop.induction ? tripCount(loop, form, analyses.memory) : std::nullopt;
    if (!words)
      return "none";
    std::string out;
    for (const auto &piece : words->text.pieces)
      if (const auto *literal = std::get_if<std::string>(&piece))
        out += *literal;
      else if (const auto *range = std::get_if<SourceRange>(&piece))
        out += range->text();
      else
        out += std::get<const Variable *>(piece)->name;
    return out;
  }

  Kernel k;
  Function &f;
  Analyses analyses;
};

} // namespace

TEST(Intervals, ComeFromTypes) {
  EXPECT_EQ(Body("Index seen = m; (void)seen;").seen(), (Interval{INT32_MIN, INT32_MAX}));
  EXPECT_EQ(Body("Index seen = b + 1; (void)seen;").seen(), (Interval{1, 256}));
  EXPECT_EQ(Body("Index seen = n; (void)seen;").seen(), (Interval{INT64_MIN, INT64_MAX}));
}

TEST(Intervals, ComeFromLoopsAndScalars) {
  const std::string loop = "for (Index i = 2; i < 10; i += 2) ";
  EXPECT_EQ(Body(loop + "{ Index seen = 3 * i - 1; (void)seen; }").seen(), (Interval{5, 26}));
  EXPECT_EQ(Body(loop + "{ Index j = i / 4; Index seen = j + 1; (void)seen; }").seen(), (Interval{1, 3}));
  EXPECT_EQ(Body("Index seen = n % 4; (void)seen;").seen(), (Interval{-3, 3}));
}

TEST(Intervals, ASumIsNoLargerThanItsType) {
  EXPECT_EQ(Body("Index seen = m + m; (void)seen;").seen(), (Interval{INT32_MIN, INT32_MAX}));
}

TEST(Intervals, ExtentsAreNotNegative) {
  const Interval i = Body("for (Index i = 0; i < x.extent(0); ++i) { Index seen = i * 8; (void)seen; }").seen();
  EXPECT_EQ(i.low, 0);
  EXPECT_TRUE(i.fits(64));
}

TEST(TripCount, OfNumbersIsANumber) {
  EXPECT_EQ(Body("for (Index i = 4; i < 64; i += 4) {}").trips(), "15");
  EXPECT_EQ(Body("for (Index i = 0; i <= 8; i += 4) {}").trips(), "3");
  EXPECT_EQ(Body("for (Index i = 9; i < 4; i += 4) {}").trips(), "0");
}

TEST(TripCount, KeepsNames) {
  EXPECT_EQ(Body("constexpr Index rows = 64; for (Index i = 0; i < rows; i += 4) {}").trips(), "(rows + 3) / 4");
  EXPECT_EQ(Body("for (Index i = 0; i < x.extent(0); i += 4) {}").trips(), "(x.extent(0) + 3) / 4");
  EXPECT_EQ(Body("for (Index i = n; i < n + 10; i += 4) {}").trips(), "3");
}

TEST(TripCount, IsGuardedWhereASumCouldOverflow) {
  EXPECT_EQ(Body("for (int i = 0; i < m; i += 4) {}").trips(), "(m > 0 ? (m - 1) / 4 + 1 : 0)");
  EXPECT_EQ(Body("for (Index i = 0; i < n; i += 4) {}").trips(), "(n + 3) / 4");
  EXPECT_EQ(Body("for (Index i = 0; i < n; i += 4) if (i == m) break;").trips(), "(n > 0 ? (n - 1) / 4 + 1 : 0)");
  EXPECT_EQ(Body("for (Index i = n; i < m; i += 4) {}").trips(), "none");
}

TEST(TripCount, IsNotNegativeWhereThatMatters) {
  EXPECT_EQ(Body("for (Index i = 0; i < n; ++i) {}").trips(), "n");
  EXPECT_EQ(Body("for (Index i = 0; i < n; ++i) {}").trips(TripForm::Exact), "(n > 0 ? n : 0)");
  EXPECT_EQ(Body("for (Index i = 0; i < x.extent(0); ++i) {}").trips(TripForm::Exact), "x.extent(0)");
}

TEST(TripCount, OfAnotherConditionThanLessIsKnownForNumbers) {
  EXPECT_EQ(Body("for (Index i = 0; i != 12; i += 4) {}").trips(), "3");
  EXPECT_EQ(Body("for (Index i = 0; i != 10; i += 4) {}").trips(), "none");
  EXPECT_EQ(Body("for (Index i = 0; i != n; ++i) {}").trips(), "none");
}

TEST(Model, ASumOfAWiderTypeIsNotThatOfTheVariable) {
  Body b("int seen = m; seen += n; seen += m;");
  EXPECT_EQ(dump(b.f).find("seen = scalar((seen + n))"), std::string::npos) << dump(b.f);
  EXPECT_NE(dump(b.f).find("seen = scalar((seen + m))"), std::string::npos) << dump(b.f);
}

TEST(Model, EveryPlaceThatNamesAVariableIsKnown) {
  Body b("Index i = n; out[i] = i; const auto g = [i, &n] { return i + n; }; const auto h = [&] { return i; };\n"
         "(void)g; (void)h; (void)sizeof(i); { Index i = 3; (void)i; }");
  const Variable &i = Kernel::variable(b.f, "i");
  EXPECT_EQ(i.places.size(), 6u); // [i], i = i, captured, i + n, return i, sizeof
  for (const SourceRange &place : i.places)
    EXPECT_EQ(place.text(), "i");
}

TEST(Model, ALoopKnowsTheWordsOfItsHead) {
  Body b("for (Index i(2); i <= n; i = 3 + i) {}");
  const Induction &i = *Kernel::op(b.f, OpKind::For).induction;
  EXPECT_EQ(i.declaration.text(), "Index i(2)");
  EXPECT_EQ(i.condition.text(), "i <= n");
  EXPECT_EQ(i.increment.text(), "i = 3 + i");
  EXPECT_EQ(i.bound.range.text(), "n");
  EXPECT_EQ(i.by.range.text(), "3");
  EXPECT_TRUE(i.inclusive);
}
