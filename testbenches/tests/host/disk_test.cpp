#include "models/host/paging/disk.h"

#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

/// Access 10 ms, transfer of a block of 8 KB 1.024 ms; the driver takes 3 us to start and 2 us to
/// complete, an interrupt 1 us of latency, 5 us of entry and 2 us of exit.
class DiskTest : public HostBench {
 protected:
  static DiskParams disk_params() {
    DiskParams disk;
    disk.access = 10_ms;
    disk.rate = Rate::mb_per_s(8);
    disk.start = 3_us;
    disk.complete = 2_us;
    return disk;
  }
  static constexpr Time kTransfer = 1024_us;
  static constexpr Time kInterrupt = 8_us;  ///< until the completion is called

  void fill(Physical at, std::uint8_t value) {
    for (std::uint8_t& byte : memory.edit(at)) byte = value;
  }
  std::uint8_t first(Physical at) const { return memory.view(at)[0]; }

  Disk disk{"disk", disk_params(), cpu, agenda};
  Physical frame = memory.frames.allocate();
  Physical other = memory.frames.allocate();
};

TEST_F(DiskTest, ReadingTakesAccessAndTransferAndItsDriver) {
  cpu.add_process([&](Cpu& c) {
    disk.read(c, 7, frame);
    EXPECT_EQ(kernel_time(), 3_us + 10_ms + kTransfer + kInterrupt + 2_us);
  });

  run();

  EXPECT_EQ(disk.use().busy, 10_ms + kTransfer);
}

TEST_F(DiskTest, TheBlockThatFollowsNeedsNoAccess) {
  Time begin;
  cpu.add_process([&](Cpu& c) {
    disk.read(c, 7, frame);
    begin = kernel_time();
    disk.read(c, 8, frame);
    EXPECT_EQ(kernel_time() - begin, 3_us + kTransfer + kInterrupt + 2_us);
    begin = kernel_time();
    disk.read(c, 8, frame);
    EXPECT_GT(kernel_time() - begin, 10_ms);
  });

  run();

  EXPECT_EQ(disk.use().sequential, 1);
}

TEST_F(DiskTest, WhatWasWrittenIsRead) {
  cpu.add_process([&](Cpu& c) {
    fill(frame, 9);
    disk.write(c, 7, frame);
    disk.read(c, 7, other);
    EXPECT_EQ(first(other), 9);
    disk.read(c, 8, other);
    EXPECT_EQ(first(other), 0);
  });

  run();
}

TEST_F(DiskTest, BlocksThatWereNotWrittenHoldWhatTheOwnerSays) {
  disk.set_contents([](Block block, std::span<std::uint8_t> data) {
    data[0] = static_cast<std::uint8_t>(block);
  });
  cpu.add_process([&](Cpu& c) {
    disk.read(c, 7, frame);
    EXPECT_EQ(first(frame), 7);
  });

  run();
}

TEST_F(DiskTest, RequestsAreServedInTheirOrder) {
  std::vector<int> done;
  cpu.add_process([&](Cpu& c) {
    fill(frame, 9);
    disk.start_write(c, 7, frame, [&] { done.push_back(1); });
    disk.start_read(c, 7, other, [&] { done.push_back(2); });
    EXPECT_EQ(disk.backlog(), 2u);
  });

  run();

  EXPECT_EQ(done, (std::vector<int>{1, 2}));
  EXPECT_EQ(first(other), 9);
  EXPECT_EQ(disk.use().queued, 10_ms + kTransfer - 3_us);
}

TEST_F(DiskTest, TheCpuIsFreeMeanwhile) {
  cpu.add_process([&](Cpu& c) { disk.read(c, 7, frame); });
  cpu.add_process([&](Cpu& c) {
    c.spend(5_ms, kWork);
    c.sync();
    EXPECT_EQ(kernel_time(), 3_us + 5_ms);
  });

  run();

  EXPECT_EQ(cpu.use().share(Share::kInterrupt), 5_us + 2_us + 2_us);
}

TEST_F(DiskTest, WhatIsLeftOfARequestDoesNotCountYet) {
  cpu.add_process([&](Cpu& c) { disk.read(c, 7, frame); });
  cpu.add_process([&](Cpu& c) {
    c.spend(5_ms, kWork);
    c.sync();
    EXPECT_EQ(disk.busy_before(kernel_time()), 5_ms);
    EXPECT_EQ(disk.busy_before(3_us), Time());
    EXPECT_EQ(disk.busy_before(1000_ms), 10_ms + kTransfer);
  });

  run();
}

TEST_F(DiskTest, TheFrameIsTheDisksUntilTheTransferEnds) {
  cpu.add_process([&](Cpu& c) {
    disk.start_write(c, 7, frame, nullptr);
    EXPECT_THROW(memory.edit(frame), SimulationError);
    disk.start_read(c, 8, other, nullptr);
    EXPECT_THROW(memory.frames.free(other), SimulationError);
    c.sleep(40_ms);
    EXPECT_NO_THROW(memory.edit(frame));
    EXPECT_NO_THROW(memory.frames.free(other));
  });

  run();
}

TEST_F(DiskTest, ReadingIntoAFrameThatIsInUseIsReported) {
  cpu.add_process([&](Cpu& c) {
    disk.start_read(c, 7, frame, nullptr);
    EXPECT_THROW(disk.start_read(c, 8, frame, nullptr), SimulationError);
  });

  run();
}

TEST_F(DiskTest, AnAddressWithinAFrameIsReported) {
  cpu.add_process([&](Cpu& c) { EXPECT_THROW(disk.read(c, 7, frame + 4), SimulationError); });

  run();
}

TEST_F(DiskTest, AHandlerMayStartTheNextTransfer) {
  bool done = false;
  cpu.add_process([&](Cpu& c) {
    disk.start_read(c, 7, frame, [&] { disk.start_read(cpu, 8, other, [&] { done = true; }); });
  });

  run();

  EXPECT_TRUE(done);
}

TEST_F(DiskTest, TheFirstBlockOfAllNeedsAnAccess) {
  cpu.add_process([&](Cpu& c) { disk.read(c, 0, frame); });

  run();

  EXPECT_EQ(disk.use().busy, 10_ms + kTransfer);
}

}  // namespace
}  // namespace flybar::host
