#include "models/lanai/image/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "models/lanai/image/image_error.h"
#include "models/lanai/image/linker.h"
#include "models/lanai/image/send_gate.h"

namespace flybar::lanai {
namespace {

constexpr const char* kEntryName = "_start";
constexpr std::uint64_t kWord = 4, kHeapAlignment = 8;

/// Order in memory.
enum class Part : std::uint8_t { kEntry, kText, kConstants, kData, kBss };

Part part_of(const ElfSection& section) {
  if (!section.stored()) return Part::kBss;
  if (section.executable()) return Part::kText;
  return section.writable() ? Part::kData : Part::kConstants;
}

constexpr std::uint64_t align(std::uint64_t address, std::uint64_t alignment) {
  return (address + alignment - 1) / alignment * alignment;
}

class Builder {
 public:
  Builder(const std::vector<ElfObject>& objects, Bytes sram)
      : objects_(objects), sram_(static_cast<std::uint64_t>(sram.count)) {}

  Layout build() {
    for (const ElfObject& object : objects_) refuse_code_around_main(object);
    collect_globals();
    order_sections();
    place_sections();
    place_commons();
    check_size();
    resolve_globals();
    define_own_names();
    return std::move(layout_);
  }

 private:
  /// The start-up code goes to main at once, and stays in firmware_halt when that returns.
  static void refuse_code_around_main(const ElfObject& object) {
    for (const ElfSection& section : object.sections) {
      const std::string kind = section.name.substr(0, section.name.find('.', 1));
      const bool before = kind == ".preinit_array" || kind == ".init_array" || kind == ".ctors";
      const bool after = kind == ".fini_array" || kind == ".dtors";
      if (!(before || after) || section.size == 0) continue;
      throw ImageError({object.name,
                        fmt::format("{} holds {}, which nothing calls", section.name,
                                    before ? "constructors" : "destructors"),
                        "programs whose code is called from main",
                        before ? "call it at the begin of main" : "call it at the end of main"});
    }
  }

  void collect_globals() {
    for (std::size_t object = 0; object < objects_.size(); ++object)
      for (const ElfSymbol& symbol : objects_[object].symbols)
        if (symbol.binding != Binding::kLocal && symbol.section != 0) collect(object, symbol);
  }

  /// A strong definition wins over a common one, that over a weak one; of two common ones the
  /// larger.
  void collect(std::size_t object, const ElfSymbol& symbol) {
    const auto [known, fresh] =
        layout_.globals.try_emplace(symbol.name, Definition{object, &symbol});
    if (fresh) return;
    Definition& before = known->second;
    const bool both_strong = strength(symbol) == 2 && strength(*before.symbol) == 2;
    if (both_strong)
      fail_duplicate(symbol.name, objects_[object].name, objects_[before.object].name);
    if (std::tuple(strength(symbol), common_size(symbol)) >
        std::tuple(strength(*before.symbol), common_size(*before.symbol)))
      before = {object, &symbol};
  }

  static int strength(const ElfSymbol& symbol) {
    if (symbol.binding == Binding::kWeak) return 0;
    return symbol.section == ElfSymbol::kCommon ? 1 : 2;
  }

  static std::uint32_t common_size(const ElfSymbol& symbol) {
    return symbol.section == ElfSymbol::kCommon ? symbol.size : 0;
  }

  [[noreturn]] static void fail_duplicate(const std::string& name, const std::string& object,
                                          const std::string& first) {
    throw ImageError({object, fmt::format("defines {}, which {} defines already", name, first),
                      "one definition of each global name", "rename one or make it static"});
  }

  /// In the order of the parts; inside a part in the order of the command line.
  void order_sections() {
    const SectionId entry = entry_section();
    for (std::size_t object = 0; object < objects_.size(); ++object)
      for (std::size_t section = 0; section < objects_[object].sections.size(); ++section)
        if (loaded(at({object, section}))) order_.push_back({object, section});
    const auto part = [&](const SectionId& id) {
      return id == entry ? Part::kEntry : part_of(at(id));
    };
    std::stable_sort(order_.begin(), order_.end(),
                     [&](const SectionId& a, const SectionId& b) { return part(a) < part(b); });
  }

  static bool loaded(const ElfSection& section) {
    return section.allocated() && section.name != kSendGateSection;
  }

  const ElfSection& at(const SectionId& id) const {
    return objects_[id.object].sections[id.section];
  }

  SectionId entry_section() const {
    const auto found = layout_.globals.find(kEntryName);
    if (found == layout_.globals.end())
      throw ImageError({names(), "no object defines _start", "one of them does",
                        "add the object with the start-up code"});
    const auto [object, symbol, address] = found->second;
    const SectionId id{object, symbol->section};
    const bool code = symbol->section < objects_[object].sections.size() && at(id).allocated() &&
                      part_of(at(id)) == Part::kText;
    if (!code || symbol->value != 0)
      throw ImageError({objects_[object].name, "_start does not begin a section of code",
                        "the first instruction of its section, because the processor starts at 0",
                        "put it first, or into a section of its own such as .text.start"});
    return id;
  }

  std::string names() const {
    std::string all;
    for (const ElfObject& object : objects_) all += (all.empty() ? "" : ", ") + object.name;
    return all.empty() ? "firmware" : all;
  }

  void place_sections() {
    Part part = Part::kEntry;
    for (const SectionId& id : order_) {
      const ElfSection& section = at(id);
      if (part != part_of(section)) next_ = align(next_, kWord);
      part = part_of(section);
      if (part == Part::kBss && !bss_start_) bss_start_ = next_;
      const std::uint64_t least = part == Part::kText ? kWord : 1;
      place(id, std::max<std::uint64_t>(section.alignment, least), section.size);
      if (part == Part::kText) layout_.text_end = static_cast<std::uint32_t>(align(next_, kWord));
    }
    next_ = align(next_, kWord);
  }

  /// Addresses that do not fit 32 bits are refused by check_size before anybody uses them.
  void place(const SectionId& id, std::uint64_t alignment, std::uint32_t size) {
    next_ = align(next_, alignment);
    layout_.sections[id] = static_cast<std::uint32_t>(next_);
    next_ += size;
  }

  void place_commons() {
    if (!bss_start_) bss_start_ = next_;
    for (auto& [name, definition] : layout_.globals) {
      if (definition.symbol->section != ElfSymbol::kCommon) continue;
      next_ = align(next_, std::clamp<std::uint64_t>(definition.symbol->value, 1, 4096));
      definition.address = static_cast<std::uint32_t>(next_);
      next_ += definition.symbol->size;
    }
    next_ = align(next_, kWord);
  }

  void check_size() {
    const auto stack = static_cast<std::uint64_t>(kLeastStack.count);
    if (next_ + stack > sram_)
      throw ImageError({names(), fmt::format("needs {} B of memory", next_),
                        fmt::format("{} B (SRAM of {} B less {} B of stack)",
                                    sram_ > stack ? sram_ - stack : 0, sram_, stack),
                        "make the firmware smaller or the SRAM larger"});
    layout_.bss_start = static_cast<std::uint32_t>(*bss_start_);
    layout_.bss_end = static_cast<std::uint32_t>(next_);
  }

  void resolve_globals() {
    for (auto& [name, definition] : layout_.globals)
      if (definition.symbol->section != ElfSymbol::kCommon)
        definition.address = base(definition.object, *definition.symbol) + definition.symbol->value;
  }

  std::uint32_t base(std::size_t object, const ElfSymbol& symbol) const {
    const auto placed = layout_.sections.find({object, symbol.section});
    return placed == layout_.sections.end() ? 0 : placed->second;
  }

  void define_own_names() {
    define("__bss_start", layout_.bss_start);
    define("__bss_end", layout_.bss_end);
    define("__heap_start", align(layout_.bss_end, kHeapAlignment));
    define("__stack_top", sram_);
  }

  void define(const std::string& name, std::uint64_t address) {
    const Definition own{0, nullptr, static_cast<std::uint32_t>(address)};
    const auto [known, fresh] = layout_.globals.try_emplace(name, own);
    if (!fresh) fail_duplicate(name, objects_[known->second.object].name, "the linker");
  }

  const std::vector<ElfObject>& objects_;
  const std::uint64_t sram_;
  Layout layout_;
  std::vector<SectionId> order_;
  std::uint64_t next_ = 0;
  std::optional<std::uint64_t> bss_start_;
};

}  // namespace

std::optional<std::uint32_t> Layout::address(std::size_t object, const ElfSymbol& symbol) const {
  if (symbol.binding != Binding::kLocal) {
    const auto global = globals.find(symbol.name);
    if (global != globals.end()) return global->second.address;
    return symbol.binding == Binding::kWeak ? std::optional(0u) : std::nullopt;
  }
  const auto placed = sections.find({object, symbol.section});
  return symbol.value + (placed == sections.end() ? 0 : placed->second);
}

Layout lay_out(const std::vector<ElfObject>& objects, Bytes sram) {
  return Builder(objects, sram).build();
}

}  // namespace flybar::lanai
