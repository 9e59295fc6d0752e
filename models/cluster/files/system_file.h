/// Systems: which nodes there are, on which platforms, and the network between them, in TOML files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/cluster/files/platform.h"
#include "models/common/toml_file.h"

namespace flybar::cluster {

/// Nodes that are alike.
struct NodeGroup {
  std::string where;  ///< "x.toml:12"
  std::string name;
  std::string platform;  ///< name or path
  std::string platform_where;
  std::string role;  ///< of the platform, whose values these nodes have; empty: its last one
  std::string role_where;
  std::size_t count = 1;
  Runs runs = Runs::kBoth;
};

/// A system file as it is written.
struct SystemFile {
  std::string path;  ///< for messages
  std::string name;
  std::string summary;
  std::vector<NodeGroup> groups;
  /// [network] for the first network of the system, [network.NAME] for others.
  std::vector<NetworkSection> networks;
  std::vector<Setting> settings;
  std::vector<Setting> options;  ///< [experiment]: other defaults of experiments' options
  std::vector<Fault> faults;     ///< of the file itself, told with those of its values

  std::size_t nodes() const;
};

/// The most nodes that a system may have: entries of the route table of a NIC.
inline constexpr std::size_t kMostNodes = 64;

/// The systems that come with the program, in the order to list them.
std::vector<SystemFile> builtin_systems();
/// Throws ConfigurationError if this is no TOML. `file` is for messages.
SystemFile parse_system(std::string_view text, const std::string& file);
/// A system of the program by its name, or a file by a path that ends in ".toml". Platforms that a
/// file names by a path are looked for beside it.
SystemFile find_system(const std::string& name_or_path);

/// The parameters of such a system: those of each node's platform, then the values of the file,
/// then the overrides; all platforms are of one machine. Throws ConfigurationError with every
/// fault.
std::unique_ptr<System> load_system(const Kinds& kinds, const SystemFile& file,
                                    const std::vector<Setting>& overrides = {},
                                    const std::vector<std::string>& other_keys = {});

}  // namespace flybar::cluster
