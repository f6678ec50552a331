//===- onednn.cpp - oneDNN --------------------------------------------------------===//
//
// Primitives are made, and weights of products reordered into the layout that the library
// asks for, before the clock runs: "prepacked". A product whose operands are used as
// they are is the other variant. How a primitive is implemented is part of the result.
//
// AMX is left out, since no target of ours has it: oneDNN could not be compared with
// anything. With PTO_BENCH_AMX in the environment there is nothing but the bf16 product
// on AMX, for the record; the library takes such a choice once a process. Compiled for
// a CPU without AVX-512, the library is held to AVX2 too.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <cstdlib>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <unordered_map>
#include <vector>

using bench::Index;
using dnnl::memory;
using Type = memory::data_type;

namespace {

bool with_amx() {
  static const bool set = std::getenv("PTO_BENCH_AMX") != nullptr;
  return set;
}

#ifdef __AVX512F__
constexpr dnnl::cpu_isa most = dnnl::cpu_isa::avx512_core_bf16;
#else
constexpr dnnl::cpu_isa most = dnnl::cpu_isa::avx2;
#endif

const dnnl::engine &cpu() {
  static const dnnl::status limited = with_amx() ? dnnl::status::success : dnnl::set_max_cpu_isa(most);
  static_cast<void>(limited);
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::stream &queue() {
  static dnnl::stream stream(cpu());
  return stream;
}

memory::desc matrix(Index rows, Index cols, Type type = Type::f32) { return {{rows, cols}, type, {cols, 1}}; }
memory::desc vector(Index n) { return {{n}, Type::f32, {1}}; }
memory wrap(const memory::desc &desc, void *data) { return {desc, cpu(), data}; }

/// Primitives with their arguments, run one after the other.
class Calls final : public bench::Run {
public:
  using Arguments = std::unordered_map<int, memory>;

  template <class Description> Calls &add(const Description &description, Arguments arguments) {
    how_ += (how_.empty() ? "" : ", ") + std::string(description.impl_info_str());
    calls_.push_back({dnnl::primitive(description), std::move(arguments)});
    return *this;
  }
  bool run() override {
    for (const Call &c : calls_)
      c.primitive.execute(queue(), c.arguments);
    queue().wait();
    return true;
  }
  const char *how() const override { return how_.c_str(); }

private:
  struct Call {
    dnnl::primitive primitive;
    Arguments arguments;
  };
  std::vector<Call> calls_;
  std::string how_;
};

/// What a shape or a data type is refused with is not an error of ours: then there is no entry.
template <class F> bench::Run *unless_refused(F make, bool on_amx = false) {
  if (on_amx != with_amx())
    return nullptr;
  auto *calls = new Calls;
  try {
    make(*calls);
    return calls;
  } catch (const dnnl::error &) {
    delete calls;
    return nullptr;
  }
}

//===-- rows --------------------------------------------------------------------===//

bench::Run *softmax(const bench::Softmax &s) {
  return unless_refused([&](Calls &calls) {
    const auto rows = matrix(s.rows, s.cols);
    const dnnl::softmax_forward::desc desc(dnnl::prop_kind::forward_inference, rows, 1);
    calls.add(dnnl::softmax_forward::primitive_desc(desc, cpu()),
              {{DNNL_ARG_SRC, wrap(rows, s.x)}, {DNNL_ARG_DST, wrap(rows, s.out)}});
  });
}

bench::Run *layernorm(const bench::LayerNorm &s) {
  return unless_refused([&](Calls &calls) {
    using dnnl::normalization_flags;
    const auto rows = matrix(s.rows, s.cols);
    const dnnl::layer_normalization_forward::desc desc(dnnl::prop_kind::forward_inference, rows, bench::epsilon,
                                                       normalization_flags::use_scale | normalization_flags::use_shift);
    calls.add(dnnl::layer_normalization_forward::primitive_desc(desc, cpu()),
              {{DNNL_ARG_SRC, wrap(rows, s.x)},
               {DNNL_ARG_DST, wrap(rows, s.out)},
               {DNNL_ARG_SCALE, wrap(vector(s.cols), s.gamma)},
               {DNNL_ARG_SHIFT, wrap(vector(s.cols), s.beta)}});
  });
}

/// x times a number in a tensor, then the rest as post-operations.
bench::Run *gelu(const bench::Gelu &g) {
  return unless_refused([&](Calls &calls) {
    const auto whole = vector(g.n), one = vector(1);
    const memory factor(one, cpu());
    *static_cast<float *>(factor.get_data_handle()) = g.a;
    dnnl::post_ops rest;
    rest.append_eltwise(1, dnnl::algorithm::eltwise_linear, 1, g.b);
    rest.append_eltwise(1, dnnl::algorithm::eltwise_gelu_tanh, 0, 0);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(rest);
    const dnnl::binary::desc desc(dnnl::algorithm::binary_mul, whole, one, whole);
    calls.add(dnnl::binary::primitive_desc(desc, attributes, cpu()),
              {{DNNL_ARG_SRC_0, wrap(whole, g.x)}, {DNNL_ARG_SRC_1, factor}, {DNNL_ARG_DST, wrap(whole, g.out)}});
  });
}

bench::Run *vadd(const bench::Vadd &v) {
  return unless_refused([&](Calls &calls) {
    const auto whole = vector(v.n);
    const dnnl::binary::desc desc(dnnl::algorithm::binary_add, whole, whole, whole);
    calls.add(
        dnnl::binary::primitive_desc(desc, cpu()),
        {{DNNL_ARG_SRC_0, wrap(whole, v.x)}, {DNNL_ARG_SRC_1, wrap(whole, v.y)}, {DNNL_ARG_DST, wrap(whole, v.out)}});
  });
}

//===-- products ----------------------------------------------------------------===//

memory::desc any_layout(const memory::desc &desc) { return {desc.dims(), desc.data_type(), memory::format_tag::any}; }

/// c = a * b. Packed: b in the layout that the library likes best.
void multiply(Calls &calls, const memory &a, const memory &b, const memory &c, bool packed,
              const dnnl::primitive_attr &attributes = {}) {
  const dnnl::matmul::desc desc(a.get_desc(), packed ? any_layout(b.get_desc()) : b.get_desc(), c.get_desc());
  const dnnl::matmul::primitive_desc description(desc, attributes, cpu());
  memory weights = b;
  if (description.weights_desc() != b.get_desc()) {
    weights = memory(description.weights_desc(), cpu());
    dnnl::reorder(b, weights).execute(queue(), {{DNNL_ARG_FROM, b}, {DNNL_ARG_TO, weights}});
    queue().wait();
  }
  calls.add(description, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, c}});
}

template <class Args> Type type_of() { return __is_same(Args, bench::Sgemm) ? Type::f32 : Type::bf16; }

template <class Args, bool Packed, bool OnAmx = false> bench::Run *gemm(const Args &g) {
  const auto make = [&](Calls &calls) {
    multiply(calls, wrap(matrix(g.m, g.k, type_of<Args>()), g.a), wrap(matrix(g.k, g.n, type_of<Args>()), g.b),
             wrap(matrix(g.m, g.n), g.c), Packed);
  };
  return unless_refused(make, OnAmx);
}

/// Product, softmax, product. Keys and values change from call to call, so nothing is packed.
bench::Run *attention(const bench::Attention &t) {
  return unless_refused([&](Calls &calls) {
    const auto rows = matrix(t.length, t.dim), square = matrix(t.length, t.length);
    const memory::desc transposed({t.dim, t.length}, Type::f32, {1, t.dim});
    const memory scores(square, cpu());
    dnnl::primitive_attr scaled;
    scaled.set_output_scales(0, {t.scale});
    multiply(calls, wrap(rows, t.q), wrap(transposed, t.k), scores, false, scaled);
    const dnnl::softmax_forward::desc desc(dnnl::prop_kind::forward_inference, square, 1);
    calls.add(dnnl::softmax_forward::primitive_desc(desc, cpu()), {{DNNL_ARG_SRC, scores}, {DNNL_ARG_DST, scores}});
    multiply(calls, scores, wrap(rows, t.v), wrap(rows, t.out), false);
  });
}

const bench::Add primitives[] = {{"", softmax},
                                 {"", layernorm},
                                 {"", gelu},
                                 {"", vadd},
                                 {"", gemm<bench::Sgemm, false>},
                                 {"prepacked", gemm<bench::Sgemm, true>},
                                 {"", gemm<bench::Bf16Gemm, false>},
                                 {"prepacked", gemm<bench::Bf16Gemm, true>},
                                 {"amx", gemm<bench::Bf16Gemm, false, true>},
                                 {"amx prepacked", gemm<bench::Bf16Gemm, true, true>},
                                 {"", attention}};

} // namespace
