// RUN: %pto-rewrite --passes=hoist-static-alloc -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=hoist-static-alloc %s
#include <pto/dsl.h>
#include <pto/testing.h>

#include <functional>
#include <vector>
using namespace pto::dsl;

using In4 = In<mem::MemRef<int, mem::L2, 4, 64>>;
using Out4 = Out<mem::MemRef<int, mem::L2, 4, 64>>;

// One lifetime for all iterations; comments stay where they are.
// CHECK-LABEL: void filled
// CHECK-NEXT:    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    for (Index i = 0; i < 4; ++i) {
// CHECK-NEXT:      linalg::fill(static_cast<int>(i), tmp);
// SAYS: [[@LINE+4]]:22: remark: 'tmp' is one buffer for all iterations [-Rpass=hoist-static-alloc]
PTO_INCORE void filled(Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    // each row its number
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    linalg::fill(static_cast<int>(i), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
}

// Out of all loops, a branch too, together with a tag; two at a time; what is read first was indeterminate.
// CHECK-LABEL: void nested
// CHECK-NEXT:    PTO_TAG("left") const auto left = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    const auto right = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    for (Index i = 0; i < 4; ++i)
// CHECK-NEXT:      for (Index j = 0; j < 2; ++j)
// CHECK-NEXT:        if (i != j) {
// CHECK-NEXT:          mem::copy
PTO_INCORE void nested(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 2; ++j)
      if (i != j) {
        PTO_TAG("left") const auto left = mem::alloc<int, mem::L1, 1, 64>();
        const auto right = mem::alloc<int, mem::L1, 1, 64>();
        mem::copy(mem::subview<1, 64>(x, {i, 0}), left);
        mem::copy(left, right);
        mem::copy(right, mem::subview<1, 64>(out, {i, 0}));
      }
}

// To the body of the herd, not out of it: tiles run at once.
// CHECK-LABEL: void in_a_herd
// CHECK-NEXT:    air::herd<4>([&](Index t) {
// CHECK-NEXT:      const auto tmp = mem::alloc<int, mem::L1, 1, 32>();
// CHECK-NEXT:      for (Index i = 0; i < 2; ++i) {
PTO_INCORE void in_a_herd(In4 x, Out4 out) {
  air::herd<4>([&](Index t) {
    for (Index i = 0; i < 2; ++i) {
      const auto tmp = mem::alloc<int, mem::L1, 1, 32>();
      mem::copy(mem::subview<1, 32>(x, {t, 32 * i}), tmp);
      mem::copy(tmp, mem::subview<1, 32>(out, {t, 32 * i}));
    }
  });
}

// A buffer of each iteration of a parallel loop: no pattern at all.
// CHECK-LABEL: void parallel
// CHECK-NEXT:    scf::parallel(4, [&](Index i) {
// CHECK-NEXT:      const auto tmp
PTO_INCORE void parallel(In4 x, Out4 out) {
  scf::parallel(4, [&](Index i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  });
}

// The buffer of the iteration before is still read: ping and pong.
// SAYS: [[@LINE+5]]:22: remark: 'now' kept: a later iteration may still use it [-Rpass-missed=hoist-static-alloc,carried]
PTO_INCORE void ping_pong(In4 x, Out4 out) {
  auto before = mem::alloc<int, mem::L1, 1, 64>();
  linalg::fill(0, before);
  for (Index i = 0; i < 4; ++i) {
    const auto now = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), now);
    mem::copy(before, mem::subview<1, 64>(out, {i, 0}));
    before = now;
  }
}

// The same through a view.
// SAYS: [[@LINE+5]]:22: remark: 'now' kept: a later iteration may still use it [-Rpass-missed=hoist-static-alloc,carried]
PTO_INCORE void kept_view(In4 x, Out4 out) {
  auto half = mem::alloc<int, mem::L1, 1, 32>();
  linalg::fill(0, half);
  for (Index i = 0; i < 4; ++i) {
    const auto now = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), now);
    mem::copy(half, mem::subview<1, 32>(out, {i, 0}));
    half = mem::subview<1, 32>(now, {0, 32});
  }
}

// SAYS: [[@LINE+4]]:24: remark: 'now' kept: its handle may be kept [-Rpass-missed=hoist-static-alloc,escapes]
PTO_INCORE mem::MemRef<int, mem::L1, 1, 64> returned(In4 x) {
  for (Index i = 0; i < 4; ++i)
    if (i == 2) {
      const auto now = mem::alloc<int, mem::L1, 1, 64>();
      mem::copy(mem::subview<1, 64>(x, {i, 0}), now);
      return now;
    }
  return mem::alloc<int, mem::L1, 1, 64>();
}

// SAYS: [[@LINE+4]]:22: remark: 'tmp' kept: its size is known at run time only [-Rpass-missed=hoist-static-alloc,dynamic-size]
PTO_INCORE void dynamic(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    const Index n = 16 * (i + 1);
    const auto tmp = mem::alloc<int, mem::L1, 1, dyn>({1, n});
    mem::copy(mem::subview<1, dyn>(x, {i, 0}, {1, n}), tmp);
    mem::copy(tmp, mem::subview<1, dyn>(out, {i, 0}, {1, n}));
  }
}

// SAYS: [[@LINE+4]]:22: remark: 'tmp' kept: its declaration needs 'n', which the loop declares [-Rpass-missed=hoist-static-alloc,names-in-loop]
PTO_INCORE void constant_inside(In4 x, Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    constexpr Index n = 32;
    const auto tmp = mem::alloc<int, mem::L1, 1, n>();
    mem::copy(mem::subview<1, n>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, n>(out, {i, 0}));
  }
}

// Where its name means something else, it gets another one.
// CHECK-LABEL: void same_name
// CHECK:         const auto tmp2 = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    for (Index i = 0; i < 4; ++i) {
// CHECK-NEXT:      mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp2);
// CHECK-NEXT:      mem::copy(tmp2, mem::subview<1, 64>(out, {i, 0}));
PTO_INCORE void same_name(In4 x, Out4 out) {
  Index tmp = 0;
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
  mem::store(static_cast<int>(++tmp), out, 0, 0);
}

// Two loops that both call their buffer so.
// CHECK-LABEL: void siblings
// CHECK-NEXT:    const auto tmp2 = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    for (Index i = 0; i < 2; ++i) {
// CHECK-NEXT:      mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp2);
// CHECK-NEXT:      mem::copy(tmp2, mem::subview<1, 64>(out, {i, 0}));
// CHECK-NEXT:    }
// CHECK-NEXT:    const auto tmp3 = mem::alloc<int, mem::L1, 1, 64>();
// CHECK-NEXT:    for (Index i = 2; i < 4; ++i) {
// CHECK-NEXT:      mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp3);
PTO_INCORE void siblings(In4 x, Out4 out) {
  for (Index i = 0; i < 2; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
  for (Index i = 2; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
}

mem::MemRef<int, mem::L1, 1, 64> shared;

// Behind the loop the name means something global.
// CHECK-LABEL: void global_name
// CHECK:         const auto shared2 = mem::alloc<int, mem::L1, 1, 64>();
// CHECK:           mem::copy(shared2, mem::subview<1, 64>(out, {i, 0}));
// CHECK:         mem::copy(shared, mem::subview<1, 64>(out, {3, 0}));
PTO_INCORE void global_name(In4 x, Out4 out) {
  shared = mem::alloc<int, mem::L1, 1, 64>();
  linalg::fill(3, shared);
  for (Index i = 0; i < 3; ++i) {
    const auto shared = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), shared);
    mem::copy(shared, mem::subview<1, 64>(out, {i, 0}));
  }
  mem::copy(shared, mem::subview<1, 64>(out, {3, 0}));
}

#define WORK_ON(buffer) linalg::fill(1, buffer)

// It is spelled in a macro: no other name for it.
// SAYS: [[@LINE+4]]:22: remark: 'tmp' kept: its name is used again [-Rpass-missed=hoist-static-alloc,names-in-loop]
PTO_INCORE void in_a_macro(Out4 out) {
  Index tmp = 0;
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    WORK_ON(tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
  mem::store(static_cast<int>(++tmp), out, 0, 0);
}

// SAYS: [[@LINE+4]]:22: remark: 'tmp' kept: its declaration needs a type that the loop may declare [-Rpass-missed=hoist-static-alloc,names-in-loop]
PTO_INCORE void type_inside(Out4 out) {
  for (Index i = 0; i < 4; ++i) {
    using T = int;
    const auto tmp = mem::alloc<T, mem::L1, 1, 64>();
    linalg::fill(static_cast<T>(i), tmp);
    mem::copy(tmp, mem::subview<1, 64>(out, {i, 0}));
  }
}

struct Two {
  mem::MemRef<int, mem::L1, 1, 64> now, before;
};

// A field keeps it, a container, a function object, a choice.
// SAYS: [[@LINE+6]]:22: remark: 'tmp' kept: a later iteration may still use it [-Rpass-missed=hoist-static-alloc,carried]
PTO_INCORE void kept_in_a_field(In4 x, Out4 out) {
  const auto first = mem::alloc<int, mem::L1, 1, 64>();
  linalg::fill(7, first);
  Two two{first, first};
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    two.before = two.now;
    two.now = tmp;
    mem::copy(two.before, mem::subview<1, 64>(out, {i, 0}));
  }
}

// SAYS: [[@LINE+4]]:22: remark: 'tmp' kept: its handle may be kept [-Rpass-missed=hoist-static-alloc,escapes]
PTO_INCORE void kept_in_a_vector(In4 x, Out4 out) {
  std::vector<mem::MemRef<int, mem::L1, 1, 64>> all;
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    all.push_back(tmp);
  }
  for (Index i = 0; i < 4; ++i)
    mem::copy(all[static_cast<std::size_t>(i)], mem::subview<1, 64>(out, {i, 0}));
}

// SAYS: [[@LINE+4]]:22: remark: 'tmp' kept: its handle may be kept [-Rpass-missed=hoist-static-alloc,escapes]
PTO_INCORE void kept_in_a_function(In4 x, Out4 out) {
  std::function<void(Index)> last;
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    if (last)
      last(i);
    last = [tmp, &out](Index r) { mem::copy(tmp, mem::subview<1, 64>(out, {r, 0})); };
  }
  last(0);
}

// SAYS: [[@LINE+5]]:22: remark: 'tmp' kept: a later iteration may still use it [-Rpass-missed=hoist-static-alloc,carried]
PTO_INCORE void kept_by_a_choice(In4 x, Out4 out) {
  auto keep = mem::alloc<int, mem::L1, 1, 64>();
  linalg::fill(1, keep);
  for (Index i = 0; i < 4; ++i) {
    const auto tmp = mem::alloc<int, mem::L1, 1, 64>();
    mem::copy(mem::subview<1, 64>(x, {i, 0}), tmp);
    mem::copy(keep, mem::subview<1, 64>(out, {i, 0}));
    keep = i % 2 ? keep : tmp;
  }
}

// SAYS: [[@LINE+3]]:21: remark: the buffer kept: it is not declared by itself [-Rpass-missed=hoist-static-alloc,not-declared]
PTO_INCORE void unnamed(Out4 out) {
  for (Index i = 0; i < 4; ++i)
    linalg::fill(1, mem::alloc<int, mem::L1, 1, 64>()), linalg::fill(2, mem::subview<1, 64>(out, {i, 0}));
}

PTO_TEST_MAIN(filled, nested, in_a_herd, parallel, ping_pong, kept_view, returned, dynamic, constant_inside, same_name,
              siblings, global_name, in_a_macro, type_inside, kept_in_a_field, kept_in_a_vector, kept_in_a_function,
              kept_by_a_choice, unnamed)
