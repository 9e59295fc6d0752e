#include "models/process/native/keeping.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

#include "models/process/native/filter.h"
#include "models/process/native/keeper_messages.h"

namespace flybar::process {
namespace {

/// Where a child has the way back while it sets itself up: above the few that a keeper has, and
/// below the least limits (ulimit -n) that users set.
constexpr int kWayBack = 32;
/// The lowest free number, which the listener gets.
constexpr int kListener = 3;

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (std::string& text : texts) found.push_back(text.data());
  found.push_back(nullptr);
  return found;
}

std::vector<std::string> texts_of(const std::string& joined) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < joined.size(); at += texts.back().size() + 1)
    texts.emplace_back(joined.c_str() + at);
  return texts;
}

void forget_signals() {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
}

void take_descriptors(const std::vector<int>& three, int way_back) {
  dup3(way_back, kWayBack, O_CLOEXEC);
  // Out of the way first: one of them may be 0, 1 or 2.
  std::vector<int> apart;
  for (const int one : three) apart.push_back(fcntl(one, F_DUPFD, kWayBack + 1));
  for (int n = 0; n < 3; ++n) dup2(apart[static_cast<std::size_t>(n)], n);
  close_range(kListener, kWayBack - 1, 0);
  close_range(kWayBack + 1, ~0U, 0);
}

/// Once the filter is there, whoever is under it cannot send the listener: that would be a call for
/// the simulator, which has no listener yet. A process without the filter that shares the
/// descriptors does it.
void send_listener_when_there() {
  if (syscall(SYS_clone, CLONE_FILES | CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) != 0) return;
  for (int tries = 0; tries < 250'000; ++tries) {
    if (fcntl(kListener, F_GETFD) >= 0) {
      send_message(kWayBack, {0, "", {kListener}});
      break;
    }
    usleep(20);
  }
  _exit(0);
}

/// Without setuid programs, which the kernel does not let a filter watch.
int install_filter() {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  std::vector<sock_filter> filter = program_filter();
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  const long listener =
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
              SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
  return listener == kListener ? 0 : errno;
}

[[noreturn]] void become_program(const Message& request, int way_back) {
  std::vector<std::string> texts = texts_of(request.text);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  forget_signals();
  personality(ADDR_NO_RANDOMIZE);
  take_descriptors(request.descriptors, way_back);
  if (chdir(texts[1].c_str()) != 0) {
    send_message(kWayBack, {-errno});
    _exit(1);
  }
  std::vector<std::string> arguments = {"sh", "-c", texts[0]};
  std::vector<std::string> environment(texts.begin() + 2, texts.end());
  const std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
  send_listener_when_there();
  const int error = install_filter();
  if (error == 0) execve("/bin/sh", argv.data(), envp.data());
  // Not reached under the filter: the simulator lets the first call, execve(), through or kills.
  send_message(kWayBack, {-error});
  _exit(1);
}

class Children {
 public:
  /// All that have ended.
  void reap(int flags) {
    int status = 0;
    for (pid_t pid = 0; (pid = waitpid(-1, &status, flags)) > 0;) ended_[pid] = status;
  }
  int status(pid_t pid) {
    while (ended_.find(pid) == ended_.end()) {
      int status = 0;
      const pid_t one = waitpid(-1, &status, 0);
      if (one <= 0) return 0;
      ended_[one] = status;
    }
    const int status = ended_[pid];
    ended_.erase(pid);
    return status;
  }

 private:
  std::map<pid_t, int> ended_;
};

Message start(const Message& request) {
  int way[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, way) != 0) return {-errno};
  const pid_t pid = fork();
  if (pid == 0) become_program(request, way[1]);
  close(way[1]);
  const auto answer = receive_message(way[0]);
  close(way[0]);
  if (!answer) return {-ECHILD};
  if (answer->number < 0) return {answer->number};
  return {pid, "", answer->descriptors};
}

/// The first process of a space of its own reaches all others, and no other process.
void kill_children() {
  if (getpid() == 1) {
    kill(-1, SIGKILL);
    return;
  }
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  std::string children(1 << 16, '\0');
  const ssize_t length = read(file, children.data(), children.size() - 1);
  close(file);
  if (length > 0) children.resize(static_cast<std::size_t>(length));
  const char* at = children.c_str();
  for (char* end = nullptr; const long pid = std::strtol(at, &end, 10); at = end)
    kill(static_cast<pid_t>(pid), SIGKILL);
}

/// Programs whose parents have gone are children of the keeper.
void kill_all() {
  do kill_children();
  while (waitpid(-1, nullptr, 0) > 0 || errno != ECHILD);
}

}  // namespace

void keep(int socket, const std::string& host_name) {
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  [[maybe_unused]] const int named = sethostname(host_name.c_str(), host_name.size());
  sigset_t children_end;
  sigemptyset(&children_end);
  sigaddset(&children_end, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children_end, nullptr);
  const int ends = signalfd(-1, &children_end, SFD_CLOEXEC | SFD_NONBLOCK);
  Children children;
  while (true) {
    pollfd ready[] = {{socket, POLLIN, 0}, {ends, POLLIN, 0}};
    if (poll(ready, 2, -1) < 0) continue;
    signalfd_siginfo ended;
    while (read(ends, &ended, sizeof ended) > 0) {
    }
    children.reap(WNOHANG);
    if (ready[0].revents == 0) continue;
    const auto request = receive_message(socket);
    if (!request) break;
    const bool starts = request->descriptors.size() == 3;
    const Message answer =
        starts ? start(*request) : Message{children.status(static_cast<pid_t>(request->number))};
    send_message(socket, answer);
    for (const std::vector<int>* numbers : {&request->descriptors, &answer.descriptors})
      for (const int number : *numbers) close(number);
  }
  kill_all();
  _exit(0);
}

}  // namespace flybar::process
