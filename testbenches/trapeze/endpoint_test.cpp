#include "testbenches/trapeze/trapeze_bench.h"

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
  run_with([&](Endpoint& tpz) {
    send_control(tpz, pattern(42));
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    EXPECT_EQ(control_of(tpz, *message), pattern(42));
    EXPECT_EQ(tpz.tpz_get_payload_len(*message), 0_B);
  });
}

TEST_P(EndpointTest, PartOfAControlMessageCanBeReadAlone) {
  run_with([&](Endpoint& tpz) {
    send_control(tpz, pattern(128));
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    std::array<std::uint8_t, 3> part{};
    tpz.tpz_read_control(*message, 66_B, part);
    EXPECT_EQ(part, (std::array<std::uint8_t, 3>{67, 68, 69}));
  });
}

TEST_P(EndpointTest, APageArrivesInTheAttachedFrame) {
  run_with([&](Endpoint& tpz) {
    send_page(tpz, page(), 8_KB);
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    EXPECT_EQ(tpz.tpz_get_payload_len(*message), 8_KB);
    EXPECT_EQ(message->payload, message->frame);
    EXPECT_EQ(read(message->payload, 8_KB), pattern(8192));
  });
}

TEST_P(EndpointTest, TheRingsGoRoundManyTimes) {
  run_with([&](Endpoint& tpz) {
    const Physical frame = page();
    for (int i = 0; i < 100; ++i) {
      send_page(tpz, frame, 64_B);
      ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
      EXPECT_EQ(read(message->payload, 64_B), pattern(64));
      tpz.tpz_release_rcvmsg(*message);
    }
    EXPECT_EQ(tpz.tpz_get_counters().dropped_ring_full, 0u);
  });
}

TEST_P(EndpointTest, WithoutMessagesGetFailsAndWaitTimesOut) {
  run_with([&](Endpoint& tpz) {
    EXPECT_EQ(tpz.tpz_get_rcvmsg(), nullptr);
    const Time before = kernel_time();
    EXPECT_EQ(tpz.tpz_wait_rcvmsg(50_us), nullptr);
    EXPECT_GE(kernel_time(), before + 50_us);
  });
}

TEST_P(EndpointTest, AHandlerGetsTheMessagesOfItsType) {
  run_with([&](Endpoint& tpz) {
    std::vector<std::uint8_t> got;
    tpz.tpz_register_handler(5, [&](ReceiveMessage& message) {
      got = control_of(tpz, message);
      return Endpoint::Disposition::kRelease;
    });
    send_control(tpz, pattern(8), 5);
    send_control(tpz, pattern(4), 6);
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    EXPECT_EQ(message->type, 6);
    EXPECT_EQ(got, pattern(8));
  });
}

TEST_P(EndpointTest, AnInterruptBringsTheMessageToItsWaiter) {
  config.notify = Notify::kInterrupt;
  run_with([&](Endpoint& tpz) {
    send_control(tpz, pattern(32));
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(control_of(tpz, *message), pattern(32));
    tpz.tpz_release_rcvmsg(*message);
  });
  EXPECT_GT(cpu.use().share(host::Share::kInterrupt), params.interrupt_entry);
}

TEST_P(EndpointTest, AHandlerInAnInterruptMayAnswer) {
  config.notify = Notify::kInterrupt;
  run_with([&](Endpoint& tpz) {
    tpz.tpz_register_handler(1, [&](ReceiveMessage&) {
      EXPECT_TRUE(cpu.in_interrupt());
      send_control(tpz, pattern(4), 2);
      return Endpoint::Disposition::kRelease;
    });
    send_control(tpz, pattern(8), 1);
    EXPECT_EQ(tpz.tpz_wait_rcvmsg()->type, 2);
  });
}

TEST_P(EndpointTest, TheNicHasSeenTheInterruptTakenBeforeTheHostLooksForMessages) {
  config.notify = Notify::kInterrupt;
  library = {.call = Time(), .upcall = Time(), .control_word = Time()};
  run_with([&](Endpoint& tpz) {
    bool looked = false;
    tpz.tpz_register_handler(1, [&](ReceiveMessage&) {
      looked = true;
      EXPECT_EQ(pio.writes.back().address, nic.map.chip_register(lanai::regs::Isr::kOffset));
      return Endpoint::Disposition::kRelease;
    });
    send_control(tpz, pattern(8), 1);
    EXPECT_EQ(tpz.tpz_wait_rcvmsg(100_us), nullptr);
    EXPECT_TRUE(looked);
  });
}

/// The host holds the whole ring, gives the first entry back, and the CPU sees an interrupt between
/// the stores that do it.
TEST_P(EndpointTest, AnEntryIsNotTakenAgainWhileItIsHandedBack) {
  config.notify = Notify::kInterrupt;
  library.call = 5_us;
  run_with([&](Endpoint& tpz) {
    std::vector<ReceiveMessage*> held;
    tpz.tpz_register_handler(1, [&](ReceiveMessage& message) {
      held.push_back(&message);
      return Endpoint::Disposition::kKeep;
    });
    for (unsigned i = 0; i < layout::kReceiveEntries; ++i) send_control(tpz, pattern(8), 1);
    EXPECT_EQ(tpz.tpz_wait_rcvmsg(5_ms), nullptr);
    ASSERT_EQ(held.size(), layout::kReceiveEntries);

    const Time stores = kernel_time() + library.call;
    host::At raise(agenda, stores + params.pio_store - params.interrupt_latency,
                   [this](Time now) { cpu.interrupt_line().raise(now); });
    tpz.tpz_release_rcvmsg(*held[0]);
    cpu.sleep(50_us);
    EXPECT_EQ(held.size(), layout::kReceiveEntries);
  });
}

}  // namespace
}  // namespace flybar::trapeze
