/// Every parameter of a system of nodes on a network.
#pragma once

#include <string>

#include "models/gms/gms_params.h"
#include "models/gmsnet/gmsnet_params.h"
#include "models/host/disk_params.h"
#include "models/host/params.h"
#include "models/lanai/params.h"
#include "models/myrinet/network_params.h"
#include "models/pci/bus_params.h"
#include "models/pci/chipsets.h"
#include "models/trapeze/library_params.h"
#include "models/trapeze/mcp_params.h"

namespace flybar::cluster {

/// One node: host, bridge, bus, NIC, and how its MCP is set up.
struct NodeParams {
  lanai::ChipParams lanai;
  pci::BusParams bus;
  std::string chipset = "cia";  ///< which one `bridge` began as
  pci::BridgeParams bridge = pci::chipset(chipset);
  host::HostParams host;
  host::DiskParams disk;
  trapeze::McpParams mcp;
  trapeze::LibraryParams library;
  gmsnet::GmsnetParams gmsnet;
  gms::GmsParams gms;
};

/// Node 0 is the client, all others are servers.
struct SystemParams {
  std::string platform;  ///< name in its file
  NodeParams client;
  NodeParams server;
  myrinet::NetworkParams network;

  const NodeParams& node(int index) const { return index == 0 ? client : server; }
};

}  // namespace flybar::cluster
