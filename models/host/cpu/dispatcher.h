/// Who runs on one CPU: the interrupt handlers of the devices, one at a time; below them the
/// handler of the software interrupt; below that the threads of the kernel in turn, each until it
/// blocks; below these the programs, which give way to the others outside the kernel, and among
/// themselves when they block.
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
  void set_soft_thread(CpuThread& thread) { soft_.thread = &thread; }

  /// The thread whose C++ code runs now.
  CpuThread& current() const { return handler_ != nullptr ? *handler_ : *running_; }
  /// The run has ended: see CpuScript.
  void catch_up(Time end) {
    if (handler_ != nullptr || running_ != nullptr) current().script.catch_up(end);
  }
  /// The handler of a device runs.
  bool in_interrupt() const { return handler_ == interrupt_; }
  /// A handler runs, of a device or of the software interrupt.
  bool in_handler() const { return handler_ != nullptr; }
  /// Whose interrupt is being handled: the number of its line.
  std::size_t served() const { return served_; }
  /// When the CPU was asked for it: when its line rose, or if that was high when the handler before
  /// returned, at that return.
  Time asked() const { return asked_; }

  /// A blocked thread may run again.
  void make_ready(CpuThread& thread, Time now);
  /// The running thread gives the CPU away.
  void release(Time now, CpuThread::State state);
  /// The handler has returned.
  void leave_interrupt(Time now);
  /// No interrupt is taken until they are unmasked, the software's neither. For the thread that
  /// runs, which does not block meanwhile.
  void mask_interrupts(bool masked) { masked_ = masked; }
  bool masked() const { return masked_; }

  /// The handler of the software interrupt is to run. Requests before it begins are one.
  void request_soft(Time now);
  /// Who runs now lets it in.
  bool soft_allowed() const { return handler_ == nullptr && !masked_ && !soft_.masked; }
  /// It is to run, and may.
  bool soft_due() const { return soft_.pending && soft_allowed(); }
  /// It has been entered, and has not returned. A device's handler may run meanwhile.
  bool in_soft() const { return soft_.entered; }
  /// It looks now for what it was requested for: a request from here on makes it run once more.
  void begin_soft() { soft_.pending = false; }
  void leave_soft(Time now);
  /// The software interrupt waits until it is unmasked; devices do not.
  void mask_soft(bool masked) { soft_.masked = masked; }
  bool soft_masked() const { return soft_.masked; }

  void interrupt_arrives(Time now) override;
  bool claims_cpu(CpuScript& script, Time now) override;
  bool may_claim_cpu() const override {
    return !in_interrupt() && !masked_ && (interrupts.pending() || soft_due());
  }
  void finished(CpuScript& script, Time now) override;

 private:
  void enter_interrupt(Time now);
  void enter_soft(Time now);
  void leave_handlers(Time now);
  void dispatch(Time now);
  Time cost_of_switching_to(CpuThread& thread);
  /// The thread that runs is a program, and a thread of the kernel is ready.
  bool must_give_way() const {
    return soft_allowed() && running_->role == Role::kProgram && !ready_.empty() &&
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
  CpuThread* handler_ = nullptr;  ///< the thread of the level that runs, unless it is a process
  CpuThread* running_ = nullptr;  ///< the process
  std::deque<CpuThread*> ready_;  ///< servers first
  bool masked_ = false;
  struct {
    CpuThread* thread = nullptr;
    bool pending = false;
    bool masked = false;
    bool entered = false;
  } soft_;
  std::size_t served_ = 0;
  Time asked_;
  Time left_;  ///< the last handler of a device returned
};

}  // namespace flybar::host
