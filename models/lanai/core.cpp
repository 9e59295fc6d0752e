#include "models/lanai/core.h"

#include <bit>

#include "models/lanai/chip.h"

namespace flybar::lanai {

namespace {

constexpr bool is_memory(Op op) {
  return op >= Op::kLoadWord;
}

constexpr bool is_pre(Op op) {
  return (op >= Op::kLoadWordPre && op <= Op::kLoadPcPre) ||
         (op >= Op::kStoreWordPre && op <= Op::kStoreBytePre);
}
constexpr bool is_post(Op op) {
  return (op >= Op::kLoadWordPost && op <= Op::kLoadPcPost) ||
         (op >= Op::kStoreWordPost && op <= Op::kStoreBytePost);
}
constexpr bool is_updating(Op op) {
  return is_pre(op) || is_post(op);
}

/// The width and direction of an access, whatever it does to its base.
constexpr Op plain(Op op) {
  const auto code = static_cast<unsigned>(op);
  constexpr auto kLoad = static_cast<unsigned>(Op::kLoadWord);
  constexpr auto kStore = static_cast<unsigned>(Op::kStoreWord);
  return is_load(op) ? static_cast<Op>(kLoad + (code - kLoad) % 6)
                     : static_cast<Op>(kStore + (code - kStore) % 3);
}

/// Counts are 0 to 31.
constexpr std::uint32_t arithmetic_right(std::uint32_t value, std::uint32_t count) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value) >> count);
}

using Registers = std::array<std::uint32_t, kRegisters>;

/// Executes anything that neither accesses memory nor jumps. The rare operations go through alu().
[[gnu::always_inline]] inline void execute(Registers& r, Flags& flags, const Instruction& in) {
  const auto set_flags = [&](AluResult result) {
    r[in.rd] = result.value;
    flags = result.flags;
  };
  const std::uint32_t a = r[in.rs1];
  switch (in.op) {
    case Op::kNop:
      break;
    case Op::kSetConstant:
      r[in.rd] = in.immediate;
      break;
    case Op::kAdd:
      r[in.rd] = a + r[in.rs2];
      break;
    case Op::kAddWithCarry:
      r[in.rd] = a + r[in.rs2] + (flags & kCarry);
      break;
    case Op::kSub:
      r[in.rd] = a - r[in.rs2];
      break;
    case Op::kSubWithBorrow:
      r[in.rd] = a + ~r[in.rs2] + (flags & kCarry);
      break;
    case Op::kAnd:
      r[in.rd] = a & r[in.rs2];
      break;
    case Op::kOr:
      r[in.rd] = a | r[in.rs2];
      break;
    case Op::kXor:
      r[in.rd] = a ^ r[in.rs2];
      break;
    case Op::kShift:
      r[in.rd] = shift(a, r[in.rs2], false).value;
      break;
    case Op::kShiftArithmetic:
      r[in.rd] = shift(a, r[in.rs2], true).value;
      break;
    case Op::kAddF:
      set_flags(add(a, r[in.rs2], 0));
      break;
    case Op::kAddWithCarryF:
      set_flags(add(a, r[in.rs2], flags & kCarry));
      break;
    case Op::kSubF:
      set_flags(add(a, ~r[in.rs2], 1));
      break;
    case Op::kSubWithBorrowF:
      set_flags(add(a, ~r[in.rs2], flags & kCarry));
      break;
    case Op::kAndF:
      set_flags(logic(a & r[in.rs2]));
      break;
    case Op::kOrF:
      set_flags(logic(a | r[in.rs2]));
      break;
    case Op::kXorF:
      set_flags(logic(a ^ r[in.rs2]));
      break;
    case Op::kShiftF:
      set_flags(shift(a, r[in.rs2], false));
      break;
    case Op::kShiftArithmeticF:
      set_flags(shift(a, r[in.rs2], true));
      break;
    case Op::kAddImm:
      r[in.rd] = a + in.immediate;
      break;
    case Op::kAddWithCarryImm:
      r[in.rd] = a + in.immediate + (flags & kCarry);
      break;
    case Op::kSubImm:
      r[in.rd] = a - in.immediate;
      break;
    case Op::kSubWithBorrowImm:
      r[in.rd] = a + ~in.immediate + (flags & kCarry);
      break;
    case Op::kAndImm:
      r[in.rd] = a & in.immediate;
      break;
    case Op::kOrImm:
      r[in.rd] = a | in.immediate;
      break;
    case Op::kXorImm:
      r[in.rd] = a ^ in.immediate;
      break;
    case Op::kShiftLeftImm:
      r[in.rd] = a << in.immediate;
      break;
    case Op::kShiftRightImm:
      r[in.rd] = a >> in.immediate;
      break;
    case Op::kShiftRightArithmeticImm:
      r[in.rd] = arithmetic_right(a, in.immediate);
      break;
    case Op::kAddImmF:
      set_flags(add(a, in.immediate, 0));
      break;
    case Op::kAddWithCarryImmF:
      set_flags(add(a, in.immediate, flags & kCarry));
      break;
    case Op::kSubImmF:
      set_flags(add(a, ~in.immediate, 1));
      break;
    case Op::kSubWithBorrowImmF:
      set_flags(add(a, ~in.immediate, flags & kCarry));
      break;
    case Op::kAndImmF:
      set_flags(logic(a & in.immediate));
      break;
    case Op::kOrImmF:
      set_flags(logic(a | in.immediate));
      break;
    case Op::kXorImmF:
      set_flags(logic(a ^ in.immediate));
      break;
    case Op::kShiftLeftImmF:
      set_flags(shift_left(a, in.immediate));
      break;
    case Op::kShiftRightImmF:
      set_flags(shift_right(a, in.immediate));
      break;
    case Op::kShiftRightArithmeticImmF:
      set_flags(shift_right_arithmetic(a, in.immediate));
      break;
    case Op::kPopulation:
      r[in.rd] = alu(Alu::kPopulation, a, 0, 0).value;
      break;
    case Op::kLeadingZeros:
      r[in.rd] = alu(Alu::kLeadingZeros, a, 0, 0).value;
      break;
    case Op::kTrailingZeros:
      r[in.rd] = alu(Alu::kTrailingZeros, a, 0, 0).value;
      break;
    case Op::kSelect:
      r[in.rd] = holds(in.condition, flags) ? a : r[in.rs2];
      break;
    case Op::kSetCondition:
      r[in.rd] = holds(in.condition, flags) ? 1 : 0;
      break;
    default:
      break;
  }
}

/// The target takes the place behind the delay slot.
[[gnu::always_inline]] inline void jump(Pipeline& p, std::uint32_t target) {
  p.next = target;
  p.after_next = target + 4;
}

[[gnu::always_inline]] inline void shift_pipeline(Pipeline& p) {
  p.pc = p.next;
  p.next = p.after_next;
  p.after_next += 4;
}

[[gnu::always_inline]] inline void execute_general(Registers& r, Pipeline& p, const Instruction& in,
                                                   std::uint32_t own) {
  r[kPc] = own;
  if (!holds(in.condition, p.flags)) return;
  const AluResult result = alu(in.operation, r[in.rs1], r[in.rs2] + in.immediate, p.flags);
  if (in.op == Op::kGeneralF) p.flags = result.flags;
  if (in.rd == kPc) return jump(p, result.value);
  r[in.rd] = result.value;
}

[[gnu::always_inline]] inline void execute_control(Registers& r, Pipeline& p, const Instruction& in,
                                                   std::uint32_t own) {
  switch (in.op) {
    case Op::kBranchAlways:
      return jump(p, in.immediate);
    case Op::kBranch:
      if (holds(in.condition, p.flags)) jump(p, in.immediate);
      return;
    case Op::kJump:
      return jump(p, r[in.rs1] + in.immediate);
    case Op::kJumpIf:
      if (holds(in.condition, p.flags)) jump(p, r[in.rs1] + in.immediate);
      return;
    default:
      return execute_general(r, p, in, own);
  }
}

/// Loads `count` bytes' worth as `op` says; the address is inside the memory.
std::uint32_t load(const Sram& sram, Op op, std::uint32_t address) {
  switch (op) {
    case Op::kLoadHalf:
      return sram.half(address);
    case Op::kLoadHalfSigned:
      return static_cast<std::uint32_t>(static_cast<std::int16_t>(sram.half(address)));
    case Op::kLoadByte:
      return sram.byte(address);
    case Op::kLoadByteSigned:
      return static_cast<std::uint32_t>(static_cast<std::int8_t>(sram.byte(address)));
    default:
      return sram.word(address);
  }
}

void store(Sram& sram, Op op, std::uint32_t address, std::uint32_t value) {
  if (op == Op::kStoreWord) return sram.set_word(address, value);
  if (op == Op::kStoreHalf) return sram.set_half(address, value);
  sram.set_byte(address, value);
}

}  // namespace

void Core::reset() {
  state = CoreState();
  state.registers[1] = 0xFFFFFFFF;
}

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
  return (is_post(prepared ? in.inner : in.op) ? base : sum) >= kSpecialBase ? 1 : 2;
}

/// An address that is worked out by a rare operation: leaves the offset in the scratch register.
Instruction Core::prepare(const Instruction& in, std::uint32_t own) {
  Registers& r = state.registers;
  r[kPc] = own;
  const std::uint32_t base = r[in.rs1];
  r[kScratch] = alu(in.operation, base, r[in.index], state.pipe.flags).value - base;
  Instruction inner = in;
  inner.op = in.inner;
  return inner;
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

/// Whether the instruction that follows a load reads what is still being loaded.
bool Core::must_wait(std::uint32_t pc, std::uint8_t loaded) {
  if (pc >= chip_.sram().size()) return false;
  const Instruction* in = &chip_.sram().code(pc);
  if (in->op == Op::kIllegal) in = &chip_.sram().decode_at(pc);
  return std::uint64_t{in->reads} >> loaded & 1;
}

template <bool kWatched>
int Core::step(const Record* records, int clocks) {
  Sram& sram = chip_.sram();
  const std::uint32_t size = sram.size();
  Registers& r = state.registers;
  Pipeline p = state.pipe;
  std::uint64_t instructions = 0;
  bool over = false;  // something ends the window with this clock
  int i = 0;

  const auto retire = [&](std::uint32_t own, std::uint32_t result, int accesses) {
    ++instructions;
    if constexpr (kWatched) {
      state.pipe = p;
      counters.instructions += instructions;
      instructions = 0;
      over |= chip_.retired(i, own, result, accesses);
    }
    ++i;
  };

  while (i < clocks && !over) {
    if (p.bubble) {
      p.bubble = false;
      ++counters.load_use_stalls;
      ++i;
      continue;
    }
    if (!p.fetched && records[i].left == 0) {
      ++counters.fetch_stalls;
      ++i;
      continue;
    }
    const std::uint32_t own = p.pc;
    // An address that is no word's comes out too large.
    const Instruction* in = std::rotr(own, 2) < size / 4 ? &sram.code(own) : nullptr;
    if (!in || in->op == Op::kIllegal) [[unlikely]] {
      state.pipe = p;
      in = &decoded(own, i);
    }
    if (!is_memory(in->op)) {
      shift_pipeline(p);
      if (in->op < Op::kGeneral)
        execute(r, p.flags, *in);
      else
        execute_control(r, p, *in, own);
      retire(own, r[in->rd], 1);
      continue;
    }

    Instruction prepared;
    if (in->op == Op::kPrepareAddress) [[unlikely]] {
      state.pipe = p;
      in = &(prepared = prepare(*in, own));
    }
    const std::uint32_t base = r[in->rs1];
    const std::uint32_t sum = base + r[in->rs2] + in->immediate;
    const std::uint32_t address = is_post(in->op) ? base : sum;
    const bool special = address >= kSpecialBase;
    if (!special) {
      if (address >= size) [[unlikely]]
        chip_.fault(own, chip_.begin_of(i), "an access outside the SRAM", address);
      if (records[i].left <= (p.fetched ? 0 : 1)) {
        p.fetched = true;
        ++counters.data_stalls;
        ++i;
        continue;
      }
      if (chip_.guarded(address)) [[unlikely]] {
        chip_.settle(i + 1);
        over = true;
      }
    }
    const int accesses = p.fetched || special ? 1 : 2;
    p.fetched = false;
    shift_pipeline(p);
    const Op op = plain(in->op);
    std::uint32_t value;
    if (is_store(op)) {
      value = r[in->rd];
      if (is_updating(in->op)) r[in->rs1] = sum;
      if (special) {
        over |= chip_.write_special(address, value, i, own);
      } else {
        if constexpr (kWatched) chip_.stored(address);
        store(sram, op, address, value);
      }
    } else {
      value = special ? chip_.read_special(address, i, own) : load(sram, op, address);
      if (is_updating(in->op)) r[in->rs1] = sum;
      if (op == Op::kLoadPc) {
        p.after_next = value;  // two delay slots
      } else {
        r[in->rd] = value;
        p.bubble = must_wait(p.pc, in->rd);
      }
    }
    retire(own, value, accesses);
  }
  state.pipe = p;
  counters.instructions += instructions;
  return i;
}

int Core::run(const Record* records, int clocks) {
  return step<false>(records, clocks);
}
int Core::run_watched(const Record* records, int clocks) {
  return step<true>(records, clocks);
}

}  // namespace flybar::lanai
