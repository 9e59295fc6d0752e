/// Damage that the sum of UDP or TCP does not show: two wrong bits of one datagram may cancel out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace flybar::inet {

/// RFC 1071, of whole words.
inline std::uint16_t sum_of(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0;
  for (std::size_t n = 0; n < bytes.size(); ++n)
    sum += n % 2 == 0 ? std::uint64_t{bytes[n]} << 8 : bytes[n];
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(sum);
}

/// Some few bytes differ, and the sums do not. Both are as long.
inline bool may_be_unseen(std::span<const std::uint8_t> came, std::span<const std::uint8_t> sent) {
  constexpr std::size_t kMost = 4;
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < sent.size(); ++n) wrong += came[n] != sent[n];
  return wrong <= kMost && sum_of(came) == sum_of(sent);
}

}  // namespace flybar::inet
