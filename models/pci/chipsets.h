/// The host bridges that published systems had, one file each.
#pragma once

#include <string_view>
#include <vector>

#include "models/pci/bridge_params.h"

namespace flybar::pci {

BridgeParams cia();     ///< DEC 21171, AlphaStation 500 and 600 (Alcor)
BridgeParams pyxis();   ///< DEC 21174 revision 1, Personal Workstation 500au (Miata)
BridgeParams i440lx();  ///< Intel 82443LX, Pentium II

/// "cia", "pyxis" or "i440lx". Throws ConfigurationError for any other name.
BridgeParams chipset(std::string_view name);
std::vector<std::string> chipset_names();

}  // namespace flybar::pci
