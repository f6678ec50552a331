// What the author does not want rewritten: NOLINT(pto-<pass>) and kin as clang-tidy has them, and regions between
// `pto-rewrite: off` and `pto-rewrite: on`. (Prose like this is no switch.)
//
// RUN: %pto-rewrite --passes=@O2 -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefixes=REWRITTEN,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=@O2 --expect-change %s
#include "Inputs/kernels.h"

PTO_ORCHESTRATION Rows this_line(In<Rows> x, Out<Rows> out) {
  // KEPT: :[[@LINE+1]]:{{.*}},suppressed]
  Row a = tensor::create<float, 1, 8>(); // NOLINT(pto-fuse-create-assemble-to-slice)
  // KEPT: :[[@LINE+1]]:{{.*}},suppressed]
  Row b = tensor::create<float, 1, 8>(); // NOLINT
  // KEPT: :[[@LINE+1]]:{{.*}},suppressed]
  Row c = tensor::create<float, 1, 8>(); // because: NOLINT(pto-*)
  // KEPT: :[[@LINE+1]]:{{.*}},suppressed]
  Row d = tensor::create<float, 1, 8>(); /* NOLINT(bugprone-x, pto-fuse-create-assemble-to-slice) */
  a = fill(x, 0, a), b = fill(x, 1, b), c = fill(x, 2, c), d = fill(x, 3, d);
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {1, 0});
  out = tensor::assemble(out, c, {2, 0});
  out = tensor::assemble(out, d, {3, 0});
  return out;
}

PTO_ORCHESTRATION Rows not_meant(In<Rows> x, Out<Rows> out) {
  // REWRITTEN: :[[@LINE+1]]:{{.*}}'a' became a view
  Row a = tensor::create<float, 1, 8>(); // NOLINT(bugprone-x)
  // REWRITTEN: :[[@LINE+1]]:{{.*}}'b' became a view
  Row b = tensor::create<float, 1, 8>(); // NOLINT(pto-fold-no-op-reshape)
  // REWRITTEN: :[[@LINE+1]]:{{.*}}'c' became a view
  Row c = tensor::create<float, 1, 8>(); // plain words
  // NOLINTNEXTLINE(bugprone-*)
  Row d = tensor::create<float, 1, 8>(); // REWRITTEN: :[[@LINE]]:{{.*}}'d' became a view
  a = fill(x, 0, a), b = fill(x, 1, b), c = fill(x, 2, c), d = fill(x, 3, d);
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {1, 0});
  out = tensor::assemble(out, c, {2, 0});
  out = tensor::assemble(out, d, {3, 0});
  return out;
}

PTO_ORCHESTRATION Rows next_line(In<Rows> x, Out<Rows> out) {
  // NOLINTNEXTLINE(pto-fuse-create-assemble-to-slice)
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},suppressed]
  Row b = tensor::create<float, 1, 8>(); // REWRITTEN: :[[@LINE]]:{{.*}}'b' became a view
  a = fill(x, 0, a), b = fill(x, 1, b);
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {1, 0});
  return out;
}

// NOLINTBEGIN(pto-*)
PTO_ORCHESTRATION Rows region(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},suppressed]
  a = fill(x, 0, a);
  out = tensor::assemble(out, a, {0, 0});
  return out;
}
// NOLINTEND(pto-*)

PTO_ORCHESTRATION Rows behind_the_region(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(); // REWRITTEN: :[[@LINE]]:{{.*}}'a' became a view
  a = fill(x, 0, a);
  out = tensor::assemble(out, a, {0, 0});
  return out;
}

// pto-rewrite: off
PTO_ORCHESTRATION Rows switched_off(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},suppressed]
  a = fill(x, 0, a);
  out = tensor::assemble(out, a, {0, 0});
  return out;
}
// pto-rewrite: on

// Only the assemble is in the region: neither may change.
PTO_ORCHESTRATION Rows half_switched_off(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},suppressed]
  a = fill(x, 0, a);
  // pto-rewrite: off
  out = tensor::assemble(out, a, {0, 0});
  // pto-rewrite: on
  return out;
}

PTO_INCORE void kernels_too(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<4, 8>(a); // KEPT: :[[@LINE+1]]:{{.*}},suppressed]
  auto c = tile::reshape<4, 8>(b); // NOLINT(pto-fold-no-op-reshape)
  tile::store(c, {0, 0}, out);
}

// A chain is left alone when one of its links is.
PTO_INCORE void link_of_a_chain(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  // pto-rewrite: off
  auto b = tile::reshape<1, 32>(a);
  // pto-rewrite: on
  auto c = tile::reshape<4, 8>(b); // KEPT: :[[@LINE]]:{{.*}},{{suppressed|different-signature}}]
  tile::store(c, {0, 0}, out);
}

PTO_TEST_MAIN(this_line, not_meant, next_line, region, behind_the_region, switched_off, half_switched_off, kernels_too,
              link_of_a_chain)
