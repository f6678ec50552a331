//===- Jobs.cpp - the sources to rewrite and how each is compiled ----------===//

#include "driver/Jobs.h"

#include "driver/Database.h"

#include "clang/Driver/Types.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <unistd.h>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

Failure checkSource(const std::string &source) {
  namespace fs = llvm::sys::fs;
  fs::file_status status;
  if (std::error_code error = fs::status(source, status))
    return missing("cannot read '" + source + "': " + error.message());
  if (fs::is_directory(status))
    return missing("'" + source + "' is a directory; to rewrite everything in a compile database, use -p DIR");
  if (::access(source.c_str(), R_OK) != 0)
    return missing("cannot read '" + source + "': " + std::strerror(errno));
  return {};
}

/// The command of a source whose compiler arguments stand behind "--".
CompileCommand fixedCommand(const std::string &source, const std::vector<std::string> &arguments) {
  CompileCommand command{currentDirectory(), absolutePath(source), {"clang++"}};
  const bool choosesStandard = std::any_of(arguments.begin(), arguments.end(), [](const std::string &argument) {
    return argument.starts_with("-std=") || argument.starts_with("--std");
  });
  if (!choosesStandard)
    command.arguments.push_back("-std=c++20");
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  const llvm::StringRef extension =
      llvm::sys::path::extension(source).drop_front(llvm::sys::path::has_extension(source));
  const bool choosesLanguage = std::any_of(arguments.begin(), arguments.end(), [](const std::string &argument) {
    return argument.starts_with("-x") || argument.starts_with("--language");
  });
  if (!choosesLanguage &&
      !clang::driver::types::isDerivedFromC(clang::driver::types::lookupTypeForExtension(extension)))
    command.arguments.insert(command.arguments.end(), {"-x", "c++"}); // rows.tpp: Clang would leave it to the linker
  command.arguments.push_back(source);                                // as typed: that is how diagnostics name it
  return command;
}

/// The sources named on the command line, each once.
std::vector<std::string> distinct(const std::vector<std::string> &sources, DisplayPaths &shown) {
  std::vector<std::string> result;
  std::map<std::string, bool> seen;
  for (const std::string &source : sources)
    if (seen.emplace(realPath(source), true).second) {
      shown.remember(source);
      result.push_back(source);
    }
  return result;
}

/// The commands of `model`, compiling `source` instead.
std::vector<CompileCommand> commandsOf(const std::string &model, const std::string &source, const Database &database) {
  std::vector<CompileCommand> commands = database.commandsFor(realPath(model));
  for (CompileCommand &command : commands) {
    for (std::string &argument : command.arguments)
      if (absolutePath(argument, command.directory) == command.file)
        argument = absolutePath(source);
    command.file = absolutePath(source);
  }
  return commands;
}

/// Standard input takes the place of the file that it is assumed to be.
Failure readStandardInput(const Options &options, Jobs &out) {
  auto buffer = llvm::MemoryBuffer::getSTDIN();
  if (!buffer)
    return missing("cannot read standard input: " + buffer.getError().message());
  out.texts[realPath(options.assumeFilename)] = (*buffer)->getBuffer().str();
  return {};
}

/// Each command once for each configuration.
void multiply(std::vector<CompileCommand> &commands, const std::vector<std::vector<std::string>> &configurations) {
  std::vector<CompileCommand> all;
  for (const CompileCommand &command : commands)
    for (const std::vector<std::string> &macros : configurations) {
      all.push_back(command);
      // In front: what follows may end with "--" and the source.
      all.back().arguments.insert(all.back().arguments.begin() + 1, macros.begin(), macros.end());
    }
  if (!configurations.empty())
    commands = std::move(all);
}

Failure namedSources(const Options &options, const std::vector<std::string> &sources, const Database &database,
                     Jobs &out) {
  for (const std::string &source : sources) {
    if (Failure failure = out.texts.empty() ? checkSource(source) : Failure{})
      return failure;
    Job job{realPath(source), {}};
    if (options.compilerArguments)
      job.commands.push_back(fixedCommand(source, *options.compilerArguments));
    else if (!options.commandOf.empty())
      job.commands = commandsOf(options.commandOf, source, database);
    else
      job.commands = database.commandsFor(job.source);
    if (job.commands.empty())
      return missing("'" + (options.commandOf.empty() ? source : options.commandOf) + "' has no entry in '" +
                     database.path + "'; add it to the build, or give its compiler arguments after --");
    out.list.push_back(std::move(job));
  }
  return {};
}

/// Commands that differ in what they write only, such as those of one source in two targets, are one.
void dropEqual(std::vector<CompileCommand> &commands) {
  std::vector<CompileCommand> distinct;
  for (CompileCommand &command : commands)
    if (std::none_of(distinct.begin(), distinct.end(), [&](const CompileCommand &known) {
          return known.directory == command.directory && known.arguments == command.arguments;
        }))
      distinct.push_back(std::move(command));
  commands = std::move(distinct);
}

Failure everySource(const Options &options, const Database &database, Jobs &out) {
  std::map<std::string, std::size_t> at;
  for (const CompileCommand &command : database.commands) {
    const std::string real = realPath(command.file);
    const auto [known, isNew] = at.emplace(real, out.list.size());
    if (isNew) {
      const Failure failure = checkSource(command.file);
      const std::string why = failure ? failure.message + ", an entry of '" + database.path + "'" : "";
      if (failure && !options.keepGoing)
        return {failure.code, why};
      out.list.push_back({real, {}, why});
    }
    out.list[known->second].commands.push_back(command);
  }
  return out.list.empty() ? missing("'" + database.path + "' names no C++ source") : Failure{};
}

} // namespace

Failure driver::collectJobs(const Options &options, const std::string &executable, DisplayPaths &shown, Jobs &out) {
  if (options.sources.empty() && options.buildPath.empty())
    return usage("no source; usage: pto-rewrite [options] SOURCE... -- [COMPILER ARGUMENTS], see --help");

  std::vector<std::string> sources = options.sources;
  if (!options.assumeFilename.empty()) {
    sources = {options.assumeFilename};
    if (Failure failure = readStandardInput(options, out))
      return failure;
  }
  Database database;
  if (!options.compilerArguments) {
    std::string where = options.buildPath;
    if (where.empty()) {
      if (Failure failure = out.texts.empty() ? checkSource(sources[0]) : Failure{})
        return failure;
      where = findDatabase(sources[0]);
    }
    if (where.empty())
      return missing("no compile_commands.json in the directories above '" + sources[0] +
                     "'; name one with -p DIR, or give the compiler arguments after --");
    if (Failure failure = loadDatabase(where, database))
      return failure;
    out.database = database.path;
    out.buildDirectory = realPath(std::string(llvm::sys::path::parent_path(absolutePath(database.path))));
    if (database.skipped && options.sources.empty())
      out.notes.push_back("skipped " + std::to_string(database.skipped) + " entries of '" + database.path +
                          "' that do not compile C++");
  }

  if (Failure failure = options.sources.empty() ? everySource(options, database, out)
                                                : namedSources(options, distinct(sources, shown), database, out))
    return failure;

  Flags flags;
  if (Failure failure = flags.findDirectories(executable))
    return failure;
  for (Job &job : out.list) {
    multiply(job.commands, options.defineSets);
    for (CompileCommand &command : job.commands)
      if (Failure failure = flags.adapt(command, options))
        return failure;
    dropEqual(job.commands);
  }
  if (std::string dropped = flags.summary(); !dropped.empty())
    out.notes.push_back(std::move(dropped));
  return {};
}
