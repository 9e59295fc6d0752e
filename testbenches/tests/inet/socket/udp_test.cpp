// Datagrams of processes.
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class Udp : public SocketBench {
 protected:
  using Body = std::function<void(Datagrams&, ProgramMemory&, Cpu&)>;
  void port(std::size_t node, Body body) {
    hosts().program(node, [this, node, body = std::move(body)](Cpu& cpu) {
      Datagrams socket(inet(node));
      EXPECT_EQ(socket.bind(kPort), 0);
      ProgramMemory memory(inet(node));
      if (node == 0) cpu.sleep(1_ms);
      body(socket, memory, cpu);
      socket.close();
      memory.release(300);
    });
  }
  std::int64_t send(Datagrams& socket, ProgramMemory& memory, std::size_t length) const {
    return socket.send(policy, memory.at(0), length, {1, kPort});
  }
  std::int64_t receive(Datagrams& socket, ProgramMemory& memory, std::size_t length) const {
    return socket.receive(policy, memory.at(0), length, 100_ms, nullptr);
  }
};

TEST_F(Udp, DatagramsOfAllSizesArriveWhole) {
  setup.sockets.software_sums = true;
  const std::vector<std::size_t> sizes{0,    1,    100,   101,    8191,  8192,
                                       8292, 8293, 16384, 60'000, 65'507};
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu& cpu) {
    for (const std::size_t size : sizes) {
      memory.fill(0, size, size);
      EXPECT_EQ(send(socket, memory, size), static_cast<std::int64_t>(size));
      cpu.sleep(5_ms);
    }
  });
  port(1, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    for (const std::size_t size : sizes) {
      EXPECT_EQ(receive(socket, memory, 70'000), static_cast<std::int64_t>(size));
      EXPECT_EQ(memory.read(0, size), pattern(size, size));
    }
  });
  run();
}

TEST_F(Udp, ADatagramAboveTheMtuGoesInFragments) {
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(send(socket, memory, 8293), 8293);
    EXPECT_EQ(inet(0).output().counters().packets, 2u);
    EXPECT_EQ(send(socket, memory, 8292), 8292);
    EXPECT_EQ(inet(0).output().counters().packets, 3u);
  });
  port(1, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(receive(socket, memory, 10'000), 8293);
    EXPECT_EQ(receive(socket, memory, 10'000), 8292);
  });
  run();
}

TEST_F(Udp, AJoinedDatagramCostsInputAndSumOnce) {
  setup.sockets.software_sums = true;
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) { send(socket, memory, 20'000); });
  port(1, [&](Datagrams& socket, ProgramMemory& memory, Cpu& cpu) {
    cpu.sleep(50_ms);
    const auto before = cpu.use().by_label();
    EXPECT_EQ(before.at("udp.input"), cpu.params().kernel_work(setup.inet.udp.input));
    EXPECT_EQ(before.at("checksum"), cpu.params().read_time(20'000_B));
    EXPECT_EQ(receive(socket, memory, 20'000), 20'000);
  });
  run();
}

TEST_F(Udp, WhatDoesNotFitIsCutOff) {
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    memory.fill(0, 3 * kPage, 1);
    send(socket, memory, 3 * kPage);
    send(socket, memory, 10);
  });
  port(1, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(receive(socket, memory, 100), 100);
    EXPECT_EQ(receive(socket, memory, 100), 10);
  });
  run();
}

TEST_F(Udp, TooLongOnesAreRefused) {
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(send(socket, memory, 65'508), -EMSGSIZE);
    EXPECT_EQ(send(socket, memory, 65'507), 65'507);
  });
  run();
}

TEST_F(Udp, NoneLongerThanTheSocketBufferIsTaken) {
  setup.sockets.socket_buffer = 20'000_B;
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(send(socket, memory, 20'001), -EMSGSIZE);
    EXPECT_EQ(send(socket, memory, 20'000), 20'000);
  });
  run();
}

TEST_F(Udp, AFullSocketBufferDropsAndCounts) {
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu& cpu) {
    for (int n = 0; n < 9; ++n) {
      EXPECT_EQ(send(socket, memory, kPage), 8192);
      cpu.sleep(1_ms);
    }
  });
  port(1, [&](Datagrams& socket, ProgramMemory& memory, Cpu& cpu) {
    cpu.sleep(20_ms);
    EXPECT_EQ(socket.counters().dropped, 1u);
    for (int n = 0; n < 8; ++n) EXPECT_EQ(receive(socket, memory, kPage), 8192);
    EXPECT_EQ(receive(socket, memory, kPage), -EAGAIN);
  });
  run();
}

TEST_F(Udp, AFullInterfaceQueueIsAnErrorOfTheSender) {
  setup.inet.ip.interface_queue = 2;
  setup.device.send_entries = 2;
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    hosts()[0].device.hold_back(true);
    for (int n = 0; n < 4; ++n) EXPECT_EQ(send(socket, memory, 1000), 1000) << n;
    EXPECT_EQ(send(socket, memory, 1000), -ENOBUFS);
    hosts()[0].device.hold_back(false);
  });
  run();
}

TEST_F(Udp, ADatagramWaitsWithAllItsFragmentsOrIsRefusedAsAWhole) {
  setup.inet.ip.interface_queue = 4;
  setup.device.send_entries = 1;
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    hosts()[0].device.hold_back(true);
    EXPECT_EQ(send(socket, memory, 1000), 1000);
    EXPECT_EQ(send(socket, memory, 1000), 1000);
    const std::uint64_t packets = inet(0).output().counters().packets;
    // Behind the one that waits, three fragments have room and four have none.
    EXPECT_EQ(send(socket, memory, 3 * 8296 - 8 + 1), -ENOBUFS);
    EXPECT_EQ(inet(0).output().counters().packets, packets);
    EXPECT_EQ(inet(0).output().counters().refused, 1u);
    EXPECT_EQ(send(socket, memory, 3 * 8296 - 8), 3 * 8296 - 8);
    EXPECT_EQ(inet(0).output().counters().packets, packets + 3);
    hosts()[0].device.hold_back(false);
  });
  run();
  EXPECT_EQ(inet(0).output().counters().queue_full, 0u);
}

TEST_F(Udp, OneOfAPageIsNotCopied) {
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    memory.fill(0, kPage, 1);
    send(socket, memory, kPage);
    memory.fill(0, kPage, 2);
    EXPECT_EQ(socket.counters().sent.pages, 1u);
  });
  port(1, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(receive(socket, memory, kPage), 8192);
    EXPECT_EQ(memory.read(0, kPage), pattern(kPage, 1));
    EXPECT_EQ(socket.counters().received.pages, 1u);
  });
  run();
}

TEST_F(Udp, QueuedPagesStayUntilTheyHaveLeft) {
  setup.device.send_entries = 1;
  port(0, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    hosts()[0].device.hold_back(true);
    memory.fill(0, 2 * kPage, 1);
    send(socket, memory, 2 * kPage);
    EXPECT_FALSE(memory.writable(0));
    memory.fill(0, 2 * kPage, 2);
    hosts()[0].device.hold_back(false);
  });
  port(1, [&](Datagrams& socket, ProgramMemory& memory, Cpu&) {
    EXPECT_EQ(socket.receive(policy, memory.at(0), 2 * kPage, 1'000_ms, nullptr), 2 * 8192);
    EXPECT_EQ(memory.read(0, 2 * kPage), pattern(2 * kPage, 1));
  });
  run();
}

}  // namespace
}  // namespace flybar::inet
