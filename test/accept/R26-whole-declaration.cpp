// R26: a declaration that goes, goes as a whole: with its attributes, qualifiers, extensions and what is in front of it.
//
// RUN: %pto-rewrite --passes=fold-no-op-reshape %s -- | sed -e 's|//.*||' > %t.cpp
// RUN: FileCheck %s --input-file %t.cpp
// RUN: %equal --passes=fold-no-op-reshape --expect-change %s
#include "../passes/Inputs/kernels.h"

// CHECK-LABEL: attributes(
// CHECK-NEXT:  auto a = tile::load<4, 8>(x, {0, 0});
// CHECK-NEXT:  tile::store(a, {0, 0}, out);
PTO_INCORE void attributes(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  [[maybe_unused]] const auto b [[gnu::unused]] = tile::reshape<4, 8>(a);
  __attribute__((unused)) auto c = tile::reshape<4, 8>(b);
  alignas(64) auto d = tile::reshape<4, 8>(c);
  tile::store(d, {0, 0}, out);
}

// CHECK-LABEL: extension(
// CHECK-NEXT:  auto a = tile::load<4, 8>(x, {0, 0});
// CHECK-NEXT:  tile::store(a, {0, 0}, out);
PTO_INCORE void extension(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  __extension__ auto b = tile::reshape<4, 8>(a);
  __extension__
  __extension__ auto c = tile::reshape<4, 8>(b);
  tile::store(c, {0, 0}, out);
}

// The linkage of the function around it is not its own.
extern "C" {
// CHECK-LABEL: linkage(
// CHECK-NEXT:  auto a = tile::load<4, 8>(x, {0, 0});
// CHECK-NEXT:  tile::store(a, {0, 0}, out);
PTO_INCORE void linkage(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<4, 8>(a);
  tile::store(b, {0, 0}, out);
}
}

// A label in front stays, and has a statement.
// CHECK-LABEL: label(
// CHECK:       case 0:
// CHECK:       tile::store({{[ab]}}, {0, 0}, out);
PTO_INCORE void label(In<Rows> x, Out<Rows> out, int c) {
  auto a = tile::load<4, 8>(x, {0, 0});
  switch (c) {
  case 0:
    auto b = tile::reshape<4, 8>(a);
    tile::store(b, {0, 0}, out);
  }
}

PTO_TEST_MAIN(attributes, extension, linkage, label)
