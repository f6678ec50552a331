//===- config.h - build modes, and what the rewriter reads from a declaration --===//
//
// Three builds of the same headers, chosen on the command line and combinable:
//
//   (none)              plain: a fast reference, nothing is checked
//   -DPTO_CHECKED       every precondition is checked; uninitialised storage is
//                       poisoned; scf::parallel looks for racing iterations
//   -DPTO_TRACE         counts what is created, copied, loaded and stored
//   -DPTO_POISON=0xNN   fills uninitialised storage with this byte, in any build
//
// All files of one program use the same build. Each build but the plain one has its
// own inline namespace, so that mixing them does not link instead of misbehaving.
//
// The macros below are notes to pto-rewrite. They are annotations under clang,
// which keeps them in the AST, and nothing elsewhere. Clang's object files have them, too, and a
// function that is annotated counts as used there: -DPTO_NO_NOTES leaves the notes out
// where code is made, so that kernels in an unnamed namespace become part of who calls them.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_CONFIG_H
#define PTO_DSL_CONFIG_H

#if defined(PTO_CHECKED) && defined(PTO_TRACE)
#define PTO_DSL_MODE checked_trace
#elif defined(PTO_CHECKED)
#define PTO_DSL_MODE checked
#elif defined(PTO_TRACE)
#define PTO_DSL_MODE trace_only
#elif defined(PTO_POISON)
#define PTO_DSL_MODE poisoned
#endif

#ifdef PTO_DSL_MODE
#define PTO_DSL_BEGIN                                                                                                  \
  namespace pto::dsl {                                                                                                 \
  inline namespace PTO_DSL_MODE {
#define PTO_DSL_END                                                                                                    \
  }                                                                                                                    \
  }
#else
#define PTO_DSL_BEGIN namespace pto::dsl {
#define PTO_DSL_END }
#endif

// clang-tidy says that it is a __clang_analyzer__; pto-rewrite takes PTO_NO_NOTES back.
#if defined(__clang__) && (!defined(PTO_NO_NOTES) || defined(__clang_analyzer__))
#define PTO_NOTE(text) [[clang::annotate(text)]]
#else
#define PTO_NOTE(text)
#endif

/// What an op does, for the rewriter: `PTO_OP("<name> <result> <effects>")` before the
/// return type. Parameters are numbered from 0; `this` is the object of a method.
///
///   result   fresh          own new storage, defined (in its valid part)
///            indeterminate  own new storage, not initialised
///            view=K         aliases the storage of parameter K
///            same=K         is the handle of parameter K
///            scalar         aliases nothing
///   effects  reads=K,L  writes=K  updates=K (reads and writes): elements of parameters.
///            With none of these words an op reads every Tensor, Tile and MemRef
///            parameter, a view reads nothing.
///            writes=last  the last parameter, and reads the other MemRefs.
///            call=K  calls parameter K.
#define PTO_OP(words) PTO_NOTE("pto.op:" words)

/// Roles, written before a function: `PTO_INCORE void f(...)`.
#define PTO_ORCHESTRATION PTO_NOTE("pto.role:orchestration")
#define PTO_INCORE PTO_NOTE("pto.role:incore")
#define PTO_AIC PTO_NOTE("pto.role:aic")
#define PTO_AIV PTO_NOTE("pto.role:aiv")
#define PTO_OPAQUE PTO_NOTE("pto.role:opaque")

/// `PTO_TAG("mm")` before a statement names it for a pipeline.
#if defined(__clang__) && __clang_major__ >= 16
#define PTO_TAG(name) PTO_NOTE("pto.tag:" name)
#else
#define PTO_TAG(name)
#endif

PTO_DSL_BEGIN
namespace detail {

#ifdef PTO_CHECKED
inline constexpr bool checked = true;
#else
inline constexpr bool checked = false;
#endif

#ifdef PTO_TRACE
inline constexpr bool tracing = true;
#else
inline constexpr bool tracing = false;
#endif

#if defined(PTO_POISON)
inline constexpr bool poisoning = true;
inline constexpr unsigned char poison = static_cast<unsigned char>((PTO_POISON) & 0xFF);
#else
inline constexpr bool poisoning = checked;
inline constexpr unsigned char poison = 0xFF;
#endif

} // namespace detail
PTO_DSL_END

#endif
