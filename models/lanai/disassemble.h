/// Instruction words as text.
#pragma once

#include <cstdint>
#include <string>

namespace flybar::lanai {

/// In the syntax of LLVM's disassembler, with single spaces: "st %r9, [--%sp]". Differs from it
/// only where that is misleading: `or` of two registers into the program counter is written as
/// such, and the extra forms of this core (`popc.f`, relative branches) have text. "<unknown>"
/// exactly where decode gives Op::kIllegal.
std::string disassemble(std::uint32_t word, std::uint32_t address);

}  // namespace flybar::lanai
