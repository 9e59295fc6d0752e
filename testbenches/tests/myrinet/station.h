/// A node of tests: sends bytes at given times or as soon as the network lets it, sends STOP and GO
/// by a script, and writes down what arrives and when.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include "models/common/units.h"
#include "models/myrinet/link/cable.h"
#include "models/myrinet/link/protocol.h"

namespace flybar::myrinet {

struct ByteSeen {
  Time at;
  std::uint8_t value;
  bool head;
  bool tail;
  friend bool operator==(const ByteSeen&, const ByteSeen&) = default;
};

struct FlowSeen {
  Time at;
  bool stop;
  friend bool operator==(const FlowSeen&, const FlowSeen&) = default;
};

class Station : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Station, 32, ProtocolTypes> out{"out"};
  tlm_utils::simple_target_socket<Station, 32, ProtocolTypes> in{"in"};

  Station(sc_core::sc_module_name name, Time byte_time);

  /// The bytes go not before `at`, after those that wait already, with a GAP behind a tail.
  void send(Time at, std::vector<std::uint8_t> bytes, bool tail = true);
  /// STOP or GO at exactly `at`. In the order of time.
  void send_flow(Time at, bool stop) { script_.push_back({at, stop}); }
  Time next_flow() const { return script_.empty() ? Time::never() : script_.front().at; }
  /// No byte is sent before.
  Time next_byte() const { return waiting_.empty() ? Time::never() : waiting_.front().at; }
  /// Nothing is sent before, unless something reaches it: GO does who has been stopped.
  Time next_unless_reached() const {
    const bool held = stopped_ && obeys_stop && flow_seen_ == flow.size();
    return held ? next_flow() : std::min(next_byte(), next_flow());
  }
  bool between_packets() const { return !in_packet_; }
  /// In the middle of a packet: how it may go on.
  std::optional<Envelope> envelope() const;

  /// Sends everything that it sends before `until`, which that may make earlier, in runs of at most
  /// `longest()` bytes.
  void run(const Time& until);
  bool done() const { return waiting_.empty() && script_.empty(); }

  std::function<std::size_t()> longest = [] { return std::size_t{100'000}; };
  /// Called when something has arrived.
  std::function<void()> on_arrival = [] {};
  bool obeys_stop = true;
  bool keep_log = true;

  std::vector<ByteSeen> bytes;  ///< that arrived
  std::vector<FlowSeen> flow;   ///< likewise
  std::vector<ByteSeen> sent;
  std::vector<std::vector<std::uint8_t>> packets() const;  ///< that arrived with their tail

 private:
  struct Waiting {
    Time at;
    std::uint8_t value;
    bool tail;
  };
  void arrive(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void note(Time at, const tlm::tlm_generic_payload& run, const Link& link);
  Time start_of_next();
  void emit_flow();
  void emit_run(Time until);
  void call(Time at);

  const Time byte_time_;
  Time now_;
  Time free_;
  Time resume_;
  bool stopped_ = false;
  std::size_t flow_seen_ = 0;
  bool in_packet_ = false;
  std::deque<Waiting> waiting_;
  std::deque<FlowSeen> script_;
  std::vector<std::uint8_t> run_;
  tlm::tlm_generic_payload payload_;
  Link* link_;
};

}  // namespace flybar::myrinet
