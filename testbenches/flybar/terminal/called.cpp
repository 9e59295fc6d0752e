#include "testbenches/flybar/terminal/called.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "testbenches/flybar/terminal/interrupt.h"

namespace flybar::program {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kLookMs = 50;

/// False if there is more to come, but not in time.
bool read_all(int input, std::string& text, Clock::time_point end) {
  const int interrupted = interrupt_received();
  std::array<char, 4096> part;
  while (Clock::now() < end && interrupt_received() == interrupted) {
    pollfd ready{input, POLLIN, 0};
    if (poll(&ready, 1, kLookMs) <= 0) continue;
    const ssize_t got = read(input, part.data(), part.size());
    if (got == 0) return true;
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
  }
  return false;
}

}  // namespace

Called call(const std::vector<std::string>& words, std::chrono::milliseconds most) {
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {kNoCommand, std::strerror(errno)};
  const pid_t child = fork();
  if (child == 0) become(words, ends[1], ends[1]);
  close(ends[1]);
  std::string text;
  const bool answered = child > 0 && read_all(ends[0], text, Clock::now() + most);
  close(ends[0]);
  if (child < 0) return {kNoCommand, std::strerror(errno)};
  if (!answered) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!answered)
    return {kNoAnswer, fmt::format("{} does not answer within {} s", words[0],
                                   std::chrono::duration<double>(most).count())};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : kNoCommand, text};
}

}  // namespace flybar::program
