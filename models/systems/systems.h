/// The kinds of parts and the machines of this program, and systems made of them.
#pragma once

#include "models/cluster/files/platform.h"
#include "models/cluster/files/system_file.h"

namespace flybar::systems {

/// Every kind of part. A program or a shared object may add its own before it loads a system that
/// has one.
cluster::Parts& parts();
/// Every machine; the first is that of platforms that name none.
std::vector<cluster::Machine>& machines();

/// The defaults of a machine. Throws ConfigurationError if there is none of this name.
cluster::SystemParams defaults(const std::string& machine);

/// A system on a platform, of the platform's machine; see cluster::load_system().
std::unique_ptr<cluster::System> load(const cluster::PlatformFile& platform,
                                      const std::vector<cluster::Setting>& overrides = {},
                                      const std::vector<std::string>& other_keys = {});

/// A system as a file describes it.
std::unique_ptr<cluster::System> load(const cluster::SystemFile& file,
                                      const std::vector<cluster::Setting>& overrides = {},
                                      const std::vector<std::string>& other_keys = {});

}  // namespace flybar::systems
