/// Does the incoming-payload-table unit know the token of a packet, and use up its entry once?
#include "models/layouts/generated/ipt_regs.hpp"
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kBuffer = 0x2000;
constexpr std::uint32_t kToken = 0xABCDEF07;
constexpr Time kArrival = 3_us;

class IptOfChip : public BothSteppings {
 protected:
  struct Answer {
    Program::Address hit, address, length;
  };
  /// Arms a buffer for a packet that carries its token in its fourth word.
  IptOfChip() {
    p.write(ipt_regs::TokenAt::kOffset, 12);
    p.write(regs::Rmp::kOffset, kBuffer);
    p.write(regs::Rml::kOffset, kBuffer + 60);
  }
  Program::Address take() { return p.write(ipt_regs::Take::kOffset, 1); }
  Answer take_and_look() {
    take();
    return {p.read(ipt_regs::Hit::kOffset), p.read(ipt_regs::Address::kOffset),
            p.read(ipt_regs::Length::kOffset)};
  }
  /// Runs the program on a chip whose table has one entry, while a packet with `token` comes.
  void run(std::uint32_t token = kToken) {
    p.stay();
    bench.emplace(GetParam(), p, slow_link());
    bench->start();
    map(kToken);
    std::vector<std::uint8_t> packet(32);
    for (std::size_t i = 0; i < 4; ++i)
      packet[12 + i] = static_cast<std::uint8_t>(token >> (24 - 8 * i));
    bench->arrive(kArrival, packet, true);
    bench->run_to(9_us);
  }
  void map(std::uint32_t token) {
    bench->host_write(entry(ipt_regs::Entry::kToken), token);
    bench->host_write(entry(ipt_regs::Entry::kAddress), 0x12340);
    bench->host_write(entry(ipt_regs::Entry::kLength), 8192);
  }
  static std::uint32_t entry(std::uint32_t word) {
    return ipt_regs::kTableOffset + (kToken & 0xFF) * ipt_regs::Entry::kSize + word;
  }
  /// A word is stored in the clock in which it has arrived.
  static ChipParams slow_link() {
    ChipParams params;
    params.byte_time = 10_ns;
    return params;
  }
  Program p;
  std::optional<Bench> bench;
};
FLYBAR_BOTH_STEPPINGS(IptOfChip);

TEST_P(IptOfChip, TheTokenOfAPacketFindsItsBuffer) {
  p.nops(150);
  const Answer answer = take_and_look();
  run();

  EXPECT_EQ(bench->result(answer.hit), 1u);
  EXPECT_EQ(bench->result(answer.address), 0x12340u);
  EXPECT_EQ(bench->result(answer.length), 8192u);
  EXPECT_EQ(bench->host_read(entry(ipt_regs::Entry::kConsumed)), kToken);
}

TEST_P(IptOfChip, ATokenWithAnotherKeyFindsNothing) {
  p.nops(150);
  const Answer answer = take_and_look();
  run(kToken ^ 0x100);

  EXPECT_EQ(bench->result(answer.hit), 0u);
  EXPECT_EQ(bench->result(answer.address), 0u);
  EXPECT_EQ(bench->result(answer.length), 0u);
  EXPECT_EQ(bench->host_read(entry(ipt_regs::Entry::kConsumed)), 0u);
}

TEST_P(IptOfChip, ATokenOfZeroFindsNothing) {
  p.nops(150);
  const Answer answer = take_and_look();
  run(0);

  EXPECT_EQ(bench->result(answer.hit), 0u);
}

TEST_P(IptOfChip, AnEntryIsGoodOnce) {
  p.nops(150);
  take();
  const Answer again = take_and_look();
  run();

  EXPECT_EQ(bench->result(again.hit), 0u);
}

TEST_P(IptOfChip, ARestoredEntryIsGoodAgain) {
  p.nops(150);
  take();
  p.write(ipt_regs::Restore::kOffset, kToken);
  const Answer again = take_and_look();
  run();

  EXPECT_EQ(bench->result(again.hit), 1u);
}

TEST_P(IptOfChip, ACancelledEntryIsNotFound) {
  p.nops(400);
  const Answer answer = take_and_look();
  p.stay();
  bench.emplace(GetParam(), p, slow_link());
  bench->start();
  map(kToken);
  bench->arrive(kArrival, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xAB, 0xCD, 0xEF, 0x07, 0}, true);
  bench->run_to(6_us);
  bench->host_write(entry(ipt_regs::Entry::kToken), 0);
  bench->run_to(16_us);

  EXPECT_EQ(bench->result(answer.hit), 0u);
}

TEST_P(IptOfChip, TheTokenMayBeTakenInTheClockThatStoresIt) {
  p.nops(91);
  const Program::Address at = take();
  run();
  const Clock clock(bench->chip.params().clock);

  EXPECT_EQ(bench->begin(at), clock.edge_at_or_after(kArrival + 160_ns));
}

TEST_P(IptOfChip, TheTokenMayNotBeTakenAClockEarlier) {
  p.nops(90);
  take();
  const Fault fault = fault_of([this] { run(); });

  EXPECT_EQ(fault.found, "TAKE is written before the token of a packet has come");
}

TEST_P(IptOfChip, AResetOfTheHostLeavesTheTable) {
  p.nops(150);
  run();
  bench->host_write(board::Control::kOffset, board::Control::kResetOnMask);

  EXPECT_EQ(bench->host_read(entry(ipt_regs::Entry::kToken)), kToken);
  EXPECT_EQ(bench->chip.special(ipt_regs::TokenAt::kOffset), 0u);
}

}  // namespace
}  // namespace flybar::lanai
