/// Scenarios are written and read back.
#include "testbenches/tests/agree/lockstep/scenario.h"

#include <gtest/gtest.h>

#include "models/common/fault.h"
#include "testbenches/tests/agree/lockstep/stress.h"
#include "testbenches/tests/test_size.h"

namespace flybar::lockstep {
namespace {

void expect_round_trip(const Scenario& scenario) {
  const Scenario read = read_scenario("text", scenario.text());
  EXPECT_EQ(read.text(), scenario.text()) << "FLYBAR_TEST_SEED=" << scenario.seed;
  EXPECT_EQ(read.nodes, scenario.nodes) << "FLYBAR_TEST_SEED=" << scenario.seed;
}

TEST(ScenarioText, OfRandomSystemsIsReadBack) {
  const std::uint64_t first = asked_seed().value_or(1);
  for (std::uint64_t seed = first; seed < first + (asked_seed() ? 1 : 100); ++seed)
    expect_round_trip(draw_odd(seed));
}

TEST(ScenarioText, OfStressIsReadBack) {
  const std::uint64_t first = asked_seed().value_or(1);
  for (std::uint64_t seed = first; seed < first + (asked_seed() ? 1 : 20); ++seed)
    expect_round_trip(stress_scenario({.seed = seed}));
}

constexpr const char* kHead =
    "scenario seed=1 firmware=trapeze.elf wiring=chain notify=interrupt "
    "frames=none eimr=8 it=9\n";
constexpr const char* kNode =
    "node begin_ps=5 patience_ps=6 seed=7 buffers=0 expected=0 longest_hold_ps=0 hold_one_in=1 "
    "most_held=1 detach_one_in=0 cancel_one_in=0\n";

TEST(ScenarioText, SaysEverythingByName) {
  const Scenario scenario = read_scenario(
      "text", std::string("# why\n\n") + kHead + "set link.length=12 m\n" + kNode +
                  "send to=1 type=2 control_bytes=4 payload_bytes=8 tag=stale token=3 gap_ps=11\n" +
                  kNode);

  EXPECT_EQ(scenario.wiring, Wiring::kChain);
  EXPECT_FALSE(scenario.attach_frames);
  EXPECT_EQ(scenario.settings.at(0).text, "12 m");
  EXPECT_EQ(scenario.nodes.at(0).patience, Time::ps(6));
  EXPECT_EQ(scenario.nodes.at(0).messages.at(0).tag, Tag::kStale);
  EXPECT_EQ(scenario.nodes.at(0).messages.at(0).gap, Time::ps(11));
}

std::string refusal(const std::string& text) {
  try {
    read_scenario("a.scenario", text);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ScenarioText, WithAnUnknownLineIsRefused) {
  EXPECT_EQ(refusal(std::string(kHead) + "nodes 5\n"),
            "a.scenario:2: \"nodes\"; allowed: one line \"scenario\", then \"set KEY=VALUE\", then "
            "\"node\" and \"send\"; write it as the test that prints it does");
}

TEST(ScenarioText, WithAFieldThatIsMissingIsRefused) {
  EXPECT_EQ(refusal(std::string(kHead) + "node begin_ps=5\n"),
            "a.scenario:2: no patience_ps; allowed: patience_ps=VALUE; write it as the test that "
            "prints it does");
}

TEST(ScenarioText, WithANumberThatDoesNotFitIsRefused) {
  const std::string send = "send to=1 type=256 control_bytes=4 payload_bytes=8 tag=stale token=3 ";
  EXPECT_EQ(refusal(std::string(kHead) + kNode + send + "gap_ps=11\n"),
            "a.scenario:3: type=256; allowed: a whole number that fits there; write it as "
            "the test that prints it does");
}

TEST(ScenarioText, WithAnUnknownChoiceIsRefused) {
  const std::string send = "send to=1 type=0 control_bytes=4 payload_bytes=8 tag=old token=3 ";
  EXPECT_EQ(refusal(std::string(kHead) + kNode + send + "gap_ps=11\n"),
            "a.scenario:3: tag=old; allowed: fixed, valid, stale; write it as the test that prints "
            "it does");
}

TEST(ScenarioText, WithAFieldTooManyIsRefused) {
  std::string head = kHead;
  head.insert(head.size() - 1, " it=9");
  EXPECT_EQ(refusal(head).substr(0, 45), "a.scenario:1: it; allowed: only seed firmware");
}

TEST(ScenarioText, WithAMessageToNowhereIsRefused) {
  const std::string send = "send to=2 type=0 control_bytes=4 payload_bytes=8 tag=fixed token=3 ";
  EXPECT_EQ(refusal(std::string(kHead) + kNode + kNode + send + "gap_ps=11\n"),
            "a.scenario: a message to node 2; allowed: 0 .. 1; send it to a node that exists");
}

TEST(ScenarioText, OfOneNodeIsRefused) {
  EXPECT_EQ(refusal(std::string(kHead) + kNode),
            "a.scenario: 1 nodes; allowed: at least 2; add lines that begin with node");
}

}  // namespace
}  // namespace flybar::lockstep
