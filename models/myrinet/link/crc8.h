/// The CRC-8 that ends a Myrinet packet: x^8+x^2+x+1, as in the ATM header, initial value 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace flybar::myrinet {

/// Continues `crc` over `bytes`.
std::uint8_t crc8(std::uint8_t crc, std::span<const std::uint8_t> bytes);

/// What `crc` becomes when `bytes` zero bytes follow. The CRC is linear, therefore a byte at the
/// head of a packet contributes crc8_shift(crc8(0, that byte), bytes behind it).
std::uint8_t crc8_shift(std::uint8_t crc, std::uint64_t bytes);

/// The CRC of bytes that come little by little, several times as fast: bytes that are as far apart
/// as the polynomial takes to repeat count the same, so they are added up first.
class Crc8Sum {
 public:
  void add(std::span<const std::uint8_t> bytes);
  std::uint8_t value() const;
  void reset() { *this = {}; }

  /// Zero bytes after which the CRC repeats.
  static constexpr std::size_t kPeriod = 127;

 private:
  std::array<std::uint8_t, kPeriod> sums_{};
  std::size_t next_ = 0;  ///< where the next byte is added
};

}  // namespace flybar::myrinet
