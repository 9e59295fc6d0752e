#include "testbenches/tests/trapeze/trapeze_bench.h"

namespace flybar::trapeze {
namespace {

void increment(void* counter) {
  ++*static_cast<int*>(counter);
}

class FramesTest : public TrapezeBench {
 protected:
  int completed = 0;
};

TEST_F(FramesTest, AFrameThatIsBeingSentMustNotBeWritten) {
  run_with([&](tpz_nic* tpz) {
    const Physical frame = page();
    send_page(tpz, frame, 8_KB);
    EXPECT_THROW(memory.write_word(frame, 0), SimulationError);
  });
}

TEST_F(FramesTest, CheckXmitCompleteCallsTheCompletionAndReturnsTheFrame) {
  run_with([&](tpz_nic* tpz) {
    const Physical frame = page();
    send_page(tpz, frame, 8_KB, 0, increment, &completed);
    EXPECT_EQ(tpz_check_xmit_complete(tpz), 1u);
    EXPECT_EQ(completed, 0);
    cpu.sleep(20_us);
    EXPECT_EQ(tpz_check_xmit_complete(tpz), 0u);
    EXPECT_EQ(completed, 1);
    EXPECT_NO_THROW(memory.write_word(frame, 0));
  });
}

TEST_F(FramesTest, ReusingAnEntryCallsTheCompletion) {
  run_with([&](tpz_nic* tpz) {
    send_page(tpz, page(), 8_KB, 0, increment, &completed);
    for (unsigned i = 1; i < layout::kSendEntries; ++i) send_control(tpz, pattern(4));
    cpu.sleep(20_us);
    EXPECT_EQ(completed, 0);
    EXPECT_NE(tpz_get_sendmsg(tpz), nullptr);
    EXPECT_EQ(completed, 1);
  });
}

TEST_F(FramesTest, AFullSendRingRefusesTheNextMessage) {
  nic.deaf = true;
  run_with([&](tpz_nic* tpz) {
    for (unsigned i = 0; i < layout::kSendEntries; ++i) send_control(tpz, pattern(4));
    EXPECT_EQ(tpz_get_sendmsg(tpz), nullptr);
  });
}

TEST_F(FramesTest, AnEntryThatSaysMoreThanItHoldsIsNotRead) {
  using layout::ReceiveEntry;
  constexpr std::uint32_t kLengths[] = {ReceiveEntry::kControlLength, ReceiveEntry::kPayloadLength};
  constexpr std::uint32_t kTooLong[] = {129, 8193};
  run_with([&](tpz_nic* tpz) {
    for (const unsigned slot : {0U, 1U}) {
      send_control(tpz, pattern(4));
      cpu.sleep(20_us);
      nic.put(nic.map.receive(slot, kLengths[slot]), kTooLong[slot]);
      EXPECT_THROW(tpz_wait_rcvmsg(tpz, TPZ_FOREVER), SimulationError);
    }
  });
}

TEST_F(FramesTest, AFullReceiveRingDropsAndCounts) {
  run_with([&](tpz_nic* tpz) {
    for (unsigned i = 0; i < layout::kReceiveEntries; ++i) {
      send_control(tpz, pattern(4));
      tpz_wait_rcvmsg(tpz, TPZ_FOREVER);  // and never releases it
    }
    send_control(tpz, pattern(4));
    EXPECT_EQ(tpz_wait_rcvmsg(tpz, (100_us).ps()), nullptr);
    EXPECT_EQ(tpz_get_counters(tpz).dropped_ring_full, 1u);
  });
}

TEST_F(FramesTest, ADetachedFrameIsTheHostsAndAnotherTakesItsPlace) {
  run_with([&](tpz_nic* tpz) {
    send_page(tpz, page(), 8_KB);
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    const Physical got = tpz_detach_rcvmsg(message);
    const Physical fresh = memory.frames.allocate();
    tpz_attach_rcvmsg(message, fresh);
    tpz_release_rcvmsg(message);
    EXPECT_EQ(memory.frames.state(got), FrameState::kHost);
    EXPECT_EQ(memory.frames.state(fresh), FrameState::kReceiving);
    cpu.drain();
    EXPECT_EQ(nic.word(nic.map.receive(0, layout::ReceiveEntry::kFrameAddress)), fresh);
  });
}

TEST_F(FramesTest, WithoutAFrameThePayloadIsDiscardedAndTheMessageArrives) {
  config.attach_frames = false;
  run_with([&](tpz_nic* tpz) {
    send_page(tpz, page(), 8_KB);
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    EXPECT_TRUE(tpz_payload_discarded(message));
    EXPECT_EQ(tpz_get_payload_len(message), 0u);
    EXPECT_THROW(tpz_detach_rcvmsg(message), SimulationError);
  });
}

TEST_F(FramesTest, ADetachedSendFrameDoesNotTravel) {
  run_with([&](tpz_nic* tpz) {
    tpz_sendmsg* message = tpz_get_sendmsg(tpz);
    const Physical frame = page();
    tpz_attach_sendmsg(message, frame, nullptr, nullptr);
    EXPECT_EQ(tpz_detach_sendmsg(message), frame);
    tpz_release_sendmsg(message);
    EXPECT_EQ(memory.frames.state(frame), FrameState::kHost);
    EXPECT_EQ(tpz_get_payload_len(tpz_wait_rcvmsg(tpz, TPZ_FOREVER)), 0u);
  });
}

TEST_F(FramesTest, ADetachedSendFrameTakesItsCompletionAlong) {
  run_with([&](tpz_nic* tpz) {
    tpz_sendmsg* message = tpz_get_sendmsg(tpz);
    tpz_attach_sendmsg(message, page(), increment, &completed);
    tpz_detach_sendmsg(message);
    tpz_release_sendmsg(message);
    cpu.sleep(20_us);
    EXPECT_EQ(tpz_check_xmit_complete(tpz), 0u);
    EXPECT_EQ(completed, 0);
  });
}

TEST_F(FramesTest, TooLongAPayloadOrControlMessageIsRefused) {
  run_with([&](tpz_nic* tpz) {
    tpz_sendmsg* message = tpz_get_sendmsg(tpz);
    EXPECT_THROW(tpz_set_payload_len(message, 8196), SimulationError);
    EXPECT_THROW(write_control(message, 4, pattern(125)), SimulationError);
    EXPECT_NO_THROW(write_control(message, 4, pattern(124)));
  });
}

TEST_F(FramesTest, ATokenBringsThePayloadIntoItsFrame) {
  run_with([&](tpz_nic* tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz_ipt_map(tpz, target, 8192);
    send_page(tpz, page(), 8_KB, token);
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    EXPECT_TRUE(tpz_ipt_accepted(message));
    EXPECT_EQ(tpz_get_payload(message), target);
    EXPECT_EQ(read(target, 8_KB), pattern(8192));
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
  });
}

TEST_F(FramesTest, ABufferThatIsNotOfWholeWordsIsRefused) {
  run_with([&](tpz_nic* tpz) {
    const Physical target = memory.frames.allocate();
    EXPECT_THROW(tpz_ipt_map(tpz, target + 2, 64), SimulationError);
    EXPECT_THROW(tpz_ipt_map(tpz, target, 66), SimulationError);
    EXPECT_NE(tpz_ipt_map(tpz, target + 4, 64), 0u);
  });
}

TEST_F(FramesTest, ATokenWorksOnce) {
  run_with([&](tpz_nic* tpz) {
    const Token token = tpz_ipt_map(tpz, memory.frames.allocate(), 8192);
    send_page(tpz, page(), 8_KB, token);
    tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    send_page(tpz, page(), 8_KB, token);
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    EXPECT_TRUE(tpz_ipt_rejected(message));
    EXPECT_EQ(tpz_get_payload_len(message), 0u);
    EXPECT_FALSE(tpz_ipt_cancel(tpz, token));
  });
}

TEST_F(FramesTest, ACancelledTokenIsRejectedAndItsFrameTheHosts) {
  run_with([&](tpz_nic* tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz_ipt_map(tpz, target, 8192);
    EXPECT_TRUE(tpz_ipt_cancel(tpz, token));
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
    send_page(tpz, page(), 8_KB, token);
    EXPECT_TRUE(tpz_ipt_rejected(tpz_wait_rcvmsg(tpz, TPZ_FOREVER)));
  });
}

TEST_F(FramesTest, CancellingATokenWhoseMessageHasArrivedFails) {
  run_with([&](tpz_nic* tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz_ipt_map(tpz, target, 8192);
    send_page(tpz, page(), 8_KB, token);
    cpu.sleep(30_us);
    EXPECT_FALSE(tpz_ipt_cancel(tpz, token));
    EXPECT_EQ(tpz_get_payload(tpz_wait_rcvmsg(tpz, TPZ_FOREVER)), target);
  });
}

TEST_F(FramesTest, TheBufferComesBackWithAMessageThatUsedItsTokenWhileItWasCancelled) {
  run_with([&](tpz_nic* tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz_ipt_map(tpz, target, 8192);
    cpu.sleep(1_us);
    nic.put(nic.map.ipt(PayloadTable::index(token), layout::IptEntry::kConsumed), token);
    EXPECT_FALSE(tpz_ipt_cancel(tpz, token));
    EXPECT_EQ(memory.frames.state(target), FrameState::kReceiving);
    send_page(tpz, page(), 8_KB, token);
    EXPECT_TRUE(tpz_ipt_rejected(tpz_wait_rcvmsg(tpz, TPZ_FOREVER)));
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
  });
}

TEST_F(FramesTest, ATokenWhoseMessageWasDroppedAfterAllCanBeCancelledOnceMore) {
  run_with([&](tpz_nic* tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz_ipt_map(tpz, target, 8192);
    cpu.sleep(1_us);
    const auto consumed = nic.map.ipt(PayloadTable::index(token), layout::IptEntry::kConsumed);
    nic.put(consumed, token);
    EXPECT_FALSE(tpz_ipt_cancel(tpz, token));
    EXPECT_FALSE(tpz_ipt_cancel(tpz, token));
    nic.put(consumed, 0);
    EXPECT_TRUE(tpz_ipt_cancel(tpz, token));
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
    EXPECT_FALSE(tpz_ipt_cancel(tpz, token));
  });
}

TEST(PayloadTableTest, AnEntryUsedAgainHasAnotherKey) {
  PayloadTable table;
  std::vector<Token> first;
  for (unsigned i = 0; i < layout::kIptEntries; ++i) first.push_back(*table.allocate({}));
  EXPECT_FALSE(table.allocate({}));

  table.free(first[9]);
  const Token second = *table.allocate({});

  EXPECT_EQ(PayloadTable::index(second), PayloadTable::index(first[9]));
  EXPECT_NE(second, first[9]);
  EXPECT_FALSE(table.find(first[9]));
}

TEST_F(FramesTest, AnEntryGivenBackWithoutAFrameLeavesTheDetachedFrameToTheHost) {
  run_with([&](tpz_nic* tpz) {
    send_page(tpz, page(), 8_KB);
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    const Physical got = tpz_detach_rcvmsg(message);
    tpz_release_rcvmsg(message);
    cpu.drain();
    EXPECT_EQ(memory.frames.state(got), FrameState::kHost);
    EXPECT_EQ(nic.word(nic.map.receive(0, layout::ReceiveEntry::kFrameLength)), 0u);
  });
}

}  // namespace
}  // namespace flybar::trapeze
