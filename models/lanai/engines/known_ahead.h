/// A network tells of things long before they arrive; an engine keeps only so many.
#pragma once

#include <string>

#include "models/common/error.h"

namespace flybar::lanai {

/// `more` is what there is too much of: "64 STOPs and GOs".
[[noreturn]] inline void refuse_known_ahead(const char* where, const std::string& more) {
  throw SimulationError(where, "more is known ahead than " + more,
                        "networks through which a byte takes a few microseconds",
                        "lower link.length, or put fewer switches in a row");
}

}  // namespace flybar::lanai
