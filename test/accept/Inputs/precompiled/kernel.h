#pragma once
#include <pto/dsl.h>
PTO_INCORE inline void keep(pto::dsl::In<pto::dsl::Tensor<float, 4, 8>> x, pto::dsl::Out<pto::dsl::Tensor<float, 4, 8>> out) {
  using namespace pto::dsl;
  auto t = tile::load<4, 8>(x, {0, 0});
  auto same = tile::reshape<4, 8>(t);
  tile::store(same, {0, 0}, out);
}
