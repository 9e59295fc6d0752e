#include "models/inet/socket/waiters.h"

#include <utility>

#include "models/inet/labels.h"

namespace flybar::inet {

bool Waiters::wait(Time deadline) {
  const Time left = left_until(inet_.cpu(), deadline);
  if (left <= Time()) return false;
  ++count_;
  const bool looks = inet_.wait(signal_, left) || left_until(inet_.cpu(), deadline) <= Time();
  --count_;
  woken_ = false;
  return looks;
}

void Waiters::wake() {
  if (count_ == 0) return;
  if (!std::exchange(woken_, true)) inet_.cpu().spend(inet_.params().socket.wake, kSocketWake);
  tell();
}

void Waiters::tell() {
  if (count_ > 0) inet_.cpu().notify_all(signal_);
}

}  // namespace flybar::inet
