#include "testbenches/flybar/sweep/point_cache.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "testbenches/flybar/prepare/fingerprint.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/results/whole_file.h"
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

/// What stands before a record: a digest of whose it is and of all its bytes. An entry that was
/// copied to another point's place, or changed, has another one.
std::string seal(const std::string& name, std::string_view record) {
  return fingerprint(name + "\n" + std::string(record)) + "\n";
}

/// The record of an entry; nothing if it is not the point's own, whole and unchanged.
std::optional<std::string> unsealed(const std::string& name, const std::string& entry) {
  const std::size_t end = entry.find('\n');
  if (end == entry.npos) return std::nullopt;
  std::string record = entry.substr(end + 1);
  return entry.starts_with(seal(name, record)) ? std::optional(std::move(record)) : std::nullopt;
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
  return *directory_ / name.substr(0, 2) / (name + ".point");
}

std::optional<Measured> PointCache::restore(const std::string& name, const fs::path& file,
                                            const fs::path& unfinished) const {
  if (!directory_) return std::nullopt;
  const auto entry = whole_file(place(name));
  const auto record = entry ? unsealed(name, *entry) : std::nullopt;
  if (!record) return std::nullopt;
  try {
    auto measured = measured_from_json(*record, place(name).string());
    return copy(*record, file, unfinished) ? std::optional(std::move(measured)) : std::nullopt;
  } catch (const ConfigurationError&) {
    return std::nullopt;  // no record: the point is run, and its own takes this one's place
  }
}

void PointCache::keep(const std::string& name, const fs::path& file) const {
  if (!directory_) return;
  const auto record = whole_file(file);
  std::error_code ignored;
  fs::create_directories(place(name).parent_path(), ignored);
  if (record) copy(seal(name, *record) + *record, place(name), place(name).parent_path());
}

}  // namespace flybar::program
