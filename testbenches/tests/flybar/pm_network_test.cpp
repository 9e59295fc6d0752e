/// Does PM keep a healthy network moving? Nothing is cut, refused or sent twice, whatever the
/// switches; and a faster card is not slower.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/tests/flybar/program.h"

namespace flybar::program {
namespace {

nlohmann::json results(const std::string& command) {
  const Ended ended =
      Workspace().run("run " + command + " --platform rwc-pentium-pro --quiet --json -");
  EXPECT_EQ(ended.code, 0) << command << "\n" << ended.err;
  return nlohmann::json::parse(ended.out, nullptr, false)["results"];
}

double value(const nlohmann::json& results, const char* name) {
  return results[name]["value"];
}

class PmOnSmallSwitches : public testing::TestWithParam<const char*> {};

/// These stood still for ever while a short message waited for its link.
TEST_P(PmOnSmallSwitches, ShortMessagesOfAllToAllNeverStandStill) {
  const nlohmann::json all =
      results(std::string("mpi-alltoall --set payload='1 B' --set rounds=1 --set network.shape=") +
              GetParam());

  EXPECT_EQ(value(all, "resent"), 0);
  EXPECT_EQ(value(all, "nacks"), 0);
  EXPECT_LT(value(all, "time"), 1500);
}

INSTANTIATE_TEST_SUITE_P(Networks, PmOnSmallSwitches,
                         testing::Values("clos --set switch.ports=4 --set nodes=15",
                                         "clos --set switch.ports=4 --set nodes=16",
                                         "clos --set switch.ports=5 --set nodes=17",
                                         "tree --set switch.ports=3 --set nodes=12"));

TEST(PmAllToAll, PagesAreNeitherCutNorSentTwice) {
  const nlohmann::json all =
      results("mpi-alltoall --set nodes=24 --set payload='32 KB' --set rounds=1");

  EXPECT_EQ(value(all, "resent"), 0);
  EXPECT_EQ(value(all, "nacks"), 0);
}

/// Acknowledgements come late, some while their packets are about to be sent again.
TEST(PmAllToAll, ATimeOutShorterThanTheWayOnlyAsks) {
  const nlohmann::json all =
      results("mpi-alltoall --set nodes=11 --set rounds=1 --set pm.retry='100 us'");

  EXPECT_GT(value(all, "nacks"), 0);  // the answers
  EXPECT_EQ(value(all, "resent"), 0);
}

TEST(PmOnAFasterCard, IsFaster) {
  const std::string fast = " --set lanai.clock='66.67 MHz'";

  EXPECT_LT(value(results("pm-latency" + fast), "latency"), 6);
  EXPECT_GT(value(results("pm-bandwidth" + fast), "bandwidth"), 120);
}

}  // namespace
}  // namespace flybar::program
