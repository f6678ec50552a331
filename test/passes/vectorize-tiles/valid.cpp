// How much of a tile is valid is known at run time: rows and columns of any number, one not excluded.
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles --allow=reassociate --ulp=8 --within=1e-5 %s
// RUN: %equal --passes='vectorize-tiles{width=4}' --allow=reassociate --ulp=8 --within=1e-5 %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Plane = Tensor<float, dyn, dyn>;

// What a parameter says stays its name, what has to be computed gets one. The buffer of a row has room for all.
// CHECK-LABEL: Plane softmax
// CHECK-NEXT:    const Index in_cols = x.extent(1);
// CHECK-NEXT:    const auto x_window = mem::subview<dyn, dyn>(mem::view(x), {0, 0}, {rows, in_cols});
// CHECK-NEXT:    const auto out_window = mem::subview<dyn, dyn>(mem::view(out), {0, 0}, {rows, in_cols});
// CHECK-NEXT:    for (Index r = 0; r < rows; ++r) {
// CHECK-NEXT:      const auto powers_row = mem::alloc<float, mem::L1, 64>();
// CHECK:           const auto first = vec::create_mask<16>(in_cols);
// CHECK-NEXT:      auto row_max_lanes0 = vec::select(first, in_first, vec::splat<float, 16>(vec::extract(in_first, 0)));
// CHECK:           const auto last = vec::create_mask<16>(in_cols % 16);
// CHECK-NEXT:      for (Index c = 0; c < in_cols / 64 * 64; c += 64) {
// CHECK:           for (Index c = in_cols / 64 * 64; c < in_cols / 16 * 16; c += 16) {
// CHECK:           if (in_cols % 16 != 0) {
// CHECK-NEXT:        const Index c = in_cols / 16 * 16;
// CHECK-NEXT:        const auto in = vec::transfer_read<16>(x_window, {r, c});
PTO_INCORE Plane softmax(In<Plane> x, Index rows, Out<Plane> out) {
  auto in = tile::load<8, 64>(x, {0, 0}, Valid{rows, x.extent(1)});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  return tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {0, 0}, out);
}

// A variable that nothing changes is a name, too.
// CHECK-LABEL: void columns
// CHECK:         const auto x_window = mem::subview<4, dyn>(mem::view(x), {0, 0}, {4, cols});
// CHECK-NEXT:    const auto out_window = mem::subview<4, dyn>(mem::view(out), {0, 0}, {4, cols});
PTO_INCORE void columns(In<Tensor<float, 4, 70>> x, Index n, Out<Tensor<float, 4, 70>> out) {
  const Index cols = 23 * n + 1;
  auto in = tile::load<4, 70>(x, {0, 0}, Valid{4, cols});
  auto least = tile::row_min(in);
  tile::store(tile::row_expand_sub(in, least), {0, 0}, out);
}

// A buffer that lives longer than a loop keeps what is valid of it.
// CHECK-LABEL: void carried
// CHECK:         const Index sum_rows = math::min(n + 1, Index{4});
// CHECK:         for (Index k = 0; k < 3; ++k) {
// CHECK:           for (Index r = 0; r < sum_rows; ++r) {
PTO_INCORE void carried(In<Plane> x, Index n, Out<Plane> out) {
  auto sum = tile::set_validshape(tile::full<float, 4, 8>(0.f), math::min(n + 1, Index{4}), 3);
  for (Index k = 0; k < 3; ++k) {
    sum = tile::add(tile::mul(sum, 0.5f), 1.f);
  }
  tile::store(sum, {0, 0}, out);
}

// A value of one a row is read once: the next turn's takes its place although later sweeps depend on it.
// CHECK-LABEL: void replaced
// CHECK:           const float largest2 = mem::load(largest, r, 0);
// CHECK:           mem::store(top, largest, r, 0);
// CHECK-NOT:       mem::load(largest, r, 0)
// CHECK:           mem::store(gap3, gap, r, 0);
PTO_INCORE void replaced(In<Tensor<float, 4, 60>> x, Out<Tensor<float, 4, 1>> out) {
  auto largest = tile::full<float, 4, 1>(-1e30f);
  auto gap = tile::full<float, 4, 1>(0.f);
  for (Index k = 0; k < 60; k += 20) {
    auto part = tile::load<4, 20>(x, {0, k});
    auto top = tile::maximum(largest, tile::row_max(part));
    auto least = tile::row_min(tile::row_expand_sub(part, top));
    gap = tile::maximum(gap, tile::sub(tile::maximum(largest, top), least));
    largest = top;
  }
  tile::store(tile::add(gap, largest), {0, 0}, out);
}

// A tile under another name.
// CHECK-LABEL: void handed_on
PTO_INCORE void handed_on(In<Tensor<float, 4, 20>> x, Out<Tensor<float, 4, 20>> out) {
  auto most = tile::load<4, 20>(x, {0, 0});
  for (Index k = 0; k < 3; ++k) {
    auto next = tile::mul(tile::add(most, 1.f), 0.5f);
    most = next;
  }
  tile::store(most, {0, 0}, out);
}

// Products of which less is valid than there is room, of a transposed factor.
// CHECK-LABEL: scores(
// CHECK:         const auto turned = mem::alloc<float, mem::L1, 16, 24>();
// CHECK:         for (Index r = 0; r < keys / 16 * 16; r += 16) {
// CHECK:               mem::store(mem::load(k_window, r2, c), turned, c, r2);
// CHECK:         for (Index r = keys / 16 * 16; r < keys; ++r) {
// CHECK-NEXT:      for (Index c = 0; c < 13; ++c) {
// CHECK-NEXT:        mem::store(mem::load(k_window, r, c), turned, c, r);
// CHECK:         for (Index c = 0; c < keys / 64 * 64; c += 64) {
// CHECK-NEXT:      for (Index r = 0; r < rows / 6 * 6; r += 6) {
// CHECK:           for (Index r = rows / 6 * 6; r < rows / 2 * 2; r += 2) {
// CHECK:           for (Index r = rows / 2 * 2; r < rows; ++r) {
PTO_INCORE Tensor<float, 16, 24> scores(In<Tensor<float, 16, 16>> q, In<Tensor<float, 24, 16>> k, Index n,
                                       Out<Tensor<float, 16, 24>> out) {
  const Index rows = n + 9, keys = n + 17;
  auto queries = tile::load<16, 16>(q, {0, 0}, Valid{rows, 13});
  auto turned = tile::transpose(tile::load<24, 16>(k, {0, 0}, Valid{keys, 13}));
  auto product = tile::matmul(queries, turned);
  return tile::store(tile::mul(product, 0.25f), {0, 0}, out);
}

// The same words are the same size, where nothing changes what they name.
// CHECK-LABEL: reloaded(
// CHECK:         const Index sum_rows = n + 1;
// CHECK-NOT:     n + 1
// CHECK:         return
PTO_INCORE Tensor<float, 8, 8> reloaded(In<Tensor<float, 8, 8>> x, Index n, Out<Tensor<float, 8, 8>> out) {
  auto sum = tile::load<8, 8>(x, {0, 0}, Valid{n + 1, 8});
  for (Index k = 0; k < 3; ++k)
    sum = tile::neg(tile::load<8, 8>(x, {k, 0}, Valid{n + 1, 8}));
  return tile::store(sum, {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'changed' kept: other parts of 'sum' become valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void changed(In<Tensor<float, 8, 8>> x, Index n, Out<Tensor<float, 8, 8>> out) {
  auto sum = tile::load<8, 8>(x, {0, 0}, Valid{n + 1, 8});
  n = n + 1;
  for (Index k = 0; k < 3; ++k)
    sum = tile::load<8, 8>(x, {k, 0}, Valid{n + 1, 8});
  tile::store(sum, {0, 0}, out);
}

// SAYS: [[@LINE+1]]:17: remark: 'grows' kept: other parts of 'sum' become valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void grows(In<Tensor<float, 8, 8>> x, Index n, Out<Tensor<float, 8, 8>> out) {
  auto sum = tile::load<8, 8>(x, {0, 0}, Valid{n + 1, 8});
  for (Index k = 0; k < 3; ++k)
    sum = tile::load<8, 8>(x, {0, 0}, Valid{k + 1, 8});
  tile::store(sum, {0, 0}, out);
}

// SAYS: [[@LINE+1]]:17: remark: 'widened' kept: other parts of a tile become valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void widened(In<Tensor<float, 8, 8>> x, Index n, Out<Tensor<float, 8, 8>> out) {
  auto part = tile::load<8, 8>(x, {0, 0}, Valid{8, 8});
  tile::store(tile::set_validshape(part, n, 8), {0, 0}, out);
}

// SAYS: [[@LINE+1]]:17: remark: 'aliased' kept: 'sum' is changed under two names [-Rpass-missed=vectorize-tiles,tile-escapes]
PTO_INCORE void aliased(In<Tensor<float, 8, 8>> x, Out<Tensor<float, 8, 8>> out) {
  auto left = tile::load<8, 8>(x, {0, 0});
  auto sum = tile::matmul(left, left);
  auto other = sum;
  sum = tile::matmul_acc(sum, left, left);
  tile::store(tile::add(other, sum), {0, 0}, out);
}

// SAYS: [[@LINE+1]]:17: remark: 'referred_to' kept: 'a' is a parameter, captured or referred to [-Rpass-missed=vectorize-tiles,tile-escapes]
PTO_INCORE void referred_to(In<Tensor<float, 4, 16>> x, Out<Tensor<float, 4, 16>> out) {
  auto a = tile::load<4, 16>(x, {0, 0});
  auto &b = a;
  tile::store(tile::add(a, b), {0, 0}, out);
}

// Numbers that only tiles needed are gone with them, where they can go.
// CHECK-LABEL: void sizes
// CHECK-NEXT:    const auto x_window = mem::subview<4, 16>(mem::view(x), {0, 0});
PTO_INCORE void sizes(In<Tensor<float, 4, 16>> x, Out<Tensor<float, 4, 16>> out) {
  constexpr Index wide = 16;
  tile::store(tile::neg(tile::load<4, wide>(x, {0, 0})), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'two_sizes' kept: 'wide' would be left without a use [-Rpass-missed=vectorize-tiles,last-use]
PTO_INCORE void two_sizes(In<Tensor<float, 4, 16>> x, Out<Tensor<float, 4, 16>> out) {
  constexpr Index wide = 16, high = 4;
  tile::store(tile::neg(tile::load<high, wide>(x, {0, 0})), {0, 0}, out);
}

PTO_TEST_MAIN(softmax, columns, carried, replaced, handed_on, scores, reloaded, changed, grows, widened, aliased, referred_to, sizes,
              two_sizes)
