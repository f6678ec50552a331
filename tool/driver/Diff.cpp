//===- Diff.cpp - unified diffs --------------------------------------------===//
//
// E. W. Myers, "An O(ND) difference algorithm and its variations" (1986), in its
// linear-space form: find the middle of a shortest edit script by searching from
// both ends at once, and recurse on both halves. N is the number of lines, D the
// number of lines that differ, so a small change in a large file is cheap.
//
// Lines keep their terminator; "a" and "a\n" therefore differ, as they should.
//
//===----------------------------------------------------------------------===//

#include "driver/Diff.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

using namespace rewrite;

namespace {

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// Marks the lines that are not part of a longest common subsequence.
class Myers {
public:
  Myers(const Lines &a, const Lines &b)
      : a(a),
        b(b),
        removed(a.size()),
        added(b.size()),
        zero(static_cast<long>(b.size()) + 1),
        forward(a.size() + b.size() + 3),
        backward(forward.size()) {
    compare(0, static_cast<long>(a.size()), 0, static_cast<long>(b.size()));
  }

  const Lines &a, &b;
  std::vector<bool> removed, added;

private:
  const long zero;                     ///< index of diagonal 0
  std::vector<long> forward, backward; ///< furthest x on each diagonal k = x - y, from either end

  void compare(long aBegin, long aEnd, long bBegin, long bEnd) {
    while (aBegin < aEnd && bBegin < bEnd && a[aBegin] == b[bBegin])
      ++aBegin, ++bBegin;
    while (aBegin < aEnd && bBegin < bEnd && a[aEnd - 1] == b[bEnd - 1])
      --aEnd, --bEnd;
    if (aBegin == aEnd || bBegin == bEnd) {
      std::fill(removed.begin() + aBegin, removed.begin() + aEnd, true);
      std::fill(added.begin() + bBegin, added.begin() + bEnd, true);
      return;
    }
    const auto [x, y] = middle(aBegin, aEnd, bBegin, bEnd);
    compare(aBegin, x, bBegin, y);
    compare(x, aEnd, y, bEnd);
  }

  /// A point on a shortest path from one corner to the other, neither of the two.
  std::pair<long, long> middle(long aBegin, long aEnd, long bBegin, long bEnd) {
    const long n = aEnd - aBegin, m = bEnd - bBegin, delta = n - m;
    for (std::vector<long> *reach : {&forward, &backward})
      std::fill(reach->begin() + (zero - m - 1), reach->begin() + (zero + n + 2), 0);
    for (long d = 0;; ++d) {
      // Diagonals that would leave the rectangle are skipped.
      const long low = -(d - 2 * std::max(0L, d - m)), high = d - 2 * std::max(0L, d - n);
      for (long k = low; k <= high; k += 2) {
        const long x = extend(forward, d, k, n, m, [&](long i, long j) { return a[aBegin + i] == b[bBegin + j]; });
        if (delta % 2 != 0 && std::abs(delta - k) <= d - 1 && x + backward[zero + delta - k] >= n)
          return {aBegin + x, bBegin + x - k};
      }
      for (long k = low; k <= high; k += 2) {
        const long x = extend(backward, d, k, n, m, [&](long i, long j) { return a[aEnd - 1 - i] == b[bEnd - 1 - j]; });
        if (delta % 2 == 0 && std::abs(delta - k) <= d && x + forward[zero + delta - k] >= n)
          return {aEnd - x, bEnd - (x - k)};
      }
    }
  }

  /// One more edit on diagonal k, then as many equal lines as follow.
  template <class Equal>
  long extend(std::vector<long> &reach, long d, long k, long n, long m, const Equal &equal) {
    const long below = reach[zero + k - 1], above = reach[zero + k + 1];
    long x = k == -d || (k != d && below < above) ? above : below + 1;
    while (x < n && x - k < m && equal(x, x - k))
      ++x;
    return reach[zero + k] = x;
  }
};

void appendLine(std::string &out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (!line.ends_with('\n'))
    out += "\n\\ No newline at end of file\n";
}

/// "12,3" as in @@ -12,3 +12,4 @@: an empty range is named by the line before it.
std::string range(std::size_t begin, std::size_t end) {
  const std::size_t count = end - begin;
  if (count == 1)
    return std::to_string(begin + 1);
  return std::to_string(count ? begin + 1 : begin) + "," + std::to_string(count);
}

struct Hunk {
  std::size_t aBegin, aEnd, bBegin, bEnd;
};

/// Runs of differing lines, joined where their contexts would touch.
std::vector<Hunk> hunks(const Myers &m, std::size_t context) {
  std::vector<Hunk> result;
  for (std::size_t i = 0, j = 0; i < m.a.size() || j < m.b.size();) {
    const Hunk start{i, i, j, j};
    while (i < m.a.size() && m.removed[i])
      ++i;
    while (j < m.b.size() && m.added[j])
      ++j;
    if (i == start.aBegin && j == start.bBegin) {
      ++i, ++j;
      continue;
    }
    if (!result.empty() && start.aBegin - result.back().aEnd <= 2 * context)
      result.back().aEnd = i, result.back().bEnd = j;
    else
      result.push_back({start.aBegin, i, start.bBegin, j});
  }
  for (Hunk &hunk : result) {
    const std::size_t before = std::min(context, hunk.aBegin), after = std::min(context, m.a.size() - hunk.aEnd);
    hunk.aBegin -= before, hunk.bBegin -= before;
    hunk.aEnd += after, hunk.bEnd += after;
  }
  return result;
}

} // namespace

std::string driver::unifiedDiff(std::string_view before, std::string_view after, const std::string &name,
                                unsigned context) {
  if (before == after)
    return "";
  const Lines a = split(before), b = split(after);
  const Myers m(a, b);

  const bool absolute = name.starts_with("/");
  std::string out = "--- " + (absolute ? "" : std::string("a/")) + name + "\n+++ " +
                    (absolute ? "" : std::string("b/")) + name + "\n";
  for (const Hunk &hunk : hunks(m, context)) {
    out += "@@ -" + range(hunk.aBegin, hunk.aEnd) + " +" + range(hunk.bBegin, hunk.bEnd) + " @@\n";
    for (std::size_t i = hunk.aBegin, j = hunk.bBegin; i < hunk.aEnd || j < hunk.bEnd;) {
      while (i < hunk.aEnd && m.removed[i])
        appendLine(out, '-', a[i++]);
      while (j < hunk.bEnd && m.added[j])
        appendLine(out, '+', b[j++]);
      if (i < hunk.aEnd && j < hunk.bEnd && !m.removed[i] && !m.added[j])
        appendLine(out, ' ', a[i++]), ++j;
    }
  }
  return out;
}
