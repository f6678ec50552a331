//===- scf.h - loops whose iterations are independent --------------------------===//
#ifndef PTO_DSL_SCF_H
#define PTO_DSL_SCF_H

#include "pto/dsl/shadow.h"

PTO_DSL_BEGIN
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

} // namespace scf
PTO_DSL_END

#endif
