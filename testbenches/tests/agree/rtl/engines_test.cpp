/// The engines on the board's pins, each rule at its edge. The processor is held in reset: the host
/// writes the registers.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <span>
#include <vector>

#include "models/myrinet/link/crc8.h"
#include "testbenches/tests/agree/rtl/board_pins.h"
#include "testbenches/tests/agree/rtl/seed.h"

namespace flybar::rtl {
namespace {

using namespace lanai;

constexpr std::uint32_t kBuffer = 0x1000;

class EnginesRtl : public testing::Test {
 protected:
  std::uint32_t isr() { return board.monitored("isr"); }

  // Host DMA.
  void set_up_dma(std::uint32_t host, bool to_sram) {
    board.set_register(regs::Ear::kOffset, host);
    board.set_register(regs::Lar::kOffset, kBuffer);
    board.set_register(regs::DmaDir::kOffset, to_sram);
  }
  void start_dma(std::uint32_t bytes) {
    set_up_dma(0x4000, true);
    board.set_register(regs::DmaCtr::kOffset, bytes);
  }
  void until_request() {
    for (int i = 0; i < 100 && !board.pins.hdma_req_o; ++i) board.clock();
    ASSERT_TRUE(board.pins.hdma_req_o);
  }
  /// A data phase with this word.
  void data_phase(std::uint32_t word) {
    board.pins.hdma_due_i = 1;
    board.pins.hdma_rdata_i = word;
    board.clock();
    board.pins.hdma_due_i = 0;
  }

  // Send.
  void start_send(std::uint32_t words, bool tail = true, std::uint32_t skip = 0) {
    board.set_register(regs::Smp::kOffset, kBuffer);
    board.set_register(regs::Sa::kOffset, skip);
    board.set_register(tail ? regs::Smlt::kOffset : regs::Sml::kOffset, kBuffer + 4 * words - 4);
  }
  std::uint64_t front(unsigned bit, unsigned count) const {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < count; ++i)
      value |= std::uint64_t{board.pins.link_front_o[(bit + i) / 32] >> (bit + i) % 32 & 1} << i;
    return value;
  }
  /// The link takes the word at the front.
  std::uint64_t take() {
    const std::uint64_t word = front(0, 44);
    board.pins.link_take_i = 1;
    board.clock();
    board.pins.link_take_i = 0;
    return word;
  }

  // Receive.
  void arm(std::uint32_t words) {
    board.set_register(regs::Rmp::kOffset, kBuffer);
    board.set_register(regs::Rml::kOffset, kBuffer + 4 * words - 4);
  }
  void arrive(std::uint32_t word, std::uint32_t bytes = 4, bool tail = false) {
    const std::uint64_t entry = word | std::uint64_t{bytes - 1} << 32 | std::uint64_t{tail} << 34;
    board.pins.link_in_words_i[0] = static_cast<std::uint32_t>(entry);
    board.pins.link_in_words_i[1] = static_cast<std::uint32_t>(entry >> 32);
    board.pins.link_in_count_i = 1;
    board.clock();
    board.pins.link_in_count_i = 0;
  }
  /// A packet, four bytes in each clock.
  void arrive(std::span<const std::uint8_t> packet) {
    for (std::size_t at = 0; at < packet.size(); at += 4) {
      const std::size_t bytes = std::min<std::size_t>(4, packet.size() - at);
      std::uint32_t word = 0;
      for (std::size_t i = 0; i < 4; ++i)
        word = word << 8 | (i < bytes ? packet[at + i] : 0xEE);  // what is no byte of it
      arrive(word, static_cast<std::uint32_t>(bytes), at + bytes == packet.size());
    }
  }
  std::uint8_t byte(std::uint32_t address) {
    return static_cast<std::uint8_t>(board.word(address) >> (24 - 8 * (address % 4)));
  }

  BoardPins board;
};

using HostDmaRtl = EnginesRtl;

class StartDelay : public EnginesRtl, public testing::WithParamInterface<int> {};

TEST_P(StartDelay, RequestComesThatManyClocksAfterTheWriteAndNotBefore) {
  board.pins.cfg_dma_start_i = static_cast<std::uint8_t>(GetParam());
  start_dma(4);
  for (int i = 0; i < GetParam(); ++i) {
    EXPECT_FALSE(board.pins.hdma_req_o) << i;
    board.clock();
  }
  EXPECT_TRUE(board.pins.hdma_req_o);
}

INSTANTIATE_TEST_SUITE_P(Clocks, StartDelay, testing::Values(0, 1, 10, 60));

TEST_F(HostDmaRtl, RegistersTellItsProgressWordByWord) {
  start_dma(8);
  until_request();
  data_phase(0x01020304);
  EXPECT_EQ(board.pins.hdma_address_o, 0x4004u);
  EXPECT_EQ(board.monitored("lar"), kBuffer + 4);
  EXPECT_EQ(board.pins.hdma_left_o, 4u);
  EXPECT_EQ(board.word(kBuffer), 0x01020304u);
}

TEST_F(HostDmaRtl, DoneComesWithTheLastWordAndNotBefore) {
  start_dma(8);
  until_request();
  data_phase(1);
  EXPECT_FALSE(isr() & regs::Isr::kDmaMask);
  data_phase(2);
  EXPECT_TRUE(isr() & regs::Isr::kDmaMask);
  EXPECT_FALSE(board.pins.hdma_req_o);
}

TEST_F(HostDmaRtl, NoBytesAreDoneAtOnce) {
  start_dma(0);
  EXPECT_TRUE(isr() & regs::Isr::kDmaMask);
  EXPECT_FALSE(board.pins.hdma_req_o);
}

TEST_F(HostDmaRtl, StartClearsDone) {
  start_dma(0);
  board.set_register(regs::DmaCtr::kOffset, 4);
  EXPECT_FALSE(isr() & regs::Isr::kDmaMask);
}

TEST_F(HostDmaRtl, WordsForTheHostComeOutOfTheSram) {
  board.word(kBuffer) = 0xCAFE0001;
  set_up_dma(0x4000, false);
  board.set_register(regs::DmaCtr::kOffset, 4);
  until_request();
  EXPECT_TRUE(board.pins.hdma_write_o);
  data_phase(0);
  EXPECT_TRUE(board.pins.hdma_moved_o);
  EXPECT_EQ(board.pins.hdma_wdata_o, 0xCAFE0001u);
}

TEST_F(HostDmaRtl, DataPhaseWaitsAClockForTheHostsWord) {
  start_dma(4);
  until_request();
  board.pins.pio_valid_i = 1;
  board.pins.pio_write_i = 0;
  board.pins.pio_address_i = 0x40;
  board.pins.hdma_due_i = 1;
  board.clock();
  EXPECT_FALSE(board.pins.hdma_moved_o);
  board.pins.pio_valid_i = 0;
  board.clock();
  EXPECT_TRUE(board.pins.hdma_moved_o);
}

TEST_F(HostDmaRtl, LongestBurstIsTheLongestEnabledOne) {
  constexpr std::array<std::uint32_t, 16> kLongest = {4,  8,  16, 16, 32, 32, 32, 32,
                                                      64, 64, 64, 64, 64, 64, 64, 64};
  board.pins.cfg_dma_burst_i = 64;
  for (std::uint32_t enables = 0; enables < 16; ++enables) {
    board.set_register(regs::DmaSts::kOffset, enables);
    EXPECT_EQ(board.pins.hdma_longest_o, kLongest[enables]) << enables;
  }
}

TEST_F(HostDmaRtl, PinsShowAllThatIsLeft) {
  for (const std::uint32_t bytes : {0x15554u, 0x2AAA8u}) {
    BoardPins fresh;
    fresh.set_register(regs::DmaCtr::kOffset, bytes);
    EXPECT_EQ(fresh.pins.hdma_left_o, bytes);
  }
}

TEST_F(HostDmaRtl, LongestBurstOfTheBoardHasAnyLength) {
  for (const std::uint32_t bytes : {64u, 4096u, 0x5554u, 0xAAA8u, 0xFFFCu, 0x10000u}) {
    board.pins.cfg_dma_burst_i = bytes;
    board.clock();
    EXPECT_EQ(board.pins.hdma_longest_o, bytes);
  }
}

TEST_F(HostDmaRtl, WritingItsRegistersWhileItIsBusyIsAFault) {
  start_dma(8);
  for (const std::uint32_t offset :
       {regs::Ear::kOffset, regs::Lar::kOffset, regs::DmaDir::kOffset}) {
    board.set_register(offset, 0);
    EXPECT_EQ(board.pins.fault_o, 3) << offset;
  }
  board.set_register(regs::DmaCtr::kOffset, 8);
  EXPECT_EQ(board.pins.fault_o, 4);
}

TEST_F(HostDmaRtl, TransferOfAMegabyteIsBusyLikeAnyOther) {
  board.pins.cfg_sram_bytes_i = 1024 * 1024;
  board.set_register(regs::DmaCtr::kOffset, 1024 * 1024);
  until_request();
  board.set_register(regs::Ear::kOffset, 0x8000);
  EXPECT_NE(board.pins.fault_o, 0);
}

TEST_F(HostDmaRtl, PartsOfWordsAreAFault) {
  set_up_dma(0x4000, true);
  board.set_register(regs::DmaCtr::kOffset, 6);
  EXPECT_EQ(board.pins.fault_o, 5);
}

TEST_F(HostDmaRtl, HostAddressInsideAWordIsAFault) {
  for (const std::uint32_t inside : {1u, 2u, 3u}) {
    BoardPins other;
    other.set_register(regs::Ear::kOffset, 0x4000 + inside);
    other.set_register(regs::DmaCtr::kOffset, 8);
    EXPECT_EQ(other.pins.fault_o, 5);
  }
}

TEST_F(HostDmaRtl, TransferMayEndWithTheSramAndNotBehindIt) {
  set_up_dma(0x4000, true);
  board.set_register(regs::Lar::kOffset, BoardPins::kSramBytes - 8);
  board.set_register(regs::DmaCtr::kOffset, 8);
  EXPECT_EQ(board.pins.fault_o, 0);

  BoardPins other;
  other.set_register(regs::Lar::kOffset, BoardPins::kSramBytes - 8);
  other.set_register(regs::DmaCtr::kOffset, 12);
  EXPECT_EQ(other.pins.fault_o, 6);
}

using SendRtl = EnginesRtl;

TEST_F(SendRtl, PointerAdvancesAWordInEachClock) {
  start_send(6);  // the first word is fetched in the clock of the write
  for (std::uint32_t words = 1; words <= 6; ++words, board.clock())
    EXPECT_EQ(board.monitored("smp"), kBuffer + 4 * words);
  EXPECT_EQ(board.monitored("smp"), kBuffer + 24);
}

TEST_F(SendRtl, TwoWordsInAClockIfThatIsAllowed) {
  board.pins.cfg_link_words_i = 2;
  start_send(5);
  EXPECT_EQ(board.monitored("smp"), kBuffer + 8);
  board.clock();
  board.clock();
  EXPECT_EQ(board.monitored("smp"), kBuffer + 20);
  EXPECT_TRUE(isr() & regs::Isr::kSendMask);
}

/// Limits with each bit that no SRAM has.
TEST_F(SendRtl, LimitFarOutsideOfTheSramIsAFault) {
  constexpr std::uint32_t kSendLimit = 8;
  for (std::uint32_t bit = 20; bit < 32; ++bit) {
    BoardPins fresh;
    fresh.set_register(regs::Smlt::kOffset, 1u << bit);
    EXPECT_EQ(fresh.pins.fault_o, kSendLimit) << bit;
  }
}

TEST_F(SendRtl, LinkStartsWhenEnoughWordsWaitAndNotBefore) {
  start_send(12);
  while (board.monitored("send_waiting") < 7) {
    EXPECT_EQ(board.pins.link_offer_o, 0);
    board.clock();
  }
  EXPECT_EQ(board.pins.link_offer_o, 0);
  board.clock();
  EXPECT_EQ(board.pins.link_offer_o, 5);
}

TEST_F(SendRtl, LinkStartsWithFewerWhenNoMoreWillCome) {
  start_send(2);
  EXPECT_EQ(board.pins.link_offer_o, 0);
  board.clock();
  EXPECT_EQ(board.pins.link_offer_o, 2);
}

TEST_F(SendRtl, LinkGoesOnUntilNoneIsLeft) {
  start_send(9);
  for (int i = 0; i < 7; ++i) board.clock();
  EXPECT_EQ(board.monitored("send_waiting"), 8);
  for (int i = 0; i < 9; ++i) {
    EXPECT_GT(board.pins.link_offer_o, 0) << i;
    take();
  }
  EXPECT_EQ(board.pins.link_offer_o, 0);
}

TEST_F(SendRtl, FetchingStopsWhenTheFifoIsFull) {
  start_send(40);
  for (int i = 0; i < 30; ++i) board.clock();
  EXPECT_EQ(board.monitored("send_waiting"), 16);
  EXPECT_EQ(board.monitored("smp"), kBuffer + 64);
}

TEST_F(SendRtl, LargestFifoIsOfferedWhenItIsFull) {
  board.pins.cfg_send_fifo_i = 32;
  start_send(40);
  for (int i = 0; i < 50; ++i) board.clock();
  EXPECT_EQ(board.monitored("send_waiting"), 32);
  EXPECT_EQ(board.pins.link_offer_o, 5);
}

TEST_F(SendRtl, SentComesWithTheLastWordFetched) {
  start_send(2);
  EXPECT_FALSE(isr() & regs::Isr::kSendMask);
  board.clock();
  EXPECT_TRUE(isr() & regs::Isr::kSendMask);
}

TEST_F(SendRtl, ReadyComesWhenTheTailHasLeft) {
  start_send(1);
  EXPECT_FALSE(isr() & regs::Isr::kSendRdyMask);
  take();
  EXPECT_TRUE(isr() & regs::Isr::kSendRdyMask);
}

TEST_F(SendRtl, PacketWithoutATailStaysOpen) {
  start_send(1, false);
  EXPECT_FALSE(take() >> 34 & 1);
  EXPECT_FALSE(isr() & regs::Isr::kSendRdyMask);
  board.set_register(regs::Smlt::kOffset, kBuffer + 4);
  const std::uint64_t last = take();
  EXPECT_TRUE(last >> 34 & 1);
  EXPECT_FALSE(last >> 43 & 1) << "no second head";
  EXPECT_TRUE(isr() & regs::Isr::kSendRdyMask);
}

class SkippedBytes : public EnginesRtl, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(SkippedBytes, AreLeftOutOfTheFirstWordAndOfTheCrc) {
  const std::uint32_t skip = GetParam();
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t i = 0; i < 12; ++i) {
    board.word(kBuffer + i / 4 * 4) |= (0x31 + 7 * i) << (24 - 8 * (i % 4));
    if (i >= skip) bytes.push_back(static_cast<std::uint8_t>(0x31 + 7 * i));
  }
  start_send(3, true, skip);
  while (!(isr() & regs::Isr::kSendMask)) board.clock();
  const std::uint64_t first = take();
  EXPECT_EQ(first >> 32 & 3, skip);
  EXPECT_TRUE(first >> 43 & 1) << "head";
  EXPECT_EQ(take() >> 32 & 3, 0u);
  const std::uint64_t last = take();
  EXPECT_EQ(last >> 35 & 0xFF, myrinet::crc8(0, bytes));
}

INSTANTIATE_TEST_SUITE_P(Bytes, SkippedBytes, testing::Range(0u, 4u));

TEST_F(SendRtl, SecondStartWhileOneIsUnderWayIsAFault) {
  start_send(40);
  board.set_register(regs::Sml::kOffset, kBuffer + 200);
  EXPECT_EQ(board.pins.fault_o, 7);
}

TEST_F(SendRtl, LimitMayBeTheFirstWordAndTheLastOfTheSram) {
  start_send(1);
  EXPECT_EQ(board.pins.fault_o, 0);
  take();
  board.set_register(regs::Smp::kOffset, BoardPins::kSramBytes - 4);
  board.set_register(regs::Smlt::kOffset, BoardPins::kSramBytes - 4);
  EXPECT_EQ(board.pins.fault_o, 0);
}

TEST_F(SendRtl, LimitBeforeTheFirstWordOrBehindTheSramIsAFault) {
  board.set_register(regs::Smp::kOffset, kBuffer);
  board.set_register(regs::Smlt::kOffset, kBuffer - 4);
  EXPECT_EQ(board.pins.fault_o, 8);
  BoardPins other;
  other.set_register(regs::Smlt::kOffset, BoardPins::kSramBytes);
  EXPECT_EQ(other.pins.fault_o, 8);
}

TEST_F(SendRtl, PushingBytesIsAFault) {
  for (const std::uint32_t offset :
       {regs::Sb::kOffset, regs::Sh::kOffset, regs::Sw::kOffset, regs::St::kOffset}) {
    board.set_register(offset, 0);
    EXPECT_EQ(board.pins.fault_o, 12) << offset;
  }
}

using ReceiveRtl = EnginesRtl;

TEST_F(ReceiveRtl, WordIsStoredInTheClockInWhichItArrives) {
  arm(4);
  arrive(0x11223344);
  EXPECT_EQ(board.word(kBuffer), 0x11223344u);
  EXPECT_EQ(board.monitored("rmp"), kBuffer + 4);
}

class TailBytes : public EnginesRtl, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(TailBytes, UnusedOnesAreInOrunAndStoredAsZeros) {
  const std::uint32_t tail = GetParam();
  std::vector<std::uint8_t> packet(4 + tail);
  for (std::size_t i = 0; i < packet.size(); ++i) packet[i] = static_cast<std::uint8_t>(0x51 + i);
  arm(8);
  arrive(packet);
  EXPECT_TRUE(isr() & regs::Isr::kRecvMask);
  EXPECT_EQ((isr() & regs::Isr::kOrunMask) >> regs::Isr::kOrunShift, 4 - tail);
  for (std::uint32_t i = 0; i < 8; ++i)
    EXPECT_EQ(byte(kBuffer + i), i < packet.size() ? packet[i] : 0) << i;
  EXPECT_FALSE(board.monitored("armed"));
}

TEST_P(TailBytes, LastIsWhatIsLeftOfTheCheck) {
  std::vector<std::uint8_t> packet(7 + GetParam());
  for (std::size_t i = 0; i < packet.size(); ++i)
    packet[i] = static_cast<std::uint8_t>(0x91 + 3 * i);
  packet.push_back(myrinet::crc8(0, packet));
  board.set_register(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  arm(8);
  arrive(packet);
  const auto last = static_cast<std::uint32_t>(kBuffer + packet.size() - 1);
  EXPECT_EQ(byte(last), 0);

  packet[2] ^= 0x10;
  arm(8);
  arrive(packet);
  EXPECT_EQ(byte(last), myrinet::crc8(0, packet));
  EXPECT_NE(byte(last), 0);
}

INSTANTIATE_TEST_SUITE_P(Bytes, TailBytes, testing::Range(1u, 5u));

TEST_F(ReceiveRtl, WithoutTheCheckTheCrcByteIsStoredAsItIs) {
  arm(8);
  arrive(std::array<std::uint8_t, 4>{1, 2, 3, 4});
  EXPECT_EQ(board.word(kBuffer), 0x01020304u);
}

TEST_F(ReceiveRtl, BufferIsFullWithTheWordAtTheLimitAndNotBefore) {
  arm(2);
  arrive(1);
  EXPECT_FALSE(isr() & regs::Isr::kBuffMask);
  arrive(2);
  EXPECT_TRUE(isr() & regs::Isr::kBuffMask);
  EXPECT_FALSE(isr() & regs::Isr::kRecvMask);
  arrive(3);
  EXPECT_EQ(board.monitored("receive_waiting"), 1) << "waits for a buffer";
}

TEST_F(ReceiveRtl, TailAtTheLimitSetsBoth) {
  arm(1);
  arrive(1, 4, true);
  EXPECT_TRUE(isr() & regs::Isr::kBuffMask);
  EXPECT_TRUE(isr() & regs::Isr::kRecvMask);
}

TEST_F(ReceiveRtl, ArmingClearsBoth) {
  arm(1);
  arrive(1, 4, true);
  arm(1);
  EXPECT_FALSE(isr() & (regs::Isr::kBuffMask | regs::Isr::kRecvMask));
}

TEST_F(ReceiveRtl, NextPacketWaitsUntilItIsArmedAgain) {
  board.pins.cfg_link_words_i = 2;
  for (std::uint32_t word = 1; word <= 4; ++word) arrive(word, 4, word == 2);
  arm(8);
  board.clock();
  EXPECT_EQ(board.monitored("rmp"), kBuffer + 8);
  EXPECT_EQ(board.monitored("receive_waiting"), 2);
  EXPECT_TRUE(isr() & regs::Isr::kRecvMask);
}

TEST_F(ReceiveRtl, CrcGoesOnOverSeveralBuffers) {
  std::vector<std::uint8_t> packet(15);
  for (std::size_t i = 0; i < packet.size(); ++i) packet[i] = static_cast<std::uint8_t>(i * i + 5);
  packet.push_back(myrinet::crc8(0, packet));
  board.set_register(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  arm(2);
  arrive(packet);
  EXPECT_FALSE(isr() & regs::Isr::kRecvMask);
  arm(2);
  board.clock();
  EXPECT_TRUE(isr() & regs::Isr::kRecvMask);
  EXPECT_EQ(byte(kBuffer + 7), 0);
}

TEST_F(ReceiveRtl, StopInTheClockInWhichTheMarkIsReachedAndOnce) {
  for (int words = 1; words < 14; ++words) {
    arrive(7);
    EXPECT_FALSE(board.pins.flow_stop_o) << words;
  }
  arrive(7);
  EXPECT_TRUE(board.pins.flow_stop_o);
  arrive(7);
  EXPECT_FALSE(board.pins.flow_stop_o);
}

TEST_F(ReceiveRtl, MarkOf240WordsIsReachedLikeAnyOther) {
  board.pins.cfg_stop_mark_i = 240;
  for (int words = 1; words < 240; ++words) arrive(7);
  EXPECT_FALSE(board.pins.flow_stop_o);
  arrive(7);
  EXPECT_TRUE(board.pins.flow_stop_o);
}

TEST_F(ReceiveRtl, GoInTheClockInWhichLessThanTheMarkWaits) {
  for (int words = 1; words <= 14; ++words) arrive(7);
  arm(40);  // takes the first word
  for (int left = 13; left > 10; --left) {
    EXPECT_FALSE(board.pins.flow_go_o) << left;
    board.clock();
  }
  EXPECT_EQ(board.monitored("receive_waiting"), 10);
  EXPECT_FALSE(board.pins.flow_go_o);
  board.clock();
  EXPECT_TRUE(board.pins.flow_go_o);
}

TEST_F(ReceiveRtl, ResetSendsGoToAStoppedSender) {
  for (int words = 1; words <= 14; ++words) arrive(7);
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  EXPECT_TRUE(board.pins.flow_go_o);
  EXPECT_EQ(board.monitored("receive_waiting"), 0);
}

TEST_F(ReceiveRtl, PointerMayBeMovedBackWhileArmedAndNotOn) {
  arm(8);
  board.set_register(regs::Rmp::kOffset, kBuffer - 4);
  EXPECT_EQ(board.pins.fault_o, 0);
  board.set_register(regs::Rmp::kOffset, kBuffer);
  EXPECT_EQ(board.pins.fault_o, 9);
}

TEST_F(ReceiveRtl, EveryBitOfPointerAndLimitCounts) {
  for (std::uint32_t bit = 2; bit < 17; ++bit) {
    const std::uint32_t at = 1u << bit;
    BoardPins other;
    other.set_register(regs::Rmp::kOffset, at);
    other.set_register(regs::Rml::kOffset, at);
    other.set_register(regs::Rml::kOffset, at);
    EXPECT_EQ(other.pins.fault_o, 0) << bit;
    other.set_register(regs::Rmp::kOffset, at);
    EXPECT_EQ(other.pins.fault_o, 0) << bit;
    other.set_register(regs::Rmp::kOffset, at + 4);
    EXPECT_EQ(other.pins.fault_o, 9) << bit;
  }
}

TEST_F(ReceiveRtl, LimitMayBeMovedOnWhileArmedAndNotBack) {
  arm(4);
  board.set_register(regs::Rml::kOffset, kBuffer + 16);
  EXPECT_EQ(board.pins.fault_o, 0);
  board.set_register(regs::Rml::kOffset, kBuffer + 12);
  EXPECT_EQ(board.pins.fault_o, 11);
}

TEST_F(ReceiveRtl, LimitBeforeThePointerOrBehindTheSramIsAFault) {
  board.set_register(regs::Rmp::kOffset, kBuffer);
  board.set_register(regs::Rml::kOffset, kBuffer - 4);
  EXPECT_EQ(board.pins.fault_o, 10);
  BoardPins other;
  other.set_register(regs::Rml::kOffset, BoardPins::kSramBytes);
  EXPECT_EQ(other.pins.fault_o, 10);
}

/// All that arrives comes back out, whatever the rates: what goes in at one end of the SRAM leaves
/// it at the other.
TEST_F(EnginesRtl, PacketsGoThroughTheSramUnchanged) {
  std::mt19937 random(seed_of(5));
  board.set_register(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  for (int packets = 0; packets < 50; ++packets) {
    std::vector<std::uint8_t> packet(1 + random() % 90);
    for (auto& byte_of_it : packet) byte_of_it = static_cast<std::uint8_t>(random());
    std::vector<std::uint8_t> checked = packet;
    checked.push_back(myrinet::crc8(0, packet));
    arm(32);
    arrive(checked);
    ASSERT_TRUE(isr() & regs::Isr::kRecvMask);
    const auto words = static_cast<std::uint32_t>((packet.size() + 3) / 4);
    start_send(words);
    std::vector<std::uint8_t> sent;
    while (!(isr() & regs::Isr::kSendRdyMask)) {
      if (board.pins.link_offer_o == 0 || random() % 3 == 0) {
        board.clock();
        continue;
      }
      const std::uint64_t word = take();
      for (int i = 3; i >= 0; --i) sent.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    }
    sent.resize(packet.size());
    ASSERT_EQ(sent, packet);
  }
}

}  // namespace
}  // namespace flybar::rtl
