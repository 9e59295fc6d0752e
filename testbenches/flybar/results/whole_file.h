/// Files that this program wrote, read back.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace flybar::program {

/// Nothing if it cannot be read, or is a directory. What a user names goes through read_input(),
/// which takes pipes, too.
std::optional<std::string> whole_file(const std::filesystem::path& file);

}  // namespace flybar::program
