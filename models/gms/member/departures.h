/// Frames that leave a node: they go to its pool once the message that carries them has been sent.
#pragma once

#include <deque>
#include <vector>

#include "models/gmsnet/message.h"
#include "models/host/paging/page_pool.h"

namespace flybar::gms {

class Departures {
 public:
  Departures() = default;
  Departures(const Departures&) = delete;
  Departures& operator=(const Departures&) = delete;

  /// The payload of `message`, which is about to be sent.
  void leave(gmsnet::Message& message, host::PagePool& pool);

 private:
  struct Departure {
    Departures* from;
    host::PagePool* pool;
    host::Physical frame;
  };

  std::deque<Departure> departures_;
  std::vector<Departure*> idle_;
};

}  // namespace flybar::gms
