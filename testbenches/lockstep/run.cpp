#include "testbenches/lockstep/run.h"

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/lanai/board/chip.h"
#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/lanai/registers/generated/lanai_regs.hpp"
#include "testbenches/lockstep/child.h"

namespace flybar::lockstep {
namespace {

using experiments::Testbed;
using experiments::TrapezeStack;

/// After the last node has finished: no node has run beyond this yet, for none is ever more than
/// 1 ms ahead of the kernel, and no packet is under way.
constexpr Time kSettled = Time::us(1100);

std::string core_text(const std::string& node, const lanai::Core& core) {
  const lanai::CoreCounters& counters = core.counters;
  const lanai::CoreState state = core.state();
  std::string text = fmt::format(
      "{} at the end: pc {:#x} {:#x} {:#x} flags {:#x} fetched {} bubble {}, {} instructions, {} + "
      "{} + {} stalls\n",
      node, state.pipe.pc, state.pipe.next, state.pipe.after_next, unsigned{state.pipe.flags},
      state.pipe.fetched, state.pipe.bubble, counters.instructions, counters.fetch_stalls(),
      counters.data_stalls, counters.load_use_stalls);
  for (std::size_t i = 0; i < state.registers.size(); ++i)
    text += fmt::format("{} r{} {:#x}\n", node, i, state.registers[i]);
  return text;
}

std::string chip_text(const std::string& node, lanai::Chip& chip) {
  constexpr std::uint32_t kBlock = 64;
  std::string text = core_text(node, chip.core());
  for (std::uint32_t offset = 0; offset < 0x100; offset += 4)
    text += fmt::format("{} register {:#x}: {:#x}\n", node, offset, chip.special(offset));
  for (std::uint32_t at = 0; at < chip.sram().size(); at += kBlock)
    text += fmt::format("{} SRAM {:#x}: {:x}\n", node, at, hash(chip.sram().bytes(at, kBlock)));
  return text;
}

std::string cable_text(const std::string& name, const myrinet::CableCounters& cable) {
  return fmt::format("{} {} B, {} packets, {} STOPs, {} B damaged, {} B and {} tails lost\n", name,
                     cable.bytes, cable.packets, cable.stops, cable.damaged_bytes, cable.lost_bytes,
                     cable.lost_tails);
}

std::string memory_text(const std::string& node, const Board& board) {
  constexpr std::size_t kBlock = 64;
  const std::span<const std::uint8_t> memory = board.memory();
  std::string text;
  for (std::size_t at = 0; at < memory.size(); at += kBlock)
    text += fmt::format("{} SRAM {:#x}: {:x}\n", node, at, hash(memory.subspan(at, kBlock)));
  return text + fmt::format("{} memory waits {}\n", node, quantity::print(board.memory_waits()));
}

std::string final_text(Testbed& testbed, bool pins_only) {
  cluster::Hardware& hardware = testbed.hardware();
  std::string text = "simulated " + quantity::print(kernel_time()) + "\n";
  for (std::size_t n = 0; n < hardware.nodes(); ++n) {
    const std::string node = "node " + std::to_string(n);
    cluster::Node& parts = hardware.node(n);
    parts.board->catch_up(kernel_time());
    text += pins_only ? memory_text(node, *parts.board)
                      : chip_text(node, lanai::Chip::of(*parts.board));
    text += node + " CPU busy " + quantity::print(parts.cpu.use().busy()) + "\n";
    text += cable_text(node + " sent", hardware.network().sent(n));
    text += cable_text(node + " received", hardware.network().received(n));
  }
  return text;
}

/// Writes down what the interrupt line does; the CPU does not see it.
void divert_interrupts(Testbed& testbed, Witness& witness) {
  for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
    testbed.hardware().node(n).board->on_interrupt = [&witness, n](bool level, Time at) {
      witness.on_interrupt(n, level, at);
    };
}

void enable_interrupts(host::Cpu& cpu, const Scenario& scenario) {
  namespace board = lanai::board;
  constexpr std::uint32_t kRegisters = cluster::Node::kBoardBase + board::kRegisterOffset;
  cpu.store_word(kRegisters + lanai::regs::It::kOffset, scenario.timer);
  cpu.store_word(kRegisters + lanai::regs::Eimr::kOffset, scenario.interrupts);
  cpu.store_word(cluster::Node::kBoardBase + board::Control::kOffset,
                 board::Control::kInterruptEnableMask);
  cpu.drain();
}

}  // namespace

std::string run(const Scenario& scenario, const How& how) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const auto system = scenario.system();
  if (how.nic)
    for (cluster::SystemParams::Role& role : system->params.roles)
      role.node.get<MakeBoard>() = how.nic->make;
  Witness witness(how.detail, !how.pins_only);
  const experiments::Context context{system->params,
                                     witness,
                                     how.stepping,
                                     {experiments::firmware_path(scenario.firmware)},
                                     how.instructions,
                                     {},
                                     {}};
  Testbed testbed(context, {.topology = scenario.topology()});
  TrapezeStack stack(testbed, {.notify = scenario.notify, .attach_frames = scenario.attach_frames});
  if (scenario.interrupts != 0) divert_interrupts(testbed, witness);
  Ledger ledger(scenario.nodes.size());
  std::deque<Station> stations;
  std::size_t running = scenario.nodes.size();
  std::string at_end;
  for (std::size_t n = 0; n < scenario.nodes.size(); ++n) {
    Station& station = stations.emplace_back(scenario.nodes[n], ledger, false);
    stack.run_on(n, [&](TrapezeStack::Host& host) {
      if (scenario.interrupts != 0) enable_interrupts(host.cpu, scenario);
      station.run(host);
      host.cpu.sync();
      if (--running > 0) return;
      sc_core::wait(to_systemc(kSettled));
      at_end = final_text(testbed, how.pins_only);
    });
  }
  Time end = Time::never();
  try {
    testbed.run();
  } catch (const std::exception& error) {
    end = kernel_time();  // as far as all nodes have come for certain
    for (std::size_t n = 0; n < testbed.hardware().nodes(); ++n)
      testbed.hardware().node(n).board->catch_up(end);
    at_end = std::string("stopped by: ") + error.what() + "\n";
  }
  return witness.text(end) + at_end +
         fmt::format("{} messages, {} delivered, {} by token, {} rejected, {} discarded\n",
                     ledger.messages(), ledger.delivered(), ledger.by_token(), ledger.rejected(),
                     ledger.discarded());
}

namespace {

struct Difference {
  std::string before;  ///< the last lines that agree
  std::string fast;    ///< or of another kind of chip
  std::string every_clock;
};

/// The line that begins at `at`.
std::string line(const std::string& text, std::size_t at) {
  return at >= text.size() ? "nothing more" : text.substr(at, text.find('\n', at) - at);
}

std::size_t lines_before(const std::string& text, std::size_t at, int count) {
  for (; count > 0 && at > 0; --count) {
    const std::size_t end = text.rfind('\n', at - 2);
    at = end == std::string::npos || at < 2 ? 0 : end + 1;
  }
  return at;
}

std::optional<Difference> compare(const std::string& fast, const std::string& every_clock) {
  // A process that died has agreed with nothing.
  if (fast == every_clock && !fast.starts_with("error: ")) return std::nullopt;
  const auto differs =
      std::mismatch(fast.begin(), fast.end(), every_clock.begin(), every_clock.end());
  const auto common = static_cast<std::size_t>(differs.first - fast.begin());
  const std::size_t begin = common == 0 ? 0 : fast.rfind('\n', common - 1) + 1;
  const std::size_t context = lines_before(fast, begin, 4);
  return Difference{fast.substr(context, begin - context), line(fast, begin),
                    line(every_clock, begin)};
}

std::optional<Difference> compare_runs(const Scenario& scenario, How how) {
  how.stepping = Stepping::kFast;
  Child fast([=, &scenario] { return run(scenario, how); });
  how.stepping = Stepping::kEveryClock;
  how.nic = nullptr;
  const std::string every_clock = in_child([=, &scenario] { return run(scenario, how); });
  return compare(fast.result(), every_clock);
}

/// If the lines are hashes of a stretch of instructions: which.
std::optional<Stretch> stretch_of(const std::string& line) {
  const std::size_t word = line.find(" stretch ");
  if (word == std::string::npos) return std::nullopt;
  return Stretch{line.substr(0, word), std::stoull(line.substr(word + 9))};
}

std::string explain(const Difference& difference, const How& how) {
  const std::string first = how.nic ? "NIC " + std::string(how.nic->name) : "fast stepping";
  return "after\n" + difference.before + first + ":  " + difference.fast +
         "\nevery clock:    " + difference.every_clock + "\n";
}

std::optional<std::string> disagreement(const Scenario& scenario, How how) {
  auto difference = compare_runs(scenario, how);
  if (!difference) return std::nullopt;
  std::string text = scenario.text() + (how.instructions ? "" : "instructions not ") +
                     "observed; first difference " + explain(*difference, how);
  auto stretch = stretch_of(difference->fast);
  if (!stretch) stretch = stretch_of(difference->every_clock);
  if (!stretch) return text;
  how.detail = *stretch;
  if (const auto inside = compare_runs(scenario, how)) text += "there " + explain(*inside, how);
  return text;
}

}  // namespace

std::optional<std::string> disagreement(const Scenario& scenario, bool instructions) {
  return disagreement(scenario, How{.instructions = instructions});
}

std::optional<std::string> disagreement(const Scenario& scenario, const rtl::Kind& nic) {
  return disagreement(scenario, How{.instructions = true, .nic = &nic, .pins_only = true});
}

}  // namespace flybar::lockstep
