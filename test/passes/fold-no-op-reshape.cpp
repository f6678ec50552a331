// What fold-no-op-reshape folds: PyPTO's cases, round trips and chains. The folder of the same name has the rest, and
// what must be kept.
//
// RUN: %pto-rewrite --passes=fold-no-op-reshape -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FOLDED,KEPT,ANY --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fold-no-op-reshape --expect-change %s
#include "Inputs/kernels.h"

using Square = Tensor<float, 8, 8>;

// F1. The message, once in full.
// CHECK-LABEL: same_shape(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
// CHECK-NEXT:  }
PTO_INCORE void same_shape(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:12: remark: 'b' is 'a': the reshape changes nothing [-Rpass=fold-no-op-reshape]
  tile::store(b, {0, 0}, out);
}

// F2. Upstream keeps the round trip; nobody looks at it in between, so it goes.
// CHECK-LABEL: round_trip(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
// CHECK-NEXT:  }
PTO_INCORE void round_trip(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<64, 1>(a);
  auto f = tile::reshape<8, 8>(r); // FOLDED: :[[@LINE]]:{{.*}}'f' is 'a'
  tile::store(f, {0, 0}, out);
}

// F3. No reshape.
// CHECK-LABEL: no_reshape(
// CHECK-NEXT:    auto t = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    auto y = tile::add(t, t);
// CHECK-NEXT:    tile::store(y, {0, 0}, out);
PTO_INCORE void no_reshape(In<Square> x, Out<Square> out) {
  auto t = tile::load<8, 8>(x, {0, 0});
  auto y = tile::add(t, t);
  tile::store(y, {0, 0}, out);
}

// F5. The valid part is known only at run time, and is the same.
// CHECK-LABEL: same_valid_part(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0}, Valid{rows + 1, 8});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void same_valid_part(In<Square> x, Out<Square> out, Index rows) {
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{rows + 1, 8});
  auto b = tile::reshape<8, 8>(a, Valid{rows + 1, 8}); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// A shape that the tile has already keeps its valid part without being told.
// CHECK-LABEL: valid_part_kept(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0}, Valid{rows, 5});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void valid_part_kept(In<Square> x, Out<Square> out, Index rows) {
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{rows, 5});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// Equal, though spelled differently.
// CHECK-LABEL: equal_valid_parts(
// CHECK:         auto a = tile::load<8, 8>(x, {0, 0}, Valid{n, 8});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void equal_valid_parts(In<Square> x, Out<Square> out, Index rows) {
  const Index n = 2 * rows + 1;
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{n, 8});
  auto b = tile::reshape<8, 8>(a, Valid{rows + 1 + rows, 2 * 4}); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// G3. Run-time rows and columns, the same variables.
// CHECK-LABEL: same_run_time_shape(
// CHECK-NEXT:    auto a = tile::load(x, {0, 0}, {n + 1, 8});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void same_run_time_shape(In<Square> x, Out<Square> out, Index n) {
  auto a = tile::load(x, {0, 0}, {n + 1, 8});
  auto b = tile::reshape(a, {n + 1, 8}); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// F4, the other way round: the place that it is given is the one that it has.
// CHECK-LABEL: same_place(
// CHECK-NEXT:    auto ub = tile::alloc<1024>();
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0}, ub.at(256));
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void same_place(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<1024>();
  auto a = tile::load<8, 8>(x, {0, 0}, ub.at(256));
  auto b = tile::reshape<8, 8>(a, ub.at(256)); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// G5, G8. A part of a tile keeps its offset and its strides: the uses read the part.
// CHECK-LABEL: part_of_a_tile(
// CHECK-NEXT:    auto w = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    auto a = tile::slice<2, 4>(w, {2, 4});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void part_of_a_tile(In<Square> x, Out<Square> out) {
  auto w = tile::load<8, 8>(x, {0, 0});
  auto a = tile::slice<2, 4>(w, {2, 4});
  auto b = tile::reshape<2, 4>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// Another memory with its own layout.
// CHECK-LABEL: matrix_memory(
// CHECK-NEXT:    auto a = tile::load<16, 16, Mem::Mat>(x, {0, 0});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_AIC void matrix_memory(In<Tensor<float, 16, 16>> x, Out<Tensor<float, 16, 16>> out) {
  auto a = tile::load<16, 16, Mem::Mat>(x, {0, 0});
  auto b = tile::reshape<16, 16>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

//===-- chains ------------------------------------------------------------------===//

// CHECK-LABEL: long_chain(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_AIV void long_chain(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<1, 64>(a);
  auto s = tile::reshape<4, 16>(r);
  auto t = tile::reshape<64, 1>(s);
  auto f = tile::reshape<8, 8>(t); // FOLDED: :[[@LINE]]:{{.*}}'f' is 'a'
  tile::store(f, {0, 0}, out);
}

// The ends differ: one reshape is enough.
// CHECK-LABEL: two_become_one(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    auto f = tile::reshape<4, 16>(a);
// CHECK-NEXT:    tile::store(f, {0, 0}, out);
PTO_INCORE void two_become_one(In<Square> x, Out<Tensor<float, 4, 16>> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<1, 64>(a);
  auto f = tile::reshape<4, 16>(r); // FOLDED: :[[@LINE]]:{{.*}}'a'
  tile::store(f, {0, 0}, out);
}

// Nested calls.
// CHECK-LABEL: nested(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void nested(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  tile::store(tile::reshape<8, 8>(a), {0, 0}, out); // FOLDED: :[[@LINE]]:{{.*}}changes nothing
}

// CHECK-LABEL: nested_round_trip(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void nested_round_trip(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  tile::store(tile::reshape<8, 8>(tile::reshape<64, 1>(a)), {0, 0}, out); // FOLDED: :[[@LINE]]:{{.*}}changes nothing
}

// CHECK-LABEL: nested_source(
// CHECK-NEXT:    tile::store(tile::load<8, 8>(x, {0, 0}), {0, 0}, out);
PTO_INCORE void nested_source(In<Square> x, Out<Square> out) {
  tile::store(tile::reshape<8, 8>(tile::load<8, 8>(x, {0, 0})), {0, 0}, out); // FOLDED: :[[@LINE]]:{{.*}}changes nothing
}

// Rms norm's round trip of a column of sums.
// CHECK-LABEL: column_and_row(
// CHECK:         auto sums = tile::row_sum(a);
// CHECK-NEXT:    tile::store(sums, {0, 0}, out);
PTO_INCORE void column_and_row(In<Square> x, Out<Tensor<float, 8, 1>> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto sums = tile::row_sum(a);
  auto row = tile::reshape<1, 8>(sums);
  auto column = tile::reshape<8, 1>(row); // FOLDED: :[[@LINE]]:{{.*}}'column' is 'sums'
  tile::store(column, {0, 0}, out);
}

// The middle of the chain is used: only what is not needed goes.
// CHECK-LABEL: middle_used(
// CHECK:         auto row = tile::reshape<1, 64>(a);
// CHECK-NEXT:    tile::store(tile::neg(row), {0, 0}, flat);
PTO_INCORE void middle_used(In<Square> x, Out<Tensor<float, 1, 64>> flat, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto row = tile::reshape<1, 64>(a); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  tile::store(tile::neg(row), {0, 0}, flat);
  auto back = tile::reshape<8, 8>(row); // ANY: :[[@LINE]]:{{.*}}: remark:
  tile::store(back, {0, 0}, out);
}

PTO_TEST_MAIN(same_shape, round_trip, no_reshape, same_valid_part, valid_part_kept, equal_valid_parts,
              same_run_time_shape, same_place, part_of_a_tile, matrix_memory, long_chain, two_become_one, nested,
              nested_round_trip, nested_source, column_and_row, middle_used)
