/// Signals: the kernel keeps and delivers them; who waits in the model stops waiting for one.
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "models/process/linux/calls.h"
#include "models/process/native/machine.h"

namespace flybar::process {
namespace {

std::uint64_t signals_of(int tid, const char* which) {
  return std::strtoull(machine::status_of(tid, which).c_str(), nullptr, 16);
}

std::uint64_t pending(int tid) {
  return signals_of(tid, "SigPnd") | signals_of(tid, "ShdPnd");
}

}  // namespace

/// A process of its own for each time that is set. One that is set anew finds that it is not it.
void Linux::set_alarm(Process& process, Time at, Time period) {
  Process::Alarm& alarm = process.alarm;
  alarm = {at, period, alarm.number + 1};
  if (at == Time::never()) return;
  parts_.cpu.add_process("alarm", [this, &process, number = alarm.number](host::Cpu& cpu) {
    const Time left = left_until(cpu, process.alarm.at);
    if (left > Time() && process.alarm.number == number) cpu.sleep(left);
    if (process.alarm.number != number || process.native.ended) return;
    const Time every = process.alarm.period;
    kill(process.native.pid, SIGALRM);
    after_signals();
    set_alarm(process, every == Time() ? Time::never() : cpu.now() + every, every);
  });
}

/// Of all programs of the host: they may have ended, or wait with a handler.
void Linux::after_signals() {
  parts_.turn.look_for_ended();
  for (Process& process : processes_) {
    if (process.native.ended) {
      end_waits(process);
      continue;
    }
    for (Thread& thread : process.threads) {
      if (thread.on_cpu == nullptr || !thread.native.call) continue;
      const int tid = thread.native.tid;
      const std::uint64_t blocked = thread.mask ? *thread.mask : signals_of(tid, "SigBlk");
      if ((pending(tid) & signals_of(tid, "SigCgt") & ~blocked) == 0) continue;
      thread.interrupted = true;
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
    if (!wanted || !until.readable) return result(-EFAULT);
    let_in = *wanted;
  } else if (call.number == SYS_rt_sigsuspend) {
    const auto mask = thread.memory().get<std::uint64_t>(call.arguments[0]);
    if (!mask) return result(-EFAULT);
    let_in = ~*mask;
  } else {
    let_in = ~signals_of(thread.native.tid, "SigBlk");
  }
  thread.mask = ~let_in;
  host::Signal never("a signal");
  while (!thread.native.ended && (pending(thread.native.tid) & let_in) == 0) {
    const Time left = left_until(host.cpu(), until.at);
    if (left <= Time()) break;
    host.cpu().wait_for(never, left);
  }
  thread.mask.reset();
  if ((pending(thread.native.tid) & let_in) == 0) return result(-EAGAIN);
  return by_machine();
}

Reply set_alarm(Linux& host, Thread& thread, const Call& call) {
  Process& process = thread.process;
  const Time now = host.cpu().now();
  const Time left =
      process.alarm.at == Time::never() ? Time() : std::max(process.alarm.at - now, Time::us(1));
  if (call.number == SYS_alarm) {
    const std::uint32_t seconds = static_cast<std::uint32_t>(call.arguments[0]);
    host.set_alarm(process,
                   seconds == 0 ? Time::never() : now + Time::ms(std::int64_t{1000} * seconds),
                   Time());
    return result((left + Time::ms(1000) - Time::ps(1)) / Time::ms(1000));
  }
  const itimerval before = {as_timeval(process.alarm.period / Time::ns(1)),
                            as_timeval(left / Time::ns(1))};
  const bool real = call.integer(0) == ITIMER_REAL;
  const std::uint64_t into = call.arguments[call.number == SYS_getitimer ? 1 : 2];
  if (into != 0 && !thread.memory().put(into, real ? before : itimerval{})) return result(-EFAULT);
  // Programs take no CPU time that those of the other clocks could count.
  if (call.number == SYS_getitimer || !real || call.arguments[1] == 0) return result(0);
  const auto wanted = thread.memory().get<itimerval>(call.arguments[1]);
  if (!wanted) return result(-EFAULT);
  const Time first = time_of(wanted->it_value);
  host.set_alarm(process, first == Time() ? Time::never() : now + first,
                 time_of(wanted->it_interval));
  return result(0);
}

}  // namespace flybar::process
