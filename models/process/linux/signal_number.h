/// signalfd: the machine has the descriptor, and takes the signals from its program; whether there
/// are some, and waiting for them, is the model's.
#pragma once

#include <optional>

#include "models/process/linux/linux.h"

namespace flybar::process {

class SignalNumber final : public LocalObject {
 public:
  /// `tid`: a thread whose signals it shows, as this process numbers it.
  SignalNumber(host::Cpu& cpu, int tid, std::uint64_t mask)
      : LocalObject(cpu), tid_(tid), mask_(mask) {}

  int ready() const override;
  void set(std::uint64_t mask) { mask_ = mask; }
  /// A signal may have come.
  void look() {
    if (ready() != 0) changed();
  }
  /// Until the machine's read() would not wait, or the descriptor never does; false if the thread
  /// is interrupted before.
  bool wait_for_one(const Thread& thread);

 private:
  const int tid_;
  std::uint64_t mask_;
};

/// What the descriptor of the machine is, if it is one of those.
std::shared_ptr<SignalNumber> signal_number(Linux& host, const Thread& thread, int number);

}  // namespace flybar::process
