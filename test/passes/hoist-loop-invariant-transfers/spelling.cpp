// The ways to spell an accumulator in memory, and what happens to the text around it.
//
// RUN: %pto-rewrite --passes=hoist-loop-invariant-transfers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=HOISTED,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=hoist-loop-invariant-transfers --expect-change %s
// RUN: %pto-rewrite --passes='hoist-loop-invariant-transfers{loop=only}' %s -- | FileCheck %s --check-prefix=ONLY
#include <pto/dsl.h>
#include <pto/testing.h>
#include <type_traits>
namespace dsl = pto::dsl;
using pto::dsl::In, pto::dsl::Out, pto::dsl::InOut, pto::dsl::Index;
using Square = dsl::mem::MemRef<int, dsl::mem::L1, 8, 8>;
using Row = dsl::mem::MemRef<int, dsl::mem::L1, 8>;
using V = dsl::vec::Vec<int, 8>;
namespace vec = dsl::vec;
namespace mem = dsl::mem;

// Bodies without braces, in bodies without braces.
// CHECK-LABEL: bodies(
// CHECK-NEXT:    if (n > 1) {
// CHECK-NEXT:      auto c_acc = vec::load<8>(c, {0});
// CHECK-NEXT:      for (Index k = 0; k < 8; ++k)
// CHECK-NEXT:        c_acc = c_acc + vec::load<8>(a, {k, 0});
// CHECK-NEXT:      vec::store(c_acc, c, {0});
// CHECK-NEXT:    }
// CHECK-NEXT:    else {
// CHECK-NEXT:      auto c_acc2 = vec::load<8>(c, {0});
// CHECK-NEXT:      while (n < 4)
// CHECK-NEXT:        c_acc2 = c_acc2 * vec::splat<int, 8>(static_cast<int>(++n));
// CHECK-NEXT:      vec::store(c_acc2, c, {0});
// CHECK-NEXT:    }
// CHECK-NEXT:  }
PTO_INCORE void bodies(In<Square> a, InOut<Row> c, Index n) {
  if (n > 1)
    for (Index k = 0; k < 8; ++k)
      vec::store(vec::load<8>(c, {0}) + vec::load<8>(a, {k, 0}), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}stays in registers
  else
    while (n < 4)
      vec::store(vec::load<8>(c, {0}) * vec::splat<int, 8>(static_cast<int>(++n)), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}stays in
}

// Types, references, casts, commas, statements in braces of their own.
// CHECK-LABEL: statements(
// CHECK-NEXT:    Index n = 0;
// CHECK-NEXT:    auto acc = vec::load<8>(c, {0, 0});
// CHECK-NEXT:    auto other = vec::load<8>(c, {1, 0});
// CHECK-NEXT:    auto third = vec::load<8>(c, {2, 0});
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:      {
// CHECK-NEXT:        (void)(acc = acc + vec::load<8>(a, {k, 0}));
// CHECK-NEXT:      }
// CHECK-NEXT:      ++n, (other = other + vec::load<8>(a, {k, 0}));
// CHECK-NEXT:      ((third = third * vec::load<8>(a, {k, 0})), ++n);
// CHECK-NEXT:    }
PTO_INCORE void statements(In<Square> a, InOut<Square> c) {
  Index n = 0;
  for (Index k = 0; k < 8; ++k) {
    {
      const V acc = vec::load<8>(c, {0, 0});
      (void)vec::store(acc + vec::load<8>(a, {k, 0}), c, {0, 0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays in registers
    }
    const auto &other = vec::load<8>(c, {1, 0});
    ++n, vec::store(other + vec::load<8>(a, {k, 0}), c, {1, 0}); // HOISTED: :[[@LINE]]:{{.*}}'other' stays in registers
    dsl::vec::Vec<int, 8> third(vec::load<8>(c, {2, 0}));
    (vec::store(third * vec::load<8>(a, {k, 0}), c, {2, 0}), ++n); // HOISTED: :[[@LINE]]:{{.*}}'third' stays in registers
  }
  mem::store(static_cast<int>(n), c, 7, 7);
}

// Names: one is needed with its old value, one is assigned, one hides another, one is taken beside the loop.
// CHECK-LABEL: names(
// CHECK-NEXT:    const auto sum = vec::load<8>(a, {0, 0});
// CHECK-NEXT:    auto c_acc = vec::load<8>(c, {0, 0});
// CHECK-NEXT:    auto c_acc2 = vec::load<8>(c, {1, 0});
// CHECK-NEXT:    auto c_acc3 = vec::load<8>(c, {2, 0});
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:      const auto old = c_acc;
// CHECK-NEXT:      auto changes = c_acc2;
// CHECK-NEXT:      changes = changes + sum;
// CHECK-NEXT:      const auto sum = c_acc3;
// CHECK-NEXT:      c_acc = old + vec::load<8>(a, {k, 0});
// CHECK-NEXT:      c_acc2 = changes + old;
// CHECK-NEXT:      c_acc3 = sum + old;
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::store(c_acc, c, {0, 0});
// CHECK-NEXT:    vec::store(c_acc2, c, {1, 0});
// CHECK-NEXT:    vec::store(c_acc3, c, {2, 0});
// CHECK-NEXT:    return sum;
PTO_INCORE V names(In<Square> a, InOut<Square> c) {
  const auto sum = vec::load<8>(a, {0, 0});
  for (Index k = 0; k < 8; ++k) {
    const auto old = vec::load<8>(c, {0, 0});
    auto changes = vec::load<8>(c, {1, 0});
    changes = changes + sum;
    const auto sum = vec::load<8>(c, {2, 0});
    vec::store(old + vec::load<8>(a, {k, 0}), c, {0, 0}); // HOISTED: :[[@LINE]]:{{.*}}'c_acc' stays in registers
    vec::store(changes + old, c, {1, 0});                 // HOISTED: :[[@LINE]]:{{.*}}'c_acc2' stays in registers
    vec::store(sum + old, c, {2, 0});                     // HOISTED: :[[@LINE]]:{{.*}}'c_acc3' stays in registers
  }
  return sum;
}
// Two loops with one name.
// CHECK-LABEL: twice(
// CHECK-NEXT:    auto c_acc = vec::load<8>(c, {0});
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:      const auto acc = c_acc;
// CHECK-NEXT:      c_acc = acc + vec::load<8>(a, {k, 0});
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::store(c_acc, c, {0});
// CHECK-NEXT:    {
// CHECK-NEXT:      auto acc = vec::load<8>(c, {0});
PTO_INCORE void twice(In<Square> a, InOut<Row> c) {
  for (Index k = 0; k < 8; ++k) {
    const auto acc = vec::load<8>(c, {0});
    vec::store(acc + vec::load<8>(a, {k, 0}), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'c_acc' stays in registers
  }
  {
    for (Index k = 0; k < 8; ++k) {
      const auto acc = vec::load<8>(c, {0});
      vec::store(acc * vec::load<8>(a, {k, 0}), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays in registers
    }
  }
}
// A parameter of that name, and a call that cares whether its argument is const.
template <class T> V consts(T &v) { return std::is_const_v<T> ? v + v : v; }
// CHECK-LABEL: parameters(
// CHECK-NEXT:    auto c_acc = vec::load<8>(c, {0, 0});
// CHECK-NEXT:    auto c_acc2 = vec::load<8>(c, {1, 0});
// CHECK-NEXT:    for (Index k = 0; k < 2; ++k) {
// CHECK-NEXT:      const auto acc = c_acc;
// CHECK-NEXT:      const auto x = c_acc2;
// CHECK-NEXT:      c_acc = acc + acc;
// CHECK-NEXT:      c_acc2 = consts(x);
PTO_INCORE void parameters(InOut<Square> c, [[maybe_unused]] int acc) {
  for (Index k = 0; k < 2; ++k) {
    const auto acc = vec::load<8>(c, {0, 0});
    const auto x = vec::load<8>(c, {1, 0});
    vec::store(acc + acc, c, {0, 0}); // HOISTED: :[[@LINE]]:{{.*}}'c_acc' stays in registers
    vec::store(consts(x), c, {1, 0}); // HOISTED: :[[@LINE]]:{{.*}}'c_acc2' stays in registers
  }
}
// What is read is written back as it is.
// CHECK-LABEL: unchanged(
// CHECK-NEXT:    auto acc = vec::load<8>(c, {0});
// CHECK-NEXT:    for (Index k = 0; k < 2; ++k) {
// CHECK-NEXT:      out(k) = vec::extract(acc, k);
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::store(acc, c, {0});
PTO_INCORE void unchanged(InOut<Row> c, Out<Row> out) {
  for (Index k = 0; k < 2; ++k) {
    const auto acc = vec::load<8>(c, {0});
    out(k) = vec::extract(acc, k);
    vec::store(acc, c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays in registers
  }
}

// Tags stay where they are; `loop=only` means that loop alone.
// CHECK-LABEL: tagged(
// CHECK-NEXT:    auto c_acc = vec::load<8>(c, {0});
// CHECK-NEXT:    PTO_TAG("other")
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k)
// CHECK-NEXT:      c_acc = c_acc + vec::load<8>(a, {k, 0});
// CHECK-NEXT:    vec::store(c_acc, c, {0});
// CHECK-NEXT:    auto c_acc2 = vec::load<8>(c, {0});
// CHECK-NEXT:    PTO_TAG("only")
// ONLY-LABEL: void tagged(
// ONLY-NEXT:     PTO_TAG("other")
// ONLY-NEXT:     for (Index k = 0; k < 8; ++k)
// ONLY-NEXT:       vec::store(
// ONLY-NEXT:     auto c_acc = vec::load<8>(c, {0});
// ONLY-NEXT:     PTO_TAG("only")
// ONLY-NEXT:     for (Index k = 0; k < 8; ++k)
// ONLY-NEXT:       c_acc = c_acc * vec::load<8>(a, {k, 0});
// ONLY-NEXT:     vec::store(c_acc, c, {0});
PTO_INCORE void tagged(In<Square> a, InOut<Row> c) {
  PTO_TAG("other")
  for (Index k = 0; k < 8; ++k)
    vec::store(vec::load<8>(c, {0}) + vec::load<8>(a, {k, 0}), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}stays in registers
  PTO_TAG("only")
  for (Index k = 0; k < 8; ++k)
    vec::store(vec::load<8>(c, {0}) * vec::load<8>(a, {k, 0}), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}stays in registers
}

// Templates: the window is the same in all instances, or not.
// CHECK-LABEL: instances(
// CHECK-NEXT:    auto acc = dsl::vec::load<N>(c, {N - 1, 0});
// CHECK-NEXT:    for (Index k = 0; k < N; ++k) {
template <class T, Index N> PTO_INCORE void instances(InOut<mem::MemRef<T, mem::L1, N, N>> c) {
  for (Index k = 0; k < N; ++k) {
    const auto acc = dsl::vec::load<N>(c, {N - 1, 0});
    dsl::vec::store(acc + acc, c, {N - 1, 0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays in registers
  }
}
template <Index N> PTO_INCORE void only_one(InOut<Square> c, Index n) {
  for (Index k = 0; k < n; ++k) {
    const auto acc = vec::transfer_read<4>(c, {0, N});
    vec::transfer_write(acc + acc, c, {0, N}); // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
  }
}

// Comments beside the statements stay, one inside keeps them; so do macros, and a switch.
// CHECK-LABEL: comments(
// CHECK-NEXT:    auto sum = vec::load<8>(c, {0, 0});
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k) {
PTO_INCORE void comments(In<Square> a, InOut<Square> c) {
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::load<8>(c, {0, 0}); // the sum so far
    // and one more
    vec::store(sum + vec::load<8>(a, {k, 0}), c, {0, 0}); // HOISTED: :[[@LINE]]:{{.*}}'sum' stays in registers
  }
  for (Index k = 0; k < 8; ++k) {
    const auto acc = vec::load<8>(c, {1 /* row */, 0});
    vec::store(acc + vec::load<8>(a, {k, 0}), c, {1, 0}); // KEPT: :[[@LINE]]:{{.*}},comment]
  }
  for (Index k = 0; k < 8; ++k) {
    const auto acc = vec::load<8>(c, {2, 0});
    vec::store(acc + vec::load<8>(a, {k, 0}), c, {2, 0}); // NOLINT: KEPT: :[[@LINE]]:{{.*}},suppressed]
  }
}
#define EACH(k) for (Index k = 0; k < 8; ++k)
#define LOAD(m, r) vec::load<8>(m, {r, 0})
PTO_INCORE void macros(In<Square> a, InOut<Square> c) {
  EACH(k) {
    const auto acc = vec::load<8>(c, {0, 0});
    vec::store(acc + LOAD(a, k), c, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  }
  for (Index k = 0; k < 8; ++k) {
    const auto acc = LOAD(c, 1);
    vec::store(acc + vec::load<8>(a, {k, 0}), c, {1, 0}); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  }
}
PTO_INCORE void labels(In<Square> a, InOut<Row> c, Index n) {
  switch (n) {
  case 1:
    for (Index k = 0; k < 8; ++k)
      vec::store(vec::load<8>(c, {0}) + vec::load<8>(a, {k, 0}), c, {0}); // KEPT: :[[@LINE]]:{{.*}},switch-label]
    break;
  default:
    break;
  }
}

// Declarations that would have to move, and cannot: the outer name is used, the constant is one of two.
PTO_INCORE void cannot_move(In<Square> a, InOut<Square> c, Index r) {
  for (Index k = 0; k < 2; ++k) {
    const Index row = 2 * r;
    vec::transfer_write(vec::transfer_read<8>(c, {row, 0}) + vec::load<8>(a, {k, 0}), c, {row, 0}); // KEPT: :[[@LINE]]:{{.*}},index-varies]
  }
  const Index row = 3;
  for (Index k = 0; k < 2; ++k) {
    const Index i = 2, j = i + r;
    vec::transfer_write(vec::transfer_read<8>(c, {j, 0}) + vec::load<8>(a, {row, 0}), c, {j, 0}); // KEPT: :[[@LINE]]:{{.*}},index-varies]
  }
}

PTO_TEST_MAIN(bodies, statements, names, twice, parameters, unchanged, tagged, (instances<int, 4>),
              (instances<float, 8>), only_one<2>, only_one<6>, comments, macros, labels, cannot_move)
