#include "testbenches/experiments/page/stream.h"
#include "models/myrinet/network_params.h"
#include "models/systems/systems.h"

#include <gtest/gtest.h>

#include <map>

#include "models/cluster/files/platform.h"

namespace flybar::experiments {
namespace {

/// The results of 200 messages on a network with these errors.
std::map<std::string, double> results_with(double byte_errors) {
  auto system = systems::load(cluster::find_platform("alcor-miata"));
  system->params.shared.get<myrinet::NetworkParams>().faults.byte_errors = byte_errors;
  Stream stream;
  Parameters options;
  stream.describe(options);
  options.set("messages", "200");
  Observer observer;
  std::map<std::string, double> results;
  for (const Result& result : stream.run({.system = system->params, .observer = observer}).numbers)
    results[result.name] = result.value;
  return results;
}

TEST(Stream, GoesOnAfterMessagesThatTheNetworkLoses) {
  auto results = results_with(1e-5);

  EXPECT_GT(results["messages_missing"], 10);
  // Data with its warm-up, and a report for each eight messages.
  EXPECT_NEAR(results["messages_received"] + results["messages_missing"], 232 * 9 / 8, 3);
  EXPECT_GT(results["bandwidth"], 70);
}

TEST(Stream, OfWhichNothingComesHasNoBandwidth) {
  EXPECT_THROW(results_with(1e-2), StoppedByFaults);
}

}  // namespace
}  // namespace flybar::experiments
