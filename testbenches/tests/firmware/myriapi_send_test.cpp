// What MyriAPI's firmware makes of send descriptors, and its start.
#include <algorithm>

#include "testbenches/tests/firmware/myriapi_bench.h"

namespace flybar::firmware {
namespace {

TEST_F(MyriapiFirmware, StartsWithTwoToFourBuffers) {
  for (const std::uint32_t buffers : {0u, 1u, 5u})
    EXPECT_EQ(start(buffers), MYRIAPI_STATE_BAD_BUFFERS);
  for (const std::uint32_t buffers : {2u, 3u, 4u}) EXPECT_EQ(start(buffers), MYRIAPI_STATE_RUNNING);
}

TEST_F(MyriapiFirmware, HaltsForAnotherLayout) {
  config.version += 1;
  EXPECT_EQ(start(), MYRIAPI_STATE_BAD_VERSION);
}

TEST_F(MyriapiFirmware, HaltsIfTheSramIsTooSmall) {
  chip.sram_bytes = 40 * 1024 + 2 * (MYRIAPI_MTU + 24) + 2 * (MYRIAPI_MTU + 24) + 8;
  EXPECT_EQ(start(2), MYRIAPI_STATE_RUNNING);
  EXPECT_EQ(start(3), MYRIAPI_STATE_NO_MEMORY);
}

TEST_F(MyriapiFirmware, MovesOnePiece) {
  start();
  expect_moved({1000}, {MYRIAPI_MTU});
}

TEST_F(MyriapiFirmware, MovesAPacketOfNoBytes) {
  start();
  expect_moved({}, {});
  EXPECT_EQ(status.host_dma_transfers, 0u);
}

TEST_F(MyriapiFirmware, MovesTheLongestPacketAndRefusesALongerOne) {
  start();
  expect_moved({8192, 240}, {MYRIAPI_MTU});
  post({8192, 241});
  run();
  EXPECT_EQ(status.send_refused, 1u);
}

TEST_F(MyriapiFirmware, GathersSixteenPiecesWithAHostDmaEach) {
  start();
  expect_moved({4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 5}, {MYRIAPI_MTU});
  EXPECT_EQ(status.host_dma_transfers, 17u);
}

TEST_F(MyriapiFirmware, RefusesSeventeenPieces) {
  start();
  post({4}).count = 17;
  run();
  EXPECT_EQ(status.send_refused, 1u);
  EXPECT_EQ(status.send_done, 1u);
  EXPECT_TRUE(chip.sent.empty());
}

TEST_F(MyriapiFirmware, TheLastPieceAloneMayHaveAnyLength) {
  start();
  for (const std::uint32_t last : {1u, 2u, 3u}) expect_moved({8, last}, {MYRIAPI_MTU});
  post({7, 8});
  post({0});
  post({8, 0});
  run();
  EXPECT_EQ(status.send_refused, 3u);
}

TEST_F(MyriapiFirmware, RefusesWhatNoPacketCanBe) {
  start();
  post({8}).pieces[0].address += 2;
  post({8}).destination = MYRIAPI_MAX_NODES;
  post({8}).destination = kNode + 1;  // no route
  post({8}).channel = MYRIAPI_MOST_CHANNEL + 1;
  post({0xFFFFFFFC});
  post({0x80000000, 0x80000000});
  post({8}).count = ~0u;
  run();
  EXPECT_EQ(status.send_refused, 7u);
  EXPECT_EQ(status.send_done, 7u);
  EXPECT_TRUE(chip.sent.empty());
}

TEST_F(MyriapiFirmware, RefusedDescriptorsAreGivenBackInTheOrderOfTheRing) {
  start();
  const auto& first = post({8000});
  auto& second = post({8});
  second.count = 17;
  chip.host_words = 10;  // the first one is still coming from the host
  run();
  EXPECT_EQ(first.owner, MYRIAPI_OWNER_NIC);
  EXPECT_EQ(second.owner, MYRIAPI_OWNER_NIC);
  chip.host_words = ~0u;
  run();
  EXPECT_EQ(second.owner, MYRIAPI_OWNER_HOST);
  EXPECT_EQ(status.send_done, 2u);
}

TEST_F(MyriapiFirmware, AnOwnerThatIsNobodyIsNotTheNics) {
  start();
  post({8}).owner = 2;
  run();
  EXPECT_EQ(status.send_done, 0u);
}

TEST_F(MyriapiFirmware, ServesTheRingAgainAndAgain) {
  start();
  for (std::uint32_t i = 0; i < 3 * MYRIAPI_SEND_ENTRIES; ++i) expect_moved({i + 1}, {MYRIAPI_MTU});
}

TEST_F(MyriapiFirmware, SuccessivePacketsOverlap) {
  start();
  for (int i = 0; i < 4; ++i) give();
  for (int i = 0; i < 4; ++i) post({4000});
  run();
  using Engine = Transfer::Engine;
  std::vector<Engine> engines;
  for (const Transfer& transfer : chip.transfers) engines.push_back(transfer.engine);
  // The second packet comes from the host before the first one has been stored.
  ASSERT_EQ(engines.size(), 12u);
  EXPECT_EQ(engines[0], Engine::kHostRead);
  EXPECT_EQ(std::count(engines.begin(), engines.begin() + 3, Engine::kHostRead), 2);
}

TEST_F(MyriapiFirmware, OfOnePacketNoStageBeginsBeforeTheLastHasEnded) {
  start();
  give();
  post({4000, 4000});
  run();
  using Engine = Transfer::Engine;
  const Engine expected[] = {Engine::kHostRead, Engine::kHostRead, Engine::kSend,
                             Engine::kHostWrite};
  ASSERT_EQ(chip.transfers.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(chip.transfers[i].engine, expected[i]);
  EXPECT_TRUE(chip.transfers[2].last);
}

}  // namespace
}  // namespace flybar::firmware
