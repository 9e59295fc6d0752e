// Pages that change hands between processes and the network, and when they are copied instead.
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

using Remap = SocketBench;

std::uint64_t copies(const CopyCounters& counters, WhyCopied why) {
  return counters.copies[static_cast<std::size_t>(why)];
}

/// Sends `length` bytes from `from` and receives them at `to`; what became of them at both ends.
struct Moved {
  CopyCounters sent, received;
};

class RemapRules : public SocketBench {
 protected:
  Moved move(std::uint64_t from, std::uint64_t to, std::size_t length) {
    Moved moved;
    Bytes8 content;
    connect(
        [&](Connection& connection, ProgramMemory& memory, Cpu&) {
          content = memory.fill(from, length, 7);
          send(connection, memory, from, length);
          moved.sent = connection.counters().sent;
        },
        [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
          cpu.sleep(20_ms);
          receive(connection, memory, to, length);
          EXPECT_EQ(memory.read(to, length), content);
          moved.received = connection.counters().received;
        });
    run();
    return moved;
  }
};

TEST_F(RemapRules, WholeAlignedPagesChangeHands) {
  const Moved moved = move(0, 4 * kPage, 3 * kPage);
  EXPECT_EQ(moved.sent.pages, 3u);
  EXPECT_EQ(moved.received.pages, 3u);
}

TEST_F(RemapRules, AShortRequestIsCopied) {
  const Moved moved = move(0, 0, kPage - 1);
  EXPECT_EQ(moved.sent.pages + moved.received.pages, 0u);
  EXPECT_GT(copies(moved.sent, WhyCopied::kShort), 0u);
  EXPECT_GT(copies(moved.received, WhyCopied::kShort), 0u);
}

TEST_F(RemapRules, ARequestOfTheLeastSizeIsRemapped) {
  policy.least = Bytes(2 * kPage);
  EXPECT_EQ(move(0, 0, 2 * kPage).sent.pages, 2u);
}

TEST_F(RemapRules, ARequestBelowTheLeastSizeIsCopied) {
  policy.least = Bytes(2 * kPage + 1);
  EXPECT_EQ(copies(move(0, 0, 2 * kPage).sent, WhyCopied::kShort), 2u);
}

TEST_F(RemapRules, UnalignedMemoryIsCopied) {
  const Moved moved = move(8, 16, 2 * kPage);
  EXPECT_EQ(moved.sent.pages + moved.received.pages, 0u);
  EXPECT_EQ(copies(moved.sent, WhyCopied::kUnaligned), 2u);
  EXPECT_GT(copies(moved.received, WhyCopied::kUnaligned), 0u);
}

TEST_F(RemapRules, TheRestBehindWholePagesIsCopied) {
  const Moved moved = move(0, 0, 2 * kPage + 100);
  EXPECT_EQ(moved.sent.pages, 2u);
  EXPECT_EQ(copies(moved.sent, WhyCopied::kPartial), 1u);
  EXPECT_EQ(moved.received.pages, 2u);
  EXPECT_EQ(copies(moved.received, WhyCopied::kPartial), 1u);
}

TEST_F(RemapRules, TheProcessMayWantCopies) {
  policy.remap_sent = policy.remap_received = false;
  const Moved moved = move(0, 0, 2 * kPage);
  EXPECT_EQ(copies(moved.sent, WhyCopied::kPolicy), 2u);
  EXPECT_EQ(copies(moved.received, WhyCopied::kPolicy), 2u);
}

TEST_F(RemapRules, SegmentsBelowAPageAreCopied) {
  setup.device.mtu = 1500_B;
  const Moved moved = move(0, 0, 2 * kPage);
  EXPECT_EQ(moved.sent.pages, 2u);
  EXPECT_EQ(moved.received.pages, 0u);
  EXPECT_GT(copies(moved.received, WhyCopied::kNoPage), 0u);
}

TEST_F(Remap, MemoryOfNoAddressSpaceIsCopied) {
  CopyCounters sent, received;
  auto content = pattern(2 * kPage, 3);
  Bytes8 came(2 * kPage);
  connect(
      [&](Connection& connection, ProgramMemory&, Cpu&) {
        connection.send(policy, UserArea(content.data()), content.size(), Time::never());
        sent = connection.counters().sent;
      },
      [&](Connection& connection, ProgramMemory&, Cpu& cpu) {
        cpu.sleep(20_ms);
        connection.receive(policy, UserArea(came.data()), came.size(), Time::never());
        received = connection.counters().received;
      });
  run();
  EXPECT_EQ(came, content);
  EXPECT_EQ(copies(sent, WhyCopied::kForeign), 2u);
  EXPECT_EQ(copies(received, WhyCopied::kForeign), 2u);
}

TEST_F(Remap, AFlipGivesTheFrameToTheProcessAndFreesItsOldOne) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kPage, 1);
        send(connection, memory, 0, kPage);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        memory.fill(0, kPage, 2);
        const host::Physical before = memory.frame(0);
        cpu.sleep(10_ms);
        const std::size_t free = inet(1).pool().free_count();
        receive(connection, memory, 0, kPage);
        EXPECT_NE(memory.frame(0), before);
        EXPECT_EQ(cpu.memory().frames.state(before), host::FrameState::kFree);
        EXPECT_EQ(inet(1).pool().free_count(), free + 1);
        EXPECT_TRUE(memory.writable(0));
      });
  run();
}

TEST_F(Remap, AFrameThatHasComeCanBeWrittenAndSentOn) {
  Bytes8 content = pattern(4 * kPage, 1);
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        memory.write(0, content);
        send(connection, memory, 0, content.size());
        cpu.sleep(100_ms);
        receive(connection, memory, 0, content.size());
        content[0] = 'x';
        EXPECT_EQ(memory.read(0, content.size()), content);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        cpu.sleep(20_ms);
        receive(connection, memory, 0, content.size());
        memory.write(0, Bytes8{'x'});
        send(connection, memory, 0, content.size());
        EXPECT_EQ(connection.counters().received.pages, 4u);
        EXPECT_EQ(connection.counters().sent.pages, 4u);
      });
  run();
}

TEST_F(Remap, AFlipOntoAPageUnderWayFreesItOnceItHasLeft) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        const Bytes8 content = memory.fill(0, kPage, 1);
        hosts()[0].device.hold_back(true);
        send(connection, memory, 0, kPage);
        const host::Physical before = memory.frame(0);
        receive(connection, memory, 0, kPage);
        EXPECT_EQ(memory.read(0, kPage), pattern(kPage, 2));
        EXPECT_EQ(cpu.memory().frames.state(before), host::FrameState::kHost);
        hosts()[0].device.hold_back(false);
        cpu.sleep(300_ms);
        EXPECT_EQ(cpu.memory().frames.state(before), host::FrameState::kFree);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        receive(connection, memory, 0, kPage);
        EXPECT_EQ(memory.read(0, kPage), pattern(kPage, 1));
        memory.fill(kPage, kPage, 2);
        send(connection, memory, kPage, kPage);
      });
  run();
}

}  // namespace
}  // namespace flybar::inet
