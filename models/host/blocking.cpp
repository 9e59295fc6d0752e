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

void Cpu::block(Stream& stream, Stream::State state) {
  dispatcher_.release(kernel_time(), state);
  wait_until_running(stream);
}

void Cpu::sleep(Time duration) {
  must_not_block("sleep()");
  sync();
  Stream& stream = dispatcher_.current();
  stream.on_timer = [this, &stream](Time now) { dispatcher_.make_ready(stream, now); };
  parts_.agenda.schedule(stream, kernel_time() + duration);
  block(stream, Stream::State::kBlocked);
}

void Cpu::yield() {
  must_not_block("yield()");
  sync();
  block(dispatcher_.current(), Stream::State::kReady);
}

bool Cpu::wait_for(Signal& signal, Time timeout) {
  must_not_block("wait_for()");
  sync();
  if (!signal.set_) wait_unset(signal, timeout);
  const bool notified = signal.set_;
  signal.set_ = false;
  return notified;
}

void Cpu::wait_unset(Signal& signal, Time timeout) {
  Stream& stream = dispatcher_.current();
  signal.waiting_.push_back(&stream);
  if (timeout != Time::never()) {
    stream.on_timer = [this, &signal, &stream](Time now) {
      std::erase(signal.waiting_, &stream);
      dispatcher_.make_ready(stream, now);
    };
    parts_.agenda.schedule(stream, kernel_time() + timeout);
  }
  block(stream, Stream::State::kBlocked);
  parts_.agenda.cancel(stream);
}

void Cpu::notify(Signal& signal) {
  sync();
  signal.set_ = true;
  if (signal.waiting_.empty()) return;
  Stream* stream = signal.waiting_.front();
  signal.waiting_.erase(signal.waiting_.begin());
  dispatcher_.make_ready(*stream, kernel_time());
}

}  // namespace flybar::host
