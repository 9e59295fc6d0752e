/// The unit for the incoming payload table: what it keeps of a packet, and who sees what within a
/// clock.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "models/lanai/ipt/ipt.h"
#include "testbenches/tests/agree/rtl/board_pins.h"
#include "testbenches/tests/agree/rtl/program.h"
#include "testbenches/tests/agree/rtl/seed.h"

namespace flybar::rtl {
namespace {

using namespace lanai;
namespace ipt = lanai::ipt_regs;

constexpr std::uint32_t kBuffer = 0x1000, kToken = 0xA5C30017, kAddress = 0x12345678;
constexpr std::uint32_t kLength = 0xFEDCBA98, kNoToken = 15;

class IptRtl : public testing::Test {
 protected:
  IptRtl() {
    board.set_register(regs::Rmp::kOffset, kBuffer);
    board.set_register(regs::Rml::kOffset, kBuffer + 0x8000);
  }
  /// In this clock.
  void arrives(std::uint32_t data, bool tail = false, unsigned slot = 0) {
    auto* const words = &board.pins.link_in_words_i[0];
    const unsigned bit = 35 * slot;
    const std::uint64_t word = data | std::uint64_t{3u | std::uint32_t{tail} << 2} << 32;
    for (unsigned n = 0; n < 35; ++n) {
      std::uint32_t& to = words[(bit + n) / 32];
      const std::uint32_t mask = 1u << (bit + n) % 32;
      to = (word >> n & 1) != 0 ? to | mask : to & ~mask;
    }
    board.pins.link_in_count_i = static_cast<std::uint8_t>(slot + 1);
  }
  void clock() {
    board.clock();
    board.pins.link_in_count_i = 0;
  }
  void arrive(std::uint32_t data, bool tail = false) {
    arrives(data, tail);
    clock();
  }
  static std::uint32_t place(std::uint32_t token, std::uint32_t word) {
    return ipt::kTableOffset + token % ipt::kEntries * ipt::Entry::kSize + word;
  }
  void enter(std::uint32_t token) {
    board.host_write(place(token, ipt::Entry::kToken), token);
    board.host_write(place(token, ipt::Entry::kAddress), kAddress);
    board.host_write(place(token, ipt::Entry::kLength), kLength);
  }
  void take() { board.set_register(ipt::Take::kOffset, 0); }
  void expect_hit(bool hit) {
    EXPECT_EQ(board.get_register(ipt::Hit::kOffset), hit ? 1u : 0u);
    EXPECT_EQ(board.get_register(ipt::Address::kOffset), hit ? kAddress : 0u);
    EXPECT_EQ(board.get_register(ipt::Length::kOffset), hit ? kLength : 0u);
  }
  std::uint32_t consumed(std::uint32_t token) {
    return board.host_read(place(token, ipt::Entry::kConsumed));
  }

  BoardPins board;
  Program program;
};

TEST_F(IptRtl, HostReadsTheTableAsItHasWrittenIt) {
  std::mt19937 random(seed_of(5));
  std::array<std::uint32_t, ipt::kEntries * 4> written;
  for (std::uint32_t n = 0; n < written.size(); ++n)
    board.host_write(ipt::kTableOffset + 4 * n, written[n] = static_cast<std::uint32_t>(random()));
  for (std::uint32_t n = 0; n < written.size(); ++n)
    ASSERT_EQ(board.host_read(ipt::kTableOffset + 4 * n), written[n]) << n;
}

TEST_F(IptRtl, RegistersBeforeAndBehindItsOwnOnlyRemember) {
  for (const std::uint32_t offset : {ipt::TokenAt::kOffset - 4, ipt::Restore::kOffset + 4}) {
    board.set_register(offset, 0x600D600D);
    EXPECT_EQ(board.get_register(offset), 0x600D600Du);
  }
}

TEST_F(IptRtl, OwnRegistersThatAreOnlyWrittenRead0) {
  enter(kToken);
  arrive(kToken);
  take();
  board.set_register(ipt::Restore::kOffset, kToken);
  EXPECT_EQ(board.get_register(ipt::Take::kOffset), 0u);
  EXPECT_EQ(board.get_register(ipt::Restore::kOffset), 0u);
}

TEST_F(IptRtl, PlaceOfTheTokenIsAWholeWord) {
  board.set_register(ipt::TokenAt::kOffset, 0xFFFFFFFF);
  EXPECT_EQ(board.get_register(ipt::TokenAt::kOffset), 0xFFFFFFFCu);
}

TEST_F(IptRtl, TakeLeavesThePlaceOfTheToken) {
  arrive(kToken);
  board.set_register(ipt::TokenAt::kOffset, 0xFFFFFFFC);
  take();
  EXPECT_EQ(board.get_register(ipt::TokenAt::kOffset), 0xFFFFFFFCu);
}

TEST_F(IptRtl, TakeUsesAnEntryUpOnce) {
  enter(kToken);
  arrive(kToken);
  take();
  expect_hit(true);
  EXPECT_EQ(consumed(kToken), kToken);
  take();
  expect_hit(false);
}

/// Tokens in which each bit is once set and once clear.
TEST_F(IptRtl, ProcessorUsesAnEntryUpOnce) {
  for (int n = 0; n < 2; ++n) {
    program.store_special(ipt::Take::kOffset, 0);
    program.load_special(8 + static_cast<std::uint32_t>(n), ipt::Hit::kOffset);
  }
  program.put_into(board);
  for (const std::uint32_t token : {kToken, ~kToken}) {
    enter(token);
    board.set_register(regs::Rmp::kOffset, kBuffer);
    board.set_register(regs::Rml::kOffset, kBuffer + 64);
    arrive(token);
    board.start();
    for (int i = 0; i < 40; ++i) board.clock();
    EXPECT_EQ(board.cpu_register(8), 1u);
    EXPECT_EQ(board.cpu_register(9), 0u);
    board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  }
}

TEST_F(IptRtl, RestoreMakesAnEntryUsableAgain) {
  enter(kToken);
  arrive(kToken);
  take();
  board.set_register(ipt::Restore::kOffset, kToken);
  EXPECT_EQ(consumed(kToken), 0u);
  take();
  expect_hit(true);
}

/// Of a token every bit counts.
TEST_F(IptRtl, TokenWithAnotherKeyIsRefused) {
  enter(kToken);
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    board.set_register(ipt::Restore::kOffset, kToken);
    arrive(kToken ^ 1u << bit, true);
    take();
    expect_hit(false);
  }
}

TEST_F(IptRtl, EntryWhoseUsedTokenDiffersInOneBitIsUsable) {
  enter(kToken);
  arrive(kToken);
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    board.host_write(place(kToken, ipt::Entry::kConsumed), kToken ^ 1u << bit);
    take();
    expect_hit(true);
  }
}

TEST_F(IptRtl, TokenOf0IsRefused) {
  enter(0);
  arrive(0);
  take();
  expect_hit(false);
}

TEST_F(IptRtl, TakeBeforeTheTokenHasComeIsAFault) {
  take();
  EXPECT_EQ(board.pins.fault_o, kNoToken);
}

TEST_F(IptRtl, TokenIsTheWordAtItsPlace) {
  for (const std::uint32_t at : {1u, 2u, 5u, 64u}) {
    board.set_register(ipt::TokenAt::kOffset, 4 * at);
    enter(kToken + at);
    for (std::uint32_t n = 0; n < at; ++n) arrive(n);
    arrive(kToken + at);
    for (std::uint32_t n = 0; n < 5; ++n) arrive(kToken, n == 4);
    board.set_register(regs::Rml::kOffset, kBuffer + 0x8000);
    take();
    expect_hit(true);
    EXPECT_EQ(consumed(kToken + at), kToken + at);
  }
}

TEST_F(IptRtl, TokenLiesBehindMoreThan4096Words) {
  constexpr std::uint32_t kPlace = 4200;
  board.set_register(ipt::TokenAt::kOffset, 4 * kPlace);
  enter(kToken);
  for (std::uint32_t n = 0; n < kPlace; ++n) arrive(n);
  arrive(kToken, true);
  clock();
  take();
  expect_hit(true);
}

/// The place of a token has 30 bits; only a packet as long as that has it.
TEST_F(IptRtl, FarPlaceOfATokenIsNotItsLowBits) {
  for (std::uint32_t bit = 4; bit < 32; ++bit) {
    BoardPins fresh;
    fresh.set_register(regs::Rmp::kOffset, kBuffer);
    fresh.set_register(regs::Rml::kOffset, kBuffer + 64);
    fresh.set_register(ipt::TokenAt::kOffset, 1u << bit);
    fresh.pins.link_in_words_i[0] = kToken;
    fresh.pins.link_in_words_i[1] = 3;
    fresh.pins.link_in_count_i = 1;
    fresh.clock();
    fresh.pins.link_in_count_i = 0;
    fresh.set_register(ipt::Take::kOffset, 0);
    EXPECT_EQ(fresh.pins.fault_o, kNoToken) << bit;
  }
}

TEST_F(IptRtl, NextPacketTakesTheTokenAwayUntilItsOwnComes) {
  board.set_register(ipt::TokenAt::kOffset, 4);
  enter(kToken);
  arrive(1);
  arrive(kToken, true);
  board.set_register(regs::Rml::kOffset, kBuffer + 0x8000);
  take();
  expect_hit(true);
  arrive(1);
  take();
  EXPECT_EQ(board.pins.fault_o, kNoToken);
}

/// Two words are stored in a clock: the first of them, or the second, is the token.
TEST_F(IptRtl, BothWordsOfAClockMayBeTheToken) {
  board.pins.cfg_link_words_i = 2;
  for (const std::uint32_t at : {0u, 1u, 2u, 3u}) {
    board.set_register(ipt::TokenAt::kOffset, 4 * at);
    enter(kToken + at);
    for (std::uint32_t n = 0; n < 4; n += 2) {
      arrives(n == at ? kToken + at : n, false, 0);
      arrives(n + 1 == at ? kToken + at : n, n == 2, 1);
      clock();
    }
    board.set_register(regs::Rml::kOffset, kBuffer + 0x8000);
    take();
    expect_hit(true);
    EXPECT_EQ(consumed(kToken + at), kToken + at);
  }
}

TEST_F(IptRtl, ResetOfTheChipForgetsTheTokenAndKeepsTheTable) {
  enter(kToken);
  board.set_register(ipt::TokenAt::kOffset, 0);
  arrive(kToken);
  take();
  board.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  expect_hit(false);
  EXPECT_EQ(board.host_read(place(kToken, ipt::Entry::kToken)), kToken);
  take();
  EXPECT_EQ(board.pins.fault_o, kNoToken);
}

/// The processor takes a token; what else happens in its clock is the test's.
class ProcessorTakes : public IptRtl {
 protected:
  std::uint32_t take_at = 0;
  void run_to_take() {
    enter(kToken);
    take_at = program.store_special(ipt::Take::kOffset, 0);
    program.load_special(9, ipt::Hit::kOffset);
    program.load_special(10, ipt::Address::kOffset);
    program.load_special(11, ipt::Length::kOffset);
    program.put_into(board);
    arrive(kToken);
    board.start();
    while (board.monitored("pc") != take_at) board.clock();
  }
  /// The host writes a word in the processor's clock.
  void clock_with(std::uint32_t offset, std::uint32_t value) {
    board.pins.pio_valid_i = board.pins.pio_write_i = 1;
    board.pins.pio_address_i = offset;
    board.pins.pio_wdata_i = value;
    clock();
    board.pins.pio_valid_i = 0;
  }
  void expect_taken(bool hit, std::uint32_t address = kAddress, std::uint32_t length = kLength) {
    for (int i = 0; i < 40; ++i) board.clock();
    EXPECT_EQ(board.pins.fault_o, 0);
    EXPECT_EQ(board.cpu_register(9), hit ? 1u : 0u);
    EXPECT_EQ(board.cpu_register(10), hit ? address : 0u);
    EXPECT_EQ(board.cpu_register(11), hit ? length : 0u);
    EXPECT_EQ(consumed(kToken), hit ? kToken : 0u);
  }
};

TEST_F(ProcessorTakes, UsesTheEntryUp) {
  run_to_take();
  expect_taken(true);
}

TEST_F(ProcessorTakes, HostThatCancelsInTheSameClockIsBefore) {
  run_to_take();
  clock_with(place(kToken, ipt::Entry::kToken), 0);
  expect_taken(false);
}

TEST_F(ProcessorTakes, HostThatCancelsAnotherEntryDoesNotMatter) {
  run_to_take();
  clock_with(place(kToken + 1, ipt::Entry::kToken), 0);
  expect_taken(true);
}

TEST_F(ProcessorTakes, AddressThatTheHostWritesInTheSameClockCounts) {
  run_to_take();
  clock_with(place(kToken, ipt::Entry::kAddress), 0x600DF00D);
  expect_taken(true, 0x600DF00D);
}

TEST_F(ProcessorTakes, LengthThatTheHostWritesInTheSameClockCounts) {
  run_to_take();
  clock_with(place(kToken, ipt::Entry::kLength), 0x600DF00D);
  expect_taken(true, kAddress, 0x600DF00D);
}

TEST_F(ProcessorTakes, MarkThatTheHostWritesInTheSameClockCounts) {
  run_to_take();
  clock_with(place(kToken, ipt::Entry::kConsumed), kToken);
  for (int i = 0; i < 40; ++i) board.clock();
  EXPECT_EQ(board.cpu_register(9), 0u);
}

TEST_F(ProcessorTakes, HostThatTakesInTheSameClockIsBefore) {
  run_to_take();
  clock_with(board::kRegisterOffset + ipt::Take::kOffset, 0);
  for (int i = 0; i < 40; ++i) board.clock();
  EXPECT_EQ(board.cpu_register(9), 0u);
  EXPECT_EQ(consumed(kToken), kToken);
}

TEST_F(ProcessorTakes, HostThatRestoresInTheSameClockIsBefore) {
  board.host_write(place(kToken, ipt::Entry::kConsumed), kToken);
  run_to_take();
  clock_with(board::kRegisterOffset + ipt::Restore::kOffset, kToken);
  expect_taken(true);
}

TEST_F(IptRtl, ProcessorTakesATokenThatArrivesInItsClock) {
  enter(kToken);
  const std::uint32_t at = program.store_special(ipt::Take::kOffset, 0);
  program.load_special(9, ipt::Hit::kOffset);
  program.put_into(board);
  board.start();
  while (board.monitored("pc") != at) board.clock();
  arrive(kToken);
  for (int i = 0; i < 40; ++i) board.clock();
  EXPECT_EQ(board.pins.fault_o, 0);
  EXPECT_EQ(board.cpu_register(9), 1u);
}

/// HIT after the processor has taken `came`, where the table has `entered`.
std::uint32_t processors_hit(std::uint32_t entered, std::uint32_t came) {
  BoardPins board;
  board.set_register(regs::Rmp::kOffset, kBuffer);
  board.set_register(regs::Rml::kOffset, kBuffer + 64);
  for (std::uint32_t entry = 0; entry < ipt::kEntries; ++entry)
    board.host_write(ipt::kTableOffset + entry * ipt::Entry::kSize, entered);
  Program program;
  program.store_special(ipt::Take::kOffset, 0);
  program.load_special(9, ipt::Hit::kOffset);
  program.put_into(board);
  board.pins.link_in_words_i[0] = came;
  board.pins.link_in_words_i[1] = 3;
  board.pins.link_in_count_i = 1;
  board.clock();
  board.pins.link_in_count_i = 0;
  board.start();
  for (int i = 0; i < 20; ++i) board.clock();
  return board.cpu_register(9);
}

TEST(ProcessorsToken, CountsInEveryBit) {
  for (const std::uint32_t token : {kToken, ~kToken}) {
    EXPECT_EQ(processors_hit(token, token), 1u);
    for (unsigned bit = 0; bit < 32; ++bit)
      EXPECT_EQ(processors_hit(token, token ^ 1u << bit), 0u) << bit;
  }
}

TEST_F(IptRtl, ProcessorThatTakesOneClockTooEarlyIsAtFault) {
  enter(kToken);
  const std::uint32_t at = program.store_special(ipt::Take::kOffset, 0);
  program.put_into(board);
  board.start();
  while (board.monitored("pc") != at) board.clock();
  board.clock();
  EXPECT_EQ(board.pins.fault_o, kNoToken);
}

TEST_F(IptRtl, ProcessorSetsThePlaceAndRestores) {
  program.store_special(ipt::TokenAt::kOffset, 0xFFFFFFFF);
  program.load_special(9, ipt::TokenAt::kOffset);
  program.store_special(ipt::Restore::kOffset, kToken);
  program.load_special(10, ipt::Restore::kOffset);
  program.put_into(board);
  board.host_write(place(kToken, ipt::Entry::kConsumed), kToken);
  board.start();
  for (int i = 0; i < 60; ++i) board.clock();
  EXPECT_EQ(board.cpu_register(9), 0xFFFFFFFCu);
  EXPECT_EQ(board.cpu_register(10), 0u);
  EXPECT_EQ(board.get_register(ipt::TokenAt::kOffset), 0xFFFFFFFCu);
  EXPECT_EQ(consumed(kToken), 0u);
}

class RandomIpt : public IptRtl, public testing::WithParamInterface<std::uint32_t> {
 protected:
  void put(std::uint32_t data) {
    const std::uint8_t bytes[] = {
        static_cast<std::uint8_t>(data >> 24), static_cast<std::uint8_t>(data >> 16),
        static_cast<std::uint8_t>(data >> 8), static_cast<std::uint8_t>(data)};
    model.watch(bytes);
  }
  void compare() {
    EXPECT_EQ(board.get_register(ipt::Hit::kOffset), model.hit() ? 1u : 0u);
    EXPECT_EQ(board.get_register(ipt::Address::kOffset), model.address());
    EXPECT_EQ(board.get_register(ipt::Length::kOffset), model.length());
    EXPECT_EQ(board.get_register(ipt::TokenAt::kOffset), model.token_at());
  }
  Ipt model;
};

/// Packets of random lengths, and a host that does all that it may.
TEST_P(RandomIpt, DoesWhatTheModelDoes) {
  std::mt19937 random(seed_of(GetParam()));
  const auto any = [&] { return static_cast<std::uint32_t>(random()); };
  const auto token = [&] {
    return any() % 2 << 31 | (any() % 2 ? 0x5A5Au << 8 : 0) | any() % 4 * 85;
  };
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    const std::uint32_t value = token(), offset = any() % 4 * 85 * 16 + any() % 4 * 4;
    switch (any() % 8) {
      case 0:
        model.set_token_at(value % 16);
        board.set_register(ipt::TokenAt::kOffset, value % 16);
        break;
      case 1:
        model.restore(value);
        board.set_register(ipt::Restore::kOffset, value);
        break;
      case 2:
      case 3:
        model.host_write(offset, value);
        board.host_write(ipt::kTableOffset + offset, value);
        EXPECT_EQ(board.host_read(ipt::kTableOffset + offset), model.host_read(offset));
        break;
      case 4:
        if (!model.has_token()) break;
        model.take();
        take();
        compare();
        break;
      default:
        const bool tail = any() % 4 == 0;
        put(value);
        if (tail) model.end_packet();
        arrive(value, tail);
        if (tail) board.set_register(regs::Rmp::kOffset, kBuffer);
        if (tail) board.set_register(regs::Rml::kOffset, kBuffer + 0x8000);
    }
  }
  for (std::uint32_t n = 0; n < 16; ++n) {
    const std::uint32_t offset = n / 4 * 85 * ipt::Entry::kSize + n % 4 * 4;
    EXPECT_EQ(board.host_read(ipt::kTableOffset + offset), model.host_read(offset)) << offset;
  }
}

INSTANTIATE_TEST_SUITE_P(Seed, RandomIpt, testing::Range(0u, 8u));

}  // namespace
}  // namespace flybar::rtl
