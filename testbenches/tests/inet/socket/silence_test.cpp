// Ends of connections that have nothing to say are silent.
#include <array>

#include "testbenches/tests/inet/socket/socket_bench.h"

namespace flybar::inet {
namespace {

/// In which two ends with closed windows have sent all that fits; and in which they have nothing to
/// say but that each probes the other's window, and is answered, every now and then.
constexpr Time kFull = Time::ms(2'000), kSilence = Time::ms(20'000);
constexpr std::uint64_t kMostProbes = 20;

class Silence : public SocketBench {
 protected:
  /// Both ends send until nothing fits any more, wait, and then read what has come.
  void fill_both() {
    policy.remap_sent = policy.remap_received = false;
    connect(end(0), end(1));
    run();
  }
  End end(std::size_t own) {
    return [this, own](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
      memory.fill(0, kMuch, 1);
      const auto sent = connection.send(policy, memory.at(0), kMuch, kFull);
      ASSERT_GT(sent, 0);
      sent_[own] = static_cast<std::size_t>(sent);
      const std::uint64_t before = packets();
      cpu.sleep(kSilence);
      EXPECT_LE(packets() - before, kMostProbes) << name();
      const std::size_t coming = sent_[1 - own];
      receive(connection, memory, 0, coming);
      EXPECT_EQ(memory.read(0, coming), pattern(coming, 1));
      connection.shut_down();
      expect_end(connection, memory);
    };
  }
  std::uint64_t packets() {
    return inet(0).output().counters().packets + inet(1).output().counters().packets;
  }
  std::string name() const {
    return std::to_string(setup.device.mtu.count) + " B, buffers of " +
           std::to_string(setup.sockets.socket_buffer.count) + " B";
  }
  static constexpr std::size_t kMuch = 100 * kPage;
  std::array<std::size_t, 2> sent_ = {};
};

/// Of one that sends more than fits, and has not read, though the other has probed its window.
TEST_F(Silence, EndsForWhoFindsTheOthersWindowOpen) {
  setup.sockets.socket_buffer = 32_KB;
  policy.remap_sent = policy.remap_received = false;
  connect(
      [&](Connection& connection, ProgramMemory& memory, Cpu&) {
        memory.fill(0, kMuch, 1);
        send(connection, memory, 0, kMuch);
        connection.shut_down();
        while (connection.receive(policy, memory.at(0), kMuch, Time::ms(1'000)) > 0) continue;
      },
      [&](Connection& connection, ProgramMemory& memory, Cpu& cpu) {
        ASSERT_GT(connection.send(policy, memory.at(0), kMuch, kFull), 0);
        cpu.sleep(kSilence);
        receive(connection, memory, 0, kMuch);
        EXPECT_EQ(memory.read(0, kMuch), pattern(kMuch, 1));
        expect_end(connection, memory);
      });
  run();
}

class SilenceOf : public Silence,
                  public testing::WithParamInterface<std::tuple<int, int, AckPolicy>> {};

TEST_P(SilenceOf, TwoEndsWithClosedWindows) {
  const auto [mtu, segments, ack] = GetParam();
  setup.device.mtu = Bytes(mtu);
  setup.sockets.socket_buffer = Bytes(segments * mtu);
  setup.inet.tcp.ack = ack;
  fill_both();
}

INSTANTIATE_TEST_SUITE_P(
    OfAllSizes, SilenceOf,
    testing::Combine(testing::Values(576, 1500, 4224, 8320), testing::Values(2, 3, 5, 8),
                     testing::Values(AckPolicy::kOnRead, AckPolicy::kEverySecond)));

}  // namespace
}  // namespace flybar::inet
