/// Systems in which the two ways of stepping have disagreed.
#include <gtest/gtest.h>

#include "models/lanai/image/image.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "testbenches/experiments/measure/testbed.h"
#include "testbenches/programs/lanai/bare_chip.h"
#include "testbenches/tests/agree/lockstep/run.h"

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

/// A chip on which the MCP finds a message in its ring when it starts.
class ResetWithADoorbell : public lanai::BareChip {
 public:
  explicit ResetWithADoorbell(const std::string& firmware)
      : BareChip("chip", Stepping::kEveryClock, observer()),
        image_(lanai::load_image({experiments::firmware_path(firmware)}, Bytes(256 * 1024))) {
    using namespace trapeze::layout;
    chip.set_image(&image_);
    load(0, image_.bytes);
    const std::uint32_t endpoint = image_.find("tpz_endpoint").value().address;
    const auto set = [&](std::uint32_t offset, std::uint32_t value) {
      chip.sram().set_word(endpoint + offset, value);
    };
    set(Endpoint::kConfig + Config::kVersion, kLayoutVersion);
    set(Endpoint::kConfig + Config::kMode, kModeEager);
    set(Endpoint::kConfig + Config::kSendThreshold, 128);
    set(Endpoint::kConfig + Config::kReceiveThreshold, 128);
    set(Endpoint::kConfig + Config::kMaxPayload, 8192);
    set(Endpoint::kConfig + Config::kSendEntries, kSendEntries);
    set(Endpoint::kConfig + Config::kReceiveEntries, kReceiveEntries);
    set(Endpoint::kRoutes + Route::kLength, Route::kLengthValidMask);
    set(Endpoint::kSend + SendEntry::kOwner, kOwnerNic);
  }
  /// Clocks from the end of the reset to the first byte.
  std::int64_t clocks_to_first_byte() {
    start();
    const Time released = now();
    while (!first_byte_ && now() < Time::ms(1)) run(Cycles(1));
    return (first_byte_.value() - released) / chip.params().clock;
  }
  const lanai::SendGate& declared() const { return image_.gate; }

 private:
  static Observer& observer() {
    static Observer none;
    return none;
  }
  void link_symbols(tlm::tlm_generic_payload&, sc_core::sc_time& delay) override {
    if (!first_byte_) first_byte_ = from_systemc(delay);
  }

  const lanai::Image image_;
  std::optional<Time> first_byte_;
};

class SendGateOfTheMcp : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Optimised, SendGateOfTheMcp, testing::Values("", "-Os", "-O0"));

TEST_P(SendGateOfTheMcp, HoldsIfADoorbellWaitsForTheEndOfTheReset) {
  ResetWithADoorbell on(std::string("trapeze") + GetParam() + ".elf");
  ASSERT_TRUE(on.declared().declared());
  const std::int64_t clocks = on.clocks_to_first_byte();

  EXPECT_GE(clocks, on.declared().after_reset);
  EXPECT_LT(clocks, 10 * on.declared().after_reset);
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
