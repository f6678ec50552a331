//===- Parse.h - a translation unit through Clang ----------------*- C++ -*-===//

#ifndef PTO_FRONTEND_PARSE_H
#define PTO_FRONTEND_PARSE_H

#include "kernel/Model.h"
#include "pto-rewrite/Rewrite.h"

#include <functional>
#include <set>

namespace clang {
class FrontendAction;
} // namespace clang

namespace rewrite {

struct ParseResult {
  bool ran = false; ///< the compiler got as far as the source
  unsigned errors = 0;
  std::string diagnostics; ///< as clang prints them
  Location error;          ///< of the first error, by real path, in the texts that were parsed; may have no file
  std::vector<std::string> inputs; ///< absolute paths of all files read
  std::set<std::string> others;    ///< headers with kernels that are not in scope: real paths
  bool hasOwnHeaders = false;      ///< headers declare something that are neither the system's nor the DSL's
  InactiveLines inactive;          ///< of the main file and the headers in scope
};

/// Parses a unit, `texts` standing in for files on disk. With a module, lowers the
/// kernels of the main file, and of the headers in scope, into it unless there
/// were errors.
///
/// Bodies of functions in system headers and in the DSL are skipped: their
/// declarations say all that the model needs. With `bodies`, those of the main
/// file's functions are skipped, too, but for functions whose name stands at one
/// of these byte offsets.
using Parser = std::function<ParseResult(const Texts &texts, Module *module, const std::set<unsigned> *bodies)>;

class Preamble;

/// The unit as `command` compiles it. `preamble`: what several parses of it share, where its headers have no kernels.
ParseResult parse(const CompileCommand &command, const Texts &texts, Module *module, const HeaderScope &headers = {},
                  const std::set<unsigned> *bodies = nullptr, Preamble *preamble = nullptr);

/// What Clang runs for it, `result` being filled on the way (diagnostics apart). Refers to `texts`.
std::unique_ptr<clang::FrontendAction> parseAction(const Texts &texts, Module *module, const HeaderScope &headers,
                                                   const std::set<unsigned> *bodies, ParseResult &result);

/// rewriteUnit() for whoever has another way to a parsed unit.
UnitResult rewriteUnit(const Parser &parser, const RewriteOptions &options);

} // namespace rewrite

#endif
