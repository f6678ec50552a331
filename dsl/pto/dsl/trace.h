//===- trace.h - what a program creates, copies, loads and stores -----------===//
//
// Under -DPTO_TRACE each op adds to the counters below, and the program ends with
//
//   pto-trace: tensor_creates=4 tensor_bytes_created=128 bytes_assembled=128 ...
//
// on stderr: what a rewrite saved is the difference of two such lines. In other
// builds the counters stay zero and cost nothing.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TRACE_H
#define PTO_DSL_TRACE_H

#include "pto/dsl/core.h"

PTO_DSL_BEGIN
namespace trace {

/// Number of events, or of bytes where the name says so.
struct Counters {
  Index tensor_creates = 0;       ///< tensors with storage of their own: create, full, results of tensor ops
  Index tensor_bytes_created = 0; ///< their bytes
  Index bytes_assembled = 0;      ///< bytes that tensor::assemble copied
  Index tile_allocs = 0;          ///< tiles with storage of their own, and tile::alloc
  Index tile_bytes = 0;           ///< their bytes
  Index bytes_loaded = 0;         ///< bytes that tile::load copied
  Index bytes_stored = 0;         ///< bytes that tile::store copied
  Index reshapes = 0;             ///< calls of tensor::reshape and tile::reshape
  Index views = 0;                ///< other views: slice, transpose, reinterpret, set_validshape ...
  Index transfer_reads = 0;       ///< calls of vec::transfer_read and vec::load
  Index transfer_writes = 0;      ///< calls of vec::transfer_write and vec::store
  Index transfer_elements = 0;    ///< elements that these read or wrote, lanes outside and masked off not counted
};

} // namespace trace

namespace detail {

struct TraceAtExit : trace::Counters {
  ~TraceAtExit() {
    char line[768];
    complain(line, __builtin_snprintf(
                       line, sizeof line,
                       "pto-trace: tensor_creates=%lld tensor_bytes_created=%lld bytes_assembled=%lld tile_allocs=%lld "
                       "tile_bytes=%lld bytes_loaded=%lld bytes_stored=%lld reshapes=%lld views=%lld "
                       "transfer_reads=%lld transfer_writes=%lld transfer_elements=%lld\n",
                       static_cast<long long>(tensor_creates), static_cast<long long>(tensor_bytes_created),
                       static_cast<long long>(bytes_assembled), static_cast<long long>(tile_allocs),
                       static_cast<long long>(tile_bytes), static_cast<long long>(bytes_loaded),
                       static_cast<long long>(bytes_stored), static_cast<long long>(reshapes),
                       static_cast<long long>(views), static_cast<long long>(transfer_reads),
                       static_cast<long long>(transfer_writes), static_cast<long long>(transfer_elements)));
  }
};

#ifdef PTO_TRACE
inline TraceAtExit trace_counters;
#endif

/// Adds n to one counter; nothing outside PTO_TRACE.
inline void count([[maybe_unused]] Index trace::Counters::*which, [[maybe_unused]] Index n = 1) {
#ifdef PTO_TRACE
  trace_counters.*which += n;
#endif
}

} // namespace detail

namespace trace {

/// The counters so far; all zero outside PTO_TRACE.
inline Counters snapshot() {
#ifdef PTO_TRACE
  return detail::trace_counters;
#else
  return {};
#endif
}

/// Sets all counters to zero.
inline void reset() {
#ifdef PTO_TRACE
  static_cast<Counters &>(detail::trace_counters) = Counters{};
#endif
}

} // namespace trace
PTO_DSL_END

#endif
