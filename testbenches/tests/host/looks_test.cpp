#include "models/host/cpu/looks.h"

#include <array>

#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

constexpr std::array<std::uint8_t, 4> kOne{0, 0, 0, 1}, kTwo{0, 0, 0, 2};

/// 1000 loads that are not compared, the first that is, and kMost - 1 that see the same word.
void look_as_often_as_allowed(Looks& looks) {
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(looks.allow(8, kOne, Time()));
  for (std::int64_t i = 0; i < Looks::kMost; ++i) ASSERT_TRUE(looks.allow(8, kOne, 1_ns * i));
}

TEST(Looks, AreRefusedWhenTooManyAreTheSame) {
  Looks looks;

  look_as_often_as_allowed(looks);

  EXPECT_FALSE(looks.allow(8, kOne, 1000_ms));
  EXPECT_EQ(looks.since(), Time());
}

TEST(Looks, CountFromTheLastChange) {
  Looks looks;
  look_as_often_as_allowed(looks);

  EXPECT_TRUE(looks.allow(8, kTwo, 1000_ms));

  EXPECT_TRUE(looks.allow(8, kTwo, 2000_ms));
  EXPECT_EQ(looks.since(), 1000_ms);
}

TEST(Looks, CountFromTheLastStepOfAnotherKind) {
  Looks looks;
  look_as_often_as_allowed(looks);

  looks.forget();

  look_as_often_as_allowed(looks);
}

TEST(Looks, AtTwoWordsInTurnAreAsManyAsAtOne) {
  Looks looks;
  for (int i = 0; i < 1000; ++i) looks.allow(8, kOne, Time());
  looks.allow(8, kOne, Time());
  looks.allow(12, kTwo, Time());

  for (std::int64_t i = 1; i < Looks::kMost; ++i)
    ASSERT_TRUE(i % 2 == 0 ? looks.allow(8, kOne, 1000_ms) : looks.allow(12, kTwo, 1000_ms));

  EXPECT_FALSE(looks.allow(8, kOne, 1000_ms));
}

using LooksTest = HostBench;

TEST_F(LooksTest, AProgramThatLoadsForEverEndsTheRunInWords) {
  cpu.add_process([](Cpu& c) {
    while (c.load_word(64) != 7) c.spend(1_ns, kWork);
  });

  try {
    run_stuck();
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("nothing but load"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("0x40"), std::string::npos);
  }
}

}  // namespace
}  // namespace flybar::host
