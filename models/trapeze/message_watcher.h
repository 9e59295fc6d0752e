/// Who wants to know of each message of an endpoint, from the host software that sends it to the
/// host software that has received it.
#pragma once

#include <cstdint>

#include "models/common/units.h"
#include "models/trapeze/names.h"

namespace flybar::trapeze {

struct SentMessage {
  std::uint64_t id;  ///< trace_id()
  Node source;
  Node destination;
  Bytes control;
  Bytes payload;
  Bytes fetched;  ///< by the host DMA: the payload, and a control message that is not stored by PIO
  Bytes deposited;  ///< likewise at the receiver, with the entry
  Time begin;       ///< the entry was asked for
  Time end;         ///< release has posted its last word
};

struct ReceivedMessage {
  std::uint64_t id;
  Node node;   ///< that received it
  Time begin;  ///< the host saw it
  Time end;    ///< release has posted its last word
};

/// Called at the kernel's time, in its order.
class MessageWatcher {
 public:
  virtual ~MessageWatcher() = default;
  virtual void sent(const SentMessage& message) = 0;
  virtual void received(const ReceivedMessage& message) = 0;
};

}  // namespace flybar::trapeze
