// RUN: %pto-rewrite --passes=hoist-static-alloc -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=hoist-static-alloc %s
//
// Where the buffer comes to stand, and who else may hold on to it.
#include <pto/dsl.h>
#include <pto/testing.h>

#include <memory>
#include <utility>
using namespace pto::dsl;

using In4 = In<mem::MemRef<int, mem::L2, 4, 64>>;
using Out4 = Out<mem::MemRef<int, mem::L2, 4, 64>>;
using Near = mem::MemRef<int, mem::L1, 1, 64>;

// A loop of any kind; one in the branch of another statement, without braces.
// CHECK-LABEL: void any_loop
// CHECK:         const auto a = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    while (i < 2) {
// CHECK:         if (k > 0) {
// CHECK-NEXT:      const auto b = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:      do {
// CHECK-NEXT:        mem::copy(mem::subview<1, 64>(x, {i, 0}), b);
// CHECK:           } while (i < 4);
// CHECK-NEXT:    }
// CHECK-NEXT:    else
PTO_INCORE void any_loop(In4 x, Out4 out, Index k) {
  Index i = 0;
  while (i < 2) {
    const auto a = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
    mem::copy(a, mem::subview<1, 64>(out, {i, 0}));
    ++i;
  }
  if (k > 0)
    do {
      const auto b = mem::alloc<int, mem::L1, 1, 64>();
      mem::copy(mem::subview<1, 64>(x, {i, 0}), b);
      mem::copy(b, mem::subview<1, 64>(out, {i, 0}));
      ++i;
    } while (i < 4);
  else
    mem::copy(x, out);
}

// Labels have no place for a declaration between them.
// SAYS: [[@LINE+5]]:22: remark: kept: a declaration cannot stand among the labels of a switch [-Rpass-missed=hoist-static-alloc,switch-label]
PTO_INCORE void labels(In4 x, Out4 out, Index k) {
  switch (k) {
  case 0:
    for (Index i = 0; i < 4; ++i) {
      const auto a = mem::alloc<int, mem::L1, 1, 64>();
      mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
      mem::copy(a, mem::subview<1, 64>(out, {i, 0}));
    }
    break;
  default:
    mem::copy(x, out);
  }
}

// One of two, chosen in the iteration and for it.
// CHECK-LABEL: void chosen
// CHECK-NEXT:    const auto a = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    const auto b = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    for (Index i = 0; i < 4; ++i) {
// CHECK:           const auto c = i % 2 ? a : b;
PTO_INCORE void chosen(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    const auto a = mem::alloc<int, mem::L1, 1, 64>();
    const auto b = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
    mem::copy(mem::subview<1, 64>(x, {3 - i, 0}), b);
    const auto c = i % 2 ? a : b;
    mem::copy(c, mem::subview<1, 64>(out, {i, 0}));
  }
}

// Given to the tiles of a herd, which are done when the iteration is.
// CHECK-LABEL: void herd_in_the_loop
// CHECK-NEXT:    const auto a = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    for (Index i = 0; i < 4; ++i) {
PTO_INCORE void herd_in_the_loop(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    const auto a = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
    air::herd<4>([a, out, i](Index t) {
      mem::copy(mem::subview<1, 16>(a, {0, 16 * t}), mem::subview<1, 16>(out, {i, 16 * t}));
    });
  }
}

// The name of a parameter, which is read beside it.
// CHECK-LABEL: void name_of_a_parameter
// CHECK-NEXT:    const auto tmp2 = mem::alloc<int, mem::L1, 1, 64>();
// CHECK:             mem::copy(row, tmp2);
PTO_INCORE void name_of_a_parameter(In4 tmp, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    const auto row = mem::subview<1, 64>(tmp, {i, 0});
    {
      const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
      mem::copy(row, tmp);
      mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
    }
  }
}

// The instances of a template agree, whatever the size.
// CHECK-LABEL: void instances
// CHECK-NEXT:    const auto tmp = mem::alloc<int, mem::L1, 1, N>();
// CHECK-NEXT:    for (Index i = 0; i < 4; ++i) {
template <Index N> PTO_INCORE void instances(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, N>();
    mem::copy(mem::subview<1, N>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, N>(out, {i, 0}));
  }
}

// Swapped with one that lives on.
// SAYS: [[@LINE+5]]:16: remark: 'now' kept: its handle may be kept [-Rpass-missed=hoist-static-alloc,escapes]
PTO_INCORE void swapped(In4 x, Out4 out) {
  Near before = mem::alloc<int, mem::L1, 1, 64>();
  linalg::fill(0, before);
  for (Index i = 0; i < 4; ++i) {
    auto now = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), now);
    std::swap(now, before);
    mem::copy(now, mem::subview<1, 64>(out, {i, 0}));
  }
}

// Its address tells one from the next.
// SAYS: [[@LINE+4]]:20: remark: 'a' kept: its handle may be kept [-Rpass-missed=hoist-static-alloc,escapes]
PTO_INCORE void addresses(In4 x, Out4 out) {
  int *last = nullptr;
  for (Index i = 0; i < 4; ++i) {
    const auto a = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
    if (last == a.data() && i > 4)
      linalg::fill(5, a);
    mem::copy(a, mem::subview<1, 64>(out, {i, 0}));
    last = a.data();
  }
}

void keep(const Near &m, std::unique_ptr<Near> &p) { p = std::make_unique<Near>(m); }

// SAYS: [[@LINE+4]]:20: remark: 'a' kept: its handle may be kept [-Rpass-missed=hoist-static-alloc,escapes]
PTO_INCORE void kept_by_a_function(In4 x, Out4 out) {
  std::unique_ptr<Near> p;
  for (Index i = 0; i < 4; ++i) {
    const auto a = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
    mem::copy(p ? *p : a, mem::subview<1, 64>(out, {i, 0}));
    keep(a, p);
  }
}

// A handle that names another buffer later is no name of this one.
// SAYS: [[@LINE+3]]:14: remark: 'a' kept: it is no name of one buffer [-Rpass-missed=hoist-static-alloc,carried]
PTO_INCORE void assigned(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    auto a = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
    const auto b = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(a, b);
    a = b;
    mem::copy(a, mem::subview<1, 64>(out, {i, 0}));
  }
}

// Several in one declaration; a static, which is there once as it is.
// SAYS: [[@LINE+4]]:20: remark: 'a' kept: it is not declared by itself [-Rpass-missed=hoist-static-alloc,not-declared]
// SAYS: [[@LINE+4]]:27: remark: 'c' kept: it is not declared by itself [-Rpass-missed=hoist-static-alloc,not-declared]
PTO_INCORE void declarations(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    const Near a = mem::alloc<int, mem::L1, 1, 64>(), b = a;
    static const auto c = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), a);
    mem::copy(b, c);
    mem::copy(c, mem::subview<1, 64>(out, {i, 0}));
  }
}

PTO_TEST_MAIN(any_loop, labels, chosen, herd_in_the_loop, name_of_a_parameter, instances<64>, instances<32>, swapped,
              addresses, kept_by_a_function, assigned, declarations)
