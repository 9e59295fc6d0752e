/// What a firmware declares of its sends: does the chip promise it, and see that it is kept?
#include "models/lanai/image/send_gate.h"

#include "models/lanai/image/image.h"
#include "testbenches/tests/lanai/chip/bench.h"

namespace flybar::lanai {
namespace {

using namespace flybar::literals;

constexpr std::uint32_t kDoorbell = 0x3000;
constexpr std::uint32_t kPacket = 0x3100, kSlot = 0x3200;

SendGate gate(std::int64_t after_reset, std::int64_t after_host) {
  SendGate declared;
  declared.after_reset = after_reset;
  declared.after_host = after_host;
  declared.words = {{.first = kDoorbell, .stride = 4, .count = 1}};
  return declared;
}

struct GatedChip {
  GatedChip(Stepping stepping, const Program& p, const SendGate& declared, std::uint32_t word = 0)
      : bench(stepping, p) {
    image.text_end = p.end();
    image.sends = SendDistance(p.bytes());
    image.gate = declared;
    bench.chip.set_image(&image);
    bench.chip.sram().set_word(kDoorbell, word);
    bench.start();
  }
  /// Returns the clock in which the word is written.
  Time ring() {
    bench.host_write(board::kSramOffset + kDoorbell, 1);
    return bench.last.first_data - bench.clocks(1);
  }

  Image image;
  Bench bench;
};

/// Waits for the doorbell, then sends a word.
struct Waiter : Program {
  Waiter() {
    write(regs::Smp::kOffset, 0x2000);
    const Address loop = load(31, kDoorbell);
    word(0x00020000 | 31u << 23 | 31u << 18);  // + 0, which sets the flags
    word(0xE6000001 | loop);                   // back if it is zero
    nops(40);
    write(regs::Smlt::kOffset, 0x2000);
    stay();
  }
};

/// Clocks from the write of the doorbell to the store of Waiter, if the host begins after 500
/// clocks.
constexpr std::int64_t kToStore = 49;
/// Clocks from the end of a reset to the store of Starter.
constexpr std::int64_t kToStart = 45;

struct Starter : Program {
  Starter() {
    nops(40);
    write(regs::Smp::kOffset, 0x2000);
    write(regs::Smlt::kOffset, 0x2000);
    stay();
  }
};

class SendGateOfAChip : public BothSteppings {
 protected:
  Fault ring_with(std::int64_t after_host) const {
    GatedChip on(GetParam(), Waiter(), gate(1, after_host));
    on.bench.run(500_cycles);
    on.ring();
    return fault_of([&] { on.bench.run(100_cycles); });
  }
  Fault start_with(std::int64_t after_reset) const {
    GatedChip on(GetParam(), Starter(), gate(after_reset, 1), 1);
    return fault_of([&] { on.bench.run(100_cycles); });
  }
};
FLYBAR_BOTH_STEPPINGS(SendGateOfAChip);

TEST_P(SendGateOfAChip, AllowsASendAfterTheDeclaredClocks) {
  EXPECT_EQ(ring_with(kToStore).found, "nothing wrong");
}

TEST_P(SendGateOfAChip, RefusesASendAClockSooner) {
  const Fault fault = ring_with(kToStore + 1);
  EXPECT_EQ(fault.found, "a send starts too soon after the host has asked for it");
  EXPECT_EQ(fault.allowed, "50 clocks after the host's write or later, as the firmware declares");
}

TEST_P(SendGateOfAChip, AllowsASendAfterTheDeclaredClocksOfAReset) {
  EXPECT_EQ(start_with(kToStart).found, "nothing wrong");
}

TEST_P(SendGateOfAChip, RefusesASendAClockTooSoonAfterAReset) {
  EXPECT_EQ(start_with(kToStart + 1).found, "a send starts too soon after a reset");
}

TEST_P(SendGateOfAChip, RefusesASendThatTheHostHasNotAskedFor) {
  Program p;
  p.write(regs::Smp::kOffset, 0x2000);
  p.nops(40);
  p.set(5, 1);
  p.store(5, kDoorbell);
  p.write(regs::Smlt::kOffset, 0x2000);
  p.stay();
  GatedChip on(GetParam(), p, gate(1, 1));
  on.bench.run(20_cycles);

  const Fault fault = fault_of([&] { on.bench.run(100_cycles); });
  EXPECT_EQ(fault.found, "a send starts though the firmware has declared that none does");
}

TEST(SendGateGuarantee, LastsAsLongBehindTheDoorbellAsTheFirstByte) {
  GatedChip on(Stepping::kFast, Waiter(), gate(1, kToStore));
  on.image.gate.after_reset = 500;
  on.bench.run(500_cycles);
  const Time now = on.bench.now();
  const Time silent = on.bench.chip.byte_guarantee(now);
  const Time rung = on.ring();
  on.bench.run(100_cycles);

  EXPECT_EQ(on.bench.sent.times.at(0), silent + (rung - now));
}

TEST(SendGateGuarantee, GoesOnWhenTheHostHasAsked) {
  GatedChip on(Stepping::kFast, Waiter(), gate(1000, 200));
  on.bench.run(500_cycles);
  const Time rung = on.ring();
  on.bench.run(10_cycles);

  EXPECT_EQ(on.bench.chip.byte_guarantee(on.bench.now()), rung + on.bench.clocks(202));
}

TEST(SendGateGuarantee, CountsWithAResetByTheHost) {
  GatedChip on(Stepping::kFast, Waiter(), gate(30, 45));
  on.bench.run(500_cycles);

  EXPECT_EQ(on.bench.chip.byte_guarantee(on.bench.now()), on.bench.now() + on.bench.clocks(32));
}

/// A packet of 4000 bytes, 400 of which are said to be given to the engine, and 396 of them last.
class SendGateTail : public testing::Test {
 protected:
  SendGateTail() : on(Stepping::kFast, program(), gate(0, 1), 1) {
    on.bench.chip.sram().set_word(kPacket, kSlot);
    on.bench.chip.sram().set_word(kSlot + 8, 4000);
    on.bench.chip.sram().set_word(kSlot + 12, 400);
    on.bench.run(60_cycles);
    on.image.gate.after_reset = 10000;
  }
  static Program program() {
    Program p;
    p.write(regs::Smp::kOffset, 0x2000);
    p.write(regs::Sml::kOffset, 0x2000 + 392);
    p.nops(250);
    p.write(regs::Smlt::kOffset, 0x2000 + 400);
    p.stay();
    return p;
  }
  Time tail_declared(std::int64_t after_reset) {
    on.image.gate.after_reset = after_reset;
    on.image.gate.packet = kPacket;
    on.image.gate.packet_length = 8;
    on.image.gate.packet_sent = 12;
    return tail();
  }
  Time tail() { return on.bench.chip.guarantee(on.bench.chip.time(), {}).envelope.value().tail; }
  GatedChip on;
};

TEST_F(SendGateTail, CountsTheWordsThatTheEngineHasNotBeenGiven) {
  const Time word = ChipParams().byte_time * 4;
  on.image.gate.after_reset = 0;  // then only what the engine has counts
  const Time before = tail();
  EXPECT_EQ(tail_declared(10000), before + word * ((4000 - 400 - 396) / 4));
}

TEST_F(SendGateTail, MayComeSoonerAfterAReset) {
  EXPECT_EQ(tail_declared(300), on.bench.chip.time() + on.bench.clocks(300));
}

TEST_F(SendGateTail, IsNotDeclaredByAPointerThatLeadsNowhere) {
  const Time before = tail();
  on.bench.chip.sram().set_word(kPacket, 0xFFFFFFF0);
  EXPECT_EQ(tail_declared(10000), before);
}

}  // namespace
}  // namespace flybar::lanai
