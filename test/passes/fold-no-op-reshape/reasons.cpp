// Each reason that the other files accept as one of several, asked for by itself.
//
// RUN: %pto-rewrite --passes=fold-no-op-reshape -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefixes=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fold-no-op-reshape %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using Square = Tensor<float, 8, 8>;

PTO_INCORE void bound_to_reference(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  const auto &b = tile::reshape<8, 8>(a); // KEPT: :[[@LINE]]:{{.*}},bound-to-reference]
  a = tile::add(a, a);
  tile::store(b, {0, 0}, out);
}

// The parameter cannot go with its last use.
PTO_INCORE void last_use(In<Square> x, Out<Square> out, Index n) {
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{8, 8});
  auto b = tile::reshape<8, 8>(a, Valid{8 + 0 * n, 8}); // KEPT: :[[@LINE]]:{{.*}},last-use]
  tile::store(b, {0, 0}, out);
}

template <class A> inline float first(A &&a) { return a(0, 0); }

PTO_INCORE void nested_expression(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  const float f = first(tile::reshape<8, 8>(a)); // KEPT: :[[@LINE]]:{{.*}},nested-expression]
  tile::store(tile::add(a, f), {0, 0}, out);
}

// A name that one of two declares stays, and so does its last use.
PTO_INCORE void last_use_of_one_of_two(In<Square> x, Out<Square> out) {
  constexpr Index n = 8, m = 4;
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<n, 8>(a); // KEPT: :[[@LINE]]:{{.*}},last-use]
  tile::store(tile::add(b, static_cast<float>(m)), {0, 0}, out);
}

PTO_TEST_MAIN(bound_to_reference, last_use, nested_expression, last_use_of_one_of_two)
