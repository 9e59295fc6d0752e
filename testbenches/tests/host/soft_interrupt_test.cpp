#include <unistd.h>
#include <array>
#include <memory>
#include <string>

#include "models/common/error.h"
#include "models/host/waiting/lock.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

/// The handler takes 3 us to begin and works for 1 us; that of the card takes 1 us to be noticed,
/// 5 to begin and 2 to end.
class SoftInterruptTest : public HostBench {
 protected:
  explicit SoftInterruptTest(const HostParams& host = soft_params()) : HostBench(host) {
    cpu.soft_interrupt().handle([this](Cpu& c) {
      began.push_back(kernel_time());
      c.spend(1_us, kWork);
      if (during) during(c);
    });
  }
  static HostParams soft_params() {
    HostParams host = bench_params();
    host.soft_interrupt = 3_us;
    return host;
  }
  /// A card that raises its line at `when`; its handler works for 1 us, after `request`.
  void interrupt_at(Time when, Software request) {
    cpu.on_interrupt(nic_line, [this, request = std::move(request)](Cpu& c) {
      handled.push_back(kernel_time());
      nic_line.lower(kernel_time());
      if (request) request(c);
      c.spend(1_us, kWork);
    });
    raises.push_back(std::make_unique<At>(agenda, when, [this](Time now) { nic_line.raise(now); }));
  }
  /// A task of the node requests it then.
  void request_at(Time when) {
    raises.push_back(std::make_unique<At>(agenda, when,
                                          [this](Time now) { cpu.soft_interrupt().request(now); }));
  }
  static void request(Cpu& c) { c.soft_interrupt().request(); }

  std::vector<Time> began;
  std::vector<Time> handled;
  std::vector<std::unique_ptr<At>> raises;
  Software during;
};

TEST_F(SoftInterruptTest, OneThatATaskRequestsBeginsAfterItsTime) {
  request_at(10_us);

  run();

  EXPECT_EQ(began, std::vector<Time>{13_us});
  EXPECT_EQ(kernel_time(), 14_us);
}

TEST_F(SoftInterruptTest, OneThatAHandlerRequestsRunsBehindThat) {
  interrupt_at(10_us, request);

  run();

  EXPECT_EQ(handled, std::vector<Time>{16_us});
  EXPECT_EQ(began, std::vector<Time>{19_us + 3_us});
}

TEST_F(SoftInterruptTest, RequestsBeforeItBeginsAreOne) {
  interrupt_at(10_us, [](Cpu& c) {
    request(c);
    request(c);
  });
  request_at(18_us);
  request_at(22_us - 1_ps);  // it has been entered, and has not begun

  run();

  EXPECT_EQ(began, std::vector<Time>{22_us});
}

TEST_F(SoftInterruptTest, ARequestWhileItRunsMakesItRunOnceMore) {
  request_at(10_us);
  request_at(13_us + 1_ps);
  request_at(14_us - 1_ps);

  run();

  EXPECT_EQ(began, (std::vector<Time>{13_us, 14_us + 3_us}));
}

TEST_F(SoftInterruptTest, ItMayRequestItself) {
  during = [this](Cpu& c) {
    if (began.size() < 3) request(c);
  };
  request_at(10_us);

  run();

  EXPECT_EQ(began, (std::vector<Time>{13_us, 17_us, 21_us}));
}

TEST_F(SoftInterruptTest, DelaysAProcessInTheKernel) {
  request_at(10_us);
  cpu.add_process([&](Cpu& c) {
    c.spend(30_us, kWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 34_us);
  });

  run();
}

TEST_F(SoftInterruptTest, AProcessGoesOnBehindTheOneThatItRequests) {
  cpu.add_process([&](Cpu& c) {
    c.spend(10_us, kWork);
    request(c);
    EXPECT_EQ(kernel_time(), 14_us);
    EXPECT_EQ(began, std::vector<Time>{13_us});
  });

  run();
}

TEST_F(SoftInterruptTest, APioAccessIsNotInterrupted) {
  request_at(10_us);
  cpu.add_process([&](Cpu& c) {
    c.spend(9_us + 979_ns, kWork);  // the load takes from 9.999 to 10.499 us
    c.load_word(0);
    EXPECT_EQ(kernel_time(), 10_us + 499_ns);
    c.spend(1_us, kWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 15_us + 499_ns);
  });

  run();

  EXPECT_EQ(began, std::vector<Time>{13_us + 499_ns});
}

TEST_F(SoftInterruptTest, ADeviceInterruptsIt) {
  during = [](Cpu& c) { c.spend(9_us, kWork), c.sync(); };
  request_at(10_us);
  interrupt_at(13_us, {});
  cpu.add_process([&](Cpu& c) {
    c.spend(30_us, kWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 30_us + 13_us + 8_us);
  });

  run();

  EXPECT_EQ(began, std::vector<Time>{13_us});
  EXPECT_EQ(handled, std::vector<Time>{19_us});
}

TEST_F(SoftInterruptTest, ADeviceInterruptsItBeforeItBegins) {
  request_at(10_us);
  interrupt_at(10_us, {});

  run();

  EXPECT_EQ(handled, std::vector<Time>{16_us});
  EXPECT_EQ(began, std::vector<Time>{21_us});
}

TEST_F(SoftInterruptTest, ADeviceInterruptsItBetweenTwoSteps) {
  during = [](Cpu& c) { c.load_word(0), c.spend(1_us, kWork); };  // from 14.02 to 14.52 us
  request_at(10_us);
  interrupt_at(13_us + 100_ns, {});

  run();

  EXPECT_EQ(handled, std::vector<Time>{19_us + 520_ns});
  EXPECT_EQ(kernel_time(), 22_us + 520_ns + 1_us);
}

TEST_F(SoftInterruptTest, ADeviceThatInterruptsAsItReturnsIsServedFirst) {
  request_at(10_us);
  request_at(13_us + 500_ns);
  interrupt_at(13_us, {});

  run();

  EXPECT_EQ(handled, std::vector<Time>{19_us});
  EXPECT_EQ(began, (std::vector<Time>{13_us, 22_us + 3_us}));
}

TEST_F(SoftInterruptTest, ADeviceThatInterruptsItMayRequestItOnceMore) {
  during = [this](Cpu& c) { c.spend(began.size() == 1 ? 9_us : Time(), kWork); };
  request_at(10_us);
  interrupt_at(13_us, request);  // handled from 14 to 22 us, the first one until 31 us

  run();

  EXPECT_EQ(began, (std::vector<Time>{13_us, 31_us + 3_us}));
}

TEST_F(SoftInterruptTest, ItMayMaskTheDevices) {
  during = [](Cpu& c) {
    c.mask_interrupts();
    c.spend(9_us, kWork);
    c.unmask_interrupts();
    c.spend(1_us, kWork);
  };
  request_at(10_us);
  interrupt_at(15_us, {});

  run();

  EXPECT_EQ(handled, std::vector<Time>{23_us + 5_us});
  EXPECT_EQ(kernel_time(), 13_us + 11_us + 8_us);
}

TEST_F(SoftInterruptTest, OneThatIsMaskedRunsWhenItIsUnmasked) {
  request_at(10_us);
  cpu.add_process([&](Cpu& c) {
    c.soft_interrupt().mask();
    c.spend(15_us, kWork);
    c.load_word(0);
    c.spend(5_us, kWork);
    c.soft_interrupt().unmask();
    EXPECT_EQ(kernel_time(), 20_us + 520_ns + 4_us);
  });

  run();

  EXPECT_EQ(began, std::vector<Time>{20_us + 520_ns + 3_us});
}

TEST_F(SoftInterruptTest, AProcessThatMasksItMayRequestIt) {
  cpu.add_process([&](Cpu& c) {
    c.soft_interrupt().mask();
    c.spend(5_us, kWork);
    request(c);
    c.spend(5_us, kWork);
    EXPECT_EQ(c.now(), 10_us);
    c.soft_interrupt().unmask();
  });

  run();

  EXPECT_EQ(began, std::vector<Time>{13_us});
}

TEST_F(SoftInterruptTest, DevicesInterruptAProcessThatMasksIt) {
  interrupt_at(10_us, request);
  cpu.add_process([&](Cpu& c) {
    c.soft_interrupt().mask();
    c.spend(20_us, kWork);
    c.soft_interrupt().unmask();
  });

  run();

  EXPECT_EQ(handled, std::vector<Time>{16_us});
  EXPECT_EQ(began, std::vector<Time>{28_us + 3_us});
}

TEST_F(SoftInterruptTest, MaskedWithTheDevicesItRunsWhenTheyAreUnmasked) {
  request_at(10_us);
  cpu.add_process([&](Cpu& c) {
    c.mask_interrupts();
    c.spend(20_us, kWork);
    c.unmask_interrupts();
    EXPECT_EQ(kernel_time(), 24_us);
  });

  run();

  EXPECT_EQ(began, std::vector<Time>{23_us});
}

TEST_F(SoftInterruptTest, ItRunsBehindTheDeviceWhenBothAreUnmasked) {
  request_at(10_us);
  interrupt_at(10_us, {});
  cpu.add_process([&](Cpu& c) {
    c.mask_interrupts();
    c.spend(20_us, kWork);
    c.unmask_interrupts();
    EXPECT_EQ(kernel_time(), 20_us + 8_us + 4_us);
  });

  run();

  EXPECT_EQ(handled, std::vector<Time>{25_us});
}

TEST_F(SoftInterruptTest, AProgramThatMasksItGivesItsCpuToNobody) {
  cpu.add_process(
      "thread", [](Cpu& c) { c.sleep(5_us); }, Role::kServer);
  cpu.add_process(
      "other", [](Cpu& c) { c.sleep(6_us), c.spend(1_us, kWork); }, Role::kServer);
  cpu.add_process([&](Cpu& c) {
    c.soft_interrupt().mask();
    c.spend(10_us, kUserWork);
    EXPECT_EQ(kernel_time(), 10_us);
    c.soft_interrupt().unmask();
    c.spend(10_us, kUserWork);
    EXPECT_EQ(kernel_time(), 21_us);
  });

  run();
}

TEST_F(SoftInterruptTest, ItWakesAProcessThatSleeps) {
  Signal signal;
  during = [&](Cpu& c) { c.notify(signal); };
  request_at(10_us);
  cpu.add_process([&](Cpu& c) {
    EXPECT_TRUE(c.wait_for(signal));
    EXPECT_EQ(kernel_time(), 14_us);
  });

  run();
}

TEST_F(SoftInterruptTest, AThreadThatItWakesTakesTheCpuFromAProgramOutsideTheKernel) {
  Signal signal;
  during = [&](Cpu& c) { c.notify(signal); };
  request_at(10_us);
  Time ran;
  cpu.add_process(
      "thread", [&](Cpu& c) { c.wait_for(signal), ran = kernel_time(); }, Role::kServer);
  cpu.add_process([&](Cpu& c) { c.spend(30_us, kUserWork); });

  run();

  EXPECT_EQ(ran, 14_us);
}

TEST_F(SoftInterruptTest, AProcessThatBlocksWithOnePendingLetsItRun) {
  cpu.add_process([&](Cpu& c) {
    c.mask_interrupts();
    request(c);
    c.unmask_interrupts();
    c.sleep(10_us);
    EXPECT_EQ(kernel_time(), 14_us);
  });

  run();

  EXPECT_EQ(began, std::vector<Time>{3_us});
}

TEST_F(SoftInterruptTest, ItsTimeCountsAsInterrupt) {
  during = [](Cpu& c) { c.spend(2_us, kUserWork); };
  request_at(10_us);

  run();

  EXPECT_EQ(cpu.use().share(Share::kInterrupt), 6_us);
  EXPECT_EQ(cpu.use().busy(), 6_us);
  EXPECT_EQ(cpu.use().by_label().at("software interrupt"), 3_us);
}

TEST_F(SoftInterruptTest, ItSaysWhichHandlerRuns) {
  const auto in = [](Cpu& c) { return std::pair(c.in_handler(), c.in_interrupt()); };
  during = [&](Cpu& c) {
    EXPECT_EQ(in(c), std::pair(true, false));
    EXPECT_EQ(who_waits({&cpu}), "cpu handles the software interrupt\n");
  };
  interrupt_at(10_us, [&](Cpu& c) {
    EXPECT_EQ(in(c), std::pair(true, true));
    request(c);
  });
  cpu.add_process([&](Cpu& c) { EXPECT_EQ(in(c), std::pair(false, false)); });

  run();
}

std::string refused(const std::function<void()>& call) {
  try {
    call();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST_F(SoftInterruptTest, ItMustNotBlock) {
  Lock lock("page");
  Signal signal;
  during = [&](Cpu& c) {
    EXPECT_EQ(refused([&] { c.sleep(1_us); }),
              "cpu at 13 us: sleep() in the handler of the software interrupt; allowed: calls that "
              "do not block; leave it to a process, and notify that");
    EXPECT_NE(refused([&] { c.yield(); }), "accepted");
    EXPECT_NE(refused([&] { c.wait_for(signal); }), "accepted");
    EXPECT_NE(refused([&] { c.lock(lock); }), "accepted");
    EXPECT_NE(refused([&] { c.unlock(lock); }), "accepted");
  };
  request_at(10_us);

  run();
}

TEST_F(SoftInterruptTest, WhoMasksItMustNotBlock) {
  cpu.add_process([&](Cpu& c) {
    Lock lock("page");
    Signal signal;
    c.lock(lock);
    c.soft_interrupt().mask();
    EXPECT_EQ(refused([&] { c.sleep(1_us); }),
              "cpu at 200 ns: sleep() with the software interrupt masked; allowed: calls that do "
              "not block; unmask it first");
    EXPECT_NE(refused([&] { c.yield(); }), "accepted");
    EXPECT_NE(refused([&] { c.wait_for(signal); }), "accepted");
    EXPECT_NE(refused([&] { c.lock(lock); }), "accepted");
    EXPECT_EQ(refused([&] { c.unlock(lock); }), "accepted");
    EXPECT_EQ(refused([&] { c.notify(signal); }), "accepted");
    c.soft_interrupt().unmask();
    EXPECT_EQ(refused([&] { c.sleep(1_us); }), "accepted");
  });

  run();
}

TEST_F(SoftInterruptTest, WhoMasksTheDevicesMustNotBlock) {
  cpu.add_process([&](Cpu& c) {
    c.mask_interrupts();
    EXPECT_EQ(refused([&] { c.sleep(1_us); }),
              "cpu at 0 ns: sleep() with interrupts masked; allowed: calls that do not block; "
              "unmask them first");
    c.unmask_interrupts();
    EXPECT_EQ(refused([&] { c.sleep(1_us); }), "accepted");
  });

  run();
}

TEST_F(SoftInterruptTest, AProcessMustNotReturnWhileItMasksIt) {
  cpu.add_process([](Cpu& c) { c.soft_interrupt().mask(); });

  EXPECT_EQ(refused([&] { run_stuck(); }),
            "cpu at 0 ns: return with the software interrupt masked; allowed: calls that do not "
            "block; unmask it first");
}

TEST_F(SoftInterruptTest, ItMustNotReturnWhileItMasksTheDevices) {
  during = [](Cpu& c) { c.mask_interrupts(); };
  request_at(10_us);

  EXPECT_EQ(refused([&] { run_stuck(); }),
            "cpu at 14 us: the handler of the software interrupt returns with interrupts masked; "
            "allowed: interrupts that are not masked; unmask them first");
}

TEST_F(SoftInterruptTest, ItsOwnMaskHasNoEffectInIt) {
  during = [](Cpu& c) { c.soft_interrupt().mask(); };
  request_at(10_us);
  request_at(20_us);

  run();

  EXPECT_EQ(began.size(), 2u);
}

TEST_F(SoftInterruptTest, TheHandlerOfADeviceMustNotMaskIt) {
  interrupt_at(10_us, [](Cpu& c) {
    EXPECT_NE(refused([&] { c.soft_interrupt().mask(); }), "accepted");
    EXPECT_NE(refused([&] { c.soft_interrupt().unmask(); }), "accepted");
  });

  run();

  EXPECT_EQ(handled.size(), 1u);
}

TEST_F(SoftInterruptTest, ASecondHandlerIsRefused) {
  EXPECT_THROW(cpu.soft_interrupt().handle([](Cpu&) {}), ConfigurationError);
}

using NoSoftInterrupt = HostBench;

TEST_F(NoSoftInterrupt, ARequestThatNobodyHandlesIsReported) {
  cpu.add_process([&](Cpu& c) {
    EXPECT_THROW(c.soft_interrupt().request(), SimulationError);
    c.soft_interrupt().mask();
    c.soft_interrupt().unmask();
  });

  run();
}

/// A kernel twice as quick as an Alcor's, half of whose time is memory time; times to the ps.
class QuickSoftInterrupt : public SoftInterruptTest {
 protected:
  QuickSoftInterrupt() : SoftInterruptTest(quick()) {}
  static HostParams quick() {
    HostParams host = soft_params();
    host.soft_interrupt = Time::ps(2'000'004);
    host.clock = Time::ps(HostParams::kReferenceClock.ps() / 2);
    host.memory_share = 0.5;
    return host;
  }
};

TEST_F(QuickSoftInterrupt, ItsTimeIsTheKernels) {
  request_at(10_us);

  run();

  EXPECT_EQ(began, std::vector<Time>{10_us + Time::ps(1'500'003)});
  EXPECT_EQ(kernel_time(), 10_us + Time::ps(1'500'003) + 750_ns);
}

struct Recorder : Observer {
  TrackId declare(const Track&) override { return 1; }
  void on(const Activity& activity) override {
    activities.push_back(std::string(activity.label) + " " + std::to_string(activity.begin.ps()) +
                         " to " + std::to_string(activity.end.ps()));
  }
  using Observer::on;
  std::vector<std::string> activities;
};

TEST_F(NoSoftInterrupt, ObserversAreToldOfEachRun) {
  Recorder recorder;
  Cpu other("other", params, {agenda, kernel, pio, memory, recorder});
  other.soft_interrupt().handle([](Cpu& c) { c.spend(2_ns, kWork); });
  At one(agenda, 7_ns, [&](Time now) { other.soft_interrupt().request(now); });

  run();

  EXPECT_EQ(recorder.activities, (std::vector<std::string>{"software interrupt 7000 to 1507000",
                                                           "work 1507000 to 1509000",
                                                           "software interrupt 7000 to 1509000"}));
}

/// What it does to the poll of a process: requests by tasks and by a handler, in all phases of the
/// looks, which come each 960 ns, and in their PIO.
class SoftInterruptAndPoll : public SoftInterruptTest {
 protected:
  SoftInterruptAndPoll() {
    for (std::int64_t n = 1; n <= 100; ++n) request_at(8647_ns * n);
    for (std::int64_t n = 1; n <= 20; ++n) interrupt_at(40133_ns * n, request);
    raises.push_back(std::make_unique<At>(agenda, 1_ms, [this](Time) { pio.memory[3] = 1; }));
    cpu.add_process([this](Cpu& c) {
      c.poll_pio(
          0, [](std::uint32_t word) { return word == 1; }, params.poll);
    });
  }
  /// All that is seen of a run in which the bridge knows so far ahead that nothing changes.
  std::string outcome(Time foresees) {
    pio.foresees = foresees;
    run();
    std::string text = std::to_string(kernel_time().ps()) + " ps";
    for (const Time time : began) text += " " + std::to_string(time.ps());
    for (const Time time : handled) text += " " + std::to_string(time.ps());
    for (const auto& [label, time] : cpu.use().by_label())
      text += "\n" + std::string(label) + " " + std::to_string(time.ps());
    return text;
  }
};

/// A program simulates once: what the other run sees comes through a pipe.
std::string in_a_process_of_its_own(const std::function<std::string()>& run) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return "no pipe";
  if (fork() == 0) {
    const std::string text = run();
    _exit(write(ends[1], text.data(), text.size()) < 0 ? 1 : 0);
  }
  close(ends[1]);
  std::string all;
  std::array<char, 4096> part{};
  for (ssize_t n = 0; (n = read(ends[0], part.data(), part.size())) > 0;)
    all.append(part.data(), static_cast<std::size_t>(n));
  close(ends[0]);
  return all;
}

TEST_F(SoftInterruptAndPoll, LooksThatAreOnlyCountedChangeNothing) {
  const std::string all = in_a_process_of_its_own([this] { return outcome(Time()); });

  EXPECT_EQ(outcome(1_ms), all);
  EXPECT_GT(pio.repeated, 100);
  EXPECT_GT(began.size(), 80u);  // some requests are one with that of the handler
}

}  // namespace
}  // namespace flybar::host
