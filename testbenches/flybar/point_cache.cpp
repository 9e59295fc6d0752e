#include "testbenches/flybar/point_cache.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "testbenches/flybar/record.h"
#include "testbenches/flybar/whole_file.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

/// Several sweeps may write the same record at the same time, so each writes a file of its own,
/// in a directory where it is in nobody's way if the sweep is killed.
bool copy(const std::string& bytes, const fs::path& to, const fs::path& unfinished) {
  const fs::path own = unfinished / fmt::format("{}.{}.partial", to.filename().string(), getpid());
  std::error_code error;
  {
    std::ofstream out(own, std::ios::binary);
    if (!(out << bytes) || !out.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(own, to, error);
  if (error) fs::remove(own, error);
  return !error;
}

}  // namespace

PointCache PointCache::of_user() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache && *cache) return PointCache(fs::path(cache) / "flybar/points");
  if (home && *home) return PointCache(fs::path(home) / ".cache/flybar/points");
  return {};
}

PointCache PointCache::in(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (!error && access(directory.c_str(), W_OK | X_OK) != 0)
    error = std::error_code(errno, std::generic_category());
  if (error)
    throw OutputError(Fault{"--cache: " + directory, error.message(),
                            "a directory that can be made and written",
                            "choose another, or leave the option out"});
  return PointCache(directory);
}

fs::path PointCache::place(const std::string& name) const {
  return *directory_ / name.substr(0, 2) / (name + ".json");
}

std::optional<std::vector<experiments::Result>> PointCache::restore(
    const std::string& name, const fs::path& file, const fs::path& unfinished) const {
  if (!directory_) return std::nullopt;
  const auto bytes = whole_file(place(name));
  if (!bytes) return std::nullopt;
  try {
    auto results = results_from_json(*bytes, place(name).string());
    return copy(*bytes, file, unfinished) ? std::optional(std::move(results)) : std::nullopt;
  } catch (const ConfigurationError&) {
    return std::nullopt;  // damaged: the point is run, and its record takes this one's place
  }
}

void PointCache::keep(const std::string& name, const fs::path& file) const {
  if (!directory_) return;
  const auto bytes = whole_file(file);
  std::error_code ignored;
  fs::create_directories(place(name).parent_path(), ignored);
  if (bytes) copy(*bytes, place(name), place(name).parent_path());
}

}  // namespace flybar::program
