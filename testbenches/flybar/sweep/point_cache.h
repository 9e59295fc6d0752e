/// Records of points that some sweep of this user has made, by the fingerprint of all that their
/// results depend on: configuration, firmware, program and seed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/flybar/results/record.h"

namespace flybar::program {

class PointCache {
 public:
  /// A cache that holds nothing.
  PointCache() = default;
  explicit PointCache(std::filesystem::path directory) : directory_(std::move(directory)) {}

  /// flybar/points in XDG_CACHE_HOME, or in .cache of the user's home. Holds nothing if neither is
  /// known.
  static PointCache of_user();
  /// Throws OutputError if the directory cannot be made or written.
  static PointCache in(const std::string& directory);

  /// Puts a copy of the record into the file, and gives its results. Nothing if the cache has none,
  /// or one that is damaged, changed or another point's. `unfinished` is a directory on the same
  /// disk.
  std::optional<Measured> restore(const std::string& name, const std::filesystem::path& file,
                                  const std::filesystem::path& unfinished) const;
  /// Keeps a copy of the file. A cache that cannot be written is none.
  void keep(const std::string& name, const std::filesystem::path& file) const;

 private:
  std::filesystem::path place(const std::string& name) const;

  std::optional<std::filesystem::path> directory_;
};

}  // namespace flybar::program
