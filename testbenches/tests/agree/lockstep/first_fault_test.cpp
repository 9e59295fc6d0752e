/// The earliest fault of several nodes is the one reported, in both ways of stepping.
#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/systems/systems.h"
#include "testbenches/experiments/stacks/trapeze/trapeze_stack.h"
#include "testbenches/tests/child.h"

namespace flybar::lockstep {
namespace {

using experiments::Testbed;
using experiments::TrapezeStack;

/// What a card does not survive.
void break_card(host::Cpu& cpu) {
  constexpr std::uint32_t kRegisters = Windows::kFirst + lanai::board::kRegisterOffset;
  cpu.store_word(kRegisters + lanai::regs::Rml::kOffset, 0xFFFFFFFC);
}

/// What stops a run in which the hosts of both nodes break their cards, that of node 1 some 100 ns
/// before that of node 0.
std::string first_fault(Stepping stepping) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const cluster::SystemParams system = systems::defaults("trapeze");
  Observer observer;
  Testbed testbed({.system = system, .observer = observer, .stepping = stepping}, {});
  TrapezeStack stack(testbed, {});
  for (std::size_t n = 0; n < 2; ++n)
    stack.run_on(n, [](TrapezeStack::Host& host) {
      host.cpu.sleep(Time::ms(2) - host.cpu.now());
      host.cpu.spend(host.node == 0 ? Time::ns(500) : Time::ns(400), {"test"});
      break_card(host.cpu);
      host.cpu.sleep(Time::ms(1));
    });
  try {
    testbed.run();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "no fault";
}

TEST(FirstFault, IsTheEarliestInBothWaysOfStepping) {
  const std::string every_clock = in_child([] { return first_fault(Stepping::kEveryClock); });
  const std::string fast = in_child([] { return first_fault(Stepping::kFast); });

  EXPECT_EQ(every_clock.substr(0, 12), "system.node1") << every_clock;
  EXPECT_EQ(fast, every_clock);
}

}  // namespace
}  // namespace flybar::lockstep
