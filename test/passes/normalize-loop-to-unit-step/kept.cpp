// What normalize-loop-to-unit-step leaves alone, and why.
//
// RUN: %pto-rewrite --passes=normalize-loop-to-unit-step -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=normalize-loop-to-unit-step %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// Upstream: a loop over an unsigned number may wrap around; so may one that is narrower than int.
PTO_INCORE Index narrow() {
  Index acc = 1;
  for (unsigned i = 0; i < 64; i += 8) // SAYS: :[[@LINE]]:3: remark: 'i' kept: it is unsigned or narrow, and may wrap around [-Rpass-missed=normalize-loop-to-unit-step,narrow-counter]
    acc = acc * 3 + i;
  for (std::uint8_t b = 251; b < 255; b += 6) // SAYS: :[[@LINE]]:{{.*}},narrow-counter]
    acc = acc * 3 + b;
  for (short s = 0; s < 6; s += 2) // SAYS: :[[@LINE]]:{{.*}},narrow-counter]
    acc = acc * 3 + s;
  for (unsigned i = 0; i < 64; i = i + 8) // SAYS: :[[@LINE]]:{{.*}},narrow-counter]
    acc = acc * 3 + i;
  return acc;
}

// Nothing to do: loops that count already, that are no such loops, or whose variable lives on.
PTO_INCORE Index others(Index n) {
  Index acc = 1;
  for (Index i = 0; i < 4; ++i)
    acc = acc * 3 + i;
  for (Index i = 2; i < 6; i++)
    acc = acc * 3 + i;
  for (Index i = 6; i > 2; --i)
    acc = acc * 3 + i;
  for (unsigned i = 0; i < 4; ++i)
    acc = acc * 3 + i;
  Index k = 0;
  for (k = 0; k < 9; k += 2)
    acc = acc * 3 + k;
  for (; k < 20; k += 2)
    acc = acc * 3 + k;
  while (k < 30)
    k += 4;
  do
    acc += 2;
  while (acc < n);
  for (;;) {
    acc += 2;
    if (acc > n)
      break;
  }
  for (float f = 0; f < 2; f += 0.5f)
    acc = acc * 3 + static_cast<Index>(f);
  scf::parallel(0, 8, 2, [&](Index i) { (void)i; });
  return acc * 100 + k;
}

// No constant that goes up.
PTO_INCORE Index steps(Index n) {
  const Index stride = n + 1;
  Index acc = 1;
  for (Index i = 0; i < 10; i += stride) // SAYS: :[[@LINE]]:3: remark: 'i' kept: something else than the head may change it or its bound, or its step is no positive constant [-Rpass-missed=normalize-loop-to-unit-step,not-counted]
    acc = acc * 3 + i;
  for (Index i = 10; i > 0; i -= 3) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  for (Index i = 10; i >= 0; i += -2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  for (Index i = 1; i < 100; i += i) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  for (Index i = 0, j = 0; i < 10; i += 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i + j++;
  return acc;
}

// It never meets the bound: without the break it would go on for ever.
PTO_INCORE Index unequal(Index n) {
  Index acc = 1;
  for (Index i = 0; i != 10; i += 4) { // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
    if (i > 20)
      break;
  }
  for (Index i = 0; i != 4 * n; i += 4) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  return acc;
}

void advance(Index &i) { ++i; }
Index last = 9;
volatile Index shown = 9;

// Something else has a hand in it.
PTO_INCORE Index changed(Index n) {
  Index acc = 1, end = 12;
  for (Index i = 0; i < 20; i += 2) { // SAYS: :[[@LINE]]:{{.*}},not-counted]
    if (i == 4)
      i = 8;
    acc = acc * 3 + i;
  }
  for (Index i = 0; i < 20; i += 2) { // SAYS: :[[@LINE]]:{{.*}},not-counted]
    advance(i);
    acc = acc * 3 + i;
  }
  for (Index i = 0; i < 20; i += 2) { // SAYS: :[[@LINE]]:{{.*}},not-counted]
    Index *const p = &i;
    *p += 1;
    acc = acc * 3 + i;
  }
  for (Index i = 0; i < 20; i += 2) { // SAYS: :[[@LINE]]:{{.*}},not-counted]
    Index &other = i;
    other += 1;
    acc = acc * 3 + i;
  }
  for (Index i = 0; i < 20; i += 2) { // SAYS: :[[@LINE]]:{{.*}},not-counted]
    const auto skip = [&] { ++i; };
    skip();
    acc = acc * 3 + i;
  }
  for (Index i = 0; i < 20; i += 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    scf::parallel(1, [&](Index) { i += 1; });
  for (volatile Index i = 0; i < 20; i = i + 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  for (Index i = 0; i < end; i += 2) { // SAYS: :[[@LINE]]:{{.*}},not-counted]
    if (i == 4)
      end = 9;
    acc = acc * 3 + i + n;
  }
  for (Index i = 0; i < last; i += 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  for (Index i = 0; i < shown; i += 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  for (Index i = 0; i < 9 && acc < 100; i += 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  return acc;
}

Index left = 3;
Index take() { return left-- * 2; }

// A bound that is computed anew each time.
PTO_INCORE Index bounds(In<Tensor<std::int64_t, 4>> x, Index n) {
  left = 3;
  Index acc = 1;
  for (Index i = 0; i < tensor::read(x, {0}); i += 2) // SAYS: :[[@LINE]]:3: remark: 'i' kept: what it runs to is more than integer arithmetic [-Rpass-missed=normalize-loop-to-unit-step,bound-unknown]
    acc = acc * 3 + i;
  for (Index i = tensor::read(x, {0}); i < 9; i += 2) // SAYS: :[[@LINE]]:3: remark: 'i' kept: what it runs from is more than integer arithmetic [-Rpass-missed=normalize-loop-to-unit-step,bound-unknown]
    acc = acc * 3 + i;
  for (Index i = 0; i < take(); i += 2) // SAYS: :[[@LINE]]:{{.*}},bound-unknown]
    acc = acc * 3 + i;
  for (Index i = 0; i < (n & 3); i += 2) // SAYS: :[[@LINE]]:{{.*}},bound-unknown]
    acc = acc * 3 + i;
  return acc;
}

// What is computed instead could overflow.
PTO_INCORE Index large(Index from, Index to, int low, int high) {
  constexpr Index far = 9000000000000000000;
  Index acc = 1;
  for (Index i = from; i < to; i += 2) // SAYS: :[[@LINE]]:3: remark: 'i' kept: the number of iterations could overflow [-Rpass-missed=normalize-loop-to-unit-step,may-overflow]
    acc = acc * 3 + i;
  for (int i = low; i < high; i += 2) // SAYS: :[[@LINE]]:{{.*}},may-overflow]
    acc = acc * 3 + i;
  for (int i = -2000000000; i < 2000000000; i += 1000000000) // SAYS: :[[@LINE]]:{{.*}},may-overflow]
    acc = acc * 3 + i;
  for (Index i = -far; i < far; i += far / 2) // SAYS: :[[@LINE]]:3: remark: 'i' kept: its numbers are too large to compute with [-Rpass-missed=normalize-loop-to-unit-step,may-overflow]
    acc = (acc * 3 + i) % 1000;
  for (int i = low; i <= 2147483600; i += 2) { // SAYS: :[[@LINE]]:{{.*}},may-overflow]
    acc = acc * 3 + i;
    if (i > 4)
      break;
  }
  return acc;
}

// Signed and unsigned compared: the counter is taken for unsigned.
PTO_INCORE Index mixed(unsigned n) {
  const std::uint64_t size = n;
  Index acc = 1;
#pragma GCC diagnostic ignored "-Wsign-compare"
  for (Index i = 0; i < size; i += 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + i;
  return acc;
}

// Declared together with another name, it could not go when nothing asks for it any more.
PTO_INCORE Index left_behind(Index k0) {
  const Index begin = k0, end = begin + 6;
  Index acc = 1;
  for (Index i = begin; i < end; i += 2) // SAYS: :[[@LINE]]:3: remark: 'i' kept: 'end' would be left without a use [-Rpass-missed=normalize-loop-to-unit-step,last-use]
    acc = acc * 3 + i;
  return acc;
}

// Text that is not ours.
#define FROM_0(i, n) for (Index i = 0; i < n; i += 2)
#define SIX 6
#define ADD(i) acc = acc * 3 + i
PTO_INCORE Index texts() {
  Index acc = 1;
  FROM_0(i, 6) // SAYS: :[[@LINE]]:{{.*}},in-macro]
    acc = acc * 3 + i;
  for (Index i = 0; i < SIX; i += 2) // SAYS: :[[@LINE]]:{{.*}},in-macro]
    acc = acc * 3 + i;
  for (Index i = 0; i < 6; i += 2) // SAYS: :[[@LINE]]:{{.*}},in-macro]
    ADD(i);
  for (Index /* a row */ i = 0; i < 6; i += 2) // SAYS: :[[@LINE]]:{{.*}},comment]
    acc = acc * 3 + i;
  for (Index i = 0;
#if 1
       i < 6; // SAYS: :[[@LINE-2]]:{{.*}},preprocessor]
#endif
       i += 2)
    acc = acc * 3 + i;
  for (Index i = 0; i < 6; i += 2) // NOLINT SAYS: :[[@LINE]]:{{.*}},suppressed]
    acc = acc * 3 + i;
  // pto-rewrite: off
  for (Index i = 0; i < 6; i += 2) // SAYS: :[[@LINE]]:{{.*}},suppressed]
    acc = acc * 3 + i;
  // pto-rewrite: on
  return acc;
}

PTO_INCORE Index jumps() {
  Index acc = 1;
  for (Index i = 0; i < 6; i += 2) // SAYS: :[[@LINE]]:{{.*}},unmodelled]
    if (i == 4)
      goto end;
    else
      acc = acc * 3 + i;
end:
  return acc;
}

// No kernel.
Index plain() {
  Index acc = 1;
  for (Index i = 0; i < 6; i += 2)
    acc = acc * 3 + i;
  return acc;
}
PTO_INCORE Index calls_plain() { return plain(); }

PTO_TEST_MAIN(narrow, others, steps, unequal, changed, bounds, large, mixed, left_behind, texts, jumps, calls_plain)
