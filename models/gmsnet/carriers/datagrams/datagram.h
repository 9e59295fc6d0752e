/// How a message of gmsnet lies in a datagram: a word of lengths, the control message, the page
/// (message.layout.toml).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/common/units.h"

namespace flybar::gmsnet {

/// Why a datagram that has come is no message for this host.
enum class Malformed : std::uint8_t {
  kShort,    ///< no room for the lengths and a header
  kLengths,  ///< they are not those of the datagram, or no message has them
  kPage,     ///< longer than a frame
  kForeign,  ///< the reply to a call of another host
  kPort,     ///< not from the port of a kernel
};
inline constexpr std::size_t kMalformed = 5;
std::string_view name(Malformed cause);

struct DatagramLengths {
  std::size_t control = 0;
  std::size_t page = 0;  ///< 0: there is none
  std::size_t page_at() const;
};

/// Bytes of the longest message beside its page.
std::size_t most_before_page();
/// What comes before the page.
std::vector<std::uint8_t> datagram_head(std::span<const std::uint8_t> control, std::size_t page);
/// Of a datagram of `length` bytes that begins with `head`, which is at least its first 16 B if it
/// has them; `frame` is the most that a page has.
std::optional<Malformed> read_lengths(std::span<const std::uint8_t> head, std::size_t length,
                                      std::size_t frame, DatagramLengths& lengths);

}  // namespace flybar::gmsnet
