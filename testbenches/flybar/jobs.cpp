#include "testbenches/flybar/jobs.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "testbenches/experiments/beside.h"
#include "testbenches/flybar/exit_code.h"
#include "testbenches/flybar/interrupt.h"
#include "testbenches/flybar/progress.h"

namespace flybar::program {
namespace {

/// What a child wrote to its standard error, in a nameless file: a pipe could fill up.
class Capture {
 public:
  Capture() : file_(std::tmpfile()) {
    if (!file_) throw std::runtime_error(std::string("no temporary file: ") + std::strerror(errno));
  }
  ~Capture() {
    if (file_) std::fclose(file_);
  }
  Capture(Capture&& other) noexcept : file_(std::exchange(other.file_, nullptr)) {}

  int descriptor() const { return fileno(file_); }
  std::string text() const {
    std::string all(4096, '\0');
    std::rewind(file_);
    all.resize(std::fread(all.data(), 1, all.size(), file_));
    while (!all.empty() && all.back() == '\n') all.pop_back();
    return all;
  }

 private:
  std::FILE* file_;
};

constexpr int kMostProcesses = 256;

struct Running {
  std::size_t job;
  Capture errors;
};

[[noreturn]] void become(const std::vector<std::string>& arguments, int errors) {
  std::vector<char*> argv;
  const std::string program = experiments::own_path().string();
  argv.push_back(const_cast<char*>(program.c_str()));
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  execv(program.c_str(), argv.data());
  _exit(kInternal);
}

pid_t start(const Job& job, int errors) {
  const std::vector<std::string> arguments = arguments_of(job.request);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
  if (child == 0) become(arguments, errors);
  end_on_interrupt(child);
  return child;
}

int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Waits for any child; those that run are ended if a signal has come.
std::pair<pid_t, int> next_end(const std::map<pid_t, Running>& running) {
  int status = 0;
  pid_t child = -1;
  do {
    if (interrupt_received() != 0)
      for (const auto& [one, ignored] : running) kill(one, SIGTERM);
    child = waitpid(-1, &status, 0);
  } while (child < 0 && errno == EINTR);
  if (child < 0) throw std::runtime_error(std::string("lost a process: ") + std::strerror(errno));
  forget(child);
  return {child, exit_code(status)};
}

}  // namespace

void check_processes(int wanted, int least) {
  if (wanted >= least && wanted <= kMostProcesses) return;
  throw UsageError({"-j", fmt::format("{} processes", wanted),
                    fmt::format("{} .. {}", least, kMostProcesses),
                    "take the number of processors"});
}

int processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

std::vector<std::string> arguments_of(const RunRequest& request) {
  const bool file = !request.system.empty();
  std::vector<std::string> all{"run",
                               request.experiment,
                               file ? "--system" : "--platform",
                               file ? request.system : request.platform,
                               "--nic",
                               request.nic,
                               "--step",
                               request.step};
  for (const std::string& setting : request.settings) all.insert(all.end(), {"--set", setting});
  for (const std::string& image : request.firmware) all.insert(all.end(), {"--firmware", image});
  if (!request.json.empty()) all.insert(all.end(), {"--json", request.json});
  for (const std::string& object : request.load) all.insert(all.end(), {"--load", object});
  if (!request.stages) all.push_back("--no-stages");
  if (request.quiet) all.push_back("--quiet");
  return all;
}

std::vector<Outcome> run_jobs(const std::vector<Job>& jobs, const JobOptions& options) {
  std::vector<Outcome> outcomes(jobs.size(), {kInterrupted, "interrupted"});
  std::map<pid_t, Running> running;
  Progress progress(jobs.size(), options.quiet);
  for (std::size_t next = 0; next < jobs.size() || !running.empty();) {
    if (interrupt_received() != 0 && running.empty()) break;
    if (interrupt_received() == 0 && next < jobs.size() &&
        running.size() < static_cast<std::size_t>(options.processes)) {
      Capture errors;
      const pid_t child = start(jobs[next], errors.descriptor());
      running.emplace(child, Running{next++, std::move(errors)});
      continue;
    }
    const auto [child, code] = next_end(running);
    const auto ended = running.find(child);
    if (ended == running.end()) continue;
    if (code == kOk || interrupt_received() == 0)
      outcomes[ended->second.job] = {code, code == kOk ? "" : ended->second.errors.text()};
    running.erase(ended);
    progress.step(code == kOk);
  }
  return outcomes;
}

}  // namespace flybar::program
