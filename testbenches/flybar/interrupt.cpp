#include "testbenches/flybar/interrupt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string_view>

#include "testbenches/flybar/exit_code.h"

namespace flybar::program {
namespace {

// A signal handler may neither allocate nor lock, so these are plain slots.
constexpr std::size_t kSlots = 256;
std::array<std::atomic<const char*>, kSlots> files;
std::array<std::atomic<pid_t>, kSlots> children;

[[noreturn]] void end_all(ExitCode code) {
  for (const auto& child : children)
    if (child > 0) kill(child, SIGTERM);
  for (const auto& file : files)
    if (const char* path = file) unlink(path);
  _exit(code);
}

void on_interrupt(int) {
  end_all(kInterrupted);
}

void on_full_disk(int) {
  static constexpr std::string_view kText =
      "flybar: an output cannot be written\n"
      "--trace: there is no room left for a file in memory, as that of an .fst is; allowed: a "
      "place "
      "with room for it; free space or choose another path\n";
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

void handle_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, on_interrupt);
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
