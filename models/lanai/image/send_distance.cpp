#include "models/lanai/image/send_distance.h"

#include <algorithm>
#include <numeric>

#include "models/lanai/isa/instruction.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::lanai {

namespace {

/// More than any chip looks ahead.
constexpr std::uint32_t kFar = 1 << 16;

/// Bit n: register n.
using RegisterSet = std::uint64_t;

constexpr RegisterSet only(std::uint8_t number) {
  return RegisterSet{1} << number;
}

bool starts_send(std::uint32_t address) {
  const std::uint32_t offset = special_offset(address);
  return address >= kSpecialBase && (offset == regs::Sml::kOffset || offset == regs::Smlt::kOffset);
}

/// Or becomes such an address with an offset.
bool leads_to_send(std::uint32_t constant) {
  return starts_send(constant) || constant == kSpecialBase;
}

/// To a target that the code names, with one delay slot.
bool branches(const Instruction& in) {
  return in.op == Op::kBranchAlways || in.op == Op::kBranch;
}
/// As clang returns from a function: to the word below the frame, with two delay slots.
bool returns(const Instruction& in) {
  return in.op == Op::kLoadPc && in.rs1 == kFp;
}
bool jumps_anywhere(const Instruction& in) {
  const bool general = in.op == Op::kGeneral || in.op == Op::kGeneralF;
  const Op op = in.op == Op::kPrepareAddress ? in.inner : in.op;
  const bool loads_pc = op == Op::kLoadPc || op == Op::kLoadPcPre || op == Op::kLoadPcPost;
  return in.op == Op::kJump || in.op == Op::kJumpIf || (general && in.rd == kPc) ||
         (loads_pc && !returns(in));
}

/// Clocks that `in` takes at least if `next` follows it.
std::uint32_t least_clocks(const Instruction& in, const Instruction& next) {
  const bool waits = is_load(in) && !returns(in) && (std::uint64_t{next.reads} >> in.rd & 1) != 0;
  return waits ? 2 : 1;
}

/// Instructions and the ways between them.
class Program {
 public:
  explicit Program(std::span<const std::uint8_t> code);

  /// Empty if the ways cannot be followed.
  std::vector<std::uint32_t> distances();

 private:
  bool is(std::size_t word, std::size_t before, bool (*what)(const Instruction&)) const {
    return word >= before && what(code_[word - before]);
  }
  /// Calls `reached` with each word that may be executed after this one.
  template <typename Reached>
  void follow(std::size_t word, Reached reached) const;
  bool find_addresses();
  static RegisterSet after(const Instruction& in, RegisterSet before);
  bool may_start(std::size_t word) const;
  /// For each word, those from which it may be reached.
  struct WaysBack {
    std::vector<std::uint32_t> first;  ///< the words for word n are `from` first[n] to first[n + 1]
    std::vector<std::uint32_t> from;
  };
  WaysBack ways_back() const;

  std::vector<Instruction> code_;
  std::vector<std::size_t> behind_calls_;  ///< words
  std::vector<RegisterSet> addresses_;     ///< at each word, what may hold that of SML or SMLT
};

Program::Program(std::span<const std::uint8_t> code) {
  for (std::uint32_t address = 0; address < code.size(); address += 4) {
    std::uint32_t word = 0;
    for (const std::uint8_t byte : code.subspan(address, 4)) word = word << 8 | byte;
    const Instruction& in = code_.emplace_back(decode(word, address));
    // A constant that depends on where the instruction lies is an address to return to.
    if (in.op == Op::kSetConstant && decode(word, address + 4).immediate != in.immediate)
      behind_calls_.push_back(in.immediate / 4);
  }
}

template <typename Reached>
void Program::follow(std::size_t word, Reached reached) const {
  const auto inside = [&](std::size_t to) {
    if (to < code_.size()) reached(to);
  };
  if (is(word, 1, branches)) inside(code_[word - 1].immediate / 4);
  if (is(word, 2, returns))
    for (const std::size_t to : behind_calls_) inside(to);
  const bool gone = (word >= 1 && code_[word - 1].op == Op::kBranchAlways) || is(word, 2, returns);
  if (!gone) inside(word + 1);
}

RegisterSet Program::after(const Instruction& in, RegisterSet before) {
  if (is_store(in)) return before;
  const bool depends = !is_load(in) && (in.reads & before) != 0;
  const bool address = depends || (in.op == Op::kSetConstant && leads_to_send(in.immediate));
  const bool always = in.condition == Condition::kTrue || in.op == Op::kSelect;
  const RegisterSet kept = always ? before & ~only(in.rd) : before;
  return address ? kept | only(in.rd) : kept;
}

/// False if one of them goes to memory, where it is not followed.
bool Program::find_addresses() {
  addresses_.assign(code_.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t word = 0; word < code_.size(); ++word) {
      if (is_store(code_[word]) && (addresses_[word] & only(code_[word].rd)) != 0) return false;
      const RegisterSet out = after(code_[word], addresses_[word]);
      if (out == 0) continue;
      follow(word, [&](std::size_t to) {
        changed = changed || (out & ~addresses_[to]) != 0;
        addresses_[to] |= out;
      });
    }
  }
  return true;
}

bool Program::may_start(std::size_t word) const {
  const Instruction& in = code_[word];
  if (!is_store(in)) return false;
  const bool constant = in.rs1 == 0 && in.rs2 == 0 && starts_send(in.immediate);
  return constant || (addresses_[word] & (only(in.rs1) | only(in.rs2))) != 0;
}

Program::WaysBack Program::ways_back() const {
  WaysBack ways;
  ways.first.resize(code_.size() + 1);
  for (std::size_t word = 0; word < code_.size(); ++word)
    follow(word, [&](std::size_t to) { ++ways.first[to]; });
  std::partial_sum(ways.first.begin(), ways.first.end(), ways.first.begin());
  ways.from.resize(ways.first.back());
  for (std::size_t word = 0; word < code_.size(); ++word)
    follow(word,
           [&](std::size_t to) { ways.from[--ways.first[to]] = static_cast<std::uint32_t>(word); });
  return ways;
}

std::vector<std::uint32_t> Program::distances() {
  if (std::any_of(code_.begin(), code_.end(), jumps_anywhere) || !find_addresses()) return {};
  std::vector<std::uint32_t> clocks(code_.size(), kFar), reached;  // more or less the nearest first
  for (std::uint32_t word = 0; word < code_.size(); ++word) {
    if (!may_start(word)) continue;
    clocks[word] = 0;
    reached.push_back(word);
  }
  const WaysBack ways = ways_back();
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::uint32_t word = reached[i];
    for (std::uint32_t way = ways.first[word]; way < ways.first[word + 1]; ++way) {
      const std::uint32_t before = ways.from[way];
      const std::uint32_t from_there = clocks[word] + least_clocks(code_[before], code_[word]);
      if (from_there >= clocks[before]) continue;
      clocks[before] = from_there;
      reached.push_back(before);
    }
  }
  return reached.empty() ? reached : clocks;
}

}  // namespace

SendDistance::SendDistance(std::span<const std::uint8_t> code)
    : clocks_(Program(code).distances()) {}

}  // namespace flybar::lanai
