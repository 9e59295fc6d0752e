/// When it is said that timers of TCP limit a run.
#include "testbenches/experiments/inet/timeouts.h"

#include <gtest/gtest.h>

namespace flybar::experiments {
namespace {

/// Of a run of one connection, a second long.
Results limited(double busy, Time waited, Limit::Kind kind = Limit::Kind::kBusiest) {
  Results results;
  results.limit = {"host CPU of node0", kind, busy, "host.clock", "host CPU of node0"};
  limit_by_timeouts(
      results,
      {{3, waited},
       1e6,
       {{{"IP input queue full", true, 7, "ip.input_queue"}, {"gathered by copy", false, 9, ""}},
        {{"interface queue full", true, 8, "ip.interface_queue"}}}});
  return results;
}

TEST(Timeouts, LimitConnectionsThatWaitLongerThanAnythingIsBusy) {
  EXPECT_EQ(limited(49.9, Time::ms(500)).limit.resource, "retransmission timers of TCP");
  EXPECT_EQ(limited(50, Time::ms(500)).limit.resource, "host CPU of node0");
}

TEST(Timeouts, LimitMessagesThatWaitWhenTheyTakeMoreThanHalfOfTheTime) {
  const auto kind = Limit::Kind::kLongestWait;
  EXPECT_EQ(limited(20, Time::ms(500), kind).limit.resource, "host CPU of node0");
  EXPECT_EQ(limited(90, Time::ms(501), kind).limit.resource, "retransmission timers of TCP");
}

TEST(Timeouts, NameWhatWasLostMostFirstAndWhatHelps) {
  const Limit limit = limited(10, Time::ms(900)).limit;
  EXPECT_EQ(limit.text,
            "retransmission timers of TCP, for which connections wait 90 % of the time; "
            "time-outs: 3; packets lost: interface queue full (8), IP input queue full (7); faster "
            "with ip.interface_queue");
  EXPECT_EQ(limit.relief, "ip.interface_queue");
}

}  // namespace
}  // namespace flybar::experiments
