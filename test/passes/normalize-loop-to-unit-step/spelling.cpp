// Odd spellings of what normalize-loop-to-unit-step rewrites.
//
// RUN: %pto-rewrite --passes=normalize-loop-to-unit-step -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=normalize-loop-to-unit-step --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

using Position = pto::dsl::Index;
using pto::dsl::Index;

constexpr Index rows = 48, height = 16, first = 8;

// Names of numbers stay, no using-directive is needed, a type by another name keeps that.
// CHECK-LABEL: names(
// CHECK:         for (pto::dsl::Index a_step = 0; a_step < (rows + height - 1) / height; ++a_step)
// CHECK-NEXT:      { const pto::dsl::Index a = a_step * height;
// CHECK:         for (Position b_step = 0; b_step < (rows - first + height - 1) / height; ++b_step)
// CHECK-NEXT:      { const Position b = b_step * height + first;
// CHECK:         for (long c_step = 0; c_step < ((rows - 1) - (first + 1) + 7) / 8; ++c_step)
// CHECK-NEXT:      { const long c = c_step * 8 + (first + 1);
// CHECK:         for (int d_step = 0; d_step < 4; ++d_step)
// CHECK:         for (Index e_step = 0; e_step < (rows + (height * 2) - 1) / (height * 2); ++e_step)
// CHECK-NEXT:      { const Index e = e_step * (height * 2);
// CHECK:         for (Index g_step = 0; g_step < (rows + height) / height; ++g_step)
PTO_INCORE Index names() {
  Index acc = 1;
  for (pto::dsl::Index a = 0; a < rows; a += height) // SAYS: :[[@LINE]]:{{.*}}'a' is
    acc = acc * 3 + a;
  for (Position b = first; b < rows; b += height) // SAYS: :[[@LINE]]:{{.*}}'b' is
    acc = acc * 3 + b;
  for (auto c = first + 1; c < rows - 1; c += 8) // SAYS: :[[@LINE]]:{{.*}}'c' is
    acc = acc * 3 + c;
  for (auto d = 0; d < 4 * 4; d += 0x4) // SAYS: :[[@LINE]]:{{.*}}'d' is
    acc = acc * 3 + d;
  for (Index e(0); e < rows; e += height * 2) // SAYS: :[[@LINE]]:{{.*}}'e' is
    acc = acc * 3 + e;
  for (Index g{0}; g <= rows; g += height) // SAYS: :[[@LINE]]:{{.*}}'g' is
    acc = acc * 3 + g;
  return acc;
}

// The instances agree where numbers have names. A number that only they know is none to write down.
// CHECK-LABEL: Index instances(
// CHECK:         for (Index i_step = 0; i_step < (N + 3) / 4; ++i_step)
// CHECK-NEXT:      { const Index i = i_step * 4;
// CHECK:         for (Index j_step = 0; j_step < (N - S + S - 1) / S; ++j_step)
// CHECK-NEXT:      { const Index j = j_step * S + S;
// CHECK:         for (Index k_step = 0; k_step < 2; ++k_step)
// CHECK-NEXT:      { const Index k = k_step * 4 + n;
template <Index N, Index S> PTO_INCORE Index instances(Index n) {
  Index acc = 1;
  for (Index i = 0; i < N; i += 4) // SAYS: :[[@LINE]]:{{.*}}'i' is
    acc = acc * 3 + i;
  for (Index j = S; j < N; j += S) // SAYS: :[[@LINE]]:{{.*}}'j' is
    acc = acc * 3 + j;
  for (Index k = n; k < n + 8; k += 4) // SAYS: :[[@LINE]]:{{.*}}'k' is
    acc = acc * 3 + k;
  return acc;
}

// Here they do not: one of them counts by 1.
template <Index S> PTO_INCORE Index disagree() {
  Index acc = 1;
  for (Index i = 0; i < 8; i += S) // SAYS: :[[@LINE]]:{{.*}},instantiations-disagree]
    acc = acc * 3 + i;
  return acc;
}

template <Index S> PTO_INCORE Index unused(Index n) { // SAYS: :[[@LINE]]:{{.*}},not-instantiated]
  for (Index i = 0; i < 8; i += S)
    n += i;
  return n;
}

// Comments stay where they are.
// RUN: FileCheck %s --check-prefix=COMMENT --input-file=%t.cpp
// COMMENT-LABEL: comments(
// COMMENT:         // before
// COMMENT-NEXT:    for (/* all */ Index i_step = 0; /* of */ i_step < 4; /* them */ ++i_step) { // SAYS{{.*}}
// COMMENT-NEXT:      const Index i = i_step * 2;
// COMMENT-NEXT:      // inside
// COMMENT-NEXT:      acc = acc * 3 + i; // behind
// COMMENT-NEXT:    }
PTO_INCORE Index comments() {
  Index acc = 1;
  // before
  for (/* all */ Index i = 0; /* of */ i < 8; /* them */ i += 2) { // SAYS: :[[@LINE]]:{{.*}}'i' is
    // inside
    acc = acc * 3 + i; // behind
  }
  return acc;
}

// The new name is one that nobody has.
// CHECK-LABEL: fresh(
// CHECK:         for (Index i_step2 = 0; i_step2 < 4; ++i_step2)
// CHECK-NEXT:      { const Index i = i_step2 * 2; acc = acc * 3 + i * i_step; }
PTO_INCORE Index fresh(Index i_step) {
  Index acc = 1;
  for (Index i = 0; i < 8; i += 2) // SAYS: :[[@LINE]]:{{.*}}'i' is
    acc = acc * 3 + i * i_step;
  return acc;
}

// An inner variable of that name hides it as before.
// CHECK-LABEL: hidden(
// CHECK:           const Index i = i_step * 2;
// CHECK-NEXT:      if (acc > 5) {
// CHECK-NEXT:        const Index i = 7;
// CHECK:         for (Index j_step = 0; j_step < 4; ++j_step) {
// CHECK-NEXT:      {{\[\[}}maybe_unused]] const Index j = j_step * 2;
PTO_INCORE Index hidden() {
  Index acc = 1;
  for (Index i = 0; i < 8; i += 2) { // SAYS: :[[@LINE]]:{{.*}}'i' is
    if (acc > 5) {
      const Index i = 7;
      acc = acc * 3 + i;
    }
    acc = acc * 3 + i;
  }
  for (Index j = 0; j < 8; j += 2) { // SAYS: :[[@LINE]]:{{.*}}'j' is
    const auto f = [](Index j) { return j + 1; };
    acc = f(acc);
  }
  return acc;
}

// Where the body wants the type or a copy that can change, the variable is not const.
// CHECK-LABEL: types(
// CHECK:           Index i = i_step * 2;
// CHECK:           Index j = j_step * 2;
// CHECK:           Index k = k_step * 2;
// CHECK:           const Index l = l_step * 2;
PTO_INCORE Index types() {
  Index acc = 1;
  for (Index i = 0; i < 8; i += 2) { // SAYS: :[[@LINE]]:{{.*}}'i' is
    decltype(i) twice = i;
    twice += i;
    acc = acc * 3 + twice;
  }
  for (Index j = 0; j < 8; j += 2) { // SAYS: :[[@LINE]]:{{.*}}'j' is
    acc = acc * 3 + [j]() mutable { return ++j; }();
  }
  for (Index k = 0; k < 8; k += 2) { // SAYS: :[[@LINE]]:{{.*}}'k' is
    Index &same = k;
    acc = acc * 3 + same;
  }
  for (Index l = 0; l < 8; l += 2) { // SAYS: :[[@LINE]]:{{.*}}'l' is
    pto::dsl::scf::parallel(2, [=](Index r) { (void)(r + l); });
    acc = acc * 3 + l;
  }
  return acc;
}

// Only code that this configuration leaves out asks for it.
// CHECK-LABEL: left_out(
// CHECK:           {{\[\[}}maybe_unused]] const Index i = i_step * 2;
PTO_INCORE Index left_out() {
  Index acc = 1;
  for (Index i = 0; i < 8; i += 2) { // SAYS: :[[@LINE]]:{{.*}}'i' is
#ifdef LOUD
    acc += i;
#endif
    acc = acc * 3;
  }
  return acc;
}

// On one line, twice on one line, after a label of a switch, in a branch without braces.
// CHECK-LABEL: one_line(
// CHECK:         for (Index i_step = 0; i_step < 4; ++i_step) { const Index i = i_step * 2; acc = acc * 3 + i; }
// CHECK-NEXT:    for (Index i_step2 = 0; i_step2 < 2; ++i_step2) { const Index i = i_step2 * 2; acc += i; } for (Index i_step3 = 0; i_step3 < 2; ++i_step3) { const Index i = i_step3 * 3; acc += i; }
// CHECK:         case 1:
// CHECK-NEXT:      for (Index i_step4 = 0; i_step4 < 3; ++i_step4)
// CHECK:         if (n > 1)
// CHECK-NEXT:      for (Index i_step5 = 0; i_step5 < 2; ++i_step5)
PTO_INCORE Index one_line(Index n) {
  Index acc = 1;
  for (Index i = 0; i < 8; i += 2) acc = acc * 3 + i; // SAYS: :[[@LINE]]:{{.*}}'i' is
  for (Index i = 0; i < 4; i += 2) { acc += i; } for (Index i = 0; i < 6; i += 3) { acc += i; } // SAYS-COUNT-2: :[[@LINE]]:{{.*}}'i' is
  switch (n) {
  case 1:
    for (Index i = 0; i < 6; i += 2) // SAYS: :[[@LINE]]:{{.*}}'i' is
      acc = acc * 3 + i;
  }
  if (n > 1)
    for (Index i = 0; i < 6; i += 3) // SAYS: :[[@LINE]]:{{.*}}'i' is
      acc = acc * 3 + i;
  return acc;
}

// The bound was the only one to ask for a name: that goes, too.
// CHECK-LABEL: with_its_bound(
// CHECK-NEXT:    Index acc = 1;
// CHECK-NEXT:    for (Index k_step = 0; k_step < 3; ++k_step)
PTO_INCORE Index with_its_bound(Index k0) {
  Index acc = 1;
  const Index end = k0 + 6;
  for (Index k = k0; k < end; k += 2) // SAYS: :[[@LINE]]:{{.*}}'k' is
    acc = acc * 3 + k;
  return acc;
}

PTO_TEST_MAIN(names, instances<16, 4>, instances<20, 8>, disagree<1>, disagree<2>, comments, fresh, hidden, types, left_out, one_line,
              with_its_bound)
