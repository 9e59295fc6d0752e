/// A kernel process that does what others must not or need not do themselves.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "models/host/cpu/cpu.h"

namespace flybar::host {

class Daemon {
 public:
  /// Before the simulation starts.
  Daemon(Cpu& cpu, std::string name);
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

  /// `work` runs once, as part of the daemon's process, after all that was deferred before. For
  /// interrupt handlers and processes of this CPU.
  void defer(std::function<void()> work);
  /// Deferred and not yet begun.
  std::size_t backlog() const { return work_.size(); }

 private:
  void run();

  Cpu& cpu_;
  Signal deferred_;
  std::deque<std::function<void()>> work_;
};

}  // namespace flybar::host
