/// What a connection tells by TCP_INFO.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/inet/socket/connection.h"

namespace flybar::inet {

/// A struct tcp_info of Linux. Fields that the stack has nothing for are 0: it has neither pacing,
/// delivery rates, time stamps nor selective acknowledgements. Null: a socket without connection.
std::vector<std::byte> tcp_info_of(const Inet& inet, const Connection* connection, bool listens);
/// Bytes of data in a segment that it sends; nothing if it has not opened.
std::optional<int> segment_of(const Connection& connection);

}  // namespace flybar::inet
