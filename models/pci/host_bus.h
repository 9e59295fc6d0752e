/// PCI with its host bridge as the bus of a node.
#pragma once

#include "models/contracts/host_bus.h"
#include "models/pci/bridge.h"
#include "models/pci/bus.h"
#include "models/pci/pci_params.h"

namespace flybar::pci {

class PciHostBus final : public HostBus {
 public:
  explicit PciHostBus(const BusSite& site) : PciHostBus(site, site.node.get<PciParams>()) {}

  PioPort& pio() override { return bridge; }
  void attach(tlm::tlm_target_socket<>& memory, Bytes size) override {
    // What the CPU does there is part of the calls of its software.
    bus.add_master(bridge.pci_master, "host", {},
                   {parent_of(bus.name()) + ".host", {Lane::kCalls}});
    bus.add_target(bridge.pci_target, {0, size});
    bridge.memory.bind(memory);
  }
  Uses uses() const override;
  Time byte_time() const override;

  Bus bus;
  HostBridge bridge;

 private:
  PciHostBus(const BusSite& site, const PciParams& params)
      : bus(site.name.c_str(), params.bus, site.agenda, site.observer),
        bridge(site.name == "pci" ? "bridge" : (site.name + "_bridge").c_str(), params.bridge,
               Clock(params.bus.period), site.agenda),
        params_(params.bus) {}

  const BusParams params_;
};

/// For the list of parts.
BusKind bus_kind();

}  // namespace flybar::pci
