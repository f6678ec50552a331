//===- frontend-vectors.cpp - vectors, memory references, loops that are calls -===//

#include "analysis/Constants.h"
#include "kernel.h"

using namespace rewrite;
using test::Kernel;

namespace {

TEST(Frontend, VectorsAreValuesOfOps) {
  Kernel k(
      R"(PTO_INCORE void f(In<mem::MemRef<bf16, mem::L1, 4, 8>> m, Out<mem::MemRef<bf16, mem::L1, 4, 8>> out, Index i) {
  auto v = vec::transfer_read<1, 8>(m, {i, 0});
  v = v * vec::exp(v) - v;
  const float s = vec::extract(vec::cast<float>(v), 0, 3);
  vec::transfer_write(v, out, {i, 0});
  mem::store(bf16(s), out, i, 0);
})");
  Function &f = k.function("f");
  const Op &read = Kernel::op(f, "vec.transfer_read");
  EXPECT_EQ(read.result()->type.kind, Type::Kind::Vector);
  EXPECT_EQ(read.result()->type.dims, (std::vector<Extent>{1, 8}));
  EXPECT_EQ(read.result()->type.element, "pto::dsl::bf16");
  const Type &m = f.parameters[0]->type;
  EXPECT_EQ(m.kind, Type::Kind::MemRef);
  EXPECT_EQ(m.dims, (std::vector<Extent>{4, 8}));
  const Op &sub = Kernel::op(f, "vec.sub");
  EXPECT_EQ(sub.result()->name, "v");
  EXPECT_EQ(sub.operands[0].variable, Kernel::op(f, "vec.mul").result());
  const Analyses a(f, k.summaries);
  const std::vector<Access> writes = a.memory.accesses(Kernel::op(f, "vec.transfer_write"));
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_TRUE(writes[0].writes() && writes[0].view.window);
  EXPECT_EQ(writes[0].view.root.variable, f.parameters[1]);
  EXPECT_TRUE(a.memory.accesses(Kernel::op(f, "mem.store")).back().view.window);
}

TEST(Frontend, LoopsThatAreCalls) {
  Kernel k(R"(PTO_INCORE void f(InOut<mem::MemRef<float, mem::L1, 4, 8>> m, Index n) {
  air::herd<4, 2>([&](Index x, Index y) { m(x, y) = 0.0f; });
  scf::forall(n, 8, [&](Index i, Index j) { m(i, j) = 1.0f; });
  linalg::generic<linalg::par<4>, linalg::red<8>>([&](Index i, Index j) { m(i, 0) = m(i, 0) + m(i, j) * 2.0f; });
})");
  Function &f = k.function("f");
  unsigned herds = 0, foralls = 0, generics = 0;
  walk(*f.body, [&](const Op &op) {
    herds += op.iterates("air.herd");
    foralls += op.iterates("scf.forall");
    if (!op.iterates("linalg.generic"))
      return;
    ++generics;
    ASSERT_TRUE(op.lambda);
    EXPECT_EQ(op.lambda->extents, (std::vector<std::int64_t>{4, 8}));
    EXPECT_EQ(op.lambda->reduction, (std::vector<bool>{false, true}));
    ASSERT_EQ(op.lambda->steps.size(), 1u);
    EXPECT_EQ(op.lambda->steps[0].kind, Step::Kind::Store);
    EXPECT_EQ(op.lambda->steps[0].value.name, "add");
  });
  EXPECT_EQ(herds, 1u);
  EXPECT_EQ(foralls, 1u);
  EXPECT_EQ(generics, 1u);
  const Op &outer = Kernel::op(f, OpKind::Parallel, 0), &inner = Kernel::op(f, OpKind::Parallel, 1);
  EXPECT_EQ(outer.induction->tripCount(), 4);
  EXPECT_EQ(inner.induction->tripCount(), 2);
  EXPECT_EQ(inner.parent->owner, &outer);
  EXPECT_FALSE(Kernel::op(f, OpKind::Parallel, 2).induction->tripCount());
}

TEST(Frontend, BodiesOfStructuredOps) {
  Kernel k(R"(constexpr float eps = 0.5f;
PTO_INCORE void f(In<mem::MemRef<bf16, mem::L1, 8>> a, Out<mem::MemRef<bf16, mem::L1, 8>> out, float c) {
  linalg::map([&](bf16 x) {
    const float y = x * c;
    return bf16(y > 0.0f ? math::exp(y) : eps);
  }, a, out);
  int calls = 0;
  linalg::map([&](bf16 x) { ++calls; return x; }, a, out);
})");
  Function &f = k.function("f");
  const Op &map = Kernel::op(f, "linalg.map");
  ASSERT_TRUE(map.lambda);
  ASSERT_EQ(map.lambda->steps.size(), 2u);
  const Term &y = map.lambda->steps[0].value; // float(x) * c
  EXPECT_EQ(y.name, "mul");
  EXPECT_EQ(y.operands[0].kind, Term::Kind::Cast);
  EXPECT_EQ(y.operands[0].operands[0].kind, Term::Kind::Parameter);
  EXPECT_EQ(y.operands[1].variable, f.parameters[2]);
  const Term &result = map.lambda->steps[1].value;
  EXPECT_EQ(result.kind, Term::Kind::Cast);
  EXPECT_EQ(result.type.element, "pto::dsl::bf16");
  EXPECT_EQ(result.operands[0].kind, Term::Kind::Select);
  EXPECT_EQ(map.info.reads, std::vector<int>{1});
  EXPECT_EQ(map.info.writes, std::vector<int>{2});
  // What has an effect is no body: everything may happen.
  bool opaque = false;
  walk(*f.body, [&](const Op &op) { opaque |= op.kind == OpKind::Opaque && op.touchesUnknown; });
  EXPECT_TRUE(opaque);
}

TEST(Frontend, QuotientsAndHalves) {
  Kernel k(R"(PTO_INCORE float f(float x, In<mem::MemRef<bf16, mem::L1, 8>> a) {
  const float one = 1.0f;
  const bf16 h(2.0f);
  const bf16 copy = h;
  const double d = 1.0 / math::sqrt(x);
  return one / math::sqrt(x) * float(copy / mem::load(a, 0));
})");
  Function &f = k.function("f");
  const Op &ofDouble = Kernel::op(f, "math.div", 0), &ofFloat = Kernel::op(f, "math.div", 1);
  EXPECT_EQ(ofDouble.operands[1].list[0].kind, Expr::Kind::Opaque); // a conversion stands between
  EXPECT_EQ(ofFloat.operands[1].list[0].variable, Kernel::op(f, "math.sqrt", 1).result());
  EXPECT_EQ(ofFloat.operands[0].list[0].variable, &Kernel::variable(f, "one"));
  const Op &ofHalf = Kernel::op(f, "math.div", 2);
  EXPECT_EQ(ofHalf.operands[0].list[0].variable, &Kernel::variable(f, "copy"));
  const Analyses a(f, k.summaries);
  EXPECT_EQ(realOf(ofFloat.operands[0], ofFloat, a.values), 1.0);
  EXPECT_EQ(realOf(ofHalf.operands[0], ofHalf, a.values), 2.0);
  EXPECT_EQ(realOf(ofHalf.operands[1], ofHalf, a.values), std::nullopt);
}

TEST(Frontend, BodiesSayEachConversion) {
  Kernel k(R"(constexpr float eps = 0.5f;
#define TWO 2
PTO_INCORE void f(InOut<mem::MemRef<bf16, mem::L1, 8>> a, InOut<mem::MemRef<std::int8_t, mem::L1, 8>> n, bool flag) {
  linalg::generic<linalg::par<8>>([&](Index i) {
    bf16 x = -a(i) * a(i);
    a(i) += x;
    n(i) -= n(i);
    mem::store(bf16(mem::load(a, i) + eps * TWO), a, i);
  });
  linalg::map([&](const std::int8_t &x) { return std::int8_t(flag && !(x < 3) ? x : 0); }, n, n);
})");
  Function &f = k.function("f");
  const Lambda &generic = *Kernel::op(f, OpKind::Parallel).lambda;
  ASSERT_EQ(generic.steps.size(), 4u);
  const Term &product = generic.steps[0].value; // half and bf16 have arithmetic of their own
  EXPECT_EQ(product.name, "mul");
  EXPECT_EQ(product.type.element, "pto::dsl::bf16");
  EXPECT_EQ(product.operands[0].kind, Term::Kind::Unary);
  const Term &sum = generic.steps[1].value;
  EXPECT_EQ(sum.name, "add");
  EXPECT_EQ(sum.operands[0].kind, Term::Kind::Element);
  EXPECT_EQ(sum.operands[1].kind, Term::Kind::Local);
  const Term &wrapped = generic.steps[2].value; // int8(int(n) - int(n))
  EXPECT_EQ(wrapped.kind, Term::Kind::Cast);
  EXPECT_TRUE(wrapped.implicit);
  EXPECT_EQ(wrapped.type.element, "signed char");
  EXPECT_EQ(wrapped.operands[0].type.element, "int");
  EXPECT_EQ(wrapped.operands[0].operands[0].kind, Term::Kind::Cast);
  const Term &stored = generic.steps[3].value;
  EXPECT_EQ(generic.steps[3].target.variable, f.parameters[0]);
  EXPECT_FALSE(stored.implicit); // bf16(...)
  EXPECT_EQ(stored.operands[0].operands[0].kind, Term::Kind::Cast);
  EXPECT_TRUE(stored.operands[0].operands[0].implicit); // float(a)
  const Term &constants = stored.operands[0].operands[1];
  EXPECT_EQ(constants.operands[0].name, "eps");
  EXPECT_EQ(constants.operands[1].operands[0].name, "TWO");
  const Term &chosen = Kernel::op(f, "linalg.map").lambda->steps[0].value.operands[0];
  EXPECT_EQ(chosen.kind, Term::Kind::Select);
  EXPECT_EQ(chosen.operands[0].name, "land");
  EXPECT_EQ(chosen.operands[0].operands[1].name, "lnot");
}

TEST(Frontend, BodiesThatAreNotUnderstoodLeaveHandlesAlone) {
  Kernel k(R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8>> a, Out<mem::MemRef<float, mem::L1, 8>> out) {
  int calls = 0;
  auto other = mem::alloc<float, mem::L1, 8>();
  linalg::map([&](float x) {
    if (x > 0.0f)
      return x;
    ++calls;
    return 0.0f;
  }, a, out);
  linalg::map([&](float x) { other = mem::alloc<float, mem::L1, 8>(); return x + other(0); }, a, out);
})");
  Function &f = k.function("f");
  const Op &first = Kernel::op(f, OpKind::Opaque, 0);
  EXPECT_EQ(first.info.name, "linalg.map");
  EXPECT_FALSE(first.mayTransferOut);
  EXPECT_FALSE(f.parameters[0]->escapes || f.parameters[1]->escapes);
  const auto changes = [&](const Op &op, const char *name) {
    return std::any_of(op.clobbers.begin(), op.clobbers.end(), [&](const Variable *v) { return v->name == name; });
  };
  EXPECT_TRUE(changes(first, "calls"));
  EXPECT_FALSE(changes(first, "out") || changes(first, "x"));
  EXPECT_TRUE(changes(Kernel::op(f, OpKind::Opaque, 1), "other"));
}

TEST(Names, FreshBesideLambdas) {
  Kernel k(
      R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8>> a, InOut<mem::MemRef<float, mem::L1, 8>> out, float s) {
  linalg::map([&](float x) { const float y = x * s; return y; }, a, out);
  linalg::map([&](float x) { return x; }, a, out);
  linalg::map([&](float s) { return s; }, a, out);
})");
  const Names names(k.function("f"));
  EXPECT_EQ(names.freshBesideLambdas("x", {}), "x");
  EXPECT_EQ(names.freshBesideLambdas("x", {"x", "x2"}), "x3");
  EXPECT_EQ(names.freshBesideLambdas("y", {}), "y");
  EXPECT_EQ(names.freshBesideLambdas("s", {}), "s2");
  EXPECT_EQ(names.freshBesideLambdas("a", {}), "a2");
  EXPECT_EQ(names.fresh("x"), "x2");
}

TEST(Frontend, Tags) {
  Kernel k(R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8>> a, Out<mem::MemRef<float, mem::L1, 8>> out) {
  PTO_TAG("k") for (Index k = 0; k < 2; ++k) {
    PTO_TAG("read") PTO_TAG("twice") const auto v = vec::transfer_read<8>(a, {0});
    PTO_TAG("write") vec::transfer_write(v, out, {0});
  }
})");
  Function &f = k.function("f");
  using Tags = std::vector<std::string>;
  EXPECT_EQ(Kernel::op(f, OpKind::For).statement->tags, Tags{"k"});
  const Statement &read = *Kernel::op(f, "vec.transfer_read").statement;
  EXPECT_EQ(read.tags, (Tags{"read", "twice"}));
  EXPECT_TRUE(read.range.valid());
  EXPECT_LT(read.begin, read.range.begin + 1);
  EXPECT_EQ(f.range.file->bytes.substr(read.begin, 15), "PTO_TAG(\"read\")");
  EXPECT_EQ(Kernel::op(f, "vec.transfer_write").statement->tags, Tags{"write"});
}

TEST(Frontend, CapturesByCopy) {
  Kernel k(
      R"(PTO_INCORE void f(InOut<mem::MemRef<float, mem::L1, 8>> m, InOut<mem::MemRef<float, mem::L1, 8>> n, Index i) {
  air::herd<4>([m, i](Index x) { m(x + i) = 0.0f; });
  air::herd<4>([n, i](Index x) mutable { n(x + i) = 0.0f; ++i; });
})");
  Function &f = k.function("f");
  EXPECT_FALSE(f.parameters[0]->escapes); // another handle to the same elements
  EXPECT_TRUE(f.parameters[1]->escapes);
  EXPECT_TRUE(f.parameters[2]->escapes);
}

TEST(Frontend, KnowsHowATypeIsSpelled) {
  Kernel k(R"(using V = vec::Vec<float, 4, 8>;
#define SHAPE 4, 8
PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 4, 8>> m) {
  const auto &a = vec::load<4, 8>(m, {0, 0});
  const vec::Vec<float, 4, 8> b = a;
  V const &c = a + b;
  vec::Vec<float, SHAPE> d = c;
  vec::Mask<4, 8> e = vec::cmp(c, d, Cmp::LT);
})");
  const Function &f = k.function("f");
  const auto named = [&](const std::string &name) -> const Variable & {
    return **std::find_if(f.variables.begin(), f.variables.end(), [&](const auto &v) { return v->name == name; });
  };
  EXPECT_TRUE(named("a").declaredAuto);
  EXPECT_FALSE(named("a").declaredType.valid());
  EXPECT_EQ(named("b").declaredType.text(), "vec::Vec<float, 4, 8>");
  EXPECT_EQ(named("b").declaredDims.text(), "4, 8");
  EXPECT_EQ(named("c").declaredType.text(), "V");
  EXPECT_FALSE(named("c").declaredDims.valid());
  EXPECT_FALSE(named("d").declaredDims.valid()); // a macro that spells a part of it alone
  EXPECT_EQ(named("e").declaredType.text(), "vec::Mask<4, 8>");
  EXPECT_FALSE(named("e").declaredDims.valid());
}

TEST(Frontend, KnowsWhereANameIsSpelled) {
  Kernel k(R"(#define USE(v) v
PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out) {
  auto known = vec::load<8>(m, {0});
  known = (known) * known;
  { float known = 1; mem::store(known, out, 0); }
  auto typed = vec::load<8>(m, {0});
  decltype(typed) same = known;
  auto member = same + typed;
  const float lane = member.lane(0);
  auto given = vec::splat<float, 8>(lane);
  auto captured = given;
  const auto sum = [&] { return captured.lane(0); };
  vec::store(USE(given), out, {0});
#if 0
  vec::store(same, out, {0});
#endif
  vec::store(known * captured * vec::splat<float, 8>(sum()), out, {0});
})");
  const Function &f = k.function("f");
  const auto known = [&](const std::string &name) {
    for (const auto &v : f.variables)
      if (v->name == name && v->type.isHandle())
        return Names(f).everySpellingIsKnown(*v);
    return false;
  };
  EXPECT_TRUE(known("known"));
  for (const char *name : {"typed", "same", "member", "given", "captured"})
    EXPECT_FALSE(known(name)) << name;
}

} // namespace
