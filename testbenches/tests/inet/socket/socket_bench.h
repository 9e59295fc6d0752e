/// Two hosts for tests of sockets: node 1 listens, node 0 connects.
#pragma once

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "models/inet/socket/datagrams.h"
#include "models/inet/socket/listener.h"
#include "testbenches/tests/inet/socket/socket_hosts.h"

namespace flybar::inet {

using Bytes8 = std::vector<std::uint8_t>;
constexpr std::size_t kPage = 8192;
constexpr std::uint16_t kPort = 5000;

class SocketBench : public testing::Test {
 protected:
  using End = std::function<void(Connection&, ProgramMemory&, Cpu&)>;

  /// Change these before anything else.
  MemoryNetwork::Setup wire;
  SocketHost::Setup setup;
  CopyPolicy policy{.remap_sent = true, .remap_received = true, .least = Bytes(8192)};

  SocketHosts& hosts() {
    if (!hosts_) {
      hosts_.emplace(wire);
      for (int n = 0; n < 2; ++n) hosts_->add(setup);
    }
    return *hosts_;
  }
  Inet& inet(std::size_t n) { return hosts()[n].inet; }

  /// A connection whose ends are two programs. Each closes at its end, and frees its memory.
  void connect(End client, End server, std::uint16_t port = kPort) {
    hosts().program(1, [this, server = std::move(server), port](Cpu& cpu) {
      Listener listener(inet(1));
      ASSERT_EQ(listener.listen(port, 5), 0);
      const auto connection = listener.accept(Time::ms(10'000));
      ASSERT_TRUE(connection);
      play(1, *connection, server, cpu);
      listener.close();
    });
    hosts().program(0, [this, client = std::move(client), port](Cpu& cpu) {
      cpu.sleep(Time::ms(1));
      const auto connection = Connection::make(inet(0));
      ASSERT_EQ(establish(*connection, {1, port, 0}, Time::ms(10'000)), 0);
      play(0, *connection, client, cpu);
    });
  }

  /// To the end; nothing is left behind.
  void run() {
    const std::array before{hosts()[0].use(), hosts()[1].use()};
    ASSERT_TRUE(hosts().run());
    // Retransmissions of a dead peer's data go on for minutes.
    for (int n = 0; n < 20 && !(hosts()[0].use() == before[0] && hosts()[1].use() == before[1]);
         ++n)
      hosts().settle();
    for (std::size_t n = 0; n < 2; ++n) EXPECT_EQ(hosts()[n].use(), before[n]) << "node " << n;
    EXPECT_EQ(hosts()[0].device.counters().changed + hosts()[1].device.counters().changed, 0u);
  }

  /// Sends all of it from `address`.
  void send(Connection& connection, ProgramMemory& memory, std::uint64_t address,
            std::size_t length) const {
    ASSERT_EQ(connection.send(policy, memory.at(address), length, Time::never()),
              static_cast<std::int64_t>(length));
  }
  /// `length` bytes to `address`, in as many calls as it takes.
  void receive(Connection& connection, ProgramMemory& memory, std::uint64_t address,
               std::size_t length) const {
    for (std::size_t done = 0; done < length;) {
      const auto came =
          connection.receive(policy, memory.at(address + done), length - done, Time::ms(100'000));
      ASSERT_GT(came, 0);
      done += static_cast<std::size_t>(came);
    }
  }
  void expect_end(Connection& connection, ProgramMemory& memory) const {
    EXPECT_EQ(connection.receive(policy, memory.at(0), 1, Time::ms(100'000)), 0);
  }

 private:
  static constexpr std::uint64_t kPages = 300;
  void play(std::size_t node, Connection& connection, const End& end, Cpu& cpu) {
    ProgramMemory memory(inet(node));
    end(connection, memory, cpu);
    connection.close();
    memory.release(kPages);
  }

  std::optional<SocketHosts> hosts_;
};

}  // namespace flybar::inet
