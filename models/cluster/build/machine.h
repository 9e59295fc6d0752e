/// A machine: which layers a system is made of, from its parts to the software on its hosts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/cluster/build/system_params.h"

namespace flybar::cluster {

struct Machine {
  std::string name;     ///< "trapeze"
  std::string summary;  ///< one line
  /// Nodes that platforms tell apart, in the order of nodes; the last are all others. Empty: all
  /// nodes are alike.
  std::vector<std::string> roles;
  /// The host and what runs on it, each with its parameters. Parts bring theirs.
  std::vector<void (*)(LayerParams& node)> layers;
  NodeParts parts;  ///< unless a platform has others
  SystemParts networks;
};

/// The parts of the nodes of a role, and of the system, where they are not the machine's.
struct OtherParts {
  std::optional<std::string> networks = {};
  struct OfRole {
    std::optional<std::string> buses = {}, cards = {};
  };
  std::vector<OfRole> roles = {};  ///< as Machine::roles, one if that is empty
};

/// A system of this machine with all defaults, and with the layers of its parts. Throws
/// ConfigurationError if a part is none of `kinds`, or does not fit.
SystemParams defaults(const Machine& machine, const Parts& kinds, const OtherParts& other = {});

}  // namespace flybar::cluster
