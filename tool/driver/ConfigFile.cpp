//===- ConfigFile.cpp - .pto-rewrite ----------------------------------------===//

#include "driver/ConfigFile.h"

#include "driver/Paths.h"
#include "pto-rewrite/Pipeline.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;
namespace yaml = llvm::yaml;

namespace {

constexpr const char *fileName = ".pto-rewrite";

std::string keyOf(const OptionSpec &spec) {
  const std::string_view name = spec.name;
  return std::string(name.substr(name.find_first_not_of('-')));
}

/// A file says how sources are rewritten; what is done with the result is said where the tool is called.
bool mayBeConfigured(const OptionSpec &spec) {
  return spec.group == OptionGroup::Input || spec.group == OptionGroup::Transform ||
         spec.group == OptionGroup::Report || spec.group == OptionGroup::Run;
}

bool isPath(const OptionSpec &spec) {
  const std::string_view meta = spec.meta;
  return meta == "FILE" || meta == "DIR";
}

class Reader {
public:
  Reader(const std::string &path, std::vector<Setting> &out)
      : path(path),
        directory(llvm::sys::path::parent_path(absolutePath(path)).str()),
        out(out) {}

  Failure run() {
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (!buffer)
      return missing("cannot read configuration '" + path + "': " + buffer.getError().message());
    sources.setDiagHandler(
        [](const llvm::SMDiagnostic &d, void *self) {
          static_cast<Reader *>(self)->fail(static_cast<unsigned>(d.getLineNo()), d.getMessage().str());
        },
        this);
    yaml::Stream stream((*buffer)->getBuffer(), sources, /*ShowColors=*/false);
    for (yaml::Document &document : stream) {
      yaml::Node *root = document.getRoot();
      if (auto *mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(root))
        readMapping(*mapping);
      else if (root && !llvm::isa<yaml::NullNode>(root))
        fail(lineOf(*root), "expected 'key: value' lines");
      if (failure) // the parser stands in the middle of the document: it would not find the next one
        break;
    }
    return failure;
  }

private:
  unsigned lineOf(const yaml::Node &node) const { return sources.getLineAndColumn(node.getSourceRange().Start).first; }

  void fail(unsigned line, const std::string &why) {
    if (!failure)
      failure = usage(path + ":" + std::to_string(line) + ": " + why);
  }

  void readMapping(yaml::MappingNode &mapping) {
    for (yaml::KeyValueNode &entry : mapping) {
      auto *key = llvm::dyn_cast_or_null<yaml::ScalarNode>(entry.getKey());
      if (!key)
        return fail(lineOf(mapping), "expected 'key: value' lines");
      llvm::SmallString<64> storage;
      const unsigned line = lineOf(*key);
      const OptionSpec *spec = find(key->getValue(storage).str(), line);
      if (!spec)
        return;
      if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(entry.getValue())) {
        for (yaml::Node &item : *list)
          add(*spec, &item, line);
      } else {
        add(*spec, entry.getValue(), line);
      }
    }
  }

  const OptionSpec *find(const std::string &key, unsigned line) {
    std::vector<std::string> keys;
    for (const OptionSpec &spec : optionTable()) {
      if (key == keyOf(spec) && mayBeConfigured(spec))
        return &spec;
      if (key == keyOf(spec)) {
        fail(line, "'" + key + "' is no key: it is said on the command line only");
        return nullptr;
      }
      if (mayBeConfigured(spec))
        keys.push_back(keyOf(spec));
    }
    const std::string near = nearest(key, keys);
    fail(line, "unknown key '" + key + "'" +
                   (near.empty() ? "; keys are the options of --help, without their dashes"
                                 : "; did you mean '" + near + "'?"));
    return nullptr;
  }

  void add(const OptionSpec &spec, yaml::Node *node, unsigned line) {
    auto *scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(node);
    if (node && !scalar && !llvm::isa<yaml::NullNode>(node))
      return fail(line, "'" + keyOf(spec) + "' wants a value or a list of values");
    llvm::SmallString<64> storage;
    std::string value = scalar ? scalar->getValue(storage).str() : "";
    const bool optional = spec.value == OptionSpec::Value::None || spec.value == OptionSpec::Value::Optional;
    if (optional && (value == "true" || value == "false")) {
      if (value == "false")
        return;
      value.clear();
    } else if (spec.value == OptionSpec::Value::None) {
      return fail(line, "'" + keyOf(spec) + "' is true or false, not '" + value + "'");
    }
    if (isPath(spec) && value != "-")
      value = absolutePath(value, directory);
    if (value.starts_with("@") && llvm::sys::fs::exists(absolutePath(value.substr(1), directory)))
      value = "@" + absolutePath(value.substr(1), directory);
    Options probe;
    if (const std::string why = spec.set(probe, value); !why.empty())
      return fail(line, keyOf(spec) + ": " + why);
    out.push_back({&spec, value, path + ":" + std::to_string(line)});
  }

  const std::string path, directory;
  std::vector<Setting> &out;
  llvm::SourceMgr sources;
  Failure failure;
};

/// In single quotes, where a blank, a comma or a sign could mean something.
std::string scalar(const std::string &value) {
  const bool plain = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '/' || c == '.' || c == '_' || c == '-';
  });
  if (plain && value[0] != '-')
    return value;
  std::string out = "'";
  for (const char c : value)
    out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

} // namespace

std::string driver::findConfig(const std::string &directory) {
  for (std::string at = absolutePath(directory);; at = llvm::sys::path::parent_path(at).str()) {
    llvm::SmallString<256> candidate(at);
    llvm::sys::path::append(candidate, fileName);
    if (llvm::sys::fs::is_regular_file(candidate))
      return std::string(candidate);
    if (!llvm::sys::path::has_relative_path(at))
      return "";
  }
}

Failure driver::chooseConfig(const Options &options, std::string &out) {
  out = options.configFile;
  if (options.noConfig || !out.empty())
    return {};
  if (options.sources.empty())
    out = findConfig(currentDirectory());
  for (std::size_t i = 0; i < options.sources.size(); ++i) {
    const std::string &source = options.sources[i] == "-" ? options.assumeFilename : options.sources[i];
    const std::string found = findConfig(llvm::sys::path::parent_path(absolutePath(source)).str());
    if (i > 0 && realPath(found) != realPath(out))
      return usage("'" + options.sources[0] + "' and '" + source + "' have different configurations, '" + out +
                   "' and '" + found + "'; name one with --config, or run them apart");
    out = found;
  }
  return {};
}

Failure driver::readConfig(const std::string &path, std::vector<Setting> &out) { return Reader(path, out).run(); }

std::string driver::dumpConfig(const std::vector<Setting> &settings) {
  std::string out;
  for (const OptionSpec &spec : optionTable()) {
    std::vector<const Setting *> given;
    for (const Setting &setting : settings)
      if (setting.spec == &spec && mayBeConfigured(spec))
        given.push_back(&setting);
    if (given.empty())
      continue;
    const auto value = [&](const Setting &setting) {
      return setting.value.empty() && spec.value != OptionSpec::Value::Required ? "true" : scalar(setting.value);
    };
    out += keyOf(spec) + ":";
    if (!spec.repeats) {
      out += " " + value(*given.back()) + "  # " + (given.back()->from.empty() ? "command line" : given.back()->from) +
             "\n";
      continue;
    }
    out += "\n";
    for (const Setting *setting : given)
      out += "  - " + value(*setting) + "  # " + (setting->from.empty() ? "command line" : setting->from) + "\n";
  }
  return out.empty() ? "{}\n" : out;
}
