#include <pto/dsl.h>
using namespace pto::dsl;

PTO_INCORE void keeps(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  auto t = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<4, 8>(t);
  tile::store(b, {0, 0}, out);
}

PTO_INCORE void other(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 8, 4>> out) {
  auto t = tile::load<4, 8>(x, {0, 0});
  auto b = tile::reshape<8, 4>(t);
  tile::store(b, {0, 0}, out);
}
