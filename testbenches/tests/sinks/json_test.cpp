#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

class JsonTest : public Directory {};

TEST_F(JsonTest, AnActivityIsALineWithExactTimes) {
  auto sink = make_sink(path("a.timeline.json"));
  const TrackId dma = sink->declare({.name = "node0.lanai.host_dma"});
  sink->on(Activity{dma, 1_us + 6250_ps, 12_us + 1_ps, "payload", 5, 8192});
  sink->close(20_us);

  EXPECT_EQ(contents(path("a.timeline.json")),
            "[\n{\"track\": \"node0.lanai.host_dma\", \"begin_us\": 1.006250, "
            "\"end_us\": 12.000001, \"label\": \"payload\", \"message\": 5, \"bytes\": 8192}\n]\n");
}

/// The line of an activity of the track with this label.
std::string line_of(const std::filesystem::path& file, const Track& track, std::string_view label) {
  auto sink = make_sink(file);
  const TrackId id = sink->declare(track);
  sink->on(Activity{id, 1_us, 2_us, label, 0, 0});
  sink->close(20_us);
  return contents(file);
}

TEST_F(JsonTest, AnActivityHasTheRoleOfItsLane) {
  const Track dma{.name = "node0.card.mover",
                  .lanes = {{Lane::kReadsHost, "in"}, {Lane::kWritesHost, "out"}},
                  .block = Block::kEngine};
  const auto path = this->path("a.timeline.json");
  EXPECT_NE(line_of(path, dma, "in").find("\"role\": \"reads host\"}"), std::string::npos);
  EXPECT_NE(line_of(path, dma, "out").find("\"role\": \"writes host\"}"), std::string::npos);
  EXPECT_NE(line_of(path, dma, "refresh").find("\"role\": \"engine\"}"), std::string::npos);
}

TEST_F(JsonTest, AnActivityNamesThePartOfWhichItIs) {
  const Track bus{
      .name = "node0.bus.host", .part_of = {"node0.host", {Lane::kCalls}}, .block = Block::kBus};
  EXPECT_NE(line_of(path("a.timeline.json"), bus, "read")
                .find("\"role\": \"bus\", \"part_of\": \"node0.host\"}"),
            std::string::npos);
}

TEST_F(JsonTest, ATimelineWithoutActivitiesIsAnEmptyArray) {
  make_sink(path("a.timeline.json"))->close(20_us);

  EXPECT_EQ(contents(path("a.timeline.json")), "[\n]\n");
}

TEST_F(JsonTest, PythonReadsIt) {
  auto sink = make_sink(path("a.timeline.json"));
  sink->declare({.name = "a \"quoted\" \\ name"});
  for (int i = 0; i < 3; ++i) sink->on(Activity{0, 1_us, 2_us, "pulse", 0, 0});
  sink->close(20_us);

  const std::string file = path("a.timeline.json").string();
  EXPECT_EQ(output_of("/usr/bin/python3", "-c 'import json; a = json.load(open(\"" + file +
                                              "\")); print(len(a), a[2][\"track\"])'"),
            "3 a \"quoted\" \\ name\n");
}

}  // namespace
}  // namespace flybar
