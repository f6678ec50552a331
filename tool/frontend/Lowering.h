//===- Lowering.h - from Clang's AST to the kernel model ---------*- C++ -*-===//
//
// One Lowering serves one translation unit. Functions are declared on first
// sight and their bodies lowered from a work list, so that recursion in the
// source is none here. The members are spread over the files
//
//   Declarations.cpp  functions, parameters, roles, templates
//   Statements.cpp    control flow; LoopStatements.cpp: loops; Variables.cpp: declarations
//   Expressions.cpp   handles and records; Calls.cpp: ops, kernels, helper functions
//   Scalars.cpp       index arithmetic; Opaque.cpp: what is not understood
//   Iterations.cpp    loops that are calls: scf::parallel, air::herd, linalg::generic
//   Lambdas.cpp       scalar bodies of structured ops
//   Places.cpp        where names are spelled
//   Types.cpp         DSL types; Annotations.cpp: what the headers say of ops
//
//===----------------------------------------------------------------------===//

#ifndef PTO_FRONTEND_LOWERING_H
#define PTO_FRONTEND_LOWERING_H

#include "frontend/Files.h"
#include "frontend/Macros.h"
#include "kernel/Model.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace rewrite {

/// What an expression of handle or record type came to.
struct LoweredValue {
  Operand operand;                ///< Handle, for a handle type
  std::vector<Variable *> fields; ///< for a record type
  Op *op = nullptr;               ///< the op whose result it is, when it was just made
};

class Lowering {
public:
  Lowering(clang::ASTContext &context, const clang::Preprocessor &preprocessor, Module &module,
           EditableHeaders &headers);

  /// Lowers `decl` and all that is declared inside, instances of templates included.
  void addTopLevel(const clang::Decl *decl);
  /// Lowers the bodies of everything that was added and of what it calls.
  void finish();

  /// True when `decl` is a kernel or has one inside.
  static bool holdsKernel(const clang::Decl *decl);
  /// Files that the DSL itself is made of: their functions have no model.
  static bool isDslFile(llvm::StringRef path);
  /// A system header, or one of the DSL: what it declares says all that the model needs. \pre a place in a file
  static bool isLibrary(clang::SourceLocation place, const clang::SourceManager &sources);
  /// True for what is declared in namespace pto::dsl, inline namespaces skipped.
  static bool isDslName(const clang::Decl *decl);

private:
  // Declarations.cpp
  Function *functionFor(const clang::FunctionDecl *decl);
  void lowerBody(const clang::FunctionDecl *decl, Function &f);
  std::string prefixOf(const clang::FunctionDecl *decl, const Function &f);
  void addDeclarations(const clang::DeclContext *context);
  bool namesMacros(const SourceRange &range) const;
  void addTemplateHead(const clang::FunctionDecl &decl, Function &f);
  void addFunction(const clang::FunctionDecl *decl);
  Variable *variableFor(const clang::ValueDecl *decl);
  Variable *declareLocal(const clang::ValueDecl *decl, Statement *statement);
  static Role roleOf(const clang::ParmVarDecl *param);

  // Statements.cpp
  void lowerStatement(const clang::Stmt *stmt, bool soleBody = false);
  void lowerInto(std::unique_ptr<Block> &region, Op *owner, const clang::Stmt *stmt);
  void lowerCondition(std::unique_ptr<Block> &region, Op *owner, const clang::Expr *condition);
  void lowerDeclaration(const clang::DeclStmt *stmt);
  void lowerVariable(const clang::VarDecl *decl, Statement *statement);
  Variable *copyOf(Variable *from, const clang::Expr *expr);
  void lowerDecomposition(const clang::DecompositionDecl *decl, Statement *statement);
  void lowerInitialised(const clang::VarDecl *decl, Statement *statement);
  void lowerHead(const clang::Stmt *stmt);
  void lowerIf(const clang::IfStmt *stmt);
  void lowerFor(const clang::ForStmt *stmt);
  void lowerWhile(const clang::WhileStmt *stmt);
  void lowerDo(const clang::DoStmt *stmt);
  void lowerRangeFor(const clang::CXXForRangeStmt *stmt);
  void lowerSwitch(const clang::SwitchStmt *stmt);
  void lowerReturn(const clang::ReturnStmt *stmt, bool soleBody);
  void lowerCompound(const clang::CompoundStmt *stmt);
  void recogniseInduction(const clang::ForStmt *stmt, Op &loop);
  static void dropUnstableInductions(Function &f);
  void addTag(const clang::AnnotateAttr &note);
  Statement *beginStatement(const clang::Stmt *stmt, Statement::Form form, bool soleBody);
  void finishStatement(Statement *statement, const clang::Expr *value);

  // Expressions.cpp
  static Operand handle(Variable *variable, SourceRange range);
  static bool isPostfix(const clang::Expr *expr);
  LoweredValue lowerValue(const clang::Expr *expr);
  void lowerDiscarded(const clang::Expr *expr);
  void lowerAssignment(const clang::Expr *target, const clang::Expr *value, const clang::Expr *whole);
  void bind(Variable *variable, LoweredValue value, const clang::Expr *expr);
  LoweredValue lowerCall(const clang::CallExpr *call);
  LoweredValue lowerDslCall(const clang::CallExpr *call, const clang::FunctionDecl *callee, const OpInfo &info);
  LoweredValue lowerUserCall(const clang::Expr *call, const clang::FunctionDecl *callee,
                             llvm::ArrayRef<const clang::Expr *> arguments);
  LoweredValue lowerIterations(const clang::CallExpr *call, const OpInfo &info);
  LoweredValue lowerSubmit(const clang::CallExpr *call);
  LoweredValue lowerConditional(const clang::ConditionalOperator *expr);
  LoweredValue lowerConstruction(const clang::CXXConstructExpr *expr);
  Operand lowerArgument(const clang::Expr *arg, clang::QualType parameter);
  void markUnordered(std::size_t firstOp);
  void setCallee(Op &op, const clang::Expr *calleeExpr);
  LoweredValue resultsOf(Op *op, const Type &type, const clang::Expr *expr);
  const Variable *recordNamed(const clang::Expr *expr);
  const Variable *recordOwner(const clang::Expr *expr, unsigned &field);

  // Scalars.cpp
  Expr lowerScalar(const clang::Expr *expr);
  Expr lowerTree(const clang::Expr *expr);
  Expr lowerFloat(const char *name, const clang::Expr *expr, std::initializer_list<const clang::Expr *> from);
  Expr lowerHalf(const clang::CXXConstructExpr *expr);
  Expr lowerElement(const clang::CXXOperatorCallExpr *call);
  Expr opaqueScalar(const clang::Expr *expr);
  Op *lowerOpaque(const clang::Stmt *stmt);
  std::vector<Expr> lowerList(const clang::Expr *expr);
  void collectNames(const clang::Stmt *stmt, Operand &list);
  Expr lowerAccess(const clang::Expr *expr);
  Expr lowerUnderCondition(const clang::Expr *expr);
  bool isElement(const clang::CXXOperatorCallExpr &call);

  // Lambdas.cpp
  std::optional<Term> lowerTerm(const clang::Expr *expr, const clang::LambdaExpr &lambda);
  std::optional<Step> lowerStore(const clang::Expr *expr, const clang::LambdaExpr &lambda);
  std::shared_ptr<const Lambda> lowerLambda(const clang::LambdaExpr *lambda);
  LoweredValue lowerMap(const clang::CallExpr *call, const clang::FunctionDecl *callee, const OpInfo &info);

  // Places.cpp
  void recordPlaces(const clang::Stmt *stmt);
  static void sortPlaces(Function &f);

  // Types.cpp
  Type typeOf(clang::QualType type);
  void noteDeclaredType(const clang::VarDecl &decl, Variable &variable);

  // Annotations.cpp
  const OpInfo *opInfo(const clang::FunctionDecl *decl);
  static FunctionRole functionRole(const clang::FunctionDecl *decl);

  // Spelling.cpp
  SourceFile *fileFor(clang::FileID id);
  SourceRange rangeOf(clang::SourceRange tokens);
  SourceRange rangeOf(const clang::Stmt *stmt) { return rangeOf(stmt->getSourceRange()); }
  SourceRange useRangeOf(clang::SourceRange tokens);
  SourceRange withSemicolon(SourceRange range);
  static SourceRange withExtension(SourceRange range);
  /// Of the macro use, where the place is in a macro.
  unsigned offsetOf(clang::SourceLocation location);
  Location locationOf(clang::SourceLocation location);
  std::string macroAt(clang::SourceRange tokens);
  /// In the definition of the macro that spells the token; nowhere when it is an argument of one.
  Location macroBodyOf(clang::SourceLocation token);
  bool isQuoted(clang::SourceRange tokens) const;

  Op *append(OpKind kind, const clang::Stmt *stmt);
  /// A branch or switch on `condition`, its arms empty.
  Op *appendBranch(OpKind kind, Expr condition, const clang::Stmt *stmt, unsigned arms);
  /// Lowers into `region` for as long as f runs.
  template <class F> void inside(Block &region, F &&f) {
    Block *const outer = std::exchange(block, &region);
    f();
    block = outer;
  }
  Variable *temporary(Type type);
  const clang::Expr *strip(const clang::Expr *expr);

  clang::ASTContext &context;
  clang::SourceManager &sources;
  const clang::Preprocessor &preprocessor;
  const Macros macros;
  Module &module;
  EditableHeaders &headers;

  std::unordered_map<const clang::FunctionDecl *, Function *> functions;
  std::vector<std::pair<const clang::FunctionDecl *, Function *>> pending;
  std::unordered_map<const clang::FunctionDecl *, std::optional<OpInfo>> infos;
  std::unordered_map<const clang::Type *, Type> types;
  std::map<clang::FileID, SourceFile *> files;

  // The function being lowered.
  Function *function = nullptr;
  Block *block = nullptr;
  Statement *statement = nullptr;
  std::unordered_map<const clang::ValueDecl *, Variable *> variables;
  std::unordered_map<const clang::ValueDecl *, Variable *> globals;
  std::unordered_map<const Variable *, std::vector<Variable *>> recordFields;
  std::set<const Variable *> ownedFields; ///< variables that are fields of a record variable
  bool nextIsAttributed = false;
  std::vector<std::string> nextTags;
  unsigned attributesBegin = ~0u; ///< of the next statement
  std::vector<Op *> cleanups;     ///< declarations of this scope whose objects have destructors, by their opaque op
};

} // namespace rewrite

#endif
