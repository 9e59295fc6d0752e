/// Where every section and every symbol of the linked image lies.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/common/units.h"
#include "models/lanai/image/elf_object.h"

namespace flybar::lanai {

/// A section of one object, by the indices of both.
struct SectionId {
  std::size_t object;
  std::size_t section;
  friend auto operator<=>(const SectionId&, const SectionId&) = default;
};

/// What a global name means.
struct Definition {
  std::size_t object = 0;             ///< index of the object that defines it
  const ElfSymbol* symbol = nullptr;  ///< null if the linker itself does
  std::uint32_t address = 0;
};

struct Layout {
  std::map<SectionId, std::uint32_t> sections;  ///< address of each section that has memory
  std::map<std::string, Definition> globals;    ///< global and weak names
  std::uint32_t text_end = 0;
  std::uint32_t bss_start = 0;
  std::uint32_t bss_end = 0;

  /// Address of a symbol of the object with this index; none if no object defines it.
  std::optional<std::uint32_t> address(std::size_t object, const ElfSymbol& symbol) const;
};

/// Throws ImageError: a name defined twice, no `_start` at the reset vector, too big for `sram`.
Layout lay_out(const std::vector<ElfObject>& objects, Bytes sram);

}  // namespace flybar::lanai
