//===- Products.cpp - linalg::matmul in tiles of registers ---------------------===//
//
// c += a * b is what tile::matmul_acc computes, step by step: so it is computed by the same
// loops, over memory that has other names.
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/Products.h"

#include "passes/tiles/Products.h"

using namespace rewrite;
using namespace rewrite::vectorize;

bool vectorize::isInTiles(const Op &op) {
  const Type *types[3];
  for (std::size_t i = 0; i < 3; ++i)
    types[i] = &op.operands[i].variable->type;
  const std::string &a = types[0]->element, &b = types[1]->element, &c = types[2]->element;
  const auto isReal = [](const std::string &e) { return e == "float" || tiles::isSmallFloat(e); };
  const bool isStatic = types[0]->isStatic() && types[1]->isStatic() && types[2]->isStatic();
  if (types[2]->dims.size() != 2)
    return false;
  if (c == "float") // what is widened is as large as the type says
    return isReal(a) && isReal(b) && (isStatic || (a == c && b == c));
  return c == "int" && a == b && (a == c || (isStatic && (a == "signed char" || a == "unsigned char" || a == "short")));
}

Code vectorize::inTiles(const Op &op, const Domain &domain, const Analyses &analyses, const Policy &policy,
                        std::vector<Text> before, const std::map<const Variable *, std::string> &names,
                        std::set<std::string> taken) {
  const auto size = [&](std::size_t d) {
    return domain.extents[d] == dynamicExtent ? tiles::Size{std::nullopt, domain.sizes[d]}
                                              : tiles::constant(domain.extents[d]);
  };
  tiles::Graph graph;
  graph.statements = {op.statement};
  tiles::Node &product = graph.nodes.emplace_back();
  product.kind = tiles::Node::Kind::Product;
  product.op = &op;
  product.element = op.operands[2].variable->type.element;
  constexpr std::size_t dims[3][2] = {{0, 1}, {1, 2}, {0, 2}}; // of [i, k, j]
  for (std::size_t i = 0; i < 3; ++i) {
    const Variable *v = op.operands[i].variable;
    const auto named = names.find(v);
    const std::string name = named == names.end() ? v->name : named->second;
    graph.windows.push_back(
        {v->name.empty() ? name : v->name, {}, size(dims[i][0]), size(dims[i][1]), name, v->type.element});
    graph.buffers.emplace_back(v, i);
    tiles::Node &n = graph.nodes.emplace_back();
    n.op = &op;
    n.element = v->type.element;
    n.window = i;
    n.rows = graph.windows[i].rows;
    n.cols = graph.windows[i].cols;
    product.operands.push_back(&n);
  }
  product.name = graph.windows[2].memory;
  product.rows = graph.windows[2].rows;
  product.cols = graph.windows[2].cols;
  tiles::Settings settings;
  settings.width = policy.width;
  settings.contract = policy.contract;
  settings.reassociate = policy.reassociate;
  settings.quads = policy.quads;
  tiles::Shapes shapes;
  tiles::Emitted emitted;
  tiles::Writer writer(graph, settings, analyses, taken, shapes, emitted);
  tiles::emitProduct(writer, product, graph.windows[2]);
  Code code;
  code.before = std::move(before);
  for (const std::string &line : emitted.lines)
    code.before.push_back(Text(line));
  code.reads = 3;
  code.writes = 1;
  code.lanes = policy.width;
  code.isStatement = true;
  return code;
}
