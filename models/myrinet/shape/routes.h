/// Which way packets go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/myrinet/shape/topology.h"

namespace flybar::myrinet {

/// Shortest routes of the up*/down* kind: first towards switch 0, then away from it, never towards
/// it again. Packets on such routes cannot block each other in a circle. In a tree every route is
/// one. Where several are as short and the topology spreads them, the number of the destination
/// decides, level by level: a switch of nodes sends to nodes n and n + 1 by different ways up, a
/// switch above such switches of k nodes to nodes n and n + k, and so on; of several cables down to
/// the same switch those to the same nodes are chosen that lead up to it.
class Routes {
 public:
  /// Precondition: check(topology) found nothing.
  explicit Routes(const Topology& topology);

  /// The route bytes in front of a packet, one per switch on the way; to oneself: there and back.
  /// Throws ConfigurationError if there is no such node, or none between these two.
  std::vector<std::uint8_t> route(std::size_t from, std::size_t to) const;

 private:
  /// To go on from a switch. Those that are as good as each other stand in a row.
  struct Hop {
    std::size_t output;  ///< port of the switch that it leaves
    End far;
    std::size_t first = 0;    ///< of its row
    std::size_t count = 1;    ///< in its row
    std::size_t divisor = 1;  ///< destinations n and n + divisor take different ones of the row
  };
  struct Step;
  void find_rows();
  bool leads_up(std::size_t from, std::size_t to) const;
  static std::size_t turned(const std::vector<Hop>& hops, std::size_t h, std::size_t to);
  std::vector<std::size_t> distances(std::vector<std::size_t> row) const;
  std::vector<std::size_t> heights() const;
  std::size_t nodes_of_a_switch() const;
  std::vector<std::uint8_t> search(const End& start, std::size_t to) const;

  bool spread_;
  std::vector<End> at_node_;            ///< the far end of each node's cable
  std::vector<std::vector<Hop>> hops_;  ///< of each switch, by port
  std::vector<std::size_t> level_;      ///< switches on the way to switch 0
};

}  // namespace flybar::myrinet
