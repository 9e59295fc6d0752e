/// What one process sent, by which way, and where its time went.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/common/units.h"

namespace flybar::mpi {

enum class Path : std::uint8_t { kSelf, kEager, kBuffered, kZeroCopy };
constexpr std::size_t kPaths = 4;

/// What a process does with its time.
enum class Use : std::uint8_t {
  kComputing,  ///< outside of MPI
  kLibrary,    ///< in MPI and PM, besides:
  kCopying,
  kPinning,
  kWaiting,
};
constexpr std::size_t kUses = 5;

struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  void add(std::size_t length) {
    ++messages;
    bytes += static_cast<std::int64_t>(length);
  }
};

struct Statistics {
  std::array<Traffic, kPaths> by_path;
  std::vector<Traffic> to;  ///< by rank: a row of the matrix of who sent how much to whom
  std::int64_t unexpected = 0;
  /// Areas of zero-copy messages that were locked, found pinned or not. An area that was given back
  /// and locked again for the same message counts once.
  std::int64_t hits = 0;
  std::int64_t misses = 0;
  std::int64_t parts = 0;    ///< that zero-copy messages were received in
  std::int64_t revoked = 0;  ///< areas pinned early and given back for another send
  std::array<Time, kUses> time;

  const Traffic& of(Path path) const { return by_path[static_cast<std::size_t>(path)]; }
  Time spent(Use use) const { return time[static_cast<std::size_t>(use)]; }
};

}  // namespace flybar::mpi
