/// What the processor does often: one function for each operation, and for each kind of branch.
#pragma once

#include <utility>

#include "models/lanai/core/access.h"
#include "models/lanai/core/execute.h"
#include "models/lanai/core/processor.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::lanai {

template <class Bus>
struct Steps {
  static Processor<Bus>& processor(Core& core) { return static_cast<Processor<Bus>&>(core); }
  static Bus& bus(Core& core) { return processor(core).bus_; }

  /// The instruction before `in` is done, in clock `at`.
  [[gnu::always_inline]] static void go_on(Core& core, const Decoded* in, const Decoded* next,
                                           const Slot* at, LazyFlags flags) {
    ++core.counters.instructions;
    at += at->next;
    if (at >= core.end_) return core.pause(in, next, flags);
    return in->step(core, in, next, at, flags);
  }

  static void rare(Core& core, const Decoded* in, const Decoded* next, const Slot* at,
                   LazyFlags flags) {
    core.interrupt(in, next, flags);
    return processor(core).execute_any(*in, at);
  }

  /// A load or store that has been fetched already.
  static void rare_fetched(Core& core, const Decoded* in, const Decoded* next, const Slot* at,
                           LazyFlags flags) {
    core.pipe_.fetched = true;
    return rare(core, in, next, at, flags);
  }

  static void undecoded(Core& core, const Decoded* in, const Decoded* next, const Slot* at,
                        LazyFlags flags) {
    processor(core).decoded(core.address_of(in), at);
    return in->step(core, in, next, at, flags);
  }

  template <Op kOp, Condition kCondition>
  static void compute(Core& core, const Decoded* in, const Decoded* next, const Slot* at,
                      LazyFlags flags) {
    Jump jump;
    const Condition condition = kOp == Op::kBranch ? kCondition : in->condition;
    execute(kOp, condition, core.registers_, flags, jump, *in);
    if (!jump.taken) return go_on(core, next, next + 1, at, flags);
    if (jump.target & core.outside_) return rare(core, in, next, at, flags);
    if constexpr (kOp != Op::kBranch && kOp != Op::kBranchAlways) core.sram_.note_code(jump.target);
    const Decoded* const target = core.code_ + jump.target / 4;
    if constexpr (kOp == Op::kBranch || kOp == Op::kBranchAlways)
      if (target <= in) core.end_lap();
    return go_on(core, next, target, at, flags);
  }

  static std::uint32_t address(const Core& core, const Instruction& in) {
    return core.registers_[in.rs1] + core.registers_[in.rs2] + in.immediate;
  }

  /// Whether an access to this address needs no care.
  static bool harmless(const Core& core, std::uint32_t address) {
    return address < core.limit_ || (address < core.size_ && !core.guard_.hold(address));
  }

  /// Likewise if the bus takes note of it, for the processor need not be stopped for that.
  static bool noted(Core& core, const Decoded* next, const Slot* at, std::uint32_t address) {
    const bool memory = address < core.size_ && at->wait == 0 && !bus(core).guarded(address);
    return (memory || address >= kSpecialBase) && next->op != Op::kIllegal &&
           bus(core).note(core.clock_of(at), core.address_of(next), memory ? 2 : 1);
  }

  /// The data access waits beyond the end of the window.
  [[gnu::noinline]] static void wait(Core& core, const Decoded* in, const Decoded* next,
                                     const Slot* at, LazyFlags flags) {
    core.counters.data_stalls += static_cast<std::uint64_t>(core.end_ - at);
    core.pipe_.fetched = true;
    core.plain_ = false;
    return core.pause(in, next, flags);
  }

  /// `in` waits beyond the end of the window for what the instruction before it loads.
  [[gnu::noinline]] static void wait_for_load(Core& core, const Decoded* in, const Decoded* next,
                                              const Slot*, LazyFlags flags) {
    ++core.counters.instructions;
    core.pipe_.bubble = true;
    core.plain_ = false;
    return core.pause(in, next, flags);
  }

  /// `value` has been loaded in clock `at`.
  [[gnu::always_inline]] static void loaded(Core& core, const Decoded* in, const Decoded* next,
                                            const Slot* at, LazyFlags flags, std::uint32_t value) {
    const std::uint8_t rd = in->rd;
    core.registers_[rd] = value;
    if (next->reads >> (rd & 31) & 1) {
      if (++at >= core.end_) return wait_for_load(core, next, next + 1, at, flags);
      ++core.counters.load_use_stalls;
    }
    return go_on(core, next, next + 1, at, flags);
  }

  template <Op kOp, bool kFetched>
  static void load(Core& core, const Decoded* in, const Decoded* next, const Slot* at,
                   LazyFlags flags) {
    const std::uint32_t from = address(core, *in);
    if (!harmless(core, from) || next->op == Op::kIllegal)
      return (kFetched ? rare_fetched : load_with_care)(core, in, next, at, flags);
    const std::size_t clocks = kFetched ? 0 : at->wait;
    if (at + clocks >= core.end_) return wait(core, in, next, at, flags);
    core.counters.data_stalls += clocks;
    return loaded(core, in, next, at + clocks, flags, lanai::load(core.sram_, kOp, from));
  }

  /// Most of what is read of the special registers is the status.
  [[gnu::noinline]] static void load_with_care(Core& core, const Decoded* in, const Decoded* next,
                                               const Slot* at, LazyFlags flags) {
    const std::uint32_t from = address(core, *in);
    const bool status = from >= kSpecialBase && special_offset(from) == regs::Isr::kOffset;
    if (!status || bus(core).recording() || next->op == Op::kIllegal)
      return load_noted(core, in, next, at, flags);
    return loaded(core, in, next, at, flags, bus(core).status(core.clock_of(at)));
  }

  [[gnu::noinline]] static void load_noted(Core& core, const Decoded* in, const Decoded* next,
                                           const Slot* at, LazyFlags flags) {
    const std::uint32_t from = address(core, *in);
    if (!noted(core, next, at, from)) return rare(core, in, next, at, flags);
    const std::uint32_t value =
        from >= kSpecialBase ? bus(core).read_special(from, core.clock_of(at), core.address_of(in))
                             : lanai::load(core.sram_, in->op, from);
    return loaded(core, in, next, at, flags, value);
  }

  static bool hits(const Core& core, const Decoded* next, std::uint32_t address) {
    return core.address_of(next) == (address & ~3u);
  }

  /// The program has written over `in`, which was read before and is the next to be done.
  [[gnu::noinline]] static void stored_over(Core& core, const Decoded* in, const Slot* at,
                                            LazyFlags flags) {
    ++core.counters.instructions;
    core.interrupt(in, in + 1, flags);
    core.keep(core.sram_.overwritten());
    return processor(core).resume(at);
  }

  template <Op kOp, bool kFetched>
  static void store(Core& core, const Decoded* in, const Decoded* next, const Slot* at,
                    LazyFlags flags) {
    const std::uint32_t to = address(core, *in);
    if (!harmless(core, to))
      return (kFetched ? rare_fetched : store_with_care)(core, in, next, at, flags);
    const std::size_t clocks = kFetched ? 0 : at->wait;
    if (at + clocks >= core.end_) return wait(core, in, next, at, flags);
    core.counters.data_stalls += clocks;
    if (lanai::store(core.sram_, kOp, to, core.registers_[in->rd]) && hits(core, next, to))
      return stored_over(core, next, at + clocks, flags);
    return go_on(core, next, next + 1, at + clocks, flags);
  }

  [[gnu::noinline]] static void store_with_care(Core& core, const Decoded* in, const Decoded* next,
                                                const Slot* at, LazyFlags flags) {
    const std::uint32_t to = address(core, *in);
    const std::uint32_t value = core.registers_[in->rd];
    if (to >= kSpecialBase) {
      core.acted_ = true;
      if (bus(core).write_special(to, value, core.clock_of(at), core.address_of(in)))
        core.end_ = at + 1;
      return go_on(core, next, next + 1, at, flags);
    }
    if (!noted(core, next, at, to)) return rare(core, in, next, at, flags);
    bus(core).stored(to);
    if (lanai::store(core.sram_, in->op, to, value) && hits(core, next, to))
      return stored_over(core, next, at, flags);
    return go_on(core, next, next + 1, at, flags);
  }

  template <Op kOp, bool kFetched>
  static constexpr Step of() {
    if constexpr (kOp == Op::kIllegal) return undecoded;
    if constexpr (kOp >= Op::kLoadWord && kOp < Op::kLoadPc) return load<kOp, kFetched>;
    if constexpr (kOp >= Op::kStoreWord && kOp <= Op::kStoreByte) return store<kOp, kFetched>;
    if constexpr (kFetched) return rare_fetched;
    if constexpr (is_memory(kOp) || kOp == Op::kGeneral || kOp == Op::kGeneralF) return rare;
    return compute<kOp, Condition::kTrue>;
  }

  template <bool kFetched, std::size_t... kCodes>
  static constexpr std::array<Step, sizeof...(kCodes)> ops(std::index_sequence<kCodes...>) {
    return {of<static_cast<Op>(kCodes), kFetched>()...};
  }
  template <std::size_t... kCodes>
  static constexpr std::array<Step, sizeof...(kCodes)> branches(std::index_sequence<kCodes...>) {
    return {compute<Op::kBranch, static_cast<Condition>(kCodes)>...};
  }
};

template <class Bus>
constinit const StepTable Processor<Bus>::kSteps = {
    Steps<Bus>::template ops<false>(std::make_index_sequence<StepTable::kOps>()),
    Steps<Bus>::template ops<true>(std::make_index_sequence<StepTable::kOps>()),
    Steps<Bus>::branches(std::make_index_sequence<16>())};

}  // namespace flybar::lanai
