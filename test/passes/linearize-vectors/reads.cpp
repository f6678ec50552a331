// Reads that become others: blocks row by row, columns, dimensions of one element.
// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// A 4 x 8 block of rows that are 64 wide: four reads.
// CHECK-LABEL: block(
// CHECK-NEXT: const auto b_row0 = vec::transfer_read<8>(m, {4, 16});
// CHECK-NEXT: const auto b_row1 = vec::transfer_read<8>(m, {5, 16});
// CHECK-NEXT: const auto b_row2 = vec::transfer_read<8>(m, {6, 16});
// CHECK-NEXT: const auto b_row3 = vec::transfer_read<8>(m, {7, 16});
// CHECK-NEXT: auto b_lo = vec::concat(b_row0, b_row1);
// CHECK-NEXT: auto b_hi = vec::concat(b_row2, b_row3);
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 8>(vec::concat(vec::cast<bf16>(b_lo), vec::cast<bf16>(b_hi))), out, {0, 0});
PTO_INCORE void block(In<L1<float, 16, 64>> m, Out<L1<bf16, 4, 8>> out) {
  auto b = vec::transfer_read<4, 8>(m, {4, 16});  // SAYS: :[[@LINE]]:12: remark: 'b' is read in 4 rows of 8 [-Rpass=linearize-vectors]
  vec::transfer_write(vec::cast<bf16>(b), out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: 'b' is rank 1: 1 op works on 32 lanes in one row [-Rpass=linearize-vectors]
}

// CHECK-LABEL: block_in_a_loop(
// CHECK-NEXT: for (Index r = 0; r <= 14; r += 2) {
// CHECK-NEXT: const auto m_row0 = vec::transfer_read<8>(m, {1, r, 8});
// CHECK-NEXT: const auto m_row1 = vec::transfer_read<8>(m, {1, r + 1, 8});
// CHECK-NEXT: const auto m_row2 = vec::transfer_read<8>(m, {2, r, 8});
// CHECK-NEXT: const auto m_row3 = vec::transfer_read<8>(m, {2, r + 1, 8});
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<2, 2, 8>(vec::concat(vec::concat(m_row0, m_row1), vec::concat(m_row2, m_row3))), out, {0, 0, 0});
// CHECK-NEXT: }
PTO_INCORE void block_in_a_loop(In<L1<bf16, 3, 16, 64>> m, Out<L1<bf16, 2, 2, 8>> out) {
  for (Index r = 0; r <= 14; r += 2)
    vec::transfer_write(vec::transfer_read<2, 2, 8>(m, {1, r, 8}), out, {0, 0, 0});  // SAYS: :[[@LINE]]:25: remark: the vector is read in 4 rows of 8 [-Rpass=linearize-vectors]
}

// The last dimension of a row may overhang: each row has its padding.
// CHECK-LABEL: inner_overhangs(
// CHECK-NEXT: const float pad = 7;
// CHECK-NEXT: const auto m_row0 = vec::transfer_read<8>(m, {Index{3}, 60 - c}, pad);
// CHECK-NEXT: const auto m_row1 = vec::transfer_read<8>(m, {(Index{3}) + 1, 60 - c}, pad);
// CHECK-NEXT: const auto m_row2 = vec::transfer_read<8>(m, {(Index{3}) + 2, 60 - c}, pad);
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<3, 8>(vec::concat(vec::concat(m_row0, m_row1), m_row2)), out, {0, 0});
PTO_INCORE void inner_overhangs(In<L1<float, 16, 64>> m, Index c, Out<L1<float, 3, 8>> out) {
  const float pad = 7;
  vec::transfer_write(vec::transfer_read<3, 8>(m, {Index{3}, 60 - c}, pad), out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: the vector is read in 3 rows of 8 [-Rpass=linearize-vectors]
}

// Rows may not.
// CHECK-LABEL: rows_overhang(
// CHECK-NEXT: auto b = vec::transfer_read<4, 8>(m, {r, 8}, bf16(7.f));
// CHECK-NEXT: vec::transfer_write(b, out, {0, 0});
PTO_INCORE void rows_overhang(In<L1<bf16, 16, 64>> m, Index r, Out<L1<bf16, 4, 8>> out) {
  auto b = vec::transfer_read<4, 8>(m, {r, 8}, bf16(7.f));  // SAYS: :[[@LINE]]:12: remark: 'b' kept: rows of it may lie outside of 'm' [-Rpass-missed=linearize-vectors,maybe-out-of-bounds]
  vec::transfer_write(b, out, {0, 0});
}

// vec::load promises that they do not.
// CHECK-LABEL: promised(
// CHECK-NEXT: const auto m_row0 = vec::load<4>(m, {r > 1 ? 1 : r, 0});
// CHECK-NEXT: const auto m_row1 = vec::load<4>(m, {(r > 1 ? 1 : r) + 1, 0});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 4>(vec::concat(m_row0, m_row1)), out, {0, 0});
PTO_INCORE void promised(In<L1<float, dyn, dyn>> m, Index r, Out<L1<float, 2, 4>> out) {
  vec::store(vec::load<2, 4>(m, {r > 1 ? 1 : r, 0}), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: the vector is read in 2 rows of 4 [-Rpass=linearize-vectors]
}

// A block that is one run of memory, and one of rows that are as wide as it, need no help.
// CHECK-LABEL: contiguous(
// CHECK-NEXT: vec::transfer_write(vec::transfer_read<4, 8>(m, {2, 0}), out, {0, 0});
// CHECK-NEXT: vec::transfer_write(vec::transfer_read<1, 4>(m, {2, 3}), out, {0, 0});
PTO_INCORE void contiguous(In<L1<float, 16, 8>> m, Out<L1<float, 4, 8>> out) {
  vec::transfer_write(vec::transfer_read<4, 8>(m, {2, 0}), out, {0, 0});
  vec::transfer_write(vec::transfer_read<1, 4>(m, {2, 3}), out, {0, 0});
}

// But a window of something wider has gaps.
// CHECK-LABEL: window(
// CHECK-NEXT: auto w = mem::subview<4, 8>(m, {4, 8});
// CHECK-NEXT: const auto b_row0 = vec::transfer_read<8>(w, {1, 0});
// CHECK-NEXT: const auto b_row1 = vec::transfer_read<8>(w, {2, 0});
// CHECK-NEXT: auto b = vec::shape_cast<2, 8>(vec::concat(b_row0, b_row1));
// CHECK-NEXT: vec::transfer_write(b, out, {0, 0});
// CHECK-NEXT: const auto part_from = mem::subview<4, 8>(m, {0, 8});
// CHECK-NEXT: const auto part_row0 = vec::transfer_read<8>(part_from, {2, 0});
// CHECK-NEXT: const auto part_row1 = vec::transfer_read<8>(part_from, {3, 0});
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<2, 8>(vec::concat(part_row0, part_row1)), out, {0, 0});
PTO_INCORE void window(In<L1<float, 16, 64>> m, Out<L1<float, 2, 8>> out) {
  auto w = mem::subview<4, 8>(m, {4, 8});
  auto b = vec::transfer_read<2, 8>(w, {1, 0});  // SAYS: :[[@LINE]]:12: remark: 'b' is read in 2 rows of 8 [-Rpass=linearize-vectors]
  vec::transfer_write(b, out, {0, 0});
  vec::transfer_write(vec::transfer_read<2, 8>(mem::subview<4, 8>(m, {0, 8}), {2, 0}), out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: the vector is read in 2 rows of 8 [-Rpass=linearize-vectors]
}

// A column with its stride, and a view that takes every other element: one element at a time.
// CHECK-LABEL: column(
// CHECK-NEXT: const auto b_lane0 = vec::transfer_read<1>(m, {3, 8});
// CHECK-NEXT: const auto b_lane1 = vec::transfer_read<1>(m, {4, 8});
// CHECK-NEXT: const auto b_lane2 = vec::transfer_read<1>(m, {5, 8});
// CHECK-NEXT: const auto b_lane3 = vec::transfer_read<1>(m, {6, 8});
// CHECK-NEXT: auto b = vec::concat(vec::concat(b_lane0, b_lane1), vec::concat(b_lane2, b_lane3));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<4, 1>(b + b), out, {0, 0});
PTO_INCORE void column(In<L1<float, 16, 64>> m, Out<L1<float, 4, 1>> out) {
  auto b = vec::transfer_read<4, 1>(m, {3, 8});  // SAYS: :[[@LINE]]:12: remark: 'b' is read in 4 elements [-Rpass=linearize-vectors]
  vec::transfer_write(b + b, out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: 'b' is rank 1: 1 op works on 4 lanes in one row [-Rpass=linearize-vectors]
}

// CHECK-LABEL: every_other(
// CHECK-NEXT: auto v = mem::subview<8>(m, {3}, {2});
// CHECK-NEXT: const auto b_lane0 = vec::transfer_read<1>(v, {2});
// CHECK-NEXT: const auto b_lane1 = vec::transfer_read<1>(v, {3});
// CHECK-NEXT: const auto b_lane2 = vec::transfer_read<1>(v, {4});
// CHECK-NEXT: const auto b_lane3 = vec::transfer_read<1>(v, {5});
// CHECK-NEXT: auto b = vec::concat(vec::concat(b_lane0, b_lane1), vec::concat(b_lane2, b_lane3));
// CHECK-NEXT: vec::transfer_write(b, out, {0});
// CHECK-NEXT: auto w = mem::reinterpret<4>(m, 1, {8});
// CHECK-NEXT: const auto w_lane0 = vec::load<1>(w, {0});
// CHECK-NEXT: const auto w_lane1 = vec::load<1>(w, {1});
// CHECK-NEXT: vec::transfer_write(vec::concat(w_lane0, w_lane1), out, {0});
PTO_INCORE void every_other(In<L1<float, 64>> m, Out<L1<float, 4>> out) {
  auto v = mem::subview<8>(m, {3}, {2});
  auto b = vec::transfer_read<4>(v, {2});  // SAYS: :[[@LINE]]:12: remark: 'b' is read in 4 elements [-Rpass=linearize-vectors]
  vec::transfer_write(b, out, {0});
  auto w = mem::reinterpret<4>(m, 1, {8});
  vec::transfer_write(vec::load<2>(w, {0}), out, {0});  // SAYS: :[[@LINE]]:23: remark: the vector is read in 2 elements [-Rpass=linearize-vectors]
}

// Not where an element may lie outside.
// CHECK-LABEL: column_overhangs(
// CHECK-NEXT: auto b = vec::transfer_read<4, 1>(m, {3, c + 62});
// CHECK-NEXT: vec::transfer_write(b, out, {0, 0});
PTO_INCORE void column_overhangs(In<L1<float, 16, 64>> m, Index c, Out<L1<float, 4, 1>> out) {
  auto b = vec::transfer_read<4, 1>(m, {3, c + 62});  // SAYS: :[[@LINE]]:12: remark: 'b' kept: elements of it may lie outside of 'm' [-Rpass-missed=linearize-vectors,maybe-out-of-bounds]
  vec::transfer_write(b, out, {0, 0});
}

// Dimensions of one element behind the one that is read go.
// CHECK-LABEL: units(
// CHECK-NEXT: auto b = vec::transfer_read<8>(mem::rank_reduce<2, 64>(m), {1, 60 + r}, 3.f);
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<8, 1, 1>(-b), out, {0, 0, 0});
PTO_INCORE void units(In<L1<float, 2, 64, 1, 1>> m, Index r, Out<L1<float, 8, 1, 1>> out) {
  auto b = vec::transfer_read<8, 1, 1>(m, {1, 60 + r, 0, 0}, 3.f);  // SAYS: :[[@LINE]]:12: remark: 'b' is read without the dimensions of 'm' that have one element [-Rpass=linearize-vectors]
  vec::transfer_write(-b, out, {0, 0, 0});  // SAYS: :[[@LINE]]:23: remark: 'b' is rank 1: 1 op works on 8 lanes in one row [-Rpass=linearize-vectors]
}

// CHECK-LABEL: units_of_a_dynamic_memory(
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<8, 1>(vec::transfer_read<8>(mem::rank_reduce<dyn, dyn>(m), {0, 0})), out, {0, 0});
PTO_INCORE void units_of_a_dynamic_memory(In<L1<float, dyn, dyn, 1>> m, Out<L1<float, 8, 1>> out) {
  constexpr Index zero = 0;
  vec::transfer_write(vec::transfer_read<8, 1>(m, {0, 0, zero}), out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: the vector is read without the dimensions of 'm' that have one element [-Rpass=linearize-vectors]
}

// Only at index 0.
// CHECK-LABEL: units_elsewhere(
// CHECK-NEXT: auto b = vec::transfer_read<8, 1>(m, {0, 1}, 3.f);
// CHECK-NEXT: vec::transfer_write(b, out, {0, 0});
// CHECK-NEXT: auto c = vec::transfer_read<8, 1>(m, {0, k}, 3.f);
// CHECK-NEXT: vec::transfer_write(c, out, {0, 0});
PTO_INCORE void units_elsewhere(In<L1<float, 64, 1>> m, Index k, Out<L1<float, 8, 1>> out) {
  auto b = vec::transfer_read<8, 1>(m, {0, 1}, 3.f);  // SAYS: :[[@LINE]]:12: remark: 'b' kept: its index in dimension 1 of 'm', which has one element, is not known to be 0 [-Rpass-missed=linearize-vectors,index-not-zero]
  vec::transfer_write(b, out, {0, 0});
  auto c = vec::transfer_read<8, 1>(m, {0, k}, 3.f);  // SAYS: :[[@LINE]]:12: remark: 'c' kept: its index in dimension 1 of 'm', which has one element, is not known to be 0 [-Rpass-missed=linearize-vectors,index-not-zero]
  vec::transfer_write(c, out, {0, 0});
}

// One element of each of a few: every so many of one run.
// CHECK-LABEL: every_fourth(
// CHECK-NEXT: auto b = vec::shuffle<1, 5, 9, 13, 17, 21, 25, 29>(vec::shape_cast<32>(vec::transfer_read<8, 4>(m, {60 + r, 0}, 3.f)));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<8, 1>(b * b), out, {0, 0});
PTO_INCORE void every_fourth(In<L1<float, 64, 4>> m, Index r, Out<L1<float, 8, 1>> out) {
  auto b = vec::transfer_read<8, 1>(m, {60 + r, 1}, 3.f);  // SAYS: :[[@LINE]]:12: remark: 'b' takes every 4th lane of one run of 'm' [-Rpass=linearize-vectors]
  vec::transfer_write(b * b, out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: 'b' is rank 1: 1 op works on 8 lanes in one row [-Rpass=linearize-vectors]
}

// CHECK-LABEL: every_second(
// CHECK-NEXT: const auto m_row0 = vec::shape_cast<8>(vec::load<4, 2>(m, {0, 0, 0}));
// CHECK-NEXT: const auto m_row1 = vec::shape_cast<8>(vec::load<4, 2>(m, {1, 0, 0}));
// CHECK-NEXT: vec::store(vec::shape_cast<2, 4, 1>(vec::shuffle<1, 3, 5, 7, 9, 11, 13, 15>(vec::concat(m_row0, m_row1))), out, {0, 0, 0});
// CHECK-NEXT: const auto m2_row0 = vec::shape_cast<8>(vec::load<4, 2>(m, {0, 4, 0}));
// CHECK-NEXT: const auto m2_row1 = vec::shape_cast<8>(vec::load<4, 2>(m, {1, 4, 0}));
// CHECK-NEXT: vec::store(vec::shape_cast<2, 4, 1>(vec::shuffle<0, 2, 4, 6, 8, 10, 12, 14>(vec::concat(m2_row0, m2_row1))), out, {0, 0, 0});
PTO_INCORE void every_second(In<L1<std::int16_t, 2, 8, 2>> m, Out<L1<std::int16_t, 2, 4, 1>> out) {
  const Index k = 1;
  vec::store(vec::load<2, 4, 1>(m, {0, 0, k}), out, {0, 0, 0});  // SAYS: :[[@LINE]]:14: remark: the vector takes every 2nd lane of one run of 'm' [-Rpass=linearize-vectors]
  vec::store(vec::load<2, 4, 1>(m, {0, 4, 0}), out, {0, 0, 0});  // SAYS: :[[@LINE]]:14: remark: the vector takes every 2nd lane of one run of 'm' [-Rpass=linearize-vectors]
}

// Of nine it is too few; with an index that only the run tells it is not known which.
// CHECK-LABEL: every_ninth(
// CHECK-NEXT: const auto m_lane0 = vec::load<1>(m, {0, 4});
// CHECK-NEXT: const auto m_lane1 = vec::load<1>(m, {1, 4});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 1>(vec::concat(m_lane0, m_lane1)), out, {0, 0});
// CHECK-NEXT: auto sub = mem::subview<8, 4>(m, {0, 2});
// CHECK-NEXT: const auto sub_lane0 = vec::load<1>(sub, {0, k});
// CHECK-NEXT: const auto sub_lane1 = vec::load<1>(sub, {1, k});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 1>(vec::concat(sub_lane0, sub_lane1)), out, {0, 0});
PTO_INCORE void every_ninth(In<L1<float, 8, 9>> m, Index k, Out<L1<float, 2, 1>> out) {
  vec::store(vec::load<2, 1>(m, {0, 4}), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: the vector is read in 2 elements [-Rpass=linearize-vectors]
  auto sub = mem::subview<8, 4>(m, {0, 2});
  vec::store(vec::load<2, 1>(sub, {0, k}), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: the vector is read in 2 elements [-Rpass=linearize-vectors]
}

// In a herd, of what nobody writes, and of what each core has for itself.
// CHECK-LABEL: in_a_herd(
// CHECK-NEXT: air::herd<2, 2>([&](Index x, Index y) {
// CHECK-NEXT: auto mine = mem::alloc<float, mem::L1, 2, 2>();
// CHECK-NEXT: vec::store(vec::shape_cast<2, 1>(vec::shuffle<1, 5>(vec::shape_cast<8>(vec::load<2, 4>(m, {2 * x, 0})))), mem::subview<2, 1>(mine, {0, 0}), {0, 0});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 1>(vec::shuffle<2, 6>(vec::shape_cast<8>(vec::load<2, 4>(m, {2 * x, 0})))), mem::subview<2, 1>(mine, {0, 1}), {0, 0});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 1>(vec::shuffle<1, 3>(vec::shape_cast<4>(vec::load<2, 2>(mine, {0, 0})))), mem::subview<2, 1>(out, {2 * x, 2 * y}), {0, 0});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 1>(vec::shuffle<0, 2>(vec::shape_cast<4>(vec::load<2, 2>(mine, {0, 0})))), mem::subview<2, 1>(out, {2 * x, 2 * y + 1}), {0, 0});
// CHECK-NEXT: });
PTO_INCORE void in_a_herd(In<L1<float, 4, 4>> m, Out<L1<float, 4, 4>> out) {
  air::herd<2, 2>([&](Index x, Index y) {
    auto mine = mem::alloc<float, mem::L1, 2, 2>();
    vec::store(vec::load<2, 1>(m, {2 * x, 1}), mem::subview<2, 1>(mine, {0, 0}), {0, 0});  // SAYS: :[[@LINE]]:16: remark: the vector takes every 4th lane of one run of 'm' [-Rpass=linearize-vectors]
    vec::store(vec::load<2, 1>(m, {2 * x, 2}), mem::subview<2, 1>(mine, {0, 1}), {0, 0});  // SAYS: :[[@LINE]]:16: remark: the vector takes every 4th lane of one run of 'm' [-Rpass=linearize-vectors]
    vec::store(vec::load<2, 1>(mine, {0, 1}), mem::subview<2, 1>(out, {2 * x, 2 * y}), {0, 0});  // SAYS: :[[@LINE]]:16: remark: the vector takes every 2nd lane of one run of 'mine' [-Rpass=linearize-vectors]
    vec::store(vec::load<2, 1>(mine, {0, 0}), mem::subview<2, 1>(out, {2 * x, 2 * y + 1}), {0, 0});  // SAYS: :[[@LINE]]:16: remark: the vector takes every 2nd lane of one run of 'mine' [-Rpass=linearize-vectors]
  });
}

// Not where the elements beside may be written at the same time.
// CHECK-LABEL: neighbours_of_another_core(
// CHECK-NEXT: auto m = mem::alloc<float, mem::L1, 4, 4>();
// CHECK-NEXT: mem::copy(x, m);
// CHECK-NEXT: air::herd<2>([&](Index c) {
// CHECK-NEXT: if (c == 0)
// CHECK-NEXT: vec::store(vec::load<4, 1>(m, {0, 0}), mem::subview<4, 1>(out, {0, 0}), {0, 0});
// CHECK-NEXT: else
// CHECK-NEXT: vec::store(vec::shape_cast<4, 1>(vec::shuffle<1, 5, 9, 13>(vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0})))), mem::subview<4, 1>(m, {0, 1}), {0, 0});
// CHECK-NEXT: });
// CHECK-NEXT: vec::store(vec::shape_cast<4, 1>(vec::shuffle<1, 5, 9, 13>(vec::shape_cast<16>(vec::load<4, 4>(m, {0, 0})))), mem::subview<4, 1>(out, {0, 1}), {0, 0});
PTO_INCORE void neighbours_of_another_core(In<L1<float, 4, 4>> x, Out<L1<float, 4, 4>> out) {
  auto m = mem::alloc<float, mem::L1, 4, 4>();
  mem::copy(x, m);
  air::herd<2>([&](Index c) {
    if (c == 0)
      vec::store(vec::load<4, 1>(m, {0, 0}), mem::subview<4, 1>(out, {0, 0}), {0, 0});  // SAYS: :[[@LINE]]:18: remark: the read kept: elements of 'm' beside those that it reads may be written at the same time [-Rpass-missed=linearize-vectors,neighbours-may-be-written]
      // SAYS-NEXT: :[[@LINE+2]]:7: note: written here
    else
      vec::store(vec::load<4, 1>(x, {0, 1}), mem::subview<4, 1>(m, {0, 1}), {0, 0});  // SAYS: :[[@LINE]]:18: remark: the vector takes every 4th lane of one run of 'x' [-Rpass=linearize-vectors]
  });
  vec::store(vec::load<4, 1>(m, {0, 1}), mem::subview<4, 1>(out, {0, 1}), {0, 0});  // SAYS: :[[@LINE]]:14: remark: the vector takes every 4th lane of one run of 'm' [-Rpass=linearize-vectors]
}

// CHECK-LABEL: neighbours_of_a_parameter(
// CHECK-NEXT: auto b = vec::load<4, 1>(m, {0, 0});
// CHECK-NEXT: vec::store(b, mem::subview<4, 1>(m, {0, 1}), {0, 0});
PTO_INCORE void neighbours_of_a_parameter(InOut<L1<float, 4, 4>> m) {
  auto b = vec::load<4, 1>(m, {0, 0});  // SAYS: :[[@LINE]]:12: remark: 'b' kept: elements of 'm' beside those that it reads may be written at the same time [-Rpass-missed=linearize-vectors,neighbours-may-be-written]
  vec::store(b, mem::subview<4, 1>(m, {0, 1}), {0, 0});
}

// CHECK-LABEL: neighbours_of_who_knows(
// CHECK-NEXT: auto b = vec::load<4, 1>(m, {0, 0});
// CHECK-NEXT: vec::store(b, out, {0, 0});
PTO_INCORE void neighbours_of_who_knows(const L1<float, 4, 4> &m, const L1<float, 4, 1> &out) {
  auto b = vec::load<4, 1>(m, {0, 0});  // SAYS: :[[@LINE]]:12: remark: 'b' kept: elements of 'm' beside those that it reads may be written at the same time [-Rpass-missed=linearize-vectors,neighbours-may-be-written]
  vec::store(b, out, {0, 0});
}

// A mask says what is read.
// CHECK-LABEL: masks(
// CHECK-NEXT: auto mask = vec::cmp(vec::shuffle<2, 6>(vec::shape_cast<8>(vec::load<2, 4>(n, {0, 0}))), vec::splat<float, 2>(0), Cmp::GT);
// CHECK-NEXT: auto a = vec::shape_cast<2>(vec::transfer_read<2, 1>(mem::rank_reduce<16, 1>(mem::subview<16, 1, 1>(m, {0, 0, 0})), {0, 0}, 1.f, vec::shape_cast<2, 1>(mask)));
// CHECK-NEXT: auto b = vec::shape_cast<2>(vec::transfer_read<2, 1>(n, {0, 2}, 1.f, vec::shape_cast<2, 1>(mask)));
// CHECK-NEXT: auto c = vec::transfer_read<2, 2>(n, {0, 1}, 1.f, vec::shape_cast<2, 2>(vec::shuffle<0, 0, 1, 1>(mask)));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<2, 1>(a + b + vec::shape_cast<2>(vec::extract_slice<2, 1>(c, {0, 1}))), out, {0, 0});
PTO_INCORE void masks(In<L1<float, 16, 4, 1>> m, In<L1<float, 16, 4>> n, Out<L1<float, 2, 1>> out) {
  auto mask = vec::cmp(vec::load<2, 1>(n, {0, 2}), vec::splat<float, 2, 1>(0), Cmp::GT);  // SAYS: :[[@LINE]]:15: remark: 'mask' is rank 1: 2 ops work on 2 lanes in one row [-Rpass=linearize-vectors]
  // SAYS: :[[@LINE-1]]:24: remark: the vector takes every 4th lane of one run of 'n' [-Rpass=linearize-vectors]
  auto a = vec::transfer_read<2, 1>(mem::rank_reduce<16, 1>(mem::subview<16, 1, 1>(m, {0, 0, 0})), {0, 0}, 1.f, mask);  // SAYS: :[[@LINE]]:12: remark: 'a' kept: a mask decides what is read [-Rpass-missed=linearize-vectors,masked]
  auto b = vec::transfer_read<2, 1>(n, {0, 2}, 1.f, mask);  // SAYS: :[[@LINE]]:12: remark: 'b' kept: a mask decides what is read [-Rpass-missed=linearize-vectors,masked]
  auto c = vec::transfer_read<2, 2>(n, {0, 1}, 1.f, vec::broadcast<2, 2>(mask));  // SAYS: :[[@LINE]]:12: remark: 'c' kept: a mask decides what is read [-Rpass-missed=linearize-vectors,masked]
  vec::transfer_write(a + b + vec::extract_slice<2, 1>(c, {0, 1}), out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: 'a' and 'b' are rank 1: 2 ops work on 2 lanes in one row [-Rpass=linearize-vectors]
}

// The rows are read in statements of their own: where those have no place, or would come too early, the block stays.
// CHECK-LABEL: places(
// CHECK-NEXT: auto a = vec::shape_cast<16>(n > 1 ? vec::load<2, 8>(m, {0, 0}) : vec::load<2, 8>(m, {1, 0}));
// CHECK-NEXT: while (vec::extract(vec::load<2, 8>(m, {0, 0}), 0, 0) > 100.f)
// CHECK-NEXT: break;
// CHECK-NEXT: Index i = 0;
// CHECK-NEXT: auto b = vec::shape_cast<16>(vec::load<2, 8>(m, {++i, 0}));
// CHECK-NEXT: auto c = (mem::store(1.f, m, 1, 0), vec::load<2, 8>(m, {1, 0}));
// CHECK-NEXT: auto d = vec::load<2, 8>(m, {0, 0}), e = vec::load<2, 8>(m, {2, 0});
// CHECK-NEXT: switch (n) {
// CHECK-NEXT: case 0:
// CHECK-NEXT: vec::store(vec::load<2, 8>(m, {0, 0}), out, {0, 0});
// CHECK-NEXT: break;
// CHECK-NEXT: default: {
// CHECK-NEXT: const auto m_row0 = vec::load<8>(m, {1, 0});
// CHECK-NEXT: const auto m_row1 = vec::load<8>(m, {2, 0});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 8>(vec::concat(m_row0, m_row1)), out, {0, 0});
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: vec::store(vec::shape_cast<2, 8>(a + b + vec::shape_cast<16>(c) + vec::shape_cast<16>(d) + vec::shape_cast<16>(e)), out, {0, 0});
PTO_INCORE void places(InOut<L1<float, 4, 16>> m, Index n, Out<L1<float, 2, 8>> out) {
  auto a = n > 1 ? vec::load<2, 8>(m, {0, 0}) : vec::load<2, 8>(m, {1, 0});  // SAYS: :[[@LINE]]:12: remark: 'a' kept: there is no place for statements before it [-Rpass-missed=linearize-vectors,no-place]
  while (vec::extract(vec::load<2, 8>(m, {0, 0}), 0, 0) > 100.f)  // SAYS: :[[@LINE]]:23: remark: the read kept: there is no place for statements before it [-Rpass-missed=linearize-vectors,no-place]
    break;
  Index i = 0;
  auto b = vec::load<2, 8>(m, {++i, 0});  // SAYS: :[[@LINE]]:12: remark: 'b' kept: its parts would be read before something that has an effect [-Rpass-missed=linearize-vectors,no-place]
  // SAYS-NEXT: :[[@LINE-1]]:12: note: here
  auto c = (mem::store(1.f, m, 1, 0), vec::load<2, 8>(m, {1, 0}));  // SAYS: :[[@LINE]]:39: remark: 'c' kept: its parts would be read before something that has an effect [-Rpass-missed=linearize-vectors,no-place]
  // SAYS-NEXT: :[[@LINE-1]]:13: note: here
  auto d = vec::load<2, 8>(m, {0, 0}), e = vec::load<2, 8>(m, {2, 0});  // SAYS: :[[@LINE]]:12: remark: 'd' kept: its statement declares several names [-Rpass-missed=linearize-vectors,multi-declarator]
  // SAYS-NEXT: :[[@LINE-1]]:12: note: here
  // SAYS: :[[@LINE-2]]:44: remark: 'e' kept: its statement declares several names [-Rpass-missed=linearize-vectors,multi-declarator]
  // SAYS-NEXT: :[[@LINE-3]]:44: note: here
  switch (n) {
  case 0:
    vec::store(vec::load<2, 8>(m, {0, 0}), out, {0, 0});  // SAYS: :[[@LINE]]:16: remark: the read kept: there is no place for statements before it [-Rpass-missed=linearize-vectors,no-place]
    break;
  default: {
    vec::store(vec::load<2, 8>(m, {1, 0}), out, {0, 0});  // SAYS: :[[@LINE]]:16: remark: the vector is read in 2 rows of 8 [-Rpass=linearize-vectors]
  }
  }
  vec::store(a + b + c + d + e, out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: 'a' and 'b' are rank 1: 4 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
}

// A body without braces gets some, and names that are taken are left alone.
// CHECK-LABEL: bodies(
// CHECK-NEXT: const float b_row0 = 2;
// CHECK-NEXT: const auto m_row0 = vec::load<4>(m, {0, 0});
// CHECK-NEXT: const auto m_row1 = vec::load<4>(m, {1, 0});
// CHECK-NEXT: auto b = vec::concat(m_row0, m_row1) * vec::splat<float, 8>(b_row0);
// CHECK-NEXT: for (Index k = 0; k < 2; ++k)
// CHECK-NEXT: vec::store(vec::shape_cast<2, 4>(b), out, {0, 0});
// CHECK-NEXT: if (n > 1) {
// CHECK-NEXT: const auto m2_row0 = vec::load<4>(m, {n - 2, 4});
// CHECK-NEXT: const auto m2_row1 = vec::load<4>(m, {n - 2 + 1, 4});
// CHECK-NEXT: vec::store(vec::shape_cast<2, 4>(vec::concat(m2_row0, m2_row1)), out, {0, 0});
// CHECK-NEXT: }
// CHECK-NEXT: else { const auto m3_row0 = vec::load<4>(m, {2, 0}); const auto m3_row1 = vec::load<4>(m, {3, 0}); if (vec::extract(vec::shape_cast<2, 4>(vec::concat(m3_row0, m3_row1)), 0, 0) > 0.f)
// CHECK-NEXT: { const auto m4_row0 = vec::load<4>(m, {n, 4}); const auto m4_row1 = vec::load<4>(m, {n + 1, 4}); vec::store(vec::shape_cast<2, 4>(vec::concat(m4_row0, m4_row1)), out, {0, 0}); } }
PTO_INCORE void bodies(In<L1<float, 4, 16>> m, Index n, Out<L1<float, 2, 4>> out) {
  const float b_row0 = 2;
  auto b = vec::load<2, 4>(m, {0, 0}) * vec::splat<float, 2, 4>(b_row0);  // SAYS: :[[@LINE]]:12: remark: the vector is read in 2 rows of 4 [-Rpass=linearize-vectors]
  for (Index k = 0; k < 2; ++k)
    vec::store(b, out, {0, 0});
  if (n > 1)
    vec::store(vec::load<2, 4>(m, {n - 2, 4}), out, {0, 0});  // SAYS: :[[@LINE]]:16: remark: the vector is read in 2 rows of 4 [-Rpass=linearize-vectors]
  else if (vec::extract(vec::load<2, 4>(m, {2, 0}), 0, 0) > 0.f)  // SAYS: :[[@LINE]]:25: remark: the vector is read in 2 rows of 4 [-Rpass=linearize-vectors]
    vec::store(vec::load<2, 4>(m, {n, 4}), out, {0, 0});  // SAYS: :[[@LINE]]:16: remark: the vector is read in 2 rows of 4 [-Rpass=linearize-vectors]
}

#define ORIGIN 0, 0
// CHECK-LABEL: spellings(
// CHECK-NEXT: auto a = vec::shape_cast<8>(vec::load<2, 4>(m, {ORIGIN}));
// CHECK-NEXT: auto b = vec::shape_cast<8>(vec::load<2, 4>(m, {1, /* the second column */ 4}));
// CHECK-NEXT: auto c = vec::load<2, 4>(m, {1, 4});
// CHECK-NEXT: const auto d_row0 = vec::load<4>((m), {1, 4});
// CHECK-NEXT: const auto d_row1 = vec::load<4>((m), {2, 4});
// CHECK-NEXT: auto d = vec::concat(d_row0, d_row1);
// CHECK-NEXT: auto e = vec::shape_cast<2>(vec::load<2, 1>(u, {1 /* row */, 0}));
// CHECK-NEXT: vec::store(vec::shape_cast<2, 4>(a + b + vec::shape_cast<8>(c) + d + vec::shuffle<0, 0, 0, 0, 1, 1, 1, 1>(e)), out, {0, 0});
PTO_INCORE void spellings(In<L1<float, 4, 16>> m, In<L1<float, 4, 1>> u, Out<L1<float, 2, 4>> out) {
  auto a = vec::load<2, 4>(m, {ORIGIN});  // SAYS: :[[@LINE]]:12: remark: kept: a part of it is spelled in a macro [-Rpass-missed=linearize-vectors,in-macro]
  auto b = vec::load<2, 4>(m, {1, /* the second column */ 4});  // SAYS: :[[@LINE]]:12: remark: kept: the edit would delete a comment [-Rpass-missed=linearize-vectors,comment]
  // SAYS-NEXT: :[[@LINE-1]]:12: note: in this statement
  auto c = vec::load<2, 4>(m, {1, 4}); // NOLINT(pto-linearize-vectors) SAYS: :[[@LINE]]:12: remark: kept: the comment here asks for it [-Rpass-missed=linearize-vectors,suppressed]
  auto d = vec::load<2, 4>((m), Offsets<2>{1, 4});  // SAYS: :[[@LINE]]:12: remark: 'd' is read in 2 rows of 4 [-Rpass=linearize-vectors]
  auto e = vec::load<2, 1>(u, {1 /* row */, 0});  // SAYS: :[[@LINE]]:12: remark: kept: the edit would delete a comment [-Rpass-missed=linearize-vectors,comment]
  // SAYS-NEXT: :[[@LINE-1]]:12: note: in this statement
  vec::store(a + b + c + d + vec::broadcast<2, 4>(e), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: 'a', 'b', 'd' and 'e' are rank 1: 5 ops work on 8 lanes in one row [-Rpass=linearize-vectors]
}

PTO_TEST_MAIN(block, block_in_a_loop, inner_overhangs, rows_overhang, promised, contiguous, window, column, every_other,
              column_overhangs, units, units_of_a_dynamic_memory, units_elsewhere, every_fourth, every_second,
              every_ninth, in_a_herd, neighbours_of_another_core, neighbours_of_a_parameter, neighbours_of_who_knows,
              masks, places, bodies, spellings)
