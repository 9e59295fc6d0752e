// Packets that nobody should send: random ones, and those of a real stream with some bytes changed.
#include <cstdlib>

#include "testbenches/tests/inet/pair.h"
#include "testbenches/tests/inet/socket/raw_packets.h"
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

/// FLYBAR_INET_PACKETS packets instead, in the long form.
std::uint64_t packets() {
  const char* given = std::getenv("FLYBAR_INET_PACKETS");
  return given ? std::strtoull(given, nullptr, 10) : 4000;
}

class Hostile : public SocketBench {
 protected:
  std::uint64_t below(std::uint64_t most) { return random() % most; }
  std::uint8_t byte() { return static_cast<std::uint8_t>(random()); }
  Bytes8 noise(std::size_t length) {
    Bytes8 bytes(length);
    for (std::uint8_t& one : bytes) one = byte();
    return bytes;
  }
  std::size_t some_length() {
    return below(4) == 0 ? below(8300) : below(4) == 0 ? below(20) : below(200);
  }

  /// For the ports that are open, or any.
  Bytes8 transport(std::uint8_t protocol) {
    Bytes8 body = noise(some_length());
    put_half(body, 0, below(2) ? 2000 + below(4) : random() % 0x10000);
    put_half(body, 2, below(4) ? kPort : random() % 0x10000);
    if (protocol == 17 && below(2)) put_half(body, 4, static_cast<std::uint32_t>(body.size()));
    if (protocol == 6 && body.size() > 13) {
      body[12] = static_cast<std::uint8_t>(below(4) ? 0x50 + below(4) * 0x10 : random());
      body[13] = static_cast<std::uint8_t>(below(2) ? 2 : random());
    }
    if (protocol == 1 && body.size() >= 4 && below(2)) {
      body[0] = below(2) ? 8 : byte(), body[1] = 0;
      put_half(body, 2, 0);
      put_half(body, 2, internet_sum(body.data(), body.size()));
    }
    return body;
  }
  Bytes8 made_up() {
    const std::uint8_t protocols[] = {6, 6, 17, 1, byte()};
    const std::uint8_t protocol = protocols[below(5)];
    const auto from = static_cast<std::uint32_t>(below(3) ? 0 : random() % 0x20000);
    Bytes8 packet = ip_packet(protocol, from, below(8) ? 1 : random() % 4, transport(protocol));
    if (below(3) == 0)  // a fragment, of few datagrams
      put_half(packet, 4, below(4)), put_half(packet, 6, below(2) << 13 | below(1030));
    if (below(8) == 0) packet[0] = static_cast<std::uint8_t>(0x40 + below(16));
    if (below(8) == 0) put_half(packet, 2, random() % 0x10000);
    seal_ip(packet);
    return packet;
  }
  /// One that a real connection sent, with a few bytes changed. Its sums are off.
  Bytes8 mutated() {
    if (seen.empty()) return made_up();
    Bytes8 packet = seen[below(seen.size())];
    for (std::uint64_t n = below(4); n-- > 0;)
      packet[below(std::min<std::size_t>(packet.size(), 80))] = byte();
    if (below(4) == 0) packet.resize(below(packet.size() + 1));
    if (below(8)) seal_ip(packet);
    return packet;
  }
  void attack(Cpu& cpu) {
    Bytes8 packet = below(16) == 0 ? noise(some_length()) : below(2) ? made_up() : mutated();
    const std::size_t cuts[] = {0, 20, 28, 40, 128, below(129)};
    hosts()[1].device.deliver(packet, cuts[below(6)], cpu.now());
  }

  std::mt19937_64 random{chosen_seed(1)};
  std::vector<Bytes8> seen;
};

/// Two real streams run meanwhile, and what they leave behind is as much as without the attack.
TEST_F(Hostile, PacketsAreDroppedAndLeaveNothing) {
  const std::uint64_t count = packets();
  setup.sockets.software_sums = below(2) == 0;
  bool over = false;
  std::size_t most = 0;
  hosts().network.tamper = [&](MemoryNetwork::Packet& packet) {
    if (seen.size() < 500)
      seen.push_back(packet);
    else
      seen[below(500)] = packet;
    return true;
  };
  hosts().program(1, [&](Cpu& cpu) {
    Listener listener(inet(1));
    EXPECT_EQ(listener.listen(kPort, 8), 0);
    Datagrams port(inet(1));
    EXPECT_EQ(port.bind(kPort), 0);
    ProgramMemory memory(inet(1));
    while (!over) {
      while (port.receive(policy, memory.at(0), 3 * kPage, 1_ms, nullptr) >= 0) {
      }
      if (const auto connection = listener.accept(2_ms)) {
        connection->receive(policy, memory.at(0), 3 * kPage, 10_ms);
        connection->send(policy, memory.at(0), 3 * kPage, 10_ms);
        below(2) ? connection->close() : connection->abort();
      }
      most = std::max(most, inet(1).input().frames());
    }
    port.close();
    listener.close();
    memory.release(3);
    cpu.sleep(1_ms);
  });
  hosts().program(0, [&](Cpu& cpu) {
    ProgramMemory memory(inet(0));
    while (!over) {
      const auto connection = Connection::make(inet(0));
      if (establish(*connection, {1, kPort, 0}, 50_ms) == 0) {
        connection->send(policy, memory.at(0), 2 * kPage + 77, 20_ms);
        connection->receive(policy, memory.at(4 * kPage), 3 * kPage, 20_ms);
      }
      connection->abort();
      cpu.sleep(1_ms);
    }
    memory.release(8);
  });
  hosts().program(0, [&](Cpu& cpu) {
    cpu.sleep(5_ms);
    for (std::uint64_t n = 0; n < count; ++n) {
      attack(cpu);
      if (below(4) == 0) cpu.sleep(Time::us(static_cast<std::int64_t>(below(2000))));
    }
    cpu.sleep(100_ms);
    over = true;
  });
  run();
  // Reassembly, 64 segments of each connection, and the buffers of the sockets.
  EXPECT_LE(most, 1024u);
  std::printf(
      "%llu packets to node 1: %llu looked at, %llu short, %llu queue full, %zu frames at most\n",
      static_cast<unsigned long long>(count),
      static_cast<unsigned long long>(inet(1).input().counters().packets),
      static_cast<unsigned long long>(inet(1).input().counters().malformed),
      static_cast<unsigned long long>(inet(1).input().counters().queue_full), most);
}

TEST_F(Hostile, FragmentsThatNeverEndHoldFewFrames) {
  std::size_t most = 0;
  hosts().program(0, [&](Cpu& cpu) {
    for (std::uint32_t n = 0; n < 2000; ++n) {
      Bytes8 packet = ip_packet(17, 0, 1, noise(4000));
      put_half(packet, 4, n);
      put_half(packet, 6, 0x2000 | below(900));
      seal_ip(packet);
      hosts()[1].device.deliver(packet, 20, cpu.now());
      cpu.sleep(100_us);
      most = std::max(most, inet(1).input().frames());
    }
  });
  run();
  EXPECT_GT(most, 100u);
  EXPECT_LE(most, 128u + 2);
}

}  // namespace
}  // namespace flybar::inet
