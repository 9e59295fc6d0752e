/// Stress scenarios are written and read back.
#include <gtest/gtest.h>

#include "models/common/fault.h"
#include "testbenches/tests/attack/gms/stress_scenario.h"
#include "testbenches/tests/test_size.h"

namespace flybar::gms {
namespace {

TEST(StressText, OfRandomPlansIsReadBack) {
  const std::uint64_t first = lockstep::asked_seed().value_or(1);
  for (std::uint64_t seed = first; seed < first + 20; ++seed) {
    const std::string text = draw({.seed = seed, .crowded = seed % 2 == 0}).text();
    EXPECT_EQ(read_stress("text", text).text(), text) << "FLYBAR_TEST_SEED=" << seed;
  }
}

const std::string kHead = "stress hosts=crowded network=whole\nset gms.retry=1 ms\n";
const std::string kNode = "node dies_after=7 ahead=2\n";
const std::string kRead =
    "read file=own first=58 pages=2 offset=4 length=1020 then=close sleep_ps=9\n";

TEST(StressText, SaysEverythingByName) {
  const StressScenario scenario = read_stress("text", "# why\n\n" + kHead + kNode + kRead + kNode);

  EXPECT_TRUE(scenario.crowded);
  EXPECT_FALSE(scenario.parted);
  EXPECT_EQ(scenario.settings.at(0).second, "1 ms");
  EXPECT_EQ(scenario.nodes.at(1).dies_after, 7);
  const StressAction& action = scenario.nodes.at(0).actions.at(0);
  EXPECT_EQ(action.file, StressFile::kOwn);
  EXPECT_FALSE(action.write);
  EXPECT_EQ(action.first, 58u);
  EXPECT_EQ(action.length, Bytes(1020));
  EXPECT_EQ(action.sleep, Time::ps(9));
}

std::string refusal(const std::string& text) {
  try {
    read_stress("a.scenario", text);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(StressText, BeyondTheEndOfAFileIsRefused) {
  const std::string read =
      "read file=own first=58 pages=3 offset=0 length=1 then=keep sleep_ps=0\n";
  EXPECT_EQ(refusal(kHead + kNode + read),
            "a.scenario:4: pages behind the end; allowed: pages 0 .. 59; write it as the test that "
            "prints it does");
}

TEST(StressText, BeyondTheEndOfAPageIsRefused) {
  const std::string read =
      "read file=own first=0 pages=1 offset=4 length=1021 then=keep sleep_ps=0\n";
  EXPECT_EQ(refusal(kHead + kNode + read).substr(0, 39), "a.scenario:4: bytes outside of a page; ");
}

TEST(StressText, OfAWriteToTheSharedFileIsRefused) {
  const std::string write =
      "write file=shared first=0 pages=1 offset=0 length=1 then=keep sleep_ps=0\n";
  EXPECT_EQ(refusal(kHead + kNode + write).substr(0, 42),
            "a.scenario:4: a write to the shared file; ");
}

TEST(StressText, OfOneNodeIsRefused) {
  EXPECT_EQ(refusal(kHead + kNode).substr(0, 20), "a.scenario: 1 nodes;");
}

TEST(StressText, OfAPartedNetworkHasEightNodes) {
  EXPECT_EQ(refusal("stress hosts=roomy network=parted\n" + kNode + kNode).substr(0, 41),
            "a.scenario: a parted network of 2 nodes; ");
}

}  // namespace
}  // namespace flybar::gms
