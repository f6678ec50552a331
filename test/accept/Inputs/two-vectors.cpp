#include <pto/dsl.h>
using namespace pto::dsl;

using Row = mem::MemRef<float, mem::L1, 16>;

PTO_INCORE void twice(In<Row> x, Out<Row> out) {
  const auto a = vec::transfer_read<16>(x, {0});
  vec::transfer_write(a + a, out, {0});
}

PTO_INCORE void square(In<Row> x, Out<Row> out) {
  const auto a = vec::transfer_read<16>(x, {0});
  vec::transfer_write(a * a, out, {0});
}
