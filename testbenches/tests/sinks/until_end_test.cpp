#include "traces/sinks/stages/until_end.h"

#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

/// In front of a listener, in a run that has come to `now_`.
class UntilEndTest : public testing::Test {
 protected:
  UntilEndTest() : until_end_(std::make_unique<Listener>(heard_), [this] { return now_; }) {
    dma_ = until_end_.declare({.name = "dma"});
    fill_ = until_end_.declare({.name = "fill", .kind = TrackKind::kSignal, .bits = 8});
    port_ = until_end_.declare({.name = "port", .kind = TrackKind::kPackets});
    cpu_ = until_end_.declare({.name = "cpu", .kind = TrackKind::kProgram, .period = 10_us});
  }

  using Heard = std::vector<std::string>;
  Heard heard_;
  Time now_;
  UntilEnd until_end_;
  TrackId dma_, fill_, port_, cpu_;
};

TEST_F(UntilEndTest, AnActivityThatIsOverByTheEndPasses) {
  until_end_.on(Activity{dma_, 10_us, 100_us, "a", 0, 0});
  until_end_.on(Activity{dma_, 20_us, 100_us + Time::ps(1), "b", 0, 0});
  until_end_.close(100_us);

  EXPECT_EQ(heard_, (Heard{"dma a 10000..100000", "end 100000"}));
}

TEST_F(UntilEndTest, APacketThatIsOverByTheEndPasses) {
  until_end_.on(Packet{port_, 10_us, 100_us, true, 0, {}});
  until_end_.on(Packet{port_, 10_us, 100_us + Time::ps(1), true, 0, {}});
  until_end_.close(100_us);

  EXPECT_EQ(heard_, (Heard{"packet 10000..100000", "end 100000"}));
}

TEST_F(UntilEndTest, APacketPassesWithItsComment) {
  {
    const std::string comment = " no sums";
    until_end_.on(Packet{port_, 10_us, 100_us, true, 0, {}, comment});
  }
  until_end_.close(100_us);

  EXPECT_EQ(heard_, (Heard{"packet 10000..100000 no sums", "end 100000"}));
}

TEST_F(UntilEndTest, AChangeBeforeTheEndPassesWithItsText) {
  {
    const std::string text = "x";
    until_end_.on(Change{fill_, 100_us - Time::ps(1), 3, text});
  }
  until_end_.on(Change{fill_, 100_us, 4, {}});
  until_end_.close(100_us);

  EXPECT_EQ(heard_, (Heard{"fill = 3x at 99999", "end 100000"}));
}

/// 100 laps of three cycles: the executions in cycles 0, 3, 6 and 9 begin before 100 us.
TEST_F(UntilEndTest, OfASkippedLoopTheLapsBeforeTheEndPass) {
  until_end_.on(Retired{cpu_, 0, 0, 0, 3, 100, 3});
  until_end_.close(100_us);

  EXPECT_EQ(heard_, (Heard{"cycle 0 x4", "end 100000"}));
}

TEST_F(UntilEndTest, WhatTheRunHasComeToPassesAtOnce) {
  until_end_.on(Retired{cpu_, 9, 0, 0, 1, 1});
  until_end_.on(Retired{cpu_, 10, 0, 0, 1, 1});
  now_ = 100_us;
  until_end_.on(Activity{dma_, 10_us, 200_us, "a", 0, 0});

  EXPECT_EQ(heard_, Heard{"cycle 9 x1"});
}

TEST_F(UntilEndTest, OfAStoppedRunEverythingPasses) {
  until_end_.on(Activity{dma_, 10_us, 200_us, "a", 0, 0});
  until_end_.stop();
  until_end_.close(Time());

  EXPECT_EQ(heard_, (Heard{"dma a 10000..200000", "end 0"}));
}

}  // namespace
}  // namespace flybar
