#include "models/lanai/relocation.h"

#include <cstdio>

namespace flybar::lanai {
namespace {

std::string hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

constexpr std::uint32_t replace(std::uint32_t word, std::uint32_t mask, std::uint32_t bits) {
  return (word & ~mask) | (bits & mask);
}

Relocated absolute21(std::uint32_t word, std::uint32_t value, std::uint32_t mask) {
  if (value >> 21) return {word, "address " + hex(value) + " in a 21-bit field", "up to 0x1fffff"};
  return {replace(word, mask, (value >> 16) << 18 | (value & 0xFFFF)), {}, {}};
}

Relocated branch25(std::uint32_t word, std::uint32_t value) {
  if (value >> 25 || value % 4)
    return {word, "branch to " + hex(value), "multiples of 4 up to 0x1fffffc"};
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
  return {word, "relocation type " + std::to_string(type), "types 0 to 6"};
}

}  // namespace flybar::lanai
