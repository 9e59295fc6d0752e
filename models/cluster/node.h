/// One computer with its NIC: CPU, memory, host bridge, PCI bus and LANai board.
#pragma once

#include <systemc>

#include "models/common/kernel_border.h"
#include "models/common/layer_params.h"
#include "models/common/observer.h"
#include "models/host/cpu.h"
#include "models/host/disk.h"
#include "models/host/memory.h"
#include "models/lanai/board/chip.h"
#include "models/pci/bridge.h"
#include "models/pci/bus.h"

namespace flybar::cluster {

class Node : public sc_core::sc_module {
 public:
  /// PCI address of the board's window.
  static constexpr std::uint32_t kBoardBase = 0x80000000;

  Node(sc_core::sc_module_name name, const LayerParams& params, Time byte_time,
       KernelBorder& kernel, Observer& observer);

  Agenda agenda;
  host::Memory memory;
  pci::Bus bus;
  pci::HostBridge bridge;
  host::Cpu cpu;
  host::Disk disk;
  lanai::Chip chip;
};

}  // namespace flybar::cluster
