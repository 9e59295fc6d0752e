/// Which nodes of a system may take part, and how.
#pragma once

#include <optional>
#include <vector>

#include "models/cluster/build/system_params.h"
#include "models/common/fault.h"

namespace flybar::experiments {

/// One node sends to another.
struct Flow {
  std::size_t from;
  std::size_t to;
  std::size_t phase = 0;  ///< those of a later phase begin when all of the one before have ended
};

/// Nodes of the system file that may send, or receive, or both; all if there is none.
struct Members {
  std::vector<std::size_t> senders;
  std::vector<std::size_t> receivers;

  /// Of the first `nodes`.
  static Members of(const cluster::SystemParams& system, std::size_t nodes);
  std::vector<std::size_t> both() const;
  /// In their order, each once.
  std::vector<std::size_t> all() const;
  /// The first `nodes` of all.
  Members first(std::size_t nodes) const;

  // Who sends to whom:

  /// Of nodes that may do both, i sends to i + 1, i + 2 and so on, so that receivers are served
  /// evenly.
  std::vector<Flow> all_to_all() const;
  /// The fault of a system file of so many nodes on which that is not possible.
  std::optional<Fault> no_all_to_all(std::size_t nodes) const;
  /// All to the first that receives.
  std::vector<Flow> incast() const;
  /// A receiver for each sender. Nodes that may do both are senders in the first half of them and
  /// receivers in the second.
  std::vector<Flow> pairs() const;
};

}  // namespace flybar::experiments
