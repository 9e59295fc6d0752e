/// What users write about the parts of nodes and systems.
#include "models/cluster/build/parts.h"

#include <gtest/gtest.h>

#include "models/systems/systems.h"

namespace flybar::cluster {
namespace {

NodePlan plan(const std::string& buses, const std::string& cards,
              const std::string& networks = "myrinet") {
  return node_plan({buses, cards}, network_names(networks, systems::parts()), systems::parts());
}

/// The fault of these lists, or "accepted".
std::string fault(const std::string& buses, const std::string& cards,
                  const std::string& networks = "myrinet") {
  try {
    plan(buses, cards, networks);
  } catch (const ConfigurationError& error) {
    return error.faults().front().text();
  }
  return "accepted";
}

TEST(Parts, APartWithoutANameIsCalledAsItsKind) {
  const NodePlan node = plan("pci", "lanai");

  EXPECT_EQ(node.buses[0].name, "pci");
  EXPECT_EQ(node.cards[0].name, "lanai");
  EXPECT_EQ(node.cards[0].buses, std::vector<std::size_t>{0});
}

TEST(Parts, ACardSitsWhereItSays) {
  const NodePlan node =
      plan("pci, io: pci", "lanai, second: lanai on io at storage", "myrinet, storage: myrinet");

  EXPECT_EQ(node.cards[0].buses, std::vector<std::size_t>{0});
  EXPECT_EQ(node.cards[0].network, 0u);
  EXPECT_EQ(node.cards[1].buses, std::vector<std::size_t>{1});
  EXPECT_EQ(node.cards[1].network, 1u);
}

TEST(Parts, WhatIsWrongIsSaidInFourParts) {
  const struct {
    std::string buses, cards, networks, text;
  } kCases[] = {
      {"pcix", "lanai", "myrinet",
       "node.buses: there is no part \"pcix\"; allowed: pci; did you mean \"pci\"?"},
      {"pci, pci", "lanai", "myrinet",
       "node.buses: two parts are called pci; allowed: a name for each; write for example \"pci, "
       "second: pci\""},
      {"pci", "lanai", "myrinet, myrinet",
       "system.networks: two parts are called myrinet; allowed: a name for each; write for example "
       "\"myrinet, second: myrinet\""},
      {"pci", "lanai on io", "myrinet",
       "node.cards: lanai is on io, which the node has not; allowed: its buses: pci; name one of "
       "these, or add it to node.buses"},
      {"pci", "lanai at san", "myrinet",
       "node.cards: lanai is at network san, which the system has not; allowed: its networks: "
       "myrinet; name one of these, or add it to system.networks"},
      {"pci", "", "myrinet",
       "node.cards: \"\" is no part; allowed: a kind, a name before it, places behind it: \"io: "
       "pci\", \"lanai on io at san\"; write for example \"lanai\""},
      {"pci", "Big: lanai", "myrinet",
       "node.cards: \"Big\" is no name for a part; allowed: lower-case letters, digits, \"-\" and "
       "\"_\"; choose another name"}};
  for (const auto& [buses, cards, networks, text] : kCases)
    EXPECT_EQ(fault(buses, cards, networks), text);
}

TEST(Parts, AHostHasAtMostEightBuses) {
  const std::string eight = "pci, b: pci, c: pci, d: pci, e: pci, f: pci, g: pci, h: pci";

  EXPECT_EQ(fault(eight, "lanai on h"), "accepted");
  EXPECT_EQ(fault(eight + ", i: pci", "lanai on h"),
            "node.buses: 9 buses; allowed: at most 8, with windows for cards; put several cards on "
            "one bus");
}

TEST(Parts, AnotherKindKeepsNamesAndPlaces) {
  EXPECT_EQ(with_kind("lanai, b: lanai on io, lanai-pins", "lanai", "lanai-rtl"),
            "lanai-rtl, b: lanai-rtl on io, lanai-pins");
}

TEST(Windows, AreHandedOutOneAfterTheOther) {
  Windows windows(1);

  EXPECT_EQ(windows.take("a", Bytes(1 << 20)), Windows::kFirst + Windows::kSize);
  EXPECT_EQ(windows.take("b", Bytes(2 << 20)), Windows::kFirst + Windows::kSize + (2 << 20));
}

TEST(Windows, LargerThanTheirBusTogetherAreRefused) {
  Windows windows;
  windows.take("a", Bytes(Windows::kSize / 2));

  EXPECT_NO_THROW(windows.take("b", Bytes(Windows::kSize / 2)));
  EXPECT_THROW(windows.take("c", Bytes(4096)), ConfigurationError);
}

TEST(Machine, WithoutRolesHasNodesThatAreAlike) {
  Machine machine = systems::machines().front();
  machine.roles.clear();
  SystemParams system = defaults(machine, systems::parts());
  SystemTable table(system);

  table.set("lanai.clock", "25 MHz");

  EXPECT_EQ(&system.node(0), &system.node(5));
  EXPECT_EQ(table.find("lanai.clock")->value(), "25 MHz");
  EXPECT_EQ(table.find("client.lanai.clock"), nullptr);
}

TEST(Machine, WithoutRolesTakesNoRoleInASystemFile) {
  std::vector<Machine> machines{systems::machines().front()};
  machines.front().roles.clear();
  const auto load = [&](const std::string& line) {
    const std::string text =
        "name = \"s\"\nsummary = \"x\"\nplatform = \"alphastation-500\"\n[nodes.a]\ncount = 2\n";
    return load_system({systems::parts(), machines}, parse_system(text + line, "s.toml"));
  };

  EXPECT_EQ(load("")->params.nodes, 2u);
  try {
    load("role = \"client\"\n");
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_EQ(
        error.faults().front().text(),
        "s.toml:6: role: \"client\"; allowed: none: machine trapeze tells no roles apart; leave "
        "it out");
  }
}

struct Missing {
  static constexpr const char* kLayer = "ip";
};

TEST(LayerParams, ALayerThatIsNotThereIsNamed) {
  const LayerParams node = systems::defaults("trapeze").roles.front().node;
  try {
    node.get<Missing>();
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_EQ(error.faults().front().where, "layer ip");
  }
}

}  // namespace
}  // namespace flybar::cluster
