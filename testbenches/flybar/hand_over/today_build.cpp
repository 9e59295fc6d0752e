#include "testbenches/flybar/hand_over/today_build.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "testbenches/flybar/hand_over/build_steps.h"
#include "testbenches/flybar/terminal/become.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/terminal/shell_words.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

/// A log that one process at a time writes; the others wait.
class LockedLog {
 public:
  explicit LockedLog(const fs::path& path)
      : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) return;
    lock();
    [[maybe_unused]] const int emptied = ftruncate(descriptor_, 0);
  }
  LockedLog(const LockedLog&) = delete;
  LockedLog& operator=(const LockedLog&) = delete;
  ~LockedLog() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  bool is_open() const { return descriptor_ >= 0; }
  void write(const char* text, std::size_t bytes) const {
    [[maybe_unused]] const auto written = ::write(descriptor_, text, bytes);
  }

 private:
  /// Says that it waits if that takes long: another use that has nothing to build is over at once.
  void lock() const {
    using namespace std::chrono_literals;
    for (int tries = 0; tries < 100; ++tries) {
      if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
      std::this_thread::sleep_for(100ms);
    }
    std::fputs("flybar: waits for another process, which builds here\n", stderr);
    while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }

  const int descriptor_;
};

std::vector<std::string> words_of(const fs::path& folder, const std::vector<std::string>& targets) {
  std::vector<std::string> words{"cmake", "--build", folder.string(), "--target"};
  words.insert(words.end(), targets.begin(), targets.end());
  return words;
}

/// As many compilers at once as there are processors: each wants much memory.
std::vector<std::string> with_jobs(std::vector<std::string> words) {
  words.insert(words.end(),
               {"-j", std::to_string(std::max(1U, std::thread::hardware_concurrency()))});
  return words;
}

void read_all(int pipe, const LockedLog& log, BuildSteps& steps) {
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t got = read(pipe, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    log.write(part.data(), static_cast<std::size_t>(got));
    steps.read({part.data(), static_cast<std::size_t>(got)});
  }
}

int status_of(pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  forget(child);
  return status;
}

}  // namespace

bool is_build_directory(const fs::path& folder) {
  return fs::exists(folder / "CMakeCache.txt");
}

std::string build_command(const fs::path& folder, const std::vector<std::string>& targets) {
  std::string command;
  for (const std::string& word : words_of(folder, targets))
    command.append(command.empty() ? "" : " ").append(for_shell(word));
  return command;
}

std::string bring_up_to_date(const fs::path& folder, const std::vector<std::string>& targets,
                             const fs::path& log_path) {
  const LockedLog log(log_path);
  if (!log.is_open()) return "nothing can be written to " + folder.string();
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) return std::strerror(errno);
  const pid_t child = fork();
  if (child == 0) become(with_jobs(words_of(folder, targets)), pipe[1], pipe[1]);
  close(pipe[1]);
  if (child < 0) return std::strerror(errno);
  end_on_interrupt(child);
  BuildSteps steps(
      "building " + targets.back() +
          " from the sources as they are now, minutes the first time; log: " + log_path.string(),
      !fs::exists(folder / targets.back()));
  read_all(pipe[0], log, steps);
  close(pipe[0]);
  const int status = status_of(child);
  if (status == 0) return "";
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoCommand) return "cmake cannot be started";
  return steps.first_error().empty() ? "the build failed" : steps.first_error();
}

}  // namespace flybar::program
