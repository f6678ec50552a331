// How much of a tile is valid goes with the ops on its elements: a store of it fills as much.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Plane = Tensor<float, dyn, dyn>;
using Column = Tensor<float, dyn, 1>;

PTO_INCORE Plane scaled(In<Plane> x, In<Column> s, Index r, Out<Plane> row) {
  auto in = tile::load<1, 128>(x, {r, 0}, Valid{1, x.extent(1)});
  auto by = tile::load<1, 1>(s, {r, 0});
  auto sum = tile::add(tile::row_expand_mul(tile::exp(in), by), in);
  return tile::store(tile::cast<float>(tile::cast<int>(tile::mul(sum, 2.f))), {0, 0}, row);
}

// CHECK-LABEL: of_extents(
// CHECK:         auto row = tensor::slice(out, {r, 0}, {1, cols});
// CHECK-NEXT:    row = scaled(x, s, r, row);
// CHECK-NEXT:  }
PTO_ORCHESTRATION Plane of_extents(In<Plane> x, In<Column> s, Out<Plane> out) {
  const Index cols = x.extent(1);
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float>({1, cols}); // SAYS: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = scaled(x, s, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_INCORE Plane first_of(In<Plane> x, Index r, Index cols, Out<Plane> row) {
  auto in = tile::load<1, 128>(x, {r, 0}, Valid{1, cols});
  auto twice = tile::add(in, in);
  for (Index k = 0; k < 3; ++k)
    twice = tile::mul(twice, 0.5f);
  auto other = tile::neg(in);
  return tile::store(tile::maximum(other, in), {0, 0}, row);
}

PTO_ORCHESTRATION Plane of_numbers(In<Plane> x, Out<Plane> out) {
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float>({1, x.extent(1)}); // SAYS: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = first_of(x, r, x.extent(1), row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// One column less than there is.
PTO_ORCHESTRATION Plane of_fewer(In<Plane> x, Out<Plane> out) {
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float>({1, x.extent(1)}); // SAYS: :[[@LINE]]:{{.*}}'row' kept: it cannot be shown that all of it is written
    row = first_of(x, r, x.extent(1) - 1, row); // SAYS: written here
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// Another part of it is valid by then.
PTO_INCORE Plane narrowed(In<Plane> x, Index r, Out<Plane> row) {
  auto in = tile::load<1, 128>(x, {r, 0}, Valid{1, x.extent(1)});
  auto part = tile::set_validshape(tile::neg(in), 1, x.extent(1) - 2);
  return tile::store(tile::exp(part), {0, 0}, row);
}
PTO_ORCHESTRATION Plane of_narrowed(In<Plane> x, Out<Plane> out) {
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float>({1, x.extent(1)}); // SAYS: :[[@LINE]]:{{.*}}'row' kept: it cannot be shown that all of it is written
    row = narrowed(x, r, row); // SAYS: written here
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// The number means something else where the tile is stored, or the tile is another one.
PTO_INCORE Plane counted(In<Plane> x, Index r, Out<Plane> row) {
  Index cols = x.extent(1) - 1;
  auto in = tile::load<1, 128>(x, {r, 0}, Valid{1, cols});
  auto half = tile::mul(in, 0.5f);
  cols = x.extent(1);
  return tile::store(tile::exp(half), {0, 0}, row);
}
PTO_ORCHESTRATION Plane of_counted(In<Plane> x, Out<Plane> out) {
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float>({1, x.extent(1)}); // SAYS: :[[@LINE]]:{{.*}}'row' kept: it cannot be shown that all of it is written
    row = counted(x, r, row); // SAYS: written here
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_INCORE Plane chosen(In<Plane> x, Index r, Out<Plane> row) {
  auto all = tile::load<1, 128>(x, {r, 0}, Valid{1, x.extent(1)});
  auto some = tile::load<1, 128>(x, {r, 0}, Valid{1, x.extent(1) - 1});
  auto in = tile::neg(all);
  if (r % 2 == 1)
    in = tile::neg(some);
  return tile::store(tile::exp(in), {0, 0}, row);
}
PTO_ORCHESTRATION Plane of_chosen(In<Plane> x, Out<Plane> out) {
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float>({1, x.extent(1)}); // SAYS: :[[@LINE]]:{{.*}}'row' kept: it cannot be shown that all of it is written
    row = chosen(x, r, row); // SAYS: written here
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_TEST_MAIN(of_extents, of_numbers, of_fewer, of_narrowed, of_counted, of_chosen)
