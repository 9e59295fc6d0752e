/// The trace files of one run.
#pragma once

#include "models/common/observer.h"
#include "testbenches/flybar/request.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {

class Tracing {
 public:
  /// Creates every file. Throws ConfigurationError for a window that is none.
  /// @throws OutputError
  explicit Tracing(const RunRequest& request);

  /// Idle if there is nothing to trace.
  Observer& observer();
  /// Completes the files. @throws OutputError
  void close(Time end);

 private:
  Observer idle_;
  std::unique_ptr<Sink> sink_;
};

}  // namespace flybar::program
