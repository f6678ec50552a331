// Odd spellings of what normalize-for-bounds rewrites.
//
// RUN: %pto-rewrite --passes=normalize-for-bounds -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: FileCheck %s --check-prefix=COMMENT --input-file=%t.cpp
// RUN: %equal --passes=normalize-for-bounds --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

using pto::dsl::In;
using pto::dsl::Index;
namespace mem = pto::dsl::mem;
using Line = mem::MemRef<std::int64_t, mem::L1, 1024>;

// The instances agree where numbers have names.
// CHECK-LABEL: Index instances(
// CHECK:         for (Index off = 0; off < N * S; off += S) {
// CHECK:         for (pto::dsl::Index off = (S + 1); off < 48 + (S + 1); off += 8) {
template <Index N, Index S> PTO_INCORE Index instances(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < N; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * S;
    s = s * 3 + a(off);
  }
  for (int i = 0; i < 6; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const pto::dsl::Index off = i * 8 + (S + 1);
    s = s * 3 + a(off);
  }
  return s;
}

// Here they do not: in one it is always 0.
template <Index S> PTO_INCORE Index disagree(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}},instantiations-disagree]
    const Index off = i * S;
    s = s * 3 + a(off);
  }
  return s;
}

// Names are all that they could agree on.
template <Index S> PTO_INCORE Index no_words(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'i' kept: what is computed from it is no simple sum {{.*}},not-linear]
    const Index off = i * S + i;
    s = s * 3 + a(off);
  }
  return s;
}

template <Index S> PTO_INCORE Index unused(In<Line> a) { // SAYS: :[[@LINE]]:{{.*}},not-instantiated]
  Index s = 0;
  for (Index i = 0; i < 8; ++i) {
    const Index off = i * S;
    s += a(off);
  }
  return s;
}

// Comments stay where they are.
// COMMENT-LABEL: comments(
// COMMENT:         // before
// COMMENT-NEXT:    for (/* all */ Index off = 0; /* of */ off < 64; /* them */ off += 8) { // head SAYS
// COMMENT-NEXT:      // above
// COMMENT-NEXT:      // behind
// COMMENT-NEXT:      s = s * 3 + a(off);
PTO_INCORE Index comments(In<Line> a) {
  Index s = 0;
  // before
  for (/* all */ Index i = 0; /* of */ i < 8; /* them */ ++i) { // head SAYS: :[[@LINE]]:{{.*}}'off' is
    // above
    const Index off = i * 8; // behind
    s = s * 3 + a(off);
  }
  return s;
}

// On one line; a tag; a body that nothing else is in.
// CHECK-LABEL: lines(
// CHECK:         for (Index off = 0; off < 64; off += 8) { s = s * 3 + a(off); }
// CHECK-NEXT:    PTO_TAG("k") for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      s = s * 3 + a(off);
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      (void)off;
PTO_INCORE Index lines(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { const Index off = i * 8; s = s * 3 + a(off); } // SAYS: :[[@LINE]]:{{.*}}'off' is
  PTO_TAG("k") for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    (void)off;
  }
  return s;
}

// Names that are the same elsewhere: an inner variable that hides it, members, another loop.
// CHECK-LABEL: hidden(
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      s = s * 3 + a(off);
// CHECK-NEXT:      if (s > 5) {
// CHECK-NEXT:        const Index off = 2;
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      s = s * 3 + a(off) + p.i;
struct Point {
  Index i;
};
PTO_INCORE Index hidden(In<Line> a, Index n) {
  const Point p{n};
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
    if (s > 5) {
      const Index off = 2;
      s = s * 3 + a(off);
    }
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off) + p.i;
  }
  return s;
}

// Names that only the old words asked for go, too.
// CHECK-LABEL: with_its_factor(
// CHECK-NEXT:    Index s = 0;
// CHECK-NEXT:    for (Index off = 0; off < 64; off += 8) {
PTO_INCORE Index with_its_factor(In<Line> a) {
  const Index none = 0;
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8 - none * i + i - i;
    s = s * 3 + a(off);
  }
  return s;
}

PTO_TEST_MAIN(instances<8, 4>, instances<6, 16>, disagree<0>, disagree<2>, no_words<2>, no_words<3>, comments, lines, hidden, with_its_factor)
