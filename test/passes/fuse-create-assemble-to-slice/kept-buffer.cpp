// What becomes of the buffer: uses after the assemble, what it holds before and besides, dense memory, handles that
// get away (spec H4, H5, H12-H14, H24, H25). All of it is kept.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

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

PTO_TEST_MAIN(filled_again, recycled_as_scratch, other_handle_written_after, view_written_after,
              written_after_in_outer_scope, read_after_target_changed, read_after_maybe_changed,
              read_one_iteration_later, created_with_zeros, created_with_zeros_unnamed, created_with_options,
              full_of_zeros, accumulates_into_it, adds_atomically_into_it, read_before_written, half_filled,
              all_but_one_element, every_second_element, as_much_as_the_loop_likes, until_a_break, filled_in_one_branch,
              kernel_leaves_early, never_filled, pointer_taken, reshaped, dense_parameter, kernel_takes_pointer,
              asks_for_density, asks_for_strides, dense_handle, stored_in_a_global, returned, takes_it,
              kept_by_a_kernel, address_taken, callee_throws, throws_itself)
