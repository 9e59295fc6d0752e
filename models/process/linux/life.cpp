/// Calls that make, change and end programs.
#include <linux/sched.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <array>
#include <utility>

#include "models/process/linux/calls.h"
#include "models/process/native/machine.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

constexpr std::uint64_t kNewSpaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                     CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;

struct NewChild {
  std::uint64_t flags = 0;
  std::uint64_t cleared = 0;  ///< the word that is cleared at its end
};

NewChild asked_for(const Thread& thread, const Call& call) {
  switch (call.number) {
    case SYS_vfork:
      return {CLONE_VM | CLONE_VFORK, 0};
    case SYS_clone:
      return {call.arguments[0], call.arguments[3]};
    case SYS_clone3: {
      const auto given = thread.memory().get<std::array<std::uint64_t, 8>>(call.arguments[0]);
      constexpr std::size_t kFlags = 0, kChildTid = 2;
      return given ? NewChild{(*given)[kFlags], (*given)[kChildTid]} : NewChild{};
    }
    default:
      return {};
  }
}

/// Whoever vfork()ed runs again when its child has another image; the kernel lets it.
void release_parent(Linux& host, Process& process) {
  if (process.held == nullptr || machine::state_of(process.held->tid) == 'D') return;
  process.held = nullptr;
  host.cpu().notify_all(process.released);
}

/// Those that exec() has ended.
void forget_threads(Linux& host, Thread& left) {
  for (Thread& one : left.process.threads) {
    if (&one == &left || machine::lives(left.process.native.pid, one.native.tid)) continue;
    one.native.ended = true;
    host.cpu().end_wait(*one.on_cpu);
  }
}

bool is_wanted(const Process& child, const Call& call) {
  const bool by_kind = call.number == SYS_waitid;
  const int wanted = by_kind ? (call.integer(0) == P_PID ? call.integer(1) : -1) : call.integer(0);
  return wanted <= 0 || child.native.own_pid == wanted;
}

}  // namespace

Reply make_child(Linux& host, Thread& thread, const Call& call) {
  const NewChild asked = asked_for(thread, call);
  if ((asked.flags & kNewSpaces) != 0) return not_allowed(host, thread, call);
  host.turn().let_through(thread.native);
  NativeThread* const born = host.turn().born(thread.native);
  if (born == nullptr) return answered();
  Thread& child = host.add(*born, &thread.process);
  if ((asked.flags & CLONE_VM) == 0) child.computed.inherit(thread.computed);
  if ((asked.flags & CLONE_CHILD_CLEARTID) != 0) child.cleared = asked.cleared;
  Process& process = child.process;
  if ((asked.flags & CLONE_VFORK) != 0) process.held = &thread.native;
  host.start_on_cpu(child);
  ++process.waiters;
  while (process.held == &thread.native && !thread.native.ended)
    host.cpu().wait_for(process.released);
  --process.waiters;
  return answered();
}

Reply execute(Linux& host, Thread& thread, const Call&) {
  Process& process = thread.process;
  process.known.clear();
  process.fresh = true;
  for (const auto& [number, timer] : std::exchange(process.timers, {}))
    host.set_timer(timer, Time::never(), Time());
  host.expect_dropped();
  host.turn().let_through(thread.native);
  host.turn().next(thread.native);
  if (process.threads.size() > 1) forget_threads(host, thread);
  release_parent(host, process);
  return answered();
}

Reply exit_thread(Linux& host, Thread& thread, const Call&) {
  const Process& process = thread.process;
  const bool last = process.threads.size() == 1;
  const std::uint64_t cleared = thread.cleared;
  host.turn().let_through(thread.native);
  if (last) {
    host.turn().wait_for_end(thread.process.native);
  } else if (thread.native.tid == process.native.pid) {
    // It stays until all others have gone.
    thread.native.ended = true;
  } else {
    host.turn().wait_for_end(thread.native);
    if (cleared != 0) host.wake_futex({&thread.process, 0, 0, cleared}, ~0U, ~0U);
  }
  return answered();
}

Reply exit_program(Linux& host, Thread& thread, const Call&) {
  host.turn().let_through(thread.native);
  host.turn().wait_for_end(thread.process.native);
  host.end_waits(thread.process);
  return answered();
}

/// The machine says how the child ended, and forgets it.
Reply wait_child(Linux& host, Thread& thread, const Call& call) {
  const int options = call.integer(call.number == SYS_waitid ? 3 : 2);
  if ((options & WNOHANG) != 0) return by_machine();
  while (!thread.native.ended) {
    bool any = false;
    for (Process& child : host.processes()) {
      if (child.parent != &thread.process || child.reaped || !is_wanted(child, call)) continue;
      child.reaped = child.native.ended && !machine::lives(child.native.pid, child.native.pid);
      if (child.reaped) continue;
      any = true;
      if (!child.native.ended) continue;
      child.reaped = true;
      return by_machine();
    }
    if (!any) return by_machine();
    if (thread.interrupted) return result(-kRestart);
    host.cpu().wait_for(thread.process.child_ended);
  }
  return answered();
}

Reply control_program(Linux& host, Thread& thread, const Call& call) {
  // The simulator reads memory of programs, which this would forbid.
  if (call.integer(0) == PR_SET_DUMPABLE) return result(0);
  if (call.integer(0) == PR_SET_SECCOMP) return not_allowed(host, thread, call);
  return by_machine();
}

Reply ask_model(Linux& host, Thread& thread, const Call& call) {
  using By = Computing::By;
  const By by = host.parts().computing.by;
  switch (call.arguments[0]) {
    case FLYBAR_COMPUTE: {
      constexpr std::uint64_t kMost = 3'600'000'000'000;  // an hour
      if (call.arguments[1] > kMost) return result(-EINVAL);
      if (by == By::kDeclared)
        host.compute(thread, Time::ns(static_cast<std::int64_t>(call.arguments[1])));
      return result(0);
    }
    case FLYBAR_COUNTER:
      if (by != By::kBlocks) return result(-EPERM);
      thread.computed.count_at(call.arguments[1]);
      return result(0);
    case FLYBAR_PAUSE:
      return result(0);
    default:
      return result(-EINVAL);
  }
}

Reply unknown_call(Linux& host, Thread& thread, const Call& call) {
  host.refuse(thread, call, "not modelled");
  return result(-ENOSYS);
}

Reply not_allowed(Linux& host, Thread& thread, const Call& call) {
  host.refuse(thread, call, "not for a program of a modelled host");
  return result(-EPERM);
}

}  // namespace flybar::process
