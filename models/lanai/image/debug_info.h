/// What the compiler's debug information says about instructions: their source lines, and the
/// functions that were inlined.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace flybar::lanai {

/// The addresses [begin, end) come from this line of DebugInfo::files[file].
struct LineRange {
  std::uint32_t begin, end;
  std::uint32_t file;
  std::uint32_t line;
};

/// DebugInfo::files[file] defines the function that begins at `address`.
struct FunctionFile {
  std::uint32_t address;
  std::uint32_t file;
};

/// One place where the compiler put the code of a function instead of a call. Files are indices
/// into DebugInfo::files.
struct InlinedCall {
  std::string function;
  std::uint32_t file;  ///< that defines the function
  std::uint32_t caller_file;
  std::uint32_t caller_line;
  std::uint32_t first;  ///< address of its first instruction
  std::uint32_t outer;  ///< the call that this one lies in: an index, or kNone

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
};

struct DebugInfo {
  std::vector<std::string> files;       ///< with their directory; empty: not known
  std::vector<LineRange> lines;         ///< by address
  std::vector<FunctionFile> functions;  ///< by address
  std::vector<InlinedCall> calls;       ///< an outer one before those that lie in it
  /// Element N is the innermost call, an index into `calls` or kNone, that the instruction at
  /// address 4 N belongs to.
  std::vector<std::uint32_t> innermost;

  /// Null if the code at `pc` comes from no line.
  const LineRange* line_at(std::uint32_t pc) const;
  /// The file that defines the function which begins at `address`. Assembler code has lines and no
  /// functions: the file of its first line.
  std::string file_of_function(std::uint32_t address) const;
  /// The calls that the instruction at `pc` belongs to, the innermost last.
  std::vector<const InlinedCall*> inlined_at(std::uint32_t pc) const;
};

/// Reads what elfutils understands of ELF files whose debug sections are relocated; code ends
/// before `text_end`. Damaged input gives less, never an error.
DebugInfo read_debug_info(std::vector<std::vector<std::uint8_t>> objects, std::uint32_t text_end);

}  // namespace flybar::lanai
