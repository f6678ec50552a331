// What the target cannot take keeps the whole function as it is; the rest of the file is lowered.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;
using Row = L1<float, 16>;

// CHECK-LABEL: PTO_INCORE void odd_width(
// CHECK:         vec::store(vec::load<12>(x, {0}), out, {0});
// CHECK:         vec::store(vec::load<16>(x, {0}), out, {0});
// SAYS: [[@LINE+2]]:17: remark: 'odd_width' kept: a vector of 12 float is no whole number of registers of avx512 [-Rpass-missed=lower-vectors,unsupported-type]
// SAYS: [[@LINE+2]]:14: note: here
PTO_INCORE void odd_width(In<Row> x, Out<Row> out) {
  vec::store(vec::load<12>(x, {0}), out, {0});
  vec::store(vec::load<16>(x, {0}), out, {0});
}

// SAYS: remark: 'rank' kept: a vector of 4, 4 float is no whole number of registers of avx512 [-Rpass-missed=lower-vectors,unsupported-type]
PTO_INCORE void rank(In<L1<float, 4, 4>> x, Out<L1<float, 4, 4>> out) {
  vec::store(vec::load<4, 4>(x, {0, 0}), out, {0, 0});
}

// SAYS: remark: 'doubles' kept: a vector of 16 double is no whole number of registers of avx512 [-Rpass-missed=lower-vectors,unsupported-type]
PTO_INCORE void doubles(In<L1<double, 16>> x, Out<L1<double, 16>> out) {
  vec::store(vec::load<16>(x, {0}), out, {0});
}

// CHECK-LABEL: PTO_INCORE void quotients(
// CHECK:         const auto a = vec::load<16>(x, {0});
// SAYS: [[@LINE+4]]:14: note: here
// SAYS-NOT: note
PTO_INCORE void quotients(In<L1<std::int16_t, 16>> x, Out<L1<std::int16_t, 16>> out) {
  const auto a = vec::load<16>(x, {0});
  vec::store(a / vec::splat<std::int16_t, 16>(3), out, {0});
}

// CHECK-LABEL: PTO_INCORE PTO_X86_AVX512 void lowered(
PTO_INCORE void lowered(In<Row> x, Out<Row> out) { vec::store(-vec::load<16>(x, {0}), out, {0}); }

// SAYS: remark: 'by_number' kept: this 'vec::insert' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void by_number(In<Row> x, Index i, Out<Row> out) {
  vec::store(vec::insert(1.f, vec::load<16>(x, {0}), i), out, {0});
}

// Rounded twice it would be another number.
// SAYS: remark: 'twice' kept: 'vec::cast' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void twice(In<L1<int, 16>> x, Out<L1<bf16, 16>> out) {
  vec::store(vec::cast<bf16>(vec::load<16>(x, {0})), out, {0});
}

static float first(const vec::Vec<float, 16> &v) { return v.lane(0); }

// SAYS: remark: 'passed_on' kept: {{.*}} [-Rpass-missed=lower-vectors,unsupported-statement]
PTO_INCORE float passed_on(In<Row> x) {
  const auto a = vec::load<16>(x, {0});
  return first(a);
}

// SAYS: remark: 'captured' kept: 'a' is a parameter, captured or referred to [-Rpass-missed=lower-vectors,unsupported-statement]
PTO_INCORE void captured(In<Row> x, Out<Row> out) {
  auto a = vec::load<16>(x, {0});
  const auto more = [&] { a = a + a; };
  more();
  vec::store(a, out, {0});
}

static Index next(Index &i) { return i++; }

// SAYS: remark: 'effects' kept: something else is done in a statement that is needed several times [-Rpass-missed=lower-vectors,unsupported-statement]
PTO_INCORE void effects(In<L1<float, 64>> x, Out<L1<float, 64>> out) {
  Index i = 0;
  const auto a = vec::load<32>(x, {next(i)});
  vec::store(a, out, {i});
}

// SAYS: remark: 'incremented' kept: something else is done in a statement that is needed several times [-Rpass-missed=lower-vectors,unsupported-statement]
PTO_INCORE void incremented(In<L1<float, 64>> x, Out<L1<float, 64>> out) {
  Index i = 0;
  const auto a = vec::load<32>(x, {i++});
  vec::store(a, out, {i});
}

// SAYS: remark: kept: the edit would delete a comment [-Rpass-missed=lower-vectors,comment]
PTO_INCORE void commented(In<Row> x, Out<Row> out) {
  vec::store(-vec::load<16>(x, /* the first */ {0}), out, {0});
}

// SAYS: remark: 'configured' kept: preprocessor lines stand inside [-Rpass-missed=lower-vectors,preprocessor]
PTO_INCORE void configured(In<Row> x, Out<Row> out) {
  const auto a = vec::load<16>(x, {0});
#ifdef TWICE
  vec::store(a + a, out, {0});
#else
  vec::store(a, out, {0});
#endif
}

// SAYS: remark: 'measured' kept: 'a' is named by something else than ops [-Rpass-missed=lower-vectors,unsupported-statement]
PTO_INCORE void measured(In<L1<float, 64>> x, Out<L1<float, 64>> out) {
  const auto a = vec::load<32>(x, {0});
  using V = decltype(a);
  vec::store(a, out, {V::lanes});
}

#define NEGATED(v) (-(v))
// SAYS: remark: kept: it is spelled in macro 'NEGATED' [-Rpass-missed=lower-vectors,in-macro]
PTO_INCORE void in_macro(In<Row> x, Out<Row> out) {
  const auto a = vec::load<16>(x, {0});
  vec::store(NEGATED(a), out, {0});
}

// SAYS: [[@LINE+1]]:17: remark: 'assigned' kept: 'v' is not spelled by its name alone [-Rpass-missed=lower-vectors,unsupported-statement]
PTO_INCORE void assigned(In<Row> x, Out<Row> out) {
  auto v = vec::load<16>(x, {0});
  vec::store((v = v + v), out, {0});
}

// A number that is spelled in part by a macro has no text of its own.
#define BY_THREE * 3.0f
// SAYS: [[@LINE+1]]:17: remark: kept: {{.*}} [-Rpass-missed=lower-vectors,in-macro]
PTO_INCORE void number_of_macro(In<Row> x, Out<Row> out, float s) {
  vec::store(vec::load<16>(x, {0}) + vec::splat<float, 16>(s BY_THREE), out, {0});
}

PTO_TEST_MAIN(number_of_macro, odd_width, rank, doubles, quotients, lowered, by_number, twice, passed_on, captured, effects, incremented, commented,
              configured, measured, in_macro, assigned)
