//===- Reads.cpp - reads of vectors, for the rules that split and widen them ===//

#include "passes/linearize/Reads.h"

#include "kernel/Spelling.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

std::optional<Transfer> linearize::readOf(const Op &op) {
  const std::optional<Transfer> t = transferOf(op);
  if (!t || t->writes || t->at().size() != t->memoryOperand().variable->type.dims.size())
    return std::nullopt;
  return t;
}

std::vector<Candidate> linearize::readsWhere(const Analyses &a, const std::string &target,
                                             const std::function<bool(const Transfer &)> &f) {
  std::vector<Candidate> out;
  walk(*a.function.body, [&](Op &op) {
    if (const std::optional<Transfer> t = readOf(op); t && isTargeted(op, target) && f(*t))
      out.push_back({&op, op.where});
  });
  return out;
}

std::vector<Extent> linearize::alongVector(const Transfer &read) {
  const std::vector<Extent> &dims = read.memoryOperand().variable->type.dims;
  return {dims.end() - static_cast<std::ptrdiff_t>(read.type().dims.size()), dims.end()};
}

/// A number or the name of one: nothing is lost with it.
static bool isPlain(const SourceRange &r) {
  return !r.valid() || r.text().find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") ==
                           std::string_view::npos;
}

std::optional<std::int64_t> linearize::constantIndex(const Transfer &read, std::size_t d, const Memory &memory) {
  if (!isPlain(read.at()[d].range))
    return std::nullopt;
  const Expr e = memory.resolve(read.at()[d], *read.op);
  return e.isConstant() ? std::optional(e.value) : std::nullopt;
}

const Variable *linearize::keptIn(const Transfer &read) {
  const Variable *v = read.op->result();
  const Op *root = read.op->statement ? read.op->statement->root : nullptr;
  return root && root->is("vec.shape_cast") && root->operands[0].variable == v ? root->result() : v;
}

std::string linearize::nameOf(const Transfer &read, const char *otherwise) { return quoted(keptIn(read), otherwise); }

std::optional<Verdict> linearize::indexLost(const Transfer &read, std::size_t from, const Analyses &a,
                                            std::vector<Statement *> &dead) {
  std::vector<SourceRange> gone;
  for (std::size_t d = from; d < read.at().size(); ++d)
    gone.push_back(read.at()[d].range);
  dead.clear();
  if (const Variable *left = Names(a.function).leftBehind(gone, {}, dead))
    return decline("last-use", nameOf(read, "the read") + " kept: nothing would use '" + left->name + "' any more")
        .note(read.op, "used here");
  return std::nullopt;
}

std::optional<Verdict> linearize::obstacle(const Transfer &read) {
  if (auto v = obstacle(*read.op))
    return v;
  std::vector<SourceRange> kept = {read.memoryOperand().range};
  for (const Expr &e : read.at())
    kept.push_back(e.range);
  if (read.pad)
    kept.push_back(read.pad->range);
  for (const SourceRange &r : kept)
    if (!r.valid())
      return decline("in-macro", "kept: a part of it is spelled in a macro");
  return guard(read.op->range, kept, *read.op);
}

Text linearize::callOf(const Transfer &read, const std::vector<Extent> &lanes, const Text &memory,
                       const std::vector<Text> &indices, const Rewriter &rw) {
  Text t(rw.dsl(read.promised ? "vec::load" : "vec::transfer_read") + "<" + spellDims(lanes) + ">(");
  t << memory << ", {";
  for (std::size_t d = 0; d < indices.size(); ++d)
    t << (d ? ", " : "") << indices[d];
  t << "}";
  if (read.pad)
    t << ", " << read.pad->range;
  t << ")";
  return t;
}

std::vector<Text> linearize::indicesOf(const Transfer &read) {
  std::vector<Text> out;
  for (const Expr &e : read.at())
    out.emplace_back(e.range);
  return out;
}
