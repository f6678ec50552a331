// Odd spellings of what fold-iter-args-into-induction-var rewrites, and loops that are named.
//
// RUN: %pto-rewrite --passes=fold-iter-args-into-induction-var -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: FileCheck %s --check-prefix=COMMENT --input-file=%t.cpp
// RUN: %equal --passes=fold-iter-args-into-induction-var --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

using pto::dsl::In;
using pto::dsl::Index;
using Line = pto::dsl::mem::MemRef<std::int64_t, pto::dsl::mem::L1, 2048>;

// The instances agree where numbers have names.
// CHECK-LABEL: Index instances(
// CHECK:           const Index off = first + k * N;
// CHECK:           const Index off_k = off + (k - N) / 2 * (N + 1);
// CHECK:         off += (17 - N) / 2 * (N + 1);
template <Index N> PTO_INCORE Index instances(In<Line> a, Index first) {
  Index s = 0;
  {
    Index off = first;
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(off);
      off += N; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  Index off = 3;
  for (Index k = N; k < 16; k += 2) {
    s = s * 3 + a(off);
    off += N + 1; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  return s + off;
}

// Here they do not.
template <Index N> PTO_INCORE Index disagree(In<Line> a) {
  Index s = 0, off = 0;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += N; // SAYS: :[[@LINE]]:{{.*}},instantiations-disagree]
  }
  return s;
}

template <Index N> PTO_INCORE Index unused(In<Line> a) { // SAYS: :[[@LINE]]:{{.*}},not-instantiated]
  Index s = 0, off = 0;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off);
    off += N;
  }
  return s;
}

// Comments stay.
// COMMENT-LABEL: comments(
// COMMENT-NEXT:    // the sum
// COMMENT-NEXT:    Index s = 0; // of all
// COMMENT-NEXT:    // what is read
// COMMENT-NEXT:    // first
// COMMENT-NEXT:    for (Index k = 0; k < 8; ++k) { // each
// COMMENT-NEXT:      const Index off = k * 7;
// COMMENT-NEXT:      s = s * 3 + a(off);
// COMMENT-NEXT:      // then
// COMMENT-NEXT:      // SAYS
PTO_INCORE Index comments(In<Line> a) {
  // the sum
  Index s = 0; // of all
  // what is read
  Index off = 0; // first
  for (Index k = 0; k < 8; ++k) { // each
    s = s * 3 + a(off);
    // then
    off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  return s;
}

// One line; nothing else in the body; no braces around; a label before.
// CHECK-LABEL: lines(
// CHECK:         for (Index k = 0; k < 8; ++k) { const Index off_k = off + k * 7; s = s * 3 + a(off_k); }
// CHECK-NEXT:    off += 56;
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k)
// CHECK-NEXT:      {}
// CHECK-NEXT:    off += 8;
// CHECK-NEXT:    if (s > 1000) {
// CHECK-NEXT:      for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:        const Index off_k2 = off + k;
// CHECK-NEXT:        s = s * 3 + a(off_k2);
// CHECK-NEXT:      }
// CHECK-NEXT:      off += 8;
// CHECK-NEXT:    }
PTO_INCORE Index lines(In<Line> a) {
  Index s = 0, off = 0;
  for (Index k = 0; k < 8; ++k) { s = s * 3 + a(off); off += 7; } // SAYS: :[[@LINE]]:{{.*}}'off' is
  for (Index k = 0; k < 8; ++k)
    ++off; // SAYS: :[[@LINE]]:{{.*}}'off' is
  if (s > 1000)
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(off);
      ++off; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  return s + off;
}

Index outside = 3;

// The first value means the same in the loop, or the declaration stays where it is.
// CHECK-LABEL: first_values(
// CHECK-NEXT:    Index s = 0;
// CHECK-NEXT:    {
// CHECK-NEXT:      Index off = k;
// CHECK-NEXT:      for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:        const Index off_k = off + k * 7;
// CHECK:         {
// CHECK-NEXT:      Index m = 2;
// CHECK-NEXT:      Index off = m;
// CHECK-NEXT:      m = 5;
// CHECK-NEXT:      for (Index j = 0; j < 8; ++j) {
// CHECK-NEXT:        const Index off_j = off + j * 7;
// CHECK:         {
// CHECK-NEXT:      Index off = a(0) % 8;
// CHECK-NEXT:      for (Index j = 0; j < 8; ++j) {
// CHECK-NEXT:        const Index off_j2 = off + j * 7;
// CHECK:         {
// CHECK-NEXT:      Index off = outside;
// CHECK-NEXT:      for (Index j = 0; j < 8; ++j) {
// CHECK-NEXT:        const Index off_j3 = off + j * 7;
// CHECK:         {
// CHECK-NEXT:      Index off;
// CHECK-NEXT:      off = k + 1;
// CHECK-NEXT:      for (Index j = 0; j < 8; ++j) {
// CHECK-NEXT:        const Index off_j4 = off + j * 7;
// CHECK:         for (Index r = 0, off = 1; r < 4; ++r) {
// CHECK-NEXT:      for (Index j = 0; j < 8; ++j) {
// CHECK-NEXT:        const Index off_j5 = off + j;
// CHECK-NEXT:        s = s * 3 + a(off_j5);
// CHECK-NEXT:      }
// CHECK-NEXT:      off += 8;
// CHECK-NEXT:    }
PTO_INCORE Index first_values(In<Line> a, Index k) {
  Index s = 0;
  {
    Index off = k;
    for (Index k = 0; k < 8; ++k) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  {
    Index m = 2;
    Index off = m;
    m = 5;
    for (Index j = 0; j < 8; ++j) {
      s = s * 3 + a(off) + m;
      off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  {
    Index off = a(0) % 8;
    for (Index j = 0; j < 8; ++j) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  {
    Index off = outside;
    for (Index j = 0; j < 8; ++j) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  {
    Index off;
    off = k + 1;
    for (Index j = 0; j < 8; ++j) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  for (Index r = 0, off = 1; r < 4; ++r) {
    for (Index j = 0; j < 8; ++j) {
      s = s * 3 + a(off);
      off += 1; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  return s;
}

// Names that are taken, hidden, or listed by a lambda.
// CHECK-LABEL: names(
// CHECK:           const Index off_k2 = off + k * 7;
// CHECK-NEXT:      s = s * 3 + a(off_k2) + off_k;
// CHECK:           const Index p_k = p + k * 7;
// CHECK-NEXT:      s = s * 3 + a(p_k);
// CHECK-NEXT:      if (s > 5) {
// CHECK-NEXT:        const Index p = 2;
// CHECK:           const Index q_k = q + k * 7;
// CHECK-NEXT:      const auto f = [q_k, &a] { return a(q_k); };
// CHECK-NEXT:      const auto g = [o = q_k] { return o; };
PTO_INCORE Index names(In<Line> a, Index off_k) {
  Index s = 0, off = 0, q = 0;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(off) + off_k;
    off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  Index p = 3;
  for (Index k = 0; k < 8; ++k) {
    s = s * 3 + a(p);
    if (s > 5) {
      const Index p = 2;
      s = s * 3 + a(p);
    }
    p += 7; // SAYS: :[[@LINE]]:{{.*}}'p' is
  }
  for (Index k = 0; k < 8; ++k) {
    const auto f = [q, &a] { return a(q); };
    const auto g = [o = q] { return o; };
    s = s * 3 + f() + g();
    q += 7; // SAYS: :[[@LINE]]:{{.*}}'q' is
  }
  return s;
}

// A number that is declared in the body has no name before it.
// CHECK-LABEL: local_numbers(
// CHECK:           const Index off_k = off + k * 7;
// CHECK-NEXT:      constexpr Index height = 7;
PTO_INCORE Index local_numbers(In<Line> a) {
  Index s = 0, off = 0;
  for (Index k = 0; k < 8; ++k) {
    constexpr Index height = 7;
    s = s * height + a(off);
    off += height; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  return s;
}

PTO_TEST_MAIN(instances<2>, instances<6>, disagree<0>, disagree<3>, comments, lines, first_values, names, local_numbers)
