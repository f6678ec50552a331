//===- storage.h - reference counted memory behind tensors and tiles ---------===//
//
// A handle owns its storage through an intrusive count. Freed blocks go to a small
// free list of the thread, because kernels create and drop the same few sizes all
// the time. Counts are not atomic: a handle and its copies stay on one thread; to
// use another thread, give it memory of your own wrapped as `Tensor(data)`.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_STORAGE_H
#define PTO_DSL_STORAGE_H

#include "pto/dsl/shadow.h"

PTO_DSL_BEGIN
namespace detail {

/// The head of a block; its data follow, aligned to 64 bytes.
struct alignas(64) Storage {
  void *block;   // what malloc returned
  Storage *next; // in the free list
  Index references, bytes;
  int size_class;

  char *data() { return reinterpret_cast<char *>(this + 1); }
};

inline Storage *new_block(Index bytes) {
  void *block = __builtin_malloc(static_cast<Size>(bytes) + 2 * sizeof(Storage));
  if (block == nullptr)
    fail("storage", "no memory for %lld bytes", bytes);
  const auto address =
      (reinterpret_cast<std::uintptr_t>(block) + sizeof(Storage) - 1) / sizeof(Storage) * sizeof(Storage);
  auto *s = reinterpret_cast<Storage *>(address);
  s->block = block;
  return s;
}
inline void give_back(Storage *s) { __builtin_free(s->block); }

/// Blocks of 64 << k bytes, k < classes, at most `keep` of each wait for reuse.
struct FreeLists {
  static constexpr int classes = 15, keep = 8;
  Storage *first[classes] = {};
  int length[classes] = {};
  bool closed = false;
};
inline thread_local FreeLists free_lists;

/// Empties the lists when the thread ends; storage that outlives it is freed directly.
struct CloseFreeLists {
  bool used = false;
  ~CloseFreeLists() {
    free_lists.closed = true;
    for (int k = 0; k < FreeLists::classes; ++k)
      while (Storage *s = free_lists.first[k]) {
        free_lists.first[k] = s->next;
        give_back(s);
      }
  }
};
inline thread_local CloseFreeLists close_free_lists;

/// New storage: indeterminate, or poisoned in the builds that poison.
__attribute__((noinline)) inline Storage *allocate(Index bytes) {
  int k = 0;
  while (k < FreeLists::classes && (Index{64} << k) < bytes)
    ++k;
  Storage *s = k < FreeLists::classes ? free_lists.first[k] : nullptr;
  if (s != nullptr) {
    free_lists.first[k] = s->next;
    --free_lists.length[k];
  } else {
    close_free_lists.used = true;
    s = new_block(k < FreeLists::classes ? Index{64} << k : bytes);
    s->size_class = k;
  }
  s->references = 1;
  s->bytes = bytes;
  note_fresh(s->data(), bytes);
  if (poisoning)
    __builtin_memset(s->data(), poison, static_cast<Size>(bytes));
  return s;
}

__attribute__((noinline)) inline void release(Storage *s) {
  const int k = s->size_class;
  note_fresh(s->data(), s->bytes);
  if (k < FreeLists::classes && !free_lists.closed && free_lists.length[k] < FreeLists::keep) {
    s->next = free_lists.first[k];
    free_lists.first[k] = s;
    ++free_lists.length[k];
  } else {
    give_back(s);
  }
}

/// A counted reference; empty for memory that the user owns.
class Owner {
public:
  Owner() = default;
  explicit Owner(Storage *s) : storage_(s) {}
  Owner(const Owner &o) : storage_(o.storage_) {
    if (storage_ != nullptr)
      ++storage_->references;
  }
  Owner(Owner &&o) noexcept : storage_(o.storage_) { o.storage_ = nullptr; }
  Owner &operator=(Owner o) noexcept {
    Storage *mine = storage_;
    storage_ = o.storage_;
    o.storage_ = mine;
    return *this;
  }
  ~Owner() {
    if (storage_ != nullptr && --storage_->references == 0)
      release(storage_);
  }
  Storage *get() const { return storage_; }

private:
  Storage *storage_ = nullptr;
};

/// Where the element is, or would be.
template <class M, class... I> [[gnu::always_inline]] inline const void *whereabouts(const M &m, I... i) {
  const Index index[] = {static_cast<Index>(i)...};
  Index offset = 0;
  for (Index d = 0; d < M::rank; ++d)
    offset += index[d] * m.stride(d);
  return reinterpret_cast<const void *>(reinterpret_cast<std::uintptr_t>(m.data()) +
                                        static_cast<std::uintptr_t>(offset) * sizeof(typename M::value_type));
}

/// Elements are read and written as bytes, so that views of another type are no aliasing violation.
template <class T> inline T get(const void *p) {
  T value;
  __builtin_memcpy(static_cast<void *>(&value), p, sizeof value);
  return value;
}
template <class T> inline void put(void *p, T value) {
  __builtin_memcpy(p, static_cast<const void *>(&value), sizeof value);
}

} // namespace detail
PTO_DSL_END

#endif
