/// Everything that can be set about the PCI bus of a node and its host bridge.
#pragma once

#include <string>

#include "models/pci/bus_params.h"
#include "models/pci/chipsets.h"

namespace flybar {
class LayerParams;
}

namespace flybar::pci {

struct PciParams {
  BusParams bus;
  std::string chipset = "cia";  ///< which one `bridge` began as
  BridgeParams bridge = pci::chipset(chipset);
};

/// Gives a node a PCI bus with its parameters; `pci.chipset` says where `pci.bridge.*` start.
void add_layer(LayerParams& node);

}  // namespace flybar::pci
