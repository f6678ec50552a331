//===- testing.h - run kernels on made-up inputs and print every bit ------------===//
//
//   #include <pto/dsl.h>
//   #include <pto/testing.h>
//   ...
//   PTO_TEST_MAIN(softmax, scale<float, 8>)
//
// makes a program whose output is what the kernels compute, so that two versions of a
// kernel are equal when their programs print the same. One line a tensor:
//
//   softmax#0.arg1 3f800000 ...     kernel, seed, argument (from 0); cells in row major order, hex
//   softmax#0.result 3f800000 ...   what it returned (null for a null handle)
//   softmax#0.result.0 ...          and of a tuple, each element
//
// Inputs depend on the seed and the declared types only. Every tensor argument, Out too,
// starts as random numbers of mixed magnitude (no NaN, no infinity); int32, uint32 and
// int64 ones as 0 ... 7, so that they can serve as indices. A dyn extent is 8, 16, 24 ... the
// same for all of a run. Index and int parameters are 0 ... 3, bool both, floats random.
// The elements of a tensor end right at a page that may not be touched (even seeds), or begin
// right behind one (odd seeds): an access outside faults. `Guarded` makes such memory.
// NaN prints as one canonical NaN, since C++ does not say which one an operation makes.
//
// The program takes `--seeds=N` (default 4) and the names of the kernels to run (default all).
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_TESTING_H
#define PTO_TESTING_H

#include "pto/dsl/mem.h"
#include "pto/dsl/tensor.h"
#include "pto/dsl/tile.h"
#include "pto/dsl/vec.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

PTO_DSL_BEGIN
namespace test_harness {

/// splitmix64: the same numbers with every compiler.
struct Random {
  std::uint64_t state;

  std::uint64_t bits() {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) { return bits() % n; }

  template <class T> T number() {
    if constexpr (detail::is_floating<T>) {
      const std::uint64_t kind = below(16);
      if (kind == 0)
        return T(0.f);
      if (kind == 1)
        return T(static_cast<float>(below(17)) - 8.f);
      // a sign, a full mantissa, an exponent mostly near 0
      const int spread = kind < 4 ? 10 : 2,
                exponent = static_cast<int>(below(2u * static_cast<unsigned>(spread) + 1)) - spread;
      double x = 1.0 + static_cast<double>(below(std::uint64_t{1} << 52)) * 0x1p-52;
      for (int i = 0; i < exponent; ++i)
        x *= 2;
      for (int i = 0; i > exponent; --i)
        x /= 2;
      return T(below(2) != 0 ? -x : x);
    } else if constexpr (detail::same_type<T, bool>) {
      return below(2) != 0;
    } else if constexpr (sizeof(T) >= 4) {
      return static_cast<T>(below(8));
    } else {
      return static_cast<T>(below(17) - (T(-1) < T(0) ? 8u : 0u));
    }
  }
};

enum class Guard { Behind, Before };

/// Elements between pages that may not be touched: right at the one behind them, or right at the one before.
template <class T> class Guarded {
public:
  Guarded(Index n, Guard guard) {
    constexpr std::size_t page = 1 << 16; // a multiple of any machine's
    const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
    const std::size_t inner = (bytes + page - 1) / page * page;
    size_ = inner + 2 * page;
    void *all = ::mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED ||
        (inner != 0 && ::mprotect(static_cast<char *>(all) + page, inner, PROT_READ | PROT_WRITE) != 0))
      detail::fail("testing", "no memory for %lld elements", n);
    all_ = static_cast<char *>(all);
    data_ = all_ + page + (guard == Guard::Behind ? inner - bytes : 0);
  }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;
  ~Guarded() { ::munmap(all_, size_); }

  T *data() const { return static_cast<T *>(static_cast<void *>(data_)); }

private:
  char *all_, *data_;
  std::size_t size_;
};

/// What a run of a kernel draws its arguments from, and prints under.
struct Run {
  Random random;
  Index extent; // of every dyn dimension
  const char *kernel;
  int kernel_length, seed;

  void key(const char *what, int number) const {
    for (int i = 0; i < kernel_length; ++i)
      if (kernel[i] != ' ')
        std::putchar(kernel[i]);
    std::printf("#%d.%s", seed, what);
    if (number >= 0)
      std::printf("%d", number);
  }
};

//===-- printing ------------------------------------------------------------===//

template <class T> inline void print_cell(T x) {
  if constexpr (detail::same_type<T, half> || detail::same_type<T, bf16>) {
    const float value = x;
    std::printf(" %04x", value != value ? T(__builtin_nanf("")).bits() & 0x7FFFu : unsigned{x.bits()});
  } else if constexpr (detail::same_type<T, float>) {
    std::printf(" %08x", x != x ? 0x7FC00000u : detail::bits_as<std::uint32_t>(x));
  } else if constexpr (detail::same_type<T, double>) {
    std::printf(" %016llx",
                x != x ? 0x7FF8000000000000ull : static_cast<unsigned long long>(detail::bits_as<std::uint64_t>(x)));
  } else {
    constexpr unsigned long long mask = ~0ull >> (64 - 8 * sizeof(T));
    std::printf(" %0*llx", static_cast<int>(2 * sizeof(T)), static_cast<unsigned long long>(x) & mask);
  }
}

template <class X> struct Printer;

template <class M> struct StridedPrinter {
  static void print(const M &m) {
    Index sizes[M::rank], index[M::rank] = {};
    for (Index d = 0; d < M::rank; ++d)
      sizes[d] = m.extent(d);
    if (m.is_null())
      std::printf(" null");
    else if (!detail::empty(sizes, M::rank))
      do {
        Index offset = 0;
        for (Index d = 0; d < M::rank; ++d)
          offset += index[d] * m.stride(d);
        print_cell(m.data()[offset]);
      } while (detail::next_index(index, sizes, M::rank));
  }
};
template <class T, Index... D> struct Printer<Tensor<T, D...>> : StridedPrinter<Tensor<T, D...>> {};
template <class T, Index... D> struct Printer<DenseTensor<T, D...>> : StridedPrinter<Tensor<T, D...>> {};
template <class T, mem::Space S, Index... D>
struct Printer<mem::MemRef<T, S, D...>> : StridedPrinter<mem::MemRef<T, S, D...>> {};

template <class T, Index... D> struct Printer<vec::Vec<T, D...>> {
  static void print(const vec::Vec<T, D...> &v) {
    for (Index i = 0; i < v.lanes; ++i)
      print_cell(v.lane(i));
  }
};

/// Of a tile only the valid part: the rest is not defined.
template <AnyTile A> struct Printer<A> {
  static void print(const A &a) {
    if (a.is_null())
      std::printf(" null");
    for (Index r = 0; r < a.valid_rows(); ++r)
      for (Index c = 0; c < a.valid_cols(); ++c)
        print_cell(a.get(r, c));
  }
};

template <Scalar T> struct Printer<T> {
  static void print(T x) { print_cell(x); }
};

template <class X>
concept Printable = requires(const X &x) { Printer<X>::print(x); };

/// Converts to anything, to count the members of an aggregate.
struct Anything {
  template <class X> operator X() const;
};

template <class R> struct Size {
  static constexpr std::size_t value = 0;
};
template <template <class...> class R, class... X> struct Size<R<X...>> {
  static constexpr std::size_t value = sizeof...(X);
};

template <class R> void print_result(const Run &run, const char *what, const R &r);

template <class... X> inline void print_elements(const Run &run, const char *what, const X &...x) {
  char name[64];
  int i = 0;
  (..., (std::snprintf(name, sizeof name, "%s.%d", what, i++), print_result(run, name, x)));
}

/// The elements of std::tuple, std::pair and the like, by get<I>.
template <class R, std::size_t... I> inline void print_tuple(const Run &run, const char *what, const R &r) {
  constexpr std::size_t n = sizeof...(I);
  if constexpr (n < Size<R>::value)
    print_tuple<R, I..., n>(run, what, r);
  else
    print_elements(run, what, get<I>(r)...);
}

template <class R> inline void print_result(const Run &run, const char *what, const R &r) {
  if constexpr (Printable<R>) {
    run.key(what, -1);
    Printer<R>::print(r);
    std::printf("\n");
  } else if constexpr (requires { get<0>(r); }) {
    print_tuple<R>(run, what, r);
  } else if constexpr (requires { R{Anything{}, Anything{}, Anything{}, Anything{}, Anything{}}; }) {
    const auto &[a, b, c, d, e] = r;
    print_elements(run, what, a, b, c, d, e);
  } else if constexpr (requires { R{Anything{}, Anything{}, Anything{}, Anything{}}; }) {
    const auto &[a, b, c, d] = r;
    print_elements(run, what, a, b, c, d);
  } else if constexpr (requires { R{Anything{}, Anything{}, Anything{}}; }) {
    const auto &[a, b, c] = r;
    print_elements(run, what, a, b, c);
  } else if constexpr (requires { R{Anything{}, Anything{}}; }) {
    const auto &[a, b] = r;
    print_elements(run, what, a, b);
  } else {
    const auto &[a] = r;
    print_elements(run, what, a);
  }
}

//===-- arguments -----------------------------------------------------------===//

template <class X> struct Plain {
  using type = X;
};
template <class X> struct Plain<const X> : Plain<X> {};
template <class X> struct Plain<X &> : Plain<X> {};
template <class X> struct Plain<X &&> : Plain<X> {};

/// The value passed for a parameter of type X, and how it prints after the call.
template <class X> struct Argument;

/// A Tensor or MemRef with elements of type T and extents D.
template <class M, class T, Index... D> struct Strided {
  M value;
  Extents<sizeof...(D)> extents;
  Guarded<T> guarded;
  T *memory = guarded.data();

  explicit Strided(Run &run)
      : extents{{(D == dyn ? run.extent : D)...}},
        guarded(((D == dyn ? run.extent : D) * ...), run.seed % 2 == 0 ? Guard::Behind : Guard::Before) {
    const Index n = ((D == dyn ? run.extent : D) * ...);
    for (Index i = 0; i < n; ++i)
      memory[i] = run.random.number<T>();
    value = M(memory, extents);
  }
  Strided(const Strided &) = delete;
  void print(const Run &run, int number) const {
    run.key("arg", number);
    StridedPrinter<M>::print(value);
    std::printf("\n");
    if (value.data() == memory)
      return;
    run.key("memory", number); // a parameter `Tensor &` that now names other memory: what it named before
    StridedPrinter<M>::print(M(memory, extents));
    std::printf("\n");
  }
};
template <class T, Index... D> struct Argument<Tensor<T, D...>> : Strided<Tensor<T, D...>, T, D...> {
  using Argument::Strided::Strided;
};
template <class T, Index... D> struct Argument<DenseTensor<T, D...>> : Argument<Tensor<T, D...>> {
  using Argument<Tensor<T, D...>>::Argument;
};
template <class T, mem::Space S, Index... D>
struct Argument<mem::MemRef<T, S, D...>> : Strided<mem::MemRef<T, S, D...>, T, D...> {
  using Argument::Strided::Strided;
};

template <class T, Index... D> struct Argument<vec::Vec<T, D...>> {
  vec::Vec<T, D...> value;
  explicit Argument(Run &run) {
    for (Index i = 0; i < value.lanes; ++i)
      detail::Lanes::of(value)[i] = run.random.number<T>();
  }
  void print(const Run &run, int number) const {
    run.key("arg", number);
    Printer<vec::Vec<T, D...>>::print(value);
    std::printf("\n");
  }
};

template <AnyTile A> struct Argument<A> {
  A value;
  explicit Argument(Run &run) {
    const auto size = [&](Index n) { return n == dyn ? run.extent : n; };
    value = detail::new_tile<A>(size(A::static_rows), size(A::static_cols), size(A::static_valid_rows),
                                size(A::static_valid_cols));
    for (Index r = 0; r < value.rows(); ++r)
      for (Index c = 0; c < value.cols(); ++c)
        value.put(r, c, run.random.number<ElementOf<A>>());
  }
  void print(const Run &run, int number) const {
    run.key("arg", number);
    Printer<A>::print(value);
    std::printf("\n");
  }
};

template <Scalar S> struct Argument<S> {
  S value;
  explicit Argument(Run &run) {
    if constexpr (detail::is_floating<S> || detail::same_type<S, bool>)
      value = run.random.number<S>();
    else
      value = static_cast<S>(run.random.below(4));
  }
  void print(const Run &, int) const {}
};

template <class... P> struct Arguments;
template <> struct Arguments<> {
  explicit Arguments(Run &) {}
  void print(const Run &, int) const {}
  template <class R, class... All, class... Done> R call(R (*f)(All...), Done &...done) {
    return f(static_cast<All>(done)...);
  }
};
template <class P, class... Rest> struct Arguments<P, Rest...> {
  Argument<typename Plain<P>::type> first;
  Arguments<Rest...> rest;
  explicit Arguments(Run &run) : first(run), rest(run) {}
  void print(const Run &run, int number) const {
    first.print(run, number);
    rest.print(run, number + 1);
  }
  template <class R, class... All, class... Done> R call(R (*f)(All...), Done &...done) {
    return rest.call(f, done..., first.value);
  }
};

//===-- the program ---------------------------------------------------------===//

template <class R, class... P> inline void run_once(Run run, R (*kernel)(P...)) {
  Arguments<P...> arguments(run);
  if constexpr (detail::same_type<R, void>) {
    arguments.call(kernel);
    arguments.print(run, 0);
  } else {
    const auto &result = arguments.call(kernel);
    arguments.print(run, 0);
    print_result(run, "result", result);
  }
  std::fflush(stdout);
}

/// Takes the next name off a list that is separated by commas outside brackets.
inline int next_name(const char *&names) {
  while (*names == ' ' || *names == ',')
    ++names;
  int length = 0, depth = 0;
  for (; names[length] != '\0' && (names[length] != ',' || depth > 0); ++length)
    depth += names[length] == '<' || names[length] == '(' ? 1 : names[length] == '>' || names[length] == ')' ? -1 : 0;
  return length;
}

struct Program {
  int argc;
  char **argv;
  const char *names;
  int seeds = 4;

  bool wanted(const char *name, int length) const {
    bool all = true;
    for (int i = 1; i < argc; ++i) {
      if (std::strncmp(argv[i], "--", 2) == 0)
        continue;
      all = false;
      if (std::strncmp(argv[i], name, static_cast<std::size_t>(length)) == 0 && argv[i][length] == '\0')
        return true;
    }
    return all;
  }

  template <class F> void operator()(F *kernel) {
    int length = next_name(names);
    const char *name = names;
    names += length;
    while (length > 0 && name[length - 1] == ' ')
      --length;
    if (!wanted(name, length))
      return;
    for (int seed = 0; seed < seeds; ++seed)
      run_once(
          Run{{static_cast<std::uint64_t>(seed) * 0x5851F42D4C957F2Du + 1}, 8 * (seed % 3 + 1), name, length, seed},
          kernel);
  }
};

template <class... F> inline int run(int argc, char **argv, const char *names, F *...kernels) {
  Program program{argc, argv, names};
  for (int i = 1; i < argc; ++i)
    if (std::strncmp(argv[i], "--seeds=", 8) == 0)
      program.seeds = std::atoi(argv[i] + 8);
  (program(kernels), ...);
  return 0;
}

} // namespace test_harness
PTO_DSL_END

/// main() of a test: see the top of this file.
#define PTO_TEST_MAIN(...)                                                                                             \
  int main(int argc, char **argv) { return ::pto::dsl::test_harness::run(argc, argv, #__VA_ARGS__, __VA_ARGS__); }

#endif
