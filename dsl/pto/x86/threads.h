//===- threads.h - independent iterations on the threads of OpenMP ---------------===//
//
//   pto::x86::parallel16(0, rows, 1, pto::x86::elements(out), [=, x = pto::x86::borrow(x)](Index r) { ... });
//
// scf::parallel, on as many threads as OpenMP has where the file is compiled with -fopenmp; one after another
// otherwise, in checked and tracing builds, in a region that is parallel already, and where there is too little to do.
// Every iteration computes what it computes alone: the bits are the same on any number of threads.
//
// Handles of the DSL count their users, and the counts are no threads' own: what iterations share they borrow. Their
// body is a copy for each thread, so that compilers keep what it has captured in registers. It is a function and no
// block of the kernel, because clang compiles the block of a pragma for another machine than the function around it.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_THREADS_H
#define PTO_X86_THREADS_H

#include "pto/dsl/mem.h"
#include "pto/dsl/tensor.h"
#include "pto/x86/target.h"
#include "pto/x86/window.h"

#if defined(_OPENMP) && !defined(PTO_CHECKED) && !defined(PTO_TRACE) && __has_include(<omp.h>)
#include <omp.h>
#define PTO_X86_THREADS
#endif

namespace pto::x86 {

/// Loops that write fewer elements stay on their thread. To wake others and to wait for them takes 2 to 10 us; in
/// that time one thread moves about as many elements, or takes the exp of a few less.
#ifndef PTO_X86_ELEMENTS_FOR_THREADS
#define PTO_X86_ELEMENTS_FOR_THREADS 32768
#endif
inline constexpr dsl::Index elements_for_threads = PTO_X86_ELEMENTS_FOR_THREADS;

/// The same handle, which no one counts. \pre the handle itself lives longer
template <class T, dsl::Index... D> inline dsl::Tensor<T, D...> borrow(const dsl::Tensor<T, D...> &x) {
  constexpr dsl::Index rank = sizeof...(D);
  dsl::Index extents[rank], strides[rank], valid[rank];
  for (dsl::Index d = 0; d < rank; ++d) {
    extents[d] = x.extent(d);
    strides[d] = x.stride(d);
    valid[d] = x.valid(d);
  }
  return {x.data(), extents, strides, valid, dsl::detail::Owner()};
}
template <class T, dsl::mem::Space S, dsl::Index... D>
inline dsl::mem::MemRef<T, S, D...> borrow(const dsl::mem::MemRef<T, S, D...> &x) {
  constexpr dsl::Index rank = sizeof...(D);
  dsl::Index extents[rank], strides[rank];
  for (dsl::Index d = 0; d < rank; ++d) {
    extents[d] = x.extent(d);
    strides[d] = x.stride(d);
  }
  return {x.data(), extents, strides, dsl::detail::Owner()};
}

namespace detail {

/// How many elements it has; 0 where two indices may mean one element, or neighbours in the last dimension are not
/// adjacent: a window of such is a copy, which is written back as a whole.
template <class X> inline dsl::Index elements_of(const X &x) {
  dsl::Index count = 1, reach = 1; // how far the dimensions behind go
  for (dsl::Index d = X::rank - 1; d >= 0; --d) {
    const dsl::Index extent = x.extent(d), stride = x.stride(d);
    count *= extent;
    if (extent <= 1)
      continue;
    if (stride < reach || (d == X::rank - 1 && stride != 1))
      return 0;
    reach = extent * stride;
  }
  return count;
}

/// f(first, last, step) by each thread for its share of the iterations.
template <class Part, class F>
inline void share(dsl::Index lower, dsl::Index upper, dsl::Index step, [[maybe_unused]] dsl::Index work,
                  const Part &part, const F &f) {
#ifdef PTO_X86_THREADS
  if (work >= elements_for_threads && step > 0 && upper - lower > step && !omp_in_parallel()) {
    const dsl::Index count = (upper - lower + step - 1) / step;
#pragma omp parallel
    {
      const dsl::Index threads = omp_get_num_threads(), me = omp_get_thread_num();
      part(lower + count * me / threads * step, lower + count * (me + 1) / threads * step, step, f);
    }
    return;
  }
#endif
  part(lower, upper, step, f);
}

} // namespace detail

/// Of what a loop writes, all together: 0 if one of them has none that can be told apart.
template <class... X> inline dsl::Index elements(const X &...x) {
  const dsl::Index counts[] = {detail::elements_of(x)...};
  dsl::Index sum = 0;
  for (const dsl::Index n : counts) {
    if (n == 0)
      return 0;
    sum += n;
  }
  return sum;
}

// Threads and the one that has none run the same code.
#ifdef PTO_X86_THREADS
#define PTO_X86_PART __attribute__((noinline))
#else
#define PTO_X86_PART
#endif

/// A function like parallel16, whose iterations use the instructions that `attribute` names.
#define PTO_X86_PARALLEL(name, attribute)                                                                              \
  namespace detail {                                                                                                   \
  template <class F>                                                                                                   \
  attribute PTO_X86_PART inline void name##_part(dsl::Index first, dsl::Index last, dsl::Index step,                   \
                                                 const F &shared) {                                                    \
    const F f(shared);                                                                                                 \
    for (dsl::Index i = first; step > 0 ? i < last : i > last; i += step)                                              \
      f(i);                                                                                                            \
  }                                                                                                                    \
  }                                                                                                                    \
  template <class F>                                                                                                   \
  inline void name(dsl::Index lower, dsl::Index upper, dsl::Index step, dsl::Index work, const F &f) {                 \
    detail::share(lower, upper, step, work, detail::name##_part<F>, f);                                                \
  }                                                                                                                    \
  template <class F> inline void name(dsl::Index upper, dsl::Index work, const F &f) { name(0, upper, 1, work, f); }

/// f(i) for i = lower, lower + step, ... below `upper` (above it when step < 0); `work`: see elements().
/// \pre no iteration writes an element that another one reads or writes; copies of f mean the same; f throws nothing
PTO_X86_PARALLEL(parallel, )

} // namespace pto::x86

#endif
