#include "testbenches/flybar/interrupt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "testbenches/flybar/exit_code.h"

namespace flybar::program {
namespace {

// A signal handler may neither allocate nor lock, so these are plain slots.
constexpr std::size_t kSlots = 256;
std::array<std::atomic<const char*>, kSlots> files;
std::array<std::atomic<pid_t>, kSlots> children;

void on_interrupt(int) {
  for (const auto& child : children)
    if (child > 0) kill(child, SIGTERM);
  for (const auto& file : files)
    if (const char* path = file) unlink(path);
  _exit(kInterrupted);
}

}  // namespace

void handle_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void survive_file_limits() {
  signal(SIGXFSZ, SIG_IGN);
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
