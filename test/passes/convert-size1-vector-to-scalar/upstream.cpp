// convert-size1-vector-to-scalar: upstream's tests, and the pair of its description.
//
// RUN: %pto-rewrite --passes=convert-size1-vector-to-scalar -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: not grep -F "Rpass-missed=" %t.err
// RUN: %equal --passes=convert-size1-vector-to-scalar --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T> using M = mem::MemRef<T, mem::L1, 8, 8>;
using One = vec::Vec<float, 1>;

// The product is rounded to bf16 before it is added to.
// CHECK-LABEL: void pair(
// CHECK-NEXT:    const auto v = mem::load(m, i, j);
// CHECK-NEXT:    const auto sq = math::mul(v, v);
// CHECK-NEXT:    const auto r = math::add(sq, v);
// CHECK-NEXT:    mem::store(r, m, i, j);
PTO_INCORE void pair(InOut<M<bf16>> m, Index i, Index j) {
  const auto v = vec::load<1>(m, {i, j});
  const auto sq = v * v;
  const auto r = sq + v;
  vec::store(r, m, {i, j});
}

// CHECK-LABEL: void transfers(
// CHECK-NEXT:    const auto v = mem::load(x, 2, 3);
// CHECK-NEXT:    mem::store(v, out, 4, 5);
PTO_INCORE void transfers(In<M<float>> x, Out<M<float>> out) {
  const auto v = vec::transfer_read<1>(x, {2, 3}, 0.0f);
  vec::transfer_write(v, out, {4, 5});
}

// CHECK-LABEL: void loads(
// CHECK-NEXT:    mem::store(mem::load(x, i, 0), out, 0, i);
PTO_INCORE void loads(In<M<float>> x, Out<M<float>> out, Index i) {
  vec::store(vec::load<1>(x, {i, 0}), out, {0, i});
}

// CHECK-LABEL: void one_by_one(
// CHECK-NEXT:    const auto v = mem::load(x, 1, 1);
// CHECK-NEXT:    mem::store(math::add(v, v), out, 1, 1);
PTO_INCORE void one_by_one(In<M<half>> x, Out<M<half>> out) {
  const auto v = vec::transfer_read<1, 1>(x, {1, 1});
  vec::transfer_write(v + v, out, {1, 1});
}

// Arguments and results keep their types.
// CHECK-LABEL: One arguments(
// CHECK-NEXT:    const auto s = math::add(vec::extract(a, 0), vec::extract(b, 0));
// CHECK-NEXT:    const auto p = math::mul(s, vec::extract(b, 0));
// CHECK-NEXT:    return vec::splat<float, 1>(math::sub(p, vec::extract(a, 0)));
PTO_INCORE One arguments(const One &a, const One &b) {
  const auto s = a + b;
  const auto p = s * b;
  return p - a;
}

// CHECK-LABEL: One math_chain(
// CHECK-NEXT:    const auto e = math::exp(vec::extract(a, 0));
// CHECK-NEXT:    const auto q = math::sqrt(e);
// CHECK-NEXT:    return vec::splat<float, 1>(math::rsqrt(q));
PTO_INCORE One math_chain(const One &a) {
  const auto e = vec::exp(a);
  const auto q = vec::sqrt(e);
  return vec::rsqrt(q);
}

// CHECK-LABEL: void carried(
// CHECK-NEXT:    auto acc = 0.0f;
// CHECK-NEXT:    for (Index i = 0; i < n; ++i)
// CHECK-NEXT:      acc = math::add(acc, mem::load(x, i, 0));
// CHECK-NEXT:    mem::store(acc, out, 0, 0);
PTO_INCORE void carried(In<M<float>> x, Out<M<float>> out, Index n) {
  auto acc = vec::splat<float, 1>(0.0f);
  for (Index i = 0; i < n; ++i)
    acc = acc + vec::load<1>(x, {i, 0});
  vec::store(acc, out, {0, 0});
}
void no_iteration(In<M<float>> x, Out<M<float>> out) { carried(x, out, 0); }
void eight_iterations(In<M<float>> x, Out<M<float>> out) { carried(x, out, 8); }

// Eight lanes stay, and are broadcast from a number.
// CHECK-LABEL: void mixed(
// CHECK-NEXT:    const auto row = vec::load<8>(x, {0, 0});
// CHECK-NEXT:    const auto s = math::rsqrt(mem::load(x, 1, 0));
// CHECK-NEXT:    vec::store(row * vec::broadcast<8>(s), out, {0, 0});
PTO_INCORE void mixed(In<M<float>> x, Out<M<float>> out) {
  const auto row = vec::load<8>(x, {0, 0});
  const auto s = vec::rsqrt(vec::load<1>(x, {1, 0}));
  vec::store(row * vec::broadcast<8>(s), out, {0, 0});
}

// The compiler folds these.
// CHECK-LABEL: void constants(
// CHECK-NEXT:    mem::store(math::mul(2.5f, 2.5f), out, 0, 0);
PTO_INCORE void constants(Out<M<float>> out) {
  vec::store(vec::splat<float, 1>(2.5f) * vec::splat<float, 1>(2.5f), out, {0, 0});
}

// A lane out of a number, a number in a lane.
// CHECK-LABEL: void cancel(
// CHECK-NEXT:    const float lane = mem::load(x, 0, 0);
// CHECK-NEXT:    const auto again = lane;
// CHECK-NEXT:    mem::store(math::add(again, lane), out, 0, 0);
PTO_INCORE void cancel(In<M<float>> x, Out<M<float>> out) {
  const float lane = vec::extract(vec::load<1>(x, {0, 0}), 0);
  const auto again = vec::broadcast<1>(lane);
  vec::store(again + vec::splat<float, 1>(lane), out, {0, 0});
}

// CHECK-LABEL: void integers(
// CHECK-NEXT:    const auto a = mem::load(x, 0, 0);
// CHECK-NEXT:    const auto b = math::sub(math::mul(a, a), 3);
// CHECK-NEXT:    mem::store(math::max(b, math::div(a, 3)), out, 0, 0);
PTO_INCORE void integers(In<M<int>> x, Out<M<int>> out) {
  const auto a = vec::load<1>(x, {0, 0});
  const auto b = a * a - vec::splat<int, 1>(3);
  vec::store(vec::max(b, a / vec::splat<int, 1>(3)), out, {0, 0});
}

// CHECK-LABEL: void four_lanes(
// CHECK-NEXT:    const auto v = vec::load<4>(x, {0, 0});
// CHECK-NEXT:    vec::store(v + v, out, {0, 0});
PTO_INCORE void four_lanes(In<M<float>> x, Out<M<float>> out) {
  const auto v = vec::load<4>(x, {0, 0});
  vec::store(v + v, out, {0, 0});
}

// CHECK-LABEL: void branches(
// CHECK-NEXT:    auto v = mem::load(x, 0, 0);
// CHECK-NEXT:    if (n > 1) {
// CHECK-NEXT:      v = math::add(v, v);
// CHECK-NEXT:    } else
// CHECK-NEXT:      v = math::exp(v);
// CHECK-NEXT:    mem::store(v, out, 0, 0);
PTO_INCORE void branches(In<M<float>> x, Out<M<float>> out, Index n) {
  auto v = vec::load<1>(x, {0, 0});
  if (n > 1) {
    v = v + v;
  } else
    v = vec::exp(v);
  vec::store(v, out, {0, 0});
}

// CHECK-LABEL: float three_loads(
// CHECK-NEXT:    const auto a = mem::load(x, 0, 0);
// CHECK-NEXT:    const auto b = mem::load(x, 0, 1);
// CHECK-NEXT:    const auto c = mem::load(x, 0, 2);
// CHECK-NEXT:    return math::fma(a, b, c);
PTO_INCORE float three_loads(In<M<float>> x) {
  const auto a = vec::load<1>(x, {0, 0});
  const auto b = vec::load<1>(x, {0, 1});
  const auto c = vec::load<1>(x, {0, 2});
  return vec::extract(vec::fma(a, b, c), 0);
}

// CHECK-LABEL: void conversions(
// CHECK-NEXT:    const auto wide = math::cast<float>(mem::load(x, 0, 0));
// CHECK-NEXT:    const auto square = math::mul(wide, wide);
// CHECK-NEXT:    mem::store(math::cast<bf16>(square), out, 0, 0);
PTO_INCORE void conversions(In<M<bf16>> x, Out<M<bf16>> out) {
  const auto wide = vec::cast<float>(vec::load<1>(x, {0, 0}));
  const auto square = wide * wide;
  vec::store(vec::cast<bf16>(square), out, {0, 0});
}

void pair_of_corner(InOut<M<bf16>> m) { pair(m, 7, 7); }
void loads_of_third(In<M<float>> x, Out<M<float>> out) { loads(x, out, 2); }
PTO_TEST_MAIN(pair_of_corner, transfers, loads_of_third, one_by_one, arguments, math_chain, no_iteration, eight_iterations, mixed, constants, cancel,
              integers, four_lanes, branches, three_loads, conversions)
