//===- OptionTable.cpp - every option, declared once -----------------------===//

#include "driver/OptionTable.h"

#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <utility>

using namespace rewrite::driver;

namespace {

using enum OptionSpec::Value;
using enum OptionGroup;

template <auto Member>
std::string flag(Options &options, std::string) {
  options.*Member = true;
  return "";
}

template <auto Member>
std::string store(Options &options, std::string value) {
  if (value.empty())
    return "the value is empty";
  options.*Member = std::move(value);
  return "";
}

template <auto Member>
std::string append(Options &options, std::string value) {
  (options.*Member).push_back(std::move(value));
  return "";
}

template <auto Member>
std::string regex(Options &options, std::string value) {
  std::string why;
  if (value.empty())
    return "the regular expression is empty; '.' matches everything";
  if (!llvm::Regex(llvm::StringRef(value)).isValid(why))
    return "'" + value + "' is not a regular expression: " + why;
  options.*Member = std::move(value);
  return "";
}

std::string setHeaders(Options &options, std::string value) {
  std::string why;
  if (!value.empty() && !llvm::Regex(value).isValid(why))
    return "'" + value + "' is not a regular expression: " + why;
  options.headers = std::move(value);
  return "";
}

std::string setPasses(Options &options, std::string value) {
  options.passes = std::move(value); // may be empty: no passes
  return "";
}

std::string setLevel(Options &options, std::string value) {
  if (value.size() != 1 || value[0] < '0' || value[0] > '3')
    return "there is no level '" + value + "'; levels: -O0, -O1, -O2, -O3";
  options.level = static_cast<unsigned>(value[0] - '0');
  return "";
}

std::string setJobs(Options &options, std::string value) {
  if (llvm::StringRef(value).getAsInteger(10, options.jobs) || options.jobs == 0)
    return "'" + value + "' is not a number of sources, 1 or more";
  return "";
}

std::string setTarget(Options &options, std::string value) {
  const std::vector<std::string> &known = rewrite::targets();
  if (std::find(known.begin(), known.end(), value) == known.end()) {
    std::string all;
    for (const std::string &name : known)
      all += (all.empty() ? "" : ", ") + name;
    const std::string near = rewrite::nearest(value, known);
    return "there is no target '" + value + "'" +
           (near.empty() ? "; targets: " + all : "; did you mean '" + near + "'? targets: " + all);
  }
  if (rewrite::targetPipeline(1, value).empty())
    return "this CPU has the instructions of no target";
  options.target = std::move(value);
  return "";
}

std::string setThreads(Options &options, std::string value) {
  if (value != "none" && value != "openmp")
    return "there are no threads '" + value + "'; threads: none, openmp";
  options.threads = value == "openmp";
  return "";
}

std::string setAllow(Options &options, std::string value) {
  std::vector<std::string> classes;
  for (const rewrite::PassInfo *pass : rewrite::allPasses())
    for (const std::string &name : {pass->allow, pass->optIn})
      if (!name.empty() && std::find(classes.begin(), classes.end(), name) == classes.end())
        classes.push_back(name);
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t comma = std::min(value.find(',', at), value.size());
    const std::string name = value.substr(at, comma - at);
    at = comma + 1;
    if (std::find(classes.begin(), classes.end(), name) == classes.end()) {
      std::string all;
      for (const std::string &c : classes)
        all += (all.empty() ? "" : ", ") + c;
      const std::string near = rewrite::nearest(name, classes);
      return "there is no class '" + name + "'" +
             (near.empty() ? "; classes: " + all : "; did you mean '" + near + "'?");
    }
    options.allow.push_back(name);
  }
  return "";
}

std::string setPrintAfter(Options &options, std::string value) {
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t comma = std::min(value.find(',', at), value.size());
    options.printAfter.push_back(value.substr(at, comma - at));
    at = comma + 1;
  }
  return "";
}

/// A question that is answered for people or for scripts.
template <auto Asked, auto AsJson>
std::string answerAs(Options &options, std::string value) {
  if (!value.empty() && value != "text" && value != "json")
    return "there is no format '" + value + "'; formats: text, json";
  options.*Asked = true;
  options.*AsJson = value == "json";
  return "";
}

std::string setHelp(Options &options, std::string value) {
  if (!value.empty() && value != "text" && value != "json" && value != "man")
    return "there is no format '" + value + "'; formats: text, json, man";
  options.help = true;
  options.helpAsJson = value == "json";
  options.helpAsMan = value == "man";
  return "";
}

std::string setCompletion(Options &options, std::string value) {
  for (const auto &[name, shell] :
       {std::pair{"bash", Shell::Bash}, std::pair{"zsh", Shell::Zsh}, std::pair{"fish", Shell::Fish}})
    if (value == name)
      options.completion = shell;
  return options.completion == Shell::None ? "there is no completion for '" + value + "'; shells: bash, zsh, fish" : "";
}

std::string setFormat(Options &options, std::string value) {
  if (value != "none" && value != "changed")
    return "'" + value + "' is neither none nor changed";
  options.formatChanged = value == "changed";
  return "";
}

std::string setDefineSet(Options &options, std::string value) {
  std::vector<std::string> &set = options.defineSets.emplace_back();
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(value).split(names, ',', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef name : names)
    set.push_back("-D" + name.str());
  return "";
}

using O = Options;

const OptionSpec table[] = {
    {"-p", Required, "DIR", Input,
     "take the compiler arguments from DIR/compile_commands.json; without a source: rewrite every source in it",
     store<&O::buildPath>},
    {"--command-of", Required, "FILE", Input, "compile the source as the database compiles FILE", store<&O::commandOf>},
    {"--extra-arg", Required, "ARG", Input, "append ARG to the compiler arguments", append<&O::extraArgs>, true},
    {"--extra-arg-before", Required, "ARG", Input, "put ARG before the compiler arguments", append<&O::extraArgsBefore>,
     true},
    {"--removed-arg", Required, "ARG", Input, "drop ARG from the compiler arguments (before any --extra-arg)",
     append<&O::removedArgs>, true},

    {"--source-root", Required, "DIR", Input,
     "what --output-dir mirrors, and where headers may be rewritten; the current directory by default",
     store<&O::sourceRoot>},
    {"--headers", Optional, "REGEX", Input,
     "also rewrite the headers below --source-root that hold kernels (and whose real path matches), in the context of "
     "all sources of the run; the default with -p and no source",
     setHeaders},
    {"--no-headers", None, "", Input, "rewrite no header", flag<&O::noHeaders>},

    {"--define-set", Required, "NAME[=VALUE],...", Input,
     "look at the sources as compiled with these macros, too; several such sets, of which one may be empty, must agree "
     "on each function",
     setDefineSet, true},
    {"--assume-filename", Required, "FILE", Input, "what the source '-', standard input, is called and lies beside",
     store<&O::assumeFilename>},

    {"-o", Required, "FILE", Output, "write to FILE", store<&O::output>},
    {"-i", None, "", Output, "rewrite the sources in place", flag<&O::inPlace>},
    {"--output-dir", Required, "DIR", Output, "write every source to DIR, laid out as below --source-root",
     store<&O::outputDir>},
    {"--diff", None, "", Output, "print a unified diff", flag<&O::diff>},
    {"--export-fixes", Required, "FILE", Output,
     "write the edits to FILE, in the YAML that clang-apply-replacements reads", store<&O::fixesFile>},
    {"--check", None, "", Output, "write nothing; exit with 1 if a source would change", flag<&O::check>},
    {"--line-directives", None, "", Output,
     "let compilers and debuggers speak of the original's lines (with -o or --output-dir)", flag<&O::lineDirectives>},
    {"--dep-file", Required, "FILE", Output,
     "write what the output depends on, as a make rule (with -o or --output-dir)", store<&O::depFile>},

    {"-O", Joined, "0|1|2|3", Transform, "the passes of that level; -O0 has none, -O2 is the default", setLevel},
    {"--target", Required, "NAME", Transform,
     "down to the intrinsics of avx512, avx512-vnni, avx2, or native: the best one that this CPU has; -O3 with "
     "rounding of its "
     "own",
     setTarget},
    {"--threads", Required, "none|openmp", Transform,
     "with --target: run independent iterations on the threads of OpenMP, where the output is compiled with -fopenmp; "
     "none by default",
     setThreads},
    {"--passes", Required, "PIPELINE", Transform, "these passes: 'a,b{flag key=value}', @FILE, or @O0 to @O3",
     setPasses},
    {"--allow", Required, "CLASS,...", Transform,
     "let results be rounded otherwise: the classes that passes ask for, see --list-passes", setAllow, true},
    {"--stop-after", Required, "PASS", Transform, "leave out what the pipeline does after this pass",
     store<&O::stopAfter>},
    {"--format", Required, "none|changed", Transform,
     "format nothing, or the lines that change, as the nearest .clang-format says; nothing by default", setFormat},
    {"--functions", Required, "REGEX", Transform, "only functions whose qualified name matches", regex<&O::functions>},

    {"-Rpass", Required, "REGEX", Report, "report what the matching passes did", regex<&O::remarks>},
    {"-Rpass-missed", Required, "REGEX", Report, "report what they kept, and why ('pass,reason' is matched)",
     regex<&O::missedRemarks>},
    {"-Rpass-analysis", Required, "REGEX", Report, "report what they found out", regex<&O::analysisRemarks>},
    {"--stats", None, "", Report, "print counts at the end", flag<&O::stats>},
    {"--report-unused-suppressions", None, "", Report,
     "warn of NOLINT(pto-...) and 'pto-rewrite: off' comments that keep nothing", flag<&O::reportUnused>},
    {"--warnings-as-errors", None, "", Report,
     "exit with 2 if there was a warning: of sources that disagree about a function, or of such a comment",
     flag<&O::warningsAsErrors>},
    {"--quiet", None, "", Report, "print errors and what other options ask for: no notes, no warnings, no progress",
     flag<&O::quiet>},
    {"--sarif", Required, "FILE", Report,
     "write all remarks to FILE as SARIF 2.1.0, what can be rewritten with its fix; '-' is standard output",
     store<&O::sarifFile>},
    {"--remarks-file", Required, "FILE", Report,
     "write all remarks to FILE in the YAML that llvm-remarkutil reads; '-' is standard output",
     store<&O::remarksFile>},
    {"--print-after", Required, "PASS,...", Report, "print the source as it stands after a pass", setPrintAfter, true},
    {"--print-after-all", None, "", Report, "print it after every pass", flag<&O::printAfterAll>},

    {"-j", Attached, "N", Run, "rewrite N sources at a time; as many as there are processors by default", setJobs},
    {"--keep-going", None, "", Run, "write the other sources although one of them has errors", flag<&O::keepGoing>},

    {"--config", Required, "FILE", Configuration,
     "read options from FILE instead of the nearest .pto-rewrite above the sources", store<&O::configFile>},
    {"--no-config", None, "", Configuration, "read none", flag<&O::noConfig>},
    {"--dump-config", None, "", Configuration, "print the options that hold, in the form of such a file",
     flag<&O::dumpConfig>},
    {"--verify-config", None, "", Configuration, "check the file and do nothing else", flag<&O::verifyConfig>},

    {"--list-passes", Optional, "json", About, "list the passes", answerAs<&O::listPasses, &O::listAsJson>},
    {"--explain", Required, "REASON|PASS", About, "explain a reason code or a pass", store<&O::explain>},
    {"--version", None, "", About, "print the version", flag<&O::version>},
    {"--completion", Required, "bash|zsh|fish", About, "print a completion script for the shell", setCompletion},
    {"--help", Optional, "json|man", About, "print this text", setHelp},
};

} // namespace

std::span<const OptionSpec> rewrite::driver::optionTable() { return table; }
