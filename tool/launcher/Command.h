//===- Command.h - what a compiler is asked to do ----------------*- C++ -*-===//
//
// Just enough of g++'s and clang++'s command line to put another source into it.
// The launcher runs before every compilation, so nothing of LLVM is linked here.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_LAUNCHER_COMMAND_H
#define PTO_LAUNCHER_COMMAND_H

#include <cstddef>
#include <string>
#include <vector>

namespace launcher {

using Words = std::vector<std::string>;

struct Command {
  Words options;  ///< for pto-rewrite: what stands before the compiler
  Words compiler; ///< with what launches it: ccache g++
  Words arguments;
  std::vector<std::size_t> sources; ///< C++ files among the arguments; none when nothing is compiled
  std::string output;               ///< of -o, or ""
  bool compiles = false;            ///< -c or -S: no linking
  std::string depFile;              ///< that the compiler writes, or ""
};

/// \p words what follows the launcher's own name; response files are read.
Command parseCommand(const Words &words);

/// Where the object, or whatever is made of `source`, goes.
std::string outputOf(const Command &command, const std::string &source);

/// The arguments without sources and -o: how `source` is read.
Words readingArguments(const Command &command);

/// Words as a shell splits them: blanks, quotes and backslashes.
Words splitWords(const std::string &text);

} // namespace launcher

#endif
