// Sockets that a program forgets to close.
#include <stdexcept>

#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class Dropped : public SocketBench {
 protected:
  static constexpr std::size_t kData = 4 * kPage;

  /// At node 1, where node 0 connects.
  void server(std::function<void(Connection&, ProgramMemory&, Cpu&)> body) {
    hosts().program(1, [this, body = std::move(body)](Cpu& cpu) {
      ProgramMemory memory(inet(1));
      {
        Listener listener(inet(1));
        ASSERT_EQ(listener.listen(kPort, 5), 0);
        const auto connection = listener.accept(10'000_ms);
        ASSERT_TRUE(connection);
        body(*connection, memory, cpu);
      }
      memory.release(10);
    });
  }
  void client(std::function<void(Connection&, ProgramMemory&, Cpu&)> body) {
    hosts().program(0, [this, body = std::move(body)](Cpu& cpu) {
      cpu.sleep(1_ms);
      ProgramMemory memory(inet(0));
      {
        const auto connection = Connection::make(inet(0));
        ASSERT_EQ(establish(*connection, {1, kPort, 0}, 10'000_ms), 0);
        body(*connection, memory, cpu);
      }
      memory.release(10);
    });
  }
};

TEST_F(Dropped, AConnectionSendsWhatIsLeftAndItsEnd) {
  client([&](Connection& connection, ProgramMemory& memory, Cpu&) {
    memory.fill(0, kData, 1);
    send(connection, memory, 0, kData);
  });
  server([&](Connection& connection, ProgramMemory& memory, Cpu&) {
    receive(connection, memory, 0, kData);
    EXPECT_EQ(memory.read(0, kData), pattern(kData, 1));
    expect_end(connection, memory);
  });
  run();
}

TEST_F(Dropped, AConnectionWithUnreadDataGivesItsFramesBackAndResetsTheSender) {
  client([&](Connection& connection, ProgramMemory& memory, Cpu&) {
    std::int64_t sent = 0;
    while (sent >= 0) sent = connection.send(policy, memory.at(0), kData, 10'000_ms);
    EXPECT_EQ(sent, -ECONNRESET);
  });
  server([&](Connection&, ProgramMemory&, Cpu& cpu) {
    cpu.sleep(20_ms);
    EXPECT_GT(inet(1).input().frames(), 0u);
  });
  run();
}

TEST_F(Dropped, AConnectionThatThePeerHasResetGivesItsFramesBack) {
  client([&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
    send(connection, memory, 0, kData);
    cpu.sleep(20_ms);
    connection.abort();
  });
  server([&](Connection& connection, ProgramMemory&, Cpu& cpu) {
    cpu.sleep(500_ms);
    EXPECT_EQ(connection.error(), ECONNRESET);
    EXPECT_GT(inet(1).input().frames(), 0u);
  });
  run();
}

TEST_F(Dropped, AnExceptionThroughTheProgramClosesItsSockets) {
  client([&](Connection& connection, ProgramMemory& memory, Cpu&) {
    try {
      Datagrams port(inet(0));
      const auto second = Connection::make(inet(0));
      throw std::runtime_error("no more");
    } catch (const std::runtime_error&) {
      send(connection, memory, 0, kData);
    }
  });
  server([&](Connection& connection, ProgramMemory& memory, Cpu&) {
    receive(connection, memory, 0, kData);
    expect_end(connection, memory);
  });
  run();
}

TEST_F(Dropped, AListenerResetsWhoIsNotAcceptedAndFreesItsPort) {
  hosts().program(1, [&](Cpu& cpu) {
    {
      Listener first(inet(1));
      EXPECT_EQ(first.listen(kPort, 5), 0);
      cpu.sleep(100_ms);
      EXPECT_TRUE(first.readable());
    }
    cpu.sleep(250_ms);
    Listener second(inet(1));
    EXPECT_EQ(second.listen(kPort, 5), 0);
  });
  client([&](Connection& connection, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(connection.receive(policy, memory.at(0), 1, 10'000_ms), -ECONNRESET);
  });
  run();
}

TEST_F(Dropped, AListenerThatOnlyHasAPortFreesIt) {
  hosts().program(1, [&](Cpu&) { EXPECT_EQ(Listener(inet(1)).bind(kPort, false), 0); });
  run();
}

TEST_F(Dropped, AListenerRefusesWhoIsOnTheWay) {
  wire.delay = 5_ms;
  hosts().program(1, [&](Cpu& cpu) {
    Listener listener(inet(1));
    EXPECT_EQ(listener.listen(kPort, 5), 0);
    // The request is here, and its acknowledgement not.
    cpu.sleep(10_ms);
    EXPECT_EQ(inet(1).stack().connections(), 2u);
  });
  client([&](Connection& connection, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(connection.receive(policy, memory.at(0), 1, 10'000_ms), -ECONNRESET);
  });
  run();
}

TEST_F(Dropped, APortGivesItsDatagramsBackAndIsFree) {
  hosts().program(1, [&](Cpu& cpu) {
    {
      Datagrams port(inet(1));
      EXPECT_EQ(port.bind(kPort), 0);
      cpu.sleep(20_ms);
      EXPECT_TRUE(port.readable());
    }
    cpu.sleep(250_ms);
    Datagrams again(inet(1));
    EXPECT_EQ(again.bind(kPort), 0);
  });
  hosts().program(0, [&](Cpu& cpu) {
    cpu.sleep(1_ms);
    ProgramMemory memory(inet(0));
    Datagrams port(inet(0));
    EXPECT_EQ(port.send(policy, memory.at(0), 30'000, {1, kPort}), 30'000);
    memory.release(10);
  });
  run();
}

TEST_F(Dropped, SocketsMayOutliveTheirHost) {
  std::shared_ptr<Connection> connection;
  std::optional<Listener> listener;
  std::optional<Datagrams> port;
  {
    SocketHosts others;
    others.add();
    others.program(0, [&](Cpu&) {
      connection = Connection::make(others[0].inet);
      EXPECT_NE(establish(*connection, {1, kPort, 0}, 1_ms), 0);
      connection = Connection::make(others[0].inet);
      EXPECT_EQ(listener.emplace(others[0].inet).listen(kPort, 5), 0);
      port.emplace(others[0].inet);
    });
    ASSERT_TRUE(others.run());
  }
}

}  // namespace
}  // namespace flybar::inet
