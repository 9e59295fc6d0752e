/// How many threads run a system.
#pragma once

#include <cstddef>
#include <string>

#include "models/cluster/build/system_params.h"
#include "models/common/threads/crew.h"

namespace flybar::cluster {

struct Threads {
  /// Of fewer nodes only one or two run in a round of some microseconds, which is less than threads
  /// need to come together. [measured: docs/performance.md]
  static constexpr std::size_t kLeastNodes = 16;

  std::size_t count = 1;
  Crew::Late late = Crew::Late::kGoOnAlone;
  std::string why = {};  ///< not as many as were asked for; empty: as many
};

/// `asked` threads, but one where a part of the system allows no more, or where it has less than
/// `least_nodes`, and never more than one for each node.
Threads threads_for(const SystemParams& params, std::size_t nodes, std::size_t asked,
                    std::size_t least_nodes = Threads::kLeastNodes);

}  // namespace flybar::cluster
