/// What a node's parts have done by an instant of one of its own processes. At other instants other
/// nodes may have run ahead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/cluster/build/hardware.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/measure/limits.h"
#include "testbenches/experiments/measure/testbed.h"

namespace flybar::experiments {

/// Messages and packets, as a card or a stack counts them.
struct MessageCounts {
  std::uint32_t sent = 0;
  std::uint32_t received = 0;
  std::uint32_t dropped = 0;  ///< messages that found no room
  std::uint32_t damaged = 0;  ///< packets of wrong CRC or length, or that are no messages
};

struct NodeUse {
  Time at;
  // What the parts of the node declare, each in the same order at all instants.
  Uses cpu, card, buses, link, disk;
  std::optional<MessageCounts> messages = {};  ///< filled in by a stack that counts them

  /// Called by a process of node `n`.
  static NodeUse of(cluster::Hardware& hardware, std::size_t n, std::size_t card);
};

/// What happened on node `number` in the time that counts, which is not none.
struct NodeSpan {
  std::size_t number;
  NodeUse begin;
  NodeUse end;
};
/// A row for each.
Table use_table(Testbed& testbed, const std::vector<NodeSpan>& spans);
/// How busy the resources of these nodes were in their spans, those of their cards of this number,
/// and the cables while they counted.
Loads loads_of(Testbed& testbed, const std::vector<NodeSpan>& spans, std::size_t card);

}  // namespace flybar::experiments
