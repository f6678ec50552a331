// Reads and writes that hoist-loop-invariant-transfers leaves in their loop: somebody else may look at the window, they
// do not happen once an iteration, the window is another one each time, the loop may not run at all.
//
// RUN: %pto-rewrite --passes=hoist-loop-invariant-transfers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: diff %s %t.cpp
// RUN: %equal --passes=hoist-loop-invariant-transfers %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Square = mem::MemRef<int, mem::L1, 8, 8>;
using Row = mem::MemRef<int, mem::L1, 8>;

// Hole b: the read sees what this iteration wrote.
PTO_INCORE vec::Vec<int, 8> read_after_write(InOut<Row> c) {
  auto sum = vec::splat<int, 8>(0);
  for (Index k = 0; k < 4; ++k) {
    vec::transfer_write(vec::splat<int, 8>(static_cast<int>(k)), c, {0}); // KEPT: :[[@LINE]]:5: remark: 'c' kept: it is read after it was written [-Rpass-missed=hoist-loop-invariant-transfers,read-after-write]
    sum = sum + vec::transfer_read<8>(c, {0});                            // KEPT-NEXT: :[[@LINE]]:17: note: read here
  }
  return sum;
}
// Before and after.
PTO_INCORE vec::Vec<int, 8> read_twice(InOut<Row> c) {
  auto sum = vec::splat<int, 8>(0);
  for (Index k = 0; k < 4; ++k) {
    vec::transfer_write(vec::transfer_read<8>(c, {0}) + sum, c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
    sum = sum + vec::transfer_read<8>(c, {0});
  }
  return sum;
}

// Hole c: other accesses. The same window once more (eliminate-redundant-vector-transfers has not run),
PTO_INCORE void second_read(InOut<Row> c) {
  for (Index k = 0; k < 4; ++k) {
    const auto a = vec::transfer_read<8>(c, {0});
    const auto b = vec::transfer_read<8>(c, {0});
    vec::transfer_write(a * b, c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
// one of its elements, read or written,
PTO_INCORE void elements(InOut<Square> c, Index r) {
  for (Index k = 0; k < 4; ++k) {
    const auto a = vec::load<8>(c, {2, 0});
    c(k, 0) = 3;
    vec::store(a + a, c, {2, 0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
  for (Index k = 0; k < 4; ++k) {
    const auto a = vec::load<8>(c, {2, 0});
    vec::store(a + vec::splat<int, 8>(mem::load(c, 1 + r, 1)), c, {2, 0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
// another handle to it, parameters without roles, a call, a structured op,
PTO_INCORE void views(InOut<Square> c) {
  const auto flat = mem::collapse(c);
  for (Index k = 0; k < 4; ++k) {
    const auto a = vec::load<8>(c, {2, 0});
    mem::store(7, flat, 16 + k);
    vec::store(a + a, c, {2, 0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
PTO_INCORE void arguments(const Square &a, const Row &c) {
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    vec::store(acc + vec::load<8>(a, {k, 0}), c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
void one_argument_twice(const Square &a) { arguments(a, mem::rank_reduce<8>(mem::subview<1, 8>(a, {2, 0}))); }
void unknown(Index) noexcept;
PTO_INCORE void call(InOut<Row> c) {
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    unknown(k);
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
Row *secret = nullptr;
void unknown(Index k) noexcept {
  if (secret)
    mem::store(3, *secret, k);
}
PTO_INCORE void structured(InOut<Row> c) {
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    linalg::generic<linalg::par<8>>([&](Index i) { c(i) = c(i) + 1; });
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
// the condition and the increment of the loop itself, and its beginning.
PTO_INCORE void condition(InOut<Row> c) {
  mem::store(0, c, 3);
  while (mem::load(c, 3) < 5) {
    const auto acc = vec::load<8>(c, {0});
    vec::store(acc + vec::splat<int, 8>(1), c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
PTO_INCORE void increment(InOut<Row> c) {
  for (Index k = 0; k < 4; mem::store(5, c, 1), ++k) {
    const auto acc = vec::load<8>(c, {0});
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
PTO_INCORE void beginning(InOut<Row> c) {
  Index k = 0;
  for (mem::store(5, c, 1); k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}

// Hole e: not once an iteration. A branch, one that leaves early, a loop inside, an operand that may not be evaluated.
PTO_INCORE void conditional_write(InOut<Row> c, Index r) {
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    if (k > r)
      vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},conditional]
  }
}
PTO_INCORE void conditional_read(InOut<Row> c, Index r) {
  for (Index k = 0; k < 4; ++k) {
    auto acc = vec::splat<int, 8>(1);
    if (k > r)
      acc = vec::load<8>(c, {0});
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},conditional]
  }
}
PTO_INCORE void leaves(InOut<Row> c, Index r) {
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    if (k == r)
      continue;
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},early-exit]
  }
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    if (k == r)
      break;
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},early-exit]
  }
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {0});
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}},early-exit]
    if (k == r)
      return;
  }
}
PTO_INCORE void operand(InOut<Row> c, Index r) {
  for (Index k = 0; k < 4; ++k)
    vec::store(k > r ? vec::load<8>(c, {0}) : vec::splat<int, 8>(2), c, {0}); // KEPT: :[[@LINE]]:{{.*}},conditional]
}
// An exception that somebody catches: the window is what the last whole iteration made it.
void check(Index k) {
  if (k == 3)
    throw 1;
}
PTO_INCORE void throws(InOut<Row> c) {
  for (Index k = 0; k < 5; ++k) {
    const auto acc = vec::load<8>(c, {0});
    check(k);
    vec::store(acc + acc, c, {0}); // KEPT: :[[@LINE]]:{{.*}}an exception may end an iteration early{{.*}},early-exit]
  }
}
PTO_OPAQUE void catches(InOut<Row> c) {
  try {
    throws(c);
  } catch (int) {
  }
}

// Hole f: the window moves, though not with the counter. A carried index, one that is read, one that is passed round,
PTO_INCORE void carried_index(InOut<Square> c) {
  Index r = 0;
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(c, {r, 0});
    vec::store(acc + acc, c, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},index-varies]
    r = 3 - r;
  }
}
PTO_INCORE void read_index(InOut<Square> c, In<mem::MemRef<int, mem::L1, 4>> rows) {
  for (Index k = 0; k < 4; ++k) {
    const Index r = mem::load(rows, k);
    const auto acc = vec::load<8>(c, {r, 0});
    vec::store(acc + acc, c, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},index-varies]
  }
}
PTO_INCORE void through_reference(InOut<Square> c, Index r) {
  Index *p = &r;
  for (Index k = 0; k < 2; ++k) {
    const auto acc = vec::load<8>(mem::subview<1, 8>(c, {r, 0}), {0, 0});
    vec::store(acc + acc, mem::subview<1, 8>(c, {0, 0}), {0, 0});
    *p = 1;
  }
}
// a handle that is another one each time.
PTO_INCORE void other_handle(InOut<Row> c, InOut<Row> d) {
  Row now = c, next = d;
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::load<8>(now, {0});
    vec::store(acc + acc, now, {0}); // KEPT: :[[@LINE]]:{{.*}},index-varies]
    const Row last = now;
    now = next;
    next = last;
  }
}
// The counter walks through the windows, or each iteration has memory of its own: that is no accumulator. Nothing to say.
PTO_INCORE void elementwise(InOut<Square> c, Out<Square> d) {
  for (Index k = 0; k < 8; ++k)
    vec::store(vec::load<8>(c, {k, 0}) * vec::splat<int, 8>(2), c, {k, 0});
  for (Index k = 0; k < 8; ++k) {
    const auto row = mem::rank_reduce<8>(mem::subview<1, 8>(c, {k, 0}));
    vec::store(vec::load<8>(row, {0}) * vec::splat<int, 8>(2), row, {0});
    const auto own = mem::alloc<int, mem::L1, 8>();
    mem::copy(row, own);
    vec::store(vec::load<8>(own, {0}) * vec::splat<int, 8>(2), own, {0});
    vec::store(vec::load<8>(own, {0}), d, {k, 0});
  }
  air::herd<8>([&](Index x) { vec::store(vec::load<8>(c, {x, 0}) * vec::splat<int, 8>(2), c, {x, 0}); });
}

// Hole g: no iteration, no access. Beside other iterations of a herd it would be a race,
PTO_INCORE void in_herd(InOut<Square> c, Index n) {
  air::herd<4>([&](Index x) {
    for (Index k = 0; k < n; ++k) {
      const auto acc = vec::load<8>(c, {x, 0});
      vec::store(acc + acc, c, {x, 0}); // KEPT: :[[@LINE]]:{{.*}},zero-trips]
    }
  });
}
// and nobody promised that the window lies inside of anything, or that a number can be divided by.
PTO_INCORE void maybe_outside(InOut<Square> c, Index r, Index n) {
  const Index row = n == 0 ? 100 : r;
  for (Index k = 0; k < n; ++k) {
    const auto acc = vec::load<8>(c, {row, 0});
    vec::store(acc + acc, c, {row, 0}); // KEPT: :[[@LINE]]:{{.*}},zero-trips]
  }
  for (Index k = 0; k < n; ++k) {
    const auto view = mem::subview<1, 4>(c, {row, 0});
    const auto acc = vec::transfer_read<4>(view, {0, 0});
    vec::transfer_write(acc + acc, view, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},zero-trips]
  }
}
PTO_INCORE void division(InOut<Square> c, Index n) {
  for (Index k = 0; k < n; ++k) {
    const auto acc = vec::load<8>(c, {3 / n, 0});
    vec::store(acc + acc, c, {3 / n, 0}); // KEPT: :[[@LINE]]:{{.*}},zero-trips]
  }
}

// A name, or a constant, that there is only in the loop.
PTO_INCORE void local_constant(InOut<Square> c) {
  for (Index k = 0; k < 4; ++k) {
    constexpr Index row = 3, columns = 8;
    const auto acc = vec::load<columns>(c, {row, 0});
    vec::store(acc + acc, c, {row, 0}); // KEPT: :[[@LINE]]:{{.*}}or has no name beside the loop{{.*}},index-varies]
  }
}
PTO_INCORE void hidden_constant(InOut<Square> c) {
  constexpr Index row = 1;
  mem::store(2, c, row, 2);
  for (Index k = 0; k < 4; ++k) {
    constexpr Index row = 3, columns = 8;
    vec::store(vec::load<columns>(c, {row, 0}) + vec::splat<int, 8>(1), c, {row, 0}); // KEPT: :[[@LINE]]:{{.*}},index-varies]
  }
}
PTO_INCORE void local_type(InOut<Square> c) {
  for (Index k = 0; k < 4; ++k) {
    enum : Index { row = 3 };
    const auto acc = vec::load<8>(c, {row, 0});
    vec::store(acc + acc, c, {row, 0}); // KEPT: :[[@LINE]]:{{.*}},index-varies]
  }
}

PTO_TEST_MAIN(read_after_write, read_twice, second_read, elements, views, arguments, one_argument_twice, call, structured,
              condition, increment, beginning, conditional_write, conditional_read, leaves, operand, catches,
              carried_index, read_index, through_reference, other_handle, elementwise, in_herd, maybe_outside, division,
              local_constant, hidden_constant, local_type)
