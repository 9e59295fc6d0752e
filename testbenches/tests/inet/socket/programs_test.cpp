// What Linux programs ask of sockets besides what kernels do: to look without taking, to connect
// without waiting, to reach their own host, to be told of one of several by more than one.
#include "models/inet/api/program_socket.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>

#include <array>
#include <cstring>

#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

using process::How;

sockaddr_in place(const char* text, std::uint16_t port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  inet_pton(AF_INET, text, &address.sin_addr);
  return address;
}

class Programs : public SocketBench {
 protected:
  using Body = std::function<void(ProgramSockets&, Cpu&)>;
  void on(std::size_t node, Body body) {
    hosts().program(node, [this, node, body = std::move(body)](Cpu& cpu) {
      ProgramSockets sockets(inet(node), 2);
      if (node == 0) cpu.sleep(1_ms);
      body(sockets, cpu);
    });
  }
  /// Node 1 accepts one connection at the address.
  void serve(Body body) { on(1, std::move(body)); }
  static std::string text(std::span<const std::byte> bytes, std::int64_t length) {
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length)};
  }
  static std::span<const std::byte> bytes(const char* of) {
    return std::as_bytes(std::span(of, std::strlen(of)));
  }
  static std::shared_ptr<process::SocketObject> listening(ProgramSockets& sockets) {
    auto listener = sockets.make(true);
    EXPECT_EQ(listener->bind(place("0.0.0.0", kPort)), 0);
    EXPECT_EQ(listener->listen(5), 0);
    return listener;
  }
};

TEST_F(Programs, ConnectWithoutWaitingAndAskWhatHasBecomeOfIt) {
  serve([&](ProgramSockets& sockets, Cpu&) {
    const auto listener = listening(sockets);
    std::shared_ptr<process::SocketObject> accepted;
    EXPECT_EQ(listener->accept(accepted, 1000_ms), 0);
    accepted->close();
    listener->close();
  });
  on(0, [&](ProgramSockets& sockets, Cpu& cpu) {
    const auto socket = sockets.make(true);
    EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), Time()), -EINPROGRESS);
    EXPECT_EQ(socket->ready(), 0);
    EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), Time()), -EALREADY);
    cpu.sleep(5_ms);
    EXPECT_NE(socket->ready() & POLLOUT, 0);
    int error = -1;
    EXPECT_EQ(socket->option(SOL_SOCKET, SO_ERROR, std::as_writable_bytes(std::span(&error, 1))),
              4);
    EXPECT_EQ(error, 0);
    EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), Time()), -EISCONN);
    socket->close();
  });
  run();
}

TEST_F(Programs, LearnOfARefusalByTheErrorOfTheSocket) {
  on(0, [&](ProgramSockets& sockets, Cpu& cpu) {
    const auto socket = sockets.make(true);
    EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), Time()), -EINPROGRESS);
    cpu.sleep(5_ms);
    EXPECT_NE(socket->ready() & POLLERR, 0);
    int error = 0;
    socket->option(SOL_SOCKET, SO_ERROR, std::as_writable_bytes(std::span(&error, 1)));
    EXPECT_EQ(error, ECONNREFUSED);
    socket->close();
  });
  run();
}

TEST_F(Programs, LookAtBytesThatStay) {
  serve([&](ProgramSockets& sockets, Cpu&) {
    const auto listener = listening(sockets);
    std::shared_ptr<process::SocketObject> accepted;
    ASSERT_EQ(listener->accept(accepted, 1000_ms), 0);
    std::array<std::byte, 8> room;
    EXPECT_EQ(accepted->receive(std::span(room).first(3), {.timeout = 1000_ms, .peek = true}), 3);
    EXPECT_EQ(text(room, 3), "hel");
    EXPECT_EQ(accepted->waiting(), 5);
    EXPECT_EQ(accepted->receive(room, {}), 5);
    EXPECT_EQ(text(room, 5), "hello");
    EXPECT_EQ(accepted->receive(room, {.timeout = Time()}), -EAGAIN);
    accepted->close();
    listener->close();
  });
  on(0, [&](ProgramSockets& sockets, Cpu& cpu) {
    const auto socket = sockets.make(true);
    EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), 1000_ms), 0);
    EXPECT_EQ(socket->send(bytes("hello"), {}), 5);
    cpu.sleep(10_ms);
    socket->close();
  });
  run();
}

TEST_F(Programs, ReachTheirOwnHost) {
  on(0, [&](ProgramSockets& sockets, Cpu&) {
    for (const char* own : {"127.0.0.1", "10.0.0.1"}) {
      const auto listener = listening(sockets);
      const auto socket = sockets.make(true);
      EXPECT_EQ(socket->connect(place(own, kPort), 1000_ms), 0);
      std::shared_ptr<process::SocketObject> accepted;
      ASSERT_EQ(listener->accept(accepted, 1000_ms), 0);
      const std::vector<std::byte> sent(30'000, std::byte{7});
      EXPECT_EQ(socket->send(sent, {}), 30'000);
      std::vector<std::byte> came(30'000);
      for (std::size_t done = 0; done < came.size();)
        done += static_cast<std::size_t>(accepted->receive(std::span(came).subspan(done), {}));
      EXPECT_EQ(came, sent);
      for (const auto& one : {socket, accepted, listener}) one->close();
    }
    EXPECT_EQ(inet(0).output().counters().refused, 0u);
  });
  run();
}

TEST_F(Programs, OfTwoSocketsWithAPortTheConnectedOneGetsWhatItsPeerSends) {
  serve([&](ProgramSockets& sockets, Cpu&) {
    const auto first = sockets.make(false), second = sockets.make(false);
    const int on = 1;
    for (const auto& one : {first, second}) {
      one->set_option(SOL_SOCKET, SO_REUSEADDR, std::as_bytes(std::span(&on, 1)));
      EXPECT_EQ(one->bind(place("0.0.0.0", kPort)), 0);
    }
    EXPECT_EQ(first->connect(place("10.0.0.1", 6000), Time()), 0);
    std::array<std::byte, 8> room;
    sockaddr_in from = {};
    EXPECT_EQ(first->receive(room, {.timeout = 100_ms, .from = &from}), 1);
    EXPECT_EQ(ntohs(from.sin_port), 6000);
    EXPECT_EQ(second->receive(room, {.timeout = 100_ms, .from = &from}), 2);
    EXPECT_EQ(ntohs(from.sin_port), 6001);
    first->close();
    second->close();
  });
  on(0, [&](ProgramSockets& sockets, Cpu&) {
    const sockaddr_in to = place("10.0.0.2", kPort);
    for (const std::uint16_t port : {6000, 6001}) {
      const auto socket = sockets.make(false);
      EXPECT_EQ(socket->bind(place("0.0.0.0", port)), 0);
      EXPECT_GT(socket->send(bytes(port == 6000 ? "a" : "bb"), {.to = &to}), 0);
      socket->close();
    }
  });
  run();
}

TEST_F(Programs, TellAllWhoWaitForOneOfSeveral) {
  host::Signal one("one"), other("other");
  serve([&](ProgramSockets& sockets, Cpu& cpu) {
    const auto listener = listening(sockets);
    listener->watch(one);
    listener->watch(other);
    EXPECT_TRUE(cpu.wait_for(one, 1000_ms));
    EXPECT_TRUE(cpu.wait_for(other, Time::us(100)));
    listener->unwatch(one);
    listener->unwatch(other);
    EXPECT_NE(listener->ready() & POLLIN, 0);
    listener->close();
  });
  on(0, [&](ProgramSockets& sockets, Cpu&) {
    const auto socket = sockets.make(true);
    EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), 1000_ms), 0);
    socket->close();
  });
  run();
}

TEST_F(Programs, HaveNoAddressesButTheirOwn) {
  on(0, [&](ProgramSockets& sockets, Cpu&) {
    const auto socket = sockets.make(true);
    EXPECT_EQ(socket->bind(place("10.0.0.2", kPort)), -EADDRNOTAVAIL);
    EXPECT_EQ(socket->connect(place("10.0.0.9", kPort), Time()), -EHOSTUNREACH);
    EXPECT_EQ(socket->connect(place("192.168.0.1", kPort), Time()), -ENETUNREACH);
    socket->close();
  });
  run();
}

/// Node 1 takes what comes, and answers with 3 bytes; node 0 sends 30,000.
class Figures : public Programs {
 protected:
  void exchange() {
    serve([this](ProgramSockets& sockets, Cpu& cpu) {
      const auto listener = listening(sockets);
      std::shared_ptr<process::SocketObject> accepted;
      ASSERT_EQ(listener->accept(accepted, Time::ms(100'000)), 0);
      std::vector<std::byte> room(30'000);
      std::size_t came = 0;
      while (came < room.size())
        came += static_cast<std::size_t>(accepted->receive(std::span(room).subspan(came), {}));
      EXPECT_EQ(accepted->send(bytes("abc"), {}), 3);
      EXPECT_EQ(sockets.connections().at(0).end, Time::never());
      accepted->close();
      listener->close();
      cpu.sleep(Time::ms(20'000));
      of_[1] = sockets.connections();
    });
    on(0, [this](ProgramSockets& sockets, Cpu& cpu) {
      const auto refused = sockets.make(true), socket = sockets.make(true);
      EXPECT_EQ(refused->connect(place("10.0.0.2", kPort + 1), Time::ms(100'000)), -ECONNREFUSED);
      EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), Time::ms(100'000)), 0);
      EXPECT_EQ(socket->send(std::vector<std::byte>(30'000), {}), 30'000);
      std::array<std::byte, 8> room;
      while (socket->receive(room, {}) > 0) continue;
      socket->close();
      refused->close();
      cpu.sleep(Time::ms(20'000));
      of_[0] = sockets.connections();
    });
    run();
    for (const auto& one : of_) ASSERT_EQ(one.size(), 1u);
  }
  const ConnectionFigures& of(std::size_t node) const { return of_[node].front(); }

 private:
  std::array<std::vector<ConnectionFigures>, 2> of_;
};

TEST_F(Figures, OfAConnectionHaveBothEnds) {
  exchange();
  EXPECT_FALSE(of(0).accepted);
  EXPECT_TRUE(of(1).accepted);
  for (const std::uint32_t node : {0u, 1u}) {
    EXPECT_EQ(of(node).own.node, node);
    EXPECT_EQ(of(node).peer.node, 1 - node);
    EXPECT_EQ(of(node).own.port, of(1 - node).peer.port);
  }
  EXPECT_EQ(of(1).own.port, kPort);
}

TEST_F(Figures, CountBytesOfProgramsAndAllSegments) {
  exchange();
  EXPECT_EQ(of(0).bytes_sent, 30'000u);
  EXPECT_EQ(of(0).bytes_acknowledged, 30'000u);
  EXPECT_EQ(of(0).bytes_received, 3u);
  EXPECT_EQ(of(1).bytes_sent, 3u);
  EXPECT_EQ(of(1).bytes_received, 30'000u);
  EXPECT_EQ(of(0).segments_sent, of(1).segments_received);
  EXPECT_EQ(of(1).segments_sent, of(0).segments_received);
  EXPECT_EQ(of(0).retransmissions + of(1).retransmissions, 0u);
}

TEST_F(Figures, HaveTheRoundTripAndWhenTheConnectionBeganAndEnded) {
  exchange();
  for (const std::size_t node : {0u, 1u}) {
    EXPECT_GT(of(node).round_trip, 40_us);
    EXPECT_LT(of(node).round_trip, 250_ms);
    EXPECT_GE(of(node).begin, 1_ms);
    EXPECT_GT(of(node).end, of(node).begin);
    EXPECT_LT(of(node).end, 1000_ms);
  }
}

TEST_F(Figures, CountWhatIsSentAgain) {
  wire.lost = 0.3;
  exchange();
  EXPECT_GT(of(0).retransmissions + of(1).retransmissions, 0u);
  EXPECT_EQ(of(0).retransmissions, inet(0).stack().retransmissions());
}

TEST_F(Programs, LearnThatASilentPeerHasGone) {
  Time gave_up;
  serve([&](ProgramSockets& sockets, Cpu& cpu) {
    const auto listener = listening(sockets);
    std::shared_ptr<process::SocketObject> accepted;
    ASSERT_EQ(listener->accept(accepted, 1000_ms), 0);
    cpu.sleep(100_ms);
    hosts().network.tamper = [](auto&) { return false; };
    accepted->close();
    listener->close();
  });
  on(0, [&](ProgramSockets& sockets, Cpu& cpu) {
    const auto socket = sockets.make(true);
    for (const auto& [level, option, value] :
         {std::tuple<int, int, int>{SOL_SOCKET, SO_KEEPALIVE, 1},
          {IPPROTO_TCP, TCP_KEEPIDLE, 4},
          {IPPROTO_TCP, TCP_KEEPINTVL, 2},
          {IPPROTO_TCP, TCP_KEEPCNT, 3}})
      EXPECT_EQ(socket->set_option(level, option, std::as_bytes(std::span(&value, 1))), 0);
    EXPECT_EQ(socket->connect(place("10.0.0.2", kPort), 1000_ms), 0);
    std::array<std::byte, 8> room;
    EXPECT_EQ(socket->receive(room, {.timeout = Time::ms(60'000)}), -ETIMEDOUT);
    gave_up = cpu.now();
    hosts().network.tamper = [](auto&) { return true; };
    socket->close();
  });
  run();
  EXPECT_GE(gave_up, Time::ms(9'500));
  EXPECT_LE(gave_up, Time::ms(12'000));
}

}  // namespace
}  // namespace flybar::inet
