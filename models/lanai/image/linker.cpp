#include "models/lanai/image/linker.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "models/lanai/image/image_error.h"
#include "models/lanai/image/layout.h"
#include "models/lanai/image/relocation.h"
#include "models/lanai/image/undefined.h"

namespace flybar::lanai {
namespace {

std::uint32_t load_word(std::span<const std::uint8_t> bytes) {
  return std::uint32_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

void store_word(std::span<std::uint8_t> bytes, std::uint32_t word) {
  for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

class Linker {
 public:
  Linker(const std::vector<ElfObject>& objects, Bytes sram)
      : objects_(objects), layout_(lay_out(objects, sram)) {
    image_.text_end = layout_.text_end;
    image_.memory_end = layout_.bss_end;
    image_.bytes.resize(layout_.bss_start);
  }

  Image link() {
    check_undefined();
    for (const auto& [id, address] : layout_.sections) copy(section(id), address);
    for (const auto& [id, address] : layout_.sections) relocate_section(id);
    std::vector<std::vector<std::uint8_t>> debug_objects;
    for (std::size_t object = 0; object < objects_.size(); ++object) {
      collect_symbols(object);
      debug_objects.push_back(debug_object(object));
    }
    image_.set_debug_objects(std::move(debug_objects));
    collect_gate();
    sort_symbols();
    return std::move(image_);
  }

 private:
  const ElfSection& section(const SectionId& id) const {
    return objects_[id.object].sections[id.section];
  }

  void copy(const ElfSection& from, std::uint32_t address) {
    std::copy(from.bytes.begin(), from.bytes.end(), image_.bytes.begin() + address);
  }

  /// All at once, so that a user mends all at once.
  void check_undefined() const {
    Undefined missing;
    for (const auto& [id, address] : layout_.sections)
      for (const ElfRelocation& relocation : section(id).relocations) {
        const ElfObject& object = objects_[id.object];
        const ElfSymbol& symbol = object.symbols[relocation.symbol];
        if (!layout_.address(id.object, symbol)) missing.emplace(object.name, symbol.name);
      }
    if (!missing.empty()) throw ImageError(undefined_fault(missing));
  }

  void relocate_section(const SectionId& id) {
    const ElfSection& target = section(id);
    if (target.relocations.empty()) return;
    if (!target.stored())
      throw ImageError({objects_[id.object].name, fmt::format("relocations of {}", target.name),
                        "sections with contents", "compile it again"});
    const std::span bytes = std::span(image_.bytes).subspan(layout_.sections.at(id), target.size);
    for (const ElfRelocation& relocation : target.relocations) apply(id, relocation, bytes);
  }

  void apply(const SectionId& id, const ElfRelocation& relocation, std::span<std::uint8_t> bytes) {
    const ElfObject& object = objects_[id.object];
    const ElfSymbol& symbol = object.symbols[relocation.symbol];
    const auto fail = [&](const std::string& found, const std::string& allowed) {
      throw ImageError(
          {fmt::format("{} {}+{:#x}", object.name, section(id).name, relocation.offset), found,
           allowed, "compile it again, with -mcmodel=medium if it is large"});
    };
    if (bytes.size() < 4 || relocation.offset > bytes.size() - 4)
      fail(fmt::format("a relocation outside its section of {:#x} bytes", section(id).size),
           "an offset inside the section");
    if (changes_instruction(relocation.type) && relocation.offset % 4 != 0)
      fail("a relocation in the middle of an instruction", "multiples of 4");
    const auto place = bytes.subspan(relocation.offset, 4);
    const std::uint32_t value = *layout_.address(id.object, symbol) + relocation.addend;
    const Relocated result = relocate(relocation.type, load_word(place), value);
    if (!result.found.empty())
      fail(fmt::format("{} ({})", result.found, symbol.name), result.allowed);
    store_word(place, result.word);
  }

  void collect_symbols(std::size_t object) {
    for (const ElfSymbol& symbol : objects_[object].symbols) {
      const bool named = !symbol.name.empty() && !symbol.name.starts_with(".L");
      if (!named || symbol.kind > SymbolKind::kFunction || symbol.section == 0) continue;
      const bool global = symbol.binding != Binding::kLocal;
      if (global && layout_.globals.at(symbol.name).symbol != &symbol) continue;
      const auto place = layout_.sections.find({object, symbol.section});
      if (place == layout_.sections.end() && symbol.section != ElfSymbol::kCommon) continue;
      image_.symbols.push_back({.name = symbol.name,
                                .address = layout_.address(object, symbol).value_or(0),
                                .size = symbol.size,
                                .function = is_function(object, symbol),
                                .global = global});
    }
  }

  /// A label in assembler code has no type.
  bool is_function(std::size_t object, const ElfSymbol& symbol) const {
    if (symbol.kind != SymbolKind::kNone) return symbol.kind == SymbolKind::kFunction;
    return symbol.section < objects_[object].sections.size() &&
           objects_[object].sections[symbol.section].executable();
  }

  std::vector<std::uint8_t> debug_object(std::size_t object) const {
    const ElfObject& from = objects_[object];
    std::vector<std::uint8_t> file = from.file;
    for (const ElfSection& section : from.sections) {
      if (!section.name.starts_with(".debug_") || section.bytes.empty()) continue;
      const auto offset = static_cast<std::size_t>(section.bytes.data() - from.file.data());
      put_addresses(object, section, std::span(file).subspan(offset, section.bytes.size()));
    }
    return file;
  }

  /// An image has at most one declaration; read_send_gate() refuses more.
  void collect_gate() {
    std::vector<std::uint8_t> bytes;
    std::string name;
    for (std::size_t object = 0; object < objects_.size(); ++object) {
      const auto more = contents(object, kSendGateSection);
      if (!more.empty()) name = objects_[object].name;
      bytes.insert(bytes.end(), more.begin(), more.end());
    }
    if (!bytes.empty())
      image_.gate = read_send_gate(name, bytes, {image_.text_end, image_.memory_end});
  }

  /// Returns the bytes of a section that is not loaded, with all addresses put in.
  std::vector<std::uint8_t> contents(std::size_t object, std::string_view name) const {
    const auto& sections = objects_[object].sections;
    const auto found = std::find_if(sections.begin(), sections.end(),
                                    [&](const ElfSection& s) { return s.name == name; });
    if (found == sections.end()) return {};
    std::vector<std::uint8_t> bytes(found->bytes.begin(), found->bytes.end());
    put_addresses(object, *found, bytes);
    return bytes;
  }

  /// An address that does not fit into the section is left out.
  void put_addresses(std::size_t object, const ElfSection& section,
                     std::span<std::uint8_t> bytes) const {
    for (const ElfRelocation& relocation : section.relocations) {
      if (bytes.size() < 4 || relocation.offset > bytes.size() - 4) continue;
      const auto address =
          layout_.address(object, objects_[object].symbols[relocation.symbol]).value_or(0);
      store_word(bytes.subspan(relocation.offset, 4), address + relocation.addend);
    }
  }

  void sort_symbols() {
    std::sort(image_.symbols.begin(), image_.symbols.end(), [](const Symbol& a, const Symbol& b) {
      return std::tie(a.address, a.name) < std::tie(b.address, b.name);
    });
  }

  const std::vector<ElfObject>& objects_;
  const Layout layout_;
  Image image_;
};

}  // namespace

Image link(const std::vector<ElfObject>& objects, Bytes sram) {
  return Linker(objects, sram).link();
}

}  // namespace flybar::lanai
