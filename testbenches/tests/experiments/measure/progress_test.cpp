/// What runs tell of how far they have come.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/cluster/files/platform.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {
namespace {

struct Run {
  const char* experiment;
  std::map<std::string, std::string> options;
};

// What the names of the tests show.
void PrintTo(const Run& run, std::ostream* out) {
  *out << run.experiment;
}

/// The shares that a run tells, one after the other.
std::vector<double> shares(const Run& run) {
  const auto system = systems::load(cluster::find_platform("alcor-miata"));
  const auto entry = std::find_if(all().begin(), all().end(), [&](const Entry& candidate) {
    return candidate.name == std::string(run.experiment);
  });
  const auto experiment = entry->make();
  Parameters options;
  experiment->describe(options);
  for (const auto& [key, text] : run.options) options.set(key, text);
  Observer observer;
  std::vector<double> told;
  Context context{.system = system->params, .observer = observer};
  context.on_progress = [&](double share) { told.push_back(share); };
  experiment->run(context);
  return told;
}

class Progress : public testing::TestWithParam<Run> {};

TEST_P(Progress, RisesToTheWhole) {
  const std::vector<double> told = shares(GetParam());

  ASSERT_GT(told.size(), 3u);
  EXPECT_GT(told.front(), 0);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_EQ(told.back(), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Of, Progress,
    testing::Values(Run{"one-way", {{"round_trips", "3"}}},
                    Run{"demand-fetch", {{"round_trips", "3"}}},
                    Run{"stream", {{"messages", "10"}}}, Run{"incast", {{"messages", "3"}}},
                    Run{"all-to-all", {{"messages", "2"}}}, Run{"pairs", {{"messages", "3"}}},
                    Run{"rpc", {{"calls", "5"}}}, Run{"rpc", {{"calls", "5"}, {"reply", "defer"}}},
                    Run{"file-read", {{"file", "8 MB"}}}, Run{"file-write", {{"file", "8 MB"}}},
                    Run{"replay", {{"workload", "sort"}}}));

}  // namespace
}  // namespace flybar::experiments
