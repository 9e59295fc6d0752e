/// The sending end of a link: puts bytes that leave together into runs, and tells the partner of
/// them, and of STOP and GO, by the calls of protocol.h. Observers hear of whole packets.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "models/common/observer.h"
#include "models/myrinet/link/protocol.h"

namespace flybar::myrinet {

class LinkTalker {
 public:
  tlm_utils::simple_initiator_socket<LinkTalker, 32, ProtocolTypes> link{"link_out"};

  LinkTalker(Observer& observer, TrackId packets, Time byte_time);
  ~LinkTalker() { payload_.clear_extension(&symbols_); }

  /// One more packet will leave, which carries this message, for observers.
  void begin_message(std::uint64_t message) { messages_.push_back(message); }
  /// Of the packet that was begun last; 0 if none is known.
  std::uint64_t message() const { return messages_.empty() ? 0 : messages_.back(); }

  /// A packet is under way.
  bool open() const { return open_; }
  /// The bytes that have left of it so far. Precondition: open().
  std::span<const std::uint8_t> left() const { return packet_; }

  /// What is appended leaves from `start` on, in the same run if the wire is free no sooner.
  void begin_run(Time start, Time wire_free) {
    if (start != wire_free) flush();
    if (!open_) begin_packet(start);
    if (run_empty()) run_start_ = start;
  }
  void append(std::span<const std::uint8_t> bytes) {
    packet_.insert(packet_.end(), bytes.begin(), bytes.end());
  }
  /// The last byte but for the CRC has left at `end`. Returns when the wire is free again.
  Time end_packet(Time end, std::optional<std::uint8_t> crc);

  /// Tells the partner of the head of a packet, if that is not told.
  void tell_head() {
    if (run_head_) flush();
  }
  /// Tells it of all that has left.
  void flush() {
    if (!run_empty()) tell_run();
  }
  /// A STOP for it, or a GO.
  void announce(Time at, bool stop);
  /// The packet under way has no end.
  void reset();

 private:
  bool run_empty() const { return told_ == packet_.size(); }
  void begin_packet(Time start);
  void tell_run();

  Observer& observer_;
  const TrackId packets_;
  const Time byte_time_;

  bool open_ = false;
  std::deque<std::uint64_t> messages_;  ///< first that of the packet that leaves
  Time packet_begin_;
  std::vector<std::uint8_t> packet_;  ///< the bytes that have left so far
  // Those of the run being put together, which leave from run_start_ on: the ones behind so many.
  std::size_t told_ = 0;
  Time run_start_;
  bool run_head_ = false;
  tlm::tlm_generic_payload payload_;
  Link symbols_;
};

}  // namespace flybar::myrinet
