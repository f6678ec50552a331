# The peers, and the limits. Everything here is optional.

bench_module(limit "limit" peers/limits.cpp COMPILER "${PTO_BENCH_CLANG}" FAMILIES limit FLAGS -march=${PTO_BENCH_MARCH})

# --- plain loops ----------------------------------------------------------------------
# name | compiler | what it adds to -O3 -march=...
set(plain
  "g++ -O3|g++|"
  "g++ fast|g++|fast"
  "g++ fast 512|g++|fast -mprefer-vector-width=512"
  "clang++ -O3|clang++|"
  "clang++ -O3 512|clang++|-mprefer-vector-width=512"
  "clang++ fast|clang++|fast"
  "clang++ fast libmvec|clang++|fast -fveclib=libmvec"
  "clang++ fast libmvec 512|clang++|fast -fveclib=libmvec -mprefer-vector-width=512")
set(rows_families softmax rmsnorm layernorm)
set(arrays_families gelu vadd saxpy sum)
set(products_families sgemm bf16gemm)
set(attention_families attention)
set(buffers_families staged chain)

foreach(each IN LISTS plain)
  string(REPLACE "|" ";" fields "${each}")
  list(GET fields 0 label)
  list(GET fields 1 compiler)
  list(GET fields 2 flags)
  separate_arguments(flags)
  set(fast)
  if("fast" IN_LIST flags)
    list(REMOVE_ITEM flags fast)
    set(fast FAST_MATH)
  endif()
  set(path "${PTO_BENCH_GCC}")
  if(compiler STREQUAL "clang++")
    set(path "${PTO_BENCH_CLANG}")
  endif()
  foreach(source IN ITEMS rows arrays products attention buffers)
    bench_module(peer "${label}" peers/plain/${source}.cpp COMPILER "${path}" FAMILIES ${${source}_families} ${fast}
      FLAGS -march=${PTO_BENCH_MARCH} ${flags})
  endforeach()
endforeach()

# --- libraries ------------------------------------------------------------------------
# Sets `found` to the flag for a directory of headers. The compiler's own has none: it would be searched too late.
function(bench_headers directory)
  set(found "")
  if(NOT directory IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    set(found -isystem "${directory}")
  endif()
  set(found "${found}" PARENT_SCOPE)
endfunction()

set(eigen_families softmax rmsnorm layernorm gelu vadd saxpy sum sgemm attention chain)
find_path(PTO_BENCH_EIGEN Eigen/Core PATH_SUFFIXES eigen3)
foreach(compiler IN ITEMS clang++ g++)
  set(path "${PTO_BENCH_GCC}")
  if(compiler STREQUAL "clang++")
    set(path "${PTO_BENCH_CLANG}")
  endif()
  if(PTO_BENCH_EIGEN)
    bench_headers("${PTO_BENCH_EIGEN}")
    bench_module(peer "Eigen ${compiler}" peers/eigen.cpp COMPILER "${path}" FAMILIES ${eigen_families}
      FLAGS -march=${PTO_BENCH_MARCH} -DNDEBUG ${found})
  else()
    bench_missing(peer "Eigen ${compiler}" "${eigen_families}" "not installed (libeigen3-dev)")
  endif()
endforeach()

set(highway_families softmax rmsnorm layernorm gelu vadd saxpy sum)
find_path(PTO_BENCH_HIGHWAY hwy/contrib/math/math-inl.h)
if(PTO_BENCH_HIGHWAY)
  bench_headers("${PTO_BENCH_HIGHWAY}")
  # Without AES its AVX2 is not offered, and x86-64-v3 has none.
  bench_module(peer "Highway" peers/highway.cpp COMPILER "${PTO_BENCH_CLANG}" FAMILIES ${highway_families}
    FLAGS -march=${PTO_BENCH_MARCH} -maes -mpclmul ${found})
else()
  bench_missing(peer "Highway" "${highway_families}" "not installed (libhwy-dev)")
endif()

find_path(PTO_BENCH_OPENBLAS openblas_config.h PATH_SUFFIXES openblas-serial openblas-pthread openblas)
find_library(PTO_BENCH_OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-serial openblas-pthread)
if(PTO_BENCH_OPENBLAS AND PTO_BENCH_OPENBLAS_LIBRARY)
  bench_headers("${PTO_BENCH_OPENBLAS}")
  bench_module(peer "OpenBLAS" peers/openblas.cpp COMPILER "${PTO_BENCH_CLANG}" FAMILIES sgemm saxpy
    FLAGS -march=${PTO_BENCH_MARCH} ${found} LIBS "${PTO_BENCH_OPENBLAS_LIBRARY}")
else()
  bench_missing(peer "OpenBLAS" "sgemm;saxpy" "not installed (libopenblas-serial-dev)")
endif()

set(onednn_families softmax layernorm gelu vadd sgemm bf16gemm attention)
find_path(PTO_BENCH_ONEDNN oneapi/dnnl/dnnl.hpp)
find_library(PTO_BENCH_ONEDNN_LIBRARY dnnl)
if(PTO_BENCH_ONEDNN AND PTO_BENCH_ONEDNN_LIBRARY)
  bench_headers("${PTO_BENCH_ONEDNN}")
  bench_module(peer "oneDNN" peers/onednn.cpp COMPILER "${PTO_BENCH_CLANG}" FAMILIES ${onednn_families}
    FLAGS -march=${PTO_BENCH_MARCH} ${found} LIBS "${PTO_BENCH_ONEDNN_LIBRARY}")
else()
  bench_missing(peer "oneDNN" "${onednn_families}" "not installed (libdnnl-dev)")
endif()
