/// What the processor does seldom: any instruction that its loop leaves out (core.cpp).
#include "models/lanai/access.h"
#include "models/lanai/chip.h"
#include "models/lanai/core.h"
#include "models/lanai/execute.h"

namespace flybar::lanai {

int Core::wants() const {
  const Pipeline& p = state.pipe;
  if (p.bubble) return 0;
  if (p.fetched || p.pc >= chip_.sram().size()) return 1;
  const Instruction in = decode(chip_.sram().word(p.pc), p.pc);
  if (!is_memory(in.op)) return 1;
  const bool prepared = in.op == Op::kPrepareAddress;
  const auto value = [&](std::uint8_t r) { return r == kPc ? p.pc : state.registers[r]; };
  const std::uint32_t base = value(in.rs1);
  const std::uint32_t sum =
      in.immediate + (prepared ? alu(in.operation, base, value(in.index), p.flags).value
                               : base + state.registers[in.rs2]);
  return (access_of(prepared ? in.inner : in.op).post ? base : sum) >= kSpecialBase ? 1 : 2;
}

/// An address that is worked out by a rare operation: leaves the offset in the scratch register.
const Instruction& Core::prepare(const Instruction& in) {
  Registers& r = state.registers;
  r[kPc] = state.pipe.pc;
  const std::uint32_t base = r[in.rs1];
  r[kScratch] = alu(in.operation, base, r[in.index], state.pipe.flags).value - base;
  prepared_ = in;
  prepared_.op = in.inner;
  return prepared_;
}

const Instruction& Core::decoded(std::uint32_t pc, int clock) {
  const Time t = chip_.begin_of(clock);
  if (pc % 4 != 0) chip_.fault(pc, t, "the program counter is no word address");
  if (pc >= chip_.sram().size()) chip_.fault(pc, t, "the program counter has left the SRAM");
  const Instruction& in = chip_.sram().decode_at(pc);
  chip_.check_code(pc, t);
  if (in.op == Op::kIllegal)
    chip_.fault(pc, t, "the word there is no instruction of this processor");
  return in;
}

/// The instruction at the pipeline's pc, in the clock `at.now`. `left` is null if the processor
/// never waits.
[[gnu::noinline]] Core::Progress Core::step_rare(const Instruction& in, const std::uint8_t* left,
                                                 Progress at, int first, bool watched) {
  Pipeline& p = state.pipe;
  if (in.op == Op::kIllegal) {
    decoded(p.pc, first + at.now);
    return at;
  }
  if (is_memory(in.op)) {
    const Instruction& plain = in.op == Op::kPrepareAddress ? prepare(in) : in;
    return access(plain, left, at, first, watched);
  }
  const std::uint32_t own = p.pc;
  execute_general(state.registers, p, in);
  p.shift();
  ++counters.instructions;
  if (watched && chip_.retired(first + at.now, own, state.registers[in.rd], 1, false))
    at.end = at.now + 1;
  ++at.now;
  return at;
}

/// Any load or store.
Core::Progress Core::access(const Instruction& in, const std::uint8_t* left, Progress at, int first,
                            bool watched) {
  Sram& sram = chip_.sram();
  Registers& r = state.registers;
  Pipeline& p = state.pipe;
  const Access access = access_of(in.op);
  const std::uint32_t own = p.pc, base = r[in.rs1], sum = base + r[in.rs2] + in.immediate;
  const std::uint32_t address = access.post ? base : sum;
  const bool special = address >= kSpecialBase;
  const int clock = first + at.now;
  if (!special) {
    if (address >= sram.size()) [[unlikely]]
      chip_.fault(own, chip_.begin_of(clock), "an access outside the SRAM", address);
    if (left && left[at.now] <= (p.fetched ? 0 : 1)) {
      p.fetched = true;
      ++counters.data_stalls;
      ++at.now;
      return at;
    }
    if (left && chip_.guards().hold(address) && chip_.guarded(address)) {
      chip_.settle(clock + 1);
      at.end = at.now + 1;
    }
  }
  const bool late = p.fetched && !special;  // the data access had to wait
  const int accesses = p.fetched || special ? 1 : 2;
  p.fetched = false;
  p.shift();
  std::uint32_t value = r[in.rd];
  bool ends = false;
  if (!access.store)
    value = special ? chip_.read_special(address, clock, own) : load(sram, access.width, address);
  if (access.update) r[in.rs1] = sum;
  if (access.store) {
    if (special) {
      ends = chip_.write_special(address, value, clock, own);
    } else {
      if (watched) chip_.stored(address);
      store(sram, access.width, address, value);
    }
  } else if (access.width == Op::kLoadPc) {
    p.after_next = value;  // two delay slots
  } else {
    r[in.rd] = value;
    p.bubble = must_wait(sram, sram.code(), sram.size(), p.pc, in.rd);
  }
  ++counters.instructions;
  if (watched && chip_.retired(clock, own, value, accesses, late)) ends = true;
  if (ends) at.end = at.now + 1;
  ++at.now;
  if (p.bubble && at.now < at.end) {
    p.bubble = false;
    ++counters.load_use_stalls;
    ++at.now;
  }
  return at;
}

}  // namespace flybar::lanai
