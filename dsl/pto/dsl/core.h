//===- core.h - indices, shapes, element types, errors ----------------------===//
//
// The vocabulary that every other header uses. Nothing here touches data.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_CORE_H
#define PTO_DSL_CORE_H

#include "pto/dsl/config.h"

#include <cstdint>

PTO_DSL_BEGIN

namespace detail {
using Size = decltype(sizeof(int)); // std::size_t, without <cstddef>
}

/// A position, an extent or a trip count.
using Index = std::int64_t;

/// An extent that is known only at run time: `Tensor<float, dyn, 8>`.
inline constexpr Index dyn = -1;

/// Element offsets, one a dimension. Written in braces: `{r, 0}`.
template <Index N> struct Offsets {
  Index v[N];
};
template <> struct Offsets<0> {};

/// Sizes, one a dimension. Written in braces: `{n, 8}`.
template <Index N> struct Extents {
  Index v[N];
};
template <> struct Extents<0> {};

/// Distances of neighbours in elements, one a dimension. Written in braces: `{8, 1}`.
template <Index N> struct Strides {
  Index v[N];
};

/// The part of a tile or of a window that holds data, counted from its first element.
struct Valid {
  Index rows, cols;
};

/// Roles of parameters. The rewriter reads them from the spelled type; for the compiler they are
/// transparent, so deduction passes through them.
///
///   In     is only read
///   Out    is only written: it must not be read first, cells not written are garbage
///   InOut  is read and written
///
/// The storage of an Out or InOut argument overlaps no other argument of the same call.
/// A function that returns a Tensor returns the handle of one of its Out or InOut parameters.
template <class X> using In = const X &;
template <class X> using Out = X;
template <class X> using InOut = X;

/// Several results of one function; binds to `auto [a, b] = f();`.
template <class... X> struct Tuple;
template <class A> struct Tuple<A> {
  A first;
};
template <class A, class B> struct Tuple<A, B> {
  A first;
  B second;
};
template <class A, class B, class C> struct Tuple<A, B, C> {
  A first;
  B second;
  C third;
};
template <class A, class B, class C, class D> struct Tuple<A, B, C, D> {
  A first;
  B second;
  C third;
  D fourth;
};
template <class A, class B, class C, class D, class E> struct Tuple<A, B, C, D, E> {
  A first;
  B second;
  C third;
  D fourth;
  E fifth;
};
template <class... X> Tuple(X...) -> Tuple<X...>;
template <class A, class B> using Pair = Tuple<A, B>;

class half;
class bf16;

/// What a cell outside the valid part of a tile holds once `fillpad` has run.
enum class Pad { Null, Zero, Max, Min };

/// How `assemble` and `store` combine with what is there.
enum class Atomic { None, Add };

/// Comparisons of `cmp`. With a NaN operand only NE holds.
enum class Cmp { EQ, NE, LT, LE, GT, GE };

/// Storage order of a tensor: row major (ND), or its last two dimensions column major (DN).
enum class Layout { ND, DN };

/// Rounding of `cast`. None is Rint where a rounding is needed.
///   Rint   nearest, ties to even       Round  nearest, ties away from zero
///   Floor  towards -inf                Ceil   towards +inf
///   Trunc  towards zero                Odd    not representable: the odd neighbour
enum class RoundMode { None, Rint, Round, Floor, Ceil, Trunc, Odd };

//===-- element types -------------------------------------------------------===//

namespace detail {

template <class A, class B> inline constexpr bool same_type = false;
template <class A> inline constexpr bool same_type<A, A> = true;

template <class T> inline constexpr bool is_floating = false;
template <> inline constexpr bool is_floating<float> = true;
template <> inline constexpr bool is_floating<double> = true;
template <> inline constexpr bool is_floating<half> = true;
template <> inline constexpr bool is_floating<bf16> = true;

template <class T> inline constexpr bool is_integer = false;
template <> inline constexpr bool is_integer<std::int8_t> = true;
template <> inline constexpr bool is_integer<std::int16_t> = true;
template <> inline constexpr bool is_integer<std::int32_t> = true;
template <> inline constexpr bool is_integer<std::int64_t> = true;
template <> inline constexpr bool is_integer<std::uint8_t> = true;
template <> inline constexpr bool is_integer<std::uint16_t> = true;
template <> inline constexpr bool is_integer<std::uint32_t> = true;
template <> inline constexpr bool is_integer<std::uint64_t> = true;

/// Types a scalar operand may be spelled in: every element type and every builtin number.
template <class T> inline constexpr bool is_number = is_floating<T> || is_integer<T>;
template <> inline constexpr bool is_number<bool> = true;
template <> inline constexpr bool is_number<char> = true;
template <> inline constexpr bool is_number<long long> = true;
template <> inline constexpr bool is_number<unsigned long long> = true;

/// T, where a parameter is not to take part in deduction.
template <class T> struct GivenType {
  using type = T;
};
template <class T> using Given = typename GivenType<T>::type;

constexpr bool agree(Index a, Index b) { return a == b || a == dyn || b == dyn; }

} // namespace detail

/// An element type of Tensor and Tile.
template <class T>
concept Element = detail::is_floating<T> || detail::is_integer<T>;

/// half, bf16, float, double.
template <class T>
concept Floating = detail::is_floating<T>;

/// int8_t ... uint64_t.
template <class T>
concept Integer = detail::is_integer<T>;

/// A scalar operand. It is converted to the element type of the other operand (rounding to nearest even).
template <class T>
concept Scalar = detail::is_number<T>;

//===-- errors --------------------------------------------------------------===//

namespace detail {

// <cstdio> would be a tenth of what the DSL costs to include.
extern "C" long write(int, const void *, Size);

/// Writes a line to stderr at once.
inline void complain(const char *text, int length) {
  while (length > 0) {
    const long n = write(2, text, static_cast<Size>(length));
    if (n <= 0)
      return;
    text += n;
    length -= static_cast<int>(n);
  }
}

/// One line on stderr, then abort. `format` holds at most four `%lld`.
[[noreturn]] __attribute__((noinline, cold)) inline void fail(const char *op, const char *format, Index a = 0,
                                                              Index b = 0, Index c = 0, Index d = 0) {
  char text[256], line[512];
  __builtin_snprintf(text, sizeof text, format, static_cast<long long>(a), static_cast<long long>(b),
                     static_cast<long long>(c), static_cast<long long>(d));
  complain(line, __builtin_snprintf(line, sizeof line, "pto: %s: %s\n", op, text));
  __builtin_abort();
}

} // namespace detail

/// PTO_REQUIRE(condition, op, format, numbers...): a precondition that only checked builds test. In the others nearly
/// all of its tokens are dropped: parsing them is a tenth of what the DSL costs to include.
#ifdef PTO_CHECKED
#define PTO_REQUIRE(condition, ...)                                                                                    \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      ::pto::dsl::detail::fail(__VA_ARGS__);                                                                           \
  } while (false)
#else
#define PTO_REQUIRE(condition, op, ...) static_cast<void>(op)
#endif

PTO_DSL_END

#endif
