// RUN: %pto-rewrite --passes=inline-tile-functions -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=inline-tile-functions --expect-change %s
// RUN: %pto-rewrite --passes=@avx512 %s -o %t.512.cpp --
// RUN: FileCheck %s --check-prefix=AVX512 --input-file=%t.512.cpp
// RUN: %if avx512 %{ %equal --passes='inline-tile-functions,vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='inline-tile-functions,vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

constexpr Index R = 4, C = 40;
constexpr float factor = 0.5f;
using Rows = Tensor<float, R, C>;
using Block = Tile<float, R, C>;

PTO_INCORE Block scaled(const Block &a, float by) {
  // what comes first
  auto b = tile::mul(a, by);
  auto most = tile::row_max(b);
  return tile::row_expand_sub(b, most); // and last
}

PTO_INCORE Block loaded(In<Rows> x, Index r) {
  auto block = tile::load<R, C>(x, {0, 0});
  if (r > 1) {
    auto half_of_it = tile::mul(block, factor);
    block = tile::sub(half_of_it, 1.f);
  }
  return block;
}

// What it returns stands where the call stood; its own names give way.
// CHECK-LABEL: void nested
// CHECK-NEXT:    auto b = tile::load<R, C>(x, {0, 0});
// CHECK-NEXT:    const float by = 2.f;
// CHECK:         auto b2 = tile::mul(b, by);
// CHECK-NEXT:    auto most = tile::row_max(b2);
// CHECK-NEXT:    tile::store(tile::add(b, tile::row_expand_sub(b2, most)), {0, 0}, out);
// CHECK-NEXT:  }
// AVX512-LABEL: PTO_X86_AVX512 void nested
// SAYS: [[@LINE+3]]:28: remark: 'scaled' became part of it [-Rpass=inline-tile-functions]
PTO_INCORE void nested(In<Rows> x, Out<Rows> out) {
  auto b = tile::load<R, C>(x, {0, 0});
  tile::store(tile::add(b, scaled(b, 2.f)), {0, 0}, out);
}

// The variable is the one that the function returns; a number that stays what it is goes by its name.
// CHECK-LABEL: void named
// CHECK-NEXT:    auto a = tile::load<R, C>(x, {0, 0});
// CHECK-NEXT:    if (k > 1) {
// CHECK-NEXT:      auto half_of_it = tile::mul(a, factor);
// CHECK-NEXT:      a = tile::sub(half_of_it, 1.f);
// CHECK-NEXT:    }
// CHECK-NEXT:    auto block = tile::load<R, C>(y, {0, 0});
// CHECK-NEXT:    if (k > 1) {
// CHECK-NEXT:      auto half_of_it2 = tile::mul(block, factor);
// CHECK-NEXT:      block = tile::sub(half_of_it2, 1.f);
// CHECK-NEXT:    }
// CHECK-NEXT:    const Index r = k + 1;
// AVX512-LABEL: PTO_X86_AVX512 void named
PTO_INCORE void named(In<Rows> x, In<Rows> y, Index k, Out<Rows> out) {
  auto a = loaded(x, k);
  auto block = loaded(y, k);
  const auto c = loaded(x, k + 1);
  tile::store(tile::sub(tile::add(a, block), c), {0, 0}, out);
}

// A function that calls others is part of its caller when they are part of it.
// CHECK-LABEL: Block twice
// CHECK:         return tile::row_expand_sub(
// CHECK-LABEL: void chained
// CHECK-NOT:     twice(
// AVX512-LABEL: PTO_X86_AVX512 void chained
PTO_INCORE Block twice(In<Rows> x, float by) {
  auto first = scaled(loaded(x, 2), by);
  auto second = tile::abs(first);
  return scaled(second, 3.f);
}
PTO_INCORE void chained(In<Rows> x, Index n, Out<Rows> out) {
  const float by = static_cast<float>(n);
  for (Index k = 0; k < 2; ++k)
    tile::store(twice(x, by), {0, 0}, out);
}

// In loops, assigned, in lambdas.
// CHECK-LABEL: void in_loops
// AVX512-LABEL: PTO_X86_AVX512 void in_loops
PTO_INCORE void in_loops(In<Rows> x, Index n, Out<Rows> out) {
  auto sum = loaded(x, n);
  for (Index i = 0; i < n; ++i) {
    auto more = scaled(sum, 0.25f);
    sum = loaded(x, i);
    sum = tile::add(sum, more);
  }
  tile::store(sum, {0, 0}, out);
}
PTO_INCORE void in_lambdas(In<Rows> x, Index n, Out<Tensor<float, 3, R, C>> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  scf::parallel(3, [&](Index i) {
    auto b = scaled(a, 4.f);
    tile::store(tile::mul(b, static_cast<float>(i + n)), {i, 0, 0}, out);
  });
}

// What no other file can call is not called at all.
// CHECK: PTO_INCORE {{\[\[}}maybe_unused]] static Block negative(
PTO_INCORE static Block negative(Block a) { return tile::neg(a); }
namespace {
// CHECK: PTO_INCORE {{\[\[}}maybe_unused]] Block positive(
PTO_INCORE Block positive(const Block &a) {
  const auto result = tile::abs(a);
  return result;
}
PTO_INCORE void local(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  auto b = positive(a);
  b = tile::add(b, a);
  tile::store(b, {0, 0}, out);
}
} // namespace
// CHECK-LABEL: void of_this_file
// CHECK:         tile::store(tile::neg(a), {0, 0}, out);
PTO_INCORE void of_this_file(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  tile::store(negative(a), {0, 0}, out);
  auto b = tile::mul(negative(a), 2.f);
  tile::store(b, {0, 0}, out);
}
PTO_INCORE void of_this_file_too(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  tile::store(negative(a), {0, 0}, out);
}

// A parameter that changes is a variable.
PTO_INCORE Block counted(const Block &a, Index n, float step) {
  auto b = tile::add(a, 0.f);
  while (n > 0) {
    b = tile::add(b, step);
    --n;
  }
  return b;
}
// CHECK-LABEL: void counts
// CHECK:         Index n2 = n;
// CHECK:         while (n2 > 0) {
// CHECK:           --n2;
PTO_INCORE void counts(In<Rows> x, Index n, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  auto b = counted(a, n, 0.5f);
  tile::store(tile::mul(b, static_cast<float>(n)), {0, 0}, out);
}

// A name of the function that means something else here. Members and locals do not count.
PTO_INCORE void hides(In<Rows> x, Out<Rows> out) {
  const float factor = 3.f;
  // SAYS: [[@LINE+1]]:12: remark: the call of 'loaded' kept: 'factor' means something else here [-Rpass-missed=inline-tile-functions,name-hidden]
  auto a = loaded(x, 2);
  tile::store(tile::mul(a, factor), {0, 0}, out);
}
namespace other {
constexpr float factor = 7.f;
PTO_INCORE Block weighted(const Block &a) { return tile::mul(a, factor); }
PTO_INCORE void in_other(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  tile::store(weighted(a), {0, 0}, out);
  // SAYS: [[@LINE+1]]:15: remark: the call of 'scaled' kept: its body is not before this in the same file and namespace [-Rpass-missed=inline-tile-functions,not-seen]
  tile::store(scaled(a, 1.f), {0, 0}, out);
}
} // namespace other

PTO_INCORE Block early(const Block &a, Index n) {
  if (n > 1)
    return tile::neg(a);
  return tile::abs(a);
}
PTO_INCORE Block stored(const Block &a, Out<Rows> out) {
  tile::store(a, {0, 0}, out);
  return tile::abs(a);
}
// AVX512-LABEL: PTO_INCORE void not_straight
PTO_INCORE void not_straight(In<Rows> x, Index n, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  // SAYS: [[@LINE+1]]:12: remark: the call of 'early' kept: it does not return once, at its end [-Rpass-missed=inline-tile-functions,not-straight]
  auto b = early(a, n);
  // SAYS: [[@LINE+1]]:12: remark: the call of 'stored' kept: it does more with 'out' than to read it [-Rpass-missed=inline-tile-functions,not-straight]
  auto c = stored(b, out);
  // AVX512: auto d = scaled(c, 2.f);
  auto d = scaled(c, 2.f);
  tile::store(d, {0, 0}, out);
}

PTO_INCORE void arguments(In<Rows> x, Index n, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  // CHECK: const auto a2 = tile::neg(a);
  // CHECK-NEXT: const float by = 1.f;
  auto b = scaled(tile::neg(a), 1.f);
  // SAYS: [[@LINE+1]]:12: remark: the call of 'scaled' kept: its statement does something else, too [-Rpass-missed=inline-tile-functions,unsupported-statement]
  auto c = scaled(b, static_cast<float>(n++));
  // SAYS: [[@LINE+1]]:7: remark: the call of 'scaled' kept: what 'a' is given is no name of its very type [-Rpass-missed=inline-tile-functions,argument]
  c = scaled(Block(c), 1.f);
  tile::store(tile::mul(c, static_cast<float>(n)), {0, 0}, out);
}
PTO_INCORE void conditional(In<Rows> x, Index n, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  // SAYS: [[@LINE+1]]:20: remark: the call of 'negative' kept: its statement does something else, too [-Rpass-missed=inline-tile-functions,unsupported-statement]
  auto b = n > 1 ? negative(a) : tile::abs(a);
  tile::store(b, {0, 0}, out);
}

// What is declared in between has a name of the function's text: `factor` was another one there.
namespace redeclared {
PTO_INCORE Block weighted(const Block &a) { return tile::mul(a, factor); }
PTO_INCORE Block added(const Block &a) { return tile::add(a, 1.f); }
constexpr float factor = 9.f;
PTO_INCORE void kernel(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  // SAYS: [[@LINE+1]]:15: remark: the call of 'weighted' kept: 'factor' means something else here [-Rpass-missed=inline-tile-functions,name-hidden]
  tile::store(weighted(a), {0, 0}, out);
  // SAYS: [[@LINE+1]]:25: remark: 'added' became part of it
  tile::store(tile::neg(added(a)), {0, 0}, out);
}
} // namespace redeclared
namespace unnamed {
PTO_INCORE Block weighted(const Block &a) { return tile::mul(a, factor); }
namespace {
enum : int { many, factor = 5 };
}
PTO_INCORE void kernel(In<Rows> x, Out<Rows> out) {
  auto a = tile::mul(tile::load<R, C>(x, {0, 0}), factor + many);
  // SAYS: [[@LINE+1]]:15: remark: the call of 'weighted' kept: 'factor' means something else here
  tile::store(weighted(a), {0, 0}, out);
}
} // namespace unnamed
namespace nominated {
PTO_INCORE Block weighted(const Block &a) { return tile::mul(a, factor); }
namespace deeper {
constexpr float factor = 11.f;
}
using namespace deeper;
PTO_INCORE void kernel(In<Rows> x, Out<Rows> out) {
  auto a = tile::mul(tile::load<R, C>(x, {0, 0}), factor);
  // SAYS: [[@LINE+1]]:15: remark: the call of 'weighted' kept: a namespace is used from then on
  tile::store(weighted(a), {0, 0}, out);
}
} // namespace nominated

// Every kind of declaration hides a name.
// SAYS-COUNT-4: 'scaled_down' kept: 'factor' means something else here
PTO_INCORE Block scaled_down(const Block &a) { return tile::mul(a, factor); }
PTO_INCORE void declared(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  const float factors[] = {1.f, 2.f};
  for (const float factor : factors) {
    auto b = scaled_down(a);
    a = tile::mul(b, factor);
  }
  tile::store(a, {0, 0}, out);
}
struct Numbers {
  float first, second;
};
PTO_INCORE void bound(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  const auto [first, factor] = Numbers{3.f, 4.f};
  auto b = scaled_down(a);
  tile::store(tile::mul(b, factor + first), {0, 0}, out);
}
PTO_INCORE void in_condition(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  if (const float factor = 6.f; factor > 5) {
    tile::store(scaled_down(a), {0, 0}, out);
    a = tile::add(a, factor);
  }
  tile::store(tile::mul(scaled_down(a), 3.f), {0, 0}, out);
}
// A lambda of the user's own is nobody's kernel: what stands in it stays.
PTO_INCORE void in_own_lambda(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  const auto f = [&](float factor) { return tile::mul(scaled_down(a), factor); };
  tile::store(f(3.f), {0, 0}, out);
}

// Behind a colon a name is no part of something.
PTO_INCORE Block chosen_factor(const Block &a, bool big) { return tile::mul(a, big ? 2.f : factor); }
PTO_INCORE void behind_colon(In<Rows> x, Out<Rows> out) {
  const float factor = 3.f;
  auto a = tile::mul(tile::load<R, C>(x, {0, 0}), factor);
  // SAYS: remark: the call of 'chosen_factor' kept: 'factor' means something else here
  tile::store(chosen_factor(a, false), {0, 0}, out);
}

// Templates: numbers are constants, types are spelled.
template <class T, Index M, Index N> PTO_INCORE Tile<T, M, N> generic(const Tile<T, M, N> &a, float by) {
  auto one = tile::full<T, M, N>(static_cast<T>(M) + static_cast<T>(by));
  return tile::sub(a, one);
}
template <class T> PTO_INCORE Tile<T, 4, 40> chosen(const Tile<T, 4, 40> &a) {
  if constexpr (sizeof(T) == 4)
    return tile::add(a, 1.f);
  return a;
}
template <class T> PTO_INCORE static Tile<T, 4, 40> hidden_one(const Tile<T, 4, 40> &a) { return tile::abs(a); }
// CHECK-LABEL: void instances
// CHECK:         constexpr Index M = 4;
// CHECK-NEXT:    constexpr Index N = 40;
// CHECK-NEXT:    const float by = 0.5f;
// CHECK-NEXT:    auto one = tile::full<float, M, N>(static_cast<float>(M) + static_cast<float>(by));
// CHECK-NEXT:    auto b = tile::sub(a, one);
// CHECK:         constexpr Index M2 = 4;
// CHECK-NEXT:    constexpr Index N2 = 20;
// CHECK:         tile::full<bf16, M2, N2>(
// AVX512-LABEL: PTO_X86_AVX512 void instances
PTO_INCORE void instances(In<Rows> x, In<Tensor<bf16, 4, 20>> y, Out<Rows> out, Out<Tensor<bf16, 4, 20>> more) {
  auto a = tile::load<R, C>(x, {0, 0});
  auto b = generic(a, 0.5f);
  tile::store(b, {0, 0}, out);
  auto c = tile::load<4, 20>(y, {0, 0});
  tile::store(generic(c, 2.f), {0, 0}, more);
}
PTO_INCORE void other_templates(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  // SAYS: remark: the call of 'chosen' kept: it does not return once, at its end
  auto b = chosen(a);
  // SAYS: remark: the call of 'hidden_one' kept: it is a template of which instances cannot be spelled
  tile::store(hidden_one(b), {0, 0}, out);
}
template <Index N> PTO_INCORE void of_any_size(In<Tensor<float, N, 40>> x, Out<Tensor<float, N, 40>> out) {
  for (Index r = 0; r < N; r += 4) {
    auto a = tile::load<4, 40>(x, {r, 0});
    tile::store(scaled_down(a), {r, 0}, out);
  }
}

PTO_TEST_MAIN(nested, named, chained, in_loops, in_lambdas, local, of_this_file, of_this_file_too, counts, hides,
              other::in_other, redeclared::kernel, unnamed::kernel, nominated::kernel, declared, bound, in_condition,
              in_own_lambda, behind_colon, instances, other_templates, of_any_size<4>, of_any_size<8>, not_straight, arguments,
              conditional)
