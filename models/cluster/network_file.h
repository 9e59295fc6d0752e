/// The section [network] of a system file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/common/fault.h"
#include "models/common/toml_file.h"
#include "models/myrinet/network_params.h"
#include "models/myrinet/shape/topology.h"

namespace flybar::cluster {

/// A text, and where it stands.
struct PlacedText {
  std::string where;
  std::string text;
};

/// Either a shape with its numbers or switches and cables one by one. Nothing of it is checked yet.
struct NetworkFile {
  std::string where;  ///< the section, or the file if there is none
  std::optional<PlacedText> shape;
  std::optional<PlacedText> up, bisection, rows, columns;
  std::optional<PlacedText> trunk;   ///< length of cables between switches
  std::vector<PlacedText> switches;  ///< ports of each
  std::vector<PlacedText> cables;    ///< "sender 0 - switch 0 port 5, 25 m"
};

/// A key without "network."; false if there is no such key.
bool take_network_key(NetworkFile& network, const std::string& key, const TomlValue& value,
                      const std::string& file);
/// Those keys, to suggest for a misspelt one.
std::vector<std::string> network_keys();

/// Which nodes a name stands for: "sender" for those from `first` on.
struct NamedNodes {
  std::string name;
  std::size_t first;
  std::size_t count;
};

/// Throws ConfigurationError with every fault and its line: ports that there are not, or that have
/// two cables, cables that lead back to where they come from, that are too short or too long, nodes
/// that cannot be reached, and routes that are longer than a NIC's.
myrinet::Topology build_topology(const NetworkFile& network, const std::vector<NamedNodes>& nodes,
                                 const myrinet::NetworkParams& params);

}  // namespace flybar::cluster
