#include "models/lanai/image/image.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

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
    location.function_file = debug().file_of_function(function->address);
  }
  if (const LineRange* range = debug().line_at(pc)) {
    location.file = debug().files[range->file];
    location.line = range->line;
  }
  location.inlined = debug().inlined_at(pc);
  return location;
}

const DebugInfo& Image::debug() const {
  std::call_once(debug_->read, [this] {
    if (!debug_->info) debug_->info = read_debug_info(std::exchange(debug_->objects, {}), text_end);
  });
  return *debug_->info;
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
