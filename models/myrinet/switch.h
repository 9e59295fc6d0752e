/// A crossbar that forwards packets as they come, byte by byte behind their leading route byte.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/common/units.h"
#include "models/myrinet/cable.h"
#include "models/myrinet/earliest.h"
#include "models/myrinet/port_set.h"
#include "models/myrinet/schedule.h"
#include "models/myrinet/slack.h"

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

/// Carries out every step that is determined by what has arrived and by what is guaranteed, and no
/// other step. Therefore it does not matter how often it is called.
class Switch {
 public:
  struct Timing {
    Time latency;  ///< from the begin of a byte's arrival to its turn at the output
    Time timeout;
    SlackMarks slack;
  };
  struct Port {
    Cable* in = nullptr;  ///< both or none
    Cable* out = nullptr;
    bool inner = false;  ///< leads to another switch
  };

  Switch(const std::string& name, const Timing& timing, std::vector<Port> ports,
         Observer& observer);
  Switch(const Switch&) = delete;  // cables know where it is
  Switch& operator=(const Switch&) = delete;

  /// Does everything that is determined. Nothing in the network leaves a slack buffer before
  /// `floor` beyond what has. True if a byte moved or a packet changed its state. Bounds that lie
  /// behind `near` need not be improved.
  bool settle(Time floor, Time near);

  /// The earliest that may yet happen in the switch, whatever its neighbours do meanwhile.
  struct Pending {
    Time departure = Time::never();  ///< a byte leaves
    Time symbol = Time::never();     ///< a byte leaves, or STOP or GO
  };
  Pending pending();

  /// No packet to or from the node at this port is in the switch or on its cables, and no GO is due
  /// to the node.
  bool unused(std::size_t number) const { return unused(ports_[number]); }
  /// Gives the neighbour at this port a new guarantee. settle() does so except for suspended nodes.
  void tell(std::size_t number);

  /// No byte is inside or was lately, and GO has followed every STOP.
  bool calm() const { return restless_ == 0 && nothing_came(); }
  std::size_t ports() const { return ports_.size(); }
  const SwitchPortCounters& counters(std::size_t port) const { return ports_[port].counters; }

 private:
  enum class State : std::uint8_t { kIdle, kWaiting, kSending, kDiscarding };

  /// The slack buffer of a port and the packet at its head.
  struct Input {
    Input(Time byte_time, SlackMarks marks) : departures(byte_time), slack(marks) {}
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
  struct Output {
    std::optional<std::size_t> owner;
    Time free;
    bool stopped = false;
    std::size_t last = 0;  ///< input that held the output last
    PortSet waiting = 0;
    TrackId track = 0;
  };
  struct PortState {
    PortState(Port port, Time byte_time, SlackMarks marks)
        : cables(port), input(byte_time, marks) {}
    Port cables;
    Input input;
    Output output;
    SwitchPortCounters counters;

    Arrivals& data() { return cables.in->data; }
    const Arrivals& data() const { return cables.in->data; }
    std::uint64_t left() const { return input.departures.end(); }
  };
  /// An output may start bytes from `from` on, before `until`.
  struct Opening {
    Time from;
    Time until;
  };

  // switch.cpp: which inputs to look at, and which neighbours to tell.
  bool nothing_came() const;
  bool settle_calm();
  PortSet concerned();
  PortSet note_suspended(PortSet news);
  PortSet with_owners(PortSet outputs) const;
  bool is_near(std::size_t number) const {
    return std::min(ports_[number].input.next, told_[number]) < near_;
  }
  void learn();
  void tell_others();
  /// Nothing is in the buffer, and nothing is known to come.
  static bool resting(const PortState& port) {
    return port.input.state == State::kIdle && port.left() == port.data().times.end();
  }
  bool unused(const PortState& port) const {
    return !port.output.owner && port.output.waiting == 0 && port.cables.out->empty() &&
           resting(port) && !port.input.slack.stopped();
  }
  bool is_suspended(const PortState& port) const;
  void resume(std::size_t number) {
    looked_at_ |= suspended_ & only(number);
    suspended_ &= ~only(number);
  }
  void send_flow(std::size_t number);
  void forget(PortState& port);

  // switch_bounds.cpp: what is certain.
  Time request_bound(std::size_t number) const;
  Time release_bound(std::size_t owner) const;
  Time grant_bound(const PortState& port, Time requests) const;
  Time departure_bound(const PortState& port) const;
  Time departure_but_echoes(std::size_t number) const;
  Time symbol_bound(const PortState& port) const;
  Time symbol_but_echoes(const PortState& port) const;
  Time tail_bound(const PortState& port) const;
  Time free_flow_until(const PortState& port) const;
  bool flows_freely(const PortState& port) const;
  Time next_departure(const PortState& port) const;
  /// The packet under way is cut then, if it stands still.
  Time deadline(const Input& input) const {
    return input.departures.free() - byte_time_ + timing_.timeout;
  }
  std::optional<Envelope> rest_of_packet(const PortState& port) const;
  bool leaves_as_it_comes(const PortState& from) const;
  Pending pending_at(std::size_t number) const;

  // switch_input.cpp: one step of one packet; true if anything changed.
  bool step(std::size_t number);
  bool begin_packet(std::size_t number);
  bool discard(PortState& port);
  void start_discarding(PortState& port, Drop reason, Time from);
  bool rest(PortState& port);
  void leave(PortState& port, Time at, std::uint64_t bytes);

  // switch_output.cpp: which input holds an output, and what passes through it.
  PortSet arbitrate(std::size_t number);
  std::optional<Time> decided_grant(std::size_t output) const;
  void stop_waiting(std::size_t number);
  void grant(std::size_t output, std::size_t input, Time at);
  bool wait_for_output(std::size_t number);
  bool forward(PortState& port);
  bool cut_if_after(PortState& port, Time deadline);
  Opening opening(PortState& out, Time from, Time deadline);
  std::uint64_t starts_between(Opening open, std::uint64_t ready) const;
  void send(PortState& port, Time at, std::uint64_t bytes);
  void spoil_overflow(PortState& port, std::uint64_t first);
  bool finish(PortState& port);
  void release(PortState& port, Time at, const char* label);

  const Timing timing_;
  const Time byte_time_;
  Observer& observer_;
  std::vector<PortState> ports_;
  PortSet connected_ = 0;
  News news_;
  PortSet asked_ = 0;      ///< outputs for which an input waits
  PortSet restless_ = 0;   ///< ports that were not at rest after the last settle()
  PortSet later_ = 0;      ///< inputs with a new guarantee that have not been looked at
  PortSet looked_at_ = 0;  ///< inputs, in this settle()
  PortSet changed_ = 0;    ///< outputs that have been taken, used or released in this settle()
  PortSet stale_ = 0;      ///< outputs whose neighbours could get a longer guarantee
  PortSet suspended_ = 0;  ///< ports whose node is suspended and not about to be reached
  PortSet suspension_news_ = 0;  ///< those of them with a new guarantee
  PortSet doubtful_ = 0;         ///< ports whose pending_ may not hold
  Time floor_, near_;
  // For each port.
  std::vector<Time> request_bounds_;
  std::vector<Time> told_;  ///< the guarantee that its neighbour has
  std::vector<Pending> pending_;
  Earliest requests_;  ///< no further input asks for an output before
};

}  // namespace flybar::myrinet
