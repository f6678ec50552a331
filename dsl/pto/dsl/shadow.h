//===- shadow.h - who touched which byte of a parallel loop (checked builds) --===//
//
// scf::parallel promises that its iterations are independent; so do scf::forall, the
// cores of an air::herd and the par dimensions of a domain. A checked build keeps the
// promise honest: for every byte touched inside the loop it remembers the
// iteration that wrote it and the one that read it (or that several did), and traps
//
//   - when an iteration writes what another one wrote or read,
//   - when an iteration reads what another one wrote.
//
// An element reference `t(i, j)` may be a read or a write. It counts as a read, and
// as a write when the element has other bits at the end of the iteration.
//
// Memory that an iteration allocates for itself starts untouched, so that reuse of
// a freed address by the next iteration is no conflict. Loops nest: an access
// counts in every loop around it.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_SHADOW_H
#define PTO_DSL_SHADOW_H

#include "pto/dsl/core.h"

PTO_DSL_BEGIN
namespace detail {

#ifdef PTO_CHECKED

/// One parallel loop that runs now.
class Shadow {
public:
  explicit Shadow(const char *op) : op_(op), outer_(innermost) { innermost = this; }
  Shadow(const Shadow &) = delete;
  Shadow &operator=(const Shadow &) = delete;
  ~Shadow() {
    innermost = outer_;
    for (Index b = 0; b < buckets_count; ++b)
      while (Page *p = buckets_[b]) {
        buckets_[b] = p->next;
        delete p;
      }
    while (Touch *t = touched_) {
      touched_ = t->next;
      delete t;
    }
  }

  static inline thread_local Shadow *innermost = nullptr;
  Shadow *outer() const { return outer_; }

  void begin(Index iteration) { now_ = static_cast<std::int32_t>(iteration + 1); }
  void end() {
    while (Touch *t = touched_) {
      touched_ = t->next;
      const auto a = reinterpret_cast<std::uintptr_t>(t->address);
      find(a / page_bytes).touched[a % page_bytes] = false;
      if (__builtin_memcmp(t->address, t->before, static_cast<Size>(t->bytes)) != 0)
        note(t->address, t->bytes, true);
      delete t;
    }
  }

  void note(const void *address, Index bytes, bool write) {
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    for (std::uintptr_t a = first; a < first + static_cast<std::uintptr_t>(bytes); ++a) {
      Page &page = find(a / page_bytes);
      std::int32_t &writer = page.writer[a % page_bytes], &reader = page.reader[a % page_bytes];
      if (writer != 0 && writer != now_)
        fail(op_,
             write ? "iterations %lld and %lld write the same element"
                   : "iteration %lld writes an element that iteration %lld reads",
             writer - 1, now_ - 1);
      if (write && reader == several)
        fail(op_, "iteration %lld writes an element that other iterations read", now_ - 1);
      if (write && reader != 0 && reader != now_)
        fail(op_, "iteration %lld writes an element that iteration %lld reads", now_ - 1, reader - 1);
      if (write)
        writer = now_;
      else
        reader = reader == 0 || reader == now_ ? now_ : several;
    }
  }

  /// A reference was handed out; end() sees whether it was written through. The storage is live until
  /// then: forget() drops the entries of storage that goes away.
  void touch(void *address, Index bytes) {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    note(address, bytes, false);
    bool &known = find(a / page_bytes).touched[a % page_bytes];
    if (known)
      return;
    known = true;
    auto *t = new Touch{touched_, address, bytes, {}};
    __builtin_memcpy(t->before, address, static_cast<Size>(bytes));
    touched_ = t;
  }

  void forget(const void *address, Index bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(address), last = first + static_cast<std::uintptr_t>(bytes);
    for (std::uintptr_t a = first; a < last; ++a)
      if (Page *page = look(a / page_bytes)) {
        page->writer[a % page_bytes] = page->reader[a % page_bytes] = 0;
        page->touched[a % page_bytes] = false;
      }
    for (Touch **link = &touched_; *link != nullptr;) {
      Touch *t = *link;
      const auto at = reinterpret_cast<std::uintptr_t>(t->address);
      if (at >= first && at < last) {
        *link = t->next;
        delete t;
      } else {
        link = &t->next;
      }
    }
  }

private:
  static constexpr std::uintptr_t page_bytes = 1024;
  static constexpr Index buckets_count = 1024;
  static constexpr std::int32_t several = -1;
  struct Page {
    Page *next;
    std::uintptr_t number;
    std::int32_t writer[page_bytes], reader[page_bytes]; // iteration + 1; 0: nobody
    bool touched[page_bytes];                            // an entry of touched_ starts here
  };
  struct Touch {
    Touch *next;
    void *address;
    Index bytes;
    unsigned char before[8];
  };

  Page *look(std::uintptr_t number) {
    if (last_ != nullptr && last_->number == number)
      return last_;
    for (Page *p = buckets_[number % buckets_count]; p != nullptr; p = p->next)
      if (p->number == number)
        return last_ = p;
    return nullptr;
  }
  Page &find(std::uintptr_t number) {
    if (Page *p = look(number))
      return *p;
    Page *&head = buckets_[number % buckets_count];
    return *(last_ = head = new Page{head, number, {}, {}, {}});
  }

  const char *op_;
  Shadow *outer_;
  std::int32_t now_ = 0;
  Page *buckets_[buckets_count] = {};
  Page *last_ = nullptr;
  Touch *touched_ = nullptr;
};

inline void note_access(const void *p, Index bytes, bool write) {
  for (Shadow *s = Shadow::innermost; s != nullptr; s = s->outer())
    s->note(p, bytes, write);
}
inline void note_touch(void *p, Index bytes) {
  for (Shadow *s = Shadow::innermost; s != nullptr; s = s->outer())
    s->touch(p, bytes);
}
inline void note_fresh(const void *p, Index bytes) {
  for (Shadow *s = Shadow::innermost; s != nullptr; s = s->outer())
    s->forget(p, bytes);
}
inline bool watching() { return Shadow::innermost != nullptr; }

#else

inline void note_access(const void *, Index, bool) {}
inline void note_touch(void *, Index) {}
inline void note_fresh(const void *, Index) {}
inline bool watching() { return false; }

#endif

} // namespace detail
PTO_DSL_END

#endif
