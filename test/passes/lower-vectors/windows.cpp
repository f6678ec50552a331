// Windows of parameters have adjacent neighbours, or are a copy.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' %s -o %t.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <Index R, Index C> using Plane = Tensor<float, R, C>;
using Any = Plane<dyn, dyn>;

// Read; written in whole registers; written at the end of a row.
// CHECK-LABEL: void twice(
// CHECK-NEXT:    const auto in = pto::x86::in_window<dyn, 20>(x, {r, 0}, {rows, 20});
// CHECK-NEXT:    const auto out = pto::x86::out_window<dyn, 20>(y, {r, 0}, {rows, 20});
// CHECK:           const auto a = pto::x86::load16(in, i, 0);
// CHECK-NEXT:      pto::x86::store16(_mm512_add_ps(a, a), out, i, 0);
// CHECK-NEXT:      const auto b = pto::x86::read16(0.f, in, i, 16);
// CHECK-NEXT:      pto::x86::write16(_mm512_add_ps(b, b), out, i, 16);
PTO_INCORE void twice(In<Plane<dyn, 20>> x, Index r, Index rows, Out<Plane<dyn, 20>> y) {
  const auto in = mem::subview<dyn, 20>(mem::view(x), {r, 0}, {rows, 20});
  const auto out = mem::subview<dyn, 20>(mem::view(y), {r, 0}, {rows, 20});
  for (Index i = 0; i < rows; ++i) {
    const auto a = vec::load<16>(in, {i, 0});
    vec::store(a + a, out, {i, 0});
    const auto b = vec::transfer_read<16>(in, {i, 16});
    vec::transfer_write(b + b, out, {i, 16});
  }
}

// What is only asked for is neither read nor written.
// CHECK-LABEL: void ahead(
// CHECK-NEXT:    const auto in = pto::x86::in_window<8, 16>(x, {0, 0});
// CHECK-NEXT:    const auto out = pto::x86::out_window<8, 16>(y, {0, 0});
// CHECK:           in.prefetch(i + 2, 0);
// CHECK-NEXT:      out.prefetch_write(i, 0);
PTO_INCORE void ahead(In<Plane<8, 16>> x, Out<Plane<8, 16>> y) {
  const auto in = mem::subview<8, 16>(mem::view(x), {0, 0});
  const auto out = mem::subview<8, 16>(mem::view(y), {0, 0});
  for (Index i = 0; i < 8; ++i) {
    mem::prefetch(in, i + 2, 0);
    mem::prefetch_write(out, i, 0);
    const auto a = vec::load<16>(in, {i, 0});
    vec::store(a + a, out, {i, 0});
  }
}

// Both, and element by element.
// CHECK-LABEL: void shift(
// CHECK-NEXT:    const auto w = pto::x86::inout_window<4, 20>(x, {0, 0});
// CHECK:           w.store(w.load(i, 3), i, 19);
// CHECK-NEXT:      const auto a = pto::x86::load16(w, i, 0);
// CHECK-NEXT:      pto::x86::store16(_mm512_mul_ps(a, a), w, i, 2);
PTO_INCORE void shift(InOut<Plane<4, 20>> x) {
  const auto w = mem::subview<4, 20>(mem::view(x), {0, 0});
  for (Index i = 0; i < 4; ++i) {
    mem::store(mem::load(w, i, 3), w, i, 19);
    const auto a = vec::load<16>(w, {i, 0});
    vec::store(a * a, w, {i, 2});
  }
}

// Not at multiples of a register: never past the caches.
// CHECK-LABEL: void behind(
// CHECK-NEXT:    const auto in = pto::x86::in_window<4, 20>(x, {0, 0});
// CHECK-NEXT:    const auto out = pto::x86::inout_window<4, 20>(y, {0, 0});
PTO_INCORE void behind(In<Plane<4, 20>> x, Out<Plane<4, 20>> y) {
  const auto in = mem::subview<4, 20>(mem::view(x), {0, 0});
  const auto out = mem::subview<4, 20>(mem::view(y), {0, 0});
  for (Index i = 0; i < 4; ++i)
    vec::store(-vec::load<16>(in, {i, 0}), out, {i, 4});
}

// What is written is seen through another window: both stay views.
// CHECK-LABEL: void overlap(
// CHECK-NEXT:    const auto left = mem::subview<4, 18>(mem::view(y), {0, 0});
// CHECK-NEXT:    const auto right = mem::subview<4, 18>(mem::view(y), {0, 2});
// CHECK-NEXT:    const auto in = pto::x86::in_window<4, 20>(x, {0, 0});
// CHECK-NEXT:    const auto again = pto::x86::in_window<4, 18>(x, {0, 2});
PTO_INCORE void overlap(In<Plane<4, 20>> x, Out<Plane<4, 20>> y) {
  const auto left = mem::subview<4, 18>(mem::view(y), {0, 0});
  const auto right = mem::subview<4, 18>(mem::view(y), {0, 2});
  const auto in = mem::subview<4, 20>(mem::view(x), {0, 0});
  const auto again = mem::subview<4, 18>(mem::view(x), {0, 2});
  for (Index i = 0; i < 4; ++i) {
    vec::store(vec::load<16>(in, {i, 0}), left, {i, 0});
    vec::store(vec::load<16>(left, {i, 0}) + vec::load<16>(again, {i, 0}), right, {i, 0});
  }
}

// A window with steps, one that goes elsewhere, one that another window shows a part of.
// CHECK-LABEL: void others(
// CHECK-NEXT:    const auto steps = mem::subview<4, 16>(mem::view(x), {0, 0}, {1, 2});
// CHECK-NEXT:    const auto whole = mem::subview<4, 32>(mem::view(x), {0, 0});
// CHECK-NEXT:    const auto part = mem::subview<2, 16>(whole, {1, 8});
// CHECK-NEXT:    const auto out = pto::x86::out_window<4, 16>(y, {0, 0});
PTO_INCORE void others(In<Plane<4, 32>> x, Out<Plane<4, 16>> y) {
  const auto steps = mem::subview<4, 16>(mem::view(x), {0, 0}, {1, 2});
  const auto whole = mem::subview<4, 32>(mem::view(x), {0, 0});
  const auto part = mem::subview<2, 16>(whole, {1, 8});
  const auto out = mem::subview<4, 16>(mem::view(y), {0, 0});
  for (Index i = 0; i < 4; ++i)
    vec::store(vec::load<16>(steps, {i, 0}) + vec::load<16>(part, {i / 2, 0}), out, {i, 0});
}

// A body that is a lambda may take what it names by value.
// CHECK-LABEL: void inside(
// CHECK-NEXT:    const auto in = mem::subview<4, 20>(mem::view(x), {0, 0});
PTO_INCORE void inside(In<Plane<4, 20>> x, Out<Plane<4, 20>> y) {
  const auto in = mem::subview<4, 20>(mem::view(x), {0, 0});
  scf::parallel({0}, {4}, {1}, [=](Index i) {
    const auto out = mem::subview<4, 20>(mem::view(y), {0, 0});
    vec::store(vec::load<16>(in, {i, 0}), out, {i, 0});
  });
}

// Memory of the function's own is on the stack, when it is small and no more than elements. Short loops are unrolled.
// CHECK-LABEL: float buffers(
// CHECK-NEXT:    const auto in = pto::x86::in_window<4, 32>(x, {0, 0});
// CHECK-NEXT:    pto::x86::Buffer<float, mem::L1, 1, 32> b;
// CHECK-NEXT:    const auto large = mem::alloc<float, mem::L1, 64, 33>();
// CHECK-NEXT:    const auto shown = mem::alloc<float, mem::L1, 1, 32>();
// CHECK-NEXT:    PTO_X86_UNROLL for (Index c = 0; c < 32; c += 16) {
// CHECK-NEXT:      pto::x86::store16(pto::x86::load16(in, 1, c), b, 0, c);
// CHECK:         b.store(b.load(0, 4) + 1.f, 0, 3);
PTO_INCORE float buffers(In<Plane<4, 32>> x) {
  const auto in = mem::subview<4, 32>(mem::view(x), {0, 0});
  const auto b = mem::alloc<float, mem::L1, 1, 32>();
  const auto large = mem::alloc<float, mem::L1, 64, 33>();
  const auto shown = mem::alloc<float, mem::L1, 1, 32>();
  for (Index c = 0; c < 32; c += 16) {
    vec::store(vec::load<16>(in, {1, c}), b, {0, c});
    vec::store(vec::load<16>(in, {2, c}), large, {33, c});
    vec::store(vec::load<16>(in, {3, c}), shown, {0, c});
  }
  mem::store(mem::load(b, 0, 4) + 1.f, b, 0, 3);
  const auto part = mem::subview<1, 4>(shown, {0, 2});
  return mem::load(b, 0, 3) + mem::load(large, 33, 31) + mem::load(part, 0, 1);
}

// What is loaded is a value, and stays one; commas and names of the same spelling stay what they are.
// CHECK-LABEL: float values(
// CHECK:         const auto &before = w.load(0, 0);
// CHECK:         w.store((++n, 3.f), (n, 0), 0);
// CHECK:         n > 0 ? w.store(before, 0, 1) : w.store(2.f, 0, 1);
PTO_INCORE float values(InOut<Plane<4, 20>> x, Index n) {
  const auto w = mem::subview<4, 20>(mem::view(x), {0, 0});
  vec::store(vec::load<16>(w, {1, 0}), w, {2, 0});
  const auto &before = mem::load(w, 0, 0);
  mem::store((++n, 3.f), w, (n, 0), 0);
  n > 0 ? mem::store(before, w, 0, 1) : mem::store(2.f, w, 0, 1);
  return before + mem::load(w, 0, 1);
}

// A short loop that is the body of something else, without braces.
// CHECK-LABEL: void bodies(
// CHECK:           if (n > 0)
// CHECK-NEXT:        PTO_X86_UNROLL for (Index c = 0; c < 32; c += 16)
// CHECK:           else
// CHECK-NEXT:        PTO_X86_UNROLL for (Index c = 0; c < 32; c += 16)
PTO_INCORE void bodies(In<Plane<4, 32>> x, Index n, Out<Plane<4, 32>> y) {
  const auto in = mem::subview<4, 32>(mem::view(x), {0, 0});
  const auto out = mem::subview<4, 32>(mem::view(y), {0, 0});
  for (Index r = 0; r < 4; ++r)
    if (n > 0)
      for (Index c = 0; c < 32; c += 16)
        vec::store(vec::load<16>(in, {r, c}), out, {r, c});
    else
      for (Index c = 0; c < 32; c += 16)
        vec::store(-vec::load<16>(in, {r, c}), out, {r, c});
}

// Tensors whose neighbours are apart, on either side and on both.
PTO_ORCHESTRATION void apart(In<Plane<7, 20>> x, Out<Plane<7, 20>> y, Out<Plane<7, 20>> z, InOut<Plane<20, 4>> s,
                             Out<Plane<20, 4>> t, Out<Plane<4, 20>> u) {
  auto tall = tensor::create<float, 20, 7>();
  for (Index i = 0; i < 7; ++i)
    for (Index k = 0; k < 20; ++k)
      tall(k, i) = x(i, k) + 1.f, y(i, k) = 0.f, z(i, k) = 0.f;
  auto out = tensor::create<float, 20, 7>();
  for (Index i = 0; i < 7; ++i)
    for (Index k = 0; k < 20; ++k)
      out(k, i) = -1.f;
  for (Index i = 0; i < 4; ++i)
    for (Index k = 0; k < 20; ++k)
      t(k, i) = 0.f, u(i, k) = 0.f;
  twice(tensor::transpose<0, 1>(tall), 0, 3, y);
  twice(tensor::transpose<0, 1>(tall), 3, 4, tensor::transpose<0, 1>(out));
  for (Index i = 0; i < 7; ++i)
    for (Index k = 0; k < 20; ++k)
      z(i, k) = out(k, i);
  shift(tensor::transpose<0, 1>(s));
  behind(tensor::transpose<0, 1>(s), tensor::transpose<0, 1>(t));
  overlap(tensor::transpose<0, 1>(t), u);
}

PTO_TEST_MAIN(ahead, apart, behind, overlap, others, inside, buffers, values, bodies)
