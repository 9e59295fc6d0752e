/// A host CPU, and everything that modelled host software can ask of it.
///
/// Software is C++ that runs in no time and says what it costs. Its steps are collected and run in
/// the time of the node when a result is needed (a load, a poll, sync()); until then now() is ahead
/// of the node by the CPU time collected. What a program does outside the kernel runs at once,
/// because threads of the kernel may take its place there. An interrupt stops a process in CPU time
/// and between PIO accesses, and delays it by as much.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <systemc>
#include <vector>

#include "models/host/cpu/cpu_lanes.h"
#include "models/host/cpu/dispatcher.h"
#include "models/host/cpu/signal.h"
#include "models/host/cpu/soft_interrupt.h"

namespace flybar::host {

class Lock;

class Cpu : public sc_core::sc_module {
 public:
  struct Parts {
    Agenda& agenda;  ///< of the node
    KernelBorder& kernel;
    PioPort& pio;
    Memory& memory;
    Observer& observer = nobody();
  };
  Cpu(sc_core::sc_module_name name, const HostParams& params, const Parts& parts);

  /// Before the simulation starts: processes start at time 0 in this order. Or by software: it
  /// starts now. What is known of those that have returned is forgotten then.
  CpuThread& add_process(std::string name, Software body, Role role = Role::kProgram);
  void add_process(Software body) { add_process("process", std::move(body)); }
  /// A device that raises interrupts, and its driver, which may come later: on_interrupt(). When
  /// several raise one, the first one added is served first; none interrupts another's. At most
  /// 63, else ConfigurationError. An interrupt without a handler is a SimulationError.
  InterruptLine& add_device(std::string name, Software handler = {});
  void on_interrupt(const InterruptLine& line, Software handler);

  /// What handlers put off, below the devices and above all processes.
  SoftInterrupt& soft_interrupt() { return soft_; }

  /// Observers learn of what the software has done until the `end` of the run.
  void catch_up(Time end) { dispatcher_.catch_up(end); }

  const HostParams& params() const { return params_; }
  Memory& memory() { return memory_; }
  const CpuUse& use() const { return use_; }
  /// What of it can be busy.
  Uses uses() const { return use_.uses(params_.memory_share); }

  // For the software that runs, process or handler:

  /// Work whose share is that of the user is done outside the kernel. Other work takes an Alcor
  /// `time`: it is scaled to this CPU.
  void spend(Time time, const Label& label);
  /// The instant of the node and the CPU time that is not yet run.
  Time now() const;
  /// Runs everything so far; then now() is the instant of the node.
  void sync();
  /// Runs everything so far, and waits until SystemC and all other nodes have come to this instant.
  /// Until the next step that takes time, software may read their state: it is that of this
  /// instant. Takes no modelled time, but stops all nodes, so call it seldom.
  void in_step();

  /// Interrupts wait from here on, until they are unmasked, that of the software too. Who masked
  /// them must not block meanwhile. For processes and the handler of the software interrupt.
  void mask_interrupts();
  void unmask_interrupts();

  /// PIO. Whole aligned words, any number. Stores to consecutive words of a 32-byte block leave as
  /// one burst: when the block is full, at a store elsewhere, at write_barrier(), or with any
  /// other step. They are posted; drain() waits until all have reached the device. A thread that
  /// only loads, and sees Looks::kMost words that do not change, ends the run with a
  /// SimulationError.
  void store(std::uint32_t address, std::span<const std::uint8_t> data);
  void store_word(std::uint32_t address, std::uint32_t value);
  void write_barrier();
  void drain();
  void load(std::uint32_t address, std::span<std::uint8_t> data);
  std::uint32_t load_word(std::uint32_t address);

  /// Looks at a word, over PCI or in host memory, until `predicate` holds; then the word. Nothing
  /// after `timeout`. The CPU is busy meanwhile.
  using Predicate = std::function<bool(std::uint32_t)>;
  std::optional<std::uint32_t> poll_pio(std::uint32_t address, Predicate predicate,
                                        const PollPolicy& policy, Time timeout = Time::never());
  std::optional<std::uint32_t> poll_memory(Physical address, Predicate predicate,
                                           const PollPolicy& policy, Time timeout = Time::never());

  /// Reads memory by CPU, at host.read_rate, or overwrites it, at host.write_rate. Takes time only;
  /// the contents are the caller's.
  void scan(Bytes bytes, const Label& label);
  void overwrite(Bytes bytes, const Label& label);
  /// Copies memory by CPU, at host.copy_rate. All three are slower while devices use the memory.
  void copy(Physical to, Physical from, Bytes bytes, const Label& label);
  /// The time of such a copy, which the caller makes.
  void copied(Bytes bytes, const Label& label);

  /// For processes only; in a handler a SimulationError, since handlers must not block, and for a
  /// process that masks interrupts, as long as it does.
  void sleep(Time duration);
  void yield();
  /// How long the process has been in the run queue so far: it could run, and others had the CPU.
  Time queued() const { return dispatcher_.current().queued; }
  /// False after `timeout`.
  bool wait_for(Signal& signal, Time timeout = Time::never());
  /// The other process stops waiting, as if the time were over; if it does not wait, nothing.
  void end_wait(CpuThread& other);
  /// Waits for its turn. Throws SimulationError if the process holds it, or if all would wait for
  /// each other.
  void lock(Lock& lock);
  /// Throws SimulationError unless the process holds it.
  void unlock(Lock& lock);

  /// Wakes the process that has waited longest.
  void notify(Signal& signal);
  void notify_all(Signal& signal);
  /// The handler of a device runs.
  bool in_interrupt() const { return dispatcher_.in_interrupt(); }
  /// A handler runs, of a device or of the software interrupt: it must not block.
  bool in_handler() const { return dispatcher_.in_handler(); }
  /// For the handler of a device: when the device asked for it. See Dispatcher::asked().
  Time interrupted_at() const { return dispatcher_.asked(); }
  /// Whose interrupt is being handled, or was last.
  const std::string& interrupting_device() const { return devices_[dispatcher_.served()].name; }

  struct Process {
    std::unique_ptr<CpuThread> thread;
    Software body;
  };
  const std::list<Process>& processes() const { return processes_; }

 private:
  void start_of_simulation() override;
  void start(CpuThread& thread, std::function<void()> body, Time at = Time());
  void run_process(Process& process);
  void run_interrupts();

  CpuScript::Parts program_parts(bool in_handler, const CpuLanes& lanes);
  void spend_own(Time time, const Label& label);
  void spend_on_memory(Time time, const Label& label);
  std::optional<std::uint32_t> run_poll(Poll& poll);
  void must_not_block(const char* what) const;
  void block(CpuThread& thread, const Wait& wait);
  bool wait_unset(Signal& signal, Time timeout);

  const HostParams params_;
  const Parts parts_;
  Memory& memory_;
  const CpuTracks tracks_;
  CpuUse use_;
  Dispatcher dispatcher_;
  CpuThread interrupt_;
  SoftInterrupt soft_;
  struct Device {
    std::string name;
    std::string activity;  ///< as observers know it
    Software handler;
  };
  std::vector<Device> devices_;
  std::list<Process> processes_;
  bool started_ = false;
};

/// When `timeout` will be over.
inline Time deadline_of(const Cpu& cpu, Time timeout) {
  return timeout == Time::never() ? timeout : cpu.now() + timeout;
}

/// How long it is until a deadline, below 0 when it is over.
inline Time left_until(const Cpu& cpu, Time deadline) {
  return deadline == Time::never() ? deadline : deadline - cpu.now();
}

}  // namespace flybar::host
