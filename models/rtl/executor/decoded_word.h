/// What lanai_decode makes of an instruction word: the contents of the flip-flops between the two
/// halves of the processor in SystemVerilog.
#pragma once

#include <cstdint>
#include <optional>

#include "models/lanai/isa/alu.h"

namespace flybar::rtl {

/// isa_pkg::instruction_t, and the immediate.
struct DecodedWord {
  enum class Kind : std::uint8_t { kCompute, kSelect, kSetCondition, kMemory };
  enum class Width : std::uint8_t { kWord, kHalf, kByte };

  bool illegal = false;  ///< all else is of no meaning then
  Kind kind = Kind::kCompute;
  lanai::Alu operation = lanai::Alu::kAdd;
  std::uint8_t rd = 0;   ///< destination, or source of a store
  std::uint8_t rs1 = 0;  ///< r0 where no register is read, also below
  std::uint8_t rs2 = 0;
  std::uint8_t condition = 0;
  bool sets_flags = false;
  bool store = false;  ///< an access to memory that stores
  Width width = Width::kWord;
  bool sign_extends = false;
  bool update = false;                        ///< the base becomes the sum
  bool at_base = false;                       ///< the address is the base, not the sum
  std::optional<std::uint32_t> immediate{0};  ///< the second operand, in the place of rs2

  /// Registers that it reads, as a mask.
  std::uint32_t reads() const { return 1u << rs1 | 1u << rs2 | (store ? 1u << rd : 0); }
  /// As SystemVerilog packs it: the first member is the highest bit.
  std::uint64_t packed() const;
};
/// The bit of packed() that is `illegal`.
constexpr unsigned kIllegalBit = 32;

DecodedWord decode_word(std::uint32_t word);

}  // namespace flybar::rtl
