//===- scf.h - loops whose iterations are independent --------------------------===//
#ifndef PTO_DSL_SCF_H
#define PTO_DSL_SCF_H

#include "pto/dsl/shadow.h"

PTO_DSL_BEGIN
namespace detail {

/// f(i, j, k) for every index below the extents, row major; a checked build watches each as an iteration of its own.
template <class F> inline void independent([[maybe_unused]] const char *op, Index n, Index m, Index l, F &&f) {
#ifdef PTO_CHECKED
  Shadow shadow(op);
#endif
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j)
      for (Index k = 0; k < l; ++k) {
#ifdef PTO_CHECKED
        shadow.begin((i * m + j) * l + k);
#endif
        f(i, j, k);
#ifdef PTO_CHECKED
        shadow.end();
#endif
      }
}

} // namespace detail

namespace scf {

/// f(i) for i = lower, lower + step, ... below upper (above it when step < 0).
///
/// The author promises that the iterations are INDEPENDENT: none writes an element that another one reads or writes.
/// On a CPU they run in order, on the calling thread; a rewrite may use any order or run them at once. Checked builds
/// trap on a broken promise, as far as the DSL sees the accesses (shadow.h).
/// \pre step != 0
/// PyPTO: pl.parallel.
template <class F>
PTO_OP("scf.parallel call=3")
inline void parallel(Index lower, Index upper, Index step, F &&f) {
  PTO_REQUIRE(step != 0, "scf.parallel", "the step is 0");
#ifdef PTO_CHECKED
  detail::Shadow shadow("scf.parallel");
  for (Index i = lower; step > 0 ? i < upper : i > upper; i += step) {
    shadow.begin((i - lower) / step);
    f(i);
    shadow.end();
  }
#else
  for (Index i = lower; step > 0 ? i < upper : i > upper; i += step)
    f(i);
#endif
}

/// f(i) for i = 0 ... n - 1, independent as above.
template <class F>
PTO_OP("scf.parallel call=1")
inline void parallel(Index n, F &&f) {
  scf::parallel(0, n, 1, f);
}

/// f(i), f(i, j) or f(i, j, k) for every index below the extents, row major, independent as above.
/// MLIR: scf.forall.
template <class F>
PTO_OP("scf.forall call=1")
inline void forall(Index n, F &&f) {
  detail::independent("scf.forall", n, 1, 1, [&](Index i, Index, Index) { f(i); });
}
template <class F>
PTO_OP("scf.forall call=2")
inline void forall(Index n, Index m, F &&f) {
  detail::independent("scf.forall", n, m, 1, [&](Index i, Index j, Index) { f(i, j); });
}
template <class F>
PTO_OP("scf.forall call=3")
inline void forall(Index n, Index m, Index k, F &&f) {
  detail::independent("scf.forall", n, m, k, f);
}

} // namespace scf
PTO_DSL_END

#endif
