/// What the IP layer asks of a network interface, and hears from it: the border between the
/// protocol stack and the driver of a card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/common/units.h"
#include "models/host/memory/frames.h"

namespace flybar::inet {

/// Bytes of a packet that lie together. What lies in frames of the host has an address that a card
/// reaches; headers lie in memory of the kernel that only the CPU reaches.
struct Piece {
  const std::uint8_t* bytes;
  std::size_t length;
  host::Physical at = 0;  ///< 0: in no frame
};

/// One IP packet on its way out: its header is the beginning of the first piece.
struct Chain {
  std::span<const Piece> pieces;
  std::size_t length;      ///< of all pieces
  std::size_t headers;     ///< of it, those of IP and of TCP or UDP
  std::uint32_t to;        ///< node
  void* packet = nullptr;  ///< the user's name for it
};

/// What becomes of a packet that a device is given.
enum class Taken : std::uint8_t {
  kCopied,   ///< the device needs its memory no more
  kHeld,     ///< the device reads the frames until it says so, and nothing else
  kNoRoom,   ///< not taken: the device has no room now
  kNoFrame,  ///< dropped: there is no frame to gather it into
};

/// The answer to that.
struct Outcome {
  Taken taken;
  std::uint64_t message = 0;  ///< what the packet is called in traces from here on; 0: not at all
};

/// One IP packet that has come. The frames are the user's from now on.
struct Arrival {
  std::span<const std::uint8_t> head;  ///< its first bytes, valid during the call
  host::Physical frame = 0;            ///< where the others lie; 0: there are none
  std::uint32_t frames = 0;            ///< as many in a row
  std::uint32_t length = 0;            ///< of the others
  std::uint64_t message = 0;           ///< what it is called in traces
};

class Device {
 public:
  /// Both are called where the device says, for example in its interrupt handler: they must not
  /// block.
  class User {
   public:
    virtual ~User() = default;
    virtual void arrived(const Arrival& packet) = 0;
    /// The device needs the frames of the packet no more. This may be much later than the packet
    /// has left, and not in the order of sending.
    virtual void sent(void* packet) = 0;
  };

  virtual ~Device() = default;

  /// Before the simulation starts.
  virtual void connect(User& user) = 0;
  /// Of an IP packet with its header.
  virtual Bytes mtu() const = 0;
  /// The sums of TCP and UDP are the device's: software leaves them out.
  virtual bool computes_sums() const = 0;
  /// By software that may be interrupted between its steps.
  virtual Outcome send(const Chain& packet) = 0;
  /// Says now of what packets it does not need the memory any more.
  virtual void complete_sent() = 0;
};

}  // namespace flybar::inet
