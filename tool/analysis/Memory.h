//===- Memory.h - storage, views and what each op touches --------*- C++ -*-===//
//
// Handles name storage. A Root is one piece of storage as this function can tell
// it apart; a View is the part of a root that a handle shows. From the views of
// its operands follows what an op reads and writes.
//
// Who may alias whom:
//   * storage made in this function aliases nothing else, unless its handle was
//     given away;
//   * two parameters may alias, unless one of them is Out or InOut by contract
//     (docs/dsl.md, "Roles") and no call in this file breaks the contract;
//   * globals and what is unknown may alias everything that this function did
//     not make itself.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_MEMORY_H
#define PTO_ANALYSIS_MEMORY_H

#include "analysis/Affine.h"
#include "analysis/Values.h"

#include <optional>

namespace rewrite {

struct Summary;
class Summaries;

struct Root {
  enum class Kind {
    Created,     ///< by `op`
    Parameter,   ///< `variable`
    Global,      ///< `variable`
    Wrapped,     ///< memory of the user's behind `variable`
    Null,        ///< a handle that refers to nothing
    UnknownTile, ///< on chip: never a tensor's storage
    Unknown,
  };
  Kind kind = Kind::Unknown;
  const Op *op = nullptr;
  const Variable *variable = nullptr;
  unsigned index = 0; ///< of the result, where an op makes several

  friend auto operator<=>(const Root &, const Root &) = default;
};

/// A part of a root: the window, when it is one and known, else anything in it.
struct View {
  Root root;
  std::optional<Window> window; ///< in elements of the root; nothing: not known
  bool whole = false;           ///< the handle as it was made, nothing cut off

  bool known() const { return whole || window.has_value(); }
};

struct Access {
  enum class Kind { Read, Write, Update };
  Kind kind = Kind::Read;
  const Op *op = nullptr;
  int operand = -1; ///< through which operand; -1: behind our back
  View view;
  bool certain = true; ///< false: may happen
  bool reads() const { return kind != Kind::Write; }
  bool writes() const { return kind != Kind::Read; }
};

class Memory {
public:
  Memory(const Function &function, const Values &values, Summaries &summaries);

  /// What the variable may refer to just before `at`. Empty: nothing that can be told, treat as Unknown.
  std::vector<View> views(const Variable &variable, const Op &at) const;
  std::vector<View> viewsAtExit(const Variable &variable) const;
  /// What a definition makes its variable refer to.
  std::vector<View> viewsOf(const Definition &definition, const Variable &variable) const;

  /// What the op itself touches, regions left out.
  std::vector<Access> accesses(const Op &op) const;

  bool mayAlias(const Root &a, const Root &b) const;
  /// The two may have an element in common; `at` says which loops the windows' variables belong to.
  bool mayOverlap(const View &a, const View &b, const Op &at) const;
  /// An op on some path from behind `from` to before `to` that may write to the view; null when there is none.
  /// What the view's window depends on must not change on the way.
  const Op *writtenBetween(const View &view, const Op &from, const Op &to) const;

  /// `expr` as far as it can be said in terms that hold in the whole function:
  /// scalars followed to what they were computed from, extents of handles to
  /// those of the parameter, or of the create, that the handle comes from.
  Expr resolve(const Expr &expr, const Op &at) const;
  std::vector<Expr> resolve(const std::vector<Expr> &list, const Op &at) const;
  Induction resolve(const Induction &induction, const Op &loop) const;

  /// Extents of the handle just before `at`.
  std::vector<Expr> extentsOf(const Variable &handle, const Op &at) const;
  /// Extents of a whole root that handles of that type show.
  std::vector<Expr> extentsOf(const Root &root, const Type &type) const;

  /// Handles to the root were given to code that may keep them.
  bool escapes(const Root &root) const;
  /// The op that gives it away, for a note.
  const Op *escapePoint(const Root &root, bool returnsCount = true) const;

  /// A window over the callee's parameters, in the caller's words at the call.
  std::optional<affine::SweptWindow> translated(const affine::SweptWindow &swept, const Op &call) const;

  const Function &function;
  const Values &values;
  Summaries &summaries;

private:
  using Trail = std::set<std::pair<const Op *, const Variable *>>;
  std::vector<View> views(const Variable &variable, const std::set<Definition> &definitions, Trail &trail) const;
  std::vector<View> resultViews(const Definition &definition, const Variable &variable, Trail &trail) const;
  std::vector<View> operandViews(const Operand &operand, const Op &at, Trail &trail) const;
  View sliceOf(const View &parent, const Op &slice) const;
  std::optional<Window> accessWindow(const Op &op, const Operand &through, const View &view) const;
  std::vector<Expr> loadedExtents(const Op &load) const;
  std::vector<Expr> tileExtents(const Variable &tile, const Op &at) const;
  void dslAccesses(const Op &op, std::vector<Access> &out) const;
  void callAccesses(const Op &op, std::vector<Access> &out) const;
  void opaqueAccesses(const Op &op, std::vector<Access> &out) const;
};

/// The window [offsets, offsets + sizes) of a handle that shows `parent`, in
/// elements of the root. Leading sizes may be left out: they are 1.
std::optional<Window> compose(const View &parent, const std::vector<Expr> &offsets, std::vector<Expr> sizes);

/// The first list among the operands (offsets, extents), or a later one.
const Operand *firstList(const Op &op, unsigned skip = 0);

/// The vector that the op moves between registers and memory; null when it is no transfer.
const Type *transferred(const Op &op);

/// t.data(), m.data(): from here on pointers may lead to the elements.
bool givesAddress(const Op &op);

/// None of the expressions is opaque.
bool allKnown(const std::vector<Expr> &list);

/// Ops on whole tensors (tensor::add and kin) work on the valid part of their operands.
bool worksOnValidPart(const Op &op);

/// The ranges around an op, their bounds resolved.
Ranges rangesAround(const Op &op, const Memory &memory);

} // namespace rewrite

#endif
