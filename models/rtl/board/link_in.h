/// What the link brings, cut into words: when each has fully arrived.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "models/common/units.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// A packet begins a new word; its last word may hold fewer than four bytes. Words that have not
/// arrived yet may be known already: the network tells ahead of time.
class LinkIn {
 public:
  explicit LinkIn(Time byte_time) : byte_time_(byte_time) {}

  /// `first_byte` is when its first byte begins to arrive.
  void push(Time first_byte, std::span<const std::uint8_t> bytes, bool tail);
  /// The words that have arrived by the clock that begins at `t`, at most kLinkSlots.
  void arrive(Time t, Inputs& in);
  void clear();

  /// Words that have arrived and that the chip has not stored.
  std::uint32_t waiting() const { return waiting_; }
  /// The chip has stored the next word. True if that ended a packet: the whole of it is in
  /// packet(), which the next call changes.
  bool stored();
  const std::vector<std::uint8_t>& packet() const { return packet_; }

 private:
  struct Word {
    Time ready;
    std::uint32_t data;
    std::uint8_t bytes;
    bool tail;
  };

  const Time byte_time_;
  std::deque<Word> words_;  ///< those that wait, then those that have not arrived
  std::uint32_t waiting_ = 0;
  std::uint32_t partial_ = 0;  ///< bytes of the word under way,
  std::uint32_t data_ = 0;     ///< its first ones in the highest bits
  std::vector<std::uint8_t> packet_;
  bool ended_ = false;
};

}  // namespace flybar::rtl
