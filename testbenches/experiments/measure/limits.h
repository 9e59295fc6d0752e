/// Which resource limits a run, and which parameters would relieve it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/contracts/resource.h"
#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

/// What of a resource's work one parameter makes shorter, in % of the measured time.
struct Share {
  std::string by;
  double percent;
};

/// A resource, and how much of the measured time it worked.
struct Load {
  const Resource* what;
  std::string place;  ///< "node0"; of a cable its two ends
  double busy;        ///< %; of a cable, bytes moved
  /// %, of a cable: a packet stood in it, and what follows did not hold it back.
  double closed = 0;
  bool between = false;           ///< its place is not inside a node
  double awaited = {};            ///< %, as of Use
  std::vector<Share> parts = {};  ///< likewise
  /// %, of a cable from a node: its packets moved, or stood in a switch behind packets of others
  /// that wait for the same output.
  double blocked = 0;
};

/// How long the engines of a card kept the link from moving at this resource, in % of the measured
/// time: of the packets that it sent, and of those that it received.
struct LinkHold {
  const Resource* what;
  std::string place;
  double sent;
  double received;
  double paced = 0;  ///< part of `sent`: the card takes longer for a byte than the wire
  std::size_t network = 0;
};

struct Loads {
  std::vector<Load> all;
  std::vector<LinkHold> holds;
  /// The kinds that the parts of the system declare, each once.
  std::vector<const Resource*> kinds;
  /// What Use::relief puts in the place of Resource::relief.
  std::map<const Resource*, std::string> reliefs = {};
  /// What messages wait for between cables. No table shows it.
  std::vector<Load> between_cables = {};
};

/// A resource that works for at least this share of the time is saturated: its next user finds it
/// busy. The rest is the start and the end of the measurement and the gap from one job to the next.
inline constexpr double kSaturated = 85;  // %

/// Waits that no part declares: a message waits until others before it have what they wait for.
inline constexpr Resource kEarlierMessages{
    "earlier messages", "",
    waits_of(Wait::kDmaInQueue, Wait::kLinkQueue, Wait::kDmaOutQueue, Wait::kHostQueue)};

/// For a rate: the saturated resource, or else the busiest one. For a time (the first of
/// `results.numbers` is in us): if messages are followed, the kind of resource of whose waits one
/// parameter can take most. `queues_hide`: unless that is earlier messages, which hide the reason,
/// as in an exchange of all with all.
Limit find_limit(const Loads& loads, const Results& results, bool queues_hide = false);

/// The plainest of the parameters that Resource::relief names.
std::string first_of(const std::string& relief);

/// What the parts of the system declare that would relieve them, each once: "pci.clock", "pci.width
/// together with lanai.sram_width".
std::vector<std::string> reliefs_of(const Loads& loads);

/// All resources, the busiest first.
Table resources_table(const Loads& loads);

}  // namespace flybar::experiments
