/// The computers of the published measurements: PCI with a LANai board on a Myrinet, and on them
/// Trapeze, gmsnet and GMS, or PM.
#pragma once

#include "models/cluster/platform.h"
#include "models/cluster/system_file.h"

namespace flybar::systems {

/// The defaults. Node 0 is the "client", all others are "server".
cluster::SystemParams trapeze();

/// Such a system on a platform; see cluster::load_system().
std::unique_ptr<cluster::System> load_trapeze(const cluster::PlatformFile& platform,
                                              const std::vector<cluster::Setting>& overrides = {},
                                              const std::vector<std::string>& other_keys = {});

/// Such a system as a file describes it.
std::unique_ptr<cluster::System> load_trapeze(const cluster::SystemFile& file,
                                              const std::vector<cluster::Setting>& overrides = {},
                                              const std::vector<std::string>& other_keys = {});

}  // namespace flybar::systems
