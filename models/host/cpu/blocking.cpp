/// The calls of a CPU that give it away.
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/cpu/cpu.h"

namespace flybar::host {

namespace {

struct Obstacle {
  const char* where = nullptr;  ///< null: there is none
  const char* advice = "leave it to a process, and notify that";
};

Obstacle obstacle(const Dispatcher& dispatcher) {
  if (dispatcher.in_interrupt()) return {" in an interrupt handler"};
  if (dispatcher.in_handler()) return {" in the handler of the software interrupt"};
  if (dispatcher.masked()) return {" with interrupts masked", "unmask them first"};
  if (dispatcher.soft_masked()) return {" with the software interrupt masked", "unmask it first"};
  return {};
}

}  // namespace

void Cpu::must_not_block(const char* what) const {
  const auto [where, advice] = obstacle(dispatcher_);
  if (where == nullptr) return;
  throw SimulationError(std::string(this->name()) + " at " + quantity::print(software_time()),
                        std::string(what) + where, "calls that do not block", advice);
}

void Cpu::block(CpuThread& thread, const Wait& wait) {
  thread.looks.forget();
  thread.wait = wait;
  dispatcher_.release(software_time(), CpuThread::State::kBlocked);
  thread.wait_until_running();
}

void Cpu::sleep(Time duration) {
  must_not_block("sleep()");
  sync();
  CpuThread& thread = dispatcher_.current();
  const Time until = software_time() + duration;
  thread.on_timer = [this, &thread](Time now) { dispatcher_.make_ready(thread, now); };
  parts_.agenda.schedule(thread, until);
  block(thread, {.what = Wait::For::kSleep, .since = software_time(), .until = until});
}

void Cpu::yield() {
  must_not_block("yield()");
  sync();
  CpuThread& thread = dispatcher_.current();
  thread.looks.forget();
  thread.wait = {.what = Wait::For::kNothing, .since = software_time()};
  dispatcher_.release(software_time(), CpuThread::State::kReady);
  thread.wait_until_running();
}

bool Cpu::wait_for(Signal& signal, Time timeout) {
  must_not_block("wait_for()");
  sync();
  if (!signal.set_) return wait_unset(signal, timeout);
  signal.set_ = false;
  return true;
}

bool Cpu::wait_unset(Signal& signal, Time timeout) {
  CpuThread& thread = dispatcher_.current();
  thread.notified = false;
  signal.waiting_.push_back(&thread);
  const Time until = deadline_of(*this, timeout);
  if (timeout != Time::never()) {
    thread.on_timer = [this, &signal, &thread](Time now) {
      std::erase(signal.waiting_, &thread);
      dispatcher_.make_ready(thread, now);
    };
    parts_.agenda.schedule(thread, until);
  }
  block(thread,
        {.what = Wait::For::kSignal, .since = software_time(), .until = until, .signal = &signal});
  parts_.agenda.cancel(thread);
  return thread.notified;
}

void Cpu::end_wait(CpuThread& other) {
  sync();
  const Wait::For what = other.wait.what;
  if (other.state != CpuThread::State::kBlocked) return;
  if (what != Wait::For::kSleep && what != Wait::For::kSignal) return;
  parts_.agenda.cancel(other);
  if (what == Wait::For::kSignal)
    std::erase(const_cast<Signal*>(other.wait.signal)->waiting_, &other);
  dispatcher_.make_ready(other, software_time());
}

void Cpu::notify(Signal& signal) {
  sync();
  dispatcher_.current().looks.forget();
  if (signal.waiting_.empty()) {
    signal.set_ = true;
    return;
  }
  CpuThread& thread = *signal.waiting_.front();
  signal.waiting_.erase(signal.waiting_.begin());
  thread.notified = true;
  dispatcher_.make_ready(thread, software_time());
}

void Cpu::notify_all(Signal& signal) {
  do {
    notify(signal);
  } while (!signal.waiting_.empty());
}

}  // namespace flybar::host
