/// Words of the chip, whose first byte is the highest, as bytes in the order of their addresses.
#pragma once

#include <cstdint>
#include <cstring>

namespace flybar::lanai {

inline std::uint32_t get_word(const std::uint8_t* bytes) {
  std::uint32_t raw;
  std::memcpy(&raw, bytes, 4);
  return __builtin_bswap32(raw);
}

inline void put_word(std::uint8_t* bytes, std::uint32_t word) {
  const std::uint32_t raw = __builtin_bswap32(word);
  std::memcpy(bytes, &raw, 4);
}

}  // namespace flybar::lanai
