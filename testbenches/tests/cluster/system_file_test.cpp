/// Systems from files.
#include "models/cluster/files/system_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "models/cluster/files/builtin.h"
#include "models/lanai/params.h"
#include "models/myrinet/plan.h"
#include "models/systems/systems.h"
#include "testbenches/tests/temporary_directory.h"

namespace flybar::cluster {
namespace {

constexpr const char* kHead =
    "name = \"mine\"\nsummary = \"a test\"\nplatform = \"alphastation-500\"\n";
/// From line 4 on.
constexpr const char* kTwo = "[nodes.left]\ncount = 2\n[nodes.right]\ncount = 2\n";

std::unique_ptr<System> load(const std::string& text, const std::vector<Setting>& overrides = {}) {
  return systems::load(parse_system(text, "x.toml"), overrides);
}

std::string error_of(const std::string& text) {
  try {
    load(text);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

/// Of a file with two nodes on the left and two on the right, and these lines from line 8 on.
std::string network_error(const std::string& lines) {
  return error_of(std::string(kHead) + kTwo + lines);
}

std::string by_hand(const std::string& cables) {
  return "[network]\nswitches = [4]\ncables = [\n" + cables + "]\n";
}
constexpr const char* kCables =
    "\"left 0 - switch 0 port 0\",\n\"left 1 - switch 0 port 1\",\n\"right 0 - switch 0 port "
    "2\",\n";

TEST(SystemFile, ThoseOfTheProgramAreAllRight) {
  for (const SystemFile& file : builtin_systems()) {
    const auto system = systems::load(file);
    EXPECT_EQ(system->params.nodes, file.nodes()) << file.name;
    EXPECT_FALSE(file.summary.empty());
  }
}

/// The first file in TOML below a heading of a page.
std::string documented_file(const std::string& page, const std::string& heading) {
  std::ifstream in(std::string(FLYBAR_DOCS) + "/" + page);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string fence = "```";
  const std::size_t begin = text.find(fence + "toml\n", text.find("\n" + heading + "\n"));
  if (begin == text.npos) return "no file";
  const std::size_t first = text.find('\n', begin) + 1;
  return text.substr(first, text.find(fence, first) - first);
}

TEST(SystemFile, OfTheDocumentationIsOneOfTheProgram) {
  std::vector<std::string> texts;
  for (const BuiltinFile& file : kBuiltinSystems) texts.emplace_back(file.text);
  const std::string documented = documented_file("command-line.md", "## System files");
  EXPECT_EQ(std::count(texts.begin(), texts.end(), documented), 1) << documented;
}

TEST(SystemFile, SlackFollowsTheLongestCable) {
  const auto trunk = load(std::string(kHead) + kTwo +
                          "[network]\nshape = \"tree\"\nports = 3\ntrunk = \"25 m\"\n");
  EXPECT_EQ(trunk->table.find("switch.slack")->value(), "104 B");
  EXPECT_EQ(trunk->table.find("lanai.slack")->value(), "112 B");

  const auto node = load(std::string(kHead) + kTwo +
                         by_hand(std::string(kCables) + "\"right 1 - switch 0 port 3, 90 m\",\n"));
  EXPECT_EQ(node->table.find("switch.slack")->value(), "208 B");
  EXPECT_EQ(node->table.find("lanai.slack")->value(), "208 B");
}

TEST(SystemFile, SlackThatNoTrunkFitsIsRefusedOnce) {
  const std::string error = network_error(
      "[network]\nshape = \"tree\"\nports = 3\ntrunk = \"25 m\"\n[switch]\nslack = \"80 B\"\n");
  EXPECT_NE(error.find("switch.slack: 80 B, overrun by what a cable of 25 m"), error.npos) << error;
  EXPECT_EQ(error.find("switch.slack: 80 B"), error.rfind("switch.slack: 80 B")) << error;
}

TEST(SystemFile, NodesHaveTheValuesOfTheirPlatformRoleAndGroup) {
  const auto system = load(std::string(kHead) +
                           "[nodes.one]\nplatform = \"alcor-miata\"\nrole = \"client\"\n"
                           "[nodes.others]\ncount = 3\nlanai.clock = \"40 MHz\"\n");
  const SystemParams& params = system->params;
  EXPECT_EQ(params.node(0).get<lanai::ChipParams>().clock, Time::ns(30));
  for (std::size_t n = 1; n < 4; ++n)
    EXPECT_EQ(params.node(n).get<lanai::ChipParams>().clock, Time::ns(25)) << n;
  EXPECT_EQ(system->table.find("one.pci.chipset")->value(), "pyxis");
  EXPECT_EQ(system->table.find("others.pci.chipset")->value(), "cia");
}

TEST(SystemFile, WhatTheUserSetsWins) {
  const auto system = load(std::string(kHead) + kTwo + "[link]\nlength = \"2 m\"\n",
                           {{"--set", "link.length", "4 m"}, {"--set", "left.mcp.mode", "static"}});
  EXPECT_EQ(system->table.find("link.length")->value(), "4 m");
  EXPECT_EQ(system->table.find("left.mcp.mode")->value(), "static");
  EXPECT_EQ(system->table.find("right.mcp.mode")->value(), "eager");
}

TEST(SystemFile, EveryShapeIsBuilt) {
  for (const std::string shape : {"\"one\"", "\"chain\"\nports = 3", "\"tree\"\nports = 3",
                                  "\"clos\"\nup = 3", "\"mesh\"\nrows = 2\ncolumns = 2"})
    EXPECT_EQ(network_error("[network]\nshape = " + shape + "\n"), "accepted") << shape;
}

TEST(SystemFile, CablesAreLaidOneByOne) {
  const auto system =
      load(std::string(kHead) + kTwo +
           by_hand(std::string(kCables) + "\"right 1 - switch 0 port 3, 3.5 m\",\n"));
  const auto& plan = dynamic_cast<const myrinet::Plan&>(*system->params.plans.front());
  ASSERT_EQ(plan.topology().cables.size(), 4u);
  EXPECT_EQ(plan.topology().cables[3].length, 3.5);
}

/// A fault of a file and what is said of it.
struct Case {
  const char* lines;
  const char* error;
};

TEST(SystemFile, FaultsOfCablesAreToldWithTheirLine) {
  const Case cases[] = {
      {"\"right 1 - switch 0 port 4\",\n", "x.toml:14: network.cables: ends at switch 0 port 4"},
      {"\"right 1 - switch 1 port 0\",\n", "x.toml:14: network.cables: ends at switch 1 port 0"},
      {"\"right 1 - switch 0 port 2\",\n",
       "x.toml:13: network.cables: switch 0 port 2 has another"},
      {"\"right 1 - right 1\",\n", "x.toml:14: network.cables: node 3 has another cable too"},
      {"\"right 2 - switch 0 port 3\",\n", "x.toml:14: \"right 2 - switch 0 port 3\" is no cable"},
      {"\"right 1 = switch 0 port 3\",\n", "x.toml:14: \"right 1 = switch 0 port 3\" is no cable"},
      {"\"right 1 - switch 0 port 3, 5\",\n", "x.toml:14: network.cables: \"5\" is no length"},
      {"\"right 1 - switch 0 port 3, 0.01 m\",\n", "x.toml:14: network.cables: a cable of 0.01 m"},
      {"\"right 1 - switch 0 port 3, 900 m\",\n", "x.toml:14: network.cables: a cable of 900 m"},
      {"", "x.toml:9: [network]: topology, node 3: no way to node 0"},
  };
  for (const Case& wrong : cases) {
    const std::string error = network_error(by_hand(std::string(kCables) + wrong.lines));
    EXPECT_NE(error.find(wrong.error), error.npos) << wrong.lines << error;
  }
}

TEST(SystemFile, ACableThatLeadsBackToItsSwitchIsRefused) {
  const std::string error =
      network_error("[network]\nswitches = [8]\ncables = [\n" + std::string(kCables) +
                    "\"right 1 - switch 0 port 3\",\n\"switch 0 port 5 - switch 0 port 6\",\n]\n");
  EXPECT_NE(error.find("x.toml:15: network.cables: leads from switch 0 port 5 back"), error.npos)
      << error;
}

TEST(SystemFile, FaultsOfShapesAreToldWithTheirLine) {
  const Case cases[] = {
      {"shape = \"ring\"\n", "x.toml:9: network.shape: there is no shape \"ring\""},
      {"shape = \"tres\"\n", "did you mean \"tree\"?"},
      {"shape = \"mesh\"\nrows = 2\n", "there is no columns"},
      {"shape = \"mesh\"\nrows = 0\ncolumns = 2\n", "x.toml:10: network.rows: \"0\""},
      {"shape = \"clos\"\nup = 8\n", "x.toml:10: network.up: \"8\""},
      {"shape = \"one\"\nup = 2\n", "x.toml:10: network.up: is given with shape \"one\""},
      {"shape = \"tree\"\nbisection = \"half\"\n", "x.toml:10: network.bisection: is given with"},
      {"shape = \"clos\"\nup = 2\nbisection = \"half\"\n",
       "x.toml:11: network.bisection: is given"},
      {"shape = \"clos\"\nbisection = \"third\"\n", "x.toml:10: network.bisection"},
      {"shape = \"one\"\nports = 3\n", "x.toml:9: network.shape: switch.ports: 3 for 4 nodes"},
      {"shape = \"one\"\nswitches = [8]\n", "x.toml:10: network.switches: is given with shape"},
      {"shape = \"one\"\ntrunk = \"25 m\"\n",
       "x.toml:10: network.trunk: is given with shape \"one\"; allowed: trunk with chain, tree, "
       "clos or "
       "mesh; leave one of them out"},
      {"shape = \"tree\"\nrows = 2\n", "x.toml:10: network.rows: is given with shape \"tree\""},
      {"trunk = \"25 m\"\n", "x.toml:9: network.trunk: is given without a shape"},
      {"columns = 2\n", "x.toml:9: network.columns: is given without a shape"},
      {"shape = \"tree\"\ntrunk = \"0.001 m\"\nports = 3\n", "x.toml:10: network.trunk: a cable"},
      {"shap = \"one\"\n", "did you mean \"network.shape\"?"},
      {"shape = [\"one\"]\n", "x.toml:9: network.shape: is a list"},
      {"switches = 8\n", "x.toml:9: network.switches: is no list"},
  };
  for (const Case& wrong : cases) {
    const std::string error = network_error(std::string("[network]\n") + wrong.lines);
    EXPECT_NE(error.find(wrong.error), error.npos) << wrong.lines << error;
  }
}

TEST(SystemFile, KeysOfShapesAreRefusedWithCablesLaidOneByOne) {
  const std::string cables = std::string(kCables) + "\"right 1 - switch 0 port 3\",\n";
  EXPECT_EQ(network_error(by_hand(cables)), "accepted");
  for (const std::string line : {"ports = 8\n", "trunk = \"5 m\"\n", "up = 2\n"}) {
    const std::string error = network_error(by_hand(cables) + line);
    EXPECT_NE(error.find("is given with switches and cables one by one"), error.npos)
        << line << error;
  }
}

/// Whose keys are wrong, too, is another fault.
TEST(SystemFile, AShapeThatThereIsNotIsToldAlone) {
  EXPECT_EQ(network_error("[network]\nshape = \"ring\"\ntrunk = \"5 m\"\n"),
            "x.toml:9: network.shape: there is no shape \"ring\"; allowed: one, chain, tree, clos, "
            "mesh; choose one of these");
}

TEST(SystemFile, FaultsOfListsOfPartsAreToldWithTheirLineOnce) {
  const Case cases[] = {
      {"[system]\nnetworks = \"myrinet, myrinet\"\n",
       "x.toml:9: system.networks: two parts are called myrinet"},
      {"[system]\nnetworks = \"\"\n", "x.toml:9: system.networks: \"\" is no part"},
      {"[node]\ncards = \"\"\n", "x.toml:9: node.cards: \"\" is no part"},
      {"[node]\nbuses = \"\"\n", "x.toml:9: node.buses: \"\" is no part"},
      {"[nodes.left.node]\ncards = \"\"\n", "x.toml:9: node.cards: \"\" is no part"},
      {"[node]\ncards = \"lanai, second: lanai on io\"\n",
       "x.toml:9: node.cards: second is on io, which the node has not"},
      {"[system]\nnetworks = \"myrinet, s: myrinet\"\n",
       "x.toml:9: system.networks: no card is on network s"},
      {"[system]\nnetworks = \"myrinet, s: myrinet\"\n[network.s]\nswitches = [8]\ncables = "
       "[\"left 0 - switch 0 port 0\"]\n",
       "x.toml:9: system.networks: no card is on network s"},
  };
  for (const Case& wrong : cases) {
    const std::string error = network_error(wrong.lines);
    EXPECT_EQ(error.substr(0, error.find(';')), wrong.error) << wrong.lines;
    EXPECT_EQ(error.find('\n'), error.npos) << error;
  }
}

TEST(SystemFile, APlatformThatIsMissingDoesNotHideTheOtherFaults) {
  const std::string error = error_of(
      "name = \"x\"\nsummary = \"y\"\n[nodes.a]\nrnus = \"both\"\nmcp.mode = \"eagre\"\n"
      "pm.retry = \"1 ms\"\n[network]\nshap = \"one\"\n[pci]\nclock = \"1 THz\"\n");
  for (const char* part :
       {"x.toml:4: [nodes.a]: there is no platform", "x.toml:4: rnus: is nothing that nodes have",
        "did you mean \"runs\"?",
        "x.toml:5: a.mcp.mode: ", "x.toml:8: network.shap: ", "x.toml:10: pci.clock: "})
    EXPECT_NE(error.find(part), error.npos) << part << "\n" << error;
  EXPECT_EQ(error.find("pm.retry"), error.npos) << error;
}

TEST(SystemFile, AParameterOfAnotherMachineSaysOfWhich) {
  const std::string error = error_of(std::string(kHead) + kTwo + "[pm]\nretry = \"1 ms\"\n");
  EXPECT_EQ(error.find("x.toml:9: pm.retry: is a parameter of machine pm"), 0u) << error;
}

TEST(SystemFile, FaultsOfNodesAreToldWithTheirLine) {
  const Case cases[] = {
      {"", "there are no nodes"},
      {"[nodes.a]\ncount = 0\n", "x.toml:5: count: \"0\" nodes; allowed: 1 .. 64"},
      {"[nodes.a]\ncount = 65\n", "x.toml:5: count: \"65\" nodes"},
      {"[nodes.a]\ncount = 40\n[nodes.b]\ncount = 40\n", "80 nodes; allowed: 1 .. 64"},
      {"[nodes.a]\nrole = \"king\"\n", "x.toml:5: role: \"king\""},
      {"[nodes.a]\nruns = \"away\"\n", "x.toml:5: runs: \"away\""},
      {"[nodes.a]\nplatform = \"nosuch\"\n", "x.toml:5: platform: there is none named"},
      {"[nodes.A_B]\ncount = 2\n", "is no name for nodes"},
      {"[nodes.pci]\ncount = 2\n", "[nodes.pci]: is the name of a block of parameters"},
      {"[nodes]\ncount = 2\n", "belongs to no group of nodes"},
      {"[nodes.a]\nmcp.mood = \"eager\"\n", "x.toml:5: a.mcp.mood: there is no parameter"},
      {"[nodes.a]\nmcp.mode = \"eagre\"\n", "x.toml:5: a.mcp.mode"},
  };
  for (const Case& wrong : cases) {
    const std::string error = error_of(std::string(kHead) + wrong.lines);
    EXPECT_NE(error.find(wrong.error), error.npos) << wrong.lines << error;
  }
}

TEST(SystemFile, AllItsFaultsAreToldAtOnce) {
  const std::string error = error_of("name = \"x\"\n[nodes.a]\ncount = 0\nruns = \"away\"\n");
  for (const char* part : {"there is no summary", "count: \"0\"", "runs: \"away\"", "no platform"})
    EXPECT_NE(error.find(part), error.npos) << part << "\n" << error;
}

TEST(SystemFile, AWayOverMoreSwitchesThanARouteHasBytesIsRefused) {
  const std::string nodes =
      std::string(kHead) + "[nodes.a]\ncount = 9\n[network]\nshape = \"chain\"\n";
  EXPECT_NE(error_of(nodes + "ports = 3\n").find("leads over 9 switches"), std::string::npos);
  EXPECT_EQ(error_of(nodes + "ports = 4\n"), "accepted");
}

TEST(SystemFile, APlatformOfItsOwnIsLookedForBesideIt) {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() / "p.toml") << "name = \"p\"\nsummary = \"s\"\n";
  std::ofstream(directory.path() / "s.toml")
      << "name = \"s\"\nsummary = \"s\"\nplatform = \"p.toml\"\n[nodes.a]\ncount = 2\n";
  const SystemFile file = find_system((directory.path() / "s.toml").string());
  EXPECT_EQ(systems::load(file)->params.nodes, 2u);
}

}  // namespace
}  // namespace flybar::cluster
