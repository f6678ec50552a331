//===- analysis-control.cpp - flow graph, dominance, exits ------------------===//

#include "analysis/Loops.h"
#include "kernel.h"

using namespace rewrite;
using namespace rewrite::test;

static const char *const marks = "Index mark(Index);\n";

/// Ops are found by the argument of mark(n).
static const Op &mark(const Function &f, std::int64_t n) {
  const Op *found = nullptr;
  walk(*f.body, [&](const Op &op) {
    if (op.kind == OpKind::Call && op.callee->shortName == "mark" && op.operands[0].list[0].value == n)
      found = &op;
  });
  EXPECT_NE(found, nullptr) << n;
  return *found;
}

TEST(Control, BranchesDoNotDominateTheJoin) {
  Kernel k(std::string(marks) +
           "PTO_ORCHESTRATION void f(bool c) { mark(1); if (c) { mark(2); } else { mark(3); } mark(4); }");
  const Function &f = k.function("f");
  const Control control(f);
  EXPECT_TRUE(control.dominates(mark(f, 1), mark(f, 4)));
  EXPECT_FALSE(control.dominates(mark(f, 2), mark(f, 4)));
  EXPECT_TRUE(control.postDominates(mark(f, 4), mark(f, 2)));
  EXPECT_FALSE(control.reaches(mark(f, 2), mark(f, 3)));
}

TEST(Control, ABodyMayRunZeroTimes) {
  Kernel k(std::string(marks) + "PTO_ORCHESTRATION void f(Index n) { for (Index i = 0; i < n; ++i) { mark(1); } "
                                "mark(2); do { mark(3); } while (mark(4)); }");
  const Function &f = k.function("f");
  const Control control(f);
  EXPECT_FALSE(control.dominates(mark(f, 1), mark(f, 2)));
  EXPECT_TRUE(control.dominates(mark(f, 3), mark(f, 4)));
  EXPECT_TRUE(control.reaches(mark(f, 1), mark(f, 1)));
  EXPECT_FALSE(control.reaches(mark(f, 2), mark(f, 1)));
}

TEST(Control, BreakSkipsTheRest) {
  Kernel k(std::string(marks) +
           "PTO_ORCHESTRATION void f(bool c) { while (c) { mark(1); if (mark(2)) break; mark(3); } mark(4); }");
  const Function &f = k.function("f");
  const Control control(f);
  EXPECT_FALSE(control.postDominates(mark(f, 3), mark(f, 1)));
  EXPECT_TRUE(control.postDominates(mark(f, 4), mark(f, 1)));
}

TEST(Control, SwitchFallsThrough) {
  Kernel k(std::string(marks) + "PTO_ORCHESTRATION void f(Index n) { switch (n) { case 0: mark(1); case 1: mark(2); "
                                "break; default: mark(3); } mark(4); }");
  const Function &f = k.function("f");
  const Control control(f);
  EXPECT_TRUE(control.reaches(mark(f, 1), mark(f, 2)));
  EXPECT_FALSE(control.reaches(mark(f, 2), mark(f, 3)));
  EXPECT_FALSE(control.dominates(mark(f, 1), mark(f, 2)));
}

TEST(Control, BetweenIsWhatLiesOnSomePath) {
  Kernel k(
      std::string(marks) +
      "PTO_ORCHESTRATION void f(Index n) { mark(1); for (Index i = 0; i < n; ++i) { mark(2); } mark(3); mark(4); }");
  const Function &f = k.function("f");
  const Control control(f);
  const auto between = control.between(mark(f, 1), mark(f, 3));
  EXPECT_NE(std::find(between.begin(), between.end(), &mark(f, 2)), between.end());
  EXPECT_EQ(std::find(between.begin(), between.end(), &mark(f, 4)), between.end());
  EXPECT_EQ(std::find(between.begin(), between.end(), &mark(f, 3)), between.end());
}

TEST(Control, BetweenGoesRoundLoopsThatFromIsNotIn) {
  Kernel k(std::string(marks) +
           "PTO_ORCHESTRATION void f(Index n) { mark(1); for (Index i = 0; i < n; ++i) { mark(2); mark(3); } }");
  const Function &f = k.function("f");
  const Control control(f);
  const auto fromOutside = control.between(mark(f, 1), mark(f, 2));
  EXPECT_NE(std::find(fromOutside.begin(), fromOutside.end(), &mark(f, 3)), fromOutside.end());
  EXPECT_NE(std::find(fromOutside.begin(), fromOutside.end(), &mark(f, 2)), fromOutside.end());
  EXPECT_TRUE(control.between(mark(f, 2), mark(f, 3)).empty()) << "the way round passes mark(2) again";
}

TEST(Loops, EarlyExitsAreFound) {
  Kernel k(std::string(marks) +
           "PTO_ORCHESTRATION void f(bool c) { mark(1); while (c) { if (c) break; } mark(2); if (c) return; mark(3);\n"
           "  scf::parallel(4, [&](Index) { if (c) return; mark(4); }); mark(5); }");
  const Function &f = k.function("f");
  EXPECT_EQ(earlyExit(*f.body, nullptr, &mark(f, 2)), nullptr) << "a break leaves its own loop only";
  EXPECT_NE(earlyExit(*f.body, &mark(f, 2), &mark(f, 3)), nullptr);
  EXPECT_EQ(earlyExit(*f.body, &mark(f, 3), &mark(f, 5)), nullptr) << "a return in a parallel body ends the iteration";
}

TEST(Loops, HappensAlwaysMeansOnEveryPath) {
  Kernel k(std::string(marks) + "PTO_ORCHESTRATION void f(bool c, Index n) { mark(1); if (c) mark(2); for (Index i = "
                                "0; i < n; ++i) { mark(3); if (c) continue; mark(4); }\n"
                                "  while (c) { mark(5); } if (c) return; mark(6); }");
  const Function &f = k.function("f");
  EXPECT_TRUE(happensAlways(mark(f, 1), *f.body));
  EXPECT_FALSE(happensAlways(mark(f, 2), *f.body));
  EXPECT_TRUE(happensAlways(mark(f, 3), *f.body));
  EXPECT_FALSE(happensAlways(mark(f, 4), *f.body));
  EXPECT_FALSE(happensAlways(mark(f, 5), *f.body));
  EXPECT_FALSE(happensAlways(mark(f, 6), *f.body));
}

TEST(Loops, CountsExecutions) {
  Kernel k(
      std::string(marks) +
      "PTO_ORCHESTRATION void f(Index n) { for (Index i = 0; i < 10; i += 3) for (Index j = 2; j <= 4; ++j) mark(1);\n"
      "  for (Index i = 0; i < n; ++i) mark(2); }");
  const Function &f = k.function("f");
  EXPECT_EQ(executions(mark(f, 1)), std::optional<std::int64_t>(12));
  EXPECT_EQ(executions(mark(f, 2)), std::nullopt);
}
