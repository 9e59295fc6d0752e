// Bytes in are bytes out, in every mode.
#include <tuple>

#include "testbenches/tests/firmware/endpoint_test.h"

namespace flybar::firmware {
namespace {

/// Mode, control by DMA, payload bytes, control bytes.
using Case = std::tuple<std::uint32_t, std::uint32_t, std::size_t, std::size_t>;

class Delivery : public EndpointTest, public testing::WithParamInterface<Case> {
 protected:
  void SetUp() override {
    config.control_by_dma = std::get<1>(GetParam());
    ASSERT_EQ(start(std::get<0>(GetParam())), TPZ_STATE_RUNNING);
  }
  Message message(std::uint32_t id) const {
    return {pattern(std::get<3>(GetParam()), id), pattern(std::get<2>(GetParam()), id + 100), 0,
            id};
  }
};

TEST_P(Delivery, BytesInAreBytesOut) {
  const Message message = this->message(77);

  const auto received = send_and_take(message);

  ASSERT_TRUE(received);
  EXPECT_EQ(received->control, message.control);
  EXPECT_EQ(received->payload, message.payload);
  EXPECT_EQ(received->id, 77u);
  EXPECT_EQ(received->source, kNode);
  EXPECT_EQ(received->flags, 0u);
}

TEST_P(Delivery, MoreMessagesThanEntriesKeepTheirOrder) {
  for (std::uint32_t id = 1; id <= 2 * TPZ_SEND_ENTRIES + 5; ++id) {
    const Message message = this->message(id);
    give();
    post(message);
    if (id % 3 != 0) continue;
    run();
    for (std::uint32_t expected = id - 2; expected <= id; ++expected) {
      const auto received = take();
      ASSERT_TRUE(received) << expected;
      EXPECT_EQ(received->id, expected);
      EXPECT_EQ(received->payload, this->message(expected).payload);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllModes, Delivery,
    testing::Combine(testing::Range(TPZ_MODE_STORE_AND_FORWARD, TPZ_MODE_FUNCTIONAL + 1),
                     testing::Values(0u, 1u), testing::Values(0u, 1u, 513u, 8192u),
                     testing::Values(0u, 5u, 128u)));

class Soak : public EndpointTest, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(Soak, RandomSizesAndSpeedsLoseAndConfuseNothing) {
  std::uint32_t state = GetParam() + 1;
  const auto random = [&](std::uint32_t below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
  };
  config.control_by_dma = random(2);
  config.send_threshold = 4 + 4 * random(600);
  config.receive_threshold = 4 + 4 * random(600);
  ASSERT_EQ(start(random(4)), TPZ_STATE_RUNNING);
  std::uint32_t id = 0, taken = 0;
  for (int round = 0; round < 60; ++round) {
    chip.host_rate = 1 + random(40);
    chip.send_rate = 1 + random(40);
    chip.receive_rate = 1 + random(40);
    for (std::uint32_t burst = random(12); burst != 0; --burst, ++id) {
      give();
      post({pattern(id % 129, id), pattern(random(4) == 0 ? 0 : random(4000), id), 0, id});
    }
    run();
    while (const auto received = take()) {
      ASSERT_EQ(received->id, taken++);
      ASSERT_EQ(received->control, pattern(received->id % 129, received->id));
      ASSERT_EQ(received->payload, pattern(received->payload_length, received->id));
    }
  }
  EXPECT_EQ(taken, id);
  EXPECT_EQ(status.send_done, id);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Soak, testing::Range(0u, 40u));

}  // namespace
}  // namespace flybar::firmware
