/// Platforms: named sets of parameter values, in TOML files.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/cluster/build/machine.h"
#include "models/cluster/build/system_params.h"
#include "models/cluster/files/setting.h"
#include "models/cluster/files/system_table.h"

namespace flybar::cluster {

/// A platform file as it is written.
struct PlatformFile {
  std::string name;
  std::string machine;  ///< which one it is; empty if the file does not say
  std::string machine_where;
  std::string summary;
  std::vector<Setting> settings;
  std::vector<Setting> options;          ///< [experiment]: other defaults of experiments' options
  std::vector<std::string> fitted_keys;  ///< [fit] keys: parameters whose values were fitted
  std::vector<std::string> fitted_to;    ///< [fit] rows: ids of the published numbers used for it
  std::string fit_where;                 ///< the line of [fit]
  std::vector<Fault> faults;             ///< of the file itself, told with those of its values

  bool fitted(std::string_view key) const;
};

/// The platforms that come with the program, in the order to list them.
std::vector<PlatformFile> builtin_platforms();

/// Throws ConfigurationError if this is no TOML. `file` is for messages.
PlatformFile parse_platform(std::string_view text, const std::string& file);

/// A platform of the program by its name, or a file by a path that ends in ".toml".
PlatformFile find_platform(const std::string& name_or_path);

/// The parameters of a system with their table.
struct System {
  SystemParams params;
  SystemTable table;

  explicit System(const SystemParams& defaults) : params(defaults), table(params) {}
  System(const System&) = delete;
  System& operator=(const System&) = delete;
};

/// Connects the nodes of a system whose parameters have the values that the user gave them.
using Lay = std::function<void(SystemParams&)>;

/// Which kinds of parts and which machines there are.
struct Kinds {
  const Parts& parts;
  const std::vector<Machine>& machines;

  /// The machine of a platform; the first one if it does not say. Throws ConfigurationError.
  const Machine& machine_of(const PlatformFile& platform) const;
};

/// How the fault of a parameter of another machine begins.
inline constexpr const char* kOfMachine = "is a parameter of machine ";
/// Says of parameters that `system` has not which machine or which part has them.
std::vector<Fault> with_machines(std::vector<Fault> faults, const std::vector<Setting>& settings,
                                 SystemParams system, const Kinds& kinds);

/// A system of the platform's machine with the parts that platform and overrides list, the
/// platform's values, then the overrides in their order. What the platform says of parts in whose
/// place the overrides put others has no effect. Throws ConfigurationError with every fault
/// of both. `other_keys` are keys that are valid elsewhere, to suggest for a misspelt one.
std::unique_ptr<System> load_system(const Kinds& kinds, const PlatformFile& platform,
                                    const std::vector<Setting>& overrides = {},
                                    const std::vector<std::string>& other_keys = {});

/// Values for a system that has all its layers. `lay` is called before values that follow from
/// cables are worked out.
std::unique_ptr<System> set_values(SystemParams defaults, const PlatformFile& platform,
                                   const std::vector<Setting>& overrides,
                                   const std::vector<std::string>& other_keys, const Lay& lay = {});

}  // namespace flybar::cluster
