// Packets that are lost, damaged, doubled or late before a host.
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class FaultyPackets : public SocketBench {
 protected:
  PacketFaults& faults() { return setup.inet.ip.faults; }
  const FaultyDevice::Counters& counters(std::size_t n) { return hosts()[n].faulty->counters(); }
  /// So many bytes there, which must be right.
  void stream(std::size_t bytes) {
    connect(
        [this, bytes](Connection& connection, ProgramMemory& memory, Cpu&) {
          memory.fill(0, bytes, 1);
          send(connection, memory, 0, bytes);
        },
        [this, bytes](Connection& connection, ProgramMemory& memory, Cpu&) {
          receive(connection, memory, 0, bytes);
          EXPECT_EQ(memory.read(0, bytes), pattern(bytes, 1));
          expect_end(connection, memory);
        });
    run();
  }
  /// What node 1 gets of one datagram of a page, and when after it was sent: [us]. It has so many
  /// free frames at most.
  std::vector<std::int64_t> datagram(std::size_t free_frames = 1'000'000) {
    Time sent;
    std::vector<std::int64_t> came;
    hosts().program(0, [&](Cpu& cpu) {
      Datagrams socket(inet(0));
      ProgramMemory memory(inet(0));
      cpu.sleep(1_ms);
      memory.fill(0, kPage, 1);
      sent = cpu.now();
      socket.send(policy, memory.at(0), kPage, {1, kPort});
      cpu.sleep(500_ms);
      socket.close();
      memory.release(300);
    });
    hosts().program(1, [&](Cpu& cpu) {
      Datagrams socket(inet(1));
      ProgramMemory memory(inet(1));
      EXPECT_EQ(socket.bind(kPort), 0);
      std::vector<host::Physical> taken;
      while (inet(1).pool().free_count() > free_frames) taken.push_back(inet(1).pool().allocate());
      cpu.sleep(20_ms);
      for (const host::Physical frame : taken) inet(1).pool().free(frame);
      while (socket.receive(policy, memory.at(0), kPage, 100_ms, nullptr) > 0) {
        EXPECT_EQ(memory.read(0, kPage), pattern(kPage, 1));
        came.push_back((cpu.now() - sent) / 1_us);
      }
      socket.close();
      memory.release(300);
    });
    run();
    return came;
  }
};

TEST_F(FaultyPackets, ReachTheProgramWholeOverTcp) {
  faults() = {.lost = 0.03, .damaged = 0.03, .doubled = 0.03, .late = 0.03};
  setup.sockets.software_sums = true;
  stream(1'000'000);
  EXPECT_GT(counters(1).lost, 0u);
  EXPECT_GT(counters(1).damaged, 0u);
  EXPECT_GT(counters(1).doubled, 0u);
  EXPECT_GT(counters(1).late, 0u);
}

TEST_F(FaultyPackets, AreLostWithTheirFrames) {
  faults().lost = 1;
  EXPECT_EQ(datagram().size(), 0u);
  EXPECT_EQ(counters(1).lost, 1u);
}

TEST_F(FaultyPackets, ComeTwiceInFramesOfTheirOwn) {
  faults().doubled = 1;
  EXPECT_EQ(datagram().size(), 2u);
}

TEST_F(FaultyPackets, ComeTwiceIfThereIsAFrameForTheSecond) {
  faults().doubled = 1;
  // One more is the receive ring's. Where frames are scarce sockets keep one datagram alone.
  EXPECT_EQ(datagram(2).size(), 1u);
  EXPECT_EQ(counters(1).doubled, 1u);
}

TEST_F(FaultyPackets, ComeOnceIfThereAreNoFramesForTheSecond) {
  faults().doubled = 1;
  EXPECT_EQ(datagram(1).size(), 1u);
  EXPECT_EQ(counters(1).doubled, 0u);
  EXPECT_EQ(counters(1).no_frame, 1u);
}

TEST_F(FaultyPackets, ThatAreLateComeSoMuchLater) {
  faults() = {.late = 1, .late_by = 50_ms};
  const std::vector<std::int64_t> late = datagram();
  ASSERT_EQ(late.size(), 1u);
  EXPECT_GT(late[0], 50'000);
  EXPECT_LT(late[0], 51'000);
}

TEST_F(FaultyPackets, ThatAreDamagedDoNotReachAProgramThatHasSums) {
  faults().damaged = 1;
  setup.sockets.software_sums = true;
  EXPECT_EQ(datagram().size(), 0u);
  EXPECT_EQ(counters(1).damaged, 1u);
}

}  // namespace
}  // namespace flybar::inet
