/// Does the receive engine store packets as the registers say, and hold the sender back in time?
#include "models/myrinet/link/crc8.h"
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kBuffer = 0x2000;
constexpr std::uint32_t kReceivedAndFull = regs::Isr::kRecvMask | regs::Isr::kBuffMask;
constexpr Time kArrival = 3_us;
using Packet = std::vector<std::uint8_t>;

/// Slower than the SRAM, so that each word is stored in the clock in which it has arrived.
ChipParams slow_link() {
  ChipParams params;
  params.byte_time = 10_ns;
  return params;
}

Packet with_crc(Packet packet) {
  packet.push_back(myrinet::crc8(0, packet));
  return packet;
}

/// A good packet of so many bytes.
Packet packet_of(std::size_t bytes) {
  Packet packet(bytes - 1);
  for (std::size_t i = 0; i < packet.size(); ++i) packet[i] = static_cast<std::uint8_t>(i + 1);
  return with_crc(packet);
}

class ReceiveOfChip : public BothSteppings {
 protected:
  /// CRC is enabled and a buffer of so many words armed.
  static Program armed(std::uint32_t words) {
    Program p;
    p.write(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
    p.write(regs::Rmp::kOffset, kBuffer);
    p.write(regs::Rml::kOffset, kBuffer + (words - 1) * 4);
    return p;
  }
  /// Reads a register in each clock around the arrival of a packet; where these reads are.
  static std::vector<Program::Address> watch(Program& p, std::uint32_t reg) {
    p.nops(90);
    std::vector<Program::Address> reads(40);
    for (auto& at : reads) at = p.read(reg);
    p.stay();
    return reads;
  }
  /// ISR after a packet came into a buffer of 16 words.
  std::uint32_t status_after(const Packet& packet) {
    Program p = armed(16);
    p.stay();
    Bench bench(GetParam(), p);
    bench.start();
    bench.arrive(kArrival, packet, true);
    bench.run_to(6_us);
    return bench.chip.special(regs::Isr::kOffset);
  }
  /// The bytes then.
  Packet stored(const Packet& packet) {
    Program p = armed(16);
    p.stay();
    Bench bench(GetParam(), p);
    bench.start();
    bench.arrive(kArrival, packet, true);
    bench.run_to(6_us);
    const auto bytes = bench.chip.sram().bytes(kBuffer, packet.size());
    return {bytes.begin(), bytes.end()};
  }
};
FLYBAR_BOTH_STEPPINGS(ReceiveOfChip);

/// A long network tells of much before it arrives: of so many words, each one for itself.
class KnownAheadOfChip : public ReceiveOfChip {
 protected:
  void arrive(int words) {
    bench.start();
    for (int i = 0; i < words; ++i)
      bench.arrive(kArrival + 100_ns * i, {1, 2, 3, static_cast<std::uint8_t>(i)}, false);
  }
  static Program program() {
    Program p = armed(4096);
    p.stay();
    return p;
  }
  Bench bench{GetParam(), program()};
};
FLYBAR_BOTH_STEPPINGS(KnownAheadOfChip);

TEST_P(KnownAheadOfChip, AsManyAsTheBufferHoldsAllArrive) {
  arrive(4096);
  bench.run_to(kArrival + 100_ns * 4096);
  EXPECT_EQ(bench.chip.special(regs::Rmp::kOffset), kBuffer + 4096 * 4);
}

TEST_P(KnownAheadOfChip, OneMoreIsRefused) {
  EXPECT_EQ(fault_of([this] { arrive(4097); }).where, "link receive buffer");
}

/// Whole words that have arrived when the clock of `at` begins.
std::int64_t arrived(const Bench& bench, Program::Address at) {
  return bench.begin(at) < kArrival ? 0 : (bench.begin(at) - kArrival) / 40_ns;
}

TEST_P(ReceiveOfChip, EachBufferIsSeenFromItsFirstWordToItsLast) {
  Program p = armed(4);
  p.nops(150);
  p.write(regs::Rml::kOffset, kBuffer + 15 * 4);
  p.stay();
  Bench bench(GetParam(), p, slow_link());
  bench.chip.name_packets([](auto bytes) { return std::uint64_t{bytes.size()}; });
  bench.start();
  bench.arrive(kArrival, packet_of(32), true);
  bench.run_to(8_us);

  ASSERT_EQ(bench.pieces().size(), 2u);
  // A word is stored in the clock at whose begin all of it has arrived.
  const Clock clock(bench.chip.params().clock);
  EXPECT_EQ(bench.pieces()[0].begin, clock.edge_at_or_after(kArrival + 40_ns));
  EXPECT_EQ(bench.pieces()[0].end, clock.edge_at_or_after(kArrival + 160_ns) + bench.clocks(1));
  for (const auto& piece : bench.pieces()) EXPECT_EQ(piece.bytes, 16);
  for (const auto& piece : bench.pieces()) EXPECT_EQ(piece.message, 16u);
}

TEST_P(ReceiveOfChip, WithoutCrcTheLastByteIsStoredAsItCame) {
  Program p = armed(16);
  p.write(regs::Myrinet::kOffset, 0);
  p.stay();
  Bench bench(GetParam(), p);
  bench.start();
  bench.arrive(kArrival, {1, 2, 3, 4}, true);
  bench.run_to(6_us);

  EXPECT_EQ(bench.word(kBuffer), 0x01020304u);
}

TEST_P(ReceiveOfChip, PointerAdvancesAsWordsAreStored) {
  Program p = armed(64);
  const auto reads = watch(p, regs::Rmp::kOffset);
  Bench bench(GetParam(), p, slow_link());
  bench.start();
  bench.arrive(kArrival, Packet(200), false);

  bench.run_to(6_us);

  EXPECT_GT(arrived(bench, reads.back()), 8);
  for (const auto at : reads)
    EXPECT_EQ(bench.result(at), kBuffer + 4 * arrived(bench, at)) << bench.clock(at);
}

TEST_P(ReceiveOfChip, BufferIsFullWithTheWordAtTheLimitAndNotBefore) {
  Program p = armed(3);
  const auto reads = watch(p, regs::Isr::kOffset);
  Bench bench(GetParam(), p, slow_link());
  bench.start();
  bench.arrive(kArrival, Packet(40), false);

  bench.run_to(6_us);

  for (const auto at : reads)
    EXPECT_EQ((bench.result(at) & regs::Isr::kBuffMask) != 0, arrived(bench, at) >= 3);
  EXPECT_EQ(bench.chip.special(regs::Rmp::kOffset), kBuffer + 12);
}

TEST_P(ReceiveOfChip, PacketIsReceivedWithItsLastWordAndNotBefore) {
  Program p = armed(16);
  const auto reads = watch(p, regs::Isr::kOffset);
  Bench bench(GetParam(), p, slow_link());
  bench.start();
  bench.arrive(kArrival, packet_of(20), true);

  bench.run_to(6_us);

  for (const auto at : reads)
    EXPECT_EQ((bench.result(at) & regs::Isr::kRecvMask) != 0, arrived(bench, at) >= 5);
}

TEST_P(ReceiveOfChip, WholeWordsLeaveNoByteUnused) {
  EXPECT_EQ(status_after(packet_of(8)) & regs::Isr::kOrunMask, 0u);
}

TEST_P(ReceiveOfChip, OneByteInTheLastWordLeavesThreeUnused) {
  EXPECT_EQ(status_after(packet_of(9)) & regs::Isr::kOrunMask, 3u << regs::Isr::kOrunShift);
}

TEST_P(ReceiveOfChip, TwoBytesInTheLastWordLeaveTwoUnused) {
  EXPECT_EQ(status_after(packet_of(10)) & regs::Isr::kOrunMask, 2u << regs::Isr::kOrunShift);
}

TEST_P(ReceiveOfChip, ThreeBytesInTheLastWordLeaveOneUnused) {
  EXPECT_EQ(status_after(packet_of(11)) & regs::Isr::kOrunMask, 1u << regs::Isr::kOrunShift);
}

/// The bytes of the last word, and where it is stored, do not depend on how the tail comes.
TEST_P(ReceiveOfChip, TailThatComesByteByByteIsOneWord) {
  Program p = armed(16);
  p.stay();
  Bench bench(GetParam(), p, slow_link());
  bench.start();
  const Packet packet = packet_of(10);
  bench.arrive(kArrival, {packet.begin(), packet.end() - 2}, false);
  bench.arrive(kArrival + 80_ns, {packet[8]}, false);
  bench.arrive(kArrival + 90_ns, {packet[9]}, true);
  bench.run_to(6_us);

  EXPECT_EQ(bench.chip.special(regs::Isr::kOffset) & regs::Isr::kOrunMask,
            2u << regs::Isr::kOrunShift);
  EXPECT_EQ(bench.chip.special(regs::Rmp::kOffset), kBuffer + 12);
  EXPECT_EQ(bench.word(kBuffer + 8), std::uint32_t{packet[8]} << 24);
}

TEST_P(ReceiveOfChip, PacketThatFillsTheBufferIsReceivedAndFull) {
  EXPECT_EQ(status_after(packet_of(64)) & kReceivedAndFull, kReceivedAndFull);
}

TEST_P(ReceiveOfChip, PacketThatLeavesAWordIsReceivedOnly) {
  EXPECT_EQ(status_after(packet_of(60)) & kReceivedAndFull, regs::Isr::kRecvMask);
}

TEST_P(ReceiveOfChip, GoodCrcIsStoredAsZero) {
  Packet expected = packet_of(22);
  const Packet bytes = stored(expected);
  expected.back() = 0;

  EXPECT_EQ(bytes, expected);
}

TEST_P(ReceiveOfChip, BadCrcIsNotStoredAsZero) {
  Packet packet = packet_of(22);
  packet[7] ^= 0x10;

  EXPECT_NE(stored(packet).back(), 0);
}

TEST_P(ReceiveOfChip, RestOfALongPacketWaitsForTheNextBuffer) {
  Program p = armed(4);
  p.stay();
  Bench bench(GetParam(), p);
  bench.start();
  bench.arrive(kArrival, packet_of(40), true);
  bench.run_to(6_us);
  EXPECT_EQ(bench.chip.special(regs::Isr::kOffset) & regs::Isr::kRecvMask, 0u);

  bench.set_host_register(regs::Rml::kOffset, kBuffer + 60);
  bench.run(40_cycles);

  EXPECT_NE(bench.chip.special(regs::Isr::kOffset) & regs::Isr::kRecvMask, 0u);
  EXPECT_EQ(bench.chip.special(regs::Rmp::kOffset), kBuffer + 40);
  EXPECT_EQ(bench.chip.sram().byte(kBuffer + 39), 0u);
}

TEST_P(ReceiveOfChip, ArmingClearsReceivedAndFull) {
  Program p = armed(2);
  p.stay();
  Bench bench(GetParam(), p);
  bench.start();
  bench.arrive(kArrival, packet_of(8), true);
  bench.run_to(6_us);

  bench.set_host_register(regs::Rml::kOffset, kBuffer + 60);

  EXPECT_EQ(bench.chip.special(regs::Isr::kOffset) & kReceivedAndFull, 0u);
}

TEST_P(ReceiveOfChip, NothingIsStoredBeforeItIsArmed) {
  Program p;
  p.stay();
  Bench bench(GetParam(), p);
  bench.start();
  bench.arrive(kArrival, packet_of(8), true);

  bench.run_to(6_us);

  EXPECT_EQ(bench.word(0), 0xE0000000u);
  EXPECT_NE(bench.chip.special(regs::Isr::kOffset) & regs::Isr::kWordRdyMask, 0u);
}

TEST_P(ReceiveOfChip, BufferThatEndsBeforeItBeginsIsAFault) {
  Program p = armed(0);
  Bench bench(GetParam(), p);

  EXPECT_EQ(fault_of([&] { bench.go(20_cycles); }).found,
            "a receive whose limit lies before its start or outside the SRAM: 0x1ffc");
}

TEST_P(ReceiveOfChip, BufferMayEndWithTheSramAndNotLater) {
  Program p;
  p.write(regs::Rml::kOffset, 0x3FFFC);
  const auto beyond = p.write(regs::Rml::kOffset, 0x40000);
  Bench bench(GetParam(), p);
  const Fault fault = fault_of([&] { bench.go(20_cycles); });

  EXPECT_TRUE(bench.reached(beyond - 4));
  EXPECT_NE(fault.found.find("outside the SRAM: 0x40000"), std::string::npos);
}

/// What is told to the sender when so many bytes come and nobody takes them.
std::vector<Sent::Symbol> symbols_for(Bench& bench, std::size_t bytes) {
  bench.start();
  bench.arrive(kArrival, Packet(bytes), false);
  bench.run_to(6_us);
  return bench.sent.symbols;
}

Program wait() {
  Program p;
  p.stay();
  return p;
}

TEST_P(ReceiveOfChip, NoStopBelowTheMark) {
  Bench bench(GetParam(), wait(), slow_link());

  EXPECT_TRUE(symbols_for(bench, 52).empty());
}

TEST_P(ReceiveOfChip, StopInTheClockInWhichTheMarkIsReached) {
  Bench bench(GetParam(), wait(), slow_link());
  const auto symbols = symbols_for(bench, 56);

  ASSERT_EQ(symbols.size(), 1u);
  EXPECT_TRUE(symbols[0].stop);
  EXPECT_EQ(symbols[0].at, Clock(30_ns).edge_at_or_after(kArrival + 560_ns));
}

TEST_P(ReceiveOfChip, GoInTheClockInWhichLessThanItsMarkWaits) {
  Bench bench(GetParam(), wait(), slow_link());
  symbols_for(bench, 56);
  bench.set_host_register(regs::Rmp::kOffset, kBuffer);

  bench.set_host_register(regs::Rml::kOffset, kBuffer + 60);
  bench.run(20_cycles);

  // 14 words wait; the fifth that is taken leaves 9, less than 40 B.
  ASSERT_EQ(bench.sent.symbols.size(), 2u);
  EXPECT_FALSE(bench.sent.symbols[1].stop);
  EXPECT_EQ(bench.sent.symbols[1].at, bench.last.first_data - 30_ns + 4 * 30_ns);
}

TEST_P(ReceiveOfChip, NoGoWhileItsMarkWaits) {
  Bench bench(GetParam(), wait(), slow_link());
  symbols_for(bench, 56);
  bench.set_host_register(regs::Rmp::kOffset, kBuffer);

  bench.set_host_register(regs::Rml::kOffset, kBuffer + 3 * 4);
  bench.run(20_cycles);

  EXPECT_EQ(bench.sent.symbols.size(), 1u);
}

/// The host writes a register of a chip that awaits words.
Fault fault_of_write(Stepping stepping, const Program& armed, std::uint32_t reg,
                     std::uint32_t value) {
  Program p = armed;
  p.stay();
  Bench bench(stepping, p);
  bench.go(60_cycles);
  return fault_of([&] { bench.set_host_register(reg, value); });
}

TEST_P(ReceiveOfChip, PointerMayBeWrittenAgainWhileWordsAreAwaited) {
  EXPECT_EQ(fault_of_write(GetParam(), armed(16), regs::Rmp::kOffset, kBuffer).found,
            "nothing wrong");
}

TEST_P(ReceiveOfChip, LimitMayBeWrittenAgainWhileWordsAreAwaited) {
  EXPECT_EQ(fault_of_write(GetParam(), armed(16), regs::Rml::kOffset, kBuffer + 15 * 4).found,
            "nothing wrong");
}

TEST_P(ReceiveOfChip, ResetTellsASenderThatWasStoppedToGo) {
  Bench bench(GetParam(), wait(), slow_link());
  symbols_for(bench, 56);

  bench.host_write(board::Control::kOffset, board::Control::kResetOnMask);
  bench.run(2000_cycles);
  bench.host_write(board::Control::kOffset, board::Control::kResetOffMask);
  bench.run(2000_cycles);

  ASSERT_EQ(bench.sent.symbols.size(), 2u);
  EXPECT_FALSE(bench.sent.symbols[1].stop);
}

}  // namespace
}  // namespace flybar::lanai
