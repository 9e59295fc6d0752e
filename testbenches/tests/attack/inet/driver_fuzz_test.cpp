// Packets that no stack makes and messages that no driver sends, on a card that is late, and with
// pools and rings that are empty or full at any time.
#include <cstdio>
#include <cstdlib>

#include "testbenches/tests/attack/inet/driver_bench.h"
#include "testbenches/tests/inet/pair.h"

namespace flybar::inet {
namespace {

/// FLYBAR_INET_PACKETS packets instead, in the long form.
std::uint64_t packets() {
  const char* given = std::getenv("FLYBAR_INET_PACKETS");
  return given ? std::strtoull(given, nullptr, 10) : 4000;
}

using DriverFuzz = DriverBench;

TEST_F(DriverFuzz, EveryMessageArrivesAsItIsOrIsCounted) {
  random_.seed(chosen_seed(1));
  exchange(packets());
  EXPECT_EQ(counters_.wrong, 0u);
  EXPECT_GT(counters_.arrived, 0u);
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("%llu arrived, %llu malformed, %llu without frame, %llu of others, %llu not taken\n",
              number(counters_.arrived), number(counters_.malformed), number(counters_.no_frame),
              number(counters_.others), number(counters_.refused));
}

}  // namespace
}  // namespace flybar::inet
