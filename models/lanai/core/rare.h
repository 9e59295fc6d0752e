/// What the processor does seldom, or while it is watched: any instruction, in any situation.
#pragma once

#include <algorithm>
#include <utility>

#include "models/lanai/core/access.h"
#include "models/lanai/core/execute.h"
#include "models/lanai/core/processor.h"

namespace flybar::lanai {

template <class Bus>
const Decoded& Processor<Bus>::decoded(std::uint32_t pc, const Slot* at) {
  if (!(pc & outside_) && code_[pc / 4].op != Op::kIllegal) return code_[pc / 4];
  bus_.check_code(pc, clock_of(at));
  if (at < end_ && bus_.guarded(pc)) {
    bus_.settle(clock_of(at) + 1);
    end_ = at + 1;
  }
  const Decoded& in = sram_.decode_at(pc);
  if (in.op == Op::kIllegal) bus_.refuse_instruction(pc, clock_of(at));
  return in;
}

/// What has been overwritten since it was read. It is copied, since it ends with its execution.
template <class Bus>
Instruction Processor<Bus>::read_ahead(const Slot* at) {
  bus_.check_code(pipe_.pc, clock_of(at));
  if (ahead_.pc->in.op == Op::kIllegal) bus_.refuse_instruction(pipe_.pc, clock_of(at));
  sram_.note_code_behind(ahead_.pc->in, pipe_.pc);
  return ahead_.pc->in;
}

/// Goes on after clock `at`.
template <class Bus>
void Processor<Bus>::resume(const Slot* at) {
  if (pipe_.bubble) {
    if (++at >= end_) return;
    pipe_.bubble = false;
    ++counters.load_use_stalls;
  }
  const Slot* const then = std::min(at + at->next, end_);
  if (pipe_.fetched) counters.data_stalls += static_cast<std::uint64_t>(then - at - 1);
  if (then == end_) return;
  if (ahead_.pc) return execute_any(read_ahead(then), then);
  if (!placed_ && !place_anew()) return execute_any(decoded(pipe_.pc, then), then);
  plain_ = true;
  const Step step = std::exchange(pipe_.fetched, false) ? kSteps.of_fetched(*in_) : in_->step;
  return step(*this, in_, next_, then, pipe_.flags);
}

/// The instruction at the pipeline's pc.
template <class Bus>
void Processor<Bus>::execute_any(const Instruction& in, const Slot* at) {
  if (is_memory(in.op)) return access(in.op == Op::kPrepareAddress ? prepare(in) : in, at);
  Pipeline& p = pipe_;
  const std::uint32_t own = p.pc;
  Jump jump;
  if (in.op == Op::kGeneral || in.op == Op::kGeneralF)
    execute_general(registers_, p.flags, jump, own, in);
  else
    execute(in.op, in.condition, registers_, p.flags, jump, in);
  if (jump.taken) {
    p.jump(jump.target);
    sram_.note_code(jump.target);
  }
  const bool branch = in.op == Op::kBranch || in.op == Op::kBranchAlways;
  if (branch && jump.taken && jump.target <= own) end_lap();
  p.shift();
  retire(own, registers_[in.rd], 1, false, at);
  return resume(at);
}

template <class Bus>
void Processor<Bus>::retire(std::uint32_t pc, std::uint32_t result, int accesses, bool late,
                            const Slot* at) {
  ++counters.instructions;
  ahead_.pc = at == begin_ ? std::exchange(ahead_.next, {}) : std::nullopt;
  if (bus_.retired(clock_of(at), pc, result, accesses, late)) end_ = at + 1;
}

/// The clock of the data access; the run's end if it comes after that.
template <class Bus>
const Slot* Processor<Bus>::wait_for_data(std::uint32_t address, const Slot* at) {
  Pipeline& p = pipe_;
  if (address >= size_) bus_.refuse_address(p.pc, clock_of(at), address);
  if (!p.fetched && at->wait > 0) {
    const Slot* const then = std::min(at + at->wait, end_);
    counters.data_stalls += static_cast<std::uint64_t>(then - at);
    p.fetched = true;
    at = then;
  }
  if (at < end_ && bus_.guarded(address)) {
    bus_.settle(clock_of(at) + 1);
    end_ = at + 1;
  }
  return at;
}

/// Any load or store.
template <class Bus>
void Processor<Bus>::access(const Instruction& in, const Slot* at) {
  Registers& r = registers_;
  Pipeline& p = pipe_;
  const Access access = access_of(in.op);
  const std::uint32_t own = p.pc, base = r[in.rs1], sum = base + r[in.rs2] + in.immediate;
  const std::uint32_t address = access.post ? base : sum;
  const bool special = address >= kSpecialBase;
  if (!special) at = wait_for_data(address, at);
  if (at == end_) return;
  const bool late = p.fetched;  // the data access had to wait
  const int accesses = late || special ? 1 : 2;
  p.fetched = false;
  p.shift();
  std::uint32_t value = r[in.rd];
  bool stored_over_next = false;
  if (!access.store)
    value = special ? bus_.read_special(address, clock_of(at), own)
                    : load(sram_, access.width, address);
  if (access.update) r[in.rs1] = sum;
  if (access.store) {
    acted_ |= special;
    if (!special) {
      bus_.stored(address);
      stored_over_next = store(sram_, access.width, address, value) && p.pc == (address & ~3u);
    } else if (bus_.write_special(address, value, clock_of(at), own)) {
      end_ = at + 1;
    }
  } else if (access.width == Op::kLoadPc) {
    p.after_next = value;  // two delay slots
    sram_.note_code(value);
  } else {
    r[in.rd] = value;
    p.bubble = must_wait(p.pc, in.rd, at);
  }
  retire(own, value, accesses, late, at);
  if (stored_over_next) keep(sram_.overwritten());
  return resume(at);
}

}  // namespace flybar::lanai
