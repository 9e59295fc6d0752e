/// The six ways in which an address is put into an instruction or a data word.
///
/// Source: the Lanai ELF relocation list of LLVM 14 and its code emitter (D), executed (M).
#pragma once

#include <cstdint>
#include <string>

namespace flybar::lanai {

/// The number is the ELF relocation type.
enum class Relocation : std::uint8_t {
  kNone,
  k21,      ///< constant or absolute address of 21 bits: bits 22..18 and 15..0
  k21Word,  ///< the same for a word address: low two bits 0
  k25,      ///< branch target: bits 24..2
  k32,      ///< data word
  kHigh16,  ///< upper half, in bits 15..0
  kLow16,   ///< lower half, in bits 15..0
};

struct Relocated {
  std::uint32_t word = 0;
  std::string found;    ///< what is wrong; empty if nothing is
  std::string allowed;  ///< what could have been
};

/// `word` with `value` (symbol + addend) put in.
Relocated relocate(std::uint32_t type, std::uint32_t word, std::uint32_t value);

/// Whether the type changes an instruction, which lies at a multiple of 4.
constexpr bool changes_instruction(std::uint32_t type) {
  return type != static_cast<std::uint32_t>(Relocation::kNone) &&
         type != static_cast<std::uint32_t>(Relocation::k32);
}

}  // namespace flybar::lanai
