// What becomes of packets that cannot be delivered as they are.
#include "testbenches/tests/firmware/endpoint_test.h"

namespace flybar::firmware {
namespace {

class Receive : public EndpointTest, public testing::WithParamInterface<std::uint32_t> {
 protected:
  void SetUp() override { ASSERT_EQ(start(GetParam()), TPZ_STATE_RUNNING); }
  bool host_was_written() const {
    for (const Transfer& t : chip.transfers)
      if (t.engine == Transfer::Engine::kHostWrite) return true;
    return false;
  }
  /// A packet that cannot be delivered is counted by `counter`, and its entry serves the next.
  void expect_dropped(const Incoming& packet, const std::uint32_t& counter) {
    give();
    chip.incoming.push_back(packet);
    run();

    EXPECT_EQ(counter, 1u);
    EXPECT_FALSE(take());
    expect_next_arrives();
  }
  /// The endpoint still works.
  void expect_next_arrives() {
    const Message message{pattern(20, 5), pattern(2000, 6), 0, 99};
    arrive(message);
    run();
    const auto received = take();
    ASSERT_TRUE(received);
    EXPECT_EQ(received->id, 99u);
    EXPECT_EQ(received->payload, message.payload);
  }
};

TEST_P(Receive, PacketIsDroppedAndCountedWhenTheHostOwnsTheEntry) {
  arrive({pattern(8), pattern(1000), 0, 1});
  run();

  EXPECT_EQ(status.dropped_ring_full, 1u);
  EXPECT_EQ(status.received, 0u);
  EXPECT_FALSE(host_was_written());
  give();
  expect_next_arrives();
}

TEST_P(Receive, FullRingTakesThirtyTwoAndDropsTheNext) {
  give_all();
  for (std::uint32_t id = 0; id <= TPZ_RECEIVE_ENTRIES; ++id) arrive({{}, {}, 0, id});
  run();

  EXPECT_EQ(status.received, TPZ_RECEIVE_ENTRIES);
  EXPECT_EQ(status.dropped_ring_full, 1u);
}

TEST_P(Receive, RingOfThreeTakesThreeAndGoesRound) {
  config.receive_entries = 3;
  start(GetParam());
  for (std::uint32_t round = 0; round < 2; ++round) {
    give_all();
    for (std::uint32_t id = 0; id < 4; ++id) arrive({{}, {}, 0, id});
    run();
    for (std::uint32_t id = 0; id < 3; ++id) EXPECT_EQ(take()->id, id);
  }
  EXPECT_EQ(status.dropped_ring_full, 2u);
}

TEST_P(Receive, PayloadWithoutFrameIsDiscardedAndTheControlDelivered) {
  give(false);
  arrive({pattern(16), pattern(1000), 0, 4});
  run();

  const auto received = take();
  ASSERT_TRUE(received);
  EXPECT_EQ(received->control, pattern(16));
  EXPECT_EQ(received->payload_length, 0u);
  EXPECT_EQ(received->flags, TPZ_RECEIVE_ENTRY_SOURCE_DISCARDED_MASK);
  EXPECT_EQ(status.payload_discarded, 1u);
  EXPECT_FALSE(host_was_written());
}

TEST_P(Receive, PayloadAsLongAsTheFrameFits) {
  give();
  tpz_endpoint.receive[0].frame_length = 1000;
  arrive({{}, pattern(1000), 0, 4});
  run();

  EXPECT_EQ(take()->payload, pattern(1000));
}

TEST_P(Receive, PayloadLongerThanTheFrameIsTruncatedToNothing) {
  give();
  tpz_endpoint.receive[0].frame_length = 1000;
  arrive({{}, pattern(1001), 0, 4});
  run();

  const auto received = take();
  ASSERT_TRUE(received);
  EXPECT_EQ(received->flags, TPZ_RECEIVE_ENTRY_SOURCE_TRUNCATED_MASK);
  EXPECT_EQ(received->payload_length, 0u);
  EXPECT_EQ(status.payload_truncated, 1u);
  EXPECT_FALSE(host_was_written());
}

TEST_P(Receive, WrongCrcIsCountedAndItsEntryServesTheNextPacket) {
  expect_dropped({packet({pattern(8), pattern(3000), 0, 1}), true}, status.crc_errors);
}

TEST_P(Receive, PacketCutShortIsALengthError) {
  Bytes bytes = packet({pattern(8), pattern(3000), 0, 1});
  bytes.resize(bytes.size() - 4);
  expect_dropped({bytes}, status.length_errors);
}

/// The length of a damaged packet proves nothing.
TEST_P(Receive, PacketCutShortWithAWrongCrcIsACrcError) {
  Bytes bytes = packet({pattern(8), pattern(3000), 0, 1});
  bytes.resize(bytes.size() - 4);
  expect_dropped({bytes, true}, status.crc_errors);
  EXPECT_EQ(status.length_errors, 0u);
}

TEST_P(Receive, PacketThatEndsInsideAWordIsALengthError) {
  Bytes bytes = packet({pattern(8), pattern(3000), 0, 1});
  bytes.resize(bytes.size() - 1);
  expect_dropped({bytes}, status.length_errors);
}

TEST_P(Receive, PacketsMergedByALostTailAreSwallowed) {
  Bytes bytes = packet({pattern(8), pattern(8192), 0, 1});
  for (int i = 0; i < 3; ++i) bytes.insert(bytes.end(), bytes.begin(), bytes.begin() + 8000);
  expect_dropped({bytes}, status.length_errors);
}

TEST_P(Receive, RuntIsForeign) {
  expect_dropped({Bytes(3, 0)}, status.foreign_packets);
}

TEST_P(Receive, OtherProtocolsAreForeign) {
  Bytes bytes = packet({pattern(8), pattern(100), 0, 1});
  bytes[0] ^= 1;
  expect_dropped({bytes}, status.foreign_packets);
}

TEST_P(Receive, ControlLongerThanItsBufferIsForeign) {
  expect_dropped({packet({pattern(129), {}, 0, 1})}, status.foreign_packets);
}

TEST_P(Receive, InterruptIsRaisedOnceUntilTheHostClearsIt) {
  config.notify_interrupt = 1;
  start(GetParam());
  for (std::uint32_t id = 0; id < 3; ++id) give(), arrive({{}, {}, 0, id});
  run();
  EXPECT_EQ(chip.interrupts, 1u);

  chip.clear_host_signal();
  give();
  arrive({{}, {}, 0, 3});
  run();
  EXPECT_EQ(chip.interrupts, 2u);
}

TEST_P(Receive, PollingRaisesNoInterrupt) {
  give();
  arrive({{}, {}, 0, 3});
  run();

  EXPECT_EQ(chip.interrupts, 0u);
}

TEST_P(Receive, PacketOfOneByteTooManyIsALengthError) {
  Bytes bytes = packet({pattern(8), pattern(3000), 0, 1});
  bytes.push_back(0);
  expect_dropped({bytes}, status.length_errors);
}

TEST_P(Receive, InterruptsAreCountedOnceEach) {
  config.notify_interrupt = 1;
  start(GetParam());
  for (std::uint32_t id = 0; id < 3; ++id) give(), arrive({{}, {}, 0, id});
  run();

  EXPECT_EQ(status.interrupts, chip.interrupts);
}

INSTANTIATE_TEST_SUITE_P(AllModes, Receive,
                         testing::Range(TPZ_MODE_STORE_AND_FORWARD, TPZ_MODE_FUNCTIONAL + 1));

}  // namespace
}  // namespace flybar::firmware
