/// Which bytes of a system call change hands as a page, which are copied, and why. All rules of
/// remapping stand in copies.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/inet/ip/received_frame.h"
#include "models/inet/socket/user_area.h"

namespace flybar::inet {

/// What a process wants of its sockets.
struct CopyPolicy {
  bool remap_sent = true;
  bool remap_received = true;
  Bytes least;  ///< a shorter request is copied
};

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

/// The next bytes of a request.
struct Request {
  UserArea area;
  std::size_t length;  ///< of the whole request
  std::size_t left;    ///< of it, from `area` on
};

/// Why a page of the process cannot go to the network as it is; nothing if it can.
std::optional<WhyCopied> why_copied(const CopyPolicy& policy, const Request& request,
                                    std::size_t page);
/// Likewise for `buffer`, which has come, to become a page of the process.
std::optional<WhyCopied> why_copied(const CopyPolicy& policy, const Request& request,
                                    std::size_t page, pbuf* buffer);

/// Pages that changed hands, and what was copied instead.
struct CopyCounters {
  std::uint64_t pages = 0;
  std::array<std::uint64_t, kWhyCopied> copies = {};
  std::array<std::uint64_t, kWhyCopied> bytes = {};
  void copied(WhyCopied why, std::size_t length) {
    ++copies[static_cast<std::size_t>(why)];
    bytes[static_cast<std::size_t>(why)] += length;
  }
};

}  // namespace flybar::inet
