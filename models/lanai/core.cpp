#include "models/lanai/core.h"

#include "models/lanai/access.h"
#include "models/lanai/chip.h"
#include "models/lanai/execute.h"

namespace flybar::lanai {

void Core::reset() {
  state = CoreState();
  state.registers[1] = 0xFFFFFFFF;
}

/// `kFree`: the processor never waits for the SRAM, and `left` is not looked at. What changes in
/// each clock is in local variables, since this loop is where most of the time of a run goes; what
/// is rare is done elsewhere, so that they stay in the host's registers.
template <bool kWatched, bool kFree>
int Core::step(const std::uint8_t* left, int clocks, int first) {
  Sram& sram = chip_.sram();
  const std::uint32_t size = sram.size();
  const Instruction* const code = sram.code();
  const std::uint32_t outside = sram.outside_code();
  Registers& r = state.registers;
  // Member by member: as a whole it would be kept in memory.
  Place at{state.pipe.pc, state.pipe.next, state.pipe.after_next};
  Flags flags = state.pipe.flags;
  bool& fetched = state.pipe.fetched;
  bool& bubble = state.pipe.bubble;
  std::int64_t end = clocks;  // the window ends earlier if something happens
  std::int64_t i = 0;

  const auto save = [&] {
    state.pipe.pc = at.pc;
    state.pipe.next = at.next;
    state.pipe.after_next = at.after_next;
    state.pipe.flags = flags;
  };
  // Completes the instruction in this clock.
  const auto retire = [&](std::uint32_t result, int accesses, bool late) {
    const std::uint32_t own = at.pc;
    at.shift();
    ++counters.instructions;
    if constexpr (kWatched) {
      save();
      if (chip_.retired(first + static_cast<int>(i), own, result, accesses, late)) end = i + 1;
    }
    ++i;
  };
  const auto pass_bubble = [&] {
    bubble = false;
    ++counters.load_use_stalls;
    ++i;
  };
  // Waits until the data access can be made; false if that is not in this window.
  const auto wait_for_data = [&] {
    while (!kFree && left[i] <= (fetched ? 0 : 1)) {
      fetched = true;
      ++counters.data_stalls;
      if (++i == end) return false;
    }
    return true;
  };
  // An address that makes trouble.
  const auto is_rare = [&](std::uint32_t address) {
    return address >= size || (!kFree && chip_.guards().hold(address));
  };

  if (bubble && i < end) pass_bubble();
  while (i < end) {
    if (!kFree && left[i] == 0 && !fetched) {
      ++counters.fetch_stalls;
      ++i;
      continue;
    }
    if (at.pc & outside) [[unlikely]] {
      save();
      decoded(at.pc, first + static_cast<int>(i));
    }
    const Instruction& in = code[at.pc / 4];
    const Todo todo = execute(r, flags, at, in);
    if (todo == Todo::kShift) {
      retire(r[in.rd], 1, false);
      continue;
    }
    const std::uint32_t address = r[in.rs1] + r[in.rs2] + in.immediate;
    if (todo == Todo::kRare || is_rare(address)) {
      save();
      const Progress now{static_cast<int>(i), static_cast<int>(end)};
      const Progress then = step_rare(in, left, now, first, kWatched);
      i = then.now;
      end = then.end;
      at = {state.pipe.pc, state.pipe.next, state.pipe.after_next};
      flags = state.pipe.flags;
      continue;
    }
    if (!wait_for_data()) break;
    const bool late = fetched;
    fetched = false;
    if (todo == Todo::kStore) {
      const std::uint32_t value = r[in.rd];
      if constexpr (kWatched) chip_.stored(address);
      sram.set_word(address, value);
      retire(value, late ? 1 : 2, late);
      continue;
    }
    const std::uint32_t value = sram.word(address);
    r[in.rd] = value;
    const bool waits = must_wait(sram, code, size, at.next, in.rd);
    if constexpr (kWatched) bubble = waits;
    retire(value, late ? 1 : 2, late);
    if (!waits) continue;
    bubble = i >= end;
    if (!bubble) pass_bubble();
  }
  save();
  return static_cast<int>(i);
}

int Core::run(const std::uint8_t* left, int clocks, int first) {
  return step<false, false>(left, clocks, first);
}
int Core::run_watched(const std::uint8_t* left, int clocks, int first) {
  return step<true, false>(left, clocks, first);
}
int Core::run_free(int clocks, int first) {
  return step<false, true>(nullptr, clocks, first);
}
int Core::run_free_watched(int clocks, int first) {
  return step<true, true>(nullptr, clocks, first);
}

}  // namespace flybar::lanai
