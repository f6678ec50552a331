// Helper functions, and the kinds of kernels: methods, namespaces, linkage, loops and jumps.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,ANY,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.omp.cpp -- -fopenmp 2>&1 | FileCheck %s --check-prefix=OPENMP
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../Inputs/kernels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <coroutine>
#include <initializer_list>

//===-- helper functions --------------------------------------------------------===//

inline void helper_with_body(In<Rows> x, Row row) { fill(x, 1, row); }
inline Row helper_that_returns(In<Rows> x, Row row) {
  helper_with_body(x, row);
  return row;
}
inline void helper_by_reference(In<Rows> x, Row &row) { row = fill(x, 2, row); }

// CHECK-LABEL: helpers(
// CHECK-NEXT: auto a = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT: auto b = tensor::slice<1, 8>(out, {1, 0});
// CHECK-NEXT: auto c = tensor::slice<1, 8>(out, {2, 0});
// CHECK-NEXT: helper_with_body(x, a);
// CHECK-NEXT: b = helper_that_returns(x, b);
// CHECK-NEXT: helper_by_reference(x, c);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows helpers(In<Rows> x, Out<Rows> out) {
  auto a = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'a' became a view of 'out'
  auto b = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'b' became a view of 'out'
  auto c = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'c' became a view of 'out'
  helper_with_body(x, a);
  b = helper_that_returns(x, b);
  helper_by_reference(x, c);
  out = tensor::assemble(out, a, {0, 0});
  out = tensor::assemble(out, b, {1, 0});
  out = tensor::assemble(out, c, {2, 0});
  return out;
}

inline void helper_makes_another(In<Rows> x, Row &row) {
  row = tensor::create<float, 1, 8>();
  fill(x, 2, row);
}

// CHECK-LABEL: helper_rebinds(
// CHECK-NEXT: auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows helper_rebinds(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},ambiguous-staging]
  helper_makes_another(x, row);             // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {2, 0});
  return out;
}

void helper_without_body(Row row) noexcept;

// CHECK-LABEL: unknown_helper(
// CHECK-NEXT: auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION inline Rows unknown_helper(In<Rows> x, Out<Rows> out) { // not run
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{staging-escapes|staging-retained|needs-dense}}]
  helper_without_body(row);                 // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {2, 0});
  return out;
}

//===-- kinds of kernels --------------------------------------------------------===//

struct Model {
  Index base = 1;
  Rows held;
  void advance() { base = 2; }

  // CHECK-LABEL: of_the_class(
  // CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
  PTO_ORCHESTRATION static Rows of_the_class(In<Rows> x, Out<Rows> out) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {1, 0});
    return out;
  }

  // CHECK-LABEL: of_an_object(
  // CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {2, 0});
  PTO_ORCHESTRATION Rows of_an_object(In<Rows> x, Out<Rows> out) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {2, 0});
    return out;
  }

  PTO_ORCHESTRATION Rows defined_elsewhere(In<Rows> x, Out<Rows> out) const;

  // CHECK-LABEL: member_changes(
  // CHECK-NEXT: auto row = tensor::create<float, 1, 8>();
  PTO_ORCHESTRATION Rows member_changes(In<Rows> x, Out<Rows> out) {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{offset-changed|offset-not-available|offset-side-effect|may-throw}}]
    advance();                                // NOTE: :{{.*}}: note:
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {base, 0});
    return out;
  }

  // CHECK-LABEL: member_aliases(
  // CHECK:      auto row = tensor::create<float, 1, 8>();
  PTO_ORCHESTRATION float member_aliases(Out<Rows> out) {
    held = out;
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{may-alias|target-read-between|target-written-between|target-rebound}}]
    row = paint(1.f, row);                    // NOTE: :{{.*}}: note:
    float before = sum(held);
    out = tensor::assemble(out, row, {0, 0});
    return before;
  }
};

// CHECK-LABEL: Model::defined_elsewhere(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {3, 0});
PTO_ORCHESTRATION Rows Model::defined_elsewhere(In<Rows> x, Out<Rows> out) const {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {3, 0});
  return out;
}

PTO_ORCHESTRATION Rows calls_methods(In<Rows> x, Out<Rows> out) {
  Model m;
  Model::of_the_class(x, out);
  m.of_an_object(x, out);
  m.defined_elsewhere(x, out);
  tensor::write(out, {0, 0}, m.member_aliases(out));
  return m.member_changes(x, out);
}

namespace outer {
inline namespace v1 {
namespace {
// CHECK-LABEL: in_namespaces(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION Rows in_namespaces(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
  return out;
}
} // namespace
} // namespace v1
} // namespace outer

// CHECK-LABEL: with_c_linkage(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
extern "C" PTO_ORCHESTRATION void with_c_linkage(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
}

// CHECK-LABEL: trailing_result(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
PTO_ORCHESTRATION auto trailing_result(In<Rows> x, Out<Rows> out) -> Rows {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  return tensor::assemble(out, row, {1, 0});
}

// CHECK-LABEL: range_for(
// CHECK-NEXT: for (Index r : {0, 2, 3}) {
// CHECK-NEXT:   auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:   row = fill(x, r, row);
// CHECK-NEXT: }
PTO_ORCHESTRATION Rows range_for(In<Rows> x, Out<Rows> out) {
  for (Index r : {0, 2, 3}) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: try_block(
// CHECK:        auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows try_block(In<Rows> x, Out<Rows> out) {
  try {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {0, 0});
  } catch (...) {
  }
  return out;
}

// CHECK-LABEL: jump(
// CHECK:        auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows jump(In<Rows> x, Out<Rows> out) {
  Index r = 0;
again:
  {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  if (++r < 4)
    goto again;
  return out;
}

// With -fopenmp the iterations are threads; without, the pragma is a comment.
// CHECK-LABEL: openmp_loop(
// CHECK-NEXT: #pragma omp parallel for
// CHECK-NEXT: for (Index r = 0; r < 4; ++r) {
PTO_ORCHESTRATION Rows openmp_loop(In<Rows> x, Out<Rows> out) {
#pragma omp parallel for
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
    row = fill(x, r, row);                    // OPENMP: :[[@LINE-1]]:{{.*}},unmodelled]
    tensor::assemble(out, row, {r, 0});
  }
  return out;
}

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

// Whoever resumes it may look at `out` in between.
// CHECK-LABEL: coroutine(
// CHECK-NEXT: auto row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Task coroutine(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
  row = fill(x, 0, row);
  co_await std::suspend_never();
  out = tensor::assemble(out, row, {0, 0});
}
PTO_ORCHESTRATION Rows calls_coroutine(In<Rows> x, Out<Rows> out) {
  coroutine(x, out);
  return out;
}

// The standard library's numbers neither throw nor look at tensors.
// CHECK-LABEL: library_calls(
// CHECK:        auto row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:   row = paint(std::sqrt(static_cast<float>(std::min<Index>(r, 2))), row);
// CHECK-NEXT: }
PTO_ORCHESTRATION Rows library_calls(Out<Rows> out) {
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = paint(std::sqrt(static_cast<float>(std::min<Index>(r, 2))), row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: assertions_and_tables(
PTO_ORCHESTRATION Rows assertions_and_tables(In<Rows> x, Out<Rows> out) {
  constexpr std::array<Index, 4> order{3, 1, 0, 2};
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
    row = fill(x, order[static_cast<std::size_t>(r)], row);
    assert(r < 4);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_TEST_MAIN(helpers, helper_rebinds, calls_methods, outer::in_namespaces, with_c_linkage, trailing_result, range_for,
              try_block, jump, openmp_loop, calls_coroutine, library_calls, assertions_and_tables)
