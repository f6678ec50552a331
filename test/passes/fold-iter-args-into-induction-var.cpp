// What fold-iter-args-into-induction-var rewrites: MLIR-AIR's cases, where the variable is read, what is added, what
// could overflow. The folder of the same name has what must be kept, and odd spellings.
//
// RUN: %pto-rewrite --passes=fold-iter-args-into-induction-var -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fold-iter-args-into-induction-var --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Line = mem::MemRef<std::int64_t, mem::L1, 2048>;

// The pair of the documentation, with bounds as upstream has them: 2 .. 20 by 3. The message, once in full.
// CHECK-LABEL: documented(
// CHECK-NEXT:    Index s = 0;
// CHECK-NEXT:    for (Index k = 2; k < 20; k += 3) {
// CHECK-NEXT:      const Index off = base + (k - 2) / 3 * 7;
// CHECK-NEXT:      s = s * 3 + a(off);
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
PTO_INCORE Index documented(In<Line> a, Index base) {
  Index s = 0;
  Index off = base;
  for (Index k = 2; k < 20; k += 3) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:5: remark: 'off' is computed from 'k' in each iteration [-Rpass=fold-iter-args-into-induction-var]
  }
  return s;
}

// The pair that was written for int: the multiple alone could overflow, so it is computed in 64 bits.
// CHECK-LABEL: in_int(
// CHECK:         int off = base;
// CHECK-NEXT:    for (int k = 2; k < n; k += 3) {
// CHECK-NEXT:      const int off_k = static_cast<int>(off + std::int64_t{(k - 2) / 3} * 7);
// CHECK-NEXT:      s = s * 3 + a(off_k);
// CHECK-NEXT:    }
// CHECK-NEXT:    off += std::int64_t{(n > 2 ? (n - 3) / 3 + 1 : 0)} * 7;
// CHECK-NEXT:    return s + off;
PTO_INCORE Index in_int(In<Line> a, int base, int n) {
  Index s = 0;
  int off = base;
  for (int k = 2; k < n; k += 3) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  return s + off;
}

// Upstream: two offsets of type index in a loop over i32, and what comes out of it.
// CHECK-LABEL: two_offsets(
// CHECK-NEXT:    Index s = 0, p = 0, q = first;
// CHECK-NEXT:    for (int k = 0; k < 16; ++k) {
// CHECK-DAG:       const Index p_k = p + k * 64;
// CHECK-DAG:       const Index q_k = q + k * 32;
// CHECK-NEXT:      s = s * 3 + a(p_k) + a(q_k);
// CHECK-NEXT:    }
// CHECK-DAG:     q += 512;
// CHECK-DAG:     p += 1024;
// CHECK-NEXT:    return s * 3 + p * 2 + q;
PTO_INCORE Index two_offsets(In<Line> a, Index first) {
  Index s = 0, p = 0, q = first;
  for (int k = 0; k < 16; ++k) {
    s = s * 3 + a(p) + a(q);
    p += 64;    // SAYS-DAG: :[[@LINE]]:{{.*}}'p' is
    q = 32 + q; // SAYS-DAG: :[[@LINE]]:{{.*}}'q' is
  }
  return s * 3 + p * 2 + q;
}

// Upstream: the advanced value is read, too.
// CHECK-LABEL: advanced(
// CHECK:           const Index off = base + k * 7;
// CHECK-NEXT:      s = s * 3 + a(off);
// CHECK-NEXT:      const Index off_next = off + 7;
// CHECK-NEXT:      s = s * 3 + a(off_next);
// CHECK:           const Index off = base - k * 2;
// CHECK-NEXT:      const Index off_next2 = off - 2;
// CHECK-NEXT:      s = s * 3 + off_next2;
PTO_INCORE Index advanced(In<Line> a, Index base) {
  Index s = 0;
  {
    Index off = base;
    for (Index k = 0; k < 9; ++k) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
      s = s * 3 + a(off);
    }
  }
  {
    Index off = base;
    for (Index k = 0; k < 9; ++k) {
      off -= 2; // SAYS: :[[@LINE]]:{{.*}}'off' is
      s = s * 3 + off;
    }
  }
  return s;
}

// Upstream keeps a sum whose step is not linear, and a tensor; here, too. Nothing to say of them.
// CHECK-LABEL: not_linear(
// CHECK:           s = s * 3 + a(off);
// CHECK-NEXT:      off += k;
// CHECK-NEXT:      twice *= 2;
// CHECK-NEXT:      sum = sum + vec::load<4>(x, {0});
PTO_INCORE vec::Vec<float, 4> not_linear(In<Line> a, In<mem::MemRef<float, mem::L1, 4>> x, Out<Line> out) {
  Index s = 0, off = 0, twice = 1;
  auto sum = vec::splat<float, 4>(0.f);
  for (Index k = 0; k < 9; ++k) {
    s = s * 3 + a(off);
    off += k;
    twice *= 2;
    sum = sum + vec::load<4>(x, {0});
  }
  out(0) = s + twice;
  return sum;
}

// All ways to add.
// CHECK-LABEL: additions(
// CHECK:           const Index a = k;
// CHECK:           const Index b = 5 + k;
// CHECK:           const Index c = 9 - k;
// CHECK:           const Index d = k * n;
// CHECK:           const Index e = 3 - k * n;
// CHECK:           const Index f = k * (n + 2);
// CHECK:           const Index g = k * 5;
// CHECK:           const Index h = 100 - k * (n + 1);
PTO_INCORE Index additions(int n) {
  Index s = 0;
  {
    Index a = 0;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + a;
      ++a; // SAYS: :[[@LINE]]:{{.*}}'a' is
    }
  }
  {
    Index b = 5;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + b;
      b++; // SAYS: :[[@LINE]]:{{.*}}'b' is
    }
  }
  {
    Index c = 9;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + c;
      --c; // SAYS: :[[@LINE]]:{{.*}}'c' is
    }
  }
  {
    Index d = 0;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + d;
      d += n; // SAYS: :[[@LINE]]:{{.*}}'d' is
    }
  }
  {
    Index e = 3;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + e;
      e = e - n; // SAYS: :[[@LINE]]:{{.*}}'e' is
    }
  }
  {
    Index f = 0;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + f;
      f = n + f + 2; // SAYS: :[[@LINE]]:{{.*}}'f' is
    }
  }
  {
    Index g = 0;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + g;
      g -= -5; // SAYS: :[[@LINE]]:{{.*}}'g' is
    }
  }
  {
    Index h = 100;
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + h;
      h = h - n - 1; // SAYS: :[[@LINE]]:{{.*}}'h' is
    }
  }
  return s;
}

// What is known of the first value and of the trip count decides how the multiple is computed.
// CHECK-LABEL: types(
// CHECK:           const int a = k * 7;
// CHECK:           const int b = static_cast<int>(m + std::int64_t{k} * 7);
// CHECK:           const int c = m + k * 7;
// CHECK:           const Index d = m + std::int64_t{k} * 7;
// CHECK:           const Index e = n + k * 7;
// CHECK:           const Index f = k * n;
// CHECK:           const long long g_k = g + k * 1000000000;
PTO_INCORE Index types(int m, Index n, In<mem::MemRef<float, mem::L1, dyn>> x) {
  Index s = 0;
  {
    int a = 0; // no larger than what is computed today
    for (int k = 0; k < m; ++k) {
      s = s * 3 + a;
      a += 7; // SAYS: :[[@LINE]]:{{.*}}'a' is
    }
  }
  {
    int b = m;
    for (int k = 0; k < m; ++k) {
      s = s * 3 + b;
      b += 7; // SAYS: :[[@LINE]]:{{.*}}'b' is
    }
  }
  {
    int c = m; // few
    for (int k = 0; k < 9; ++k) {
      s = s * 3 + c;
      c += 7; // SAYS: :[[@LINE]]:{{.*}}'c' is
    }
  }
  {
    Index d = m; // the sum may be larger than an int
    for (int k = 0; k < 9; ++k) {
      s = s * 3 + d;
      d += 7; // SAYS: :[[@LINE]]:{{.*}}'d' is
    }
  }
  {
    Index e = n; // so often that it matters never ends
    for (Index k = 0; k < n; ++k) {
      s = s * 3 + e;
      e += 7; // SAYS: :[[@LINE]]:{{.*}}'e' is
    }
  }
  {
    Index f = 0;
    for (Index k = 0; k < n; ++k) {
      s = s * 3 + f;
      f += n; // SAYS: :[[@LINE]]:{{.*}}'f' is
    }
  }
  {
    long long g = x.extent(0);
    for (Index k = 0; k < n; ++k) {
      s = s * 3 + g;
      g += 1000000000; // SAYS: :[[@LINE]]:{{.*}}'g' is
    }
  }
  return s;
}

// Read before and behind the loop: the variable stays, with its first value, and is made up for.
// CHECK-LABEL: read_elsewhere(
// CHECK-NEXT:    Index off = 1;
// CHECK-NEXT:    Index s = a(off);
// CHECK-NEXT:    for (Index k = 0; k < n; ++k) {
// CHECK-NEXT:      const Index off_k = off + k * 2;
// CHECK-NEXT:      s = s * 3 + a(off_k);
// CHECK-NEXT:    }
// CHECK-NEXT:    off += (n > 0 ? n : 0) * 2;
// CHECK-NEXT:    for (Index k = 0; k < x.extent(0); k += 2) {
// CHECK-NEXT:      const Index off_k2 = off + k / 2 * 3;
// CHECK-NEXT:      s = s * 3 + a(off_k2);
// CHECK-NEXT:    }
// CHECK-NEXT:    off += (x.extent(0) + 1) / 2 * 3;
// CHECK-NEXT:    for (Index k = 5; k < 3; ++k) {
// CHECK-NEXT:      const Index off_k3 = off + (k - 5);
// CHECK-NEXT:      s = s * 3 + a(off_k3);
// CHECK-NEXT:    }
// CHECK-NEXT:    off += 0;
// CHECK-NEXT:    return s + off;
PTO_INCORE Index read_elsewhere(In<Line> a, Index n, In<mem::MemRef<float, mem::L1, dyn>> x) {
  Index off = 1;
  Index s = a(off);
  for (Index k = 0; k < n; ++k) {
    s = s * 3 + a(off);
    off += 2; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  for (Index k = 0; k < x.extent(0); k += 2) {
    s = s * 3 + a(off);
    off += 3; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  for (Index k = 5; k < 3; ++k) {
    s = s * 3 + a(off);
    off += 1; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  return s + off;
}

// Through two loops: first out of the inner one, then out of the outer one. And a parameter.
// CHECK-LABEL: through_two_loops(
// CHECK-NEXT:    Index s = 0;
// CHECK-NEXT:    for (Index r = 0; r < 4; ++r) {
// CHECK-DAG:       const Index off = r * 10;
// CHECK-DAG:       const Index p_r = p + r * 8;
// CHECK-NEXT:      for (Index k = 0; k < 5; ++k) {
// CHECK-NEXT:        const Index off_k = off + k * 2;
// CHECK-NEXT:        s = s * 3 + a(off_k) + a(p_r);
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
PTO_INCORE Index through_two_loops(In<Line> a, Index p) {
  Index s = 0;
  Index off = 0;
  for (Index r = 0; r < 4; ++r) {
    for (Index k = 0; k < 5; ++k) {
      s = s * 3 + a(off) + a(p);
      off += 2; // SAYS-DAG: :[[@LINE]]:{{.*}}'off' is
    }
    p += 8; // SAYS-DAG: :[[@LINE]]:{{.*}}'p' is
  }
  return s;
}

// Inner blocks, inner loops and lambdas read it, too.
// CHECK-LABEL: read_inside(
// CHECK:           const Index off = 1 + k * 2;
// CHECK-NEXT:      if (s > 5) {
// CHECK-NEXT:        for (Index j = 0; j < off; ++j)
// CHECK-NEXT:          s = s * 3 + a(off + j);
// CHECK-NEXT:      }
// CHECK-NEXT:      scf::forall(2, [=](Index j) { b(off * 2 + j) = a(off + j); });
// CHECK-NEXT:      const float half = static_cast<float>(off) * 0.5f;
PTO_INCORE Index read_inside(In<Line> a, Out<Line> b) {
  Index s = 0;
  Index off = 1;
  for (Index k = 0; k < 4; ++k) {
    if (s > 5) {
      for (Index j = 0; j < off; ++j)
        s = s * 3 + a(off + j);
    }
    scf::forall(2, [=](Index j) { b(off * 2 + j) = a(off + j); });
    const float half = static_cast<float>(off) * 0.5f;
    s = s * 3 + static_cast<Index>(half);
    off += 2; // SAYS: :[[@LINE]]:{{.*}}'off' is
  }
  return s;
}

// Nothing reads it on the way.
// CHECK-LABEL: only_counts(
// CHECK:         for (Index k = 0; k < n; ++k) {
// CHECK-NEXT:      s = s * 3 + k;
// CHECK-NEXT:    }
// CHECK-NEXT:    count += (n > 0 ? n : 0);
PTO_INCORE Index only_counts(Index n) {
  Index s = 0, count = n;
  for (Index k = 0; k < n; ++k) {
    s = s * 3 + k;
    ++count; // SAYS: :[[@LINE]]:{{.*}}'count' is
  }
  return s * 3 + count;
}

PTO_TEST_MAIN(documented, in_int, two_offsets, advanced, not_linear, additions, types, read_elsewhere,
              through_two_loops, read_inside, only_counts)
