// When create and assemble run: conditions, loops, rotating buffers (spec H1, H9, H10, H17, H21, T2-T12). All of it is
// kept; every remark names the reason, and a note the statement in the way.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

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

PTO_TEST_MAIN(assemble_in_if, assemble_in_else, assemble_in_conditional_operator, assemble_behind_and, assemble_in_case,
              assemble_in_maybe_empty_loop, create_in_if, continue_between, break_between, return_between,
              return_from_iteration, break_out_of_switch, created_once_assembled_often, created_once_constant_window,
              created_once_for_parallel, filled_once_assembled_often, created_often_assembled_once,
              created_in_inner_loop, outer_loop_creates, software_pipeline, double_buffer, previous_buffer_written,
              previous_buffer_filled, while_condition_reads_target, for_condition_reads_target, assembled_twice,
              assembled_twice_by_two_names, assembled_once_a_branch, slice_is_assembled, part_is_assembled, in_a_kernel,
              in_a_plain_function, rebound_in_no_iteration, rebound_in_some_iterations, rebound_while,
              one_of_two_buffers, atomic, maybe_atomic)
