/// The build directory in which this program lies, brought up to date.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace flybar::program {

/// CMake has made it.
bool is_build_directory(const std::filesystem::path& folder);

/// The command that builds these targets there, as a shell reads it.
std::string build_command(const std::filesystem::path& folder,
                          const std::vector<std::string>& targets);

/// Builds the targets from the sources as they are now: 0.3 s if nothing is to do, and nothing is
/// said then. Else steps and the time left are told on the standard error. All that the build says
/// goes to `log`; who comes while another process builds waits for that.
///
/// Returns nothing, or why it failed.
std::string bring_up_to_date(const std::filesystem::path& folder,
                             const std::vector<std::string>& targets,
                             const std::filesystem::path& log);

}  // namespace flybar::program
