// What the lints of pto-tidy say, and what they let pass.
// REQUIRES: tidy
// RUN: %tidy --checks='-*,pto-assemble-of-unfilled-staging,pto-dead-create,pto-out-*,pto-staging-never-assembled' %s -- %tidy-flags > %t
// RUN: FileCheck %s --input-file %t --implicit-check-not="{{^[^ ].*}}warning: " --implicit-check-not="{{^[^ ].*}}note: "
#include <pto/dsl.h>
using namespace pto::dsl;

using Row = Tensor<float, 1, 8>;
using Rows = Tensor<float, 4, 8>;

PTO_INCORE Row copy_row(In<Rows> x, Index r, Out<Row> out) {
  auto t = tile::load<1, 8>(x, {r, 0});
  return tile::store(t, {0, 0}, out);
}

// --- dead-create ---
PTO_ORCHESTRATION void creates_for_nothing(In<Rows> x, Out<Row> out) {
  // CHECK: :[[@LINE+1]]:16: warning: 'unused' is created and never used [pto-dead-create]
  Row unused = tensor::create<float, 1, 8>();
  copy_row(x, 0, out);
}

PTO_ORCHESTRATION void asks_for_an_extent(In<Rows> x, Out<Row> out) {
  Row asked = tensor::create<float, 1, 8>();
  for (Index i = 0; i < tensor::dim(asked, 0); ++i)
    copy_row(x, i, out);
}

PTO_ORCHESTRATION Row gives_it_away() {
  Row made = tensor::create<float, 1, 8>();
  return made;
}

// --- staging-never-assembled ---
PTO_ORCHESTRATION void loses_it(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    // CHECK: :[[@LINE+2]]:15: warning: 'row' is written, but never assembled or read: what it holds is lost [pto-staging-never-assembled]
    // CHECK: :[[@LINE+2]]:11: note: written here
    Row row = tensor::create<float, 1, 8>();
    row = copy_row(x, r, row);
    Row kept = tensor::create<float, 1, 8>();
    kept = copy_row(x, r, kept);
    out = tensor::assemble(out, kept, {r, 0});
  }
}

// One or the other comes back, and is assembled.
PTO_INCORE Row either(In<Rows> x, Out<Row> a, Out<Row> b) {
  copy_row(x, 0, a);
  copy_row(x, 1, b);
  if (tensor::read(x, {0, 0}) < 0.f)
    return a;
  return b;
}

PTO_ORCHESTRATION void assembles_either(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>();
  Row b = tensor::create<float, 1, 8>();
  out = tensor::assemble(out, either(x, a, b), {0, 0});
}

// --- assemble-of-unfilled-staging ---
PTO_ORCHESTRATION void assembles_nothing(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();
  // CHECK: :[[@LINE+2]]:9: warning: 'row' is assembled, but nothing was written into it [pto-assemble-of-unfilled-staging]
  // CHECK: :[[@LINE-2]]:13: note: created here
  out = tensor::assemble(out, row, {0, 0});
  row = copy_row(x, 1, row);
  out = tensor::assemble(out, row, {1, 0});
}

// The second time round, it is filled.
PTO_ORCHESTRATION void assembles_late(In<Rows> x, InOut<Rows> out) {
  Row row = tensor::create<float, 1, 8>();
  for (Index r = 0; r < 4; ++r) {
    if (r > 0)
      out = tensor::assemble(out, row, {r, 0});
    row = copy_row(x, r, row);
  }
}

// --- out-never-written ---
// CHECK: :[[@LINE+1]]:17: warning: 'out' is an Out parameter of 'forgets', but is never written [pto-out-never-written]
PTO_INCORE void forgets(In<Rows> x, Out<Row> out, Out<Row> other) {
  auto t = tile::load<1, 8>(x, {0, 0});
  tile::store(t, {0, 0}, other);
}

PTO_INCORE void sometimes(In<Rows> x, Out<Row> out, Index n) {
  if (n > 0) {
    auto t = tile::load<1, 8>(x, {0, 0});
    tile::store(t, {0, 0}, out);
  }
}

PTO_INCORE Row elsewhere(In<Rows> x, Out<Row> out); // no body: nothing is known

// --- out-read-before-written ---
PTO_INCORE void reads_first(Out<Row> out) {
  // CHECK: :[[@LINE+1]]:12: warning: 'out' is read here, but it is an Out parameter of 'reads_first' and nothing was written into it [pto-out-read-before-written]
  auto t = tile::load<1, 8>(out, {0, 0});
  tile::store(tile::add(t, t), {0, 0}, out);
}

PTO_INCORE void reads_back(In<Rows> x, Out<Row> out) {
  auto t = tile::load<1, 8>(x, {0, 0});
  tile::store(t, {0, 0}, out);
  auto again = tile::load<1, 8>(out, {0, 0});
  tile::store(tile::add(t, again), {0, 0}, out);
}

PTO_ORCHESTRATION void assembles_without_adding(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();
  row = copy_row(x, 0, row);
  out = tensor::assemble(out, row, {0, 0}, Atomic::None);
}

// A lint is silenced as any check is.
PTO_ORCHESTRATION void silenced() {
  Row unused = tensor::create<float, 1, 8>(); // NOLINT(pto-dead-create)
}

// Instances of a template say it once.
template <Index R>
PTO_ORCHESTRATION void creates_one_each() {
  // CHECK: :[[@LINE+1]]:17: warning: 'unused' is created and never used [pto-dead-create]
  auto unused = tensor::create<float, R, 8>();
}
template void creates_one_each<1>();
template void creates_one_each<2>();

// What is written in one instance only may be meant.
template <bool Write>
PTO_INCORE void writes_in_one(In<Rows> x, Out<Row> out) {
  auto t = tile::load<1, 8>(x, {0, 0});
  if constexpr (Write)
    tile::store(t, {0, 0}, out);
}
template void writes_in_one<false>(In<Rows>, Out<Row>);
template void writes_in_one<true>(In<Rows>, Out<Row>);
