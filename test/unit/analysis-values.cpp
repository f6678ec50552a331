//===- analysis-values.cpp - definitions, uses, stability -------------------===//

#include "kernel.h"

using namespace rewrite;
using namespace rewrite::test;

namespace {

struct Facts {
  explicit Facts(const std::string &body)
      : kernel("Index g(Index); void h(Index &);\nPTO_ORCHESTRATION void f(Index n, bool c) {\n" + body + "\n}"),
        f(kernel.function("f")),
        control(f),
        values(f, control) {}

  const Op &use(unsigned n = 0) { return Kernel::op(f, "g", n); }
  std::size_t reaching(const char *name, unsigned n = 0) {
    return values.reaching(Kernel::variable(f, name), use(n)).size();
  }

  Kernel kernel;
  const Function &f;
  Control control;
  Values values;
};

// Two vectors by reference may be one; a role promises that they are not.
TEST(Values, VectorsByReference) {
  Kernel k(R"(using V = vec::Vec<float, 8>;
PTO_INCORE void f(const V &x, V &y) {
  const auto a = vec::sqrt(x);
  y = y + y;
  vec::exp(x);
}
PTO_INCORE void g(In<V> x, Out<V> y) {
  const auto a = vec::sqrt(x);
  y = y + y;
  vec::exp(x);
})");
  for (const auto &[name, changes] : {std::pair("f", true), std::pair("g", false)}) {
    const Function &f = k.function(name);
    const Analyses a(f, k.summaries);
    const Op *changed = a.values.changedBetween(*f.parameters[0], Kernel::op(f, "vec.sqrt"), Kernel::op(f, "vec.exp"));
    EXPECT_EQ(changed != nullptr, changes) << name;
  }
}

} // namespace

TEST(Values, OneDefinitionReachesStraightOn) {
  Facts x("Index a = 1; a = 2; g(a);");
  EXPECT_EQ(x.reaching("a"), 1u);
}

TEST(Values, BranchesMerge) {
  Facts x("Index a = 1; if (c) a = 2; g(a);");
  EXPECT_EQ(x.reaching("a"), 2u);
}

TEST(Values, LoopsCarry) {
  Facts x("Index a = 1; for (Index i = 0; i < n; ++i) { g(a); a = a + 1; }");
  EXPECT_EQ(x.reaching("a"), 2u);
}

TEST(Values, ReferencesClobber) {
  Facts x("Index a = 1; h(a); g(a);");
  const auto defs = x.values.reaching(Kernel::variable(x.f, "a"), x.use());
  ASSERT_EQ(defs.size(), 1u);
  EXPECT_EQ(defs.begin()->kind, Definition::Kind::Clobber);
}

TEST(Values, StaticsAreNeverSure) {
  Facts x("static Index a = 1; g(a);");
  const auto defs = x.values.reaching(Kernel::variable(x.f, "a"), x.use());
  EXPECT_TRUE(defs.count({Definition::Kind::Unknown, nullptr, 0}));
}

TEST(Values, AddressTakenIsNeverSure) {
  Facts x("Index a = 1; Index *p = &a; *p = 3; g(a);");
  const auto defs = x.values.reaching(Kernel::variable(x.f, "a"), x.use());
  EXPECT_TRUE(defs.count({Definition::Kind::Unknown, nullptr, 0}));
}

TEST(Values, ChangedBetweenSeesLoopsAndCalls) {
  Facts x("Index a = 1; g(0); g(a); for (Index i = 0; i < n; ++i) a = i; g(a);");
  const Variable &a = Kernel::variable(x.f, "a");
  EXPECT_EQ(x.values.changedBetween(a, x.use(0), x.use(1)), nullptr);
  EXPECT_NE(x.values.changedBetween(a, x.use(1), x.use(2)), nullptr);
}

TEST(Values, ResolveFollowsArithmetic) {
  Facts x("for (Index i = 0; i < n; ++i) { Index a = i * 4; Index b = a + 1; g(b); }");
  const Expr e = x.values.resolve(Expr::of(&Kernel::variable(x.f, "b")), x.use());
  ASSERT_EQ(e.kind, Expr::Kind::Add);
  EXPECT_EQ(e.operands[0].kind, Expr::Kind::Mul);
  EXPECT_EQ(e.operands[0].operands[0].variable, &Kernel::variable(x.f, "i"));
}

TEST(Values, ResolveStopsWhereTheSourceMoved) {
  Facts x("Index a = n; Index b = a + 1; a = 7; g(b);");
  const Expr e = x.values.resolve(Expr::of(&Kernel::variable(x.f, "b")), x.use());
  // b is n + 1 still, but no longer a + 1: what is left must not name a.
  bool namesA = false;
  e.forEachVariable([&](const Variable *v) { namesA |= v == &Kernel::variable(x.f, "a"); });
  EXPECT_FALSE(namesA);
}
