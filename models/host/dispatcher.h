/// Who runs on one CPU: its processes in turn, each until it blocks, and above them the interrupt
/// handler.
#pragma once

#include <cstdint>
#include <deque>

#include "models/common/kernel.h"
#include "models/host/interrupt_line.h"
#include "models/host/stream.h"

namespace flybar::host {

class Dispatcher : public Program::Owner, public InterruptLine {
 public:
  struct Costs {
    Time interrupt_latency;
    Time context_switch;
  };
  Dispatcher(Kernel& kernel, Agenda& agenda, CpuUse& use, const Costs& costs)
      : kernel_(kernel), agenda_(agenda), use_(use), costs_(costs) {}

  void set_interrupt_stream(Stream& stream) { interrupt_ = &stream; }

  /// The stream whose C++ code runs now.
  Stream& current() const { return in_interrupt_ ? *interrupt_ : *running_; }
  bool in_interrupt() const { return in_interrupt_; }

  /// A blocked stream may run again.
  void make_ready(Stream& stream, Time now);
  /// The running stream gives the CPU away.
  void release(Time now, Stream::State state);
  /// The handler has returned.
  void leave_interrupt(Time now);

  void raise(Time at) override;
  void lower(Time at) override;

  bool claims_cpu(Program& program, Time now) override;
  void finished(Program& program, Time now) override;

 private:
  /// The CPU sees the line.
  struct Arrival : Task {
    explicit Arrival(Dispatcher& owner) : dispatcher(owner) {}
    void run(Time now) override { dispatcher.interrupt_arrives(now); }
    Dispatcher& dispatcher;
  };

  void interrupt_arrives(Time now);
  void enter_interrupt(Time now);
  void dispatch(Time now);

  Kernel& kernel_;
  Agenda& agenda_;
  CpuUse& use_;
  const Costs costs_;
  Stream* interrupt_ = nullptr;
  Stream* running_ = nullptr;
  std::deque<Stream*> ready_;
  bool line_ = false;       ///< level of the interrupt line
  bool arriving_ = false;   ///< raised, and not yet seen by the CPU
  bool requested_ = false;  ///< the CPU takes the interrupt as soon as it can
  bool in_interrupt_ = false;
  Arrival arrival_{*this};
};

}  // namespace flybar::host
