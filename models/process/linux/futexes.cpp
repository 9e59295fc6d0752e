/// Futexes: threads of the model wait in the model.
#include <linux/futex.h>
#include <sys/syscall.h>

#include <cerrno>

#include "models/process/linux/calls.h"
#include "models/process/native/machine.h"

namespace flybar::process {
namespace {

constexpr std::uint32_t kAny = ~0U;

/// FUTEX_WAKE_OP: see futex(2).
struct Change {
  explicit Change(std::uint32_t packed)
      : operation((packed >> 28) & 7),
        comparison((packed >> 24) & 15),
        argument(static_cast<std::int32_t>(packed << 8) >> 20),
        against(static_cast<std::int32_t>(packed << 20) >> 20) {
    if (((packed >> 28) & FUTEX_OP_OPARG_SHIFT) != 0) argument = 1 << (argument & 31);
  }
  std::uint32_t apply(std::uint32_t old) const {
    const auto by = static_cast<std::uint32_t>(argument);
    switch (operation) {
      case FUTEX_OP_SET:
        return by;
      case FUTEX_OP_ADD:
        return old + by;
      case FUTEX_OP_OR:
        return old | by;
      case FUTEX_OP_ANDN:
        return old & ~by;
      case FUTEX_OP_XOR:
        return old ^ by;
      default:
        return old;
    }
  }
  bool holds(std::uint32_t word) const {
    const auto old = static_cast<std::int32_t>(word);
    switch (comparison) {
      case FUTEX_OP_CMP_EQ:
        return old == against;
      case FUTEX_OP_CMP_NE:
        return old != against;
      case FUTEX_OP_CMP_LT:
        return old < against;
      case FUTEX_OP_CMP_LE:
        return old <= against;
      case FUTEX_OP_CMP_GT:
        return old > against;
      default:
        return old >= against;
    }
  }
  std::uint32_t operation, comparison;
  std::int32_t argument, against;
};

/// Of memory that only the program sees, unless it says otherwise and others see it.
FutexKey key_of(const Thread& thread, const Call& call, std::uint64_t word) {
  const bool may_be_shared = (call.integer(1) & FUTEX_PRIVATE_FLAG) == 0;
  if (const auto place =
          may_be_shared ? machine::shared_place(thread.process.native.pid, word) : std::nullopt)
    return {nullptr, place->device, place->inode, place->offset};
  return {&thread.process, 0, 0, word};
}

Reply wait_for(Linux& host, Thread& thread, const Call& call, int operation) {
  const auto word = thread.memory().get<std::uint32_t>(call.arguments[0]);
  if (!word) return result(-EFAULT);
  if (*word != static_cast<std::uint32_t>(call.arguments[2])) return result(-EAGAIN);
  const bool bits = operation == FUTEX_WAIT_BITSET;
  Until until = after(host, thread, call.arguments[3]);
  if (until.error != 0) return result(until.error);
  // With bits the time is an instant, of one of two clocks.
  const int clock =
      (call.integer(1) & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  if (bits && call.arguments[3] != 0)
    until.at = instant_of(clock, ns_of(*thread.memory().get<timespec>(call.arguments[3])));
  Sleeper sleeper{key_of(thread, call, call.arguments[0]),
                  bits ? static_cast<std::uint32_t>(call.arguments[5]) : kAny};
  host.sleepers().push_back(&sleeper);
  while (!sleeper.woken && !thread.native.ended && !thread.interrupted) {
    const Time left = left_until(host.cpu(), until.at);
    if (left <= Time() || !host.cpu().wait_for(sleeper.signal, left)) break;
  }
  host.sleepers().remove(&sleeper);
  if (sleeper.woken) return result(0);
  return result(thread.interrupted ? -kRestart : -ETIMEDOUT);
}

Reply requeue(Linux& host, Thread& thread, const Call& call, int operation) {
  const auto word = thread.memory().get<std::uint32_t>(call.arguments[0]);
  if (!word) return result(-EFAULT);
  if (operation == FUTEX_CMP_REQUEUE && *word != static_cast<std::uint32_t>(call.arguments[5]))
    return result(-EAGAIN);
  const FutexKey from = key_of(thread, call, call.arguments[0]);
  std::int64_t count = host.wake_futex(from, static_cast<std::uint32_t>(call.arguments[2]), kAny);
  const FutexKey to = key_of(thread, call, call.arguments[4]);
  std::uint64_t most = call.arguments[3];
  for (Sleeper* const one : host.sleepers()) {
    if (most == 0) break;
    if (one->woken || one->key != from) continue;
    one->key = to;
    --most;
    ++count;
  }
  return result(count);
}

Reply wake_and_change(Linux& host, Thread& thread, const Call& call) {
  const auto old = thread.memory().get<std::uint32_t>(call.arguments[4]);
  const Change change(static_cast<std::uint32_t>(call.arguments[5]));
  if (!old || !thread.memory().put(call.arguments[4], change.apply(*old))) return result(-EFAULT);
  std::int64_t count = host.wake_futex(key_of(thread, call, call.arguments[0]),
                                       static_cast<std::uint32_t>(call.arguments[2]), kAny);
  if (change.holds(*old))
    count += host.wake_futex(key_of(thread, call, call.arguments[4]),
                             static_cast<std::uint32_t>(call.arguments[3]), kAny);
  return result(count);
}

}  // namespace

std::int64_t Linux::wake_futex(const FutexKey& key, std::uint32_t most, std::uint32_t bits) {
  std::int64_t count = 0;
  for (Sleeper* const one : sleepers_) {
    if (count >= static_cast<std::int64_t>(most)) break;
    if (one->woken || one->key != key || (one->bits & bits) == 0) continue;
    one->woken = true;
    parts_.cpu.notify(one->signal);
    ++count;
  }
  return count;
}

Reply use_futex(Linux& host, Thread& thread, const Call& call) {
  const int operation = call.integer(1) & FUTEX_CMD_MASK;
  const bool bits = operation == FUTEX_WAIT_BITSET || operation == FUTEX_WAKE_BITSET;
  const bool none = bits && static_cast<std::uint32_t>(call.arguments[5]) == 0;
  if (call.arguments[0] % sizeof(std::uint32_t) != 0 || none) return result(-EINVAL);
  const auto most = static_cast<std::uint32_t>(call.arguments[2]);
  switch (operation) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return wait_for(host, thread, call, operation);
    case FUTEX_WAKE:
      return result(host.wake_futex(key_of(thread, call, call.arguments[0]), most, kAny));
    case FUTEX_WAKE_BITSET:
      return result(host.wake_futex(key_of(thread, call, call.arguments[0]), most,
                                    static_cast<std::uint32_t>(call.arguments[5])));
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
      return requeue(host, thread, call, operation);
    case FUTEX_WAKE_OP:
      return wake_and_change(host, thread, call);
    default:
      return unknown_call(host, thread, call);
  }
}

}  // namespace flybar::process
