// What hoist-loop-invariant-transfers hoists: upstream's cases, and accumulators in other words. The folder of the same
// name has what must be kept.
//
// RUN: %pto-rewrite --passes=hoist-loop-invariant-transfers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=HOISTED,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=hoist-loop-invariant-transfers --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Square = mem::MemRef<float, mem::L1, 8, 8>;
using Wide = mem::MemRef<int, mem::L1, 12, 12>;
using Row = mem::MemRef<float, mem::L1, 8>;

// The example of the specification: two rows, in program order. That r + 1 lies inside has to be seen.
// CHECK-LABEL: specification(
// CHECK-NEXT:    const Index r = i < 0 ? 0 : i > 6 ? 6 : i;
// CHECK-NEXT:    auto c0 = vec::load<8>(C, {r, 0});
// CHECK-NEXT:    auto c1 = vec::load<8>(C, {r + 1, 0});
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:      const auto a = vec::transfer_read<8>(A, {k, 0}, 0.0f);
// CHECK-NEXT:      const auto s0 = c0 + a;
// CHECK-NEXT:      const auto s1 = c1 + a * a;
// CHECK-NEXT:      c0 = s0;
// CHECK-NEXT:      c1 = s1;
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::store(c0, C, {r, 0});
// CHECK-NEXT:    vec::store(c1, C, {r + 1, 0});
// CHECK-NEXT:  }
PTO_INCORE void specification(In<Square> A, InOut<Square> C, Index i) {
  const Index r = i < 0 ? 0 : i > 6 ? 6 : i;
  for (Index k = 0; k < 8; ++k) {
    const auto c0 = vec::load<8>(C, {r, 0});
    const auto c1 = vec::load<8>(C, {r + 1, 0});
    const auto a = vec::transfer_read<8>(A, {k, 0}, 0.0f);
    const auto s0 = c0 + a;
    const auto s1 = c1 + a * a;
    vec::store(s0, C, {r, 0});     // HOISTED: :[[@LINE]]:5: remark: 'c0' stays in registers: 'C' is read and written once, not in every iteration [-Rpass=hoist-loop-invariant-transfers]
    vec::store(s1, C, {r + 1, 0}); // HOISTED: :[[@LINE]]:5: remark: 'c1' stays in registers
  }
}

// Upstream: one pair.
// CHECK-LABEL: one_pair(
// CHECK-NEXT:    auto acc = vec::transfer_read<8>(c, {0});
// CHECK-NEXT:    for (Index k = 0; k < n; ++k) {
// CHECK-NEXT:      const auto sum = acc + vec::transfer_read<8>(a, {k, 0});
// CHECK-NEXT:      acc = sum;
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::transfer_write(acc, c, {0});
// CHECK-NEXT:  }
PTO_INCORE void one_pair(In<Square> a, InOut<Row> c, Index n) {
  for (Index k = 0; k < n; ++k) {
    const auto acc = vec::transfer_read<8>(c, {0});
    const auto sum = acc + vec::transfer_read<8>(a, {k, 0});
    vec::transfer_write(sum, c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays in registers
  }
}

// Upstream: affine indices, computed in the loop. They move along.
// CHECK-LABEL: affine_indices(
// CHECK:         for (Index i = 0; i < 4; ++i) {
// CHECK-NEXT:      const Index row = 2 * i;
// CHECK-NEXT:      auto acc = vec::transfer_read<8>(c, {row + 1, 0});
// CHECK-NEXT:      for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:        acc = acc + vec::transfer_read<8>(a, {k, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::transfer_write(acc, c, {i + i + 1, 0});
// CHECK-NEXT:    }
PTO_INCORE void affine_indices(In<Square> a, InOut<Square> c) {
  for (Index i = 0; i < 4; ++i) {
    for (Index k = 0; k < 8; ++k) {
      const Index row = 2 * i;
      const auto acc = vec::transfer_read<8>(c, {row + 1, 0});
      vec::transfer_write(acc + vec::transfer_read<8>(a, {k, 0}), c, {i + i + 1, 0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays
    }
  }
}

// Upstream: memory that an outer loop allocates.
// CHECK-LABEL: allocated(
// CHECK:           const auto c = mem::alloc<float, mem::L1, 8>();
// CHECK-NEXT:      linalg::fill(1.5f, c);
// CHECK-NEXT:      auto acc = vec::transfer_read<8>(c, {0});
// CHECK-NEXT:      for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:        acc = acc * vec::transfer_read<8>(a, {k, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::transfer_write(acc, c, {0});
// CHECK-NEXT:      vec::transfer_write(vec::transfer_read<8>(c, {0}), out, {i, 0});
PTO_INCORE void allocated(const Square &a, Out<Square> out) {
  for (Index i = 0; i < 8; ++i) {
    const auto c = mem::alloc<float, mem::L1, 8>();
    linalg::fill(1.5f, c);
    for (Index k = 0; k < 8; ++k) {
      const auto acc = vec::transfer_read<8>(c, {0});
      vec::transfer_write(acc * vec::transfer_read<8>(a, {k, 0}), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays in registers
    }
    vec::transfer_write(vec::transfer_read<8>(c, {0}), out, {i, 0});
  }
}

// Upstream: two pairs of 4 x 4, one row apart. They share three rows: each sees what the other wrote. Upstream hoists
// them, and is wrong. See windows.cpp for what the values would be.
// CHECK-LABEL: overlapping_pairs(
// CHECK-NEXT:    for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:      const auto v1 = vec::transfer_read<4, 4>(m, {1, 1});
PTO_INCORE void overlapping_pairs(InOut<Wide> m) {
  for (Index k = 0; k < 4; ++k) {
    const auto v1 = vec::transfer_read<4, 4>(m, {1, 1});
    const auto v2 = vec::transfer_read<4, 4>(m, {2, 1});
    vec::transfer_write(v1 + v1, m, {1, 1}); // KEPT: :[[@LINE]]:5: remark: 'm' kept: something else in the loop may touch the window [-Rpass-missed=hoist-loop-invariant-transfers,other-access]
    vec::transfer_write(v2 * v2, m, {2, 1}); // KEPT: :[[@LINE]]:5: remark: 'm' kept: something else in the loop may touch the window [-Rpass-missed=hoist-loop-invariant-transfers,other-access]
  }
}

// Upstream: three pairs, in program order, inside of herds as elsewhere.
// CHECK-LABEL: three_pairs(
// CHECK-NEXT:    air::herd<2>([&](Index x) {
// CHECK-NEXT:      auto v1 = vec::transfer_read<2, 4>(m, {0, 4 * x});
// CHECK-NEXT:      auto v2 = vec::transfer_read<2, 4>(m, {2, 4 * x});
// CHECK-NEXT:      auto v3 = vec::transfer_read<2, 4>(m, {4, 4 * x});
// CHECK-NEXT:      for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:        v1 = v1 + v1;
// CHECK-NEXT:        v2 = v2 * v3;
// CHECK-NEXT:        v3 = vec::splat<int, 2, 4>(1) - v3;
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::transfer_write(v1, m, {0, 4 * x});
// CHECK-NEXT:      vec::transfer_write(v2, m, {2, 4 * x});
// CHECK-NEXT:      vec::transfer_write(v3, m, {4, 4 * x});
// CHECK-NEXT:    });
PTO_INCORE void three_pairs(InOut<Wide> m) {
  air::herd<2>([&](Index x) {
    for (Index k = 0; k < 4; ++k) {
      const auto v1 = vec::transfer_read<2, 4>(m, {0, 4 * x});
      const auto v2 = vec::transfer_read<2, 4>(m, {2, 4 * x});
      const auto v3 = vec::transfer_read<2, 4>(m, {4, 4 * x});
      vec::transfer_write(v1 + v1, m, {0, 4 * x});                      // HOISTED: :[[@LINE]]:{{.*}}'v1' stays
      vec::transfer_write(v2 * v3, m, {2, 4 * x});                      // HOISTED: :[[@LINE]]:{{.*}}'v2' stays
      vec::transfer_write(vec::splat<int, 2, 4>(1) - v3, m, {4, 4 * x}); // HOISTED: :[[@LINE]]:{{.*}}'v3' stays
    }
  });
}

// A view that is made in the loop moves before it.
// CHECK-LABEL: views(
// CHECK-NEXT:    for (Index i = 0; i < 4; ++i) {
// CHECK-NEXT:      const auto v = mem::subview<1, 8>(c, {i, 0});
// CHECK-NEXT:      const auto w = mem::rank_reduce<8>(v);
// CHECK-NEXT:      auto w_acc = vec::transfer_read<8>(w, {0});
// CHECK-NEXT:      for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:        w_acc = w_acc + vec::transfer_read<8>(a, {k, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::transfer_write(w_acc, w, {0});
// CHECK-NEXT:    }
PTO_INCORE void views(In<Square> a, InOut<Square> c) {
  for (Index i = 0; i < 4; ++i)
    for (Index k = 0; k < 8; ++k) {
      const auto v = mem::subview<1, 8>(c, {i, 0});
      const auto w = mem::rank_reduce<8>(v);
      vec::transfer_write(vec::transfer_read<8>(w, {0}) + vec::transfer_read<8>(a, {k, 0}), w, {0}); // HOISTED: :[[@LINE]]:{{.*}}stays in registers
    }
}
// So does one without a name.
// CHECK-LABEL: nested_views(
// CHECK-NEXT:    auto acc = vec::load<8>(mem::rank_reduce<8>(mem::subview<1, 8>(c, {r, 0})), {0});
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:      acc = acc + vec::transfer_read<8>(a, {k, 0});
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::store(acc, mem::rank_reduce<8>(mem::subview<1, 8>(c, {r, 0})), {0});
PTO_INCORE void nested_views(In<Square> a, InOut<Square> c, Index r) {
  for (Index k = 0; k < 8; ++k) {
    const auto acc = vec::load<8>(mem::rank_reduce<8>(mem::subview<1, 8>(c, {r, 0})), {0});
    vec::store(acc + vec::transfer_read<8>(a, {k, 0}), mem::rank_reduce<8>(mem::subview<1, 8>(c, {r, 0})), {0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays
  }
}

// Extents that are known at run time only.
// CHECK-LABEL: dynamic(
// CHECK:         for (Index i = 0; i < c.extent(0); ++i) {
// CHECK-NEXT:      auto acc = vec::transfer_read<8>(c, {i, 0});
// CHECK-NEXT:      for (Index k = 0; k < a.extent(0); ++k) {
// CHECK-NEXT:        acc = acc + vec::transfer_read<8>(a, {k, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::transfer_write(acc, c, {i, 0});
// CHECK-NEXT:    }
// CHECK:           auto acc = vec::transfer_read<8>(own, {i, 0});
PTO_INCORE void dynamic(In<mem::MemRef<float, mem::L1, dyn, 8>> a, InOut<mem::MemRef<float, mem::L1, dyn, 8>> c) {
  for (Index i = 0; i < c.extent(0); ++i)
    for (Index k = 0; k < a.extent(0); ++k) {
      const auto acc = vec::transfer_read<8>(c, {i, 0});
      vec::transfer_write(acc + vec::transfer_read<8>(a, {k, 0}), c, {i, 0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays
    }
  const Index n = c.extent(0);
  const auto own = mem::alloc<float, mem::L1, dyn, 8>({n, 8});
  mem::copy(c, own);
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < a.extent(0); ++k) {
      const auto acc = vec::transfer_read<8>(own, {i, 0});
      vec::transfer_write(acc + vec::transfer_read<8>(a, {k, 0}), own, {i, 0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays
    }
  mem::copy(own, c);
}

// Other windows of the same memory, by whichever op, do not matter when they can be seen to be apart.
// CHECK-LABEL: other_windows(
// CHECK-NEXT:    auto acc = vec::transfer_read<4>(c, {0, 0});
// CHECK-NEXT:    for (Index k = 1; k < 8; ++k) {
// CHECK:           acc = acc + vec::transfer_read<4>(c, {k, 0});
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::transfer_write(acc, c, {0, 0});
PTO_INCORE void other_windows(InOut<Square> c) {
  for (Index k = 1; k < 8; ++k) {
    c(0, 4) = c(k, 0) + c(0, 5);
    mem::store(mem::load(c, 0, 4), c, k, 1);
    const auto acc = vec::transfer_read<4>(c, {0, 0});
    linalg::fill(0.5f, mem::subview<1, 3>(c, {0, 5}));
    vec::transfer_write(acc, c, {k, 4});
    vec::transfer_write(acc + vec::transfer_read<4>(c, {k, 0}), c, {0, 0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays
  }
}

// While and do loops: nothing counts them.
// CHECK-LABEL: other_loops(
// CHECK-NEXT:    auto acc = vec::transfer_read<8>(c, {0});
// CHECK-NEXT:    while (n > 0) {
// CHECK-NEXT:      acc = acc + acc;
// CHECK-NEXT:      --n;
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::transfer_write(acc, c, {0});
// CHECK-NEXT:    auto old = vec::load<8>(c, {0});
// CHECK-NEXT:    do {
// CHECK-NEXT:      old = old * vec::splat<float, 8>(0.5f);
// CHECK-NEXT:    } while (++n < 3);
// CHECK-NEXT:    vec::store(old, c, {0});
PTO_INCORE void other_loops(InOut<Row> c, Index n) {
  while (n > 0) {
    const auto acc = vec::transfer_read<8>(c, {0});
    vec::transfer_write(acc + acc, c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays in registers
    --n;
  }
  do {
    const auto old = vec::load<8>(c, {0});
    vec::store(old * vec::splat<float, 8>(0.5f), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'old' stays in registers
  } while (++n < 3);
}

// What left the inner loop leaves the outer one, too.
// CHECK-LABEL: nest(
// CHECK-NEXT:    auto c_acc = vec::transfer_read<8>(c, {0});
// CHECK-NEXT:    for (Index i = 0; i < 3; ++i) {
// CHECK-NEXT:      auto acc = c_acc;
// CHECK-NEXT:      for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:        acc = acc + vec::transfer_read<8>(a, {k, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:      c_acc = acc;
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::transfer_write(c_acc, c, {0});
PTO_INCORE void nest(In<Square> a, InOut<Row> c) {
  for (Index i = 0; i < 3; ++i) {
    for (Index k = 0; k < 8; ++k) {
      const auto acc = vec::transfer_read<8>(c, {0});
      vec::transfer_write(acc + vec::transfer_read<8>(a, {k, 0}), c, {0}); // HOISTED: :[[@LINE]]:{{.*}}'acc' stays
    } // HOISTED: :[[@LINE]]:{{.*}}'c_acc' stays
  }
}

PTO_TEST_MAIN(specification, one_pair, affine_indices, allocated, overlapping_pairs, three_pairs, views, nested_views,
              dynamic, other_windows, other_loops, nest)
