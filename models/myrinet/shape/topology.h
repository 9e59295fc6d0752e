/// Which cable connects what: nodes, switches and their ports.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/common/fault.h"

namespace flybar::myrinet {

/// One end of a cable: the port of a node, or a port of a switch.
struct End {
  enum class Kind { kNode, kSwitch };
  Kind kind;
  std::size_t device;
  std::size_t port = 0;

  static End node(std::size_t number) { return {Kind::kNode, number}; }
  static End of_switch(std::size_t number, std::size_t port) {
    return {Kind::kSwitch, number, port};
  }
  bool is_switch() const { return kind == Kind::kSwitch; }
  friend bool operator==(const End&, const End&) = default;
};

/// "node 3" or "switch 0 port 5".
std::string to_text(const End& end);

struct CableLayout {
  End a;
  End b;
  std::optional<double> length;  ///< m, if not that of link.length
};

struct Topology {
  std::size_t nodes = 0;
  std::vector<std::size_t> switch_ports;  ///< of each switch
  std::vector<CableLayout> cables;        ///< the builders make cable p that of node p
  /// Where several ways are as short, nodes take different ones to different nodes.
  bool spread = false;
};

/// How check() names the places of its faults.
std::string cable_place(std::size_t cable);
std::string switch_place(std::size_t number);
std::string node_place(std::size_t node);

/// What is wrong with it; empty if every node can be reached from every other.
std::vector<Fault> check(const Topology& topology);

/// Two nodes and a cable.
Topology direct_cable();
/// All nodes on one switch: node p at port p.
Topology one_switch(std::size_t nodes, std::size_t ports);
/// As few switches in a row as it takes, the nodes spread along it in order.
Topology switch_chain(std::size_t nodes, std::size_t ports);
/// As few levels of switches as it takes. The last port of each leads up, save at the root.
Topology switch_tree(std::size_t nodes, std::size_t ports);
/// Two levels: on each switch of the lower one, `up` ports lead to as many switches of the upper
/// one, the others to nodes.
Topology switch_clos(std::size_t nodes, std::size_t ports, std::size_t up);
/// Switches in rows and columns, each connected with its neighbours; the nodes spread over them.
Topology switch_mesh(std::size_t nodes, std::size_t ports, std::size_t rows, std::size_t columns);
/// One switch if the nodes fit on it, otherwise a tree.
Topology fewest_switches(std::size_t nodes, std::size_t ports);

}  // namespace flybar::myrinet
