// Windows that meet, and windows that do not: what hoisting both pairs of a loop would get wrong, and does not.
//
// RUN: %pto-rewrite --passes=hoist-loop-invariant-transfers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=HOISTED,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=hoist-loop-invariant-transfers --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Wide = mem::MemRef<int, mem::L1, 12, 12>;
using V = vec::Vec<int, 4, 4>;

V rotated(const V &v) {
  const auto first = vec::extract_slice<1, 4>(v, {0, 0});
  const auto rest = vec::extract_slice<3, 4>(v, {1, 0});
  return vec::insert_slice(first, vec::insert_slice(rest, v, {0, 0}), {3, 0});
}

// One row apart: upstream's test.
// CHECK-LABEL: one_row_apart(
// CHECK:           vec::transfer_write(v1 + v1, m, {1, 1});
// CHECK-NEXT:      vec::transfer_write(v2 * v2, m, {2, 1});
PTO_INCORE void one_row_apart(InOut<Wide> m) {
  for (Index k = 0; k < 4; ++k) {
    const auto v1 = vec::transfer_read<4, 4>(m, {1, 1});
    const auto v2 = vec::transfer_read<4, 4>(m, {2, 1});
    vec::transfer_write(v1 + v1, m, {1, 1}); // KEPT: :[[@LINE]]:{{.*}},other-access]
    vec::transfer_write(v2 * v2, m, {2, 1}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
// A body that moves lanes: no order of the writes would help.
PTO_INCORE void rotates(InOut<Wide> m) {
  for (Index k = 0; k < 4; ++k) {
    const auto v1 = vec::transfer_read<4, 4>(m, {1, 1});
    const auto v2 = vec::transfer_read<4, 4>(m, {2, 1});
    vec::transfer_write(v1 + rotated(v1), m, {1, 1}); // KEPT: :[[@LINE]]:{{.*}},other-access]
    vec::transfer_write(v2 * v2, m, {2, 1});          // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
// One column in common.
PTO_INCORE void one_column_in_common(InOut<Wide> m, Index r) {
  for (Index k = 0; k < 4; ++k) {
    const auto v1 = vec::load<4, 4>(m, {r, 0});
    const auto v2 = vec::load<4, 4>(m, {r, 3});
    vec::store(v1 + v1, m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
    vec::store(v2 * v2, m, {r, 3}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
// Who knows how far apart.
PTO_INCORE void unknown_distance(InOut<Wide> m, Index r, Index s) {
  for (Index k = 0; k < 4; ++k) {
    const auto v1 = vec::load<4, 4>(m, {r, 0});
    const auto v2 = vec::load<4, 4>(m, {s, 0});
    vec::store(v1 + v1, m, {r, 0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
    vec::store(v2 * v2, m, {s, 0}); // KEPT: :[[@LINE]]:{{.*}},other-access]
  }
}
// Four rows apart: nothing in common.
// CHECK-LABEL: four_rows_apart(
// CHECK-NEXT:    auto v1 = vec::transfer_read<4, 4>(m, {1, 1});
// CHECK-NEXT:    auto v2 = vec::transfer_read<4, 4>(m, {5, 1});
// CHECK-NEXT:    for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:      v1 = v1 + rotated(v1);
// CHECK-NEXT:      v2 = v2 * v2;
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::transfer_write(v1, m, {1, 1});
// CHECK-NEXT:    vec::transfer_write(v2, m, {5, 1});
PTO_INCORE void four_rows_apart(InOut<Wide> m) {
  for (Index k = 0; k < 4; ++k) {
    const auto v1 = vec::transfer_read<4, 4>(m, {1, 1});
    const auto v2 = vec::transfer_read<4, 4>(m, {5, 1});
    vec::transfer_write(v1 + rotated(v1), m, {1, 1}); // HOISTED: :[[@LINE]]:{{.*}}'v1' stays in registers
    vec::transfer_write(v2 * v2, m, {5, 1});          // HOISTED: :[[@LINE]]:{{.*}}'v2' stays in registers
  }
}
// Four columns apart, seen through other views; what lies beside is read, and written by another loop. The old value
// of the first is needed once the new one is there.
// CHECK-LABEL: four_columns_apart(
// CHECK:         auto left_acc = vec::load<4, 4>(left, {0, 0});
// CHECK-NEXT:    auto v2 = vec::load<4, 4>(right, {0, 2});
// CHECK-NEXT:    for (Index k = 0; k < 4; ++k) {
// CHECK:           const auto v1 = left_acc;
// CHECK-NEXT:      left_acc = v1 + vec::load<4, 4>(m, {8, 8});
// CHECK-NEXT:      v2 = v2 * v1;
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::store(left_acc, left, {0, 0});
// CHECK-NEXT:    vec::store(v2, right, {0, 2});
PTO_INCORE void four_columns_apart(InOut<Wide> m) {
  const auto left = mem::subview<4, 6>(m, {2, 0}), right = mem::subview<4, 6>(m, {2, 2});
  for (Index k = 0; k < 4; ++k) {
    for (Index j = 0; j < 4; ++j)
      mem::store(mem::load(m, 11, k), m, j, 8 + k);
    const auto v1 = vec::load<4, 4>(left, {0, 0});
    const auto v2 = vec::load<4, 4>(right, {0, 2});
    vec::store(v1 + vec::load<4, 4>(m, {8, 8}), left, {0, 0}); // HOISTED: :[[@LINE]]:{{.*}} stays in registers
    vec::store(v2 * v1, right, {0, 2});                        // HOISTED: :[[@LINE]]:{{.*}}'v2' stays in registers
  }
}

// The last window may overhang: lanes outside would come back as they were computed, not as padding.
PTO_INCORE void overhangs(InOut<mem::MemRef<int, mem::L1, 6>> m) {
  for (Index k = 0; k < 4; ++k) {
    const auto v = vec::transfer_read<4>(m, {3});
    vec::transfer_write(v + vec::shuffle<3, 2, 1, 0>(v) + vec::splat<int, 4>(1), m, {3}); // KEPT: :[[@LINE]]:{{.*}}'m' kept: its window may overhang{{.*}},maybe-out-of-bounds]
  }
}
PTO_INCORE void may_overhang(InOut<mem::MemRef<int, mem::L1, dyn>> m, Index r) {
  for (Index k = 0; k < 4; ++k) {
    const auto v = vec::transfer_read<4>(m, {r}, 3);
    vec::transfer_write(v + vec::shuffle<3, 2, 1, 0>(v), m, {r}); // KEPT: :[[@LINE]]:{{.*}},maybe-out-of-bounds]
  }
}
// Through the view lanes are dropped that the memory has.
PTO_INCORE void view_ends_earlier(InOut<mem::MemRef<int, mem::L1, 8>> m) {
  const auto v = mem::subview<4>(m, {0});
  for (Index k = 0; k < 4; ++k) {
    const auto x = vec::load<8>(m, {0});
    vec::transfer_write(x + vec::splat<int, 8>(1), v, {0}); // KEPT: :[[@LINE]]:{{.*}},maybe-out-of-bounds]
  }
}
// More lanes are written than read, or fewer. Nothing to say.
PTO_INCORE void other_sizes(InOut<Wide> m) {
  for (Index k = 0; k < 4; ++k) {
    const auto v = vec::transfer_read<4>(m, {0, 0});
    vec::transfer_write(vec::concat(v, v), m, {0, 0});
    const auto w = vec::transfer_read<1, 4>(m, {2, 0});
    vec::transfer_write(vec::shape_cast<4>(w), m, {2, 0});
  }
}
// A mask on either side.
PTO_INCORE void masked_write(InOut<Wide> m, In<vec::Mask<4>> mask) {
  for (Index k = 0; k < 4; ++k) {
    const auto v = vec::transfer_read<4>(m, {0, 0});
    vec::transfer_write(v + v, m, {0, 0}, mask); // KEPT: :[[@LINE]]:{{.*}},masked]
  }
}
PTO_INCORE void masked_read(InOut<Wide> m, In<vec::Mask<4>> mask) {
  for (Index k = 0; k < 4; ++k) {
    const auto v = vec::transfer_read<4>(m, {0, 0}, 1, mask);
    vec::transfer_write(v + v, m, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},masked]
  }
}

PTO_TEST_MAIN(one_row_apart, rotates, one_column_in_common, unknown_distance, four_rows_apart, four_columns_apart,
              overhangs, may_overhang, view_ends_earlier, other_sizes, masked_write, masked_read)
