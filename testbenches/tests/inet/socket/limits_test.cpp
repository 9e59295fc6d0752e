// What happens at the limits: full buffers, queues and rings, no frames, damage.
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class Limits : public SocketBench {
 protected:
  /// So many pages from node 0 to node 1.
  void stream(std::size_t pages) {
    connect(
        [this, pages](Connection& connection, ProgramMemory& memory, Cpu&) {
          for (std::size_t n = 0; n < pages; ++n) {
            memory.fill(n % 20 * kPage, kPage, n);
            send(connection, memory, n % 20 * kPage, kPage);
          }
        },
        [this, pages](Connection& connection, ProgramMemory& memory, Cpu&) {
          for (std::size_t n = 0; n < pages; ++n) {
            receive(connection, memory, 0, kPage);
            ASSERT_EQ(memory.read(0, kPage), pattern(kPage, n)) << n;
          }
          expect_end(connection, memory);
        });
    run();
  }
};

TEST_F(Limits, AFullSocketBufferBlocksUntilThereIsRoom) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        const Time begin = cpu.now();
        send(connection, memory, 0, 8 * kPage);
        EXPECT_LT(cpu.now() - begin, 40_ms);
        send(connection, memory, 0, 100 * kPage);
        EXPECT_GT(cpu.now() - begin, 900_ms);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        cpu.sleep(1'000_ms);
        receive(connection, memory, 0, 108 * kPage);
      });
  run();
}

TEST_F(Limits, ABufferBelowAPageStillCarriesPages) {
  setup.sockets.socket_buffer = 4_KB;
  setup.device.mtu = 576_B;
  stream(5);
}

TEST_F(Limits, ABufferBelowTheLowWaterMarkDoesNotHang) {
  setup.sockets.socket_buffer = 1_KB;
  setup.device.mtu = 576_B;
  stream(3);
}

TEST_F(Limits, ARingOfOneEntryCarriesAStream) {
  setup.device.send_entries = 1;
  stream(60);
  EXPECT_GT(hosts()[0].device.counters().no_room, 0u);
}

TEST_F(Limits, CompletionsInAnyOrderCarryAStream) {
  setup.device.completion = Completion::kInterrupt;
  setup.device.send_entries = 4;
  stream(60);
}

TEST_F(Limits, TwoReceiveFramesDropAndTcpRecovers) {
  setup.device.receive_frames = 2;
  stream(60);
}

TEST_F(Limits, SmallSegmentsLeaveTheirReaderFrames) {
  setup.host.memory = 2048_KB;
  setup.device.mtu = 576_B;
  setup.sockets.socket_buffer = Bytes(300'000);
  connect(
      [this](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, 30 * kPage, 1);
        send(connection, memory, 0, 30 * kPage);
      },
      [this](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        cpu.sleep(10'000_ms);
        receive(connection, memory, 0, 30 * kPage);
        EXPECT_EQ(memory.read(0, 30 * kPage), pattern(30 * kPage, 1));
      });
  run();
}

TEST_F(Limits, AnEmptyPoolDropsAndTcpRecovers) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, 4 * kPage, 1);
        send(connection, memory, 0, 4 * kPage);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        for (int n = 0; n < 4; ++n) memory.fill(static_cast<std::uint64_t>(n) * kPage, 1, 9);
        std::vector<host::Physical> taken;
        while (const auto frame = inet(1).pool().try_allocate()) taken.push_back(*frame);
        cpu.sleep(300_ms);
        EXPECT_GT(hosts()[1].device.counters().no_frame, 0u);
        for (const host::Physical frame : taken) inet(1).pool().free(frame);
        receive(connection, memory, 0, 4 * kPage);
        EXPECT_EQ(memory.read(0, 4 * kPage), pattern(4 * kPage, 1));
      });
  run();
}

TEST_F(Limits, AFullInterfaceQueueDropsAndTcpRecovers) {
  setup.inet.ip.interface_queue = 1;
  setup.device.send_entries = 1;
  stream(40);
  EXPECT_GT(inet(0).output().counters().queue_full, 0u);
}

TEST_F(Limits, AFullInputQueueDropsAndCounts) {
  setup.inet.ip.input_queue = 1;
  setup.device.mtu = 576_B;
  setup.inet.ip.input = 400_us;
  stream(10);
  EXPECT_GT(inet(1).input().counters().queue_full, 0u);
}

TEST_F(Limits, SoftwareSumsFindDamage) {
  wire.damaged = 0.02;
  setup.sockets.software_sums = true;
  stream(200);
}

TEST_F(Limits, LossAndDelayAreRepaired) {
  wire.lost = 0.02;
  wire.late = 0.1;
  stream(200);
}

TEST_F(Limits, OutOfOrderSegmentsHoldAtMost64Frames) {
  setup.sockets.socket_buffer = 1024_KB;
  setup.device.receive_frames = 200;
  setup.inet.ip.input_queue = 200;
  wire.delay = 5_ms;
  std::size_t most = 0;
  int data = 0, lost = 0;
  Bytes8 missing;
  hosts().network.tamper = [&](MemoryNetwork::Packet& packet) {
    if (packet.size() < kPage) return true;
    if (++data < 200) return true;
    const Bytes8 number(packet.begin() + 24, packet.begin() + 28);
    if (data == 200) missing = number;
    most = std::max(most, inet(1).input().frames());
    return number != missing || ++lost > 3;
  };
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        for (int n = 0; n < 4; ++n) send(connection, memory, 0, 100 * kPage);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        for (int n = 0; n < 4; ++n) receive(connection, memory, 0, 100 * kPage);
      });
  run();
  EXPECT_GT(most, 60u);
  EXPECT_LE(most, 64u + 2);
}

TEST_F(Limits, TwoPairsOfSocketsDoNotDisturbEachOther) {
  for (const std::uint16_t port : {5000, 5001}) {
    const std::uint64_t seed = port;
    connect(
        [&, seed](Connection& connection, ProgramMemory& memory, Cpu&) {
          memory.fill(0, 50 * kPage, seed);
          send(connection, memory, 0, 50 * kPage);
        },
        [&, seed](Connection& connection, ProgramMemory& memory, Cpu&) {
          receive(connection, memory, 0, 50 * kPage);
          EXPECT_EQ(memory.read(0, 50 * kPage), pattern(50 * kPage, seed));
          expect_end(connection, memory);
        },
        port);
  }
  run();
}

/// ACKs per segment of a stream.
class Acks : public Limits {
 protected:
  double share() {
    setup.sockets.socket_buffer = 256_KB;
    stream(500);
    return static_cast<double>(inet(1).output().counters().acks) /
           static_cast<double>(inet(0).output().counters().segments);
  }
};

TEST_F(Acks, AReaderAcknowledgesTwoSegmentsAtOnce) {
  EXPECT_NEAR(share(), 0.5, 0.02);
}

TEST_F(Acks, AReaderThatTakesNothingAcknowledgesBy200Ms) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        send(connection, memory, 0, kPage);
        while (inet(0).pages().count() > 0 && cpu.now() < 1'000_ms) cpu.sleep(1_ms);
        EXPECT_NEAR(cpu.now().us(), 200'000, 3'000);
      },
      [&](Connection&, ProgramMemory&, Cpu& cpu) { cpu.sleep(1'000_ms); });
  run();
}

}  // namespace
}  // namespace flybar::inet
