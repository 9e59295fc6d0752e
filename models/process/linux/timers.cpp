/// Timers that send signals: those of alarm(), setitimer() and timer_create().
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>

#include "models/process/linux/calls.h"
#include "models/process/native/machine.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

constexpr int kMostTimers = 32'768;  ///< of a process

/// One that has not been delivered since is counted.
void expire(SignalTimer& timer) {
  if (timer.signal == 0) return;
  if (timer.plain) {
    kill(timer.pid, timer.signal);
    return;
  }
  const int to = timer.tid != 0 ? timer.tid : timer.pid;
  const std::uint64_t bit = std::uint64_t{1} << (timer.signal - 1);
  if (timer.sent && (machine::pending_signals(to) & bit) != 0) {
    ++timer.overruns;
    return;
  }
  siginfo_t info = {};
  info.si_signo = timer.signal;
  info.si_code = SI_TIMER;
  info.si_timerid = timer.number;
  info.si_value.sival_ptr = reinterpret_cast<void*>(timer.value);  // NOLINT: the program's
  if (timer.tid != 0)
    syscall(SYS_rt_tgsigqueueinfo, timer.pid, timer.tid, timer.signal, &info);
  else
    syscall(SYS_rt_sigqueueinfo, timer.pid, timer.signal, &info);
  timer.sent = true;
  timer.overruns = 0;
}

/// The thread that the program calls so; 0: it has none.
int tid_of(const Process& process, int own) {
  for (const Thread& one : process.threads)
    if (machine::own_pid(one.native.tid) == own) return one.native.tid;
  return 0;
}

/// As the kernel has it in memory of the program.
struct WhatToDo {
  std::uint64_t value;
  int signal;
  int how;
  int tid;
};

/// 0, or an error.
int fill(const Process& process, const WhatToDo& wanted, SignalTimer& timer) {
  timer.value = wanted.value;
  if (wanted.how == SIGEV_NONE) return 0;
  if (wanted.signal < 1 || wanted.signal > SIGRTMAX) return -EINVAL;
  timer.signal = wanted.signal;
  if (wanted.how == SIGEV_SIGNAL) return 0;
  if (wanted.how != (SIGEV_SIGNAL | SIGEV_THREAD_ID)) return -EINVAL;
  timer.tid = tid_of(process, wanted.tid);
  return timer.tid != 0 ? 0 : -EINVAL;
}

int number_for(const Process& process) {
  int number = 0;
  while (process.timers.count(number) > 0) ++number;
  return number;
}

Reply make(const Thread& thread, const Call& call) {
  Process& process = thread.process;
  const auto timer = std::make_shared<SignalTimer>();
  timer->number = number_for(process);
  if (timer->number >= kMostTimers) return result(-EAGAIN);
  timer->pid = process.native.pid;
  timer->clock = call.integer(0);
  WhatToDo wanted = {static_cast<std::uint64_t>(timer->number), SIGALRM, SIGEV_SIGNAL, 0};
  if (call.arguments[1] != 0) {
    const auto given = thread.memory().get<WhatToDo>(call.arguments[1]);
    if (!given) return result(-EFAULT);
    wanted = *given;
  }
  if (const int error = fill(process, wanted, *timer)) return result(error);
  if (!thread.memory().put(call.arguments[2], timer->number)) return result(-EFAULT);
  process.timers[timer->number] = timer;
  return result(0);
}

Reply set(Linux& host, const Thread& thread, const Call& call,
          const std::shared_ptr<SignalTimer>& timer) {
  const bool absolute = (call.arguments[1] & TIMER_ABSTIME) != 0;
  const TimerSetting wanted =
      read_timer_setting(host, thread, call.arguments[2], timer->clock, absolute);
  if (wanted.error != 0) return result(wanted.error);
  const itimerspec before = left_of(host, timer->at, timer->period);
  host.set_timer(timer, wanted.at, wanted.period);
  const std::uint64_t into = call.arguments[3];
  return result(into == 0 || thread.memory().put(into, before) ? 0 : -EFAULT);
}

}  // namespace

/// A process of its own for each time that is set. One that is set anew finds that it is not it.
void Linux::set_timer(const std::shared_ptr<SignalTimer>& timer, Time at, Time period) {
  timer->at = at;
  timer->period = period;
  const std::uint64_t setting = ++timer->settings;
  if (at == Time::never()) return;
  parts_.cpu.add_process("timer", [this, timer, setting](host::Cpu& cpu) {
    while (timer->settings == setting && timer->at != Time::never()) {
      const Time left = left_until(cpu, timer->at);
      if (left > Time()) cpu.sleep(left);
      if (timer->settings != setting) return;
      timer->at = timer->period == Time() ? Time::never() : timer->at + timer->period;
      expire(*timer);
      after_signals();
    }
  });
}

Reply set_alarm(Linux& host, Thread& thread, const Call& call) {
  const auto& alarm = thread.process.alarm;
  const Time now = host.cpu().now();
  const Time left = alarm->at == Time::never() ? Time() : std::max(alarm->at - now, Time::us(1));
  if (call.number == SYS_alarm) {
    const std::uint32_t seconds = static_cast<std::uint32_t>(call.arguments[0]);
    host.set_timer(alarm, seconds == 0 ? Time::never() : now + time_of({seconds, 0}), Time());
    return result((left + Time::ms(1000) - Time::ps(1)) / Time::ms(1000));
  }
  const itimerval before = {as_timeval(alarm->period / Time::ns(1)),
                            as_timeval(left / Time::ns(1))};
  const bool real = call.integer(0) == ITIMER_REAL;
  const std::uint64_t into = call.arguments[call.number == SYS_getitimer ? 1 : 2];
  if (into != 0 && !thread.memory().put(into, real ? before : itimerval{})) return result(-EFAULT);
  // Programs take no CPU time that those of the other clocks could count.
  if (call.number == SYS_getitimer || !real || call.arguments[1] == 0) return result(0);
  const auto wanted = thread.memory().get<itimerval>(call.arguments[1]);
  if (!wanted) return result(-EFAULT);
  const Time first = time_of(wanted->it_value);
  host.set_timer(alarm, first == Time() ? Time::never() : now + first,
                 time_of(wanted->it_interval));
  return result(0);
}

Reply use_timer(Linux& host, Thread& thread, const Call& call) {
  if (call.number == SYS_timer_create) return make(thread, call);
  auto& timers = thread.process.timers;
  const auto found = timers.find(call.integer(0));
  if (found == timers.end()) return result(-EINVAL);
  const std::shared_ptr<SignalTimer> timer = found->second;
  switch (call.number) {
    case SYS_timer_settime:
      return set(host, thread, call, timer);
    case SYS_timer_gettime:
      return result(thread.memory().put(call.arguments[1], left_of(host, timer->at, timer->period))
                        ? 0
                        : -EFAULT);
    case SYS_timer_getoverrun:
      return result(timer->overruns);
    default:
      host.set_timer(timer, Time::never(), Time());
      timers.erase(found);
      return result(0);
  }
}

}  // namespace flybar::process
