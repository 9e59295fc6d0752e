/// What of a program's data changed hands as pages, what was copied instead, and why.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flybar::inet {

enum class WhyCopied : std::uint8_t {
  kPolicy,     ///< the process wants it so
  kForeign,    ///< memory that is in no address space
  kShort,      ///< a request below socket.remap_least
  kUnaligned,  ///< the address is inside a page
  kPartial,    ///< less than a page is left of the request
  kNoPage,     ///< what has come is no whole page: small segments, other frames, headers before it
  kSmallBuffer,  ///< a page is more than the socket buffer can hold
};
inline constexpr std::size_t kWhyCopied = 7;
std::string_view name(WhyCopied why);

/// Pages that changed hands, and what was copied instead.
struct CopyCounters {
  std::uint64_t pages = 0;
  std::array<std::uint64_t, kWhyCopied> copies = {};
  std::array<std::uint64_t, kWhyCopied> bytes = {};
  CopyCounters& operator+=(const CopyCounters& others);
  void copied(WhyCopied why, std::size_t length) {
    ++copies[static_cast<std::size_t>(why)];
    bytes[static_cast<std::size_t>(why)] += length;
  }
};

}  // namespace flybar::inet
