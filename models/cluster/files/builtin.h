/// The platform and system files that are compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace flybar::cluster {

struct BuiltinFile {
  const char* path;  ///< in the source tree, for messages
  std::string_view text;
};

/// In the order to list them. Defined in a file that CMake makes of platforms/*.toml.
extern const std::span<const BuiltinFile> kBuiltinPlatforms;
/// Likewise of systems/*.toml.
extern const std::span<const BuiltinFile> kBuiltinSystems;

}  // namespace flybar::cluster
