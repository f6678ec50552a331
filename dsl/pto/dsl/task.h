//===- task.h - calls that a runtime may schedule ------------------------------===//
#ifndef PTO_DSL_TASK_H
#define PTO_DSL_TASK_H

#include "pto/dsl/scf.h"

PTO_DSL_BEGIN
namespace task {

/// Names a submitted task; only good for naming it as a dependency.
struct Id {
  Index value;
};

/// What `submit` returns: `auto [result, id] = task::submit(f, x, out);`. A void function has no result.
template <class R> struct Submitted {
  R result;
  Id id;
};
template <> struct Submitted<void> {
  Id id;
};

} // namespace task

namespace detail {

inline thread_local Index next_task = 0;

template <class X> X &&value_of() noexcept; // never defined: only for decltype

/// What a call of an F with arguments A returns.
template <class F, class... A> using ResultOf = decltype(value_of<F>()(value_of<A>()...));

} // namespace detail

namespace task {

/// Calls fn(args...) as a task. A runtime orders tasks by what they read and write; on a CPU the call happens at
/// once, so its effects are those of the call, and so is its result.
/// PyPTO: pl.submit.
template <class F, class... A>
PTO_OP("task.submit call=0")
inline Submitted<detail::ResultOf<F &, A &&...>> submit(F &&fn, A &&...args) {
  using R = detail::ResultOf<F &, A &&...>;
  if constexpr (detail::same_type<R, void>) {
    fn(static_cast<A &&>(args)...);
    return {Id{detail::next_task++}};
  } else {
    return {fn(static_cast<A &&>(args)...), Id{detail::next_task++}};
  }
}

/// While one is alive, dependencies between tasks are the author's business. No effect on a CPU.
/// PyPTO: pl.manual_scope.
struct manual_scope {
  manual_scope() {}
  ~manual_scope() {}
  manual_scope(const manual_scope &) = delete;
  manual_scope &operator=(const manual_scope &) = delete;
};

} // namespace task

namespace detail {

struct Block {
  Index index = 0, count = 1;
};
inline thread_local Block current_block;

} // namespace detail

namespace task {

/// fn(args...) once for each of n blocks, which are independent as the iterations of scf::parallel are; inside,
/// tile::get_block_idx() tells them apart. On a CPU one after the other, on the calling thread.
/// PyPTO: pl.spmd.
template <class F, class... A>
PTO_OP("task.spmd call=1")
inline void spmd(Index n, F &&fn, const A &...args) {
  const detail::Block outer = detail::current_block;
  scf::parallel(n, [&](Index i) {
    detail::current_block = {i, n};
    fn(args...);
  });
  detail::current_block = outer;
}

} // namespace task

namespace tile {

/// Which block of the innermost task::spmd this is, from 0; 0 outside.
/// PyPTO: get_block_idx.
PTO_OP("tile.get_block_idx scalar reads=")
inline Index get_block_idx() { return detail::current_block.index; }

/// How many blocks the innermost task::spmd has; 1 outside.
/// PyPTO: get_block_num.
PTO_OP("tile.get_block_num scalar reads=")
inline Index get_block_num() { return detail::current_block.count; }

} // namespace tile
PTO_DSL_END

#endif
