#include "testbenches/tests/attack/gms/stress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "testbenches/tests/child.h"
#include "testbenches/tests/test_size.h"

namespace flybar::gms {
namespace {

using lockstep::asked_seed;
using lockstep::in_child;
using lockstep::long_form;

/// A scenario that fails is kept as a file, which can become one of cases/.
std::string keep(const StressScenario& scenario, std::uint64_t seed) {
  const std::string path = testing::TempDir() + "gms-stress-" + std::to_string(seed) + ".scenario";
  std::ofstream(path) << scenario.text();
  return path;
}

using experiments::Transport;

void expect_no_error(StressPlan plan, std::uint64_t seeds, std::int64_t long_operations,
                     Transport transport = Transport::kTrapeze) {
  if (long_form()) plan.operations = long_operations;
  const std::uint64_t first = asked_seed().value_or(plan.seed);
  const std::uint64_t last = asked_seed() ? first : first + seeds - 1;
  for (plan.seed = first; plan.seed <= last; ++plan.seed) {
    const StressScenario scenario = draw(plan);
    const std::string result = in_child([&] { return stress(scenario, transport); });
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(plan.seed), result.c_str());
    EXPECT_FALSE(result.starts_with("error: "))
        << "FLYBAR_TEST_SEED=" << plan.seed << ": " << result << "\n"
        << keep(scenario, plan.seed);
  }
}

TEST(GmsStress, SixteenNodesNeverSeeAWrongPage) {
  expect_no_error({.deaths = 0, .losses = StressPlan::Losses::kNone}, 1, 100'000);
}

TEST(GmsStress, LostMessagesLoseNoPage) {
  expect_no_error({.seed = 2, .deaths = 0}, 1, 100'000);
}

TEST(GmsStress, NodesThatDieTakeOnlyTheirOwnPagesAlong) {
  expect_no_error({.seed = 3}, long_form() ? 4 : 2, 200'000);
}

TEST(GmsStress, DatagramsThatAreLostLoseNoPage) {
  expect_no_error({.seed = 11, .deaths = 0}, 1, 100'000, Transport::kIpTrapeze);
}

TEST(GmsStress, NodesThatDieTakeOnlyTheirOwnPagesAlongOverDatagrams) {
  expect_no_error({.seed = 12}, long_form() ? 4 : 2, 200'000, Transport::kIpTrapeze);
}

TEST(GmsStress, PartedNetworkLosesOnlyPagesOfTheOtherSideOverDatagrams) {
  expect_no_error({.seed = 310, .nodes = 8, .deaths = 0, .parted = true}, long_form() ? 100 : 2,
                  3000, Transport::kIpTrapeze);
}

TEST(GmsStress, PagesThatLeaveCrowdedNodesAreNotLost) {
  expect_no_error({.seed = 7, .deaths = 0, .crowded = true}, 2, 100'000);
}

/// Many payload tokens are used by messages that are then dropped.
TEST(GmsStress, HalfOfTheNodesDieWhileMessagesAreLost) {
  expect_no_error({.seed = 101, .deaths = 9, .losses = StressPlan::Losses::kMany}, 2, 30'000);
}

/// Eight nodes whose links lose `share` of all tails.
StressPlan lossy(const char* share, bool crowded) {
  return {.nodes = 8,
          .deaths = 0,
          .losses = StressPlan::Losses::kNone,
          .crowded = crowded,
          .settings = {{"link.lost_tails", share}}};
}

struct LostTails : testing::TestWithParam<std::tuple<const char*, bool>> {};

TEST_P(LostTails, LoseNoPageAndKeepNoProgramWaiting) {
  StressPlan plan = lossy(std::get<0>(GetParam()), std::get<1>(GetParam()));
  plan.seed = 1000;
  expect_no_error(plan, long_form() ? 300 : 2, plan.operations);
}

INSTANTIATE_TEST_SUITE_P(OfEightNodes, LostTails,
                         testing::Combine(testing::Values("0.03", "0.10"), testing::Bool()));

struct PartedNetwork : testing::TestWithParam<bool> {};

TEST_P(PartedNetwork, LosesOnlyPagesOfTheOtherSide) {
  expect_no_error({.seed = 300, .nodes = 8, .deaths = 0, .crowded = GetParam(), .parted = true},
                  long_form() ? 100 : 2, 3000);
}

INSTANTIATE_TEST_SUITE_P(RoomyAndCrowded, PartedNetwork, testing::Bool());

std::vector<std::filesystem::path> cases() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(FLYBAR_STRESS_CASES))
    if (entry.path().extension() == ".scenario") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(GmsStressCases, AreFound) {
  EXPECT_FALSE(cases().empty()) << FLYBAR_STRESS_CASES;
}

/// Scenarios in which a defect was found, each a file in cases/: its first lines, which begin with
/// #, say what was wrong.
class GmsStressCase : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(GmsStressCase, EndsWell) {
  std::ifstream file(GetParam());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const StressScenario scenario = read_stress(GetParam().string(), text);
  const std::string result = in_child([&] { return stress(scenario); });
  EXPECT_FALSE(result.starts_with("error: ")) << result;
}

INSTANTIATE_TEST_SUITE_P(Files, GmsStressCase, testing::ValuesIn(cases()), [](const auto& test) {
  std::string name = test.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace flybar::gms
