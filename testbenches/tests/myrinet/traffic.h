/// Random traffic: what every station sends, and when it stops the network.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "testbenches/tests/myrinet/world.h"

namespace flybar::myrinet {

using Random = std::mt19937_64;

inline std::uint64_t pick(Random& random, std::uint64_t most) {
  return random() % (most + 1);
}

/// A network and traffic on it, all of it given by the seed.
class Traffic {
 public:
  enum class Kind {
    kSound,      ///< everything arrives
    kManyToOne,  ///< everything arrives at node 0, which often holds the network up for long
    kTroubled,  ///< faults, timeouts, wrong routes, and routes that wait for each other in a circle
  };
  Traffic(std::uint64_t seed, Kind kind);

  /// Gives every station of `world` what it has to send.
  void load(World& world);
  /// What arrived is what was sent, in the order in which each node sent it to each other.
  void expect_complete(const World& world) const;

  static constexpr Time kEnd = Time::us(400);
  Topology topology;
  NetworkParams params;

 private:
  std::size_t receiver(std::size_t sender, Random& random) const;
  Data route(const World& world, std::size_t from, std::size_t to, Random& random) const;
  void load_packets(World& world, std::size_t node, Random& random);
  void load_flow(World& world, std::size_t node, Random& random);

  std::uint64_t seed_;
  Kind kind_;
  bool ring_ = false;
  /// By receiver and sender, for expect_complete.
  std::vector<std::vector<std::vector<Data>>> contents_;
};

}  // namespace flybar::myrinet
