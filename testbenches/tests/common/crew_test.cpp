#include "models/common/threads/crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace flybar {
namespace {

using namespace std::chrono_literals;

std::vector<std::size_t> up_to(std::size_t count) {
  std::vector<std::size_t> items(count);
  for (std::size_t i = 0; i < count; ++i) items[i] = i;
  return items;
}

TEST(Crew, WorksOnEachItemOnce) {
  for (const std::size_t threads : {1, 2, 3, 7}) {
    Crew crew(threads, Crew::Late::kWaitAlways);
    for (const std::size_t count : {0, 1, 2, 3, 8, 65, 200}) {
      std::vector<std::atomic<int>> times(count);
      crew.each(up_to(count), count, [&](std::size_t item) { ++times[item]; });
      for (const auto& once : times) EXPECT_EQ(once, 1) << threads << " threads, " << count;
    }
  }
}

TEST(Crew, OfOneThreadWorksInOrderOnTheCallingThread) {
  Crew crew;
  std::vector<std::size_t> order;
  crew.each({2, 3, 5, 7}, 8, [&](std::size_t item) { order.push_back(item); });
  EXPECT_EQ(order, (std::vector<std::size_t>{2, 3, 5, 7}));
}

/// Each item waits for the other one to be begun.
TEST(Crew, WorksOnSeveralItemsAtATime) {
  Crew crew(2, Crew::Late::kWaitAlways);
  std::atomic<int> begun = 0;
  crew.each({0, 1}, 2, [&](std::size_t) {
    for (++begun; begun < 2;) std::this_thread::yield();
  });
  EXPECT_EQ(crew.pieces().shared, 1u);
}

/// The other thread's first item waits until all others are done.
TEST(Crew, TakesItemsFromThoseWhoAreLate) {
  Crew crew(2, Crew::Late::kWaitAlways);
  std::atomic<int> done = 0;
  crew.each(up_to(8), 8, [&](std::size_t item) {
    while (item == 4 && done < 7) std::this_thread::yield();
    if (item > 4) {
      EXPECT_EQ(Crew::ahead(), item);
    }
    ++done;
  });
  EXPECT_EQ(done, 8);
}

TEST(Crew, OfTwoThreadsEachRunsAnItemOfEachPiece) {
  Crew crew(2, Crew::Late::kWaitAlways);
  for (int piece = 0; piece < 1000; ++piece) crew.each({3, 6}, 8, [](std::size_t) {});
  EXPECT_EQ(crew.pieces().all, 1000u);
  EXPECT_EQ(crew.pieces().shared, 1000u);
}

TEST(Crew, ThrowsWhatTheFirstOfItsItemsThrew) {
  for (const std::size_t threads : {1, 2, 3, 4}) {
    Crew crew(threads, Crew::Late::kWaitAlways);
    for (int piece = 0; piece < 100; ++piece) {
      try {
        crew.each(up_to(30), 30, [](std::size_t item) {
          if (item >= 7) throw std::runtime_error(std::to_string(item));
        });
        FAIL() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "7");
      }
    }
    EXPECT_NO_THROW(crew.each(up_to(30), 30, [](std::size_t) {}));
  }
}

TEST(Crew, OnlyItsFirstItemsInARowAreNotAhead) {
  Crew crew(2, Crew::Late::kWaitAlways);
  std::vector<std::size_t> ahead(8);
  crew.each(up_to(8), 8, [&](std::size_t item) { ahead[item] = Crew::ahead(); });
  EXPECT_EQ(ahead[0], Crew::kNone);
  EXPECT_EQ(ahead[4], 4u);
  EXPECT_EQ(Crew::ahead(), Crew::kNone);
}

TEST(Crew, SaysWhenAllHaveComeTogether) {
  Crew crew(2, Crew::Late::kWaitAlways);
  std::atomic<int> done = 0;
  int seen = 0;
  crew.on_joined = [&] { seen = done; };
  crew.each(up_to(50), 50, [&](std::size_t) { ++done; });
  EXPECT_EQ(seen, 50);
}

TEST(Crew, GoesOnWithoutALateThreadForTwentyTimesAsLong) {
  const Crew::Clock::time_point begin{};
  Crew::Alone alone;
  alone.waited(begin, begin + 1ms);
  EXPECT_TRUE(alone.until(begin + 21ms - 1ns));
  EXPECT_FALSE(alone.until(begin + 21ms));
}

TEST(Crew, OfMoreThreadsThanProcessorsDoesItsWork) {
  Crew crew(Crew::processors() + 3);
  std::atomic<int> done = 0;
  for (int piece = 0; piece < 20; ++piece) crew.each(up_to(64), 64, [&](std::size_t) { ++done; });
  EXPECT_EQ(done, 20 * 64);
}

}  // namespace
}  // namespace flybar
