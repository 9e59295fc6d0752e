#include "testbenches/tests/sinks/perfetto_reader.h"

#include <random>

namespace flybar {
namespace {

using Texts = std::vector<std::string>;

class PerfettoTest : public Directory {
 protected:
  PerfettoTest() : sink(make_sink(path("a.pftrace"))) {
    host = sink->declare({.name = "node0.host"});
    dma = sink->declare({.name = "node1.lanai.dma"});
    fill =
        sink->declare({.name = "node1.fill", .kind = TrackKind::kSignal, .bits = 8, .unit = "B"});
    sink->declare({.name = "node1.irq", .kind = TrackKind::kSignal});
  }

  PlayedTrace close() {
    sink->close(1_ms);
    return PerfettoReader::read(path("a.pftrace"));
  }

  std::unique_ptr<Sink> sink;
  TrackId host, dma, fill;
};

TEST_F(PerfettoTest, EnginesAreTracksBelowTheirNode) {
  Texts names;
  for (const auto& [uuid, name] : close().tracks) names.push_back(name);

  EXPECT_EQ(names, (Texts{"node0", "node0.host", "node1", "node1.lanai", "node1.lanai.dma",
                          "node1.fill"}));
}

TEST_F(PerfettoTest, AnActivityIsASlice) {
  sink->on(Activity{dma, 1_us, 2_us, "pulse", 0, 512});

  EXPECT_EQ(close().slices, (Texts{"node1.lanai.dma pulse 1000..2000 1"}));
}

TEST_F(PerfettoTest, AnInstantIsASliceWithoutLength) {
  sink->on(Activity{dma, 1_us, 1_us, "interrupt", 0, 0});

  EXPECT_EQ(close().slices, (Texts{"node1.lanai.dma interrupt 1000..1000 1"}));
}

TEST_F(PerfettoTest, SlicesThatMeetDoNotNest) {
  sink->on(Activity{dma, 1_us, 2_us, "a", 0, 0});
  sink->on(Activity{dma, 2_us, 3_us, "b", 0, 0});

  EXPECT_EQ(close().slices,
            (Texts{"node1.lanai.dma a 1000..2000 1", "node1.lanai.dma b 2000..3000 1"}));
}

TEST_F(PerfettoTest, AnInnerActivityToldFirstNests) {
  sink->on(Activity{host, 1_us, 2_us, "inner", 0, 0});
  sink->on(Activity{host, 1_us, 3_us, "outer", 0, 0});

  EXPECT_EQ(close().slices,
            (Texts{"node0.host inner 1000..2000 2", "node0.host outer 1000..3000 1"}));
}

TEST_F(PerfettoTest, ActivitiesThatEndTogetherNest) {
  sink->on(Activity{host, 1_us, 3_us, "outer", 0, 0});
  sink->on(Activity{host, 2_us, 3_us, "inner", 0, 0});

  EXPECT_EQ(close().slices,
            (Texts{"node0.host inner 2000..3000 2", "node0.host outer 1000..3000 1"}));
}

TEST_F(PerfettoTest, ActivitiesThatOverlapWithoutNestingTakeASecondLane) {
  sink->on(Activity{host, 1_us, 3_us, "a", 0, 0});
  sink->on(Activity{host, 2_us, 4_us, "b", 0, 0});

  EXPECT_EQ(close().slices,
            (Texts{"node0.host a 1000..3000 1", "node0.host.lane 2 b 2000..4000 1"}));
}

TEST_F(PerfettoTest, AMessageIsAFlowThroughItsPartsOnAllNodes) {
  sink->on(Activity{dma, 5_us, 6_us, "receive", 9, 0});
  sink->on(Activity{host, 1_us, 2_us, "send", 9, 0});
  sink->on(Activity{host, 3_us, 4_us, "poll", 0, 0});

  const auto flows = close().flows;
  ASSERT_EQ(flows.size(), 1u);
  EXPECT_EQ(flows.begin()->second, (Texts{"send", "receive"}));
}

TEST_F(PerfettoTest, AQuantityIsACounterWithItsUnit) {
  sink->on(Change{fill, 2_us, 7, {}});
  const PlayedTrace trace = close();

  EXPECT_EQ(trace.counters, (Texts{"node1.fill 2000 7"}));
  EXPECT_EQ(trace.units.at("node1.fill"), "B");
}

TEST_F(PerfettoTest, ExactTimesAndBytesStandInAnnotations) {
  sink->on(Activity{dma, 1_us + 6250_ps, 2_us + 1_ps, "pulse", 5, 512});
  sink->close(3_us);
  const std::string proto = std::string(SOURCE_DIRECTORY) + "/testbenches/tests/sinks";
  const std::string text = output_of("protoc", "--decode=flybar.Trace -I" + proto + " " + proto +
                                                   "/trace.proto < " + path("a.pftrace").string());

  for (const char* value : {"1006250", "2000001", "512", "5"}) {
    EXPECT_NE(text.find(std::string("uint_value: ") + value + "\n"), text.npos) << value;
  }
}

/// The reader checks that times never go back, that every end has its beginning, and the nesting.
TEST_F(PerfettoTest, RandomActivitiesAllAppearAndNest) {
  std::mt19937 random(3);
  std::size_t told = 0;
  for (int i = 0; i < 2000; ++i, ++told) {
    const Time begin = Time::ns(static_cast<std::int64_t>(random() % 5000));
    sink->on(Activity{random() % 2 ? host : dma, begin,
                      begin + Time::ns(static_cast<std::int64_t>(random() % 300)), "x", 0, 0});
  }

  EXPECT_EQ(close().slices.size(), told);
}

}  // namespace
}  // namespace flybar
