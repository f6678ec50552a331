//===- tile.h - Tile: a handle to a 2-D on-chip buffer -----------------------===//
//
// A Tile has R x C elements of which the first VR x VC hold data, in a memory space,
// in a layout. The layout is physical: it decides which byte holds which element, and
// tile::reshape, which reinterprets storage, shows it.
//
// A layout is an order of boxes (BLayout) and an order inside a box (SLayout):
//
//   NoneBox              no boxes: BLayout alone orders the elements
//   SLayout::RowMajor    boxes of 16 rows x fractal/16 bytes, rows contiguous
//   SLayout::ColMajor    boxes of fractal/16 bytes x 16 columns, columns contiguous
//
// A box is `fractal` bytes: 512, and 1024 in Acc. R and C round up to whole boxes.
//
// Copying a Tile copies the handle: both see the same bytes. The last handle frees them.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_H
#define PTO_DSL_TILE_H

#include "pto/dsl/math.h"
#include "pto/dsl/storage.h"
#include "pto/dsl/trace.h"

PTO_DSL_BEGIN

/// On-chip memories: vector buffer (UB), matrix buffer (L1), the matrix unit's operands (L0A, L0B),
/// accumulator (L0C) and bias table.
enum class Mem { Vec, Mat, Left, Right, Acc, Bias };

enum class BLayout { RowMajor, ColMajor };
enum class SLayout { NoneBox, RowMajor, ColMajor };

template <BLayout B, SLayout S = SLayout::NoneBox, int Fractal = 512> struct TileLayout {
  static constexpr BLayout blayout = B;
  static constexpr SLayout slayout = S;
  static constexpr int fractal = Fractal;
  static constexpr bool boxed = S != SLayout::NoneBox;

  /// Elements of `size` bytes in a box, by row and by column; 1 without boxes.
  static constexpr Index box_rows(Index size) {
    return S == SLayout::NoneBox ? 1 : S == SLayout::RowMajor ? 16 : Fractal / 16 / size;
  }
  static constexpr Index box_cols(Index size) {
    return S == SLayout::NoneBox ? 1 : S == SLayout::RowMajor ? Fractal / 16 / size : 16;
  }
};

namespace detail {

template <Mem M, bool Column> struct LayoutIn {
  using type = TileLayout<Column ? BLayout::ColMajor : BLayout::RowMajor>;
};
template <bool Column> struct LayoutIn<Mem::Mat, Column> {
  using type = TileLayout<BLayout::ColMajor, SLayout::RowMajor>;
};
template <bool Column> struct LayoutIn<Mem::Left, Column> {
  using type = TileLayout<BLayout::ColMajor, SLayout::RowMajor>;
};
template <bool Column> struct LayoutIn<Mem::Right, Column> {
  using type = TileLayout<BLayout::RowMajor, SLayout::ColMajor>;
};
template <bool Column> struct LayoutIn<Mem::Acc, Column> {
  using type = TileLayout<BLayout::ColMajor, SLayout::RowMajor, 1024>;
};

} // namespace detail

/// The layout that the hardware wants in a memory. In Vec: row major, a column vector column major.
template <Mem M, Index R, Index C>
using DefaultLayout = typename detail::LayoutIn<M, (C == 1 && R != 1)>::type;

namespace detail {

/// Everything a handle knows. `lead` counts elements from one row (column) of the whole buffer to the
/// next; with boxes, the columns (rows) of the whole buffer. `row`, `col` is the first element's
/// place among the boxes; without boxes `data` points to it.
struct TileView {
  char *data = nullptr;
  Index lead = 0, row = 0, col = 0;
  Index rows = 0, cols = 0, valid_rows = 0, valid_cols = 0;
  Owner owner;
};

} // namespace detail

/// See the top of the file. R, C, VR, VC are counts or dyn.
template <class T, Index R, Index C, Mem M = Mem::Vec, class L = DefaultLayout<M, R, C>, Index VR = R, Index VC = C,
          Pad P = Pad::Null>
class Tile {
  static_assert(Element<T>, "not an element type");
  static_assert((R > 0 || R == dyn) && (C > 0 || C == dyn), "extents are positive or dyn");
  static_assert(VR <= R || R == dyn, "more valid rows than rows");
  static_assert(VC <= C || C == dyn, "more valid columns than columns");

public:
  using value_type = T;
  using layout = L;
  static constexpr Index static_rows = R, static_cols = C, static_valid_rows = VR, static_valid_cols = VC;
  static constexpr Mem space = M;
  static constexpr Pad pad = P;

  /// A handle to nothing. It may only be assigned to.
  Tile() = default;

  /// The same handle under other static knowledge of its extents or pad. Implicit when nothing static is
  /// claimed anew. \pre (explicit form) the extents are the ones claimed
  template <Index R2, Index C2, Index VR2, Index VC2, Pad P2>
    requires(detail::agree(R, R2) && detail::agree(C, C2) && detail::agree(VR, VR2) && detail::agree(VC, VC2) &&
             !(R == R2 && C == C2 && VR == VR2 && VC == VC2 && P == P2))
  PTO_OP("tile.convert same=0 reads=")
  explicit((R != R2 && R != dyn) || (C != C2 && C != dyn) || (VR != VR2 && VR != dyn) || (VC != VC2 && VC != dyn))
      Tile(const Tile<T, R2, C2, M, L, VR2, VC2, P2> &o)
      : Tile(o.view()) {
    PTO_REQUIRE(detail::agree(R, o.rows()) && detail::agree(C, o.cols()), "tile",
                "a %lld x %lld tile is no %lld x %lld tile", o.rows(), o.cols(), R, C);
    PTO_REQUIRE(detail::agree(VR, o.valid_rows()) && detail::agree(VC, o.valid_cols()), "tile",
                "%lld x %lld valid elements, expected %lld x %lld", o.valid_rows(), o.valid_cols(), VR, VC);
  }

  PTO_OP("tile.rows scalar reads=")
  Index rows() const { return R != dyn ? R : view_.rows; }
  PTO_OP("tile.cols scalar reads=")
  Index cols() const { return C != dyn ? C : view_.cols; }
  PTO_OP("tile.valid_rows scalar reads=")
  Index valid_rows() const { return VR != dyn ? VR : view_.valid_rows; }
  PTO_OP("tile.valid_cols scalar reads=")
  Index valid_cols() const { return VC != dyn ? VC : view_.valid_cols; }
  PTO_OP("tile.is_null scalar reads=")
  bool is_null() const { return view_.data == nullptr; }

  /// The element (r, c), by value; write with tile::write. Checked builds trap outside the extents.
  PTO_OP("tile.element scalar reads=this")
  T operator()(Index r, Index c) const {
    PTO_REQUIRE(r >= 0 && r < rows() && c >= 0 && c < cols(), "tile element", "(%lld, %lld) is outside %lld x %lld", r,
                c, rows(), cols());
    return get(r, c);
  }

  //===-- for the DSL's own ops -------------------------------------------===//

  explicit Tile(detail::TileView v) : view_(static_cast<detail::TileView &&>(v)) {}
  const detail::TileView &view() const { return view_; }

  /// Byte address of an element; no check.
  char *at(Index r, Index c) const {
    constexpr Index size = sizeof(T), br = L::box_rows(size), bc = L::box_cols(size);
    constexpr bool by_rows = L::blayout == BLayout::RowMajor;
    if constexpr (!L::boxed) {
      return view_.data + (by_rows ? r * view_.lead + c : c * view_.lead + r) * size;
    } else {
      r += view_.row;
      c += view_.col;
      const Index box = by_rows ? r / br * (view_.lead / bc) + c / bc : c / bc * (view_.lead / br) + r / br;
      const Index in = L::slayout == SLayout::RowMajor ? r % br * bc + c % bc : c % bc * br + r % br;
      return view_.data + (box * br * bc + in) * size;
    }
  }
  T get(Index r, Index c) const { return detail::get<T>(at(r, c)); }
  void put(Index r, Index c, T value) const { detail::put<T>(at(r, c), value); }

  /// Whether the elements fill consecutive bytes in the order of the layout.
  bool is_dense() const {
    constexpr Index br = L::box_rows(sizeof(T)), bc = L::box_cols(sizeof(T));
    if constexpr (!L::boxed) {
      return L::blayout == BLayout::RowMajor ? rows() == 1 || view_.lead == cols()
                                             : cols() == 1 || view_.lead == rows();
    } else {
      if (view_.row % br != 0 || view_.col % bc != 0 || rows() % br != 0 || cols() % bc != 0)
        return false;
      return L::blayout == BLayout::RowMajor ? rows() == br || view_.lead == cols()
                                             : cols() == bc || view_.lead == rows();
    }
  }
  bool is_fully_valid() const { return valid_rows() == rows() && valid_cols() == cols(); }

private:
  detail::TileView view_;
};

//===-- placement -----------------------------------------------------------===//

/// A place in a buffer, `ub.at(4096)`: where an op that takes one puts its result.
struct TilePlace {
  detail::Owner owner;
  Mem space;
  Index offset;
};

/// On-chip memory that the author divides by hand; made by `tile::alloc`.
class Buffer {
public:
  Buffer(Index bytes, Mem space) : owner_(detail::allocate(bytes)), space_(space) {}

  /// The place `offset` bytes into the buffer. \pre 0 <= offset < size
  PTO_OP("tile.at view=this reads=")
  TilePlace at(Index offset) const {
    PTO_REQUIRE(offset >= 0 && offset < owner_.get()->bytes, "buffer", "offset %lld is outside [0, %lld)", offset,
                owner_.get()->bytes);
    return {owner_, space_, offset};
  }

private:
  detail::Owner owner_;
  Mem space_;
};

//===-- properties of tile types --------------------------------------------===//

namespace detail {

template <class X> struct TileTraits {
  static constexpr bool is = false;
  static constexpr Index cols = 0;
};
template <class T, Index R, Index C, Mem M, class L, Index VR, Index VC, Pad P>
struct TileTraits<Tile<T, R, C, M, L, VR, VC, P>> {
  static constexpr bool is = true;
  static constexpr Index rows = R, cols = C, valid_rows = VR, valid_cols = VC;
  /// Another element type, other extents with the default layout, other valid extents.
  template <class U> using Of = Tile<U, R, C, M, L, VR, VC>;
  template <Index R2, Index C2, Index VR2, Index VC2>
  using Resized = Tile<T, R2, C2, M, DefaultLayout<M, R2, C2>, VR2, VC2>;
  template <Index VR2, Index VC2, Pad P2 = P> using WithValid = Tile<T, R, C, M, L, VR2, VC2, P2>;
  template <Mem M2> using In = Tile<T, R, C, M2, DefaultLayout<M2, R, C>, VR, VC, P>;
};

} // namespace detail

template <class A>
concept AnyTile = detail::TileTraits<A>::is;

template <class A> using ElementOf = typename A::value_type;

/// B is a tile with the element type and the extents of A.
template <class B, class A>
concept SameShape = AnyTile<B> && detail::same_type<ElementOf<A>, ElementOf<B>> &&
                    detail::agree(A::static_rows, B::static_rows) && detail::agree(A::static_cols, B::static_cols);

template <class A>
concept FloatTile = AnyTile<A> && Floating<ElementOf<A>>;

template <class A>
concept IntTile = AnyTile<A> && Integer<ElementOf<A>>;

namespace detail {

/// Bytes that a tile type of rows x cols occupies.
template <class A> inline Index tile_bytes(Index rows, Index cols) {
  constexpr Index size = sizeof(ElementOf<A>), br = A::layout::box_rows(size), bc = A::layout::box_cols(size);
  return (rows + br - 1) / br * br * ((cols + bc - 1) / bc * bc) * size;
}

/// A tile of type A over the bytes at `data`, in its own layout.
template <class A> inline A place_tile(char *data, Owner owner, Index rows, Index cols, Index valid_rows,
                                       Index valid_cols) {
  constexpr Index size = sizeof(ElementOf<A>), br = A::layout::box_rows(size), bc = A::layout::box_cols(size);
  TileView v;
  v.data = data;
  v.lead = A::layout::blayout == BLayout::RowMajor ? (cols + bc - 1) / bc * bc : (rows + br - 1) / br * br;
  v.rows = rows;
  v.cols = cols;
  v.valid_rows = valid_rows;
  v.valid_cols = valid_cols;
  v.owner = static_cast<Owner &&>(owner);
  return A(static_cast<TileView &&>(v));
}

/// A tile with storage of its own, indeterminate.
template <class A> inline A new_tile(Index rows, Index cols, Index valid_rows, Index valid_cols) {
  const Index bytes = tile_bytes<A>(rows, cols);
  count(&trace::Counters::tile_allocs);
  count(&trace::Counters::tile_bytes, bytes);
  Owner owner(allocate(bytes));
  char *data = owner.get()->data();
  return place_tile<A>(data, static_cast<Owner &&>(owner), rows, cols, valid_rows, valid_cols);
}

/// A tile at a place that the author chose; holds what is there.
template <class A>
inline A new_tile_at(const TilePlace &m, Index rows, Index cols, Index valid_rows, Index valid_cols, const char *op) {
  const Index bytes = tile_bytes<A>(rows, cols);
  PTO_REQUIRE(m.space == A::space, op, "the place is in memory %lld, the tile in %lld", static_cast<Index>(m.space),
              static_cast<Index>(A::space));
  PTO_REQUIRE(m.offset % static_cast<Index>(alignof(ElementOf<A>)) == 0, op, "offset %lld is not aligned to %lld bytes",
              m.offset, static_cast<Index>(alignof(ElementOf<A>)));
  PTO_REQUIRE(m.offset + bytes <= m.owner.get()->bytes, op, "bytes [%lld, %lld) are outside a buffer of %lld bytes",
              m.offset, m.offset + bytes, m.owner.get()->bytes);
  note_access(m.owner.get()->data() + m.offset, bytes, true);
  return place_tile<A>(m.owner.get()->data() + m.offset, m.owner, rows, cols, valid_rows, valid_cols);
}

/// Whether a is fully valid is known when compiling: then so are parts of it.
template <class A>
inline constexpr bool surely_full = A::static_valid_rows == A::static_rows && A::static_valid_cols == A::static_cols &&
                                    A::static_rows != dyn && A::static_cols != dyn;

/// a's elements as B with valid extents of its own.
template <class B, class A> inline B reseen(const A &a, Index valid_rows, Index valid_cols) {
  const TileView &o = a.view();
  return B(TileView{o.data, o.lead, o.row, o.col, a.rows(), a.cols(), valid_rows, valid_cols, o.owner});
}

/// x moved into [0, high].
inline Index clamp(Index x, Index high) { return x < 0 ? 0 : x > high ? high : x; }

/// A new tile with the extents of `like` (its type may differ in element, space, layout).
template <class A, class Like> inline A tile_like(const Like &like) {
  return new_tile<A>(like.rows(), like.cols(), like.valid_rows(), like.valid_cols());
}

} // namespace detail
PTO_DSL_END

#endif
