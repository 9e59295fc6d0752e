/// What happens in a switch: packets move through it byte by byte behind their leading route byte.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "models/common/observer.h"
#include "models/common/units.h"
#include "models/myrinet/shape/port_set.h"
#include "models/myrinet/switch/bounds.h"
#include "models/myrinet/switch/switch_state.h"

namespace flybar::myrinet {

/// Carries out every step that is determined by what has arrived and by what is guaranteed, and no
/// other step. Therefore it does not matter how often it is called.
class Crossbar {
 public:
  Crossbar(SwitchState& state, const Bounds& bounds, Observer& observer)
      : state_(state), bounds_(bounds), observer_(observer) {}

  /// Moves the packets of `inputs`, and those that can move because of that. True if a byte moved
  /// or a packet changed its state.
  bool move(PortSet inputs);

  /// Since the last call of take_changes().
  struct Changes {
    PortSet inputs = 0;       ///< ports whose packet or node may act earlier or later than before
    PortSet outputs = 0;      ///< outputs that were taken, used or released
    PortSet passed_over = 0;  ///< waiting inputs whose bound may be older than their owner's
  };
  const Changes& changes() const { return changes_; }
  Changes take_changes() { return std::exchange(changes_, {}); }

 private:
  using State = SwitchInput::State;
  /// An output may start bytes from `from` on, before `until`.
  struct Opening {
    Time from;
    Time until;
  };

  // crossbar_input.cpp: one step of one packet; true if anything changed.
  bool step(std::size_t number);
  bool step_once(std::size_t number);
  bool begin_packet(std::size_t number);
  bool discard(SwitchPort& port);
  void start_discarding(SwitchPort& port, Drop reason, Time from);
  bool wait_for_bytes(SwitchPort& port);
  void leave(SwitchPort& port, Time at, std::uint64_t bytes);

  // crossbar_output.cpp: which input holds an output, and what passes through it.
  PortSet arbitrate(std::size_t number);
  std::optional<Time> decided_grant(std::size_t output) const;
  void stop_waiting(std::size_t number);
  void grant(std::size_t output, std::size_t input, Time at);
  bool wait_for_output(std::size_t number);
  bool forward(SwitchPort& port);
  bool cut_if_after(SwitchPort& port, Time deadline);
  Opening opening(SwitchPort& out, Time from, Time deadline);
  std::uint64_t starts_between(Opening open, std::uint64_t ready) const;
  void send(SwitchPort& port, Time at, std::uint64_t bytes);
  void spoil_overflow(SwitchPort& port, std::uint64_t first);
  bool finish(SwitchPort& port);
  void release(SwitchPort& port, Time at, const char* label);

  SwitchPort& port(std::size_t number) { return state_.ports[number]; }

  SwitchState& state_;
  const Bounds& bounds_;
  Observer& observer_;
  Changes changes_;
};

}  // namespace flybar::myrinet
