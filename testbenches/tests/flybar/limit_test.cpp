/// What is said to limit a system whose limit is known: the first words of `limit:`, and that no
/// parameter which any part declares as its relief helps more than the one that is named first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbenches/tests/flybar/limit_systems.h"
#include "testbenches/tests/flybar/limit_truths.h"
#include "testbenches/tests/test_size.h"

namespace flybar::program {
namespace {

/// Reads "KEY=VALUE; KEY=VALUE".
Settings settings_of(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("; "), text.size()), equals = text.find('=');
    settings[std::string(text.substr(0, equals))] = text.substr(equals + 1, end - equals - 1);
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return settings;
}

struct SystemWithLimit : testing::TestWithParam<LimitTruth> {};

TEST_P(SystemWithLimit, NamesTheParameterThatHelpsMost) {
  const LimitedRun run(GetParam().run, settings_of(GetParam().settings), GetParam().result);
  ASSERT_FALSE(run.refused());
  EXPECT_TRUE(run.limit().starts_with(GetParam().limit)) << run.limit();
  if (GetParam().none_helps) {
    EXPECT_TRUE(run.says_that_none_helps()) << run.limit();
    return;
  }
  std::map<std::string, double> gains = run.gains();
  ASSERT_TRUE(gains.contains(run.named())) << run.named();
  for (const auto& [key, gain] : gains)
    EXPECT_LE(gain, gains[run.named()] + kEqual) << key << ", and named is " << run.named();
}

INSTANTIATE_TEST_SUITE_P(Limits, SystemWithLimit, testing::ValuesIn(kLimitTruths),
                         [](const auto& truth) { return std::string(truth.param.name); });

/// The run names the parameter that helps most, or says that none does.
bool is_right(const LimitedRun& run) {
  if (run.says_that_none_helps()) return true;
  std::map<std::string, double> gains = run.gains();
  const auto best = std::max_element(
      gains.begin(), gains.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return gains.contains(run.named()) && gains[run.named()] + kEqual >= best->second;
}

/// Shares are estimates, so that some limits are wrong: at most one of fifty.
TEST(RandomSystems, NameTheParameterThatHelpsMost) {
  const auto [first, last] = lockstep::asked_seeds().value_or(lockstep::Seeds{1, 12});
  int asked = 0, wrong = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const RandomSystem system(seed);
    const LimitedRun run = system.run();
    if (run.refused()) continue;
    ++asked;
    if (is_right(run)) continue;
    ++wrong;
    std::printf("FLYBAR_TEST_SEED=%llu %s\n  %s\n", static_cast<unsigned long long>(seed),
                system.text().c_str(), run.limit().c_str());
  }
  std::printf("%d systems, %d wrong\n", asked, wrong);
  EXPECT_GT(asked, 0);
  EXPECT_LE(50 * wrong, asked);
}

TEST(LimitText, IsWrappedForATerminal) {
  std::istringstream lines(Workspace().run("run stream --set messages=40").out);
  std::string line;
  while (std::getline(lines, line) && !line.starts_with("limit: ")) {
  }
  EXPECT_TRUE(line.starts_with("limit: PCI bus of node0"));
  for (; !line.empty(); std::getline(lines, line)) EXPECT_LE(line.size(), 100u) << line;
}

/// Runs that end while servers or the card of a node still send.
struct LimitOf : testing::TestWithParam<const char*> {};

TEST_P(LimitOf, EachSteppingIsTheSame) {
  const auto record = [](const std::string& step) {
    const Ended ended =
        Workspace().run(std::string("run ") + GetParam() + " --quiet --json - --step " + step);
    auto json = nlohmann::json::parse(ended.out, nullptr, false);
    json.erase("wall_seconds");
    return json.dump(1);
  };
  const std::string fast = record("fast");
  EXPECT_GT(fast.size(), 1000u);
  EXPECT_EQ(fast, record("every-clock"));
}

INSTANTIATE_TEST_SUITE_P(
    Runs, LimitOf,
    testing::Values("rpc --set reply=cont --set calls=30",
                    "replay --platform alcor-miata --set workload=query --set operations=13"
                    " --set think=0.01 --set memory=network --set servers=3",
                    "replay --set workload=sort --set operations=20 --set think=0.01"
                    " --set memory=network",
                    "netperf --platform alcor-miata --set copy=receive --set socket_buffer='64 KB'"
                    " --set test=tcp-rr --set beside=file-read --set request='4 KB'"
                    " --set response='74354 B' --set transactions=6",
                    "incast --system chain-of-switches --set messages=3",
                    "stream --set messages=4"));

}  // namespace
}  // namespace flybar::program
