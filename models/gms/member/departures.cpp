#include "models/gms/member/departures.h"

namespace flybar::gms {

void Departures::leave(gmsnet::Message& message, host::PagePool& pool) {
  if (idle_.empty()) idle_.push_back(&departures_.emplace_back());
  Departure& departure = *idle_.back();
  idle_.pop_back();
  departure = {this, &pool, message.payload};
  message.completion = [](void* arg) {
    auto& gone = *static_cast<Departure*>(arg);
    gone.pool->free(gone.frame);
    gone.from->idle_.push_back(&gone);
  };
  message.completion_arg = &departure;
}

}  // namespace flybar::gms
