/// Calls that wait for one of several descriptors, or for a signal.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <map>

#include "models/process/linux/calls.h"
#include "models/process/linux/counters.h"
#include "models/process/linux/epoll.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

constexpr std::size_t kMostDescriptors = 4096;

/// A descriptor of the machine's: a file is always ready.
int ready_of(const std::shared_ptr<Object>& object, int wanted) {
  constexpr int kFile = POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
  int found = object ? object->ready() : kFile;
  if ((found & POLLIN) != 0) found |= POLLRDNORM;
  if ((found & POLLOUT) != 0) found |= POLLWRNORM;
  return found & (wanted | POLLERR | POLLHUP);
}

/// Waits until look() finds something, or the time is over; 0 then.
template <class Look>
int wait_for_any(Linux& host, Thread& thread, const std::vector<std::shared_ptr<Object>>& objects,
                 Time until, Look look) {
  int found = look();
  if (found != 0 || until <= host.cpu().now()) return found;
  host::Signal changed("one of several descriptors");
  for (const auto& object : objects)
    if (object) object->watch(changed);
  while (found == 0 && !thread.native.ended && !thread.interrupted) {
    Time due = until;
    for (const auto& object : objects) {
      if (const auto timer = std::dynamic_pointer_cast<Timer>(object))
        due = std::min(due, timer->next());
      if (const auto several = std::dynamic_pointer_cast<Epoll>(object))
        due = std::min(due, several->next());
    }
    const Time left = left_until(host.cpu(), due);
    if (left > Time()) host.cpu().wait_for(changed, left);
    found = look();
    if (host.cpu().now() >= until) break;
  }
  for (const auto& object : objects)
    if (object) object->unwatch(changed);
  return found;
}

/// While it exists, the thread has the mask of signals at an address, if that is not 0. A signal
/// that it lets in is the kernel's to deliver, together with its mask.
class Masked {
 public:
  Masked(Thread& thread, std::uint64_t at) : thread_(thread) {
    if (at != 0) thread.mask = thread.memory().get<std::uint64_t>(at);
  }
  Masked(const Masked&) = delete;
  Masked& operator=(const Masked&) = delete;
  ~Masked() { thread_.mask.reset(); }
  bool interrupted() const { return thread_.mask && thread_.interrupted; }

 private:
  Thread& thread_;
};

/// One of each, since who watches twice is told twice.
std::vector<std::shared_ptr<Object>> each_once(std::vector<std::shared_ptr<Object>> objects) {
  std::sort(objects.begin(), objects.end());
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  return objects;
}

Until after_timeval(Linux& host, const Thread& thread, std::uint64_t at) {
  if (at == 0) return {};
  const auto given = thread.memory().get<timeval>(at);
  if (!given) return {{}, -EFAULT};
  if (given->tv_sec < 0 || given->tv_usec < 0) return {{}, -EINVAL};
  return {host.cpu().now() + time_of(*given)};
}

}  // namespace

Until after(Linux& host, const Thread& thread, std::uint64_t timespec_at) {
  if (timespec_at == 0) return {};
  const auto given = thread.memory().get<timespec>(timespec_at);
  if (!given) return {{}, -EFAULT};
  if (!is_valid(*given)) return {{}, -EINVAL};
  return {host.cpu().now() + span_of(ns_of(*given))};
}

Until after_ms(Linux& host, int milliseconds) {
  if (milliseconds < 0) return {};
  return {host.cpu().now() + Time::ms(milliseconds)};
}

Reply poll_all(Linux& host, Thread& thread, const Call& call) {
  const std::size_t count = call.arguments[1];
  if (count > kMostDescriptors) return result(-EINVAL);
  std::vector<pollfd> numbers(count);
  if (!thread.memory().read(call.arguments[0], std::as_writable_bytes(std::span(numbers))))
    return result(-EFAULT);
  const Until until = call.number == SYS_ppoll ? after(host, thread, call.arguments[2])
                                               : after_ms(host, call.integer(2));
  if (until.error != 0) return result(until.error);
  std::vector<std::shared_ptr<Object>> objects;
  std::vector<bool> open;
  for (const pollfd& one : numbers) {
    objects.push_back(host.object(thread, one.fd));
    open.push_back(one.fd < 0 || host.is_open(thread, one.fd));
  }
  const auto look = [&] {
    int ready = 0;
    for (std::size_t n = 0; n < count; ++n) {
      const int found = numbers[n].fd < 0 ? 0
                        : !open[n]        ? POLLNVAL
                                          : ready_of(objects[n], numbers[n].events);
      numbers[n].revents = static_cast<short>(found);
      ready += found != 0;
    }
    return ready;
  };
  const Masked masked(thread, call.number == SYS_ppoll ? call.arguments[3] : 0);
  const int ready = wait_for_any(host, thread, each_once(objects), until.at, look);
  if (masked.interrupted()) return by_machine();
  return result(thread.memory().write(call.arguments[0], std::as_bytes(std::span(numbers)))
                    ? ready
                    : -EFAULT);
}

Reply select_all(Linux& host, Thread& thread, const Call& call) {
  const int count = call.integer(0);
  if (count < 0 || count > FD_SETSIZE) return result(-EINVAL);
  constexpr std::size_t kWord = sizeof(long);
  const std::size_t length =
      (static_cast<std::size_t>(count) + 8 * kWord - 1) / (8 * kWord) * kWord;
  std::array<fd_set, 3> wanted = {}, found = {};
  for (std::size_t n = 0; n < wanted.size(); ++n)
    if (call.arguments[n + 1] != 0 &&
        !thread.memory().read(call.arguments[n + 1],
                              std::as_writable_bytes(std::span(&wanted[n], 1)).first(length)))
      return result(-EFAULT);
  const Until until = call.number == SYS_pselect6 ? after(host, thread, call.arguments[4])
                                                  : after_timeval(host, thread, call.arguments[4]);
  if (until.error != 0) return result(until.error);
  std::map<int, std::shared_ptr<Object>> objects;
  std::vector<std::shared_ptr<Object>> watched;
  for (int number = 0; number < count; ++number) {
    if (!FD_ISSET(number, &wanted[0]) && !FD_ISSET(number, &wanted[1]) &&
        !FD_ISSET(number, &wanted[2]))
      continue;
    if (!host.is_open(thread, number)) return result(-EBADF);
    watched.push_back(objects[number] = host.object(thread, number));
  }
  const auto look = [&] {
    int ready = 0;
    found = {};
    for (const auto& [number, object] : objects) {
      const int events = ready_of(object, POLLIN | POLLOUT);
      if (FD_ISSET(number, &wanted[0]) && (events & (POLLIN | POLLHUP | POLLERR)) != 0)
        FD_SET(number, &found[0]), ++ready;
      if (FD_ISSET(number, &wanted[1]) && (events & (POLLOUT | POLLERR)) != 0)
        FD_SET(number, &found[1]), ++ready;
    }
    return ready;
  };
  // The sixth argument of pselect() leads to where the mask is.
  const auto mask = call.number == SYS_pselect6 && call.arguments[5] != 0
                        ? thread.memory().get<std::uint64_t>(call.arguments[5])
                        : std::nullopt;
  const Masked masked(thread, mask.value_or(0));
  const int ready = wait_for_any(host, thread, each_once(watched), until.at, look);
  if (masked.interrupted()) return by_machine();
  for (std::size_t n = 0; n < found.size(); ++n)
    if (call.arguments[n + 1] != 0 &&
        !thread.memory().write(call.arguments[n + 1],
                               std::as_bytes(std::span(&found[n], 1)).first(length)))
      return result(-EFAULT);
  return result(ready);
}

Reply make_epoll(Linux& host, Thread& thread, const Call& call) {
  const bool close_on_exec =
      call.number == SYS_epoll_create1 && (call.arguments[0] & EPOLL_CLOEXEC) != 0;
  return host.give(thread, std::make_shared<Epoll>(host.cpu()), close_on_exec);
}

Reply control_epoll(Linux& host, Thread& thread, const Call& call) {
  auto* const several = dynamic_cast<Epoll*>(host.object(thread, call.integer(0)).get());
  if (several == nullptr) return result(host.is_open(thread, call.integer(0)) ? -EINVAL : -EBADF);
  const int number = call.integer(2);
  const auto object = host.object(thread, number);
  if (!object) return result(host.is_open(thread, number) ? -EPERM : -EBADF);
  if (call.integer(1) == EPOLL_CTL_DEL) return result(several->remove(number, object));
  const auto wanted = thread.memory().get<epoll_event>(call.arguments[3]);
  if (!wanted) return result(-EFAULT);
  if (call.integer(1) == EPOLL_CTL_ADD) return result(several->add(number, object, *wanted));
  if (call.integer(1) == EPOLL_CTL_MOD) return result(several->change(number, object, *wanted));
  return result(-EINVAL);
}

Reply wait_epoll(Linux& host, Thread& thread, const Call& call) {
  const auto several = std::dynamic_pointer_cast<Epoll>(host.object(thread, call.integer(0)));
  if (!several) return result(host.is_open(thread, call.integer(0)) ? -EINVAL : -EBADF);
  const int most = call.integer(2);
  if (most <= 0) return result(-EINVAL);
  const Until until = call.number == SYS_epoll_pwait2 ? after(host, thread, call.arguments[3])
                                                      : after_ms(host, call.integer(3));
  if (until.error != 0) return result(until.error);
  std::vector<epoll_event> events;
  const auto look = [&] {
    events = several->take(std::min<std::size_t>(static_cast<std::size_t>(most), kMostDescriptors));
    return static_cast<int>(events.size());
  };
  const Masked masked(thread, call.number == SYS_epoll_wait ? 0 : call.arguments[4]);
  const int ready = wait_for_any(host, thread, {several}, until.at, look);
  if (masked.interrupted()) return by_machine();
  return result(
      thread.memory().write(call.arguments[1], std::as_bytes(std::span(events))) ? ready : -EFAULT);
}

Reply yield_cpu(Linux& host, Thread&, const Call&) {
  host.cpu().yield();
  return result(0);
}

}  // namespace flybar::process
