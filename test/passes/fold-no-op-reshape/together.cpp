// Reshapes that stand in each other's way: a name that hides, a reference that needs the name, an assignment between.
// What is folded first is not the point; one run must do all of it, and the result must compile and be the same.
//
// RUN: %equal --passes=fold-no-op-reshape --expect-change %s
#include "../Inputs/kernels.h"

using Square = Tensor<float, 8, 8>;

PTO_INCORE void name_of_a_reference(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a);
  auto &t = b;
  tile::store(t, {0, 0}, out);
}

// A name that is gone hides nothing any more (%equal runs the tool twice).
PTO_INCORE void name_in_the_way(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  const auto &b = tile::reshape<8, 8>(a);
  auto c = tile::add(a, a);
  {
    auto a = tile::reshape<8, 8>(c);
    tile::store(a, {0, 0}, out);
  }
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void assignment_in_the_way(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto t = tile::reshape<4, 16>(tile::reshape<8, 8>(a));
  t = tile::reshape<4, 16>(t);
  tile::store(tile::reshape<8, 8>(t), {0, 0}, out);
}

PTO_INCORE void middle_of_a_chain_referred_to(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<4, 16>(a);
  {
    [[maybe_unused]] auto &t = b;
  }
  tile::store(tile::reshape<8, 8>(b), {0, 0}, out);
}

PTO_INCORE void chain_through_const_names(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  const auto b = tile::reshape<8, 8>(tile::reshape<64, 1>(a));
  auto c = tile::reshape<4, 16>(b);
  {
    [[maybe_unused]] auto &t = c;
  }
  auto d = tile::reshape<16, 4>(tile::reshape<16, 4>(c));
  d = tile::reshape<16, 4>(d);
  tile::store(tile::reshape<8, 8>(d), {0, 0}, out);
}

PTO_INCORE void inner_names(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  const auto &b = tile::reshape<8, 8>(a);
  auto c = tile::reshape<16, 4>(b);
  auto d = tile::add(a, a);
  {
    auto a = tile::reshape<16, 4>(c);
    d = tile::reshape<8, 8>(tile::reshape<1, 64>(a));
  }
  tile::store(d, {0, 0}, out);
}

PTO_INCORE void assigned_to_itself_between(In<Square> x, Out<Square> out, Out<Tensor<float, 4, 16>> wide) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a);
  auto &&c = tile::reshape<8, 8>(b);
  const auto d = tile::reshape<4, 16>(c);
  b = tile::reshape<8, 8>(b);
  tile::store(d, {0, 0}, wide);
  tile::store(tile::reshape<8, 8>(c), {0, 0}, out);
}

PTO_TEST_MAIN(name_of_a_reference, name_in_the_way, assignment_in_the_way, middle_of_a_chain_referred_to,
              chain_through_const_names, inner_names, assigned_to_itself_between)
