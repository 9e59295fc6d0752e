#include "models/lanai/image/relocation.h"

#include <fmt/core.h>

namespace flybar::lanai {
namespace {

constexpr std::uint32_t replace(std::uint32_t word, std::uint32_t mask, std::uint32_t bits) {
  return (word & ~mask) | (bits & mask);
}

Relocated absolute21(std::uint32_t word, std::uint32_t value, std::uint32_t mask) {
  if (value >> 21)
    return {word, fmt::format("address {:#x} in a 21-bit field", value), "up to 0x1fffff"};
  return {replace(word, mask, (value >> 16) << 18 | (value & 0xFFFF)), {}, {}};
}

Relocated branch25(std::uint32_t word, std::uint32_t value) {
  if (value >> 25 || value % 4)
    return {word, fmt::format("branch to {:#x}", value), "multiples of 4 up to 0x1fffffc"};
  return {replace(word, 0x01FFFFFC, value), {}, {}};
}

}  // namespace

Relocated relocate(std::uint32_t type, std::uint32_t word, std::uint32_t value) {
  switch (static_cast<Relocation>(type)) {
    case Relocation::kNone:
      return {word, {}, {}};
    case Relocation::k21:
      return absolute21(word, value, 0x007CFFFF);
    case Relocation::k21Word:
      return absolute21(word & ~3u, value, 0x007CFFFC);
    case Relocation::k25:
      return branch25(word, value);
    case Relocation::k32:
      return {value, {}, {}};
    case Relocation::kHigh16:
      return {replace(word, 0xFFFF, value >> 16), {}, {}};
    case Relocation::kLow16:
      return {replace(word, 0xFFFF, value), {}, {}};
  }
  return {word, fmt::format("relocation type {}", type), "types 0 to 6"};
}

}  // namespace flybar::lanai
