#include "models/host/memory/memory.h"

#include <algorithm>

#include "models/common/error.h"
#include "testbenches/tests/host/host_bench.h"

namespace flybar::host {
namespace {

class MemoryTest : public HostBench {
 protected:
  Physical page = memory.frames.allocate();
  std::array<std::uint8_t, 64> data{};
};

TEST_F(MemoryTest, UntouchedMemoryReadsAsZeros) {
  data.fill(1);

  memory.read(page, data);

  EXPECT_EQ(data, (std::array<std::uint8_t, 64>{}));
}

TEST_F(MemoryTest, APlacedFrameIsWhatTheProgramHas) {
  std::vector<std::uint8_t> program(8192);
  memory.place(page, program);
  program[7] = 9;

  EXPECT_EQ(memory.word(page + 4), 9u);
  memory.write_word(page + 8, 0x01000000);
  EXPECT_EQ(program[8], 1);
}

TEST_F(MemoryTest, AFrameInUseIsNotPlaced) {
  std::vector<std::uint8_t> program(8192);
  memory.write_word(page, 1);

  EXPECT_THROW(memory.place(page, program), SimulationError);
}

TEST_F(MemoryTest, ADeviceReadsAFrameThatIsBeingSent) {
  memory.write_word(page + 8, 0x01020304);
  memory.frames.lend(page, 8_KB, FrameState::kSending);

  dma(tlm::TLM_READ_COMMAND, page, data, Time());

  EXPECT_EQ(data[11], 4);
}

class MemoryOfADebugger : public MemoryTest {
 protected:
  unsigned debug(tlm::tlm_command command, std::uint64_t address) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    return bridge.memory->transport_dbg(payload);
  }
};

TEST_F(MemoryOfADebugger, IsReadWhoeverHasTheFrame) {
  memory.write_word(page + 8, 0x01020304);

  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, page), data.size());
  EXPECT_EQ(data[11], 4);
}

TEST_F(MemoryOfADebugger, IsWrittenWhoeverHasTheFrameAndIsNoTraffic) {
  memory.frames.lend(page, 8_KB, FrameState::kSending);
  data[11] = 4;

  EXPECT_EQ(debug(tlm::TLM_WRITE_COMMAND, page), data.size());
  EXPECT_EQ(memory.word(page + 8), 4u);
  EXPECT_EQ(memory.traffic(), Bytes());
}

TEST_F(MemoryOfADebugger, EndsWhereMemoryEnds) {
  const auto end = static_cast<std::uint64_t>(params.memory.count);

  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, end - 64), 64u);
  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, end - 63), 0u);
  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, 0x100000000), 0u);
}

TEST_F(MemoryTest, ADeviceMustNotReadAFrameThatWasNotHandedOut) {
  EXPECT_THROW(dma(tlm::TLM_READ_COMMAND, page, data, Time()), SimulationError);
}

TEST_F(MemoryTest, ADeviceMustNotWriteAFrameThatIsBeingSent) {
  memory.frames.lend(page, 8_KB, FrameState::kSending);

  EXPECT_THROW(dma(tlm::TLM_WRITE_COMMAND, page, data, Time()), SimulationError);
}

TEST_F(MemoryTest, ADeviceMustNotRunOverTheEndOfItsFrame) {
  memory.frames.lend(page, 8_KB, FrameState::kReceiving);

  EXPECT_NO_THROW(dma(tlm::TLM_WRITE_COMMAND, page + 8192 - 64, data, Time()));
  EXPECT_THROW(dma(tlm::TLM_WRITE_COMMAND, page + 8192 - 60, data, Time()), SimulationError);
}

TEST_F(MemoryTest, ADeviceMustNotReachOutsideMemory) {
  EXPECT_THROW(dma(tlm::TLM_READ_COMMAND, 0x80000000, data, Time()), SimulationError);
}

TEST_F(MemoryTest, SoftwareMustNotWriteAFrameThatIsBeingSent) {
  memory.frames.lend(page, 8_KB, FrameState::kSending);

  EXPECT_THROW(memory.write(page, data), SimulationError);
  EXPECT_THROW(memory.edit(page), SimulationError);
}

TEST_F(MemoryTest, AFrameSentTwiceIsTheHostsAfterTheSecondCompletion) {
  memory.frames.lend(page, 8_KB, FrameState::kSending);
  memory.frames.lend(page, 8_KB, FrameState::kSending);

  memory.frames.take_back(page, 8_KB);
  EXPECT_THROW(memory.write(page, data), SimulationError);
  memory.frames.take_back(page, 8_KB);

  EXPECT_NO_THROW(memory.write(page, data));
}

TEST_F(MemoryTest, TheReportSaysWhoWhereWhenAndWhatIsAllowed) {
  try {
    dma(tlm::TLM_WRITE_COMMAND, page, data, 5_us);
    FAIL() << "accepted";
  } catch (const SimulationError& error) {
    EXPECT_STREQ(
        error.what(),
        "memory at 5 us: a device writes address 8192 (frame 1), whose frame is the host's; "
        "allowed: a frame that is receiving; look at the DMA address that the firmware "
        "used, and when the host took the frame back");
  }
}

TEST_F(MemoryTest, TheReportNamesWhatTheDeviceWasDoing) {
  memory.device = [](Time at) { return "the NIC at " + std::to_string(at.ps()); };
  try {
    dma(tlm::TLM_READ_COMMAND, page, data, 5_us);
    FAIL() << "accepted";
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("the NIC at 5000000 reads address 8192"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(MemoryTest, AllocationTakesFramesInARow) {
  const Physical run = memory.frames.allocate(3);

  EXPECT_EQ(memory.frames.state(run + 2 * 8192), FrameState::kHost);
  EXPECT_EQ(memory.frames.free_count(), memory.frames.count() - 5);
}

TEST_F(MemoryTest, AnEmptyPoolIsReported) {
  EXPECT_THROW(memory.frames.allocate(127), SimulationError);
  EXPECT_NO_THROW(memory.frames.allocate(126));
}

TEST_F(MemoryTest, FreeingALentFrameIsReported) {
  memory.frames.lend(page, 4_B, FrameState::kReceiving);

  EXPECT_THROW(memory.frames.free(page), SimulationError);
}

TEST_F(MemoryTest, MemoryThatIsNoWholeNumberOfFramesIsRefused) {
  EXPECT_THROW(Frames(100_KB, 8_KB), ConfigurationError);
  EXPECT_THROW(Frames(96_KB, 6_KB), ConfigurationError);
}

TEST_F(MemoryTest, AllocationTakesTheFrameThatRestedLongest) {
  const Physical first = memory.frames.allocate();
  memory.frames.free(first);

  EXPECT_NE(memory.frames.allocate(), first);
}

/// Else every run of some length would take as much memory as its hosts have.
TEST_F(MemoryTest, FramesThatHaveRestedAreTakenBeforeOthersThatNobodyHasUsed) {
  Frames frames(8000_KB, 8_KB);
  Physical last = 0;
  for (int n = 0; n < 2000; ++n) {
    const Physical frame = frames.allocate();
    last = std::max(last, frame);
    frames.free(frame);
  }

  EXPECT_LT(frames.index(last), 200u);
}

TEST_F(MemoryTest, FramesInARowAreAllocatedOrThereAreNone) {
  EXPECT_EQ(memory.frames.try_allocate(127), std::nullopt);
  EXPECT_EQ(memory.frames.free_count(), 126u);
  EXPECT_NE(memory.frames.try_allocate(126), std::nullopt);
  EXPECT_EQ(memory.frames.try_allocate(), std::nullopt);
}

/// All frames but each third are allocated.
TEST_F(MemoryTest, FramesThatAreNotInARowAreNoRun) {
  const Physical first = memory.frames.allocate(126);
  for (Physical n = 0; n < 126; n += 3) memory.frames.free(first + n * 8192);

  EXPECT_EQ(memory.frames.try_allocate(2), std::nullopt);
  EXPECT_THROW(memory.frames.allocate(2), SimulationError);
  memory.frames.free(first + 4 * 8192);
  EXPECT_EQ(memory.frames.try_allocate(2), first + 3 * 8192);
}

TEST_F(MemoryTest, APinnedFrameIsNotFreed) {
  memory.frames.pin(page);
  memory.frames.pin(page + 8191);
  EXPECT_EQ(memory.frames.pins(page), 2u);
  EXPECT_EQ(memory.frames.pinned(), 2u);

  EXPECT_EQ(memory.frames.unpin(page), 1u);
  EXPECT_THROW(memory.frames.free(page), SimulationError);
  EXPECT_EQ(memory.frames.state(page), FrameState::kHost);
  EXPECT_EQ(memory.frames.unpin(page), 0u);
  EXPECT_NO_THROW(memory.frames.free(page));
  EXPECT_EQ(memory.frames.pinned(), 0u);
}

TEST_F(MemoryTest, PinsLastLongerThanATransfer) {
  memory.frames.pin(page);
  memory.frames.lend(page, 8_KB, FrameState::kSending);
  memory.frames.pin(page);
  memory.frames.take_back(page, 8_KB);

  EXPECT_EQ(memory.frames.pins(page), 2u);
}

TEST_F(MemoryTest, OnlyFramesThatSomebodyHasArePinned) {
  const Physical freed = memory.frames.allocate();
  memory.frames.free(freed);

  EXPECT_THROW(memory.frames.pin(freed), SimulationError);
  EXPECT_THROW(memory.frames.pin(0), SimulationError);
  EXPECT_NO_THROW(memory.frames.allocate(125));
  EXPECT_NO_THROW(memory.frames.pin((1 << 20) - 1));
  EXPECT_THROW(memory.frames.pin(1 << 20), SimulationError);
}

TEST_F(MemoryTest, AFrameIsUnpinnedAsOftenAsItIsPinned) {
  EXPECT_THROW(memory.frames.unpin(page), SimulationError);
  for (int n = 0; n < 65535; ++n) memory.frames.pin(page);
  EXPECT_THROW(memory.frames.pin(page), SimulationError);
  for (int n = 0; n < 65535; ++n) memory.frames.unpin(page);
  EXPECT_THROW(memory.frames.unpin(page), SimulationError);
}

TEST_F(MemoryTest, AByteOfATouchedFrameIsFound) {
  const std::uint8_t* first = memory.edit(page).data();

  EXPECT_EQ(memory.find(first), page);
  EXPECT_EQ(memory.find(first + 8191), page + 8191);
  EXPECT_EQ(memory.find(memory.view(page + 100).data()), page + 100);
}

TEST_F(MemoryTest, AByteOutsideTheFramesIsNotFound) {
  std::vector<std::uint8_t> program(8192 + 2);
  memory.place(page, std::span(program).subspan(1, 8192));

  EXPECT_EQ(memory.find(program.data()), std::nullopt);
  EXPECT_EQ(memory.find(program.data() + 1), page);
  EXPECT_EQ(memory.find(program.data() + 8192), page + 8191);
  EXPECT_EQ(memory.find(program.data() + 8193), std::nullopt);
  EXPECT_EQ(memory.find(nullptr), std::nullopt);
}

TEST_F(MemoryTest, FramesThatLieSideBySideAreToldApart) {
  const Physical second = memory.frames.allocate();
  std::vector<std::uint8_t> program(2 * 8192);
  memory.place(second, std::span(program).subspan(0, 8192));
  memory.place(page, std::span(program).subspan(8192));

  for (std::size_t n = 0; n < 8192; ++n) {
    ASSERT_EQ(memory.find(program.data() + n), second + n);
    ASSERT_EQ(memory.find(program.data() + 8192 + n), page + n);
  }
}

TEST_F(MemoryTest, LookingForAByteTouchesNoFrame) {
  const std::uint8_t* zeros = memory.view(page).data();

  EXPECT_EQ(memory.find(zeros), std::nullopt);
  std::vector<std::uint8_t> program(8192);
  EXPECT_NO_THROW(memory.place(page, program));
}

}  // namespace
}  // namespace flybar::host
