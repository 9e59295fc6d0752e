/// The directory of a sweep.
#pragma once

#include <filesystem>
#include <string>

namespace flybar::program {

/// Where the records of points lie, and those that are not yet finished.
std::filesystem::path points_of_sweep(const std::filesystem::path& directory);
std::filesystem::path unfinished_of_sweep(const std::filesystem::path& directory);

/// Makes the directory of a sweep, and those in it. Throws OutputError if it cannot be written, or
/// has no room for the records of so many points.
void make_sweep_directory(const std::filesystem::path& directory, std::size_t points);

/// While it lives no other sweep writes into the directory. Some network file systems know no such
/// locks, and there it does nothing.
class DirectoryLock {
 public:
  /// @throws OutputError if another sweep has it
  explicit DirectoryLock(const std::filesystem::path& directory);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace flybar::program
