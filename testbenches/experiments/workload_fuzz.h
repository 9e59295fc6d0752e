/// What any text may do to the workload reader: be read and summed up, or be refused with messages
/// of four parts. Anything else ends the process.
#pragma once

#include <cstdlib>
#include <string_view>

#include "testbenches/experiments/workload.h"

namespace flybar::experiments {

inline void read_any_workload(std::string_view text) {
  constexpr Bytes kPage(8192);
  try {
    const Workload workload = parse_workload(text, "fuzz.workload");
    if (summarize(workload, kPage).pages < 0) std::abort();
  } catch (const ConfigurationError& error) {
    for (const Fault& fault : error.faults())
      if (fault.where.empty() || fault.found.empty() || fault.allowed.empty() ||
          fault.advice.empty())
        std::abort();
  }
}

}  // namespace flybar::experiments
