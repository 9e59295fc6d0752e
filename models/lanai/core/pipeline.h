/// Where a program is, and what lies beyond its memory.
#pragma once

#include <array>
#include <cstdint>

#include "models/lanai/isa/flags.h"
#include "models/lanai/isa/instruction.h"
#include "models/layouts/generated/lanai_regs.hpp"

namespace flybar::lanai {

/// Addresses from here on are special registers.
constexpr std::uint32_t kSpecialBase = regs::kRegisterBase;
/// Which one an address is, of the processor or of the host: the low bits do not count.
constexpr std::uint32_t special_offset(std::uint32_t address) {
  return address & (regs::kRegisterSpace - 4);
}

using Registers = std::array<std::uint32_t, kRegisters>;

/// Where the program is. Three addresses, because a jump takes effect one instruction later and a
/// load into the program counter two.
struct Place {
  std::uint32_t pc = 0;    ///< of the next instruction to execute
  std::uint32_t next = 4;  ///< of the one after it
  std::uint32_t after_next = 8;
  friend bool operator==(const Place&, const Place&) = default;

  /// On to the next instruction.
  void shift() {
    pc = next;
    next = after_next;
    after_next += 4;
  }
  /// To be followed by shift(): the target takes the place behind the delay slot.
  void jump(std::uint32_t target) { after_next = target; }
};

struct Pipeline : Place {
  LazyFlags flags;
  bool fetched = false;  ///< the instruction at pc has been fetched and waits for its data access
  bool bubble = false;   ///< the next clock passes for a load that is still under way
  friend bool operator==(const Pipeline&, const Pipeline&) = default;
};

}  // namespace flybar::lanai
