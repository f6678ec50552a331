//===- air.h - work spread over a grid of cores -------------------------------===//
#ifndef PTO_DSL_AIR_H
#define PTO_DSL_AIR_H

#include "pto/dsl/scf.h"

PTO_DSL_BEGIN
namespace air {

/// f(x, y) for every core of an NX x NY grid.
///
/// The author promises that the cores are INDEPENDENT, as the iterations of scf::parallel are. On a CPU they run one
/// after the other, row major; checked builds trap on a broken promise, as far as the DSL sees the accesses.
/// MLIR-AIR: air.herd.
template <Index NX, Index NY, class F>
PTO_OP("air.herd call=0")
inline void herd(F &&f) {
  static_assert(NX > 0 && NY > 0, "a herd has cores");
  detail::independent("air.herd", NX, NY, 1, [&](Index x, Index y, Index) { f(x, y); });
}

/// f(x) for every core of a row of NX.
template <Index NX, class F>
PTO_OP("air.herd call=0")
inline void herd(F &&f) {
  static_assert(NX > 0, "a herd has cores");
  detail::independent("air.herd", NX, 1, 1, [&](Index x, Index, Index) { f(x); });
}

} // namespace air
PTO_DSL_END

#endif
