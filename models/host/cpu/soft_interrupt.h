/// The software interrupt of one CPU (4.4BSD's): what the handlers of devices put off, above every
/// process, in the kernel too, and below the devices, which interrupt it.
#pragma once

#include <functional>
#include <optional>

#include "models/host/cpu/dispatcher.h"

namespace flybar::host {

class Cpu;
/// Runs as a process or as a handler.
using Software = std::function<void(Cpu&)>;

class SoftInterrupt {
 public:
  SoftInterrupt(Cpu& cpu, Dispatcher& dispatcher, const CpuScript::Parts& parts)
      : cpu_(cpu), dispatcher_(dispatcher), parts_(parts) {}
  SoftInterrupt(const SoftInterrupt&) = delete;
  SoftInterrupt& operator=(const SoftInterrupt&) = delete;

  /// Before the simulation starts. `handler` must not block, nor return while it masks the devices.
  /// It runs host.soft_interrupt after it
  /// could. A second one is a ConfigurationError.
  void handle(Software handler);
  bool handled() const { return thread_.has_value(); }

  /// By software: the handler runs as soon as no handler runs, and the process does not mask it. A
  /// process in which it may run goes on behind it. Requests before it begins are one; one that
  /// comes while it runs makes it run once more. A SimulationError without a handler.
  void request();
  /// A task of the node requests it, at `now`, when the task runs.
  void request(Time now);

  /// By a process: requests wait from here on, until unmask(). It must not block meanwhile, or
  /// return. No effect in the handler, which no other one interrupts. In the handler of a device,
  /// which may have interrupted it or who masks it, a SimulationError.
  void mask();
  /// The same. What waits runs before this returns.
  void unmask();

  // For the CPU:

  /// Precondition: handled().
  CpuThread& thread() { return *thread_; }
  /// By its coroutine.
  void run();
  /// What waits runs now, if it may. Precondition: no step of the software that runs is pending.
  void admit();

 private:
  void run_once();
  bool maskable() const;
  [[noreturn]] void refuse(Time at, const char* found, const char* allowed,
                           const char* advice) const;

  Cpu& cpu_;
  Dispatcher& dispatcher_;
  const CpuScript::Parts parts_;
  Software handler_;
  std::optional<CpuThread> thread_;
};

}  // namespace flybar::host
