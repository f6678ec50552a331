// Tensor handles: creation, aliasing, windows, assemble, reshape and the other views.
#include "support.h"

#include <utility>

using namespace pto::dsl;

namespace {

Tensor<float, 4, 8> counted() {
  auto t = tensor::create<float, 4, 8>();
  for (Index r = 0; r < 4; ++r)
    for (Index c = 0; c < 8; ++c)
      t(r, c) = float(10 * r + c);
  return t;
}

TEST(Tensor, CreateHasTheShape) {
  const Index n = 5;
  auto a = tensor::create<float, 4, 8>();
  static_assert(std::is_same_v<decltype(a), Tensor<float, 4, 8>>);
  auto b = tensor::create<half>({n, 8});
  static_assert(std::is_same_v<decltype(b), Tensor<half, dyn, dyn>>);
  auto c = tensor::create<int8_t, dyn, 8>({n, 8});
  static_assert(std::is_same_v<decltype(c), Tensor<int8_t, dyn, 8>>);
  auto d = tensor::create<float, 3>();
  static_assert(std::is_same_v<decltype(d), Tensor<float, 3>>);
  EXPECT_EQ(a.extent(0), 4);
  EXPECT_EQ(a.stride(0), 8);
  EXPECT_EQ(b.extent(0), 5);
  EXPECT_EQ(b.extent(1), 8);
  EXPECT_EQ(c.extent(0), 5);
  EXPECT_EQ(c.valid(0), 5);
  EXPECT_EQ(b.size(), 40);
  EXPECT_TRUE(a.is_contiguous());
  EXPECT_FALSE(a.is_null());
  EXPECT_TRUE((Tensor<float, 2>().is_null()));
  EXPECT_EQ(tensor::dim(b, 0), 5);
  EXPECT_EQ(tensor::dim(b, -1), 8);
}

TEST(Tensor, InitValueFillsEverything) {
  auto a = tensor::create<float, 4, 8>({.init_value = 2.5f});
  auto b = tensor::create<bf16>({3, 2}, {.init_value = 7});
  auto c = tensor::full<int, dyn, 4>({2, 4}, -1);
  support::expect_cells(a, 4, 8, [](Index, Index) { return 2.5f; }, "init_value");
  support::expect_cells(b, 3, 2, [](Index, Index) { return bf16(7.f); }, "init_value");
  support::expect_cells(c, 2, 4, [](Index, Index) { return -1; }, "full");
  EXPECT_EQ((tensor::full<double, 2>(0.5)(1)), 0.5);
}

TEST(Tensor, ColumnMajorLayoutIsPhysical) {
  auto a = tensor::create<float, 2, 3>({.layout = Layout::DN});
  EXPECT_EQ(a.stride(0), 1);
  EXPECT_EQ(a.stride(1), 2);
  EXPECT_FALSE(a.is_contiguous());
  a(1, 2) = 9;
  EXPECT_EQ(a.data()[5], 9);
}

TEST(Tensor, CopiesAlias) {
  auto a = tensor::create<float, 4, 8>({.init_value = 0});
  const auto b = a;
  b(1, 1) = 5; // const is shallow
  EXPECT_EQ(a(1, 1), 5);
  Tensor<float, 4, 8> c;
  c = a;
  c(0, 0) = 6;
  EXPECT_EQ(b(0, 0), 6);
}

TEST(Tensor, StorageLivesAsLongAsAnyHandle) {
  Tensor<float, 8> row;
  {
    auto a = counted();
    row = tensor::slice<8>(a, {2, 0});
  }
  auto churn = tensor::full<float, 4, 8>(-1); // would reuse the storage if it were free
  EXPECT_EQ(row(3), 23);
  Tensor<float, 8> moved = std::move(row);
  EXPECT_EQ(moved(3), 23);
  const Tensor<float, 8> &same = moved;
  moved = same;
  EXPECT_EQ(moved(3), 23);
}

TEST(Tensor, WrapsMemoryOfTheUser) {
  float memory[12] = {};
  Tensor<float, 3, 4> a(memory);
  Tensor<float, dyn, dyn> b(memory, {{2, 6}});
  a(1, 2) = 7;
  EXPECT_EQ(memory[6], 7);
  EXPECT_EQ(b(1, 0), 7);
}

void takes_dynamic(In<Tensor<float, dyn, 8>> x, Out<Tensor<float, dyn, 8>> out) { out(0, 0) = x(1, 1); }

TEST(Tensor, StaticExtentsConvertToDynamic) {
  auto a = counted();
  auto out = tensor::create<float, 4, 8>();
  takes_dynamic(a, out);
  EXPECT_EQ(out(0, 0), 11);
  static_assert(std::is_convertible_v<Tensor<float, 4, 8>, Tensor<float, dyn, 8>>);
  static_assert(!std::is_convertible_v<Tensor<float, dyn, 8>, Tensor<float, 4, 8>>);
  static_assert(std::is_constructible_v<Tensor<float, 4, 8>, Tensor<float, dyn, 8>>);
  static_assert(!std::is_constructible_v<Tensor<float, 4, 8>, Tensor<float, 5, 8>>);
  static_assert(!std::is_constructible_v<Tensor<float, 4, 8>, Tensor<half, 4, 8>>);
  Tensor<float, dyn, 8> d = a;
  Tensor<float, 4, 8> e(d);
  EXPECT_EQ(e(1, 1), 11);
}

TEST(Tensor, DenseTensorIndexesLinearly) {
  auto a = counted();
  DenseTensor<float, 4, 8> d = a;
  EXPECT_EQ(d[9], 11);
  DenseTensor<float, dyn, dyn> e = a;
  e[9] = 3;
  EXPECT_EQ(a(1, 1), 3);
  EXPECT_EQ(tensor::add(d, d)[0], 0);
}

TEST(TensorSlice, IsAWindow) {
  auto a = counted();
  auto s = tensor::slice<2, 3>(a, {1, 4});
  static_assert(std::is_same_v<decltype(s), Tensor<float, 2, 3>>);
  support::expect_cells(s, 2, 3, [](Index r, Index c) { return float(10 * (r + 1) + c + 4); }, "slice");
  s(0, 0) = -1;
  EXPECT_EQ(a(1, 4), -1);
  EXPECT_EQ(s.stride(0), 8);
  EXPECT_FALSE(s.is_contiguous());
  EXPECT_TRUE((tensor::slice<1, 3>(a, {1, 4}).is_contiguous()));
}

TEST(TensorSlice, SizesMayBeDynamic) {
  auto a = counted();
  const Index n = 2;
  auto s = tensor::slice(a, {1, 4}, {n, 3});
  static_assert(std::is_same_v<decltype(s), Tensor<float, dyn, dyn>>);
  auto u = tensor::slice<dyn, 4>(a, {1, 4}, {n, 4});
  static_assert(std::is_same_v<decltype(u), Tensor<float, dyn, 4>>);
  EXPECT_EQ(s(1, 2), 26);
  EXPECT_EQ(u(1, 3), 27);
}

TEST(TensorSlice, FewerSizesDropLeadingDimensions) {
  auto a = tensor::create<int, 2, 3, 4>();
  for (Index i = 0; i < 24; ++i)
    a(i / 12, i / 4 % 3, i % 4) = int(i);
  auto s = tensor::slice<2, 2>(a, {1, 1, 2});
  static_assert(std::is_same_v<decltype(s), Tensor<int, 2, 2>>);
  EXPECT_EQ(s(0, 0), 12 + 4 + 2);
  EXPECT_EQ(s(1, 1), 12 + 8 + 3);
  EXPECT_EQ((tensor::slice<3>(a, {1, 2, 1})(2)), 23);
  EXPECT_EQ(tensor::slice(a, {1, 2, 1}, {3})(0), 21);
}

TEST(TensorSlice, KeepsWhatIsValidOfTheWindow) {
  auto a = tensor::set_validshape(counted(), {3, 5});
  auto s = tensor::slice<2, 4>(a, {2, 3});
  EXPECT_EQ(s.valid(0), 1);
  EXPECT_EQ(s.valid(1), 2);
  EXPECT_EQ((tensor::slice<2, 2>(a, {0, 6}).valid(1)), 0);
  EXPECT_EQ((tensor::slice<4>(a, {3, 0}).valid(0)), 0); // the dropped dimension is not valid there
}

TEST(TensorAssemble, CopiesAndReturnsTheTarget) {
  auto a = counted();
  auto s = tensor::full<float, 2, 3>(-1);
  auto r = tensor::assemble(a, s, {1, 4});
  EXPECT_EQ(r.data(), a.data());
  support::expect_cells(
      a, 4, 8, [](Index r, Index c) { return r >= 1 && r < 3 && c >= 4 && c < 7 ? -1.f : float(10 * r + c); },
      "assemble");
  s(0, 0) = 5; // a copy, not a view
  EXPECT_EQ(a(1, 4), -1);
}

TEST(TensorAssemble, PadsTheRank) {
  auto a = tensor::full<float, 2, 3, 4>(0);
  auto row = tensor::full<float, 4>(2);
  tensor::assemble(a, row, {1, 2, 0});
  EXPECT_EQ(a(1, 2, 3), 2);
  EXPECT_EQ(a(1, 1, 3), 0);
  EXPECT_EQ(a(0, 2, 3), 0);
}

TEST(TensorAssemble, CopiesOnlyTheValidPart) {
  auto a = tensor::full<float, 4, 8>(0);
  auto s = tensor::set_validshape(tensor::full<float, 2, 4>(1), {1, 3});
  tensor::assemble(a, s, {0, 0});
  support::expect_cells(a, 4, 8, [](Index r, Index c) { return r < 1 && c < 3 ? 1.f : 0.f; }, "valid");
}

TEST(TensorAssemble, AddsAtomically) {
  auto a = counted();
  tensor::assemble(a, tensor::full<float, 1, 8>(0.5f), {2, 0}, Atomic::Add);
  EXPECT_EQ(a(2, 3), 23.5f);
  EXPECT_EQ(a(1, 3), 13);
}

TEST(TensorAssemble, OntoItselfChangesNothing) {
  auto a = counted();
  tensor::assemble(a, tensor::slice<2, 8>(a, {1, 0}), {1, 0});
  support::expect_cells(a, 4, 8, [](Index r, Index c) { return float(10 * r + c); }, "self");
}

TEST(TensorReshape, IsAView) {
  auto a = counted();
  auto b = tensor::reshape<2, 16>(a);
  static_assert(std::is_same_v<decltype(b), Tensor<float, 2, 16>>);
  EXPECT_EQ(b(1, 3), 23);
  b(0, 0) = 99;
  EXPECT_EQ(a(0, 0), 99);
  const Index n = 4;
  EXPECT_EQ(tensor::reshape(a, {n, 2, 4})(3, 1, 3), 37);
  EXPECT_EQ((tensor::reshape<dyn, 4>(a, {8, 4})(7, 3)), 37);
  EXPECT_EQ(tensor::reshape<32>(a)(31), 37);
}

TEST(TensorReshape, OfItsOwnShapeKeepsTheValidPart) {
  auto a = tensor::set_validshape(counted(), {2, 3});
  EXPECT_EQ((tensor::reshape<4, 8>(a).valid(1)), 3);
}

TEST(TensorView, HasValidExtentsOfItsOwn) {
  auto v = tensor::view<8, 4>(counted(), {5, 4});
  EXPECT_EQ(v.valid(0), 5);
  EXPECT_EQ(v(7, 3), 37);
}

TEST(TensorTranspose, IsAView) {
  auto a = counted();
  auto t = tensor::transpose<0, 1>(a);
  static_assert(std::is_same_v<decltype(t), Tensor<float, 8, 4>>);
  EXPECT_EQ(t(3, 2), 23);
  t(3, 2) = 1;
  EXPECT_EQ(a(2, 3), 1);
  auto b = tensor::create<int, 2, 3, 4>();
  static_assert(std::is_same_v<decltype(tensor::transpose<0, 2>(b)), Tensor<int, 4, 3, 2>>);
}

TEST(TensorReinterpret, SeesTheBytes) {
  auto a = tensor::full<float, 2, 4>(1.f);
  auto h = tensor::reinterpret<int16_t>(a);
  static_assert(std::is_same_v<decltype(h), Tensor<int16_t, 2, 8>>);
  EXPECT_EQ(tensor::read(h, {1, 0}), 0);
  EXPECT_EQ(tensor::read(h, {1, 1}), 0x3F80);
}

TEST(TensorElement, ReadAndWrite) {
  auto a = counted();
  EXPECT_EQ(tensor::read(a, {3, 1}), 31);
  EXPECT_EQ(tensor::write(a, {3, 1}, 2).data(), a.data());
  EXPECT_EQ(a(3, 1), 2);
  EXPECT_EQ(tensor::no_dep(a).data(), a.data());
}

// Roles are transparent to deduction, and the body of an orchestration function reads as intended.
template <class T, Index R, Index C>
PTO_INCORE Tensor<T, 1, C> fill_row(In<Tensor<T, R, C>> x, Index r, Out<Tensor<T, 1, C>> out) {
  auto t = tile::load<1, C>(x, {r, 0});
  return tile::store(t, {0, 0}, out);
}

TEST(Roles, DeductionPassesThrough) {
  auto x = counted();
  auto out = tensor::create<float, 4, 8>({.init_value = 0});
  for (Index r = 0; r < 4; ++r) {
    Tensor<float, 1, 8> row = tensor::create<float, 1, 8>();
    row = fill_row(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  support::expect_cells(out, 4, 8, [](Index r, Index c) { return float(10 * r + c); }, "rows");
}

TEST(Task, SubmitCallsAtOnce) {
  auto x = counted();
  auto row = tensor::create<float, 1, 8>();
  task::manual_scope scope;
  auto [result, id] = task::submit(fill_row<float, 4, 8>, x, 2, row);
  EXPECT_EQ(result.data(), row.data());
  EXPECT_EQ(row(0, 1), 21);
  auto [next] = task::submit([&] { row(0, 0) = 4; });
  EXPECT_EQ(row(0, 0), 4);
  EXPECT_GT(next.value, id.value);
}

TEST(TupleResults, Bind) {
  auto make = [] { return Tuple{tensor::full<float, 2>(1), Index{4}, 2.5}; };
  auto [t, n, x] = make();
  EXPECT_EQ(t(1), 1);
  EXPECT_EQ(n, 4);
  EXPECT_EQ(x, 2.5);
}

} // namespace
