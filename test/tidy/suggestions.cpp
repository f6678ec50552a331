// What a pass would do, as a warning with a fix-it; what it keeps, as a remark.
// REQUIRES: tidy
// RUN: %tidy --checks='-*,pto-fold-no-op-reshape' %s -- %tidy-flags > %t
// RUN: FileCheck %s --input-file %t --implicit-check-not="{{^[^ ].*}}warning: " --implicit-check-not="{{^[^ ].*}}remark: "
// RUN: %tidy --checks='-*,pto-fold-no-op-reshape' --config='{CheckOptions: {ReportMissed: true}}' %s -- %tidy-flags > %t
// RUN: FileCheck %s --check-prefixes=CHECK,MISSED --input-file %t --implicit-check-not="{{^[^ ].*}}warning: " --implicit-check-not="{{^[^ ].*}}remark: "
#include <pto/dsl.h>
using namespace pto::dsl;

// CHECK: :[[@LINE+4]]:12: warning: replace a tile::reshape that changes nothing by its source [pto-fold-no-op-reshape]
// CHECK: :[[@LINE+3]]:12: note: after the fix: 'b' is 'a': the reshape changes nothing
PTO_INCORE void same(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<4, 8>(a);
  tile::store(b, {0, 0}, out);
}

// MISSED: :[[@LINE+3]]:12: remark: 'b' kept: rows 4 and 8 differ (different-signature) [pto-fold-no-op-reshape]
PTO_INCORE void other(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 8, 4>> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<8, 4>(a);
  tile::store(b, {0, 0}, out);
}

// Suppressed is suppressed: neither a warning nor a word on why.
PTO_INCORE void silenced(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<4, 8>(a); // NOLINT(pto-fold-no-op-reshape)
  // NOLINTNEXTLINE(pto-*)
  auto c = tile::reshape<4, 8>(b);
  tile::store(c, {0, 0}, out);
}

// One warning, however many instances there are.
template <Index N>
PTO_INCORE void instances(In<Tensor<float, N, 8>> x, Out<Tensor<float, N, 8>> out) {
  auto a = tile::load<N, 8>(x, {0, 0});
  // CHECK: :[[@LINE+1]]:12: warning: replace
  auto b = tile::reshape<N, 8>(a);
  tile::store(b, {0, 0}, out);
}
template void instances<4>(In<Tensor<float, 4, 8>>, Out<Tensor<float, 4, 8>>);
template void instances<8>(In<Tensor<float, 8, 8>>, Out<Tensor<float, 8, 8>>);

// Two in one function: what is done to a function is one fix, on the first.
PTO_INCORE void two(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  // CHECK: :[[@LINE+2]]:12: warning: replace
  // CHECK: note: after the fix: 'b' is 'a'
  auto b = tile::reshape<4, 8>(a);
  auto c = tile::load<4, 8>(x, {0, 0});
  // CHECK: :[[@LINE+2]]:12: warning: replace
  // CHECK: note: after the fix: 'd' is 'c'
  auto d = tile::reshape<4, 8>(c);
  tile::store(tile::add(b, d), {0, 0}, out);
}
