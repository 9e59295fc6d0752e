#include "models/process/native/turn.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "models/common/error.h"
#include "models/process/native/machine.h"

namespace flybar::process {
namespace {

constexpr int kPatience = 1000;  ///< ms
constexpr int kSoon = 10;        ///< ms: the first call of a new thread
constexpr int kMostBlocked = 2;  ///< s in a call of the machine
constexpr int kWarning = 10;     ///< s of computing

int open_process(int pid) {
  return static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
}

bool running(const NativeThread& thread) {
  return !thread.call && !thread.ended;
}

bool any_running(const NativeProcess& process) {
  return !process.ended && std::any_of(process.threads.begin(), process.threads.end(), running);
}

bool has_ended(const NativeProcess& process) {
  pollfd one = {process.descriptor.number(), POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

/// A thread waits for the answer to its call, unless it has been killed: the kernel takes a while
/// to end it, and marks all threads so when a signal ends the process.
bool is_about_to_end(const NativeProcess& process) {
  constexpr std::uint64_t kKilled = std::uint64_t{1} << (SIGKILL - 1);
  return std::any_of(process.threads.begin(), process.threads.end(), [](const NativeThread& one) {
    return one.call && !one.ended &&
           (machine::state_of(one.tid) == 'R' ||
            (machine::pending_signals(one.tid) & kKilled) != 0);
  });
}

}  // namespace

NativeProcess::NativeProcess(int its_pid, std::shared_ptr<Listener> its_listener)
    : pid(its_pid),
      own_pid(machine::own_pid(its_pid)),
      descriptor(open_process(its_pid)),
      listener(std::move(its_listener)) {}

NativeThread& Turn::take(Started started) {
  const auto listener = std::make_shared<Listener>(std::move(started.listener));
  const std::optional<Call> first = listener->receive();
  if (!first)
    throw SimulationError("programs", "a program ended before it began", "programs that begin",
                          "look at what else kills processes on this machine");
  NativeProcess& process = processes_.emplace_back(first->tid, listener);
  NativeThread& thread = process.threads.emplace_back(first->tid, process);
  thread.call = first;
  ++calls_;
  return thread;
}

bool Turn::next(NativeThread& thread) {
  int seconds = 0;
  while (running(thread))
    if (!wait(kPatience, *thread.process.listener)) look_at(thread, ++seconds);
  return !thread.ended;
}

void Turn::answer(NativeThread& thread, std::int64_t result) {
  if (thread.ended) return;
  thread.process.listener->answer(*thread.call, result);
  thread.call.reset();
}

void Turn::let_through(NativeThread& thread) {
  if (thread.ended) return;
  thread.process.listener->let_through(*thread.call);
  thread.call.reset();
}

NativeThread* Turn::born(NativeThread& parent) {
  while (newborn_.empty()) {
    // It goes on at once, unless it waits for its child; then the child is there, or will not come.
    const bool goes_on = !running(parent);
    if (parent.ended || (goes_on && !has_unknown_child(parent))) return nullptr;
    wait(goes_on ? kSoon : kPatience, *parent.process.listener);
  }
  NativeThread* const first = newborn_.front();
  newborn_.erase(newborn_.begin());
  return first;
}

bool Turn::has_unknown_child(const NativeThread& parent) const {
  const auto tids = machine::threads_of(parent.process.pid);
  const auto pids = machine::children_of(parent.process.pid, parent.tid);
  const auto knows_thread = [&](int tid) {
    return std::any_of(parent.process.threads.begin(), parent.process.threads.end(),
                       [tid](const NativeThread& one) { return one.tid == tid; });
  };
  const auto knows_process = [&](int pid) {
    return std::any_of(processes_.begin(), processes_.end(),
                       [pid](const NativeProcess& one) { return one.pid == pid; });
  };
  return !std::all_of(tids.begin(), tids.end(), knows_thread) ||
         !std::all_of(pids.begin(), pids.end(), knows_process);
}

void Turn::wait_for_end(NativeThread& thread) {
  while (!thread.process.ended && machine::lives(thread.process.pid, thread.tid)) usleep(20);
  thread.ended = true;
}

void Turn::wait_for_end(NativeProcess& process) {
  while (!process.ended) wait(kPatience, *process.listener, &process);
}

void Turn::forget(const NativeProcess& process) {
  processes_.remove_if([&](const NativeProcess& one) { return &one == &process; });
}

void Turn::look_for_ended() {
  for (NativeProcess& process : processes_) {
    if (process.ended) continue;
    while (!has_ended(process) && is_about_to_end(process)) usleep(20);
    if (has_ended(process)) end(process);
  }
}

/// Until something happens to those that run, or to `also`; false if nothing did in that time.
bool Turn::wait(int milliseconds, const Listener& listener, const NativeProcess* also) {
  std::vector<pollfd> watched = {{listener.descriptor(), POLLIN, 0}};
  std::vector<NativeProcess*> whose;
  for (NativeProcess& process : processes_) {
    if (!any_running(process) && &process != also) continue;
    watched.push_back({process.descriptor.number(), POLLIN, 0});
    whose.push_back(&process);
    if (process.listener->descriptor() != listener.descriptor())
      watched.insert(watched.begin(), {process.listener->descriptor(), POLLIN, 0});
  }
  if (poll(watched.data(), watched.size(), milliseconds) <= 0) return false;
  const std::size_t listeners = watched.size() - whose.size();
  bool called = false;
  for (std::size_t n = 0; n < listeners; ++n)
    if ((watched[n].revents & POLLIN) != 0) called = receive(watched[n].fd) || called;
  // What a process has still called is there before its end.
  if (called) return true;
  for (std::size_t n = 0; n < whose.size(); ++n)
    if (watched[listeners + n].revents != 0) end(*whose[n]);
  return true;
}

bool Turn::receive(int listener) {
  const auto of = std::find_if(processes_.begin(), processes_.end(), [&](const NativeProcess& one) {
    return one.listener->descriptor() == listener;
  });
  if (of == processes_.end()) return false;
  const std::optional<Call> call = of->listener->receive();
  if (!call) return false;
  ++calls_;
  NativeThread* thread = find(call->tid);
  if (thread == nullptr) {
    const int pid = machine::process_of(call->tid);
    auto process =
        std::find_if(processes_.begin(), processes_.end(),
                     [pid](const NativeProcess& one) { return one.pid == pid && !one.ended; });
    if (process == processes_.end())
      process = processes_.emplace(processes_.end(), pid, of->listener);
    thread = &process->threads.emplace_back(call->tid, *process);
    newborn_.push_back(thread);
  }
  thread->call = call;
  return true;
}

NativeThread* Turn::find(int tid) {
  for (NativeProcess& process : processes_)
    for (NativeThread& thread : process.threads)
      if (thread.tid == tid && !thread.ended) return &thread;
  return nullptr;
}

void Turn::end(NativeProcess& process) {
  process.ended = true;
  for (NativeThread& thread : process.threads) thread.ended = true;
}

/// A thread that computes for long is named; one that waits for something of the machine would wait
/// while all modelled time stands still.
void Turn::look_at(const NativeThread& thread, int seconds) {
  const char state = machine::state_of(thread.tid);
  if (state == 'S' && seconds >= kMostBlocked) {
    const std::string program = machine::name_of(thread.process.pid);
    throw SimulationError(
        "program \"" + program + "\"",
        "waits in a call of the machine, number " + std::to_string(machine::call_of(thread.tid)) +
            ", which is not modelled",
        "calls that wait for sockets, pipes, timers, children or signals",
        "leave out what uses FIFOs, locks of files, terminals or sockets with names");
  }
  // After 10 s, 20 s, 40 s ...
  const int times = seconds / kWarning;
  if (state != 'R' || seconds % kWarning != 0 || (times & (times - 1)) != 0) return;
  std::fprintf(
      stderr,
      "flybar: program \"%s\" has computed for %d s without a call; modelled time stands still\n",
      machine::name_of(thread.process.pid).c_str(), seconds);
}

}  // namespace flybar::process
