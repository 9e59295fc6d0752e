#include "testbenches/tests/trapeze/trapeze_bench.h"

namespace flybar::trapeze {
namespace {

/// Control messages by PIO and by DMA.
class EndpointTest : public TrapezeBench, public testing::WithParamInterface<ControlTransfer> {
 protected:
  EndpointTest() { config.mcp.control_transfer = GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Control, EndpointTest,
                         testing::Values(ControlTransfer::kPio, ControlTransfer::kDma),
                         [](const auto& test) {
                           return test.param == ControlTransfer::kPio ? "Pio" : "Dma";
                         });

TEST_P(EndpointTest, AControlMessageArrivesAsItWasWritten) {
  run_with([&](tpz_nic* tpz) {
    send_control(tpz, pattern(42));
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    EXPECT_EQ(control_of(message), pattern(42));
    EXPECT_EQ(tpz_get_payload_len(message), 0u);
  });
}

TEST_P(EndpointTest, PartOfAControlMessageCanBeReadAlone) {
  run_with([&](tpz_nic* tpz) {
    send_control(tpz, pattern(128));
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    std::array<std::uint8_t, 3> part{};
    tpz_read_control(message, 66, part.data(), part.size());
    EXPECT_EQ(part, (std::array<std::uint8_t, 3>{67, 68, 69}));
  });
}

TEST_P(EndpointTest, APageArrivesInTheAttachedFrame) {
  run_with([&](tpz_nic* tpz) {
    send_page(tpz, page(), 8_KB);
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    EXPECT_EQ(tpz_get_payload_len(message), 8192u);
    EXPECT_EQ(tpz_get_payload(message), tpz_detach_rcvmsg(message));
    EXPECT_EQ(read(tpz_get_payload(message), 8_KB), pattern(8192));
  });
}

TEST_P(EndpointTest, TheRingsGoRoundManyTimes) {
  run_with([&](tpz_nic* tpz) {
    const Physical frame = page();
    for (int i = 0; i < 100; ++i) {
      send_page(tpz, frame, 64_B);
      tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
      EXPECT_EQ(read(tpz_get_payload(message), 64_B), pattern(64));
      tpz_release_rcvmsg(message);
    }
    EXPECT_EQ(tpz_get_counters(tpz).dropped_ring_full, 0u);
  });
}

TEST_P(EndpointTest, WithoutMessagesGetFailsAndWaitTimesOut) {
  run_with([&](tpz_nic* tpz) {
    EXPECT_EQ(tpz_get_rcvmsg(tpz), nullptr);
    const Time before = kernel_time();
    EXPECT_EQ(tpz_wait_rcvmsg(tpz, (50_us).ps()), nullptr);
    EXPECT_GE(kernel_time(), before + 50_us);
  });
}

TEST_P(EndpointTest, AMessageThatWasWaitedForIsNotTakenTwice) {
  run_with([&](tpz_nic* tpz) {
    send_control(tpz, pattern(4));
    EXPECT_NE(tpz_wait_rcvmsg(tpz, TPZ_FOREVER), nullptr);
    EXPECT_EQ(tpz_get_rcvmsg(tpz), nullptr);
  });
}

TEST_P(EndpointTest, AHandlerGetsTheMessagesOfItsType) {
  run_with([&](tpz_nic* tpz) {
    std::vector<std::uint8_t> got;
    handle(tpz, 5, [&](tpz_rcvmsg* message) {
      got = control_of(message);
      return TPZ_RELEASE;
    });
    send_control(tpz, pattern(8), 5);
    send_control(tpz, pattern(4), 6);
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    EXPECT_EQ(tpz_get_type(message), 6);
    EXPECT_EQ(got, pattern(8));
  });
}

TEST_P(EndpointTest, AnInterruptBringsTheMessageToItsWaiter) {
  config.notify = Notify::kInterrupt;
  run_with([&](tpz_nic* tpz) {
    send_control(tpz, pattern(32));
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(control_of(message), pattern(32));
    tpz_release_rcvmsg(message);
  });
  EXPECT_GT(cpu.use().share(host::Share::kInterrupt), params.interrupt_entry);
}

TEST_P(EndpointTest, AHandlerInAnInterruptMayAnswer) {
  config.notify = Notify::kInterrupt;
  run_with([&](tpz_nic* tpz) {
    handle(tpz, 1, [&](tpz_rcvmsg*) {
      EXPECT_TRUE(cpu.in_interrupt());
      send_control(tpz, pattern(4), 2);
      return TPZ_RELEASE;
    });
    send_control(tpz, pattern(8), 1);
    EXPECT_EQ(tpz_get_type(tpz_wait_rcvmsg(tpz, TPZ_FOREVER)), 2);
  });
}

/// The handler takes the interrupt once the ring is empty, and looks once more behind that.
TEST_P(EndpointTest, TheNicHasSeenTheInterruptTakenBeforeTheHostLooksForTheLastTime) {
  config.notify = Notify::kInterrupt;
  run_with([&](tpz_nic* tpz) {
    const std::uint32_t isr = nic.map.chip_register(lanai::regs::Isr::kOffset);
    bool handled = false;
    handle(tpz, 1, [&](tpz_rcvmsg*) {
      handled = true;
      EXPECT_NE(pio.writes.back().address, isr);
      return TPZ_RELEASE;
    });
    send_control(tpz, pattern(8), 1);
    EXPECT_EQ(tpz_wait_rcvmsg(tpz, (100_us).ps()), nullptr);
    ASSERT_TRUE(handled);
    ASSERT_EQ(pio.writes.back().address, isr);
    EXPECT_GT(pio.reads.back(), pio.writes.back().at);
  });
}

/// The host holds the whole ring, gives the first entry back, and the CPU sees an interrupt between
/// the stores that do it.
TEST_P(EndpointTest, AnEntryIsNotTakenAgainWhileItIsHandedBack) {
  config.notify = Notify::kInterrupt;
  library.call = 5_us;
  run_with([&](tpz_nic* tpz) {
    std::vector<tpz_rcvmsg*> held;
    handle(tpz, 1, [&](tpz_rcvmsg* message) {
      held.push_back(message);
      return TPZ_KEEP;
    });
    for (unsigned i = 0; i < layout::kReceiveEntries; ++i) send_control(tpz, pattern(8), 1);
    EXPECT_EQ(tpz_wait_rcvmsg(tpz, (5_ms).ps()), nullptr);
    ASSERT_EQ(held.size(), layout::kReceiveEntries);

    const Time stores = kernel_time() + library.call;
    host::At raise(agenda, stores + params.pio_store - params.interrupt_latency,
                   [this](Time now) { nic_line.raise(now); });
    tpz_release_rcvmsg(held[0]);
    cpu.sleep(50_us);
    EXPECT_EQ(held.size(), layout::kReceiveEntries);
  });
}

/// The same, and the software interrupt gives it back.
TEST_P(EndpointTest, TheSoftwareInterruptMayHandBackWhatADevicesHandlerKept) {
  config.notify = Notify::kInterrupt;
  library.call = 5_us;
  std::vector<tpz_rcvmsg*> held;
  cpu.soft_interrupt().handle([&](Cpu&) {
    host::At raise(agenda,
                   kernel_time() + library.call + params.pio_store - params.interrupt_latency,
                   [this](Time now) { nic_line.raise(now); });
    tpz_release_rcvmsg(held[0]);
    cpu.spend(5_us, host::kWork);
    cpu.sync();
  });
  run_with([&](tpz_nic* tpz) {
    handle(tpz, 1, [&](tpz_rcvmsg* message) {
      held.push_back(message);
      return TPZ_KEEP;
    });
    for (unsigned i = 0; i < layout::kReceiveEntries; ++i) send_control(tpz, pattern(8), 1);
    cpu.sleep(5_ms);
    ASSERT_EQ(held.size(), layout::kReceiveEntries);
    const Time interrupts = cpu.use().by_label().at("interrupt entry");

    cpu.soft_interrupt().request();
    cpu.sleep(50_us);
    EXPECT_EQ(held.size(), layout::kReceiveEntries);
    EXPECT_EQ(cpu.use().by_label().at("interrupt entry"), interrupts + params.interrupt_entry);
  });
}

}  // namespace
}  // namespace flybar::trapeze
