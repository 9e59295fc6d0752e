#include "models/process/native/keeper.h"

#include <sched.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "models/common/error.h"
#include "models/process/native/keeper_messages.h"
#include "models/process/native/keeping.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

constexpr int kSpaces = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWIPC;

pid_t fork_with(int spaces) {
  return static_cast<pid_t>(syscall(SYS_clone, spaces | SIGCHLD, 0, 0, 0, 0));
}

void write_file(const char* path, const std::string& text) {
  if (std::FILE* const file = std::fopen(path, "we")) {
    std::fputs(text.c_str(), file);
    std::fclose(file);
  }
}

/// For what is executed later; false if the machine refuses.
bool addresses_can_be_fixed() {
  const int before = personality(0xffff'ffff);
  if (personality(ADDR_NO_RANDOMIZE) < 0) return false;
  personality(static_cast<unsigned long>(std::max(before, 0)));
  return true;
}

/// Once, of all hosts.
void tell_what_varies(Keeper::Space space) {
  static const bool fixed = addresses_can_be_fixed();
  static bool told = false;
  const bool shared = space == Keeper::Space::kShared;
  if ((fixed && !shared) || std::exchange(told, true)) return;
  std::fprintf(stderr,
               "flybar: programs have %s of this machine, which allows no others: what depends on "
               "them may differ from run to run\n",
               fixed    ? "PIDs"
               : shared ? "PIDs and random addresses"
                        : "random addresses");
}

/// Users keep their numbers.
void map_users(uid_t user, gid_t group) {
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1");
  write_file("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
}

/// Why seccomp() or what comes before it has failed, and what to do.
[[noreturn]] void refuse(int error) {
  const char* found = std::strerror(error);
  const char* advice = "look at what this machine allows";
  if (error == EBUSY)
    found = "another program already watches all that is started here",
    advice = "run it outside of that program";
  if (error == EINVAL || error == ENOSYS)
    found = "the kernel cannot hand over system calls", advice = "run it on Linux 5.19 or later";
  if (error == EPERM || error == EACCES)
    found = "the machine does not allow filters for system calls",
    advice = "allow seccomp(), as Docker's own profile does";
  throw ConfigurationError(
      {{"programs", found, "a kernel that hands over system calls (seccomp notification)",
        advice}});
}

}  // namespace

Keeper::Keeper(const std::string& name) {
  if (!kKnownProcessor)
    throw ConfigurationError({{"programs", "a processor of another kind", "x86-64",
                               "run them on a machine with an x86-64 processor"}});
  int way[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, way) != 0) refuse(errno);
  const uid_t user = geteuid();
  const gid_t group = getegid();
  for (const int spaces : {kSpaces, kSpaces | CLONE_NEWUSER, 0}) {
    pid_ = fork_with(spaces);
    if (pid_ < 0) continue;
    if (pid_ == 0) {
      if ((spaces & CLONE_NEWUSER) != 0) map_users(user, group);
      close_range(3, static_cast<unsigned>(way[1]) - 1, 0);
      close_range(static_cast<unsigned>(way[1]) + 1, ~0U, 0);
      keep(way[1], name);
    }
    space_ = spaces != 0 ? Space::kOwn : Space::kShared;
    break;
  }
  ::close(way[1]);
  socket_ = Descriptor(way[0]);
  if (pid_ < 0) refuse(errno);
  tell_what_varies(space_);
}

/// A copy of this process, as recordings have one, does not keep the programs.
Keeper::~Keeper() {
  shutdown(socket_.number(), SHUT_RDWR);
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
}

Started Keeper::start(const Start& start) {
  std::string texts;
  for (const std::string* text : {&start.command, &start.directory})
    texts.append(*text).push_back('\0');
  for (const std::string& one : start.environment) texts.append(one).push_back('\0');
  const bool sent =
      send_message(socket_.number(), {0, texts, {start.input, start.output, start.errors}});
  auto answer = sent ? receive_message(socket_.number()) : std::nullopt;
  if (!answer) refuse(ECHILD);
  if (answer->number < 0) refuse(static_cast<int>(-answer->number));
  if (answer->descriptors.empty()) refuse(EBUSY);
  return {static_cast<int>(answer->number), Descriptor(answer->descriptors.front())};
}

int Keeper::status(int pid) {
  if (!send_message(socket_.number(), {pid})) return 0;
  const auto answer = receive_message(socket_.number());
  return answer ? static_cast<int>(answer->number) : 0;
}

}  // namespace flybar::process
