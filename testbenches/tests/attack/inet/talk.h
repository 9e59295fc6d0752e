/// A connection as a model has it that knows nothing of sockets.
#pragma once

#include <array>
#include <cstdint>

namespace flybar::inet {

/// One direction: byte n follows from the seed, whatever memory it came from.
struct Stream {
  std::uint64_t seed = 0;
  std::uint64_t sent = 0, received = 0;
  bool closed = false;  ///< by the sender, in order

  std::uint8_t at(std::uint64_t position) const {
    const std::uint64_t x = (position + seed) * 0x9e37'79b9'7f4a'7c15;
    return static_cast<std::uint8_t>((x ^ x >> 29) * 0xbf58'476d'1ce4'e5b9 >> 56);
  }
};

struct Talk {
  std::array<Stream, 2> streams;  ///< by the end that sends: the client's, the server's
  bool reset = false;             ///< somebody has, or was gone when data came
  bool accepted = false;
};

}  // namespace flybar::inet
