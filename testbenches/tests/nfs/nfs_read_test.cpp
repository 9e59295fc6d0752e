/// The experiment nfs-read.
#include "testbenches/experiments/nfs/nfs_read.h"

#include "testbenches/tests/experiments/inet/netperf_runs.h"

namespace flybar::experiments {
namespace {

const Place kAlpha{.platform = "alphastation-500"};
const Settings kFew = {{"file", "512 KB"}};

Settings few(const Settings& more) {
  Settings all = kFew;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// The first fault of these settings.
std::string refused(const Settings& settings) {
  try {
    const auto faults = Asked<NfsRead>(settings, kAlpha).faults();
    return faults.empty() ? "" : faults.front().where + ": " + faults.front().found;
  } catch (const ConfigurationError& error) {
    return error.what();
  }
}

TEST(NfsReadRun, OverTheVendorsFirmware) {
  const Numbers numbers = run<NfsRead>(kFew, kAlpha);

  EXPECT_GT(numbers.at("bandwidth"), 0);
  EXPECT_NEAR(numbers.at("bandwidth"), numbers.at("rate") * 8192 / 1e6, 1e-6);
  EXPECT_EQ(numbers.at("retransmissions"), 0);
  expect_sum(numbers, "CPU time of a READ", "client us");
  expect_sum(numbers, "CPU time of a READ", "server us");
}

TEST(NfsReadRun, OverEthernet) {
  const Numbers numbers = run<NfsRead>(
      few({{"transport", "ethernet"}}),
      {.platform = "alphastation-500",
       .parameters = {
           {"node.cards", "ring"}, {"system.networks", "lan"}, {"lan.framing", "ethernet"}}});

  EXPECT_LT(numbers.at("bandwidth"), 12.5);
  EXPECT_GT(numbers.at("bandwidth"), 0);
}

TEST(NfsReadRun, BothSteppingsAgree) {
  const Settings tiny = {{"file", "256 KB"}};

  EXPECT_EQ(run<NfsRead>(tiny, kAlpha), run<NfsRead>(tiny, {.platform = "alphastation-500",
                                                            .stepping = Stepping::kEveryClock}));
}

/// But for the clock at which the hosts have come up.
TEST(NfsReadRun, MoreDaemonsThanTheReadAheadNeedsGainNothing) {
  const Numbers two = run<NfsRead>(few({{"daemons", "2"}}), kAlpha);
  const Numbers many = run<NfsRead>(few({{"daemons", "32"}}), kAlpha);

  for (const char* name : {"bandwidth", "cpu_total", "server_cpu"})
    EXPECT_NEAR(two.at(name), many.at(name), 1e-3 * two.at(name)) << name;
  EXPECT_LE(many.at("daemons_used"), 2);
}

TEST(NfsReadRun, MoreReadAheadIsFaster) {
  EXPECT_GT(
      run<NfsRead>(kFew, {.platform = "alphastation-500", .parameters = {{"nfs.read_ahead", "4"}}})
          .at("bandwidth"),
      run<NfsRead>(kFew, kAlpha).at("bandwidth"));
}

TEST(NfsReadRun, WhatCannotBeIsRefused) {
  EXPECT_NE(refused({{"daemons", "0"}}).find("\"0\" is below 1"), std::string::npos);
  EXPECT_NE(refused({{"read_size", "16 KB"}}).find("above 8 KB"), std::string::npos);
  EXPECT_EQ(refused({{"file", "512 MB"}}), "file: 512 MB");
}

}  // namespace
}  // namespace flybar::experiments
