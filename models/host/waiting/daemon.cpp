#include "models/host/waiting/daemon.h"

namespace flybar::host {

Daemon::Daemon(Cpu& cpu, std::string name) : cpu_(cpu), deferred_("work for " + name) {
  cpu.add_process(
      std::move(name), [this](Cpu&) { run(); }, Role::kServer);
}

void Daemon::defer(std::function<void()> work) {
  work_.push_back(std::move(work));
  cpu_.notify(deferred_);
}

void Daemon::run() {
  while (true) {
    while (work_.empty()) cpu_.wait_for(deferred_);
    const std::function<void()> work = std::move(work_.front());
    work_.pop_front();
    work();
  }
}

}  // namespace flybar::host
