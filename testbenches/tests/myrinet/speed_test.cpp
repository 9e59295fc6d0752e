// What the network costs. Prints; fails only if packets are lost, since machines differ.
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>

#include "models/common/systemc_time.h"
#include "models/myrinet/link/crc8.h"
#include "models/myrinet/network.h"

namespace flybar::myrinet {
namespace {

/// Processor time of this process: others on the machine do not count.
double cpu_ns() {
  return static_cast<double>(std::clock()) * (1e9 / CLOCKS_PER_SEC);
}

constexpr Time kByte = Time::ps(6250);

/// Streams packets of 8 KB without pause, in whatever portions it is asked to.
struct Streamer : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Streamer, 32, ProtocolTypes> out{"out"};
  tlm_utils::simple_target_socket<Streamer, 32, ProtocolTypes> in{"in"};

  explicit Streamer(sc_core::sc_module_name module_name) : sc_module(module_name) {
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_extension(link);
    in.register_b_transport(this, &Streamer::arrive);
  }

  void run(Time until) {
    while (free < until) {
      const auto starts = (until - free + kByte - Time::ps(1)) / kByte;
      const auto count =
          std::min<std::size_t>(static_cast<std::size_t>(starts), packet.size() - position);
      link->head = position == 0;
      link->tail = position + count == packet.size();
      payload.set_data_ptr(&packet[position]);
      payload.set_data_length(static_cast<unsigned>(count));
      sc_core::sc_time delay = to_systemc(free);
      out->b_transport(payload, delay);
      free += kByte * static_cast<std::int64_t>(count + link->tail);
      position = link->tail ? 0 : position + count;
    }
  }
  void arrive(tlm::tlm_generic_payload& arrived, sc_core::sc_time&) {
    bytes += arrived.get_data_length();
  }

  std::vector<std::uint8_t> packet;
  std::size_t position = 0;
  Time free;
  std::uint64_t bytes = 0;
  tlm::tlm_generic_payload payload;
  Link* link = new Link;
};

/// A stream from each node to the one half the network away, `senders` of them.
struct Streams {
  Streams(const Topology& topology, std::size_t senders_)
      : network("network", topology, {}, nobody), senders(senders_) {
    for (std::size_t p = 0; p < topology.nodes; ++p) {
      Streamer& node = nodes.emplace_back(("node" + std::to_string(p)).c_str());
      node.out.bind(network.from_node(p));
      network.to_node(p).bind(node.in);
      node.packet = network.route(p, (p + topology.nodes / 2) % topology.nodes);
      node.packet.resize(8192 + node.packet.size() + 1);
      node.packet.back() = crc8(0, std::span(node.packet).first(node.packet.size() - 1));
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  /// The nodes have all the room they need: STOP is never near.
  Time step(Time now) {
    Time until = Time::never();
    for (std::size_t p = 0; p < nodes.size(); ++p) until = std::min(until, network.safe_time(p));
    for (std::size_t p = 0; p < senders; ++p) nodes[p].run(until);
    for (std::size_t p = 0; p < nodes.size(); ++p)
      network.guarantee(p, {.flow = until + Time::ns(350)});
    network.advance(until);
    steps += until > now;
    return until;
  }

  void measure(Time end) {
    const double begin = cpu_ns();
    for (Time now; now < end;) now = step(now);
    const double cost = cpu_ns() - begin;
    std::uint64_t bytes = 0;
    for (const Streamer& node : nodes) bytes += node.bytes;
    EXPECT_GE(bytes, senders * static_cast<std::uint64_t>(end / kByte) * 99 / 100);
    const double kb = static_cast<double>(bytes) / 1024;
    std::printf("%.0f ns per KB, %.0f ns per step, %.0f ns of simulated time per step\n", cost / kb,
                cost / static_cast<double>(steps),
                static_cast<double>(end.ps()) / 1e3 / static_cast<double>(steps));
  }

  Observer nobody;
  Network network;
  std::deque<Streamer> nodes;
  std::size_t senders;
  std::int64_t steps = 0;
};

TEST(Speed, OneStreamThroughOneSwitch) {
  Streams(one_switch(2, 8), 1).measure(Time::ms(50));
}
TEST(Speed, TwoStreamsThroughOneSwitch) {
  Streams(one_switch(2, 8), 2).measure(Time::ms(50));
}
TEST(Speed, OneStreamThroughThreeSwitches) {
  Streams(switch_chain(13, 8), 1).measure(Time::ms(50));
}
TEST(Speed, SixtyFourStreamsOnOneSwitch) {
  Streams(one_switch(64, 64), 64).measure(Time::ms(2));
}
TEST(Speed, OneStreamAmong64NodesOnATree) {
  Streams(switch_tree(64, 8), 1).measure(Time::ms(5));
}
TEST(Speed, IdleSixtyFourNodesOnATree) {
  Streams(switch_tree(64, 8), 0).measure(Time::ms(5));
}

/// Time of `work` on 64 bytes, which it does to 8 KB piece by piece.
template <class Work>
void measure_crc(const char* what, Work work) {
  const std::vector<std::uint8_t> data(8192, 0x5a);
  constexpr int kRounds = 10'000;
  const double begin = cpu_ns();
  for (int i = 0; i < kRounds; ++i)
    for (std::size_t at = 0; at < data.size(); at += 64) work(std::span(data).subspan(at, 64));
  std::printf("%s: %.3f ns per byte\n", what, (cpu_ns() - begin) / kRounds / 8192);
}

TEST(Speed, Crc8) {
  std::uint8_t crc = 0;
  Crc8Sum sum;
  measure_crc("crc8, 64 bytes at a time", [&](auto part) { crc = crc8(crc, part); });
  measure_crc("Crc8Sum, 64 bytes at a time", [&](auto part) { sum.add(part); });
  EXPECT_EQ(crc, sum.value());
}

}  // namespace
}  // namespace flybar::myrinet
