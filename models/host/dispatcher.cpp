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
  if (requested_) {
    enter_interrupt(now);
  } else if (!ready_.empty()) {
    running_ = ready_.front();
    ready_.pop_front();
    running_->state = Stream::State::kRunning;
    running_->program.spend(costs_.context_switch);
    use_.add(kContextSwitch, costs_.context_switch, false);
    running_->program.start(now);
  }
}

void Dispatcher::finished(Program&, Time now) {
  Stream& stream = current();
  if (stream.asleep) kernel_.wake(stream.woken, now);
}

void Dispatcher::raise(Time at) {
  if (line_) return;
  line_ = true;
  arriving_ = true;
  agenda_.schedule(arrival_, at + costs_.interrupt_latency);
}

void Dispatcher::lower(Time) {
  line_ = false;
  requested_ = false;
  arriving_ = false;
  agenda_.cancel(arrival_);
}

void Dispatcher::interrupt_arrives(Time now) {
  arriving_ = false;
  requested_ = true;
  if (in_interrupt_) return;
  if (running_ == nullptr || running_->program.pause(now)) enter_interrupt(now);
}

bool Dispatcher::claims_cpu(Program&, Time now) {
  if (in_interrupt_ || !requested_) return false;
  enter_interrupt(now);
  return true;
}

void Dispatcher::enter_interrupt(Time now) {
  in_interrupt_ = true;
  requested_ = false;
  kernel_.wake(interrupt_->woken, now);
}

void Dispatcher::leave_interrupt(Time now) {
  in_interrupt_ = false;
  if (line_ && !arriving_) {  // the handler did not clear it

    enter_interrupt(now);
  } else if (running_ != nullptr) {
    running_->program.resume(now);
  } else {
    dispatch(now);
  }
}

}  // namespace flybar::host
