#include "models/host/paging/page_pool.h"

#include "models/common/error.h"
#include "models/host/waiting/who_waits.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

/// 127 frames. The pageout daemon runs when fewer than 10 are free, until 20 are.
class PagePoolTest : public HostBench {
 protected:
  static HostParams pool_params() {
    HostParams pool = bench_params();
    pool.frame_alloc = 1_us;
    pool.free_low = 10;
    pool.free_high = 20;
    return pool;
  }
  void take(std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) taken.push_back(pool.allocate());
  }
  /// The oldest first.
  std::size_t give_back(std::size_t wanted) {
    asked.push_back(wanted);
    for (std::size_t n = 0; n < wanted; ++n) pool.free(taken[n]);
    taken.erase(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(wanted));
    return wanted;
  }

  Cpu cpu{"other", pool_params(), {agenda, kernel, pio, memory}};
  InterruptLine& nic_line = cpu.add_device("nic");
  PagePool pool{cpu};
  std::vector<Physical> taken;
  std::vector<std::size_t> asked;
};

TEST_F(PagePoolTest, TakingAFrameTakesItsTime) {
  cpu.add_process([&](Cpu& c) {
    take(2);
    c.sync();
    EXPECT_EQ(kernel_time(), 2_us);
    EXPECT_EQ(pool.free_count(), 125u);
  });

  run();
}

TEST_F(PagePoolTest, AtTheLowMarkTheDaemonRests) {
  pool.set_reclaimer([&](std::size_t wanted) { return give_back(wanted); });
  cpu.add_process([&](Cpu&) { take(117); });

  run();

  EXPECT_TRUE(asked.empty());
}

TEST_F(PagePoolTest, BelowTheLowMarkItFillsUpToTheHighMark) {
  pool.set_reclaimer([&](std::size_t wanted) { return give_back(wanted); });
  cpu.add_process([&](Cpu&) { take(118); });

  run();

  EXPECT_EQ(asked, std::vector<std::size_t>{11});
  EXPECT_EQ(pool.free_count(), 20u);
}

TEST_F(PagePoolTest, TheDaemonRestsIfTheShortageIsOverBeforeItRuns) {
  pool.set_reclaimer([&](std::size_t wanted) { return give_back(wanted); });
  cpu.add_process([&](Cpu&) {
    take(118);
    pool.free(taken.back());
    taken.pop_back();
  });

  run();

  EXPECT_TRUE(asked.empty());
}

TEST_F(PagePoolTest, AProcessWaitsForTheDaemonWhenThereIsNoFrame) {
  pool.set_reclaimer([&](std::size_t) {
    cpu.sleep(1_ms);  // as for a page that is written to disk
    return give_back(5);
  });
  cpu.add_process([&](Cpu&) {
    take(127);
    take(1);
    EXPECT_GE(kernel_time(), 1_ms);
  });

  run();
}

TEST_F(PagePoolTest, AHandlerGetsNothingWhenThereIsNoFrame) {
  cpu.add_process([&](Cpu&) { take(127); });
  cpu.on_interrupt(nic_line, [&](Cpu&) {
    EXPECT_EQ(pool.try_allocate(), std::nullopt);
    nic_line.lower(kernel_time());
  });
  At raise(agenda, 10_ms, [&](Time now) { nic_line.raise(now); });

  run();
}

TEST_F(PagePoolTest, AFreedFrameGoesToWhoWaits) {
  Time got;
  cpu.add_process([&](Cpu&) {
    take(128);
    got = kernel_time();
  });
  cpu.add_process([&](Cpu& c) {
    c.sleep(1_ms);
    pool.free(taken[0]);
  });

  run();

  EXPECT_GE(got, 1_ms);
}

TEST_F(PagePoolTest, AReclaimerThatHasNothingIsAskedAgainWhenItMightHave) {
  bool busy = true;
  pool.set_reclaimer([&](std::size_t wanted) { return busy ? 0 : give_back(wanted); });
  cpu.add_process([&](Cpu&) { take(128); });
  cpu.add_process([&](Cpu& c) {
    c.sleep(1_ms);
    busy = false;
    pool.reconsider();
  });

  run();

  EXPECT_EQ(pool.free_count(), 19u);
}

TEST_F(PagePoolTest, AProcessThatWaitsInVainIsReported) {
  cpu.add_process("reader", [&](Cpu&) { take(128); });

  run_stuck();

  EXPECT_NE(who_waits({&cpu}).find("\"reader\" since 128 us waits for \"a free frame\""),
            std::string::npos)
      << who_waits({&cpu});
}

TEST_F(PagePoolTest, GivingAFrameBackTakesItsTime) {
  cpu.add_process([&](Cpu& c) {
    take(1);
    pool.free(taken[0]);
    c.sync();
    EXPECT_EQ(kernel_time(), 2_us);
  });

  run();
}

TEST_F(PagePoolTest, FramesInARowTakeTheTimeOfOne) {
  cpu.add_process([&](Cpu& c) {
    const auto first = pool.try_allocate(3);
    ASSERT_TRUE(first.has_value());
    c.sync();
    EXPECT_EQ(kernel_time(), 1_us);
    EXPECT_EQ(pool.free_count(), 124u);
    EXPECT_EQ(memory.frames.state(*first + 2 * 8192), FrameState::kHost);
    pool.free(*first, 3);
    c.sync();
    EXPECT_EQ(kernel_time(), 2_us);
    EXPECT_EQ(pool.free_count(), 127u);
  });

  run();
}

TEST_F(PagePoolTest, WithoutFramesInARowThereIsNothing) {
  cpu.add_process([&](Cpu&) {
    take(127);
    for (std::size_t n = 0; n < 127; n += 2) pool.free(taken[n]);
    EXPECT_EQ(pool.try_allocate(2), std::nullopt);
    pool.free(taken[1]);
    EXPECT_EQ(pool.try_allocate(4), std::nullopt);
    EXPECT_EQ(pool.try_allocate(3), taken[0]);
  });

  run();
}

TEST_F(PagePoolTest, AShortageOfFramesInARowAsksTheReclaimerBelowTheLowMarkOnly) {
  pool.set_reclaimer([&](std::size_t wanted) { return give_back(wanted); });
  cpu.add_process([&](Cpu& c) {
    take(117);
    EXPECT_EQ(pool.try_allocate(11), std::nullopt);
    c.sleep(1_ms);
    EXPECT_TRUE(asked.empty());
    EXPECT_NE(pool.try_allocate(10), std::nullopt);
    c.sleep(1_ms);
    EXPECT_EQ(asked, std::vector<std::size_t>{20});
  });

  run();
}

TEST_F(PagePoolTest, FramesThatAreFreedTogetherGoToAsManyWhoWait) {
  std::vector<Time> got;
  for (int n = 0; n < 3; ++n) {
    cpu.add_process([&](Cpu& c) {
      c.sleep(1_ms);
      pool.allocate();
      got.push_back(kernel_time());
    });
  }
  cpu.add_process([&](Cpu& c) {
    const auto all = pool.try_allocate(127);
    c.sleep(2_ms);
    pool.free(*all, 2);
    c.sleep(1_ms);
    EXPECT_EQ(got.size(), 2u);
    pool.free(*all + 2 * 8192, 1);
  });

  run();

  EXPECT_EQ(got.size(), 3u);
}

}  // namespace
}  // namespace flybar::host
