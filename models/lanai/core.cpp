#include "models/lanai/core.h"

#include <bit>

#include "models/lanai/chip.h"
#include "models/lanai/execute.h"

namespace flybar::lanai {

namespace {

constexpr bool is_memory(Op op) {
  return op >= Op::kLoadWord;
}

/// What a memory instruction does, as one byte.
struct Access {
  Op width;  ///< as a plain load or store
  bool store;
  bool update;  ///< writes its base
  bool post;    ///< uses the base as the address
};

consteval Access describe(Op op) {
  const auto code = static_cast<unsigned>(op);
  const bool store = op >= Op::kStoreWord;
  const unsigned first = static_cast<unsigned>(store ? Op::kStoreWord : Op::kLoadWord);
  const unsigned widths = store ? 3 : 6;
  const unsigned kind = (code - first) / widths;  // plain, pre, post
  return {static_cast<Op>(first + (code - first) % widths), store, kind > 0, kind == 2};
}

consteval auto describe_all() {
  constexpr auto begin = static_cast<std::size_t>(Op::kLoadWord);
  constexpr auto end = static_cast<std::size_t>(Op::kStoreBytePost) + 1;
  std::array<Access, end - begin> all{};
  for (std::size_t op = begin; op < end; ++op) all[op - begin] = describe(static_cast<Op>(op));
  return all;
}

const Access& access_of(Op op) {
  static constexpr auto kAll = describe_all();
  return kAll[static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::kLoadWord)];
}

/// Loads `count` bytes' worth as `op` says; the address is inside the memory.
[[gnu::always_inline]] inline std::uint32_t load(const Sram& sram, Op op, std::uint32_t address) {
  if (op == Op::kLoadWord) [[likely]]
    return sram.word(address);
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

[[gnu::always_inline]] inline void store(Sram& sram, Op op, std::uint32_t address,
                                         std::uint32_t value) {
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
  return (access_of(prepared ? in.inner : in.op).post ? base : sum) >= kSpecialBase ? 1 : 2;
}

/// An address that is worked out by a rare operation: leaves the offset in the scratch register.
const Instruction& Core::prepare(const Instruction& in, std::uint32_t own) {
  Registers& r = state.registers;
  r[kPc] = own;
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

/// Whether the instruction that follows a load reads what is still being loaded.
[[gnu::always_inline]] inline bool Core::must_wait(const Instruction* code, std::uint32_t size,
                                                   std::uint32_t pc, std::uint8_t loaded) {
  if (pc >= size) [[unlikely]]
    return false;
  const Instruction* in = code + (pc >> 2);
  if (in->op == Op::kIllegal) [[unlikely]]
    in = &chip_.sram().decode_at(pc);
  return std::uint64_t{in->reads} >> loaded & 1;
}

/// `kFree`: the processor never waits for the SRAM, and `left` is not looked at. What changes in
/// each clock is in local variables, since this loop is where most of the time of a run goes.
template <bool kWatched, bool kFree>
int Core::step(const std::uint8_t* left, int clocks, int first) {
  Sram& sram = chip_.sram();
  const std::uint32_t size = sram.size();
  const Instruction* const code = sram.code();
  const Guard guards = chip_.guards();
  Registers& r = state.registers;
  Place at{state.pipe.pc, state.pipe.next, state.pipe.after_next};
  Flags flags = state.pipe.flags;
  bool fetched = state.pipe.fetched;
  bool bubble = state.pipe.bubble;
  const std::uint64_t stalls = counters.stalls();
  int end = clocks;  // the window ends earlier if something happens
  int i = 0;

  const auto save = [&] { state.pipe = {at.pc, at.next, at.after_next, flags, fetched, bubble}; };
  const auto retire = [&](std::uint32_t own, std::uint32_t result, int accesses,
                          bool late = false) {
    if constexpr (kWatched) {
      save();
      ++counters.instructions;
      if (chip_.retired(first + i, own, result, accesses, late)) end = i + 1;
    }
    ++i;
  };

  if (bubble && i < end) {
    bubble = false;
    ++counters.load_use_stalls;
    ++i;
  }
  while (i < end) {
    if (!kFree && left[i] == 0 && !fetched) {
      ++counters.fetch_stalls;
      ++i;
      continue;
    }
    const std::uint32_t own = at.pc;
    // An address that is no word's comes out too large.
    const std::uint32_t word = std::rotr(own, 2);
    const Instruction* in = code + word;
    if (word >= size / 4 || in->op == Op::kIllegal) [[unlikely]] {
      save();
      in = &decoded(own, first + i);
    }
    if (!is_memory(in->op)) {
      at.shift();
      if (in->op < Op::kGeneral)
        execute(r, flags, *in);
      else
        execute_control(r, flags, at, *in, own);
      retire(own, r[in->rd], 1);
      continue;
    }

    if (in->op == Op::kPrepareAddress) [[unlikely]] {
      save();
      in = &prepare(*in, own);
    }
    const Access access = access_of(in->op);
    const std::uint32_t base = r[in->rs1];
    const std::uint32_t sum = base + r[in->rs2] + in->immediate;
    const std::uint32_t address = access.post ? base : sum;
    const bool special = address >= kSpecialBase;
    if (!special) {
      if (address >= size) [[unlikely]]
        chip_.fault(own, chip_.begin_of(first + i), "an access outside the SRAM", address);
      if (!kFree && left[i] <= (fetched ? 0 : 1)) {
        fetched = true;
        ++counters.data_stalls;
        ++i;
        continue;
      }
      if (!kFree && guards.hold(address) && chip_.guarded(address)) [[unlikely]] {
        chip_.settle(first + i + 1);
        end = i + 1;
      }
    }
    const bool late = fetched && !special;  // the data access had to wait
    const int accesses = fetched || special ? 1 : 2;
    fetched = false;
    at.shift();
    if (access.store) {
      const std::uint32_t value = r[in->rd];
      if (access.update) r[in->rs1] = sum;
      if (special) {
        if (chip_.write_special(address, value, first + i, own)) end = i + 1;
      } else {
        if constexpr (kWatched) chip_.stored(address);
        store(sram, access.width, address, value);
      }
      retire(own, value, accesses, late);
      continue;
    }
    const std::uint32_t value =
        special ? chip_.read_special(address, first + i, own) : load(sram, access.width, address);
    if (access.update) r[in->rs1] = sum;
    if (access.width == Op::kLoadPc) {
      at.after_next = value;  // two delay slots
    } else {
      r[in->rd] = value;
      bubble = must_wait(code, size, at.pc, in->rd);
    }
    retire(own, value, accesses, late);
    if (bubble && i < end) {
      bubble = false;
      ++counters.load_use_stalls;
      ++i;
    }
  }
  save();
  // Every clock is either a stall or an instruction.
  if constexpr (!kWatched)
    counters.instructions += static_cast<std::uint64_t>(i) - (counters.stalls() - stalls);
  return i;
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
