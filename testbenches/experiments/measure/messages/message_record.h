/// What is known of one message: when the engines on its way were busy with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/common/observer.h"
#include "models/contracts/message_events.h"

namespace flybar::experiments {

/// An engine moved bytes of a message.
struct LaneSpan {
  Time begin;
  Time end;
  std::int64_t bytes;
  Time engine_free;  ///< when the engine was done with what it did before
};

struct MessageRecord {
  SentMessage sent;
  Time receive_begin;
  Time receive_end;
  std::optional<Time> interrupted = {};  ///< as of ReceivedMessage
  Time gathered = {};
  Time receiver_free;  ///< when the receiving host was done with the message before
  std::array<std::vector<LaneSpan>, kLanes> lanes;
  bool measured = false;  ///< not of a warm-up

  /// From the call that asks for the send entry to the one that gives the receive entry back.
  Time latency() const { return receive_end - sent.begin; }
  const std::vector<LaneSpan>& lane(Lane which) const {
    return lanes[static_cast<std::size_t>(which)];
  }
  std::vector<LaneSpan>& lane(Lane which) { return lanes[static_cast<std::size_t>(which)]; }
};

}  // namespace flybar::experiments
