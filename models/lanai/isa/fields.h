/// The fields of a Lanai instruction word, named as in the instruction formats.
#pragma once

#include <cstdint>

namespace flybar::lanai {

struct Fields {
  std::uint32_t word;

  constexpr std::uint32_t bits(unsigned high, unsigned low) const {
    return word >> low & ((2u << (high - low)) - 1);
  }
  constexpr bool bit(unsigned n) const { return word >> n & 1; }

  constexpr std::uint32_t opcode() const { return bits(31, 28); }
  constexpr std::uint8_t rd() const { return static_cast<std::uint8_t>(bits(27, 23)); }
  constexpr std::uint8_t rs1() const { return static_cast<std::uint8_t>(bits(22, 18)); }
  constexpr std::uint8_t rs2() const { return static_cast<std::uint8_t>(bits(15, 11)); }
  constexpr std::uint32_t imm16() const { return bits(15, 0); }
  /// Constant or address of the 21-bit formats: the high five bits lie where Rs1 is elsewhere.
  constexpr std::uint32_t imm21() const { return bits(22, 18) << 16 | bits(15, 0); }
  constexpr std::uint32_t bbb() const { return bits(10, 8); }
  constexpr std::uint32_t jjjjj() const { return bits(7, 3); }
  /// DDDI where DDD ends at bit 25 (branches, set condition).
  constexpr std::uint32_t branch_condition() const { return bits(27, 25) << 1 | bit(0); }
  /// DDDI where DDD ends at bit 0 (register to register).
  constexpr std::uint32_t predicate() const { return bits(2, 0) << 1 | bit(16); }
};

/// `value` is `width` bits wide.
constexpr std::uint32_t sign_extend(std::uint32_t value, unsigned width) {
  const std::uint32_t sign = 1u << (width - 1);
  return (value ^ sign) - sign;
}

constexpr std::uint32_t kLogicalShiftCode = 0b10000;
constexpr std::uint32_t kArithmeticShiftCode = 0b11000;
constexpr std::uint32_t kSelectCode = 0b00000;

/// How a memory access forms its address: the bits P (bit 17, or 11) and Q (16, or 10).
enum class AddressMode : std::uint8_t { kBase, kPost, kOffset, kPre };

enum class Width : std::uint8_t { kWord, kHalf, kHalfSigned, kByte, kByteSigned };

}  // namespace flybar::lanai
