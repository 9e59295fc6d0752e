#include "models/lanai/image/image.h"

#include <fmt/core.h>

#include <algorithm>

#include "models/lanai/image/elf_object.h"
#include "models/lanai/image/linker.h"

namespace flybar::lanai {
namespace {

/// The last function that begins at or before `pc`.
const Symbol* function_at(const std::vector<Symbol>& symbols, std::uint32_t pc) {
  const auto after = std::upper_bound(
      symbols.begin(), symbols.end(), pc,
      [](std::uint32_t address, const Symbol& symbol) { return address < symbol.address; });
  const auto found = std::find_if(std::make_reverse_iterator(after), symbols.rend(),
                                  [](const Symbol& symbol) { return symbol.function; });
  return found == symbols.rend() ? nullptr : &*found;
}

const LineRange* line_at(const std::vector<LineRange>& ranges, std::uint32_t pc) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), pc,
      [](std::uint32_t address, const LineRange& range) { return address < range.begin; });
  if (after == ranges.begin()) return nullptr;
  const LineRange& range = *std::prev(after);
  return pc < range.end ? &range : nullptr;
}

/// Assembler code has lines, but no functions.
std::string defining_file(const DebugInfo& debug, std::uint32_t function) {
  const auto found = std::lower_bound(
      debug.functions.begin(), debug.functions.end(), function,
      [](const FunctionFile& entry, std::uint32_t address) { return entry.address < address; });
  if (found != debug.functions.end() && found->address == function) return found->file;
  const LineRange* first = line_at(debug.lines, function);
  return first == nullptr ? "" : debug.files[first->file];
}

}  // namespace

std::optional<Symbol> Image::find(std::string_view name) const {
  const Symbol* local = nullptr;
  for (const Symbol& symbol : symbols) {
    if (symbol.name != name) continue;
    if (symbol.global) return symbol;
    if (local == nullptr) local = &symbol;
  }
  return local == nullptr ? std::nullopt : std::optional(*local);
}

SourceLocation Image::locate(std::uint32_t pc) const {
  SourceLocation location;
  if (const Symbol* function = pc < text_end ? function_at(symbols, pc) : nullptr) {
    location.function = function->name;
    location.offset = pc - function->address;
    location.function_file = defining_file(debug, function->address);
  }
  if (const LineRange* range = line_at(debug.lines, pc)) {
    location.file = debug.files[range->file];
    location.line = range->line;
  }
  for (std::uint32_t call = pc / 4 < innermost.size() ? innermost[pc / 4] : InlinedCall::kNone;
       call != InlinedCall::kNone; call = debug.calls[call].outer)
    location.inlined.insert(location.inlined.begin(), &debug.calls[call]);
  return location;
}

std::string Image::describe(std::uint32_t pc) const {
  const SourceLocation location = locate(pc);
  if (location.function.empty()) return fmt::format("{:#x}", pc);
  std::string text = location.function;
  if (location.offset != 0) text += fmt::format("+{:#x}", location.offset);
  if (location.line == 0) return text;
  const std::string file = std::filesystem::path(location.file).filename().string();
  return fmt::format("{} ({}:{})", text, file, location.line);
}

Image load_image(const std::vector<std::filesystem::path>& objects, Bytes sram) {
  std::vector<ElfObject> read;
  read.reserve(objects.size());
  for (const auto& path : objects) read.push_back(read_elf(path));
  Image image = link(read, sram);
  image.sends = SendDistance({image.bytes.data(), image.text_end});
  return image;
}

}  // namespace flybar::lanai
