/// The rule of order: whatever comes late, the file is in the order of time.
#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

class OrderTest : public Directory {
 protected:
  /// The labels of the timeline, in its order.
  std::string labels(const std::vector<Activity>& activities) {
    auto sink = make_sink(path("a.timeline.json"));
    for (const char* name : {"node0.dma", "node1.dma"}) sink->declare({.name = name});
    for (const Activity& activity : activities) sink->on(activity);
    sink->close(1_ms);
    return labels_in(contents(path("a.timeline.json")));
  }

 private:
  static std::string labels_in(const std::string& json) {
    const std::string key = "\"label\": \"";
    std::string found;
    for (std::size_t at = json.find(key); at != json.npos; at = json.find(key, at + 1)) {
      found += json[at + key.size()];
    }
    return found;
  }
};

TEST_F(OrderTest, ALongActivityStandsWhereItBeganThoughItIsToldLast) {
  EXPECT_EQ(labels({{1, 20_us, 21_us, "b", 0, 0},
                    {1, 900_us, 901_us, "c", 0, 0},
                    {0, 10_us, 950_us, "a", 0, 0}}),
            "abc");
}

TEST_F(OrderTest, ANodeThatRunsAheadIsPutBack) {
  EXPECT_EQ(labels({{1, 11_us, 12_us, "b", 0, 0}, {0, 10_us, 11_us, "a", 0, 0}}), "ab");
}

TEST_F(OrderTest, TheInterleavingOfTracksDoesNotShow) {
  const Activity a{0, 10_us, 11_us, "a", 0, 0};
  const Activity b{1, 10_us, 12_us, "b", 0, 0};

  EXPECT_EQ(labels({a, b}), labels({b, a}));
}

TEST_F(OrderTest, AnOuterActivityComesBeforeTheInnerOneThatBeginsWithIt) {
  EXPECT_EQ(labels({{0, 10_us, 11_us, "i", 0, 0}, {0, 10_us, 19_us, "o", 0, 0}}), "oi");
}

/// Both last all of a window, and the outer one has been told later.
TEST_F(OrderTest, OfTwoActivitiesOfTheSameTimeTheOuterOneComesFirst) {
  EXPECT_EQ(labels({{0, 10_us, 19_us, "i", 0, 0}, {0, 10_us, 19_us, "o", 0, 0}}), "oi");
}

}  // namespace
}  // namespace flybar
