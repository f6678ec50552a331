//===- LowBits.cpp - integer ops that see no high bits ----------------------===//

#include "analysis/LowBits.h"

using namespace rewrite;

static bool isInteger(const Type &t) {
  return t.kind == Type::Kind::Vector && t.element != "bool" && t.element != "float" && t.element != "double" &&
         t.element.find("::") == std::string::npos;
}

bool rewrite::keepsLowBits(const Op &op, const Variable &operand) {
  static const std::set<std::string> closed = {
      "vec.add",       "vec.sub",           "vec.mul",         "vec.and",      "vec.or",         "vec.xor",
      "vec.neg",       "vec.not",           "vec.fma",         "vec.contract", "vec.cast",       "vec.shape_cast",
      "vec.transpose", "vec.broadcast",     "vec.shuffle",     "vec.concat",   "vec.interleave", "vec.extract",
      "vec.insert",    "vec.extract_slice", "vec.insert_slice"};
  if (!op.result() || !isInteger(op.result()->type) || !isInteger(operand.type))
    return false;
  if (op.kind == OpKind::Copy)
    return true;
  if (op.kind != OpKind::Dsl)
    return false;
  if (op.is("vec.shl") || op.is("vec.select")) { // the count, and the mask, count in full
    const std::size_t whole = op.is("vec.shl") ? 1 : 0;
    return op.operands[whole].variable != &operand;
  }
  return closed.count(op.info.name) != 0;
}
