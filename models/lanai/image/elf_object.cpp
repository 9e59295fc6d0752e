#include "models/lanai/image/elf_object.h"

#include <fmt/core.h>

#include <bit>
#include <string_view>

#include "models/common/input_file.h"
#include "models/lanai/image/image_error.h"

namespace flybar::lanai {
namespace {

constexpr std::uint32_t kHeaderSize = 52, kSectionSize = 40, kSymbolSize = 16, kRelaSize = 12;
constexpr std::uint32_t kSymbolTable = 2, kStringTable = 3, kRela = 4, kRel = 9;
constexpr std::uint32_t kRelocatable = 1, kMachineLanai = 244, kReserved = 0xFF00;
constexpr std::uint32_t kLargestAlignment = 4096;
constexpr std::size_t kLongestName = 4096;

struct RawSection {
  std::uint32_t name, type, flags, offset, size, link, info, alignment, entry_size;
};

class Parser {
 public:
  explicit Parser(ElfObject& object) : object_(object), file_(object.file) {}

  void parse() {
    check_header();
    read_sections();
    for (const RawSection& raw : raw_)
      if (raw.type == kSymbolTable) read_symbols(raw);
    check_symbols();
    for (std::size_t i = 0; i < raw_.size(); ++i) read_relocations(i);
  }

 private:
  [[noreturn]] void fail(const std::string& found, const std::string& allowed,
                         const std::string& advice = "compile it again") const {
    throw ImageError({object_.name, found, allowed, advice});
  }

  std::uint32_t byte(std::size_t at) const {
    if (at >= file_.size())
      fail(fmt::format("the file ends after {} bytes, in the middle of its tables", file_.size()),
           "a complete object file");
    return file_[at];
  }
  std::uint32_t half(std::size_t at) const { return byte(at) << 8 | byte(at + 1); }
  std::uint32_t word(std::size_t at) const { return half(at) << 16 | half(at + 2); }

  void check_header() const {
    const std::string advice = "compile it with clang-14 --target=lanai -c";
    const std::string_view magic(
        "\x7F"
        "ELF");
    for (std::size_t i = 0; i < magic.size(); ++i)
      if (i >= file_.size() || file_[i] != static_cast<std::uint8_t>(magic[i]))
        fail("not an ELF file", "an ELF object file", advice);
    if (byte(4) != 1) fail("not a 32-bit ELF file", "ELF class 32", advice);
    if (byte(5) != 2) fail("a little-endian ELF file", "a big-endian one", advice);
    if (half(18) != kMachineLanai)
      fail(fmt::format("for machine {}", half(18)), "machine 244 (Lanai)", advice);
    if (half(16) != kRelocatable)
      fail(fmt::format("ELF type {}", half(16)), "type 1, a relocatable object", advice);
    byte(kHeaderSize - 1);
  }

  void read_sections() {
    const std::uint32_t table = word(32), count = half(48), names = half(50);
    if (half(46) != kSectionSize) fail("section entries of odd size", "40 bytes each");
    for (std::uint32_t i = 0; i < count; ++i)
      raw_.push_back(raw_section(std::size_t{table} + std::size_t{i} * kSectionSize));
    for (const RawSection& raw : raw_) object_.sections.push_back(section(raw, names));
  }

  RawSection raw_section(std::size_t at) const {
    return {.name = word(at),
            .type = word(at + 4),
            .flags = word(at + 8),
            .offset = word(at + 16),
            .size = word(at + 20),
            .link = word(at + 24),
            .info = word(at + 28),
            .alignment = word(at + 32),
            .entry_size = word(at + 36)};
  }

  ElfSection section(const RawSection& raw, std::uint32_t names) const {
    const std::uint32_t alignment = raw.alignment == 0 ? 1 : raw.alignment;
    const std::string name = string(names, raw.name);
    if (!std::has_single_bit(alignment) || alignment > kLargestAlignment)
      fail(fmt::format("section {} is aligned to {}", name, alignment),
           fmt::format("a power of two up to {}", kLargestAlignment));
    return {.name = name,
            .type = raw.type,
            .flags = raw.flags,
            .size = raw.size,
            .alignment = alignment,
            .bytes = contents(raw),
            .relocations = {}};
  }

  std::span<const std::uint8_t> contents(const RawSection& raw) const {
    if (raw.type == ElfSection::kNoBits || raw.type == 0) return {};
    if (raw.offset > file_.size() || raw.size > file_.size() - raw.offset)
      fail(fmt::format("a section of {} bytes lies outside the file of {}", raw.size, file_.size()),
           "a complete object file");
    return std::span(file_).subspan(raw.offset, raw.size);
  }

  std::string string(std::uint32_t table, std::uint32_t at) const {
    if (table >= raw_.size() || raw_[table].type != kStringTable)
      fail(fmt::format("names in section {}, which holds none", table), "a string table");
    const auto bytes = contents(raw_[table]);
    if (at >= bytes.size()) fail("a name outside its string table", "an offset inside the table");
    const std::string_view rest(reinterpret_cast<const char*>(bytes.data()) + at,
                                bytes.size() - at);
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos || end > kLongestName)
      fail("a name without an end", fmt::format("a zero after at most {} letters", kLongestName));
    return std::string(rest.substr(0, end));
  }

  void read_symbols(const RawSection& table) {
    if (!object_.symbols.empty()) fail("two symbol tables", "one symbol table");
    if (table.entry_size != kSymbolSize) fail("symbols of odd size", "16 bytes each");
    contents(table);
    for (std::uint32_t at = 0; at + kSymbolSize <= table.size; at += kSymbolSize)
      object_.symbols.push_back(symbol(std::size_t{table.offset} + at, table.link));
  }

  void check_symbols() const {
    if (!object_.symbols.empty()) return;
    for (const ElfSection& section : object_.sections)
      if (section.allocated() && section.size > 0)
        fail(fmt::format("{} is there, and no symbols: it is stripped", section.name),
             "an object with its symbols", "compile it again, and leave out strip and -s");
  }

  ElfSymbol symbol(std::size_t at, std::uint32_t names) const {
    const std::uint32_t info = byte(at + 12), kind = info & 0xF, binding = info >> 4;
    ElfSymbol symbol{.name = string(names, word(at)),
                     .value = word(at + 4),
                     .size = word(at + 8),
                     .section = half(at + 14),
                     .binding = binding > 2 ? Binding::kLocal : Binding(binding),
                     .kind = kind > 4 ? SymbolKind::kOther : SymbolKind(kind)};
    const bool special =
        symbol.section == ElfSymbol::kAbsolute || symbol.section == ElfSymbol::kCommon;
    if (!special && (symbol.section >= kReserved || symbol.section >= raw_.size()))
      fail(fmt::format("symbol {} lies in section {}", symbol.name, symbol.section),
           fmt::format("one of the {} sections", raw_.size()));
    return symbol;
  }

  void read_relocations(std::size_t index) {
    const RawSection& table = raw_[index];
    if (table.type == kRel) fail("relocations without addends", "relocations with addends (RELA)");
    if (table.type != kRela) return;
    if (table.entry_size != kRelaSize) fail("relocations of odd size", "12 bytes each");
    if (table.info >= raw_.size()) fail("relocations of a section that is not there", "a section");
    relocations_ += table.size / kRelaSize;
    if (relocations_ > file_.size() / kRelaSize)
      fail("more relocations than fit into the file", "relocation tables that do not overlap");
    ElfSection& target = object_.sections[table.info];
    for (std::uint32_t at = 0; at + kRelaSize <= table.size; at += kRelaSize)
      target.relocations.push_back(relocation(std::size_t{table.offset} + at));
  }

  ElfRelocation relocation(std::size_t at) const {
    const std::uint32_t info = word(at + 4);
    if (info >> 8 >= object_.symbols.size())
      fail(fmt::format("a relocation by symbol number {}", info >> 8),
           fmt::format("one of the {} symbols", object_.symbols.size()));
    return {.offset = word(at), .symbol = info >> 8, .type = info & 0xFF, .addend = word(at + 8)};
  }

  ElfObject& object_;
  const std::vector<std::uint8_t>& file_;
  std::vector<RawSection> raw_;
  std::size_t relocations_ = 0;
};

std::string why_unreadable(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return "is a directory";
  return std::filesystem::exists(path, ignored) ? "may not be read" : "there is no such file";
}

}  // namespace

ElfObject parse_elf(std::string name, std::vector<std::uint8_t> file) {
  ElfObject object;
  object.name = std::move(name);
  object.file = std::move(file);
  Parser(object).parse();
  return object;
}

ElfObject read_elf(const std::filesystem::path& path) {
  const auto bytes = read_input(path.string());
  if (!bytes)
    throw ImageError({path.string(), why_unreadable(path), "a readable object file",
                      "check the name and its permissions"});
  return parse_elf(path.string(), {bytes->begin(), bytes->end()});
}

}  // namespace flybar::lanai
