// What herd-vectorize keeps: vectors would compute something else, or cannot say it.
//
// RUN: %pto-rewrite --passes=herd-vectorize -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: diff %s %t.cpp
// RUN: %equal --passes=herd-vectorize %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;
using Row = Near<float, 8>;
using Square = Near<float, 4, 4>;

//===-- pitfall (a): what is written overlaps what is read -------------------------===//

// Without roles the two may be one, or half of one another.
PTO_INCORE void no_roles(const Row &a, const Row &o) {
  air::herd<1>([&](Index) {
    linalg::map([](float p) { return p + 1.0f; }, a, o); // KEPT: :[[@LINE]]:5: remark: 'o' kept: 'o' may share elements with 'a' [-Rpass-missed=herd-vectorize,may-overlap]
    linalg::copy(a, o);                                  // KEPT: :[[@LINE]]:{{.*}},may-overlap]
  });
}

// A copy that repeats the first element: that is what it says.
PTO_INCORE void shifted(InOut<Row> o, Index k) {
  air::herd<1>([&](Index) {
    const auto from = mem::subview<4>(o, {0}), to = mem::subview<4>(o, {1});
    linalg::copy(from, to);                                  // KEPT: :[[@LINE]]:5: remark: 'to' kept: 'to' may share elements with 'from' [-Rpass-missed=herd-vectorize,may-overlap]
    linalg::map([](float p) { return p * 0.5f; }, from, to); // KEPT: :[[@LINE]]:{{.*}},may-overlap]
    const auto somewhere = mem::subview<4>(o, {k});
    linalg::map([](float p) { return p * 0.5f; }, somewhere, to); // KEPT: :[[@LINE]]:{{.*}},may-overlap]
  });
}

// An element of what is summed is the sum.
PTO_INCORE void sums_itself(InOut<Square> x) {
  air::herd<1>([&](Index) {
    const auto first = mem::rank_reduce<4>(mem::subview<4, 1>(x, {0, 0}));
    linalg::generic<par<4>, red<4>>([&](Index i, Index j) { first(i) += x(i, j); }); // KEPT: :[[@LINE]]:{{.*}}'first' may share elements with 'x' [-Rpass-missed=herd-vectorize,may-overlap]
  });
}

// Rows that are one row.
PTO_INCORE void one_row(InOut<Row> o) {
  air::herd<1>([&](Index) {
    const auto rows = mem::reinterpret<3, 4>(o, 0, {0, 1});
    linalg::map([](float p) { return p + 1.0f; }, rows, rows); // KEPT: :[[@LINE]]:{{.*}}'rows' kept: elements of it may share memory with one another [-Rpass-missed=herd-vectorize,may-overlap]
  });
}

// Memory that is a local's, which the body reads by its name.
PTO_INCORE void local_behind(InOut<Row> o) {
  float s = 1.5f;
  const Near<float, 1> m(&s);
  air::herd<1>([&](Index) {
    linalg::map([&](float p) { return p * s + 1.0f; }, m, m);    // KEPT: :[[@LINE]]:{{.*}}'m' may share memory with 's' [-Rpass-missed=herd-vectorize,may-overlap]
    linalg::generic<red<8>>([&](Index) { m(0) += s; });          // KEPT: :[[@LINE]]:{{.*}},may-overlap]
    linalg::generic<red<1>>([&](Index i) { o(i) = m(i) + 0.0f; }); // KEPT: :[[@LINE]]:{{.*}},may-overlap]
  });
}

// Either this or that.
PTO_INCORE void either(In<Row> a, InOut<Row> o, bool c) {
  air::herd<1>([&](Index) {
    Row t = c ? a : o;
    linalg::map([](float p) { return p + 1.0f; }, t, o); // KEPT: :[[@LINE]]:{{.*}}'o' may share elements with 't' [-Rpass-missed=herd-vectorize,may-overlap]
  });
}

// Two outputs in turns.
PTO_INCORE void two_outputs(const Row &a, const Row &b) {
  air::herd<1>([&](Index) {
    linalg::generic<par<8>>([&](Index i) { // KEPT: :[[@LINE]]:{{.*}},may-overlap]
      a(i) = 1.0f;
      b(i) = 2.0f;
    });
  });
}

//===-- the body reads its own output elsewhere ------------------------------------===//

PTO_INCORE void own_output(InOut<Square> o, InOut<Row> r, In<Near<float, 4, 8>> x, Out<Near<float, 4, 8>> e) {
  air::herd<1>([&](Index) {
    linalg::generic<red<4>, red<4>>([&](Index i, Index j) { o(i, j) = o(j, i) + 1.0f; });     // KEPT: :[[@LINE]]:5: remark: 'o' kept: the body reads other elements of it than the one it writes [-Rpass-missed=herd-vectorize,read-after-write]
    linalg::generic<red<4>, red<4>>([&](Index i, Index j) { o(i, j) = o(i, 0) + o(i, j); });  // KEPT: :[[@LINE]]:{{.*}},read-after-write]
    linalg::generic<red<7>>([&](Index i) { r(i + 1) = r(i) * 2.0f; });                        // KEPT: :[[@LINE]]:{{.*}},read-after-write]
    linalg::generic<red<4>, red<8>>([&](Index i, Index j) {                                   // KEPT: :[[@LINE]]:{{.*}}the body reads what it has written before [-Rpass-missed=herd-vectorize,read-after-write]
      r(i) += x(i, j);
      e(i, j) = r(i);
    });
    linalg::generic<red<4>, red<8>>([&](Index i, Index j) { r(i) = r(i) + x(i, j) * r(i); }); // KEPT: :[[@LINE]]:{{.*}}the body reads what it accumulates [-Rpass-missed=herd-vectorize,read-after-write]
    linalg::generic<red<4>, red<8>>([&](Index i, Index j) {                                   // KEPT: :[[@LINE]]:{{.*}}a step writes what another one accumulates [-Rpass-missed=herd-vectorize,read-after-write]
      r(i) += x(i, j);
      r(i) *= x(i, j);
    });
  });
}

PTO_INCORE void written_twice(InOut<Square> o) {
  air::herd<1>([&](Index) {
    linalg::generic<red<3>>([&](Index i) { // KEPT: :[[@LINE]]:{{.*}}two steps write elements of it [-Rpass-missed=herd-vectorize,written-twice]
      o(i, 0) = 1.0f;
      o(i + 1, 0) = 2.0f;
    });
  });
}

// A promise that is broken: checked builds trap.
PTO_INCORE void broken_promise(In<Square> x, InOut<Row> r) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, par<4>>([&](Index i, Index j) { r(i) = r(i) + x(i, j); }); // KEPT: :[[@LINE]]:5: remark: 'r' kept: several points of a par dimension write the same element [-Rpass-missed=herd-vectorize,written-twice]
  });
}

//===-- pitfall (b): each step of a sum rounds -------------------------------------===//

PTO_INCORE void other_sums(In<Near<float, 4, 8>> x, InOut<Row> r, InOut<Near<bf16, 4>> b, InOut<Near<int, 4>> n) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = r(i) - x(i, j); });                  // KEPT: :[[@LINE]]:5: remark: 'r' kept: no vec::Combine says how it accumulates [-Rpass-missed=herd-vectorize,reduction-form]
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = x(i, j); });                         // KEPT: :[[@LINE]]:{{.*}},reduction-form]
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) += x(i, j) * 0.1; });                  // KEPT: :[[@LINE]]:{{.*}},reduction-form]
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = r(i) + x(i, j) + 1.0f; });           // KEPT: :[[@LINE]]:{{.*}},reduction-form]
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = x(i, j) > r(i) ? x(i, j) : r(i); }); // KEPT: :[[@LINE]]:{{.*}},reduction-form]
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { b(i) = bf16(float(b(i)) + x(i, j)); });     // KEPT: :[[@LINE]]:{{.*}},reduction-form]
    linalg::generic<par<4>, red<8>>([&](Index i, Index) { n(i) = n(i) << 1; });                         // KEPT: :[[@LINE]]:{{.*}},reduction-form]
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = math::fma(x(i, j), 0.1f, r(i)); });  // KEPT: :[[@LINE]]:{{.*}}vec::contract wants operands that both move with what is summed [-Rpass-missed=herd-vectorize,reduction-form]
  });
}

//===-- pitfall (d): the vector is the whole operand -------------------------------===//

PTO_INCORE void too_large(In<Near<float, 64, 65>> x, Out<Near<float, 64, 65>> o, InOut<Near<float, 17, 16>> c) {
  air::herd<1>([&](Index) {
    linalg::map([](float p) { return -p; }, x, o); // KEPT: :[[@LINE]]:5: remark: 'o' kept: a vector would have 4160 lanes, more than 4096 [-Rpass-missed=herd-vectorize,too-large]
    linalg::fill(0.0f, o);                         // KEPT: :[[@LINE]]:5: remark: linalg::fill kept: a vector would have 4160 lanes, more than 4096 [-Rpass-missed=herd-vectorize,too-large]
    linalg::generic<par<17>, par<16>, red<16>>([&](Index i, Index j, Index k) { c(i, j) += x(i, k) * x(j, k); }); // KEPT: :[[@LINE]]:{{.*}}4352 lanes{{.*}},too-large]
  });
}

//===-- pitfall (f): bodies ---------------------------------------------------------===//

static float helper(float x) { return x + 1.0f; }

struct Doubles {
  float operator()(float x) const { return x + x; }
};

PTO_INCORE void bodies(In<Row> a, Out<Row> o) {
  air::herd<1>([&](Index) {
    linalg::map([](float p) { return helper(p); }, a, o); // KEPT: :[[@LINE]]:5: remark: linalg::map kept: its body is not understood [-Rpass-missed=herd-vectorize,body]
    linalg::map([](auto p) { return p + p; }, a, o);      // KEPT: :[[@LINE]]:{{.*}},body]
    linalg::map(Doubles{}, a, o);                         // KEPT: :[[@LINE]]:{{.*}},body]
    int calls = 0;
    linalg::map([&](float p) { return p + float(++calls); }, a, o); // KEPT: :[[@LINE]]:{{.*}},body]
    linalg::map([&](float p) { // KEPT: :[[@LINE]]:{{.*}},body]
      if (p < 0.0f)
        return 0.0f;
      return p;
    }, a, o);
    linalg::generic<par<8>>([&](Index i) { // KEPT: :[[@LINE]]:5: remark: linalg::generic kept: its body is not understood [-Rpass-missed=herd-vectorize,body]
      if (a(i) > 0.0f)
        o(i) = a(i);
    });
    linalg::generic<par<8>>([&](Index i) { // KEPT: :[[@LINE]]:{{.*}},body]
      for (Index j = 0; j < i; ++j)
        o(i) += a(j);
    });
    linalg::generic<par<8>>([&](Index i) { o(i) = helper(a(i)); }); // KEPT: :[[@LINE]]:{{.*}},body]
    linalg::generic<par<8>>([&](Index) {});                         // KEPT: :[[@LINE]]:5: remark: linalg::generic kept: it writes nothing [-Rpass-missed=herd-vectorize,body]
    linalg::generic<par<8>>([&](auto i) { o(i) = a(i); });          // KEPT: :[[@LINE]]:{{.*}},body]
    linalg::generic<par<8>>([&](Index i) { return o(i) = a(i); });  // KEPT: :[[@LINE]]:{{.*}},body]
  });
}

PTO_INCORE void no_vector_form(In<Near<int, 8>> a, Out<Near<int, 8>> o, In<Row> x, Out<Row> y) {
  air::herd<1>([&](Index) {
    linalg::map([](float p) { return float((long double)(p) + 1.0L); }, x, y); // KEPT: :[[@LINE]]:5: remark: 'y' kept: vectors have no lanes of type 'long double' [-Rpass-missed=herd-vectorize,no-vector-form]
    linalg::map([](int p) { return (char)p + 1; }, a, o);                      // KEPT: :[[@LINE]]:{{.*}},no-vector-form]
    linalg::map([](bf16 p) { return int(p.bits()); }, mem::alloc<bf16, mem::L1, 8>(), o); // KEPT: :[[@LINE]]:{{.*}},body]
  });
}

// What C++ does not evaluate must not trap, or be a race.
PTO_INCORE void conditional(In<Near<int, 8>> a, In<Near<int, 8>> b, Out<Near<int, 8>> o, InOut<Near<int, 8>> w, int n) {
  air::herd<2>([&](Index x) {
    const auto mine = mem::subview<4>(o, {4 * x}), part = mem::subview<4>(w, {4 * x}), c = mem::subview<4>(a, {4 * x});
    linalg::map([](int p, int q) { return q != 0 ? p / q : 0; }, c, c, mine); // KEPT: :[[@LINE]]:5: remark: 'mine' kept: integers are divided that the body may not divide [-Rpass-missed=herd-vectorize,conditional]
    linalg::map([&](int p) { return n != 0 ? p / n : 0; }, c, mine);          // KEPT: :[[@LINE]]:{{.*}},conditional]
    linalg::map([&](int p) { return n != 0 && 7 / n > p ? 1 : 0; }, c, mine); // KEPT: :[[@LINE]]:{{.*}},conditional]
    for (Index i = 0; i < 4; ++i)
      part(i) = b(i);
    linalg::generic<par<4>>([&](Index i) { mine(i) = n > 3 ? w(i) : 0; });    // KEPT: :[[@LINE]]:5: remark: 'mine' kept: elements of 'w' would be read that the body may not read [-Rpass-missed=herd-vectorize,conditional]
  });
}

//===-- indices, operands, extents --------------------------------------------------===//

PTO_INCORE void indices(In<Square> x, In<Near<int, 8>> at, Out<Near<float, 4, 4>> o, Index n) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>>([&](Index i) { o(i, 0) = x(i, i); });                        // KEPT: :[[@LINE]]:5: remark: 'o' kept: two indices move with one loop [-Rpass-missed=herd-vectorize,index-form]
    linalg::generic<par<2>>([&](Index i) { o(i, 0) = x(2 * i, 0); });                    // KEPT: :[[@LINE]]:5: remark: 'o' kept: an index is no loop variable, number, or sum of the two [-Rpass-missed=herd-vectorize,index-form]
    linalg::generic<par<2>, par<2>>([&](Index i, Index j) { o(i, j) = x(i + j, 0); });   // KEPT: :[[@LINE]]:{{.*}},index-form]
    linalg::generic<par<4>>([&](Index i) { o(i, 0) = x(3 - i, 0); });                    // KEPT: :[[@LINE]]:{{.*}},index-form]
    linalg::generic<par<4>>([&](Index i) { o(i, 0) = x(at(i) & 3, 0); });                // KEPT: :[[@LINE]]:{{.*}},index-form]
    linalg::generic<par<4>>([&](Index i) { o(i, 0) = x(i, n > 1 ? i : 0); });            // KEPT: :[[@LINE]]:{{.*}},index-form]
  });
}

PTO_INCORE void operands(In<Tensor<float, 8>> t, Out<Row> o) {
  air::herd<1>([&](Index) {
    linalg::generic<par<8>>([&](Index i) { o(i) = t(i); }); // KEPT: :[[@LINE]]:5: remark: 'o' kept: 't' is no MemRef with a name [-Rpass-missed=herd-vectorize,not-a-memref]
  });
}

PTO_INCORE void extents(In<Near<float, dyn>> a, Out<Near<float, dyn>> o, In<Near<float, dyn, 8>> b,
                        In<Near<float, 8, dyn>> c, InOut<Near<float, dyn, dyn>> d) {
  air::herd<1>([&](Index) {
    linalg::map([](float p) { return -p; }, a, o); // KEPT: :[[@LINE]]:5: remark: linalg::map kept: its extents are known at run time only [-Rpass-missed=herd-vectorize,dynamic-shape]
    linalg::fill(0.0f, o);                         // KEPT: :[[@LINE]]:{{.*}},dynamic-shape]
    linalg::copy(a, o);                            // KEPT: :[[@LINE]]:{{.*}},dynamic-shape]
    linalg::matmul(b, c, d);                       // KEPT: :[[@LINE]]:{{.*}},dynamic-shape]
  });
}

PTO_INCORE void part_of_more(Out<Row> o, Index n) {
  air::herd<1>([&](Index) {
    linalg::fill(0.0f, o), n ? linalg::fill(1.0f, o) : linalg::fill(2.0f, o); // KEPT: :[[@LINE]]:5: remark: linalg::fill kept: it is part of a larger expression [-Rpass-missed=herd-vectorize,not-a-statement]
                                                                              // KEPT: :[[@LINE-1]]:32: {{.*}},not-a-statement]
                                                                              // KEPT: :[[@LINE-2]]:56: {{.*}},not-a-statement]
  });
}

PTO_TEST_MAIN(no_roles, shifted, sums_itself, one_row, local_behind, either, two_outputs, own_output, written_twice, other_sums, too_large,
              bodies, no_vector_form, conditional, indices, operands, extents, part_of_more)
