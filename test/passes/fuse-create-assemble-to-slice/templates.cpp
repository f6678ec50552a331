// Templates are analysed instance by instance and edited once: all instances must agree.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../Inputs/kernels.h"

template <class T, Index C> PTO_INCORE Tensor<T, 1, C> copy_row(In<Tensor<T, 4, C>> x, Index r, Out<Tensor<T, 1, C>> row) {
  auto t = tile::load<1, C>(x, {r, 0});
  return tile::store(t, {0, 0}, row);
}

// One remark, one edit, however many instances.
// CHECK-LABEL: instances_agree(
// CHECK-NEXT: for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:   auto row = tensor::slice<1, C>(out, {r, 0});
// CHECK-NEXT:   row = copy_row<T, C>(x, r, row);
// CHECK-NEXT: }
template <class T, Index C>
PTO_ORCHESTRATION Tensor<T, 4, C> instances_agree(In<Tensor<T, 4, C>> x, Out<Tensor<T, 4, C>> out) {
  for (Index r = 0; r < 4; ++r) {
    auto row = tensor::create<T, 1, C>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = copy_row<T, C>(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// With Step = 0 the row that is read is the one that is written; with Step = 1 it is the next one.
// CHECK-LABEL: instances_disagree(
// CHECK:        auto row = tensor::create<float, 1, 8>();
// CHECK:        out = tensor::assemble(out, row, {r, 0});
template <Index Step> PTO_ORCHESTRATION Rows instances_disagree(In<Rows> x, Out<Rows> out) {
  for (Index r = 0; r + 1 < 4; r += 2) {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
    row = fill(x, r, row);
    float s = tensor::read(out, {r + Step, 0});
    out = tensor::assemble(out, row, {r, 0});
    tensor::write(out, {r + 1, 1}, s);
  }
  return out;
}

// Only one instance has the read.
// CHECK-LABEL: read_in_one_instance(
// CHECK:      auto row = tensor::create<float, 1, 8>();
template <bool Read> PTO_ORCHESTRATION Rows read_in_one_instance(In<Rows> x, Out<Rows> out) {
  float s = 0;
  auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
  row = fill(x, 0, row);
  if constexpr (Read)
    s = sum(out);
  out = tensor::assemble(out, row, {0, 0});
  return tensor::write(out, {3, 3}, s);
}

// Only one instance has the code at all.
// CHECK-LABEL: discarded_in_one_instance(
// CHECK:        auto row = tensor::create<float, 1, 8>();
template <bool Do> PTO_ORCHESTRATION Rows discarded_in_one_instance(In<Rows> x, Out<Rows> out) {
  if constexpr (Do) {
    auto row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
    row = fill(x, 0, row);                    // NOTE: :{{.*}}: note:
    out = tensor::assemble(out, row, {0, 0});
  }
  return out;
}

// A pack as extents.
// CHECK-LABEL: pack_of_extents(
// CHECK-NEXT: auto block = tensor::slice<D...>(out, {0, 0});
template <Index... D> PTO_ORCHESTRATION Rows pack_of_extents(In<Rows> x, Out<Rows> out) {
  auto block = tensor::create<float, D...>(); // FUSED: :[[@LINE]]:{{.*}}'block' became a view of 'out'
  tile::store(tile::load<D...>(x, {0, 0}), {0, 0}, block);
  out = tensor::assemble(out, block, {0, 0});
  return out;
}

// CHECK-LABEL: dependent_name(
// CHECK-NEXT: auto row = tensor::{{(template )?}}slice<1, N>(out, {1, 0});
template <Index N> PTO_ORCHESTRATION Rows dependent_name(In<Rows> x, Out<Rows> out) {
  auto row = tensor::template create<float, 1, N>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
  return out;
}

// Never used: nothing is known of it.
// CHECK-LABEL: never_instantiated(
// CHECK-NEXT: auto row = tensor::create<T, 1, 8>();
template <class T> PTO_ORCHESTRATION Rows never_instantiated(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<T, 1, 8>(); // KEPT: :[[@LINE-1]]:{{.*}},not-instantiated]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// A specialisation is a function of its own.
template <class T> PTO_ORCHESTRATION Rows specialised(In<Rows> x, Out<Rows> out);
// CHECK-LABEL: specialised<float>(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
template <> PTO_ORCHESTRATION Rows specialised<float>(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
  return out;
}

// Instantiated by name.
// CHECK-LABEL: by_name(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {2, 0});
template <Index N> PTO_ORCHESTRATION Rows by_name(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, N, row);
  out = tensor::assemble(out, row, {2, 0});
  return out;
}
template Rows by_name<1>(In<Rows>, Out<Rows>);

// CHECK-LABEL: abbreviated(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {2, 0});
PTO_ORCHESTRATION Rows abbreviated(const auto &x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = paint(1.f, row);
  out = tensor::assemble(out, row, {2, 0});
  return tensor::write(out, {0, 0}, tensor::read(x, {0, 0}));
}
PTO_ORCHESTRATION Rows calls_abbreviated(In<Rows> x, Out<Rows> out) { return abbreviated(x, out); }

template <class T> struct Layer {
  // CHECK-LABEL: of_a_class_template(
  // CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
  PTO_ORCHESTRATION static Rows of_a_class_template(In<Rows> x, Out<Rows> out) {
    auto row = tensor::create<T, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    row = fill(x, 0, row);
    out = tensor::assemble(out, row, {1, 0});
    return out;
  }
  PTO_ORCHESTRATION Rows defined_outside(In<Rows> x, Out<Rows> out);
};

// CHECK-LABEL: Layer<T>::defined_outside(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {2, 0});
template <class T> PTO_ORCHESTRATION Rows Layer<T>::defined_outside(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<T, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {2, 0});
  return out;
}

PTO_ORCHESTRATION Rows calls_layer(In<Rows> x, Out<Rows> out) {
  Layer<float>::of_a_class_template(x, out);
  return Layer<float>().defined_outside(x, out);
}

// The kernel is a template argument: another one may read the target.
inline Row look_at(In<Rows> x, Index r, Out<Row> row) { return fill(x, r, row); }

// CHECK-LABEL: kernel_as_argument(
// CHECK-NEXT: auto row = tensor::slice<1, 8>(out, {1, 0});
template <auto Kernel> PTO_ORCHESTRATION Rows kernel_as_argument(In<Rows> x, Out<Rows> out) {
  auto row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = Kernel(x, 0, row);
  out = tensor::assemble(out, row, {1, 0});
  return out;
}

// A lambda with a deduced parameter is not looked into.
PTO_ORCHESTRATION Rows generic_lambda(In<Rows> x, Out<Rows> out) {
  scf::parallel(4, [&](auto r) {
    auto row = tensor::create<float, 1, 8>();
    row = fill(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  });
  return out;
}

PTO_TEST_MAIN(instances_agree<float, 8>, instances_agree<double, 16>, instances_disagree<0>, instances_disagree<1>,
              read_in_one_instance<true>, read_in_one_instance<false>, discarded_in_one_instance<true>,
              discarded_in_one_instance<false>, pack_of_extents<2, 8>, dependent_name<8>, specialised<float>,
              by_name<1>, calls_abbreviated, calls_layer, kernel_as_argument<fill>, kernel_as_argument<look_at>,
              generic_lambda)
