// What iterations have in common keeps them in order.
// RUN: %pto-rewrite --passes='parallelize-loops{elements=1}' -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cpp
#include <pto/dsl.h>
using namespace pto::dsl;

using Memory = mem::MemRef<float, mem::L2, 24, 32>;
using Rows = Tensor<float, 24, 32>;

// CHECK: [[@LINE+4]]:3: remark: iterations run one after another: 'sum' goes from one iteration to the next [-Rpass-missed=parallelize-loops,loop-carried]
// CHECK-NEXT: [[@LINE+6]]:5: note: here
PTO_INCORE void carried_scalar(In<Memory> x, Out<Memory> y) {
  float sum = 0;
  for (Index r = 0; r < 24; ++r) {
    for (Index c = 0; c < 32; ++c)
      mem::store(mem::load(x, r, c) + sum, y, r, c);
    sum += mem::load(x, r, 0);
  }
}

// CHECK: [[@LINE+3]]:3: remark: {{.*}}two iterations may touch the same element [-Rpass-missed=parallelize-loops,memory-carried]
PTO_INCORE void from_the_row_before(InOut<Memory> y) {
  vec::store(vec::load<16>(y, {0, 0}), y, {0, 16});
  for (Index r = 1; r < 24; ++r)
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::abs(vec::load<16>(y, {r - 1, c})), y, {r, c});
}

// CHECK: [[@LINE+2]]:3: remark: {{.*}}[-Rpass-missed=parallelize-loops,memory-carried]
PTO_INCORE void overlapping_views(Out<Memory> y) {
  for (Index r = 0; r < 20; ++r) {
    const auto rows = mem::subview<2, 32>(y, {r, 0});
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::splat<float, 16>(static_cast<float>(r)), rows, {1, c});
    vec::store(vec::splat<float, 16>(1.0f), rows, {0, 0});
  }
}

// CHECK: [[@LINE+2]]:3: remark: {{.*}}[-Rpass-missed=parallelize-loops,memory-carried]
PTO_INCORE void all_to_one_row(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(x, {r, c}), y, {r / 2, c});
}

// A buffer from before the loop.
// CHECK: [[@LINE+3]]:3: remark: {{.*}}[-Rpass-missed=parallelize-loops,memory-carried]
PTO_INCORE void one_buffer(In<Memory> x, Out<Memory> y) {
  const auto row = mem::alloc<float, mem::L1, 32>();
  for (Index r = 0; r < 24; ++r) {
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(x, {r, c}), row, {c});
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(row, {c}), y, {r, c});
  }
}

// Two parameters without a role may be one memory, one of them a row further.
// CHECK: [[@LINE+2]]:3: remark: {{.*}}what is read or written here may be what another iteration writes [-Rpass-missed=parallelize-loops,memory-carried]
PTO_INCORE void may_alias(Memory x, Memory y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(x, {r, c}), y, {r, c});
}

// A caller in this file breaks the promise of the roles.
// CHECK: [[@LINE+2]]:3: remark: {{.*}}[-Rpass-missed=parallelize-loops,memory-carried]
PTO_INCORE Rows shifted(In<Rows> x, Out<Rows> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; ++c)
      tensor::write(y, {r, c}, tensor::read(x, {23 - r, c}));
  return y;
}
PTO_ORCHESTRATION Rows broken_promise(InOut<Rows> z) { return shifted(z, z); }

// CHECK: [[@LINE+2]]:3: remark: {{.*}}an iteration may end early [-Rpass-missed=parallelize-loops,leaves-loop]
PTO_INCORE void breaks(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r) {
    if (mem::load(x, r, 0) < 0)
      break;
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(x, {r, c}), y, {r, c});
  }
}

// CHECK: [[@LINE+2]]:3: remark: {{.*}}an iteration may end early [-Rpass-missed=parallelize-loops,leaves-loop]
PTO_INCORE void returns(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r) {
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(x, {r, c}), y, {r, c});
    if (mem::load(x, r, 0) < 0)
      return;
  }
}

inline float checked_root(float x) {
  if (x < -100)
    throw x;
  return x;
}
// CHECK: [[@LINE+2]]:3: remark: {{.*}}'checked_root' may throw, and an exception cannot leave a thread [-Rpass-missed=parallelize-loops,unknown-effect]
PTO_INCORE void throws(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; ++c)
      mem::store(checked_root(mem::load(x, r, c)), y, r, c);
}

int calls = 0;
inline float counted(float x) noexcept {
  ++calls;
  return x;
}
// CHECK: [[@LINE+2]]:3: remark: {{.*}}'counted' may work on more than what it is given [-Rpass-missed=parallelize-loops,unknown-effect]
PTO_INCORE void counts(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; ++c)
      mem::store(counted(mem::load(x, r, c)), y, r, c);
}

inline float remembered(float x) noexcept {
  static float last = 0;
  const float before = last;
  last = x;
  return before;
}
// CHECK: [[@LINE+2]]:3: remark: {{.*}}'remembered' may work on more than what it is given [-Rpass-missed=parallelize-loops,unknown-effect]
PTO_INCORE void remembers(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; ++c)
      mem::store(remembered(mem::load(x, r, c)), y, r, c);
}

// CHECK: [[@LINE+2]]:3: remark: {{.*}}'last' is one variable for all iterations [-Rpass-missed=parallelize-loops,loop-carried]
PTO_INCORE void static_in_it(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; ++c) {
      static float last = 0;
      last = mem::load(x, r, c);
      mem::store(last, y, r, c);
    }
}

// A pointer leads anywhere.
// CHECK: [[@LINE+3]]:3: remark: {{.*}}[-Rpass-missed=parallelize-loops,{{unknown-effect|memory-carried}}]
PTO_INCORE void through_a_pointer(Out<Memory> y) {
  float *data = y.data();
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; ++c)
      data[0] += static_cast<float>(r * c);
}

// An alias of what is outside.
// CHECK: [[@LINE+3]]:3: remark: {{.*}}[-Rpass-missed=parallelize-loops,{{loop-carried|unknown-effect}}]
PTO_INCORE void through_a_reference(In<Memory> x, Out<Memory> y) {
  float largest = 0;
  for (Index r = 0; r < 24; ++r) {
    float &mine = largest;
    for (Index c = 0; c < 32; ++c) {
      mine = math::max(mine, mem::load(x, r, c));
      mem::store(mine, y, r, c);
    }
  }
}

// CHECK: [[@LINE+2]]:3: remark: iterations run one after another: what they are is not known before [-Rpass-missed=parallelize-loops,not-counted]
PTO_INCORE void shrinks(In<Memory> x, Index n, Out<Memory> y) {
  for (Index r = 0; r < n; ++r) {
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(x, {r, c}), y, {r, c});
    n -= 1;
  }
}

// CHECK: [[@LINE+3]]:3: remark: {{.*}}'global' is counted by whoever uses it [-Rpass-missed=parallelize-loops,shared-handle]
Memory global = mem::alloc<float, mem::L2, 24, 32>();
PTO_INCORE void global_handle(Out<Memory> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(global, {r, c}), y, {r, c});
}

// CHECK: [[@LINE+4]]:3: remark: {{.*}}'by' is a structured binding [-Rpass-missed=parallelize-loops,captures]
struct Factors { float by, less; };
PTO_INCORE void binding(In<Memory> x, float f, Out<Memory> y) {
  const auto [by, less] = Factors{f, f};
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; ++c)
      mem::store(mem::load(x, r, c) * by, y, r, c);
  static_cast<void>(less);
}

// The author has promised this one; threads could still not add in order.
// CHECK: [[@LINE+3]]:3: remark: {{.*}}'sum' goes from one iteration to the next [-Rpass-missed=parallelize-loops,loop-carried]
PTO_INCORE float promised(In<Memory> x) {
  float sum = 0;
  scf::parallel(24, [&](Index r) { sum += mem::load(x, r, 0); });
  return sum;
}

// There is nothing to share.
PTO_INCORE void one_round(In<Memory> x, Out<Memory> y) {
  for (Index r = 3; r < 4; ++r)
    for (Index c = 0; c < 32; c += 32)
      vec::store(vec::load<32>(x, {1, c}), y, {1, c});
}

#define ROWS for (Index r = 0; r < 24; ++r)
// CHECK: [[@LINE+2]]:3: remark: kept: it is spelled in macro 'ROWS' [-Rpass-missed=parallelize-loops,in-macro]
PTO_INCORE void in_a_macro(In<Memory> x, Out<Memory> y) {
  ROWS {
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::load<16>(x, {r, c}), y, {r, c});
  }
}
