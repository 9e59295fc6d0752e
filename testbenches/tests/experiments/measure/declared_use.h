/// Whether what was busy in a run is declared as a resource.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/cluster/build/hardware.h"
#include "models/common/observer.h"
#include "testbenches/experiments/measure/limits.h"
#include "testbenches/experiments/measure/messages/critical_path.h"

namespace flybar::experiments {

/// What each track tells of activities, from the start of the run.
class BusyTracks : public Observer {
 public:
  struct Busy {
    std::string track;
    std::vector<Lane> lanes;
    std::vector<std::pair<Time, Time>> spans = {};

    /// Before `end`; what overlaps counts once.
    Time time(Time end) const {
      auto in_order = spans;
      std::sort(in_order.begin(), in_order.end());
      Time sum, until;
      for (const auto& [from, to] : in_order) {
        const Time begin = std::max(from, until), stop = std::min(to, end);
        if (begin < stop) sum += stop - begin;
        until = std::max(until, stop);
      }
      return sum;
    }
  };

  using Observer::on;
  TrackId declare(const Track& track) override {
    all_.push_back({track.name, {}});
    for (const Track::InLane& in : track.lanes) all_.back().lanes.push_back(in.lane);
    return static_cast<TrackId>(all_.size() - 1);
  }
  void on(const Activity& activity) override {
    all_[activity.track].spans.push_back({activity.begin, activity.end});
  }
  const std::vector<Busy>& all() const { return all_; }

 private:
  std::vector<Busy> all_;
};

/// What parts have declared, by the path of their tracks.
using PartUses = std::map<std::string, Uses>;

/// Of every part of a system, whose networks are called so.
inline PartUses uses_of(cluster::Hardware& hardware, const cluster::SystemParams& system) {
  PartUses parts;
  const std::string top = std::string(hardware.name()) + ".";
  for (std::size_t i = 0; i < hardware.networks(); ++i) {
    const std::string name = hardware.networks() == 1 ? "network" : system.networks()[i].name;
    const Network& network = hardware.network(i);
    parts[top + name] = {{.resource = &network.cable()}, {.resource = network.crossing()}};
  }
  for (std::size_t n = 0; n < hardware.nodes(); ++n) {
    cluster::Node& node = hardware.node(n);
    const std::string at = std::string(node.name()) + ".";
    parts[at + "host"] = node.cpu.uses();
    for (const cluster::Node::Seat& seat : node.seats) parts[at + seat.name] = seat.card->uses();
    for (std::size_t i = 0; i < node.buses(); ++i)
      parts[at + node.bus_name(i)] = node.bus(i).uses();
  }
  return parts;
}

inline bool has_resource(const Uses& uses, std::uint32_t waits) {
  return std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
    return use.resource && (waits == 0 || (use.resource->waits & waits) != 0);
  });
}

/// What a message waited for without any part that declares a resource for it.
inline std::vector<std::string> undeclared_waits(const CriticalPath& path, const PartUses& parts) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kWaits; ++i) {
    const auto wait = static_cast<Wait>(i);
    const bool declared = std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
      return has_resource(part.second, waits_of(wait));
    });
    if (path[i] > Time() && !declared && !kEarlierMessages.is_waited_for(wait))
      names.push_back(name(wait));
  }
  return names;
}

/// What a message waits for while an engine in this lane is at work for it; nothing for software.
inline std::uint32_t waits_in(Lane lane) {
  switch (lane) {
    case Lane::kReadsHost:
      return waits_of(Wait::kDmaIn);
    case Lane::kWritesHost:
      return waits_of(Wait::kDmaOut);
    case Lane::kSends:
    case Lane::kReceives:
      return waits_of(Wait::kLink);
    default:
      return 0;
  }
}

/// A line for each track that was busy for more than 5 % of `run`, if its part has no resource, or
/// if messages wait for its lane and for no resource.
inline std::vector<std::string> undeclared(const std::vector<BusyTracks::Busy>& tracks,
                                           const PartUses& parts, Time run) {
  constexpr int kShare = 20;  // of the run: 5 %
  const auto is_waited_for = [&](Lane lane) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const auto& part) { return has_resource(part.second, waits_in(lane)); });
  };
  std::vector<std::string> lines;
  for (const BusyTracks::Busy& track : tracks) {
    if (track.time(run) * kShare <= run) continue;
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& one) {
      return (track.track + ".").starts_with(one.first + ".");
    });
    if (part == parts.end() || !has_resource(part->second, 0))
      lines.push_back(track.track + " is of a part without a resource");
    else if (!std::all_of(track.lanes.begin(), track.lanes.end(), is_waited_for))
      lines.push_back(track.track + " is in a lane for which no resource is waited for");
  }
  return lines;
}

}  // namespace flybar::experiments
