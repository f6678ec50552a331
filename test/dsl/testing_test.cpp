// The harness of testing.h: what it draws, what it prints.
#include <pto/testing.h>

#include "support.h"

#include <string>
#include <tuple>

using namespace pto::dsl;

namespace {

void twice(In<Tensor<float, 2, 2>> x, Out<Tensor<float, 2, 2>> out) {
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 2; ++j)
      out(i, j) = 2 * x(i, j);
}
template <class T, Index N> Tensor<T, N> same(Tensor<T, N> x) { return x; }
Tuple<Tensor<float, 2>, Index> with_index(Tensor<float, 2> x, Index k) { return {x, k}; }
std::tuple<float, bool> standard(float x, bool b) { return {x, b}; }
struct Named {
  Tensor<half, 2> h;
  double d;
  std::int8_t i;
};
Named aggregate(const Tensor<half, 2> &h, double d) { return {h, d, std::int8_t(-1)}; }
Index sizes(Tensor<float, dyn, 4> x, Tensor<int, dyn> y) { return x.extent(0) * 1000 + y.extent(0); }
void rebinds(Tensor<float, 2> &x) { x = Tensor<float, 2>(); }
void dense(DenseTensor<std::uint8_t, 3> x) { x[2] = 0xAB; }
float nan(Tensor<float, 1> x) {
  x(0) = -support::bits<float>(0x7FC12345u);
  return support::bits<float>(0xFFFFFFFFu);
}
Tensor<float, 3> indeterminate() { return tensor::create<float, 3>({.init_value = 1}); }
std::int32_t tiles(Tile<std::int32_t, 2, 2> t) { return t(1, 1); }

void row_twice(In<mem::MemRef<float, mem::L3, 2, 4>> x, Index r, Out<mem::MemRef<float, mem::L3, 4>> out) {
  auto v = vec::load<4>(x, {r % 2, 0});
  vec::transfer_write(v + v, out, {0});
}
mem::MemRef<half, mem::L1, dyn, 2> whole(InOut<mem::MemRef<half, mem::L1, dyn, 2>> m) { return m; }
vec::Vec<float, 2, 2> chosen(vec::Mask<2, 2> m, In<vec::Vec<float, 2, 2>> a, const vec::Vec<float, 2, 2> &b) {
  return vec::select(m, a, b);
}
void replaced(InOut<vec::Vec<std::int8_t, 2> &> v) { v = vec::splat<std::int8_t, 2>(-1); }

/// What a program with these kernels prints.
template <class... F> std::string printed(std::vector<std::string> arguments, const char *names, F *...kernels) {
  std::vector<char *> argv{const_cast<char *>("test")};
  for (auto &a : arguments)
    argv.push_back(a.data());
  testing::internal::CaptureStdout();
  test_harness::run(int(argv.size()), argv.data(), names, kernels...);
  return testing::internal::GetCapturedStdout();
}

std::vector<std::string> lines(const std::string &s) {
  std::vector<std::string> v;
  for (std::size_t at = 0; at < s.size();) {
    const auto end = s.find('\n', at);
    v.push_back(s.substr(at, end - at));
    at = end + 1;
  }
  return v;
}
std::string after_key(const std::string &line) { return line.substr(line.find(' ') + 1); }

TEST(Harness, PrintsArgumentsAndResults) {
  auto v = lines(printed({"--seeds=1"}, "twice", twice));
  ASSERT_EQ(v.size(), 2u);
  EXPECT_EQ(v[0].substr(0, 13), "twice#0.arg0 ");
  EXPECT_EQ(v[1].substr(0, 13), "twice#0.arg1 ");
  for (int i = 0; i < 4; ++i) {
    const auto x = std::stoul(after_key(v[0]).substr(std::size_t(9 * i), 8), nullptr, 16);
    const auto y = std::stoul(after_key(v[1]).substr(std::size_t(9 * i), 8), nullptr, 16);
    EXPECT_EQ(2 * support::bits<float>(std::uint32_t(x)), support::bits<float>(std::uint32_t(y)));
  }
}

TEST(Harness, RunsSeveralSeedsWithOtherNumbers) {
  auto v = lines(printed({}, "twice", twice));
  ASSERT_EQ(v.size(), 8u);
  EXPECT_EQ(v[2].substr(0, 8), "twice#1.");
  EXPECT_NE(after_key(v[0]), after_key(v[2]));
  EXPECT_EQ(printed({}, "twice", twice), printed({}, "twice", twice));
}

TEST(Harness, NamesAndChoosesKernels) {
  auto v = lines(printed({"--seeds=1"}, "twice, same<float, 4> , with_index", twice, same<float, 4>, with_index));
  EXPECT_EQ(v[2].substr(0, 22), "same<float,4>#0.arg0 c");
  EXPECT_EQ(v[4].substr(0, 18), "with_index#0.arg0 ");
  EXPECT_EQ(lines(printed({"--seeds=1", "with_index"}, "twice, with_index", twice, with_index)).size(), 3u);
}

TEST(Harness, PrintsTuplesAndAggregates) {
  auto v = lines(printed({"--seeds=1"}, "with_index, standard, aggregate", with_index, standard, aggregate));
  ASSERT_EQ(v.size(), 9u);
  EXPECT_EQ(v[1].substr(0, 22), "with_index#0.result.0 ");
  EXPECT_EQ(after_key(v[0]), after_key(v[1]));
  EXPECT_EQ(v[2].substr(0, 22), "with_index#0.result.1 ");
  EXPECT_EQ(v[3].substr(0, 20), "standard#0.result.0 ");
  EXPECT_EQ(v[6].substr(0, 21), "aggregate#0.result.0 ");
  EXPECT_EQ(after_key(v[8]), "ff");
}

TEST(Harness, DynamicExtentsAgree) {
  for (int seed = 0; seed < 3; ++seed) {
    auto v = lines(printed({"--seeds=3"}, "sizes", sizes));
    const auto n = std::stol(after_key(v[std::size_t(3 * seed + 2)]), nullptr, 16);
    EXPECT_EQ(n % 1000, n / 1000);
    EXPECT_EQ(n % 8, 0);
  }
}

TEST(Harness, ShowsRebindingAndNull) {
  auto v = lines(printed({"--seeds=1"}, "rebinds", rebinds));
  ASSERT_EQ(v.size(), 2u);
  EXPECT_EQ(v[0], "rebinds#0.arg0 null");
  EXPECT_EQ(v[1].substr(0, 18), "rebinds#0.memory0 ");
}

TEST(Harness, PrintsOneNaN) {
  auto v = lines(printed({"--seeds=1"}, "nan", nan));
  EXPECT_EQ(v[0], "nan#0.arg0 7fc00000");
  EXPECT_EQ(v[1], "nan#0.result 7fc00000");
}

TEST(Harness, TakesEveryKindOfParameter) {
  auto v = lines(printed({"--seeds=1"}, "dense, indeterminate, tiles", dense, indeterminate, tiles));
  EXPECT_EQ(v[0].substr(v[0].size() - 2), "ab");
  EXPECT_EQ(v[1], "indeterminate#0.result 3f800000 3f800000 3f800000");
  EXPECT_EQ(v[2].substr(v[2].size() - 8), after_key(v[3]));
}

TEST(Harness, TakesMemRefsAndVectors) {
  auto v = lines(printed({"--seeds=3"}, "row_twice, whole", row_twice, whole));
  ASSERT_EQ(v.size(), 3u * 4);
  for (std::size_t seed = 0; seed < 3; ++seed) {
    const auto x = after_key(v[2 * seed]), out = after_key(v[2 * seed + 1]);
    EXPECT_EQ(x.size(), 8u * 9 - 1);
    EXPECT_EQ(out.size(), 4u * 9 - 1);
    EXPECT_EQ(after_key(v[6 + 2 * seed]), after_key(v[7 + 2 * seed]));
    EXPECT_EQ(after_key(v[6 + 2 * seed]).size(), 16 * (seed + 1) * 5 - 1);
  }
  v = lines(printed({"--seeds=1"}, "chosen, replaced", chosen, replaced));
  ASSERT_EQ(v.size(), 5u);
  const auto m = after_key(v[0]), a = after_key(v[1]), b = after_key(v[2]), result = after_key(v[3]);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(result.substr(9 * i, 8), (m.substr(3 * i, 2) == "01" ? a : b).substr(9 * i, 8));
  EXPECT_EQ(v[4], "replaced#0.arg0 ff ff");
}

TEST(Harness, NumbersAreFiniteAndVaried) {
  test_harness::Random random{1};
  int zeros = 0, negative = 0, large = 0;
  for (int i = 0; i < 1000; ++i) {
    const float x = random.number<float>();
    EXPECT_TRUE(std::isfinite(x));
    zeros += x == 0;
    negative += x < 0;
    large += std::fabs(x) > 64;
    const auto k = random.number<std::int32_t>();
    EXPECT_TRUE(k >= 0 && k < 8);
    EXPECT_TRUE(std::isfinite(float(random.number<half>())));
  }
  EXPECT_GT(zeros, 10);
  EXPECT_GT(negative, 300);
  EXPECT_GT(large, 20);
}

} // namespace
