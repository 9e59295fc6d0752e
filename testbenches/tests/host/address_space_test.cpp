#include "models/host/paging/address_space.h"

#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

using Access = AddressSpace::Access;

/// A fault takes 8 us, a change of the page table 1 us; 100 bytes are read in 500 ns and written in
/// 1 us.
class AddressSpaceTest : public HostBench {
 protected:
  static HostParams paging_params() {
    HostParams paging = bench_params();
    paging.read_rate = Rate::mb_per_s(200);
    paging.write_rate = Rate::mb_per_s(100);
    return paging;
  }
  void map_at_fault(Access access) {
    space.set_pager([this, access](const AddressSpace::PageFault& fault) {
      if (fault.mapped) return space.protect(fault.page, access);
      space.map(fault.page, frame, access);
    });
  }

  /// When 4 us of work end, begun at 0. Half of the kernel's time is memory time, and a device
  /// writes a word in the middle.
  Time end_of_disturbed_work(const Label& work) {
    HostParams half = params;
    half.memory_share = 0.5;
    Cpu other_cpu("other", half, {agenda, kernel, pio, memory});
    const Physical other = memory.frames.allocate();
    memory.frames.lend(other, 8_KB, FrameState::kReceiving);
    At write(agenda, 2_us, [&](Time now) { device_writes(other, 1, now); });
    Time end;
    other_cpu.add_process([&](Cpu& c) {
      c.spend(4_us, work);
      c.sync();
      end = kernel_time();
    });
    run();
    return end;
  }

  Cpu cpu{"other", paging_params(), {agenda, kernel, pio, memory}};
  InterruptLine& nic_line = cpu.add_device("nic");
  AddressSpace space{"space", cpu};
  Physical frame = memory.frames.allocate();
};

TEST_F(AddressSpaceTest, TouchingAMappedPageTakesUserTime) {
  cpu.add_process([&](Cpu& c) {
    space.map(5, frame, Access::kWrite);
    EXPECT_EQ(space.touch(5, 8_B, 100_B, Access::kRead), frame + 8);
    space.touch(5, 8_B, 100_B, Access::kWrite);
    c.sync();
    EXPECT_EQ(kernel_time(), 1_us + 500_ns + 1_us);
  });

  run();

  EXPECT_EQ(cpu.use().share(Share::kUser), 1500_ns);
  EXPECT_EQ(space.faults(), 0);
}

TEST_F(AddressSpaceTest, AnUnmappedPageFaultsOnce) {
  map_at_fault(Access::kRead);
  cpu.add_process([&](Cpu& c) {
    space.touch(5, 0_B, 100_B, Access::kRead);
    space.touch(5, 0_B, 100_B, Access::kRead);
    c.sync();
    EXPECT_EQ(kernel_time(), 8_us + 1_us + 500_ns + 500_ns);
  });

  run();

  EXPECT_EQ(space.faults(), 1);
}

TEST_F(AddressSpaceTest, WritingAPageThatIsMappedForReadingFaults) {
  map_at_fault(Access::kWrite);
  cpu.add_process([&](Cpu&) {
    space.map(5, frame, Access::kRead);
    space.touch(5, 0_B, 4_B, Access::kWrite);
  });

  run();

  EXPECT_EQ(space.faults(), 1);
}

TEST_F(AddressSpaceTest, ThePagerMayBlock) {
  space.set_pager([&](const AddressSpace::PageFault& fault) {
    cpu.sleep(1_ms);
    space.map(fault.page, frame, Access::kRead);
  });
  cpu.add_process([&](Cpu&) {
    space.touch(5, 0_B, 4_B, Access::kRead);
    EXPECT_EQ(kernel_time(), 8_us + 1_ms + 1_us + 20_ns);
  });

  run();
}

/// The touch takes 5 us, beginning at 1 us.
TEST_F(AddressSpaceTest, APageThatIsTakenAwayWhileItIsTouchedFaultsAgain) {
  map_at_fault(Access::kRead);
  const auto take_away = [&](Cpu& c) {
    c.sleep(3_us);
    space.unmap(5);
  };
  cpu.add_process("pageout", take_away, Role::kServer);
  cpu.add_process([&](Cpu&) {
    space.map(5, frame, Access::kRead);
    EXPECT_EQ(space.touch(5, 8_B, 1000_B, Access::kRead), frame + 8);
    EXPECT_NE(space.find(5), nullptr);
  });

  run();

  EXPECT_EQ(space.faults(), 1);
}

TEST_F(AddressSpaceTest, AccessesAreRememberedUntilCleared) {
  cpu.add_process([&](Cpu&) {
    space.map(5, frame, Access::kWrite);
    EXPECT_FALSE(space.find(5)->referenced);
    space.touch(5, 0_B, 4_B, Access::kRead);
    EXPECT_TRUE(space.find(5)->referenced);
    EXPECT_FALSE(space.find(5)->dirty);
    space.find(5)->referenced = false;
    space.touch(5, 0_B, 4_B, Access::kWrite);
    const PageEntry entry = space.unmap(5);
    EXPECT_TRUE(entry.referenced);
    EXPECT_TRUE(entry.dirty);
    EXPECT_EQ(space.find(5), nullptr);
  });

  run();
}

TEST_F(AddressSpaceTest, WithoutPagerAFaultIsReported) {
  cpu.add_process(
      [&](Cpu&) { EXPECT_THROW(space.touch(5, 0_B, 4_B, Access::kRead), SimulationError); });

  run();
}

TEST_F(AddressSpaceTest, MappingTwiceAndUnmappingNothingAreReported) {
  cpu.add_process([&](Cpu&) {
    space.map(5, frame, Access::kRead);
    EXPECT_THROW(space.map(5, frame, Access::kRead), SimulationError);
    EXPECT_THROW(space.unmap(6), SimulationError);
    EXPECT_THROW(space.protect(6, Access::kRead), SimulationError);
  });

  run();
}

TEST_F(AddressSpaceTest, ATouchEndsWithItsPage) {
  cpu.add_process([&](Cpu&) {
    space.map(5, frame, Access::kRead);
    EXPECT_NO_THROW(space.touch(5, 8_B, 8184_B, Access::kRead));
    EXPECT_THROW(space.touch(5, 9_B, 8184_B, Access::kRead), SimulationError);
  });

  run();
}

TEST_F(AddressSpaceTest, TouchingIsSlowerWhileDevicesUseTheMemory) {
  const Physical other = memory.frames.allocate();
  memory.frames.lend(other, 8_KB, FrameState::kReceiving);
  At write(agenda, 2_us, [&](Time now) { device_writes(other, 1, now); });
  cpu.add_process([&](Cpu& c) {
    space.map(5, frame, Access::kRead);
    space.touch(5, 0_B, 1000_B, Access::kRead);
    c.sync();
    EXPECT_EQ(kernel_time(), 1_us + 5_us + 4 * params.dma_byte_cost);
  });

  run();
}

/// Entry, handler and exit take 7 us, beginning at 2 us.
TEST_F(AddressSpaceTest, TouchingIsNotSlowedByWhatDevicesDoWhileItIsInterrupted) {
  const Physical other = memory.frames.allocate();
  memory.frames.lend(other, 8_KB, FrameState::kReceiving);
  cpu.on_interrupt(nic_line, [&](Cpu&) { nic_line.lower(kernel_time()); });
  At raise(agenda, 1_us, [&](Time now) { nic_line.raise(now); });
  At write(agenda, 3_us, [&](Time now) { device_writes(other, 1, now); });
  cpu.add_process([&](Cpu& c) {
    space.map(5, frame, Access::kRead);
    space.touch(5, 0_B, 1000_B, Access::kRead);
    c.sync();
    EXPECT_EQ(kernel_time(), 1_us + 5_us + 7_us);
  });

  run();
}

TEST_F(AddressSpaceTest, TouchingIsSlowerWhileDevicesReadTheMemoryAndThatIsCounted) {
  const Physical other = memory.frames.allocate();
  memory.frames.lend(other, 8_KB, FrameState::kSending);
  std::array<std::uint8_t, 4> data{};
  At read(agenda, 2_us, [&](Time now) { dma(tlm::TLM_READ_COMMAND, other, data, now); });
  cpu.add_process([&](Cpu& c) {
    space.map(5, frame, Access::kRead);
    space.touch(5, 0_B, 1000_B, Access::kRead);
    c.sync();
    EXPECT_EQ(kernel_time(), 1_us + 5_us + 4 * params.dma_byte_cost);
    EXPECT_EQ(cpu.use().share(Share::kUser), 5_us + 4 * params.dma_byte_cost);
  });

  run();
}

TEST_F(AddressSpaceTest, TheMemoryShareOfTheKernelsTimeIsStretchedByDevices) {
  EXPECT_EQ(end_of_disturbed_work(kWork), 4_us + 2 * params.dma_byte_cost);
}

TEST_F(AddressSpaceTest, WorkOutsideTheKernelIsNotStretched) {
  EXPECT_EQ(end_of_disturbed_work(kUserWork), 4_us);
}

}  // namespace
}  // namespace flybar::host
