#include "models/pm/pin_cache.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace flybar::pm {
namespace {

constexpr std::uint64_t kPage = 4096;

/// Keeps what is pinned, by its first entry, and refuses what no driver could do.
struct Driver : Pinner {
  void pin(const Area& area) override {
    for (std::uint32_t i = 0; i < area.pages; ++i)
      EXPECT_TRUE(entries.insert(area.first + i).second) << "entry used twice";
    ++pins;
  }
  void release(const Area& area) override {
    for (std::uint32_t i = 0; i < area.pages; ++i)
      EXPECT_EQ(entries.erase(area.first + i), 1u) << "entry was not used";
  }
  std::set<std::uint32_t> entries;
  int pins = 0;
};

class PinCacheTest : public testing::Test {
 protected:
  Driver driver;
  PinCache cache{driver, 8, kPage};
};

TEST_F(PinCacheTest, AnAreaIsPinnedOnce) {
  EXPECT_FALSE(cache.lock(0, kPage)->hit);
  cache.unlock(0, kPage);

  EXPECT_TRUE(cache.lock(0, kPage)->hit);
  EXPECT_EQ(driver.pins, 1);
}

TEST_F(PinCacheTest, APartOfAnAreaHits) {
  cache.lock(0, 3 * kPage);

  EXPECT_TRUE(cache.lock(kPage + 4, 100)->hit);
  EXPECT_FALSE(cache.lock(2 * kPage, kPage + 4)->hit);
}

TEST_F(PinCacheTest, APageThatIsTouchedIsPinnedWhole) {
  EXPECT_EQ(cache.lock(kPage - 4, 8)->area.pages, 2u);
}

TEST_F(PinCacheTest, TheAreaLockedLongestAgoMakesRoom) {
  for (std::uint64_t at : {0, 4, 8})
    cache.lock(at * kPage, 2 * kPage), cache.unlock(at * kPage, 2 * kPage);
  cache.lock(0, 2 * kPage), cache.unlock(0, 2 * kPage);

  cache.lock(20 * kPage, 3 * kPage);

  EXPECT_TRUE(cache.lock(0, 2 * kPage)->hit);
  EXPECT_FALSE(cache.lock(4 * kPage, 2 * kPage)->hit);
}

TEST_F(PinCacheTest, AreasInUseStay) {
  cache.lock(0, 8 * kPage);

  EXPECT_FALSE(cache.lock(8 * kPage, kPage));
  cache.unlock(0, 8 * kPage);
  EXPECT_TRUE(cache.lock(8 * kPage, kPage));
}

TEST_F(PinCacheTest, MoreThanTheTableIsNeverPinned) {
  EXPECT_TRUE(cache.lock(0, 8 * kPage));
  cache.unlock(0, 8 * kPage);

  EXPECT_FALSE(cache.lock(0, 8 * kPage + 1));
}

TEST_F(PinCacheTest, OnlyWhatIsLockedIsUnlocked) {
  cache.lock(0, 2 * kPage);

  EXPECT_FALSE(cache.unlock(0, kPage));
  EXPECT_TRUE(cache.unlock(0, 2 * kPage));
  EXPECT_FALSE(cache.unlock(0, 2 * kPage));
}

TEST_F(PinCacheTest, AWorkingSetThatFitsMissesOnlyOnce) {
  for (int lap = 0; lap < 5; ++lap)
    for (std::uint64_t i = 0; i < 4; ++i)
      cache.lock(i * 2 * kPage, 2 * kPage), cache.unlock(i * 2 * kPage, 2 * kPage);

  EXPECT_EQ(cache.counters().misses, 4);
}

TEST_F(PinCacheTest, AWorkingSetCyclicallyAboveTheTableMissesAlways) {
  for (int lap = 0; lap < 5; ++lap)
    for (std::uint64_t i = 0; i < 5; ++i)
      cache.lock(i * 2 * kPage, 2 * kPage), cache.unlock(i * 2 * kPage, 2 * kPage);

  EXPECT_EQ(cache.counters().hits, 0);
}

TEST_F(PinCacheTest, ForcedMissesAreSpreadEvenly) {
  cache.force_hits(75);
  for (int i = 0; i < 100; ++i) cache.lock(0, kPage), cache.unlock(0, kPage);

  EXPECT_EQ(cache.counters().misses, 26);  // the first one, and every fourth
}

/// Against a table that is kept in the plainest way.
TEST_F(PinCacheTest, AgreesWithASimpleTableOverRandomLocks) {
  std::mt19937 random(7);
  std::multimap<std::uint64_t, std::uint64_t> held;
  for (int i = 0; i < 200'000; ++i) {
    if (!held.empty() && random() % 2 == 0) {
      auto one = held.begin();
      std::advance(one, random() % held.size());
      ASSERT_TRUE(cache.unlock(one->first, one->second));
      held.erase(one);
      continue;
    }
    const std::uint64_t begin = random() % (30 * kPage), bytes = 1 + random() % (3 * kPage);
    const auto lock = cache.lock(begin, bytes);
    if (!lock) continue;
    held.emplace(begin, bytes);
    ASSERT_LE(lock->area.begin, begin);
    ASSERT_GE(lock->area.end, begin + bytes);
    ASSERT_LE(driver.entries.size(), 8u);
    ASSERT_EQ(static_cast<std::int64_t>(driver.entries.size()), cache.counters().pinned);
    for (std::uint32_t page = 0; page < lock->area.pages; ++page)
      ASSERT_TRUE(driver.entries.contains(lock->area.first + page));
  }
  cache.release_all();
  EXPECT_TRUE(driver.entries.empty());
}

}  // namespace
}  // namespace flybar::pm
