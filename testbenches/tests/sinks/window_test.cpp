#include "traces/sinks/stages/window.h"

#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

/// A window from 100 to 200 us in front of a listener.
class WindowTest : public testing::Test {
 protected:
  WindowTest() : window_(std::make_unique<Listener>(heard_), {100_us, 200_us}) {
    dma_ = window_.declare({.name = "dma"});
    fill_ = window_.declare({.name = "fill", .kind = TrackKind::kSignal, .bits = 8});
    port_ = window_.declare({.name = "port", .kind = TrackKind::kPackets});
    cpu_ = window_.declare({.name = "cpu", .kind = TrackKind::kProgram, .period = 10_us});
  }

  using Heard = std::vector<std::string>;
  Heard heard_;
  WindowFilter window_;
  TrackId dma_, fill_, port_, cpu_;
};

TEST_F(WindowTest, AnActivityThatCrossesItsEdgesIsCutThere) {
  window_.on(Activity{dma_, 10_us, 130_us, "a", 0, 0});
  window_.on(Activity{dma_, 150_us, 260_us, "b", 0, 0});

  EXPECT_EQ(heard_, (Heard{"dma a 100000..130000", "dma b 150000..200000"}));
}

TEST_F(WindowTest, AnActivityThatOnlyTouchesItsEdgesIsOutside) {
  window_.on(Activity{dma_, 10_us, 100_us, "a", 0, 0});
  window_.on(Activity{dma_, 200_us, 260_us, "b", 0, 0});

  EXPECT_EQ(heard_, Heard{});
}

TEST_F(WindowTest, AnInstantAtItsBeginningIsInsideAndAtItsEndOutside) {
  window_.on(Activity{dma_, 100_us, 100_us, "a", 0, 0});
  window_.on(Activity{dma_, 200_us, 200_us, "b", 0, 0});

  EXPECT_EQ(heard_, (Heard{"dma a 100000..100000"}));
}

TEST_F(WindowTest, ASignalHasItsLastValueWhenTheWindowBegins) {
  window_.on(Change{fill_, 50_us, 1, {}});
  window_.on(Change{fill_, 60_us, 2, {}});
  window_.on(Change{fill_, 120_us, 3, {}});
  window_.on(Change{fill_, 200_us, 4, {}});

  EXPECT_EQ(heard_, (Heard{"fill = 2 at 100000", "fill = 3 at 120000"}));
}

TEST_F(WindowTest, ASignalThatNeverChangesInTheWindowKeepsItsValue) {
  window_.on(Change{fill_, 50_us, 1, {}});
  window_.close(300_us);

  EXPECT_EQ(heard_, (Heard{"fill = 1 at 100000", "end 200000"}));
}

TEST_F(WindowTest, APacketBelongsToTheWindowInWhichItBegins) {
  window_.on(Packet{port_, 99_us, 101_us, true, 0, {}});
  window_.on(Packet{port_, 199_us, 201_us, true, 0, {}});

  EXPECT_EQ(heard_, (Heard{"packet 199000..201000"}));
}

TEST_F(WindowTest, InstructionsAreCutByTheirCycle) {
  for (const std::uint64_t cycle : {9, 10, 19, 20}) window_.on(Retired{cpu_, cycle, 0, 0, 1, 1});

  EXPECT_EQ(heard_, (Heard{"cycle 10 x1", "cycle 19 x1"}));
}

/// 100 laps of two instructions and three cycles, from cycle 0: laps 4 to 6 lie in cycles 10 to 20.
TEST_F(WindowTest, OfASkippedLoopOnlyTheLapsInTheWindowPass) {
  window_.on(Retired{cpu_, 0, 0, 0, 1, 100, 3});
  window_.on(Retired{cpu_, 1, 4, 0, 2, 100, 3});

  EXPECT_EQ(heard_, (Heard{"cycle 12 x3", "cycle 10 x4"}));
}

TEST_F(WindowTest, AWindowIsReadFromTwoTimesWithUnits) {
  const TimeWindow window = parse_window("--trace-window", "100 us..140 us");

  EXPECT_EQ(window.from, 100_us);
  EXPECT_EQ(window.to, 140_us);
}

TEST_F(WindowTest, WhatIsNoWindowIsRefusedWithAnExample) {
  for (const char* text : {"", "..", "100..140", "5 us", "9 us..8 us", "1 us..1 us", "1 B..2 B"}) {
    EXPECT_THROW(parse_window("--trace-window", text), OutputError) << text;
  }
}

TEST_F(WindowTest, APacketThatBeginsWhereTheWindowEndsIsOutside) {
  window_.on(Packet{port_, 100_us, 101_us, true, 0, {}});
  window_.on(Packet{port_, 200_us, 201_us, true, 0, {}});

  EXPECT_EQ(heard_, (Heard{"packet 100000..101000"}));
}

}  // namespace
}  // namespace flybar
