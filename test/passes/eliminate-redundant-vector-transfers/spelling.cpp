// The ways to spell two equal reads, and what happens to the text around them.
//
// RUN: %pto-rewrite --passes=eliminate-redundant-vector-transfers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=MERGED,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=eliminate-redundant-vector-transfers --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
namespace dsl = pto::dsl;
using pto::dsl::In, pto::dsl::Out, pto::dsl::InOut, pto::dsl::Index, pto::dsl::bf16;
using Square = dsl::mem::MemRef<int, dsl::mem::L1, 8, 8>;
using Row = dsl::mem::MemRef<int, dsl::mem::L1, 8>;
using V = dsl::vec::Vec<int, 8>;
namespace vec = dsl::vec;
namespace mem = dsl::mem;
namespace air = dsl::air;

// No name for the first: it gets one.
// CHECK-LABEL: nested(
// CHECK-NEXT:    const auto m_vec = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    return m_vec * m_vec +
// CHECK-NEXT:           m_vec;
PTO_INCORE V nested(In<Square> m) {
  return vec::transfer_read<8>(m, {0, 0}) * vec::transfer_read<8>(m, {0, 0}) + // MERGED: :[[@LINE]]:{{.*}}_vec{{.*}} has it
         vec::transfer_read<8>(m, {0, 0});                                     // MERGED: :[[@LINE]]:{{.*}}_vec{{.*}} has it
}
// The name is taken.
// CHECK-LABEL: nested_twice(
// CHECK-NEXT:    int m_vec = 3;
// CHECK-NEXT:    const auto m_vec2 = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    auto s = m_vec2 * vec::splat<int, 8>(m_vec);
// CHECK-NEXT:    const auto m_vec3 = vec::transfer_read<8>(m, {1, 0});
// CHECK-NEXT:    s = s + m_vec2 + m_vec3;
// CHECK-NEXT:    return s * m_vec3;
PTO_INCORE V nested_twice(In<Square> m) {
  int m_vec = 3;
  auto s = vec::transfer_read<8>(m, {0, 0}) * vec::splat<int, 8>(m_vec);
  s = s + vec::transfer_read<8>(m, {0, 0}) + vec::transfer_read<8>(m, {1, 0}); // MERGED: :[[@LINE]]:{{.*}}_vec{{.*}} has it
  return s * vec::transfer_read<8>(m, {1, 0});                                 // MERGED: :[[@LINE]]:{{.*}}_vec{{.*}} has it
}
// What stands before it in its statement writes the window, or what it names: it cannot be named before that. A
// condition decides whether it is read. Nothing to say.
// CHECK-LABEL: cannot_be_named(
// CHECK:         return s + b + c + vec::transfer_read<8>(m, {3, 0});
PTO_INCORE V cannot_be_named(InOut<Square> m, Index r) {
  auto s = vec::splat<int, 8>(0);
  m(1, 1) = 3, s = s + vec::transfer_read<8>(m, {1, 0});
  const auto b = vec::transfer_read<8>(m, {1, 0});
  r = 2, s = s + vec::transfer_read<8>(m, {r, 0});
  const auto c = vec::transfer_read<8>(m, {2, 0});
  s = r > 1 ? s + vec::transfer_read<8>(m, {3, 0}) : s;
  return s + b + c + vec::transfer_read<8>(m, {3, 0});
}

// Explicit types, one name a copy of the other, a reference that keeps what was read.
// CHECK-LABEL: types(
// CHECK-NEXT:    const V a = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    V c(a);
// CHECK-NEXT:    c = c + a;
// CHECK-NEXT:    return c + a + a;
PTO_INCORE V types(In<Square> m) {
  const V a = vec::transfer_read<8>(m, {0, 0});
  dsl::vec::Vec<int, 8> b = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  V c(vec::transfer_read<8>(m, {0, 0}));                      // MERGED: :[[@LINE]]:{{.*}}'c' is not read again
  const auto &d = vec::transfer_read<8>(m, {0, 0});           // MERGED: :[[@LINE]]:{{.*}}'d' is not read again
  c = c + b;
  return c + a + d;
}
// A name that is assigned later, or declared with another, keeps its declaration.
// CHECK-LABEL: declarations(
// CHECK-NEXT:    auto a = vec::transfer_read<8>(m, {0, 0}), b = a;
// CHECK-NEXT:    auto c = a;
// CHECK-NEXT:    PTO_TAG("tagged") auto d = a;
// CHECK-NEXT:    c = c + b;
// CHECK-NEXT:    c = a;
// CHECK-NEXT:    return c + a + d;
PTO_INCORE V declarations(In<Square> m) {
  auto a = vec::transfer_read<8>(m, {0, 0}), b = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not
  auto c = vec::transfer_read<8>(m, {0, 0});                                       // MERGED: :[[@LINE]]:{{.*}}'c' is not
  PTO_TAG("tagged") auto d = vec::transfer_read<8>(m, {0, 0});                     // MERGED: :[[@LINE]]:{{.*}}'d' is not
  c = c + b;
  c = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'c' is not read again
  return c + a + d;
}
// The first name is changed before the last use of the second.
// CHECK-LABEL: first_changes_later(
// CHECK-NEXT:    auto a = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    const auto b = a;
// CHECK-NEXT:    a = a + b;
// CHECK-NEXT:    return a * b;
PTO_INCORE V first_changes_later(In<Square> m) {
  auto a = vec::transfer_read<8>(m, {0, 0});
  const auto b = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  a = a + b;
  return a * b;
}
// Nobody looks at what is read.
// CHECK-LABEL: discarded(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    (void)a;
// CHECK-NEXT:    return a;
PTO_INCORE V discarded(In<Square> m) {
  const auto a = vec::transfer_read<8>(m, {0, 0});
  vec::transfer_read<8>(m, {0, 0});       // MERGED: :[[@LINE]]:{{.*}}the window is not read again
  (void)vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}the window is not read again
  return a;
}
// What only the read needed goes with it.
// CHECK-LABEL: leftovers(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {2 * r, 0});
// CHECK-NEXT:    return a * a + a;
PTO_INCORE V leftovers(In<Square> m, Index r) {
  const auto a = vec::transfer_read<8>(m, {2 * r, 0});
  const Index row = r + r;
  const auto b = vec::transfer_read<8>(m, {row, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  const auto c = vec::transfer_read<8>(m, {row, 0}); // MERGED: :[[@LINE]]:{{.*}}'c' is not read again
  return a * b + c;
}

// Bodies without braces, and on the same line.
// CHECK-LABEL: bodies(
// CHECK:         for (Index k = 0; k < 2; ++k)
// CHECK-NEXT:      s = s + a;
// CHECK-NEXT:    if (r > 1) {
// CHECK-NEXT:      const auto m_vec = vec::transfer_read<8>(m, {5, 0});
// CHECK-NEXT:      s = s + m_vec * m_vec;
// CHECK-NEXT:    }
// CHECK-NEXT:    while (r < 3) { ++r; s = s * a; }
// CHECK-NEXT:    return s;
PTO_INCORE V bodies(In<Square> m, Index r) {
  const auto a = vec::transfer_read<8>(m, {0, 0});
  auto s = a;
  for (Index k = 0; k < 2; ++k)
    s = s + vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}the window is not read again
  if (r > 1)
    s = s + vec::transfer_read<8>(m, {5, 0}) * vec::transfer_read<8>(m, {5, 0}); // MERGED: :[[@LINE]]:{{.*}}_vec{{.*}} has it
  while (r < 3) { ++r; s = s * vec::transfer_read<8>(m, {0, 0}); } // MERGED: :[[@LINE]]:{{.*}}the window is not read again
  return s;
}
// Bodies that are lambdas.
// CHECK-LABEL: herds(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    air::herd<2, 2>([&](Index x, Index y) {
// CHECK-NEXT:      const auto b = vec::transfer_read<4>(m, {x, 4 * y});
// CHECK-NEXT:      vec::transfer_write(b * b, out, {x, 4 * y});
// CHECK-NEXT:      if (x == 0 && y == 0) vec::transfer_write(a, out, {7, 0});
// CHECK-NEXT:    });
PTO_INCORE void herds(In<Square> m, InOut<Square> out) {
  const auto a = vec::transfer_read<8>(m, {0, 0});
  air::herd<2, 2>([&](Index x, Index y) {
    const auto b = vec::transfer_read<4>(m, {x, 4 * y});
    const auto c = vec::transfer_read<4>(m, {x, 4 * y}); // MERGED: :[[@LINE]]:{{.*}}'b' has it already: 'c' is not
    vec::transfer_write(b * c, out, {x, 4 * y});
    if (x == 0 && y == 0) vec::transfer_write(vec::transfer_read<8>(m, {0, 0}), out, {7, 0}); // MERGED: :[[@LINE]]:{{.*}}not read again
  });
  vec::transfer_write(a, out, {6, 0});
}

// A name that a lambda captures by value keeps its declaration.
// CHECK-LABEL: captured(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    const auto b = a;
// CHECK-NEXT:    const auto twice = [b] { return b + b; };
PTO_INCORE V captured(In<Square> m) {
  const auto a = vec::transfer_read<8>(m, {0, 0});
  const auto b = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  const auto twice = [b] { return b + b; };
  return twice() * a;
}

// Comments beside the statement stay, one inside it keeps it.
// CHECK-LABEL: comments(
// CHECK:         const auto c = vec::transfer_read<8>(m, {0 /* row */, 0});
PTO_INCORE V comments(In<Square> m) {
  const auto a = vec::transfer_read<8>(m, {0, 0}); // first
  // before the second
  const auto b = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  const auto c = vec::transfer_read<8>(m, {0 /* row */, 0}); // KEPT: :[[@LINE]]:{{.*}},comment]
  return a + b * c;
}
#define READ(m, r) vec::transfer_read<8>(m, {r, 0})
#define TWICE(x) ((x) + (x))
// CHECK-LABEL: macros(
// CHECK:         const auto c = a;
// CHECK-NEXT:    return a + b + TWICE(c) + TWICE(vec::transfer_read<8>(m, {0, 0}));
PTO_INCORE V macros(In<Square> m) {
  const auto a = READ(m, 0);
  const auto b = READ(m, 0);                             // KEPT: :[[@LINE]]:{{.*}},in-macro]
  const auto c = vec::transfer_read<8>(m, {0, 0});       // MERGED: :[[@LINE]]:{{.*}}'c' is not read again
  return a + b + TWICE(c) + TWICE(vec::transfer_read<8>(m, {0, 0})); // KEPT: :[[@LINE]]:{{.*}},in-macro]
}
// CHECK-LABEL: asked_for(
// CHECK:         const auto b = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    const auto d = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    const auto e = a;
// CHECK:         return a + b + d + e;
PTO_INCORE V asked_for(In<Square> m) {
  const auto a = vec::transfer_read<8>(m, {0, 0});
  const auto b = vec::transfer_read<8>(m, {0, 0}); // NOLINT: KEPT: :[[@LINE]]:{{.*}},suppressed]
  // NOLINTNEXTLINE(pto-eliminate-*)
  const auto d = vec::transfer_read<8>(m, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},suppressed]
  const auto e = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'e' is not read again
  // pto-rewrite: off
  return a + b + d + e;
  // pto-rewrite: on
}
// What a preprocessor line may leave out could use the name.
// CHECK-LABEL: directives(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {0, 0});
// CHECK-NEXT:    const auto b = a;
PTO_INCORE V directives(In<Square> m) {
  const auto a = vec::transfer_read<8>(m, {0, 0});
  const auto b = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
#ifdef SOME_OTHER_BUILD
  return a - b;
#endif
  return a + b;
}

// Templates: all instances agree, or nothing is done.
// CHECK-LABEL: both(
// CHECK-NEXT:    const auto a = vec::transfer_read<N>(m, {r, 0});
// CHECK-NEXT:    return a * a;
template <class T, Index N> PTO_INCORE vec::Vec<T, N> both(In<mem::MemRef<T, mem::L1, 8, 8>> m, Index r) {
  const auto a = vec::transfer_read<N>(m, {r, 0});
  const auto b = vec::transfer_read<N>(m, {r, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  return a * b;
}
// CHECK-LABEL: only_one(
// CHECK-NEXT:    const auto a = vec::transfer_read<4>(m, {0, 0});
// CHECK-NEXT:    const auto b = vec::transfer_read<4>(m, {N, 0});
template <Index N> PTO_INCORE vec::Vec<int, 4> only_one(In<Square> m) {
  const auto a = vec::transfer_read<4>(m, {0, 0});
  const auto b = vec::transfer_read<4>(m, {N, 0}); // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
  return a * b;
}
template <Index N> PTO_INCORE vec::Vec<int, N> nobody_calls(In<Square> m) { // KEPT: :[[@LINE]]:{{.*}},not-instantiated]
  return vec::transfer_read<N>(m, {0, 0}) + vec::transfer_read<N>(m, {0, 0});
}

// Padding: the same number, spelled alike or a variable; elements of 16 bits.
// CHECK-LABEL: padded(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {r}, bf16(1.5f));
// CHECK-NEXT:    const auto c = vec::transfer_read<8>(m, {r + 1}, p);
// CHECK-NEXT:    return a * a + c * c;
PTO_INCORE vec::Vec<bf16, 8> padded(In<mem::MemRef<bf16, mem::L1, 8>> m, Index r, bf16 p) {
  const auto a = vec::transfer_read<8>(m, {r}, bf16(1.5f));
  const auto b = vec::transfer_read<8>(m, {r}, bf16(1.5f)); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  const auto c = vec::transfer_read<8>(m, {r + 1}, p);
  const auto d = vec::transfer_read<8>(m, {r + 1}, p); // MERGED: :[[@LINE]]:{{.*}}'d' is not read again
  return a * b + c * d;
}
// Extents that are known at run time only; other padding where no lane is outside.
// CHECK-LABEL: dynamic(
// CHECK:           const auto a = vec::transfer_read<4>(m, {k, 0}, 1);
// CHECK-NEXT:      s = s + a * a;
PTO_INCORE vec::Vec<int, 4> dynamic(In<mem::MemRef<int, mem::L1, dsl::dyn, 8>> m) {
  auto s = vec::splat<int, 4>(0);
  for (Index k = 0; k < m.extent(0); ++k) {
    const auto a = vec::transfer_read<4>(m, {k, 0}, 1);
    const auto c = vec::transfer_read<4>(m, {k, 0}, 2); // MERGED: :[[@LINE]]:{{.*}}'c' is not read again
    s = s + a * c;
  }
  return s;
}
// A vector among the parameters is no memory.
// CHECK-LABEL: vector_parameter(
// CHECK:         return a * a + v;
PTO_INCORE V vector_parameter(const Square &m, const V &v) {
  const auto a = vec::transfer_read<8>(m, {0, 0});
  const auto b = vec::transfer_read<8>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  return a * b + v;
}

PTO_TEST_MAIN(nested, nested_twice, cannot_be_named, types, declarations, first_changes_later, discarded, leftovers,
              bodies, herds, captured, comments, macros, asked_for, directives, (both<int, 4>), (both<float, 8>),
              only_one<0>, only_one<1>, padded, dynamic, vector_parameter)
