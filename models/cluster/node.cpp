#include "models/cluster/node.h"

#include "models/lanai/registers/generated/board_regs.hpp"
#include "models/pci/pci_params.h"

namespace flybar::cluster {

namespace {

lanai::ChipParams chip_params(const LayerParams& params, Time byte_time) {
  lanai::ChipParams chip = params.get<lanai::ChipParams>();
  chip.byte_time = byte_time;
  chip.bus_clock = params.get<pci::PciParams>().bus.period;
  chip.pci_base = Node::kBoardBase;
  return chip;
}

}  // namespace

Node::Node(sc_core::sc_module_name module_name, const LayerParams& params, Time byte_time,
           KernelBorder& kernel, Observer& observer)
    : sc_module(module_name),
      memory("memory", params.get<host::HostParams>()),
      bus("pci", params.get<pci::PciParams>().bus, agenda, observer),
      bridge("bridge", params.get<pci::PciParams>().bridge,
             Clock(params.get<pci::PciParams>().bus.period), agenda),
      cpu("cpu", params.get<host::HostParams>(), {agenda, kernel, bridge, memory}),
      disk(std::string(this->name()) + ".disk", params.get<host::DiskParams>(), cpu, agenda),
      chip("lanai", chip_params(params, byte_time), agenda, kernel, observer) {
  bus.add_master(bridge.pci_master, "host");
  bus.add_master(chip.pci_master(), "lanai");
  bus.add_target(bridge.pci_target, {0, params.get<host::HostParams>().memory});
  bus.add_target(chip.pci_target(), {kBoardBase, Bytes(lanai::board::kWindow1mbBytes)});
  bridge.memory.bind(memory.dma);
  memory.device = [this](Time at) { return "a device (" + chip.place(at) + ")"; };
  chip.on_interrupt = [this](bool level, Time at) {
    if (level)
      cpu.interrupt_line().raise(at);
    else
      cpu.interrupt_line().lower(at);
  };
}

}  // namespace flybar::cluster
