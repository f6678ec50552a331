// RUN: %pto-rewrite --passes=fold-unit-extent-dims -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=fold-unit-extent-dims %s
//
// Which view an op is given: one that shows what its operand names there and then.
#include <pto/dsl.h>
#include <pto/testing.h>

#include <initializer_list>
using namespace pto::dsl;

using Row = mem::MemRef<float, mem::L1, 1, 8>;
using Rows = mem::MemRef<float, mem::L1, 4, 1, 8>;

// A handle that names other memory later: a view each.
// CHECK-LABEL: void rebound
// CHECK:         const auto h_1d = mem::rank_reduce<8>(h);
// CHECK-NEXT:    linalg::fill(1.0f, h_1d);
// CHECK-NEXT:    h = b;
// CHECK-NEXT:    const auto h_1d2 = mem::rank_reduce<8>(h);
// CHECK-NEXT:    linalg::fill(2.0f, h_1d2);
// CHECK-NEXT:    linalg::map([](float x) { return x * x; }, h_1d2, h_1d2);
PTO_INCORE void rebound(InOut<Row> a, InOut<Row> b) {
  Row h = a;
  linalg::fill(1.0f, h);
  h = b;
  linalg::fill(2.0f, h);
  linalg::map([](float x) { return x * x; }, h, h);
}

void rebind(Row &h, const Row &to) { h = to; }

// By a call, by a lambda, from the iteration before, in a branch.
// CHECK-LABEL: void rebound_out_of_sight
// CHECK:         linalg::fill(1.0f, h_1d);
// CHECK-NEXT:    rebind(h, b);
// CHECK-NEXT:    const auto h_1d2 = mem::rank_reduce<8>(h);
// CHECK-NEXT:    linalg::fill(2.0f, h_1d2);
// CHECK:         change();
// CHECK-NEXT:    const auto g_1d2 = mem::rank_reduce<8>(g);
// CHECK-NEXT:    linalg::fill(4.0f, g_1d2);
// CHECK:           if (i < 3)
// CHECK-NEXT:        r = mem::subview<1, 1, 8>(m, {i + 1, 0, 0});
// CHECK-NEXT:      const auto r_1d2 = mem::rank_reduce<8>(r);
// CHECK-NEXT:      linalg::fill(static_cast<float>(i + 10), r_1d2);
PTO_INCORE void rebound_out_of_sight(InOut<Row> a, InOut<Row> b, InOut<Rows> m) {
  Row h = a;
  linalg::fill(1.0f, h);
  rebind(h, b);
  linalg::fill(2.0f, h);
  Row g = a;
  const auto change = [&] { g = b; };
  linalg::fill(3.0f, g);
  change();
  linalg::fill(4.0f, g);
  auto r = mem::subview<1, 1, 8>(m, {0, 0, 0});
  for (Index i = 0; i < 4; ++i) {
    linalg::fill(static_cast<float>(i), r);
    if (i < 3)
      r = mem::subview<1, 1, 8>(m, {i + 1, 0, 0});
    linalg::fill(static_cast<float>(i + 10), r);
  }
}

float also(Row &h, const Row &to) {
  h = to;
  return 3.0f;
}

// In the very statement: what the handle names before it is not what the op is given.
// SAYS: [[@LINE+3]]:3: remark: kept: what is evaluated with it may change 'h' [-Rpass-missed=fold-unit-extent-dims,not-named]
PTO_INCORE void rebound_beside(InOut<Row> a, InOut<Row> b) {
  Row h = a;
  linalg::fill(also(h, b), h);
  linalg::copy(a, b);
}

// A view that is there is used, but only while both show the same memory.
// CHECK-LABEL: void existing
// CHECK-NEXT:    const auto v = mem::rank_reduce<8>(a);
// CHECK-NEXT:    linalg::fill(1.0f, v);
// CHECK-NEXT:    auto w = mem::rank_reduce<8>(b);
// CHECK-NEXT:    const auto b_1d = mem::rank_reduce<8>(b);
// CHECK-NEXT:    linalg::fill(1.0f, b_1d);
// CHECK-NEXT:    w = v;
// CHECK:         const auto u = mem::rank_reduce<8>(h);
// CHECK-NEXT:    h = b;
// CHECK-NEXT:    const auto h_1d = mem::rank_reduce<8>(h);
// CHECK-NEXT:    linalg::fill(3.0f, h_1d);
PTO_INCORE void existing(InOut<Row> a, InOut<Row> b) {
  const auto v = mem::rank_reduce<8>(a);
  linalg::fill(1.0f, a);
  auto w = mem::rank_reduce<8>(b);
  linalg::fill(1.0f, b);
  w = v;
  linalg::fill(2.0f, w);
  Row h = a;
  const auto u = mem::rank_reduce<8>(h);
  h = b;
  linalg::fill(3.0f, h);
  linalg::fill(4.0f, u);
}

// One view a memory and block, whatever stands between; one of the block around does as well, one of a block beside
// does not.
// CHECK-LABEL: void blocks
// CHECK:           const auto a_1d = mem::rank_reduce<8>(a);
// CHECK-NEXT:      linalg::fill(1.0f, a_1d);
// CHECK-NEXT:    }
// CHECK-NEXT:    const auto a_1d2 = mem::rank_reduce<8>(a);
// CHECK-NEXT:    linalg::fill(2.0f, a_1d2);
// CHECK-NEXT:    const auto b_1d = mem::rank_reduce<8>(b);
// CHECK-NEXT:    linalg::copy(a_1d2, b_1d);
// CHECK-NEXT:    linalg::map([](float x) { return x + 1.0f; }, a_1d2, a_1d2);
// CHECK-NEXT:    linalg::copy(a_1d2, b_1d);
PTO_INCORE void blocks(InOut<Row> a, InOut<Row> b) {
  {
    linalg::fill(1.0f, a);
  }
  linalg::fill(2.0f, a);
  linalg::copy(a, b);
  linalg::map([](float x) { return x + 1.0f; }, a, a);
  linalg::copy(a, b);
}

// A name that hides another one.
// CHECK-LABEL: void hidden
// CHECK:           const Row a = c;
// CHECK-NEXT:      const auto a_1d2 = mem::rank_reduce<8>(a);
// CHECK-NEXT:      linalg::fill(2.0f, a_1d2);
// CHECK-NEXT:      linalg::map([](float x) { return x + 1.0f; }, a_1d2, a_1d2);
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg::map([](float x) { return x + 1.0f; }, a_1d, a_1d);
PTO_INCORE void hidden(InOut<Row> a, InOut<Row> b) {
  linalg::fill(1.0f, a);
  {
    auto c = b;
    const Row a = c;
    linalg::fill(2.0f, a);
    linalg::map([](float x) { return x + 1.0f; }, a, a);
  }
  linalg::map([](float x) { return x + 1.0f; }, a, a);
}

// In a body that says what it captures, a view of its own.
// CHECK-LABEL: void captured
// CHECK:         linalg::fill(0.0f, a_1d);
// CHECK-NEXT:    air::herd<1>([a, b](Index) {
// CHECK-NEXT:      const auto a_1d2 = mem::rank_reduce<8>(a);
// CHECK-NEXT:      linalg::fill(1.0f, a_1d2);
// CHECK-NEXT:      const auto b_1d = mem::rank_reduce<8>(b);
// CHECK-NEXT:      linalg::copy(a_1d2, b_1d);
PTO_INCORE void captured(InOut<Row> a, InOut<Row> b) {
  linalg::fill(0.0f, a);
  air::herd<1>([a, b](Index) {
    linalg::fill(1.0f, a);
    linalg::copy(a, b);
  });
}

// Views of strided memory stay views of it.
// CHECK-LABEL: void strided
// CHECK:           const auto s_1d = mem::rank_reduce<4>(s);
// CHECK-NEXT:      linalg::fill(static_cast<float>(i), s_1d);
PTO_INCORE void strided(InOut<Rows> m) {
  for (Index i = 0; i < 4; ++i) {
    const auto s = mem::subview<1, 1, 4>(m, {i, 0, 1}, {2, 1, 2});
    linalg::fill(static_cast<float>(i), s);
  }
}

// Extents that are known at run time stay, those of 1 before them go.
// CHECK-LABEL: void run_time
// CHECK:         const auto m_2d = mem::rank_reduce<dyn, 8>(m);
// CHECK-NEXT:    const auto n_2d = mem::rank_reduce<dyn, 8>(n);
// CHECK-NEXT:    linalg::copy(m_2d, n_2d);
// CHECK-NEXT:    linalg::fill(1.0f, o);
PTO_INCORE void run_time(In<mem::MemRef<float, mem::L1, 1, dyn, 8>> m, Out<mem::MemRef<float, mem::L1, 1, dyn, 8>> n,
                         Out<mem::MemRef<float, mem::L1, dyn, 8>> o) {
  linalg::copy(m, n);
  linalg::fill(1.0f, o);
}

// What only one of the types says is not dropped.
// CHECK-LABEL: void half_known
// CHECK:         const auto a_2d = mem::rank_reduce<1, 8>(a);
// CHECK-NEXT:    const auto o_2d = mem::rank_reduce<dyn, 8>(o);
// CHECK-NEXT:    linalg::copy(a_2d, o_2d);
PTO_INCORE void half_known(In<mem::MemRef<float, mem::L1, 1, 1, 8>> a, Out<mem::MemRef<float, mem::L1, 1, 4, 8>> out) {
  const auto o = mem::subview<1, dyn, 8>(out, {0, 2, 0}, {1, 1, 8});
  linalg::copy(a, o);
}

// Bodies without braces, one of them before an else; a tag and a comment.
// CHECK-LABEL: void bodies
// CHECK-NEXT:    if (k > 1) {
// CHECK-NEXT:      const auto a_1d = mem::rank_reduce<8>(a);
// CHECK-NEXT:      linalg::fill(1.0f, a_1d);
// CHECK-NEXT:    }
// CHECK-NEXT:    else {
// CHECK-NEXT:      const auto a_1d2 = mem::rank_reduce<8>(a);
// CHECK-NEXT:      linalg::fill(2.0f, a_1d2);
// CHECK-NEXT:    }
// CHECK-NEXT:    const auto b_1d = mem::rank_reduce<8>(b);
// CHECK-NEXT:    PTO_TAG("b") linalg::fill(3.0f, b_1d);
PTO_INCORE void bodies(InOut<Row> a, InOut<Row> b, Index k) {
  if (k > 1)
    linalg::fill(1.0f, a);
  else
    linalg::fill(2.0f, a);
  PTO_TAG("b") linalg::fill(3.0f, b); // of b
}

// CHECK-LABEL: void type_parameter
// CHECK-NEXT:    const auto a_1d = mem::rank_reduce<8>(a);
// CHECK-NEXT:    linalg::fill(T(1), a_1d);
template <class T> PTO_INCORE void type_parameter(Out<mem::MemRef<T, mem::L1, 1, 8>> a) {
  linalg::fill(T(1), a);
}

#define spot_1d not_a_name(

// A name that means something to the preprocessor is taken.
// CHECK-LABEL: void macro_of_that_name
// CHECK-NEXT:    const auto spot_1d2 = mem::rank_reduce<8>(spot);
// CHECK-NEXT:    linalg::fill(1.0f, spot_1d2);
PTO_INCORE void macro_of_that_name(Out<Row> spot) {
  linalg::fill(1.0f, spot);
}
#undef spot_1d

// Views of views; what declares its memory for the branches of an if alone; each handle of a list.
// CHECK-LABEL: void views_of_views
// CHECK:         const auto s_2d = mem::rank_reduce<2, 8>(s);
// CHECK-NEXT:    linalg::fill(3.0f, s_2d);
// CHECK:         const auto e_3d = mem::rank_reduce<2, 2, 4>(e);
// CHECK-NEXT:    linalg::map([](float x) { return x + 1.0f; }, e_3d, e_3d);
// CHECK:         if (const auto t = e; t(0, 0, 0, 0, 0) > 0.0f) {
// CHECK-NEXT:      const auto t_3d = mem::rank_reduce<2, 2, 4>(t);
// CHECK-NEXT:      linalg::fill(1.0f, t_3d);
// CHECK-NEXT:    }
// CHECK:         for (const auto &q : {e, e}) {
// CHECK-NEXT:      const auto q_3d = mem::rank_reduce<2, 2, 4>(q);
// CHECK-NEXT:      linalg::map([](float x) { return x * 2.0f; }, q_3d, q_3d);
PTO_INCORE void views_of_views(InOut<mem::MemRef<float, mem::L1, 2, 1, 4, 1, 8>> m) {
  const auto s = mem::subview<1, 2, 1, 8>(mem::rank_reduce<1, 4, 1, 8>(mem::subview<1, 1, 4, 1, 8>(m, {1, 0, 0, 0, 0})), {0, 1, 0, 0}, {1, 2, 1, 1});
  linalg::fill(3.0f, s);
  const auto e = mem::expand<1, 2, 1, 2, 4>(s);
  linalg::map([](float x) { return x + 1.0f; }, e, e);
  if (const auto t = e; t(0, 0, 0, 0, 0) > 0.0f)
    linalg::fill(1.0f, t);
  for (const auto &q : {e, e})
    linalg::map([](float x) { return x * 2.0f; }, q, q);
}

// Labels have no place for a declaration between them.
// SAYS: [[@LINE+4]]:5: remark: kept: a declaration cannot stand among the labels of a switch [-Rpass-missed=fold-unit-extent-dims,switch-label]
PTO_INCORE void labels(Out<Row> a, Index k) {
  switch (k) {
  case 1:
    linalg::fill(1.0f, a);
    break;
  default:
    linalg::fill(2.0f, a);
  }
}

// SAYS: [[@LINE+2]]:3: remark: kept: its template arguments say which shapes it has [-Rpass-missed=fold-unit-extent-dims,not-named]
PTO_INCORE void spelled_shapes(InOut<Row> a, InOut<Row> b) {
  linalg::copy<float, mem::L1, 1, 8>(a, b);
}

#define FILL(memory) linalg::fill(1.0f, memory)

// SAYS: [[@LINE+2]]:3: remark: kept: it is spelled in macro 'FILL' [-Rpass-missed=fold-unit-extent-dims,in-macro]
PTO_INCORE void in_a_macro(Out<Row> a) {
  FILL(a);
}

// SAYS: [[@LINE+3]]:8: remark: kept: the op is no statement of its own [-Rpass-missed=fold-unit-extent-dims,not-named]
PTO_INCORE void in_a_head(Out<Row> a) {
  Index n = 0;
  for (linalg::fill(1.0f, a); n < 2; ++n)
    a(0, n) = 2.0f;
}

PTO_TEST_MAIN(rebound, rebound_out_of_sight, rebound_beside, existing, blocks, hidden, captured, strided, run_time,
              half_known, bodies, type_parameter<float>, macro_of_that_name, views_of_views, labels, spelled_shapes, in_a_macro, in_a_head)
