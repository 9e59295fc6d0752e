/// What any text may do to the workload reader: be read and summed up, or be refused with messages
/// of four parts. Anything else ends the process.
#pragma once

#include <cstdlib>
#include <string_view>

#include "testbenches/experiments/workload/workload.h"
#include "testbenches/tests/attack/reader_fuzz.h"

namespace flybar::experiments {

inline void read_any_workload(std::string_view text) {
  constexpr Bytes kPage(8192);
  try {
    const Workload workload = parse_workload(text, "fuzz.workload");
    if (summarize(workload, kPage).pages < 0) std::abort();
  } catch (const ConfigurationError& error) {
    abort_unless_complete(error);
  }
}

}  // namespace flybar::experiments
