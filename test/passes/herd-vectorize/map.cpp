// Bodies of linalg::map: the vector types are those that C++ gives each node, so that lanes round, wrap and compare as
// the scalars did.
//
// RUN: %pto-rewrite --passes=herd-vectorize -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: count 0 < %t.err
// RUN: %equal --passes=herd-vectorize --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T> using Row = mem::MemRef<T, mem::L1, 8>;

constexpr float bias = 0.25f;
#define SCALE 0.5f

// bf16 rounds after each operation, as the scalars do: not once at the end.
// CHECK-LABEL: void each_operation_rounds(
// CHECK:           const auto s = p * q;
// CHECK-NEXT:      const auto t = s + p;
// CHECK-NEXT:      vec::transfer_write(t / q - -s, o, {0});
PTO_INCORE void each_operation_rounds(In<Row<bf16>> a, In<Row<bf16>> b, Out<Row<bf16>> o) {
  air::herd<1>([&](Index) {
    linalg::map(
        [](bf16 p, bf16 q) {
          const bf16 s = p * q;
          const bf16 t = s + p;
          return t / q - -s;
        },
        a, b, o);
  });
}

// Here it is float arithmetic that is rounded once, since the body says so.
// CHECK-LABEL: void rounds_once(
// CHECK:           const auto p = vec::cast<float>(a_vec);
// CHECK:           const auto q = vec::transfer_read<8>(b, {0});
// CHECK-NEXT:      vec::transfer_write(vec::cast<bf16>(p * vec::cast<float>(q) + p), o, {0});
PTO_INCORE void rounds_once(In<Row<bf16>> a, In<Row<bf16>> b, Out<Row<bf16>> o) {
  air::herd<1>([&](Index) {
    linalg::map([](float p, bf16 q) { return bf16(p * q + p); }, a, b, o);
  });
}

// CHECK-LABEL: void widened_result(
// CHECK:           vec::transfer_write(vec::cast<float>(p * p), o, {0});
PTO_INCORE void widened_result(In<Row<half>> a, Out<Row<float>> o) {
  air::herd<1>([&](Index) { linalg::map([](half p) { return p * p; }, a, o); });
}

// Small integers are added as ints and stored modulo 2^8.
// CHECK-LABEL: void promoted(
// CHECK:           vec::transfer_write(vec::cast<std::int8_t>(vec::cast<std::int32_t>(p) * vec::cast<std::int32_t>(q) - (vec::cast<std::int32_t>(p) >> vec::splat<std::int32_t, 8>(1))), o, {0});
PTO_INCORE void promoted(In<Row<std::int8_t>> a, In<Row<std::int16_t>> b, Out<Row<std::int8_t>> o) {
  air::herd<1>([&](Index) {
    linalg::map([](std::int8_t p, std::int16_t q) { return static_cast<std::int8_t>(p * q - (p >> 1)); }, a, b, o);
  });
}

// An average that needs the ninth bit.
// CHECK-LABEL: void average(
// CHECK:           vec::transfer_write(vec::cast<std::uint8_t>((vec::cast<std::int32_t>(p) + vec::cast<std::int32_t>(q) + vec::splat<std::int32_t, 8>(1)) / vec::splat<std::int32_t, 8>(2)), o, {0});
PTO_INCORE void average(In<Row<std::uint8_t>> a, In<Row<std::uint8_t>> b, Out<Row<std::uint8_t>> o) {
  air::herd<1>([&](Index) {
    linalg::map([](std::uint8_t p, std::uint8_t q) { return std::uint8_t((p + q + 1) / 2); }, a, b, o);
  });
}

// C++ cuts off where it makes an integer of a float; vec::cast rounds unless it is told.
// CHECK-LABEL: void between_numbers(
// CHECK:           vec::transfer_write(vec::cast<std::int32_t>(p, RoundMode::Trunc), o, {0});
// CHECK:           vec::transfer_write(vec::cast<bf16>(vec::cast<double>(p2)), w, {0});
// CHECK:           vec::transfer_write(vec::cast<bf16>(p3), w, {0});
// CHECK:           vec::transfer_write(vec::cast<float>(p4) / vec::splat<float, 8>(3), f, {0});
PTO_INCORE void between_numbers(In<Row<float>> a, Out<Row<int>> o, In<Row<std::int64_t>> l, Out<Row<bf16>> w,
                                In<Row<int>> n, Out<Row<float>> f) {
  air::herd<1>([&](Index) {
    linalg::map([](float p) { return int(p); }, a, o);
    linalg::map([](std::int64_t p) { return bf16(p); }, l, w);
    linalg::map([](int p) { return bf16(p); }, n, w);
    linalg::map([](std::uint16_t p) { return float(p) / 3; }, n, f);
  });
}

// Comparisons are masks; a bool that is used as a number is 1 or 0.
// CHECK-LABEL: void masks(
// CHECK:           const auto below = vec::cmp(p, q, Cmp::LT);
// CHECK-NEXT:      vec::transfer_write(vec::select((below & ~vec::cmp(q, vec::splat<float, 8>(0.0f), Cmp::GE)) | vec::cmp(p, vec::splat<float, 8>(3.0f), Cmp::EQ), p, q), o, {0});
// CHECK:           vec::transfer_write(vec::select(vec::cmp(p2, q2, Cmp::NE), vec::splat<std::int32_t, 8>(1), vec::splat<std::int32_t, 8>(0)) + vec::splat<std::int32_t, 8>(2), n, {0});
PTO_INCORE void masks(In<Row<float>> a, In<Row<float>> b, Out<Row<float>> o, Out<Row<int>> n) {
  air::herd<1>([&](Index) {
    linalg::map(
        [](float p, float q) {
          const bool below = p < q;
          return (below && !(q >= 0.0f)) || p == 3.0f ? p : q;
        },
        a, b, o);
    linalg::map([](float p, float q) { return (p != q) + 2; }, a, b, n);
  });
}

// What is the same for all elements stays a scalar; constants and macros keep their names.
// CHECK-LABEL: void uniform(
// CHECK:           const auto k = 2 * n + 1;
// CHECK-NEXT:      const float half_of = n / 2;
// CHECK-NEXT:      vec::transfer_write(v * vec::splat<float, 8>(k) + vec::splat<float, 8>(math::exp(s) * bias) - vec::splat<float, 8>(half_of * SCALE), o, {0});
// CHECK:           vec::transfer_write(vec::select(positive, v2, vec::splat<float, 8>(positive ? 1.0f : s)), o, {0});
PTO_INCORE void uniform(In<Row<float>> a, InOut<Row<float>> o, float s, int n) {
  const bool positive = s > 0.0f;
  air::herd<1>([&](Index) {
    linalg::map(
        [&](float v) {
          const int k = 2 * n + 1;
          const float half_of = n / 2;
          return v * k + math::exp(s) * bias - half_of * SCALE;
        },
        a, o);
    linalg::map([=](float v) { return positive ? v : positive ? 1.0f : s; }, o, o);
  });
}

// Where the scalar is not always computed, an overflow must not happen: lanes wrap.
// CHECK-LABEL: void perhaps(
// CHECK:           vec::transfer_write(vec::select(vec::cmp(v, vec::splat<std::int32_t, 8>(0), Cmp::GT), v / vec::splat<std::int32_t, 8>(4), vec::broadcast<8>(vec::splat<std::int32_t, 1>(n) * vec::splat<std::int32_t, 1>(1000))), o, {0});
PTO_INCORE void perhaps(In<Row<int>> a, Out<Row<int>> o, int n) {
  air::herd<1>([&](Index) { linalg::map([&](int v) { return v > 0 ? v / 4 : n * 1000; }, a, o); });
}

// Every function that vectors have.
// CHECK-LABEL: void functions(
// CHECK:           const auto a1 = vec::exp(v) + vec::log(vec::abs(v)) * vec::sin(v) - vec::cos(v);
// CHECK-NEXT:      const auto a2 = vec::tanh(a1) + vec::erf(a1) + vec::sqrt(vec::relu(a1)) + vec::rsqrt(vec::abs(a1));
// CHECK-NEXT:      vec::transfer_write(vec::fma(a2, vec::recip(v), vec::min(a1, vec::max(v, a2))), o, {0});
PTO_INCORE void functions(In<Row<float>> a, Out<Row<float>> o) {
  air::herd<1>([&](Index) {
    linalg::map(
        [](float v) {
          const auto a1 = math::exp(v) + math::log(math::abs(v)) * math::sin(v) - math::cos(v);
          const auto a2 = math::tanh(a1) + math::erf(a1) + math::sqrt(math::relu(a1)) + math::rsqrt(math::abs(a1));
          return math::fma(a2, math::recip(v), math::min(a1, math::max(v, a2)));
        },
        a, o);
  });
}

// Precedence: the brackets that are needed, and those that compilers ask for.
// CHECK-LABEL: void brackets(
// CHECK:           vec::transfer_write((p + q) * p - (q - (p - q)), o, {0});
// CHECK:           vec::transfer_write((-(-p2) * ~(p2 | q2)) & (p2 ^ (q2 + p2)), o, {0});
// CHECK:           vec::transfer_write((p3 << vec::splat<std::int32_t, 8>(n & 3)) | p3, o, {0});
PTO_INCORE void brackets(In<Row<int>> a, In<Row<int>> b, InOut<Row<int>> o, int n) {
  air::herd<1>([&](Index) {
    linalg::map([](int p, int q) { return (p + q) * p - (q - (p - q)); }, a, b, o);
    linalg::map([](int p, int q) { return (-(-p) * ~(p | q)) & (p ^ (q + p)); }, a, b, o);
    linalg::map([&](int p) { return p << (n & 3) | p; }, a, o);
  });
}

// In place; the same operand twice; one that is not used is not read; none at all.
// CHECK-LABEL: void operands(
// CHECK:           const auto p = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:      const auto q = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(p + q, o, {0});
// CHECK-NEXT:      const auto p2 = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(p2 * p2, o, {0});
// CHECK-NEXT:      const auto q2 = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:      vec::transfer_write(q2, o, {0});
// CHECK-NEXT:      vec::transfer_write(vec::splat<float, 8>(1.0f), o, {0});
PTO_INCORE void operands(In<Row<float>> a, InOut<Row<float>> o) {
  air::herd<1>([&](Index) {
    linalg::map([](float p, float q) { return p + q; }, o, a, o);
    linalg::map([](float p, float q) { return p * q; }, a, a, o);
    linalg::map([](float, const float &q) { return q; }, a, o, o);
    linalg::map([] { return 1.0f; }, o);
  });
}

// Two names for the same window are as good as one.
// CHECK-LABEL: void same_window(
// CHECK:           const auto p = vec::transfer_read<4>(v, {0});
// CHECK-NEXT:      vec::transfer_write(p + p, v, {0});
PTO_INCORE void same_window(InOut<Row<float>> o, Index k) {
  air::herd<1>([&](Index) {
    const auto v = mem::subview<4>(o, {k});
    const auto w = mem::subview<4>(o, {k});
    linalg::map([](float p) { return p + p; }, v, w);
  });
}

// Other spellings of a body: locals that are not const, mutable, a result type, brackets, a cast of each kind.
// CHECK-LABEL: void spellings(
// CHECK:           const auto t = vec::cast<double>(p) * vec::splat<double, 8>(0.1);
// CHECK-NEXT:      const auto u = vec::cast<float>(t);
// CHECK-NEXT:      vec::transfer_write(vec::cast<float>(vec::cast<double>(u) + vec::splat<double, 8>(s)), o, {0});
PTO_INCORE void spellings(In<Row<float>> a, Out<Row<float>> o, double s) {
  air::herd<1>([&](Index) {
    linalg::map(
        [s](float p) mutable -> float {
          auto t = ((p)) * 0.1;
          float u = (float)t;
          return static_cast<float>(u + (s));
        },
        a, o);
  });
}

PTO_TEST_MAIN(each_operation_rounds, rounds_once, widened_result, promoted, average, between_numbers, masks, uniform,
              perhaps, functions, brackets, operands, same_window, spellings)
