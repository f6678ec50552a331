//===- plane_ops.h - the loops behind tile:: and tensor:: ops ------------------===//
//
// Everything here works on accesses: objects with get(r, c) and put(r, c, x) that name a
// plane of elements, be it of a tile or of a tensor. The two namespaces share these
// loops, so that row_sum of a tensor has the bits of row_sum of a tile.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_PLANE_OPS_H
#define PTO_DSL_PLANE_OPS_H

#include "pto/dsl/limits.h"
#include "pto/dsl/scalar_ops.h"
#include "pto/dsl/storage.h"

PTO_DSL_BEGIN
namespace detail {

/// Elements at fixed distances. ByRows: neighbours of a row are adjacent.
template <class T, bool ByRows> struct Strided {
  char *data;
  Index lead;
  T get(Index r, Index c) const { return detail::get<T>(at(r, c)); }
  void put(Index r, Index c, T value) const { detail::put<T>(at(r, c), value); }
  char *at(Index r, Index c) const {
    return data + (ByRows ? r * lead + c : c * lead + r) * static_cast<Index>(sizeof(T));
  }
};

/// A rows x cols plane of a tensor.
template <class T> struct Plane {
  T *data;
  Index row_stride, col_stride;
  T get(Index r, Index c) const { return *at(r, c); }
  void put(Index r, Index c, T value) const { *at(r, c) = value; }
  T *at(Index r, Index c) const { return data + r * row_stride + c * col_stride; }
};

/// An access that tells a watching parallel loop of each element it touches: for ops whose elements depend on data.
template <class T, class A> struct Noted {
  const A &access;
  T get(Index r, Index c) const {
    note_access(access.at(r, c), sizeof(T), false);
    return access.get(r, c);
  }
  void put(Index r, Index c, T value) const {
    note_access(access.at(r, c), sizeof(T), true);
    access.put(r, c, value);
  }
};
template <class T, class A> inline Noted<T, A> noted(const A &access) { return {access}; }

/// to(r, c) = f(from(r, c)...) for rows x cols elements.
template <class F, class To, class... From>
inline void map_elements(Index rows, Index cols, F f, const To &to, const From &...from) {
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      to.put(r, c, f(from.get(r, c)...));
}

/// to(r, c) = f(a(r, c), v(r, 0)), and the same with v(0, c).
template <class T, class F, class To, class A, class V>
inline void expand_rows(Index rows, Index cols, F f, const To &to, const A &a, const V &v) {
  for (Index r = 0; r < rows; ++r) {
    const T x = v.get(r, 0);
    for (Index c = 0; c < cols; ++c)
      to.put(r, c, f(a.get(r, c), x));
  }
}
template <class F, class To, class A, class V>
inline void expand_cols(Index rows, Index cols, F f, const To &to, const A &a, const V &v) {
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      to.put(r, c, f(a.get(r, c), v.get(0, c)));
}

/// Folds element(0) ... element(n - 1) in this order.
template <class T, class F, class Element> inline T fold(Index n, F f, T none, Element element) {
  if (n <= 0)
    return none;
  compute_t<T> sum = wide(element(Index{0}));
  for (Index i = 1; i < n; ++i)
    sum = f(sum, wide(element(i)));
  return static_cast<T>(sum);
}
template <class T, class F, class To, class A>
inline void fold_rows(Index rows, Index cols, F f, T none, const To &to, const A &a) {
  for (Index r = 0; r < rows; ++r)
    to.put(r, 0, fold<T>(cols, f, none, [&](Index c) { return a.get(r, c); }));
}
template <class T, class F, class To, class A>
inline void fold_cols(Index rows, Index cols, F f, T none, const To &to, const A &a) {
  for (Index c = 0; c < cols; ++c)
    to.put(0, c, fold<T>(rows, f, none, [&](Index r) { return a.get(r, c); }));
}

/// The first index whose element beats all before it; a number beats NaN.
template <class Element> inline std::int32_t find_best(Index n, bool largest, Element element) {
  Index best = 0;
  for (Index i = 1; i < n; ++i) {
    const auto x = wide(element(i)), y = wide(element(best));
    if ((largest ? x > y : x < y) || (y != y && x == x))
      best = i;
  }
  return static_cast<std::int32_t>(best);
}
template <class To, class A> inline void best_in_rows(Index rows, Index cols, bool largest, const To &to, const A &a) {
  for (Index r = 0; r < rows; ++r)
    to.put(r, 0, find_best(cols, largest, [&](Index c) { return a.get(r, c); }));
}
template <class To, class A> inline void best_in_cols(Index rows, Index cols, bool largest, const To &to, const A &a) {
  for (Index c = 0; c < cols; ++c)
    to.put(0, c, find_best(rows, largest, [&](Index r) { return a.get(r, c); }));
}

/// Functors of expansions and fills.
struct Second {
  template <class T> T operator()(T, T b) const { return b; }
};
template <class T> struct Constant {
  T value;
  T operator()(T) const { return value; }
};
template <class T> struct Select {
  T operator()(std::uint8_t mask, T a, T b) const { return mask != 0 ? a : b; }
};
template <class T> struct SelectScalar {
  T other;
  T operator()(std::uint8_t mask, T a) const { return mask != 0 ? a : other; }
};

template <class T> inline T pad_value(Pad pad) {
  return pad == Pad::Max ? highest<T>() : pad == Pad::Min ? lowest<T>() : T(0);
}

/// Element k counts from start up or down; 1 on one side of a diagonal, 0 on the other.
template <class T, class To> inline void count_up(Index rows, Index cols, T start, bool descending, const To &to) {
  using U = wrap_t<T>;
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      const U k = static_cast<U>(r * cols + c);
      to.put(r, c, static_cast<T>(descending ? static_cast<U>(start) - k : static_cast<U>(start) + k));
    }
}
template <class T, class To> inline void triangle(Index rows, Index cols, Index diagonal, bool upper, const To &to) {
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      to.put(r, c, T((upper ? c >= r + diagonal : c <= r + diagonal) ? 1 : 0));
}

/// Philox 4x32: element group i is the cipher of counter + i under the key.
struct Philox {
  std::uint32_t key[2], counter[4];
  int rounds;

  void block(std::uint64_t i, std::uint32_t (&x)[4]) const {
    std::uint64_t low = counter[0] | static_cast<std::uint64_t>(counter[1]) << 32;
    std::uint64_t high = counter[2] | static_cast<std::uint64_t>(counter[3]) << 32;
    if (low + i < low)
      ++high;
    low += i;
    x[0] = static_cast<std::uint32_t>(low), x[1] = static_cast<std::uint32_t>(low >> 32);
    x[2] = static_cast<std::uint32_t>(high), x[3] = static_cast<std::uint32_t>(high >> 32);
    std::uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < rounds; ++round) {
      const std::uint64_t a = std::uint64_t{0xD2511F53u} * x[0], b = std::uint64_t{0xCD9E8D57u} * x[2];
      const std::uint32_t x1 = x[1], x3 = x[3];
      x[0] = static_cast<std::uint32_t>(b >> 32) ^ x1 ^ k0;
      x[1] = static_cast<std::uint32_t>(b);
      x[2] = static_cast<std::uint32_t>(a >> 32) ^ x3 ^ k1;
      x[3] = static_cast<std::uint32_t>(a);
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
  }
  template <class To> void fill(Index rows, Index cols, const To &to) const {
    std::uint32_t x[4] = {};
    for (Index k = 0; k < rows * cols; ++k) {
      if (k % 4 == 0)
        block(static_cast<std::uint64_t>(k / 4), x);
      to.put(k / cols, k % cols, x[k % 4]);
    }
  }
};

} // namespace detail
PTO_DSL_END

#endif
