// What fold-iter-args-into-induction-var leaves alone, and why.
//
// RUN: %pto-rewrite --passes=fold-iter-args-into-induction-var -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fold-iter-args-into-induction-var %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Line = mem::MemRef<std::int64_t, mem::L1, 2048>;

// Not in every iteration, or more than once.
PTO_INCORE Index conditional(In<Line> a, Index n) {
  Index s = 0, off = 0;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    if (s > n)
      off += 7; // SAYS: :[[@LINE]]:7: remark: 'off' kept: it is not advanced once in every iteration [-Rpass-missed=fold-iter-args-into-induction-var,conditional]
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    s > n && (off += 7, true); // SAYS: :[[@LINE]]:{{.*}},conditional]
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    switch (n) {
    case 1:
      off += 7; // SAYS: :[[@LINE]]:{{.*}},conditional]
    }
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    scf::forall(1, [&](Index) { off += 7; });
  }
  return s;
}

// Upstream forgets of continue: what comes behind it does not happen.
PTO_INCORE Index early(In<Line> a, Index n) {
  Index s = 0, off = 0;
  for (Index k = 0; k < 8; ++k) {
    if (k == n)
      continue; // SAYS: :[[@LINE+2]]:5: remark: 'off' kept: an iteration may end early [-Rpass-missed=fold-iter-args-into-induction-var,early-exit]
    s = s * 3 + a(off); // SAYS: :[[@LINE-1]]:7: note: here
    off += 7;
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:{{.*}},early-exit]
    if (k == n)
      break;
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:{{.*}},early-exit]
    if (s > 1000000)
      return off;
  }
  return s + off;
}

// Another assignment, another sum.
PTO_INCORE Index other_updates(In<Line> a, Index n) {
  Index s = 0, off = 0;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:5: remark: 'off' kept: it gets another value, too [-Rpass-missed=fold-iter-args-into-induction-var,other-update]
    s = s * 3 + a(off);
    off += 1; // SAYS: :[[@LINE]]:{{.*}},other-update]
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:{{.*}},other-update]
    if (off > 20 * n)
      off = 0;
  }
  return s;
}

void reset(Index &x) { x = 0; }
Index kept_for_later = 3;

// Names are not all that there is.
PTO_INCORE Index not_plain(In<Line> a) {
  Index s = 0;
  {
    Index off = 0;
    for (Index k = 0; k < 8; ++k)
      s = s * 3 + a(off++); // SAYS: :[[@LINE]]:21: remark: 'off' kept: it may be changed or read without its name [-Rpass-missed=fold-iter-args-into-induction-var,not-plain]
  }
  {
    Index off = 0;
    for (Index k = 0; k < 8; ++k)
      s = s * 3 + a(off += 2); // SAYS: :[[@LINE]]:{{.*}},not-plain]
  }
  {
    Index off = 0;
    for (Index k = 0; k < 8; ++k)
      off += 2, s = s * 3 + a(off); // SAYS: :[[@LINE]]:{{.*}},not-plain]
  }
  {
    Index off = 0;
    for (Index k = 0; k < 8; ++k)
      s = s * 3 + a(off), off += 2; // SAYS: :[[@LINE]]:{{.*}},not-plain]
  }
  {
    Index off = 0;
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}},other-update]
      if (off > 100)
        reset(off);
    }
  }
  {
    Index off = 0;
    const Index *const p = &off;
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(*p);
      off += 7; // SAYS: :[[@LINE]]:{{.*}},not-plain]
    }
  }
  {
    Index off = 0;
    const auto read = [&] { return a(off); };
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + read();
      off += 7; // SAYS: :[[@LINE]]:{{.*}},not-plain]
    }
  }
  {
    Index off = 0;
    for (Index k = 0; k < 8; ++k) {
      const Index &now = off;
      off += 7; // SAYS: :[[@LINE]]:7: remark: 'off' kept: it has another name, too [-Rpass-missed=fold-iter-args-into-induction-var,not-plain]
      s = s * 3 + a(now);
    }
  }
  {
    static Index off = 0;
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(off % 2048);
      off += 7; // SAYS: :[[@LINE]]:{{.*}},not-plain]
    }
  }
  {
    volatile Index off = 0;
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(off);
      off = off + 7; // SAYS: :[[@LINE]]:{{.*}},not-plain]
    }
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(kept_for_later % 2048);
    kept_for_later += 7;
  }
  return s;
}

// The multiple of what is added may overflow, though no sum does.
PTO_INCORE Index overflow(In<Line> a, Index base, Index stride, int n) {
  Index s = 0;
  {
    Index off = base;
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(off);
      off += stride; // SAYS: :[[@LINE]]:7: remark: 'off' kept: the multiple of what is added could overflow [-Rpass-missed=fold-iter-args-into-induction-var,may-overflow]
    }
  }
  {
    int off = 0; // 2000000000 - -2000000000 is no int
    for (int k = -2000000000; k < 2000000000; k += 1000000000) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}},may-overflow]
    }
  }
  {
    int off = 0;
    for (int k = n; k < 8; ++k) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}},may-overflow]
    }
  }
  return s;
}

// Types that wrap around, or that are no integers; sums that are no multiple; loops that do not count.
PTO_INCORE Index others(In<Line> a, int n, Index wide) {
  Index s = 0, w = 0;
  unsigned u = 0;
  std::uint8_t b = 250;
  short h = 0;
  float f = 0;
  int i = 0;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(u) + b + h + static_cast<Index>(f) + i;
    u += 7;
    b += 7;
    h += 7;
    f += 0.5f;
    i += wide; // the sum of an Index, and what is left of it
  }
  Index off = 0;
  for (unsigned k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:5: remark: 'off' kept: 'k' is unsigned or narrow, and may wrap around [-Rpass-missed=fold-iter-args-into-induction-var,narrow-counter]
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += a(k) % 4;
  }
  for (Index k = 0; k < 8; ++k) {
    const Index step = k + 1;
    s = s * 3 + a(off);
    off += step;
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off = off * 2 % 100 + 7;
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off = 200 - off;
  }
  while (w < 8) {
    s = s * 3 + a(w);
    w += 2;
  }
  for (Index k = 8; k > 0; --k) {
    s = s * 3 + a(off);
    off += 7;
  }
  for (Index k = 0; k < 8; k += n + 1) {
    s = s * 3 + a(off);
    off += 7;
  }
  return s;
}

// Text that is not ours.
#define ADVANCE(off) off += 7
#define AT(off) a(off)
PTO_INCORE Index texts(In<Line> a) {
  Index s = 0, off = 0, p = 0;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(p);
    ADVANCE(p); // SAYS: :[[@LINE]]:{{.*}},in-macro]
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + AT(p);
    p += 7; // SAYS: :[[@LINE]]:{{.*}},in-macro]
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += /* a row */ 7; // SAYS: :[[@LINE]]:{{.*}},comment]
  }
  for (Index k = 0; k < 8; ++k) {
#ifdef LOUD
    s += off;
#endif
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:{{.*}},preprocessor]
  }
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += 7; // NOLINT SAYS: :[[@LINE]]:{{.*}},suppressed]
  }
  return s;
}

PTO_TEST_MAIN(conditional, early, other_updates, not_plain, overflow, others, texts)
