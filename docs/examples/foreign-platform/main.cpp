/// The LANai chip on the sockets of platform.h: its firmware copies words of the memory by DMA.
#include <cstdio>

#include "models/cluster/run/standalone.h"
#include "models/lanai/board/addresses.h"
#include "models/lanai/board/chip.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "platform.h"
#include "testbenches/programs/lanai/program.h"

using namespace flybar;
namespace regs = lanai::regs;

constexpr std::uint32_t kWindow = 0x80000000, kFrom = 0x100, kTo = 0x200, kSram = 0x2000;
constexpr std::uint32_t kLength = 64;

/// Registers of a host DMA between the memory and the SRAM.
void dma(lanai::Program& firmware, std::uint32_t host, bool to_sram) {
  firmware.write(regs::Ear::kOffset, host);
  firmware.write(regs::Lar::kOffset, kSram);
  firmware.write(regs::DmaDir::kOffset, to_sram);
  firmware.write(regs::DmaCtr::kOffset, kLength);
}

/// Firmware in C, as an ELF file, is linked by lanai::load_image() instead.
std::vector<std::uint8_t> firmware() {
  lanai::Program program;
  dma(program, kFrom, true);
  program.nops(200);  // longer than the first transfer takes
  dma(program, kTo, false);
  program.stay();
  return program.bytes();
}

int sc_main(int, char**) {
  lanai::ChipParams params;
  params.pci_base = kWindow;
  KernelBorder kernel;
  Agenda agenda;
  Observer nobody;
  lanai::Chip chip("chip", params, agenda, kernel, nobody);
  cluster::Standalone driver("driver", kernel, chip, agenda);
  Cpu cpu("cpu");
  Memory memory("memory");
  NoLink link("link");
  cpu.bus.bind(chip.pci_target());
  chip.pci_master().bind(memory.bus);
  chip.link_out().bind(link.in);
  link.out.bind(chip.link_in);

  for (std::uint32_t i = 0; i < kLength; ++i)
    memory.bytes[kFrom + i] = static_cast<std::uint8_t>(i);
  const lanai::BoardAddresses board{.bar0 = kWindow};
  cpu.program = [&](Cpu& host) {
    host.load(board.sram(), firmware());
    constexpr auto kGo = lanai::board::Control::kResetOffMask;
    host.write(board.control(), {kGo >> 24, kGo >> 16 & 0xFF, kGo >> 8 & 0xFF, kGo & 0xFF});
    sc_core::wait(30, sc_core::SC_US);
    sc_core::sc_stop();
  };
  sc_core::sc_start();

  const auto from = memory.bytes.begin() + kFrom;
  const bool right = std::equal(from, from + kLength, memory.bytes.begin() + kTo);
  std::printf("%u B copied by the card, %s\n", kLength, right ? "all right" : "WRONG");
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  return sc_core::sc_elab_and_sim(argc, argv);
}
