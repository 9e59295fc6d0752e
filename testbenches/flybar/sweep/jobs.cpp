#include "testbenches/flybar/sweep/jobs.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
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

#include "models/common/threads/crew.h"
#include "testbenches/experiments/measure/beside.h"
#include "testbenches/flybar/prepare/threads_option.h"
#include "testbenches/flybar/terminal/become.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/terminal/progress.h"

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
  std::string record;  ///< where it writes
};

/// Where a job writes: its own file in `unfinished`, or its final place.
std::string record_of(const Job& job, std::size_t number, const JobOptions& options) {
  if (options.unfinished.empty()) return job.request.json;
  return (options.unfinished / fmt::format("{}-{}.json", getpid(), number)).string();
}

/// Gives a complete record its name.
Outcome finish(const Job& job, const std::string& record) {
  std::error_code error;
  if (record != job.request.json) std::filesystem::rename(record, job.request.json, error);
  if (error) return {kOutput, fmt::format("{}: {}", job.request.json, error.message())};
  return {kOk, ""};
}

/// The child becomes this program with these arguments.
[[noreturn]] void become_flybar(std::vector<std::string> arguments, int errors) {
  arguments.insert(arguments.begin(), experiments::own_path().string());
  become(std::move(arguments), open("/dev/null", O_WRONLY), errors);
}

/// Nobody would take the result of a child whose parent was killed.
void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kInterrupted);
}

pid_t start(const RunRequest& request, int errors) {
  const std::vector<std::string> arguments = arguments_of(request);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
  if (child == 0) {
    end_with(parent);
    become_flybar(arguments, errors);
  }
  end_on_interrupt(child);
  return child;
}

/// What has become of a child that ended with this status.
Outcome outcome_of(int status, const std::string& errors) {
  if (WIFEXITED(status)) return {WEXITSTATUS(status), errors};
  const int signal = WTERMSIG(status);
  return {128 + signal, fmt::format("{}{}killed by signal {} ({})", errors,
                                    errors.empty() ? "" : "\n", signal, strsignal(signal))};
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
  return {child, status};
}

}  // namespace

void check_processes(int wanted, int least) {
  if (wanted >= least && wanted <= kMostProcesses) return;
  throw UsageError({"-j", fmt::format("{} processes", wanted),
                    fmt::format("{} .. {}", least, kMostProcesses),
                    "take the number of processors"});
}

int processes_of(int wanted, const RunRequest& request) {
  const auto processors = static_cast<int>(Crew::processors());
  const int processes = wanted > 0 ? wanted : processors;
  const auto threads = static_cast<int>(threads_of(request));
  return threads == 1 ? processes : std::min(processes, std::max(1, processors / threads));
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
  if (request.threads) all.insert(all.end(), {"--threads", *request.threads});
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
      RunRequest request = jobs[next].request;
      request.json = record_of(jobs[next], next, options);
      const pid_t child = start(request, errors.descriptor());
      running.emplace(child, Running{next++, std::move(errors), request.json});
      continue;
    }
    const auto [child, status] = next_end(running);
    const auto ended = running.find(child);
    if (ended == running.end()) continue;
    const auto& [job, errors, record] = ended->second;
    const Outcome outcome = outcome_of(status, errors.text());
    if (outcome.exit_code == kOk || outcome.exit_code == kEndedEarly)
      outcomes[job] = finish(jobs[job], record);
    else if (interrupt_received() == 0)
      outcomes[job] = outcome;
    if (options.on_end) options.on_end(job, outcomes[job]);
    progress.step(outcomes[job].exit_code == kOk);
    running.erase(ended);
  }
  return outcomes;
}

}  // namespace flybar::program
