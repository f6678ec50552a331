//===- Sarif.cpp - a run as SARIF 2.1.0 ------------------------------------===//
//
// The Static Analysis Results Interchange Format, an OASIS standard, which code
// hosts and editors show beside the source. What we make of it:
//
//   rule      a pass ("fold-no-op-reshape"), or why it kept something
//             ("fold-no-op-reshape/different-storage"): only those with results
//   result    a remark; all are notes, since the code is right either way
//   fix       the edits of one function, on the first thing done in it: applying the
//             fixes of all results makes the rewriter's bytes
//   artifact  a source, with the hash that its fixes hold for
//
// Nothing in it depends on the time or on how many sources ran at once.
//
//===----------------------------------------------------------------------===//

#include "driver/Sarif.h"

#include "driver/Config.h"
#include "driver/Fixes.h"
#include "driver/Help.h"
#include "driver/SarifText.h"
#include "pto-rewrite/PassInfo.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"

using namespace rewrite;
using namespace rewrite::driver;
namespace json = llvm::json;

namespace {

std::string sha256(const std::string &bytes) {
  return llvm::toHex(
      llvm::SHA256::hash(llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size())),
      /*LowerCase=*/true);
}

std::string ruleOf(const Remark &remark) {
  return remark.reason.empty() ? remark.pass : remark.pass + "/" + remark.reason;
}

const ReasonInfo *reasonOf(const Remark &remark, const PassInfo *pass) {
  if (const ReasonInfo *own = pass ? pass->reason(remark.reason) : nullptr)
    return own;
  for (const ReasonInfo &common : commonReasons())
    if (common.code == remark.reason)
      return &common;
  return nullptr;
}

json::Object ruleFor(const Remark &remark) {
  const PassInfo *pass = findPass(remark.pass);
  const ReasonInfo *reason = reasonOf(remark, pass);
  const std::string summary = pass ? pass->summary : remark.pass;
  std::string what = summary, help = pass ? pass->holds : "";
  if (!remark.reason.empty()) {
    what = reason ? reason->summary : remark.reason;
    help = reason ? reason->remedy : "";
  }
  if (help.empty())
    help = what; // viewers want some
  json::Object properties{{"pass", remark.pass}};
  if (pass)
    properties["exactness"] = std::string(spelling(pass->exactness));
  return json::Object{{"id", ruleOf(remark)},
                      {"shortDescription", sarif::message(remark.reason.empty() ? summary : "not done: " + summary)},
                      {"fullDescription", sarif::message(what)},
                      {"help", sarif::message(help)},
                      {"defaultConfiguration", json::Object{{"level", "note"}}},
                      {"properties", std::move(properties)}};
}

/// Rules in the order of their names, so that the file is the same however the sources were ordered.
class Rules {
public:
  explicit Rules(const std::vector<Outcome> &outcomes) {
    for (const Outcome &outcome : outcomes)
      for (const Remark &remark : outcome.remarks)
        known.try_emplace(ruleOf(remark), remark);
  }
  std::int64_t index(const std::string &id) const { return std::distance(known.begin(), known.find(id)); }
  json::Array list() const {
    json::Array rules;
    for (const auto &[id, example] : known)
      rules.push_back(ruleFor(example));
    return rules;
  }

private:
  std::map<std::string, Remark> known;
};

const char *outcomeOf(const Remark &remark, bool made) {
  switch (remark.kind) {
  case Remark::Kind::Applied:
    return made ? "rewritten" : "can be rewritten";
  case Remark::Kind::Missed:
    return "kept";
  case Remark::Kind::Analysis:
    break;
  }
  return "analysis";
}

/// The results of one source.
class Results {
public:
  Results(const Outcome &outcome, std::int64_t artifact, const RunEnd &end, const std::string &root)
      : outcome(outcome),
        artifact(artifact),
        end(end),
        root(root),
        file(linesOf(outcome)),
        fixes(end.made ? std::vector<Fix>() : fixesOf(outcome)) {}

  void addTo(json::Array &results, const Rules &rules) {
    for (std::size_t i = 0; i < outcome.remarks.size(); ++i)
      results.push_back(result(i, rules));
  }

private:
  const Outcome &outcome;
  const std::int64_t artifact;
  const RunEnd &end;
  const std::string &root;
  const SourceFile file;
  const std::vector<Fix> fixes;
  std::map<std::string, unsigned> seen; ///< results of one rule in one function

  json::Object location(const Location &where) const {
    json::Object place = sarif::artifactLocation(where.file, root);
    if (where.file == file.path)
      place["index"] = artifact;
    return json::Object{{"physicalLocation", json::Object{{"artifactLocation", std::move(place)},
                                                          {"region", sarif::regionAt(where, file)}}}};
  }

  /// The same for a result whose place moved because of what stands before its function.
  std::string fingerprint(const Remark &remark) {
    const std::string what = ruleOf(remark) + "|" + remark.function;
    return sha256(what + "|" + std::to_string(seen[what]++)).substr(0, 32);
  }

  json::Object fix(const Fix &fix) const {
    json::Array replacements;
    for (const Edit &edit : fix.edits)
      replacements.push_back(sarif::replacement(edit, file));
    json::Object place = sarif::artifactLocation(file.path, root);
    place["index"] = artifact;
    json::Array changes;
    changes.push_back(json::Object{{"artifactLocation", std::move(place)}, {"replacements", std::move(replacements)}});
    return json::Object{{"description", sarif::message(outcome.remarks[fix.remark].message)},
                        {"artifactChanges", std::move(changes)}};
  }

  json::Object result(std::size_t number, const Rules &rules) {
    const Remark &remark = outcome.remarks[number];
    json::Object where = location(remark.where);
    if (!remark.function.empty())
      where["logicalLocations"] =
          json::Array{json::Object{{"fullyQualifiedName", json::fixUTF8(remark.function)}, {"kind", "function"}}};
    json::Object result{{"ruleId", ruleOf(remark)},
                        {"ruleIndex", rules.index(ruleOf(remark))},
                        {"level", "note"},
                        {"message", sarif::message(remark.message)},
                        {"locations", json::Array{std::move(where)}},
                        {"partialFingerprints", json::Object{{"ptoRewrite/v1", fingerprint(remark)}}},
                        {"properties", json::Object{{"outcome", outcomeOf(remark, end.made)}}}};
    json::Array notes;
    for (const Note &note : remark.notes) {
      json::Object related = location(note.where);
      related["id"] = static_cast<std::int64_t>(notes.size());
      related["message"] = sarif::message(note.message);
      notes.push_back(std::move(related));
    }
    if (!notes.empty())
      result["relatedLocations"] = std::move(notes);
    for (const Fix &each : fixes)
      if (each.remark == number)
        result["fixes"] = json::Array{fix(each)};
    return result;
  }
};

json::Object invocation(const std::vector<Outcome> &outcomes, const RunEnd &end, const std::string &root) {
  json::Array notifications;
  for (const Outcome &outcome : outcomes) {
    const std::string text = outcome.diagnostics + outcome.warnings;
    if (text.empty())
      continue;
    json::Object place{
        {"physicalLocation", json::Object{{"artifactLocation", sarif::artifactLocation(outcome.source, root)}}}};
    notifications.push_back(json::Object{{"level", outcome.exit == Ok ? "warning" : "error"},
                                         {"message", sarif::message(text)},
                                         {"locations", json::Array{std::move(place)}}});
  }
  json::Array configurations;
  for (const auto &[arguments, count] : end.configurations.commands)
    configurations.push_back(json::Object{{"arguments", json::fixUTF8(arguments)}, {"commands", count}});
  json::Object properties{{"commandsOf", json::fixUTF8(end.configurations.origin)},
                          {"configurations", std::move(configurations)}};
  return json::Object{{"executionSuccessful", end.exit < UsageError},
                      {"exitCode", static_cast<int>(end.exit)},
                      {"exitCodeDescription", meaningOf(end.exit)},
                      {"toolExecutionNotifications", std::move(notifications)},
                      {"properties", std::move(properties)}};
}

json::Object artifact(const Outcome &outcome, const std::string &root) {
  json::Object artifact{{"location", sarif::artifactLocation(outcome.source, root)},
                        {"roles", json::Array{"analysisTarget"}},
                        {"sourceLanguage", "cplusplus"}};
  if (outcome.exit == Ok) { // otherwise it was not read to its end
    artifact["length"] = static_cast<std::int64_t>(outcome.before.size());
    artifact["hashes"] = json::Object{{"sha-256", sha256(outcome.before)}};
  }
  return artifact;
}

} // namespace

std::string driver::sarifLog(const std::vector<Outcome> &outcomes, const RunEnd &end, const std::string &root) {
  const Rules rules(outcomes);
  json::Array results, artifacts;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    artifacts.push_back(artifact(outcomes[i], root));
    Results(outcomes[i], static_cast<std::int64_t>(i), end, root).addTo(results, rules);
  }
  json::Object tool{
      {"driver", json::Object{{"name", "pto-rewrite"}, {"semanticVersion", PTO_VERSION}, {"rules", rules.list()}}}};
  json::Object run{
      {"tool", std::move(tool)},
      {"invocations", json::Array{invocation(outcomes, end, root)}},
      {"originalUriBaseIds", json::Object{{"SRCROOT", json::Object{{"uri", "file://" + sarif::uriOf(root) + "/"}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"artifacts", std::move(artifacts)},
      {"results", std::move(results)}};
  return llvm::formatv(
      "{0:2}\n",
      json::Value(json::Object{
          {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", json::Array{std::move(run)}},
      }));
}
