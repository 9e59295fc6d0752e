#include "testbenches/tests/agree/lockstep/run.h"

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/lanai/board/layer.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/myrinet/plan.h"
#include "models/systems/systems.h"

namespace flybar::lockstep {
namespace {

using experiments::Testbed;
using experiments::TrapezeStack;

/// Writes down what the interrupt line does; the CPU does not see it.
void divert_interrupts(Testbed& testbed, Witness& witness) {
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    testbed.hardware().node(n).card().on_interrupt = [&witness, n](bool level, Time at) {
      witness.on_interrupt(n, level, at);
    };
}

void enable_interrupts(host::Cpu& cpu, const Scenario& scenario) {
  namespace board = lanai::board;
  constexpr std::uint32_t kRegisters = Windows::kFirst + board::kRegisterOffset;
  cpu.store_word(kRegisters + lanai::regs::It::kOffset, scenario.timer);
  cpu.store_word(kRegisters + lanai::regs::Eimr::kOffset, scenario.interrupts);
  cpu.store_word(Windows::kFirst + board::Control::kOffset, board::Control::kInterruptEnableMask);
  cpu.drain();
}

/// Lets the nodes of a role have this kind of chip.
void use(const rtl::Kind& nic, LayerParams& node) {
  CardKind card = lanai::card_kind();
  card.name += "-under-test";
  card.make = nic.make;
  systems::parts().cards.push_back(card);
  auto& cards = node.get<cluster::NodeParts>().cards;
  cards = cluster::with_kind(cards, "lanai", card.name);
}

}  // namespace

std::string run(const Scenario& scenario, const How& how) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const auto system = scenario.system();
  if (how.nic)
    for (cluster::SystemParams::Role& role : system->params.roles) use(*how.nic, role.node);
  Witness witness(how.detail, !how.pins_only);
  const experiments::Context context{system->params,
                                     witness,
                                     how.stepping,
                                     {experiments::firmware_path(scenario.firmware)},
                                     how.instructions,
                                     {},
                                     {}};
  Testbed testbed(context,
                  {.plans = {myrinet::planned(scenario.topology())}, .patience = kNoMessageFor});
  TrapezeStack stack(testbed, {.notify = scenario.notify, .attach_frames = scenario.attach_frames});
  if (scenario.interrupts != 0) divert_interrupts(testbed, witness);
  Ledger ledger(scenario.nodes.size(), [&testbed] { testbed.progress(); });
  std::deque<Station> stations;
  std::size_t running = scenario.nodes.size();
  std::string at_end;
  Time end = Time::never();
  for (std::size_t n = 0; n < scenario.nodes.size(); ++n) {
    Station& station = stations.emplace_back(scenario.nodes[n], ledger, false);
    stack.run_on(n, [&](TrapezeStack::Host& host) {
      if (scenario.interrupts != 0) enable_interrupts(host.cpu, scenario);
      station.run(host);
      host.cpu.in_step();
      if (--running > 0) return;
      look_when_settled(host.cpu, [&] {
        end = kernel_time();
        at_end = final_text(testbed, how.pins_only);
      });
    });
  }
  try {
    testbed.run();
  } catch (const std::exception& error) {
    end = kernel_time();  // as far as all nodes have come for certain
    for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
      testbed.hardware().node(n).card().catch_up(end);
    at_end = std::string("stopped by: ") + error.what() + "\n";
  }
  return witness.text(end) + at_end +
         fmt::format("{} messages, {} delivered, {} by token, {} rejected, {} discarded\n",
                     ledger.messages(), ledger.delivered(), ledger.by_token(), ledger.rejected(),
                     ledger.discarded());
}

namespace {

Run run_of(const Scenario& scenario) {
  return [&scenario](const How& how) { return run(scenario, how); };
}

}  // namespace

std::optional<std::string> disagreement(const Scenario& scenario, bool instructions) {
  return disagreement(scenario.text(), run_of(scenario), {.instructions = instructions});
}

std::optional<std::string> disagreement(const Scenario& scenario, const rtl::Kind& nic) {
  return disagreement(scenario.text(), run_of(scenario),
                      {.instructions = true, .nic = &nic, .pins_only = true});
}

}  // namespace flybar::lockstep
