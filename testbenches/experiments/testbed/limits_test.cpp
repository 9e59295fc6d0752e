/// Which resource is said to limit a run.
#include "testbenches/experiments/testbed/limits.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

using Kind = Limit::Kind;

Loads loads(std::vector<Load> all) {
  return {std::move(all), {}};
}

Results rate() {
  Results results;
  results.numbers = {{"bandwidth", 57, "MB/s"}};
  return results;
}

Results latency(std::vector<Table::Row> waits) {
  Results results;
  results.numbers = {{"latency", 180, "us"}};
  results.tables = {{"what messages waited for",
                     "resource",
                     {"mean us", "share %", "of the slowest message us"},
                     std::move(waits)}};
  return results;
}

const Loads kBusFull = loads({{Part::kCable, "node 1 -> switch 0 port 1", 37},
                              {Part::kBus, "node0", 94},
                              {Part::kHostCpu, "node0", 3}});

TEST(Limits, OfARateAreTheSaturatedResource) {
  const Limit limit = find_limit(kBusFull, rate());
  EXPECT_EQ(limit.resource, "PCI bus of node0");
  EXPECT_EQ(limit.kind, Kind::kSaturated);
  EXPECT_EQ(limit.percent, 94);
}

TEST(Limits, NameTheResourceFirstAndThenTheNextAndWhatHelps) {
  EXPECT_EQ(find_limit(kBusFull, rate()).text,
            "PCI bus of node0, saturated: busy 94 % of the time; next cable node 1 -> switch 0 "
            "port 1, 37 %; faster with pci.clock, pci.width together with lanai.sram_width");
}

TEST(Limits, OfWhatIsIdleAtTimesAreTheBusiestSaidAsSuch) {
  const Limit limit = find_limit(loads({{Part::kBus, "node0", kSaturated - 0.1}}), rate());
  EXPECT_EQ(limit.kind, Kind::kBusiest);
  EXPECT_NE(limit.text.find("nothing is saturated"), std::string::npos);
}

TEST(Limits, IncludeACableThatPacketsHoldWithoutFillingIt) {
  const std::string trunk = "switch 0 port 7 -> switch 1 port 7";
  const Limit limit =
      find_limit(loads({{Part::kBus, "node6", 52}, {Part::kCable, trunk, 78, 99}}), rate());
  EXPECT_EQ(limit.resource, "cable " + trunk);
  EXPECT_EQ(limit.kind, Kind::kSaturated);
}

TEST(Limits, DoNotBlameACableThatASaturatedNodeHoldsUp) {
  const Limit limit = find_limit(
      loads({{Part::kCardProcessor, "node0", 90}, {Part::kCable, "switch 0 port 0", 65, 95}}),
      rate());
  EXPECT_EQ(limit.resource, "card processor (firmware) of node0");
}

TEST(Limits, AddUpTheTimesInWhichALinkStandsAtTheMemoryOfItsEnds) {
  Loads both = loads({{Part::kCardProcessor, "node1", 52}});
  both.holds = {{"node0", 2, 27}, {"node1", 29, 1}};
  EXPECT_EQ(find_limit(both, rate()).resource, "SRAM of node1");
  both.holds[0].received = 20;
  EXPECT_EQ(find_limit(both, rate()).resource, "card processor (firmware) of node1");
}

TEST(Limits, OfATimeAreTheKindOfResourceThatMessagesWaitForLongest) {
  const Limit limit = find_limit(kBusFull, latency({{"firmware of the sender", {1, 27, 1}},
                                                    {"firmware of the receiver", {1, 23, 1}},
                                                    {"DMA into the host", {2, 40, 2}}}));
  EXPECT_EQ(limit.resource, "card processor (firmware)");
  EXPECT_EQ(limit.kind, Kind::kLongestWait);
  EXPECT_EQ(limit.percent, 50);
}

TEST(Limits, OfATimeWithoutTheWaitsOfMessagesAreTheBusiestResource) {
  Results alone;
  alone.numbers = {{"latency", 18, "us"}};
  EXPECT_EQ(find_limit(kBusFull, alone).resource, "PCI bus of node0");
}

TEST(Limits, OfATimeAreTheBusiestResourceWhereQueuesHideWhatMessagesWaitFor) {
  const Results waits =
      latency({{"link", {1, 30, 1}}, {"earlier messages at the link", {2, 60, 2}}});
  EXPECT_EQ(find_limit(kBusFull, waits, true).resource, "PCI bus of node0");
  EXPECT_EQ(find_limit(kBusFull, waits).resource, "cable");
}

TEST(Limits, OfNothingAreNotKnown) {
  EXPECT_EQ(find_limit({}, rate()).kind, Kind::kNone);
  EXPECT_EQ(find_limit({}, rate()).text, "");
}

TEST(Limits, ShowTheResourcesTheBusiestFirst) {
  const Table table = resources_table(kBusFull);
  EXPECT_EQ(table.rows.front().name, "PCI bus of node0");
  EXPECT_EQ(table.rows.back().name, "host CPU of node0");
}

}  // namespace
}  // namespace flybar::experiments
