/// Experiments with many nodes, as a user runs them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

using Json = nlohmann::json;

Json run(const std::string& arguments) {
  const Ended ended = Workspace().run("run " + arguments + " --json -");
  EXPECT_EQ(ended.code, 0) << arguments << "\n" << ended.err;
  return Json::parse(ended.out, nullptr, false);
}

double result(const Json& record, const std::string& name) {
  return record["results"][name]["value"].get<double>();
}

/// What is said to a configuration that is not possible.
std::string refusal(const std::string& arguments) {
  const Ended ended = Workspace().run("run " + arguments);
  EXPECT_EQ(ended.code, 3) << arguments << ended.out;
  return ended.err;
}

TEST(ManyNodes, EachExperimentHasTheNamedResults) {
  for (const std::string name : {"incast", "all-to-all", "pairs"}) {
    const Json record = run(name + " --set messages=5");
    for (const char* wanted : {"bandwidth", "mean", "p50", "p99", "max", "stop_time"})
      EXPECT_TRUE(record["results"].contains(wanted)) << name << " " << wanted;
    EXPECT_FALSE(record["breakdown"]["cables"].empty());
  }
}

TEST(ManyNodes, NoMessageIsDropped) {
  for (const std::string run_of :
       {"incast --set senders=24 --set messages=5 --set payload='64 B'",
        "incast --set senders=40 --set messages=3 --set payload='64 B'",
        "all-to-all --set nodes=26 --set messages=2 --set payload='64 B'",
        "pairs --set pairs=4 --set messages=50 --set payload='64 B'"})
    for (const Json& node : run(run_of)["breakdown"]["utilisation"])
      EXPECT_EQ(node["dropped"], 0) << run_of;
}

TEST(ManyNodes, MoreSendersToOneWaitLonger) {
  const Json few = run("incast --set senders=1 --set messages=30");
  const Json many = run("incast --set senders=8 --set messages=30");
  EXPECT_GT(result(many, "stop_time"), result(few, "stop_time"));
  EXPECT_LT(result(many, "bandwidth"), 1.1 * result(few, "bandwidth"));
}

TEST(ManyNodes, PairsDoNotDisturbEachOtherOnOneSwitch) {
  const Json one = run("pairs --set pairs=1 --set messages=30");
  const Json three = run("pairs --set pairs=3 --set messages=30");
  EXPECT_NEAR(result(three, "bandwidth"), 3 * result(one, "bandwidth"),
              0.02 * result(three, "bandwidth"));
}

TEST(ManyNodes, WhatRunsOnASystemsNodesDecidesWhoSends) {
  const Json record = run("incast --system mixed --set messages=5");
  EXPECT_EQ(record["parameters"]["system"], "mixed");
  EXPECT_EQ(record["breakdown"]["message latency"][0]["count"], 25);
}

/// Where the driver has more routes to write, measurements begin at another phase of the firmware's
/// loop.
TEST(ManyNodes, APlainExperimentRunsOnASystem) {
  const Json near = run("one-way --system incast-4 --set round_trips=3");
  const Json same = run("one-way --set round_trips=3");
  EXPECT_NEAR(result(near, "latency"), result(same, "latency"), 2);
}

TEST(ManyNodes, StepsEveryClockAlike) {
  const std::string arguments = "incast --set senders=2 --set messages=3";
  EXPECT_EQ(run(arguments)["results"], run(arguments + " --step every-clock")["results"]);
}

TEST(ManyNodes, WhatASystemCannotDoIsRefused) {
  const std::pair<std::string, std::string> cases[] = {
      {"incast --system incast-4 --set senders=5",
       "senders: 5, but 4 nodes of the system may send"},
      {"incast --set senders=64", "senders: \"64\" is above 63"},
      {"all-to-all --system incast-4", "0 of its 5 nodes both send and receive"},
      {"netperf-many --system incast-4 --set nodes=9", "0 of its 5 nodes both send and receive"},
      {"netperf-many --system incast-4 --set nodes=9 --set pattern=incast",
       "nodes: 9 of 5 that may take part"},
      {"all-to-all --set nodes=1", "nodes: 1 of"},
      {"pairs --system incast-4 --set pairs=2", "pairs: 2 of a system of 5 nodes"},
      {"incast --set payload='0 B'", "payload: 0 B"},
      {"incast --set payload='16 KB'", "payload: 16 KB is more than mcp.max_payload"},
      {"incast --set switch.ports=2", "switch.ports: 2 for a tree of switches"},
      {"rpc --system incast-4", "--system: rpc has nodes and a network of its own"},
      {"incast --system incast-5", "did you mean \"incast-4\"?"},
      {"incast --system nosuch.toml", "nosuch.toml: cannot be read"},
  };
  for (const auto& [arguments, error] : cases) {
    const std::string told = refusal(arguments);
    EXPECT_NE(told.find(error), told.npos) << arguments << "\n" << told;
  }
}

TEST(ManyNodes, APlatformBesideASystemIsNotUnderstood) {
  EXPECT_EQ(Workspace().run("run incast --system incast-4 --platform alcor-miata").code, 2);
}

TEST(ManyNodes, ASweepTakesASystem) {
  const Workspace here;
  const Ended ended =
      here.run("sweep incast --system incast-4 --set messages=3 --vary senders=1,2 -o s");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(contents(here / "s/plan.csv").find("system,incast-4") != std::string::npos);
  EXPECT_EQ(here.run("sweep incast --set messages=3 --vary senders=1,2 -o s").code, 5);
}

}  // namespace
}  // namespace flybar::program
