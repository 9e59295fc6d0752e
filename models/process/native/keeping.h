/// What a keeper does in its own process.
#pragma once

#include <string>

namespace flybar::process {

/// Serves `socket` until its other end has gone; then kills all programs, and exits. Requests: a
/// message with three descriptors and the texts of a Start, each ended by a 0; a message with a PID
/// alone. Answers: the PID and the listener, or a negative error; the status.
[[noreturn]] void keep(int socket, const std::string& host_name);

}  // namespace flybar::process
