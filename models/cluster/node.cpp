#include "models/cluster/node.h"

namespace flybar::cluster {

Node::Node(sc_core::sc_module_name module_name, const LayerParams& params,
           const LayerParams& shared, Observer& observer)
    : sc_module(module_name),
      memory("memory", params.get<host::HostParams>()),
      bus(params.get<MakeHostBus>()({params, agenda, observer})),
      cpu("cpu", params.get<host::HostParams>(), {agenda, kernel, bus->pio(), memory, observer}),
      disk(std::string(this->name()) + ".disk", params.get<host::DiskParams>(), cpu, agenda),
      board(params.get<MakeBoard>()({params, shared, kBoardBase, agenda, kernel, observer})) {
  bus->attach(memory.dma, params.get<host::HostParams>().memory);
  board->plug_into(*bus);
  memory.device = [this](Time at) { return "a device (" + board->place(at) + ")"; };
  board->on_interrupt = [this](bool level, Time at) {
    if (level)
      cpu.interrupt_line().raise(at);
    else
      cpu.interrupt_line().lower(at);
  };
}

}  // namespace flybar::cluster
