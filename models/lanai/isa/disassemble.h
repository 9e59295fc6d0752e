/// Instruction words as text.
#pragma once

#include <cstdint>
#include <string>

namespace flybar::lanai {

/// In the syntax of LLVM's disassembler, with single spaces: "st %r9, [--%sp]". "<unknown>" exactly
/// where decode gives Op::kIllegal. Differs from LLVM only in what that misreads or rejects:
/// - `or` of two registers into the program counter is written as such, not as a sum;
/// - an index that is shifted always goes with a word;
/// - `popc.f`, branches relative to a register, and junk in the field JJJJJ are read.
std::string disassemble(std::uint32_t word, std::uint32_t address);

}  // namespace flybar::lanai
