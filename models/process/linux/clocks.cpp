/// Calls of time and chance.
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>

#include <ctime>

#include "models/process/linux/calls.h"
#include "models/process/linux/counters.h"

namespace flybar::process {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;  // ns
/// The simulation begins on 1 January 2000, at a host that has been up for 1,000 s.
constexpr std::int64_t kBegin = 946'684'800 * kSecond;
constexpr std::int64_t kUp = 1'000 * kSecond;
constexpr std::int64_t kTick = kSecond / 100;
constexpr std::int64_t kForEver = 1'000'000 * kSecond;
/// Beyond it, ns would not fit.
constexpr std::int64_t kMostSeconds = 9'000'000'000;

std::int64_t since_begin(Linux& host) {
  return host.cpu().now() / Time::ns(1);
}

bool is_real(int clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

/// What the clock shows at the begin. Clocks of CPU time begin with the simulation: a program
/// is taken to have used all of it.
std::int64_t shown_at_begin(int clock) {
  const bool cpu_time =
      clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
  return is_real(clock) ? kBegin : cpu_time ? 0 : kUp;
}

/// For a program's null address nothing is to be written.
template <class T>
Reply put(const Thread& thread, std::uint64_t to, const T& what, std::int64_t value = 0) {
  return result(to == 0 || thread.memory().put(to, what) ? value : -EFAULT);
}

}  // namespace

timespec as_timespec(std::int64_t ns) {
  return {ns / kSecond, ns % kSecond};
}

bool is_valid(const timespec& time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < kSecond;
}

timeval as_timeval(std::int64_t ns) {
  return {ns / kSecond, ns % kSecond / 1000};
}

Time span_of(std::int64_t ns) {
  return Time::ns(std::min(ns, kForEver));
}

Time time_of(const timeval& given) {
  return span_of(ns_of({given.tv_sec, 0}) + std::min<std::int64_t>(given.tv_usec, kSecond) * 1000);
}

std::int64_t ns_of(const timespec& time) {
  return std::min<std::int64_t>(time.tv_sec, kMostSeconds) * kSecond + time.tv_nsec;
}

/// Those of one process or thread have negative numbers.
bool is_clock(int clock) {
  return clock <= CLOCK_TAI;
}

Time instant_of(int clock, std::int64_t ns) {
  const std::int64_t since = ns - shown_at_begin(clock);
  return since > kForEver ? Time::never() : Time::ns(std::max<std::int64_t>(since, 0));
}

itimerspec left_of(Linux& host, Time at, Time period) {
  itimerspec left = {};
  left.it_interval = as_timespec(period / Time::ns(1));
  if (at != Time::never())
    left.it_value = as_timespec(std::max(at - host.cpu().now(), Time::ns(1)) / Time::ns(1));
  return left;
}

TimerSetting read_timer_setting(Linux& host, const Thread& thread, std::uint64_t from, int clock,
                                bool absolute) {
  const auto wanted = thread.memory().get<itimerspec>(from);
  if (!wanted) return {.error = -EFAULT};
  if (!is_valid(wanted->it_value) || !is_valid(wanted->it_interval)) return {.error = -EINVAL};
  TimerSetting setting{.period = span_of(ns_of(wanted->it_interval))};
  if (const std::int64_t first = ns_of(wanted->it_value); first != 0)
    setting.at = absolute ? instant_of(clock, first) : host.cpu().now() + span_of(first);
  return setting;
}

Reply clock_time(Linux& host, Thread& thread, const Call& call) {
  if (!is_clock(call.integer(0))) return result(-EINVAL);
  return put(thread, call.arguments[1],
             as_timespec(since_begin(host) + shown_at_begin(call.integer(0))));
}

Reply clock_resolution(Linux&, Thread& thread, const Call& call) {
  if (!is_clock(call.integer(0))) return result(-EINVAL);
  return put(thread, call.arguments[1], timespec{0, 1});
}

Reply time_of_day(Linux& host, Thread& thread, const Call& call) {
  return put(thread, call.arguments[0], as_timeval(since_begin(host) + kBegin));
}

Reply seconds(Linux& host, Thread& thread, const Call& call) {
  const std::int64_t now = (since_begin(host) + kBegin) / kSecond;
  return put(thread, call.arguments[0], now, now);
}

Reply ticks(Linux& host, Thread& thread, const Call& call) {
  tms used = {};
  used.tms_utime = since_begin(host) / kTick;
  return put(thread, call.arguments[0], used, (since_begin(host) + kUp) / kTick);
}

Reply usage(Linux& host, Thread& thread, const Call& call) {
  rusage used = {};
  used.ru_utime = as_timeval(since_begin(host));
  return put(thread, call.arguments[1], used);
}

Reply system_info(Linux& host, Thread& thread, const Call& call) {
  struct sysinfo info = {};
  info.uptime = (since_begin(host) + kUp) / kSecond;
  info.totalram = 1UL << 30;
  info.freeram = 1UL << 29;
  info.procs = 1;
  info.mem_unit = 1;
  return put(thread, call.arguments[0], info);
}

Reply sleep_for(Linux& host, Thread& thread, const Call& call) {
  const bool by_clock = call.number == SYS_clock_nanosleep;
  const auto wanted = thread.memory().get<timespec>(call.arguments[by_clock ? 2 : 0]);
  if (!wanted) return result(-EFAULT);
  if (!is_valid(*wanted)) return result(-EINVAL);
  const bool absolute = by_clock && (call.arguments[1] & TIMER_ABSTIME) != 0;
  const Time until = absolute ? instant_of(call.integer(0), ns_of(*wanted))
                              : host.cpu().now() + span_of(ns_of(*wanted));
  const Time left = left_until(host.cpu(), until);
  if (left > Time()) host.cpu().sleep(left);
  return result(0);
}

Reply make_timer(Linux& host, Thread& thread, const Call& call) {
  if (!is_clock(call.integer(0))) return result(-EINVAL);
  const auto object = std::make_shared<Timer>(host.cpu(), call.integer(0));
  object->nonblocking = (call.arguments[1] & TFD_NONBLOCK) != 0;
  return host.give(thread, object, (call.arguments[1] & TFD_CLOEXEC) != 0);
}

Reply set_timer(Linux& host, Thread& thread, const Call& call) {
  auto* const timer = dynamic_cast<Timer*>(host.object(thread, call.integer(0)).get());
  if (timer == nullptr) return result(host.is_open(thread, call.integer(0)) ? -EINVAL : -EBADF);
  const itimerspec before = left_of(host, timer->first(), timer->period());
  if (call.number == SYS_timerfd_gettime) return put(thread, call.arguments[1], before);
  const bool absolute = (call.arguments[1] & TFD_TIMER_ABSTIME) != 0;
  const TimerSetting wanted =
      read_timer_setting(host, thread, call.arguments[2], timer->clock(), absolute);
  if (wanted.error != 0) return result(wanted.error);
  timer->set(wanted.at, wanted.period);
  return put(thread, call.arguments[3], before);
}

Reply random_bytes(Linux& host, Thread& thread, const Call& call) {
  constexpr std::size_t kMost = 256;
  std::vector<std::byte> bytes(std::min<std::size_t>(call.arguments[1], kMost));
  for (std::byte& one : bytes) one = static_cast<std::byte>(host.random() >> 56);
  const bool written = thread.memory().write(call.arguments[0], bytes);
  return result(written ? static_cast<std::int64_t>(bytes.size()) : -EFAULT);
}

/// A host has one.
Reply processors(Linux&, Thread& thread, const Call& call) {
  if (call.arguments[1] < sizeof(std::uint64_t)) return result(-EINVAL);
  return put(thread, call.arguments[2], std::uint64_t{1}, sizeof(std::uint64_t));
}

Reply processor(Linux&, Thread& thread, const Call& call) {
  const bool first = call.arguments[0] == 0 || thread.memory().put(call.arguments[0], 0U);
  const bool second = call.arguments[1] == 0 || thread.memory().put(call.arguments[1], 0U);
  return result(first && second ? 0 : -EFAULT);
}

}  // namespace flybar::process
