#include "models/pci/bus_params.h"

namespace flybar::pci {

void describe(Parameters& table, BusParams& params) {
  using enum Confidence;
  table.add_clock(
      "pci.clock", params.period, {15_ns, 60_ns},
      {"clock of the PCI bus", "PCI 2.1; 33.33 MHz from the chip sets' crystals", kDocumented});
  table.add_choice(
      "pci.width", params.width, {{"32 bit", Width::k32}, {"64 bit", Width::k64}},
      {"width of the bus and of the card's DMA; the host's own accesses stay at 32 bit",
       "the modelled cards and hosts have 32 bit; PCI 2.1 has both", kDocumented});
  table.add("pci.arbitration", params.arbitration, {1_cycles, 8_cycles},
            {"REQ# to FRAME# on an idle bus", "PCI 2.1: 1 to 2 clocks and more", kInferred});
  table.add("pci.latency_timer", params.latency_timer, {0_cycles, 255_cycles},
            {"time a master may keep a bus that another wants, from FRAME#",
             "8-bit register; the value that firmware wrote is not known", kGuess});
  table.add("pci.master_abort", params.master_abort, {4_cycles, 8_cycles},
            {"wait for a target to claim an address, after the address phase",
             "PCI 2.1: four clocks for DEVSEL#, one to end", kDocumented});
  table.add_choice(
      "pci.priority", params.priority,
      {{"rotating", Priority::kRotating}, {"fixed", Priority::kFixed}},
      {"order of the masters that wait; the two of a node only ever wait for each other",
       "rotating: HP Kayak technical reference (440LX); Alpha chip sets alike", kInferred});
}

}  // namespace flybar::pci
