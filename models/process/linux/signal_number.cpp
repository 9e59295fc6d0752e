#include "models/process/linux/signal_number.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "models/process/linux/calls.h"
#include "models/process/native/machine.h"

namespace flybar::process {

int SignalNumber::ready() const {
  return (machine::pending_signals(tid_) & mask_) != 0 ? POLLIN : 0;
}

bool SignalNumber::wait_for_one(const Thread& thread) {
  while (ready() == 0 && !nonblocking && !thread.native.ended) {
    if (thread.interrupted) return false;
    wait(Time::never());
  }
  return true;
}

std::shared_ptr<SignalNumber> signal_number(Linux& host, const Thread& thread, int number) {
  const int pid = thread.process.native.pid;
  if (machine::target_of(pid, number) != "anon_inode:[signalfd]") return nullptr;
  const auto mask =
      std::strtoull(machine::descriptor_info(pid, number, "sigmask").c_str(), nullptr, 16);
  const auto flags =
      std::strtoull(machine::descriptor_info(pid, number, "flags").c_str(), nullptr, 8);
  auto made = std::make_shared<SignalNumber>(host.cpu(), thread.native.tid, mask);
  made->nonblocking = (flags & O_NONBLOCK) != 0;
  return made;
}

/// The one that there is keeps its place where it is waited for.
Reply make_signal_number(Linux& host, Thread& thread, const Call& call) {
  host.has_signal_numbers();
  const auto mask = thread.memory().get<std::uint64_t>(call.arguments[1]);
  const auto object = call.integer(0) < 0 ? nullptr : host.object(thread, call.integer(0));
  if (auto* const known = dynamic_cast<SignalNumber*>(object.get()); known && mask) {
    known->set(*mask);
    known->look();
  }
  return by_machine();
}

}  // namespace flybar::process
