/// One thread of C++ code on a CPU: a process or the handlers of a level. Its coroutine sleeps
/// while its script runs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "models/common/agenda.h"
#include "models/common/coroutine.h"
#include "models/host/cpu/cpu_script.h"
#include "models/host/cpu/looks.h"
#include "models/host/cpu/wait.h"
#include "models/host/cpu/write_buffer.h"

namespace flybar::host {

/// Whether a run is complete without the end of a process, and who gets the CPU first.
enum class Role : std::uint8_t {
  kProgram,  ///< is expected to return
  kServer,   ///< a thread of the kernel: may wait for work for ever, and goes before all programs
};

class CpuThread : public Task {
 public:
  enum class State : std::uint8_t { kBlocked, kReady, kRunning };

  /// Stores leave in bursts of at most `merge`.
  CpuThread(std::string its_name, Role its_role, const CpuScript::Parts& parts,
            CpuScript::Owner& owner, Bytes merge)
      : script(parts, owner),
        name(std::move(its_name)),
        role(its_role),
        stores(static_cast<std::uint32_t>(merge.count)) {}

  /// What is in the write buffer leaves before any other step.
  void flush_stores() {
    if (stores.empty()) return;
    script.write(stores.address(), stores.data());
    stores.clear();
  }

  /// By its coroutine: until it has the CPU, or until its script has run.
  void wait_until_running() {
    asleep = true;
    while (state != State::kRunning || !script.done()) Coroutine::yield();
    asleep = false;
  }
  void wait_until_done() {
    asleep = true;
    while (!script.done()) Coroutine::yield();
    asleep = false;
  }

  CpuScript script;
  std::string name;  ///< of a program: what it executes
  const Role role;
  WriteBuffer stores;
  Looks looks;
  std::unique_ptr<Coroutine> software = {};  ///< its C++ code, from the start of the simulation
  bool asleep = false;                       ///< that waits to be woken
  State state = State::kBlocked;
  bool slept = false;      ///< blocked when it last gave the CPU away
  bool displaced = false;  ///< ready in the middle of its program
  Time ready_since;        ///< it entered the run queue last
  Time queued;             ///< sum of its times in the run queue
  Time* ran = nullptr;     ///< is added how long it has had the CPU, handlers included; or null
  Wait wait;
  bool notified = false;  ///< the signal came, not the time-out
  std::function<void(Time)> on_timer;
  void run(Time now) override { on_timer(now); }  ///< a sleep or a time-out is over
};

}  // namespace flybar::host
