//===- split_k.cpp - a product whose long dimension is cut into slices ----===//
//
//   out = x * w          x is M x K, w K x N, and K is long
//
// Each slice of K gives a partial product of the full size of `out`; their sum is the
// result. An atomic assemble adds a slice to what is there.
//
// Goes    `part` in `product_in_workspace`: each partial product has a place of its own
//         in a workspace, and is a view of it. `first` in `product_first_plain`: the
//         first slice replaces what is there.
// Stays   `part` in `product_atomic` and the later ones in `product_first_plain`: their
//         assemble adds (atomic). A view could only be overwritten.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index m = 64, k = 512, n = 256, slices = 4, slice_k = k / slices;

using Left = Tensor<float, m, k>;
using Right = Tensor<float, k, n>;
using Product = Tensor<float, m, n>;
using Workspace = Tensor<float, slices, m, n>;

/// part = x[:, k0 : k0 + slice_k] * w[k0 : k0 + slice_k, :]
PTO_INCORE Product multiply_slice(In<Left> x, In<Right> w, Index k0, Out<Product> part) {
  auto a = tile::move<Mem::Left>(tile::load<m, slice_k, Mem::Mat>(x, {0, k0}));
  auto b = tile::move<Mem::Right>(tile::load<slice_k, n, Mem::Mat>(w, {k0, 0}));
  return tile::store(tile::matmul(a, b), {0, 0}, part);
}

PTO_INCORE Product clear(Out<Product> out) { return tile::store(tile::full<float, m, n>(0.f), {0, 0}, out); }

PTO_ORCHESTRATION Product product_atomic(In<Left> x, In<Right> w, Out<Product> out) {
  out = clear(out);
  for (Index s = 0; s < slices; ++s) {
    auto part = tensor::create<float, m, n>();
    part = multiply_slice(x, w, s * slice_k, part);
    out = tensor::assemble(out, part, {0, 0}, Atomic::Add);
  }
  return out;
}

PTO_ORCHESTRATION Product product_first_plain(In<Left> x, In<Right> w, Out<Product> out) {
  auto first = tensor::create<float, m, n>();
  first = multiply_slice(x, w, 0, first);
  out = tensor::assemble(out, first, {0, 0});
  for (Index s = 1; s < slices; ++s) {
    auto part = tensor::create<float, m, n>();
    part = multiply_slice(x, w, s * slice_k, part);
    out = tensor::assemble(out, part, {0, 0}, Atomic::Add);
  }
  return out;
}

PTO_INCORE Product add_up(In<Workspace> work, Out<Product> out) {
  auto sum = tile::load<m, n>(work, {0, 0, 0});
  for (Index s = 1; s < slices; ++s)
    sum = tile::add(sum, tile::load<m, n>(work, {s, 0, 0}));
  return tile::store(sum, {0, 0}, out);
}

PTO_ORCHESTRATION Product product_in_workspace(In<Left> x, In<Right> w, Out<Product> out) {
  auto work = tensor::create<float, slices, m, n>();
  scf::parallel(slices, [&](Index s) {
    auto part = tensor::create<float, m, n>();
    part = multiply_slice(x, w, s * slice_k, part);
    work = tensor::assemble(work, part, {s, 0, 0});
  });
  return add_up(work, out);
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> product(const example::Array<float> &x, const example::Array<float> &w) {
  example::Array<double> out({m, n});
  for (Index i = 0; i < m; ++i)
    for (Index l = 0; l < k; ++l)
      for (Index j = 0; j < n; ++j)
        out(i, j) += x(i, l) * w(l, j);
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({m, k}, 1), w = example::random<float>({k, n}, 2);
  example::Array<float> atomic({m, n}), first_plain({m, n}), workspace({m, n});
  example::repeat(argc, argv, [&] {
    product_atomic(x.data(), w.data(), atomic.data());
    product_first_plain(x.data(), w.data(), first_plain.data());
    product_in_workspace(x.data(), w.data(), workspace.data());
  });

  const auto want = product(x, w);
  example::Report report("split_k");
  report.compare("atomic", atomic, want, 1e-4);
  report.compare("first_plain", first_plain, want, 1e-4);
  report.compare("workspace", workspace, want, 1e-4);
  return report.finish();
}
