#include "models/host/memory/page_lru.h"

#include <gtest/gtest.h>

#include <list>
#include <random>

namespace flybar::host {
namespace {

TEST(PageLruOrder, TheOldestIsTheOneNotTouchedLongest) {
  PageLru lru(4);
  for (const std::size_t page : {2, 0, 3, 2}) lru.touch(page);

  EXPECT_EQ(lru.oldest(), 0u);
  EXPECT_EQ(lru.newer_than(0), 3u);
  EXPECT_EQ(lru.newer_than(3), 2u);
  EXPECT_EQ(lru.newer_than(2), std::nullopt);
}

TEST(PageLruOrder, ARemovedPageIsNotInIt) {
  PageLru lru(4);
  for (const std::size_t page : {1, 2}) lru.touch(page);

  lru.remove(1);
  lru.remove(1);

  EXPECT_FALSE(lru.contains(1));
  EXPECT_EQ(lru.size(), 1u);
  EXPECT_EQ(lru.oldest(), 2u);
}

TEST(PageLruOrder, AnEmptyOneHasNoOldest) {
  EXPECT_EQ(PageLru(4).oldest(), std::nullopt);
}

/// Against a plain list.
TEST(PageLruOrder, AgreesWithAListOverRandomUse) {
  std::mt19937 random(1);
  PageLru lru(16);
  std::list<std::size_t> list;
  for (int n = 0; n < 10'000; ++n) {
    const std::size_t page = random() % 16;
    list.remove(page);
    if (random() % 3 == 0) {
      lru.remove(page);
    } else {
      lru.touch(page);
      list.push_back(page);
    }
    ASSERT_EQ(lru.size(), list.size());
    ASSERT_EQ(lru.oldest().value_or(99), list.empty() ? 99 : list.front());
  }
}

}  // namespace
}  // namespace flybar::host
