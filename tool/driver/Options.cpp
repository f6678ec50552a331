//===- Options.cpp - the command line, parsed ------------------------------===//

#include "driver/Options.h"

#include "driver/ConfigFile.h"
#include "driver/Help.h"
#include "driver/OptionTable.h"
#include "driver/Paths.h"
#include "pto-rewrite/Pipeline.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

/// An argument taken apart: the option it names and the value glued to it.
struct Match {
  const OptionSpec *spec = nullptr;
  std::optional<std::string> value;
};

Match match(const std::string &argument) {
  const std::size_t equals = std::min(argument.find('='), argument.size());
  std::string name = argument.substr(0, equals);
  for (const OptionSpec &spec : optionTable()) {
    const std::string_view known = spec.name;
    // Long options may be written with one dash or two.
    if (name == known || (!spec.isShort() && ('-' + name == known || name == '-' + std::string(known)))) {
      if (equals == argument.size())
        return {&spec, std::nullopt};
      return {&spec, argument.substr(equals + 1)};
    }
  }
  for (const OptionSpec &spec : optionTable()) // -O2, -j8
    if ((spec.value == OptionSpec::Value::Joined || spec.value == OptionSpec::Value::Attached) &&
        argument.starts_with(spec.name))
      return {&spec, argument.substr(2)};
  return {};
}

Failure unknownOption(const std::string &argument) {
  const std::string name = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const OptionSpec &spec : optionTable())
    names.push_back(spec.name);
  const std::string near = name.size() > 2 ? nearest(name, names) : "";
  return usage("unknown option '" + name + "'" + (near.empty() ? "; see --help" : "; did you mean '" + near + "'?"));
}

/// One thing at most: nobody could tell two apart.
Failure checkStandardOutput(const Options &o) {
  std::vector<std::string> there;
  if (o.output == "-")
    there.push_back("-o");
  if (o.diff)
    there.push_back("--diff");
  if (o.fixesFile == "-")
    there.push_back("--export-fixes");
  if (o.sarifFile == "-")
    there.push_back("--sarif");
  if (o.remarksFile == "-")
    there.push_back("--remarks-file");
  if (there.size() > 1)
    return usage(there[0] + " and " + there[1] + " both go to standard output; give one of them a file");
  return {};
}

Failure checkConflicts(const Options &o) {
  const bool standardInput = std::find(o.sources.begin(), o.sources.end(), "-") != o.sources.end();
  if (standardInput && (o.sources.size() > 1 || o.inPlace || !o.outputDir.empty() || o.assumeFilename.empty()))
    return usage(o.sources.size() > 1 ? "'-', standard input, is the only source of its run"
                 : o.assumeFilename.empty()
                     ? "'-', standard input, needs --assume-filename=FILE, the source that it is to be taken for"
                     : "'-', standard input, goes to standard output or to -o FILE");
  if (!standardInput && !o.assumeFilename.empty())
    return usage("--assume-filename is for the source '-', standard input");
  if (o.compilerArguments && !o.buildPath.empty())
    return usage(
        "-p and -- exclude each other: the compiler arguments come from the database or from the command line; "
        "to add one to the database's, write: pto-rewrite -p " +
        o.buildPath + " --extra-arg=-DNAME ...");
  if (!o.commandOf.empty() && (o.compilerArguments || o.sources.size() != 1))
    return usage("--command-of takes one source and a database (-p)");
  std::vector<std::string> places;
  if (!o.output.empty())
    places.push_back("-o");
  if (o.inPlace)
    places.push_back("-i");
  if (!o.outputDir.empty())
    places.push_back("--output-dir");
  if (o.diff || o.check || !o.fixesFile.empty())
    places.push_back(o.diff ? "--diff" : o.check ? "--check" : "--export-fixes");
  if (places.size() > 1)
    return usage(places[0] + " and " + places[1] + " exclude each other");
  if (Failure failure = checkStandardOutput(o))
    return failure;
  if (o.passes && o.level)
    return usage("--passes and -O exclude each other; a level is a pipeline too: --passes=@O2");
  if (o.headers && o.noHeaders)
    return usage("--headers and --no-headers exclude each other");
  if (o.passes && !o.target.empty())
    return usage("--passes and --target exclude each other; a target is a pipeline too: --passes=@" +
                 (o.target == "native" ? "avx512" : o.target));
  if (o.threads && o.target.empty())
    return usage(o.passes ? "--threads needs --target; in a pipeline: parallelize-loops, lower-vectors{target=avx512 "
                            "threads=openmp}"
                          : "--threads=openmp needs --target: threads run what has become intrinsics");
  if (!o.depFile.empty() && o.output.empty() && o.outputDir.empty())
    return usage("--dep-file needs -o or --output-dir: it says what that output depends on");
  if (o.lineDirectives && o.output.empty() && o.outputDir.empty())
    return usage("--line-directives needs -o or --output-dir: only a copy has an original");
  return {};
}

} // namespace

Failure driver::expandResponseFiles(std::vector<std::string> &arguments, const std::string &directory) {
  for (std::size_t i = 0, expansions = 0; i < arguments.size();) {
    if (arguments[i] == "--")
      break;
    if (arguments[i].size() < 2 || arguments[i][0] != '@') {
      ++i;
      continue;
    }
    const std::string path = absolutePath(arguments[i].substr(1), directory);
    if (++expansions > 100)
      return usage("response file '" + arguments[i].substr(1) + "' includes itself");
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return missing("cannot read response file '" + arguments[i].substr(1) + "': " + buffer.getError().message());
    llvm::BumpPtrAllocator memory;
    llvm::StringSaver saver(memory);
    llvm::SmallVector<const char *, 16> words;
    llvm::cl::TokenizeGNUCommandLine((*buffer)->getBuffer(), saver, words);
    const auto at = arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
    arguments.insert(at, words.begin(), words.end());
  }
  return {};
}

namespace {

/// Takes the command line apart.
Failure readArguments(std::vector<std::string> arguments, Options &out, std::vector<Setting> &settings) {
  if (Failure failure = expandResponseFiles(arguments))
    return failure;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    if (argument == "--") {
      out.compilerArguments.emplace(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
      break;
    }
    if (argument.size() < 2 || argument[0] != '-') {
      out.sources.push_back(argument);
      continue;
    }
    Match found = match(argument);
    if (!found.spec)
      return unknownOption(argument);
    const OptionSpec &spec = *found.spec;
    if (spec.value == OptionSpec::Value::None && found.value)
      return usage(std::string(spec.name) + " takes no value");
    const bool needsValue = spec.value != OptionSpec::Value::None && spec.value != OptionSpec::Value::Optional;
    if (needsValue && !found.value) {
      if (spec.value == OptionSpec::Value::Joined || i + 1 == arguments.size() || arguments[i + 1] == "--")
        return usage(std::string(spec.name) + " needs a value: " + spelledWithValue(spec));
      found.value = arguments[++i];
    }
    settings.push_back({&spec, found.value.value_or(""), ""});
    if (std::string why = spec.set(out, found.value.value_or("")); !why.empty())
      return usage(std::string(spec.name) + ": " + why);
  }
  return {};
}

/// The command line has said it otherwise.
bool isOverridden(const Setting &setting, const std::vector<Setting> &commandLine, const Options &options) {
  constexpr std::pair<std::string_view, std::string_view> excluding[] = {{"--passes", "-O"},
                                                                         {"--headers", "--no-headers"}};
  const std::string_view name = setting.spec->name;
  if (name == "-p" && options.compilerArguments)
    return true;
  return !setting.spec->repeats && std::any_of(commandLine.begin(), commandLine.end(), [&](const Setting &given) {
    const std::string_view other = given.spec->name;
    return name == other || std::any_of(std::begin(excluding), std::end(excluding), [&](const auto &pair) {
             return (name == pair.first && other == pair.second) || (name == pair.second && other == pair.first);
           });
  });
}

} // namespace

Failure driver::parseOptions(std::vector<std::string> arguments, Options &out) {
  out = {};
  std::vector<Setting> commandLine, settings;
  if (Failure failure = readArguments(std::move(arguments), out, commandLine))
    return failure;
  if (out.help || out.version || out.listPasses || !out.explain.empty() || out.completion != Shell::None)
    return {};
  std::string config;
  if (Failure failure = chooseConfig(out, config))
    return failure;
  if (!config.empty())
    if (Failure failure = readConfig(config, settings))
      return failure;
  std::erase_if(settings, [&](const Setting &setting) { return isOverridden(setting, commandLine, out); });
  settings.insert(settings.end(), commandLine.begin(), commandLine.end());

  Options all;
  all.sources = std::move(out.sources);
  all.compilerArguments = std::move(out.compilerArguments);
  for (const Setting &setting : settings)
    setting.spec->set(all, setting.value); // it was good before
  all.configFile = config;
  all.configText = dumpConfig(settings);
  out = std::move(all);
  return checkConflicts(out);
}
