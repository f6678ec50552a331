//===- tile_cast.h - another element type --------------------------------------===//
#ifndef PTO_DSL_TILE_CAST_H
#define PTO_DSL_TILE_CAST_H

#include "pto/dsl/cast.h"
#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN
namespace tile {

/// Each element as a To, by the rules of cast.h: `cast<half>(a, RoundMode::Rint)`.
///
/// FRESH, in a's layout, on the valid part (the rest is INDETERMINATE). One rounding; None is nearest even. Out of
/// range: floats overflow to infinity or the largest number as the mode says, float to integer clamps (NaN to 0),
/// integer to integer wraps.
/// PyPTO: tile.cast; PTO-ISA: TCVT.
template <Element To, AnyTile A>
PTO_OP("tile.cast fresh")
inline typename detail::TileTraits<A>::template Of<To> cast(const A &a, RoundMode mode = RoundMode::None) {
  return detail::map<typename detail::TileTraits<A>::template Of<To>>(a, detail::CastTo<To>{mode}, "tile.cast");
}

} // namespace tile
PTO_DSL_END

#endif
