/// Does a board work in a platform of plain SystemC threads?
#include "models/cluster/run/standalone.h"

#include <gtest/gtest.h>

#include "models/lanai/board/addresses.h"
#include "models/lanai/board/chip.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/myrinet/link/crc8.h"
#include "models/pci/bus.h"
#include "testbenches/programs/lanai/program.h"
#include "testbenches/tests/cluster/foreign_platform.h"

namespace flybar::cluster {
namespace {

namespace regs = lanai::regs;
using lanai::Program;
using Bytes8 = std::vector<std::uint8_t>;

constexpr std::uint32_t kWindow = 0x80000000, kFrom = 0x100, kTo = 0x200, kSram = 0x2000;

lanai::ChipParams params() {
  lanai::ChipParams params;
  params.pci_base = kWindow;
  return params;
}

/// A board, and threads that nothing connects yet.
class Platform : public testing::TestWithParam<Stepping> {
 protected:
  Platform() { chip.set_stepping(GetParam()); }
  /// As a loader does it: image into SRAM, release, and then `body`.
  void load_and_run(const Program& program, const std::function<void(foreign::Host&)>& body) {
    host.program = [this, &program, &body](foreign::Host& cpu) {
      cpu.write(board.sram(), program.bytes());
      cpu.write_word(board.control(), lanai::board::Control::kResetOffMask);
      body(cpu);
      sc_core::sc_stop();
    };
    sc_core::sc_start();
  }
  void move_words();
  void exchange_packets();
  std::uint32_t status(foreign::Host& cpu) const {
    const auto isr = cpu.read(board.chip_register(regs::Isr::kOffset), 4);
    return std::uint32_t{isr[0]} << 24 | isr[1] << 16 | isr[2] << 8 | isr[3];
  }
  void wait_for(foreign::Host& cpu, std::uint32_t bits) const {
    while ((status(cpu) & bits) != bits) sc_core::wait(to_systemc(Time::us(1)));
  }

  KernelBorder kernel;
  Agenda agenda;
  Observer observer;
  const lanai::BoardAddresses board{.bar0 = kWindow};
  lanai::Chip chip{"chip", params(), agenda, kernel, observer};
  Standalone driver{"driver", kernel, chip, agenda};
  foreign::Host host{"host"};
  foreign::Memory memory{"memory"};
  foreign::Partner partner{"partner", params().byte_time};
};

/// The threads are directly on the sockets of the board.
class ForeignPlatform : public Platform {
 protected:
  ForeignPlatform() {
    host.bus.bind(chip.pci_target());
    chip.pci_master().bind(memory.bus);
    chip.link_out().bind(partner.in);
    partner.out.bind(chip.link_in);
  }
};

/// A PCI bus and a Myrinet lie between the board and the threads.
class ForeignSystem : public Platform {
 protected:
  ForeignSystem() {
    bus.add_master(host.bus, "host");
    bus.add_master(chip.pci_master(), "chip");
    bus.add_target(memory.bus, {0, Bytes(4096)});
    bus.add_target(chip.pci_target(), {kWindow, Bytes(lanai::board::kWindow1mbBytes)});
    chip.link_out().bind(network.from_node(0));
    network.to_node(0).bind(chip.link_in);
    partner.out.bind(network.from_node(1));
    network.to_node(1).bind(partner.in);
  }

  pci::Bus bus{"bus", {}, agenda, observer};
  myrinet::Network network{"network", myrinet::direct_cable(), {}, observer};
  foreign::NetworkDriver network_driver{"network_driver", network, chip};
};

const auto kBoth = testing::Values(Stepping::kEveryClock, Stepping::kFast);
std::string name_of(const testing::TestParamInfo<Stepping>& stepping) {
  return stepping.param == Stepping::kFast ? "fast" : "every_clock";
}
INSTANTIATE_TEST_SUITE_P(Both, ForeignPlatform, kBoth, &name_of);
INSTANTIATE_TEST_SUITE_P(Both, ForeignSystem, kBoth, &name_of);

void dma(Program& p, std::uint32_t host, bool to_sram) {
  p.write(regs::Ear::kOffset, host);
  p.write(regs::Lar::kOffset, kSram);
  p.write(regs::DmaDir::kOffset, to_sram);
  p.write(regs::DmaCtr::kOffset, 16);
}

/// Words from the host's memory into the SRAM and, once they are all there, back to another place.
Program copy_of_words() {
  Program p;
  dma(p, kFrom, true);
  p.nops(200);  // longer than the first transfer takes
  dma(p, kTo, false);
  p.stay();
  return p;
}

TEST_P(ForeignPlatform, FirmwareLoadedThroughTheWindowMovesDataByDma) {
  move_words();
}

TEST_P(ForeignSystem, FirmwareLoadedOverTheBusMovesDataByDma) {
  move_words();
}

void Platform::move_words() {
  const Bytes8 data{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  std::copy(data.begin(), data.end(), memory.bytes.begin() + kFrom);
  Bytes8 seen;

  load_and_run(copy_of_words(), [&](foreign::Host& cpu) {
    sc_core::wait(to_systemc(Time::us(20)));
    wait_for(cpu, regs::Isr::kDmaMask);
    seen = cpu.read(board.sram() + kSram, 16);
  });

  EXPECT_EQ(seen, data);
  EXPECT_TRUE(std::equal(data.begin(), data.end(), memory.bytes.begin() + kTo));
}

/// Sends the words at kSram, with the CRC behind them, and stores the answer behind those.
Program question() {
  Program p;
  p.write(regs::Myrinet::kOffset, regs::Myrinet::kCrcEnableMask);
  p.write(regs::Rmp::kOffset, kSram + 64);
  p.write(regs::Rml::kOffset, kSram + 64 + 15 * 4);
  p.write(regs::Smp::kOffset, kSram);
  p.write(regs::Smlt::kOffset, kSram + 4);
  p.stay();
  return p;
}

TEST_P(ForeignPlatform, PacketIsExchangedOverTheLink) {
  exchange_packets();
}

TEST_P(ForeignSystem, PacketIsExchangedOverTheNetwork) {
  exchange_packets();
}

void Platform::exchange_packets() {
  const Bytes8 words{10, 20, 30, 40, 50, 60, 70, 80};
  chip.sram().set_bytes(kSram, words);
  partner.answer = [](const Bytes8& packet) {
    Bytes8 answer(packet.rbegin() + 1, packet.rend());  // all but the CRC
    answer.push_back(myrinet::crc8(0, answer));
    return answer;
  };
  Bytes8 seen;

  load_and_run(question(), [&](foreign::Host& cpu) {
    wait_for(cpu, regs::Isr::kRecvMask);
    seen = cpu.read(board.sram() + kSram + 64, 8);
  });

  ASSERT_EQ(partner.received.size(), 1u);
  EXPECT_EQ(Bytes8(partner.received[0].begin(), partner.received[0].begin() + 8), words);
  EXPECT_EQ(seen, Bytes8(words.rbegin(), words.rend()));
}

/// Stays in a loop while the word at kSram is the loop's address; then stores into the next word.
Program waiting_loop(std::uint32_t& loop, std::uint32_t& next) {
  Program p;
  loop = p.end();
  p.load(5, kSram);
  p.nops(1);
  p.jump(5);
  p.nops(1);
  next = p.end();
  p.store(5, kSram + 4);
  p.stay();
  return p;
}

Bytes8 bytes_of(std::uint32_t word) {
  return {static_cast<std::uint8_t>(word >> 24), static_cast<std::uint8_t>(word >> 16),
          static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
}

TEST_P(ForeignPlatform, DebuggerLoadsFirmwareAndEndsItsWait) {
  std::uint32_t loop = 0, next = 0;
  Bytes8 image = waiting_loop(loop, next).bytes();
  Bytes8 first = bytes_of(loop), second = bytes_of(next), before(4), after(4);

  host.program = [&](foreign::Host& cpu) {
    EXPECT_EQ(cpu.debug(tlm::TLM_WRITE_COMMAND, board.sram(), image), image.size());
    cpu.debug(tlm::TLM_WRITE_COMMAND, board.sram() + kSram, first);
    cpu.write_word(board.control(), lanai::board::Control::kResetOffMask);
    sc_core::wait(to_systemc(Time::us(20)));
    cpu.debug(tlm::TLM_READ_COMMAND, board.sram() + kSram + 4, before);
    cpu.debug(tlm::TLM_WRITE_COMMAND, board.sram() + kSram, second);
    sc_core::wait(to_systemc(Time::us(20)));
    cpu.debug(tlm::TLM_READ_COMMAND, board.sram() + kSram + 4, after);
    sc_core::sc_stop();
  };
  sc_core::sc_start();

  EXPECT_EQ(before, Bytes8(4));
  EXPECT_EQ(after, second);
}

TEST_P(ForeignPlatform, DebuggerReadsRegistersAndWritesNone) {
  Bytes8 word(4);

  EXPECT_EQ(host.debug(tlm::TLM_READ_COMMAND, board.control(), word), 4u);
  EXPECT_EQ(word, bytes_of(lanai::board::Control::kReset));
  EXPECT_EQ(host.debug(tlm::TLM_WRITE_COMMAND, board.control(), word), 0u);
}

TEST_P(ForeignPlatform, DebuggerGetsTheBytesUpToTheEndOfTheSram) {
  Bytes8 bytes(8);

  EXPECT_EQ(host.debug(tlm::TLM_READ_COMMAND, board.sram() + 256 * 1024 - 4, bytes), 4u);
}

TEST_P(ForeignPlatform, SimulationEndsWhenNothingIsLeftToDo) {
  sc_core::sc_start();  // the chip is in reset, and no thread waits for a time

  EXPECT_EQ(kernel_time(), Time());
}

}  // namespace
}  // namespace flybar::cluster
