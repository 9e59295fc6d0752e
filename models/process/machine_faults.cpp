#include "models/process/machine_faults.h"

#include <execinfo.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "models/common/coroutine.h"
#include "models/process/program_place.h"
#include "models/process/user_process.h"

namespace flybar::process {
namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr long kWatchSeconds = 10;

void say_where(const UserProcess& process, int signal, const siginfo_t* info) {
  Line line;
  line.add("flybar: the simulated system failed\n");
  line.add_place(process);
  line.add(": %s", strsignal(signal));
  if (signal == SIGSEGV || signal == SIGBUS) line.add(" at address %p", info->si_addr);
  const Coroutine* const software = Coroutine::current();
  if (software && software->has_overflowed(info->si_addr))
    line.add(", its stack of %lld MiB is full", Coroutine::kStack.count >> 20);
  line.write();
}

void say_what_to_do(const Spot& spot) {
  Line line;
  if (spot.function) line.add(" in %s()", spot.function);
  line.add("; allowed: memory and arithmetic of the program's own; ");
  line.add_spot(spot);
  line.add("\n");
  line.write();
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  sigaction(signal, &action, nullptr);
}

void end(int signal, siginfo_t* info, void*) {
  const UserProcess* const process = UserProcess::here();
  ::signal(signal, SIG_DFL);
  if (!process) {
    raise(signal);
    return;
  }
  // The backtrace may fault in turn, so what is known is said before.
  say_where(*process, signal, info);
  say_what_to_do(spot_of_program());
  syscall(SYS_exit_group, kFaultExitCode);
}

/// Since model time stands still while a program computes, only the machine's own time shows that
/// it may compute for ever. What to do about it is the user's to decide.
void watch(int, siginfo_t*, void*) {
  static const UserProcess* last = nullptr;
  static std::uint64_t calls = 0;
  static int times = 0;
  const UserProcess* const process = UserProcess::here();
  const bool same = process && process == last && process->doing.calls == calls;
  last = process;
  calls = process ? process->doing.calls : 0;
  times = same ? times + 1 : 0;
  // After 10 s, 20 s, 40 s ...
  if (!same || process->doing.inside || (times & (times - 1)) != 0) return;
  Line line;
  line.add("flybar: ");
  line.add_place(*process);
  line.add(": no call of %s for %ld s of CPU time of this machine; if the program loops for ever, ",
           process->library(), times * kWatchSeconds);
  line.add_spot(spot_of_program());
  line.add("\n");
  line.write();
}

bool has_handler(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler != SIG_DFL;
}

}  // namespace

void report_machine_faults() {
  // A stack that overflowed cannot hold the frames of the handler.
  static std::array<char, 1 << 16> stack;
  static bool done = false;
  if (done) return;
  done = true;
  std::array<void*, 1> loads_its_library = {};
  backtrace(loads_its_library.data(), 1);
  stack_t alternate = {};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  sigaltstack(&alternate, nullptr);
  for (const int signal : kSignals)
    if (!has_handler(signal)) handle(signal, end, 0);
  if (!has_handler(SIGVTALRM)) handle(SIGVTALRM, watch, SA_RESTART);
  const itimerval period = {{kWatchSeconds, 0}, {kWatchSeconds, 0}};
  setitimer(ITIMER_VIRTUAL, &period, nullptr);
}

}  // namespace flybar::process
