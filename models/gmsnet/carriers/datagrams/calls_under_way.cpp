#include "models/gmsnet/carriers/datagrams/calls_under_way.h"

namespace flybar::gmsnet {

bool CallsUnderWay::has_room(Time now) {
  while (!calls_.empty() && now - calls_.front().since >= patience_) calls_.pop_front();
  return calls_.size() < most_;
}

void CallsUnderWay::ends(CallId call) {
  std::erase_if(calls_, [call](const Call& one) { return one.id == call; });
}

}  // namespace flybar::gmsnet
