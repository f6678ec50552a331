// Numbers that are not what they seem: offsets and loop counters that change out of sight, conversions, conditions
// inside expressions (spec 1.12). All of it is kept.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

//===-- offsets -----------------------------------------------------------------===//

Index position = 0;
inline void advance() { position = 3; }

PTO_ORCHESTRATION void offset_by_reference(In<Rows> x, Out<Rows> out, Index &r) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available}}]
  advance();                               // NOTE: :{{.*}}: note:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {r, 0});
}
PTO_ORCHESTRATION Rows passes_a_global(In<Rows> x, Out<Rows> out) {
  position = 0;
  offset_by_reference(x, out, position);
  return out;
}

PTO_ORCHESTRATION void two_offsets_by_reference(In<Rows> x, Out<Rows> out, const Index &r, Index &s) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available}}]
  s = 2;                                   // NOTE: :{{.*}}: note:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {r, 0});
}
PTO_ORCHESTRATION Rows passes_one_offset_twice(In<Rows> x, Out<Rows> out) {
  Index k = 0;
  two_offsets_by_reference(x, out, k, k);
  return out;
}

PTO_ORCHESTRATION Rows global_offset(In<Rows> x, Out<Rows> out) {
  position = 0;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  advance();
  out = tensor::assemble(out, row, {position, 0});
  return out;
}

struct Where {
  Index row;
};

PTO_ORCHESTRATION Rows member_offset(In<Rows> x, Out<Rows> out) {
  Where at{0};
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available|offset-side-effect}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  at.row = 2;
  out = tensor::assemble(out, row, {at.row, 0});
  return out;
}

PTO_ORCHESTRATION Rows array_offset(In<Rows> x, Out<Rows> out) {
  Index at[2] = {0, 0};
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available|offset-side-effect}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  at[0] = 2;
  out = tensor::assemble(out, row, {at[0], 0});
  return out;
}

PTO_ORCHESTRATION Rows binding_offset(In<Rows> x, Out<Rows> out) {
  Pair<Index, Index> at{0, 0};
  auto &[r, c] = at;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available|offset-side-effect}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  at.first = 2;
  out = tensor::assemble(out, row, {r, c});
  return out;
}

PTO_ORCHESTRATION Rows volatile_offset(In<Rows> x, Out<Rows> out) {
  volatile Index r = 1;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-side-effect}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {r, 0});
  return out;
}

struct Counter {
  mutable Index n = 0;
  operator Index() const { return n++; }
};

PTO_ORCHESTRATION Rows converted_offset(In<Rows> x, Out<Rows> out) {
  Counter k;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-side-effect}}]
  row = fill(x, k, row);                   // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {k, 0});
  return out;
}

//===-- loops that are not what they seem ---------------------------------------===//

// The lower bound is what `first_row` was when the loop began.
PTO_ORCHESTRATION float lower_bound_changes(In<Rows> x, Out<Rows> out, bool flag) {
  float s = 0;
  Index first_row = 1;
  for (Index i = first_row; i < 4; ++i) {
    if (flag)
      first_row = i + 1;
    Row row = tensor::create<float, 1, 8>();     // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = fill(x, i, row);
    s += tensor::read(out, {first_row - 1, 0});  // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {i, 0});
  }
  return s;
}

// The upper bound grows.
PTO_ORCHESTRATION float upper_bound_changes(In<Rows> x, Out<Rows> out) {
  float s = 0;
  Index n = 1;
  for (Index i = 0; i < n; ++i) {
    if (n < 4)
      n += 1;
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = fill(x, i, row);
    s += tensor::read(out, {n - 1, 0});      // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {i, 0});
  }
  return s;
}

// The counter is changed in the body.
PTO_ORCHESTRATION float counter_changes(In<Rows> x, Out<Rows> out) {
  float s = 0;
  for (Index i = 0; i < 2; ++i) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-read-between|offset-changed}}]
    row = fill(x, i, row);
    s += tensor::read(out, {1, 0});          // NOTE: :{{.*}}: note:
    if (i == 0)
      i = 1;
    out = tensor::assemble(out, row, {i, 0});
    i = i - 0;
  }
  return s;
}

// An 8-bit counter wraps: 251, 1, 7, ... 253, 3, ... until it meets 255.
PTO_ORCHESTRATION float counter_wraps(Out<Tensor<float, 256, 8>> out) {
  float s = 0;
  for (std::uint8_t i = 251; i < 255; i = static_cast<std::uint8_t>(i + 6)) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = paint(static_cast<float>(i), row);
    s += tensor::read(out, {1, 0});          // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {i, 0});
  }
  return s;
}

PTO_ORCHESTRATION float counter_wraps_by_operator(Out<Tensor<float, 256, 8>> out) {
  float s = 0;
  for (std::uint8_t i = 251; i < 255; i += 6) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = paint(static_cast<float>(i), row);
    s += tensor::read(out, {1, 0});          // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {i, 0});
  }
  return s;
}

// Unsigned arithmetic wraps, too: k - 1 may be far above k.
PTO_ORCHESTRATION float unsigned_offsets(In<Rows> x, Out<Rows> out, unsigned k) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float s = tensor::read(out, {(k - 1u) % 4u, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {k % 4u, 0});
  return s;
}

//===-- conversions and conditions inside expressions ---------------------------===//

// As bool every k but 0 is 1.
PTO_ORCHESTRATION float offset_as_bool(In<Rows> x, Out<Rows> out, Index n) {
  Index k = n % 2 + 1;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float s = tensor::read(out, {static_cast<bool>(k), 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {k - 1, 0});
  return s;
}

PTO_ORCHESTRATION float variable_as_bool(In<Rows> x, Out<Rows> out, Index n) {
  Index k = n % 2 + 1;
  const bool b = k;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float s = tensor::read(out, {b, 0});     // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {k - 1, 0});
  return s;
}

PTO_ORCHESTRATION float offset_as_a_byte(In<Rows> x, Out<Rows> out, Index n) {
  Index k = 256 + n % 2;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float s = tensor::read(out, {static_cast<std::uint8_t>(k), 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {k - 256, 0});
  return s;
}

// The right side of && runs sometimes: then `a` is the second buffer, else the first.
PTO_ORCHESTRATION Rows rebound_behind_and(In<Rows> x, Out<Rows> out, bool c) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  Row b = tensor::create<float, 1, 8>(); // NOTE: :{{.*}}: note:
  a = fill(x, 0, a);                     // KEPT: :[[@LINE-1]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  b = fill(x, 1, b);                     // NOTE: :{{.*}}: note:
  bool d = c && (a = b, true);
  out = tensor::assemble(out, a, {0, 0});
  return tensor::write(out, {3, 3}, d ? 1.f : 2.f);
}

PTO_ORCHESTRATION Rows rebound_in_if_behind_and(In<Rows> x, Out<Rows> out, bool c) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  Row b = tensor::create<float, 1, 8>(); // NOTE: :{{.*}}: note:
  a = fill(x, 0, a);                     // KEPT: :[[@LINE-1]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  b = fill(x, 1, b);                     // NOTE: :{{.*}}: note:
  if (c && (a = b, true))
    tensor::write(out, {3, 3}, 1.f);
  out = tensor::assemble(out, a, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows rebound_in_while_behind_or(In<Rows> x, Out<Rows> out, bool c) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  Row b = tensor::create<float, 1, 8>(); // NOTE: :{{.*}}: note:
  a = fill(x, 0, a);                     // KEPT: :[[@LINE-1]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  b = fill(x, 1, b);                     // NOTE: :{{.*}}: note:
  while (c || (a = b, false)) {
    tensor::write(out, {3, 3}, 1.f);
    if (c)
      break;
  }
  out = tensor::assemble(out, a, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows rebound_in_conditional_operator(In<Rows> x, Out<Rows> out, bool c) {
  Row a = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  Row b = tensor::create<float, 1, 8>(); // NOTE: :{{.*}}: note:
  a = fill(x, 0, a);                     // KEPT: :[[@LINE-1]]:{{.*}},{{ambiguous-staging|staging-escapes}}]
  b = fill(x, 1, b);                     // NOTE: :{{.*}}: note:
  Index d = c ? (a = b, 1) : 0;
  out = tensor::assemble(out, a, {0, 0});
  return tensor::write(out, {3, d}, 1.f);
}

PTO_ORCHESTRATION float offset_set_behind_or(In<Rows> x, Out<Rows> out, bool c) {
  Index r = 1;
  bool d = c || (r = 2, true);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
  row = fill(x, 0, row);
  float s = tensor::read(out, {1, 0});     // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {r, 0});
  return d ? s : 0.f;
}

//===-- values that are new in every iteration ----------------------------------===//

// `keep` shows the row that this iteration assembles.
PTO_ORCHESTRATION float bindings_of_a_range_for(In<Rows> x, Out<Rows> out) {
  const Pair<Index, Index> list[] = {{0, 0}, {1, 0}, {2, 0}};
  float s = 0;
  Row keep = tensor::slice<1, 8>(x, {0, 0});
  for (auto [r, q] : list) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = fill(x, r, row);
    s += first(keep);                        // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, q});
    keep = tensor::slice<1, 8>(out, {r + 1, q});
  }
  return s;
}

inline Pair<Index, Index> where(Index i) { return {i, 0}; }

PTO_ORCHESTRATION float bindings_of_a_call(In<Rows> x, Out<Rows> out) {
  float s = 0;
  Row keep = tensor::slice<1, 8>(x, {0, 0});
  for (Index i = 0; i < 3; ++i) {
    auto [r, q] = where(i);
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = fill(x, r, row);
    s += first(keep);                        // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, q});
    keep = tensor::slice<1, 8>(out, {r + 1, q});
  }
  return s;
}

PTO_ORCHESTRATION float init_capture(In<Rows> x, Out<Rows> out) {
  float s = 0;
  Row keep = tensor::slice<1, 8>(x, {0, 0});
  for (Index i = 0; i < 3; ++i) {
    scf::parallel(1, [&, r = i](Index q) {
      Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-read-between|offset-changed}}]
      row = fill(x, r, row);
      s += first(keep);                        // NOTE: :{{.*}}: note:
      out = tensor::assemble(out, row, {r, q});
      keep = tensor::slice<1, 8>(out, {r + 1, q});
    });
  }
  return s;
}

PTO_ORCHESTRATION float counter_of_a_for(In<Rows> x, Out<Rows> out) {
  float s = 0;
  Row keep = tensor::slice<1, 8>(x, {0, 0});
  for (Index r = 0; r < 3; ++r) {
    Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},target-read-between]
    row = fill(x, r, row);
    s += first(keep);                        // NOTE: :[[@LINE]]:{{.*}}: note:
    out = tensor::assemble(out, row, {r, 0});
    keep = tensor::slice<1, 8>(out, {r + 1, 0});
  }
  return s;
}

PTO_TEST_MAIN(passes_a_global, passes_one_offset_twice, global_offset, member_offset, array_offset, binding_offset,
              volatile_offset, converted_offset, lower_bound_changes, upper_bound_changes, counter_changes,
              counter_wraps, counter_wraps_by_operator, unsigned_offsets, offset_as_bool, variable_as_bool,
              offset_as_a_byte, rebound_behind_and, rebound_in_if_behind_and, rebound_in_while_behind_or,
              rebound_in_conditional_operator, offset_set_behind_or, bindings_of_a_range_for, bindings_of_a_call,
              init_capture, counter_of_a_for)
