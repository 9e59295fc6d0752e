/// A frame that a packet has come in, as the protocol stack holds it: freed with the last reference
/// to its bytes, unless a process has taken it into its memory.
#pragma once

#include <lwip/pbuf.h>

#include <cstdint>

#include "models/host/memory/frames.h"

namespace flybar::inet {

struct ReceivedFrame {
  class Owner {
   public:
    virtual ~Owner() = default;
    /// Inside a guard of the stack.
    virtual void freed(const ReceivedFrame& frame) = 0;
  };

  struct Place {
    host::Physical frame;
    bool alone;                 ///< the whole payload lies in it, not in several frames in a row
    std::uint64_t message = 0;  ///< that it has come with, as traces call it
  };

  pbuf_custom reference;
  Owner* owner;
  host::Physical frame;       ///< 0: taken
  const std::uint8_t* bytes;  ///< its first
  bool alone;
  std::uint64_t message;

  /// A packet buffer for `length` bytes at the beginning of the frame, which lie at `bytes`.
  static pbuf* make(Owner& owner, const Place& place, const std::uint8_t* bytes,
                    std::uint16_t length);
  /// Null if the bytes do not lie in a received frame.
  static ReceivedFrame* of(pbuf* bytes);
};

}  // namespace flybar::inet
