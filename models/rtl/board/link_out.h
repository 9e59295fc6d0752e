/// The wire behind the chip's send FIFO: when each word leaves, CRC and GAP behind a packet, and
/// STOP and GO of both directions.
#pragma once

#include <cstdint>
#include <deque>

#include "models/common/observer.h"
#include "models/lanai/params.h"
#include "models/myrinet/link/link_talker.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

class LinkOut {
 public:
  myrinet::LinkTalker talker;

  LinkOut(const lanai::ChipParams& params, Observer& observer, TrackId packets)
      : talker(observer, packets, params.byte_time), params_(params) {}

  /// How many of the words that the chip offers leave in the clock that begins at `t`. What begins
  /// or ends a packet is told to the network at once.
  std::uint8_t take(Time t, const Outputs& out);
  /// STOP or GO of the link partner arrives at `at`; times do not decrease.
  void flow_control(Time at, bool stop) { symbols_.push_back({at, stop}); }

 private:
  struct Symbol {
    Time at;
    bool stop;
  };

  bool may_start(Time& start, Time end);
  void take_symbols(Time t);
  void leave(Time start, FrontWord word, bool crc);

  const lanai::ChipParams& params_;
  Time wire_free_;
  bool stopped_ = false;
  std::deque<Symbol> symbols_;  ///< that have not arrived yet
};

}  // namespace flybar::rtl
