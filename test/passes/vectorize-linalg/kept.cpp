// What is not proven stays, and with it the function: each with the reason.
//
// RUN: %pto-rewrite --passes=vectorize-linalg -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cpp
// RUN: %equal --passes=vectorize-linalg %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;
using Row = Near<float, 20>;

inline float helper(float x) { return x * 2; }

PTO_INCORE void called(In<Row> a, Out<Row> o) { // CHECK: :[[@LINE]]:17: remark: 'called' kept: its body is not understood [-Rpass-missed=vectorize-linalg,body]
  linalg::map([](float p) { return helper(p); }, a, o);
}

// An element that the body reads under a condition may be outside of the memory.
PTO_INCORE void guarded(In<Row> a, In<Near<float, 4>> b, Out<Near<float, 6, 20>> o) { // CHECK: :[[@LINE]]:17: remark: 'guarded' kept: an element of 'b' would be read that the body may not read [-Rpass-missed=vectorize-linalg,conditional]
  linalg::generic<par<6>, par<20>>([&](Index i, Index j) { o(i, j) = i < 4 ? b(i) : a(j); });
}
PTO_INCORE void divided(In<Near<int, 20>> a, In<Near<int, 20>> b, Out<Near<int, 20>> o) { // CHECK: :[[@LINE]]:17: remark: 'divided' kept: integers are divided that the body may not divide [-Rpass-missed=vectorize-linalg,conditional]
  linalg::map([](int p, int q) { return q != 0 ? p / q : 0; }, a, b, o);
}

// What is written moves with a loop in another way than by one element: two points may meet.
PTO_INCORE void scattered(In<Near<float, 4, 20>> a, InOut<Near<float, 8, 20>> o) { // CHECK: :[[@LINE]]:17: remark: 'scattered' kept: an index of what is written is no loop variable, or that and a number [-Rpass-missed=vectorize-linalg,index-form]
  linalg::generic<red<4>, par<20>>([&](Index i, Index j) { o(2 * i, j) = o(2 * i, j) + a(i, j); });
}
PTO_INCORE void skewed(In<Near<float, 4, 20>> a, InOut<Near<float, 8, 20>> o) { // CHECK: :[[@LINE]]:17: {{.*}},index-form]
  linalg::generic<red<4>, red<5>, par<20>>([&](Index i, Index k, Index j) { o(i + k, j) = o(i + k, j) + a(i, j); });
}
PTO_INCORE void diagonal(In<Near<float, 20>> a, InOut<Near<float, 4, 4, 20>> o) { // CHECK: :[[@LINE]]:17: remark: 'diagonal' kept: two indices move with one loop [-Rpass-missed=vectorize-linalg,index-form]
  linalg::generic<par<4>, par<20>>([&](Index i, Index j) { o(i, i, j) = a(j); });
}
PTO_INCORE void named(In<Near<float, 4, 20>> a, InOut<Near<float, 4, 20>> o) { // CHECK: :[[@LINE]]:17: {{.*}},index-form]
  linalg::generic<red<4>, par<20>>([&](Index i, Index j) {
    const Index half = i / 2;
    o(half, j) = o(half, j) + a(i, j);
  });
}

PTO_INCORE void shifted(InOut<Near<float, 40>> o) { // CHECK: :[[@LINE]]:17: remark: 'shifted' kept: a value may share elements with a value [-Rpass-missed=vectorize-linalg,may-overlap]
  linalg::copy(mem::subview<32>(o, {0}), mem::subview<32>(o, {8}));
}
// Strips come in another order than points: what is written there last is something else.
PTO_INCORE void same_element(In<Near<float, 4, 20>> a, Out<Near<float, 24>> o) { // CHECK: :[[@LINE]]:17: remark: 'same_element' kept: elements of it may share memory with one another [-Rpass-missed=vectorize-linalg,may-overlap]
  const auto all = mem::reinterpret<4, 20>(o, 0, {1, 1});
  linalg::generic<red<4>, red<20>>([&](Index i, Index j) { all(i, j) = a(i, j); });
}

PTO_INCORE void extended(In<Row> a, Out<Row> o) { // CHECK: :[[@LINE]]:17: {{.*}},no-vector-form]
  linalg::map([](float p) { return float((long double)(p) + 1.0L); }, a, o);
}

PTO_INCORE void tensors(In<Tensor<float, 4, 20>> a, Out<Near<float, 4, 20>> o) { // CHECK: :[[@LINE]]:17: remark: 'tensors' kept: 'a' is no MemRef with a name [-Rpass-missed=vectorize-linalg,not-a-memref]
  linalg::generic<par<4>, par<20>>([&](Index i, Index j) { o(i, j) = a(i, j); });
}

PTO_INCORE void expression(In<Row> a, Out<Row> o, bool c) { // CHECK: :[[@LINE]]:17: remark: 'expression' kept: it is part of a larger expression [-Rpass-missed=vectorize-linalg,not-a-statement]
  c ? linalg::copy(a, o) : linalg::fill(0.0f, o);
}

PTO_INCORE void neighbours(InOut<Near<float, 21>> o) { // CHECK: :[[@LINE]]:17: remark: 'neighbours' kept: the body reads other elements of it than the one it writes [-Rpass-missed=vectorize-linalg,read-after-write]
  linalg::generic<red<20>>([&](Index i) { o(i + 1) = o(i) * 0.5f; });
}
PTO_INCORE void total_read(In<Near<float, 4, 20>> a, InOut<Near<float, 20>> o) { // CHECK: :[[@LINE]]:17: {{.*}},read-after-write]
  linalg::generic<red<4>, par<20>>([&](Index i, Index j) { o(j) = o(j) + a(i, j) * o(j); });
}

// Each step rounds to bf16, and no order but the first has these bits; two sums along different loops.
PTO_INCORE void narrow(In<Near<bf16, 4, 20>> a, InOut<Near<bf16, 4>> o) { // CHECK: :[[@LINE]]:17: remark: 'narrow' kept: it is rounded at each step to less than a float [-Rpass-missed=vectorize-linalg,reduction-form]
  linalg::generic<par<4>, red<20>>([&](Index i, Index j) { o(i) = o(i) + a(i, j); });
}
PTO_INCORE void two_ways(In<Near<int, 4, 20>> a, InOut<Near<int, 4>> r, InOut<Near<int, 20>> c) { // CHECK: :[[@LINE]]:17: remark: 'two_ways' kept: steps accumulate along different dimensions [-Rpass-missed=vectorize-linalg,reduction-form]
  linalg::generic<red<4>, red<20>>([&](Index i, Index j) {
    c(j) = c(j) + a(i, j);
    r(i) = r(i) + a(i, j);
  });
}

PTO_INCORE void last_one(In<Near<float, 4, 20>> a, Out<Row> o) { // CHECK: :[[@LINE]]:17: remark: 'last_one' kept: no vec::Combine says how it accumulates [-Rpass-missed=vectorize-linalg,reduction-form]
  linalg::generic<red<4>, par<20>>([&](Index i, Index j) { o(j) = a(i, j); });
}
PTO_INCORE void written_again(In<Near<float, 4, 20>> a, Out<Near<float, 4, 21>> o) { // CHECK: :[[@LINE]]:17: remark: 'written_again' kept: two steps write elements of it [-Rpass-missed=vectorize-linalg,written-twice]
  linalg::generic<red<4>, red<20>>([&](Index i, Index j) {
    o(i, j) = a(i, j);
    o(i, j + 1) = a(i, j) + 1.0f;
  });
}

PTO_INCORE void turned(In<Near<float, 20, 4>> a, Out<Near<float, 4, 20>> o) { // CHECK: :[[@LINE]]:17: remark: 'turned' kept: what would be lanes is not adjacent in 'o' [-Rpass-missed=vectorize-linalg,not-adjacent]
  linalg::generic<par<4>, par<20>>([&](Index i, Index j) { o(i, j) = a(j, i); });
}
PTO_INCORE void strided(In<Near<float, 60>> a, Out<Near<float, 20>> o) { // CHECK: :[[@LINE]]:17: {{.*}},index-form]
  linalg::generic<par<20>>([&](Index i) { o(i) = a(3 * i); });
}

PTO_INCORE void row_sum(In<Near<float, 4, 20>> a, InOut<Near<float, 4>> o) { // CHECK: :[[@LINE]]:17: remark: 'row_sum' kept: it would be added up in another order [-Rpass-missed=vectorize-linalg,not-allowed]
  linalg::generic<par<4>, red<20>>([&](Index i, Index j) { o(i) = o(i) + a(i, j); });
}

PTO_TEST_MAIN(called, guarded, scattered, same_element, extended, skewed, diagonal, named, shifted, tensors, expression, neighbours, total_read,
              narrow, two_ways, last_one, written_again, turned, strided, row_sum)
