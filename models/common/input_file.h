/// Files that the user names as input. A pipe, or "-" for the standard input, will do.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace flybar {

/// More than any object file has; an endless device ends here.
inline constexpr std::size_t kMostInput = 64 << 20;

/// "-", a pipe or a device: it can be read once.
bool is_stream_input(const std::string& name);

/// The first `most` bytes; nothing if they cannot be read, as those of a directory. What comes
/// through a stream is kept, and is there again when it is asked for the next time.
std::optional<std::string> read_input(const std::string& name, std::size_t most = kMostInput);

}  // namespace flybar
