/// The CRC-8 that ends a Myrinet packet: x^8+x^2+x+1, as in the ATM header, initial value 0.
#pragma once

#include <cstdint>
#include <span>

namespace flybar::myrinet {

/// Continues `crc` over `bytes`.
std::uint8_t crc8(std::uint8_t crc, std::span<const std::uint8_t> bytes);

/// What `crc` becomes when `bytes` zero bytes follow. The CRC is linear, therefore a byte at the
/// head of a packet contributes crc8_shift(crc8(0, that byte), bytes behind it).
std::uint8_t crc8_shift(std::uint8_t crc, std::uint64_t bytes);

}  // namespace flybar::myrinet
