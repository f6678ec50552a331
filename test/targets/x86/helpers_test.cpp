// Loads, stores, conversions, max, min and reductions, against the scalars of the DSL.
#include "functions.h"
#include "helpers.h"

#include <pto/dsl/cast.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace {

namespace dsl = pto::dsl;
using x86::from_bits;
using x86::Helpers;

constexpr int most_lanes = 16;

template <class T> std::uint64_t bits_of(const T &x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const void *>(&x), sizeof x);
  return bits;
}
bool same(float a, float b) { return bits_of(a) == bits_of(b) || (a != a && b != b); }

class Target : public testing::TestWithParam<const Helpers *> {
protected:
  const Helpers &h = *GetParam();
  void SetUp() override {
    if (!h.here())
      GTEST_SKIP() << "this CPU has no " << h.name;
  }
};

/// Two pages that can be used between two that cannot.
class Fence {
public:
  Fence() {
    base_ = static_cast<unsigned char *>(
        mmap(nullptr, static_cast<std::size_t>(4 * page_), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_, static_cast<std::size_t>(page_), PROT_NONE);
    mprotect(base_ + 3 * page_, static_cast<std::size_t>(page_), PROT_NONE);
  }
  ~Fence() { munmap(base_, static_cast<std::size_t>(4 * page_)); }
  Fence(const Fence &) = delete;
  Fence &operator=(const Fence &) = delete;
  unsigned char *begin() const { return base_ + page_; }
  unsigned char *end() const { return base_ + 3 * page_; }

private:
  long page_ = sysconf(_SC_PAGESIZE);
  unsigned char *base_;
};

/// The lane that an element is loaded as, as bits.
std::uint32_t lane_of(const std::string &type, const unsigned char *at) {
  std::uint32_t u = 0;
  const auto as = [&](auto x) {
    std::memcpy(static_cast<void *>(&x), at, sizeof x);
    return x;
  };
  if (type == "bf16")
    return static_cast<std::uint32_t>(bits_of(float(dsl::bf16::from_bits(as(std::uint16_t{})))));
  if (type == "f16")
    return static_cast<std::uint32_t>(bits_of(float(dsl::half::from_bits(as(std::uint16_t{})))));
  if (type == "i16")
    return static_cast<std::uint32_t>(as(std::int16_t{}));
  if (type == "u16")
    return as(std::uint16_t{});
  if (type == "i8")
    return static_cast<std::uint32_t>(as(std::int8_t{}));
  if (type == "u8")
    return as(std::uint8_t{});
  std::memcpy(&u, at, sizeof u);
  return u;
}
bool same_lane(bool f32, std::uint32_t a, std::uint32_t b) { return f32 ? same(from_bits(a), from_bits(b)) : a == b; }

TEST_P(Target, LoadsEveryElement) {
  for (const x86::Load &load : h.loads) {
    std::vector<unsigned char> memory(65536 * 4);
    for (std::uint32_t u = 0; u < 65536; ++u) { // every 16-bit value; of 32 bits, some
      const std::uint32_t value = load.bytes == 4 ? u * 65521u : u;
      std::memcpy(&memory[u * static_cast<unsigned>(load.bytes)], &value, static_cast<std::size_t>(load.bytes));
    }
    for (int first = 0; first < 65536; first += h.lanes) {
      std::uint32_t lanes[most_lanes];
      const unsigned char *from = &memory[static_cast<std::size_t>(first * load.bytes)];
      load.whole(from, lanes);
      for (int i = 0; i < h.lanes; ++i)
        ASSERT_TRUE(same_lane(load.f32, lanes[i], lane_of(load.type, from + i * load.bytes))) << load.type << first + i;
    }
  }
}

TEST_P(Target, LoadsInPartOnlyThatPart) {
  Fence fence;
  std::mt19937 random(1);
  for (unsigned char *p = fence.begin(); p < fence.end(); ++p)
    *p = static_cast<unsigned char>(random());
  for (const x86::Load &load : h.loads)
    for (std::int64_t n : {-3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 1000}) {
      const int count = static_cast<int>(n < 0 ? 0 : n > h.lanes ? h.lanes : n);
      for (const unsigned char *from : {fence.begin(), fence.end() - count * load.bytes}) {
        std::uint32_t fill[most_lanes], lanes[most_lanes];
        for (std::uint32_t &each : fill)
          each = 0xFF800000u + (&each == fill ? 0 : 1); // -inf, and NaN that must pass unchanged
        load.part(from, n, fill, lanes);
        for (int i = 0; i < h.lanes; ++i) {
          if (i < count)
            EXPECT_TRUE(same_lane(load.f32, lanes[i], lane_of(load.type, from + i * load.bytes)))
                << load.type << " " << n << " " << i;
          else
            EXPECT_EQ(lanes[i], fill[i]) << load.type << " " << n << " " << i;
        }
      }
    }
}

/// What a lane is stored as, as bits.
std::uint32_t element_of(const std::string &name, std::uint32_t lane) {
  const auto i = static_cast<std::int32_t>(lane);
  const auto clamp = [&](std::int32_t low, std::int32_t high) {
    return static_cast<std::uint32_t>(i < low ? low : i > high ? high : i);
  };
  if (name == "bf16")
    return dsl::bf16(from_bits(lane)).bits();
  if (name == "f16")
    return dsl::half(from_bits(lane)).bits();
  if (name == "i16s")
    return clamp(-32768, 32767) & 0xFFFFu;
  if (name == "u16s")
    return clamp(0, 65535);
  if (name == "i8s")
    return clamp(-128, 127) & 0xFFu;
  if (name == "u8s")
    return clamp(0, 255);
  return name == "i16" ? lane & 0xFFFFu : name == "i8" ? lane & 0xFFu : lane;
}

/// Numbers whose last bits decide a rounding or a clamping.
std::vector<std::uint32_t> telling_lanes() {
  std::vector<std::uint32_t> lanes;
  for (std::uint32_t u = 0; u < 65536; ++u) // around each bf16 and its middle to the next
    for (std::uint32_t low : {0x0000u, 0x0001u, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu})
      lanes.push_back(u << 16 | low);
  for (std::uint32_t u = 0; u < 0x8000u; ++u) { // the same of half
    const float value = float(dsl::half::from_bits(static_cast<std::uint16_t>(u)));
    const float middle = (value + float(dsl::half::from_bits(static_cast<std::uint16_t>(u + 1)))) / 2;
    for (float x : {value, middle})
      for (std::uint32_t step : {0xFFFFFFFFu, 0u, 1u})
        lanes.push_back(static_cast<std::uint32_t>(bits_of(x)) + step);
  }
  for (std::int64_t x : {0, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647})
    for (std::int64_t step : {-1, 0, 1})
      for (std::int64_t sign : {-1, 1})
        lanes.push_back(static_cast<std::uint32_t>(sign * (x + step)));
  while (lanes.size() % most_lanes != 0)
    lanes.push_back(0);
  return lanes;
}

TEST_P(Target, StoresEveryLane) {
  const std::vector<std::uint32_t> all = telling_lanes();
  for (const x86::Store &store : h.stores)
    for (std::size_t first = 0; first < all.size(); first += static_cast<std::size_t>(h.lanes)) {
      unsigned char memory[most_lanes * 4];
      store.whole(memory, &all[first]);
      for (int i = 0; i < h.lanes; ++i) {
        const std::uint32_t lane = all[first + static_cast<std::size_t>(i)];
        std::uint32_t got = 0;
        std::memcpy(&got, memory + i * store.bytes, static_cast<std::size_t>(store.bytes));
        ASSERT_EQ(got, element_of(store.name, lane)) << store.name << " " << std::hex << lane;
      }
    }
}

TEST_P(Target, StoresInPartOnlyThatPart) {
  Fence fence;
  std::uint32_t lanes[most_lanes];
  for (int i = 0; i < most_lanes; ++i)
    lanes[i] = 0x40490FDBu + static_cast<std::uint32_t>(i) * 0x01234567u;
  for (const x86::Store &store : h.stores)
    for (std::int64_t n : {-3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 1000}) {
      const int count = static_cast<int>(n < 0 ? 0 : n > h.lanes ? h.lanes : n), bytes = count * store.bytes;
      for (unsigned char *to : {fence.begin(), fence.end() - bytes}) {
        std::memset(fence.begin(), 0xA5, static_cast<std::size_t>(fence.end() - fence.begin()));
        store.part(to, n, lanes);
        for (int i = 0; i < count; ++i) {
          std::uint32_t got = 0;
          std::memcpy(&got, to + i * store.bytes, static_cast<std::size_t>(store.bytes));
          EXPECT_EQ(got, element_of(store.name, lanes[i])) << store.name << " " << n << " " << i;
        }
        for (unsigned char *p = fence.begin(); p < fence.end(); ++p)
          if (p < to || p >= to + bytes) {
            ASSERT_EQ(*p, 0xA5) << store.name << " " << n;
          }
      }
    }
}

TEST_P(Target, RoundsToIntegersLikeCast) {
  using dsl::RoundMode;
  std::vector<float> values;
  for (std::uint64_t u = 0; u < std::uint64_t{1} << 32; u += 4099)
    values.push_back(from_bits(static_cast<std::uint32_t>(u)));
  for (double x : {0.0,       0.25,       0.5,          0.75,         1.0,          1.5,       2.0,
                   2.5,       3.5,        127.5,        4194303.5,    4194304.5,    8388607.5, 8388608.0,
                   8388609.0, 16777216.0, 2147483648.0, 2147483520.0, 2147483904.0, 1e20,      double(INFINITY)})
    for (double sign : {1.0, -1.0})
      for (int step : {-1, 0, 1})
        values.push_back(from_bits(static_cast<std::uint32_t>(bits_of(float(sign * x))) + static_cast<unsigned>(step)));
  while (values.size() % most_lanes != 0)
    values.push_back(0);
  const RoundMode modes[] = {RoundMode::Rint, RoundMode::Round, RoundMode::Floor,
                             RoundMode::Ceil, RoundMode::Trunc, RoundMode::Odd};
  for (int mode = 0; mode < 6; ++mode)
    for (std::size_t first = 0; first < values.size(); first += static_cast<std::size_t>(h.lanes)) {
      std::int32_t got[most_lanes];
      h.to_i32[mode](&values[first], got);
      for (int i = 0; i < h.lanes; ++i) {
        const float x = values[first + static_cast<std::size_t>(i)];
        ASSERT_EQ(got[i], dsl::detail::convert<std::int32_t>(x, modes[mode])) << mode << " " << x;
      }
    }
}

std::vector<float> comparable_values() {
  std::vector<float> values;
  for (std::uint32_t bits : {0x00000000u, 0x00000001u, 0x007FFFFFu, 0x00800000u, 0x3F800000u, 0x3F800001u, 0x40000000u,
                             0x7F7FFFFFu, 0x7F800000u, 0x7F800001u, 0x7FBFFFFFu, 0x7FC00000u, 0x7FFFFFFFu})
    for (std::uint32_t sign : {0u, 0x80000000u})
      values.push_back(from_bits(bits | sign));
  return values;
}

TEST_P(Target, MaxAndMinHaveTheRulesOfTheDsl) {
  for (float a : comparable_values())
    for (float b : comparable_values()) {
      float as[most_lanes], bs[most_lanes], got[most_lanes];
      for (int i = 0; i < most_lanes; ++i)
        as[i] = a, bs[i] = b;
      h.max(as, bs, got);
      EXPECT_TRUE(same(got[h.lanes - 1], dsl::math::max(a, b))) << a << " " << b << ": " << got[0];
      h.min(as, bs, got);
      EXPECT_TRUE(same(got[h.lanes - 1], dsl::math::min(a, b))) << a << " " << b << ": " << got[0];
      h.max_quiet(as, bs, got);
      EXPECT_TRUE(same(got[0], dsl::math::max(a, b))) << a << " " << b << ": " << got[0];
      h.min_quiet(as, bs, got);
      EXPECT_TRUE(same(got[0], dsl::math::min(a, b))) << a << " " << b << ": " << got[0];
    }
}

TEST_P(Target, ReducesInItsOrder) {
  std::mt19937 random(7);
  const std::vector<float> specials = comparable_values();
  for (int round = 0; round < 2000; ++round) {
    float f[most_lanes], sums[most_lanes], products[most_lanes];
    std::int32_t i[most_lanes], sum = 0, product = 1;
    for (int k = 0; k < h.lanes; ++k) {
      f[k] = std::ldexp(static_cast<float>(random()), static_cast<int>(random() % 8) - 32);
      f[k] = random() % 2 ? f[k] : -f[k];
      i[k] = static_cast<std::int32_t>(random());
      sums[k] = products[k] = f[k];
      sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) + static_cast<std::uint32_t>(i[k]));
      product = static_cast<std::int32_t>(static_cast<std::uint32_t>(product) * static_cast<std::uint32_t>(i[k]));
    }
    for (int half = h.lanes / 2; half > 0; half /= 2)
      for (int k = 0; k < half; ++k)
        sums[k] += sums[k + half], products[k] *= products[k + half];
    EXPECT_EQ(h.reduce_f32[0](f), sums[0]);
    EXPECT_EQ(h.reduce_f32[1](f), products[0]);
    EXPECT_EQ(h.reduce_i32[0](i), sum);
    EXPECT_EQ(h.reduce_i32[1](i), product);

    if (round % 2 != 0) // often NaN alone, often zeros of both signs
      for (int k = 0; k < h.lanes; ++k)
        f[k] = specials[random() % (round % 4 == 1 ? 2 : specials.size())];
    if (round % 8 == 7)
      for (int k = 0; k < h.lanes; ++k)
        f[k] = k == round / 8 % h.lanes ? f[k] : specials[specials.size() - 1 - random() % 8];
    float largest = f[0], smallest = f[0];
    std::int32_t most = i[0], least = i[0];
    for (int k = 1; k < h.lanes; ++k) {
      largest = dsl::math::max(largest, f[k]), smallest = dsl::math::min(smallest, f[k]);
      most = dsl::math::max(most, i[k]), least = dsl::math::min(least, i[k]);
    }
    EXPECT_TRUE(same(h.reduce_f32[2](f), largest)) << largest;
    EXPECT_TRUE(same(h.reduce_f32[3](f), smallest)) << smallest;
    EXPECT_EQ(h.reduce_i32[2](i), most);
    EXPECT_EQ(h.reduce_i32[3](i), least);
  }
}

INSTANTIATE_TEST_SUITE_P(X86, Target, testing::Values(&x86::helpers_avx512, &x86::helpers_avx2),
                         [](const testing::TestParamInfo<const Helpers *> &info) {
                           return std::string(info.param->name);
                         });

} // namespace
