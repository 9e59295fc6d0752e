#include "models/host/waiting/lock.h"

#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

/// Taking or giving back a lock takes 1 us.
class LockTest : public HostBench {
 protected:
  LockTest() {
    HostParams slow = params;
    slow.lock = 1_us;
    cpu = std::make_unique<Cpu>("other", slow, Cpu::Parts{agenda, kernel, pio, memory});
    nic_line = &cpu->add_device("nic");
  }

  /// Runs to the end, which an error must be.
  std::string error() {
    try {
      run();
      ADD_FAILURE() << "no error";
    } catch (const SimulationError& caught) {
      return caught.fault().found;
    }
    return "";
  }

  std::unique_ptr<Cpu> cpu;
  InterruptLine* nic_line = nullptr;
  Lock lock{"pages"};
  Lock other{"files"};
};

TEST_F(LockTest, AFreeLockTakesItsTimeOnly) {
  cpu->add_process([&](Cpu& c) {
    c.lock(lock);
    EXPECT_EQ(kernel_time(), 1_us);
    EXPECT_FALSE(lock.is_free());
    c.unlock(lock);
    EXPECT_EQ(kernel_time(), 2_us);
    EXPECT_TRUE(lock.is_free());
  });

  run();
}

TEST_F(LockTest, WaitersGetItInTheOrderOfTheirComing) {
  std::vector<int> order;
  cpu->add_process([&](Cpu& c) {
    const LockGuard guard(c, lock);
    c.sleep(10_us);
  });
  for (const int n : {1, 2, 3}) {
    cpu->add_process([&, n](Cpu& c) {
      const LockGuard guard(c, lock);
      order.push_back(n);
      c.sleep(1_us);
    });
  }

  run();

  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST_F(LockTest, ALockIsHandedOverBeforeItsHolderCanTakeItAgain) {
  std::vector<int> order;
  cpu->add_process([&](Cpu& c) {
    c.lock(lock);
    c.sleep(10_us);
    c.unlock(lock);
    const LockGuard again(c, lock);
    order.push_back(2);
  });
  cpu->add_process([&](Cpu& c) {
    const LockGuard guard(c, lock);
    order.push_back(1);
  });

  run();

  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST_F(LockTest, TakingALockTwiceIsReported) {
  cpu->add_process("reader", [&](Cpu& c) {
    c.lock(lock);
    c.lock(lock);
  });

  EXPECT_EQ(error(), "\"reader\" takes lock \"pages\", which it holds");
}

TEST_F(LockTest, GivingBackWhatAnotherHoldsIsReported) {
  cpu->add_process("reader", [&](Cpu& c) {
    c.lock(lock);
    c.sleep(10_us);
  });
  cpu->add_process("writer", [&](Cpu& c) { c.unlock(lock); });

  EXPECT_EQ(error(), "\"writer\" gives back lock \"pages\", which \"reader\" holds");
}

TEST_F(LockTest, GivingBackAFreeLockIsReported) {
  cpu->add_process("reader", [&](Cpu& c) { c.unlock(lock); });

  EXPECT_EQ(error(), "\"reader\" gives back lock \"pages\", which is free");
}

TEST_F(LockTest, ACycleIsReportedWhenItCloses) {
  cpu->add_process("reader", [&](Cpu& c) {
    c.lock(lock);
    c.sleep(10_us);
    c.lock(other);
  });
  cpu->add_process("writer", [&](Cpu& c) {
    c.lock(other);
    c.lock(lock);
  });

  EXPECT_EQ(error(),
            "deadlock: \"reader\" waits for lock \"files\", held by \"writer\", which waits for "
            "lock \"pages\", held by \"reader\"");
}

TEST_F(LockTest, AHolderThatWasJustHandedAnotherLockIsNoCycle) {
  cpu->add_process([&](Cpu& c) {
    c.lock(other);
    c.sleep(10_us);
    c.unlock(other);  // the second process holds both now, and has not run yet
    c.lock(lock);
    EXPECT_TRUE(other.is_free());
  });
  cpu->add_process([&](Cpu& c) {
    c.lock(lock);
    c.lock(other);
    c.unlock(other);
    c.unlock(lock);
  });

  run();
}

TEST_F(LockTest, AHandlerMustNotTakeALock) {
  cpu->on_interrupt(*nic_line, [&](Cpu& c) {
    EXPECT_THROW(c.lock(lock), SimulationError);
    nic_line->lower(kernel_time());
  });
  At raise(agenda, 10_us, [&](Time now) { nic_line->raise(now); });

  run();
}

TEST_F(LockTest, AnExceptionPassesAGuardWithoutTime) {
  cpu->add_process([&](Cpu& c) {
    try {
      const LockGuard guard(c, lock);
      throw SimulationError("here", "this", "that", "do so");
    } catch (const SimulationError&) {
      EXPECT_EQ(kernel_time(), 1_us);
      EXPECT_FALSE(lock.is_free());
    }
  });

  run();
}

}  // namespace
}  // namespace flybar::host
