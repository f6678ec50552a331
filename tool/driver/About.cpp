//===- About.cpp - --list-passes, --explain, --version ---------------------===//

#include "driver/About.h"

#include "driver/Config.h"
#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"

#include "clang/Basic/Version.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

const char *spelling(OptionInfo::Type type) {
  switch (type) {
  case OptionInfo::Type::Flag:
    return "flag";
  case OptionInfo::Type::Integer:
    return "integer";
  case OptionInfo::Type::Integers:
    return "integers";
  case OptionInfo::Type::String:
    return "string";
  case OptionInfo::Type::Loop:
    return "tag of a loop";
  case OptionInfo::Type::Op:
    return "tag";
  }
  return "";
}

llvm::json::Array toJson(const std::vector<ReasonInfo> &reasons) {
  llvm::json::Array list;
  for (const ReasonInfo &reason : reasons)
    list.push_back(llvm::json::Object{{"code", reason.code}, {"summary", reason.summary}, {"remedy", reason.remedy}});
  return list;
}

llvm::json::Object toJson(const PassInfo &pass) {
  llvm::json::Array options;
  for (const OptionInfo &option : pass.options)
    options.push_back(llvm::json::Object{{"name", option.name},
                                         {"type", spelling(option.type)},
                                         {"help", option.help},
                                         {"required", option.required},
                                         {"choices", llvm::json::Array(option.choices)}});
  return llvm::json::Object{{"name", pass.name},
                            {"summary", pass.summary},
                            {"origin", pass.origin},
                            {"exactness", std::string(rewrite::spelling(pass.exactness))},
                            {"allow", pass.allow},
                            {"opt-in", pass.optIn},
                            {"matches", pass.matches},
                            {"holds", pass.holds},
                            {"before", pass.before},
                            {"after", pass.after},
                            {"example", pass.example},
                            {"options", std::move(options)},
                            {"reasons", toJson(pass.reasons)}};
}

std::string indented(const std::string &text) {
  std::string out = "    ";
  for (const char c : text) {
    out += c;
    if (c == '\n')
      out += "    ";
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == '\n'))
    out.pop_back();
  return out + "\n";
}

std::string explained(const ReasonInfo &reason, const std::string &pass) {
  return reason.code + " (" + pass + ")\n  " + reason.summary + "\n" +
         (reason.remedy.empty() ? "" : "  " + reason.remedy + "\n");
}

std::string explained(const PassInfo &pass) {
  std::string out = pass.name + ": " + pass.summary + "\n";
  out += "  exactness: " + std::string(rewrite::spelling(pass.exactness)) + "; origin: " + pass.origin + "\n";
  if (!pass.allow.empty())
    out += "  rounds otherwise only with --allow=" + pass.allow + "\n";
  if (!pass.optIn.empty())
    out += "  does more with --allow=" + pass.optIn + "\n";
  if (!pass.matches.empty())
    out += "\nmatches: " + pass.matches + "\n";
  if (!pass.holds.empty())
    out += "\nholds: " + pass.holds + "\n";
  if (!pass.before.empty())
    out += "\nbefore:\n" + indented(pass.before) + "after:\n" + indented(pass.after);
  if (!pass.options.empty())
    out += "\noptions:\n";
  for (const OptionInfo &option : pass.options)
    out += "  " + option.name + " (" + spelling(option.type) + (option.required ? ", required" : "") +
           "): " + option.help + "\n";
  out += "\ndeclines with:\n";
  for (const ReasonInfo &reason : pass.reasons)
    out += "  " + padded(reason.code, 26) + " " + reason.summary + "\n";
  return out;
}

} // namespace

std::string driver::listPasses() {
  std::size_t width = 0;
  for (const PassInfo *pass : allPasses())
    width = std::max(width, pass->name.size());
  std::string out;
  for (const PassInfo *pass : allPasses())
    out += padded(pass->name, width + 2) + padded(std::string(rewrite::spelling(pass->exactness)), 10) + pass->summary +
           "\n";
  if (!namedPipelines().empty())
    out += "\npipelines:\n";
  for (const NamedPipeline &pipeline : namedPipelines())
    out += padded("@" + pipeline.name, width + 2) + pipeline.summary + "\n";
  return out;
}

std::string driver::listPassesAsJson() {
  llvm::json::Array passes;
  for (const PassInfo *pass : allPasses())
    passes.push_back(toJson(*pass));
  llvm::json::Array pipelines;
  for (const NamedPipeline &p : namedPipelines())
    pipelines.push_back(llvm::json::Object{{"name", p.name}, {"summary", p.summary}, {"text", p.text}});
  std::string out;
  llvm::raw_string_ostream(out) << llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object{
                                                                {"passes", std::move(passes)},
                                                                {"pipelines", std::move(pipelines)},
                                                                {"common-reasons", toJson(commonReasons())},
                                                            }));
  return out;
}

Failure driver::explain(const std::string &word, std::string &out) {
  if (const PassInfo *pass = findPass(word)) {
    out = explained(*pass);
    return {};
  }
  out.clear();
  std::vector<std::string> known;
  for (const ReasonInfo &reason : commonReasons()) {
    known.push_back(reason.code);
    if (reason.code == word)
      out += explained(reason, "every pass");
  }
  for (const PassInfo *pass : allPasses()) {
    known.push_back(pass->name);
    for (const ReasonInfo &reason : pass->reasons) {
      known.push_back(reason.code);
      if (reason.code == word)
        out += explained(reason, pass->name);
    }
  }
  if (!out.empty())
    return {};
  const std::string near = nearest(word, known);
  return usage("--explain: no reason or pass '" + word + "'" +
               (near.empty() ? "; --list-passes=json has them all" : "; did you mean '" + near + "'?"));
}

std::string driver::versionText() {
  return "pto-rewrite " PTO_VERSION ", built on " + clang::getClangFullVersion() + "\n";
}
