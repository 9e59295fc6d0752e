/// The wire behind the chip's send FIFO: when each word leaves, CRC and GAP behind a packet, and
/// STOP and GO of both directions.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "models/common/observer.h"
#include "models/lanai/params.h"
#include "models/myrinet/link/protocol.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class LinkOut {
 public:
  tlm_utils::simple_initiator_socket<LinkOut, 32, myrinet::ProtocolTypes> link{"link_out"};

  LinkOut(const lanai::ChipParams& params, Observer& observer, TrackId packets);
  ~LinkOut() { payload_.clear_extension(&symbols_of_run_); }

  /// How many of the words that the chip offers leave in the clock that begins at `t`. What begins
  /// or ends a packet is told to the network at once.
  std::uint8_t take(Time t, const Outputs& out);
  /// Tells the network of all that has left.
  void flush();
  /// STOP or GO for the link partner.
  void announce(Time at, bool stop);
  /// STOP or GO of the link partner arrives at `at`; times do not decrease.
  void flow_control(Time at, bool stop) { symbols_.push_back({at, stop}); }

  /// The chip begins to fetch a packet that carries this message, for observers.
  void begin_message(std::uint64_t message) { messages_.push_back(message); }
  /// Of the packet that is fetched.
  std::uint64_t message() const { return messages_.empty() ? 0 : messages_.back(); }

  /// The host resets the chip: a packet under way has no end.
  void reset();

 private:
  struct Symbol {
    Time at;
    bool stop;
  };

  bool may_start(Time& start, Time end);
  void take_symbols(Time t);
  void leave(Time start, FrontWord word, bool crc);
  void end_packet(FrontWord word, bool crc);

  const lanai::ChipParams& params_;
  Observer& observer_;
  const TrackId packets_;
  Time wire_free_;
  bool stopped_ = false;
  std::deque<Symbol> symbols_;  ///< that have not arrived yet

  bool open_ = false;  ///< a packet is under way
  std::deque<std::uint64_t> messages_;
  Time packet_begin_;
  std::vector<std::uint8_t> packet_;
  // The run being put together: the bytes behind so many, which leave from run_start_ on.
  std::size_t told_ = 0;
  Time run_start_;
  bool run_head_ = false;
  tlm::tlm_generic_payload payload_;
  myrinet::Link symbols_of_run_;
};

}  // namespace flybar::rtl
