/// Which source line each instruction comes from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace flybar::lanai {

/// The addresses [begin, end) come from this line. `file` is an index into DebugLines::files.
struct LineRange {
  std::uint32_t begin, end;
  std::uint32_t file;
  std::uint32_t line;
};

struct DebugLines {
  std::vector<std::string> files;  ///< with their directory
  std::vector<LineRange> ranges;   ///< in no order
};

/// The debug sections of one object, already relocated. Big-endian.
struct DebugSections {
  std::span<const std::uint8_t> line;         ///< .debug_line
  std::span<const std::uint8_t> line_string;  ///< .debug_line_str
  std::span<const std::uint8_t> string;       ///< .debug_str
};

/// Reads DWARF 2 to 5 (32-bit form) and adds to `lines`. Damaged input gives fewer lines, never an
/// error.
void read_debug_lines(const DebugSections& sections, DebugLines& lines);

}  // namespace flybar::lanai
