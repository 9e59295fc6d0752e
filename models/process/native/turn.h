/// The programs of all hosts as processes of this machine: one thread of them runs at a time, the
/// simulator stands still meanwhile, and what comes next does not depend on how long it takes.
///
/// A thread that is let go runs until its next call, which next() waits for in the machine's time.
/// Only where a thread makes another one do two run at once, until the first call of the new one.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "models/process/native/call.h"
#include "models/process/native/keeper.h"
#include "models/process/native/listener.h"
#include "models/process/native/program_memory.h"

namespace flybar::process {

struct NativeProcess;

struct NativeThread {
  NativeThread(int its_tid, NativeProcess& its_process) : tid(its_tid), process(its_process) {}

  const int tid;  ///< as this process numbers it
  NativeProcess& process;
  std::optional<Call> call = {};  ///< which it has made, and nobody has answered
  bool ended = false;

  ProgramMemory memory() const { return ProgramMemory(tid); }
};

struct NativeProcess {
  NativeProcess(int its_pid, std::shared_ptr<Listener> its_listener);

  const int pid;                ///< as this process numbers it
  const int own_pid;            ///< as it sees itself
  const Descriptor descriptor;  ///< readable once it has ended
  const std::shared_ptr<Listener> listener;
  std::list<NativeThread> threads = {};
  bool ended = false;
};

class Turn {
 public:
  Turn() = default;
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  /// The only thread of a program that a keeper has started, in its first call.
  NativeThread& take(Started started);
  /// Waits until the thread makes a call: then it is there. False if it has ended. Throws
  /// SimulationError if it waits in a call that only the machine knows.
  bool next(NativeThread& thread);
  /// Its call returns `result`.
  void answer(NativeThread& thread, std::int64_t result);
  /// The kernel does its call.
  void let_through(NativeThread& thread);
  /// By who has let a call through that makes a thread or process: that, in its first call. Null if
  /// none has been made.
  NativeThread* born(NativeThread& parent);
  /// Waits until the thread, whose call exit() was let through, has gone.
  void wait_for_end(NativeThread& thread);
  /// Waits until the process has.
  void wait_for_end(NativeProcess& process);
  /// It has ended, and nobody refers to it or its threads any more.
  void forget(const NativeProcess& process);
  /// Notes those that have ended though nobody let them go: killed by others.
  void look_for_ended();

  std::uint64_t calls() const { return calls_; }

 private:
  bool wait(int milliseconds, const Listener& listener, const NativeProcess* also = nullptr);
  bool receive(int listener);
  bool has_unknown_child(const NativeThread& parent) const;
  NativeThread* find(int tid);
  static void end(NativeProcess& process);
  static void look_at(const NativeThread& thread, int seconds);

  std::list<NativeProcess> processes_;
  std::vector<NativeThread*> newborn_;
  std::uint64_t calls_ = 0;
};

}  // namespace flybar::process
