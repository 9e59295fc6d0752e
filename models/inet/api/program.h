/// Runs a program with sockets on a modelled host.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/common/units.h"
#include "models/inet/socket/copy_counters.h"

namespace flybar::inet {

class Inet;

using Main = std::function<int(int, char**)>;

struct Program {
  Main main;
  std::vector<std::string> arguments = {"program"};  ///< argv: its name first
  std::function<void()> on_progress = {};            ///< a call has moved data, or connected
};

/// How a process ended, and what it has done.
struct Ended {
  /// What main() returned or exit() was given; 134 after an exception, 128 + the signal after a
  /// fault of the machine.
  int code = 0;
  std::string failure = {};  ///< what() of the exception that ended it, or the name of the signal
  Time begin, end;           ///< the end is when its sockets are closed
  std::uint64_t calls = 0;
  std::uint64_t sent = 0;  ///< bytes, that the kernel has taken
  std::uint64_t received = 0;
  CopyCounters sent_copies, received_copies;  ///< of both: what was remapped, what copied, and why
  std::uint64_t copied_on_write = 0;  ///< pages that the program wrote to while they were sent
};

/// By the software of a host, in the SystemC process that shall be this process of the program, on
/// one of `nodes` nodes. Whatever ends the process, its sockets are closed then. An error of the
/// model (SimulationError) goes on to the caller.
Ended run_program(Inet& inet, std::uint32_t nodes, const Program& program);

}  // namespace flybar::inet
