// What fuse-create-assemble-to-slice must keep: the holes of PyPTO's pass (spec H1-H28, and T2-T12 that are not
// fused), several spellings of each. Every remark names the reason, and a note the statement in the way.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "Inputs/kernels.h"

//===-- H1: the assemble is under a condition -----------------------------------===//

PTO_ORCHESTRATION Rows assemble_in_if(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:13: remark: 'row' kept: it is assembled under a condition only [-Rpass-missed=fuse-create-assemble-to-slice,assemble-conditional]
  row = fill(x, 0, row);
  if (c)                                   // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows assemble_in_else(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},assemble-conditional]
  row = fill(x, 0, row);
  if (c) {                                 // NOTE: :[[@LINE]]:{{.*}}: note:
    out = clear(out);
  } else {
    out = tensor::assemble(out, row, {0, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows assemble_in_conditional_operator(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},assemble-conditional]
  row = fill(x, 0, row);
  out = c ? tensor::assemble(out, row, {0, 0}) : out; // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows assemble_behind_and(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},assemble-conditional]
  row = fill(x, 0, row);
  (void)(c && (out = tensor::assemble(out, row, {0, 0}), true)); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows assemble_in_case(In<Rows> x, Out<Rows> out, Index k) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},assemble-conditional]
  row = fill(x, 0, row);
  switch (k) {                             // NOTE: :[[@LINE]]:{{.*}}: note:
  case 0:
    out = clear(out);
    [[fallthrough]];
  case 1:
    out = tensor::assemble(out, row, {0, 0});
    break;
  default:;
  }
  return out;
}

PTO_ORCHESTRATION Rows assemble_in_maybe_empty_loop(In<Rows> x, Out<Rows> out, Index n) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},several-executions]
  row = fill(x, 0, row);
  for (Index i = 0; i < n; ++i)            // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows create_in_if(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::slice<1, 8>(x, {3, 0});
  if (c) {
    row = tensor::create<float, 1, 8>();   // KEPT: :[[@LINE]]:{{.*}},{{create-conditional|ambiguous-staging}}]
    row = fill(x, 0, row);                 // NOTE: :{{.*}}: note:
  }
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows continue_between(In<Rows> x, Out<Rows> out, Index skip) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},exit-between]
    row = fill(x, r, row);
    if (r == skip)
      continue;                              // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows break_between(In<Rows> x, Out<Rows> out, Index last) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},exit-between]
    row = fill(x, r, row);
    if (r == last) {
      break;                                 // NOTE: :[[@LINE]]:{{.*}}: note:
    }
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows return_between(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},exit-between]
  row = fill(x, 0, row);
  if (tensor::read(x, {0, 0}) < 0.f)
    return out;                            // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION void return_from_iteration(In<Rows> x, Out<Rows> out, Index skip) {
  scf::parallel(4, [&](Index r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},exit-between]
    row = fill(x, r, row);
    if (r == skip)
      return;                                // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  });
}

PTO_ORCHESTRATION Rows break_out_of_switch(In<Rows> x, Out<Rows> out, Index k) {
  switch (k) {
  case 1:
    Row row;
    row = tensor::create<float, 1, 8>();     // KEPT: :[[@LINE]]:{{.*}},exit-between]
    row = fill(x, 0, row);
    if (tensor::read(x, {0, 0}) < 0.f)
      break;                                 // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {0, 0});
  }
  return out;
}

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

//===-- H4, H5: the buffer is used after the assemble ---------------------------===//

PTO_ORCHESTRATION Rows filled_again(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-written-after]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  row = fill(x, 1, row);                   // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows recycled_as_scratch(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-written-after]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  row(0, 0) = 3.f;                         // NOTE: :[[@LINE]]:{{.*}}: note:
  tensor::write(out, {1, 0}, first(row));
  return out;
}

PTO_ORCHESTRATION Rows other_handle_written_after(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-written-after]
  auto row2 = row;
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  twice(row2);                             // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows view_written_after(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-written-after]
  auto right = tensor::slice<1, 4>(row, {0, 4});
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  right(0, 0) = 1.f;                       // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows written_after_in_outer_scope(In<Rows> x, Out<Rows> out) {
  Row keep = tensor::slice<1, 8>(x, {0, 0});
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-written-after|rotating-buffer}}]
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
    keep = row;
  }
  paint(1.f, keep);                          // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION float read_after_target_changed(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-read-after]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  out = clear(out);
  return first(row);                       // NOTE: :[[@LINE]]:{{.*}}: note:
}

PTO_ORCHESTRATION float read_after_maybe_changed(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-read-after]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  if (c)
    out(0, 0) = 1.f;
  return tensor::read(row, {0, 0});        // NOTE: :[[@LINE]]:{{.*}}: note:
}

PTO_ORCHESTRATION float read_one_iteration_later(In<Rows> x, Out<Rows> out) {
  float s = 0;
  Row last = tensor::slice<1, 8>(x, {0, 0});
  for (Index r = 0; r < 4; ++r) {
    s += first(last);                        // the row of the iteration before, which `clear` has changed
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-read-after|rotating-buffer}}]
    row = fill(x, r, row);                   // NOTE: :{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
    last = row;
    out = clear(out);
  }
  return s;
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

//===-- H8: target and offsets at the place of the view -------------------------===//

PTO_ORCHESTRATION Rows offset_after_the_fill(In<Rows> x, In<Tensor<std::int32_t, 4>> at, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-not-available]
  row = fill(x, 0, row);
  Index r = tensor::read(at, {0}) % 4;
  out = tensor::assemble(out, row, {r, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows offset_read_in_place(In<Rows> x, In<Tensor<std::int64_t, 4>> at, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-not-available|offset-side-effect}}]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {tensor::read(at, {0}) % 4, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows offset_changed(In<Rows> x, Out<Rows> out) {
  Index r = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-changed]
  row = fill(x, r, row);
  r = 2;                                   // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {r, 0});
  return out;
}

PTO_ORCHESTRATION Rows offset_changed_in_branch(In<Rows> x, Out<Rows> out, bool c) {
  Index r = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-changed]
  row = fill(x, r, row);
  if (c)
    ++r;                                   // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {2 * r, 0});
  return out;
}

PTO_ORCHESTRATION Rows offset_counted_in_loop(In<Rows> x, Out<Rows> out) {
  Index n = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-changed]
  row = fill(x, 0, row);
  for (Index c = 0; c < 8; ++c)
    if (tensor::read(x, {0, c}) < 0.f && n < 3)
      n += 1;                              // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {n, 0});
  return out;
}

Index tickets = 0;
Index next() { return tickets++ % 4; }

PTO_ORCHESTRATION Rows offset_of_a_call(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offset-side-effect]
  row = fill(x, next(), row);
  out = tensor::assemble(out, row, {next(), 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows offset_with_increment(In<Rows> x, Out<Rows> out) {
  Index r = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-side-effect|offset-changed}}]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {r++, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  tensor::write(out, {r, 0}, 1.f);
  return out;
}

PTO_ORCHESTRATION Rows offset_behind_a_pointer(In<Rows> x, Out<Rows> out) {
  Index list[] = {1, 2};
  Index *p = list;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-side-effect|offset-changed}}]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {*p++, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  tensor::write(out, {*p, 0}, 1.f);
  return out;
}

PTO_ORCHESTRATION Rows offsets_by_name(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},offsets-not-a-list]
  row = fill(x, 0, row);
  const Offsets<2> at = {1, 0};
  out = tensor::assemble(out, row, at);    // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows target_after_the_fill(In<Rows> x) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-not-available]
  row = fill(x, 0, row);
  auto all = tensor::create<float, 4, 8>();
  all = clear(all);
  all = tensor::assemble(all, row, {1, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return all;
}

PTO_ORCHESTRATION Rows target_bound_after_the_fill(In<Rows> x, Out<Rows> out) {
  Rows all;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-not-available|target-rebound}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  all = out;
  all = tensor::assemble(all, row, {1, 0});
  return all;
}

PTO_ORCHESTRATION Rows target_is_an_expression(In<Rows> x, Out<Rows> out, Out<Rows> other, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-not-a-name]
  row = fill(x, 0, row);
  tensor::assemble(c ? out : other, row, {1, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

//===-- H9, H21: create and assemble run a different number of times ------------===//

PTO_ORCHESTRATION Rows created_once_assembled_often(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},different-loops]
  for (Index r = 0; r < 4; ++r) {          // NOTE: :[[@LINE]]:{{.*}}: note:
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows created_once_constant_window(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},different-loops]
  for (Index r = 0; r < 4; ++r) {          // NOTE: :[[@LINE]]:{{.*}}: note:
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {0, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows created_once_for_parallel(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{different-loops|several-executions}}]
  row = fill(x, 0, row);
  scf::parallel(4, [&](Index r) {          // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  });
  return out;
}

PTO_ORCHESTRATION Rows filled_once_assembled_often(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},several-executions]
  row = fill(x, 2, row);
  for (Index r = 0; r < 4; ++r)            // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
  return out;
}

PTO_ORCHESTRATION Rows created_often_assembled_once(In<Rows> x, Out<Rows> out) {
  Row row = tensor::slice<1, 8>(x, {0, 0});
  for (Index r = 0; r < 4; ++r) {
    row = tensor::create<float, 1, 8>();   // KEPT: :[[@LINE]]:{{.*}},{{different-loops|ambiguous-staging}}]
    row = fill(x, r, row);                 // NOTE: :{{.*}}: note:
  }
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows created_in_inner_loop(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::slice<1, 8>(x, {r, 0});
    do {
      row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{different-loops|ambiguous-staging}}]
      row = fill(x, r, row);               // NOTE: :{{.*}}: note:
    } while (first(row) < -100.f);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows outer_loop_creates(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{different-loops|several-executions}}]
    row = fill(x, r, row);
    for (Index c = 0; c < 1; ++c)            // NOTE: :[[@LINE]]:{{.*}}: note:
      out = tensor::assemble(out, row, {r, c});
  }
  return out;
}

//===-- H10: rotating buffers ---------------------------------------------------===//

PTO_ORCHESTRATION Rows software_pipeline(In<Rows> x, Out<Rows> out) {
  Row current = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{rotating-buffer|ambiguous-staging}}]
  current = fill(x, 0, current);               // NOTE: :{{.*}}: note:
  for (Index r = 0; r < 4; ++r) {
    out = tensor::assemble(out, current, {r, 0});
    Row next = tensor::create<float, 1, 8>();  // KEPT: :[[@LINE]]:{{.*}},{{rotating-buffer|ambiguous-staging}}]
    next = fill(x, (r + 1) % 4, next);         // NOTE: :{{.*}}: note:
    current = next;
  }
  return out;
}

PTO_ORCHESTRATION Rows double_buffer(In<Rows> x, Out<Rows> out) {
  Row ping = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{rotating-buffer|ambiguous-staging|different-loops}}]
  Row pong = tensor::create<float, 1, 8>(); // NOTE: :{{.*}}: note:
  for (Index r = 0; r < 4; ++r) {           // KEPT: :[[@LINE-1]]:{{.*}},{{rotating-buffer|ambiguous-staging|different-loops}}]
    ping = fill(x, r, ping);                // NOTE: :{{.*}}: note:
    out = tensor::assemble(out, ping, {r, 0});
    auto t = ping;
    ping = pong;
    pong = t;
  }
  return out;
}

// The buffer of the iteration before is changed while this one's is under way.
PTO_ORCHESTRATION Rows previous_buffer_written(In<Rows> x, Out<Rows> out) {
  Row previous;
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{rotating-buffer|staging-written-after}}]
    row = fill(x, r, row);
    if (r > 0)
      twice(previous);                       // NOTE: :{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
    previous = row;
  }
  return out;
}

// What is filled is the buffer of the iteration before, not this one.
PTO_ORCHESTRATION Rows previous_buffer_filled(In<Rows> x, Out<Rows> out) {
  Row previous = tensor::create<float, 1, 8>();
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{rotating-buffer|staging-written-after|partial-fill|never-filled}}]
    previous = fill(x, r, previous);         // NOTE: :{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
    previous = row;
  }
  return out;
}

//===-- H12, H13: what the buffer holds before and besides ----------------------===//

PTO_ORCHESTRATION Rows created_with_zeros(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>({.init_value = 0.f}); // KEPT: :[[@LINE]]:{{.*}},create-initialised]
  row = fill_left(x, 0, row);                                 // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows created_with_zeros_unnamed(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>({0.f}); // KEPT: :[[@LINE]]:{{.*}},{{create-initialised|create-options}}]
  row = fill_left(x, 0, row);                   // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows created_with_options(In<Rows> x, Out<Rows> out) {
  tensor::CreateOptions<float> options;
  options.init_value = 1.f;
  Row row = tensor::create<float, 1, 8>(options); // KEPT: :[[@LINE]]:{{.*}},create-options]
  row = fill_left(x, 0, row);                     // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// `full` is no create: nothing to match, nothing to say.
PTO_ORCHESTRATION Rows full_of_zeros(In<Rows> x, Out<Rows> out) {
  Row row = tensor::full<float, 1, 8>(0.f);
  row = fill_left(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows accumulates_into_it(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},accumulates]
  row = accumulate(x, 0, row);             // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows adds_atomically_into_it(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},accumulates]
  tile::store(tile::load<1, 8>(x, {0, 0}), {0, 0}, row, Atomic::Add); // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION float read_before_written(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},reads-uninitialised]
  float f = first(row);                    // NOTE: :[[@LINE]]:{{.*}}: note:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return f;
}

PTO_ORCHESTRATION Rows half_filled(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},partial-fill]
  row = fill_left(x, 0, row);              // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows all_but_one_element(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},partial-fill]
  for (Index c = 1; c < 8; ++c)
    row(0, c) = 1.f;                       // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows every_second_element(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},partial-fill]
  for (Index c = 0; c < 8; c += 2)
    row(0, c) = 1.f;                       // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows as_much_as_the_loop_likes(In<Rows> x, Out<Rows> out, Index n) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{partial-fill|fill-conditional}}]
  for (Index c = 0; c < n; ++c)
    row = fill(x, c, row);                 // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows until_a_break(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{partial-fill|fill-conditional}}]
  for (Index c = 0; c < 8; ++c) {
    if (tensor::read(x, {0, c}) < 0.f)
      break;
    row(0, c) = 1.f;                       // NOTE: :[[@LINE]]:{{.*}}: note:
  }
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows filled_in_one_branch(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},fill-conditional]
  if (c)
    row = fill(x, 0, row);                 // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

/// row := x[0], if it likes
PTO_INCORE Row fill_sometimes(In<Rows> x, Out<Row> row) {
  if (tensor::read(x, {0, 0}) < 0.f)
    return row;
  return fill(x, 0, row);
}

PTO_ORCHESTRATION Rows kernel_leaves_early(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{partial-fill|fill-conditional}}]
  row = fill_sometimes(x, row);            // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows never_filled(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},never-filled]
  out = tensor::assemble(out, row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_INCORE Row only_declared(In<Rows> x, Out<Row> row); // defined nowhere that the tool sees

PTO_ORCHESTRATION inline Rows kernel_only_declared(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},fill-unproven]
  row = only_declared(x, row);             // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

//===-- H14: dense memory -------------------------------------------------------===//

PTO_ORCHESTRATION Rows pointer_taken(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 4>(); // KEPT: :[[@LINE]]:{{.*}},needs-dense]
  float *p = block.data();                    // NOTE: :[[@LINE]]:{{.*}}: note:
  for (int i = 0; i < 8; ++i)
    p[i] = static_cast<float>(i);
  out = tensor::assemble(out, block, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows reshaped(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 4>(); // KEPT: :[[@LINE]]:{{.*}},needs-dense]
  auto row = tensor::reshape<1, 8>(block);    // NOTE: :[[@LINE]]:{{.*}}: note:
  row = fill(x, 0, row);
  out = tensor::assemble(out, block, {0, 0});
  return out;
}

PTO_INCORE void fill_dense(In<Rows> x, Out<DenseTensor<float, 2, 4>> block) {
  for (Index i = 0; i < 8; ++i)
    block[i] = tensor::read(x, {0, i});
}

PTO_ORCHESTRATION Rows dense_parameter(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 4>(); // KEPT: :[[@LINE]]:{{.*}},needs-dense]
  fill_dense(x, block);                       // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, block, {0, 0});
  return out;
}

PTO_INCORE void fill_by_pointer(Out<Tensor<float, 2, 4>> block) {
  float *p = block.data();
  for (Index i = 0; i < 8; ++i)
    p[i] = 1.f;
}

PTO_ORCHESTRATION Rows kernel_takes_pointer(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 4>(); // KEPT: :[[@LINE]]:{{.*}},{{needs-dense|staging-retained}}]
  fill_by_pointer(block);                     // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, block, {0, 0});
  return out;
}

PTO_ORCHESTRATION Index asks_for_density(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},needs-dense]
  row = fill(x, 0, row);
  Index dense = row.is_contiguous();       // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return dense;
}

PTO_ORCHESTRATION Index asks_for_strides(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 4>(); // KEPT: :[[@LINE]]:{{.*}},needs-dense]
  for (Index c = 0; c < 4; ++c) {
    block(0, c) = 1.f;
    block(1, c) = 2.f;
  }
  Index pitch = block.stride(0);              // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, block, {0, 0});
  return pitch;
}

PTO_ORCHESTRATION Rows dense_handle(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 4>(); // KEPT: :[[@LINE]]:{{.*}},needs-dense]
  DenseTensor<float, 2, 4> dense = block;     // NOTE: :[[@LINE]]:{{.*}}: note:
  for (Index i = 0; i < 8; ++i)
    dense[i] = 1.f;
  out = tensor::assemble(out, block, {0, 0});
  return out;
}

//===-- H16, H19, H20: type, valid extents, bounds ------------------------------===//

// Another element type does not compile: nothing to decline.
template <class Target, class Source>
concept Assembles = requires(Target t, Source s) { tensor::assemble(t, s, {0, 0}); };
static_assert(Assembles<Rows, Row> && !Assembles<Tensor<half, 4, 8>, Row>);

PTO_ORCHESTRATION Rows column_major(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, 2, 8>({.layout = Layout::DN}); // KEPT: :[[@LINE]]:{{.*}},layout-differs]
  for (Index r = 0; r < 2; ++r)                                     // NOTE: :{{.*}}: note:
    tile::store(tile::load<1, 8>(x, {r, 0}), {r, 0}, block);
  out = tensor::assemble(out, block, {0, 0});
  return out;
}

PTO_ORCHESTRATION Index asks_what_is_valid(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},valid-shape]
  row = fill(x, 0, row);
  Index n = row.valid(1);                  // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return n;
}

PTO_ORCHESTRATION Index asks_what_is_valid_of_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},valid-shape]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out.valid(0);
}

// Whoever calls may pass a tensor that is valid in part. `add` looks at the valid part of the row, which would be none.
PTO_ORCHESTRATION Row valid_part_of_a_parameter(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},valid-shape]
  row = fill(x, 0, row);
  auto doubled = tensor::add(row, row);    // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {3, 0});
  return doubled;
}
PTO_ORCHESTRATION Rows passes_a_valid_part(In<Rows> x, Out<Rows> out) {
  return tensor::assemble(out, valid_part_of_a_parameter(x, tensor::set_validshape(out, {2, 8})), {1, 0});
}

PTO_ORCHESTRATION Rows valid_part_set_here(In<Rows> x, Out<Rows> out) {
  auto part = tensor::set_validshape(out, {2, 8});
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},valid-shape]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  tensor::assemble(part, row, {1, 0});
  return out;
}

PTO_ORCHESTRATION Rows valid_part_of_the_buffer(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();         // KEPT: :[[@LINE]]:{{.*}},{{valid-shape|source-is-view}}]
  row = fill(x, 0, row);
  auto left = tensor::set_validshape(row, {1, 4}); // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, left, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows out_of_bounds(In<Rows> x, Out<Rows> out) { // not run: it breaks a precondition
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},window-out-of-bounds]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {4, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows out_of_bounds_in_loop(In<Rows> x, Out<Rows> out) { // not run
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},window-out-of-bounds]
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, r + 1}); // NOTE: :[[@LINE]]:{{.*}}: note:
  }
  return out;
}

//===-- H17: a loop's condition -------------------------------------------------===//

PTO_ORCHESTRATION Rows while_condition_reads_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},loop-condition-reads-target]
  row = fill(x, 0, row);
  Index n = 0;
  while (tensor::read(out, {0, 0}) < 1.f && n < 3) // NOTE: :[[@LINE]]:{{.*}}: note:
    n += 1;
  out = tensor::assemble(out, row, {0, 0});
  tensor::write(out, {1, 0}, static_cast<float>(n));
  return out;
}

PTO_ORCHESTRATION Rows for_condition_reads_target(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},loop-condition-reads-target]
  row = fill(x, 0, row);
  Index n = 0;
  for (Index i = 0; i < 3 && out(0, 0) < 1.f; ++i) // NOTE: :[[@LINE]]:{{.*}}: note:
    n += i;
  out = tensor::assemble(out, row, {0, 0});
  tensor::write(out, {1, 0}, static_cast<float>(n));
  return out;
}

//===-- H18: which argument a call returns --------------------------------------===//

PTO_INCORE Row two_candidates(In<Rows> x, InOut<Row> scratch, Out<Row> row);

// T8.
PTO_ORCHESTRATION inline Rows result_of_one_type(In<Rows> x, Out<Rows> out) {
  Row scratch = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},ambiguous-result]
  Row row = tensor::create<float, 1, 8>();     // NOTE: :{{.*}}: note:
  row = two_candidates(x, scratch, row);       // KEPT: :[[@LINE-1]]:{{.*}},ambiguous-result]
  out = tensor::assemble(out, row, {0, 0});    // NOTE: :{{.*}}: note:
  return out;
}

/// One or the other, as it likes.
PTO_INCORE Row one_or_the_other(In<Rows> x, Out<Row> a, Out<Row> b) {
  fill(x, 0, a);
  fill(x, 1, b);
  if (tensor::read(x, {0, 0}) < 0.f)
    return a;
  return b;
}

PTO_ORCHESTRATION Rows result_of_one_or_the_other(In<Rows> x, Out<Rows> out) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-result|ambiguous-staging}}]
  Row b = tensor::create<float, 1, 8>(); // NOTE: :{{.*}}: note:
  Row c = one_or_the_other(x, a, b);     // KEPT: :[[@LINE-1]]:{{.*}},{{ambiguous-result|ambiguous-staging}}]
  out = tensor::assemble(out, c, {0, 0}); // NOTE: :{{.*}}: note:
  return out;
}

//===-- H22, H23: tasks ---------------------------------------------------------===//

PTO_ORCHESTRATION Rows parallel_overlap(In<Rows> x, Out<Rows> out) { // not run: it breaks its promise
  scf::parallel(4, [&](Index r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},parallel-overlap]
    row = fill(x, r, row);                   // NOTE: :[[@LINE-2]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r / 2, 0});
  });
  return out;
}

PTO_ORCHESTRATION Rows parallel_constant_window(In<Rows> x, Out<Rows> out) { // not run
  scf::parallel(4, [&](Index r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},parallel-overlap]
    row = fill(x, r, row);                   // NOTE: :{{.*}}: note:
    out = tensor::assemble(out, row, {0, 0});
  });
  return out;
}

PTO_ORCHESTRATION Rows parallel_by_index(In<Rows> x, In<Tensor<std::int64_t, 4>> at, Out<Rows> out) { // not run
  scf::parallel(4, [&](Index r) {
    Index to = tensor::read(at, {r}) % 4;
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},parallel-overlap]
    row = fill(x, r, row);                   // NOTE: :{{.*}}: note:
    out = tensor::assemble(out, row, {to, 0});
  });
  return out;
}

PTO_ORCHESTRATION Rows parallel_blocks_touch(In<Rows> x, Out<Rows> out) { // not run
  scf::parallel(3, [&](Index r) {
    auto block = tensor::create<float, 2, 8>(); // KEPT: :[[@LINE]]:{{.*}},parallel-overlap]
    for (Index i = 0; i < 2; ++i)               // NOTE: :{{.*}}: note:
      tile::store(tile::load<1, 8>(x, {r, 0}), {i, 0}, block);
    out = tensor::assemble(out, block, {r, 0});
  });
  return out;
}

PTO_ORCHESTRATION Rows manual_dependencies(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>({.manual_dep = true}); // KEPT: :[[@LINE]]:{{.*}},dependency-flag]
  row = fill(x, 0, row);                                       // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows no_dependencies(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},dependency-flag]
  row = fill(x, 0, tensor::no_dep(row));   // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

//===-- H24, H25: the handle gets away, an exception comes ----------------------===//

struct Holder {
  Row row;
} holder;

PTO_ORCHESTRATION Rows stored_in_a_global(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|staging-retained}}]
  row = fill(x, 0, row);
  holder.row = row;                        // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  twice(holder.row);
  holder.row = Row();
  return out;
}

PTO_ORCHESTRATION Row returned(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-escapes]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return row;                              // NOTE: :[[@LINE]]:{{.*}}: note:
}

PTO_ORCHESTRATION void given_to_the_caller(In<Rows> x, Out<Rows> out, Row &kept) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-escapes]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  kept = row;                              // NOTE: :[[@LINE]]:{{.*}}: note:
}
PTO_ORCHESTRATION Rows takes_it(In<Rows> x, Out<Rows> out) {
  Row kept;
  given_to_the_caller(x, out, kept);
  twice(kept);
  return out;
}

Row kept_by_kernel;
PTO_INCORE Row fill_and_keep(In<Rows> x, Out<Row> row) {
  kept_by_kernel = row;
  return fill(x, 0, row);
}

PTO_ORCHESTRATION Rows kept_by_a_kernel(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-retained|staging-escapes}}]
  row = fill_and_keep(x, row);             // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  twice(kept_by_kernel);
  kept_by_kernel = Row();
  return out;
}

Row *address;
PTO_ORCHESTRATION Rows address_taken(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|ambiguous-staging}}]
  address = &row;                          // NOTE: :{{.*}}: note:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  twice(*address);
  return out;
}

struct Failure {};
inline void check(In<Rows> m) {
  if (m.is_null())
    throw Failure();
}

PTO_ORCHESTRATION Rows callee_throws(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},may-throw]
  row = fill(x, 0, row);
  check(x);                                // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows throws_itself(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{exit-between|may-throw}}]
  row = fill(x, 0, row);
  if (tensor::dim(x, 0) != 4)
    throw Failure();                       // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

void log(int number); // may throw, may do anything

PTO_ORCHESTRATION inline Rows unknown_function(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-throw|may-alias|target-written-between}}]
  row = fill(x, 0, row);
  if (false)
    log(1);                                // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

//===-- H28: the extents --------------------------------------------------------===//

using Dynamic = Tensor<float, dyn, dyn>;

PTO_ORCHESTRATION Dynamic extent_changes_before_it_sinks(In<Dynamic> x, Out<Dynamic> out, Index k) {
  Index n = 2;
  auto block = tensor::create<float>({n, 8}); // KEPT: :[[@LINE]]:{{.*}},shape-changed]
  n = 1;                                      // NOTE: :[[@LINE]]:{{.*}}: note:
  Index at = k + n;
  for (Index r = 0; r < 2; ++r)
    tile::store(tile::load<1, 8>(x, {r, 0}), {r, 0}, block);
  out = tensor::assemble(out, block, {at, 0});
  return out;
}

PTO_ORCHESTRATION Dynamic extent_of_a_call_does_not_sink(In<Dynamic> x, Out<Dynamic> out) {
  tickets = 1;
  auto block = tensor::create<float>({next(), 8}); // KEPT: :[[@LINE]]:{{.*}},{{shape-changed|evaluation-order|partial-fill}}]
  Index at = next();                               // NOTE: :{{.*}}: note:
  tile::store(tile::load<1, 8>(x, {0, 0}), {0, 0}, block);
  out = tensor::assemble(out, block, {at, 0});
  return out;
}

//===-- T2, T3, T6, T9-T12 ------------------------------------------------------===//

PTO_ORCHESTRATION Rows assembled_twice(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();  // KEPT: :[[@LINE]]:13: remark: 'row' kept: it is assembled 2 times [-Rpass-missed=fuse-create-assemble-to-slice,assembled-twice]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {1, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows assembled_twice_by_two_names(In<Rows> x, Out<Rows> out, Out<Rows> other) {
  Row row = tensor::create<float, 1, 8>();      // KEPT: :[[@LINE]]:{{.*}},assembled-twice]
  Row same = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});     // NOTE: :[[@LINE]]:{{.*}}: note:
  other = tensor::assemble(other, same, {1, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows assembled_once_a_branch(In<Rows> x, Out<Rows> out, bool c) {
  Row row = tensor::create<float, 1, 8>();    // KEPT: :[[@LINE]]:{{.*}},assembled-twice]
  row = fill(x, 0, row);
  if (c)
    out = tensor::assemble(out, row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  else
    out = tensor::assemble(out, row, {1, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_ORCHESTRATION Rows slice_is_assembled(In<Rows> x, Out<Rows> out) { // nothing was created
  auto chunk = tensor::slice<1, 8>(x, {0, 0});
  out = tensor::assemble(out, chunk, {1, 0});
  return out;
}

PTO_ORCHESTRATION Rows part_is_assembled(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},source-is-view]
  row = fill(x, 0, row);
  auto left = tensor::slice<1, 4>(row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, left, {1, 0});
  return out;
}

PTO_ORCHESTRATION void assembled_into_itself(In<Rows> x) {
  auto all = tensor::create<float, 4, 8>(); // KEPT: :[[@LINE]]:{{.*}},assembled-into-itself]
  clear(all);
  tensor::assemble(all, all, {0, 0});       // NOTE: :[[@LINE]]:{{.*}}: note:
}

// A kernel and a plain function are no orchestration.
PTO_INCORE Rows in_a_kernel(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();
  row = fill(x, 0, row);
  return tensor::assemble(out, row, {0, 0});
}

Rows in_a_plain_function(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();
  row = fill(x, 0, row);
  return tensor::assemble(out, row, {0, 0});
}

PTO_ORCHESTRATION Rows rebound_in_no_iteration(In<Rows> x, Out<Rows> out) {
  Row first_row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|create-conditional}}]
  first_row = fill(x, 0, first_row);             // NOTE: :{{.*}}: note:
  Row current = first_row;
  for (Index i = 0; i < 0; ++i) {
    Row fresh = tensor::create<float, 1, 8>();   // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|different-loops}}]
    fresh = fill(x, 1, fresh);                   // NOTE: :{{.*}}: note:
    current = fresh;
  }
  out = tensor::assemble(out, current, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows rebound_in_some_iterations(In<Rows> x, Out<Rows> out, Index n) {
  Row first_row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|create-conditional}}]
  first_row = fill(x, 0, first_row);             // NOTE: :{{.*}}: note:
  Row current = first_row;
  for (Index i = 0; i < n; ++i) {
    Row fresh = tensor::create<float, 1, 8>();   // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|different-loops}}]
    fresh = fill(x, 1, fresh);                   // NOTE: :{{.*}}: note:
    current = fresh;
  }
  out = tensor::assemble(out, current, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows rebound_while(In<Rows> x, Out<Rows> out, bool go) {
  Row first_row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|create-conditional}}]
  first_row = fill(x, 0, first_row);             // NOTE: :{{.*}}: note:
  Row current = first_row;
  while (go) {
    Row fresh = tensor::create<float, 1, 8>();   // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|different-loops}}]
    fresh = fill(x, 1, fresh);                   // NOTE: :{{.*}}: note:
    current = fresh;
    go = false;
  }
  out = tensor::assemble(out, current, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows one_of_two_buffers(In<Rows> x, Out<Rows> out, bool c) {
  Row a = tensor::create<float, 1, 8>();  // KEPT: :[[@LINE]]:{{.*}},ambiguous-staging]
  Row b = tensor::create<float, 1, 8>();  // NOTE: :{{.*}}: note:
  a = fill(x, 0, a);                      // KEPT: :[[@LINE-1]]:{{.*}},ambiguous-staging]
  b = fill(x, 1, b);                      // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, c ? a : b, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows atomic(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    Row row = tensor::create<float, 1, 8>();               // KEPT: :[[@LINE]]:{{.*}},atomic]
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0}, Atomic::Add); // NOTE: :[[@LINE]]:{{.*}}: note:
  }
  return out;
}

PTO_ORCHESTRATION Rows maybe_atomic(In<Rows> x, Out<Rows> out, bool add) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},atomic]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0}, add ? Atomic::Add : Atomic::None); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

PTO_TEST_MAIN(
    assemble_in_if, assemble_in_else, assemble_in_conditional_operator, assemble_behind_and, assemble_in_case,
    assemble_in_maybe_empty_loop, create_in_if, continue_between, break_between, return_between, return_from_iteration,
    break_out_of_switch, call_reads_target, op_reads_target, element_reads_target, view_reads_target,
    other_handle_reads_target, condition_reads_target, copied_from_target, reads_row_above_or_this,
    reads_a_row_of_unknown_number, reads_by_remainder, call_writes_target, op_writes_target, element_writes_target,
    element_updates_target, other_handle_writes_target, store_writes_target, loop_writes_target, target_rebound,
    target_rebound_in_branch, targets_swapped, filled_again, recycled_as_scratch, other_handle_written_after,
    view_written_after, written_after_in_outer_scope, read_after_target_changed, read_after_maybe_changed,
    read_one_iteration_later, in_place_stencil, shift_through_a_view, maybe_the_same_row, one_call_writes_both,
    passed_twice, passed_twice_by_two_names, turned_in_place, breaks_the_promise, through_a_global, two_wraps_of_one_array,
    offset_after_the_fill, offset_read_in_place, offset_changed, offset_changed_in_branch, offset_counted_in_loop,
    offset_of_a_call, offset_with_increment, offset_behind_a_pointer, offsets_by_name, target_after_the_fill,
    target_bound_after_the_fill, target_is_an_expression, created_once_assembled_often, created_once_constant_window,
    created_once_for_parallel, filled_once_assembled_often, created_often_assembled_once, created_in_inner_loop,
    outer_loop_creates, software_pipeline, double_buffer, previous_buffer_written, previous_buffer_filled,
    created_with_zeros, created_with_zeros_unnamed, created_with_options, full_of_zeros, accumulates_into_it,
    adds_atomically_into_it, read_before_written, half_filled, all_but_one_element, every_second_element,
    as_much_as_the_loop_likes, until_a_break, filled_in_one_branch, kernel_leaves_early, never_filled, pointer_taken,
    reshaped, dense_parameter, kernel_takes_pointer, asks_for_density, asks_for_strides, dense_handle, column_major,
    asks_what_is_valid, asks_what_is_valid_of_target, while_condition_reads_target, for_condition_reads_target,
    result_of_one_or_the_other, manual_dependencies, stored_in_a_global, returned, takes_it, kept_by_a_kernel,
    address_taken, callee_throws, throws_itself, extent_changes_before_it_sinks, extent_of_a_call_does_not_sink,
    assembled_twice, assembled_twice_by_two_names, assembled_once_a_branch, slice_is_assembled, part_is_assembled,
    in_a_kernel, in_a_plain_function, rebound_in_no_iteration, rebound_in_some_iterations, rebound_while,
    one_of_two_buffers, atomic, maybe_atomic, passes_a_valid_part, valid_part_set_here, valid_part_of_the_buffer,
    roles_of_another_namespace, no_dependencies)
