#include "testbenches/tests/myrinet/traffic.h"

#include <gtest/gtest.h>

#include "models/myrinet/shape/route_byte.h"

namespace flybar::myrinet {
namespace {

Topology any_topology(Random& random, std::size_t most) {
  const std::size_t nodes = 2 + pick(random, most - 2);
  switch (pick(random, 3)) {
    case 0:
      return switch_chain(nodes, 3 + pick(random, 1));
    case 1:
      return switch_tree(nodes, 3 + pick(random, 1));
    case 2:
      return nodes == 2 ? direct_cable() : one_switch(nodes, 16);
    default:
      return one_switch(nodes, 16);
  }
}

/// A node per switch at port 0, the next switch behind port 1, the one before behind port 2.
Topology ring(std::size_t nodes) {
  Topology topology;
  topology.nodes = nodes;
  for (std::size_t i = 0; i < nodes; ++i) {
    topology.switch_ports.push_back(3);
    topology.cables.push_back({End::node(i), End::of_switch(i, 0), {}});
  }
  for (std::size_t i = 0; i < nodes; ++i)
    topology.cables.push_back({End::of_switch(i, 1), End::of_switch((i + 1) % nodes, 2), {}});
  return topology;
}

void add_trouble(NetworkParams& params, const Topology& topology, Random& random) {
  params.switches.timeout = Time::ps(500'000 + static_cast<std::int64_t>(pick(random, 9'000'000)));
  params.faults.byte_errors = 1e-3;
  params.faults.lost_tails = 0.05;
  params.faults.seed = static_cast<std::int64_t>(pick(random, 1000));
  params.faults.dead_cable = static_cast<std::int64_t>(pick(random, topology.cables.size())) - 1;
  params.faults.dead_from = Time::us(static_cast<std::int64_t>(pick(random, 100)));
}

NetworkParams any_params(Random& random) {
  NetworkParams params;
  params.link.length = 0.5 + static_cast<double>(pick(random, 24)) * 0.5;
  params.switches.fall_through =
      Time::ps(100'000 + static_cast<std::int64_t>(pick(random, 220'000)));
  return params;
}

Data any_content(Random& random, std::size_t sender) {
  const std::size_t size = pick(random, 3) == 0 ? 200 + pick(random, 1000) : pick(random, 100);
  Data content(size + 1);
  for (auto& byte : content) byte = static_cast<std::uint8_t>(random());
  content[0] = static_cast<std::uint8_t>(sender);
  return content;
}

}  // namespace

Traffic::Traffic(std::uint64_t seed, Kind kind) : seed_(seed), kind_(kind) {
  Random random(seed);
  ring_ = kind == Kind::kTroubled && pick(random, 2) == 0;
  const std::size_t most = kind == Kind::kManyToOne ? 16 : 8;
  topology = ring_ ? ring(3 + pick(random, 2)) : any_topology(random, most);
  params = any_params(random);
  if (kind == Kind::kTroubled) add_trouble(params, topology, random);
}

/// On a ring always the same way round.
Data Traffic::route(const World& world, std::size_t from, std::size_t to, Random& random) const {
  if (kind_ == Kind::kTroubled && pick(random, 9) == 0)
    return {static_cast<std::uint8_t>(random()), 0x81};
  if (!ring_) return world.network.route(from, to);
  Data bytes{route_byte(0, 1)};
  for (std::size_t at = (from + 1) % topology.nodes; at != to; at = (at + 1) % topology.nodes)
    bytes.push_back(route_byte(2, 1));
  bytes.push_back(route_byte(2, 0));
  return bytes;
}

void Traffic::load(World& world) {
  Random random(seed_ ^ 0x7261666669);
  contents_.assign(topology.nodes, std::vector<std::vector<Data>>(topology.nodes));
  for (std::size_t node = 0; node < topology.nodes; ++node) {
    load_packets(world, node, random);
    load_flow(world, node, random);
  }
}

std::size_t Traffic::receiver(std::size_t sender, Random& random) const {
  if (kind_ == Kind::kManyToOne) return 0;
  const std::size_t to = pick(random, topology.nodes - 1);
  return to == sender ? (to + 1) % topology.nodes : to;
}

/// Some packets pause on the way: their sender has nothing to send for a while.
void Traffic::load_packets(World& world, std::size_t node, Random& random) {
  Time at;
  std::uint64_t n = pick(random, kind_ == Kind::kManyToOne ? 8 : 30);
  if (kind_ == Kind::kManyToOne && node == 0) n = 0;
  for (; n > 0; --n) {
    const std::size_t to = receiver(node, random);
    const Data content = any_content(random, node);
    contents_[to][node].push_back(content);
    Data rest = with_crc(joined(route(world, node, to, random), content));
    while (pick(random, 2) == 0) {
      const auto cut = rest.begin() + static_cast<std::ptrdiff_t>(pick(random, rest.size() - 1));
      world.stations[node].send(at, {rest.begin(), cut}, false);
      rest.erase(rest.begin(), cut);
      at += Time::ps(static_cast<std::int64_t>(pick(random, 3'000'000)));
    }
    world.stations[node].send(at, rest);
    at += Time::ps(static_cast<std::int64_t>(pick(random, 3'000'000)));
  }
}

void Traffic::load_flow(World& world, std::size_t node, Random& random) {
  const std::uint64_t longest = kind_ == Kind::kSound ? 2'000'000 : 20'000'000;
  Time at;
  for (std::uint64_t n = pick(random, 8); n > 0; --n) {
    at += Time::ps(static_cast<std::int64_t>(pick(random, 10'000'000)));
    world.stations[node].send_flow(at, true);
    at += Time::ps(static_cast<std::int64_t>(pick(random, longest)));
    world.stations[node].send_flow(at, false);
  }
}

void Traffic::expect_complete(const World& world) const {
  for (std::size_t to = 0; to < topology.nodes; ++to) {
    std::vector<std::vector<Data>> got(topology.nodes);
    for (Data packet : world.stations[to].packets()) {
      EXPECT_EQ(crc8(0, packet), 0);
      packet.pop_back();
      got.at(packet.at(0)).push_back(packet);
    }
    EXPECT_EQ(got, contents_[to]) << "at node " << to;
  }
}

}  // namespace flybar::myrinet
