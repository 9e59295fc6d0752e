#include "testbenches/trapeze/trapeze_bench.h"

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
  run_with([&](Endpoint& tpz) {
    const Physical frame = page();
    send_page(tpz, frame, 8_KB);
    EXPECT_THROW(memory.write_word(frame, 0), SimulationError);
  });
}

TEST_F(FramesTest, CheckXmitCompleteCallsTheCompletionAndReturnsTheFrame) {
  run_with([&](Endpoint& tpz) {
    const Physical frame = page();
    send_page(tpz, frame, 8_KB, 0, increment, &completed);
    EXPECT_EQ(tpz.tpz_check_xmit_complete(), 1u);
    EXPECT_EQ(completed, 0);
    cpu.sleep(20_us);
    EXPECT_EQ(tpz.tpz_check_xmit_complete(), 0u);
    EXPECT_EQ(completed, 1);
    EXPECT_NO_THROW(memory.write_word(frame, 0));
  });
}

TEST_F(FramesTest, ReusingAnEntryCallsTheCompletion) {
  run_with([&](Endpoint& tpz) {
    send_page(tpz, page(), 8_KB, 0, increment, &completed);
    for (unsigned i = 1; i < layout::kSendEntries; ++i) send_control(tpz, pattern(4));
    cpu.sleep(20_us);
    EXPECT_EQ(completed, 0);
    EXPECT_NE(tpz.tpz_get_sendmsg(), nullptr);
    EXPECT_EQ(completed, 1);
  });
}

TEST_F(FramesTest, AFullSendRingRefusesTheNextMessage) {
  nic.deaf = true;
  run_with([&](Endpoint& tpz) {
    for (unsigned i = 0; i < layout::kSendEntries; ++i) send_control(tpz, pattern(4));
    EXPECT_EQ(tpz.tpz_get_sendmsg(), nullptr);
  });
}

TEST_F(FramesTest, AFullReceiveRingDropsAndCounts) {
  run_with([&](Endpoint& tpz) {
    for (unsigned i = 0; i < layout::kReceiveEntries; ++i) {
      send_control(tpz, pattern(4));
      tpz.tpz_wait_rcvmsg();  // and never releases it
    }
    send_control(tpz, pattern(4));
    EXPECT_EQ(tpz.tpz_wait_rcvmsg(100_us), nullptr);
    EXPECT_EQ(tpz.tpz_get_counters().dropped_ring_full, 1u);
  });
}

TEST_F(FramesTest, ADetachedFrameIsTheHostsAndAnotherTakesItsPlace) {
  run_with([&](Endpoint& tpz) {
    send_page(tpz, page(), 8_KB);
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    const Physical got = tpz.tpz_detach_rcvmsg(*message);
    const Physical fresh = memory.frames.allocate();
    tpz.tpz_attach_rcvmsg(*message, fresh);
    tpz.tpz_release_rcvmsg(*message);
    EXPECT_EQ(memory.frames.state(got), FrameState::kHost);
    EXPECT_EQ(memory.frames.state(fresh), FrameState::kReceiving);
    cpu.drain();
    EXPECT_EQ(nic.word(nic.map.receive(0, layout::ReceiveEntry::kFrameAddress)), fresh);
  });
}

TEST_F(FramesTest, WithoutAFrameThePayloadIsDiscardedAndTheMessageArrives) {
  config.attach_frames = false;
  run_with([&](Endpoint& tpz) {
    send_page(tpz, page(), 8_KB);
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    EXPECT_TRUE(message->discarded);
    EXPECT_EQ(message->payload_length, 0_B);
    EXPECT_THROW(tpz.tpz_detach_rcvmsg(*message), SimulationError);
  });
}

TEST_F(FramesTest, ADetachedSendFrameDoesNotTravel) {
  run_with([&](Endpoint& tpz) {
    SendMessage* message = tpz.tpz_get_sendmsg();
    const Physical frame = page();
    tpz.tpz_attach_sendmsg(*message, frame, nullptr, nullptr);
    EXPECT_EQ(tpz.tpz_detach_sendmsg(*message), frame);
    tpz.tpz_release_sendmsg(*message);
    EXPECT_EQ(memory.frames.state(frame), FrameState::kHost);
    EXPECT_EQ(tpz.tpz_wait_rcvmsg()->payload_length, 0_B);
  });
}

TEST_F(FramesTest, TooLongAPayloadOrControlMessageIsRefused) {
  run_with([&](Endpoint& tpz) {
    SendMessage* message = tpz.tpz_get_sendmsg();
    EXPECT_THROW(tpz.tpz_set_payload_len(*message, 8196_B), SimulationError);
    EXPECT_THROW(tpz.tpz_write_control(*message, 4_B, pattern(125)), SimulationError);
    EXPECT_NO_THROW(tpz.tpz_write_control(*message, 4_B, pattern(124)));
  });
}

TEST_F(FramesTest, ATokenBringsThePayloadIntoItsFrame) {
  run_with([&](Endpoint& tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz.tpz_ipt_map(target, 8_KB);
    send_page(tpz, page(), 8_KB, token);
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    EXPECT_TRUE(message->ipt);
    EXPECT_EQ(message->payload, target);
    EXPECT_EQ(read(target, 8_KB), pattern(8192));
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
  });
}

TEST_F(FramesTest, ATokenWorksOnce) {
  run_with([&](Endpoint& tpz) {
    const Token token = tpz.tpz_ipt_map(memory.frames.allocate(), 8_KB);
    send_page(tpz, page(), 8_KB, token);
    tpz.tpz_wait_rcvmsg();
    send_page(tpz, page(), 8_KB, token);
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    EXPECT_TRUE(message->ipt_rejected);
    EXPECT_EQ(message->payload_length, 0_B);
    EXPECT_FALSE(tpz.tpz_ipt_cancel(token));
  });
}

TEST_F(FramesTest, ACancelledTokenIsRejectedAndItsFrameTheHosts) {
  run_with([&](Endpoint& tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz.tpz_ipt_map(target, 8_KB);
    EXPECT_TRUE(tpz.tpz_ipt_cancel(token));
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
    send_page(tpz, page(), 8_KB, token);
    EXPECT_TRUE(tpz.tpz_wait_rcvmsg()->ipt_rejected);
  });
}

TEST_F(FramesTest, CancellingATokenWhoseMessageHasArrivedFails) {
  run_with([&](Endpoint& tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz.tpz_ipt_map(target, 8_KB);
    send_page(tpz, page(), 8_KB, token);
    cpu.sleep(30_us);
    EXPECT_FALSE(tpz.tpz_ipt_cancel(token));
    EXPECT_EQ(tpz.tpz_wait_rcvmsg()->payload, target);
  });
}

TEST_F(FramesTest, TheBufferComesBackWithAMessageThatUsedItsTokenWhileItWasCancelled) {
  run_with([&](Endpoint& tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz.tpz_ipt_map(target, 8_KB);
    cpu.sleep(1_us);
    nic.put(nic.map.ipt(PayloadTable::index(token), layout::IptEntry::kConsumed), token);
    EXPECT_FALSE(tpz.tpz_ipt_cancel(token));
    EXPECT_EQ(memory.frames.state(target), FrameState::kReceiving);
    send_page(tpz, page(), 8_KB, token);
    EXPECT_TRUE(tpz.tpz_wait_rcvmsg()->ipt_rejected);
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
  });
}

TEST_F(FramesTest, ATokenWhoseMessageWasDroppedAfterAllCanBeCancelledOnceMore) {
  run_with([&](Endpoint& tpz) {
    const Physical target = memory.frames.allocate();
    const Token token = tpz.tpz_ipt_map(target, 8_KB);
    cpu.sleep(1_us);
    const auto consumed = nic.map.ipt(PayloadTable::index(token), layout::IptEntry::kConsumed);
    nic.put(consumed, token);
    EXPECT_FALSE(tpz.tpz_ipt_cancel(token));
    EXPECT_FALSE(tpz.tpz_ipt_cancel(token));
    nic.put(consumed, 0);
    EXPECT_TRUE(tpz.tpz_ipt_cancel(token));
    EXPECT_EQ(memory.frames.state(target), FrameState::kHost);
    EXPECT_FALSE(tpz.tpz_ipt_cancel(token));
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
  run_with([&](Endpoint& tpz) {
    send_page(tpz, page(), 8_KB);
    ReceiveMessage* message = tpz.tpz_wait_rcvmsg();
    const Physical got = tpz.tpz_detach_rcvmsg(*message);
    tpz.tpz_release_rcvmsg(*message);
    cpu.drain();
    EXPECT_EQ(memory.frames.state(got), FrameState::kHost);
    EXPECT_EQ(nic.word(nic.map.receive(0, layout::ReceiveEntry::kFrameLength)), 0u);
  });
}

}  // namespace
}  // namespace flybar::trapeze
