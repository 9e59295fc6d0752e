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
