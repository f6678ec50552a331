//===- Printer.h - from the model back to text -------------------*- C++ -*-===//
//
// The model is printed as edits of the spelled source: what no pass touched
// keeps its bytes, what was moved or respelled is made of its own tokens where
// it has some.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_PRINTER_H
#define PTO_KERNEL_PRINTER_H

#include "kernel/Model.h"
#include "pto-rewrite/Rewrite.h"

namespace rewrite {

/// The edits that turn the source of `function` into what its model says, sorted.
std::vector<Edit> printEdits(const Function &function);

/// `bytes` with the edits made. They must be sorted and must not overlap.
std::string applyEdits(const std::string &bytes, const std::vector<Edit> &edits);

} // namespace rewrite

#endif
