/// What is said to limit a system whose limit is known: the first words of `limit:`, and that no
/// parameter which any part declares as its relief helps more than the one that is named first.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "testbenches/tests/flybar/limit_reliefs.h"
#include "testbenches/tests/flybar/limit_truths.h"
#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

using Settings = std::map<std::string, std::string>;

/// Of "KEY=VALUE; KEY=VALUE".
Settings settings_of(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("; "), text.size()), equals = text.find('=');
    settings[std::string(text.substr(0, equals))] = text.substr(equals + 1, end - equals - 1);
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return settings;
}

struct SystemWithLimit : testing::TestWithParam<LimitTruth> {
  /// Nothing if the system is refused.
  static std::optional<nlohmann::json> record(const Settings& more) {
    Settings settings = settings_of(GetParam().settings);
    for (const auto& [key, value] : more) settings[key] = value;
    std::string command = std::string("run ") + GetParam().run + " --json -";
    for (const auto& [key, value] : settings) command += " --set '" + key + "=" + value + "'";
    const Ended ended = Workspace().run(command);
    if (ended.code != 0) return std::nullopt;
    return nlohmann::json::parse(ended.out, nullptr, false);
  }

  static double result(const nlohmann::json& record) {
    return record["results"][GetParam().result]["value"].get<double>();
  }

  /// By how many percent it is faster with these settings.
  static std::optional<double> gain(const nlohmann::json& before, const Settings& settings) {
    const auto after = record(settings);
    if (!after) return std::nullopt;
    const double ratio = result(*after) / result(before);
    const bool time = before["results"][GetParam().result]["unit"] == "us";
    return 100 * ((time ? 1 / ratio : ratio) - 1);
  }
};

/// Gains within 2 % count as equal.
constexpr double kEqual = 2;

TEST_P(SystemWithLimit, NamesTheParameterThatHelpsMost) {
  const auto before = record({});
  ASSERT_TRUE(before);
  const auto limit = (*before)["limit"].get<std::string>();
  EXPECT_TRUE(limit.starts_with(GetParam().limit)) << limit;
  if (limit.find("no single parameter") != std::string::npos) return;
  const std::string named = first_of((*before)["limited_by"]["faster_with"]);
  std::map<std::string, double> gains;
  for (const std::string& key : single_reliefs(*before))
    if (const auto brought = gain(*before, twice_as_fast(*before, key))) gains[key] = *brought;
  ASSERT_TRUE(gains.contains(named)) << named;
  for (const auto& [key, brought] : gains)
    EXPECT_LE(brought, gains[named] + kEqual) << key << ", and named is " << named;
}

INSTANTIATE_TEST_SUITE_P(Limits, SystemWithLimit, testing::ValuesIn(kLimitTruths),
                         [](const auto& truth) { return std::string(truth.param.name); });

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
