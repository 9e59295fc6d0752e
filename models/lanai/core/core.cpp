#include "models/lanai/core/core.h"

#include <algorithm>

#include "models/lanai/core/access.h"
#include "models/lanai/core/execute.h"
#include "models/lanai/core/sram.h"

namespace flybar::lanai {

Core::Core(Sram& sram)
    : sram_(sram),
      size_(sram_.size()),
      outside_(sram_.outside_code()),
      code_(sram_.code()),
      limit_(size_) {
  sram_.tell(*this);
  reset();
}

void Core::guard(const Guard& guard) {
  guard_ = guard;
  limit_ = guard.size > 0 ? std::min(guard.begin, size_) : size_;
}

void Core::reset() {
  registers_ = {};
  registers_[1] = 0xFFFFFFFF;
  pipe_ = {};
  ahead_ = {};
  in_reset_ = true;
  placed_ = plain_ = false;
  counters.lap_begin = counters.instructions;
  acted_ = true;
}

void Core::start(Time now, Time clock) {
  in_reset_ = false;
  if (const auto word = first_word.read(now, clock)) keep(*word);
}

void Core::watch(bool on) {
  if (placed_) interrupt(in_, next_, pipe_.flags);
  watched_ = on;
}

/// The run ends here.
void Core::pause(const Decoded* in, const Decoded* next, LazyFlags flags) {
  in_ = in;
  next_ = next;
  pipe_.flags = flags;
}

/// Something that is not plain follows.
void Core::interrupt(const Decoded* in, const Decoded* next, LazyFlags flags) {
  pipe_.pc = address_of(in);
  pipe_.next = address_of(next);
  pipe_.after_next = pipe_.next + 4;
  pipe_.flags = flags;
  placed_ = plain_ = false;
}

Place Core::place() const {
  return placed_ ? Place{address_of(in_), address_of(next_), address_of(next_) + 4} : Place(pipe_);
}

CoreState Core::state() const {
  CoreState state{registers_, pipe_, ahead_, counters.instructions - counters.lap_begin, acted_};
  static_cast<Place&>(state.pipe) = place();
  return state;
}

std::uint32_t Core::word() const {
  const std::uint32_t pc = place().pc;
  if (ahead_.pc) return ahead_.pc->word;
  return pc < size_ ? sram_.word(pc) : 0;
}

ReadWord Core::read(std::uint32_t pc) const {
  const std::uint32_t word = sram_.word(pc);
  return {word, decode(word, pc)};
}

void Core::keep(std::uint32_t word) {
  if (!ahead_.pc) ahead_.pc = {word, decode(word, pipe_.pc)};
  placed_ = plain_ = false;
}

void Core::overwritten(std::uint32_t address, std::size_t bytes) {
  if (in_reset_) return;
  const auto hit = [&](std::uint32_t pc) {
    return pc < size_ && pc + 4 > address && pc < address + bytes;
  };
  const Place at = place();
  if (!hit(at.pc) && !hit(at.next)) return;
  if (placed_) interrupt(in_, next_, pipe_.flags);
  if (hit(at.pc) && !ahead_.pc) ahead_.pc = read(at.pc);
  if (hit(at.next) && !ahead_.next) ahead_.next = read(at.next);
}

int Core::wants() const {
  const Pipeline p = state().pipe;
  if (p.bubble) return 0;
  if (p.fetched || p.pc >= size_) return 1;
  const Instruction in = decode(word(), p.pc);
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

/// Whether the instruction at `pc`, which follows a load done in clock `at`, reads what is still
/// being loaded.
bool Core::must_wait(std::uint32_t pc, std::uint8_t loaded, const Slot* at) const {
  if (pc >= size_) return false;
  if (ahead_.next && at == begin_) return ahead_.next->in.reads >> (loaded & 31) & 1;
  const Decoded& known = code_[pc / 4];
  const Decoded& in = known.op == Op::kIllegal ? sram_.decode_at(pc) : known;
  return in.reads >> (loaded & 31) & 1;
}

/// So that the frequent steps can go on: if the program is where there may be code, and no second
/// jump is under way.
bool Core::place_anew() {
  const Pipeline& p = pipe_;
  placed_ =
      p.after_next == p.next + 4 && !ahead_.any() && !((p.pc | p.next) & outside_) && !watched_;
  if (!placed_) return false;
  in_ = code_ + p.pc / 4;
  next_ = code_ + p.next / 4;
  return true;
}

}  // namespace flybar::lanai
