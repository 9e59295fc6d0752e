#include "testbenches/flybar/command/interrupt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string_view>

#include "testbenches/flybar/command/exit_code.h"

namespace flybar::program {
namespace {

// A signal handler may neither allocate nor lock, so these are plain slots.
constexpr std::size_t kSlots = 256;
std::array<std::atomic<const char*>, kSlots> files;
std::array<std::atomic<pid_t>, kSlots> children;

volatile sig_atomic_t deferred = 0;
volatile sig_atomic_t received = 0;

[[noreturn]] void end_all(int code) {
  for (const auto& child : children)
    if (child > 0) kill(child, SIGTERM);
  for (const auto& file : files)
    if (const char* path = file) unlink(path);
  _exit(code);
}

void on_interrupt(int signal) {
  if (deferred && received == 0) {
    received = signal;
    return;
  }
  static constexpr std::string_view kText =
      "flybar: interrupted; unfinished outputs are removed, and nothing is kept of this run\n";
  if (!deferred) [[maybe_unused]]
    const auto told = write(STDERR_FILENO, kText.data(), kText.size());
  end_all(interrupted_by(signal));
}

void on_full_disk(int) {
  static constexpr std::string_view kText =
      "flybar: an output cannot be written\n"
      "--trace: the disk of an .fst file, which is written through memory, is full; allowed: a "
      "place with room for it; free space or choose another path\n";
  [[maybe_unused]] const auto told = write(STDERR_FILENO, kText.data(), kText.size());
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
}

void defer_interrupts() {
  deferred = 1;
}

int interrupt_received() {
  return received;
}

void handle_full_disks() {
  signal(SIGXFSZ, SIG_IGN);
  handle(SIGBUS, on_full_disk);
}

void remove_on_interrupt(const std::string& path) {
  for (auto& file : files) {
    if (file != nullptr) continue;
    file = strdup(path.c_str());
    return;
  }
}

void end_on_interrupt(pid_t child) {
  for (auto& slot : children) {
    if (slot != 0) continue;
    slot = child;
    return;
  }
}

void forget(pid_t child) {
  for (auto& slot : children)
    if (slot == child) slot = 0;
}

}  // namespace flybar::program
