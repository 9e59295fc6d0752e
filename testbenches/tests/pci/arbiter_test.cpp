#include "models/pci/arbiter.h"

#include <gtest/gtest.h>

#include <array>

#include "testbenches/tests/pci/world.h"

namespace flybar::pci {
namespace {

TEST(Arbiter, FirstGrantGoesToTheLowestPort) {
  EXPECT_EQ(Arbiter(Priority::kRotating).choose(0b1110), 1u);
}

TEST(Arbiter, RotatingPriorityStartsBehindTheLastOwner) {
  Arbiter arbiter(Priority::kRotating);

  arbiter.granted(2);

  EXPECT_EQ(arbiter.choose(0b1111), 3u);
}

TEST(Arbiter, RotatingPriorityGoesRoundToTheStart) {
  Arbiter arbiter(Priority::kRotating);

  arbiter.granted(2);

  EXPECT_EQ(arbiter.choose(0b0111), 0u);
}

TEST(Arbiter, FixedPriorityAlwaysTakesTheLowestPort) {
  Arbiter arbiter(Priority::kFixed);

  arbiter.granted(0);

  EXPECT_EQ(arbiter.choose(0b0111), 0u);
}

TEST(Arbiter, HighestPortIsReached) {
  EXPECT_EQ(Arbiter(Priority::kRotating).choose(0x8000'0000u), 31u);
}

/// How many of the first 30 transactions each of three greedy masters had.
std::array<int, 3> shares(Priority priority) {
  BridgeParams bridge = plain_bridge();
  bridge.write_disconnect = 32_B;
  BusParams bus;
  bus.priority = priority;
  World world(bridge, bus, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    world.dma(i).write(Time::ps(static_cast<std::int64_t>(i)), i * 8192, pattern(8_KB));
  }
  while (world.recorder.activities.size() < 30) world.agenda.run_next();
  std::array<int, 3> counts{};
  for (const Activity& activity : world.recorder.activities)
    ++counts[static_cast<std::size_t>(world.recorder.who(activity).back() - '0')];
  return counts;
}

TEST(Arbiter, GreedyMastersShareARotatingBusEqually) {
  EXPECT_EQ(shares(Priority::kRotating), (std::array{10, 10, 10}));
}

TEST(Arbiter, LowestOfThreeGreedyMastersStarvesTheLastOnAFixedBus) {
  EXPECT_EQ(shares(Priority::kFixed)[2], 0);
}

}  // namespace
}  // namespace flybar::pci
