/// What the rpc experiment measures, on the platform of the published table.
#include "testbenches/experiments/rpc/rpc.h"
#include "models/systems/systems.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "testbenches/experiments/rpc/rpc_caller.h"
#include "testbenches/experiments/stacks/calls/kernels.h"
#include "testbenches/tests/experiments/measure/faults_of.h"

namespace flybar::experiments {
namespace {

using namespace literals;
using Options = std::vector<std::pair<std::string, std::string>>;

/// One run with few calls.
Results measure(const Options& options, const std::vector<cluster::Setting>& settings = {}) {
  const auto system = systems::load(cluster::find_platform("alcor-miata"), settings);
  Rpc rpc;
  Parameters parameters;
  rpc.describe(parameters);
  parameters.set("calls", "20");
  for (const auto& [key, value] : options) parameters.set(key, value);
  Observer observer;
  return rpc.run({.system = system->params, .observer = observer});
}

/// The error for options that are refused.
std::string refusal(const std::string& platform, const Options& options,
                    const std::vector<cluster::Setting>& settings = {}) {
  const auto system = systems::load(cluster::find_platform(platform), settings);
  Rpc rpc;
  const std::vector<Fault> faults = faults_of(rpc, system->params, options);
  return faults.empty() ? "" : ConfigurationError(faults).what();
}

double number(const Results& results, const std::string& name) {
  for (const Result& result : results.numbers)
    if (result.name == name) return result.value;
  ADD_FAILURE() << "no result " << name;
  return 0;
}

TEST(Rpc, AWaitingCallersRateFollowsFromItsLatency) {
  const Results results = measure({});

  EXPECT_NEAR(number(results, "rate") * number(results, "latency"), 1e6, 5e4);
}

/// A kernel that calls without blocking, and one that answers.
struct TwoKernels {
  explicit TwoKernels(std::int64_t outstanding)
      : caller(testbed, kernels.gmsnet(0), {.payload = 0_B, .blocking = false, .patience = 50_ms},
               outstanding) {}

  void run(const std::function<void(TrapezeStack::Host&)>& program) {
    stack.run_on(1, [](TrapezeStack::Host&) {});
    stack.run_on(0, program);
    testbed.run();
  }

  cluster::SystemParams system = systems::defaults("trapeze");
  Observer observer;
  const Context context{.system = system, .observer = observer};
  Testbed testbed{context, {}};
  TrapezeStack stack{testbed, {.notify = trapeze::Notify::kInterrupt}};
  FramePools pools{testbed};
  Kernels kernels{stack, pools};
  PageService service{kernels.gmsnet(1), 0_B};
  RpcCaller caller;
};

TEST(Rpc, ACallersProcessSleepsOnceForAllItsNonblockingCalls) {
  TwoKernels two(4);
  two.run([&](TrapezeStack::Host&) {
    RpcCaller::Phase phase{.calls = 40, .outstanding = 4};
    two.caller.run(phase);
  });

  const host::Cpu& cpu = two.testbed.hardware().node(0).cpu;
  // The pageout daemon, the server thread, the continuation daemon, the program; and that again.
  EXPECT_EQ(cpu.use().by_label().at("context switch") / cpu.params().context_switch, 5);
}

TEST(Rpc, CallsAreTimedAfterThoseThatFindIdleNicsAndBeforeTheLastOnes) {
  TwoKernels two(1);
  two.run([&](TrapezeStack::Host& host) {
    RpcCaller::Phase phase{.calls = 4, .untimed = 2};
    const Time begin = host.cpu.now();
    two.caller.run(phase);
    const double two_calls = (phase.end - phase.begin).us() / 2;
    EXPECT_NEAR((phase.begin - begin).us(), two_calls, 10);
    EXPECT_NEAR((host.cpu.now() - phase.end).us(), two_calls, 10);
  });
}

TEST(Rpc, WhatAServerDoesCountsUntilItsLastMessage) {
  TwoKernels two(1);
  Time called;
  two.run([&](TrapezeStack::Host& host) {
    RpcCaller::Phase phase{.calls = 4};
    const Time begin = host.cpu.now();
    two.caller.run(phase);
    called = host.cpu.now() - begin;
    host.cpu.sleep(1_ms);
  });

  EXPECT_LT(two.stack.counted(1), called);
  EXPECT_GT(4 * two.stack.counted(1), 3 * called);
}

TEST(Rpc, AThirdHopTakesAboutHalfAsLongAgain) {
  const Results results = measure({{"hops", "3"}});

  EXPECT_GT(number(results, "latency"), 90);
  EXPECT_LT(number(results, "latency"), 130);
}

TEST(Rpc, SeveralCallsOutstandingMakeARateBeyondThatOfOne) {
  const Results results = measure({{"reply", "cont"}});

  EXPECT_GT(number(results, "rate") * number(results, "latency"), 2e6);
}

TEST(Rpc, NonblockingCallsThatAreNeverAnsweredEndTheRun) {
  try {
    measure({{"reply", "cont"}},
            {{"--set", "link.dead_cable", "0"}, {"--set", "link.dead_from", "300 us"}});
    FAIL() << "all calls were answered";
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("none of them was answered for 50 ms"),
              std::string::npos)
        << error.what();
  }
}

TEST(Rpc, SeveralBlockedCallersWaitAtOnce) {
  const Results results = measure({{"outstanding", "4"}});

  EXPECT_GT(number(results, "rate") * number(results, "latency"), 1.5e6);
}

TEST(Rpc, APayloadOfMoreThanAPageFrameIsRefused) {
  EXPECT_EQ(refusal("pentium-ii-440lx", {{"payload", "4 KB"}}), "");
  EXPECT_EQ(refusal("pentium-ii-440lx", {{"payload", "8 KB"}}),
            "payload: 8 KB is more than a page frame; allowed: 0 B .. 4 KB; lower it, or raise "
            "host.frame");
}

TEST(Rpc, AReceiveRingWithFramesOfSeveralPagesIsRefusedIfTheCallerKeepsThem) {
  EXPECT_EQ(refusal("pentium-ii-440lx", {{"payload", "4 KB"}, {"delivery", "unsolicited"}}),
            "mcp.max_payload: 64 KB is more than a page frame, with delivery=unsolicited; allowed: "
            "up to 4 KB; lower it, or choose delivery=solicited or delivery=copy");
}

TEST(Rpc, ThreeNodesOnSwitchesOfTwoPortsAreRefused) {
  EXPECT_EQ(refusal("alcor-miata", {{"hops", "3"}}, {{"test", "switch.ports", "2"}}),
            "switch.ports: 2 for a tree of switches; allowed: 3 or more; use larger switches or a "
            "direct cable");
}

TEST(Rpc, BandwidthIsPayloadTimesRate) {
  const Results results = measure({{"payload", "4 KB"}});

  EXPECT_NEAR(number(results, "bandwidth"), number(results, "rate") * 4096e-6, 1e-6);
}

}  // namespace
}  // namespace flybar::experiments
