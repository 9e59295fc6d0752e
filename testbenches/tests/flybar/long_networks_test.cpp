/// Messages over many switches: runs to their end, or says which switches have cut packets.
/// FLYBAR_TEST_SEED=7 repeats one network, FLYBAR_LONG=1 draws hundreds.
#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "testbenches/tests/flybar/program.h"
#include "testbenches/tests/random.h"
#include "testbenches/tests/test_size.h"

namespace flybar::program {
namespace {

using Json = nlohmann::json;
using lockstep::Random;

constexpr int kSwitchPorts = 16;

/// Switches in a row, each with so many nodes; round in a ring, or with further cables.
class Laid {
 public:
  Laid(std::size_t switches, std::size_t nodes_each) : next_(switches) {
    for (std::size_t s = 0; s < switches; ++s)
      for (std::size_t i = 0; i < nodes_each; ++i)
        lay("node " + std::to_string(nodes_++) + " - " + port_of(s));
    for (std::size_t s = 0; s + 1 < switches; ++s) connect(s, s + 1);
  }
  void connect(std::size_t a, std::size_t b) {
    if (next_[a] < kSwitchPorts && next_[b] < kSwitchPorts) lay(port_of(a) + " - " + port_of(b));
  }
  std::size_t switches() const { return next_.size(); }
  std::size_t nodes() const { return nodes_; }
  std::string section() const {
    std::string ports;
    for (std::size_t s = 0; s < switches(); ++s)
      ports += (s == 0 ? "" : ", ") + std::to_string(kSwitchPorts);
    return "switches = [" + ports + "]\ncables = [" + cables_ + "]\n";
  }

 private:
  std::string port_of(std::size_t s) {
    return "switch " + std::to_string(s) + " port " + std::to_string(next_[s]++);
  }
  void lay(const std::string& cable) {
    cables_.append(cables_.empty() ? "\"" : ", \"").append(cable).append("\"");
  }

  std::vector<int> next_;  ///< port of each switch
  std::size_t nodes_ = 0;
  std::string cables_;
};

std::string system_file(std::size_t nodes, const std::string& section,
                        const std::string& platform = "alphastation-500") {
  return "name = \"drawn\"\nsummary = \"drawn\"\nplatform = \"" + platform +
         "\"\n[nodes.a]\ncount = " + std::to_string(nodes) + "\n[network]\n" + section;
}

/// At most 36 nodes on at most 8 switches.
std::string draw_system(Random& random) {
  const auto some = [&](std::int64_t least, std::int64_t most) {
    return static_cast<std::size_t>(random.between(least, most));
  };
  const std::size_t switches = some(2, 8);
  Laid laid(switches,
            some(1, std::min<std::int64_t>(13, 36 / static_cast<std::int64_t>(switches))));
  switch (some(0, 4)) {
    case 0:
      break;
    case 1:
      laid.connect(switches - 1, 0);
      break;
    case 2:
      for (std::size_t i = some(1, 6); i > 0; --i) {
        const std::size_t a = some(0, static_cast<std::int64_t>(switches) - 1);
        const std::size_t b = some(0, static_cast<std::int64_t>(switches) - 1);
        if (a != b) laid.connect(a, b);
      }
      break;
    case 3:
      return system_file(some(2, 36),
                         "shape = \"tree\"\nports = " + std::to_string(some(6, 16)) + "\n");
    default:
      return system_file(some(2, 32), "shape = \"clos\"\nports = 8\n");
  }
  return system_file(laid.nodes(), laid.section());
}

std::string draw_run(Random& random) {
  const std::string pattern = random.one_of({"incast", "all-to-all", "pairs"});
  const std::string payload = random.one_of({"4 B", "512 B", "8 KB"});
  const std::string timeout = random.one_of({"50 ms", "50 ms", "1 ms", "100 us"});
  return pattern + " --set payload='" + payload + "' --set switch.timeout='" + timeout +
         "' --set messages=" + std::to_string(random.between(1, 8));
}

Ended run_on(const std::string& system, const std::string& run) {
  const Workspace here;
  here.write("drawn.toml", system);
  return here.run("run " + run + " --system drawn.toml --json -");
}

/// All messages have come and none was cut, or the end tells that and where.
void expect_true_end(const Ended& ended) {
  if (ended.code == 0) {
    const Json record = Json::parse(ended.out, nullptr, false);
    EXPECT_FALSE(record["breakdown"].contains("packets cut by switches"));
    return;
  }
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_NE(ended.err.find("; switches cut "), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find(" at switch "), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("; set switch.timeout=\"1 s\""), std::string::npos) << ended.err;
  EXPECT_EQ(ended.err.find("link."), std::string::npos) << ended.err;
}

TEST(LongNetworks, EndOrTellWhichSwitchesHaveCutPackets) {
  const lockstep::Seeds all = lockstep::asked_seeds().value_or(
      lockstep::long_form() ? lockstep::Seeds{1, 300} : lockstep::Seeds{1, 6});
  for (std::uint64_t seed = all.first; seed <= all.last; ++seed) {
    Random random(seed);
    const std::string system = draw_system(random);
    const std::string run = draw_run(random);
    SCOPED_TRACE("FLYBAR_TEST_SEED=" + std::to_string(seed) + "\n" + run + "\n" + system);
    expect_true_end(run_on(system, run));
  }
}

/// The farthest nodes get one turn in thousands at the last switch.
TEST(LongNetworks, ACutPacketIsToldWithItsSwitchAndTheParameter) {
  const Laid chain(8, 3);
  const Ended ended = run_on(system_file(chain.nodes(), chain.section()),
                             "incast --set messages=10 --set switch.timeout='1 ms'");
  EXPECT_EQ(ended.code, 4);
  expect_true_end(ended);
  EXPECT_NE(ended.err.find("switch.timeout (1 ms)"), std::string::npos) << ended.err;
}

TEST(LongNetworks, NothingIsCutWithTheTimeoutThatIsAdvised) {
  const Laid chain(8, 3);
  const Ended ended = run_on(system_file(chain.nodes(), chain.section()),
                             "incast --set messages=10 --set switch.timeout='1 s'");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(Json::parse(ended.out)["breakdown"]["message latency"][0]["count"], 230);
}

/// PM sends again what a switch has cut.
TEST(LongNetworks, CutPacketsAreCountedAlikeInBothWaysOfStepping) {
  const Laid chain(4, 2);
  const std::string system = system_file(chain.nodes(), chain.section(), "rwc-pentium-pro");
  const std::string run = "mpi-alltoall --set switch.timeout='100 us'";
  const Json fast = Json::parse(run_on(system, run).out, nullptr, false);
  const Json slow = Json::parse(run_on(system, run + " --step every-clock").out, nullptr, false);
  ASSERT_TRUE(fast["breakdown"].contains("packets cut by switches"));
  EXPECT_EQ(fast["breakdown"], slow["breakdown"]);
  EXPECT_EQ(fast["limit"], slow["limit"]);
  EXPECT_NE(fast["limit"].get<std::string>().find("; switches cut "), std::string::npos);
}

TEST(LongNetworks, PacketsOfTcpThatSwitchesCutAreAmongTheLost) {
  const Laid chain(4, 1);
  const Ended ended = run_on(system_file(chain.nodes(), chain.section()),
                             "netperf-many --set pattern=incast --set amount='40 KB' "
                             "--set switch.timeout='20 us'");
  const Json record = Json::parse(ended.out, nullptr, false);
  std::uint64_t cut = 0;
  for (const Json& output : record["breakdown"]["packets cut by switches"])
    cut += output["packets"].get<std::uint64_t>();
  EXPECT_GT(cut, 0u);
  EXPECT_GE(record["results"]["dropped"]["value"].get<double>(), static_cast<double>(cut));
  EXPECT_NE(record["limit"].get<std::string>().find("cut by switches ("), std::string::npos);
}

}  // namespace
}  // namespace flybar::program
