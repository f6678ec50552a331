//===- Configurations.cpp - what a run's answers hold for ------------------===//

#include "driver/Configurations.h"

#include "clang/Options/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace rewrite;
using namespace rewrite::driver;
using namespace clang::options;

namespace {

/// Decides what the preprocessor leaves in: macros and what defines them, the standard, the machine.
bool decides(const llvm::opt::Option &option) {
  for (const ID id : {OPT_D, OPT_U, OPT_undef, OPT_include, OPT_imacros, OPT_std_EQ, OPT_target, OPT_m_Group,
                      OPT_fopenmp, OPT_fopenmp_EQ, OPT_fexceptions, OPT_fno_exceptions, OPT_frtti, OPT_fno_rtti})
    if (option.matches(id))
      return true;
  return false;
}

std::string configurationOf(const CompileCommand &command) {
  std::vector<const char *> words;
  for (const std::string &argument : command.arguments)
    words.push_back(argument.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed = clang::getDriverOptTable().ParseArgs(
      llvm::ArrayRef(words).drop_front(), missingIndex, missingCount, llvm::opt::Visibility(ClangOption));
  std::string text;
  llvm::raw_string_ostream out(text);
  // An option is the words from its own to the next one's.
  for (auto it = parsed.begin(); it != parsed.end();) {
    const llvm::opt::Arg &option = **it++;
    const std::size_t end = it == parsed.end() ? words.size() - 1 : (*it)->getIndex();
    for (std::size_t i = option.getIndex(); i < end && decides(option.getOption()); ++i) {
      out << (text.empty() ? "" : " ");
      llvm::sys::printArg(out, words[i + 1], /*Quote=*/false);
    }
  }
  return text.empty() ? "no macros" : text;
}

} // namespace

Configurations driver::configurationsOf(const Jobs &jobs) {
  Configurations result{jobs.database.empty() ? "the arguments after --" : jobs.database, {}};
  for (const Job &job : jobs.list)
    for (const CompileCommand &command : job.commands)
      ++result.commands[configurationOf(command)];
  return result;
}
