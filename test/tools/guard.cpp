// Linked into a program that uses operator new for what kernels read and write: each
// block lies between pages that nobody may touch, right before the one behind it, or
// after the one before it (PTO_GUARD=behind or before). Blocks keep the alignment of
// operator new, so up to 15 bytes behind one are not noticed. They are never freed.

#include <pto/testing.h>

#include <new>

using namespace pto::dsl::test_harness;

void *operator new(std::size_t bytes) {
  static const char *const side = std::getenv("PTO_GUARD");
  const auto whole = static_cast<pto::dsl::Index>((bytes + 15) / 16 * 16);
  void *place = std::malloc(sizeof(Guarded<char>));
  const Guard guard = side && std::strcmp(side, "before") == 0 ? Guard::Before : Guard::Behind;
  return (::new (place) Guarded<char>(whole, guard))->data();
}
void operator delete(void *) noexcept {}
void operator delete(void *, std::size_t) noexcept {}
