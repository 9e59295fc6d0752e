/// The records that lie in points/ of a sweep.
#pragma once

#include <filesystem>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace flybar::program {

/// Of the record of each of `rows` rows of the table: program, parameters, limit and utilisation,
/// as far as it has them. Null where there is none, or no results.jsonl that tells its name.
std::vector<nlohmann::ordered_json> point_records(const std::filesystem::path& directory,
                                                  std::size_t rows);

}  // namespace flybar::program
