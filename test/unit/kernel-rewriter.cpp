//===- kernel-rewriter.cpp - edits of the text alone ------------------------===//

#include "kernel.h"
#include "kernel/Printer.h"
#include "kernel/Spelling.h"
#include "passes/Footprint.h"

using namespace rewrite;
using test::Kernel;

namespace {

/// The lines of the function after the edits.
std::string printed(const Function &f) {
  const std::string text = applyEdits(f.range.file->bytes, printEdits(f));
  return text.substr(f.range.begin, text.size() - (f.range.file->bytes.size() - f.range.end) - f.range.begin);
}

TEST(Rewriter, StatementsBesideAStatement) {
  Kernel k(R"(PTO_INCORE void f(Index n) {
  Index a = n;
  for (Index i = 0; i < n; ++i) {
    a += i;
  }
})");
  Function &f = k.function("f");
  const Op &loop = Kernel::op(f, OpKind::For);
  Rewriter rw(f);
  rw.before(*loop.statement, Text("Index b = 0;"));
  rw.before(*loop.statement, Text("Index c = 0;"));
  rw.first(*loop.regions[2], Text("b += 1;"));
  rw.last(*loop.regions[2], Text("c += 1;"));
  rw.after(*loop.statement, Text("a += b;"));
  EXPECT_EQ(printed(f), R"(void f(Index n) {
  Index a = n;
  Index b = 0;
  Index c = 0;
  for (Index i = 0; i < n; ++i) {
    b += 1;
    a += i;
    c += 1;
  }
  a += b;
})");
}

TEST(Rewriter, ABodyWithoutBracesGetsSome) {
  Kernel k(R"(PTO_INCORE void f(Index n) {
  Index a = n;
  for (Index i = 0; i < n; ++i)
    a += i;
  for (Index i = 0; i < n; ++i) a += i;
})");
  Function &f = k.function("f");
  Rewriter rw(f);
  const Op &first = Kernel::op(f, OpKind::For, 0), &second = Kernel::op(f, OpKind::For, 1);
  rw.before(*first.regions[2]->ops[0]->statement, Text("a += 1;"));
  rw.after(*first.regions[2]->ops[0]->statement, Text("a += 2;"));
  rw.last(*second.regions[2], Text("a += 3;"));
  EXPECT_EQ(printed(f), R"(void f(Index n) {
  Index a = n;
  for (Index i = 0; i < n; ++i) {
    a += 1;
    a += i;
    a += 2;
  }
  for (Index i = 0; i < n; ++i) { a += i; a += 3; }
})");
}

TEST(Rewriter, BodiesThatEndAtOnePlaceCloseFromWithin) {
  Kernel k(R"(PTO_INCORE void f(Index n) {
  Index a = n;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      a += i;
  while (a > n) { // again
    --a;
  }
})");
  Function &f = k.function("f");
  Rewriter rw(f);
  const Op &outer = Kernel::op(f, OpKind::For, 0), &inner = Kernel::op(f, OpKind::For, 1);
  rw.after(*outer.statement, Text("a += 4;"));
  rw.after(*inner.statement, Text("a += 3;"));
  rw.last(*inner.regions[2], Text("a += 2;"));
  rw.first(*inner.regions[2], Text("a += 1;"));
  rw.first(*Kernel::op(f, OpKind::While).regions[1], Text("a -= 1;"));
  EXPECT_EQ(printed(f), R"(void f(Index n) {
  Index a = n;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      a += 1;
      a += i;
      a += 2;
    }
    a += 3;
  }
  a += 4;
  while (a > n) { // again
    a -= 1;
    --a;
  }
})");
}

TEST(Rewriter, WhatIsMovedKeepsItsSpelling) {
  Kernel k(R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out) {
  PTO_TAG("t") const auto v = vec::transfer_read<8>(m, {0});
  vec::transfer_write(v + v, out, {0});
})");
  Function &f = k.function("f");
  const Op &read = Kernel::op(f, "vec.transfer_read");
  Rewriter rw(f);
  Text t("const auto w = ");
  t << Original{read.range} << ";";
  rw.before(*read.statement, std::move(t));
  rw.respell(read, Text("w"));
  EXPECT_EQ(printed(f), R"(void f(In<mem::MemRef<float, mem::L1, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out) {
  const auto w = vec::transfer_read<8>(m, {0});
  PTO_TAG("t") const auto v = w;
  vec::transfer_write(v + v, out, {0});
})");
  EXPECT_EQ(rw.fresh("w"), "w2");
  EXPECT_EQ(rw.fresh("x"), "x");
  EXPECT_EQ(rw.dsl("vec::fma"), "vec::fma");
}

TEST(Rewriter, NamesOfTheDslWhereTheyAreHidden) {
  Kernel k(R"(namespace user { struct vec {}; PTO_INCORE void hidden(Index) {} }
PTO_INCORE void local(Index mem) { (void)mem; }
PTO_INCORE void plain(Index) {})");
  EXPECT_EQ(Rewriter(k.function("hidden")).dsl("vec::fma"), "::pto::dsl::vec::fma");
  EXPECT_EQ(Rewriter(k.function("local")).dsl("vec::fma"), "::pto::dsl::vec::fma");
  EXPECT_EQ(Rewriter(k.function("plain")).dsl("vec::fma"), "vec::fma");
}

TEST(Footprint, OfTwoCandidates) {
  Kernel k(R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out) {
  const auto a = vec::transfer_read<8>(m, {0});
  const auto b = vec::exp(a);
  const auto c = vec::transfer_read<8>(m, {0});
  vec::transfer_write(b + c, out, {0});
})");
  Function &f = k.function("f");
  Rewriter rw(f);
  const Op &a = Kernel::op(f, "vec.transfer_read", 0), &b = Kernel::op(f, "vec.exp"),
           &c = Kernel::op(f, "vec.transfer_read", 1);
  rw.respell(a, Text("a0"));
  const Footprint first(f, a, 0);
  rw.respell(b, Text("b0"));
  const Footprint second(f, b, 1); // reads what the first defines
  rw.respell(c, Text("c0"));
  const Footprint third(f, c, 2);
  EXPECT_TRUE(first.touches(second));
  EXPECT_TRUE(second.touches(first));
  EXPECT_FALSE(first.touches(third));
  EXPECT_FALSE(third.touches(second));
}

TEST(Spelling, OfExpressionsAndTypes) {
  Variable x;
  x.name = "x";
  const Expr v = Expr::of(&x), two = Expr::constant(2);
  const auto text = [](const Expr &e) {
    std::string out;
    const std::optional<Text> spelled = spell(e);
    for (const auto &p : spelled->pieces)
      out += std::holds_alternative<std::string>(p) ? std::get<std::string>(p) : std::get<const Variable *>(p)->name;
    return out;
  };
  const auto bin = [](Expr::Kind k, Expr a, Expr b) {
    Expr e;
    e.kind = k;
    e.operands = {std::move(a), std::move(b)};
    return e;
  };
  using K = Expr::Kind;
  EXPECT_EQ(text(bin(K::Mul, bin(K::Add, v, two), v)), "(x + 2) * x");
  EXPECT_EQ(text(bin(K::Add, v, bin(K::Mul, v, two))), "x + x * 2");
  EXPECT_EQ(text(bin(K::Sub, v, bin(K::Sub, v, two))), "x - (x - 2)");
  EXPECT_EQ(text(bin(K::Div, v, bin(K::Mul, v, two))), "x / (x * 2)");
  EXPECT_EQ(text(bin(K::Mul, v, Expr::constant(-1))), "x * (-1)");
  EXPECT_FALSE(spell(Expr()));
  EXPECT_EQ(spellDims({1, dynamicExtent, 8}), "1, dyn, 8");
  EXPECT_EQ(spellElement("short", ""), "std::int16_t");
  EXPECT_EQ(spellElement("pto::dsl::bf16", "::pto::dsl::"), "::pto::dsl::bf16");
  EXPECT_EQ(spellElement("float", ""), "float");
}

} // namespace
