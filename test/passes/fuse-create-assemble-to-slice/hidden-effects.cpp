// Effects that one does not see at once: in records, containers, calls, destructors (spec 1.12). All of it is kept.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

//===-- records and containers --------------------------------------------------===//

struct Two {
  Row a, b;
};

PTO_ORCHESTRATION Rows copy_of_a_record(In<Rows> x, Out<Rows> out) {
  Two p{tensor::create<float, 1, 8>(), tensor::slice<1, 8>(x, {3, 0})};
  Two q = p;
  q.a = q.b; // says nothing of p.a
  Two r = p;
  p.a = fill(x, 0, p.a);
  out = tensor::assemble(out, p.a, {0, 0}); // KEPT: :[[@LINE-5]]:{{.*}},{{staging-written-after|staging-escapes|ambiguous-staging}}]
  twice(r.a);                               // NOTE: :{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows record_of_names(In<Rows> x, Out<Rows> out) {
  Row one = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-written-after|staging-escapes|ambiguous-staging}}]
  Two p{one, one};                         // NOTE: :{{.*}}: note:
  one = fill(x, 0, one);
  out = tensor::assemble(out, one, {0, 0});
  p.b = twice(p.b);
  return out;
}

PTO_ORCHESTRATION Rows reference_to_a_member(In<Rows> x, Out<Rows> out) {
  Two p{tensor::create<float, 1, 8>(), tensor::create<float, 1, 8>()}; // KEPT: :[[@LINE]]:{{.*}},{{staging-written-after|ambiguous-staging|staging-escapes}}]
  Row &r = p.a;                                                        // NOTE: :{{.*}}: note:
  p.b = fill(x, 0, p.b);
  r = p.b; // p.a is the second buffer now
  p.b = tensor::slice<1, 8>(x, {0, 0});
  out = tensor::assemble(out, p.a, {0, 0});
  twice(r);
  return out;
}

PTO_ORCHESTRATION Rows kept_in_a_vector(In<Rows> x, Out<Rows> out) {
  std::vector<Row> rows;
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-escapes]
    row = fill(x, r, row);
    rows.push_back(row);                     // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  }
  for (Row &r : rows)
    twice(r);
  return out;
}

PTO_ORCHESTRATION Rows kept_in_an_optional(In<Rows> x, Out<Rows> out) {
  std::optional<Row> kept;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-escapes]
  kept = row;                              // NOTE: :[[@LINE]]:{{.*}}: note:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  twice(*kept);
  return out;
}

PTO_ORCHESTRATION Rows elements_of_an_array(In<Rows> x, Out<Rows> out) {
  Row rows[2] = {tensor::create<float, 1, 8>(), tensor::create<float, 1, 8>()};
  for (Index i = 0; i < 2; ++i) {
    rows[i] = fill(x, i, rows[i]);
    out = tensor::assemble(out, rows[i], {i, 0});
  }
  rows[0] = twice(rows[0]);
  return out;
}

PTO_ORCHESTRATION Rows moved_into_place(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|staging-retained|ambiguous-staging}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  Row moved = std::move(row);
  out = tensor::assemble(out, moved, {0, 0});
  twice(moved);
  return out;
}

PTO_ORCHESTRATION Rows exchanged(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|staging-retained|ambiguous-staging}}]
  Row b = tensor::slice<1, 8>(x, {2, 0}); // NOTE: :{{.*}}: note:
  a = fill(x, 0, a);
  std::swap(a, b);
  out = tensor::assemble(out, b, {0, 0});
  twice(b);
  return out;
}

inline const Row &same(const Row &row) { return row; }

PTO_ORCHESTRATION Rows through_a_function(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|staging-written-after}}]
  Row other = same(row);                   // NOTE: :{{.*}}: note:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  twice(other);
  return out;
}

PTO_ORCHESTRATION Rows static_buffer(In<Rows> x, Out<Rows> out) {
  static Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  row = fill(x, 0, row);                          // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows thread_local_buffer(In<Rows> x, Out<Rows> out) {
  thread_local Row row;
  row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  row = fill(x, 0, row);               // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

//===-- calls -------------------------------------------------------------------===//

Rows made;
inline Rows make_and_keep() {
  made = tensor::create<float, 4, 8>();
  clear(made);
  return made;
}

PTO_ORCHESTRATION float target_kept_by_its_maker() {
  Rows out = make_and_keep();
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);
  float before = sum(made);                // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  made = Rows();
  return before;
}

inline Pair<Rows, Rows> make_one_twice() {
  auto m = tensor::create<float, 4, 8>();
  clear(m);
  return {m, m};
}

PTO_ORCHESTRATION float two_results_are_one() {
  auto [a, b] = make_one_twice();
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);
  float before = sum(b);                   // NOTE: :[[@LINE]]:{{.*}}: note:
  a = tensor::assemble(a, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION Rows recursion(In<Rows> x, Out<Rows> out, Index depth) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-written-between|target-read-between|may-throw|target-rebound}}]
  row = fill(x, depth, row);
  if (depth > 0)
    out = recursion(x, out, depth - 1);    // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

inline float peek_by_default(Rows m = made) { return m.is_null() ? 0.f : tensor::read(m, {0, 0}); }

PTO_ORCHESTRATION float default_argument_reads(Out<Rows> out) {
  made = out;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);
  float before = peek_by_default();        // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  made = Rows();
  return before;
}

PTO_ORCHESTRATION float function_pointer_reads(Out<Rows> out, bool c) {
  float (*look)(In<Rows>) = c ? &sum : nullptr;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between|may-throw|target-rebound}}]
  row = paint(5.f, row);
  float before = look ? look(out) : 0.f;   // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

struct Ticker {
  Rows seen;
  Ticker operator+(float v) const {
    tensor::write(seen, {0, 0}, v);
    return *this;
  }
};

PTO_ORCHESTRATION void overloaded_operator_writes(Out<Rows> out) {
  Ticker t{out};
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-written-between|target-rebound|may-throw}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  t + 1.f;
  out = tensor::assemble(out, row, {0, 0});
}

struct AtEnd {
  Rows m;
  ~AtEnd() { tensor::write(m, {0, 0}, 0.f); }
};

PTO_ORCHESTRATION Rows destructor_writes(Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-written-between|target-rebound|may-throw}}]
  row = paint(5.f, row);
  {
    AtEnd at_end{out};                     // NOTE: :{{.*}}: note:
  }
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows destructor_of_a_temporary(Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-written-between|target-rebound|may-throw}}]
  row = paint(5.f, row);
  AtEnd{out};                              // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_TEST_MAIN(copy_of_a_record, record_of_names, reference_to_a_member, kept_in_a_vector, kept_in_an_optional,
              elements_of_an_array, moved_into_place, exchanged, through_a_function, static_buffer, thread_local_buffer,
              target_kept_by_its_maker, two_results_are_one, recursion, default_argument_reads, function_pointer_reads,
              overloaded_operator_writes, destructor_writes, destructor_of_a_temporary)
