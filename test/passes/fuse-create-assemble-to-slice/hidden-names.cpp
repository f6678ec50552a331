// Other names of the target and of the buffer that one does not see at once: pointers, references, lambdas (spec 1.12).
// All of it is kept.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../Inputs/kernels.h"

#include <cstring>
#include <functional>

//===-- elements of the target, by pointer and reference ------------------------===//

PTO_ORCHESTRATION float pointer_reads(Out<Rows> out) {
  float *p = out.data();
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = p[0];
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION void pointer_writes(Out<Rows> out) {
  float *p = out.data() + 3;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-written-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  *p = 1.f;
  out = tensor::assemble(out, row, {0, 0});
}

PTO_ORCHESTRATION float pointer_to_element_reads(Out<Rows> out) {
  float *p = &out(0, 2);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = *p;
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float reference_to_element_reads(Out<Rows> out) {
  float &e = out(0, 0);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = e;
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION void reference_to_element_writes(Out<Rows> out) {
  auto &e = out(0, 0);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-written-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  e += 1.f;
  out = tensor::assemble(out, row, {0, 0});
}

PTO_ORCHESTRATION float library_reads(Out<Rows> out) {
  const float *p = out.data();
  float copy[8];
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  std::memcpy(copy, p, sizeof copy);
  out = tensor::assemble(out, row, {0, 0});
  return copy[0];
}

inline float peek(const float *p) { return p[1]; }

PTO_ORCHESTRATION float function_reads(Out<Rows> out) {
  const float *p = out.data();
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = peek(p);
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

float *exposed;
inline float peek_global() { return exposed[0]; }

PTO_ORCHESTRATION float function_reads_global_pointer(Out<Rows> out) {
  exposed = out.data();
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|may-throw}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = peek_global();
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float memory_of_the_user() {
  float memory[32] = {};
  Rows out(memory);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = memory[0];
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float wrapped_again() {
  auto out = tensor::create<float, 4, 8>();
  out = clear(out);
  Rows again(out.data());
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = sum(again);
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float dense_handle_reads(In<Rows> x, Out<Rows> out) {
  DenseTensor<float, 4, 8> dense = out;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = fill(x, 0, row);
  float before = dense[0];                 // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION void dense_handle_writes(In<Rows> x, Out<Rows> out) {
  DenseTensor<float, 4, 8> dense = out;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-written-between|windows-overlap}}]
  row = fill(x, 0, row);
  dense[1] = 1.f;                          // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
}

inline float *address_of(Rows m) { return m.data(); }

PTO_ORCHESTRATION float pointer_from_a_call(Out<Rows> out) {
  float *p = address_of(out);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = p[0];
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

// A pointer that somebody passes may point anywhere.
PTO_ORCHESTRATION float pointer_parameter(Rows out, const float *p) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = p[1];
  out = tensor::assemble(out, row, {0, 0});
  return before;
}
PTO_ORCHESTRATION float passes_its_memory(Out<Rows> out) { return pointer_parameter(out, out.data()); }

PTO_ORCHESTRATION void reference_parameter(Rows out, float &e) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-written-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  e = 1.f;
  out = tensor::assemble(out, row, {0, 0});
}
PTO_ORCHESTRATION void passes_its_element(Out<Rows> out) { reference_parameter(out, out(0, 3)); }

PTO_ORCHESTRATION float two_pointers_to_one_array() {
  float memory[32] = {};
  float *p = memory, *q = p;
  Rows out(p);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = *q;
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION Rows filled_from_the_memory(Out<Rows> result) {
  float memory[32] = {};
  Rows out(memory);
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between}}]
  for (Index c = 0; c < 8; ++c)            // NOTE: :{{.*}}: note:
    row(0, c) = memory[7 - c] + 1.f;
  out = tensor::assemble(out, row, {0, 0});
  return tensor::assemble(result, out, {0, 0});
}

//===-- the target's name -------------------------------------------------------===//

PTO_ORCHESTRATION Rows lambda_rebinds(Out<Rows> out, Out<Rows> other) {
  auto flip = [&] { out = other; };
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-rebound|may-alias|target-not-available}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  flip();
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows pointer_rebinds(Out<Rows> out, Out<Rows> other) {
  Rows *p = &out;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-rebound|may-alias|target-not-available}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  *p = other;
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows reference_rebinds(Out<Rows> out, Out<Rows> other, bool c) {
  Rows &t = c ? out : other;
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-rebound|may-alias|target-not-available}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  t = other;
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_ORCHESTRATION void two_reference_parameters(Rows &out, Rows &same, Out<Rows> other) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-rebound|may-alias|target-not-available}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  same = other;
  out = tensor::assemble(out, row, {0, 0});
}
PTO_ORCHESTRATION Rows passes_one_variable_twice(Out<Rows> out, Out<Rows> other) {
  two_reference_parameters(out, out, other);
  return out;
}

Rows current, spare;
inline void use_spare() { current = spare; }

PTO_ORCHESTRATION void global_rebound() {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-rebound|may-alias|target-not-available}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  use_spare();
  current = tensor::assemble(current, row, {0, 0});
}
PTO_ORCHESTRATION void sets_globals(Out<Rows> out, Out<Rows> other) {
  current = out;
  spare = other;
  global_rebound();
  current = spare = Rows();
}

PTO_ORCHESTRATION void capture_in_function_object(Out<Rows> out, Out<Rows> other) {
  std::function<void()> flip = [&out, other] { out = other; };
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{target-rebound|may-alias|target-not-available|may-throw|target-written-between}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  flip();
  out = tensor::assemble(out, row, {0, 0});
}

//===-- lambdas -----------------------------------------------------------------===//

PTO_ORCHESTRATION float lambda_reads_target(Out<Rows> out) {
  auto total = [&] { return sum(out); };
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between|target-rebound}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = total();
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION float lambda_by_value_reads_target(Out<Rows> out) {
  auto total = [out] { return sum(out); };
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between|target-rebound}}]
  row = paint(5.f, row);                   // NOTE: :{{.*}}: note:
  float before = total();
  out = tensor::assemble(out, row, {0, 0});
  return before;
}

PTO_ORCHESTRATION Rows lambda_keeps_buffer(Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},staging-escapes]
  auto later = [=] { paint(1.f, row); };   // NOTE: :[[@LINE]]:{{.*}}: note:
  row = paint(5.f, row);
  out = tensor::assemble(out, row, {0, 0});
  later();
  return out;
}

PTO_ORCHESTRATION Rows lambda_fills_again(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();               // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|ambiguous-staging}}]
  auto go = [&](Index r) { row = fill(x, r, row); };     // NOTE: :[[@LINE]]:{{.*}}: note:
  go(0);
  out = tensor::assemble(out, row, {0, 0});
  go(1);
  return out;
}

PTO_ORCHESTRATION Rows lambda_moves_offset(In<Rows> x, Out<Rows> out) {
  Index r = 0;
  auto go = [&r] { r = 2; };
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available}}]
  row = fill(x, 0, row);                   // NOTE: :{{.*}}: note:
  go();
  out = tensor::assemble(out, row, {r, 0});
  return out;
}

// The body of a loop that is called by name is not looked into: nothing to match, nothing to say.
PTO_ORCHESTRATION Rows loop_body_by_name(In<Rows> x, Out<Rows> out) {
  auto body = [&](Index r) {
    Row row = tensor::create<float, 1, 8>();
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  };
  scf::parallel(4, body);
  return out;
}

PTO_TEST_MAIN(pointer_from_a_call, passes_its_memory, passes_its_element, two_pointers_to_one_array,
              filled_from_the_memory, pointer_reads, pointer_writes, pointer_to_element_reads,
              reference_to_element_reads, reference_to_element_writes, library_reads, function_reads,
              function_reads_global_pointer, memory_of_the_user, wrapped_again, dense_handle_reads, dense_handle_writes,
              lambda_rebinds, pointer_rebinds, reference_rebinds, passes_one_variable_twice, sets_globals,
              capture_in_function_object, lambda_reads_target, lambda_by_value_reads_target, lambda_keeps_buffer,
              lambda_fills_again, lambda_moves_offset, loop_body_by_name)
