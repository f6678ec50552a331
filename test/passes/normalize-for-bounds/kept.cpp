// What normalize-for-bounds leaves alone, and why.
//
// RUN: %pto-rewrite --passes=normalize-for-bounds -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=normalize-for-bounds %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Line = mem::MemRef<std::int64_t, mem::L1, 1024>;

// Upstream: two sums of one variable; here also any other use, that of the condition of a break included.
PTO_INCORE Index other_uses(In<Line> a, Index n) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' kept: it is asked for in more than one place [-Rpass-missed=normalize-for-bounds,other-use]
    const Index off = i * 8;  // SAYS: :[[@LINE]]:17: note: computed here
    const Index next = i + 1; // SAYS: :[[@LINE]]:24: note: here, too
    s = s * 3 + a(off) + next;
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},other-use]
    const Index off = i * 8;
    if (i == n) // SAYS: :[[@LINE]]:9: note: here, too
      break;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},other-use]
    const Index off = i * 8;
    scf::parallel(1, [i](Index j) { (void)(i + j); });
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},other-use]
    const Index off = i * 8;
    const float x = static_cast<float>(i) * 0.5f;
    s = s * 3 + a(off) + static_cast<Index>(x);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    const Index off = i * 8;
    const decltype(off) twice = off * 2;
    s = s * 3 + a(off) + sizeof(decltype(i)) + twice;
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' kept: it is named in more than one place [-Rpass-missed=normalize-for-bounds,other-use]
    const Index off = i * 8;
#ifdef LOUD
    s += i;
#endif
    s = s * 3 + a(off);
  }
  return s;
}

// Upstream folds these, and gets steps of 0 and below. No multiples: nothing to say of them.
PTO_INCORE Index not_linear(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 64; ++i) {
    const Index off = i % 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 64; ++i) {
    const Index off = i / 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) {
    const Index off = i * i;
    s = s * 3 + a(off);
  }
  for (Index r = 0; r < 4; ++r)
    for (Index i = 0; i < 8; ++i) {
      const Index off = i * 8 + r;
      s = s * 3 + a(off);
    }
  for (Index i = 0; i < 8; ++i) {
    const float off = static_cast<float>(i) * 8;
    s = s * 3 + static_cast<Index>(off);
  }
  for (Index i = 0; i < 8; ++i)
    s = s * 3 + a(i * 8);
  for (Index i = 0; i < 8; ++i)
    s = s * 3 + a(i);
  return s;
}

// The loop would have to go down.
PTO_INCORE Index negative(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' kept: its factor is negative [-Rpass-missed=normalize-for-bounds,not-increasing]
    const Index off = 64 - i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-increasing]
    const Index off = -2 * i + 64;
    s = s * 3 + a(off);
  }
  return s;
}

// Types that are too small, or that wrap.
PTO_INCORE Index types(In<Line> a) {
  Index s = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned off = i * 8;
    s = s * 3 + a(off);
  }
  for (short i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' kept: it is unsigned or narrow, and may wrap around [-Rpass-missed=normalize-for-bounds,narrow-counter]
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) {
    const std::uint8_t off = static_cast<std::uint8_t>(i * 40);
    s = s * 3 + a(off);
  }
  for (int i = 0; i < 8; ++i) {
    const unsigned off = i * 8;
    s = s * 3 + a(off);
  }
  for (int i = 0; i < 8; ++i) {
    const short off = i * 8;
    s = s * 3 + a(off);
  }
  return s;
}

// The last value that is counted, or the bound, does not fit.
PTO_INCORE Index overflow(In<Line> a, int m, Index n) {
  Index s = 0;
  for (int i = 0; i < 3; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' kept: the bounds times 1000000000 could overflow [-Rpass-missed=normalize-for-bounds,may-overflow]
    const int off = i * 1000000000;
    s = s * 3 + a(off / 1000000000);
  }
  for (int i = 0; i < m; ++i) { // SAYS: :[[@LINE]]:{{.*}},may-overflow]
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < n; ++i) { // SAYS: :[[@LINE]]:{{.*}},may-overflow]
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  return s;
}

void set(Index &x) { x = 3; }
Index pick(const Index &x) { return x; }
Index pick(Index &x) { return -x; }

// More than a number that the body uses.
PTO_INCORE Index not_plain(In<Line> a, Index n) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'off' kept: it is not just a number that the body uses [-Rpass-missed=normalize-for-bounds,not-plain]
    Index off = i * 8; // SAYS: :[[@LINE]]:{{.*}}: note: declared here
    if (s > n)
      off += 1;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    Index off = i * 8;
    set(off);
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    const Index off = i * 8;
    const Index *p = &off;
    s = s * 3 + a(*p);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    const Index off = i * 8;
    s = s * 3 + pick(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    const Index off = i * 8;
    decltype(off) same = off;
    s = s * 3 + a(same);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    PTO_TAG("off") const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    volatile Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'off' kept: its declaration declares several names [-Rpass-missed=normalize-for-bounds,multi-declarator]
    const Index off = i * 8, other = 3;
    s = s * other + a(off);
  }
  return s;
}

Index off = 5;

// In the head the name would be seen where another variable of that name is meant.
PTO_INCORE Index hidden(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'off' kept: something else in the loop has its name [-Rpass-missed=normalize-for-bounds,not-plain]
    s = s * 3 + off;
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    {
      const Index off = i * 8;
      s = s * 3 + a(off);
    }
    s = s * 3 + off;
  }
  const Index end = 4;
  for (Index i = 0; i < end; ++i) { // SAYS: :[[@LINE]]:{{.*}},not-plain]
    const Index end = i * 8;
    s = s * 3 + a(end);
  }
  return s;
}

// Not a loop that counts.
PTO_INCORE Index other_loops(In<Line> a, Index n) {
  Index s = 0, k = 0;
  while (k < 8) {
    const Index off = k * 8;
    s = s * 3 + a(off);
    ++k;
  }
  for (Index i = 8; i > 0; --i) {
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; i += n + 1) {
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) {
    const Index off = i * 8;
    s = s * 3 + a(off);
    if (off == 16)
      ++i;
  }
  scf::parallel(0, 8, 1, [&](Index i) {
    const Index off = i * 8;
    (void)off;
  });
  return s;
}

// Text that is not ours.
#define TIMES_8(i) i * 8
#define DECLARE(off, i) const Index off = i * 8
PTO_INCORE Index texts(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},in-macro]
    const Index off = TIMES_8(i);
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},in-macro]
    DECLARE(off, i);
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},comment]
    const Index off = i * 8 /* bytes */;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // NOLINT SAYS: :[[@LINE]]:{{.*}},suppressed]
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},suppressed]
    // pto-rewrite: off
    const Index off = i * 8;
    // pto-rewrite: on
    s = s * 3 + a(off);
  }
  return s;
}

// The factor is a name that nothing else asks for, and cannot go with the rest.
PTO_INCORE Index left_behind(In<Line> a) {
  const Index first = 0, height = 8;
  Index s = first;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' kept: 'height' would be left without a use [-Rpass-missed=normalize-for-bounds,last-use]
    const Index off = i * 8 - height * i + i + i * 7;
    s = s * 3 + a(off);
  }
  return s;
}

PTO_TEST_MAIN(other_uses, not_linear, negative, types, overflow, not_plain, hidden, other_loops, texts, left_behind)
