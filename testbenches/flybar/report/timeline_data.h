/// A timeline trace as the page of a report wants it.
#pragma once

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace flybar::program {

/// {"name", "tracks", "labels", "messages", "track", "begin", "length", "label", "message",
/// "bytes", "dropped"}: an element of the last ones for each slice, in the order of their
/// beginnings. Begins are differences from the one before, in ps; names, labels and messages are
/// told by their indices. Of more than 200,000 slices the first are kept, and "dropped" counts the
/// others.
/// @throws ConfigurationError if the file is no timeline
nlohmann::ordered_json timeline_data(const std::filesystem::path& file);

}  // namespace flybar::program
