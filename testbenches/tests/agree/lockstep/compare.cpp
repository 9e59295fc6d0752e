#include "testbenches/tests/agree/lockstep/compare.h"

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/lanai/board/chip.h"
#include "models/myrinet/network.h"
#include "testbenches/tests/child.h"

namespace flybar::lockstep {
namespace {

using experiments::Testbed;

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
  for (const Use& use : board.uses())
    text += fmt::format("{} {} {}\n", node, use.resource->name, quantity::print(use.time));
  return text;
}

}  // namespace

void look_when_settled(host::Cpu& cpu, const std::function<void()>& look) {
  // No node is ever more than 1 ms ahead of the kernel.
  constexpr Time kSettled = Time::us(1100);
  sc_core::sc_spawn([&look] {
    sc_core::wait(to_systemc(kSettled));
    look();
  });
  cpu.sleep(kSettled + kSettled);
}

std::string final_text(Testbed& testbed, bool pins_only) {
  cluster::Hardware& hardware = testbed.hardware();
  std::string text = "simulated " + quantity::print(kernel_time()) + "\n";
  for (std::size_t n = 0; n < hardware.nodes(); ++n) {
    const std::string node = "node " + std::to_string(n);
    cluster::Node& parts = hardware.node(n);
    parts.card().catch_up(kernel_time());
    text += pins_only ? memory_text(node, lanai::LanaiBoard::of(parts.card()))
                      : chip_text(node, lanai::Chip::of(parts.card()));
    text += node + " CPU busy " + quantity::print(parts.cpu.use().busy()) + "\n";
    const auto& network = dynamic_cast<const myrinet::Network&>(hardware.network());
    text += cable_text(node + " sent", network.counters_from(n));
    text += cable_text(node + " received", network.received(n));
  }
  return text;
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

std::optional<Difference> compare_runs(const Run& run, How how) {
  how.stepping = Stepping::kFast;
  Child fast([=, &run] { return run(how); });
  how.stepping = Stepping::kEveryClock;
  how.nic = nullptr;
  const std::string every_clock = in_child([=, &run] { return run(how); });
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

}  // namespace

std::optional<std::string> disagreement(const std::string& system, const Run& run, How how) {
  auto difference = compare_runs(run, how);
  if (!difference) return std::nullopt;
  std::string text = system + (how.instructions ? "" : "instructions not ") +
                     "observed; first difference " + explain(*difference, how);
  auto stretch = stretch_of(difference->fast);
  if (!stretch) stretch = stretch_of(difference->every_clock);
  if (!stretch) return text;
  how.detail = *stretch;
  if (const auto inside = compare_runs(run, how)) text += "there " + explain(*inside, how);
  return text;
}

}  // namespace flybar::lockstep
