//===- Terms.cpp - scalars to vectors ---------------------------------------===//
//
// A term is a scalar where nothing in it moves with the loops, and then spelled as C++
// once more; otherwise a vector of exactly the type that C++ gives it. Vectors have no
// conversions of their own: each cast of the tree is a vec::cast.
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/Body.h"

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace rewrite;
using namespace rewrite::vectorize;

static constexpr std::array<std::pair<const char *, unsigned>, 13> laneTypes = {{{"bool", 1},
                                                                                 {"signed char", 1},
                                                                                 {"unsigned char", 1},
                                                                                 {"short", 2},
                                                                                 {"unsigned short", 2},
                                                                                 {"int", 4},
                                                                                 {"unsigned int", 4},
                                                                                 {"long", 8},
                                                                                 {"unsigned long", 8},
                                                                                 {"half", 2},
                                                                                 {"bf16", 2},
                                                                                 {"float", 4},
                                                                                 {"double", 8}}};

std::string vectorize::laneType(const Type &type) {
  const std::string &name = type.element;
  if (type.kind != Type::Kind::Scalar && !type.isHandle())
    return "";
  if (name == "long long" || name == "unsigned long long") // the same values; vectors know std::int64_t alone
    return name == "long long" ? "long" : "unsigned long";
  const auto known = [&](const auto &each) {
    const bool own = std::string_view(each.first) == "half" || std::string_view(each.first) == "bf16";
    return own ? name.ends_with(std::string("::") + each.first) : name == each.first;
  };
  return std::any_of(laneTypes.begin(), laneTypes.end(), known) ? name : "";
}

unsigned vectorize::bytesOf(const std::string &lane) {
  for (const auto &[name, bytes] : laneTypes)
    if (lane == name || lane.ends_with(std::string("::") + name))
      return bytes;
  return 0;
}

bool vectorize::isFloat(const std::string &lane) {
  return lane == "float" || lane == "double" || lane.ends_with("::half") || lane.ends_with("::bf16");
}

bool vectorize::isInteger(const std::string &lane) { return !lane.empty() && lane != "bool" && !isFloat(lane); }

namespace {

struct Operator {
  const char *name, *sign;
  Binds binds;
  const char *compare; ///< of Cmp
};
constexpr Operator operators[] = {
    {"add", " + ", sum, ""},         {"sub", " - ", sum, ""},          {"mul", " * ", product, ""},
    {"div", " / ", product, ""},     {"rem", " % ", product, ""},      {"shl", " << ", shift, ""},
    {"shr", " >> ", shift, ""},      {"and", " & ", bitAnd, ""},       {"xor", " ^ ", bitXor, ""},
    {"or", " | ", bitOr, ""},        {"lt", " < ", relational, "LT"},  {"le", " <= ", relational, "LE"},
    {"gt", " > ", relational, "GT"}, {"ge", " >= ", relational, "GE"}, {"eq", " == ", equality, "EQ"},
    {"ne", " != ", equality, "NE"},  {"land", " && ", logicalAnd, ""}, {"lor", " || ", logicalOr, ""},
};

const Operator *operatorOf(const std::string &name) {
  for (const Operator &o : operators)
    if (name == o.name)
      return &o;
  return nullptr;
}

/// a op b, bracketed as C++ wants it and, where compilers would warn, more than that.
Text infix(const Operator &o, const Lanes &a, const Lanes &b, const char *sign) {
  const bool plain = o.binds >= sum;
  const auto next = [](Binds binds) { return static_cast<Binds>(static_cast<int>(binds) + 1); };
  Text t = Writer::bracket(a, plain ? o.binds : prefix);
  return t << sign << Writer::bracket(b, plain ? next(o.binds) : prefix);
}

} // namespace

bool Body::isUniform(const Term &term) const {
  bool uniform = true;
  forEachTerm(term, [&](const Term &t) {
    uniform &=
        t.kind == Term::Kind::Parameter ? strip && t.index != strip->loop : t.kind != Term::Kind::Element || strip;
    if (t.kind == Term::Kind::Local) {
      const auto local = locals.find(t.name);
      uniform &= local != locals.end() && local->second.uniform;
    }
  });
  return uniform;
}

/// Scalars that must not be computed where C++ does not ask for them: an integer may overflow. Lanes may not.
static bool isRisky(const Term &term) {
  bool risky = false, varies = false;
  forEachTerm(term, [&](const Term &t) {
    varies |= t.kind == Term::Kind::Captured || t.kind == Term::Kind::Local;
    risky |= isInteger(laneType(t.type)) && (t.kind == Term::Kind::Binary || t.kind == Term::Kind::Unary ||
                                             (t.kind == Term::Kind::Cast && isFloat(laneType(t.operands[0].type))));
  });
  return risky && varies;
}

/// Digits: an int, as C++ has it.
bool vectorize::isNumber(const std::string &text) { return text.find_first_not_of("0123456789") == text.npos; }

/// A number that is spelled, and not 0.
static bool isNonzero(const Term &term) {
  const Term *t = &term;
  while (t->kind == Term::Kind::Cast)
    t = &t->operands[0];
  return t->kind == Term::Kind::Literal && std::strtoull(t->name.c_str(), nullptr, 0) != 0;
}

std::optional<Lanes> Body::value(const Term &term) {
  if (isUniform(term) && !(conditional && isRisky(term)))
    return scalar(term);
  if (laneType(term.type).empty())
    return fail("no-vector-form", "vectors have no lanes of type '" + term.type.spelling + "'", term.range);
  switch (term.kind) {
  case Term::Kind::Parameter: { // the number of the iteration
    Lanes v{laneType(term.type), {term.index}, false, {}, primary, false};
    const std::string lanes = writer.element(v.element) + ", " + writer.spell({writer.extent(term.index)});
    v.text << writer.dsl("vec::step<") + lanes + ">()";
    if (strip) {
      const std::string from = strip->counters[static_cast<std::size_t>(term.index)];
      v.text << " + " + writer.dsl("vec::splat<") + lanes + ">(" +
                    (v.element == "long" ? from : "static_cast<" + writer.element(v.element) + ">(" + from + ")") + ")";
      v.binds = sum;
    }
    return v;
  }
  case Term::Kind::Local:
    return locals.at(term.name);
  case Term::Kind::Element:
    return read(term, nameFor(*term.variable));
  case Term::Kind::Unary:
    return unary(term);
  case Term::Kind::Binary:
    return binary(term);
  case Term::Kind::Call:
    return call(term);
  case Term::Kind::Cast:
    return cast(term);
  case Term::Kind::Select:
    return select(term);
  case Term::Kind::Literal:
  case Term::Kind::Captured:
    break; // uniform
  }
  return fail("body", "its body is not understood", term.range);
}

std::optional<Lanes> Body::unary(const Term &term) {
  std::optional<Lanes> v = value(term.operands[0]);
  if (!v)
    return std::nullopt;
  if (v->uniform)
    v = writer.spread(*v, {});
  Text t(term.name == "neg" ? "-" : "~");
  v->text = t << Writer::bracket(*v, primary);
  v->binds = prefix;
  v->named = false;
  return v;
}

std::optional<Lanes> Body::binary(const Term &term) {
  const Operator *o = operatorOf(term.name);
  const std::string type = laneType(term.type);
  if (!o)
    return fail("no-vector-form", "vectors have no operator " + term.name, term.range);
  const bool divides = term.name == "div" || term.name == "rem";
  if (conditional && divides && isInteger(type) && !isNonzero(term.operands[1]))
    return fail("conditional", "integers are divided that the body may not divide", term.range);
  const bool lazy = term.name == "land" || term.name == "lor";
  std::optional<Lanes> a = value(term.operands[0]);
  conditional += lazy;
  std::optional<Lanes> b = a ? value(term.operands[1]) : std::nullopt;
  conditional -= lazy;
  if (!b)
    return std::nullopt;
  if (term.name == "shl" || term.name == "shr") // C++ shifts by numbers of any type
    b = converted(std::move(*b), type, term.operands[1]);
  if (!b || a->element != b->element || (*o->compare ? a->element == "bool" : a->element != type))
    return fail("no-vector-form", "its operands have different types", term.range);
  const Loops loops = united(a->loops, b->loops);
  Lanes l = writer.spread(*a, loops);
  Lanes r = writer.spread(*b, loops);
  if (strip && !strip->mask.empty() && divides && isInteger(type) && !b->uniform) { // behind the end there is 0
    r.text = Text(writer.dsl("vec::select(") + strip->mask + ", ")
             << r.text
             << ", " + writer.dsl("vec::splat<") + writer.element(type) + ", " + writer.spell({strip->lanes}) + ">(1))";
    r.binds = primary;
  }
  Lanes v{type, loops, false, {}, primary, false};
  if (term.name == "rem") { // what is left of a when b is taken a / b times
    l = l.named ? l : writer.declare("dividend", l);
    r = r.named ? r : writer.declare("divisor", r);
    v.text << l.text << " - " << l.text << " / " << r.text << " * " << r.text;
    v.binds = sum;
    return v;
  }
  if (*o->compare) {
    v.text << writer.dsl("vec::cmp(") << l.text << ", " << r.text << ", " + writer.dsl("Cmp::") + o->compare + ")";
  } else {
    v.text = infix(lazy ? *operatorOf(term.name == "land" ? "and" : "or") : *o, l, r,
                   term.name == "land"  ? " & "
                   : term.name == "lor" ? " | "
                                        : o->sign);
    v.binds = term.name == "land" ? bitAnd : term.name == "lor" ? bitOr : o->binds;
  }
  return v;
}

std::optional<Lanes> Body::call(const Term &term) {
  static constexpr std::array<const char *, 14> known = {"abs", "cos",   "erf",  "exp", "fma",  "log",   "max",
                                                         "min", "recip", "relu", "sin", "sqrt", "rsqrt", "tanh"};
  if (std::none_of(known.begin(), known.end(), [&](const char *name) { return term.name == name; }))
    return fail("no-vector-form", "vectors have no math::" + term.name, term.range);
  std::vector<Lanes> arguments;
  Loops loops;
  for (const Term &operand : term.operands) {
    std::optional<Lanes> v = value(operand);
    if (!v)
      return std::nullopt;
    if (v->element != laneType(term.type))
      return fail("no-vector-form", "its operands have different types", term.range);
    loops = united(loops, v->loops);
    arguments.push_back(std::move(*v));
  }
  Lanes v{laneType(term.type), loops, false, Text(writer.dsl("vec::") + term.name + "("), primary, false};
  for (std::size_t i = 0; i < arguments.size(); ++i)
    v.text << (i ? ", " : "") << writer.spread(arguments[i], loops).text;
  v.text << ")";
  return v;
}

std::optional<Lanes> Body::select(const Term &term) {
  std::optional<Lanes> condition = value(term.operands[0]);
  ++conditional;
  std::optional<Lanes> a = condition ? value(term.operands[1]) : std::nullopt;
  std::optional<Lanes> b = a ? value(term.operands[2]) : std::nullopt;
  --conditional;
  if (!b)
    return std::nullopt;
  if (condition->element != "bool" || a->element != b->element || a->element != laneType(term.type))
    return fail("no-vector-form", "its operands have different types", term.range);
  Lanes v{a->element, united(a->loops, b->loops), false, Text(writer.dsl("vec::select(")), primary, false};
  if (!condition->uniform) {
    v.loops = united(v.loops, condition->loops);
    condition = writer.spread(*condition, v.loops);
  }
  v.text << condition->text << ", " << writer.spread(*a, v.loops).text << ", " << writer.spread(*b, v.loops).text
         << ")";
  return v;
}

std::optional<Lanes> Body::cast(const Term &term) {
  std::optional<Lanes> v = value(term.operands[0]);
  if (v && v->uniform) // as a lane all the same
    v = writer.spread(*v, {});
  return v ? converted(std::move(*v), laneType(term.type), term) : std::nullopt;
}

/// The conversions of C++, which are not all those of vec::cast without a word.
std::optional<Lanes> Body::converted(Lanes v, const std::string &to, const Term &from) {
  const std::string was = v.element;
  v.element = to;
  if (was == to || v.uniform) // C++ converts the scalar where it is splat
    return v;
  if (to == "bool" || was.empty() || to.empty())
    return fail("no-vector-form", "vectors have no conversion to bool", from.range);
  const std::string lanes = writer.element(to);
  Text t;
  if (was == "bool") {
    const std::string shape = writer.spell(writer.shape(v.loops));
    const auto all = [&](const char *number) {
      return writer.dsl("vec::splat<") + lanes + ", " + shape + ">(" + number + ")";
    };
    t << writer.dsl("vec::select(") << v.text << ", " + all("1") + ", " + all("0") + ")";
  } else if (isInteger(was) && bytesOf(was) == 8 && bytesOf(to) == 2 && isFloat(to)) { // by way of double
    t << writer.dsl("vec::cast<") + lanes + ">(" + writer.dsl("vec::cast<double>(") << v.text << "))";
  } else {
    t << writer.dsl("vec::cast<") + lanes + ">(" << v.text
      << (isFloat(was) && isInteger(to) ? ", " + writer.dsl("RoundMode::Trunc") + ")" : ")");
  }
  v.text = std::move(t);
  v.binds = primary;
  v.named = false;
  return v;
}

/// C++ of a term that is the same at all points. Its conversions are those that C++ makes of its parts.
std::optional<Lanes> Body::scalar(const Term &term) {
  Lanes v{laneType(term.type), {}, true, {}, primary, false};
  const auto operand = [&](std::size_t i) { return scalar(term.operands[i]); };
  /// Where a template looks at the type.
  const auto exactly = [&](const Term &t) -> std::optional<Text> {
    std::optional<Lanes> x = scalar(t);
    if (!x || t.kind != Term::Kind::Cast || !t.implicit)
      return x ? std::optional(x->text) : std::nullopt;
    Text s(writer.element(t.type.element) + "(");
    return s << x->text << ")";
  };
  switch (term.kind) {
  case Term::Kind::Literal:
    v.text = Text(term.name);
    return v;
  case Term::Kind::Local:
    return locals.at(term.name);
  case Term::Kind::Captured:
    if (term.variable->name.empty())
      break;
    v.text << term.variable;
    scalars.insert(term.variable);
    return v;
  case Term::Kind::Unary: {
    std::optional<Lanes> a = operand(0);
    if (!a)
      return std::nullopt;
    v.text << (term.name == "neg" ? "-" : term.name == "not" ? "~" : "!") << Writer::bracket(*a, primary);
    v.binds = prefix;
    return v;
  }
  case Term::Kind::Binary: {
    const Operator *o = operatorOf(term.name);
    const bool lazy = term.name == "land" || term.name == "lor";
    std::optional<Lanes> a = operand(0);
    conditional += lazy;
    std::optional<Lanes> b = operand(1);
    conditional -= lazy;
    if (!o || !a || !b)
      break;
    v.text = infix(*o, *a, *b, o->sign);
    v.binds = o->binds;
    return v;
  }
  case Term::Kind::Call: {
    v.text << writer.dsl("math::") + term.name + "(";
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
      std::optional<Text> a = exactly(term.operands[i]);
      if (!a)
        return std::nullopt;
      v.text << (i ? ", " : "") << *a;
    }
    v.text << ")";
    return v;
  }
  case Term::Kind::Cast: {
    std::optional<Lanes> a = operand(0);
    if (!a || v.element.empty())
      break;
    if (term.implicit) {
      a->element = v.element;
      return a;
    }
    v.text << writer.element(v.element) + "(" << a->text << ")";
    return v;
  }
  case Term::Kind::Select: {
    std::optional<Lanes> c = operand(0);
    ++conditional;
    std::optional<Lanes> a = operand(1), b = operand(2);
    --conditional;
    if (!c || !a || !b)
      break;
    v.text << Writer::bracket(*c, prefix) << " ? " << Writer::bracket(*a, prefix) << " : "
           << Writer::bracket(*b, prefix);
    v.binds = ternary;
    return v;
  }
  case Term::Kind::Parameter: {
    if (!strip)
      break;
    const std::string counter = strip->counters[static_cast<std::size_t>(term.index)];
    if (v.element != "long")
      v.text = Text("static_cast<" + writer.element(v.element) + ">(" + counter + ")");
    else
      v.text = Text(isNumber(counter) ? writer.dsl("Index{") + counter + "}" : counter);
    v.binds = v.element == "long" && counter.find(' ') != counter.npos ? sum : primary; // i + 1
    return v;
  }
  case Term::Kind::Element:
    if (strip)
      return read(term, nameFor(*term.variable));
    break;
  }
  return fail("no-vector-form", "a number in it cannot be said outside of its body", term.range);
}
