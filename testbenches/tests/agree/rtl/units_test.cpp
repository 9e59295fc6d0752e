/// The parts without state against the model's: arbiter, decoder, arithmetic, CRC, EEPROM.
#include <Vrtl_units.h>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>

#include "models/lanai/engines/arbiter.h"
#include "models/lanai/isa/alu.h"
#include "models/lanai/isa/instruction.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/myrinet/link/crc8.h"
#include "models/rtl/executor/decoded_word.h"
#ifdef FLYBAR_MUTANTS
#include "testbenches/tests/agree/rtl/board_class.h"
#endif
#include "testbenches/tests/agree/rtl/seed.h"

namespace flybar::rtl {
namespace {

using lanai::Accesses;
using lanai::Arbitration;

struct Units {
#ifdef FLYBAR_MUTANTS  // scripts/mutate-rtl
  Units() {
    pins.mutant = chosen_mutant();
  }
#endif
  VerilatedContext context;
  Vrtl_units pins{&context};
};

/// All wants, numbered; the processor wants at most two accesses.
Accesses wants_of(int number) {
  return {number & 1, (number >> 1) % 3, (number >> 1) / 3 % 3, (number >> 1) / 9};
}
constexpr int kWants = 2 * 3 * 3 * 3;

class ArbiterRtl : public testing::TestWithParam<int> {};

TEST_P(ArbiterRtl, GrantsWhatTheRuleSaysForAllWants) {
  Units units;
  const auto order = static_cast<Arbitration>(GetParam());
  for (int number = 0; number < 2 * kWants; ++number) {
    const Accesses wants = wants_of(number / 2);
    const int accesses = 1 + number % 2;
    units.pins.order = static_cast<std::uint8_t>(GetParam());
    units.pins.accesses = static_cast<std::uint8_t>(accesses);
    units.pins.want_host = wants.host != 0;
    units.pins.want_receive = static_cast<std::uint8_t>(wants.receive);
    units.pins.want_send = static_cast<std::uint8_t>(wants.send);
    units.pins.want_processor = static_cast<std::uint8_t>(wants.cpu);
    units.pins.eval();
    const Accesses grants = arbitrate(order, wants, accesses);
    ASSERT_EQ(units.pins.grant_host, grants.host) << number;
    ASSERT_EQ(units.pins.grant_receive, grants.receive) << number;
    ASSERT_EQ(units.pins.grant_send, grants.send) << number;
    ASSERT_EQ(units.pins.grant_processor, grants.cpu) << number;
  }
}

INSTANTIATE_TEST_SUITE_P(Order, ArbiterRtl, testing::Range(0, 4));

/// The other fields of a word that is no instruction have no meaning.
void expect_same_decoding(Units& units, std::uint32_t word) {
  constexpr std::uint32_t kAddress = 0x400;
  const lanai::Instruction known = lanai::decode(word, kAddress);
  const DecodedWord in = decode_word(word);
  units.pins.word = word;
  units.pins.eval();
  ASSERT_EQ(units.pins.decoded >> kIllegalBit != 0, in.illegal) << std::hex << word;
  ASSERT_EQ(in.illegal, known.op == lanai::Op::kIllegal) << std::hex << word;
  if (in.illegal) return;
  ASSERT_EQ(units.pins.decoded, in.packed()) << std::hex << word;
  ASSERT_EQ(units.pins.second, in.immediate.value_or(0)) << std::hex << word;
  ASSERT_EQ(in.reads() & ~7u, known.reads) << std::hex << word;
}

TEST(DecoderRtl, KnowsWhichWordsAreInstructionsAndTakesThemApart) {
  Units units;
  std::mt19937 random(seed_of(1));
  for (int i = 0; i < 2'000'000 && !testing::Test::HasFatalFailure(); ++i)
    expect_same_decoding(units, static_cast<std::uint32_t>(random()));
}

/// Few bits set or clear: what the random words above hardly ever are.
TEST(DecoderRtl, AgreesOnSparseWordsToo) {
  Units units;
  std::mt19937 random(seed_of(2));
  for (int i = 0; i < 2'000'000 && !testing::Test::HasFatalFailure(); ++i) {
    const auto any = [&] { return static_cast<std::uint32_t>(random()); };
    expect_same_decoding(units, (any() & any() & any()) | any() << 28);
  }
}

/// Operands whose sums and shifts lie at the edges.
std::uint32_t operand(std::mt19937& random) {
  constexpr std::array<std::uint32_t, 12> kEdges = {
      0, 1, 2, 31, 32, 33, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFE0, 0xFFFFFFE1, 0xFFFFFFFF};
  const auto any = static_cast<std::uint32_t>(random());
  return any % 3 == 0 ? kEdges[random() % kEdges.size()] : any % 3 == 1 ? any % 64 - 32 : any;
}

class AluRtl : public testing::TestWithParam<int> {};

TEST_P(AluRtl, HasTheResultsAndFlagsOfTheModel) {
  Units units;
  std::mt19937 random(seed_of(3));
  for (int i = 0; i < 100'000; ++i) {
    const std::uint32_t a = operand(random), b = operand(random);
    const bool carry = random() & 1;
    const auto known =
        lanai::alu(static_cast<lanai::Alu>(GetParam()), a, b, carry ? lanai::kCarry : 0);
    units.pins.operation = static_cast<std::uint8_t>(GetParam());
    units.pins.a = a;
    units.pins.b = b;
    units.pins.carry = carry;
    units.pins.eval();
    ASSERT_EQ(units.pins.result, known.value) << a << ' ' << b;
    ASSERT_EQ(units.pins.flags, lanai::Flags(known.flags)) << a << ' ' << b;
  }
}

INSTANTIATE_TEST_SUITE_P(Operation, AluRtl, testing::Range(0, 12));

TEST(ConditionRtl, HoldsForAllFlagsAsInTheInstructionSet) {
  Units units;
  for (unsigned code = 0; code < 16; ++code)
    for (unsigned flags = 0; flags < 16; ++flags) {
      units.pins.condition = static_cast<std::uint8_t>(code);
      units.pins.condition_flags = static_cast<std::uint8_t>(flags);
      units.pins.eval();
      const auto condition = static_cast<lanai::Condition>(code);
      EXPECT_EQ(units.pins.met != 0, holds(condition, static_cast<lanai::Flags>(flags)))
          << code << ' ' << flags;
    }
}

TEST(CrcRtl, CountsTheBytesThatItIsToldTo) {
  Units units;
  std::mt19937 random(seed_of(4));
  for (int i = 0; i < 100'000; ++i) {
    const auto word = static_cast<std::uint32_t>(random());
    const auto before = static_cast<std::uint8_t>(random());
    const auto counts = static_cast<std::uint8_t>(random() % 16);
    std::uint8_t crc = before;
    for (int byte = 3; byte >= 0; --byte) {
      const auto value = static_cast<std::uint8_t>(word >> 8 * byte);
      if (counts >> byte & 1) crc = myrinet::crc8(crc, std::array{value});
    }
    units.pins.word = word;
    units.pins.crc_in = before;
    units.pins.crc_counts = counts;
    units.pins.eval();
    ASSERT_EQ(units.pins.crc_out, crc) << word << ' ' << int{counts};
  }
}

TEST(EepromRtl, RepeatsItsContents) {
  Units units;
  constexpr std::uint32_t kBytes = 512 * 1024, kWords = lanai::board::Eeprom::kSize / 4;
  for (std::uint32_t word = 0; word < lanai::board::kEepromSpace / 4; ++word) {
    const std::uint32_t at = word % kWords * 4;
    const std::uint32_t known =
        at == lanai::board::Eeprom::kClockValue   ? lanai::board::kClockValue41
        : at == lanai::board::Eeprom::kCpuVersion ? lanai::board::kCpuVersion41 << 16
        : at == lanai::board::Eeprom::kSramSize   ? kBytes
                                                  : 0;
    units.pins.eeprom_word = static_cast<std::uint16_t>(word);
    units.pins.sram_bytes = kBytes;
    units.pins.eval();
    ASSERT_EQ(units.pins.eeprom_found, known) << word;
  }
}

}  // namespace
}  // namespace flybar::rtl
