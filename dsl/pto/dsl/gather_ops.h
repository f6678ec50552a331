//===- gather_ops.h - the loops behind gather, scatter and sort ----------------===//
//
// As plane_ops.h: shared by tiles and tensors, over anything with get and put.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_GATHER_OPS_H
#define PTO_DSL_GATHER_OPS_H

#include "pto/dsl/plane_ops.h"

PTO_DSL_BEGIN

/// Which columns of each four (two) a mask form takes, the first column being the rightmost digit:
/// P0101 takes columns 0, 2, 4 ..., P0010 columns 1, 5, 9 ...
enum class MaskPattern { P0101, P1010, P0001, P0010, P0100, P1000, P1111 };

/// What an index outside of memory stands for: a precondition violation, the nearest index, the index modulo
/// the size, or a zero.
enum class OutOfBounds { Undefined, Clamp, Wrap, Zero };

/// Whether an index names an element or a row.
enum class Coalesce { Element, Row };

namespace detail {

constexpr Index mask_step(MaskPattern p) {
  return p == MaskPattern::P1111 ? 1 : p == MaskPattern::P0101 || p == MaskPattern::P1010 ? 2 : 4;
}
constexpr Index mask_first(MaskPattern p) {
  switch (p) {
  case MaskPattern::P1010:
  case MaskPattern::P0010:
    return 1;
  case MaskPattern::P0100:
    return 2;
  case MaskPattern::P1000:
    return 3;
  default:
    return 0;
  }
}

/// The index to use in [0, n), or -1 for a zero.
inline Index in_bounds(Index i, Index n, OutOfBounds mode, const char *op) {
  if (i >= 0 && i < n)
    return i;
  switch (mode) {
  case OutOfBounds::Clamp:
    return i < 0 ? 0 : n - 1;
  case OutOfBounds::Wrap:
    return (i % n + n) % n;
  case OutOfBounds::Zero:
    return -1;
  case OutOfBounds::Undefined:
    break;
  }
  PTO_REQUIRE(false, op, "index %lld is outside [0, %lld)", i, n);
  return i;
}

/// to(r, c) = src at row major position index(r, c), of src_rows x src_cols elements.
template <class T, class To, class Src, class Idx>
inline void gather_flat(Index rows, Index cols, const To &to, const Src &src, Index src_rows, Index src_cols,
                        const Idx &index, OutOfBounds mode, const char *op) {
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      const Index i = in_bounds(static_cast<Index>(index.get(r, c)), src_rows * src_cols, mode, op);
      to.put(r, c, i < 0 ? T(0) : src.get(i / src_cols, i % src_cols));
    }
}

/// to at position index(r, c) = src(r, c), in row major order of src: of equal indices the last wins.
template <class T, class To, class Src, class Idx>
inline void scatter_flat(Index rows, Index cols, const To &to, Index to_rows, Index to_cols, const Src &src,
                         const Idx &index, const char *op) {
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      const Index i = in_bounds(static_cast<Index>(index.get(r, c)), to_rows * to_cols, OutOfBounds::Undefined, op);
      to.put(i / to_cols, i % to_cols, src.get(r, c));
    }
}

/// One row of to for each row index; index(i) of the i-th row.
template <class T, class To, class Src, class RowIndex>
inline void gather_rows(Index rows, Index cols, const To &to, const Src &src, Index src_rows, RowIndex index,
                        OutOfBounds mode, const char *op) {
  for (Index r = 0; r < rows; ++r) {
    const Index i = in_bounds(index(r), src_rows, mode, op);
    for (Index c = 0; c < cols; ++c)
      to.put(r, c, i < 0 ? T(0) : src.get(i, c));
  }
}
template <class To, class Src, class RowIndex>
inline void scatter_rows(Index rows, Index cols, const To &to, Index to_rows, const Src &src, RowIndex index,
                         const char *op) {
  for (Index r = 0; r < rows; ++r) {
    const Index i = in_bounds(index(r), to_rows, OutOfBounds::Undefined, op);
    for (Index c = 0; c < cols; ++c)
      to.put(i, c, src.get(r, c));
  }
}

/// Columns r of each row where the comparison holds, in order; their number to count.
template <class T, class To, class Count, class Src>
inline void gather_where(Index rows, Index cols, const To &to, const Count &count, const Src &src, T k, Cmp mode) {
  for (Index r = 0; r < rows; ++r) {
    std::int32_t n = 0;
    for (Index c = 0; c < cols; ++c)
      if (Compare{mode}(src.get(r, c), k) != 0)
        to.put(r, n++, static_cast<std::int32_t>(c));
    count.put(r, 0, n);
  }
}

//===-- sorting records -------------------------------------------------------===//
//
// A record is 8 bytes, as the sorting unit has it: the value in the first bytes, a 32-bit index
// in the last four. In a row of T it takes 8 / sizeof(T) columns.

template <class T> struct Record {
  static constexpr Index width = 8 / static_cast<Index>(sizeof(T));
  T cell[8 / sizeof(T)];

  static Record of(T value, std::uint32_t index) {
    Record r;
    char bytes[8] = {};
    __builtin_memcpy(bytes, static_cast<const void *>(&value), sizeof value);
    __builtin_memcpy(bytes + 4, &index, sizeof index);
    __builtin_memcpy(static_cast<void *>(r.cell), bytes, sizeof bytes);
    return r;
  }
  template <class A> static Record at(const A &a, Index row, Index position) {
    Record r;
    for (Index i = 0; i < width; ++i)
      r.cell[i] = a.get(row, position * width + i);
    return r;
  }
  template <class A> void to(const A &a, Index row, Index position) const {
    for (Index i = 0; i < width; ++i)
      a.put(row, position * width + i, cell[i]);
  }
  /// Larger values come first, NaN last.
  bool before(const Record &o) const {
    const auto x = wide(cell[0]), y = wide(o.cell[0]);
    return x > y || (x == x && y != y);
  }
};

/// Each block of 32 values of a row, with its indices, as records in descending order; equal values keep theirs.
template <class T, class To, class Src, class Idx>
inline void sort_blocks(Index rows, Index cols, const To &to, const Src &src, const Idx &index) {
  for (Index r = 0; r < rows; ++r)
    for (Index start = 0; start < cols; start += 32) {
      const Index n = cols - start < 32 ? cols - start : 32;
      Record<T> block[32];
      for (Index i = 0; i < n; ++i) { // insertion
        const auto x = Record<T>::of(src.get(r, start + i), static_cast<std::uint32_t>(index.get(r, start + i)));
        Index j = i;
        for (; j > 0 && x.before(block[j - 1]); --j)
          block[j] = block[j - 1];
        block[j] = x;
      }
      for (Index i = 0; i < n; ++i)
        block[i].to(to, r, start + i);
    }
}

/// Merges up to four descending runs of records; of equal values the earlier run's come first. next(k) is run k's
/// next record or null, take(k) drops it, emit(record) takes the merged ones.
template <class T, class Next, class Take, class Emit>
inline void merge_runs(int runs, Next next, Take take, Emit emit) {
  for (;;) {
    int best = -1;
    Record<T> first{}, other{};
    for (int k = 0; k < runs; ++k)
      if (next(k, other) && (best < 0 || other.before(first))) {
        best = k;
        first = other;
      }
    if (best < 0)
      return;
    emit(first);
    take(best);
  }
}

/// Merges each four neighbouring runs of `run` columns into one.
template <class T, class To, class Src>
inline void merge_each_four(Index rows, Index cols, Index run, const To &to, const Src &src) {
  constexpr Index width = Record<T>::width;
  const Index records = cols / width, length = run / width;
  for (Index r = 0; r < rows; ++r)
    for (Index start = 0; start < records; start += 4 * length) {
      Index done[4] = {}, out = start;
      const auto next = [&](int k, Record<T> &record) {
        const Index at = start + k * length + done[k];
        if (done[k] >= length || at >= records)
          return false;
        record = Record<T>::at(src, r, at);
        return true;
      };
      merge_runs<T>(4, next, [&](int k) { ++done[k]; }, [&](const Record<T> &record) { record.to(to, r, out++); });
    }
}

/// Merges a row of each of up to four planes into a row of `to`.
template <class T, class Plane, class To>
inline void merge_rows(Index rows, int runs, const Index *cols, const Plane *planes, const To &to) {
  constexpr Index width = Record<T>::width;
  for (Index r = 0; r < rows; ++r) {
    Index done[4] = {}, out = 0;
    const auto next = [&](int k, Record<T> &record) {
      if (done[k] * width >= cols[k])
        return false;
      record = Record<T>::at(planes[k], r, done[k]);
      return true;
    };
    merge_runs<T>(runs, next, [&](int k) { ++done[k]; }, [&](const Record<T> &record) { record.to(to, r, out++); });
  }
}

} // namespace detail
PTO_DSL_END

#endif
