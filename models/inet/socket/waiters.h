/// Processes that wait for the same at a socket.
#pragma once

#include "models/inet/ip/inet.h"

namespace flybar::inet {

class Waiters {
 public:
  /// `what` they wait for, as a run without progress names it.
  Waiters(Inet& inet, const char* what) : inet_(inet), signal_(what) {}
  Waiters(const Waiters&) = delete;
  Waiters& operator=(const Waiters&) = delete;

  /// By a process, which then looks again whether it can go on. False, at once, when the deadline
  /// is over; also if Cpu::end_wait() has ended the wait.
  bool wait(Time deadline);
  /// All of them look again. It costs nothing while those who were woken have not run.
  void wake();
  /// The same at no cost of its own.
  void tell();

 private:
  Inet& inet_;
  host::Signal signal_;
  unsigned count_ = 0;
  bool woken_ = false;  ///< and none of them has run since
};

}  // namespace flybar::inet
