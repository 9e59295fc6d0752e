/// The plan of a sweep as it lies beside its table, and the commands that it stands for.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace flybar::program {

struct KeptPlan {
  std::string experiment;
  std::vector<std::pair<std::string, std::string>>
      fixed;  ///< ("platform", ...), ("pci.clock", ...)
  std::vector<std::pair<std::string, std::vector<std::string>>> varied;
  std::string run;    ///< the command of one point, without what varies
  std::string sweep;  ///< the command of all points
};

/// @throws ConfigurationError if there is no plan
KeptPlan kept_plan(const std::filesystem::path& directory);

}  // namespace flybar::program
