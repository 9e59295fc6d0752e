#include <gtest/gtest.h>

#include "models/gms/cache/global_cache.h"
#include "models/gms/cache/local_cache.h"

namespace flybar::gms {
namespace {

using namespace literals;

bool any(PageId, const LocalPage&) {
  return true;
}

TEST(LocalCache, TheOldestIsTheOneUnusedForLongest) {
  LocalCache cache;
  for (std::uint32_t i = 0; i < 3; ++i) cache.insert({1, i}, {});

  cache.use(*cache.find({1, 0}), 1_us);

  EXPECT_EQ(cache.oldest(any), (PageId{1, 1}));
}

TEST(LocalCache, TheOldestMustFit) {
  LocalCache cache;
  cache.insert({1, 0}, {.dirty = true});
  cache.insert({1, 1}, {});

  EXPECT_EQ(cache.oldest([](PageId, const LocalPage& page) { return !page.dirty; }),
            (PageId{1, 1}));
  cache.erase({1, 1});
  EXPECT_FALSE(cache.oldest([](PageId, const LocalPage& page) { return !page.dirty; }));
}

TEST(LocalCache, AnErasedPageGivesItsFrameBack) {
  LocalCache cache;
  cache.insert({1, 0}, {.frame = 0x2000});

  EXPECT_EQ(cache.erase({1, 0}).frame, 0x2000U);

  EXPECT_EQ(cache.find({1, 0}), nullptr);
  EXPECT_FALSE(cache.oldest(any));
}

TEST(GlobalCache, OrdersPagesByTheirAgeNotByTheirArrival) {
  GlobalCache cache;
  cache.insert({1, 0}, {.last_use = 5_us});
  cache.insert({1, 1}, {.last_use = 2_us});

  EXPECT_EQ(cache.pages(), (std::vector<PageId>{{1, 1}, {1, 0}}));
  cache.use({1, 1}, 9_us);
  EXPECT_EQ(cache.pages(), (std::vector<PageId>{{1, 0}, {1, 1}}));
}

TEST(GlobalCache, TheOldestMustFit) {
  GlobalCache cache;
  cache.insert({1, 0}, {.dirty = true, .last_use = 1_us});
  cache.insert({1, 1}, {.last_use = 2_us});

  EXPECT_EQ(cache.oldest([](PageId, const GlobalPage& page) { return !page.dirty; }),
            (PageId{1, 1}));
}

}  // namespace
}  // namespace flybar::gms
