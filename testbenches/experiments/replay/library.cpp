/// The recordings that lie beside the program.
#include <algorithm>
#include <filesystem>

#include "models/common/parameters.h"
#include "testbenches/experiments/measure/beside.h"
#include "testbenches/experiments/replay/plan.h"

namespace flybar::experiments {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "workloads";
constexpr const char* kEnding = ".workload";

std::vector<std::string> names() {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(beside_program(kFolder), none))
    if (entry.path().extension() == kEnding) found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  return found;
}

[[noreturn]] void refuse(const std::string& name, const std::vector<std::string>& known) {
  std::string listed;
  for (const std::string& one : known) listed.append(one).append(", ");
  const std::string near = nearest(name, known);
  throw ConfigurationError(
      {{"workload", name.empty() ? "none is given" : "there is none named \"" + name + "\"",
        listed + "or the path of a file that scripts/record-workload has made",
        near.empty() ? "write for example --set workload=query"
                     : "did you mean \"" + near + "\"?"}});
}

}  // namespace

std::string workload_path(const std::string& name) {
  const std::vector<std::string> known = names();
  if (std::find(known.begin(), known.end(), name) != known.end())
    return (beside_program(kFolder) / (name + kEnding)).string();
  const bool is_path = name.find_first_of("./") != std::string::npos || fs::exists(name);
  if (name.empty() || !is_path) refuse(name, known);
  return name;
}

}  // namespace flybar::experiments
