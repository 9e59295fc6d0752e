/// Systems in which the two ways of stepping have disagreed.
#include <gtest/gtest.h>

#include "models/lanai/image/image.h"
#include "testbenches/experiments/testbed/testbed.h"
#include "testbenches/lockstep/run.h"

namespace flybar::lockstep {
namespace {

/// Two nodes that send each other a few messages.
Scenario exchange() {
  Scenario scenario;
  scenario.stand_on("alphastation-500");
  scenario.nodes.resize(2);
  for (std::size_t n = 0; n < 2; ++n) {
    NodePlan& plan = scenario.nodes[n];
    plan.begin = Time::ms(2);
    plan.expected = 4;
    for (const std::int64_t payload : {0, 400, 8192, 2000}) {
      Message message;
      message.to = static_cast<trapeze::Node>(1 - n);
      message.control = Bytes(32);
      message.payload = Bytes(payload);
      message.gap = Time::us(150);
      plan.messages.push_back(message);
    }
  }
  return scenario;
}

void expect_agreement(const Scenario& scenario) {
  for (const bool instructions : {true, false}) {
    const auto found = disagreement(scenario, instructions);
    EXPECT_FALSE(found) << *found;
  }
}

/// Without that, nodes would run ahead of each other in short steps only.
TEST(SendDistance, OfTheMcpIsKnownInEveryMode) {
  const lanai::Image image =
      lanai::load_image({experiments::firmware_path("trapeze.elf")}, Bytes(256 * 1024));
  for (const char* mode :
       {"mcp_store_and_forward", "mcp_static_pulses", "mcp_eager", "mcp_functional"}) {
    const std::uint32_t pc = image.find(mode).value().address;
    EXPECT_GT(image.sends.clocks({.pc = pc, .next = pc + 4, .after_next = pc + 8}), 30);
  }
}

/// The interrupt left with the window in which it was raised, not with its clock.
TEST(Lockstep, AnInterruptIsRaisedOneClockAfterItsInstruction) {
  Scenario scenario = exchange();
  scenario.notify = trapeze::Notify::kInterrupt;
  expect_agreement(scenario);
}

/// A resting processor gave way to a host's read, although it comes first.
TEST(Lockstep, AHostReadWaitsForAProcessorThatComesFirst) {
  Scenario scenario = exchange();
  scenario.set("lanai.arbitration", "cpu-host-receive-send");
  expect_agreement(scenario);
}

TEST(Lockstep, ControlByDmaMakesNoDifference) {
  Scenario scenario = exchange();
  scenario.set("mcp.control_transfer", "dma");
  expect_agreement(scenario);
}

/// The link had been free for more picoseconds than the plan's numbers hold, and so seemed busy.
TEST(Lockstep, APacketAfterALongPauseBeginsAsSoonAsItMay) {
  Scenario scenario = exchange();
  scenario.wiring = Wiring::kDirect;  // no route bytes: plans send whole words only
  scenario.set("link.length", "14 m");
  scenario.set("switch.slack", "200 B");
  for (NodePlan& plan : scenario.nodes) plan.begin = Time::us(3300);
  expect_agreement(scenario);
}

}  // namespace
}  // namespace flybar::lockstep
