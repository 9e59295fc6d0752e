#include "models/myrinet/link/slack.h"

#include <gtest/gtest.h>

namespace flybar::myrinet {
namespace {

using namespace literals;

constexpr Time kByte = 10_ns;

/// A buffer of 80 bytes with marks at 56 and 40, one byte per 10 ns.
class SlackTest : public testing::Test {
 protected:
  std::optional<FlowSymbol> next() {
    return slack.next({arrivals, known, held, departures, next_departure});
  }
  Schedule arrivals{kByte}, departures{kByte};
  Time known = 1_ms;
  bool held = false;
  Time next_departure = Time::never();
  Slack slack{{.size = 80, .stop = 56, .go = 40}};
};

TEST_F(SlackTest, SendsNothingAt55Bytes) {
  arrivals.append(0_ns, 55);

  EXPECT_FALSE(next());
  EXPECT_FALSE(slack.pending(arrivals));
}

TEST_F(SlackTest, SendsStopWhenThe56thByteHasArrived) {
  arrivals.append(0_ns, 57);

  const auto symbol = next();

  ASSERT_TRUE(symbol);
  EXPECT_TRUE(symbol->stop);
  EXPECT_EQ(symbol->at, 56 * kByte);
  EXPECT_FALSE(next());
}

TEST_F(SlackTest, ByteThatLeavesAtTheInstantOfThe56thArrivalPreventsStop) {
  arrivals.append(0_ns, 56);
  departures.append(56 * kByte, 1);

  EXPECT_FALSE(next());
}

TEST_F(SlackTest, ByteThatLeavesOnePicosecondLaterDoesNot) {
  arrivals.append(0_ns, 56);
  departures.append(56 * kByte + 1_ps, 1);

  EXPECT_TRUE(next());
}

TEST_F(SlackTest, GoIsNotDecidedBeforeWhatMayArriveIsKnown) {
  arrivals.append(0_ns, 60);
  departures.append(1_us, 30);
  known = 1_us;
  EXPECT_TRUE(next()->stop);

  EXPECT_FALSE(next());
}

TEST_F(SlackTest, GoIsDecidedIfTheSenderIsHeldByTheStop) {
  arrivals.append(0_ns, 60);
  departures.append(1_us, 30);
  known = 1_us;
  held = true;
  EXPECT_TRUE(next()->stop);

  EXPECT_EQ(next()->at, 1_us + 20 * kByte);
}

TEST_F(SlackTest, SendsGoWhenDrainedBelow40) {
  arrivals.append(0_ns, 60);
  departures.append(1_us, 30);
  EXPECT_EQ(next()->at, 56 * kByte);

  const auto symbol = next();

  ASSERT_TRUE(symbol);
  EXPECT_FALSE(symbol->stop);
  EXPECT_EQ(symbol->at, 1_us + 20 * kByte);  // the 21st leaves 39
}

TEST_F(SlackTest, SendsNoGoAt40Bytes) {
  arrivals.append(0_ns, 60);
  departures.append(1_us, 20);
  EXPECT_TRUE(next());

  EXPECT_FALSE(next());
}

TEST_F(SlackTest, KnowsWhenUnknownBytesCouldFillTheBufferAtTheEarliest) {
  arrivals.append(0_ns, 50);
  known = 1_us;

  EXPECT_FALSE(next());

  EXPECT_EQ(slack.clear_until(), 1_us + 6 * kByte);
}

TEST_F(SlackTest, CannotTellBeforeItKnowsWhetherAByteLeaves) {
  arrivals.append(0_ns, 56);
  next_departure = 500_ns;

  EXPECT_FALSE(next());

  EXPECT_EQ(slack.clear_until(), 56 * kByte);
  EXPECT_TRUE(slack.pending(arrivals));
}

TEST_F(SlackTest, TheNextByteMayStopAndThenGoHangsOnThe40thBehindTheFirst) {
  arrivals.append(0_ns, 55);
  departures.append(1_us, 55);  // known long before

  EXPECT_FALSE(next());

  EXPECT_EQ(slack.oldest_arrival(), 40);
}

TEST_F(SlackTest, TheNextDepartureMayLetGoAndThenStopHangsOnThe15thBeforeIt) {
  arrivals.append(0_ns, 60);
  departures.append(1_us, 20);
  EXPECT_TRUE(next());

  EXPECT_FALSE(next());

  EXPECT_EQ(slack.oldest_departure(), 5);
}

TEST_F(SlackTest, FullBufferNeedsTimeToDrainToGo) {
  arrivals.append(0_ns, 60);
  EXPECT_TRUE(next());
  next_departure = 1_us;

  EXPECT_FALSE(next());

  EXPECT_EQ(slack.clear_until(), 1_us + 20 * kByte);
}

TEST_F(SlackTest, ByteThatArrivesAtTheInstantOfTheDeparturePreventsGo) {
  arrivals.append(0_ns, 60);
  arrivals.append(1_us, 1);
  departures.append(1_us + kByte - 20 * kByte, 21);
  EXPECT_TRUE(next()->stop);

  EXPECT_FALSE(next());
}

}  // namespace
}  // namespace flybar::myrinet
