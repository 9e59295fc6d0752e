/// What observers are told a CPU does, in the lanes of its levels.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "testbenches/tests/host/host_bench.h"
#include "testbenches/tests/named_tracks.h"

namespace flybar::host {
namespace {

using Lines = std::vector<std::string>;

/// "label begin..end", in us, of each track.
struct Lanes : NamedTracks {
  using Observer::on;
  void on(const Activity& it) override {
    told[names[it.track]].push_back(std::string(it.label) + " " +
                                    std::to_string(it.begin / Time::us(1)) + ".." +
                                    std::to_string(it.end / Time::us(1)));
    if (it.label.find("interrupt of") == std::string_view::npos)
      sums[names[it.track]] += length(it);
  }
  static Time length(const Activity& it) { return it.end - it.begin; }
  std::map<std::string, Lines> told;
  std::map<std::string, Time> sums;
};

/// A software interrupt takes 3 us to begin and works for 10; a device's takes 1 to be noticed, 5
/// to begin, works for 1 and takes 2 to end.
class CpuLanesTest : public HostBench {
 protected:
  CpuLanesTest() {
    params.soft_interrupt = 3_us;
    watched =
        std::make_unique<Cpu>("watched", params, Cpu::Parts{agenda, kernel, pio, memory, lanes});
    line = &watched->add_device("card", [this](Cpu& c) {
      line->lower(kernel_time());
      c.spend(1_us, kWork);
    });
    watched->soft_interrupt().handle([](Cpu& c) { c.spend(10_us, kWork); });
  }
  void soft_interrupt_at(Time when) {
    events.push_back(std::make_unique<At>(
        agenda, when, [this](Time now) { watched->soft_interrupt().request(now); }));
  }
  void interrupt_at(Time when) {
    events.push_back(std::make_unique<At>(agenda, when, [this](Time now) { line->raise(now); }));
  }
  Lines& lane(const std::string& level) { return lanes.told["host.watched" + level]; }

  Lanes lanes;
  std::unique_ptr<Cpu> watched;
  InterruptLine* line = nullptr;
  std::vector<std::unique_ptr<At>> events;
};

TEST_F(CpuLanesTest, WorkOutsideTheKernelHasALaneOfItsOwn) {
  watched->add_process([](Cpu& c) {
    c.spend(4_us, kUserWork);
    c.spend(3_us, kWork);
  });

  run();

  EXPECT_EQ(lane(".user"), Lines{"work outside the kernel 0..4"});
  EXPECT_EQ(lane(".kernel"), Lines{"work 4..7"});
  EXPECT_EQ(lane(""), Lines{"process 0..7"});
}

TEST_F(CpuLanesTest, EachLevelPausesWhileTheOneAboveHasTheCpu) {
  watched->add_process([](Cpu& c) { c.spend(30_us, kWork); });
  soft_interrupt_at(10_us);
  interrupt_at(14_us);

  run();

  EXPECT_EQ(lane(".kernel"), (Lines{"work 0..10", "work 31..51"}));
  EXPECT_EQ(lane(".soft_interrupt"), (Lines{"software interrupt 10..13", "work 13..15",
                                            "work 23..31", "software interrupt 10..31"}));
  EXPECT_EQ(lane(".interrupt"), (Lines{"interrupt entry 15..20", "work 20..21",
                                       "interrupt exit 21..23", "interrupt of card 15..23"}));
}

TEST_F(CpuLanesTest, APollIsTheUsersAndItsReadsArePartOfIt) {
  watched->add_process([this](Cpu& c) {
    c.poll_pio(
        0, [](std::uint32_t word) { return word == 1; }, params.poll, 20_us);
  });
  interrupt_at(5_us);

  run();

  ASSERT_EQ(lane(".user").size(), 2u);
  EXPECT_EQ(lane(".user").front().substr(0, 9), "poll 0..6");
  EXPECT_TRUE(lane(".kernel").empty());
}

TEST_F(CpuLanesTest, LanesAddUpToTheSharesOfTheCpu) {
  watched->add_process([](Cpu& c) {
    for (int i = 0; i < 20; ++i) c.spend(7_us, i % 2 == 0 ? kUserWork : kWork);
  });
  for (std::int64_t n = 1; n < 9; ++n) interrupt_at(23_us * n);

  run();

  const CpuUse& use = watched->use();
  EXPECT_EQ(lanes.sums["host.watched.user"], use.share(Share::kUser));
  EXPECT_EQ(lanes.sums["host.watched.kernel"], use.share(Share::kSystem));
  EXPECT_EQ(lanes.sums["host.watched.interrupt"], use.share(Share::kInterrupt));
}

}  // namespace
}  // namespace flybar::host
