// Where and how the view would have to be made: target and offsets, types, valid extents, bounds, results, tasks
// (spec H8, H16, H18-H20, H22, H23, H28). All of it is kept.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

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

PTO_TEST_MAIN(offset_after_the_fill, offset_read_in_place, offset_changed, offset_changed_in_branch,
              offset_counted_in_loop, offset_of_a_call, offset_with_increment, offset_behind_a_pointer, offsets_by_name,
              target_after_the_fill, target_bound_after_the_fill, target_is_an_expression, column_major,
              asks_what_is_valid, asks_what_is_valid_of_target, result_of_one_or_the_other, manual_dependencies,
              extent_changes_before_it_sinks, extent_of_a_call_does_not_sink, passes_a_valid_part, valid_part_set_here,
              valid_part_of_the_buffer, no_dependencies)
