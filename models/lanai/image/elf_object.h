/// One relocatable object file of the compiler, checked so far that no later use can leave it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace flybar::lanai {

struct ElfRelocation {
  std::uint32_t offset;  ///< in the section it changes; not checked
  std::uint32_t symbol;  ///< a valid index
  std::uint32_t type;
  std::uint32_t addend;
};

struct ElfSection {
  std::string name;
  std::uint32_t type;
  std::uint32_t flags;
  std::uint32_t size;
  std::uint32_t alignment;                 ///< a power of two, at most 4096
  std::span<const std::uint8_t> bytes;     ///< `size` of them, none if nothing is stored
  std::vector<ElfRelocation> relocations;  ///< that change this section

  bool allocated() const { return flags & 2; }
  bool writable() const { return flags & 1; }
  bool executable() const { return flags & 4; }
  bool stored() const { return type != kNoBits; }

  static constexpr std::uint32_t kNoBits = 8;
};

enum class Binding : std::uint8_t { kLocal, kGlobal, kWeak };
enum class SymbolKind : std::uint8_t { kNone, kObject, kFunction, kSection, kFile, kOther };

struct ElfSymbol {
  std::string name;
  std::uint32_t value;  ///< offset in its section; alignment of a common symbol
  std::uint32_t size;
  std::uint32_t section;  ///< a valid index, or one of the two below; 0 if undefined here
  Binding binding;
  SymbolKind kind;

  static constexpr std::uint32_t kAbsolute = 0xFFF1;
  static constexpr std::uint32_t kCommon = 0xFFF2;
};

struct ElfObject {
  std::string name;                ///< for messages
  std::vector<std::uint8_t> file;  ///< what the sections point into
  std::vector<ElfSection> sections;
  std::vector<ElfSymbol> symbols;

  ElfObject() = default;
  ElfObject(ElfObject&&) = default;
  ElfObject& operator=(ElfObject&&) = default;
};

/// Throws ImageError on anything but a sound 32-bit big-endian relocatable file for Lanai.
ElfObject parse_elf(std::string name, std::vector<std::uint8_t> file);

/// The same for a file. Throws ImageError also if it cannot be read.
ElfObject read_elf(const std::filesystem::path& path);

}  // namespace flybar::lanai
