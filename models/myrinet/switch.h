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

/// Works out what happens as far as the cables that come in tell what arrives, and no further: it
/// makes no decision that something still unknown could change. Therefore it does not matter how
/// far it is told at a time.
class Switch {
 public:
  struct Timing {
    Time latency;  ///< a byte begins to arrive, to its turn at the output
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

  /// Does all that is determined, if nothing in the network leaves a slack buffer before `floor`
  /// beyond what has. True if a byte moved or a packet changed its state. What nobody asks about
  /// before `near` it need not know better than that.
  bool settle(Time floor, Time near);

  /// The earliest that may yet happen here, whatever the neighbours do meanwhile.
  struct Pending {
    Time departure = Time::never();  ///< a byte leaves
    Time symbol = Time::never();     ///< a byte leaves, or STOP or GO
  };
  Pending pending();

  /// No packet to or from who is at this port is known here, or has not been taken there yet; nor
  /// does GO follow a STOP.
  bool unused(std::size_t number) const { return unused(ports_[number]); }
  /// Says what is certain not to be sent yet through this port, and what is foretold of the bytes
  /// that will be. settle() does so by itself, but not for who sleeps.
  void tell(std::size_t number);

  /// No byte is inside or was lately, and all STOPs have been taken back.
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
    Time granted;         ///< it took its output
    Time ready;           ///< the head may take its output
    Time not_before;      ///< for what is left of a packet that was cut
    Time next;            ///< nothing leaves before, beyond what has
    Schedule departures;  ///< a route byte leaves in the turn in which it takes the output
    Slack slack;
  };
  struct Output {
    std::optional<std::size_t> owner;
    Time free;
    bool stopped = false;
    std::size_t last = 0;  ///< its owner before
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

    Stream& data() { return cables.in->data; }
    const Stream& data() const { return cables.in->data; }
    std::uint64_t left() const { return input.departures.end(); }
  };
  /// When an output may start bytes: from `from` on, before `until`.
  struct Opening {
    Time from;
    Time until;
  };

  // switch.cpp: what is to be looked at, and whom it concerns.
  bool nothing_came() const;
  bool settle_calm();
  PortSet concerned();
  PortSet note_sleepers(PortSet news);
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
  bool sleeps(const PortState& port) const;
  void wake(std::size_t number) {
    looked_at_ |= asleep_ & only(number);
    asleep_ &= ~only(number);
  }
  void send_flow(std::size_t number);
  void forget(PortState& port);

  // switch_bounds.cpp: what is certain.
  Time request_bound(std::size_t number) const;
  Time release_bound(std::size_t owner) const;
  Time grant_bound(const PortState& port, Time requests) const;
  Time departure_bound(const PortState& port) const;
  Time unprovoked_departure(std::size_t number) const;
  Time symbol_bound(const PortState& port) const;
  Time unprovoked_symbol(const PortState& port) const;
  Time tail_bound(const PortState& port) const;
  Time free_flow_until(const PortState& port) const;
  bool flows_freely(const PortState& port) const;
  Time next_departure(const PortState& port) const;
  /// The packet under way is cut then, if it stands still.
  Time deadline(const Input& input) const {
    return input.departures.free() - byte_time_ + timing_.timeout;
  }
  std::optional<Envelope> coming(const PortState& port) const;
  bool leaves_as_it_comes(const PortState& from) const;
  Pending pending_at(std::size_t number) const;

  // switch_input.cpp: one step of one packet; true if anything changed.
  bool step(std::size_t number);
  bool begin_packet(std::size_t number);
  bool discard(PortState& port);
  void start_discarding(PortState& port, Drop reason, Time from);
  bool rest(PortState& port);
  void leave(PortState& port, Time at, std::uint64_t bytes);

  // switch_output.cpp: who holds an output, and what passes through it.
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
  PortSet asked_ = 0;      ///< outputs that somebody waits for
  PortSet restless_ = 0;   ///< ports that were not at rest after the last settle()
  PortSet later_ = 0;      ///< inputs that would know more if they were looked at
  PortSet looked_at_ = 0;  ///< inputs, in this settle()
  PortSet changed_ = 0;    ///< outputs that have been taken, used or released in this settle()
  PortSet stale_ = 0;      ///< outputs behind which more could be known
  PortSet asleep_ = 0;     ///< ports at which somebody sleeps
  PortSet dozing_ = 0;     ///< those of them where it is news until when
  PortSet doubtful_ = 0;   ///< ports whose pending_ may not hold
  Time floor_, near_;
  // For each port.
  std::vector<Time> request_bounds_;
  std::vector<Time> told_;  ///< nothing that is unknown behind its output leaves before
  std::vector<Pending> pending_;
  Earliest requests_;  ///< no input asks for an output before, beyond those that have
};

}  // namespace flybar::myrinet
