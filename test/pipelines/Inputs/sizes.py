"""Prints a program of kernels on tensors of odd sizes and narrow elements, one function for each."""

WIDTHS = [1, 7, 15, 17, 1000, 1023]
KERNELS = {
    "softmax": """PTO_INCORE void {name}(In<Tensor<float, 3, {c}>> x, Out<Tensor<float, 3, {c}>> out) {{
  auto in = tile::load<3, {c}>(x, {{0, 0}});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {{0, 0}}, out);
}}""",
    "scaled": """PTO_INCORE void {name}(In<Tensor<float, 5, {c}>> x, In<Tensor<float, 1, {c}>> by, Out<Tensor<float, 5, {c}>> out) {{
  tile::store(tile::col_expand_mul(tile::load<5, {c}>(x, {{0, 0}}), tile::load<1, {c}>(by, {{0, 0}})), {{0, 0}}, out);
}}""",
    "inner": """PTO_INCORE void {name}(In<Tensor<float, 5, {c} + 2>> x, InOut<Tensor<float, 5, {c} + 2>> out) {{
  tile::store(tile::neg(tile::load<3, {c}>(x, {{2, 2}})), {{2, 2}}, out);
  tile::store(tile::abs(tile::load<2, {c}>(x, {{0, 0}})), {{0, 0}}, out);
}}""",
    "turned": """PTO_INCORE void {name}(In<Tensor<float, {c}, 3>> x, Out<Tensor<float, {c}, 3>> out) {{
  auto turned = tensor::transpose<0, 1>(x);
  auto to = tensor::transpose<0, 1>(out);
  tile::store(tile::mul(tile::load<3, {c}>(turned, {{0, 0}}), 0.5f), {{0, 0}}, to);
}}""",
}
CASTS = """PTO_INCORE void {name}(In<Tensor<{t}, 3, {c}>> x, Out<Tensor<{t}, 3, {c}>> out) {{
  auto wide = tile::cast<float>(tile::load<3, {c}>(x, {{0, 0}}));
  tile::store(tile::cast<{t}>(tile::mul(wide, 0.5f)), {{0, 0}}, out);
}}"""
PRODUCT = """PTO_INCORE void {name}(In<Tensor<{t}, {m}, {k}>> a, In<Tensor<{t}, {k}, {n}>> b, Out<Tensor<{sum}, {m}, {n}>> out) {{
  tile::store(tile::matmul(tile::load<{m}, {k}>(a, {{0, 0}}), tile::load<{k}, {n}>(b, {{0, 0}})), {{0, 0}}, out);
}}"""
SIZES = [(1, 1, 1), (7, 15, 17), (15, 1, 7), (1, 17, 1), (17, 7, 15), (2, 3, 100), (1, 5, 23)]

functions = {}


def add(name, text, **values):
    functions[name] = text.format(name=name, **values)


for c in WIDTHS:
    for kernel, text in KERNELS.items():
        add(f"{kernel}_{c}", text, c=c)
for t in ("bf16", "half", "int", "std::int8_t"):
    for c in (1, 7, 15, 17):
        add(f"cast_{t.split(':')[-1]}_{c}", CASTS, t=t, c=c)
    if t in ("bf16", "half"):
        add(f"product_{t}", PRODUCT, t=t, sum="float", m=7, k=15, n=17)
        add(f"product_{t}_thin", PRODUCT, t=t, sum="float", m=1, k=17, n=7)
for m, k, n in SIZES:
    add(f"product_{m}_{k}_{n}", PRODUCT, t="float", sum="float", m=m, k=k, n=n)
    add(f"product_i8_{m}_{k}_{n}", PRODUCT, t="std::int8_t", sum="std::int32_t", m=m, k=k, n=n)

print("#include <pto/dsl.h>\n#include <pto/testing.h>\nusing namespace pto::dsl;\n")
print("\n\n".join(functions.values()))
print(f"\nPTO_TEST_MAIN({', '.join(functions)})")
