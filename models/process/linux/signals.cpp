/// Signals: the kernel keeps and delivers them; who waits in the model stops waiting for one.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "models/process/linux/calls.h"
#include "models/process/linux/signal_number.h"
#include "models/process/native/machine.h"

namespace flybar::process {
namespace {

std::uint64_t signals_of(int tid, const char* which) {
  return std::strtoull(machine::status_of(tid, which).c_str(), nullptr, 16);
}

bool has_reason_to_stop(const Thread& thread) {
  const int tid = thread.native.tid;
  const std::uint64_t there = machine::pending_signals(tid);
  if (there == 0) return false;
  const std::uint64_t blocked = thread.mask ? *thread.mask : signals_of(tid, "SigBlk");
  return (there & signals_of(tid, "SigCgt") & ~blocked) != 0;
}

}  // namespace

/// Of all programs of the host: they may have ended, or wait with a handler.
void Linux::after_signals() {
  parts_.turn.look_for_ended();
  for (Process& process : processes_) {
    if (process.native.ended) {
      end_waits(process);
      continue;
    }
    if (signal_numbers_)
      for (const auto& [number, object] : process.known)
        if (auto* const signals = dynamic_cast<SignalNumber*>(object.get())) signals->look();
    for (Thread& thread : process.threads) {
      if (thread.on_cpu == nullptr || !thread.native.call) continue;
      const bool found = thread.awaited != 0 &&
                         (machine::pending_signals(thread.native.tid) & thread.awaited) != 0;
      if (!found && !has_reason_to_stop(thread)) continue;
      thread.interrupted = !found;
      parts_.cpu.end_wait(*thread.on_cpu);
      // One of them is enough.
      break;
    }
  }
}

Reply send_signal(Linux& host, Thread& thread, const Call&) {
  host.turn().let_through(thread.native);
  // It has been sent when the call has returned.
  host.turn().next(thread.native);
  host.after_signals();
  return answered();
}

/// The kernel's own call returns at once, as the signal is there.
Reply wait_signal(Linux& host, Thread& thread, const Call& call) {
  std::uint64_t let_in = 0;
  Until until;
  if (call.number == SYS_rt_sigtimedwait) {
    const auto wanted = thread.memory().get<std::uint64_t>(call.arguments[0]);
    until = after(host, thread, call.arguments[2]);
    if (!wanted) return result(-EFAULT);
    if (until.error != 0) return result(until.error);
    let_in = *wanted;
  } else if (call.number == SYS_rt_sigsuspend) {
    const auto mask = thread.memory().get<std::uint64_t>(call.arguments[0]);
    if (!mask) return result(-EFAULT);
    let_in = ~*mask;
  } else {
    let_in = ~signals_of(thread.native.tid, "SigBlk");
  }
  thread.mask = ~let_in;
  if (call.number == SYS_rt_sigtimedwait) thread.awaited = let_in;
  host::Signal never("a signal");
  while (!thread.native.ended && (machine::pending_signals(thread.native.tid) & let_in) == 0) {
    const Time left = left_until(host.cpu(), until.at);
    if (left <= Time()) break;
    host.cpu().wait_for(never, left);
  }
  thread.mask.reset();
  thread.awaited = 0;
  if ((machine::pending_signals(thread.native.tid) & let_in) == 0) return result(-EAGAIN);
  return by_machine();
}

}  // namespace flybar::process
