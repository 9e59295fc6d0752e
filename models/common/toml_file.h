/// A TOML file as a flat list of keys and texts. The one place that knows the TOML library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/fault.h"

namespace flybar {

struct TomlValue {
  std::string key;                 ///< with the names of its tables: "pci.latency_timer"
  std::vector<std::string> texts;  ///< one, or those of an array
  bool array = false;
  int line = 0;
  std::vector<int> lines = {};  ///< of the texts of an array
};

/// The values in the order of the file. Strings as they are; numbers and truth values as they are
/// written, so that whoever takes them can say which unit is missing.
/// A table of an array of tables has its number for a name, "programs.0.run", if these are wanted.
/// Throws ConfigurationError if this is no TOML, holds a kind of value that means nothing here
/// (dates, arrays of arrays, or of tables if these are not), or is larger than any sensible file.
enum class ArraysOfTables : std::uint8_t { kRefused, kWanted };
std::vector<TomlValue> parse_toml(std::string_view text, std::string_view file,
                                  ArraysOfTables tables = ArraysOfTables::kRefused);

/// The text of such a file. Throws ConfigurationError if it cannot be read.
std::string read_toml_text(const std::string& file);

}  // namespace flybar
