/// Follows the words that a firmware declares before its sends, and says what they show.
///
/// The gate is closed while all of these words are 0. Only a write of the host to one of them opens
/// it. Whether the program has closed it again is seen when the chip looks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/common/units.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/image/send_gate.h"

namespace flybar::lanai {

class GateWatch {
 public:
  explicit GateWatch(Time clock) : clock_(clock) {}

  /// Kept by reference; null if no firmware is known.
  void know(const SendGate* gate) {
    gate_ = gate != nullptr && gate->declared() ? gate : nullptr;
    closed_ = false;
  }
  bool declared() const { return gate_ != nullptr; }

  /// The chip stands between two clocks.
  void look(const Sram& sram) {
    if (gate_ != nullptr && !closed_) closed_ = all_zero(sram);
  }
  /// The host writes the word at `address` in the clock that begins at `t`.
  void host_writes(std::uint32_t address, Time t) {
    if (!closed_ || !covers(address)) return;
    closed_ = false;
    opened_ = t;
  }
  /// A reset ends in the clock that begins at `t`.
  void reset_ends(Time t) {
    closed_ = false;
    opened_ = started_ = t;
  }

  // Precondition of all below: declared().
  bool closed() const { return closed_; }
  /// No send starts in a clock that begins before, if no reset ends. The host does nothing before
  /// `here`.
  Time no_send_before(Time here) const {
    return (closed_ ? here : opened_) + clock_ * gate_->after_host;
  }
  /// No send starts in a clock that begins before, if a reset ends no sooner than `t`.
  Time no_send_after_reset(Time t) const { return t + clock_ * gate_->after_reset; }
  /// A send may start in the clock that begins at `t`, as far as the last reset goes.
  bool started(Time t) const { return t >= no_send_after_reset(started_); }
  /// Words of the packet at the link that the program has not given to the send engine; fewer by up
  /// to the piece that it gave last, of `piece` bytes.
  std::int64_t words_left(const Sram& sram, std::int64_t piece) const;

 private:
  bool covers(std::uint32_t address) const;
  bool all_zero(const Sram& sram);

  const Time clock_;
  const SendGate* gate_ = nullptr;
  bool closed_ = false;
  Time opened_;                 ///< when the host last did so
  Time started_;                ///< the end of the last reset
  std::uint32_t not_zero_ = 0;  ///< the word that was not 0 when the chip last looked
};

}  // namespace flybar::lanai
