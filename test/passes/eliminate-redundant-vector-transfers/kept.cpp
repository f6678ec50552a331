// Reads that eliminate-redundant-vector-transfers keeps: what lies between the two may have written to the window, lanes
// outside of the memory may read otherwise, a mask decides, the name of the first read has another value.
//
// RUN: %pto-rewrite --passes=eliminate-redundant-vector-transfers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: diff %s %t.cpp
// RUN: %equal --passes=eliminate-redundant-vector-transfers %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Square = mem::MemRef<int, mem::L1, 8, 8>;
using Row = mem::MemRef<int, mem::L1, 8>;

// Hole a of the specification: a call. Nobody knows what it does,
void unknown(int);
PTO_INCORE vec::Vec<int, 8> call(const Square &m, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  unknown(3);
  const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;                                    // KEPT: :[[@LINE-2]]:3: note: written here
}
Square *secret = nullptr;
void unknown(int x) {
  if (secret)
    mem::store(x, *secret, 0, 0);
}

// or what it does is seen.
void bump(const Square &x, Index r) { mem::store(7, x, r, 1); }
PTO_INCORE vec::Vec<int, 8> known_call(InOut<Square> m) {
  const auto a = vec::transfer_read<8>(m, {2, 0});
  bump(m, 2);
  const auto b = vec::transfer_read<8>(m, {2, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}

// Hole b: aliases. A view of what is read, and what is a view of the same,
PTO_INCORE vec::Vec<int, 8> parent_written(InOut<Square> m, Index r) {
  const auto v = mem::subview<4, 8>(m, {0, 0});
  const auto a = vec::transfer_read<8>(v, {2, 0});
  mem::store(1, m, r, 0);
  const auto b = vec::transfer_read<8>(v, {2, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
PTO_INCORE vec::Vec<int, 8> sibling_written(InOut<Square> m) {
  const auto v = mem::subview<4, 8>(m, {0, 0}), w = mem::subview<4, 8>(m, {2, 0});
  const auto a = vec::transfer_read<8>(v, {2, 0});
  vec::transfer_write(a + a, w, {0, 0});
  const auto b = vec::transfer_read<8>(v, {2, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
// other shapes of it,
PTO_INCORE vec::Vec<int, 8> collapsed(InOut<Square> m) {
  const auto flat = mem::collapse(m);
  const auto a = vec::transfer_read<8>(m, {2, 0});
  mem::store(1, flat, 17);
  const auto b = vec::transfer_read<8>(m, {2, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
PTO_INCORE vec::Vec<int, 8> expanded(InOut<Square> m) {
  const auto cube = mem::expand<2, 4, 8>(m);
  const auto a = vec::transfer_read<8>(m, {5, 0});
  linalg::fill(9, cube);
  const auto b = vec::transfer_read<8>(m, {5, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
// parameters that promise nothing,
PTO_INCORE vec::Vec<int, 8> arguments(const Square &m, const Square &n) {
  const auto a = vec::transfer_read<8>(m, {5, 0});
  vec::store(a + a, n, {5, 0});
  const auto b = vec::transfer_read<8>(m, {5, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
vec::Vec<int, 8> one_argument_twice(const Square &m) { return arguments(m, m); }
// promises that a call in this file breaks,
PTO_INCORE vec::Vec<int, 8> broken_promise(In<Square> m, InOut<Square> n) {
  const auto a = vec::transfer_read<8>(m, {5, 0});
  vec::store(a + a, n, {5, 0});
  const auto b = vec::transfer_read<8>(m, {5, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
vec::Vec<int, 8> breaks_promise(const Square &m) { return broken_promise(m, m); }
// pointers and references into it, and memory made of such a pointer.
PTO_INCORE vec::Vec<int, 8> pointer(In<Square> m, Index r) {
  const auto x = mem::alloc<int, mem::L1, 8, 8>();
  mem::copy(m, x);
  int *p = x.data();
  const auto a = vec::transfer_read<8>(x, {0, 0});
  p[r] = 3;
  const auto b = vec::transfer_read<8>(x, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
PTO_INCORE vec::Vec<int, 8> reference(In<Square> m, Index r) {
  const auto x = mem::alloc<int, mem::L1, 8, 8>();
  mem::copy(m, x);
  int &e = x(0, r);
  const auto a = vec::transfer_read<8>(x, {0, 0});
  e = 3;
  const auto b = vec::transfer_read<8>(x, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
PTO_INCORE vec::Vec<int, 8> wrapped(In<Square> m, Index r) {
  const auto x = mem::alloc<int, mem::L1, 8, 8>();
  mem::copy(m, x);
  const mem::MemRef<int, mem::L1, 64> y(x.data());
  const auto a = vec::transfer_read<8>(x, {0, 0});
  mem::store(3, y, r);
  const auto b = vec::transfer_read<8>(x, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}

// Every op that writes counts: elements, copies, structured ops, herds.
PTO_INCORE vec::Vec<int, 8> other_ops(InOut<Square> m, In<Square> n) {
  auto a = vec::transfer_read<8>(m, {3, 0});
  m(3, 7) = 1;
  auto b = vec::transfer_read<8>(m, {3, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  mem::copy(n, m);
  auto c = vec::transfer_read<8>(m, {3, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  linalg::map([](int x) { return x + 1; }, n, m);
  auto d = vec::transfer_read<8>(m, {3, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  linalg::generic<linalg::par<8>, linalg::par<8>>([&](Index i, Index j) { m(i, j) = n(j, i); });
  auto e = vec::transfer_read<8>(m, {3, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  air::herd<4>([&](Index x) { mem::store(2, m, x, 0); });
  auto f = vec::transfer_read<8>(m, {3, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  linalg::matmul(n, n, m);
  auto g = vec::transfer_read<8>(m, {3, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a + b + c + d + e + f + g;
}

// A write on one path, and one on the way round a loop.
PTO_INCORE vec::Vec<int, 8> one_path(InOut<Square> m, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  if (r > 1)
    vec::transfer_write(a + a, m, {r, 0});
  const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return a * b;
}
PTO_INCORE vec::Vec<int, 8> round_the_loop(InOut<Square> m) {
  auto sum = vec::transfer_read<8>(m, {0, 0});
  const auto a = vec::transfer_read<8>(m, {1, 0});
  for (Index k = 0; k < 3; ++k) {
    const auto b = vec::transfer_read<8>(m, {1, 0}); // KEPT: :[[@LINE]]:{{.*}},write-between]
    sum = sum + a * b;
    vec::transfer_write(sum, m, {1, 0});
  }
  return sum;
}

PTO_INCORE vec::Vec<int, 8> name_round_the_loop(In<Square> m) {
  auto a = vec::transfer_read<8>(m, {1, 0});
  for (Index k = 0; k < 3; ++k) {
    const auto b = vec::transfer_read<8>(m, {1, 0}); // KEPT: :[[@LINE]]:{{.*}},name-changed]
    a = a + b;
  }
  return a;
}

// An operand that may be evaluated before or after the read.
vec::Vec<int, 8> clear(const Square &m) {
  linalg::fill(0, m);
  return vec::splat<int, 8>(1);
}
PTO_INCORE vec::Vec<int, 8> unordered(InOut<Square> m) {
  const auto a = vec::transfer_read<8>(m, {1, 0});
  const auto b = vec::max(vec::transfer_read<8>(m, {1, 0}), clear(m)); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return vec::select(true, b - b, a) + a;
}

PTO_INCORE vec::Vec<int, 8> unordered_name(In<Square> m) {
  Index r = 1;
  const auto a = vec::transfer_read<8>(m, {1, 0});
  const auto b = vec::max(vec::transfer_read<8>(m, {r, 0}), vec::splat<int, 8>(static_cast<int>(r = 2))); // KEPT: :[[@LINE]]:{{.*}},write-between]
  return vec::select(true, a - a, b);
}

// Hole c: what lies outside of the memory. Other padding, none given, a number that changed, calls, two constants of
// one name,
int counter = 0;
int next() { return ++counter; }
PTO_INCORE vec::Vec<int, 8> padding(In<Square> m, Index r, int p) {
  auto s = vec::transfer_read<8>(m, {r, 4}, 1);
  s = s + vec::transfer_read<8>(m, {r, 4}, 2);      // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  s = s + vec::transfer_read<8>(m, {r, 4});         // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  s = s + vec::transfer_read<8>(m, {r, 4}, p);      // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  ++p;
  s = s + vec::transfer_read<8>(m, {r, 4}, p);      // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  s = s + vec::transfer_read<8>(m, {r, 4}, next()); // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  s = s + vec::transfer_read<8>(m, {r, 4}, next()); // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  const int pad = 3;
  s = s + vec::transfer_read<8>(m, {r, 4}, pad); // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  {
    const int pad = 4;
    s = s + vec::transfer_read<8>(m, {r, 4}, pad); // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  }
  return s;
}
// and handles that end elsewhere.
PTO_INCORE vec::Vec<int, 8> other_ends(In<Square> m) {
  const auto small = mem::subview<4, 4>(m, {0, 0});
  const auto large = mem::subview<4, 6>(m, {0, 0});
  const auto a = vec::transfer_read<8>(small, {0, 0});
  const auto b = vec::transfer_read<8>(large, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  const auto c = vec::transfer_read<8>(m, {0, 0});     // KEPT: :[[@LINE]]:{{.*}},padding-differs]
  return a + b * c;
}

// Masks.
PTO_INCORE vec::Vec<int, 8> masks(In<Square> m, In<vec::Mask<8>> mask) {
  const auto a = vec::transfer_read<8>(m, {0, 0}, 0, mask);
  const auto b = vec::transfer_read<8>(m, {0, 0}, 0, mask); // KEPT: :[[@LINE]]:{{.*}},masked]
  const auto c = vec::transfer_read<8>(m, {0, 0}, 0);       // KEPT: :[[@LINE]]:{{.*}},masked]
  return a + b * c;
}

// The index, or the handle, means something else by now. That is another window: nothing to say.
PTO_INCORE vec::Vec<int, 8> other_window(In<Square> m, In<Square> n, Index r) {
  Square h = m;
  auto s = vec::transfer_read<8>(h, {r, 0});
  r = r + 1;
  s = s + vec::transfer_read<8>(h, {r, 0});
  h = n;
  return s + vec::transfer_read<8>(h, {r, 0});
}

// The name has another value, or another one hides it.
PTO_INCORE vec::Vec<int, 8> rebound(In<Square> m, Index r) {
  auto a = vec::transfer_read<8>(m, {r, 0});
  a = a + a;
  const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}}'a' no longer means what was read first{{.*}},name-changed]
  return b * a;
}
PTO_INCORE vec::Vec<int, 8> hidden(In<Square> m, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  auto s = a;
  {
    const auto a = vec::splat<int, 8>(1);
    s = s + a * vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},name-changed]
  }
  return s;
}
PTO_INCORE vec::Vec<int, 8> changed_by_reference(In<Square> m, Index r) {
  auto a = vec::transfer_read<8>(m, {r, 0});
  auto *p = &a;
  const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},name-changed]
  *p = vec::splat<int, 8>(1);
  return b * a;
}
// Its scope has ended.
PTO_INCORE vec::Vec<int, 8> head_of_if(In<Square> m, Index r) {
  auto s = vec::splat<int, 8>(0);
  if (const auto a = vec::transfer_read<8>(m, {r, 0}); r > 0)
    s = s + a;
  const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},name-changed]
  return s * b;
}
// A lambda that lists its captures does not know the name,
PTO_INCORE void captures(In<Square> m, Out<Square> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  air::herd<2>([&m, &out, r](Index x) {
    const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},name-changed]
    vec::transfer_write(b, out, {x, 0});
  });
  vec::transfer_write(a, out, {7, 0});
}
// given or not.
PTO_INCORE void captures_nothing_new(In<Square> m, Out<Square> out, Index r) {
  vec::transfer_write(vec::transfer_read<8>(m, {r, 0}), out, {7, 0});
  air::herd<2>([&m, &out, r](Index x) {
    const auto b = vec::transfer_read<8>(m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}}a lambda lists its captures{{.*}},name-changed]
    vec::transfer_write(b, out, {x, 0});
  });
}

// The parameter cannot go with its last use.
PTO_INCORE vec::Vec<int, 8> last_use(In<Square> m, Index r, Index q) {
  const Index row = r + 0 * q;
  const auto a = vec::transfer_read<8>(m, {r, 0});
  return a * vec::transfer_read<8>(m, {row, 0}); // KEPT: :[[@LINE]]:{{.*}},last-use]
}

// Reads that have not run whenever the second one does. Nothing to say.
PTO_INCORE vec::Vec<int, 8> one_or_the_other(In<Square> m, Index r) {
  auto s = vec::splat<int, 8>(0);
  if (r > 1) {
    const auto a = vec::transfer_read<8>(m, {1, 0});
    s = s + a;
  }
  for (Index k = 0; k < r; ++k)
    s = s + vec::transfer_read<8>(m, {2, 0});
  const auto b = vec::transfer_read<8>(m, {1, 0});
  return s + b * vec::transfer_read<8>(m, {2, 0});
}

PTO_TEST_MAIN(call, known_call, parent_written, sibling_written, collapsed, expanded, arguments, one_argument_twice,
              broken_promise, breaks_promise, pointer, reference, wrapped, other_ops, one_path, round_the_loop,
              name_round_the_loop, unordered, unordered_name, padding, other_ends, masks, other_window, rebound, hidden, changed_by_reference, head_of_if,
              captures, captures_nothing_new, last_use, one_or_the_other)
