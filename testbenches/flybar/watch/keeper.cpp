#include "testbenches/flybar/watch/keeper.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

#include "testbenches/flybar/terminal/interrupt.h"
#include "traces/sinks/output.h"

namespace flybar::program {
namespace {

std::int64_t now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

/// Models run on small stacks of their own.
void on_a_large_stack(const std::function<void()>& work) {
  std::thread([&work] {
    try {
      work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "flybar: %s\n", error.what());
    }
  }).join();
}

/// What ends the run, or all that is named like it, does not end the copy.
void stand_apart() {
  setsid();
  prctl(PR_SET_NAME, "trace-keeper");
  for (const int signal : {SIGINT, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(signal, SIG_IGN);
  ::signal(SIGTERM, SIG_DFL);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
}

}  // namespace

Keeper::Keeper(std::function<void()> complete)
    : complete_(std::move(complete)), due_(now_ms() + kApart) {
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::strerror(errno));
  run_ended_ = pipe[0];
  run_lives_ = pipe[1];
  record_until_interrupt();
}

Keeper::~Keeper() {
  set_copy(0);
  close(run_ended_);
  close(run_lives_);
}

void Keeper::look() {
  if (interrupt_received() != 0) end();
  if (now_ms() >= due_) replace_copy();
}

/// There is always one. Where the system has no room for another, the last one stays.
void Keeper::replace_copy() {
  const pid_t copy = fork();
  if (copy == 0) wait_for_end_of_run();
  if (copy > 0) set_copy(copy);
  due_ = now_ms() + kApart;
}

void Keeper::set_copy(pid_t copy) {
  const pid_t before = std::exchange(copy_, copy);
  set_keeper(copy_);
  if (before == 0) return;
  kill(before, SIGKILL);
  while (waitpid(before, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Keeper::wait_for_end_of_run() {
  stand_apart();
  set_keeper(0);
  close(run_lives_);
  char nothing = 0;
  while (read(run_ended_, &nothing, 1) < 0 && errno == EINTR) {
  }
  std::fprintf(stderr,
               "flybar: the run was killed; what it had recorded a moment before is written\n");
  on_a_large_stack(complete_);
  remove_unfinished_files();
  _exit(0);
}

void Keeper::end() {
  alarm(0);
  on_a_large_stack(complete_);
  end_interrupted();
}

}  // namespace flybar::program
