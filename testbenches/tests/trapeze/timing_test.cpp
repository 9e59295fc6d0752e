#include "testbenches/tests/trapeze/trapeze_bench.h"

namespace flybar::trapeze {
namespace {

using TimingTest = TrapezeBench;

TEST_F(TimingTest, TheSendHeaderIsOneBurstThatEndsWithTheOwner) {
  run_with([&](tpz_nic* tpz) {
    send_control(tpz, pattern(128));
    cpu.drain();
  });

  const auto& header = pio.writes.back();
  EXPECT_EQ(header.address, nic.map.send(0, 0));
  EXPECT_EQ(header.data.size(), 32u);
  EXPECT_EQ(header.data.back(), layout::kOwnerNic);
  EXPECT_EQ(pio.writes[pio.writes.size() - 2].address, nic.map.send(0, 64 + 96));
}

TEST_F(TimingTest, OnlyTheControlBytesThatAreReadCostPio) {
  run_with([&](tpz_nic* tpz) {
    send_control(tpz, pattern(128));
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    const std::size_t before = pio.reads.size();
    std::array<std::uint8_t, 32> part{};
    tpz_read_control(message, 0, part.data(), part.size());
    EXPECT_EQ(pio.reads.size(), before + 1);
  });
}

TEST_F(TimingTest, SendAndReceiveAreReportedWithTheSameMessage) {
  config.node = 3;
  run_with([&](tpz_nic* tpz) {
    send_page(tpz, page(), 8_KB);
    tpz_release_rcvmsg(tpz_wait_rcvmsg(tpz, TPZ_FOREVER));
  });

  ASSERT_EQ(recorder.activities.size(), 2u);
  const Activity& send = recorder.activities[0];
  const Activity& receive = recorder.activities[1];
  EXPECT_EQ(recorder.tracks[send.track], "node0.host.send");
  EXPECT_EQ(recorder.tracks[receive.track], "node0.host.receive");
  EXPECT_EQ(send.message, trace_id(3, 1));
  EXPECT_EQ(receive.message, send.message);
  EXPECT_EQ(send.bytes, 8192);
  EXPECT_LT(send.begin, send.end);
  EXPECT_GE(receive.begin, send.end);
}

TEST_F(TimingTest, AMessageCostsTheKernelFewWakeUps) {
  std::uint64_t deltas = 0;
  run_with([&](tpz_nic* tpz) {
    const std::uint64_t before = sc_core::sc_delta_count();
    send_control(tpz, pattern(128));
    tpz_rcvmsg* message = tpz_wait_rcvmsg(tpz, TPZ_FOREVER);
    control_of(message);
    tpz_release_rcvmsg(message);
    deltas = sc_core::sc_delta_count() - before;
  });

  EXPECT_LE(deltas, 20u);  // two for each of the five times that the process sleeps, and the runner
}

TEST_F(TimingTest, AControlMessageCostsItsWholeWords) {
  library.control_word = 1_us;
  run_with([&](tpz_nic* tpz) {
    tpz_sendmsg* message = tpz_get_sendmsg(tpz);
    const Time begin = cpu.now();
    write_control(message, 0, pattern(5));
    EXPECT_EQ(cpu.now() - begin, 2 * library.control_word + 2 * params.pio_store);
  });
}

TEST_F(TimingTest, PartsOfAControlMessageMayBeWrittenInAnyOrder) {
  run_with([&](tpz_nic* tpz) {
    tpz_sendmsg* message = tpz_get_sendmsg(tpz);
    write_control(message, 8, pattern(8));
    write_control(message, 0, pattern(8));
    tpz_release_sendmsg(message);
    EXPECT_EQ(tpz_get_control_len(tpz_wait_rcvmsg(tpz, TPZ_FOREVER)), 16u);
  });
}

}  // namespace
}  // namespace flybar::trapeze
