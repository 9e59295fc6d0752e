/// Who runs on one CPU: the interrupt handlers, one at a time; below them the threads of the kernel
/// in turn, each until it blocks; below these the programs, which give way to the others outside
/// the kernel, and among themselves when they block.
#pragma once

#include <cstdint>
#include <deque>

#include "models/common/kernel_border.h"
#include "models/host/cpu/cpu_thread.h"
#include "models/host/cpu/interrupt_controller.h"

namespace flybar::host {

class Dispatcher : public CpuScript::Owner, public InterruptController::Owner {
 public:
  struct Costs {
    Time interrupt_latency;
    Time context_switch;
    Time process_wake;
  };
  /// Tells of each thread when it had the CPU, on `track`.
  Dispatcher(KernelBorder& kernel, Agenda& agenda, CpuUse& use, const Costs& costs,
             Observer& observer, TrackId track)
      : interrupts(agenda, costs.interrupt_latency, *this),
        kernel_(kernel),
        use_(use),
        observer_(observer),
        track_(track),
        context_switch_(costs.context_switch),
        process_wake_(costs.process_wake) {}

  InterruptController interrupts;
  void set_interrupt_thread(CpuThread& thread) { interrupt_ = &thread; }

  /// The thread whose C++ code runs now.
  CpuThread& current() const { return in_interrupt_ ? *interrupt_ : *running_; }
  bool in_interrupt() const { return in_interrupt_; }
  /// Whose interrupt is being handled: the number of its line.
  std::size_t served() const { return served_; }

  /// A blocked thread may run again.
  void make_ready(CpuThread& thread, Time now);
  /// The running thread gives the CPU away.
  void release(Time now, CpuThread::State state);
  /// The handler has returned.
  void leave_interrupt(Time now);
  /// No interrupt is taken until they are unmasked. For the thread that runs, which does not block
  /// meanwhile.
  void mask_interrupts(bool masked) { masked_ = masked; }

  void interrupt_arrives(Time now) override;
  bool claims_cpu(CpuScript& script, Time now) override;
  bool may_claim_cpu() const override { return !in_interrupt_ && !masked_ && interrupts.pending(); }
  void finished(CpuScript& script, Time now) override;

 private:
  void enter_interrupt(Time now);
  void dispatch(Time now);
  Time cost_of_switching_to(CpuThread& thread);
  /// The thread that runs is a program, and a thread of the kernel is ready.
  bool must_give_way() const {
    return running_->role == Role::kProgram && !ready_.empty() &&
           ready_.front()->role == Role::kServer;
  }
  void queue(CpuThread& thread, Time now);
  void displace(Time now);
  void take_cpu(Time now);

  KernelBorder& kernel_;
  CpuUse& use_;
  Observer& observer_;
  const TrackId track_;
  Time running_since_;
  const Time context_switch_;
  const Time process_wake_;
  CpuThread* interrupt_ = nullptr;
  CpuThread* running_ = nullptr;
  std::deque<CpuThread*> ready_;  ///< servers first
  bool in_interrupt_ = false;
  bool masked_ = false;
  std::size_t served_ = 0;
};

}  // namespace flybar::host
