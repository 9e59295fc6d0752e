#include "models/host/cpu/dispatcher.h"

#include <algorithm>
#include <utility>

#include "models/common/details.h"

namespace flybar::host {

void Dispatcher::make_ready(CpuThread& thread, Time now) {
  if (thread.state != CpuThread::State::kBlocked) return;
  thread.state = CpuThread::State::kReady;
  thread.wait = {.what = Wait::For::kNothing, .since = now};
  queue(thread, now);
  const bool gives_way = running_ != nullptr && must_give_way() &&
                         running_->script.in_user_mode() && running_->script.pause(now);
  if (gives_way) displace(now);
  dispatch(now);
}

void Dispatcher::release(Time now, CpuThread::State state) {
  running_->state = state;
  running_->slept = state == CpuThread::State::kBlocked;
  if (state == CpuThread::State::kReady) queue(*running_, now);
  take_cpu(now);
  dispatch(now);
}

void Dispatcher::take_cpu(Time now) {
  if (track_ != kUntold) observer_.on(Activity{track_, running_since_, now, running_->name, 0, 0});
  if (running_->ran != nullptr) *running_->ran += now - running_since_;
  running_ = nullptr;
}

void Dispatcher::queue(CpuThread& thread, Time now) {
  thread.ready_since = now;
  const auto is_program = [](const CpuThread* ready) { return ready->role == Role::kProgram; };
  const bool first = thread.role == Role::kServer || thread.displaced;
  ready_.insert(first ? std::find_if(ready_.begin(), ready_.end(), is_program) : ready_.end(),
                &thread);
}

/// The program that runs has been stopped outside the kernel: it goes on before other programs.
void Dispatcher::displace(Time now) {
  running_->state = CpuThread::State::kReady;
  running_->displaced = true;
  queue(*running_, now);
  take_cpu(now);
}

void Dispatcher::dispatch(Time now) {
  if (running_ != nullptr || in_handler()) return;
  if (interrupts.pending()) {
    enter_interrupt(now);
  } else if (soft_due()) {
    enter_soft(now);
  } else if (!ready_.empty()) {
    running_ = ready_.front();
    ready_.pop_front();
    running_->state = CpuThread::State::kRunning;
    running_since_ = now;
    running_->queued += now - running_->ready_since;
    const Time cost = cost_of_switching_to(*running_);
    if (std::exchange(running_->displaced, false)) {
      running_->script.resume(now, cost);
    } else {
      running_->script.spend(cost, false, kContextSwitch.text);
      running_->script.start(now);
    }
  }
}

Time Dispatcher::cost_of_switching_to(CpuThread& thread) {
  use_.add(kContextSwitch, context_switch_, false);
  const bool process_slept = std::exchange(thread.slept, false) && thread.role == Role::kProgram;
  if (!process_slept) return context_switch_;
  use_.add(kProcessWake, process_wake_, false);
  return context_switch_ + process_wake_;
}

void Dispatcher::finished(CpuScript&, Time now) {
  CpuThread& thread = current();
  if (thread.asleep) kernel_.wake(*thread.software, now);
}

void Dispatcher::interrupt_arrives(Time now) {
  if (in_interrupt() || masked_) return;
  CpuThread* const below = in_soft() ? soft_.thread : running_;
  if (below == nullptr || below->script.pause(now)) enter_interrupt(now);
}

void Dispatcher::request_soft(Time now) {
  soft_.pending = true;
  if (!soft_due()) return;
  if (running_ == nullptr || running_->script.pause(now)) enter_soft(now);
}

bool Dispatcher::claims_cpu(CpuScript& script, Time now) {
  if (in_interrupt() || masked_) return false;
  if (interrupts.pending()) return enter_interrupt(now), true;
  if (soft_due()) return enter_soft(now), true;
  if (!must_give_way() || !script.next_in_user_mode()) return false;
  displace(now);
  dispatch(now);
  return true;
}

void Dispatcher::enter_interrupt(Time now) {
  handler_ = interrupt_;
  served_ = interrupts.first();
  asked_ = std::max(interrupts.raised(served_), left_);
  kernel_.wake(*interrupt_->software, now);
}

void Dispatcher::enter_soft(Time now) {
  handler_ = soft_.thread;
  soft_.entered = true;
  kernel_.wake(*soft_.thread->software, now);
}

void Dispatcher::leave_interrupt(Time now) {
  left_ = now;
  handler_ = in_soft() ? soft_.thread : nullptr;
  if (interrupts.pending()) {  // another device's, or the handler did not clear it
    enter_interrupt(now);
  } else if (in_soft()) {
    handler_->script.resume(now);
  } else {
    leave_handlers(now);
  }
}

void Dispatcher::leave_soft(Time now) {
  handler_ = nullptr;
  soft_.entered = false;
  if (interrupts.pending()) {  // it came at the instant at which the handler returns
    enter_interrupt(now);
  } else {
    leave_handlers(now);
  }
}

void Dispatcher::leave_handlers(Time now) {
  if (soft_due()) {
    enter_soft(now);
  } else if (running_ != nullptr && !(must_give_way() && running_->script.in_user_mode())) {
    running_->script.resume(now);
  } else {
    if (running_ != nullptr) displace(now);
    dispatch(now);
  }
}

}  // namespace flybar::host
