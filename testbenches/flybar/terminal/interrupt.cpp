#include "testbenches/flybar/terminal/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string_view>

#include "testbenches/flybar/terminal/exit_code.h"
#include "traces/sinks/output.h"

namespace flybar::program {
namespace {

// A signal handler may neither allocate nor lock, so these are plain slots.
std::array<std::atomic<pid_t>, 256> children;
std::atomic<pid_t> keeper;

/// What the first signal does.
enum Policy : sig_atomic_t { kEnds, kIsNoted, kStopsRecording, kIsTold };
volatile sig_atomic_t policy = kEnds;
volatile sig_atomic_t received = 0;

/// Between two looks at interrupt_received() of a run that records.
constexpr unsigned kPatience = 5;  // seconds

void tell(std::string_view text) {
  [[maybe_unused]] const auto told = write(STDERR_FILENO, text.data(), text.size());
}

void end_children() {
  for (const auto& child : children)
    if (child > 0) kill(child, SIGTERM);
}

[[noreturn]] void end_all(int code) {
  if (keeper > 0) kill(keeper, SIGKILL);
  end_children();
  remove_unfinished_files();
  _exit(code);
}

/// The first of these signals that does not end the process.
void note(int signal) {
  received = signal;
  if (policy == kStopsRecording) {
    tell(
        "flybar: interrupted; what has been recorded is written (interrupt again to end at "
        "once)\n");
    alarm(kPatience);
  }
  if (policy == kIsTold)
    tell("flybar: the run is over, its files are written (interrupt again to end at once)\n");
}

void on_interrupt(int signal) {
  if (policy != kEnds && received == 0) return note(signal);
  if (policy != kIsNoted)
    tell("flybar: interrupted; unfinished outputs are removed, and nothing is kept of this run\n");
  end_all(interrupted_by(signal));
}

/// Nobody has looked. The keeper, if there is one, has what was recorded until a moment ago.
void on_end_of_patience(int) {
  end_children();
  if (keeper <= 0) remove_unfinished_files();
  _exit(interrupted_by(received));
}

/// Who records has its write fail, and stops.
void on_broken_pipe(int) {
  if (policy == kStopsRecording || received == SIGPIPE) {
    received = SIGPIPE;
    return;
  }
  end_children();
  remove_unfinished_files();
  signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
}

void on_full_disk(int) {
  tell(
      "flybar: an output cannot be written\n"
      "--trace: the disk of an .fst file, which is written through memory, is full; allowed: a "
      "place with room for it; free space or choose another path\n");
  end_all(kOutput);
}

/// What whoever started the program wants ignored stays so: nohup does that.
void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  if (action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

}  // namespace

int interrupted_by(int signal) {
  return kInterrupted - SIGINT + signal;
}

void handle_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) handle(signal, on_interrupt);
  handle(SIGPIPE, on_broken_pipe);
  handle(SIGALRM, on_end_of_patience);
}

void defer_interrupts() {
  policy = kIsNoted;
}

void record_until_interrupt() {
  policy = kStopsRecording;
}

void write_in_spite_of_interrupt() {
  alarm(0);
  policy = kIsTold;
}

void end_interrupted() {
  end_all(interrupted_by(received));
}

int interrupt_received() {
  return received;
}

void handle_full_disks() {
  signal(SIGXFSZ, SIG_IGN);
  handle(SIGBUS, on_full_disk);
}

void end_on_interrupt(pid_t child) {
  for (auto& slot : children) {
    if (slot != 0) continue;
    slot = child;
    return;
  }
}

void set_keeper(pid_t copy) {
  keeper = copy;
}

void forget(pid_t child) {
  for (auto& slot : children)
    if (slot == child) slot = 0;
}

}  // namespace flybar::program
