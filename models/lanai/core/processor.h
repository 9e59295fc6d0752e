/// Runs the processor on the SRAM and on a bus, which is all that it knows of the chip.
///
/// What is frequent stands in steps.h, the rest in rare.h; only the file that instantiates the
/// template reads these.
#pragma once

#include <concepts>
#include <cstdint>

#include "models/lanai/core/core.h"

namespace flybar::lanai {

/// What a processor needs around it. `clock` counts within the run; `pc` is the instruction's.
template <class B>
concept ProcessorBus = requires(B bus, std::uint32_t address, std::uint32_t value, int clock,
                                std::uint32_t pc, std::uint8_t accesses) {
  // Special registers. A write is true if the run ends with its clock.
  { bus.status(clock) } -> std::same_as<std::uint32_t>;
  { bus.read_special(address, clock, pc) } -> std::same_as<std::uint32_t>;
  { bus.write_special(address, value, clock, pc) } -> std::same_as<bool>;
  // Words on which an engine works: the engines come to the end of `clock` clocks, and stay there.
  { bus.guarded(address) } -> std::same_as<bool>;
  bus.settle(clock);
  // Observation. note() and retired() tell of an instruction that is done; note() is false if the
  // bus wants retired() instead, and that is true if the run ends with this clock.
  { bus.recording() } -> std::same_as<bool>;
  { bus.note(clock, pc, accesses) } -> std::same_as<bool>;
  { bus.retired(clock, pc, value, clock, true) } -> std::same_as<bool>;
  bus.stored(address);
  // What the program did wrong. refuse_ functions do not return.
  bus.check_code(pc, clock);
  bus.refuse_instruction(pc, clock);
  bus.refuse_address(pc, clock, address);
};

template <class Bus>
class Processor final : public Core {
 public:
  Processor(Sram& sram, Bus& bus) : Core(sram), bus_(bus) {}

  static const StepTable kSteps;

  /// Runs through at most `clocks` clocks of a window, whose slots these are: the engines leave the
  /// processor the accesses that they say. Also reads the slot before. The first clock has number
  /// `first` in the window. Returns how many have passed: fewer if an instruction did something
  /// that ends the window.
  int run(const Slot* slots, int clocks, int first) {
    begin_ = slots;
    first_ = first;
    end_ = slots + clocks;
    const Slot* at = slots - 1;
    if (!plain_)
      resume(at);
    else if (at += at->next; at < end_)
      in_->step(*this, in_, next_, at, pipe_.flags);
    const auto passed = static_cast<int>(end_ - begin_);
    counters.clocks += static_cast<std::uint64_t>(passed);
    ahead_.next.reset();
    return passed;
  }

 private:
  template <class>
  friend struct Steps;

  // rare.h, with all in pipe_.
  void resume(const Slot* at);
  Instruction read_ahead(const Slot* at);
  void execute_any(const Instruction& in, const Slot* at);
  void access(const Instruction& in, const Slot* at);
  const Slot* wait_for_data(std::uint32_t address, const Slot* at);
  void retire(std::uint32_t pc, std::uint32_t result, int accesses, bool late, const Slot* at);
  const Decoded& decoded(std::uint32_t pc, const Slot* at);

  Bus& bus_;
};

}  // namespace flybar::lanai
