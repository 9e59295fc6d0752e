#include "testbenches/flybar/lanai/dump.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/common/parameters.h"
#include "models/common/quantity.h"

namespace flybar::program {
namespace {

constexpr std::uint32_t kWord = 4;

[[noreturn]] void refuse(const std::string& where, const std::string& found,
                         const std::string& allowed, const std::string& advice) {
  throw ConfigurationError({Fault{where, found, allowed, advice}});
}

/// A word of the dump, or what is left of one at its end.
Dump word_of(const Dump& dump, std::uint32_t offset) {
  return {offset == 0 ? dump.name : fmt::format("{}+{:#x}", dump.name, offset),
          dump.address + offset, std::min(kWord, dump.size - offset)};
}

std::uint32_t value_of(Memory memory, const Dump& word) {
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < word.size; ++i) value = value << 8 | memory[word.address + i];
  return value;
}

std::string decimal(std::uint32_t value) {
  const auto with_sign = static_cast<std::int32_t>(value);
  return with_sign < 0 ? fmt::format("{} or {}", value, with_sign) : std::to_string(value);
}

}  // namespace

lanai::Symbol find_symbol(const lanai::Image& image, const std::string& name,
                          const std::string& option) {
  if (const auto symbol = image.find(name)) return *symbol;
  std::vector<std::string> names;
  for (const lanai::Symbol& symbol : image.symbols) names.push_back(symbol.name);
  const std::string near = nearest(name, names);
  refuse(option, "there is no symbol \"" + name + "\"",
         std::to_string(names.size()) + " symbols of the image",
         near.empty() ? "look at \"llvm-nm-14 IMAGE\"" : "did you mean \"" + near + "\"?");
}

Dump parse_dump(const std::string& text, const lanai::Image& image, Bytes sram) {
  const std::size_t colon = text.find(':');
  const lanai::Symbol symbol = find_symbol(image, text.substr(0, colon), "--dump");
  std::int64_t size = std::max(symbol.size, kWord);
  if (colon != std::string::npos) {
    const auto bytes = quantity::parse_count(text.substr(colon + 1));
    if (!bytes || *bytes < 1 || *bytes > sram.count - symbol.address)
      refuse("--dump", "\"" + text + "\" does not lie in the memory",
             "SYMBOL:BYTES, up to the end of the " + quantity::print(sram),
             "write for example " + symbol.name + ":16");
    size = *bytes;
  }
  return {symbol.name, symbol.address, static_cast<std::uint32_t>(size)};
}

std::string hex(Memory memory, const Dump& dump) {
  std::string text;
  for (std::uint32_t i = 0; i < dump.size; ++i) {
    if (i > 0 && i % kWord == 0) text += ' ';
    text += fmt::format("{:02x}", memory[dump.address + i]);
  }
  return text;
}

std::vector<std::vector<std::string>> rows_of(Memory memory, const Dump& dump,
                                              const lanai::Image& image) {
  std::vector<std::vector<std::string>> rows;
  for (std::uint32_t offset = 0; offset < dump.size; offset += kWord) {
    const Dump word = word_of(dump, offset);
    const std::uint32_t value = value_of(memory, word);
    rows.push_back({word.name, hex(memory, word), decimal(value),
                    word.size == kWord ? pointed_to(image, value) : ""});
  }
  return rows;
}

std::string pointed_to(const lanai::Image& image, std::uint32_t address) {
  for (const lanai::Symbol& symbol : image.symbols) {
    const bool inside = address >= symbol.address && address - symbol.address < symbol.size;
    if (!inside || (symbol.function && address % kWord != 0)) continue;
    const std::uint32_t offset = address - symbol.address;
    return offset == 0 ? symbol.name : fmt::format("{}+{:#x}", symbol.name, offset);
  }
  return "";
}

}  // namespace flybar::program
