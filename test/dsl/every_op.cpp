// Instantiates every op of the DSL, so that warnings.sh sees each body with each compiler in each mode.
// It is compiled, never run; that no op is missing here is checked by warnings.sh, by name.
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

namespace {

template <class... X> void use(const X &...) {}

template <class T> void tensors(Tensor<T, 4, 8> t, Tensor<T, dyn, dyn> d, Index n) {
  use(tensor::create<T, 4, 8>(), tensor::create<T>({n, 8}), tensor::create<T, dyn, 8>({n, 8}, {.init_value = 1}),
      tensor::full<T, 4, 8>(T(1)), tensor::full<T>({n, 8}, T(1)), tensor::full<T, dyn, 8>({n, 8}, T(1)));
  use(tensor::slice<2, 4>(t, {n, 0}), tensor::slice<4>(t, {n, 0}), tensor::slice(t, {n, 0}, {2, n}),
      tensor::slice<dyn, 4>(d, {n, 0}, {n, 4}));
  use(tensor::assemble(t, tensor::slice<8>(t, {0, 0}), {1, 0}), tensor::assemble(d, t, {n, 0}, Atomic::Add));
  use(tensor::reshape<32>(t), tensor::reshape<dyn, 8>(t, {n, 8}), tensor::reshape(d, {n, 8}),
      tensor::view<8, 4>(t, {n, 4}), tensor::set_validshape(d, {n, n}), tensor::transpose<0, 1>(t),
      tensor::reinterpret<std::uint8_t>(t), tensor::no_dep(t));
  use(tensor::read(t, {n, 0}), tensor::write(t, {n, 0}, 1), tensor::dim(d, 0), t(n, 0), t.extent(0), t.stride(0),
      t.valid(0), t.data(), t.is_null(), t.size(), t.is_contiguous());
  Tensor<T, dyn, 8> wide = t;
  use(mem::view(t));
  DenseTensor<T, 4, 8> dense = t;
  DenseTensor<T, dyn, dyn> dense_wide = t;
  use(wide, dense[n], dense_wide, Tensor<T, 4, 8>(d), Tensor<T, 2, 2>(t.data()), Tensor<T, dyn>(t.data(), {{n}}));
  use(tensor::fillpad<Pad::Max>(d), tensor::fillpad_expand<Pad::Min, 8, 8>(t), tensor::concat(t, t),
      tensor::concat(d, t));
  use(tensor::add(t, t), tensor::sub(t, d), tensor::mul(t, 2), tensor::div(t, t), tensor::rem(t, t), tensor::fmod(t, t),
      tensor::maximum(t, t), tensor::minimum(t, 1), tensor::cmp(t, t, Cmp::LE), tensor::cmp(t, 1, Cmp::LE),
      tensor::part_add(t, t), tensor::part_mul(t, t), tensor::part_max(t, t), tensor::part_min(t, t), tensor::neg(t),
      tensor::abs(d), tensor::relu(t), tensor::cast<half>(t), tensor::cast<std::int8_t>(d, RoundMode::Floor));
  auto column = tensor::row_sum(t);
  auto row = tensor::col_sum(t);
  use(tensor::row_prod(t), tensor::row_max(d), tensor::row_min(t), tensor::row_argmax(t), tensor::row_argmin(d),
      tensor::col_prod(t), tensor::col_max(d), tensor::col_min(t), tensor::col_argmax(t), tensor::col_argmin(d));
  use(tensor::row_expand(t, column), tensor::row_expand_add(t, column), tensor::row_expand_sub(t, column),
      tensor::row_expand_mul(t, column), tensor::row_expand_div(t, column), tensor::row_expand_max(t, column),
      tensor::row_expand_min(t, column), tensor::col_expand(t, row), tensor::col_expand_add(t, row),
      tensor::col_expand_sub(t, row), tensor::col_expand_mul(t, row), tensor::col_expand_div(t, row),
      tensor::col_expand_max(t, row), tensor::col_expand_min(t, row), tensor::expands(t, 1),
      tensor::expand_clone(row, t));
  auto product = tensor::matmul(t, tensor::transpose<0, 1>(t));
  use(tensor::matmul<T>(t, tensor::transpose<0, 1>(d)), tensor::matmul_acc(product, t, tensor::transpose<0, 1>(t)),
      tensor::batch_matmul(tensor::reshape<1, 4, 8>(t), tensor::reshape<1, 8, 4>(t)));
  auto index = tensor::create<std::int32_t, 4, 8>();
  auto rows = tensor::create<std::int32_t, 4>();
  use(tensor::gather<0>(t, index), tensor::scatter<1>(t, index, t), tensor::gather_mask<MaskPattern::P0101>(t),
      tensor::scatter_mask<MaskPattern::P1010>(t, tensor::slice<4, 4>(t, {0, 0})), tensor::scatter_update(t, rows, t),
      tensor::paged_gather(t, rows, rows, 2), tensor::gather_compare(t, 1, Cmp::EQ),
      tensor::gather_row(t, d, {0, 0}, {n, n}, {{2, 2}}, true));
}

template <class T> void float_tensors(Tensor<T, 4, 8> t) {
  auto column = tensor::row_sum(t);
  auto row = tensor::col_sum(t);
  use(tensor::exp(t), tensor::log(t), tensor::sin(t), tensor::cos(t), tensor::tanh(t), tensor::erf(t), tensor::sqrt(t),
      tensor::rsqrt(t), tensor::recip(t), tensor::row_expand_expdif(t, column), tensor::col_expand_expdif(t, row));
  if constexpr (sizeof(T) == 2 || sizeof(T) == 4)
    if constexpr (!detail::same_type<T, bf16>)
      use(tensor::mrgsort(tensor::sort32(t, tensor::create<std::uint32_t, 4, 8>()), 64), tensor::mrgsort(t, t, t));
}

template <class T> void integer_tensors(Tensor<T, 4, 8> t) {
  use(tensor::and_(t, t), tensor::or_(t, 1), tensor::xor_(t, t), tensor::shl(t, 1), tensor::shr(t, t), tensor::not_(t),
      tensor::arange<T, 4>(T(1)), tensor::random<4, 4>({1, 2}, {3, 4, 5, 6}));
}

template <class T> void tiles(Tensor<T, 4, 8> x, Index n) {
  auto ub = tile::alloc<4096>();
  auto l0 = tile::alloc<4096, Mem::Left>();
  auto a = tile::load<4, 8>(x, {0, 0});
  auto d = tile::load(x, {0, 0}, {n, 8});
  use(tile::create<T, 4, 8>(), tile::create<T, 4, 8, Mem::Acc>(), tile::create<T, 4, 8>(ub.at(n)),
      tile::create<T>({n, n}), tile::load<4, 8>(x, {0, 0}, ub.at(0)), tile::load<8, 8>(x, {0, 0}, Valid{n, 8}),
      tile::load<8, 8, Mem::Mat>(x, {0, 0}, Valid{n, 8}), tile::load<8, 8>(x, {0, 0}, Valid{n, 8}, ub.at(0)));
  use(tile::store(a, {0, 0}, x), tile::store(d, {0, 0}, x, Atomic::Add), tile::move<Mem::Right>(d),
      tile::move<Mem::Left>(a, l0.at(0)), tile::read(a, {0, n}), tile::write(d, {0, n}, 1), a(0, n), a.rows(), a.cols(),
      a.valid_rows(), a.valid_cols(), a.is_null());
  Tile<T, dyn, 8> wide = a;
  use(wide, Tile<T, 4, 8>(d));
  use(tile::reshape<8, 4>(a), tile::reshape<4, 8>(a), tile::reshape<8, 4>(a, Valid{n, n}),
      tile::reshape<8, 4>(a, ub.at(0)), tile::reshape(d, {8, n}), tile::slice<2, 2>(a, {0, n}),
      tile::slice(d, {0, n}, {n, 2}), tile::reinterpret<std::uint8_t>(a), tile::transpose(d), tile::transpose_view(a),
      tile::set_validshape(a, n, n));
  use(tile::full<T, 4, 8>(T(1)), tile::full<T>({n, 8}, T(1)), tile::tri<T, 4, 4>(),
      tile::extract<2, 2, Mem::Left>(a, {0, 0}), tile::assemble(a, tile::slice<1, 8>(a, {0, 0}), {1, 0}),
      tile::concat(a, a), tile::fillpad<Pad::Zero>(a), tile::fillpad_inplace<Pad::Max>(a),
      tile::fillpad_expand<Pad::Min, 8, 8>(a));
  use(tile::add(a, a), tile::sub(a, d), tile::mul(a, 2), tile::div(a, a), tile::rem(a, a), tile::fmod(a, a),
      tile::maximum(a, a), tile::minimum(a, 1), tile::addc(a, a, a), tile::subc(a, a, a), tile::addsc(a, 1, a),
      tile::subsc(a, 1, a), tile::part_add(a, a), tile::part_mul(a, a), tile::part_max(a, a), tile::part_min(a, a),
      tile::neg(a), tile::abs(d), tile::relu(a), tile::cast<half>(a), tile::cast<std::int8_t>(d, RoundMode::Odd),
      tile::cast<double>(a));
  auto mask = tile::cmp(a, a, Cmp::GT);
  use(tile::cmp(d, 1, Cmp::NE), tile::sel(mask, a, a), tile::sel(mask, a, 0));
  auto column = tile::row_sum(a);
  auto row = tile::col_sum(a);
  use(tile::row_prod(a), tile::row_max(d), tile::row_min(a), tile::row_argmax(a), tile::row_argmin(d),
      tile::col_prod(a), tile::col_max(d), tile::col_min(a), tile::col_argmax(a), tile::col_argmin(d));
  use(tile::row_expand(a, column), tile::row_expand_add(a, column), tile::row_expand_sub(d, column),
      tile::row_expand_mul(a, column), tile::row_expand_div(a, column), tile::row_expand_max(a, column),
      tile::row_expand_min(a, column), tile::col_expand(a, row), tile::col_expand_add(a, row),
      tile::col_expand_sub(d, row), tile::col_expand_mul(a, row), tile::col_expand_div(a, row),
      tile::col_expand_max(a, row), tile::col_expand_min(a, row), tile::expands(a, 1));
  auto left = tile::move<Mem::Left>(a);
  auto right = tile::move<Mem::Right>(tile::transpose(a));
  auto c = tile::matmul(left, right);
  auto one = tile::slice<1, 8>(a, {0, 0});
  auto g = tile::gemv(one, right);
  auto bias = tile::create<AccumulatorOf<T>, 1, 4>();
  use(tile::matmul_acc(c, left, right), tile::matmul_acc(c, a, right, true), tile::matmul_bias(a, right, bias),
      tile::gemv_acc(g, one, right), tile::gemv_bias(one, right, bias));
  auto index = tile::create<std::int32_t, 4, 8>();
  auto rows = tile::create<std::int32_t, 4, 1>();
  use(tile::gather(a, index), tile::gather_mask<MaskPattern::P0001>(a), tile::gather_compare(a, 1, Cmp::EQ),
      tile::gatherb(a, rows), tile::mgather(x, index, OutOfBounds::Clamp), tile::mgather<Coalesce::Row>(x, rows),
      tile::mscatter(a, index, x), tile::scatter(a, a, index),
      tile::scatter_mask<MaskPattern::P1010>(a, tile::slice<4, 4>(a, {0, 0})), tile::scatter_update(a, rows, a),
      tile::gather_row(a, x, {0, 0}, {0, 0}, {{n, n}}),
      tile::paged_gather<4>(x, tensor::create<std::int32_t, 4>(), tensor::create<std::int64_t, 4>(), 2));
}

template <class T> void float_tiles(Tile<T, 4, 8> a) {
  auto column = tile::row_sum(a);
  auto row = tile::col_sum(a);
  use(tile::exp(a), tile::log(a), tile::sin(a), tile::cos(a), tile::tanh(a), tile::erf(a), tile::sqrt(a),
      tile::rsqrt(a), tile::recip(a), tile::lrelu(a, 0.5), tile::prelu(a, a), tile::row_expand_expdif(a, column),
      tile::col_expand_expdif(a, row));
  use(math::exp(a(0, 0)), math::log(a(0, 0)), math::sin(a(0, 0)), math::cos(a(0, 0)), math::tanh(a(0, 0)),
      math::erf(a(0, 0)), math::sqrt(a(0, 0)), math::rsqrt(a(0, 0)), math::recip(a(0, 0)), math::abs(a(0, 0)),
      math::max(a(0, 0), a(0, 1)), math::min(a(0, 0), a(0, 1)), math::fma(a(0, 0), a(0, 1), a(0, 2)),
      math::cast<float>(a(0, 0)), math::shl(std::int32_t(1), std::int32_t(2)),
      math::shr(std::int32_t(4), std::int32_t(1)));
  if constexpr (detail::same_type<T, half> || detail::same_type<T, float>) {
    auto pairs = tile::sort32(a, tile::create<std::uint32_t, 4, 8>());
    use(tile::mrgsort(pairs, 64), tile::mrgsort(pairs, pairs, pairs));
  }
}

template <class T> void integer_tiles(Tile<T, 4, 8> a) {
  use(tile::and_(a, a), tile::or_(a, 1), tile::xor_(a, a), tile::shl(a, 1), tile::shr(a, a), tile::not_(a),
      tile::ci<T, 2, 4>(T(1)), tile::random<2, 2>({1, 2}, {3, 4, 5, 6}), math::abs(a(0, 0)), math::max(a(0, 0), T(1)));
}

template <class T> void memrefs(mem::MemRef<T, mem::L3, 4, 8> m, mem::MemRef<T, mem::L1, dyn, dyn> d, Index n) {
  mem::MemRef<T, mem::L3, dyn, 8> wide = m;
  use(wide, mem::MemRef<T, mem::L3, 4, 8>(wide), mem::MemRef<T, mem::L2, 2, 2>(m.data()),
      mem::MemRef<T, mem::L3, dyn>(m.data(), {{n}}), mem::alloc<T, mem::L1, 4, 8>(), mem::alloc<T, mem::L2, dyn>({n}));
  use(m(n, 0), m.extent(0), m.stride(0), m.data(), m.is_null(), m.size(), mem::load(d, n, 0), mem::linear(m, {n, 0}));
  use(mem::subview<2, 4>(m, {n, 0}), mem::subview<dyn, 4>(d, {n, 0}, {n, 4}), mem::subview<2, 4>(m, {n, 0}, {2, 1}),
      mem::rank_reduce<8>(mem::subview<1, 8>(m, {n, 0})), mem::collapse(m), mem::collapse<dyn>(d),
      mem::expand<2, dyn, 8>(wide), mem::reinterpret<2, 2>(m, n, {n, 1}));
  mem::store(T(1), m, n, 0);
  mem::prefetch(m, n, 0);
  mem::prefetch_write(d, n, n + 1);
  mem::copy(m, mem::subview<4, 8>(d, {0, 0}));
  linalg::copy(m, d);
  linalg::fill(T(1), d);
  linalg::map([](T a, T b) { return math::max(a, b); }, m, m, d);
  linalg::matmul(m, mem::subview<8, 8>(d, {0, 0}), m);
  linalg::generic<linalg::par<4>, linalg::red<8>>([&](Index i, Index j) { d(i, 0) = m(i, j); });
}

template <class T> void vectors(vec::Vec<T, 4, 8> v, mem::MemRef<T, mem::L3, 4, 8> m, Index n) {
  using vec::Combine;
  const auto mask = vec::cmp(v, v, Cmp::LT);
  use(v + v, v - v, v * v, v / v, -v, mask & mask, mask | mask, mask ^ mask, ~mask, vec::max(v, v), vec::min(v, v),
      vec::create_mask<8>(n), vec::fma(v, v, v), vec::select(mask, v, v), vec::select(true, v, v), vec::abs(v), vec::relu(v), math::relu(T(1)));
  use(vec::splat<T, 4, 8>(T(1)), vec::broadcast<4, 8>(T(1)), vec::broadcast<2, 4, 8>(v), vec::shape_cast<32>(v),
      vec::transpose<1, 0>(v), vec::extract(v, n, 0), vec::extract(v, n), vec::insert(T(1), v, n, 0),
      vec::insert(vec::extract(v, 0), v, n), vec::extract_slice<2, 2>(v, {n, 0}), vec::insert_slice(v, v, {n, 0}),
      vec::step<T, 4>(), v.lane(0));
  const auto row = vec::extract(v, 0);
  use(vec::shuffle<0, 8>(row, row), vec::shuffle<7, 0>(row), vec::concat(row, row), vec::interleave(row, row));
  use(vec::contract(v, vec::transpose<1, 0>(v), vec::splat<T, 4, 4>(T(0))), vec::reduce<Combine::Add>(v, T(0)),
      vec::reduce<Combine::Mul>(v, T(0)), vec::multi_reduction<Combine::Min, 1>(v, vec::splat<T, 4>(T(0))),
      vec::multi_reduction<Combine::Max, 0, 1>(v, T(0)), vec::cast<half>(v), vec::cast<std::int8_t>(v, RoundMode::Odd),
      vec::bitcast<std::uint8_t>(v), vec::unpack4<T>(vec::splat<std::uint8_t, 4>(n > 0)));
  use(vec::transfer_read<4, 8>(m, {n, 0}), vec::transfer_read<4, 8>(m, {n, 0}, T(1), mask), vec::load<8>(m, {n, 0}));
  vec::transfer_write(v, m, {n, 0});
  vec::transfer_write(v, m, {n, 0}, mask);
  vec::store(row, m, {n, 0});
  use(vec::dot(vec::splat<std::int8_t, 16>(1), vec::splat<std::uint8_t, 16>(n > 0), vec::splat<std::int16_t, 4>(2)));
  if constexpr (detail::is_floating<T>)
    use(vec::exp(v), vec::log(v), vec::sin(v), vec::cos(v), vec::tanh(v), vec::erf(v), vec::sqrt(v), vec::rsqrt(v),
        vec::recip(v));
  else
    use(v & v, v | v, v ^ v, ~v, v << v, v >> v, vec::reduce<Combine::And>(v, T(1)), vec::reduce<Combine::Or>(v, T(1)),
        vec::reduce<Combine::Xor>(v, T(1)));
}

template <class T> void all_of(Tensor<T, 4, 8> t, Tile<T, 4, 8> a, Index n) {
  tensors<T>(t, t, n);
  tiles<T>(t, n);
  memrefs<T>(t.data(), {}, n);
  vectors<T>({}, t.data(), n);
  if constexpr (detail::is_floating<T>) {
    float_tensors(t);
    float_tiles(a);
  } else {
    integer_tensors(t);
    integer_tiles(a);
  }
}

PTO_INCORE void in_core(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out, InOut<Tensor<float, 4, 8>> acc) {
  PTO_TAG("copy") tile::store(tile::load<4, 8>(x, {0, 0}), {0, 0}, out);
  PTO_TAG("sum") auto t = tile::load<4, 8>(acc, {0, 0});
  tile::store(tile::add(t, t), {0, 0}, acc);
}
PTO_INCORE vec::Vec<float, 8> on_vectors(In<mem::MemRef<float, mem::L3, 4, 8>> x, vec::Vec<float, 8> v,
                                         Out<mem::MemRef<float, mem::L3, dyn, 8>> out) {
  vec::transfer_write(v, out, {0, 0});
  return vec::load<8>(x, {0, 0});
}
PTO_AIC void cube(In<Tensor<float, 4, 8>>) {}
PTO_AIV void vector(In<Tensor<float, 4, 8>>) {}
PTO_OPAQUE Tuple<float, Index> opaque(Tensor<float, 4, 8> t) { return {t(0, 0), 1}; }
PTO_ORCHESTRATION Tensor<float, dyn, 8> orchestration(In<Tensor<float, dyn, 8>> x, Out<Tensor<float, dyn, 8>> out) {
  task::manual_scope scope;
  scf::parallel(0, x.extent(0), 1, [&](Index i) { tensor::assemble(out, tensor::slice<1, 8>(x, {i, 0}), {i, 0}); });
  scf::parallel(2, [&](Index) {});
  scf::forall(2, [&](Index) {});
  scf::forall(2, 3, [&](Index, Index) {});
  scf::forall(2, 3, 4, [&](Index, Index, Index) {});
  air::herd<2>([&](Index) {});
  air::herd<2, 3>([&](Index, Index) {});
  task::spmd(2, [](Index) { use(tile::get_block_idx(), tile::get_block_num()); }, Index{1});
  auto [result, id] = task::submit(opaque, Tensor<float, 4, 8>(x));
  use(result, id, trace::snapshot());
  trace::reset();
  return out;
}

void everything(Tensor<float, 4, 8> f, Tensor<half, 4, 8> h, Tensor<bf16, 4, 8> b, Tensor<double, 4, 8> d,
                Tensor<std::int8_t, 4, 8> i8, Tensor<std::int32_t, 4, 8> i32, Tensor<std::uint16_t, 4, 8> u16,
                Index n) {
  all_of<float>(f, tile::load<4, 8>(f, {0, 0}), n);
  all_of<half>(h, tile::load<4, 8>(h, {0, 0}), n);
  all_of<bf16>(b, tile::load<4, 8>(b, {0, 0}), n);
  all_of<double>(d, tile::load<4, 8>(d, {0, 0}), n);
  all_of<std::int8_t>(i8, tile::load<4, 8>(i8, {0, 0}), n);
  all_of<std::int32_t>(i32, tile::load<4, 8>(i32, {0, 0}), n);
  all_of<std::uint16_t>(u16, tile::load<4, 8>(u16, {0, 0}), n);
  cube(f);
  vector(f);
}

} // namespace

PTO_TEST_MAIN(in_core, on_vectors, orchestration, opaque, everything)
