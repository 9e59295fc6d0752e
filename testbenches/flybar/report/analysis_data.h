/// What `flybar analyse` has left in a directory, for its page.
#pragma once

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace flybar::program {

/// The analysis.json of the directory; null if there is none. Throws ConfigurationError if it is no
/// analysis.
nlohmann::ordered_json analysis_data(const std::filesystem::path& directory);

}  // namespace flybar::program
