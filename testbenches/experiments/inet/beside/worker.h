/// A process of the client that works while a test runs.
#pragma once

#include <string>

#include "models/host/cpu/cpu.h"
#include "testbenches/experiments/inet/wait_until.h"

namespace flybar::experiments {

class Worker {
 public:
  /// Before the simulation starts: `step` is done again and again, from begin() to stop().
  template <class Step>
  Worker(host::Cpu& cpu, const std::string& name, Step step) : cpu_(cpu) {
    cpu.add_process(name, [this, step](host::Cpu&) {
      wait_until(cpu_, changes_, [this] { return begun_ || stopped_; });
      while (!stopped_) step();
      over_ = true;
      cpu_.notify_all(changes_);
    });
  }

  /// By a process of the same CPU.
  void begin() {
    begun_ = true;
    cpu_.notify_all(changes_);
  }
  /// Likewise: returns when the step that is under way has been done.
  void stop() {
    stopped_ = true;
    cpu_.notify_all(changes_);
    wait_until(cpu_, changes_, [this] { return over_; });
  }

 private:
  host::Cpu& cpu_;
  host::Signal changes_{"begin or end of a test"};
  bool begun_ = false, stopped_ = false, over_ = false;
};

}  // namespace flybar::experiments
