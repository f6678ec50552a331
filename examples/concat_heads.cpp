//===- concat_heads.cpp - the heads of attention side by side -------------===//
//
//   out(:, h * D : (h + 1) * D) = relu(x(h, :, :)) for every head h
//
// Several buffers are alive at once and go to windows of one target. If no two windows
// meet, it does not matter in which order they are filled and copied.
//
// Goes    `head` in `one_by_one`: one window a turn, at an offset affine in the loop.
//         The four buffers of `four_at_once`, all filled before the first is copied,
//         and copied in another order: windows at constant offsets.
//         `even` and `odd` in `in_pairs`: two windows a turn that depend on the loop.
//         `right` in `with_overlap`, see below.
// Stays   `left` in `with_overlap`: its window and that of `right` share the middle. It
//         is filled first and copied last, and wins there (windows-overlap). As a view
//         it would be overwritten by the copy of `right`; `right` as a view is
//         overwritten by the copy of `left`, as it should.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index heads = 4, length = 256, head_dim = 128;

using Heads = Tensor<float, heads, length, head_dim>;
using Head = Tensor<float, length, head_dim>;
using Joined = Tensor<float, length, heads * head_dim>;

PTO_INCORE Head compute(In<Heads> x, Index h, Out<Head> head) {
  auto in = tile::load<length, head_dim>(x, {h, 0, 0});
  return tile::store(tile::relu(in), {0, 0}, head);
}

PTO_ORCHESTRATION Joined one_by_one(In<Heads> x, Out<Joined> out) {
  for (Index h = 0; h < heads; ++h) {
    auto head = tensor::create<float, length, head_dim>();
    head = compute(x, h, head);
    out = tensor::assemble(out, head, {0, h * head_dim});
  }
  return out;
}

PTO_ORCHESTRATION Joined four_at_once(In<Heads> x, Out<Joined> out) {
  auto head0 = tensor::create<float, length, head_dim>();
  auto head1 = tensor::create<float, length, head_dim>();
  auto head2 = tensor::create<float, length, head_dim>();
  auto head3 = tensor::create<float, length, head_dim>();
  head0 = compute(x, 0, head0);
  head1 = compute(x, 1, head1);
  head2 = compute(x, 2, head2);
  head3 = compute(x, 3, head3);
  out = tensor::assemble(out, head3, {0, 3 * head_dim});
  out = tensor::assemble(out, head1, {0, head_dim});
  out = tensor::assemble(out, head2, {0, 2 * head_dim});
  out = tensor::assemble(out, head0, {0, 0});
  return out;
}

PTO_ORCHESTRATION Joined in_pairs(In<Heads> x, Out<Joined> out) {
  scf::parallel(heads / 2, [&](Index p) {
    auto even = tensor::create<float, length, head_dim>();
    auto odd = tensor::create<float, length, head_dim>();
    even = compute(x, 2 * p, even);
    odd = compute(x, 2 * p + 1, odd);
    out = tensor::assemble(out, odd, {0, (2 * p + 1) * head_dim});
    out = tensor::assemble(out, even, {0, 2 * p * head_dim});
  });
  return out;
}

//===-- two windows that share head_dim columns ---------------------------===//

using TwoHeads = Tensor<float, length, 2 * head_dim>;
using Three = Tensor<float, length, 3 * head_dim>;

/// Heads h and h + 1 side by side.
PTO_INCORE TwoHeads compute_pair(In<Heads> x, Index h, Out<TwoHeads> pair) {
  auto first = tile::relu(tile::load<length, head_dim>(x, {h, 0, 0}));
  auto second = tile::relu(tile::load<length, head_dim>(x, {h + 1, 0, 0}));
  return tile::store(tile::concat(first, second), {0, 0}, pair);
}

/// Columns: head 0, head 1 and head 3. The middle is left's, since left is copied last.
PTO_ORCHESTRATION Three with_overlap(In<Heads> x, Out<Three> out) {
  auto left = tensor::create<float, length, 2 * head_dim>();
  auto right = tensor::create<float, length, 2 * head_dim>();
  left = compute_pair(x, 0, left);
  right = compute_pair(x, 2, right);
  out = tensor::assemble(out, right, {0, head_dim});
  out = tensor::assemble(out, left, {0, 0});
  return out;
}

//===-- oracle ------------------------------------------------------------===//

/// The given heads side by side.
static example::Array<double> joined(const example::Array<float> &x, const std::vector<Index> &which) {
  const Index count = static_cast<Index>(which.size());
  example::Array<double> out({length, count * head_dim});
  for (Index n = 0; n < count; ++n)
    for (Index t = 0; t < length; ++t)
      for (Index d = 0; d < head_dim; ++d)
        out(t, n * head_dim + d) = std::fmax(x(which[static_cast<std::size_t>(n)], t, d), 0.0);
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({heads, length, head_dim}, 1);
  const example::Shape shape = {length, heads * head_dim};
  example::Array<float> single(shape), four(shape), pairs(shape), overlapped({length, 3 * head_dim});
  example::repeat(argc, argv, [&] {
    one_by_one(x.data(), single.data());
    four_at_once(x.data(), four.data());
    in_pairs(x.data(), pairs.data());
    with_overlap(x.data(), overlapped.data());
  });

  const auto want = joined(x, {0, 1, 2, 3});
  example::Report report("concat_heads");
  report.compare("single", single, want, 0);
  report.compare("four", four, want, 0);
  report.compare("pairs", pairs, want, 0);
  report.compare("overlapped", overlapped, joined(x, {0, 1, 3}), 0);
  return report.finish();
}
