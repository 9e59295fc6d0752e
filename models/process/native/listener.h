/// Where the kernel hands over the system calls of a program and of all that it starts.
#pragma once

#include <cstdint>
#include <optional>

#include "models/process/native/call.h"
#include "models/process/native/descriptor.h"

namespace flybar::process {

class Listener {
 public:
  /// What seccomp() has returned to the program.
  explicit Listener(Descriptor listener) : listener_(std::move(listener)) {}

  /// Readable when a call waits, hung up when the last process under the filter has gone.
  int descriptor() const { return listener_.number(); }
  /// The next call; nothing if who called has gone.
  std::optional<Call> receive() const;
  /// The call returns `result`, or fails with it if it is a negative number of errno.h or one of
  /// the kernel's for restarts.
  void answer(const Call& call, std::int64_t result) const;
  /// The kernel does the call.
  void let_through(const Call& call) const;
  /// The program gets a copy of the descriptor `own` of this process: its lowest free number, or a
  /// negative error.
  int give(const Call& call, int own, bool close_on_exec) const;
  /// The same in place of its descriptor `number`.
  int replace(const Call& call, int own, int number, bool close_on_exec) const;

 private:
  int add(const Call& call, int own, std::uint32_t flags, int number, bool close_on_exec) const;

  Descriptor listener_;
};

}  // namespace flybar::process
