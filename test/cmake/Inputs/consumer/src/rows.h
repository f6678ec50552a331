#pragma once
#include <pto/dsl.h>
void copy_rows(pto::dsl::Tensor<float, 4, 8> x, pto::dsl::Tensor<float, 4, 8> out);
