//===- History.h - a text and what it was before it was edited ---*- C++ -*-===//
//
// A pipeline edits the text several times. History keeps the whole way: which bytes
// of the text now are bytes of the original, so that a place in the text can be
// named as the user knows it, and all edits can be said as one list.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_HISTORY_H
#define PTO_KERNEL_HISTORY_H

#include "pto-rewrite/Rewrite.h"

#include <string>
#include <vector>

namespace rewrite {

class History {
public:
  explicit History(std::string original);

  /// Edits the text as it is now. \pre sorted, not overlapping
  void apply(const std::vector<Edit> &edits);

  const std::string &text() const { return now; }
  bool isChanged() const { return pieces.size() != 1 || !pieces[0].kept || pieces[0].length != original.size(); }
  /// From the original to the text now: sorted, not overlapping.
  std::vector<Edit> edits() const;
  /// Where the byte stood in the original; for new text, where it was put.
  std::size_t originalOffset(std::size_t offset) const;

private:
  /// A run of bytes of the original, or new text.
  struct Piece {
    bool kept = true;
    std::size_t begin = 0; ///< kept: in the original
    std::size_t length = 0;
    std::string text; ///< when not kept
  };
  std::string original, now;
  std::vector<Piece> pieces;
};

} // namespace rewrite

#endif
