/// The state of a switch as plain data.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/common/observer.h"
#include "models/common/units.h"
#include "models/myrinet/link/cable.h"
#include "models/myrinet/link/schedule.h"
#include "models/myrinet/link/slack.h"
#include "models/myrinet/shape/port_set.h"

namespace flybar::myrinet {

/// Why a switch consumed a packet, or what was left of it.
enum class Drop : std::uint8_t {
  kNoRoute,  ///< its leading byte is no route byte
  kNoPort,   ///< its leading byte names a port that does not exist or has no cable
  kEmpty,    ///< nothing follows its leading byte
  kBlocked,  ///< it waited too long for its output
  kStuck,    ///< it held its output too long without moving
};
inline constexpr std::size_t kDrops = 5;

struct SwitchPortCounters {
  // As input.
  std::uint64_t packets = 0;  ///< that got their output
  Time blocked;               ///< heads waited for an output that another packet held
  std::array<std::uint64_t, kDrops> drops{};
  std::uint64_t spoilt_bytes = 0;  ///< arrived when the slack buffer was full
  // As output.
  Time stopped;  ///< a byte was there, and STOP held it back

  std::uint64_t dropped(Drop reason) const { return drops[static_cast<std::size_t>(reason)]; }
};

struct SwitchTiming {
  Time latency;  ///< from the begin of a byte's arrival to its turn at the output
  Time timeout;
  SlackMarks slack;
};

/// The cables of one port, which has both or none.
struct SwitchCables {
  Cable* in = nullptr;
  Cable* out = nullptr;
  bool inner = false;  ///< leads to another switch
};

/// The slack buffer of a port and the packet at its head.
struct SwitchInput {
  enum class State : std::uint8_t { kIdle, kWaiting, kSending, kDiscarding };

  SwitchInput(Time byte_time, SlackMarks marks) : departures(byte_time), slack(marks) {}

  State state = State::kIdle;
  std::uint8_t route = 0;
  std::size_t output = 0;
  Time granted;         ///< the packet took its output
  Time ready;           ///< the head may take its output
  Time not_before;      ///< no byte is discarded before, of a packet that was cut
  Time next;            ///< nothing else leaves before
  Schedule departures;  ///< a route byte leaves in the turn in which it takes the output
  Slack slack;
};

struct SwitchOutput {
  std::optional<std::size_t> owner;  ///< input that holds the output
  Time free;                         ///< the last packet has gone
  bool stopped = false;
  std::size_t last = 0;   ///< input that held the output last
  PortSet waiting = 0;    ///< inputs
  std::vector<Time> cut;  ///< when packets for it, or in it, had not moved for the timeout
  TrackId track = 0;
};

struct SwitchPort {
  SwitchPort(SwitchCables both, Time byte_time, SlackMarks marks)
      : cables(both), input(byte_time, marks) {}

  SwitchCables cables;
  SwitchInput input;
  SwitchOutput output;
  SwitchPortCounters counters;

  Arrivals& data() { return cables.in->data; }
  const Arrivals& data() const { return cables.in->data; }
  /// Number of the first byte that has not left the slack buffer.
  std::uint64_t left() const { return input.departures.end(); }
  /// The slack buffer is empty, and no byte is known to come.
  bool resting() const {
    return input.state == SwitchInput::State::kIdle && left() == data().times.end();
  }
};

struct SwitchState {
  SwitchTiming timing;
  Time byte_time;
  std::vector<SwitchPort> ports;
  std::vector<Time> told;  ///< the neighbour at each port knows that nothing comes before
  PortSet connected = 0;
  PortSet asked = 0;      ///< outputs for which an input waits
  PortSet suspended = 0;  ///< ports whose node is suspended and not about to be reached
  Time floor;             ///< nothing in the network leaves a slack buffer before, beyond what has
  Time near;              ///< bounds behind this time need not be improved

  /// A bound of this port can be of use soon.
  bool is_near(std::size_t number) const {
    return std::min(ports[number].input.next, told[number]) < near;
  }
  /// A packet that holds its output and stands still is cut then.
  Time deadline(const SwitchInput& input) const {
    return input.departures.free() - byte_time + timing.timeout;
  }
};

}  // namespace flybar::myrinet
