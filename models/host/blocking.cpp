/// The calls of a CPU that give it away.
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/systemc_time.h"
#include "models/host/cpu.h"

namespace flybar::host {

void Cpu::must_not_block(const char* what) const {
  if (!in_interrupt()) return;
  throw SimulationError(std::string(this->name()) + " at " + quantity::print(kernel_time()),
                        std::string(what) + " in an interrupt handler", "calls that do not block",
                        "leave it to a process, and notify that");
}

void Cpu::block(Stream& stream, const Wait& wait) {
  stream.wait = wait;
  dispatcher_.release(kernel_time(), Stream::State::kBlocked);
  wait_until_running(stream);
}

void Cpu::sleep(Time duration) {
  must_not_block("sleep()");
  sync();
  Stream& stream = dispatcher_.current();
  const Time until = kernel_time() + duration;
  stream.on_timer = [this, &stream](Time now) { dispatcher_.make_ready(stream, now); };
  parts_.agenda.schedule(stream, until);
  block(stream, {.what = Wait::For::kSleep, .since = kernel_time(), .until = until});
}

void Cpu::yield() {
  must_not_block("yield()");
  sync();
  Stream& stream = dispatcher_.current();
  stream.wait = {.what = Wait::For::kNothing, .since = kernel_time()};
  dispatcher_.release(kernel_time(), Stream::State::kReady);
  wait_until_running(stream);
}

bool Cpu::wait_for(Signal& signal, Time timeout) {
  must_not_block("wait_for()");
  sync();
  if (!signal.set_) return wait_unset(signal, timeout);
  signal.set_ = false;
  return true;
}

bool Cpu::wait_unset(Signal& signal, Time timeout) {
  Stream& stream = dispatcher_.current();
  stream.notified = false;
  signal.waiting_.push_back(&stream);
  const Time until = deadline(timeout);
  if (timeout != Time::never()) {
    stream.on_timer = [this, &signal, &stream](Time now) {
      std::erase(signal.waiting_, &stream);
      dispatcher_.make_ready(stream, now);
    };
    parts_.agenda.schedule(stream, until);
  }
  block(stream,
        {.what = Wait::For::kSignal, .since = kernel_time(), .until = until, .signal = &signal});
  parts_.agenda.cancel(stream);
  return stream.notified;
}

void Cpu::notify(Signal& signal) {
  sync();
  if (signal.waiting_.empty()) {
    signal.set_ = true;
    return;
  }
  Stream& stream = *signal.waiting_.front();
  signal.waiting_.erase(signal.waiting_.begin());
  stream.notified = true;
  dispatcher_.make_ready(stream, kernel_time());
}

void Cpu::notify_all(Signal& signal) {
  do {
    notify(signal);
  } while (!signal.waiting_.empty());
}

}  // namespace flybar::host
