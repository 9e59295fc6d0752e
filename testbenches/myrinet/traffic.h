/// Random traffic: what every station sends, and when it stops the network.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "testbenches/myrinet/world.h"

namespace flybar::myrinet {

using Random = std::mt19937_64;

inline std::uint64_t pick(Random& random, std::uint64_t most) {
  return random() % (most + 1);
}

/// A network and traffic on it, all of it given by the seed.
class Traffic {
 public:
  explicit Traffic(std::uint64_t seed);

  /// Gives every station of `world` what it has to send.
  void load(World& world);
  /// What arrived is what was sent, in the order in which each node sent it to each other.
  void expect_complete(const World& world) const;

  static constexpr Time kEnd = Time::us(400);
  Topology topology;
  NetworkParams params;

 private:
  void load_packets(World& world, std::size_t node, Random& random);
  void load_flow(World& world, std::size_t node, Random& random);

  std::uint64_t seed_;
  /// By receiver and sender, for expect_complete.
  std::vector<std::vector<std::vector<Data>>> contents_;
};

}  // namespace flybar::myrinet
