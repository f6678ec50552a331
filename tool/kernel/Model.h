//===- Model.h - the kernel model: a small IR over C++ source ----*- C++ -*-===//
//
// What passes see of a function. The model overlays the source: it has the DSL's
// ops, calls, handle copies, loops, branches and, for all that it does not
// understand, opaque ops; every node knows the bytes that it was spelled with.
//
// Why variables and not SSA values: the input and the output are C++, where a
// kernel author rebinds names (out = assemble(out, ...)) and a reviewer wants
// the same names back. So ops read and define Variables, temporaries of nested
// calls included, and "which definition reaches this use" is a question to
// analysis/Values.h. Expressions are flattened in evaluation order:
//
//     out = tensor::assemble(out, fill(x, tensor::create<float, 1, 8>()), {r, 0});
//
//     %0  = tensor.create            %0, %1: Temporary variables
//     %1  = call fill(x, %0)
//     out = tensor.assemble(out, %1, {r, 0})
//
// Conservative by construction: an Opaque op reads, writes and retains each
// variable it mentions, and everything that may be reachable from elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_MODEL_H
#define PTO_KERNEL_MODEL_H

#include "kernel/Expr.h"
#include "kernel/Lambda.h"
#include "kernel/Source.h"
#include "kernel/Type.h"

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace rewrite {

struct Block;
struct Function;
struct Op;
struct Statement;

enum class Role { None, In, Out, InOut };
enum class FunctionRole { Opaque, Orchestration, InCore };

struct Variable {
  enum class Kind { Local, Parameter, Temporary, Global };

  std::string name; ///< empty for a temporary
  Type type;
  Kind kind = Kind::Local;
  Role role = Role::None;
  int parameterIndex = -1;
  bool byReference = false;     ///< parameter T &: the caller sees a rebinding
  bool escapes = false;         ///< address taken, captured by reference, or bound to a reference that is kept
  bool isReference = false;     ///< a reference to something that has no name here: another name of who knows what
  bool isAliased = false;       ///< a vector by reference and without a role: may be what another name stands for
  bool hasAlias = false;        ///< a local reference is another name of it
  bool bindsResult = false;     ///< const auto &v = op(...): keeps the result itself alive
  bool isArray = false;         ///< a local array: storage of its own
  bool isStatic = false;        ///< static or thread_local: lives across calls
  Function *function = nullptr; ///< null for a global
  Statement *declaration = nullptr;
  unsigned declaredAt = 0;         ///< byte offset of the name
  bool declaredAuto = false;       ///< a handle whose type its initialiser decides
  SourceRange declaredType;        ///< of a handle, otherwise: as spelled, without const and &
  SourceRange declaredDims;        ///< the extents in it, where it is spelled Vec<T, extents>
  std::vector<SourceRange> places; ///< that name it, its declaration left out, in order; invalid: in a macro
  Variable *renamedTo = nullptr;   ///< its uses name another variable now
};

/// The spelling of a range, and the edits inside it, but not what takes its own place.
struct Original {
  SourceRange range;
};

/// Text made of literal pieces, of ranges that keep their own spelling (and the
/// edits inside them), and of names of variables.
struct Text {
  std::vector<std::variant<std::string, SourceRange, Original, const Variable *>> pieces;

  Text() = default;
  Text(std::string s) { pieces.emplace_back(std::move(s)); }
  Text(SourceRange r) { pieces.emplace_back(r); }
  Text &operator<<(std::string s) {
    pieces.emplace_back(std::move(s));
    return *this;
  }
  Text &operator<<(SourceRange r) {
    pieces.emplace_back(r);
    return *this;
  }
  Text &operator<<(Original r) {
    pieces.emplace_back(r);
    return *this;
  }
  Text &operator<<(const Variable *v) {
    pieces.emplace_back(v);
    return *this;
  }
  Text &operator<<(const Text &t) {
    pieces.insert(pieces.end(), t.pieces.begin(), t.pieces.end());
    return *this;
  }
};

struct Operand {
  enum class Kind {
    Handle, ///< a tensor, tile or record: `variable`
    Scalar, ///< `list[0]`
    List,   ///< offsets, extents: `list`
    Other,  ///< anything else; `mentions` of list[0] say what it reads
  };

  Kind kind = Kind::Other;
  Variable *variable = nullptr;
  std::vector<Expr> list;
  Type type;                           ///< of the parameter or argument, after conversion to a handle type
  SourceRange range;                   ///< as spelled
  bool postfix = true;                 ///< Handle: a name, call or member: needs no parentheses
  std::vector<const Variable *> names; ///< List: every variable that is spelled in it, constants included
  bool namesLocals = false;            ///< List: spells a local type or enumerator, too
  std::optional<Text> respelled;
};

/// What a DSL op does, as its declaration says (PTO_OP in the headers).
struct OpInfo {
  enum class Result { None, Fresh, Indeterminate, View, Same, Scalar };

  std::string name; ///< "tensor.assemble"
  Result result = Result::None;
  int resultOf = -1;                       ///< View, Same: of which operand
  std::vector<int> reads, writes, updates; ///< operand indices
  bool effectsGiven = false;               ///< false: reads every handle operand
  bool calls = false;                      ///< calls a function that it is given
};

enum class OpKind {
  Dsl,      ///< an op of the DSL: `info`
  Call,     ///< a function with a model or at least a declaration: `callee`
  Copy,     ///< results[0] becomes another handle to operands[0]
  Scalar,   ///< results[0] = operands[0], a scalar
  For,      ///< regions: init, condition, body, increment
  While,    ///< regions: condition, body
  DoWhile,  ///< regions: body, condition
  Parallel, ///< scf::parallel, forall, air::herd, linalg::generic: regions: body; induction variable results[0].
            ///< One op a dimension, the outer around the inner; `info.name` of the outermost says which it is.
  If,       ///< regions: then, else
  Switch,   ///< regions: body; `cases` are the ops that a label leads to
  Scope,    ///< { ... }
  Return,
  Break,
  Continue,
  Throw,
  Opaque, ///< anything else
};

/// for (Index i = lower; i < upper; i += step) and scf::parallel, when they are that.
struct Induction {
  Variable *variable = nullptr;
  Expr lower, upper; ///< upper is exclusive
  std::int64_t step = 1;
  std::optional<std::int64_t> tripCount() const;

  // The head of a for, as spelled.
  Expr bound = {}, by = {}; ///< what the variable is compared with, and what is added to it
  bool inclusive = false;   ///< i <= bound: upper is bound + 1
  SourceRange declaration = {}, condition = {}, increment = {};
};

struct Op {
  OpKind kind = OpKind::Opaque;
  OpInfo info;                ///< Dsl
  Function *callee = nullptr; ///< Call: what is known of it (never null for Call)
  std::vector<Operand> operands;
  std::vector<Variable *> results;  ///< what it defines, in the order of the results; entries may be null
  std::vector<Variable *> clobbers; ///< what it may redefine besides: reference arguments, opaque code
  std::vector<std::unique_ptr<Block>> regions;
  std::optional<Induction> induction;
  std::vector<Op *> cases;     ///< Switch: first op of each label's statement (null: label at the end)
  bool hasDefault = false;     ///< Switch
  bool mayTransferOut = false; ///< Opaque: may leave the function or the loop (goto and kin)
  bool touchesUnknown = false; ///< calls something or follows a pointer: may touch what is reachable from elsewhere
  bool mayThrow = false;       ///< Opaque: calls something that is not noexcept, or throws

  Block *parent = nullptr;
  Statement *statement = nullptr;
  unsigned id = 0;       ///< position in program order; unique in the function
  SourceRange range;     ///< the expression or statement
  SourceRange qualifier; ///< "tensor::", when it names the very namespace that the op is declared in
  std::vector<SourceRange> templateArguments; ///< as spelled: the first, and all others in one
  std::vector<std::int64_t> numbers;          ///< Dsl: the integers among the template arguments, deduced ones included
  Location where;                             ///< for messages; the expansion point when in a macro
  std::string macro;                          ///< name of the macro it is spelled in, if any
  Location macroBody;                         ///< where, in the macro's definition
  bool quoted = false;                        ///< a macro around it makes a string of its text, or joins words
  bool overloaded = false;                    ///< Call: other functions of that name were candidates
  bool unordered = false;                     ///< one of several siblings with effects in one expression
  std::shared_ptr<const Lambda> lambda;       ///< the body of a structured op, when it is understood
  bool capturesAll = false;                   ///< Parallel: its body may name whatever it can see: [&], [=]
  std::optional<Text> respelled;

  bool is(const char *dslName) const { return kind == OpKind::Dsl && info.name == dslName; }
  /// A Parallel op that is the outermost of `name`: "air.herd", "linalg.generic".
  bool iterates(const char *name) const { return kind == OpKind::Parallel && info.name == name; }
  Variable *result(unsigned i = 0) const { return i < results.size() ? results[i] : nullptr; }
};

/// The unit of text that is kept, moved or deleted.
struct Statement {
  enum class Form { Declaration, Expression, Return, Other };

  Form form = Form::Other;
  SourceRange range;      ///< with the semicolon
  SourceRange expression; ///< initialiser, right-hand side or the expression itself
  Block *block = nullptr;
  bool soleBody = false;         ///< body of a loop or branch without braces
  bool attributed = false;       ///< an attribute or tag stands before it
  std::vector<std::string> tags; ///< PTO_TAG("name")
  unsigned begin = 0;            ///< of the range, attributes before it included
  unsigned declarators = 0;      ///< Declaration: how many
  std::vector<Variable *> declares;
  Op *root = nullptr;           ///< the op that makes the statement's value, if it is one op
  Variable *assigned = nullptr; ///< target of `v = expression;` or the one variable declared

  bool erased = false;
  Statement *movedBefore = nullptr;
  std::optional<Text> respelled;
};

struct Block {
  std::vector<Op *> ops;
  SourceRange range; ///< with its braces, where it has some
  bool braced = false;
  Op *owner = nullptr; ///< the op whose region this is; null for a function body
  Function *function = nullptr;
};

/// A change of the text that the model does not follow: it is seen when the text is parsed again.
struct TextEdit {
  enum class Kind {
    Replace, ///< `range` by `text`
    Remove,  ///< `statement`, and its line where it is alone there
    Before,  ///< `text`, a statement, on a line of its own before `statement`
    After,   ///< the same behind it
    First,   ///< the same at the beginning of `block`
    Last,    ///< the same at its end
  };
  Kind kind = Kind::Replace;
  SourceRange range;
  const Statement *statement = nullptr;
  const Block *block = nullptr;
  Text text;
};

/// A parameter of a function template, and what it is in an instance.
struct TemplateParameter {
  std::string name, type; ///< type: "Index"; empty for a parameter that is a type
  std::string argument;   ///< as it can be spelled: "float", "64"
};

struct Function {
  std::string name;      ///< qualified, with template arguments
  std::string shortName; ///< as the user spells it
  FunctionRole role = FunctionRole::Opaque;
  std::vector<Variable *> parameters;
  Type returnType;
  bool hasBody = false;
  std::string unmodelled; ///< why the body could not be modelled ("goto"), or empty
  bool noThrow = false, noDiscard = false;
  bool isLibrary = false;     ///< declared in a system header: cannot reach a kernel's storage by itself
  bool deducedReturn = false; ///< auto: its body decides the type
  SourceRange range;
  unsigned nameAt = 0; ///< byte offset of the name in its file
  Location where;
  std::string macro;     ///< where the range is invalid: the macro that spells it, or a part of it, or empty
  Location macroBody;    ///< where, in the macro's definition
  std::string pattern;   ///< key of the template that this is an instance of, or empty
  std::string arguments; ///< "T = float, N = 8"
  /// `template <...>`, where an explicit specialisation can follow the template; its parameters; where its body begins.
  SourceRange templateHead;
  unsigned bodyAt = 0;
  std::vector<TemplateParameter> templateParameters;
  std::unique_ptr<Block> body;
  std::set<std::string> localNames; ///< of types, enumerators and functions that it declares
  std::string dslPrefix;            ///< what names pto::dsl in its body: "", where a using-directive does
  std::vector<TextEdit> edits;      ///< not yet parsed
  std::set<std::string> includes;   ///< headers that the edits need: "pto/x86/avx512.h"

  std::deque<std::unique_ptr<Variable>> variables;
  std::deque<std::unique_ptr<Op>> ops;
  std::deque<std::unique_ptr<Statement>> statements;

  Variable *newVariable(Variable v);
  Op *newOp(OpKind kind);
  Statement *newStatement();
};

/// A kernel template that no code of the translation unit instantiates.
struct UnusedTemplate {
  std::string name;
  FunctionRole role = FunctionRole::Opaque;
  SourceRange range;
  Location where;
};

/// One translation unit.
struct Module {
  std::deque<std::unique_ptr<SourceFile>> files;
  std::deque<std::unique_ptr<Function>> functions; ///< with and without bodies, each once
  std::deque<std::unique_ptr<Variable>> globals;
  std::vector<UnusedTemplate> unusedTemplates;
  SourceFile *mainFile = nullptr;

  SourceFile *file(const std::string &path) const; ///< null when the module has none of that path
};

/// `user` takes a handle by value or const reference and means the same function
/// whether it is given a name or the result of a call.
bool takesAnyValue(const Op &user, const Variable &handle);

/// The extent that a query like tensor::dim(t, 0) or t.extent(0) asks for; Opaque for other ops.
Expr extentQuery(const Op &op);

/// Calls `f` on the ops of `block` and of all regions inside, in program order,
/// parents first.
template <class F> void walk(const Block &block, F &&f) {
  for (Op *op : block.ops) {
    f(*op);
    for (const std::unique_ptr<Block> &r : op->regions)
      walk(*r, f);
  }
}

/// The op of `block` that is `op` or has it in one of its regions; null when none.
Op *ancestorIn(const Block &block, Op *op);

/// True when `inner` is `outer` or a region inside one of its ops.
bool encloses(const Block &outer, const Block &inner);

/// The model as text, one op a line: for tests and for people who debug a pass.
std::string dump(const Function &function);

} // namespace rewrite

#endif
