/// A sweep as the page of a report wants it.
#pragma once

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace flybar::program {

/// {"title", "written", "programs", "fixed", "parameters", "command", "sweep"}; docs of the page's
/// class Sweep tell what "sweep" holds. What the points were run with comes from their records.
/// @throws ConfigurationError if the directory holds no sweep
nlohmann::ordered_json sweep_data(const std::filesystem::path& directory);

}  // namespace flybar::program
