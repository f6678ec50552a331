// What fold-no-op-reshape must keep: reshapes that change something, and those that cannot be shown not to (spec F2,
// F4, F6, F7, G1-G8). The reason names the first difference.
//
// RUN: %pto-rewrite --passes=fold-no-op-reshape -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fold-no-op-reshape %s
#include "../Inputs/kernels.h"

using Square = Tensor<float, 8, 8>;

//===-- F2, F7: another shape ---------------------------------------------------===//

PTO_INCORE void other_shape(In<Square> x, Out<Tensor<float, 64, 1>> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<64, 1>(a); // KEPT: :[[@LINE]]:12: remark: 'b' kept: rows 8 and 64 differ [-Rpass-missed=fold-no-op-reshape,different-signature]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void turned_shape(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 8, 4>> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<8, 4>(a); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void column_to_row(In<Tensor<float, 8, 1>> x, Out<Tensor<float, 1, 8>> out) {
  auto a = tile::load<8, 1>(x, {0, 0});
  auto b = tile::reshape<1, 8>(a); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void row_to_column(In<Tensor<float, 1, 8>> x, Out<Tensor<float, 8, 1>> out) {
  auto a = tile::load<1, 8>(x, {0, 0});
  auto b = tile::reshape<8, 1>(a); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void more_known_at_compile_time(In<Square> x, Out<Square> out) {
  auto a = tile::load(x, {0, 0}, {8, 8});
  auto b = tile::reshape<8, 8>(a); // KEPT: :[[@LINE]]:{{.*}},{{different-signature|extents-unproven}}]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void less_known_at_compile_time(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape(a, {8, 8}); // KEPT: :[[@LINE]]:{{.*}},{{different-signature|extents-unproven}}]
  tile::store(b, {0, 0}, out);
}

// G4. A tile has two dimensions: nothing else compiles.
template <class A>
concept HasThreeDimensions = requires(A a) { tile::reshape<2, 4, 8>(a); } || requires(A a) { tile::reshape(a, {2, 4, 8}); };
static_assert(!HasThreeDimensions<Tile<float, 8, 8>>);

//===-- F4, G1: another place ---------------------------------------------------===//

PTO_INCORE void other_place(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<1024>();
  auto a = tile::load<8, 8>(x, {0, 0}, ub.at(0));
  auto b = tile::reshape<8, 8>(a, ub.at(512)); // KEPT: :[[@LINE]]:{{.*}},different-storage]
  tile::write(a, {0, 0}, 1.f);                 // NOTE: :[[@LINE-1]]:{{.*}}: note:
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void other_buffer(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<256>(), ub2 = tile::alloc<256>();
  auto a = tile::load<8, 8>(x, {0, 0}, ub.at(0));
  auto b = tile::reshape<8, 8>(a, ub2.at(0)); // KEPT: :[[@LINE]]:{{.*}},different-storage]
  tile::write(a, {0, 0}, 1.f);                // NOTE: :[[@LINE-1]]:{{.*}}: note:
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void place_of_its_own(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<256>();
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a, ub.at(0)); // KEPT: :[[@LINE]]:{{.*}},different-storage]
  tile::write(a, {0, 0}, 1.f);               // NOTE: :[[@LINE-1]]:{{.*}}: note:
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void place_moves_on(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<1024>();
  Index at = 0;
  auto a = tile::load<8, 8>(x, {0, 0}, ub.at(at));
  at += 256;
  auto b = tile::reshape<8, 8>(a, ub.at(at)); // KEPT: :[[@LINE]]:{{.*}},different-storage]
  tile::write(a, {0, 0}, 1.f);                // NOTE: :[[@LINE-1]]:{{.*}}: note:
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void place_unknown(In<Square> x, Out<Square> out, Index k) {
  auto ub = tile::alloc<1024>();
  auto a = tile::load<8, 8>(x, {0, 0}, ub.at(0));
  auto b = tile::reshape<8, 8>(a, ub.at(256 * k)); // KEPT: :[[@LINE]]:{{.*}},different-storage]
  tile::write(a, {0, 0}, 1.f);                     // NOTE: :[[@LINE-1]]:{{.*}}: note:
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void buffer_rebound(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<256>();
  auto a = tile::load<8, 8>(x, {0, 0}, ub.at(0));
  ub = tile::alloc<256>();
  auto b = tile::reshape<8, 8>(a, ub.at(0)); // KEPT: :[[@LINE]]:{{.*}},different-storage]
  tile::write(a, {0, 0}, 1.f);               // NOTE: :[[@LINE-1]]:{{.*}}: note:
  tile::store(b, {0, 0}, out);
}

// The place of one of two: a slot of a double buffer.
PTO_INCORE void slot_of_a_double_buffer(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<512>();
  for (Index i = 0; i < 2; ++i) {
    auto a = tile::load<8, 8>(x, {0, 0}, ub.at(256 * i));
    auto b = tile::reshape<8, 8>(a, ub.at(256 * (1 - i))); // KEPT: :[[@LINE]]:{{.*}},different-storage]
    tile::write(a, {0, i}, 1.f);                           // NOTE: :[[@LINE-1]]:{{.*}}: note:
    tile::store(b, {0, 0}, out);
  }
}

//===-- F6, G2, G3, G6: valid and run-time extents ------------------------------===//

PTO_INCORE void other_valid_part(In<Square> x, Out<Square> out, Index rows, Index cols) {
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{rows, 4});
  auto b = tile::reshape<8, 8>(a, Valid{cols, 4}); // KEPT: :[[@LINE]]:{{.*}},valid-extents]
  tile::store(b, {0, 0}, out);                     // NOTE: :[[@LINE-1]]:{{.*}}: note:
}

PTO_INCORE void valid_part_changes(In<Square> x, Out<Square> out, Index n) {
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{n + 1, 8});
  n = n / 2;
  auto b = tile::reshape<8, 8>(a, Valid{n + 1, 8}); // KEPT: :[[@LINE]]:{{.*}},valid-extents]
  tile::store(b, {0, 0}, out);                      // NOTE: :[[@LINE-1]]:{{.*}}: note:
}

PTO_INCORE void valid_part_changes_in_a_loop(In<Square> x, Out<Square> out) {
  Index n = 8;
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{n, 8});
  for (Index i = 0; i < 2; ++i) {
    auto b = tile::reshape<8, 8>(a, Valid{n, 8}); // KEPT: :[[@LINE]]:{{.*}},valid-extents]
    tile::store(b, {0, 0}, out);                  // NOTE: :[[@LINE-1]]:{{.*}}: note:
    a = tile::add(b, b);
    n -= 4;
  }
}

PTO_INCORE void valid_part_cut(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a, Valid{4, 8}); // KEPT: :[[@LINE]]:{{.*}},{{valid-extents|different-signature}}]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void valid_part_filled_up(In<Square> x, Out<Square> out, Index n) {
  auto whole = tile::load<8, 8>(x, {0, 0});
  auto a = tile::set_validshape(whole, n, 8);
  auto b = tile::reshape<8, 8>(a, Valid{8, 8}); // KEPT: :[[@LINE]]:{{.*}},{{valid-extents|different-signature}}]
  tile::store(b, {0, 0}, out);                  // NOTE: :[[@LINE-1]]:{{.*}}: note:
}

Index asked = 0;
inline Index ask() { return ++asked % 8 + 1; }

PTO_INCORE void valid_part_of_a_call(In<Square> x, Out<Square> out) {
  asked = 0;
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{ask(), 8});
  auto b = tile::reshape<8, 8>(a, Valid{ask(), 8}); // KEPT: :[[@LINE]]:{{.*}},valid-extents]
  tile::store(b, {0, 0}, out);                      // NOTE: :[[@LINE-1]]:{{.*}}: note:
}

PTO_INCORE void other_run_time_shape(In<Square> x, Out<Square> out, bool turn) {
  const Index rows = turn ? 2 : 4, cols = turn ? 4 : 2;
  auto a = tile::load(x, {0, 0}, {rows, cols});
  auto b = tile::reshape(a, {cols, rows}); // KEPT: :[[@LINE]]:{{.*}},extents-unproven]
  tile::store(b, {0, 0}, out);             // NOTE: :[[@LINE-1]]:{{.*}}: note:
}

//===-- G5, G8: parts of tiles --------------------------------------------------===//

// The rows of a part are not adjacent: the way through another shape is no view of it. (Not run: a precondition.)
PTO_INCORE void round_trip_of_a_part(In<Square> x, Out<Square> out) {
  auto w = tile::load<8, 8>(x, {0, 0});
  auto a = tile::slice<2, 4>(w, {2, 4});
  auto r = tile::reshape<1, 8>(a);
  auto b = tile::reshape<2, 4>(r); // KEPT: :[[@LINE]]:{{.*}},strides]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void round_trip_of_a_valid_part(In<Square> x, Out<Square> out, Index n) { // not run
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{n, 8});
  auto r = tile::reshape<1, 64>(a);
  auto b = tile::reshape<8, 8>(r); // KEPT: :[[@LINE]]:{{.*}},{{valid-extents|different-signature}}]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void middle_sets_the_valid_part(In<Square> x, Out<Square> out, Index n) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<1, 64>(a, Valid{1, 16 * n});
  auto b = tile::reshape<8, 8>(r, Valid{n, 8}); // KEPT: :[[@LINE]]:{{.*}},{{valid-extents|different-signature}}]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void middle_is_copied(In<Square> x, Out<Square> out) {
  auto ub = tile::alloc<256>();
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<1, 64>(a, ub.at(0));
  auto b = tile::reshape<8, 8>(r); // KEPT: :[[@LINE]]:{{.*}},different-storage]
  tile::write(b, {0, 0}, 1.f);     // NOTE: :{{.*}}: note:
  tile::store(a, {0, 0}, out);
}

//===-- G7: names between -------------------------------------------------------===//

// The source is another tile by the time of the second reshape: the result is the old one.
PTO_INCORE void source_rebound_on_the_way(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<1, 64>(a);
  a = tile::add(a, a);
  auto b = tile::reshape<8, 8>(r); // KEPT: :[[@LINE]]:{{.*}},{{different-storage|name-rebound}}]
  tile::store(b, {0, 0}, out);     // NOTE: :{{.*}}: note:
  tile::store(a, {0, 0}, out);
}

PTO_INCORE void middle_rebound(In<Square> x, Out<Square> out, bool c) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<1, 64>(a); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  if (c)
    r = tile::add(r, r);
  auto b = tile::reshape<8, 8>(r); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void made_in_a_loop(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto r = tile::reshape<1, 64>(a); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  for (Index i = 0; i < 2; ++i) {
    auto b = tile::reshape<8, 8>(r); // KEPT: :[[@LINE]]:{{.*}},different-signature]
    tile::store(b, {0, 0}, out);
    r = tile::reshape<1, 64>(tile::add(b, b)); // KEPT: :[[@LINE]]:{{.*}},different-signature]
  }
}

//===-- text --------------------------------------------------------------------===//

#define SAME(t) tile::reshape<8, 8>(t)

PTO_INCORE void in_a_macro(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = SAME(a); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void comment_inside(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8 /* rows */, 8>(a); // KEPT: :[[@LINE]]:{{.*}},comment]
  tile::store(b, {0, 0}, out);                // NOTE: :{{.*}}: note:
}

PTO_INCORE void directive_inside(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape< // KEPT: :[[@LINE]]:{{.*}},preprocessor]
#if 1
      8, // NOTE: :{{.*}}: note:
#else
      4,
#endif
      8>(a);
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void jumps(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
  goto end;
end:
  tile::store(b, {0, 0}, out);
}

// Tiles of orchestration code and of plain functions are not this pass's.
PTO_ORCHESTRATION void in_orchestration(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a);
  tile::store(b, {0, 0}, out);
}

void in_a_plain_function(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a);
  tile::store(b, {0, 0}, out);
}

PTO_TEST_MAIN(other_shape, turned_shape, column_to_row, row_to_column, more_known_at_compile_time,
              less_known_at_compile_time, other_place, other_buffer, place_of_its_own, place_moves_on, place_unknown,
              buffer_rebound, slot_of_a_double_buffer, other_valid_part, valid_part_changes,
              valid_part_changes_in_a_loop, valid_part_cut, valid_part_filled_up, valid_part_of_a_call,
              other_run_time_shape, middle_sets_the_valid_part, middle_is_copied, source_rebound_on_the_way,
              middle_rebound, made_in_a_loop, in_a_macro, comment_inside, directive_inside, jumps, in_orchestration,
              in_a_plain_function)
