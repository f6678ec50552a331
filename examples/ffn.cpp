//===- ffn.cpp - the feed-forward block of a transformer ------------------===//
//
//   swiglu:  out = (silu(x * w_gate) .* (x * w_up)) * w_down     silu(v) = v / (1 + exp(-v))
//   gelu:    out = gelu(x * w_up) * w_down                       gelu(v) = v / 2 * (1 + erf(v / sqrt 2))
//
// Matrix unit, then vector unit, then matrix unit: every step of a block of tokens is a
// kernel with an output buffer of its own.
//
// Goes    `activated` becomes a view of `inner`, `block` a view of `out`, in both
//         blocks. `Ffn` is a template over its sizes.
// Stays   `gate` and `up` are intermediates that are never assembled: no candidates.
//         `inner` itself is one, too: it is read by the next kernel.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index token_block = 16, column_block = 64;
using Block = Tensor<float, token_block, column_block>;

/// block = x[t0 : t0 + 16, :] * w[:, c0 : c0 + 64]
template <Index T, Index K, Index N>
PTO_INCORE Block multiply(In<Tensor<float, T, K>> x, In<Tensor<float, K, N>> w, Index t0, Index c0, Out<Block> block) {
  auto a = tile::move<Mem::Left>(tile::load<token_block, K, Mem::Mat>(x, {t0, 0}));
  auto b = tile::move<Mem::Right>(tile::load<K, column_block, Mem::Mat>(w, {0, c0}));
  return tile::store(tile::matmul(a, b), {0, 0}, block);
}

PTO_INCORE Block swiglu(In<Block> gate, In<Block> up, Out<Block> activated) {
  auto g = tile::load<token_block, column_block>(gate, {0, 0});
  auto u = tile::load<token_block, column_block>(up, {0, 0});
  auto sigmoid = tile::recip(tile::add(tile::exp(tile::neg(g)), 1.f));
  return tile::store(tile::mul(tile::mul(g, sigmoid), u), {0, 0}, activated);
}

PTO_INCORE Block gelu(In<Block> up, Out<Block> activated) {
  auto u = tile::load<token_block, column_block>(up, {0, 0});
  auto cdf = tile::mul(tile::add(tile::erf(tile::mul(u, 0.70710678f)), 1.f), 0.5f);
  return tile::store(tile::mul(u, cdf), {0, 0}, activated);
}

template <Index T, Index D, Index F>
PTO_ORCHESTRATION Tensor<float, T, D> ffn_swiglu(In<Tensor<float, T, D>> x, In<Tensor<float, D, F>> w_gate,
                                                 In<Tensor<float, D, F>> w_up, In<Tensor<float, F, D>> w_down,
                                                 Out<Tensor<float, T, D>> out) {
  auto inner = tensor::create<float, T, F>();
  for (Index t0 = 0; t0 < T; t0 += token_block)
    for (Index f0 = 0; f0 < F; f0 += column_block) {
      auto gate = tensor::create<float, token_block, column_block>();
      auto up = tensor::create<float, token_block, column_block>();
      auto activated = tensor::create<float, token_block, column_block>();
      gate = multiply(x, w_gate, t0, f0, gate);
      up = multiply(x, w_up, t0, f0, up);
      activated = swiglu(gate, up, activated);
      inner = tensor::assemble(inner, activated, {t0, f0});
    }
  for (Index t0 = 0; t0 < T; t0 += token_block)
    for (Index d0 = 0; d0 < D; d0 += column_block) {
      auto block = tensor::create<float, token_block, column_block>();
      block = multiply(inner, w_down, t0, d0, block);
      out = tensor::assemble(out, block, {t0, d0});
    }
  return out;
}

template <Index T, Index D, Index F>
PTO_ORCHESTRATION Tensor<float, T, D> ffn_gelu(In<Tensor<float, T, D>> x, In<Tensor<float, D, F>> w_up,
                                               In<Tensor<float, F, D>> w_down, Out<Tensor<float, T, D>> out) {
  auto inner = tensor::create<float, T, F>();
  scf::parallel(0, T, token_block, [&](Index t0) {
    for (Index f0 = 0; f0 < F; f0 += column_block) {
      Block up = tensor::create<float, token_block, column_block>();
      up = multiply(x, w_up, t0, f0, up);
      Block activated = tensor::create<float, token_block, column_block>();
      inner = tensor::assemble(inner, gelu(up, activated), {t0, f0});
    }
  });
  scf::parallel(0, T, token_block, [&](Index t0) {
    for (Index d0 = 0; d0 < D; d0 += column_block) {
      Block block = tensor::create<float, token_block, column_block>();
      out = tensor::assemble(out, multiply(inner, w_down, t0, d0, block), {t0, d0});
    }
  });
  return out;
}

//===-- oracle ------------------------------------------------------------===//

using Doubles = example::Array<double>;

static Doubles product(const Doubles &x, const Doubles &w) {
  Doubles out({x.shape()[0], w.shape()[1]});
  for (Index i = 0; i < x.shape()[0]; ++i)
    for (Index k = 0; k < w.shape()[0]; ++k)
      for (Index j = 0; j < w.shape()[1]; ++j)
        out(i, j) += x(i, k) * w(k, j);
  return out;
}

static Doubles as_double(const example::Array<float> &x) {
  Doubles out(x.shape());
  for (std::size_t i = 0; i < x.elements().size(); ++i)
    out.elements()[i] = static_cast<double>(x.elements()[i]);
  return out;
}

int main(int argc, char **argv) {
  constexpr Index tokens = 64, width = 128, inner_width = 256;
  auto x = example::random<float>({tokens, width}, 1);
  auto w_gate = example::random<float>({width, inner_width}, 2, 0.2f);
  auto w_up = example::random<float>({width, inner_width}, 3, 0.2f);
  auto w_down = example::random<float>({inner_width, width}, 4, 0.2f);
  example::Array<float> by_swiglu({tokens, width}), by_gelu({tokens, width});
  example::repeat(argc, argv, [&] {
    ffn_swiglu<tokens, width, inner_width>(x.data(), w_gate.data(), w_up.data(), w_down.data(), by_swiglu.data());
    ffn_gelu<tokens, width, inner_width>(x.data(), w_up.data(), w_down.data(), by_gelu.data());
  });

  const Doubles gate = product(as_double(x), as_double(w_gate)), up = product(as_double(x), as_double(w_up));
  Doubles swiglu_inner(gate.shape()), gelu_inner(up.shape());
  for (Index t = 0; t < tokens; ++t)
    for (Index f = 0; f < inner_width; ++f) {
      swiglu_inner(t, f) = gate(t, f) / (1.0 + std::exp(-gate(t, f))) * up(t, f);
      gelu_inner(t, f) = 0.5 * up(t, f) * (1.0 + std::erf(up(t, f) / std::sqrt(2.0)));
    }
  example::Report report("ffn");
  report.compare("swiglu", by_swiglu, product(swiglu_inner, as_double(w_down)), 1e-4);
  report.compare("gelu", by_gelu, product(gelu_inner, as_double(w_down)), 1e-4);
  return report.finish();
}
