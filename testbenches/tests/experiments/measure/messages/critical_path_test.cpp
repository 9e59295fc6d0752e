/// What a message waited for.
#include "testbenches/experiments/measure/messages/critical_path.h"

#include <gtest/gtest.h>

#include <numeric>

namespace flybar::experiments {
namespace {

using namespace literals;

/// 100 B of payload behind 20 B of header; a byte takes 10 ns on the link, where nothing delays it.
/// Sent from 0 to 1 us, fetched from 2 to 4 us, on the link from 5 to 6.2 us, deposited from 8 to
/// 11 us, seen at 12 us, released at 13 us.
MessageRecord message() {
  MessageRecord record;
  record.sent.payload = record.sent.fetched = record.sent.deposited = 100_B;
  record.sent.end = 1_us;
  record.lane(Lane::kReadsHost) = {{2_us, 4_us, 100, Time()}};
  record.lane(Lane::kSends) = {{5_us, 6200_ns, 120, Time()}};
  record.lane(Lane::kReceives) = {{5_us, 6200_ns, 120, Time()}};
  record.lane(Lane::kWritesHost) = {{8_us, 11_us, 100, Time()}};
  record.receive_begin = 12_us;
  record.receive_end = 13_us;
  return record;
}

Time of(const MessageRecord& record, Wait resource) {
  return critical_path(record, 10_ns)[static_cast<std::size_t>(resource)];
}

TEST(CriticalPath, IsTheWholeLatency) {
  const CriticalPath path = critical_path(message(), 10_ns);
  EXPECT_EQ(std::accumulate(path.begin(), path.end(), Time()), 13_us);
}

TEST(CriticalPath, OfAMessageAloneIsWhatEachEngineDidAndTheFirmwareBetween) {
  const MessageRecord one = message();
  EXPECT_EQ(of(one, Wait::kHostSend), 1_us);
  EXPECT_EQ(of(one, Wait::kLink), 1200_ns);
  EXPECT_EQ(of(one, Wait::kReceiverFirmware), 1800_ns);
  EXPECT_EQ(of(one, Wait::kDmaOut), 3_us);
  EXPECT_EQ(of(one, Wait::kDelivery), 1_us);
  EXPECT_EQ(of(one, Wait::kHostReceive), 1_us);
}

/// The card asks for the host 0.4 us before that sees the message.
TEST(CriticalPath, BeforeAnInterruptTheCardMayHaveGatheredMessages) {
  MessageRecord told = message();
  told.interrupted = 11600_ns;
  told.gathered = 200_ns;
  EXPECT_EQ(of(told, Wait::kInterrupt), 400_ns);
  EXPECT_EQ(of(told, Wait::kGathering), 200_ns);
  EXPECT_EQ(of(told, Wait::kDelivery), 400_ns);
}

TEST(CriticalPath, AnInterruptFromBeforeTheMessageCameIsNotWaitedFor) {
  MessageRecord told = message();
  told.interrupted = 11_us;
  EXPECT_EQ(of(told, Wait::kInterrupt), Time());
  EXPECT_EQ(of(told, Wait::kDelivery), 1_us);
}

TEST(CriticalPath, ADmaThatDoesOtherWorkFirstIsWaitedFor) {
  MessageRecord late = message();
  late.lane(Lane::kWritesHost)[0].engine_free = 7_us;
  EXPECT_EQ(of(late, Wait::kDmaOutQueue), 800_ns);
  EXPECT_EQ(of(late, Wait::kReceiverFirmware), 1_us);
}

TEST(CriticalPath, PulsesThatFollowEachOtherAreWaitedForInTheirOrder) {
  MessageRecord two = message();
  two.lane(Lane::kWritesHost) = {{8_us, 9_us, 40, Time()}, {9_us, 11_us, 60, 9_us}};
  EXPECT_EQ(of(two, Wait::kDmaOut), 3_us);
  EXPECT_EQ(of(two, Wait::kReceiverFirmware), 8_us - (5_us + 600_ns));
}

TEST(CriticalPath, AHostThatIsBusyWithTheMessageBeforeIsWaitedFor) {
  MessageRecord late = message();
  late.receiver_free = 11800_ns;
  EXPECT_EQ(of(late, Wait::kHostQueue), 800_ns);
  EXPECT_EQ(of(late, Wait::kDelivery), 200_ns);
}

TEST(CriticalPath, ALinkThatTakesLongerThanItsBytesIsHeldByTheNetwork) {
  MessageRecord held = message();
  for (const Lane lane : {Lane::kSends, Lane::kReceives}) held.lane(lane)[0].end = 7_us;
  EXPECT_EQ(of(held, Wait::kLink), 1200_ns);
  EXPECT_EQ(of(held, Wait::kNetwork), 800_ns);
}

TEST(CriticalPath, AFirmwareThatSendsWhenAllIsThereWaitsForTheDma) {
  MessageRecord stored = message();
  stored.lane(Lane::kReadsHost) = {{1200_ns, 4900_ns, 100, Time()}};
  EXPECT_EQ(of(stored, Wait::kDmaIn), 3700_ns);
  EXPECT_EQ(of(stored, Wait::kSenderFirmware), 300_ns);
}

TEST(CriticalPath, AHeaderThatLeavesWhenThePayloadIsThereHasWaitedForIt) {
  MessageRecord stored = message();
  stored.lane(Lane::kReadsHost) = {{1200_ns, 4900_ns, 100, Time()}};
  stored.lane(Lane::kSends) = {{5_us, 5200_ns, 20, Time()}, {5200_ns, 6200_ns, 100, 5200_ns}};
  EXPECT_EQ(of(stored, Wait::kDmaIn), 3700_ns);
}

TEST(CriticalPath, OfAPieceWhoseDataComeWhileItLeavesTheFirstWordIsWaitedFor) {
  MessageRecord through = message();
  through.lane(Lane::kReadsHost) = {{4_us, 6_us, 100, Time()}};
  EXPECT_EQ(of(through, Wait::kDmaIn), 80_ns);
  EXPECT_EQ(of(through, Wait::kSenderFirmware), 3920_ns);
}

TEST(CriticalPath, WithoutEnginesIsThatOfTheHosts) {
  MessageRecord bare = message();
  for (auto& lane : bare.lanes) lane.clear();
  EXPECT_EQ(of(bare, Wait::kHostSend), 1_us);
  EXPECT_EQ(of(bare, Wait::kDelivery), 11_us);
  EXPECT_EQ(of(bare, Wait::kHostReceive), 1_us);
}

}  // namespace
}  // namespace flybar::experiments
