/// What the processor does seldom, or while it is watched: any instruction, in any situation.
#include <algorithm>
#include <utility>

#include "models/lanai/board/chip.h"
#include "models/lanai/core/access.h"
#include "models/lanai/core/core.h"
#include "models/lanai/core/execute.h"

namespace flybar::lanai {

int Core::wants() const {
  const Pipeline p = state().pipe;
  if (p.bubble) return 0;
  if (p.fetched || p.pc >= size_) return 1;
  const Instruction in = decode(sram_.word(p.pc), p.pc);
  if (!is_memory(in.op)) return 1;
  const bool prepared = in.op == Op::kPrepareAddress;
  const auto value = [&](std::uint8_t r) { return r == kPc ? p.pc : registers_[r]; };
  const std::uint32_t base = value(in.rs1);
  const std::uint32_t sum =
      in.immediate + (prepared ? alu(in.operation, base, value(in.index), p.flags).value
                               : base + registers_[in.rs2]);
  return (access_of(prepared ? in.inner : in.op).post ? base : sum) >= kSpecialBase ? 1 : 2;
}

/// An address that is worked out by a rare operation: leaves the offset in the scratch register.
const Instruction& Core::prepare(const Instruction& in) {
  Registers& r = registers_;
  r[kPc] = pipe_.pc;
  const std::uint32_t base = r[in.rs1];
  r[kScratch] = alu(in.operation, base, r[in.index], pipe_.flags).value - base;
  prepared_ = in;
  prepared_.op = in.inner;
  return prepared_;
}

const Decoded& Core::decoded(std::uint32_t pc, const Slot* at) {
  if (!(pc & outside_) && code_[pc / 4].op != Op::kIllegal) return code_[pc / 4];
  const Time t = chip_.begin_of(clock_of(at));
  chip_.check_code(pc, t);
  const Decoded& in = sram_.decode_at(pc);
  if (in.op == Op::kIllegal)
    chip_.fault(pc, t,
                {"the word there is no instruction of this processor",
                 "instructions that clang-14 --target=lanai makes",
                 "look whether the program has jumped into data, or overwritten itself"});
  return in;
}

/// Whether the instruction at `pc`, which follows a load, reads what is still being loaded.
bool Core::must_wait(std::uint32_t pc, std::uint8_t loaded) const {
  if (pc >= size_) return false;
  const Decoded& known = code_[pc / 4];
  const Decoded& in = known.op == Op::kIllegal ? sram_.decode_at(pc) : known;
  return in.reads >> (loaded & 31) & 1;
}

/// So that steps.cpp can go on: if the program is where there may be code, and no second jump is
/// under way.
bool Core::place_anew() {
  const Pipeline& p = pipe_;
  placed_ = p.after_next == p.next + 4 && !((p.pc | p.next) & outside_) && !watched_;
  if (!placed_) return false;
  in_ = code_ + p.pc / 4;
  next_ = code_ + p.next / 4;
  return true;
}

/// Goes on after clock `at`.
void Core::resume(const Slot* at) {
  if (pipe_.bubble) {
    if (++at >= end_) return;
    pipe_.bubble = false;
    ++counters.load_use_stalls;
  }
  const Slot* const then = std::min(at + at->next, end_);
  if (pipe_.fetched) counters.data_stalls += static_cast<std::uint64_t>(then - at - 1);
  if (then == end_) return;
  if (!placed_ && !place_anew()) return execute_any(decoded(pipe_.pc, then), then);
  plain_ = true;
  const Step step = std::exchange(pipe_.fetched, false) ? step_of_fetched(*in_) : in_->step;
  return step(*this, in_, next_, then, pipe_.flags);
}

/// The instruction at the pipeline's pc.
void Core::execute_any(const Instruction& in, const Slot* at) {
  if (is_memory(in.op)) return access(in.op == Op::kPrepareAddress ? prepare(in) : in, at);
  Pipeline& p = pipe_;
  const std::uint32_t own = p.pc;
  Jump jump;
  if (in.op == Op::kGeneral || in.op == Op::kGeneralF)
    execute_general(registers_, p.flags, jump, own, in);
  else
    execute(in.op, in.condition, registers_, p.flags, jump, in);
  if (jump.taken) p.jump(jump.target);
  p.shift();
  retire(own, registers_[in.rd], 1, false, at);
  return resume(at);
}

void Core::retire(std::uint32_t pc, std::uint32_t result, int accesses, bool late, const Slot* at) {
  ++counters.instructions;
  if (chip_.retired(clock_of(at), pc, result, accesses, late)) end_ = at + 1;
}

/// The clock of the data access; the run's end if it comes after that.
const Slot* Core::wait_for_data(std::uint32_t address, const Slot* at) {
  Pipeline& p = pipe_;
  if (address >= size_)
    chip_.fault_at(p.pc, chip_.begin_of(clock_of(at)), address, "an access outside the SRAM",
                   "look for a wrong pointer or index");
  if (!p.fetched && at->wait > 0) {
    const Slot* const then = std::min(at + at->wait, end_);
    counters.data_stalls += static_cast<std::uint64_t>(then - at);
    p.fetched = true;
    at = then;
  }
  if (at < end_ && chip_.guarded(address)) {
    chip_.settle(clock_of(at) + 1);
    end_ = at + 1;
  }
  return at;
}

/// Any load or store.
void Core::access(const Instruction& in, const Slot* at) {
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
  if (!access.store)
    value = special ? chip_.read_special(address, clock_of(at), own)
                    : load(sram_, access.width, address);
  if (access.update) r[in.rs1] = sum;
  if (access.store) {
    if (!special) {
      chip_.stored(address);
      store(sram_, access.width, address, value);
    } else if (chip_.write_special(address, value, clock_of(at), own)) {
      end_ = at + 1;
    }
  } else if (access.width == Op::kLoadPc) {
    p.after_next = value;  // two delay slots
  } else {
    r[in.rd] = value;
    p.bubble = must_wait(p.pc, in.rd);
  }
  retire(own, value, accesses, late, at);
  return resume(at);
}

}  // namespace flybar::lanai
