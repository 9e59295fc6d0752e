// Pages on their way: how long they stay, and what a process may do with them meanwhile.
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class UnderWay : public SocketBench {
 protected:
  std::size_t pages() { return inet(0).pages().count(); }
  std::uint64_t pins() { return hosts()[0].memory.frames.pinned(); }
  /// The peer takes a page.
  End taker(std::uint64_t seed = 1) {
    return [this, seed](Connection& connection, ProgramMemory& memory, Cpu&) {
      receive(connection, memory, 0, kPage);
      EXPECT_EQ(memory.read(0, kPage), pattern(kPage, seed));
      expect_end(connection, memory);
    };
  }
};

TEST_F(UnderWay, APageIsPinnedAndWriteProtectedUntilAllIsOver) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        memory.fill(0, kPage, 1);
        EXPECT_TRUE(memory.writable(0));
        send(connection, memory, 0, kPage);
        EXPECT_EQ(pages(), 1u);
        EXPECT_FALSE(memory.writable(0));
        cpu.sleep(500_ms);
        EXPECT_EQ(pages(), 0u);
        EXPECT_TRUE(memory.writable(0));
      },
      taker());
  run();
}

TEST_F(UnderWay, AcknowledgedButNotSaidToBeSentItStays) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        memory.fill(0, kPage, 1);
        hosts()[0].device.hold_back(true);
        send(connection, memory, 0, kPage);
        cpu.sleep(900_ms);
        EXPECT_EQ(pins(), 1u);
        EXPECT_FALSE(memory.writable(0));
        hosts()[0].device.hold_back(false);
        cpu.sleep(250_ms);
        EXPECT_EQ(pins(), 0u);
      },
      taker());
  run();
}

TEST_F(UnderWay, SentButNotAcknowledgedItStays) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        memory.fill(0, kPage, 1);
        bool lose = true;
        hosts().network.tamper = [&](MemoryNetwork::Packet& packet) {
          return packet.size() < kPage || !std::exchange(lose, false);
        };
        send(connection, memory, 0, kPage);
        cpu.sleep(100_ms);
        inet(0).complete_sent();
        EXPECT_EQ(hosts()[0].device.count(), 0u);
        EXPECT_EQ(pins(), 1u);
        EXPECT_FALSE(memory.writable(0));
        cpu.sleep(5'000_ms);
        EXPECT_EQ(pins(), 0u);
        EXPECT_EQ(inet(0).stack().retransmissions(), 1u);
      },
      taker());
  run();
}

TEST_F(UnderWay, AWriteGetsItsOwnCopyAndThePeerTheBytesOfTheSend) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kPage, 1);
        const host::Physical sent = memory.frame(0);
        send(connection, memory, 0, kPage);
        memory.fill(0, kPage, 2);
        EXPECT_NE(memory.frame(0), sent);
        EXPECT_EQ(memory.read(0, kPage), pattern(kPage, 2));
        EXPECT_EQ(memory.space().copied_on_write(), 1u);
      },
      taker(1));
  run();
}

TEST_F(UnderWay, AShortReceiveIntoThePageIsAWrite) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        const Bytes8 content = memory.fill(0, kPage, 1);
        cpu.sleep(20_ms);
        send(connection, memory, 0, kPage);
        receive(connection, memory, 0, 10);
        EXPECT_EQ(memory.space().copied_on_write(), 1u);
        EXPECT_EQ(memory.read(0, 10), pattern(10, 2));
        EXPECT_EQ(memory.read(10, kPage - 10), Bytes8(content.begin() + 10, content.end()));
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, 10, 2);
        send(connection, memory, 0, 10);
        receive(connection, memory, 0, kPage);
        EXPECT_EQ(memory.read(0, kPage), pattern(kPage, 1));
      });
  run();
}

TEST_F(UnderWay, ARetransmissionHasTheBytesOfTheSend) {
  int lost = 0;
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kPage, 1);
        hosts().network.tamper = [&](MemoryNetwork::Packet& packet) {
          return packet.size() < kPage || ++lost > 2;
        };
        send(connection, memory, 0, kPage);
        memory.fill(0, kPage, 2);
      },
      taker(1));
  run();
  EXPECT_EQ(lost, 3);
}

TEST_F(UnderWay, AWriteBesideThePageOrAfterItsEndCopiesNothing) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        memory.fill(0, 2 * kPage, 1);
        send(connection, memory, 0, kPage);
        memory.fill(kPage, kPage, 3);
        cpu.sleep(900_ms);
        memory.fill(0, kPage, 3);
        EXPECT_EQ(memory.space().copied_on_write(), 0u);
      },
      taker());
  run();
}

TEST_F(UnderWay, TheSamePageCanBeSentTwice) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kPage, 1);
        send(connection, memory, 0, kPage);
        send(connection, memory, 0, kPage);
        EXPECT_EQ(pages(), 1u);
        memory.fill(0, kPage, 2);
        send(connection, memory, 0, kPage);
        EXPECT_EQ(pages(), 2u);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        for (const std::uint64_t seed : {1, 1, 2}) {
          receive(connection, memory, 0, kPage);
          EXPECT_EQ(memory.read(0, kPage), pattern(kPage, seed));
        }
      });
  run();
}

TEST_F(UnderWay, APageThatTheProcessGivesUpIsStillSent) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kPage, 1);
        const host::Physical sent = memory.frame(0);
        send(connection, memory, 0, kPage);
        memory.release(1);
        EXPECT_EQ(hosts()[0].memory.frames.state(sent), host::FrameState::kHost);
        EXPECT_EQ(memory.read(0, kPage), Bytes8(kPage));
      },
      taker());
  run();
}

TEST_F(UnderWay, CopiesOfSmallRequestsShareFrames) {
  constexpr std::size_t kCount = 1000, kLength = 1000, kClusters = kPage / 2048;
  setup.sockets.socket_buffer = 1024_KB;
  setup.host.memory = 32'768_KB;
  bool lost = true;
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kCount * kLength, 1);
        hosts().network.tamper = [&](MemoryNetwork::Packet& packet) {
          return !lost || packet.size() < kLength;
        };
        const std::size_t before = hosts()[0].pool.free_count();
        for (std::size_t n = 0; n < kCount; ++n) send(connection, memory, n * kLength, kLength);
        EXPECT_LE(before - hosts()[0].pool.free_count(), kCount / kClusters + 2);
        EXPECT_EQ(before - hosts()[0].pool.free_count(), pages());
        lost = false;
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        receive(connection, memory, 0, kCount * kLength);
        EXPECT_EQ(memory.read(0, kCount * kLength), pattern(kCount * kLength, 1));
      });
  run();
}

TEST_F(UnderWay, AnUntouchedPageIsSentAsZeros) {
  connect([&](Connection& connection, ProgramMemory& memory,
              Cpu&) { send(connection, memory, 0, kPage); },
          [&](Connection& connection, ProgramMemory& memory, Cpu&) {
            memory.fill(0, kPage, 5);
            receive(connection, memory, 0, kPage);
            EXPECT_EQ(memory.read(0, kPage), Bytes8(kPage));
          });
  run();
}

}  // namespace
}  // namespace flybar::inet
