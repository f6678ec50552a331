//===- kernel-model.cpp - what the frontend makes of C++ --------------------===//

#include "kernel.h"

using namespace rewrite;
using namespace rewrite::test;

static const char *const fill = R"(
PTO_INCORE Tensor<float, 1, 8> fill(In<Tensor<float, 4, 8>> x, Index r, Out<Tensor<float, 1, 8>> o) {
  return tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, o);
}
)";

static std::string dumped(const std::string &body) {
  Kernel k(std::string(fill) +
           "PTO_ORCHESTRATION void f(In<Tensor<float, 4, 8>> x, bool c, Out<Tensor<float, 4, 8>> out) {\n" + body +
           "\n}\n");
  const std::string text = dump(k.function("f"));
  return text.substr(text.find('\n') + 1);
}

TEST(Model, FlattensNestedCallsInOrder) {
  EXPECT_EQ(dumped("out = tensor::assemble(out, fill(x, 2, tensor::create<float, 1, 8>()), {2, 0});"),
            "  %0 = tensor.create()\n"
            "  %1 = call fill(x, 2, %0)\n"
            "  out = tensor.assemble(out, %1, {2, 0})\n");
}

TEST(Model, LoopsHaveFourRegionsAndAnInduction) {
  EXPECT_EQ(dumped("for (Index r = 0; r < 4; r += 2) { Index s = r * 3 + 1; (void)s; }"),
            "  for [r: 0 .. 4 step 2]\n"
            "    r = scalar(0)\n"
            "  --\n"
            "    scalar(?(r))\n"
            "  --\n"
            "    s = scalar(((r * 3) + 1))\n"
            "  --\n"
            "    r = scalar((r + 2))\n");
}

TEST(Model, ALoopThatChangesItsVariableHasNoInduction) {
  EXPECT_EQ(dumped("for (Index r = 0; r < 4; ++r) { r = r + 1; }").substr(0, 6), "  for\n");
}

TEST(Model, ABoundThatMovesMakesNoInduction) {
  EXPECT_EQ(dumped("Index n = 4; for (Index r = 0; r < n; ++r) { n = n - 1; }").find("[r:"), std::string::npos);
}

TEST(Model, ConditionalsAreBranches) {
  const std::string text = dumped("auto t = c ? tensor::slice<1, 8>(out, {0, 0}) : tensor::slice<1, 8>(out, {1, 0});");
  EXPECT_EQ(text, "  if(c)\n"
                  "    %0 = tensor.slice(out, {0, 0})\n"
                  "  --\n"
                  "    %0 = tensor.slice(out, {1, 0})\n"
                  "  t = copy(%0)\n");
}

TEST(Model, ShortCircuitIsABranch) {
  const std::string text =
      dumped("c && (out = fill(x, 0, tensor::create<float, 1, 8>()).extent(0) ? out : out, true);");
  EXPECT_EQ(text.substr(0, 8), "  if(c)\n");
}

TEST(Model, ReferencesAreOtherNames) {
  EXPECT_EQ(dumped("auto &o = out; const auto &p = o; (void)tensor::slice<1, 8>(p, {0, 0});"),
            "  %0 = tensor.slice(out, {0, 0})\n");
}

TEST(Model, UnknownCodeIsOpaque) {
  const std::string text = dumped("auto keep = [&] { return out; }; keep();");
  EXPECT_NE(text.find("opaque(out)"), std::string::npos) << text;
}

TEST(Model, SideEffectsAmongArgumentsAreMarked) {
  const std::string text = dumped("out = tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), "
                                  "{static_cast<Index>(tensor::read(out, {0, 0})), 0});");
  EXPECT_NE(text.find("unordered"), std::string::npos) << text;
}

TEST(Model, GotoIsNotModelled) {
  Kernel k("PTO_ORCHESTRATION void f(bool c) { again: if (c) goto again; }");
  EXPECT_FALSE(k.function("f").unmodelled.empty());
}

TEST(Model, KnowsRolesAndTypes) {
  Kernel k(fill);
  const Function &f = k.function("fill");
  EXPECT_EQ(f.role, FunctionRole::InCore);
  ASSERT_EQ(f.parameters.size(), 3u);
  EXPECT_EQ(f.parameters[0]->role, Role::In);
  EXPECT_EQ(f.parameters[1]->role, Role::None);
  EXPECT_EQ(f.parameters[2]->role, Role::Out);
  EXPECT_EQ(f.parameters[0]->type.dims, (std::vector<Extent>{4, 8}));
  EXPECT_EQ(f.parameters[0]->type.element, "float");
  EXPECT_EQ(Kernel::op(f, "tile.load").result()->type.kind, Type::Kind::Tile);
}

TEST(Model, TemplatesHaveOneFunctionPerInstance) {
  Kernel k("template <class T, Index N> PTO_INCORE void g(In<Tensor<T, N>> x) { (void)x; }\n"
           "void use(Tensor<float, 4> a, Tensor<double, 8> b) { g<float, 4>(a); g<double, 8>(b); }");
  unsigned instances = 0;
  for (const auto &f : k.module.functions)
    if (f->shortName == "g") {
      ++instances;
      EXPECT_EQ(f->role, FunctionRole::InCore);
      EXPECT_EQ(f->parameters[0]->role, Role::In);
      EXPECT_FALSE(f->pattern.empty());
    }
  EXPECT_EQ(instances, 2u);
}
