/// Physical memory as a pool of frames, and who may touch each of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/common/units.h"
#include "models/host/memory/page_lru.h"

namespace flybar::host {

/// An address in physical memory.
using Physical = std::uint32_t;

/// What the host has agreed with its devices about a frame.
enum class FrameState : std::uint8_t {
  kReserved,   ///< frame 0: nobody's, so that address 0 is always a mistake
  kFree,       ///< in the pool
  kHost,       ///< belongs to software
  kSending,    ///< handed out: a device may read it, nobody may write it
  kReceiving,  ///< handed out: a device may write it, software may not
  kShared,     ///< a ring that both sides read and write
};

class Frames {
 public:
  /// Throws ConfigurationError unless `size` is a whole number of frames.
  Frames(Bytes size, Bytes frame_size);

  /// The address of `count` free frames in a row, which belong to the host from now on. Throws
  /// SimulationError if there are none.
  Physical allocate(std::uint32_t count = 1);
  /// The same; nothing if there are none in a row.
  std::optional<Physical> try_allocate(std::uint32_t count = 1);
  /// Throws SimulationError unless they are all the host's, and none is pinned.
  void free(Physical address, std::uint32_t count = 1);

  /// Hands `length` bytes at `address` to a device or takes them back. A frame may be sent
  /// several times at once: it is the host's again after as many returns. Throws SimulationError if
  /// a frame is in another state than this allows.
  void lend(Physical address, Bytes length, FrameState to);
  void take_back(Physical address, Bytes length);

  /// Somebody besides its owner still needs what is in the frame, whoever may touch it: it must not
  /// be freed. Pins count. Throws SimulationError if the frame is free, reserved, or pinned 65535
  /// times.
  void pin(Physical address);
  /// How many pins are left. Throws SimulationError unless it is pinned.
  std::uint32_t unpin(Physical address);
  std::uint32_t pins(Physical address) const { return frames_[index(address)].pins; }
  /// All pins of all frames.
  std::uint64_t pinned() const { return pinned_; }

  FrameState state(Physical address) const { return frames_[index(address)].state; }
  Bytes frame_size() const { return frame_size_; }
  std::size_t index(Physical address) const { return address >> shift_; }
  std::size_t count() const { return frames_.size(); }
  /// How many are in the pool.
  std::uint32_t free_count() const {
    return static_cast<std::uint32_t>(rested_.size() + (frames_.size() - unused_));
  }
  bool contains(Physical address, Bytes length) const;

 private:
  struct Frame {
    FrameState state = FrameState::kFree;
    std::uint16_t sends = 0;
    std::uint16_t pins = 0;
  };
  bool is_free_run(std::size_t first, std::uint32_t count) const;
  Frame& frame(Physical address, const char* what);
  std::size_t next() const;
  std::optional<std::size_t> find_run(std::uint32_t count) const;
  template <class Visit>
  void each(Physical address, Bytes length, Visit visit);

  Bytes frame_size_;
  unsigned shift_;
  std::vector<Frame> frames_;
  std::uint64_t pinned_ = 0;
  PageLru rested_;          ///< free ones that were used before, in the order of freeing
  std::size_t unused_ = 1;  ///< from here on no frame was ever used: the program has no memory yet
};

/// "being sent" and the like.
std::string_view name(FrameState state);

}  // namespace flybar::host
