//===- FoldUnitExtentDims.cpp - dimensions of one element are no dimensions ---===//
//
//   const auto a = mem::subview<1, 1, 4, 8>(m, {0, k, 0, 0});    ...
//   linalg::matmul(a, b, c);                                      const auto a_2d = mem::rank_reduce<4, 8>(a);
//                                                                  linalg::matmul(a_2d, b_2d, c_2d);
//
// Matches   linalg::map, fill, copy and matmul on memory of which some dimensions are 1 by their
//           type (of a matmul only those before the matrices), and linalg::generic with par<1> or
//           red<1> dimensions.
// Holds     the operands are names, and name the same memory before the statement; a generic's
//           index of such a dimension can be spelled 0.
// Then      operands are views without these dimensions: views, not copies, so that what is
//           written is written. A dropped reduction of one turn still adds to its output.
// Declines  otherwise.
// Exactness bitwise.     Runs before and after herd-vectorize, which then makes vectors without
//           such dimensions.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/Pass.h"

#include <algorithm>
#include <functional>
#include <map>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "fold-unit-extent-dims",
    .summary = "drop dimensions of extent 1 from structured ops",
    .origin = "MLIR-AIR transform.air.fold_unit_extent_dims",
    .exactness = Exactness::Bitwise,
    .matches = "`linalg::map`, `fill`, `copy` and `matmul` on memory with static dimensions of extent 1, and "
               "`linalg::generic` with `par<1>` or `red<1>`.",
    .holds = "The operands are names of memory; the index of a dropped dimension of a generic can be spelled 0.",
    .before =
        R"(PTO_INCORE void multiply(In<mem::MemRef<float, mem::L1, 1, 4, 8>> a, In<mem::MemRef<float, mem::L1, 1, 8, 4>> b,
                         InOut<mem::MemRef<float, mem::L1, 1, 4, 4>> c) {
  linalg::matmul(a, b, c);
})",
    .after =
        R"(PTO_INCORE void multiply(In<mem::MemRef<float, mem::L1, 1, 4, 8>> a, In<mem::MemRef<float, mem::L1, 1, 8, 4>> b,
                         InOut<mem::MemRef<float, mem::L1, 1, 4, 4>> c) {
  const auto a_2d = mem::rank_reduce<4, 8>(a);
  const auto b_2d = mem::rank_reduce<8, 4>(b);
  const auto c_2d = mem::rank_reduce<4, 4>(c);
  linalg::matmul(a_2d, b_2d, c_2d);
})",
    .reasons =
        {
            {"not-named",
             "An operand is no name, the op is not a statement of its own, or its template arguments are spelled.",
             "Give the memory a name."},
            {"unknown-body", "The body of the generic is not understood, or its head has another form.", ""},
        },
};

/// A view that an op is given instead of the memory in its operand.
struct Reduced {
  std::size_t operand = 0;
  std::vector<Extent> to;
  std::string known; ///< name of one that there is; empty: to be declared
};

class FoldUnitExtentDims : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "linalg"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (isStructured(op) ? !unitDims(op).empty() : isGenericWithUnits(op))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    const Op &op = *candidate.op;
    views.clear();
    if (auto v = guard(op.range, {op.range}, op))
      return *v;
    if (op.kind == OpKind::Parallel)
      return proveGeneric(op);
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, "kept: " + why).note(&op, "here");
    };
    if (!op.statement || op.statement->root != &op || op.statement->form != Statement::Form::Expression ||
        !op.statement->range.valid())
      return no("not-named", "the op is no statement of its own");
    if (!op.templateArguments.empty())
      return no("not-named", "its template arguments say which shapes it has");
    const std::set<std::size_t> drop = unitDims(op);
    bool declares = false;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const Operand &o = op.operands[i];
      if (!isMemory(o))
        continue;
      if (!o.variable || o.variable->name.empty() || !o.range.valid() || o.range.text() != o.variable->name)
        return no("not-named", "an operand is no name");
      if (mayChangeInStatement(*o.variable, op))
        return no("not-named", "what is evaluated with it may change " + quoted(o.variable));
      Reduced view{i, {}, ""};
      for (std::size_t d = 0; d < o.type.dims.size(); ++d)
        if (!drop.count(d))
          view.to.push_back(o.type.dims[d]);
      view.known = knownView(op, *o.variable, view.to, a);
      declares |= view.known.empty();
      views.push_back(std::move(view));
    }
    if (declares)
      if (auto v = guardDeclarationBefore(op))
        return *v;
    return legal();
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    const Op &op = *candidate.op;
    if (op.kind == OpKind::Parallel) {
      for (auto &[range, text] : edits)
        rw.respell(range, Text(text == typedZero ? rw.dsl(typedZero) : text));
      return "the domain has " + std::to_string(dropped) + (dropped == 1 ? " dimension" : " dimensions") + " less";
    }
    std::map<const Variable *, std::string> made;
    for (const Reduced &view : views) {
      const Operand &o = op.operands[view.operand];
      std::string &name = made[o.variable];
      if (name.empty())
        name = view.known;
      if (name.empty()) {
        name = rw.fresh(o.variable->name + "_" + std::to_string(view.to.size()) + "d");
        Text t("const auto " + name + " = " + rw.dsl("mem::rank_reduce") + "<" + spellDims(view.to, rw.dsl("")) + ">(");
        t << o.variable << ");";
        rw.before(*op.statement, std::move(t));
      }
      rw.respell(o.range, Text(name));
    }
    return "'" + op.info.name.substr(7) + "' works on memory of " + std::to_string(views.front().to.size()) +
           " dimension" + (views.front().to.size() == 1 ? "" : "s");
  }

private:
  static bool isStructured(const Op &op) {
    return op.is("linalg.map") || op.is("linalg.fill") || op.is("linalg.copy") || op.is("linalg.matmul");
  }
  static bool isMemory(const Operand &o) {
    return o.kind == Operand::Kind::Handle && o.type.kind == Type::Kind::MemRef;
  }

  /// The dimensions that are 1 by the types of all memory of the op, and can go: a matmul keeps
  /// its matrices, anything one dimension at least.
  static std::set<std::size_t> unitDims(const Op &op) {
    std::set<std::size_t> out;
    std::size_t rank = 0;
    bool first = true;
    for (const Operand &o : op.operands) {
      if (!isMemory(o))
        continue;
      if (first) {
        rank = o.type.dims.size();
        for (std::size_t d = 0; d + (op.is("linalg.matmul") ? 2 : 0) < rank; ++d)
          out.insert(d);
      }
      first = false;
      if (o.type.dims.size() != rank)
        return {};
      for (std::size_t d = 0; d < rank; ++d)
        if (o.type.dims[d] != 1)
          out.erase(d);
    }
    if (out.size() == rank && rank > 0)
      out.erase(rank - 1);
    return out;
  }

  static bool isGenericWithUnits(const Op &op) {
    if (!op.iterates("linalg.generic"))
      return false;
    std::size_t all = 0, units = 0;
    for (const Op *o = &op; o && o->kind == OpKind::Parallel && o->range == op.range;
         o = o->regions[0]->ops.empty() ? nullptr : o->regions[0]->ops.front()) {
      ++all;
      units += o->induction && o->induction->upper.isConstant() && o->induction->upper.value == 1;
    }
    return units > 0 && all > 1;
  }

  /// A view before the statement would show what the handle is before the other operands are computed.
  static bool mayChangeInStatement(const Variable &memory, const Op &op) {
    return std::any_of(op.parent->ops.begin(), op.parent->ops.end(), [&](const Op *o) {
      const auto sets = [&](const std::vector<Variable *> &list) {
        return std::find(list.begin(), list.end(), &memory) != list.end();
      };
      const bool computes = o->kind == OpKind::Dsl || (o->kind == OpKind::Scalar && !o->touchesUnknown);
      return o != &op && o->statement == op.statement && (!computes || sets(o->results) || sets(o->clobbers));
    });
  }

  /// The name of a view of the memory with these dimensions that can be used at the op: one that is declared, or that
  /// an op before it in the block is given in this round.
  static std::string knownView(const Op &op, const Variable &memory, const std::vector<Extent> &to, const Analyses &a) {
    const auto usable = [&](const Op &from) { return from.id < op.id && !a.values.changedBetween(memory, from, op); };
    for (const auto &v : a.function.variables) {
      const Op *made = v->declaration ? v->declaration->root : nullptr;
      if (made && made->is("mem.rank_reduce") && made->result() == v.get() && v->type.dims == to &&
          made->operands[0].variable == &memory && a.values.definitions(*v).size() == 1 && !v->isStatic &&
          !v->escapes && Names(a.function).isVisibleAt(*v, op) && usable(*made))
        return v->name;
    }
    const std::string head = "const auto ", tail = "mem::rank_reduce<" + spellDims(to, a.function.dslPrefix) + ">(";
    for (const TextEdit &edit : a.function.edits) {
      if (edit.kind != TextEdit::Kind::Before || edit.statement->block != op.parent || !edit.statement->root ||
          edit.text.pieces.size() < 2)
        continue;
      const auto *text = std::get_if<std::string>(&edit.text.pieces[0]);
      const auto *of = std::get_if<const Variable *>(&edit.text.pieces[1]);
      if (text && of && *of == &memory && text->starts_with(head) && text->ends_with(tail) &&
          usable(*edit.statement->root))
        return text->substr(head.size(), text->find(' ', head.size()) - head.size());
    }
    return "";
  }

  //===-- generic ----------------------------------------------------------------===//

  /// The parts of a list between brackets, commas inside of others left alone.
  static std::vector<SourceRange> parts(const SourceFile &file, unsigned begin, unsigned end) {
    std::vector<SourceRange> out;
    int depth = 0;
    unsigned from = begin;
    for (unsigned i = begin; i <= end; ++i) {
      const char c = i < end ? file.bytes[i] : ',';
      depth += c == '(' || c == '<' || c == '{' || c == '[';
      depth -= c == ')' || c == '>' || c == '}' || c == ']';
      if (c == ',' && (depth == 0 || i == end)) {
        out.push_back({&file, from, i});
        from = i + 1;
      }
    }
    return out;
  }

  /// The range without the entries that are dropped.
  static std::string without(const std::vector<SourceRange> &list, const std::vector<bool> &drop) {
    std::string out;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (drop[i])
        continue;
      std::string text(list[i].text());
      const std::size_t first = text.find_first_not_of(" \t\r\n");
      out += (out.empty() ? "" : ", ") + (first == text.npos ? text : text.substr(first));
    }
    return out;
  }

  /// Where the bracket that stands at `open` is closed.
  static std::size_t closing(const std::string &bytes, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < bytes.size(); ++i) {
      const char c = bytes[i];
      depth += c == '(' || c == '[' || c == '{';
      depth -= c == ')' || c == ']' || c == '}';
      if (depth == 0)
        return i;
    }
    return std::string::npos;
  }

  Verdict proveGeneric(const Op &op) {
    edits.clear();
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, "kept: " + why).note(&op, "here");
    };
    if (!op.lambda || !op.range.contains(op.lambda->range))
      return no("unknown-body", "the body of the generic is not understood");
    const SourceFile &file = *op.range.file;
    std::vector<const Variable *> indices;
    std::vector<bool> drop;
    const Op *o = &op;
    for (std::size_t d = 0; d < op.lambda->extents.size();
         ++d, o = o->regions[0]->ops.empty() ? o : o->regions[0]->ops.front()) {
      indices.push_back(o->induction->variable);
      drop.push_back(op.lambda->extents[d] == 1);
    }
    if (std::find(drop.begin(), drop.end(), false) == drop.end())
      drop.back() = false; // one turn stays one
    dropped = static_cast<unsigned>(std::count(drop.begin(), drop.end(), true));

    // generic<A, B>([...](Index i, Index j) {...})
    const unsigned lambda = op.lambda->range.begin;
    const std::size_t open = file.bytes.find('<', op.range.begin), call = file.bytes.rfind('(', lambda);
    const std::size_t close = file.bytes.rfind('>', call), capture = closing(file.bytes, lambda);
    const std::size_t head = capture == std::string::npos ? capture : file.bytes.find('(', capture);
    const std::size_t headEnd = head == std::string::npos ? head : closing(file.bytes, head);
    if (open == std::string::npos || close == std::string::npos || headEnd == std::string::npos || open > close ||
        close > lambda || headEnd > op.lambda->range.end)
      return no("unknown-body", "its head has another form");
    const SourceRange types{&file, static_cast<unsigned>(open + 1), static_cast<unsigned>(close)};
    const SourceRange names{&file, static_cast<unsigned>(head + 1), static_cast<unsigned>(headEnd)};
    for (const SourceRange &list : {types, names})
      if (auto v = guard(list, {}, op))
        return *v;
    const auto arguments = parts(file, types.begin, types.end), parameters = parts(file, names.begin, names.end);
    if (arguments.size() != drop.size() || parameters.size() != drop.size())
      return no("unknown-body", "its head has another form");
    edits.push_back({types, without(arguments, drop)});
    edits.push_back({names, without(parameters, drop)});
    const SourceRange body{&file, names.end, op.lambda->range.end};
    for (std::size_t d = 0; d < drop.size(); ++d) {
      const std::string &name = indices[d]->name;
      if (!name.empty() &&
          !(parameters[d].begin <= indices[d]->declaredAt && indices[d]->declaredAt < parameters[d].end))
        return no("unknown-body", "its head has another form");
      if (drop[d] && !name.empty() && !respellIndex(d, name, *op.lambda, body))
        return no("unknown-body", quoted(indices[d]) + " is used in a way that 0 has not");
    }
    return legal();
  }

  /// All uses of the index become 0, of the same type where that matters. False when one cannot.
  bool respellIndex(std::size_t index, const std::string &name, const Lambda &lambda, const SourceRange &body) {
    std::map<unsigned, bool> plain; ///< where it stands: a 0 of another type does as well
    bool good = true;
    const auto isIndex = [&](const Term &t) {
      return t.kind == Term::Kind::Parameter && t.index == static_cast<int>(index);
    };
    const auto found = [&](const Term &t, bool anyType) {
      const SourceRange at = withoutParentheses(t.range);
      if (!at.valid() || at.text() != name)
        good = false;
      else if (plain.emplace(at.begin, anyType).second && !anyType)
        good &= t.type.element == "long"; // Index
    };
    const std::function<void(const Term &, bool)> look = [&](const Term &t, bool anyType) {
      if (isIndex(t))
        return found(t, anyType || t.type.element == "int");
      for (const Term &operand : t.operands) {
        // In an index, and beside a number of the type that it has itself.
        bool any = t.kind == Term::Kind::Element;
        if (t.kind == Term::Kind::Binary && t.operands.size() == 2 && t.name != "shl" && t.name != "shr") {
          const Term &other = &operand == &t.operands[0] ? t.operands[1] : t.operands[0];
          any = other.type == operand.type && other.kind != Term::Kind::Literal &&
                !(other.kind == Term::Kind::Cast && other.implicit) && !isIndex(other);
          good &= !isIndex(operand) || (t.name != "div" && t.name != "rem") || &operand == &t.operands[0];
        }
        look(operand, any);
      }
    };
    for (const Step &step : lambda.steps) {
      if (step.kind == Step::Kind::Store)
        look(step.target, false);
      look(step.value, false);
    }
    for (const auto &[at, anyType] : plain)
      edits.push_back({{body.file, at, at + static_cast<unsigned>(name.size())}, anyType ? "0" : typedZero});
    return good && Names::countIn(body, name) == plain.size();
  }

  static constexpr const char *typedZero = "Index{0}";
  std::vector<Reduced> views; ///< what prove() found, for apply()
  std::vector<std::pair<SourceRange, std::string>> edits;
  unsigned dropped = 0;
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<FoldUnitExtentDims>();
});

} // namespace
