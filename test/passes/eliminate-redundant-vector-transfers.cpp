// What eliminate-redundant-vector-transfers merges: upstream's cases, and reads that are the same in other words. The
// folder of the same name has what must be kept.
//
// RUN: %pto-rewrite --passes=eliminate-redundant-vector-transfers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=MERGED,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=eliminate-redundant-vector-transfers --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Square = mem::MemRef<int, mem::L1, 8, 8>;
using Row = mem::MemRef<int, mem::L1, 8>;

// The example of the specification: the second read goes, the third follows a write that may go to the same place.
// CHECK-LABEL: specification(
// CHECK-NEXT:    const auto a0 = vec::transfer_read<4>(m, {2 * r, 0}, 0);
// CHECK-NEXT:    const auto s = a0 + a0;
// CHECK-NEXT:    const auto p = s * a0;
// CHECK-NEXT:    vec::transfer_write(p, w, {0, 0});
// CHECK-NEXT:    const auto a2 = vec::transfer_read<4>(m, {2 * r, 0}, 0);
// CHECK-NEXT:    return p + a2;
PTO_INCORE vec::Vec<int, 4> specification(const Square &m, const Square &w, int r) {
  const auto a0 = vec::transfer_read<4>(m, {2 * r, 0}, 0);
  const auto s = a0 + a0;
  const auto a1 = vec::transfer_read<4>(m, {2 * r, 0}, 0); // MERGED: :[[@LINE]]:19: remark: 'a0' has it already: 'a1' is not read again [-Rpass=eliminate-redundant-vector-transfers]
  const auto p = s * a1;
  vec::transfer_write(p, w, {0, 0});
  const auto a2 = vec::transfer_read<4>(m, {2 * r, 0}, 0); // KEPT: :[[@LINE]]:19: remark: 'a2' kept: 'm' may be written between the two reads [-Rpass-missed=eliminate-redundant-vector-transfers,write-between]
  return p + a2;                                           // KEPT-NEXT: :[[@LINE-2]]:3: note: written here
}

// Upstream: simple.
// CHECK-LABEL: simple(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {r, 0});
// CHECK-NEXT:    vec::transfer_write(a * a, out, {0});
// CHECK-NEXT:  }
PTO_INCORE void simple(In<Square> m, Out<Row> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  const auto b = vec::transfer_read<8>(m, {r, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  vec::transfer_write(a * b, out, {0});
}

// Upstream: a write in between.
// CHECK-LABEL: written_between(
// CHECK:         vec::transfer_write(a + a, m, {r, 0});
// CHECK-NEXT:    const auto b = vec::transfer_read<8>(m, {r, 0});
PTO_INCORE void written_between(InOut<Square> m, Out<Row> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  vec::transfer_write(a + a, m, {r, 0});
  const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  vec::transfer_write(a * b, out, {0});
}

// Upstream: other indices. Nothing to say about them.
// CHECK-LABEL: other_indices(
// CHECK-NEXT:    const auto a = vec::transfer_read<4>(m, {r, 0});
// CHECK-NEXT:    const auto b = vec::transfer_read<4>(m, {r, 4});
// CHECK-NEXT:    const auto c = vec::transfer_read<4>(m, {q, 0});
PTO_INCORE vec::Vec<int, 4> other_indices(In<Square> m, Index r, Index q) {
  const auto a = vec::transfer_read<4>(m, {r, 0});
  const auto b = vec::transfer_read<4>(m, {r, 4});
  const auto c = vec::transfer_read<4>(m, {q, 0});
  return a + b * c;
}

// Upstream: other types of vectors.
// CHECK-LABEL: other_types(
// CHECK:         const auto a = vec::transfer_read<8>(m, {r, 0});
// CHECK-NEXT:    const auto b = vec::transfer_read<4>(m, {r, 0});
// CHECK-NEXT:    const auto c = vec::transfer_read<1, 8>(m, {r, 0});
PTO_INCORE void other_types(In<Square> m, Out<Row> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  const auto b = vec::transfer_read<4>(m, {r, 0});
  const auto c = vec::transfer_read<1, 8>(m, {r, 0});
  vec::transfer_write(a * vec::concat(b, b) + vec::shape_cast<8>(c), out, {0});
}

// Upstream: three reads of one window.
// CHECK-LABEL: three_reads(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {r, 0});
// CHECK-NEXT:    vec::transfer_write(a * a + a, out, {0});
PTO_INCORE void three_reads(In<Square> m, Out<Row> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  const auto b = vec::transfer_read<8>(m, {r, 0}); // MERGED: :[[@LINE]]:{{.*}}'a' has it already: 'b' is not
  const auto c = vec::transfer_read<8>(m, {r, 0}); // MERGED: :[[@LINE]]:{{.*}}'a' has it already: 'c' is not
  vec::transfer_write(a * b + c, out, {0});
}

// Upstream: the body of an unrolled loop.
// CHECK-LABEL: unrolled(
// CHECK:         for (Index k = 0; k < 8; k += 2) {
// CHECK-NEXT:      const auto a0 = vec::transfer_read<4>(a, {k, 0});
// CHECK-NEXT:      const auto b0 = vec::transfer_read<4>(b, {0, 4});
// CHECK-NEXT:      const auto a1 = vec::transfer_read<4>(a, {k + 1, 0});
// CHECK-NEXT:      sum = sum + a0 * b0 + a1 * b0;
// CHECK-NEXT:    }
PTO_INCORE vec::Vec<int, 4> unrolled(In<Square> a, In<Square> b) {
  auto sum = vec::splat<int, 4>(0);
  for (Index k = 0; k < 8; k += 2) {
    const auto a0 = vec::transfer_read<4>(a, {k, 0});
    const auto b0 = vec::transfer_read<4>(b, {0, 4});
    const auto a1 = vec::transfer_read<4>(a, {k + 1, 0});
    const auto b1 = vec::transfer_read<4>(b, {0, 4}); // MERGED: :[[@LINE]]:{{.*}}'b1' is not read again
    sum = sum + a0 * b0 + a1 * b1;
  }
  return sum;
}

// Upstream: affine indices, equal though not spelled alike.
// CHECK-LABEL: affine_indices(
// CHECK:         const auto a = vec::transfer_read<4>(m, {2 * i + 1, j});
// CHECK-NEXT:    return a * a + a;
// CHECK-NEXT:  }
PTO_INCORE vec::Vec<int, 4> affine_indices(In<Square> m, Index i, Index j) {
  const auto a = vec::transfer_read<4>(m, {2 * i + 1, j});
  const Index row = i + i;
  const auto b = vec::transfer_read<4>(m, {row + 1, j});                // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  const auto c = vec::transfer_read<4>(m, {(i + 1) * 2 - 1, j + 3 - 3}); // MERGED: :[[@LINE]]:{{.*}}'c' is not read
  return a * b + c;
}

// Upstream: some of one window, some not.
// CHECK-LABEL: mixed(
// CHECK-NEXT:    const auto a = vec::transfer_read<4>(m, {r, 0});
// CHECK-NEXT:    const auto b = vec::transfer_read<4>(m, {r, 4});
// CHECK-NEXT:    const auto e = vec::transfer_read<4>(m, {r + 1, 0});
// CHECK-NEXT:    return a * b + a * b + e;
PTO_INCORE vec::Vec<int, 4> mixed(In<Square> m, Index r) {
  const auto a = vec::transfer_read<4>(m, {r, 0});
  const auto b = vec::transfer_read<4>(m, {r, 4});
  const auto c = vec::transfer_read<4>(m, {r, 0}); // MERGED: :[[@LINE]]:{{.*}}'a' has it already: 'c' is not
  const auto d = vec::transfer_read<4>(m, {r, 4}); // MERGED: :[[@LINE]]:{{.*}}'b' has it already: 'd' is not
  const auto e = vec::transfer_read<4>(m, {r + 1, 0});
  return a * b + c * d + e;
}

// Upstream: two dimensions.
// CHECK-LABEL: two_dimensions(
// CHECK-NEXT:    const auto a = vec::transfer_read<4, 4>(m, {r, 2}, 7);
// CHECK-NEXT:    return vec::transpose<1, 0>(a) + a;
PTO_INCORE vec::Vec<int, 4, 4> two_dimensions(In<Square> m, Index r) {
  const auto a = vec::transfer_read<4, 4>(m, {r, 2}, 7);
  const auto b = vec::transfer_read<4, 4>(m, {r, 2}, 7); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  return vec::transpose<1, 0>(a) + b;
}

// Upstream: all reads differ.
// CHECK-LABEL: all_unique(
// CHECK:         return a + b + c + d;
PTO_INCORE vec::Vec<int, 4> all_unique(In<Square> m, In<Square> n) {
  const auto a = vec::transfer_read<4>(m, {0, 0});
  const auto b = vec::transfer_read<4>(m, {0, 4});
  const auto c = vec::transfer_read<4>(m, {1, 0});
  const auto d = vec::transfer_read<4>(n, {0, 0});
  return a + b + c + d;
}

// load promises what transfer_read checks.
// CHECK-LABEL: load_and_transfer(
// CHECK-NEXT:    const auto a = vec::load<4>(m, {r, 4});
// CHECK-NEXT:    return a + a * a;
PTO_INCORE vec::Vec<int, 4> load_and_transfer(In<Square> m, Index r) {
  const auto a = vec::load<4>(m, {r, 4});
  const auto b = vec::load<4>(m, {r, 4});          // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  const auto c = vec::transfer_read<4>(m, {r, 4}); // MERGED: :[[@LINE]]:{{.*}}'c' is not read again
  return a + b * c;
}

// Writes to other windows do not matter, whichever op makes them.
// CHECK-LABEL: other_windows(
// CHECK-NEXT:    const auto a = vec::transfer_read<4>(m, {0, 0});
// CHECK-NEXT:    vec::transfer_write(a, m, {0, 4});
// CHECK-NEXT:    vec::store(a, m, {1, 0});
// CHECK-NEXT:    mem::store(3, m, 2, 0);
// CHECK-NEXT:    m(0, 4) = mem::load(m, 3, 3);
// CHECK-NEXT:    linalg::fill(1, mem::subview<2, 8>(m, {4, 0}));
// CHECK-NEXT:    vec::transfer_write(a, m, {7, 0});
// CHECK-NEXT:  }
PTO_INCORE void other_windows(InOut<Square> m) {
  const auto a = vec::transfer_read<4>(m, {0, 0});
  vec::transfer_write(a, m, {0, 4});
  vec::store(a, m, {1, 0});
  mem::store(3, m, 2, 0);
  m(0, 4) = mem::load(m, 3, 3);
  linalg::fill(1, mem::subview<2, 8>(m, {4, 0}));
  const auto b = vec::transfer_read<4>(m, {0, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  vec::transfer_write(b, m, {7, 0});
}

// Other memory does not matter either: another output, what this function allocates.
// CHECK-LABEL: other_memory(
// CHECK:         linalg::fill(3, scratch);
// CHECK-NEXT:    vec::transfer_write(a, out, {0});
// CHECK-NEXT:    vec::transfer_write(a + vec::transfer_read<8>(scratch, {0}), out, {0});
PTO_INCORE void other_memory(const Square &m, Out<Row> out, Index r) {
  const auto scratch = mem::alloc<int, mem::L1, 8>();
  const auto x = mem::alloc<int, mem::L1, 8>();
  mem::copy(mem::rank_reduce<8>(mem::subview<1, 8>(m, {r, 0})), x);
  const auto a = vec::transfer_read<8>(x, {0});
  linalg::fill(3, scratch);
  vec::transfer_write(a, out, {0});
  const auto b = vec::transfer_read<8>(x, {0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  vec::transfer_write(b + vec::transfer_read<8>(scratch, {0}), out, {0});
}

// One window seen through two handles.
// CHECK-LABEL: two_handles(
// CHECK-NEXT:    constexpr Index r = 3;
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {r, 0});
// CHECK-NEXT:    const auto same = m;
// CHECK-NEXT:    const auto row = mem::subview<1, 8>(m, {r, 0});
// CHECK-NEXT:    vec::transfer_write(a * a + a, out, {0});
PTO_INCORE void two_handles(In<Square> m, Out<Row> out) {
  constexpr Index r = 3;
  const auto a = vec::transfer_read<8>(m, {r, 0});
  const auto same = m;
  const auto row = mem::subview<1, 8>(m, {r, 0});
  const auto b = vec::transfer_read<8>(same, {r, 0}); // MERGED: :[[@LINE]]:{{.*}}'b' is not read again
  const auto c = vec::transfer_read<8>(row, {0, 0});  // MERGED: :[[@LINE]]:{{.*}}'c' is not read again
  vec::transfer_write(a * b + c, out, {0});
}

// A read in a loop or branch of what was read before it.
// CHECK-LABEL: read_before_loop(
// CHECK-NEXT:    const auto a = vec::transfer_read<8>(m, {r, 0});
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k)
// CHECK-NEXT:      if (k != r)
// CHECK-NEXT:        vec::transfer_write(a, out, {k, 0});
PTO_INCORE void read_before_loop(In<Square> m, Out<Square> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  for (Index k = 0; k < 8; ++k)
    if (k != r)
      vec::transfer_write(vec::transfer_read<8>(m, {r, 0}), out, {k, 0}); // MERGED: :[[@LINE]]:{{.*}}'a' has it already: the window is not
  vec::transfer_write(a, out, {r, 0});
}

PTO_TEST_MAIN(specification, simple, written_between, other_indices, other_types, three_reads, unrolled, affine_indices,
              mixed, two_dimensions, all_unique, load_and_transfer, other_windows, other_memory, two_handles,
              read_before_loop)
