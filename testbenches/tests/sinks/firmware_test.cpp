#include <algorithm>
#include <random>

#include "testbenches/tests/sinks/bench.h"
#include "traces/sinks/firmware/firmware.h"
#include "traces/sinks/stages/owners.h"

namespace flybar {
namespace {

using Lines = std::vector<std::string>;

/// Keeps activities as "track label begin..end message", times in ns.
class Kept : public Sink {
 public:
  explicit Kept(Lines& texts) : texts_(texts) {}
  using Sink::on;
  void on(const Activity& it) override {
    texts_.push_back(tracks()[it.track].name + " " + std::string(it.label) + " " +
                     std::to_string(it.begin / 1_ns) + ".." + std::to_string(it.end / 1_ns) + " " +
                     std::to_string(it.message));
  }
  void close(Time) override {}

 private:
  Lines& texts_;
};

/// Functions of 16 bytes, "f0", "f1" and so on; "step" is inlined from their byte 8 on, and from 12
/// on what reads a register.
SourceLocation locate(std::string_view, std::uint32_t pc) {
  const std::uint32_t offset = pc % 16;
  SourceLocation at{
      std::string("f").append(std::to_string(pc / 16)), "main.c", "main.c", 1, offset, {}};
  if (offset >= 8) at.inlined.push_back({"step", "firmware/in.h", "main.c", 1, pc});
  if (offset >= 12)
    at.inlined.push_back({"lanai_read", "firmware/common/lanai.h", "firmware/in.h", 1, pc});
  return at;
}

class FirmwareTest : public testing::Test {
 protected:
  FirmwareTest() : firmware_(std::make_unique<Kept>(texts_), locate) {
    cpu_ = firmware_.declare(
        {.name = "node0.lanai.cpu", .kind = TrackKind::kProgram, .period = 10_ns});
  }
  void retire(std::uint64_t cycle, std::uint32_t pc, std::uint32_t cycles = 1,
              std::uint64_t times = 1, std::uint64_t period = 0) {
    firmware_.on(Retired{cpu_, cycle, pc, 0, cycles, times, period});
  }
  Lines close() {
    firmware_.close(1_ms);
    return texts_;
  }

  Lines texts_;
  Firmware firmware_;
  TrackId cpu_;
};

TEST_F(FirmwareTest, AStretchInOneFunctionIsASlice) {
  retire(0, 0x00);
  retire(3, 0x04, 3);
  retire(4, 0x10);

  EXPECT_EQ(close(),
            (Lines{"node0.lanai.firmware f0 0..40 0", "node0.lanai.firmware f1 40..50 0"}));
}

TEST_F(FirmwareTest, WhatIsInlinedHasItsOwnName) {
  retire(0, 0x04);
  retire(1, 0x08);

  EXPECT_EQ(close().back(), "node0.lanai.firmware step 10..20 0");
}

TEST_F(FirmwareTest, WhatAllFirmwareSharesCountsAsItsCaller) {
  retire(0, 0x08);
  retire(1, 0x0C);

  EXPECT_EQ(close(), Lines{"node0.lanai.firmware step 0..20 0"});
}

TEST_F(FirmwareTest, LapsThatRepeatAreOneLoop) {
  for (std::uint64_t lap = 0; lap < 5; ++lap) {
    retire(2 * lap, 0x00);
    retire(2 * lap + 1, 0x10);
  }
  retire(10, 0x20);

  EXPECT_EQ(close(),
            (Lines{"node0.lanai.firmware waits 0..100 0", "node0.lanai.firmware f2 100..110 0"}));
}

/// Random walks through functions with waiting loops in between: once told clock by clock, once
/// with each loop told as a whole. The end of the run cuts the last loop.
TEST(FirmwareLoops, LookTheSameHoweverTheyAreTold) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Lines single, whole;
    Firmware one_by_one(std::make_unique<Kept>(single), locate);
    Firmware in_laps(std::make_unique<Kept>(whole), locate);
    const Track cpu{.name = "node0.lanai.cpu", .kind = TrackKind::kProgram, .period = 10_ns};
    one_by_one.declare(cpu), in_laps.declare(cpu);
    std::uint64_t cycle = 0;
    for (int stretch = 0; stretch < 12; ++stretch) {
      const std::uint64_t steps = 1 + random() % 6, laps = stretch % 2 ? 1 + random() % 40 : 1;
      const std::uint64_t cut = stretch == 11 ? random() % steps : 0;
      std::vector<Retired> lap;
      for (std::uint64_t i = 0; i < steps; ++i)
        lap.push_back(
            {0, cycle + i, static_cast<std::uint32_t>(random() % 3 * 16), 0, 1, laps, steps});
      for (std::uint64_t n = 0; n < laps * steps + cut; ++n) {
        Retired step = lap[n % steps];
        step.cycle = cycle + n, step.times = 1, step.period = 0;
        one_by_one.on(step);
        if (laps == 1 && stretch != 11) in_laps.on(step);
      }
      for (std::uint64_t i = 0; i < steps && (laps > 1 || stretch == 11); ++i) {
        lap[i].times += i < cut;
        in_laps.on(lap[i]);
      }
      cycle += laps * steps + cut;
    }
    one_by_one.close(1_ms), in_laps.close(1_ms);
    ASSERT_EQ(single, whole);
  }
}

class OwnersTest : public testing::Test {
 protected:
  OwnersTest() : owners_(std::make_unique<Kept>(texts_)) {
    const std::vector<Lane> moves = {Lane::kReadsHost, Lane::kSends};
    bus_ = owners_.declare({.name = "node0.bus.card", .part_of = {"node0.card", moves}});
    dma_ = owners_.declare({.name = "node0.card.dma", .lanes = {{Lane::kReadsHost, "read"}}});
    other_ = owners_.declare({.name = "node1.card.dma", .lanes = {{Lane::kReadsHost, "read"}}});
    firmware_ =
        owners_.declare({.name = "node0.card.program", .part_of = {"node0.card", moves, true}});
  }
  Lines texts_;
  Owners owners_;
  TrackId bus_, dma_, other_, firmware_;
};

TEST_F(OwnersTest, ABurstBelongsToTheMessageOfItsDma) {
  owners_.on(Activity{bus_, 1_ns, 2_ns, "read", 0, 64});
  owners_.on(Activity{bus_, 5_ns, 6_ns, "read", 0, 64});
  owners_.on(Activity{dma_, 4_ns, 7_ns, "read", 9, 64});
  owners_.close(9_ns);

  EXPECT_EQ(texts_, (Lines{"node0.bus.card read 5..6 9", "node0.card.dma read 4..7 9",
                           "node0.bus.card read 1..2 0"}));
}

TEST_F(OwnersTest, FirmwareThatStartsADmaWorksForItsMessage) {
  owners_.on(Activity{firmware_, 1_ns, 3_ns, "before", 0, 0});
  owners_.on(Activity{firmware_, 3_ns, 6_ns, "send", 0, 0});
  owners_.on(Activity{firmware_, 6_ns, 8_ns, "after", 0, 0});
  owners_.on(Activity{dma_, 6_ns, 9_ns, "read", 9, 64});
  owners_.close(9_ns);

  EXPECT_EQ(texts_, (Lines{"node0.card.program send 3..6 9", "node0.card.dma read 6..9 9",
                           "node0.card.program before 1..3 0", "node0.card.program after 6..8 0"}));
}

TEST_F(OwnersTest, WhatACpuDoesDuringACallThatSendsIsForItsMessage) {
  const TrackId send = owners_.declare(call_track("node0.host.send"));
  const TrackId kernel =
      owners_.declare({.name = "node0.host.cpu.kernel", .part_of = {"node0.host", {Lane::kCalls}}});
  owners_.on(Activity{kernel, 1_ns, 3_ns, "before", 0, 0});
  owners_.on(Activity{kernel, 3_ns, 6_ns, "library", 0, 0});
  owners_.on(Activity{send, 3_ns, 7_ns, "send", 9, 64});
  owners_.close(9_ns);

  EXPECT_EQ(texts_, (Lines{"node0.host.cpu.kernel library 3..6 9", "node0.host.send send 3..7 9",
                           "node0.host.cpu.kernel before 1..3 0"}));
}

TEST_F(OwnersTest, APartThatIsToldAfterItsWholeIsItsToo) {
  owners_.on(Activity{dma_, 4_ns, 7_ns, "read", 9, 64});
  owners_.on(Activity{bus_, 5_ns, 6_ns, "read", 0, 64});
  owners_.on(Activity{bus_, 7_ns, 8_ns, "read", 0, 64});
  owners_.close(9_ns);

  EXPECT_EQ(texts_, (Lines{"node0.card.dma read 4..7 9", "node0.bus.card read 5..6 9",
                           "node0.bus.card read 7..8 0"}));
}

TEST_F(OwnersTest, ATrackBelongsToNoOtherLanesThanItDeclares) {
  const TrackId out = owners_.declare({.name = "node0.card.out", .lanes = {{Lane::kReceives, ""}}});
  owners_.on(Activity{bus_, 5_ns, 6_ns, "read", 0, 64});
  owners_.on(Activity{out, 4_ns, 7_ns, "receive", 9, 64});
  owners_.close(9_ns);

  EXPECT_EQ(texts_.back(), "node0.bus.card read 5..6 0");
}

TEST_F(OwnersTest, APartOfAnotherNameThatBeginsAlikeIsAnother) {
  const TrackId second =
      owners_.declare({.name = "node0.card2.dma", .lanes = {{Lane::kReadsHost, "read"}}});
  owners_.on(Activity{bus_, 5_ns, 6_ns, "read", 0, 64});
  owners_.on(Activity{second, 4_ns, 7_ns, "read", 9, 64});
  owners_.close(9_ns);

  EXPECT_EQ(texts_.back(), "node0.bus.card read 5..6 0");
}

TEST_F(OwnersTest, NothingBelongsToAnotherNode) {
  owners_.on(Activity{bus_, 5_ns, 6_ns, "read", 0, 64});
  owners_.on(Activity{other_, 4_ns, 7_ns, "read", 9, 64});
  owners_.close(9_ns);

  EXPECT_EQ(texts_.back(), "node0.bus.card read 5..6 0");
}

}  // namespace
}  // namespace flybar
