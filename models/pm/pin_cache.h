/// Which areas of a process are pinned, and which of them are released when others need their
/// place: the pin-down cache. It belongs to the library; pages and pin table are the driver's.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace flybar::pm {

/// Bytes of a process, and the entries of its pin table that stand for their pages.
struct Area {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint32_t first;  ///< entry of the first page
  std::uint32_t pages;
};

/// Who pins pages and releases them, for a time.
class Pinner {
 public:
  virtual ~Pinner() = default;
  virtual void pin(const Area& area) = 0;
  virtual void release(const Area& area) = 0;
};

class PinCache {
 public:
  /// At most `entries` pages of `page` bytes are pinned at a time.
  PinCache(Pinner& pinner, std::uint32_t entries, std::uint64_t page);

  struct Lock {
    Area area;
    bool hit;
  };
  /// Pins the bytes unless they lie wholly in an area that is pinned. For that, areas that are not
  /// in use are released, the one that was locked longest ago first. Nothing if those in use leave
  /// too few entries in a row.
  std::optional<Lock> lock(std::uint64_t begin, std::uint64_t bytes);
  /// Gives a lock back; the area stays pinned. False if there is no such lock.
  bool unlock(std::uint64_t begin, std::uint64_t bytes);
  /// Releases all, locked or not.
  void release_all();

  /// Of the locks from now on, (100 - `percent`) % miss, evenly spread, and release the area first
  /// that would have been hit. For measurements.
  void force_hits(double percent) { forced_ = percent; }

  struct Counters {
    std::int64_t hits = 0;
    std::int64_t misses = 0;
    std::int64_t releases = 0;
    std::int64_t pinned = 0;  ///< pages now
    std::int64_t most = 0;    ///< and at most so far
  };
  const Counters& counters() const { return counters_; }

 private:
  struct Pinned {
    Area area;
    std::int64_t users = 0;
  };
  struct Held {
    std::uint64_t begin;
    std::uint64_t bytes;
    Pinned* pinned;
  };
  using Areas = std::list<Pinned>;  ///< locked longest ago first

  Areas::iterator find(std::uint64_t begin, std::uint64_t end);
  bool must_miss();
  std::optional<std::uint32_t> find_free(std::uint32_t pages) const;
  bool release_oldest();
  void release(Areas::iterator area);
  void mark(const Area& area, bool used);

  Pinner& pinner_;
  const std::uint64_t page_;
  Areas areas_;
  std::vector<Held> held_;
  std::vector<bool> used_;  ///< entries
  Counters counters_;
  std::optional<double> forced_;
  double owed_misses_ = 0;
};

}  // namespace flybar::pm
