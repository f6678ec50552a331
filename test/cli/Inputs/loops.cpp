#include <pto/dsl.h>
using namespace pto::dsl;

PTO_INCORE void sums(In<mem::MemRef<float, mem::L1, 16, 8>> a, InOut<mem::MemRef<float, mem::L1, 8>> c,
                     InOut<mem::MemRef<float, mem::L1, 8>> d, Index n) {
  PTO_TAG("first")
  for (Index k = 0; k < 16; ++k) {
    const auto acc = vec::transfer_read<8>(c, {0});
    const auto again = vec::transfer_read<8>(c, {0});
    vec::transfer_write(acc + again, c, {0});
  }
  PTO_TAG("second")
  for (Index k = 0; k < n; ++k) {
    const auto total = vec::transfer_read<8>(d, {0});
    const auto row = vec::transfer_read<8>(a, {k, 0});
    const auto same = vec::transfer_read<8>(a, {k, 0});
    vec::transfer_write(total + row * same, d, {0});
  }
  PTO_TAG("statement") vec::transfer_write(vec::transfer_read<8>(d, {0}), c, {0});
}
