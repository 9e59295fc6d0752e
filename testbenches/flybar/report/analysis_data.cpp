#include "testbenches/flybar/report/analysis_data.h"

#include <nlohmann/json.hpp>

#include "models/common/fault.h"
#include "testbenches/flybar/results/whole_file.h"

namespace flybar::program {

using Json = nlohmann::ordered_json;

Json analysis_data(const std::filesystem::path& directory) {
  const std::filesystem::path file = directory / "analysis.json";
  const auto text = whole_file(file);
  if (!text) return {};
  Json analysis = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!analysis.is_object() || !analysis.contains("kind") || !analysis.contains("experiment"))
    throw ConfigurationError(
        {Fault{file.string(), "is no analysis", "the file that \"flybar analyse\" writes",
               "make the analysis again, or remove the file"}});
  return analysis;
}

}  // namespace flybar::program
