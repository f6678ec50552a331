// Rows divided by their root mean square.

#pragma once
#include <pto/dsl.h>

namespace norm {

constexpr pto::dsl::Index rows = 32, cols = 64, block = 8;
using Matrix = pto::dsl::Tensor<float, rows, cols>;

void normalise(pto::dsl::In<Matrix> x, pto::dsl::Out<Matrix> out);

} // namespace norm
