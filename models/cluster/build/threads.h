/// How many threads run a system.
#pragma once

#include <cstddef>
#include <string>

#include "models/cluster/build/system_params.h"
#include "models/common/threads/crew.h"

namespace flybar::cluster {

struct Threads {
  /// A system with fewer nodes has one thread. In its rounds of 5 to 10 us one to four nodes run,
  /// which is too little work to share. [choice, after measurements: docs/decisions/0014-*.md]
  static constexpr std::size_t kLeastNodes = 16;

  std::size_t count = 1;
  Crew::Late late = Crew::Late::kGoOnAlone;
  std::string why = {};  ///< why `count` is less than what was asked for; empty if it is not
};

/// `asked` threads, but no more than nodes; one thread if a part of the system allows no more, or
/// if there are fewer than `least_nodes` nodes.
Threads threads_for(const SystemParams& params, std::size_t nodes, std::size_t asked,
                    std::size_t least_nodes = Threads::kLeastNodes);

}  // namespace flybar::cluster
