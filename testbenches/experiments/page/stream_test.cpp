#include "testbenches/experiments/page/stream.h"
#include "models/systems/trapeze.h"

#include <gtest/gtest.h>

#include "models/cluster/platform.h"

namespace flybar::experiments {
namespace {

/// The published number that the bandwidth is compared with.
std::string published(const std::string& sender_writes, const std::string& payload = "8 KB") {
  const auto system = systems::load_trapeze(cluster::find_platform("alcor-miata"));
  Stream stream;
  Parameters options;
  stream.describe(options);
  options.set("messages", "2");
  options.set("sender_writes", sender_writes);
  options.set("payload", payload);
  Observer observer;
  return stream.run({.system = system->params, .observer = observer}).numbers[0].published;
}

TEST(Stream, ASenderThatWritesNothingHasItsPublishedNumber) {
  EXPECT_EQ(published("none"), "U033");
}

TEST(Stream, ASenderThatWritesAllHasItsPublishedNumber) {
  EXPECT_EQ(published("all"), "U054");
}

TEST(Stream, AnotherPayloadHasNoPublishedNumber) {
  EXPECT_EQ(published("none", "4 KB"), "");
}

}  // namespace
}  // namespace flybar::experiments
