/// The calls of one host that its peers may yet answer, of which there are so many at most: more
/// would only meet in full queues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "models/common/units.h"
#include "models/gmsnet/message.h"

namespace flybar::gmsnet {

class CallsUnderWay {
 public:
  /// A call that nobody has answered for `patience` is taken for lost, and counts no more.
  CallsUnderWay(std::int64_t most, Time patience)
      : most_(static_cast<std::size_t>(most)), patience_(patience) {}

  bool has_room(Time now);
  void begins(CallId call, Time now) { calls_.push_back({call, now}); }
  /// No effect on one that counts no more.
  void ends(CallId call);
  std::size_t count() const { return calls_.size(); }

 private:
  struct Call {
    CallId id;
    Time since;
  };
  const std::size_t most_;
  const Time patience_;
  std::deque<Call> calls_;  ///< the oldest first
};

}  // namespace flybar::gmsnet
