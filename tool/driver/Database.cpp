//===- Database.cpp - compile_commands.json --------------------------------===//

#include "driver/Database.h"

#include "driver/Paths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

constexpr const char *fileName = "compile_commands.json";

std::vector<std::string> splitCommand(llvm::StringRef command) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 32> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

/// "ccache g++ ..." is "g++ ...".
void dropLauncher(std::vector<std::string> &arguments) {
  while (arguments.size() > 1) {
    const bool launcher = llvm::StringSwitch<bool>(llvm::sys::path::stem(arguments[0]))
                              .Cases({"ccache", "sccache", "distcc", "icecc", "gomacc", "rewrapper"}, true)
                              .Default(false);
    if (!launcher || arguments[1].starts_with("-"))
      return;
    arguments.erase(arguments.begin());
  }
}

bool compilesCxx(const CompileCommand &command) {
  const llvm::StringRef extension = llvm::sys::path::extension(command.file);
  return llvm::StringSwitch<bool>(extension)
             .Cases({".cpp", ".cc", ".cxx", ".c++", ".C", ".cppm", ".ixx", ".cu", ".ipp"}, true)
             .Default(false) &&
         std::find(command.arguments.begin(), command.arguments.end(), "-cc1") == command.arguments.end();
}

bool equal(const CompileCommand &a, const CompileCommand &b) {
  return a.file == b.file && a.directory == b.directory && a.arguments == b.arguments;
}

/// Reads one entry; returns what is wrong with it, or "".
std::string readEntry(const llvm::json::Value &value, const std::string &base, CompileCommand &out) {
  const llvm::json::Object *entry = value.getAsObject();
  if (!entry)
    return "is not an object";
  const auto directory = entry->getString("directory"), file = entry->getString("file");
  if (!directory || !file)
    return directory ? "has no \"file\"" : "has no \"directory\"";
  if (const llvm::json::Array *arguments = entry->getArray("arguments")) {
    for (const llvm::json::Value &argument : *arguments)
      if (auto text = argument.getAsString())
        out.arguments.push_back(text->str());
  } else if (auto command = entry->getString("command")) {
    out.arguments = splitCommand(*command);
  }
  if (out.arguments.empty())
    return "has neither \"arguments\" nor \"command\"";
  dropLauncher(out.arguments);
  out.directory = absolutePath(directory->str(), base);
  out.file = absolutePath(file->str(), out.directory);
  return "";
}

} // namespace

std::vector<CompileCommand> Database::commandsFor(const std::string &real) const {
  std::vector<CompileCommand> result;
  for (const CompileCommand &command : commands)
    if (realPath(command.file) == real)
      result.push_back(command);
  return result;
}

Failure driver::loadDatabase(const std::string &where, Database &out) {
  llvm::SmallString<256> path(where);
  if (llvm::sys::fs::is_directory(where))
    llvm::sys::path::append(path, fileName);
  out = {};
  out.path = std::string(path);

  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return missing("no compile database '" + out.path + "': " + buffer.getError().message() +
                   "; CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse((*buffer)->getBuffer());
  if (!parsed)
    return missing("'" + out.path + "' is not JSON: " + llvm::toString(parsed.takeError()));
  const llvm::json::Array *entries = parsed->getAsArray();
  if (!entries)
    return missing("'" + out.path + "' is not a list of compile commands");

  const std::string base = absolutePath(std::string(llvm::sys::path::parent_path(absolutePath(out.path))));
  for (std::size_t i = 0; i < entries->size(); ++i) {
    CompileCommand command;
    if (std::string why = readEntry((*entries)[i], base, command); !why.empty())
      return missing("'" + out.path + "': entry " + std::to_string(i + 1) + " " + why);
    if (!compilesCxx(command))
      ++out.skipped;
    else if (std::none_of(out.commands.begin(), out.commands.end(),
                          [&](const CompileCommand &known) { return equal(known, command); }))
      out.commands.push_back(std::move(command));
  }
  return {};
}

std::string driver::findDatabase(const std::string &source) {
  std::string directory = absolutePath(source);
  while (llvm::sys::path::has_relative_path(directory)) {
    directory = llvm::sys::path::parent_path(directory).str();
    for (const char *sub : {"", "build"}) {
      llvm::SmallString<256> candidate(directory);
      llvm::sys::path::append(candidate, sub, fileName);
      if (llvm::sys::fs::exists(candidate))
        return std::string(candidate);
    }
  }
  return "";
}
