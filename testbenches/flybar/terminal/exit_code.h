/// How the program ends.
#pragma once

#include "models/common/fault.h"

namespace flybar::program {

/// Documented in docs and by `flybar --help`; scripts depend on them.
enum ExitCode : int {
  kOk = 0,
  kInternal = 1,       ///< a fault of the program itself
  kUsage = 2,          ///< the command line is not understood
  kConfiguration = 3,  ///< a parameter, a platform, a plan or an image is not possible
  kSimulation = 4,     ///< the simulated system failed
  kOutput = 5,         ///< an output cannot be written
  kDiffers = 6,        ///< results differ by more than "compare --fail-above" allows
  kEndedEarly = 7,     ///< injected faults ended the run early; the record has what came until then
  kProgramFailed = 8,  ///< a Linux program of a node failed; the results are complete
  kInterrupted = 130,  ///< by SIGINT; 143, 129 by SIGTERM, SIGHUP
};

/// The command line is not understood.
class UsageError : public ConfigurationError {
 public:
  explicit UsageError(Fault fault) : ConfigurationError({std::move(fault)}) {}
};

}  // namespace flybar::program
