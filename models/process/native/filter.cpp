#include "models/process/native/filter.h"

#include <linux/audit.h>
#include <linux/seccomp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "models/process/native/call.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

struct Intercepted {
  int number;
  const char* name;
};

constexpr std::array kIntercepted = {
#define FLYBAR_CALL(name) \
  Intercepted {           \
    SYS_##name, #name     \
  }
    // Data of descriptors.
    FLYBAR_CALL(read),
    FLYBAR_CALL(write),
    FLYBAR_CALL(readv),
    FLYBAR_CALL(writev),
    FLYBAR_CALL(sendfile),
    FLYBAR_CALL(splice),
    FLYBAR_CALL(tee),
    FLYBAR_CALL(ioctl),
    FLYBAR_CALL(fcntl),
    // Descriptors.
    FLYBAR_CALL(open),
    FLYBAR_CALL(openat),
    FLYBAR_CALL(close),
    FLYBAR_CALL(dup2),
    FLYBAR_CALL(dup3),
    FLYBAR_CALL(close_range),
    FLYBAR_CALL(pipe),
    FLYBAR_CALL(pipe2),
    FLYBAR_CALL(eventfd),
    FLYBAR_CALL(eventfd2),
    FLYBAR_CALL(timerfd_create),
    FLYBAR_CALL(timerfd_settime),
    FLYBAR_CALL(timerfd_gettime),
    FLYBAR_CALL(signalfd),
    FLYBAR_CALL(signalfd4),
    FLYBAR_CALL(io_uring_setup),
    // Sockets.
    FLYBAR_CALL(socket),
    FLYBAR_CALL(socketpair),
    FLYBAR_CALL(bind),
    FLYBAR_CALL(listen),
    FLYBAR_CALL(accept),
    FLYBAR_CALL(accept4),
    FLYBAR_CALL(connect),
    FLYBAR_CALL(shutdown),
    FLYBAR_CALL(getsockname),
    FLYBAR_CALL(getpeername),
    FLYBAR_CALL(setsockopt),
    FLYBAR_CALL(getsockopt),
    FLYBAR_CALL(sendto),
    FLYBAR_CALL(recvfrom),
    FLYBAR_CALL(sendmsg),
    FLYBAR_CALL(recvmsg),
    FLYBAR_CALL(sendmmsg),
    FLYBAR_CALL(recvmmsg),
    // Waiting.
    FLYBAR_CALL(poll),
    FLYBAR_CALL(ppoll),
    FLYBAR_CALL(select),
    FLYBAR_CALL(pselect6),
    FLYBAR_CALL(epoll_create),
    FLYBAR_CALL(epoll_create1),
    FLYBAR_CALL(epoll_ctl),
    FLYBAR_CALL(epoll_wait),
    FLYBAR_CALL(epoll_pwait),
    FLYBAR_CALL(epoll_pwait2),
    FLYBAR_CALL(futex),
    FLYBAR_CALL(futex_waitv),
    FLYBAR_CALL(pause),
    FLYBAR_CALL(rt_sigsuspend),
    FLYBAR_CALL(rt_sigtimedwait),
    FLYBAR_CALL(sched_yield),
    // Time and chance.
    FLYBAR_CALL(clock_gettime),
    FLYBAR_CALL(clock_getres),
    FLYBAR_CALL(gettimeofday),
    FLYBAR_CALL(time),
    FLYBAR_CALL(times),
    FLYBAR_CALL(getrusage),
    FLYBAR_CALL(sysinfo),
    FLYBAR_CALL(nanosleep),
    FLYBAR_CALL(clock_nanosleep),
    FLYBAR_CALL(alarm),
    FLYBAR_CALL(setitimer),
    FLYBAR_CALL(getitimer),
    FLYBAR_CALL(timer_create),
    FLYBAR_CALL(timer_settime),
    FLYBAR_CALL(timer_gettime),
    FLYBAR_CALL(timer_getoverrun),
    FLYBAR_CALL(timer_delete),
    FLYBAR_CALL(getrandom),
    FLYBAR_CALL(getcpu),
    FLYBAR_CALL(sched_getaffinity),
    // Processes.
    FLYBAR_CALL(fork),
    FLYBAR_CALL(vfork),
    FLYBAR_CALL(clone),
    FLYBAR_CALL(clone3),
    FLYBAR_CALL(execve),
    FLYBAR_CALL(execveat),
    FLYBAR_CALL(exit),
    FLYBAR_CALL(exit_group),
    FLYBAR_CALL(wait4),
    FLYBAR_CALL(waitid),
    FLYBAR_CALL(kill),
    FLYBAR_CALL(tkill),
    FLYBAR_CALL(tgkill),
    FLYBAR_CALL(prctl),
    FLYBAR_CALL(seccomp),
    FLYBAR_CALL(ptrace),
    FLYBAR_CALL(unshare),
    FLYBAR_CALL(setns),
    // By which a new thread or image makes itself known.
    FLYBAR_CALL(arch_prctl),
    FLYBAR_CALL(set_robust_list),
    FLYBAR_CALL(gettid),
    FLYBAR_CALL(sigaltstack),
#undef FLYBAR_CALL
    Intercepted{kHypercall, "hypercall"},
};

constexpr std::uint32_t offset_of_architecture = offsetof(seccomp_data, arch);
constexpr std::uint32_t offset_of_number = offsetof(seccomp_data, nr);

}  // namespace

const char* name_of_call(int number) {
  const auto* found =
      std::find_if(kIntercepted.begin(), kIntercepted.end(),
                   [number](const Intercepted& one) { return one.number == number; });
  return found == kIntercepted.end() ? "a call that is not intercepted" : found->name;
}

std::optional<int> number_of_call(std::string_view name) {
  const auto* found = std::find_if(kIntercepted.begin(), kIntercepted.end(),
                                   [name](const Intercepted& one) { return name == one.name; });
  return found == kIntercepted.end() ? std::nullopt : std::optional(found->number);
}

/// Jumps of this language reach 255 instructions, so that one return serves as many comparisons.
std::vector<sock_filter> program_filter() {
  static_assert(kIntercepted.size() < 250);
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_architecture),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_number),
  };
  std::size_t left = kIntercepted.size();
  for (const Intercepted& one : kIntercepted)
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(one.number),
                              static_cast<std::uint8_t>(left--), 0));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
  return filter;
}

}  // namespace flybar::process
