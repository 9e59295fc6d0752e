#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

/// A card that raises its line at 10 us; the handler works for 1 us. Latency, entry, work, exit:
/// 1 + 5 + 1 + 2 us.
class InterruptTest : public HostBench {
 protected:
  InterruptTest() {
    cpu.on_interrupt(nic_line, [this](Cpu& c) {
      handled.push_back(kernel_time());
      nic_line.lower(kernel_time());
      c.spend(1_us, kWork);
    });
  }
  std::vector<Time> handled;
  At raise{agenda, 10_us, [this](Time now) { nic_line.raise(now); }};
};

TEST_F(InterruptTest, TheHandlerBeginsAfterLatencyAndEntry) {
  run();

  EXPECT_EQ(handled, std::vector<Time>{16_us});
}

TEST_F(InterruptTest, TheHandlersTimeDelaysTheProcess) {
  cpu.add_process([&](Cpu& c) {
    c.spend(30_us, kWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 38_us);
  });

  run();
}

TEST_F(InterruptTest, APioAccessIsNotInterrupted) {
  cpu.add_process([&](Cpu& c) {
    c.spend(10_us + 980_ns, kWork);  // the load's data arrives at 11.5 us
    c.load_word(0);
    EXPECT_EQ(kernel_time(), 11_us + 500_ns);
    c.spend(1_us, kWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 20_us + 500_ns);
  });

  run();
}

TEST_F(InterruptTest, AMaskedInterruptWaitsUntilItIsUnmasked) {
  cpu.add_process([&](Cpu& c) {
    c.mask_interrupts();
    c.spend(30_us, kWork);
    c.unmask_interrupts();
    c.spend(1_us, kWork);
  });

  run();

  EXPECT_EQ(handled, std::vector<Time>{35_us});
}

TEST_F(InterruptTest, TheHandlersTimeCountsAsInterrupt) {
  run();

  EXPECT_EQ(cpu.use().share(Share::kInterrupt), 8_us);
  EXPECT_EQ(cpu.use().share(Share::kUser), Time());
}

TEST_F(InterruptTest, ALineThatFallsBeforeTheCpuSeesItIsForgotten) {
  At lower(agenda, 10_us + 999_ns, [this](Time now) { nic_line.lower(now); });

  run();

  EXPECT_TRUE(handled.empty());
}

TEST_F(InterruptTest, ALineThatStaysHighInterruptsAgain) {
  int calls = 0;
  cpu.on_interrupt(nic_line, [&](Cpu&) {
    if (++calls == 2) nic_line.lower(kernel_time());
  });

  run();

  EXPECT_EQ(calls, 2);
}

TEST_F(InterruptTest, AHandlerMayWakeAProcess) {
  Signal signal;
  cpu.on_interrupt(nic_line, [&](Cpu& c) {
    nic_line.lower(kernel_time());
    c.notify(signal);
  });
  cpu.add_process([&](Cpu& c) {
    EXPECT_TRUE(c.wait_for(signal));
    EXPECT_EQ(kernel_time(), 18_us);
  });

  run();
}

TEST_F(InterruptTest, AHandlerThatBlocksIsReported) {
  cpu.on_interrupt(nic_line, [this](Cpu& c) {
    EXPECT_THROW(c.sleep(1_us), SimulationError);
    nic_line.lower(kernel_time());
  });

  run();
}

/// Beside the NIC, which raises its line at 10 us, two devices. Handlers take 1 us, with entry and
/// exit 8 us.
class SeveralDevices : public InterruptTest {
 protected:
  SeveralDevices() {
    for (const char* name : {"disk", "tape"}) {
      const std::size_t n = lines.size();
      lines.push_back(&cpu.add_device(name, [this, n](Cpu& c) {
        order.push_back(n);
        times.push_back(kernel_time());
        lines[n]->lower(kernel_time());
        c.spend(1_us, kWork);
      }));
    }
  }
  std::vector<InterruptLine*> lines;
  std::vector<std::size_t> order;
  std::vector<Time> times;
};

TEST_F(SeveralDevices, EachHasItsHandlerOneAfterTheOther) {
  At later(agenda, 12_us, [this](Time now) { lines[0]->raise(now); });

  run();

  EXPECT_EQ(handled, std::vector<Time>{16_us});
  EXPECT_EQ(times, std::vector<Time>{19_us + 5_us});
}

TEST_F(SeveralDevices, OfTwoThatWaitTheFirstAddedIsServedFirst) {
  At tape(agenda, 12_us, [this](Time now) { lines[1]->raise(now); });
  At disk(agenda, 13_us, [this](Time now) { lines[0]->raise(now); });

  run();

  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1}));
}

TEST_F(SeveralDevices, AnInterruptDoesNotInterruptAHandler) {
  At tape(agenda, 5_us, [this](Time now) { lines[1]->raise(now); });

  run();

  EXPECT_EQ(times, std::vector<Time>{11_us});
  EXPECT_EQ(handled, std::vector<Time>{14_us + 5_us});
}

/// The handler takes 8 us from 11 us on.
class PolledMemory : public InterruptTest {
 protected:
  /// When a poll that looks each `period`, 40 ns of which are the look, sees a word written then.
  Time seen(Time written, Time period) {
    const Physical word = memory.frames.allocate();
    At write(agenda, written, [&](Time now) { device_writes(word, 1, now); });
    memory.frames.lend(word, 4_B, FrameState::kReceiving);
    const PollPolicy steady{.first = period - 40_ns, .factor = 1, .maximum = period - 40_ns};
    Time at;
    cpu.add_process([&](Cpu& c) {
      c.poll_memory(
          word, [](std::uint32_t w) { return w == 1; }, steady);
      at = kernel_time();
    });
    run();
    return at;
  }
};

TEST_F(PolledMemory, APollIsDelayedByTheHandler) {
  // Looks at 40 ns, 1.04 us, ...; from 11 us on 8 us later: 30.04 us is one of them.
  EXPECT_EQ(seen(30_us, 1_us), 30_us + 40_ns);
}

TEST_F(PolledMemory, AWordWrittenDuringTheHandlerIsSeenAtTheFirstLookBehindIt) {
  EXPECT_EQ(seen(15_us, 1_us), 19_us + 40_ns);
}

TEST_F(PolledMemory, TheHandlerShiftsLooksWhosePeriodItsTimeIsNoMultipleOf) {
  EXPECT_EQ(seen(30_us, 940_ns), 8_us + 40_ns + 24 * 940_ns);
}

TEST_F(InterruptTest, AMaskedInterruptDoesNotComeBetweenTwoStepsEither) {
  cpu.add_process([&](Cpu& c) {
    c.mask_interrupts();
    c.spend(15_us, kWork);
    c.load_word(0);
    c.spend(15_us, kWork);
    c.unmask_interrupts();
    c.spend(1_us, kWork);
  });

  run();

  EXPECT_EQ(handled, std::vector<Time>{30_us + 520_ns + 5_us});
}

TEST_F(InterruptTest, ACpuHasAtMost63Devices) {
  for (int i = 1; i < 63; ++i) cpu.add_device("device " + std::to_string(i));

  EXPECT_THROW(cpu.add_device("one more"), ConfigurationError);
}

}  // namespace
}  // namespace flybar::host
