// Who looks at the target meanwhile: reads and writes between the first write of the buffer and the assemble, kernels
// that see both, two names of one tensor (spec H2, H3, H6, H7, H27). All of it is kept.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

//===-- H2: the target is read in between ---------------------------------------===//

PTO_ORCHESTRATION float call_reads_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:13: remark: 'row' kept: 'out' is read before the assemble [-Rpass-missed=fuse-create-assemble-to-slice,target-read-between]
  row = fill(x, 0, row);
  float before = sum(out);                 // NOTE: :[[@LINE]]:{{[0-9]+}}: note: read here
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float op_reads_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float before = tensor::read(out, {0, 7}); // NOTE: :[[@LINE]]:{{.*}}: note: read here
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float element_reads_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float before = out(0, 3) + 1;            // NOTE: :[[@LINE]]:{{.*}}: note: read here
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float view_reads_target(In<Rows> x, Out<Rows> out) {
  auto view = tensor::slice<2, 8>(out, {0, 0});
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float before = tensor::read(view, {1, 0}); // NOTE: :[[@LINE]]:{{.*}}: note: read here
  out = tensor::assemble(out, row, {1, 0});
  return before;
}

PTO_ORCHESTRATION float other_handle_reads_target(In<Rows> x, Out<Rows> out) {
  auto same = out;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float before = sum(same);                // NOTE: :[[@LINE]]:{{.*}}: note: read here
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float condition_reads_target(In<Rows> x, Out<Rows> out) {
  float s = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  if (tensor::read(out, {0, 0}) < 0)       // NOTE: :[[@LINE]]:{{.*}}: note: read here
    s = 1;
  out = tensor::assemble(out, row, {0, 0});
  return s;
}

PTO_ORCHESTRATION Rows copied_from_target(In<Rows> x, Out<Rows> out, Out<Rows> copy) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  copy = tensor::assemble(copy, out, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note: read here
  out = tensor::assemble(out, row, {0, 0});
  return copy;
}

PTO_ORCHESTRATION float reads_row_above_or_this(In<Rows> x, Out<Rows> out, bool up) {
  float s = 0;
  for (Index r = 1; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = fill(x, r, row);
    s += tensor::read(out, {up ? r - 1 : r, 0}); // NOTE: :[[@LINE]]:{{.*}}: note: read here
    out = tensor::assemble(out, row, {r, 0});
  }
  return s;
}

PTO_ORCHESTRATION float reads_a_row_of_unknown_number(In<Rows> x, Out<Rows> out, Index k) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float s = tensor::read(out, {k, 0});     // NOTE: :[[@LINE]]:{{.*}}: note: read here
  out = tensor::assemble(out, row, {1, 0});
  return s;
}

// i % 2 and i are not apart, i / 2 rounds towards zero: no proof from such symbols.
PTO_ORCHESTRATION float reads_by_remainder(In<Rows> x, Out<Rows> out) {
  float s = 0;
  for (Index i = 0; i < 4; ++i) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = fill(x, i, row);
    s += tensor::read(out, {(i + 1) % 4, 0}); // NOTE: :[[@LINE]]:{{.*}}: note: read here
    out = tensor::assemble(out, row, {3 - i / 2, 0});
  }
  return s;
}

//===-- H3: the target is written in between ------------------------------------===//

PTO_ORCHESTRATION Rows call_writes_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:13: remark: 'row' kept: 'out' is written before the assemble [-Rpass-missed=fuse-create-assemble-to-slice,target-written-between]
  row = fill(x, 0, row);
  out = clear(out);                        // NOTE: :[[@LINE]]:{{[0-9]+}}: note: written here
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows op_writes_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-written-between|windows-overlap}}]
  row = fill(x, 0, row);
  tensor::write(out, {0, 1}, 7.f);         // NOTE: :[[@LINE]]:{{.*}}: note: written here
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows element_writes_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-written-between|windows-overlap}}]
  row = fill(x, 0, row);
  out(0, 1) = 7.f;                         // NOTE: :[[@LINE]]:{{.*}}: note: written here
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows element_updates_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-written-between|windows-overlap}}]
  row = fill(x, 0, row);
  out(0, 1) += 7.f;                        // NOTE: :[[@LINE]]:{{.*}}: note: written here
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows other_handle_writes_target(In<Rows> x, Out<Rows> out) {
  auto same = out;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-written-between|windows-overlap}}]
  row = fill(x, 0, row);
  same(0, 3) = 4.f;                        // NOTE: :[[@LINE]]:{{.*}}: note: written here
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows store_writes_target(In<Rows> x, Out<Rows> out, Index k) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-written-between|windows-overlap}}]
  row = fill(x, 0, row);
  tile::store(tile::load<1, 8>(x, {3, 0}), {k, 0}, out); // NOTE: :[[@LINE]]:{{.*}}: note: written here
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows loop_writes_target(In<Rows> x, Out<Rows> out, Index n) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-written-between|windows-overlap}}]
  row = fill(x, 0, row);
  for (Index r = 0; r < n; ++r)
    tensor::write(out, {r, 0}, 1.f);       // NOTE: :[[@LINE]]:{{.*}}: note: written here
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows target_rebound(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-rebound]
  row = fill(x, 0, row);
  out = other;                             // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows target_rebound_in_branch(In<Rows> x, Out<Rows> out, Out<Rows> other, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-rebound]
  row = fill(x, 0, row);
  if (c)
    out = other;                           // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION void targets_swapped(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-rebound]
    row = fill(x, r, row);
    auto t = out;
    out = other;                             // NOTE: :[[@LINE]]:{{.*}}: note:
    other = t;
    out = tensor::assemble(out, row, {r, 0});
  }
}

//===-- H6, H27: one call sees both ---------------------------------------------===//

/// row := m[r - 1] + m[r + 1]: reads around the row that it makes
PTO_INCORE Row stencil(In<Rows> m, Index r, Out<Row> row) {
  auto sum = tile::add(tile::load<1, 8>(m, {r - 1, 0}), tile::load<1, 8>(m, {r + 1, 0}));
  return tile::store(tile::add(sum, tile::load<1, 8>(m, {r, 0})), {0, 0}, row);
}

PTO_ORCHESTRATION Rows in_place_stencil(InOut<Rows> out) {
  for (Index r = 1; r < 3; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},producer-reads-target]
    row = stencil(out, r, row);              // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

/// row := the row of m shifted by one, element by element: in place it would smear the first
PTO_INCORE Row shift(In<Row> from, Out<Row> row) {
  tensor::write(row, {0, 0}, 0.f);
  for (Index c = 1; c < 8; ++c)
    tensor::write(row, {0, c}, tensor::read(from, {0, c - 1}));
  return row;
}

PTO_ORCHESTRATION Rows shift_through_a_view(InOut<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},producer-reads-target]
    row = shift(tensor::slice<1, 8>(out, {r, 0}), row); // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows maybe_the_same_row(InOut<Rows> out, Index j, Index k) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},producer-reads-target]
  row = fill(out, j, row);                 // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {k, 0});
  return out;
}

/// row := x[0]; m := 0
PTO_INCORE Row fill_and_clear(In<Rows> x, Out<Rows> m, Out<Row> row) {
  row = fill(x, 0, row);
  clear(m);
  return row;
}

PTO_ORCHESTRATION Rows one_call_writes_both(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-and-staging-together]
  row = fill_and_clear(x, out, row);       // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows passed_twice(Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-passed-twice]
  row = paint(1.f, row);
  row = shift(row, row);                   // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows passed_twice_by_two_names(Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-passed-twice]
  auto same = row;
  row = paint(1.f, row);
  row = shift(same, row);                  // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

//===-- H7: two names of one tensor ---------------------------------------------===//

// Parameters without roles promise nothing.
PTO_ORCHESTRATION Rows parameters_without_roles(Rows x, Rows out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},may-alias]
    row = fill(x, 3 - r, row);               // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}
PTO_ORCHESTRATION Rows turned_in_place(InOut<Rows> m) { return parameters_without_roles(m, m); }

// Roles promise, but a caller in sight breaks the promise.
PTO_ORCHESTRATION Rows promise_broken_in_this_file(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},may-alias]
    row = fill(x, 3 - r, row);               // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}
PTO_ORCHESTRATION Rows breaks_the_promise(InOut<Rows> m) { return promise_broken_in_this_file(m, m); }

namespace mine { // roles of somebody else's, which promise nothing
template <class X> using In = const X &;
template <class X> using Out = X;
} // namespace mine

PTO_ORCHESTRATION Rows roles_of_another_namespace(mine::In<Rows> x, mine::Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},may-alias]
    row = fill(x, 3 - r, row);               // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

Rows shared;

PTO_ORCHESTRATION float parameter_and_global(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},may-alias]
  row = fill(x, 0, row);
  float s = sum(shared);                   // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return s;
}
PTO_ORCHESTRATION float through_a_global(In<Rows> x, Out<Rows> out) {
  shared = out;
  float s = parameter_and_global(x, out);
  shared = Rows();
  return s;
}

PTO_ORCHESTRATION float two_wraps_of_one_array(In<Rows> x) {
  float memory[32] = {};
  Rows out(memory), same(memory);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = fill(x, 0, row);
  float s = sum(same);                     // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return s;
}

PTO_TEST_MAIN(call_reads_target, op_reads_target, element_reads_target, view_reads_target, other_handle_reads_target,
              condition_reads_target, copied_from_target, reads_row_above_or_this, reads_a_row_of_unknown_number,
              reads_by_remainder, call_writes_target, op_writes_target, element_writes_target, element_updates_target,
              other_handle_writes_target, store_writes_target, loop_writes_target, target_rebound,
              target_rebound_in_branch, targets_swapped, in_place_stencil, shift_through_a_view, maybe_the_same_row,
              one_call_writes_both, passed_twice, passed_twice_by_two_names, turned_in_place, breaks_the_promise,
              through_a_global, two_wraps_of_one_array, roles_of_another_namespace)
