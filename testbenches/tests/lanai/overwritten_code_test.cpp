/// Code that is overwritten just before it is executed (models/lanai/core/read_ahead.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "models/lanai/core/words.h"
#include "testbenches/programs/lanai/bare_chip.h"
#include "testbenches/tests/lanai/random_program.h"

namespace flybar::lanai {
namespace {

constexpr std::uint32_t kNop = 1, kOld = 5, kNew = 7;

/// add VALUE to r0, into r9.
constexpr std::uint32_t set_r9(std::uint32_t value) {
  return 0x04800000 | value;
}
/// A constant of 21 bits.
constexpr std::uint32_t constant(std::uint32_t reg, std::uint32_t value) {
  return 0xF0020000 | reg << 23 | value >> 16 << 18 | (value & 0xFFFF);
}

class OverwrittenCode : public testing::TestWithParam<Stepping> {
 protected:
  void put(std::uint32_t address, std::uint32_t word) {
    std::uint8_t bytes[4];
    put_word(bytes, word);
    bare.load(address, bytes);
  }
  /// A program stores "r9 = kNew" over the instruction `behind` words behind its store, where
  /// "r9 = kOld" is. What is r9 then?
  std::uint32_t after_store(std::uint32_t behind) {
    constexpr std::uint32_t kStore = 12, kStoreR8AtR7 = 0x90000000 | 8 << 23 | 7 << 18 | 2 << 16;
    put(0, 0x04010000 | set_r9(0) >> 16);                              // mov high half, r8
    put(4, 0x50000000 | 8 << 23 | 8 << 18 | (set_r9(kNew) & 0xFFFF));  // or low half
    put(8, constant(7, kStore + 4 * behind));
    put(kStore, kStoreR8AtR7);
    for (std::uint32_t n = 1; n < 8; ++n) put(kStore + 4 * n, kNop);
    put(kStore + 4 * behind, set_r9(kOld));
    put(kStore + 32, 0xE0000000 | (kStore + 32));  // a branch to itself
    put(kStore + 36, kNop);
    bare.start();
    bare.run(Cycles(30));
    bare.chip.catch_up(bare.now());
    return bare.chip.core().state().registers[9];
  }
  Observer nobody;
  BareChip bare{"bare", GetParam(), nobody};
};

TEST_P(OverwrittenCode, StoreOverTheNextInstructionComesTooLate) {
  EXPECT_EQ(after_store(1), kOld);
}
TEST_P(OverwrittenCode, StoreOverTheInstructionBehindTheNextCounts) {
  EXPECT_EQ(after_store(2), kNew);
}

INSTANTIATE_TEST_SUITE_P(Stepped, OverwrittenCode,
                         testing::Values(Stepping::kEveryClock, Stepping::kFast),
                         [](const auto& p) {
                           return std::string(p.param == Stepping::kFast ? "fast" : "every_clock");
                         });

class OverwrittenByTheHost : public testing::TestWithParam<std::uint32_t> {};

/// The host writes other constants into instructions to which the program comes soon.
TEST_P(OverwrittenByTheHost, FastIsEveryClock) {
  const char* chosen = std::getenv("FLYBAR_SEED");
  const std::uint32_t seed = chosen ? static_cast<std::uint32_t>(std::stoul(chosen)) : GetParam();
  std::printf("FLYBAR_SEED=%u\n", seed);
  RandomProgram program(seed, 600, Touches::kCode);
  Observer nobody;
  BareChip fast("fast", Stepping::kFast, nobody), every("every", Stepping::kEveryClock, nobody);
  BareChip* const both[] = {&fast, &every};
  std::uint32_t address = 0;
  std::uint8_t bytes[4];
  for (const std::uint32_t word : program.code()) {
    put_word(bytes, word);
    for (BareChip* chip : both) chip->load(address, bytes);
    address += 4;
  }
  for (BareChip* chip : both) chip->start();
  std::mt19937 random(seed);
  const auto& open = program.open_halves();
  for (int n = 0; n < 400; ++n) {
    const Cycles pause(static_cast<std::int64_t>(random() % 24));
    for (BareChip* chip : both) {
      chip->run(pause);
      chip->chip.catch_up(chip->now());
    }
    ASSERT_TRUE(fast.chip.core().state() == every.chip.core().state()) << n << " writes";
    const auto at = std::ranges::lower_bound(open, every.chip.core().place().pc);
    if (open.end() - at < 3) continue;
    const std::uint32_t target = at[random() % 3];
    put_word(bytes, (every.chip.sram().word(target) & 0xFFFF0000) | (random() & 0xFFFF));
    for (BareChip* chip : both)
      chip->host_access(tlm::TLM_WRITE_COMMAND, board::kSramOffset + target, bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OverwrittenByTheHost, testing::Range(0u, 20u));

}  // namespace
}  // namespace flybar::lanai
