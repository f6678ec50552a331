//===- walk.h - steps through strided windows ---------------------------------===//
#ifndef PTO_DSL_WALK_H
#define PTO_DSL_WALK_H

#include "pto/dsl/shadow.h"

PTO_DSL_BEGIN
namespace detail {

/// Steps through the first `rank` dimensions of `sizes` in row major order; false after the last index.
inline bool next_index(Index *index, const Index *sizes, Index rank) {
  for (Index d = rank - 1; d >= 0; --d) {
    if (++index[d] < sizes[d])
      return true;
    index[d] = 0;
  }
  return false;
}

inline bool empty(const Index *sizes, Index rank) {
  for (Index d = 0; d < rank; ++d)
    if (sizes[d] <= 0)
      return true;
  return false;
}

/// Tells a watching parallel loop about a strided window.
inline void note_window(const void *data, const Index *sizes, const Index *strides, Index rank, Index element,
                        bool write) {
  if (!watching() || empty(sizes, rank) || rank > 8)
    return;
  Index index[8] = {};
  do {
    Index offset = 0;
    for (Index d = 0; d < rank; ++d)
      offset += index[d] * strides[d];
    note_access(static_cast<const char *>(data) + offset * element, element, write);
  } while (next_index(index, sizes, rank));
}

} // namespace detail
PTO_DSL_END

#endif
