/// What the MyriAPI experiments measure, and that it does not depend on how chips are stepped.
#include "testbenches/experiments/myriapi/myriapi_bandwidth.h"
#include "testbenches/experiments/myriapi/myriapi_latency.h"
#include "testbenches/tests/experiments/inet/netperf_runs.h"

namespace flybar::experiments {
namespace {

const Place kAlphas{.platform = "alphastation-500"};
const Place kEveryClock{.platform = "alphastation-500", .stepping = Stepping::kEveryClock};

double latency(Settings settings, const Settings& parameters = {}) {
  settings.emplace_back("round_trips", "10");
  return run<MyriapiLatency>(settings, {"alphastation-500", parameters}).at("latency");
}

double bandwidth(Settings settings) {
  settings.emplace_back("messages", "200");
  return run<MyriapiBandwidth>(settings, kAlphas).at("bandwidth");
}

TEST(MyriapiLatencyTest, OfAPageLiesInItsBound) {
  const double page = latency({{"payload", "8 KB"}});
  EXPECT_GE(page, 400);
  EXPECT_LE(page, 430);
}

TEST(MyriapiLatencyTest, ACopyTakesAPassOverThePage) {
  const double none = latency({{"copies", "0"}}), one = latency({{"copies", "1"}}),
               two = latency({{"copies", "2"}});
  const double pass = 8192 / 80.0;  // us, at host.copy_rate
  EXPECT_NEAR(one - none, pass, 5);
  EXPECT_NEAR(two - one, pass, 5);
}

TEST(MyriapiLatencyTest, AMessageTakesTwoCalls) {
  const double less = latency({}, {{"myriapi.call", "5 us"}});
  const double more = latency({}, {{"myriapi.call", "25 us"}});
  EXPECT_NEAR(more - less, 2 * 20, 3);
}

TEST(MyriapiBandwidthTest, TheHostsCopyLimitsIt) {
  const double none = bandwidth({{"copies", "0"}}), one = bandwidth({{"copies", "1"}});
  EXPECT_GT(none, one);
  EXPECT_NEAR(one, 53.3, 2);
}

TEST(MyriapiBandwidthTest, InterruptsBringAllMessagesToo) {
  EXPECT_NEAR(bandwidth({{"notify", "interrupt"}}), 53.3, 2);
}

TEST(MyriapiSteppingTest, BothWaysOfSteppingSayTheSame) {
  const Settings few{{"round_trips", "3"}};
  EXPECT_EQ(run<MyriapiLatency>(few, kAlphas), run<MyriapiLatency>(few, kEveryClock));
  const Settings interrupts{{"messages", "20"}, {"notify", "interrupt"}, {"payload", "2000 B"}};
  EXPECT_EQ(run<MyriapiBandwidth>(interrupts, kAlphas),
            run<MyriapiBandwidth>(interrupts, kEveryClock));
}

}  // namespace
}  // namespace flybar::experiments
