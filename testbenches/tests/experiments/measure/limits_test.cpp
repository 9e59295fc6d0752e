/// Which resource is said to limit a run.
#include "testbenches/experiments/measure/limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace flybar::experiments {
namespace {

using Kind = Limit::Kind;

constexpr Resource kHostCpu{"host CPU", "host.clock"};
constexpr Resource kProcessor{"card processor (firmware)", "lanai.clock",
                              waits_of(Wait::kSenderFirmware, Wait::kReceiverFirmware)};
constexpr Resource kSram{"SRAM", "lanai.clock"};
constexpr Resource kBus{"PCI bus", "pci.clock, pci.width", waits_of(Wait::kDmaIn, Wait::kDmaOut)};
constexpr Resource kCable{"cable", "link.rate", waits_of(Wait::kLink, Wait::kNetwork)};

Loads loads(std::vector<Load> all) {
  for (Load& load : all) load.between = load.what == &kCable;
  return {std::move(all),
          {},
          {&kHostCpu, &kProcessor, &kSram, &kBus, &kCable},
          {{&kBus, "pci.clock, pci.width together with lanai.sram_width"}}};
}

Results rate() {
  Results results;
  results.numbers = {{"bandwidth", 57, "MB/s"}};
  return results;
}

Results latency(std::map<Wait, double> waits) {
  Results results;
  results.numbers = {{"latency", 180, "us"}};
  results.waits.emplace();
  for (const auto& [wait, percent] : waits)
    (*results.waits)[static_cast<std::size_t>(wait)] = percent;
  return results;
}

const Loads kBusFull = loads(
    {{&kCable, "node 1 -> switch 0 port 1", 37}, {&kBus, "node0", 94}, {&kHostCpu, "node0", 3}});

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

TEST(Limits, HaveTheReliefsOfTheResourceUnlessMoreIsDeclared) {
  Loads loads = kBusFull;
  EXPECT_NE(std::ranges::count(reliefs_of(loads), "pci.width together with lanai.sram_width"), 0);
  loads.reliefs.clear();
  EXPECT_NE(std::ranges::count(reliefs_of(loads), "pci.width"), 0);
  EXPECT_EQ(find_limit(loads, rate()).relief, "pci.clock, pci.width");
}

TEST(Limits, OfWhatIsIdleAtTimesAreTheBusiestSaidAsSuch) {
  const Limit limit = find_limit(loads({{&kBus, "node0", kSaturated - 0.1}}), rate());
  EXPECT_EQ(limit.kind, Kind::kBusiest);
  EXPECT_NE(limit.text.find("nothing is saturated"), std::string::npos);
}

TEST(Limits, IncludeACableThatPacketsHoldWithoutFillingIt) {
  const std::string trunk = "switch 0 port 7 -> switch 1 port 7";
  const Limit limit = find_limit(loads({{&kBus, "node6", 52}, {&kCable, trunk, 78, 99}}), rate());
  EXPECT_EQ(limit.resource, "cable " + trunk);
  EXPECT_EQ(limit.kind, Kind::kSaturated);
}

TEST(Limits, AreACableThatASwitchHoldsForOthers) {
  Load cable{&kCable, "node 1 -> switch 0 port 1", 57};
  const auto found = [&cable](double blocked) {
    cable.blocked = blocked;
    return find_limit(loads({{&kBus, "node1", 72}, cable}), rate());
  };
  EXPECT_EQ(found(kSaturated).resource, "cable node 1 -> switch 0 port 1");
  EXPECT_EQ(found(kSaturated).relief, "link.rate");
  EXPECT_EQ(found(kSaturated - 0.1).resource, "PCI bus of node1");
}

TEST(Limits, DoNotBlameACableThatASaturatedNodeHoldsUp) {
  const Limit limit =
      find_limit(loads({{&kProcessor, "node0", 90}, {&kCable, "switch 0 port 0", 65, 95}}), rate());
  EXPECT_EQ(limit.resource, "card processor (firmware) of node0");
}

TEST(Limits, AddUpTheTimesInWhichALinkStandsAtTheMemoryOfItsEnds) {
  Loads both = loads({{&kProcessor, "node1", 52}});
  both.holds = {{&kSram, "node0", 2, 27}, {&kSram, "node1", 29, 1}};
  EXPECT_EQ(find_limit(both, rate()).resource, "SRAM of node1");
  both.holds[0].received = 20;
  EXPECT_EQ(find_limit(both, rate()).resource, "card processor (firmware) of node1");
}

TEST(Limits, OfATimeAreTheKindOfResourceThatMessagesWaitForLongest) {
  const Limit limit = find_limit(
      kBusFull,
      latency({{Wait::kSenderFirmware, 27}, {Wait::kReceiverFirmware, 23}, {Wait::kDmaOut, 40}}));
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
  const Results waits = latency({{Wait::kLink, 30}, {Wait::kLinkQueue, 60}});
  EXPECT_EQ(find_limit(kBusFull, waits, true).resource, "PCI bus of node0");
  EXPECT_EQ(find_limit(kBusFull, waits).resource, "cable");
}

TEST(Limits, OfNothingAreNotKnown) {
  EXPECT_EQ(find_limit({}, rate()).kind, Kind::kNone);
  EXPECT_EQ(find_limit({}, rate()).text, "");
}

/// A CPU that works all the time, half of it for nothing that a parameter relieves.
Loads busy_cpu(double clock, double copy) {
  Load cpu{&kHostCpu, "node0", 100};
  cpu.awaited = 100;
  cpu.parts = {{"host.clock", clock}, {"host.copy_rate", copy}};
  return loads({cpu});
}

TEST(Limits, NameTheParameterThatMakesMostOfTheWorkShorter) {
  EXPECT_EQ(find_limit(busy_cpu(30, 31), rate()).relief, "host.copy_rate");
  EXPECT_EQ(find_limit(busy_cpu(31, 30), rate()).relief, "host.clock");
}

TEST(Limits, SayThatNoParameterRelievesHalfOfTheWork) {
  const auto said = [](double share) {
    return find_limit(busy_cpu(share, 10), rate()).text.find("no single parameter") !=
           std::string::npos;
  };
  EXPECT_TRUE(said(49.9));
  EXPECT_FALSE(said(50));
}

/// The bus is waited for longest, and the clock of the card relieves half of that and the firmware.
TEST(Limits, OfATimeAddUpWhatAParameterRelievesOfSeveralResources) {
  Load bus{&kBus, "node0", 40};
  bus.awaited = 40;
  bus.parts = {{"pci.clock", 20}, {"lanai.clock", 20}};
  const Limit limit =
      find_limit(loads({bus}), latency({{Wait::kDmaIn, 50}, {Wait::kSenderFirmware, 30}}));
  EXPECT_EQ(limit.resource, "card processor (firmware)");
  EXPECT_EQ(limit.relief, "lanai.clock");
}

TEST(Limits, OfATimeAreRelievedByWhatPacesTheCable) {
  Load cable{&kCable, "node 1 -> switch 0 port 1", 40};
  cable.awaited = 40;
  cable.parts = {{"link.rate", 10}, {"lanai.clock", 30}};
  const Limit limit = find_limit(loads({cable}), latency({{Wait::kLink, 60}}));
  EXPECT_EQ(limit.resource, "cable");
  EXPECT_EQ(limit.relief, "lanai.clock");
}

TEST(Limits, OfATimeAreRelievedByWhatMakesPacketsStandBetweenCables) {
  static constexpr Resource kCrossing{"switches and cables", "switch.fall_through",
                                      waits_of(Wait::kNetwork)};
  Loads all = kBusFull;
  all.kinds.back() = &kCrossing;
  Load crossing{&kCrossing, "", 1};
  crossing.awaited = 20;
  crossing.parts = {{"switch.fall_through", 1}, {"lanai.clock", 19}};
  all.between_cables = {crossing};
  const Limit limit = find_limit(all, latency({{Wait::kNetwork, 70}}));
  EXPECT_EQ(limit.resource, "switches and cables");
  EXPECT_EQ(limit.relief, "lanai.clock");
}

TEST(Limits, OfATimeSayThatNoParameterRelievesAThirdOfIt) {
  const auto said = [](double share) {
    return find_limit(kBusFull, latency({{Wait::kDmaIn, share}})).text.find("a third") !=
           std::string::npos;
  };
  EXPECT_TRUE(said(33.3));
  EXPECT_FALSE(said(33.4));
}

TEST(Limits, ShowTheResourcesTheBusiestFirst) {
  const Table table = resources_table(kBusFull);
  EXPECT_EQ(table.rows.front().name, "PCI bus of node0");
  EXPECT_EQ(table.rows.back().name, "host CPU of node0");
}

}  // namespace
}  // namespace flybar::experiments
