/// Which nodes of a system may take part, and how.
#pragma once

#include <vector>

#include "models/cluster/system_params.h"

namespace flybar::experiments {

/// Nodes of the system file that may send, or receive, or both; all if there is none.
struct Members {
  std::vector<std::size_t> senders;
  std::vector<std::size_t> receivers;

  /// Of the first `nodes`.
  static Members of(const cluster::SystemParams& system, std::size_t nodes);
  std::vector<std::size_t> both() const;
};

}  // namespace flybar::experiments
