// Kernels in headers: suggested, but not fixed, since other sources include them; clang-tidy's filter says which are spoken of.
// REQUIRES: tidy
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && cp %S/Inputs/kernels.h %t
// RUN: %tidy --header-filter=.* --checks='-*,pto-fold-no-op-reshape,pto-out-never-written' --fix %t/a.cpp -- %tidy-flags > %t/log
// RUN: FileCheck %s --input-file %t/log --implicit-check-not="{{^[^ ].*}}warning: "
// RUN: cmp %t/kernels.h %S/Inputs/kernels.h && FileCheck %s --check-prefix=FIXED --input-file %t/a.cpp
// RUN: %tidy --header-filter=nothing --checks='-*,pto-fold-no-op-reshape,pto-out-never-written' %s -- %tidy-flags -iquote %S/Inputs > %t/log
// RUN: FileCheck %s --check-prefix=MAIN --input-file %t/log --implicit-check-not="{{^[^ ].*}}warning: "
#include "kernels.h"
using namespace pto::dsl;

// CHECK-DAG: kernels.h:4:24: warning: 'forgotten' is an Out parameter of 'in_a_header', but is never written
// CHECK-DAG: kernels.h:8:15: warning: replace a tile::reshape that changes nothing by its source
// CHECK-DAG: kernels.h:8:15: note: no fix from here, as others include the header: pto-rewrite --headers makes it where all of them agree

// CHECK-DAG: a.cpp:{{[0-9]+}}:15: warning: replace a tile::reshape that changes nothing by its source
// MAIN: headers.cpp:{{[0-9]+}}:15: warning: replace a tile::reshape that changes nothing by its source
// FIXED: tile::store(s, {0, 0}, out);
PTO_INCORE void in_the_source(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  auto s = tile::load<4, 8>(x, {0, 0});
  auto same = tile::reshape<4, 8>(s);
  tile::store(same, {0, 0}, out);
}
