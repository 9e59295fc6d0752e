/// Stations on a network, run in steps as a scheduler would.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "models/common/observer.h"
#include "models/myrinet/link/crc8.h"
#include "models/myrinet/network.h"
#include "testbenches/tests/myrinet/station.h"

namespace flybar::myrinet {

using Data = std::vector<std::uint8_t>;

/// `data` with its CRC behind it.
inline Data with_crc(Data data) {
  data.push_back(crc8(0, data));
  return data;
}
inline Data joined(Data first, const Data& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}
/// `count` bytes that tell where they stand.
inline Data counting(std::size_t count) {
  Data data(count);
  for (std::size_t i = 0; i < count; ++i) data[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
  return data;
}

struct World {
  World(const Topology& topology, const NetworkParams& params, const char* name = "network",
        Observer* watcher = nullptr)
      : network(name, topology, params, watcher ? *watcher : nobody) {
    for (std::size_t p = 0; p < topology.nodes; ++p) {
      Station& station = stations.emplace_back(
          (std::string(name) + "_station" + std::to_string(p)).c_str(), params.byte_time());
      station.out.bind(network.from_node(p));
      network.to_node(p).bind(station.in);
    }
  }

  /// A packet with route and CRC, as node `from` must send it.
  Data packet(std::size_t from, std::size_t to, const Data& content) {
    return with_crc(joined(network.route(from, to), content));
  }

  /// Steps as long as the horizons allow, each station for itself and in whole clocks, but not
  /// longer than `longest_step` says.
  void run(Time end) {
    end = whole(end);
    const auto first = [this] { return acts_at(at_first()); };
    while (first() < end) {
      const Time before = first();
      for (std::size_t p = 0; p < stations.size(); ++p)
        if (!suspend_if_silent(p)) step(p, end);
      network.advance(reached);
      ASSERT_TRUE(first() > before || first() < whole(network.safe_time(at_first())) ||
                  any_resumes())
          << "it stands still";
      ++steps;
    }
  }
  bool any_resumes() const {
    for (std::size_t p = 0; p < stations.size(); ++p)
      if (network.suspended(p) && !network.unused(p)) return true;
    return false;
  }
  std::size_t at_first() const {
    std::size_t first = 0;
    for (std::size_t p = 1; p < stations.size(); ++p)
      if (acts_at(p) < acts_at(first)) first = p;
    return first;
  }
  Time acts_at(std::size_t p) const {
    return network.suspended(p) ? stations[p].next_unless_reached() : reached[p];
  }
  /// Suspends a station that will send nothing for a while.
  bool suspend_if_silent(std::size_t p) {
    const Time next = stations[p].next_unless_reached();
    const bool may = suspending && stations[p].between_packets() && network.unused(p) &&
                     next > acts_at(at_first()) + kLongSilence;
    if (may == network.suspended(p)) return may;
    network.refresh(p);
    may ? network.suspend(p, next) : guarantee(p);
    return may;
  }
  void step(std::size_t p, Time end) {
    Time until = whole(std::min({end, reached[p] + longest_step(), network.safe_time(p)}));
    network.on_echo = [&](std::size_t, Time answer) { until = std::min(until, whole(answer)); };
    if (until > reached[p]) stations[p].run(until);
    network.on_echo = nullptr;
    reached[p] = std::max(reached[p], until);
    if (guarantees) guarantee(p);
  }

  /// The begin of the clock at this time.
  Time whole(Time at) const { return clock * (at / clock); }
  /// The longest clock with which a node can always run.
  Time longest_clock() const {
    Time longest = Time::never();
    for (std::size_t p = 0; p < stations.size(); ++p)
      longest = std::min({longest, network.from_others(p), network.shortest_echo(p)});
    return longest;
  }

  /// All that the station knows of what it will send.
  void guarantee(std::size_t p) {
    network.guarantee(p, {.bytes = stations[p].next_byte(),
                          .flow = stations[p].next_flow(),
                          .envelope = stations[p].envelope()});
  }

  static constexpr Time kLongSilence = Time::us(1);

  Observer nobody;
  Network network;
  std::deque<Station> stations;
  std::vector<Time> reached = std::vector<Time>(network.ports());
  std::function<Time()> longest_step = [] { return Time::never(); };
  Time clock = Time::ps(1);
  bool guarantees = false;
  bool suspending = false;
  std::int64_t steps = 0;
};

/// Ends construction: from here on sockets work. Time stays 0.
inline void elaborate() {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

}  // namespace flybar::myrinet
