#include "testbenches/flybar/sweep/sweep_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

/// The record of a point without stages, and its part of the tables: 6 to 20 KB.
constexpr std::uintmax_t kBytesOfPoint = 24 * 1024;

[[noreturn]] void refuse_directory(const fs::path& directory, const std::string& found,
                                   const std::string& allowed) {
  throw OutputError(Fault{directory.string(), found, allowed, "choose another directory with -o"});
}

void make(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) refuse_directory(directory, error.message(), "a directory that can be made");
  if (access(directory.c_str(), W_OK | X_OK) != 0)
    refuse_directory(directory, std::strerror(errno), "a directory where you may write");
}

}  // namespace

fs::path points_of_sweep(const fs::path& directory) {
  return directory / "points";
}

fs::path unfinished_of_sweep(const fs::path& directory) {
  return directory / "unfinished";
}

void make_sweep_directory(const fs::path& directory, std::size_t points) {
  make(points_of_sweep(directory));
  make(unfinished_of_sweep(directory));
  std::error_code unknown;
  const fs::space_info space = fs::space(directory, unknown);
  const std::uintmax_t wanted = points * kBytesOfPoint;
  if (unknown || space.available >= wanted) return;
  fs::remove(unfinished_of_sweep(directory), unknown);
  fs::remove(points_of_sweep(directory), unknown);
  fs::remove(directory, unknown);  // what is empty, as it was made just now
  refuse_directory(directory,
                   fmt::format("has room for {} KB, and the records of {} points may take {} KB",
                               space.available / 1024, points, wanted / 1024),
                   "a directory on a disk with room for the results");
}

DirectoryLock::DirectoryLock(const fs::path& directory)
    : descriptor_(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(descriptor_);
  throw OutputError(Fault{directory.string(), "another sweep writes into it",
                          "a directory of its own for each sweep that runs",
                          "wait until it ends, or choose another with -o"});
}

DirectoryLock::~DirectoryLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace flybar::program
