#include "traces/sinks/waves/wires.h"

#include <array>

#include "testbenches/tests/sinks/bench.h"

namespace flybar {
namespace {

/// The changes of one signal as "ns value".
class Seen : public Sink {
 public:
  using Sink::on;
  explicit Seen(std::map<std::string, std::map<std::int64_t, std::uint64_t>>& changes)
      : changes_(changes) {}
  void on(const Change& it) override { changes_[tracks()[it.track].name][it.at / 1_ns] = it.value; }
  void close(Time) override {}

 private:
  std::map<std::string, std::map<std::int64_t, std::uint64_t>>& changes_;
};

using Changes = std::map<std::int64_t, std::uint64_t>;

/// A bus with a clock of 10 ns, and a cable of 5 ns to a switch.
class WiresTest : public testing::Test {
 protected:
  WiresTest() : wires_(std::make_unique<Seen>(changes_)) {
    master_ = wires_.declare({.name = "pci.card", .kind = TrackKind::kMaster, .period = 10_ns});
    link_ =
        wires_.declare({.name = "link", .kind = TrackKind::kLink, .delay = 5_ns, .buffered = true});
  }
  /// REQ# at 100 ns and FRAME# at 120 ns.
  BusTransfer transfer(Time end) const {
    return {.track = master_,
            .asked = 100_ns,
            .granted_until = end,
            .frame = 120_ns,
            .first_data = 160_ns,
            .interval = 10_ns,
            .end = end,
            .address = 0x1000,
            .data = {},
            .write = false,
            .claimed = true,
            .stopped = false};
  }

  std::map<std::string, Changes> changes_;
  Wires wires_;
  TrackId master_, link_;
};

constexpr std::array<std::uint8_t, 8> kData{1, 2, 3, 4, 5, 6, 7, 8};

TEST_F(WiresTest, ABurstOfTwoWords) {
  BusTransfer burst = transfer(170_ns);
  burst.data = kData;
  wires_.on(burst);

  EXPECT_EQ(changes_["pci.card.REQ#"], (Changes{{0, 1}, {100, 0}, {120, 1}}));
  EXPECT_EQ(changes_["pci.card.GNT#"], (Changes{{0, 1}, {110, 0}, {170, 1}}));
  EXPECT_EQ(changes_["pci.FRAME#"], (Changes{{0, 1}, {120, 0}, {160, 1}}));
  EXPECT_EQ(changes_["pci.IRDY#"], (Changes{{0, 1}, {130, 0}, {170, 1}}));
  EXPECT_EQ(changes_["pci.DEVSEL#"], (Changes{{0, 1}, {130, 0}, {170, 1}}));
  EXPECT_EQ(changes_["pci.TRDY#"][150], 0u);
  EXPECT_EQ(changes_["pci.TRDY#"][170], 1u);
  EXPECT_EQ(changes_["pci.AD"],
            (Changes{{0, 0}, {120, 0x1000}, {150, 0x04030201}, {160, 0x08070605}}));
  EXPECT_EQ(changes_["pci.C_BE#"], (Changes{{0, 0}, {120, 6}, {130, 0}}));
}

TEST_F(WiresTest, ADataPhaseOf64BitsHasTwoWords) {
  BusTransfer burst = transfer(160_ns);
  burst.data = kData;
  wires_.on(burst);

  EXPECT_EQ(changes_["pci.AD"], (Changes{{0, 0}, {120, 0x1000}, {150, 0x04030201}}));
  EXPECT_EQ(changes_["pci.AD_high"], (Changes{{0, 0}, {150, 0x08070605}}));
}

TEST_F(WiresTest, ARetryIsStopWithoutData) {
  BusTransfer retry = transfer(150_ns);
  retry.stopped = true;
  wires_.on(retry);

  EXPECT_EQ(changes_["pci.STOP#"], (Changes{{0, 1}, {130, 0}, {150, 1}}));
  EXPECT_EQ(changes_["pci.FRAME#"], (Changes{{0, 1}, {120, 0}, {140, 1}}));
  EXPECT_EQ(changes_["pci.TRDY#"], (Changes{{0, 1}}));
}

TEST_F(WiresTest, NobodyClaimsWhatTheMasterAborts) {
  BusTransfer abort = transfer(180_ns);
  abort.claimed = false;
  wires_.on(abort);

  EXPECT_EQ(changes_["pci.DEVSEL#"], (Changes{{0, 1}}));
  EXPECT_EQ(changes_["pci.FRAME#"], (Changes{{0, 1}, {120, 0}, {170, 1}}));
}

TEST_F(WiresTest, BytesPassALinkOneAfterTheOther) {
  wires_.on(ByteRun{link_, 10_ns, 2_ns, 3, std::span(kData).first(3)});

  EXPECT_EQ(changes_["link.byte"], (Changes{{0, 0}, {10, 1}, {12, 2}, {14, 3}}));
  EXPECT_EQ(changes_["link.valid"], (Changes{{0, 0}, {10, 1}, {16, 0}}));
}

/// The first byte has come at 10 + 5 + 2 ns.
TEST_F(WiresTest, TheSlackFillsAndDrains) {
  wires_.on(ByteRun{link_, 10_ns, 2_ns, 3, std::span(kData).first(3)});
  wires_.on(ByteRun{link_, 21_ns, 2_ns, 3, {}});
  wires_.close(50_ns);

  EXPECT_EQ(changes_["link.slack"], (Changes{{0, 0}, {17, 1}, {19, 2}, {21, 2}, {23, 1}, {25, 0}}));
}

}  // namespace
}  // namespace flybar
