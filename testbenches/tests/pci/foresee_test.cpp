// Reads that are known in advance: when they would be answered, and what runs of them leave behind.
#include <gtest/gtest.h>

#include <array>

#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

using namespace literals;

struct Reader {
  explicit Reader(const char* name)
      : world(name, Construction::kMastersForwards, plain_bridge(), {}, 1) {
    world.card.bytes = pattern(64_KB);
    world.card.foresees = 1_ms;
  }
  void read(Time at) {
    world.bridge.read(at, World::kCard + 4, word, done);
    world.run();
  }
  std::optional<Forecast> foresee(Time at) {
    return world.bridge.foresee(at, World::kCard + 4, word);
  }
  World world;
  Done done;
  std::array<std::uint8_t, 4> word{};
};

TEST(Foresight, TellsWhenAndWithWhatTheReadIsAnswered) {
  Reader asks("a"), reads("b");
  World::elaborate();

  const auto forecast = asks.foresee(100_ns);
  reads.read(100_ns);

  EXPECT_EQ(forecast.value().answered, reads.done.at);
  EXPECT_EQ(asks.word, reads.word);
  EXPECT_EQ(forecast->until, 1_ms);
  EXPECT_EQ(forecast->grid, 30_ns);
}

TEST(Foresight, AskingChangesNothing) {
  Reader asks("a");
  World::elaborate();

  EXPECT_TRUE(asks.foresee(0_ns));
  asks.read(0_ns);

  EXPECT_EQ(asks.done.at, 90_ns + asks.world.clocks(5) + 60_ns);
  EXPECT_EQ(asks.world.bus.use().transactions, 1);
}

TEST(Foresight, ThereIsNoneWhileTheBridgeIsAtWork) {
  Reader asks("a");
  World::elaborate();

  asks.world.bridge.read(0_ns, World::kCard, asks.word, asks.done);

  EXPECT_FALSE(asks.foresee(0_ns));
}

TEST(Foresight, ThereIsNoneOfACardThatCannotSay) {
  Reader asks("a");
  asks.world.card.foresees = Time();
  World::elaborate();

  EXPECT_FALSE(asks.foresee(0_ns));
}

TEST(Foresight, RunOfReadsLeavesWhatTheReadsLeave) {
  Reader counts("a"), reads("b");
  World::elaborate();

  counts.foresee(100_ns);
  counts.world.bridge.repeat({.begin = 100_ns, .period = 900_ns, .times = 3});
  for (const Time at : {100_ns, 1000_ns, 1900_ns, 2800_ns}) reads.read(at);
  counts.read(2800_ns);

  EXPECT_EQ(counts.done.at, reads.done.at);
  const BusUse use = counts.world.bus.use(), expected = reads.world.bus.use();
  EXPECT_EQ(use.busy, expected.busy);
  EXPECT_EQ(use.transactions, expected.transactions);
  EXPECT_EQ(use.read, expected.read);
  const auto& seen = counts.world.recorder.activities;
  ASSERT_EQ(seen.size(), 4u);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].begin, reads.world.recorder.activities[i].begin);
    EXPECT_EQ(seen[i].end, reads.world.recorder.activities[i].end);
  }
}

}  // namespace
}  // namespace flybar::pci
