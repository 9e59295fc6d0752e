#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

bool is_one(std::uint32_t word) {
  return word == 1;
}

/// Looks cost 40 ns, a PIO load 20 ns and 500 ns. Pauses: 100, 200, 400, 400, ... ns.
class PollTest : public HostBench {
 protected:
  PollTest() { memory.frames.lend(word, 4_B, FrameState::kReceiving); }
  Physical word = memory.frames.allocate();
};

TEST_F(PollTest, EachPioPollIsAReadAndPausesGrow) {
  At change(agenda, 2_us, [this](Time) { pio.memory[3] = 1; });
  cpu.add_process([&](Cpu& c) { c.poll_pio(0, is_one, params.poll); });

  run();

  EXPECT_EQ(pio.reads,
            (std::vector<Time>{560_ns, 560_ns + 660_ns, 1220_ns + 760_ns, 1980_ns + 960_ns}));
}

// Looks at 560, 1220, 1980 ns, and each 960 ns from then on.
TEST_F(PollTest, LooksThatAreKnownToFailAreOnlyCounted) {
  pio.foresees = Time::ms(1);
  At change(agenda, 100_us, [this](Time) { pio.memory[3] = 1; });
  cpu.add_process([&](Cpu& c) { c.poll_pio(0, is_one, params.poll); });

  run();

  EXPECT_EQ(pio.reads, std::vector<Time>{1980_ns + 103 * 960_ns});
  EXPECT_EQ(pio.repeated, 105);
  EXPECT_EQ(cpu.use().by_label().at("wait for PIO"), 106 * FakePio::kReadTime);
  EXPECT_EQ(cpu.use().busy(), 1980_ns + 103 * 960_ns);
}

TEST_F(PollTest, ALookThatIsAnsweredWhenAnotherTaskIsDueIsMade) {
  pio.foresees = Time::ms(1);
  At change(agenda, 1220_ns, [this](Time) { pio.memory[3] = 1; });
  cpu.add_process([&](Cpu& c) { c.poll_pio(0, is_one, params.poll); });

  run();

  EXPECT_EQ(pio.reads, std::vector<Time>{1220_ns});
}

TEST_F(PollTest, ATimeOutEndsAPollWhoseLooksAreOnlyCounted) {
  pio.foresees = Time::ms(1);
  cpu.add_process([&](Cpu& c) {
    EXPECT_FALSE(c.poll_pio(0, is_one, params.poll, 1_us));
    EXPECT_EQ(kernel_time(), 1220_ns);
  });

  run();
}

TEST_F(PollTest, APioPollWakesTheProcessOnce) {
  At change(agenda, 1_ms, [this](Time) { pio.memory[3] = 1; });
  std::uint64_t deltas = 0;
  cpu.add_process([&](Cpu& c) {
    const std::uint64_t before = sc_core::sc_delta_count();
    c.poll_pio(0, is_one, params.poll);
    deltas = sc_core::sc_delta_count() - before;
  });

  run();

  EXPECT_GT(pio.reads.size(), 1000u);
  EXPECT_LT(deltas, 10u);
}

TEST_F(PollTest, APioPollGivesUpAtItsFirstLookAfterTheTimeOut) {
  cpu.add_process([&](Cpu& c) {
    EXPECT_FALSE(c.poll_pio(0, is_one, params.poll, 1_us));
    EXPECT_EQ(kernel_time(), 1220_ns);
  });

  run();
}

TEST_F(PollTest, AMemoryPollSeesTheWordAtItsFirstLookAfterTheWrite) {
  // Looks at 40, 180, 420, 860, 1300, 1740 ns.
  At write(agenda, 1301_ns, [this](Time now) { device_writes(word, 1, now); });
  cpu.add_process([&](Cpu& c) {
    EXPECT_EQ(c.poll_memory(word, is_one, params.poll), 1u);
    EXPECT_EQ(kernel_time(), 1740_ns);
  });

  run();
}

TEST_F(PollTest, AWriteAtTheInstantOfALookIsSeenByIt) {
  At write(agenda, 1300_ns, [this](Time now) { device_writes(word, 1, now); });
  cpu.add_process([&](Cpu& c) {
    c.poll_memory(word, is_one, params.poll);
    EXPECT_EQ(kernel_time(), 1300_ns);
  });

  run();
}

TEST_F(PollTest, AMemoryPollGoesOnAfterAWriteOfAnotherValue) {
  At other(agenda, 600_ns, [this](Time now) { device_writes(word, 2, now); });
  At write(agenda, 1_us, [this](Time now) { device_writes(word, 1, now); });
  cpu.add_process([&](Cpu& c) {
    c.poll_memory(word, is_one, params.poll);
    EXPECT_EQ(kernel_time(), 1300_ns);
  });

  run();
}

TEST_F(PollTest, AnIdleMemoryPollCostsNothing) {
  At write(agenda, 1_ms, [this](Time now) { device_writes(word, 1, now); });
  std::int64_t tasks = 0;
  Time before;
  cpu.add_process([&](Cpu& c) {
    before = agenda.next();
    c.poll_memory(word, is_one, params.poll);
    tasks = sc_core::sc_delta_count();
  });

  run();

  EXPECT_LT(tasks, 20);
  EXPECT_EQ(cpu.use().by_label().at("poll"), kernel_time());
}

TEST_F(PollTest, AMemoryPollGivesUpAtItsFirstLookAfterTheTimeOut) {
  cpu.add_process([&](Cpu& c) {
    EXPECT_FALSE(c.poll_memory(word, is_one, params.poll, 861_ns));
    EXPECT_EQ(kernel_time(), 1300_ns);
  });

  run();
}

/// The handler begins at 6 us, writes the word at 12 us, and has returned at 14 us.
TEST_F(PollTest, AWordThatAHandlerWritesEndsAPollOfMemory) {
  memory.frames.take_back(word, 4_B);
  cpu.on_interrupt(nic_line, [&](Cpu& c) {
    nic_line.lower(c.now());
    c.spend(1_us, kPolling);
    c.sync();
    memory.write_word(word, 1);
  });
  At change(agenda, 5_us, [this](Time at) { nic_line.raise(at); });
  Time seen;
  cpu.add_process([&](Cpu& c) {
    EXPECT_TRUE(c.poll_memory(word, is_one, {Time(), 1, Time()}, 100_us));
    seen = c.now();
  });

  run();

  EXPECT_GE(seen, 14_us);
  EXPECT_LT(seen, 14_us + 2 * params.poll_check);
}

}  // namespace
}  // namespace flybar::host
