# The kernels of the DSL: as they are written, and as each rewrite leaves them, with both
# compilers. The first compiler is the one of the table.

set(kernels softmax rmsnorm layernorm gelu arrays sgemm bf16gemm attention staged chain)
set(arrays_families vadd saxpy sum)

foreach(kernel IN LISTS kernels)
  set(families ${kernel})
  if(DEFINED ${kernel}_families)
    set(families ${${kernel}_families})
  endif()
  foreach(compiler IN ITEMS clang++ g++)
    set(path "${PTO_BENCH_GCC}")
    if(compiler STREQUAL "clang++")
      set(path "${PTO_BENCH_CLANG}")
    endif()
    bench_module(written "${compiler} -O3" kernels/${kernel}.cpp COMPILER "${path}" FAMILIES ${families}
      FLAGS -march=${PTO_BENCH_MARCH} -DPTO_NO_NOTES)
    foreach(rewrite IN LISTS PTO_BENCH_REWRITES)
      string(REPLACE "|" ";" fields "${rewrite}|")
      list(GET fields 0 name)
      list(GET fields 1 options)
      list(GET fields 2 flags)
      list(GET fields 3 macro)
      separate_arguments(flags)
      bench_module(rewritten "${name}, ${compiler} -O3" kernels/${kernel}.cpp COMPILER "${path}" FAMILIES ${families}
        FLAGS ${flags} -DPTO_NO_NOTES REWRITE "${options}" MACRO "${macro}")
    endforeach()
  endforeach()
endforeach()
