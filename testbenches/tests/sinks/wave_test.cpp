/// What both waveform formats must show, read back from each.
#include "testbenches/tests/sinks/bench.h"
#include "testbenches/tests/sinks/vcd_reader.h"

namespace flybar {
namespace {

using Changes = std::vector<std::string>;

class WaveTest : public Directory, public testing::WithParamInterface<const char*> {
 protected:
  WaveTest() : sink_(make_sink(file())) {
    dma_ = sink_->declare({.name = "node0.lanai.dma"});
    fill_ =
        sink_->declare({.name = "node0.fill", .kind = TrackKind::kSignal, .bits = 8, .unit = "B"});
    state_ = sink_->declare({.name = "node0.state", .kind = TrackKind::kSignal, .text = true});
    bit_ = sink_->declare({.name = "node1.irq", .kind = TrackKind::kSignal});
  }

  std::filesystem::path file() const { return path(std::string("wave") + GetParam()); }

  Vcd close(Time end) {
    sink_->close(end);
    const bool fst = std::string(GetParam()) == ".fst";
    const std::string text = fst ? output_of("fst2vcd", file().string()) : contents(file());
    return VcdReader(text).read();
  }

  std::unique_ptr<Sink> sink_;
  TrackId dma_, fill_, state_, bit_;
};

TEST_P(WaveTest, DottedNamesAreScopes) {
  const Vcd vcd = close(1_us);

  EXPECT_EQ(vcd.timescale, "1ps");
  for (const char* name : {"node0.lanai.dma.busy", "node0.lanai.dma.label", "node0.lanai.dma.bytes",
                           "node0.lanai.dma.message", "node0.lanai.dma.count", "node0.fill",
                           "node0.state", "node1.irq"}) {
    EXPECT_TRUE(vcd.changes.contains(name)) << name;
  }
}

TEST_P(WaveTest, AnActivityIsBusyWithItsLabel) {
  sink_->on(Activity{dma_, 1_us, 3_us + 1_ps, "pulse", 5, 512});
  Vcd vcd = close(4_us);

  EXPECT_EQ(vcd.changes["node0.lanai.dma.busy"], (Changes{"0 0", "1000000 1", "3000001 0"}));
  EXPECT_EQ(vcd.changes["node0.lanai.dma.label"], (Changes{"0 ", "1000000 pulse", "3000001 "}));
  EXPECT_EQ(vcd.changes["node0.lanai.dma.message"], (Changes{"0 0", "1000000 101"}));
  EXPECT_EQ(vcd.changes["node0.lanai.dma.bytes"], (Changes{"0 0", "1000000 1000000000"}));
}

TEST_P(WaveTest, ActivitiesWithoutAGapStayBusyAndAreCounted) {
  sink_->on(Activity{dma_, 1_us, 2_us, "pulse", 0, 8});
  sink_->on(Activity{dma_, 2_us, 3_us, "pulse", 0, 8});
  Vcd vcd = close(4_us);

  EXPECT_EQ(vcd.changes["node0.lanai.dma.busy"], (Changes{"0 0", "1000000 1", "3000000 0"}));
  EXPECT_EQ(vcd.changes["node0.lanai.dma.count"], (Changes{"0 0", "1000000 1", "2000000 10"}));
}

TEST_P(WaveTest, OverlappingActivitiesShowTheLatest) {
  sink_->on(Activity{dma_, 2_us, 3_us, "inner", 0, 0});
  sink_->on(Activity{dma_, 1_us, 4_us, "outer", 0, 0});
  Vcd vcd = close(5_us);

  EXPECT_EQ(vcd.changes["node0.lanai.dma.label"],
            (Changes{"0 ", "1000000 outer", "2000000 inner", "3000000 outer", "4000000 "}));
}

TEST_P(WaveTest, AQuantityIsAVector) {
  sink_->on(Change{fill_, 1_us, 200, {}});
  sink_->on(Change{fill_, 2_us, 3, {}});
  const Changes changes = close(3_us).changes["node0.fill"];

  EXPECT_EQ(Changes(changes.end() - 2, changes.end()), (Changes{"1000000 11001000", "2000000 11"}));
}

TEST_P(WaveTest, ATextSignalIsAString) {
  sink_->on(Change{state_, 1_us, 0, "idle"});
  sink_->on(Change{state_, 2_us, 0, std::string("message 7")});

  EXPECT_EQ(close(3_us).changes["node0.state"], (Changes{"1000000 idle", "2000000 message\\0407"}));
}

TEST_P(WaveTest, OfChangesAtOneInstantTheLastShows) {
  sink_->on(Change{bit_, 1_us, 1, {}});
  sink_->on(Change{bit_, 1_us, 0, {}});
  const Changes changes = close(3_us).changes["node1.irq"];

  EXPECT_EQ(changes.back(), "1000000 0");
}

TEST_P(WaveTest, ChangesOfTracksThatRanAheadAreInOrder) {
  sink_->on(Change{bit_, 900_us, 1, {}});
  sink_->on(Activity{dma_, 1_us, 901_us, "page", 0, 0});
  Vcd vcd = close(950_us);

  EXPECT_EQ(vcd.changes["node0.lanai.dma.busy"][1], "1000000 1");
  EXPECT_EQ(vcd.changes["node1.irq"].back(), "900000000 1");
}

TEST_P(WaveTest, TheFileEndsWhenTheSimulationDoes) {
  EXPECT_EQ(close(7_us).end, "7000000");
}

TEST_P(WaveTest, AFileWithAWindowBeginsWithItAndTheValuesOfThatTime) {
  sink_->start(100_us);
  sink_->on(Change{bit_, 100_us, 1, {}});
  const Changes changes = close(200_us).changes["node1.irq"];

  EXPECT_EQ(changes.back(), "100000000 1");
}

INSTANTIATE_TEST_SUITE_P(Formats, WaveTest, testing::Values(".fst", ".vcd"),
                         [](const auto& format) { return std::string(format.param + 1); });

}  // namespace
}  // namespace flybar
