//===- Type.h - the types that kernels compute with --------------*- C++ -*-===//

#ifndef PTO_KERNEL_TYPE_H
#define PTO_KERNEL_TYPE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rewrite {

using Extent = std::int64_t;
inline constexpr Extent dynamicExtent = INT64_MIN;

/// A type as far as passes care. Tensors, memory references, tiles and tile buffers
/// are *handles*: a copy refers to the same storage. A vector is treated as one, too:
/// no op changes the lanes of a vector in place, so that a handle to lanes that never
/// change cannot be told from a copy of them. A Record is a tuple or aggregate that
/// holds handles; a Scalar is an arithmetic value; the rest is Other.
struct Type {
  enum class Kind { Void, Tensor, DenseTensor, Tile, Buffer, MemRef, Vector, Scalar, Record, Other };

  Kind kind = Kind::Other;
  std::string element;       ///< "float"; the C++ type itself for a Scalar
  std::vector<Extent> dims;  ///< tensor, memory reference, vector: extents; tile: rows, cols
  std::vector<Extent> valid; ///< tile: valid rows, cols
  std::string signature;     ///< tile: space, layouts, fractal and pad, canonical; memory reference: space
  std::string spelling;      ///< canonical C++ type, for messages and equality
  std::vector<Type> fields;  ///< record: types of its members, in order
  bool integral = false;     ///< scalar of integer type

  bool isHandle() const {
    return kind == Kind::Tensor || kind == Kind::DenseTensor || kind == Kind::Tile || kind == Kind::Buffer ||
           kind == Kind::MemRef || kind == Kind::Vector;
  }
  bool isStatic() const {
    for (Extent d : dims)
      if (d == dynamicExtent)
        return false;
    return true;
  }
  std::optional<std::int64_t> elementCount() const;
  /// Bytes of one element, 0 when not known.
  unsigned elementBytes() const;

  friend bool operator==(const Type &a, const Type &b) { return a.spelling == b.spelling; }
};

/// The first difference between two tile types in words ("rows 64 and 4096
/// differ"), or nothing when a tile of one can stand for the other.
std::optional<std::string> signatureDifference(const Type &a, const Type &b);

} // namespace rewrite

#endif
