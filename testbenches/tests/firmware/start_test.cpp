// What the firmware refuses: configurations at the start, entries while it runs.
#include "testbenches/tests/firmware/endpoint_test.h"

namespace flybar::firmware {
namespace {

using Start = EndpointTest;

TEST_F(Start, OtherLayoutVersionHalts) {
  config.version ^= 1;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_BAD_VERSION);
}

TEST_F(Start, UnknownModeHalts) {
  EXPECT_EQ(start(TPZ_MODE_FUNCTIONAL), TPZ_STATE_RUNNING);
  EXPECT_EQ(start(TPZ_MODE_FUNCTIONAL + 1), TPZ_STATE_BAD_MODE);
}

TEST_F(Start, ThresholdOfNoBytesHalts) {
  config.send_threshold = 4;
  EXPECT_EQ(start(TPZ_MODE_STATIC), TPZ_STATE_RUNNING);
  config.send_threshold = 0;
  EXPECT_EQ(start(TPZ_MODE_STATIC), TPZ_STATE_BAD_THRESHOLD);
}

TEST_F(Start, ThresholdOfHalfAWordHalts) {
  config.receive_threshold = 6;
  EXPECT_EQ(start(TPZ_MODE_STATIC), TPZ_STATE_BAD_THRESHOLD);
}

TEST_F(Start, PayloadAboveTheMaximumHalts) {
  chip.sram_bytes = 1 << 20;
  config.max_payload = TPZ_MAX_PAYLOAD;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_RUNNING);
  config.max_payload = TPZ_MAX_PAYLOAD + 4;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_BAD_PAYLOAD);
}

TEST_F(Start, LargestPayloadHasThreeBuffersInTheSmallestBoard) {
  config.max_payload = TPZ_MAX_PAYLOAD;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_RUNNING);
  EXPECT_EQ(status.send_buffers, 1u);
  EXPECT_EQ(status.receive_buffers, 2u);
}

/// With fewer, an entry would be taken again while a slot still has it: a message would come twice.
TEST_F(Start, RingOfFewerEntriesThanSlotsHalts) {
  config.send_entries = MCP_MAX_SLOTS;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_RUNNING);
  config.send_entries = MCP_MAX_SLOTS - 1;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_BAD_RING);
}

TEST_F(Start, RingOfMoreEntriesThanThereAreHalts) {
  config.receive_entries = TPZ_RECEIVE_ENTRIES + 1;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_BAD_RING);
}

TEST_F(Start, TooLittleMemoryHalts) {
  config.max_payload = TPZ_MAX_PAYLOAD;
  chip.sram_bytes = 128 * 1024;
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_NO_MEMORY);
}

TEST_F(Start, PageBuffersComeInThreesEachWay) {
  EXPECT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_RUNNING);
  EXPECT_EQ(status.send_buffers, 3u);
  EXPECT_EQ(status.receive_buffers, 3u);
}

TEST_F(Start, LargestPayloadIsDeliveredWithOneSendBuffer) {
  config.max_payload = TPZ_MAX_PAYLOAD;
  start(TPZ_MODE_EAGER);
  give();
  tpz_endpoint.receive[0].frame_length = TPZ_MAX_PAYLOAD;
  post({pattern(128), pattern(TPZ_MAX_PAYLOAD)});
  run();

  EXPECT_EQ(take()->payload, pattern(TPZ_MAX_PAYLOAD));
}

class Refusal : public EndpointTest {
 protected:
  void SetUp() override { ASSERT_EQ(start(TPZ_MODE_EAGER), TPZ_STATE_RUNNING); }
  /// The entry comes back unsent, and the one behind it is sent.
  void expect_refused(const tpz_send_entry& entry) {
    give();
    post({{}, pattern(50), 0, 2});
    run();
    EXPECT_EQ(entry.owner, TPZ_OWNER_HOST);
    EXPECT_EQ(status.send_refused, 1u);
    EXPECT_EQ(status.send_done, 2u);
    EXPECT_EQ(take()->id, 2u);
  }
};

TEST_F(Refusal, ControlAboveItsBuffer) {
  auto& entry = post({pattern(128), {}, 0, 1});
  entry.control_length = 129;
  expect_refused(entry);
}

TEST_F(Refusal, PayloadAboveTheConfiguredMaximum) {
  auto& entry = post({{}, pattern(16), 0, 1});
  entry.payload_length = kFrameBytes + 1;
  expect_refused(entry);
}

TEST_F(Refusal, NodeWithoutRoute) {
  auto& entry = post({{}, pattern(16), 0, 1});
  entry.destination = kNode + 1;
  expect_refused(entry);
}

TEST_F(Refusal, NodeOutsideTheTable) {
  auto& entry = post({{}, pattern(16), 0, 1});
  entry.destination = TPZ_MAX_NODES;
  expect_refused(entry);
}

TEST_F(Refusal, PayloadAddressInsideAWord) {
  auto& entry = post({{}, pattern(16), 0, 1});
  entry.payload_address += 2;
  expect_refused(entry);
}

TEST_F(Refusal, EntriesComeBackInRingOrder) {
  chip.loopback = false;
  chip.host_words = 10;
  auto& first = post({{}, pattern(400), 0, 1});
  auto& second = post({{}, pattern(16), 0, 2});
  second.destination = TPZ_MAX_NODES;
  run();
  EXPECT_EQ(second.owner, TPZ_OWNER_NIC);

  chip.host_words = ~0u;
  run();
  EXPECT_EQ(first.owner, TPZ_OWNER_HOST);
  EXPECT_EQ(second.owner, TPZ_OWNER_HOST);
}

TEST_F(Refusal, EveryRouteLengthLeadsThePacket) {
  chip.loopback = false;
  for (std::uint32_t length = 0; length <= TPZ_MAX_ROUTE; ++length) {
    tpz_endpoint.routes[kNode].length = TPZ_ROUTE_LENGTH_VALID_MASK | length;
    post({pattern(8), {}, 0, length});
    run();
    EXPECT_EQ(chip.sent.back().size(), length + TPZ_WIRE_HEADER_SIZE + 8);
  }
}

}  // namespace
}  // namespace flybar::firmware
