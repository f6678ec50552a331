//===- kernel-history.cpp - a text and what it was before it was edited -----===//

#include "kernel/History.h"
#include "kernel/Printer.h"

#include <gtest/gtest.h>

using namespace rewrite;

namespace {

TEST(History, NothingChanged) {
  const History h("abc");
  EXPECT_EQ(h.text(), "abc");
  EXPECT_FALSE(h.isChanged());
  EXPECT_TRUE(h.edits().empty());
  EXPECT_EQ(h.originalOffset(2), 2u);
  EXPECT_EQ(History("").originalOffset(0), 0u);
}

TEST(History, PlacesOfLaterStagesAreNamedAsInTheOriginal) {
  History h("one two three");
  h.apply({{0, 3, "1"}, {8, 0, "and "}}); // 1 two and three
  EXPECT_EQ(h.text(), "1 two and three");
  h.apply({{2, 4, ""}, {10, 5, "3"}}); // 1 and 3
  EXPECT_EQ(h.text(), "1 and 3");
  EXPECT_TRUE(h.isChanged());
  EXPECT_EQ(h.originalOffset(1), 3u); // the blank behind "one"
  EXPECT_EQ(h.originalOffset(2), 4u); // "and " was put behind what stood before "two"
  EXPECT_EQ(applyEdits("one two three", h.edits()), "1 and 3");
}

TEST(History, EditsOfEditedText) {
  History h("0123456789");
  h.apply({{2, 3, "abc"}});
  h.apply({{3, 4, "X"}}); // from inside of the new text into what was kept
  EXPECT_EQ(h.text(), "01aX789");
  EXPECT_EQ(applyEdits("0123456789", h.edits()), h.text());
  h.apply({{0, 7, ""}});
  EXPECT_EQ(applyEdits("0123456789", h.edits()), "");
}

TEST(History, PlacesBeforeAndAfter) {
  const std::string before = "one\ntwo\nthree\nfour";
  const std::vector<Edit> edits = {{4, 4, ""}, {8, 5, "3\n3"}};
  const FileResult file{"f", before, applyEdits(before, edits), edits, {}, 0, {}};
  ASSERT_EQ(file.after, "one\n3\n3\nfour");
  EXPECT_EQ(placeBefore(file, {"f", 1, 3}), (Location{"f", 1, 3}));
  EXPECT_EQ(placeBefore(file, {"f", 2, 1}), (Location{"f", 2, 1})) << "new text is behind what was kept";
  EXPECT_EQ(placeBefore(file, {"f", 4, 2}), (Location{"f", 4, 2}));
  EXPECT_EQ(placeBefore(file, {"f", 4, 5}), (Location{"f", 4, 5})) << "the end of the file";
  EXPECT_EQ(placeBefore(file, {"f", 9, 1}), (Location{"f", 4, 5})) << "behind it";
}

TEST(History, RandomEdits) {
  unsigned state = 1;
  const auto random = [&](unsigned n) { return (state = state * 1103515245u + 12345u) / 65536u % n; };
  for (int run = 0; run < 50; ++run) {
    const std::string original = "the quick brown fox jumps over the lazy dog";
    History h(original);
    for (int round = 0; round < 5; ++round) {
      std::vector<Edit> edits;
      std::size_t at = 0;
      while (at < h.text().size()) {
        const std::size_t begin = at + random(6), length = random(4);
        if (begin + length > h.text().size())
          break;
        edits.push_back({begin, length, std::string(random(3), 'x')});
        at = begin + length + 1;
      }
      const std::string expected = applyEdits(h.text(), edits);
      h.apply(edits);
      EXPECT_EQ(h.text(), expected);
      EXPECT_EQ(applyEdits(original, h.edits()), expected);
    }
  }
}

} // namespace
