#include "models/host/cpu/cpu.h"

#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

using CpuTest = HostBench;

TEST_F(CpuTest, SpentTimePassesWithTheNextSynchronisation) {
  Time before, after;
  cpu.add_process([&](Cpu& c) {
    c.spend(3_us, kWork);
    before = kernel_time();
    c.sync();
    after = kernel_time();
  });

  run();

  EXPECT_EQ(before, Time());
  EXPECT_EQ(after, 3_us);
}

TEST_F(CpuTest, NowCountsTimeThatIsNotYetRun) {
  cpu.add_process([&](Cpu& c) {
    c.spend(3_us, kWork);
    EXPECT_EQ(c.now(), 3_us);
  });

  run();
}

TEST_F(CpuTest, StoresToOneBlockBecomeOneBurst) {
  cpu.add_process([&](Cpu& c) {
    for (std::uint32_t i = 0; i < 8; ++i) c.store_word(64 + 4 * i, i);
  });

  run();

  ASSERT_EQ(pio.writes.size(), 1u);
  EXPECT_EQ(pio.writes[0].address, 64u);
  EXPECT_EQ(pio.writes[0].data.size(), 32u);
  EXPECT_EQ(pio.writes[0].at, 80_ns + FakePio::kWriteTime);
}

HostParams without_merging() {
  HostParams params = bench_params();
  params.pio_merge = 4_B;
  return params;
}

class CpuWithoutMerging : public HostBench {
 protected:
  CpuWithoutMerging() : HostBench(without_merging()) {}
};

TEST_F(CpuWithoutMerging, StoresEachWordAlone) {
  cpu.add_process([&](Cpu& c) { c.store(64, std::vector<std::uint8_t>(8)); });

  run();

  ASSERT_EQ(pio.writes.size(), 2u);
  EXPECT_EQ(pio.writes[1].address, 68u);
}

TEST_F(CpuTest, AWriteBarrierEndsTheBurst) {
  cpu.add_process([&](Cpu& c) {
    c.store_word(64, 1);
    c.write_barrier();
    c.store_word(68, 2);
  });

  run();

  ASSERT_EQ(pio.writes.size(), 2u);
}

TEST_F(CpuTest, AStoreElsewhereEndsTheBurst) {
  cpu.add_process([&](Cpu& c) {
    c.store_word(64, 1);
    c.store_word(72, 2);
  });

  run();

  ASSERT_EQ(pio.writes.size(), 2u);
  EXPECT_EQ(pio.writes[0].data.size(), 4u);
}

TEST_F(CpuTest, AStoreAcrossBlocksLeavesAsOneBurstPerBlock) {
  const std::vector<std::uint8_t> data(128);
  cpu.add_process([&](Cpu& c) { c.store(80, data); });

  run();

  ASSERT_EQ(pio.writes.size(), 5u);
  EXPECT_EQ(pio.writes[0].data.size(), 16u);
  EXPECT_EQ(pio.writes[4].data.size(), 16u);
}

TEST_F(CpuTest, ALoadReturnsWhatTheCardHoldsWhenItHasTakenItsTime) {
  pio.memory[103] = 7;
  cpu.add_process([&](Cpu& c) {
    EXPECT_EQ(c.load_word(100), 7u);
    EXPECT_EQ(kernel_time(), 20_ns + FakePio::kReadTime);
  });

  run();
}

TEST_F(CpuTest, ALoadSeesTheStoreBeforeIt) {
  cpu.add_process([&](Cpu& c) {
    c.store_word(100, 9);
    EXPECT_EQ(c.load_word(100), 9u);
  });

  run();
}

TEST_F(CpuTest, DrainWaitsUntilTheCardHasEverything) {
  cpu.add_process([&](Cpu& c) {
    c.store_word(64, 1);
    c.drain();
    EXPECT_EQ(kernel_time(), 10_ns + FakePio::kWriteTime);
  });

  run();
}

TEST_F(CpuTest, TheCpuWaitsOnceThePostingBuffersAreFull) {
  cpu.add_process([&](Cpu& c) {
    for (std::uint32_t i = 0; i < 5; ++i) c.store_word(64 * i, i);
    c.sync();
    EXPECT_EQ(kernel_time(), 10_ns + 5 * FakePio::kWriteTime);
  });

  run();
}

TEST_F(CpuTest, ProcessesShareTheCpuUntilTheyBlock) {
  std::vector<int> order;
  cpu.add_process([&](Cpu& c) {
    c.spend(5_us, kWork);
    c.sync();
    order.push_back(1);
    c.sleep(1_us);
    order.push_back(3);
  });
  cpu.add_process([&](Cpu& c) {
    c.spend(5_us, kWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 10_us);
    order.push_back(2);
  });

  run();

  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST_F(CpuTest, ANotifiedProcessRunsOnceTheCpuIsFree) {
  Signal signal;
  cpu.add_process([&](Cpu& c) {
    EXPECT_TRUE(c.wait_for(signal));
    EXPECT_EQ(kernel_time(), 4_us);
  });
  cpu.add_process([&](Cpu& c) {
    c.spend(3_us, kWork);
    c.notify(signal);
    c.spend(1_us, kWork);
  });

  run();
}

TEST_F(CpuTest, TimeInTheRunQueueIsThatOfOthersSinceTheProcessCouldRun) {
  Signal signal;
  Time queued;
  cpu.add_process([&](Cpu& host) {
    host.wait_for(signal);
    queued = host.queued();
  });
  cpu.add_process([&](Cpu& host) {
    host.spend(3_us, kWork);
    host.notify(signal);
    host.spend(7_us, kWork);
  });
  run();

  EXPECT_EQ(queued, 7_us);
}

TEST_F(CpuTest, ASignalGivenBeforeTheWaitIsNotLost) {
  Signal signal;
  cpu.add_process([&](Cpu& c) {
    c.notify(signal);
    EXPECT_TRUE(c.wait_for(signal));
    EXPECT_FALSE(c.wait_for(signal, 2_us));
    EXPECT_EQ(kernel_time(), 2_us);
  });

  run();
}

TEST_F(CpuTest, AContextSwitchTakesTime) {
  HostParams slow = params;
  slow.context_switch = 3_us;
  Cpu other("other", slow, {agenda, kernel, pio, memory});
  other.add_process([&](Cpu&) { EXPECT_EQ(kernel_time(), 3_us); });

  run();

  EXPECT_EQ(other.use().share(Share::kSystem), 3_us);
}

TEST_F(CpuTest, WhatSoftwareThrowsKeepsItsType) {
  cpu.add_process([](Cpu&) { throw SimulationError("here", "this", "that", "do so"); });

  EXPECT_THROW(run(), SimulationError);
}

class PriorityTest : public HostBench {
 protected:
  /// A thread of the kernel that is ready at 10 us, and works for 3 us.
  PriorityTest() {
    cpu.add_process(
        "thread",
        [this](Cpu& c) {
          c.sleep(10_us);
          began = kernel_time();
          c.spend(3_us, kWork);
          c.sync();
        },
        Role::kServer);
  }
  /// When the program that does this ends.
  Time end_of(const Software& program) {
    Time end;
    cpu.add_process([&](Cpu& c) {
      program(c);
      c.sync();
      end = kernel_time();
    });
    run();
    return end;
  }
  Time began;
};

TEST_F(PriorityTest, AThreadOfTheKernelTakesTheCpuFromAProgramOutsideTheKernel) {
  EXPECT_EQ(end_of([](Cpu& c) { c.spend(30_us, kUserWork); }), 33_us);
  EXPECT_EQ(began, 10_us);
}

TEST_F(PriorityTest, AThreadOfTheKernelWaitsForAProgramInTheKernel) {
  EXPECT_EQ(end_of([](Cpu& c) { c.spend(30_us, kWork); }), 30_us);
  EXPECT_EQ(began, 30_us);
}

TEST_F(PriorityTest, AProgramGivesWayWhenItLeavesTheKernel) {
  EXPECT_EQ(end_of([](Cpu& c) {
              c.spend(20_us, kWork);
              c.spend(10_us, kUserWork);
            }),
            33_us);
  EXPECT_EQ(began, 20_us);
}

TEST_F(PriorityTest, AProgramGivesWayBehindAnInterruptThatReadiesAThread) {
  Signal arrived{"arrival"};
  cpu.add_process(
      "server", [&](Cpu& c) { c.wait_for(arrived), began = kernel_time(); }, Role::kServer);
  cpu.on_interrupt(nic_line, [&](Cpu& c) { nic_line.lower(kernel_time()), c.notify(arrived); });
  At raise(agenda, 20_us, [&](Time now) { nic_line.raise(now); });

  EXPECT_EQ(end_of([](Cpu& c) { c.spend(100_us, kUserWork); }), 100_us + 3_us + 7_us);
  EXPECT_EQ(began, 20_us + 1_us + 7_us);
}

TEST_F(CpuTest, TimeIsCountedByShareAndLabel) {
  cpu.add_process([&](Cpu& c) {
    c.spend(2_us, kUserWork);
    c.load_word(0);
  });

  run();

  EXPECT_EQ(cpu.use().share(Share::kUser), 2_us);
  EXPECT_EQ(cpu.use().share(Share::kSystem), 20_ns + FakePio::kReadTime);
  EXPECT_EQ(cpu.use().by_label().at(kUserWork.text), 2_us);
}

TEST_F(CpuTest, ALoadOfSeveralWordsCostsEachOfThem) {
  cpu.add_process([&](Cpu& c) {
    std::array<std::uint8_t, 32> block;
    c.load(0, block);
    EXPECT_EQ(kernel_time(), 8 * 20_ns + FakePio::kReadTime);
  });

  run();
}

TEST_F(CpuTest, AProgramThatWasDisplacedPaysForTheSwitchBack) {
  HostParams slow = params;
  slow.context_switch = 3_us;
  Cpu other("other", slow, {agenda, kernel, pio, memory});
  other.add_process(
      "thread", [](Cpu& c) { c.sleep(20_us), c.spend(3_us, kWork); }, Role::kServer);
  Time end;
  other.add_process([&](Cpu& c) { c.spend(30_us, kUserWork), c.sync(), end = kernel_time(); });

  run();

  EXPECT_EQ(end, (3_us + 3_us + 30_us) + (3_us + 3_us) + 3_us);
}

class SleepTest : public HostBench {
 protected:
  /// Runs at 1 us for the first time, sleeps for 10 us; how late it is then.
  Time late_after_sleep(Role role) {
    HostParams slow = params;
    slow.context_switch = 1_us;
    slow.process_wake = 2_us;
    Cpu other("other", slow, {agenda, kernel, pio, memory});
    Time late;
    const auto sleeper = [&](Cpu& c) {
      EXPECT_EQ(kernel_time(), 1_us);
      c.sleep(10_us);
      late = kernel_time() - 11_us;
    };
    other.add_process("sleeper", sleeper, role);
    run();
    return late;
  }
};

TEST_F(SleepTest, AProcessThatSleptPaysForItsWakeUpToo) {
  EXPECT_EQ(late_after_sleep(Role::kProgram), 1_us + 2_us);
}

TEST_F(SleepTest, AThreadOfTheKernelPaysForTheSwitchOnly) {
  EXPECT_EQ(late_after_sleep(Role::kServer), 1_us);
}

TEST_F(CpuTest, WorkOfTheKernelIsScaledAndThatOfProgramsIsNot) {
  HostParams quick = params;
  quick.clock = Time::ps(HostParams::kReferenceClock.ps() / 4);
  Cpu other("other", quick, {agenda, kernel, pio, memory});
  other.add_process([&](Cpu& c) {
    c.spend(4_us, kWork);
    c.spend(3_us, kUserWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 1_us + 3_us);
  });

  run();
}

}  // namespace
}  // namespace flybar::host
