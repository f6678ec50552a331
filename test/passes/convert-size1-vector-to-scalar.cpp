// convert-size1-vector-to-scalar: what becomes a number, what stays a vector, and the way between. The folder has what
// upstream tests, spellings, and what is kept.
//
// RUN: %pto-rewrite --passes=convert-size1-vector-to-scalar -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=convert-size1-vector-to-scalar --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Small = mem::MemRef<bf16, mem::L1, 8, 8>;

// Each op rounds as the lane did, which a product and a sum in C++ would not.
// CHECK-LABEL: void polynomial
// CHECK-NEXT:    const auto v = mem::load(m, 2, 3);
// CHECK-NEXT:    const auto square = math::mul(v, v);
// CHECK-NEXT:    mem::store(math::add(square, v), m, 2, 3);
// SAYS: [[@LINE+2]]:18: remark: 4 ops on one lane became ops on numbers [-Rpass=convert-size1-vector-to-scalar]
PTO_INCORE void polynomial(InOut<Small> m) {
  const auto v = vec::transfer_read<1>(m, {2, 3});
  const auto square = v * v;
  vec::transfer_write(square + v, m, {2, 3});
}

// Loads and stores that promise bounds, more dimensions, wrapping integers, casts with a mode, math functions.
// CHECK-LABEL: void kinds
// CHECK-NEXT:    const auto a = mem::load(x, i, j);
// CHECK-NEXT:    const auto b = math::shr(math::neg(a), static_cast<std::int8_t>(1));
// CHECK-NEXT:    const auto f = math::exp(math::sqrt(math::cast<float>(math::abs(b), RoundMode::Floor)));
// CHECK-NEXT:    const auto g = math::fma(f, f, math::max(f, f));
// CHECK-NEXT:    mem::store(math::cast<std::int8_t>(g), x, i, j);
PTO_INCORE void kinds(InOut<mem::MemRef<std::int8_t, mem::L1, 4, 4>> x, Index i, Index j) {
  const auto a = vec::load<1, 1>(x, {i, j});
  const auto b = -a >> vec::splat<std::int8_t, 1, 1>(1);
  const auto f = vec::exp(vec::sqrt(vec::cast<float>(vec::abs(b), RoundMode::Floor)));
  const auto g = vec::fma(f, f, vec::max(f, f));
  vec::store(vec::cast<std::int8_t>(g), x, {i, j});
}

// Carried by a loop, chosen by a bool, and with a type of its own.
// CHECK-LABEL: void carried
// CHECK-NEXT:    float acc = mem::load(m, 0);
// CHECK-NEXT:    for (Index i = 1; i < 8; ++i) {
// CHECK-NEXT:      const float x = mem::load(m, i);
// CHECK-NEXT:      acc = c ? math::add(acc, x) : math::mul(acc, x);
// CHECK-NEXT:    }
// CHECK-NEXT:    mem::store(acc, m, 0);
PTO_INCORE void carried(InOut<mem::MemRef<float, mem::L1, 8>> m, bool c) {
  vec::Vec<float, 1> acc = vec::transfer_read<1>(m, {0});
  for (Index i = 1; i < 8; ++i) {
    const vec::Vec<float, 1> x = vec::transfer_read<1>(m, {i});
    acc = vec::select(c, acc + x, acc * x);
  }
  vec::transfer_write(acc, m, {0});
}

// What gives a vector still is extracted from, what wants one gets one; eight lanes stay, and are broadcast from a number.
// CHECK-LABEL: void borders
// CHECK:         const auto sum = vec::reduce<vec::Combine::Add>(row, 0.0f);
// CHECK-NEXT:    const auto mean = math::mul(sum, 0.125f);
// CHECK-NEXT:    const auto means = vec::broadcast<1, 8>(mean);
// CHECK-NEXT:    const auto both = vec::concat(vec::splat<float, 1>(mean), vec::splat<float, 1>(math::exp(mean)));
// CHECK-NEXT:    const float first = mean;
PTO_INCORE void borders(InOut<mem::MemRef<float, mem::L1, 1, 8>> m, Out<mem::MemRef<float, mem::L1, 2>> out) {
  const auto row = vec::transfer_read<1, 8>(m, {0, 0});
  const auto sum = vec::multi_reduction<vec::Combine::Add, 1>(row, vec::splat<float, 1>(0.0f));
  const auto mean = sum * vec::splat<float, 1>(0.125f);
  const auto means = vec::broadcast<1, 8>(mean);
  const auto both = vec::concat(mean, vec::exp(mean));
  const float first = vec::extract(mean, 0);
  vec::transfer_write(row * means * vec::splat<float, 1, 8>(first), m, {0, 0});
  vec::transfer_write(both, out, {0});
}

// A reduction to one lane is one to a number: of the same lanes in the same order, from the same start. To two lanes, or
// of a vector that is one lane itself, it is none.
// CHECK-LABEL: void reductions
// CHECK:         const auto sum = mem::load(mem::expand<1, 2>(out), 0, 0);
// CHECK-NEXT:    mem::store(vec::reduce<vec::Combine::Add>(vec::shape_cast<2, 4, 1>(v * v), sum), out, 0);
// CHECK-NEXT:    mem::store(vec::reduce<vec::Combine::Max>(vec::shape_cast<2, 1, 4>(v), mem::load(out, 1)), out, 1);
// CHECK-NEXT:    vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1>(v, vec::transfer_read<2>(out, {0})), out, {0});
// CHECK-NEXT:    const auto one = mem::load(mem::expand<1, 2>(out), 0, 0);
// CHECK-NEXT:    vec::transfer_write(vec::multi_reduction<vec::Combine::Mul, 1>(vec::splat<bf16, 1, 1>(math::exp(one)), vec::splat<bf16, 1>(bf16(2.0f))), out, {1});
PTO_INCORE void reductions(In<mem::MemRef<bf16, mem::L1, 2, 4>> m, InOut<mem::MemRef<bf16, mem::L1, 2>> out) {
  const auto v = vec::transfer_read<2, 4>(m, {0, 0});
  const auto sum = vec::transfer_read<1, 1>(mem::expand<1, 2>(out), {0, 0});
  vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 0, 1>(vec::shape_cast<2, 4, 1>(v * v), vec::shape_cast<1>(sum)), out, {0});
  vec::transfer_write(vec::multi_reduction<vec::Combine::Max, 0, 2>(vec::shape_cast<2, 1, 4>(v), vec::transfer_read<1>(out, {1})), out, {1});
  vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1>(v, vec::transfer_read<2>(out, {0})), out, {0});
  const auto one = vec::transfer_read<1, 1>(mem::expand<1, 2>(out), {0, 0});
  vec::transfer_write(vec::multi_reduction<vec::Combine::Mul, 1>(vec::exp(one), vec::splat<bf16, 1>(bf16(2.0f))), out, {1});
}

// Which reduction it is, a template may say.
// CHECK-LABEL: void any_reduction
// CHECK:         const auto s = vec::reduce<C>(v, mem::load(out, 0));
// CHECK-NEXT:    mem::store(math::mul(s, s), out, 1);
template <vec::Combine C, Index D> PTO_INCORE void any_reduction(In<mem::MemRef<int, mem::L1, 1, 8>> m, InOut<mem::MemRef<int, mem::L1, 2>> out) {
  const auto v = vec::transfer_read<1, 8>(m, {0, 0});
  const auto s = vec::multi_reduction<C, D>(v, vec::transfer_read<1>(out, {0}));
  vec::transfer_write(s * s, out, {1});
}

// A number is broadcast as well: no vector of one lane has to be read for that.
// CHECK-LABEL: void broadcast
// CHECK-NEXT:    const auto s = mem::load(m, 0, 2);
// CHECK-NEXT:    vec::transfer_write(vec::transfer_read<8>(m, {0, 0}) * vec::broadcast<8>(s), m, {0, 0});
PTO_INCORE void broadcast(InOut<mem::MemRef<float, mem::L1, 1, 8>> m) {
  const auto s = vec::transfer_read<1>(m, {0, 2});
  vec::transfer_write(vec::transfer_read<8>(m, {0, 0}) * vec::broadcast<8>(s), m, {0, 0});
}

// A parameter and a result keep their types.
// CHECK-LABEL: vec::Vec<float, 1> signatures
// CHECK-NEXT:    const auto w = vec::extract(v, 0);
// CHECK-NEXT:    const auto twice = math::add(w, vec::extract(v, 0));
// CHECK-NEXT:    return vec::splat<float, 1>(twice);
PTO_INCORE vec::Vec<float, 1> signatures(vec::Vec<float, 1> v) {
  const auto w = v;
  const auto twice = w + v;
  return twice;
}

// The lane may lie outside, where it is padding: the transfers stay, what is between them goes on.
// SAYS: [[@LINE+3]]:18: remark: 'm' kept: the lane may lie outside of it [-Rpass-missed=convert-size1-vector-to-scalar,maybe-out-of-bounds]
// SAYS: [[@LINE+3]]:3: remark: 'm' kept: the lane may lie outside of it [-Rpass-missed=convert-size1-vector-to-scalar,maybe-out-of-bounds]
PTO_INCORE void outside(InOut<mem::MemRef<float, mem::L1, 2>> m, Index i) {
  const auto v = vec::transfer_read<1>(m, {i}, 1.5f);
  vec::transfer_write(v + v, m, {i + 1});
}
// CHECK-LABEL: void outside
// CHECK-NEXT:    const auto v = vec::extract(vec::transfer_read<1>(m, {i}, 1.5f), 0);
// CHECK-NEXT:    vec::transfer_write(vec::splat<float, 1>(math::add(v, v)), m, {i + 1});

// SAYS: [[@LINE+2]]:18: remark: 'm' kept: a mask decides whether the lane is moved [-Rpass-missed=convert-size1-vector-to-scalar,masked]
PTO_INCORE void masked(InOut<mem::MemRef<float, mem::L1, 2>> m, Index i) {
  const auto v = vec::transfer_read<1>(m, {0}, 1.5f, vec::create_mask<1>(i));
  vec::transfer_write(vec::broadcast<2>(v), m, {0});
}

// Four lanes: no pattern.
// CHECK-LABEL: void four
// CHECK-NEXT:    vec::transfer_write(vec::exp(vec::transfer_read<4>(m, {0})), m, {0});
PTO_INCORE void four(InOut<mem::MemRef<float, mem::L1, 4>> m) {
  vec::transfer_write(vec::exp(vec::transfer_read<4>(m, {0})), m, {0});
}

PTO_TEST_MAIN(reductions, any_reduction<vec::Combine::Add, 1>, any_reduction<vec::Combine::Max, 1>, broadcast, polynomial, kinds, carried, borders, signatures, outside, masked, four)
