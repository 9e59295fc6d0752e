/// Which bytes of a system call change hands as a page, which are copied, and why. All rules of
/// remapping stand in copies.cpp.
#pragma once

#include <cstddef>
#include <optional>

#include "models/inet/ip/received_frame.h"
#include "models/inet/socket/copy_counters.h"
#include "models/inet/socket/user_area.h"

namespace flybar::inet {

/// What a process wants of its sockets.
struct CopyPolicy {
  bool remap_sent = true;
  bool remap_received = true;
  Bytes least;  ///< a shorter request is copied
};

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

}  // namespace flybar::inet
