//===- dsl.h - everything a kernel needs --------------------------------------===//
//
//   #include <pto/dsl.h>
//   using namespace pto::dsl;
//
// Reading order for newcomers: core.h (shapes, roles), tensor.h and tensor_memory.h
// (orchestration), tile.h and tile_memory.h (kernels), then the op you need. One level
// below: mem.h, vec.h and linalg.h.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_H
#define PTO_DSL_H

#include "pto/dsl/air.h"
#include "pto/dsl/core.h"
#include "pto/dsl/linalg.h"
#include "pto/dsl/math.h"
#include "pto/dsl/math_arith.h"
#include "pto/dsl/mem.h"
#include "pto/dsl/mem_shape.h"
#include "pto/dsl/scf.h"
#include "pto/dsl/task.h"
#include "pto/dsl/tensor.h"
#include "pto/dsl/tensor_arith.h"
#include "pto/dsl/tensor_gather.h"
#include "pto/dsl/tensor_make.h"
#include "pto/dsl/tensor_matmul.h"
#include "pto/dsl/tensor_memory.h"
#include "pto/dsl/tensor_partial.h"
#include "pto/dsl/tensor_reduce.h"
#include "pto/dsl/tensor_shape.h"
#include "pto/dsl/tensor_unary.h"
#include "pto/dsl/tile.h"
#include "pto/dsl/tile_arith.h"
#include "pto/dsl/tile_bits.h"
#include "pto/dsl/tile_cast.h"
#include "pto/dsl/tile_expand.h"
#include "pto/dsl/tile_gather.h"
#include "pto/dsl/tile_make.h"
#include "pto/dsl/tile_matmul.h"
#include "pto/dsl/tile_memory.h"
#include "pto/dsl/tile_partial.h"
#include "pto/dsl/tile_reduce.h"
#include "pto/dsl/tile_shape.h"
#include "pto/dsl/tile_sort.h"
#include "pto/dsl/tile_unary.h"
#include "pto/dsl/trace.h"
#include "pto/dsl/vec.h"
#include "pto/dsl/vec_arith.h"
#include "pto/dsl/vec_cast.h"
#include "pto/dsl/vec_reduce.h"
#include "pto/dsl/vec_shape.h"
#include "pto/dsl/vec_transfer.h"
#include "pto/dsl/vec_unary.h"

#endif
