/// Everything that can be set about the PCI bus of a node and its host bridge.
#pragma once

#include <string>

#include "models/pci/bus_params.h"
#include "models/pci/chipsets.h"

namespace flybar::pci {

struct PciParams {
  static constexpr const char* kLayer = "pci";
  BusParams bus;
  std::string chipset = "cia";  ///< which one `bridge` began as
  BridgeParams bridge = pci::chipset(chipset);
};

}  // namespace flybar::pci
