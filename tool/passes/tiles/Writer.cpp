//===- Writer.cpp - what loops over tiles are written with ------------------===//

#include "passes/tiles/Writer.h"

#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

std::string Writer::fresh(const std::string &base) {
  const auto taken = [&](const std::string &name) { return names.count(name) || isSpelledOutside(name); };
  std::string name = base;
  for (unsigned n = 2; taken(name); ++n)
    name = base + (std::isdigit(static_cast<unsigned char>(base.back())) ? "_" : "") + number(n);
  names.insert(name);
  scopes.back().push_back(name);
  return name;
}

std::string Writer::spelled(const std::string &element) const { return spellElement(element, dsl("")); }
std::string Writer::lanes(const std::string &element) const { return spelled(element) + ", " + number(width); }

void Writer::open(const std::string &text) {
  line(text + (text.empty() ? "{" : " {"));
  scopes.emplace_back();
}

void Writer::close() {
  for (const std::string &name : scopes.back())
    names.erase(name);
  scopes.pop_back();
  line("}");
}

/// The function spells the name somewhere else than in what is replaced.
bool Writer::isSpelledOutside(const std::string &name) const {
  const SourceFile &file = *a.function.range.file;
  const auto letter = [&](std::size_t at) {
    const char c = at < file.bytes.size() ? file.bytes[at] : ' ';
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = file.bytes.find(name, a.function.range.begin); at < a.function.range.end;
       at = file.bytes.find(name, at + 1)) {
    const bool word = !letter(at - 1) && !letter(at + name.size());
    const bool inside = std::any_of(graph.statements.begin(), graph.statements.end(),
                                    [&](const Statement *s) { return s->range.begin <= at && at < s->range.end; });
    const bool operand =
        inside && std::any_of(graph.windows.begin(), graph.windows.end(), [&](const Area &w) {
          return w.memory == name || std::any_of(w.offsets.begin(), w.offsets.end(),
                                                 [&](const std::string &o) { return o.find(name) != o.npos; });
        });
    if (word && (!inside || operand || numberSpells(name)))
      return true;
  }
  return false;
}

bool Writer::numberSpells(const std::string &name) const {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [&](const Node &n) { return n.text.find(name) != n.text.npos; });
}

std::string Writer::loop(const std::string &base, const std::string &from, const std::string &to, std::int64_t step) {
  const std::string name = fresh(base);
  open("for (" + dsl("Index") + " " + name + " = " + from + "; " + name + " < " + to + "; " +
       (step == 1 ? "++" + name : name + " += " + number(step)) + ")");
  std::vector<std::string> &outer = scopes[scopes.size() - 2];
  outer.erase(std::find(outer.begin(), outer.end(), name));
  scopes.back().push_back(name);
  return name;
}

void Writer::declareAreas() {
  for (const Variable *v : graph.declared)
    for (const Area &w : graph.windows)
      if (w.offsets.empty() && w.memory == v->name)
        line("const auto " + v->name + " = " + alloc(w.element, w.extents, {w.rows, w.cols}) + ";");
  for (Area &w : graph.windows) {
    if (w.offsets.empty())
      continue;
    std::string sizes, extents, at;
    const auto add = [](std::string &list, const std::string &text) { list += (list.empty() ? "" : ", ") + text; };
    for (std::size_t d = 0; d + 2 < w.offsets.size(); ++d)
      add(sizes, "1"), add(extents, "1");
    for (const Size *size : {&w.rows, &w.cols})
      if (size == &w.cols || w.offsets.size() > 1)
        add(sizes, size->constant ? size->text : dsl("dyn")), add(extents, size->text);
    for (const std::string &o : w.offsets)
      add(at, o);
    const bool isStatic = w.rows.constant && w.cols.constant;
    w.name = fresh(w.memory + "_window");
    line("const auto " + w.name + " = " + dsl("mem::subview") + "<" + sizes + ">(" + dsl("mem::view") + "(" + w.memory +
         "), {" + at + "}" + (isStatic ? "" : ", {" + extents + "}") + ");");
  }
}

bool Writer::isConstant(const Variable &v) const {
  const std::size_t least = v.kind == Variable::Kind::Parameter ? 0 : 1; // its declaration
  return !v.escapes && !v.isAliased && !v.isStatic && v.kind != Variable::Kind::Global &&
         a.values.definitions(v).size() <= least && Names(a.function).nameIsUnique(v);
}

/// A number of type Index that stays what it is.
bool Writer::isName(const std::string &text) const {
  for (const auto &v : a.function.variables)
    if (v->name == text && v->type.element == "long" && isConstant(*v))
      return true;
  return names.count(text);
}

/// Nothing changes a variable that it names.
bool Writer::staysWhatItIs(const std::string &text) const {
  return std::all_of(a.function.variables.begin(), a.function.variables.end(),
                     [&](const auto &v) { return v->name.empty() || !isWordIn(text, v->name) || isConstant(*v); });
}

void Writer::declareSizes() {
  std::map<std::string, std::string> known;
  const auto give = [&](Size &size, const std::string &base) {
    if (size.constant || size.text.empty() || isName(size.text))
      return;
    std::string &name = known[size.text];
    if (name.empty()) {
      name = fresh(base);
      line("const " + dsl("Index") + " " + name + " = " + size.text + ";");
      if (staysWhatItIs(size.text))
        shapes.names[size.text] = {name, graph.statements.front()->block};
    }
    size.text = name;
  };
  for (Node &n : graph.nodes) {
    give(n.rows, n.name + "_rows");
    give(n.cols, n.name + "_cols");
  }
  for (Area &w : graph.windows) {
    give(w.rows, w.memory + "_rows");
    give(w.cols, w.memory + "_cols");
  }
}

std::string Writer::alloc(const std::string &element, const std::string &extents,
                          const std::vector<Size> &sizes) const {
  const std::string head = dsl("mem::alloc") + "<" + spellElement(element, dsl("")) + ", " + dsl("mem::L1") + ", ";
  if (!extents.empty())
    return head + extents + ">()";
  std::string dims, list;
  for (const Size &size : sizes) {
    dims += (dims.empty() ? "" : ", ") + (size.constant ? size.text : dsl("dyn"));
    list += (list.empty() ? "" : ", ") + size.text;
  }
  return head + dims + (dims.find("dyn") == dims.npos ? ">()" : ">({" + list + "})");
}

std::string Writer::indices(const Area &w, const std::string &row, const std::string &column) {
  if (w.offsets.size() == 1) // a tensor of one dimension: one row
    return column;
  std::string text;
  for (std::size_t d = 2; d < w.offsets.size(); ++d)
    text += "0, ";
  return text + (w.rows.constant == 1 ? "0" : row) + ", " + column;
}

std::string Writer::rowIndices(const Area &w, const std::string &row) {
  return w.rows.constant == 1 ? indices(w, "0", w.cols.constant == 1 ? "0" : row) : indices(w, row, "0");
}
