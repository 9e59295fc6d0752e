/// Which message an engine was busy with.
#include "testbenches/experiments/messages/message_log.h"

#include <gtest/gtest.h>

#include <vector>

namespace flybar::experiments {
namespace {

using namespace literals;

/// Node 0 sends to node 1; each message is 100 B long unless a test says otherwise.
struct MessageLogTest : testing::Test {
  Observer nobody;
  std::vector<MessageRecord> taken;
  MessageLog log{nobody, [this](const MessageRecord& message) { taken.push_back(message); }};
  TrackId fetch = log.declare({.name = "system.node0.lanai.host_dma"});
  TrackId link = log.declare({.name = "system.node1.lanai.receive_dma"});
  TrackId deposit = log.declare({.name = "system.node1.lanai.host_dma"});
  Time now;

  MessageLogTest() { log.keep_stages(true); }

  void send(std::uint64_t id, Bytes payload = 100_B) {
    now += 1_us;
    log.sent({.id = id,
              .source = 0,
              .destination = 1,
              .control = 16_B,
              .payload = payload,
              .fetched = payload,
              .deposited = payload,
              .begin = now,
              .end = now + 1_us});
  }
  void move(TrackId track, const char* label, std::int64_t bytes, std::uint64_t id = 0) {
    now += 1_us;
    log.on(Activity{track, now, now + 1_us, label, id, bytes});
    now += 1_us;
  }
  void receive(std::uint64_t id) {
    now += 1_us;
    log.received({id, 1, now, now + 1_us});
  }
  std::size_t parts(std::size_t message, Lane lane) { return taken.at(message).lane(lane).size(); }
};

TEST_F(MessageLogTest, LatencyIsFromTheSendCallToTheRelease) {
  send(1);
  now = 50_us;
  receive(1);
  EXPECT_EQ(taken.at(0).latency(), 52_us - 1_us);
}

TEST_F(MessageLogTest, FetchesGoToTheMessagesInTheirOrderByTheirBytes) {
  send(1);
  send(2);
  move(fetch, "read", 60);
  move(fetch, "read", 40);
  move(fetch, "read", 100);
  receive(1);
  receive(2);
  EXPECT_EQ(parts(0, Lane::kDmaIn), 2u);
  EXPECT_EQ(parts(1, Lane::kDmaIn), 1u);
}

TEST_F(MessageLogTest, DepositsGoToTheMessagesInTheirOrderByTheirBytes) {
  send(1);
  send(2);
  move(deposit, "write", 100);
  move(deposit, "write", 30);
  move(deposit, "write", 70);
  receive(1);
  receive(2);
  EXPECT_EQ(parts(0, Lane::kDmaOut), 1u);
  EXPECT_EQ(parts(1, Lane::kDmaOut), 2u);
}

TEST_F(MessageLogTest, DepositsOfAMessageThatTheHostNeverSawGoToNobody) {
  send(1);
  send(2);
  move(deposit, "write", 100);
  move(link, "receive", 120, 2);
  move(deposit, "write", 100);
  receive(2);
  ASSERT_EQ(parts(0, Lane::kDmaOut), 1u);
  EXPECT_GT(taken[0].lane(Lane::kDmaOut)[0].begin, taken[0].lane(Lane::kLinkReceive)[0].end);
}

TEST_F(MessageLogTest, AMessageWithoutPayloadTakesNoPulses) {
  send(1, 0_B);
  send(2);
  move(fetch, "read", 100);
  receive(1);
  receive(2);
  EXPECT_EQ(parts(0, Lane::kDmaIn), 0u);
  EXPECT_EQ(parts(1, Lane::kDmaIn), 1u);
}

TEST_F(MessageLogTest, AnEngineIsFreeWhenWhatItDidBeforeHasEnded) {
  send(1);
  move(fetch, "read", 60);
  const Time first = now;
  move(fetch, "read", 40);
  receive(1);
  EXPECT_EQ(taken.at(0).lane(Lane::kDmaIn).at(1).engine_free, first);
}

TEST_F(MessageLogTest, AMessageIsLostWhenItsSenderHasSentManyOthersSince) {
  for (std::uint64_t id = 1; id <= MessageLog::kMostUnderWay; ++id) send(id);
  EXPECT_EQ(log.lost(), 0);
  send(MessageLog::kMostUnderWay + 1);
  EXPECT_EQ(log.lost(), 1);
  receive(1);
  EXPECT_TRUE(taken.empty());
}

TEST_F(MessageLogTest, WithoutStagesOnlyHostsAreLookedAt) {
  log.keep_stages(false);
  send(1);
  move(fetch, "read", 100);
  receive(1);
  EXPECT_EQ(parts(0, Lane::kDmaIn), 0u);
}

}  // namespace
}  // namespace flybar::experiments
