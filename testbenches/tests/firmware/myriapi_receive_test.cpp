// What MyriAPI's firmware makes of packets that come.
#include <algorithm>

#include "testbenches/tests/firmware/myriapi_bench.h"

namespace flybar::firmware {
namespace {

TEST_F(MyriapiFirmware, ScattersToEightPiecesWithAHostDmaEach) {
  start();
  expect_moved({1024}, {128, 128, 128, 128, 128, 128, 128, 128});
  EXPECT_EQ(status.host_dma_transfers, 9u);
}

TEST_F(MyriapiFirmware, PiecesBehindTheEndStayAsTheyWere) {
  start();
  const Bytes before = chip.host;
  give({128, 128, 128});
  post({130});
  run();
  EXPECT_EQ(status.host_dma_transfers, 3u);
  const auto third = myriapi_nic.receive[0].pieces[2].address;
  EXPECT_TRUE(
      std::equal(before.begin() + third, before.begin() + third + 128, chip.host.begin() + third));
}

TEST_F(MyriapiFirmware, NinePiecesAreRefusedWithThePacket) {
  start();
  auto& entry = give({128});
  entry.count = 9;
  post({128});
  run();
  EXPECT_EQ(entry.owner, MYRIAPI_OWNER_HOST);
  EXPECT_EQ(entry.outcome, MYRIAPI_OUTCOME_REFUSED);
  EXPECT_EQ(status.not_stored, 1u);
}

TEST_F(MyriapiFirmware, PiecesThatNoDmaCanMoveAreRefused) {
  start();
  give({128}).pieces[0].address += 1;
  give({126});
  give({128, 0});
  for (int i = 0; i < 3; ++i) post({64});
  run();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(myriapi_nic.receive[i].outcome, MYRIAPI_OUTCOME_REFUSED);
  EXPECT_EQ(status.host_dma_transfers, 3u) << "those from the host alone";
}

TEST_F(MyriapiFirmware, LengthsOfPiecesDoNotWrapAround) {
  start();
  auto& entry = give({0x80000000, 0x80000000});
  entry.pieces[1].address = kTarget;
  post({64});
  run();
  EXPECT_EQ(entry.outcome, MYRIAPI_OUTCOME_STORED);
  EXPECT_EQ(entry.length, 64u);
}

TEST_F(MyriapiFirmware, APacketLongerThanThePiecesIsToldAndNotStored) {
  start();
  const Bytes before = chip.host;
  auto& entry = give({128, 128});
  post({257});
  run();
  EXPECT_EQ(entry.outcome, MYRIAPI_OUTCOME_TOO_LONG);
  EXPECT_EQ(entry.length, 257u);
  EXPECT_EQ(chip.host, before);
  expect_moved({256}, {128, 128});
}

TEST_F(MyriapiFirmware, WithoutADescriptorPacketsAreDroppedAndCounted) {
  start();
  for (std::uint32_t i = 0; i < MYRIAPI_RECEIVE_ENTRIES; ++i) give();
  for (std::uint32_t i = 0; i < MYRIAPI_RECEIVE_ENTRIES; ++i) post({64});
  run();
  post({64});
  run();
  EXPECT_EQ(status.received, MYRIAPI_RECEIVE_ENTRIES);
  EXPECT_EQ(status.dropped_ring_full, 1u);
  expect_moved({64}, {128});
}

TEST_F(MyriapiFirmware, DamagedPacketsAreDroppedAndCounted) {
  start();
  auto& entry = give();
  arrive(packet(64, Bytes(64)), true);
  run();
  EXPECT_EQ(entry.owner, MYRIAPI_OWNER_NIC);
  EXPECT_EQ(status.crc_errors, 1u);
  arrive(packet(64, Bytes(64)));
  run();
  EXPECT_EQ(entry.owner, MYRIAPI_OWNER_HOST);
}

TEST_F(MyriapiFirmware, PacketsOfAnotherLengthThanTheySayAreDropped) {
  start();
  give();
  arrive(packet(64, Bytes(60)));
  arrive(packet(64, Bytes(68)));
  arrive(packet(61, Bytes(61)));  // not padded
  arrive(packet(~0u, Bytes(64)));
  arrive(packet(MYRIAPI_MTU + 1, Bytes(MYRIAPI_MTU + 4)));
  run();
  EXPECT_EQ(status.length_errors, 5u);
  EXPECT_EQ(status.received, 0u);
}

TEST_F(MyriapiFirmware, PacketsLongerThanAnyAreSwallowed) {
  start();
  auto& entry = give();
  arrive(packet(64, Bytes(3 * MYRIAPI_MTU)));
  arrive(packet(64, Bytes(MYRIAPI_MTU + 8)));
  arrive(packet(MYRIAPI_MTU, Bytes(MYRIAPI_MTU)));
  run();
  EXPECT_EQ(status.length_errors, 2u);
  EXPECT_EQ(entry.outcome, MYRIAPI_OUTCOME_STORED);
}

TEST_F(MyriapiFirmware, ForeignAndShortPacketsAreDropped) {
  start();
  give();
  arrive(packet(64, Bytes(64), MYRIAPI_WIRE_TYPE + 1));
  arrive(Bytes(4));
  arrive(Bytes(15));
  arrive(Bytes{});
  run();
  EXPECT_EQ(status.foreign_packets, 4u);
  EXPECT_EQ(status.received, 0u);
}

TEST_F(MyriapiFirmware, InterruptsOnceUntilTheHostHasSeenIt) {
  config.notify_interrupt = 1;
  start();
  give();
  give();
  give();
  post({64});
  post({64});
  run();
  EXPECT_EQ(chip.interrupts, 1u);
  chip.clear_host_signal();
  post({64});
  run();
  EXPECT_EQ(chip.interrupts, 2u);
  EXPECT_EQ(status.interrupts, 2u);
}

TEST_F(MyriapiFirmware, InterruptsNobodyWhoPolls) {
  start();
  expect_moved({64}, {64});
  EXPECT_EQ(chip.interrupts, 0u);
}

}  // namespace
}  // namespace flybar::firmware
