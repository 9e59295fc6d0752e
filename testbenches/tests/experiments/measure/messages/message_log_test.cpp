/// Which message an engine was busy with.
#include "testbenches/experiments/measure/messages/message_log.h"

#include "models/common/details.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace flybar::experiments {
namespace {

using namespace literals;

/// Cards as no model has them. Node 0 sends to node 1; each message is 100 B long unless a test
/// says otherwise.
struct MessageLogTest : testing::Test {
  Observer nobody;
  std::vector<MessageRecord> taken;
  MessageLog log{nobody, [this](const MessageRecord& message) { taken.push_back(message); }};
  TrackId fetch = declare(0, "a.card.reader", {{Lane::kReadsHost, "read"}});
  TrackId link = declare(1, "another.card.ear", {{Lane::kReceives, "hear"}});
  TrackId deposit = declare(1, "another.card.writer", {{Lane::kWritesHost, "write"}});
  Time now;

  MessageLogTest() { log.keep_stages(true); }

  TrackId declare(std::size_t node, const char* name, std::vector<Track::InLane> lanes) {
    log.declares(node);
    return log.declare({.name = name, .lanes = std::move(lanes)});
  }

  void send(std::uint64_t id, Bytes payload = 100_B) { send(id, payload, payload); }
  /// `moved`: bytes by which the card's reads and writes are told apart.
  void send(std::uint64_t id, Bytes payload, Bytes moved) {
    now += 1_us;
    log.sent({.id = id,
              .source = 0,
              .destination = 1,
              .control = 16_B,
              .payload = payload,
              .fetched = moved,
              .deposited = moved,
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
    log.take_rest();
  }
  std::size_t parts(std::size_t message, Lane lane) { return taken.at(message).lane(lane).size(); }
};

TEST_F(MessageLogTest, CallsOfALibraryAreNoEngines) {
  const TrackId call = declare(0, "a.host.send", {{Lane::kCalls, ""}});
  send(1);
  move(call, "", 100, 1);
  receive(1);
  for (const auto& lane : taken.at(0).lanes) EXPECT_TRUE(lane.empty());
}

/// A copy of each would be made for nothing.
TEST_F(MessageLogTest, PacketsAboveTheNetworkAreToldOnlyToWhoKeepsThem) {
  struct Keeper : Observer {
    TrackId declare(const Track&) override { return 7; }
    void on(const Packet& packet) override { heard.emplace_back(packet.comment); }
    using Observer::on;
    std::vector<std::string> heard;
  } keeper;
  MessageLog kept{keeper, [](const MessageRecord&) {}};
  Track track{.name = "ip", .kind = TrackKind::kPackets};
  track.link_type = LinkType::kRawIp;

  EXPECT_EQ(log.declare(track), kUntold);
  kept.on(Packet{kept.declare(track), 1_us, 1_us, true, 0, {}, "sums are off"});
  EXPECT_EQ(keeper.heard, std::vector<std::string>{"sums are off"});
}

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
  EXPECT_EQ(parts(0, Lane::kReadsHost), 2u);
  EXPECT_EQ(parts(1, Lane::kReadsHost), 1u);
}

TEST_F(MessageLogTest, DepositsGoToTheMessagesInTheirOrderByTheirBytes) {
  send(1);
  send(2);
  move(deposit, "write", 100);
  move(deposit, "write", 30);
  move(deposit, "write", 70);
  receive(1);
  receive(2);
  EXPECT_EQ(parts(0, Lane::kWritesHost), 1u);
  EXPECT_EQ(parts(1, Lane::kWritesHost), 2u);
}

TEST_F(MessageLogTest, DepositsOfAMessageThatTheHostNeverSawGoToNobody) {
  send(1);
  send(2);
  move(deposit, "write", 100);
  move(link, "hear", 120, 2);
  move(deposit, "write", 100);
  receive(2);
  ASSERT_EQ(parts(0, Lane::kWritesHost), 1u);
  EXPECT_GT(taken[0].lane(Lane::kWritesHost)[0].begin, taken[0].lane(Lane::kReceives)[0].end);
}

TEST_F(MessageLogTest, AMessageWithoutPayloadTakesNoPulses) {
  send(1, 0_B);
  send(2);
  move(fetch, "read", 100);
  receive(1);
  receive(2);
  EXPECT_EQ(parts(0, Lane::kReadsHost), 0u);
  EXPECT_EQ(parts(1, Lane::kReadsHost), 1u);
}

TEST_F(MessageLogTest, ACardThatNamesItsTransfersIsBelievedInAnyOrder) {
  send(1, 100_B, 0_B);
  send(2, 100_B, 0_B);
  move(fetch, "read", 100, 2);
  move(deposit, "write", 20);  // of no message
  move(deposit, "write", 100, 2);
  receive(1);
  receive(2);
  EXPECT_EQ(parts(0, Lane::kReadsHost) + parts(0, Lane::kWritesHost), 0u);
  EXPECT_EQ(parts(1, Lane::kReadsHost) + parts(1, Lane::kWritesHost), 2u);
}

TEST_F(MessageLogTest, WhatIsInNoLaneIsOfNoMessage) {
  const TrackId other = declare(1, "another.card.lanai.receive_dma", {});
  send(1);
  move(other, "receive", 120, 1);
  move(link, "cough", 120, 1);
  receive(1);
  EXPECT_EQ(parts(0, Lane::kReceives), 0u);
}

TEST_F(MessageLogTest, BothDirectionsOfOneEngineWaitForEachOther) {
  const TrackId both = declare(0, "a.dma", {{Lane::kReadsHost, "in"}, {Lane::kWritesHost, "out"}});
  send(1);
  move(both, "out", 64);
  const Time free = now;
  move(both, "in", 100);
  receive(1);
  EXPECT_EQ(taken.at(0).lane(Lane::kReadsHost).at(0).engine_free, free);
}

TEST_F(MessageLogTest, AnEngineIsFreeWhenWhatItDidBeforeHasEnded) {
  send(1);
  move(fetch, "read", 60);
  const Time first = now;
  move(fetch, "read", 40);
  receive(1);
  EXPECT_EQ(taken.at(0).lane(Lane::kReadsHost).at(1).engine_free, first);
}

TEST_F(MessageLogTest, MessagesAreTakenInTheOrderOfTimeThoughNodesRunAheadOfEachOther) {
  for (const std::uint64_t id : {1, 2, 3}) send(id);
  log.received({2, 1, 70_us, 80_us});
  log.received({3, 2, 50_us, 60_us});
  log.received({1, 3, 50_us, 60_us});
  EXPECT_TRUE(taken.empty());

  log.take_rest();

  ASSERT_EQ(taken.size(), 3u);
  EXPECT_EQ(taken[0].sent.id, 1u);
  EXPECT_EQ(taken[1].sent.id, 3u);
  EXPECT_EQ(taken[2].sent.id, 2u);
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
  EXPECT_EQ(parts(0, Lane::kReadsHost), 0u);
}

}  // namespace
}  // namespace flybar::experiments
