//===- analysis-loops.cpp - transfers and carried values --------------------===//

#include "analysis/Carried.h"
#include "analysis/LowBits.h"
#include "analysis/Transfers.h"
#include "kernel.h"

using namespace rewrite;
using test::Kernel;

namespace {

TEST(Transfers, WindowsAndBounds) {
  Kernel k(R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8, 8>> m, In<mem::MemRef<float, mem::L1, dyn, 8>> d,
                   Out<mem::MemRef<float, mem::L1, 8>> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  const auto b = vec::transfer_read<8>(m, {r + 1 - 1, 0}, 0.0f);
  const auto row = mem::subview<1, 8>(m, {3, 0});
  const auto c = vec::transfer_read<8>(row, {0, 0});
  const auto e = vec::transfer_read<8>(m, {3, 0}, 1.0f);
  for (Index i = 0; i < 7; ++i) {
    const auto g = vec::transfer_read<2, 8>(m, {i, 0});
    const auto h = vec::transfer_read<2, 8>(m, {i + 1, 0});
    vec::store(a + vec::extract(g, 0) + vec::extract(h, 0), out, {0});
  }
  const auto l = vec::load<8>(d, {r, 0});
  vec::transfer_write(a + b + c + e + l, out, {0});
})");
  Function &f = k.function("f");
  const Analyses a(f, k.summaries);
  const auto read = [&](unsigned n) { return *transferOf(Kernel::op(f, "vec.transfer_read", n)); };
  EXPECT_TRUE(sameWindow(read(0), read(1), a.memory));
  EXPECT_FALSE(sameWindow(read(0), read(2), a.memory));
  EXPECT_TRUE(sameWindow(read(2), read(3), a.memory)); // through a view
  EXPECT_FALSE(inBounds(read(0), a.memory));           // any row
  EXPECT_TRUE(inBounds(read(2), a.memory));
  EXPECT_TRUE(samePadding(read(2), read(3), a.memory)); // no lane is outside
  EXPECT_FALSE(samePadding(read(0), read(1), a.memory));
  EXPECT_TRUE(inBounds(read(4), a.memory));
  EXPECT_FALSE(inBounds(read(5), a.memory)); // its last iteration overhangs
  EXPECT_TRUE(inBounds(*transferOf(Kernel::op(f, "vec.load")), a.memory));
  EXPECT_TRUE(transferOf(Kernel::op(f, "vec.store"))->writes);
  EXPECT_FALSE(transferOf(Kernel::op(f, "vec.extract")));
}

TEST(Transfers, Contiguous) {
  Kernel k(R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out) {
  const auto own = mem::alloc<float, mem::L1, 4, 8>();
  linalg::fill(0.0f, own);
  const auto a = vec::transfer_read<2, 8>(own, {1, 0});
  const auto b = vec::transfer_read<2, 4>(own, {1, 0});
  const auto c = vec::transfer_read<1, 4>(own, {1, 0});
  const auto d = vec::transfer_read<2, 8>(m, {1, 0});
  const auto e = vec::transfer_read<4>(mem::collapse(own), {8});
  const auto g = vec::transfer_read<4>(mem::collapse(mem::subview<4, 4>(own, {0, 0}, {1, 2})), {8});
  vec::transfer_write(vec::broadcast<8>(vec::extract(e, 0) + vec::extract(g, 0)), out, {0});
  vec::transfer_write(vec::extract(a, 0) + vec::extract(d, 0) + vec::broadcast<8>(vec::extract(b, 0, 0) + vec::extract(c, 0, 0)), out, {0});
})");
  Function &f = k.function("f");
  const Analyses a(f, k.summaries);
  const auto read = [&](unsigned n) { return *transferOf(Kernel::op(f, "vec.transfer_read", n)); };
  EXPECT_TRUE(isContiguous(read(0), a.memory));
  EXPECT_FALSE(isContiguous(read(1), a.memory)); // half a row, twice
  EXPECT_TRUE(isContiguous(read(2), a.memory));
  EXPECT_FALSE(isContiguous(read(3), a.memory)); // a parameter may be a part of something larger
  EXPECT_TRUE(isContiguous(read(4), a.memory));
  EXPECT_FALSE(isContiguous(read(5), a.memory)); // every other element
}

TEST(Carried, WhatALoopHandsOn) {
  Kernel k(
      R"(PTO_INCORE void f(In<mem::MemRef<float, mem::L1, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out, Index n) {
  auto acc = vec::transfer_read<8>(m, {0});
  auto twice = acc;
  auto branch = acc;
  auto last = acc;
  const auto fixed = acc;
  Index at = 3;
  for (Index i = 0; i < n; ++i) {
    const auto t = acc * fixed;
    acc = acc + t;
    const auto u = acc + acc;
    twice = twice + u;
    twice = twice + u;
    if (i > 2)
      branch = branch + u;
    last = u;
    at += 2;
  }
  vec::transfer_write(acc + twice + branch + last, out, {at});
})");
  Function &f = k.function("f");
  const Analyses a(f, k.summaries);
  const Op &loop = Kernel::op(f, OpKind::For);
  std::vector<std::string> names;
  for (const Carried &c : carriedBy(loop, a.values)) {
    names.push_back(c.variable->name);
    if (c.variable->name == "acc") {
      EXPECT_EQ(c.readsBefore.size(), 2u); // acc * fixed, acc + t
      EXPECT_EQ(c.readsAfter.size(), 1u);  // acc + acc
      EXPECT_EQ(c.usesBehind.size(), 1u);
      EXPECT_EQ(c.inits.size(), 1u);
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"acc", "last", "at"}));
  EXPECT_TRUE(isInvariant(Kernel::variable(f, "fixed"), loop, a.values));
  EXPECT_FALSE(isInvariant(Kernel::variable(f, "acc"), loop, a.values));
}

TEST(Carried, ParametersAndValuesOfSeveralOrigins) {
  Kernel k(R"(PTO_INCORE vec::Vec<float, 8> f(vec::Vec<float, 8> p, const vec::Vec<float, 8> &q, Index n) {
  auto acc = q;
  if (n > 3)
    acc = acc + q;
  for (Index i = 0; i < n; ++i) {
    p = p + q;
    acc = acc + p;
  }
  return acc;
})");
  Function &f = k.function("f");
  const Analyses a(f, k.summaries);
  const std::vector<Carried> carried = carriedBy(Kernel::op(f, OpKind::For), a.values);
  ASSERT_EQ(carried.size(), 2u);
  EXPECT_EQ(carried[0].variable->name, "p");
  EXPECT_EQ(carried[0].inits, (std::vector<const Op *>{nullptr}));
  EXPECT_EQ(carried[1].inits.size(), 2u);
  EXPECT_EQ(carried[1].readsBefore.size(), 1u);
}

TEST(LowBits, OfSumsNotOfShiftsToTheRight) {
  Kernel k(R"(PTO_INCORE vec::Vec<int, 4> f(vec::Vec<int, 4> v, vec::Vec<int, 4> w) {
  auto sum = v + w;
  sum = sum << v;
  sum = sum >> w;
  return vec::max(sum, vec::shape_cast<4>(v));
})");
  Function &f = k.function("f");
  const Variable &v = Kernel::variable(f, "v"), &w = Kernel::variable(f, "w"), &sum = Kernel::variable(f, "sum");
  EXPECT_TRUE(keepsLowBits(Kernel::op(f, "vec.add"), v));
  EXPECT_TRUE(keepsLowBits(Kernel::op(f, "vec.shl"), sum));
  EXPECT_FALSE(keepsLowBits(Kernel::op(f, "vec.shl"), v)) << "the count counts in full";
  EXPECT_FALSE(keepsLowBits(Kernel::op(f, "vec.shr"), sum));
  EXPECT_FALSE(keepsLowBits(Kernel::op(f, "vec.shr"), w));
  EXPECT_FALSE(keepsLowBits(Kernel::op(f, "vec.max"), sum));
  EXPECT_TRUE(keepsLowBits(Kernel::op(f, "vec.shape_cast"), v));
}

} // namespace
