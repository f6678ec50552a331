//===- kernel.h - kernels in a string, for the tests of model and analyses --===//

#ifndef PTO_TEST_UNIT_KERNEL_H
#define PTO_TEST_UNIT_KERNEL_H

#include "frontend/Parse.h"
#include "passes/Pass.h"

#include <gtest/gtest.h>

namespace rewrite::test {

/// The model of a source text, which is prefixed with the DSL's include.
class Kernel {
public:
  explicit Kernel(const std::string &code) {
    const std::string text = "#include <pto/dsl.h>\nusing namespace pto::dsl;\n" + code;
    const CompileCommand command{"/", "/kernel.cpp", {"clang++", "-std=c++20", "-I" PTO_DSL_DIR, "/kernel.cpp"}};
    const ParseResult result = parse(command, {{"/kernel.cpp", text}}, &module);
    EXPECT_EQ(result.errors, 0u) << result.diagnostics;
    EXPECT_TRUE(result.ran);
  }

  Function &function(const std::string &name) {
    for (const auto &f : module.functions)
      if (f->shortName == name && f->hasBody)
        return *f;
    ADD_FAILURE() << "no function " << name;
    std::abort();
  }

  /// The n-th op of that name ("tensor.create", or the callee of a call) in the function.
  static const Op &op(const Function &f, const std::string &name, unsigned n = 0) {
    const Op *found = nullptr;
    walk(*f.body, [&](const Op &op) {
      const bool is =
          op.kind == OpKind::Dsl ? op.info.name == name : op.kind == OpKind::Call && op.callee->shortName == name;
      if (is && n-- == 0)
        found = &op;
    });
    if (!found) {
      ADD_FAILURE() << "no op " << name << " in\n" << dump(f);
      std::abort();
    }
    return *found;
  }

  static const Op &op(const Function &f, OpKind kind, unsigned n = 0) {
    const Op *found = nullptr;
    walk(*f.body, [&](const Op &op) {
      if (op.kind == kind && n-- == 0)
        found = &op;
    });
    if (!found) {
      ADD_FAILURE() << "no such op in\n" << dump(f);
      std::abort();
    }
    return *found;
  }

  static const Variable &variable(const Function &f, const std::string &name) {
    for (const auto &v : f.variables)
      if (v->name == name)
        return *v;
    ADD_FAILURE() << "no variable " << name;
    std::abort();
  }

  Module module;
  Summaries summaries;
};

} // namespace rewrite::test

#endif
