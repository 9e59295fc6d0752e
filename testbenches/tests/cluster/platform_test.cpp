#include "models/cluster/files/platform.h"

#include <gtest/gtest.h>

#include <fstream>

#include "models/pci/pci_params.h"
#include "models/systems/systems.h"
#include "models/trapeze/mcp_params.h"
#include "testbenches/tests/temporary_directory.h"

namespace flybar::cluster {
namespace {

using namespace literals;

constexpr const char* kHead = "name = \"mine\"\nsummary = \"a test\"\n";

std::unique_ptr<System> load(const std::string& sections,
                             const std::vector<Setting>& overrides = {}) {
  return systems::load(parse_platform(kHead + sections, "mine.toml"), overrides, {"payload"});
}

std::string error_of(const std::string& sections, const std::vector<Setting>& overrides = {}) {
  try {
    load(sections, overrides);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Platform, SectionSetsEveryNode) {
  const auto system = load("[mcp]\nsend_threshold = \"512 B\"\n");

  EXPECT_EQ(system->params.node(0).get<trapeze::McpParams>().send_threshold, 512_B);
  EXPECT_EQ(system->params.node(1).get<trapeze::McpParams>().send_threshold, 512_B);
  EXPECT_EQ(system->params.platform, "mine");
}

TEST(Platform, SectionOfARoleOverridesThatRole) {
  const auto system =
      load("[mcp]\nsend_threshold = \"512 B\"\n[client.mcp]\nsend_threshold = \"1 KB\"\n");

  EXPECT_EQ(system->params.node(0).get<trapeze::McpParams>().send_threshold, 1_KB);
  EXPECT_EQ(system->params.node(1).get<trapeze::McpParams>().send_threshold, 512_B);
}

TEST(Platform, OverrideWinsOverTheFile) {
  const auto system =
      load("[client.mcp]\nsend_threshold = \"512 B\"\n", {{"--set", "mcp.send_threshold", "1 KB"}});

  EXPECT_EQ(system->params.node(0).get<trapeze::McpParams>().send_threshold, 1_KB);
}

TEST(Platform, ChipsetSaysWhereTheBridgeStarts) {
  const auto system = load("[server.pci]\nchipset = \"pyxis\"\n");

  EXPECT_EQ(system->params.node(0).get<pci::PciParams>().bridge.read_disconnect,
            pci::cia().read_disconnect);
  EXPECT_EQ(system->params.node(1).get<pci::PciParams>().bridge.read_disconnect,
            pci::pyxis().read_disconnect);
  EXPECT_EQ(system->table.find("server.pci.bridge.read_disconnect")->default_value,
            system->table.find("server.pci.bridge.read_disconnect")->value());
}

TEST(Platform, ValueOfTheBridgeWinsOverItsChipsetInAnyOrder) {
  const auto system =
      load("[pci.bridge]\nread_latency = \"9 cycles\"\n[pci]\nchipset = \"pyxis\"\n");

  EXPECT_EQ(system->params.node(0).get<pci::PciParams>().bridge.read_latency, 9_cycles);
}

TEST(Platform, UnknownChipsetIsRefused) {
  EXPECT_TRUE(error_of("[pci]\nchipset = \"piix\"\n")
                  .starts_with("mine.toml:4: pci.chipset: \"piix\" is not a choice; allowed: cia"));
}

/// Of that value the model's own default says nothing.
TEST(Platform, ValueOfItsOwnInPlaceOfADocumentedOneCanBeFitted) {
  EXPECT_EQ(error_of("[host]\nclock = \"600 MHz\"\n[fit]\nkeys = [\"host.clock\"]\n"), "accepted");
  EXPECT_EQ(error_of("[fit]\nkeys = [\"host.clock\"]\n").substr(0, 29),
            "mine.toml:4: [fit] keys: host");
}

TEST(Platform, FittedKeysAndRowsAreKept) {
  const PlatformFile platform = parse_platform(
      std::string(kHead) + "[fit]\nkeys = [\"pci.bridge.read_latency\"]\nrows = [\"C024\"]\n",
      "mine.toml");

  EXPECT_TRUE(platform.fitted("pci.bridge.read_latency"));
  EXPECT_EQ(platform.fitted_to, std::vector<std::string>{"C024"});
  EXPECT_NO_THROW(systems::load(platform));
}

TEST(Platform, ValuesOfItsChipsetDoNotHoldForAnotherOneThatIsChosen) {
  const PlatformFile platform = find_platform("alphastation-500");
  const auto system = systems::load(platform, {{"--set", "client.pci.chipset", "pyxis"}});

  EXPECT_EQ(system->params.node(0).get<pci::PciParams>().bridge.read_disconnect,
            pci::chipset("pyxis").read_disconnect);
  EXPECT_EQ(system->params.node(1).get<pci::PciParams>().bridge.read_disconnect, 2_KB);
}

TEST(Platform, ValuesOfItsChipsetHoldIfThatIsChosenAgain) {
  const PlatformFile platform = find_platform("alphastation-500");
  const auto system = systems::load(platform, {{"--set", "pci.chipset", "cia"}});

  EXPECT_EQ(system->params.node(0).get<pci::PciParams>().bridge.read_disconnect, 2_KB);
}

TEST(Platform, DocumentedValueCannotBeFitted) {
  EXPECT_EQ(
      error_of("[fit]\nkeys = [\"mcp.max_payload\"]\n"),
      "mine.toml:4: [fit] keys: mcp.max_payload: is documented, measured or a choice; allowed: "
      "parameters of "
      "confidence I or G; take it out of the list and restore its value");
}

TEST(Platform, EveryFaultIsListedWithFileLineAndKey) {
  EXPECT_EQ(error_of("[mcp]\nmode = \"eagre\"\nsend_threshold = 512\nmodes = \"1 KB\"\n",
                     {{"--set", "mcp.max_payload", "9 MB"}}),
            "mine.toml:4: mcp.mode: \"eagre\" is not a choice; allowed: store-and-forward, static, "
            "eager, functional; write for example \"eager\"\n"
            "mine.toml:5: mcp.send_threshold: \"512\" is not a size with its unit; allowed: 64 B "
            ".. 64 KB; write for example \"1280 B\"\n"
            "mine.toml:6: mcp.modes: there is no parameter \"mcp.modes\"; allowed: the keys that "
            "\"flybar params\" lists; did you mean \"mcp.mode\"?\n"
            "--set: mcp.max_payload: \"9 MB\" is above 64 KB; allowed: 64 B .. 64 KB; write "
            "for example \"8 KB\"");
}

TEST(Platform, ThresholdOfZeroIsRefused) {
  EXPECT_TRUE(error_of("[mcp]\nsend_threshold = \"0 B\"\n")
                  .starts_with("mine.toml:4: mcp.send_threshold: \"0 B\" is below 64 B;"));
}

TEST(Platform, ValuesThatDoNotFitTogetherAreRefused) {
  EXPECT_TRUE(error_of("[mcp]\nmax_payload = \"1 KB\"\n")
                  .starts_with("mcp.send_threshold: 1280 B is more than any payload;"));
}

TEST(Platform, MisspeltKeyMayMeanAKeyFromElsewhere) {
  EXPECT_TRUE(error_of("", {{"--set", "paylod", "8 KB"}}).ends_with("did you mean \"payload\"?"));
}

TEST(Platform, FileWithoutANameIsRefused) {
  try {
    systems::load(parse_platform("summary = \"x\"\n", "mine.toml"));
    FAIL() << "accepted";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(),
                 "mine.toml: there is no name; allowed: name, summary, and sections with key = "
                 "\"value\" lines; add the line name = \"...\" before the sections");
  }
}

TEST(Platform, AllFaultsOfAFileAreToldAtOnce) {
  try {
    systems::load(parse_platform(
        "name = 5\nsumary = \"x\"\n[mcp]\nmode = \"eagr\"\n[fit]\nkeys = [\"mcp.max_payload\"]\n",
        "mine.toml"));
    FAIL() << "accepted";
  } catch (const ConfigurationError& error) {
    const std::string told = error.what();
    for (const char* part :
         {"mine.toml: there is no summary", "mine.toml: name: \"5\" is no name",
          "mine.toml:2: sumary: there is no parameter \"sumary\"", "did you mean \"summary\"?",
          "mine.toml:4: mcp.mode", "mine.toml:6: [fit] keys: mcp.max_payload"})
      EXPECT_NE(told.find(part), told.npos) << part << "\n" << told;
  }
}

TEST(Platform, ListIsRefused) {
  EXPECT_TRUE(
      error_of("[mcp]\nmode = [\"eager\"]\n").starts_with("mine.toml:4: mcp.mode: is a list;"));
}

TEST(Platform, UnknownNameListsAllAndSuggestsTheNearest) {
  try {
    find_platform("alphastation500");
    FAIL() << "accepted";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(
        error.what(),
        "platform: there is none named \"alphastation500\"; allowed: alphastation-500, "
        "alcor-miata, pentium-ii-440lx, pentium-ii-450, rwc-pentium-pro, or the path of a .toml "
        "file; did you mean \"alphastation-500\"?");
  }
}

TEST(Platform, PathEndsInToml) {
  const TemporaryDirectory directory;
  const std::string path = (directory.path() / "mine.toml").string();
  std::ofstream(path) << kHead;

  EXPECT_EQ(find_platform(path).name, "mine");
  EXPECT_THROW(find_platform("/nowhere/mine.toml"), ConfigurationError);
}

TEST(BuiltinPlatforms, LoadWithoutAFault) {
  for (const PlatformFile& platform : builtin_platforms())
    EXPECT_NO_THROW(systems::load(platform)) << platform.name;
}

TEST(BuiltinPlatforms, HaveTheNamesThatScriptsUse) {
  std::vector<std::string> names;
  for (const PlatformFile& platform : builtin_platforms()) names.push_back(platform.name);

  EXPECT_EQ(names, (std::vector<std::string>{"alphastation-500", "alcor-miata", "pentium-ii-440lx",
                                             "pentium-ii-450", "rwc-pentium-pro"}));
}

/// So they have the same curve of DMA rates.
TEST(BuiltinPlatforms, BothPentiumsHaveOneBusAndOneCard) {
  const auto values = [](const char* name) {
    const auto system = systems::load(find_platform(name));
    std::vector<std::string> found;
    for (const SystemTable::Row& row : system->table.rows())
      if (row.key.starts_with("pci.") || row.key.starts_with("lanai."))
        found.push_back(row.key + " = " + row.parameter->value());
    return found;
  };

  EXPECT_FALSE(values("pentium-ii-450").empty());
  EXPECT_EQ(values("pentium-ii-450"), values("pentium-ii-440lx"));
}

TEST(BuiltinPlatforms, EveryValueReadsBackTheSame) {
  for (const PlatformFile& platform : builtin_platforms()) {
    const auto system = systems::load(platform);
    for (const SystemTable::Row& row : system->table.rows()) {
      const std::string before = row.parameter->value();
      system->table.set(row.key, before);
      EXPECT_EQ(row.parameter->value(), before) << row.key;
    }
  }
}

}  // namespace
}  // namespace flybar::cluster
