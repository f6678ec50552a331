//===- Model.cpp - the kernel model: a small IR over C++ source -------------===//

#include "kernel/Model.h"

#include <algorithm>

using namespace rewrite;

std::optional<std::int64_t> Induction::tripCount() const {
  if (!lower.isConstant() || !upper.isConstant() || step <= 0)
    return std::nullopt;
  if (upper.value <= lower.value)
    return 0;
  return (upper.value - lower.value + step - 1) / step;
}

Variable *Function::newVariable(Variable v) {
  v.function = this;
  variables.push_back(std::make_unique<Variable>(std::move(v)));
  return variables.back().get();
}

Op *Function::newOp(OpKind kind) {
  ops.push_back(std::make_unique<Op>());
  Op *op = ops.back().get();
  op->kind = kind;
  op->id = static_cast<unsigned>(ops.size());
  return op;
}

Statement *Function::newStatement() {
  statements.push_back(std::make_unique<Statement>());
  return statements.back().get();
}

bool rewrite::takesAnyValue(const Op &user, const Variable &handle) {
  if (user.kind != OpKind::Call)
    return user.kind == OpKind::Dsl || user.kind == OpKind::Copy || user.kind == OpKind::Return;
  if (user.overloaded)
    return false;
  for (std::size_t i = 0; i < user.operands.size(); ++i)
    if (user.operands[i].variable == &handle &&
        (i >= user.callee->parameters.size() || user.callee->parameters[i]->byReference))
      return false;
  return true;
}

Expr rewrite::extentQuery(const Op &op) {
  if (op.kind != OpKind::Dsl || op.operands.empty() || op.operands[0].kind != Operand::Kind::Handle ||
      !op.operands[0].variable)
    return Expr();
  const Variable *handle = op.operands[0].variable;
  std::int64_t d = -1;
  if ((op.is("tensor.dim") || op.is("tensor.extent") || op.is("mem.extent")) && op.operands.size() == 2 &&
      op.operands[1].list.size() == 1 && op.operands[1].list[0].isConstant())
    d = op.operands[1].list[0].value;
  else if (op.is("tile.rows"))
    d = 0;
  else if (op.is("tile.cols"))
    d = 1;
  const auto &dims = handle->type.dims;
  if (d < 0 || d >= static_cast<std::int64_t>(dims.size()))
    return Expr();
  return dims[static_cast<std::size_t>(d)] == dynamicExtent ? Expr::extent(handle, d)
                                                            : Expr::constant(dims[static_cast<std::size_t>(d)]);
}

SourceFile *Module::file(const std::string &path) const {
  for (const auto &each : files)
    if (each->path == path)
      return each.get();
  return nullptr;
}

Op *rewrite::ancestorIn(const Block &block, Op *op) {
  while (op && op->parent != &block)
    op = op->parent->owner;
  return op;
}

bool rewrite::encloses(const Block &outer, const Block &inner) {
  for (const Block *b = &inner; b; b = b->owner ? b->owner->parent : nullptr)
    if (b == &outer)
      return true;
  return false;
}

namespace {

std::string show(const Expr &e) {
  const auto binary = [&](const char *op) { return "(" + show(e.operands[0]) + op + show(e.operands[1]) + ")"; };
  switch (e.kind) {
  case Expr::Kind::Constant:
    return std::to_string(e.value);
  case Expr::Kind::Variable:
    return e.variable->name;
  case Expr::Kind::Extent:
    return "extent(" + e.variable->name + ", " + std::to_string(e.value) + ")";
  case Expr::Kind::Add:
    return binary(" + ");
  case Expr::Kind::Sub:
    return binary(" - ");
  case Expr::Kind::Mul:
    return binary(" * ");
  case Expr::Kind::Div:
    return binary(" / ");
  case Expr::Kind::Rem:
    return binary(" % ");
  case Expr::Kind::Opaque:
    break;
  }
  std::string s = e.impure ? "impure?(" : "?(";
  for (const Variable *v : e.mentions)
    s += (s.back() == '(' ? "" : ", ") + v->name;
  return s + ")";
}

class Dumper {
public:
  std::string run(const Function &f) {
    out = f.name + "(";
    for (const Variable *p : f.parameters) {
      static const char *const roles[] = {"", "in ", "out ", "inout "};
      out += (out.back() == '(' ? "" : ", ") + std::string(roles[static_cast<int>(p->role)]) + name(p);
    }
    out += ")";
    if (!f.unmodelled.empty())
      out += " unmodelled: " + f.unmodelled;
    out += "\n";
    if (f.body)
      block(*f.body, 1);
    return out;
  }

private:
  std::string name(const Variable *v) {
    if (!v)
      return "_";
    if (!v->name.empty())
      return v->name;
    auto it = std::find(temporaries.begin(), temporaries.end(), v);
    if (it == temporaries.end())
      it = temporaries.insert(it, v);
    return "%" + std::to_string(it - temporaries.begin());
  }

  std::string operand(const Operand &o) {
    if (o.kind == Operand::Kind::Handle)
      return name(o.variable);
    std::string s = o.kind == Operand::Kind::List ? "{" : "";
    for (std::size_t i = 0; i < o.list.size(); ++i)
      s += (i ? ", " : "") + show(o.list[i]);
    return s + (o.kind == Operand::Kind::List ? "}" : "");
  }

  void block(const Block &b, unsigned depth) {
    for (const Op *op : b.ops) {
      out += std::string(depth * 2, ' ');
      for (std::size_t i = 0; i < op->results.size(); ++i)
        out += (i ? ", " : "") + name(op->results[i]) + (i + 1 == op->results.size() ? " = " : "");
      static const char *const kinds[] = {"dsl", "call",   "copy",  "scalar", "for",   "while",    "do",    "parallel",
                                          "if",  "switch", "scope", "return", "break", "continue", "throw", "opaque"};
      out += op->kind == OpKind::Dsl ? op->info.name : kinds[static_cast<int>(op->kind)];
      if (op->callee)
        out += " " + op->callee->shortName;
      if (op->induction)
        out += " [" + op->induction->variable->name + ": " + show(op->induction->lower) + " .. " +
               show(op->induction->upper) + " step " + std::to_string(op->induction->step) + "]";
      if (!op->operands.empty()) {
        out += "(";
        for (std::size_t i = 0; i < op->operands.size(); ++i)
          out += (i ? ", " : "") + operand(op->operands[i]);
        out += ")";
      }
      if (!op->macro.empty())
        out += " in macro " + op->macro;
      if (op->unordered)
        out += " unordered";
      out += "\n";
      for (std::size_t i = 0; i < op->regions.size(); ++i) {
        if (i)
          out += std::string(depth * 2, ' ') + "--\n";
        block(*op->regions[i], depth + 1);
      }
    }
  }

  std::string out;
  std::vector<const Variable *> temporaries;
};

} // namespace

std::string rewrite::dump(const Function &function) { return Dumper().run(function); }
