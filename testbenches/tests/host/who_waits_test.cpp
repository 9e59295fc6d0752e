#include "models/host/waiting/who_waits.h"

#include <gtest/gtest-spi.h>

#include "models/common/error.h"
#include "models/host/waiting/daemon.h"
#include "models/host/waiting/lock.h"
#include "models/host/waiting/watchdog.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

class WhoWaitsTest : public HostBench {
 protected:
  std::string report() const { return who_waits({&cpu}); }
  Signal signal{"a reply"};
  Lock lock{"pages"};
};

TEST_F(WhoWaitsTest, AProcessWaitsForASignal) {
  cpu.add_process("reader", [&](Cpu& c) {
    c.spend(3_us, kWork);
    c.wait_for(signal);
  });

  run_stuck();

  EXPECT_EQ(report(), "cpu \"reader\" since 3 us waits for \"a reply\"\n");
}

TEST_F(WhoWaitsTest, AProcessWaitsForALockThatAnotherHolds) {
  cpu.add_process("writer", [&](Cpu& c) {
    c.lock(lock);
    c.wait_for(signal);
  });
  cpu.add_process("reader", [&](Cpu& c) { c.lock(lock); });

  run_stuck();

  EXPECT_EQ(report(),
            "cpu \"writer\" since 200 ns waits for \"a reply\"\n"
            "cpu \"reader\" since 400 ns waits for lock \"pages\", held by \"writer\"\n");
}

TEST_F(WhoWaitsTest, TimeOutsSleepsAndPollsAreNamed) {
  std::string seen;
  cpu.add_process("sleeper", [&](Cpu& c) { c.sleep(9_us); });
  cpu.add_process("waiter", [&](Cpu& c) { c.wait_for(signal, 8_us); });
  cpu.add_process("poller", [&](Cpu& c) {
    c.poll_pio(
        64, [](std::uint32_t) { return false; }, params.poll, 7_us);
  });
  At look(agenda, 1_us, [&](Time) { seen = report(); });

  run();

  EXPECT_EQ(seen,
            "cpu \"sleeper\" since 0 ns sleeps until 9 us\n"
            "cpu \"waiter\" since 0 ns waits for \"a reply\" until 8 us\n"
            "cpu \"poller\" since 0 ns polls address 0x40 until 7 us\n");
}

TEST_F(WhoWaitsTest, ServersComeLastAndThoseThatReturnedNotAtAll) {
  Daemon daemon(cpu, "daemon");
  cpu.add_process("reader", [&](Cpu& c) { c.wait_for(signal); });
  cpu.add_process("done", [](Cpu&) {});

  run_stuck();

  EXPECT_EQ(report(),
            "cpu \"reader\" since 0 ns waits for \"a reply\"\n"
            "cpu server \"daemon\" since 0 ns waits for \"work for daemon\"\n");
}

TEST_F(WhoWaitsTest, NoticeGoesToAsManyWaitersAsItWasGiven) {
  int woken = 0;
  for (int n = 0; n < 3; ++n) {
    cpu.add_process([&](Cpu& c) { woken += c.wait_for(signal, 9_us) ? 1 : 0; });
  }
  cpu.add_process([&](Cpu& c) {
    c.notify(signal);
    c.notify(signal);
  });

  run();

  EXPECT_EQ(woken, 2);
}

TEST_F(WhoWaitsTest, NoticeToAllWakesAll) {
  int woken = 0;
  for (int n = 0; n < 3; ++n) {
    cpu.add_process([&](Cpu& c) { woken += c.wait_for(signal, 9_us) ? 1 : 0; });
  }
  cpu.add_process([&](Cpu& c) { c.notify_all(signal); });

  run();

  EXPECT_EQ(woken, 3);
}

TEST_F(WhoWaitsTest, AProgramThatNeverReturnsFailsItsTest) {
  cpu.add_process("reader", [&](Cpu& c) { c.wait_for(signal); });

  EXPECT_NONFATAL_FAILURE(run(), "\"reader\" since 0 ns waits for \"a reply\"");
}

class WatchdogTest : public WhoWaitsTest {
 protected:
  Watchdog watchdog{"watchdog", 10_us, [this] { return report(); }};
};

TEST_F(WatchdogTest, SoftwareThatAchievesNothingIsStopped) {
  cpu.add_process("spinner", [&](Cpu& c) {
    c.sleep(4_us);
    watchdog.progress();
    while (true) c.sleep(1_us);
  });

  run_stuck();

  try {
    watchdog.rethrow();
    FAIL() << "not stopped";
  } catch (const SimulationError& error) {
    EXPECT_STREQ(error.what(),
                 "watchdog at 14 us: livelock: the software has achieved nothing since 4 us; "
                 "allowed: progress within 10 us; look at who waits for whom:\n"
                 "cpu \"spinner\" since 13 us sleeps until 14 us\n");
  }
}

TEST_F(WatchdogTest, ProgressJustInTimeIsEnough) {
  cpu.add_process([&](Cpu& c) {
    for (int n = 0; n < 5; ++n) {
      c.sleep(10_us - 1_ps);
      watchdog.progress();
    }
    sc_core::sc_stop();
  });

  run();

  EXPECT_NO_THROW(watchdog.rethrow());
}

}  // namespace
}  // namespace flybar::host
