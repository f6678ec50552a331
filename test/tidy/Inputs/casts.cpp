#include <pto/dsl.h>
using namespace pto::dsl;

using V = vec::Vec<float, 16>;

PTO_INCORE V normalise(const V &x, const V &var) {
  const auto sd = vec::sqrt(var);
  const auto inv = vec::splat<float, 16>(1.0f) / sd;
  return x * inv;
}
