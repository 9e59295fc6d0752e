/// What the compiler's debug information says about instructions: their source lines, and the
/// functions that were inlined.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace flybar::lanai {

/// The addresses [begin, end) come from this line. `file` is an index into DebugInfo::files.
struct LineRange {
  std::uint32_t begin, end;
  std::uint32_t file;
  std::uint32_t line;
};

/// The function that begins at `address` is defined in this file.
struct FunctionFile {
  std::uint32_t address;
  std::string file;
};

/// One place where the compiler put the code of a function instead of a call.
struct InlinedCall {
  std::string function;
  std::string file;  ///< that defines the function
  std::string caller_file;
  std::uint32_t caller_line;
  std::uint32_t first;  ///< address of its first instruction
  std::uint32_t outer;  ///< the call that this one lies in: an index, or kNone

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
};

/// The addresses [begin, end) are code of DebugInfo::calls[call], or of a call inside of it.
struct InlinedRange {
  std::uint32_t begin, end;
  std::uint32_t call;
};

struct DebugInfo {
  std::vector<std::string> files;       ///< with their directory
  std::vector<LineRange> lines;         ///< in no order
  std::vector<FunctionFile> functions;  ///< in no order
  std::vector<InlinedCall> calls;       ///< an outer one before those that lie in it
  std::vector<InlinedRange> inlined;    ///< in the order of `calls`
};

/// Reads what elfutils understands of an ELF file whose debug sections are relocated, and adds it
/// to `info`. Damaged input gives less, never an error. The library writes nothing to `elf`.
void read_debug_info(std::span<std::uint8_t> elf, DebugInfo& info);

}  // namespace flybar::lanai
