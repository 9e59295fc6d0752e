#include <gtest/gtest.h>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

/// The line of `flybar params` for one parameter of a platform with these settings.
std::string line(const std::string& settings, const std::string& key) {
  const Workspace here;
  here.write("mine.toml", "name = \"mine\"\nsummary = \"mine\"\n" + settings);
  const std::string out = here.run("params mine.toml " + key).out;
  const std::size_t begin = out.find("\n" + key);
  EXPECT_NE(begin, std::string::npos) << out;
  return out.substr(begin + 1, out.find('\n', begin + 1) - begin - 1);
}

TEST(Params, ADefaultHasItsConfidenceAndSource) {
  EXPECT_TRUE(line("[mcp]\nmode = \"eager\"\n", "mcp.mode").ends_with("choice of the user"));
}

TEST(Params, AValueOfThePlatformHasItsPlaceInTheFile) {
  const std::string shown = line("[mcp]\nmode = \"static\"\n", "mcp.mode");

  EXPECT_TRUE(shown.ends_with("mine.toml:4")) << shown;
  EXPECT_EQ(shown.find("  D  "), std::string::npos) << shown;
}

TEST(Params, AValueOfThePlatformHasTheConfidenceAndSourceOfItsComment) {
  const std::string shown = line("[mcp]\nmode = \"static\"  # M: tried out\n", "mcp.mode");

  EXPECT_NE(shown.find("  M  "), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with("tried out, mine.toml:4")) << shown;
}

TEST(Params, AValueOfThePlatformThatIsTheDefaultHasItsOwnConfidenceIfThatIsTold) {
  const std::string shown = line("[host]\npio_store = \"8 ns\"  # G: a guess\n", "host.pio_store");

  EXPECT_NE(shown.find("  G  "), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with("a guess, mine.toml:4")) << shown;
}

TEST(Params, AValueOfThePlatformThatIsTheDefaultKeepsItsSourceIfNothingIsTold) {
  const std::string shown = line("[host]\npio_store = \"8 ns\"\n", "host.pio_store");

  EXPECT_TRUE(shown.ends_with("two clocks of the 21164")) << shown;
}

TEST(Params, ACommentBeginsAtTheFirstNumberSignOutsideOfAString) {
  const std::string shown = line(
      "[host]\ninterrupt_entry = \"2.7 us\"  # I: bus manual, table # 3\n", "host.interrupt_entry");

  EXPECT_NE(shown.find("  I  "), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with("bus manual, table # 3, mine.toml:4")) << shown;
}

TEST(Params, AValueOfOneRoleHasThePlaceWhereThatRoleGetsIt) {
  const std::string shown = line(
      "[client.tpz]\ncall = \"1 us\"\n[server.tpz]\ncall = \"2 us\"\n[client.mcp]\n"
      "mode = \"static\"\n",
      "server.tpz.call");

  EXPECT_TRUE(shown.ends_with("mine.toml:6")) << shown;
}

TEST(Params, OfASystemHaveTheFileThatSetsThem) {
  const std::string out = Workspace().run("params --system long-trunks mcp.send_threshold").out;

  EXPECT_NE(out.find("sender.mcp.send_threshold "), std::string::npos) << out;
  EXPECT_NE(out.find("models/cluster/systems/long-trunks.toml:"), std::string::npos) << out;
}

TEST(Params, AWidthThatIsTooNarrowIsRefused) {
  EXPECT_EQ(Workspace().run("params --width 39").code, 2);
  EXPECT_EQ(Workspace().run("params --width -5").code, 2);
}

TEST(Params, FitAsManyColumnsAsAreWanted) {
  const std::string out = Workspace().run("params --width 80").out;
  EXPECT_NE(out.find("\npci.bridge.read_latency = "), out.npos);
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find('\n', at);
    EXPECT_LE(end - at, 80u) << out.substr(at, end - at);
    at = end + 1;
  }
}

}  // namespace
}  // namespace flybar::program
