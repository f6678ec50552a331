//===- OneLane.h - ops on one lane as ops on a number ------------*- C++ -*-===//
//
// Which op of vec:: has a form on numbers, and how that is spelled: the functions of
// math:: round and wrap as a lane does, whatever C++ and its compilers make of a * b + c.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_LANE_ONELANE_H
#define PTO_PASSES_LANE_ONELANE_H

#include "analysis/Transfers.h"
#include "kernel/Rewriter.h"

#include <functional>

namespace rewrite::lane {

/// A vector of one lane and any rank; a mask, too.
bool isOne(const Type &type);
bool isOne(const Operand &operand);

enum class Form {
  None,
  Function, ///< math::add(a, b)
  Operator, ///< static_cast<std::int16_t>(a & b), a < b, !a
  Cast,     ///< math::cast<float>(a)
  Select,   ///< c ? a : b
  Reduce,   ///< vec::reduce<vec::Combine::Add>(v, a)
  Source,   ///< splat or broadcast of a number, or of one lane
  Same,     ///< the lane itself: extract, shape_cast, transpose
  Read,
  Write,
};

/// What the op would be. Whether it can be that is another question: a transfer may overhang its memory.
Form formOf(const Op &op);

/// The op computes: something is gained when it does so on numbers.
inline bool computes(Form form) {
  return form == Form::Function || form == Form::Operator || form == Form::Cast || form == Form::Select ||
         form == Form::Reduce;
}

/// Parts of the op's text that its form on numbers keeps.
std::vector<SourceRange> keptIn(const Op &op);

/// "float", as a declaration or cast spells it.
std::string spelledType(const Type &type, const Rewriter &rw);

/// The op on numbers, in parentheses where it could not stand beside an operator without;
/// `alone` says that nothing stands beside it. `number` gives the text of an operand.
Text spelled(const Op &op, const std::function<Text(const Operand &, bool besideOperator)> &number, bool alone,
             const Rewriter &rw);

} // namespace rewrite::lane

#endif
