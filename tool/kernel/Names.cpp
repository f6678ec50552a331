//===- Names.cpp - what the names of a function are needed for --------------===//

#include "kernel/Names.h"

#include <algorithm>
#include <functional>
#include <set>

using namespace rewrite;

/// Calls f(offset) where the word stands in what is left of the function's text, comments left out.
template <class F> static void forEachSpelling(const Function &f, const std::string &word, F &&call) {
  const SourceFile &file = *f.range.file;
  const auto isWord = [&](std::size_t at) {
    const char c = at < file.bytes.size() ? file.bytes[at] : ' ';
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (std::size_t at = file.bytes.find(word, f.range.begin); at < f.range.end; at = file.bytes.find(word, at + 1)) {
    const auto in = [&](const SourceRange &r) { return r.begin <= at && at < r.end; };
    const auto gone = [&](const std::unique_ptr<Statement> &s) {
      return s->erased && s->range.valid() && in(s->range);
    };
    if (!isWord(at - 1) && !isWord(at + word.size()) && std::none_of(file.comments.begin(), file.comments.end(), in) &&
        std::none_of(f.statements.begin(), f.statements.end(), gone))
      call(static_cast<unsigned>(at));
  }
}

/// An edit of the function replaces or removes the byte at `at`.
static bool isEdited(const Function &f, unsigned at) {
  const auto in = [&](const SourceRange &r) { return r.valid() && r.begin <= at && at < r.end; };
  return std::any_of(f.edits.begin(), f.edits.end(), [&](const TextEdit &edit) {
    return in(edit.range) && std::none_of(edit.text.pieces.begin(), edit.text.pieces.end(), [&](const auto &piece) {
             if (const auto *kept = std::get_if<SourceRange>(&piece))
               return in(*kept);
             const auto *kept = std::get_if<Original>(&piece);
             return kept && in(kept->range);
           });
  });
}

/// Calls f(position) where the word stands in the text.
template <class F> static void forEachWord(std::string_view text, const std::string &word, F &&call) {
  const auto isLetter = [&](std::size_t at) {
    const char c = at < text.size() ? text[at] : ' ';
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if ((at == 0 || !isLetter(at - 1)) && !isLetter(at + word.size()))
      call(at);
}

bool rewrite::isWordIn(std::string_view text, const std::string &word) {
  bool found = false;
  forEachWord(text, word, [&](std::size_t) { found = true; });
  return found;
}

/// Some edit of the function puts the word there.
static bool isWordInEdits(const Function &f, const std::string &word) {
  for (const TextEdit &edit : f.edits)
    for (const auto &piece : edit.text.pieces) {
      if (const auto *literal = std::get_if<std::string>(&piece); literal && isWordIn(*literal, word))
        return true;
      if (const auto *v = std::get_if<const Variable *>(&piece); v && (*v)->name == word)
        return true;
    }
  return false;
}

static std::size_t spelled(const Function &f, const std::string &word) {
  std::size_t n = 0;
  forEachSpelling(f, word, [&](unsigned) { ++n; });
  return n;
}

/// The op does nothing but make its result.
static bool isPure(const Op &op) {
  if (op.kind == OpKind::Scalar)
    return op.operands.empty() || !op.operands[0].list[0].isImpure();
  return op.kind == OpKind::Dsl && (op.info.name.starts_with("math.") || op.info.name.starts_with("vec.")) &&
         op.info.writes.empty() && op.info.updates.empty();
}

/// A declaration of one variable whose initialiser does nothing but compute.
static bool canGo(const Function &function, const Variable &v) {
  const Statement *st = v.declaration;
  if (v.kind != Variable::Kind::Local || !st || st->form != Statement::Form::Declaration || st->declarators != 1 ||
      !st->range.valid() || st->attributed || obstacleIn(st->range) != Obstacle::Nothing)
    return false;
  return std::all_of(function.ops.begin(), function.ops.end(), [&](const std::unique_ptr<Op> &op) {
    return op->statement != st || (op->parent == st->block && isPure(*op));
  });
}

/// Where the variable can be named, or more.
static SourceRange scopeOf(const Function &function, const Variable &v) {
  const Block *block = v.kind == Variable::Kind::Local && v.declaration ? v.declaration->block : nullptr;
  return block && block->range.valid() ? block->range : function.range;
}

bool Names::spelledOnlyIn(const SourceRange &range, const Variable &v) const {
  const SourceRange scope = scopeOf(function, v);
  unsigned inside = 0, outside = 0;
  forEachSpelling(function, v.name, [&](unsigned at) {
    if (scope.begin <= at && at < scope.end)
      ++(range.begin <= at && at < range.end ? inside : outside);
  });
  return inside == 1 && outside == 1; // which is its declaration
}

bool Names::isSpelledOnlyIn(const std::vector<SourceRange> &places, const Variable &v) const {
  const SourceRange scope = scopeOf(function, v);
  bool only = true;
  forEachSpelling(function, v.name, [&](unsigned at) {
    const auto in = [&](const SourceRange &r) { return r.begin <= at && at < r.end; };
    only &= !in(scope) || std::any_of(places.begin(), places.end(), in);
  });
  return only;
}

const Variable *Names::leftBehind(std::vector<SourceRange> removed, const std::vector<SourceRange> &kept,
                                  std::vector<Statement *> &dead, const std::set<const Variable *> &named) const {
  for (bool found = true; found;) {
    found = false;
    for (const auto &v : function.variables) {
      const bool memory = v->type.isHandle() && v->type.kind != Type::Kind::Vector;
      if (v->name.empty() || memory || named.count(v.get()) || (v->declaration && v->declaration->erased) ||
          std::find(dead.begin(), dead.end(), v->declaration) != dead.end())
        continue;
      const SourceRange scope = scopeOf(function, *v);
      std::size_t all = 0, lost = 0;
      forEachSpelling(function, v->name, [&](unsigned at) {
        if (isEdited(function, at) || at < scope.begin || scope.end <= at)
          return;
        ++all;
        const auto in = [&](const SourceRange &r) { return r.valid() && r.begin <= at && at < r.end; };
        lost += std::any_of(removed.begin(), removed.end(), in) && std::none_of(kept.begin(), kept.end(), in);
      });
      if (!lost || all - lost != 1 || isWordInEdits(function, v->name)) // that one is its declaration
        continue;
      if (!canGo(function, *v))
        return v.get();
      dead.push_back(v->declaration);
      removed.push_back(v->declaration->range);
      found = true;
    }
  }
  return nullptr;
}

bool Names::usesCanBeRenamed(const Variable &from) const {
  bool possible = from.kind == Variable::Kind::Local && !from.name.empty() && !from.isStatic;
  // Wherever else the name is spelled (decltype, captures, #if), it must stay.
  std::set<unsigned> places;
  walk(*function.body, [&](Op &op) {
    for (const Operand &o : op.operands) {
      if (o.kind == Operand::Kind::Handle && o.variable == &from) {
        // A use that a rename has given to the variable is spelled otherwise still.
        possible &= o.range.valid() && (o.respelled || o.range.text() == from.name) && op.macro.empty() &&
                    op.kind != OpKind::Opaque;
        if (!o.respelled)
          places.insert(o.range.begin);
      }
      for (const Expr &e : o.list)
        e.forEachVariable([&](const Variable *v) { possible &= v != &from; });
    }
    for (const Variable *v : op.clobbers)
      possible &= v != &from;
  });
  return possible && !from.escapes && spelled(function, from.name) == places.size() + 1;
}

/// `(name)` is `name`.
static SourceRange withoutParens(SourceRange r) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (r.valid() && r.end - r.begin > 2 && r.text().front() == '(' && r.text().back() == ')') {
    ++r.begin, --r.end;
    while (r.begin < r.end && blank(r.text().front()))
      ++r.begin;
    while (r.begin < r.end && blank(r.text().back()))
      --r.end;
  }
  return r;
}

bool Names::everySpellingIsKnown(const Variable &variable) const {
  const std::string &name = variable.name;
  if (name.empty() || variable.escapes || variable.isReference || function.localNames.count(name))
    return false;
  bool known = true;
  std::set<unsigned> places;
  const std::function<void(const Expr &)> inExpr = [&](const Expr &e) {
    if (e.kind == Expr::Kind::Variable && e.variable->name == name && withoutParens(e.range).text() == name)
      places.insert(withoutParens(e.range).begin);
    for (const Expr &operand : e.operands)
      inExpr(operand);
  };
  for (const auto &v : function.variables) // others of that name, elsewhere or around
    if (v->name == name && v->declaredAt)
      places.insert(v->declaredAt);
  for (const auto &s : function.statements)
    if (s->assigned && s->assigned->name == name && s->form == Statement::Form::Expression)
      places.insert(s->range.begin);
  walk(*function.body, [&](const Op &op) {
    for (const Operand &o : op.operands) {
      for (const Expr &e : o.list) {
        inExpr(e);
        e.forEachVariable([&](const Variable *v) { known &= v != &variable; });
      }
      if (o.kind != Operand::Kind::Handle || !o.variable || o.variable->name != name)
        continue;
      const SourceRange r = withoutParens(o.range);
      const bool spelled = r.valid() && r.text() == name;
      if (o.variable == &variable)
        known &= spelled && op.macro.empty() && op.kind != OpKind::Opaque;
      if (spelled)
        places.insert(r.begin);
    }
    for (const Variable *v : op.clobbers)
      known &= v != &variable;
  });
  forEachSpelling(function, name, [&](unsigned at) { known &= places.count(at) != 0; });
  return known;
}

static bool defines(const Op &op, const Variable &v) {
  return std::find(op.results.begin(), op.results.end(), &v) != op.results.end() ||
         std::find(op.clobbers.begin(), op.clobbers.end(), &v) != op.clobbers.end();
}

bool Names::definedOnce(const Variable &v) const {
  unsigned n = 0;
  walk(*function.body, [&](const Op &op) { n += defines(op, v); });
  return n == 1 && v.kind != Variable::Kind::Parameter;
}

bool Names::definedAfter(const Variable &v, const Op &from) const {
  bool found = false, behind = from.parent != function.body.get();
  walk(*function.body, [&](const Op &op) {
    if (behind && &op != &from)
      found |= defines(op, v);
    behind |= &op == &from;
  });
  return found;
}

bool Names::nameIsUnique(const Variable &v) const {
  return !function.localNames.count(v.name) &&
         std::none_of(function.variables.begin(), function.variables.end(), [&](const auto &other) {
           return other.get() != &v && other->name == v.name && !(other->declaration && other->declaration->erased);
         });
}

/// The body of the loop around `at` that counts the variable, which its head declares.
static const Block *bodyOfHead(const Variable &v, const Op &at) {
  for (const Block *b = at.parent; b && b->owner; b = b->owner->parent)
    if (b->owner->kind == OpKind::For && b->owner->induction && b->owner->induction->variable == &v)
      return b;
  return nullptr;
}

bool Names::isVisibleAt(const Variable &v, const Op &at) const {
  const Block *home = function.body.get();
  if (v.kind == Variable::Kind::Local) {
    home = v.declaration && v.declaration->range.valid() ? v.declaration->block : bodyOfHead(v, at);
    if (!home) // in the head of an if, say
      return false;
  } else if (v.kind != Variable::Kind::Parameter) {
    return false;
  }
  return !v.name.empty() && nameIsUnique(v) && reaches(*home, at);
}

bool Names::reaches(const Block &home, const Op &at) {
  if (!encloses(home, *at.parent))
    return false;
  for (const Block *b = at.parent; b != &home; b = b->owner->parent)
    if (b->owner->kind == OpKind::Parallel && !b->owner->capturesAll)
      return false;
  return true;
}

std::vector<unsigned> Names::spellings(const std::string &name) const {
  std::vector<unsigned> out;
  forEachSpelling(function, name, [&](unsigned at) { out.push_back(at); });
  return out;
}

bool Names::canMoveTo(const Variable &v, const Block &home) const {
  const Statement *st = v.declaration;
  if (v.name.empty() || !st || !st->range.valid() || !st->block->range.valid() || function.localNames.count(v.name))
    return false;
  const SourceRange old{st->range.file, std::min(st->begin, st->range.begin), st->block->range.end};
  const SourceRange wide = home.range.valid() ? home.range : function.range;
  const auto in = [](const SourceRange &r, unsigned at) { return r.begin <= at && at < r.end; };
  bool free = true;
  forEachSpelling(function, v.name, [&](unsigned at) { free &= in(old, at) || !in(wide, at); });
  for (const auto &other : function.variables) {
    if (other.get() == &v || other->name != v.name)
      continue;
    const bool inHead = home.owner ? in(home.owner->range, other->declaredAt) && !in(wide, other->declaredAt)
                                   : other->kind == Variable::Kind::Parameter;
    free &= other->declaredAt != 0 && !in(old, other->declaredAt) && !inHead; // hides ours, or cannot be declared anew
  }
  return free;
}

bool Names::isSpelledIn(const std::string &name, const SourceRange &range) const {
  bool found = false;
  forEachSpelling(function, name, [&](unsigned at) { found |= range.begin <= at && at < range.end; });
  return found;
}

bool Names::needsScope(const SourceRange &text, const SourceRange &scope,
                       const std::set<const Variable *> &except) const {
  for (const std::string &name : function.localNames)
    if (isWordIn(text.text(), name))
      return true;
  return std::any_of(function.variables.begin(), function.variables.end(), [&](const auto &v) {
    const bool inside = v->declaredAt == 0 || (scope.begin <= v->declaredAt && v->declaredAt < scope.end);
    return v->kind == Variable::Kind::Local && !v->name.empty() && inside && !except.count(v.get()) &&
           isWordIn(text.text(), v->name);
  });
}

std::size_t Names::countIn(const SourceRange &range, const std::string &word) {
  const std::string_view text = range.text();
  std::size_t n = 0;
  forEachWord(text, word, [&](std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const unsigned begin = range.begin + static_cast<unsigned>(at);
    const bool comment = std::any_of(range.file->comments.begin(), range.file->comments.end(),
                                     [&](const SourceRange &c) { return c.begin <= begin && begin < c.end; });
    n += !comment && !before.ends_with('.') && !before.ends_with("->");
  });
  return n;
}

/// A line of the preprocessor has the word: it may be a macro.
static bool isInDirective(const Function &f, const std::string &name) {
  const std::vector<SourceRange> &all = f.range.file->directives;
  return std::any_of(all.begin(), all.end(), [&](const SourceRange &d) { return isWordIn(d.text(), name); });
}

std::string Names::fresh(const std::string &base) const {
  const auto taken = [&](const std::string &name) {
    // A parameter, a local, something from outside that is used here.
    return countIn(function.range, name) || isWordInEdits(function, name) || isInDirective(function, name);
  };
  std::string name = base;
  for (unsigned n = 2; taken(name); ++n)
    name = base + std::to_string(n);
  return name;
}

/// The lambda declares the name, and uses nothing else of that name.
static bool owns(const Lambda &lambda, const std::string &name) {
  bool owned = false, foreign = false;
  for (const Lambda::Parameter &p : lambda.parameters)
    owned |= p.name == name;
  for (const Step &step : lambda.steps)
    owned |= step.kind == Step::Kind::Let && step.name == name;
  forEachTerm(lambda, [&](const Term &t) {
    foreign |= (t.variable && t.variable->name == name) || (t.kind == Term::Kind::Literal && isWordIn(t.name, name));
  });
  return owned && !foreign;
}

std::string Names::freshBesideLambdas(const std::string &base, const std::set<std::string> &taken) const {
  const auto isFree = [&](const std::string &name) {
    std::vector<SourceRange> theirs;
    for (const auto &op : function.ops)
      if (op->lambda && op->lambda->range.valid() && owns(*op->lambda, name))
        theirs.push_back(op->lambda->range);
    bool elsewhere = taken.count(name) || isWordInEdits(function, name) || isInDirective(function, name);
    forEachSpelling(function, name, [&](unsigned at) {
      elsewhere |=
          std::none_of(theirs.begin(), theirs.end(), [&](const SourceRange &r) { return r.begin <= at && at < r.end; });
    });
    return !elsewhere;
  };
  std::string name = base;
  for (unsigned n = 2; !isFree(name); ++n)
    name = base + std::to_string(n);
  return name;
}

bool Names::hasDirectives() const {
  const std::vector<SourceRange> &all = function.range.file->directives;
  return std::any_of(all.begin(), all.end(), [&](const SourceRange &d) { return function.range.overlaps(d); });
}
