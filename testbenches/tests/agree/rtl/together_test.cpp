/// Processor, engines and host at the same registers and words: who sees what within a clock.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "models/myrinet/link/crc8.h"
#include "testbenches/tests/agree/rtl/board_pins.h"
#include "testbenches/tests/agree/rtl/program.h"
#include "testbenches/tests/agree/rtl/seed.h"

namespace flybar::rtl {
namespace {

using namespace lanai;

constexpr std::uint32_t kBuffer = 0x1000, kResult = 0x2000;

class TogetherRtl : public testing::Test {
 protected:
  void run(int clocks = 200) {
    program.put_into(board);
    board.start();
    for (int i = 0; i < clocks; ++i) board.clock();
    EXPECT_EQ(board.pins.fault_o, 0);
  }
  void arrive(std::uint32_t word, bool tail = false) {
    board.pins.link_in_words_i[0] = word;
    board.pins.link_in_words_i[1] = 3u | std::uint32_t{tail} << 2;
    board.pins.link_in_count_i = 1;
  }
  /// Stands before the clock in which the load or store at `at` has its data access: in the one
  /// before, a word is received, which leaves an access for the fetch alone.
  void until_data_access(std::uint32_t at) {
    program.run_to(at, board);
    arrive(1);
    board.clock();
    board.pins.link_in_count_i = 0;
    EXPECT_FALSE(board.monitored("retire"));
  }
  std::uint32_t front() { return board.pins.link_front_o[0]; }
  void take() {
    board.pins.link_take_i = 1;
    board.clock();
    board.pins.link_take_i = 0;
  }

  BoardPins board;
  Program program;
};

struct Access {
  std::uint32_t offset, value, read;
};

/// What each register reads after the processor has written it, while no engine works.
class ProcessorsRegister : public TogetherRtl, public testing::WithParamInterface<Access> {};

TEST_P(ProcessorsRegister, ReadsAsItsFieldsSay) {
  const auto [offset, value, read] = GetParam();
  program.store_special(offset, value);
  program.load_special(9, offset);
  run();
  EXPECT_EQ(board.cpu_register(9), read);
  EXPECT_EQ(board.get_register(offset), read);
}

INSTANTIATE_TEST_SUITE_P(
    All, ProcessorsRegister,
    testing::Values(
        Access{regs::Ear::kOffset, 0x12345677, 0x12345677},
        Access{regs::Lar::kOffset, 0x12345677, 0x12345674}, Access{regs::DmaDir::kOffset, 0xFF, 1},
        Access{regs::DmaSts::kOffset, 0xFA, 10}, Access{regs::DmaCtr::kOffset, 8, 8},
        Access{regs::Rmp::kOffset, 0x1237, 0x1234}, Access{regs::Rml::kOffset, 0x1237, 0x1234},
        Access{regs::Smp::kOffset, 0x1237, 0x1234},
        Access{regs::Smp::kOffset, 0x12345677, 0x12345674},
        Access{regs::Smp::kOffset, 0xEDCBA988, 0xEDCBA988}, Access{regs::Sa::kOffset, 7, 3},
        Access{regs::It::kOffset, 0x12345677, 0x12345677},
        Access{regs::Rtc::kOffset, 0x12345677, 0x12345677},
        Access{regs::Eimr::kOffset, 0x12345677, 0x12345677},
        Access{regs::Ear::kOffset, 0xEDCBA988, 0xEDCBA988},
        Access{regs::Lar::kOffset, 0xEDCBA988, 0xEDCBA988},
        Access{regs::It::kOffset, 0xEDCBA988, 0xEDCBA988},
        Access{regs::Rtc::kOffset, 0xEDCBA988, 0xEDCBA988},
        Access{regs::Eimr::kOffset, 0xEDCBA988, 0xEDCBA988},
        Access{regs::Cks::kOffset, 0xEDCBA988, 0xEDCBA988}, Access{regs::Myrinet::kOffset, 3, 3},
        Access{regs::Cks::kOffset, 99, 99}, Access{regs::Sml::kOffset, 0x17, 0x14},
        Access{regs::Smlt::kOffset, 0x17, 0x14}));

TEST_F(TogetherRtl, ProcessorStartsASendAndSeesItDone) {
  program.store_special(regs::Smp::kOffset, kBuffer);
  program.store_special(regs::Smlt::kOffset, kBuffer + 4);
  for (int i = 0; i < 4; ++i) program.emit(Program::kNop);
  program.load_special(9, regs::Isr::kOffset);
  program.load_special(10, regs::Smlt::kOffset);
  run();
  EXPECT_EQ(board.cpu_register(9), regs::Isr::kSendMask);
  EXPECT_EQ(board.cpu_register(10), kBuffer + 4);
  EXPECT_EQ(board.pins.link_offer_o, 2);
}

TEST_F(TogetherRtl, ProcessorSeesWhatArrivesInItsClock) {
  program.store_special(regs::Rmp::kOffset, kBuffer);
  program.store_special(regs::Rml::kOffset, kBuffer + 64);
  const std::uint32_t at = program.load_special(9, regs::Rmp::kOffset);
  program.run_to(at, board);
  arrive(0xABCD);
  board.clock();
  EXPECT_EQ(board.monitored("retire_result"), kBuffer + 4);
}

/// A load whose data access comes in the clock in which the word is stored.
TEST_F(TogetherRtl, LoadSeesTheWordThatIsReceivedInItsClock) {
  board.pins.cfg_accesses_i = 2;
  program.store_special(regs::Rmp::kOffset, kBuffer);
  program.store_special(regs::Rml::kOffset, kBuffer + 64);
  program.constant(20, kBuffer + 4);
  const std::uint32_t at = program.emit(Program::load(9, 20));
  until_data_access(at);
  arrive(0xFFFFFFFF);
  board.clock();
  EXPECT_EQ(board.monitored("retire_result"), 0xFFFFFFFFu);
}

TEST_F(TogetherRtl, ProcessorsWriteOfAnotherRegisterLeavesTheLimitOfASend) {
  program.store_special(regs::Smlt::kOffset, kBuffer + 4);
  for (int i = 0; i < 8; ++i) program.emit(Program::kNop);
  program.store_special(regs::Ear::kOffset, 4);
  program.load_special(9, regs::Smlt::kOffset);
  board.set_register(regs::Smp::kOffset, kBuffer);
  run();
  EXPECT_EQ(board.cpu_register(9), kBuffer + 4);
}

/// Its last word has left, and it has not ended.
TEST_F(TogetherRtl, ProcessorSeesNoReadySendWhileAPacketIsOpen) {
  board.set_register(regs::Smp::kOffset, kBuffer);
  board.set_register(regs::Sml::kOffset, kBuffer);
  while (board.pins.link_offer_o == 0) board.clock();
  take();
  program.load_special(9, regs::Isr::kOffset);
  run();
  EXPECT_EQ(board.cpu_register(9), regs::Isr::kSendMask);
}

TEST_P(ProcessorsRegister, IsNamedByTheMonitorAsItIsWritten) {
  const auto [offset, value, read] = GetParam();
  program.store_special(offset, value);
  program.put_into(board);
  board.start();
  while (!board.monitored("write")) board.clock();
  EXPECT_EQ(board.monitored("write_offset"), offset);
  EXPECT_EQ(board.monitored("write_data"), value);
}

TEST_F(TogetherRtl, SendFetchesTheWordThatTheHostStoresInItsClock) {
  board.set_register(regs::Smp::kOffset, kBuffer);
  board.set_register(regs::Smlt::kOffset, kBuffer + 8);  // fetches the first word
  board.host_write(kBuffer + 4, 0x1234F00D);
  board.host_write(kBuffer + 8, ~0x1234F00Du);
  take();
  EXPECT_EQ(front(), 0x1234F00Du);
  take();
  EXPECT_EQ(front(), ~0x1234F00Du);
}

/// Each bit of ISR that can be set, by itself.
TEST_F(TogetherRtl, ProcessorChoosesWhatInterruptsTheHost) {
  constexpr std::uint32_t kAll = regs::Isr::kLan7SigMask | regs::Isr::kLan0SigMask |
                                 regs::Isr::kWakeMask | regs::Isr::kDmaMask | regs::Isr::kSendMask |
                                 regs::Isr::kBuffMask | regs::Isr::kRecvMask;
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    if ((kAll & bit) == 0) continue;
    BoardPins other;
    Program enables;
    enables.store_special(regs::Eimr::kOffset, bit);
    enables.put_into(other);
    other.start();
    other.host_write(board::Control::kOffset,
                     board::Control::kInterruptEnableMask | board::Control::kWakeOnMask);
    other.set_register(regs::Isr::kOffset, regs::Isr::kLan7SigMask | regs::Isr::kLan0SigMask);
    other.set_register(regs::DmaCtr::kOffset, 0);
    other.set_register(regs::Smlt::kOffset, 0);
    other.set_register(regs::Rmp::kOffset, kBuffer);
    other.set_register(regs::Rml::kOffset, kBuffer);
    other.pins.link_in_words_i[1] = 7;
    other.pins.link_in_count_i = 1;
    other.clock();
    other.pins.link_in_count_i = 0;
    for (int i = 0; i < 20; ++i) other.clock();
    EXPECT_EQ(other.monitored("isr") & kAll, kAll);
    EXPECT_TRUE(other.pins.irq_o) << bit;
    other.set_register(regs::Eimr::kOffset, ~other.monitored("isr"));
    other.clock();
    EXPECT_FALSE(other.pins.irq_o) << bit;
  }
}

class ProcessorsDelay : public TogetherRtl, public testing::WithParamInterface<int> {};

TEST_P(ProcessorsDelay, RequestComesThatManyClocksAfterItsWriteAndNotBefore) {
  board.pins.cfg_dma_start_i = static_cast<std::uint8_t>(GetParam());
  program.store_special(regs::DmaCtr::kOffset, 4);
  program.put_into(board);
  board.start();
  while (!board.monitored("write")) board.clock();
  for (int i = 0; i < GetParam(); ++i, board.clock()) EXPECT_FALSE(board.pins.hdma_req_o) << i;
  EXPECT_TRUE(board.pins.hdma_req_o);
}

INSTANTIATE_TEST_SUITE_P(Clocks, ProcessorsDelay, testing::Values(0, 16, 47, 60));

TEST_F(TogetherRtl, SendFetchesTheWordThatIsReceivedInItsClock) {
  board.set_register(regs::Rmp::kOffset, kBuffer + 4);
  board.set_register(regs::Rml::kOffset, kBuffer + 64);
  board.set_register(regs::Smp::kOffset, kBuffer);
  board.set_register(regs::Smlt::kOffset, kBuffer + 4);
  arrive(0xBEEF);
  board.clock();
  board.pins.link_in_count_i = 0;
  take();
  EXPECT_EQ(front(), 0xBEEFu);
}

TEST_F(TogetherRtl, HostReadsEveryRegisterOfTheEngines) {
  board.set_register(regs::Rml::kOffset, 0x3000);
  board.set_register(regs::Smlt::kOffset, 0);
  EXPECT_EQ(board.get_register(regs::Rml::kOffset), 0x3000u);
  EXPECT_EQ(board.get_register(regs::Sml::kOffset), 0u);
  EXPECT_EQ(board.get_register(regs::Smlt::kOffset), 0u);
  EXPECT_EQ(board.get_register(regs::DmaCtr::kOffset), 0u);
  EXPECT_EQ(board.get_register(regs::Isr::kOffset), regs::Isr::kSendMask);
}

TEST_F(TogetherRtl, HostReadsTheEeprom) {
  using lanai::board::Eeprom;
  const auto read = [&](std::uint32_t at) { return board.host_read(board::kEepromOffset + at); };
  EXPECT_EQ(read(Eeprom::kClockValue), board::kClockValue41);
  EXPECT_EQ(read(Eeprom::kCpuVersion), board::kCpuVersion41 << 16);
  EXPECT_EQ(read(Eeprom::kSramSize), BoardPins::kSramBytes);
  EXPECT_EQ(read(Eeprom::kSramSize - 4), 0u);
  EXPECT_EQ(read(Eeprom::kSramSize + 4), 0u);
  EXPECT_EQ(read(Eeprom::kSize + Eeprom::kSramSize), BoardPins::kSramBytes);
}

TEST_F(TogetherRtl, SkippedBytesMayBeSetByTheProcessorForOneSendOnly) {
  program.store_special(regs::Sa::kOffset, 2);
  program.store_special(regs::Smlt::kOffset, 8);
  for (int i = 0; i < 8; ++i) program.emit(Program::kNop);
  program.load_special(9, regs::Sa::kOffset);
  run();
  EXPECT_EQ(board.cpu_register(9), 0u);
  EXPECT_EQ(board.pins.link_front_o[1] & 3, 2u);
}

TEST_F(TogetherRtl, PointerBehindTheLimitFetchesNothing) {
  board.pins.cfg_send_fifo_i = 2;
  board.pins.cfg_send_start_i = 1;
  board.set_register(regs::Smp::kOffset, kBuffer);
  board.set_register(regs::Smlt::kOffset, kBuffer + 32);
  for (int i = 0; i < 4; ++i) board.clock();
  board.set_register(regs::Smp::kOffset, kBuffer + 64);
  take();
  take();
  for (int i = 0; i < 4; ++i) board.clock();
  EXPECT_EQ(board.monitored("send_waiting"), 0);
  EXPECT_TRUE(board.monitored("send_active"));
}

TEST_F(TogetherRtl, HostMovesThePointerWhileWordsAreFetched) {
  board.set_register(regs::Smp::kOffset, kBuffer);
  board.set_register(regs::Smlt::kOffset, kBuffer + 64);
  board.set_register(regs::Smp::kOffset, kBuffer + 32);
  EXPECT_EQ(board.monitored("smp"), kBuffer + 36);
}

/// Each word is fetched in the clock of the store, or the next: the second store finds the first
/// send's last word under way.
TEST_F(TogetherRtl, ProcessorMayStartASendInTheClockOfTheLastWord) {
  program.constant(20, regs::kRegisterBase + regs::Smlt::kOffset);
  program.constant(21, 0);
  program.constant(22, 4);
  program.emit(Program::store(21, 20));
  program.emit(Program::store(22, 20));
  run();
  EXPECT_EQ(board.monitored("sml"), 4u);
  EXPECT_TRUE(board.monitored("isr") & regs::Isr::kSendMask);
}

TEST_F(TogetherRtl, ProcessorsTransferOfNoBytesIsDoneAtOnce) {
  program.store_special(regs::DmaCtr::kOffset, 0);
  run();
  EXPECT_TRUE(board.monitored("isr") & regs::Isr::kDmaMask);
}

TEST_F(TogetherRtl, WakeComesInTheClockInWhichTheProcessorClearsIsr) {
  const std::uint32_t at = program.store_special(regs::Isr::kOffset, 0);
  program.run_to(at, board);
  board.host_write(board::Control::kOffset, board::Control::kWakeOnMask);
  EXPECT_TRUE(board.monitored("write"));
  EXPECT_TRUE(board.monitored("isr") & regs::Isr::kWakeMask);
}

/// A byte of the processor into a word of which others store all bytes in the same clock.
class ByteStore : public TogetherRtl {
 protected:
  /// Stands before the clock in which the byte is stored.
  void until_store() {
    program.store_special(regs::Rmp::kOffset, kBuffer);
    program.store_special(regs::Rml::kOffset, kBuffer + 64);
    program.constant(20, kBuffer + 4);
    program.constant(9, 0x55);
    const std::uint32_t at = program.emit(0xF0036000 | 9u << 23 | 20u << 18 | 2u << 10);
    until_data_access(at);
  }
};

TEST_F(ByteStore, KeepsTheOtherBytesOfTheWordThatIsReceivedInItsClock) {
  until_store();
  arrive(0xAABBCCDD);
  board.clock();
  EXPECT_TRUE(board.monitored("retire"));
  EXPECT_EQ(board.word(kBuffer + 4), 0x55BBCCDDu);
}

TEST_F(ByteStore, KeepsTheOtherBytesOfTheWordThatTheHostStoresInItsClock) {
  until_store();
  board.host_write(kBuffer + 4, 0xAABBCCDD);
  EXPECT_TRUE(board.monitored("retire"));
  EXPECT_EQ(board.word(kBuffer + 4), 0x55BBCCDDu);
}

TEST_F(TogetherRtl, ResetOfARunningChipClearsTheProcessorAtOnce) {
  program.constant(9, 7);
  run();
  board.host_write(board::Control::kOffset,
                   board::Control::kResetOnMask | board::Control::kResetOffMask);
  EXPECT_EQ(board.monitored("pc"), 0u);
  EXPECT_EQ(board.cpu_register(9), 0u);
  for (int i = 0; i < 8; ++i) board.clock();
  EXPECT_EQ(board.monitored("pc"), 0u);
}

class NoInstruction : public TogetherRtl, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(NoInstruction, StopsTheProcessor) {
  program.emit(GetParam());
  program.put_into(board);
  board.start();
  EXPECT_EQ(board.pins.fault_o, 1);
}

INSTANTIATE_TEST_SUITE_P(Words, NoInstruction,
                         testing::Values(0xF1570802u,  // ld.h to pc
                                         0x84890004u,  // ld with update of pc
                                         0xC4880700u,  // sel of pc
                                         0xA48E2806u, 0xD0000000u, 0xE6000006u, 0xF003FF47u));

/// Random traffic of host, link, sends and a processor that copies, in every order, with one and
/// with two accesses: everything comes to its end, and nothing is lost.
class AllOrders : public TogetherRtl,
                  public testing::WithParamInterface<std::tuple<int, int, int>> {};

TEST_P(AllOrders, DeliverEveryPacketUnchanged) {
  const auto [order, accesses, words] = GetParam();
  board.pins.cfg_order_i = static_cast<std::uint8_t>(order);
  board.pins.cfg_accesses_i = static_cast<std::uint8_t>(accesses);
  board.pins.cfg_link_words_i = static_cast<std::uint8_t>(words);
  program.constant(20, kResult);
  program.emit(Program::load(9, 20));
  program.emit(Program::store(9, 20, 4));
  program.emit(Program::store(20, 20, 8));
  if (order == 3) program.emit(Program::kNop);
  program.put_into(board);
  board.start();
  std::mt19937 random(seed_of(11));
  for (int packets = 0; packets < 8; ++packets) {
    board.set_register(regs::Rmp::kOffset, kBuffer);
    board.set_register(regs::Rml::kOffset, kBuffer + 0x400);
    const int length = 1 + static_cast<int>(random() % 12);
    std::vector<std::uint32_t> packet;
    for (int i = 0; i < length; ++i) {
      packet.push_back(static_cast<std::uint32_t>(random()));
      arrive(packet.back(), i == length - 1);
      board.clock();
      board.pins.link_in_count_i = 0;
      if (random() % 2 == 0) board.host_write(0x3000, packet.back());
    }
    for (int i = 0; i < 100 && !(board.monitored("isr") & regs::Isr::kRecvMask); ++i) board.clock();
    ASSERT_TRUE(board.monitored("isr") & regs::Isr::kRecvMask);
    board.set_register(regs::Smp::kOffset, kBuffer);
    board.set_register(regs::Smlt::kOffset, kBuffer + 4 * static_cast<std::uint32_t>(length) - 4);
    for (const std::uint32_t word : packet) {
      for (int i = 0; i < 200 && board.pins.link_offer_o == 0; ++i) board.clock();
      ASSERT_GT(board.pins.link_offer_o, 0);
      ASSERT_EQ(front(), word);
      take();
    }
    ASSERT_TRUE(board.monitored("isr") & regs::Isr::kSendRdyMask);
  }
}

INSTANTIATE_TEST_SUITE_P(EnginesFirst, AllOrders,
                         testing::Combine(testing::Range(0, 3), testing::Values(1, 2),
                                          testing::Values(1, 2)));
/// With one access, a processor that is first leaves nobody else any.
INSTANTIATE_TEST_SUITE_P(ProcessorFirst, AllOrders,
                         testing::Combine(testing::Values(3), testing::Values(2),
                                          testing::Values(1, 2)));

}  // namespace
}  // namespace flybar::rtl
