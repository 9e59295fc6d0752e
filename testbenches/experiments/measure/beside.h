/// What the build puts beside the program: firmware images, recordings.
#pragma once

#include <filesystem>

namespace flybar::experiments {

/// The file of this program.
std::filesystem::path own_path();

/// `name` in the folder of this program, or in the nearest above it that has one (a test lies in a
/// folder of its own). In that of the program if there is none.
std::filesystem::path beside_program(const std::filesystem::path& name);

}  // namespace flybar::experiments
