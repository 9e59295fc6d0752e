/// The memory of one program as pages of its host, for sockets that remap them.
#pragma once

#include "models/process/native/program_memory.h"

namespace flybar::process {

class Pages {
 public:
  virtual ~Pages() = default;
  /// At the begin of a call: pages on their way to which the program has written are copied.
  virtual void notice_writes(const ProgramMemory& memory) = 0;
  /// The program has ended, or another image begins.
  virtual void release() = 0;
};

}  // namespace flybar::process
