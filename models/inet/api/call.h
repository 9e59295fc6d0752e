/// What all calls of the API have in common: whose they are, what they cost, how they fail.
#pragma once

#include <cerrno>

#include "models/inet/api/process.h"

namespace flybar::inet {

/// A call that took no time while it looked at its arguments takes that of a system call.
void take_a_call(Inet& inet, Time since);

/// `body` gives a result, or a negative error of errno.h.
template <class Body>
auto call(const char* name, Body body) -> decltype(body(Process::current(name))) {
  Process& process = Process::current(name);
  const process::Inside inside(process, name);
  // Other processes run while this one waits.
  const int before = errno;
  process.memory().notice_writes();
  const Time begin = process.inet().cpu().now();
  const auto result = body(process);
  take_a_call(process.inet(), begin);
  errno = result < 0 ? static_cast<int>(-result) : before;
  return result < 0 ? -1 : result;
}

/// The same with the socket that the descriptor stands for.
template <class Body>
auto call(const char* name, int descriptor, Body body)
    -> decltype(body(Process::current(name), *Process::current(name).find(0))) {
  using Result = decltype(body(Process::current(name), *Process::current(name).find(0)));
  return call(name, [&](Process& process) -> Result {
    Socket* const socket = process.find(descriptor);
    return socket == nullptr ? Result{-EBADF} : body(process, *socket);
  });
}

}  // namespace flybar::inet
