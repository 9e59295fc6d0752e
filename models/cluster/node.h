/// One computer with its NIC: CPU, memory, disk, bus and board.
#pragma once

#include <memory>

#include <systemc>

#include "models/common/kernel_border.h"
#include "models/contracts/board.h"
#include "models/host/cpu/cpu.h"
#include "models/host/memory/memory.h"
#include "models/host/paging/disk.h"

namespace flybar::cluster {

class Node : public sc_core::sc_module {
 public:
  /// Bus address of the board's window.
  static constexpr std::uint32_t kBoardBase = 0x80000000;

  /// `params` of the node say which bus and which board it has.
  Node(sc_core::sc_module_name name, const LayerParams& params, const LayerParams& shared,
       Observer& observer);

  Agenda agenda;
  KernelBorder kernel;
  host::Memory memory;
  const std::unique_ptr<HostBus> bus;
  host::Cpu cpu;
  host::Disk disk;
  const std::unique_ptr<Board> board;
};

}  // namespace flybar::cluster
