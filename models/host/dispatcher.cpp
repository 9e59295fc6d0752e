#include "models/host/dispatcher.h"

namespace flybar::host {

void Dispatcher::make_ready(Stream& stream, Time now) {
  if (stream.state != Stream::State::kBlocked) return;
  stream.state = Stream::State::kReady;
  stream.wait = {.what = Wait::For::kNothing, .since = now};
  ready_.push_back(&stream);
  dispatch(now);
}

void Dispatcher::release(Time now, Stream::State state) {
  running_->state = state;
  if (state == Stream::State::kReady) ready_.push_back(running_);
  running_ = nullptr;
  dispatch(now);
}

void Dispatcher::dispatch(Time now) {
  if (running_ != nullptr || in_interrupt_) return;
  if (interrupts.pending()) {
    enter_interrupt(now);
  } else if (!ready_.empty()) {
    running_ = ready_.front();
    ready_.pop_front();
    running_->state = Stream::State::kRunning;
    running_->program.spend(context_switch_);
    use_.add(kContextSwitch, context_switch_, false);
    running_->program.start(now);
  }
}

void Dispatcher::finished(Program&, Time now) {
  Stream& stream = current();
  if (stream.asleep) kernel_.wake(stream.woken, now);
}

void Dispatcher::interrupt_arrives(Time now) {
  if (in_interrupt_) return;
  if (running_ == nullptr || running_->program.pause(now)) enter_interrupt(now);
}

bool Dispatcher::claims_cpu(Program&, Time now) {
  if (in_interrupt_ || !interrupts.pending()) return false;
  enter_interrupt(now);
  return true;
}

void Dispatcher::enter_interrupt(Time now) {
  in_interrupt_ = true;
  served_ = interrupts.first();
  kernel_.wake(interrupt_->woken, now);
}

void Dispatcher::leave_interrupt(Time now) {
  in_interrupt_ = false;
  if (interrupts.pending()) {  // another device's, or the handler did not clear it
    enter_interrupt(now);
  } else if (running_ != nullptr) {
    running_->program.resume(now);
  } else {
    dispatch(now);
  }
}

}  // namespace flybar::host
