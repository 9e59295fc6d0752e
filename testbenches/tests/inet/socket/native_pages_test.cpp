// Pages of a program of this machine that are pages of a modelled address space as well: the
// program's memory has the bytes, a frame those of the moment when it was sent.
#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

class NativePages : public SocketBench {
 protected:
  /// The bytes of the program, at the begin of its address space.
  UserArea area(ProgramMemory& memory, Bytes8& bytes) const {
    return {memory.space().pages(), kPage, bytes.data()};
  }
  void send_page(Connection& connection, ProgramMemory& memory, Bytes8& bytes) const {
    EXPECT_EQ(connection.send(policy, area(memory, bytes), kPage, Time::never()),
              static_cast<std::int64_t>(kPage));
  }
};

TEST_F(NativePages, AreSentAsTheProgramHasThemAtThatMoment) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        Bytes8 bytes = pattern(kPage, 1);
        send_page(connection, memory, bytes);
        EXPECT_EQ(connection.counters().sent.pages, 1u);
        bytes.assign(kPage, 7);
        cpu.sleep(1_ms);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        receive(connection, memory, 0, kPage);
        EXPECT_EQ(memory.read(0, kPage), pattern(kPage, 1));
      });
  run();
}

TEST_F(NativePages, GetTheBytesOfTheFrameThatComes) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kPage, 1);
        send(connection, memory, 0, kPage);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        Bytes8 bytes(kPage);
        cpu.sleep(20_ms);
        EXPECT_EQ(connection.receive(policy, area(memory, bytes), kPage, Time::never()),
                  static_cast<std::int64_t>(kPage));
        EXPECT_EQ(connection.counters().received.pages, 1u);
        EXPECT_EQ(bytes, pattern(kPage, 1));
      });
  run();
}

TEST_F(NativePages, ThatAreWrittenAndSentAgainHaveTheBytesOfEachSend) {
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        Bytes8 bytes = pattern(kPage, 1);
        send_page(connection, memory, bytes);
        memory.space().pages().fix(1, host::AddressSpace::Access::kWrite);
        EXPECT_EQ(memory.space().copied_on_write(), 1u);
        bytes = pattern(kPage, 2);
        send_page(connection, memory, bytes);
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        for (const std::uint64_t seed : {1, 2}) {
          receive(connection, memory, 0, kPage);
          EXPECT_EQ(memory.read(0, kPage), pattern(kPage, seed));
        }
      });
  run();
}

}  // namespace
}  // namespace flybar::inet
