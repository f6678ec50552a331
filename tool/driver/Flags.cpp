//===- Flags.cpp - a build's compile command, made fit for parsing ---------===//
//
// Compile databases are mostly written by builds that use g++. What only g++
// knows makes Clang complain and go on, so it is dropped here and named once.
// What would write files or decide by warnings is dropped too: we only parse,
// and the compiler that builds the program prints its warnings.
//
//===----------------------------------------------------------------------===//

#include "driver/Flags.h"

#include "driver/Config.h"
#include "driver/Paths.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;
using namespace clang::options;

namespace {

using Arguments = std::vector<std::string>;

std::string joined(const std::string &directory, const char *rest) {
  llvm::SmallString<256> path(directory);
  llvm::sys::path::append(path, rest);
  return std::string(path);
}

bool exists(const std::string &directory, const char *file) { return llvm::sys::fs::exists(joined(directory, file)); }

bool matchesAny(const llvm::opt::Option &option, std::initializer_list<ID> ids) {
  return std::any_of(ids.begin(), ids.end(), [&](ID id) { return option.matches(id); });
}

/// Says what the compiler writes or prints.
bool isOutput(const llvm::opt::Option &option) {
  return matchesAny(option, {OPT_o, OPT_M_Group, OPT_MJ, OPT_c, OPT_S, OPT_E, OPT_save_temps, OPT_save_temps_EQ,
                             OPT_include_pch, OPT_fsyntax_only, OPT__serialize_diags, OPT_v, OPT_H, OPT__HASH_HASH_HASH,
                             OPT_fdiagnostics_format_EQ, OPT_ftime_trace, OPT_ftime_trace_EQ, OPT_ftime_report});
}

/// Decides on the code that is generated only, and may name what Clang cannot read or does not know.
bool isForCode(const llvm::opt::Option &option) {
  return matchesAny(option, {OPT_mtune_EQ, OPT_fprofile_use, OPT_fprofile_use_EQ, OPT_fprofile_instr_use,
                             OPT_fprofile_instr_use_EQ, OPT_fprofile_sample_use_EQ, OPT_mrecord_mcount});
}

bool makesErrors(std::string_view argument) {
  return argument.starts_with("-Werror") || argument == "-pedantic-errors";
}

/// -Wp,-MD,FILE: what the preprocessor would write, the kernel's way.
bool writesDependencies(std::string_view argument) { return argument.starts_with("-Wp,-M"); }

/// -DPTO_NO_NOTES: for those who make code; the notes are what is read here.
bool hidesNotes(const llvm::opt::Arg &option) {
  return option.getOption().matches(OPT_D) && llvm::StringRef(option.getValue()).split('=').first == "PTO_NO_NOTES";
}

/// CMake hands Clang's precompiled headers over as -Xclang -include-pch -Xclang
/// FILE: another compiler's, of no use here. The header itself stays.
void dropPrecompiled(Arguments &arguments) {
  for (std::size_t i = 0; i + 3 < arguments.size();) {
    if (arguments[i] == "-Xclang" && arguments[i + 1] == "-include-pch" && arguments[i + 2] == "-Xclang")
      arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i),
                      arguments.begin() + static_cast<std::ptrdiff_t>(i) + 4);
    else
      ++i;
  }
}

bool has(const Arguments &arguments, std::string_view prefix) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string &argument) { return argument.starts_with(prefix); });
}

} // namespace

Failure Flags::findDirectories(const std::string &executable) {
  // A program below DIR/bin looks in DIR first: an installed one needs no configured path.
  const std::string prefix = joined(std::string(llvm::sys::path::parent_path(executable)), "..");

  Arguments places = {joined(prefix, "lib/clang/" PTO_CLANG_MAJOR), PTO_CLANG_RESOURCE_DIR};
  if (auto clang = llvm::sys::findProgramByName("clang-" PTO_CLANG_MAJOR)) {
    const std::string real = realPath(*clang);
    places.push_back(joined(std::string(llvm::sys::path::parent_path(real)), "../lib/clang/" PTO_CLANG_MAJOR));
  }
  const auto found =
      std::find_if(places.begin(), places.end(), [](const std::string &p) { return exists(p, "include/stddef.h"); });
  if (found == places.end()) {
    std::string list;
    for (const std::string &place : places)
      list += "\n  " + place;
    return missing("Clang's own headers (stddef.h) are in none of these; name their place with "
                   "--extra-arg=-resource-dir=DIR:" +
                   list);
  }
  resourceDir = *found;

  for (const std::string &place : {joined(prefix, "include"), std::string(PTO_DSL_DIR)})
    if (dslDir.empty() && exists(place, "pto/dsl.h"))
      dslDir = place;
  return {};
}

Failure Flags::adapt(CompileCommand &command, const Options &options) {
  Arguments &arguments = command.arguments;
  if (Failure failure = expandResponseFiles(arguments, command.directory))
    return failure;
  for (const std::string &removed : options.removedArgs)
    std::erase(arguments, removed);
  arguments.insert(arguments.begin() + 1, options.extraArgsBefore.begin(), options.extraArgsBefore.end());
  arguments.insert(arguments.end(), options.extraArgs.begin(), options.extraArgs.end());
  dropPrecompiled(arguments);

  if (auto compiler = llvm::sys::findProgramByName(arguments[0]))
    arguments[0] = *compiler;

  std::vector<const char *> pointers;
  for (std::size_t i = 1; i < arguments.size(); ++i)
    pointers.push_back(arguments[i].c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed =
      clang::getDriverOptTable().ParseArgs(pointers, missingIndex, missingCount, llvm::opt::Visibility(ClangOption));

  Arguments kept = {arguments[0], "-Qunused-arguments"};
  if (!has(arguments, "-resource-dir"))
    kept.push_back("-resource-dir=" + resourceDir);
  // An option is the words from its own to the next one's; they stay as they were spelled.
  for (auto it = parsed.begin(); it != parsed.end();) {
    const llvm::opt::Arg &option = **it++;
    const std::size_t end = it == parsed.end() ? pointers.size() : (*it)->getIndex();
    const char *spelled = pointers[option.getIndex()];
    if (option.getOption().matches(OPT_UNKNOWN) || option.getOption().hasFlag(Unsupported))
      unknown.insert(spelled);
    else if (!isOutput(option.getOption()) && !isForCode(option.getOption()) && !makesErrors(spelled) &&
             !writesDependencies(spelled) && !hidesNotes(option))
      kept.insert(kept.end(), pointers.begin() + option.getIndex(),
                  pointers.begin() + static_cast<std::ptrdiff_t>(end));
  }
  kept.insert(kept.end(), {"-w", "-fsyntax-only"});
  if (!dslDir.empty())
    kept.push_back("-I" + dslDir);
  arguments = std::move(kept);
  return {};
}

std::string Flags::summary() const {
  std::string list;
  for (const std::string &flag : unknown)
    list += (list.empty() ? "" : " ") + flag;
  return list.empty() ? "" : "ignored compiler flags that Clang does not know: " + list;
}
