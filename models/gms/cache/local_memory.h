/// The memory that one node uses for its own files: pages, and where their frames come from.
#pragma once

#include <functional>
#include <optional>

#include "models/gms/cache/local_cache.h"
#include "models/gms/member/member.h"
#include "models/host/waiting/lock.h"

namespace flybar::gms {

class LocalMemory {
 public:
  LocalMemory(Member& member);

  LocalCache pages;
  /// Of the page directory: for processes. The receive handler must not change it while it is
  /// taken.
  host::Lock lock;
  /// A page came or was put away, or that failed.
  host::Signal changed;

  /// A page has come. In the receive handler, too.
  std::function<void(PageId)> arrived = [](PageId) {};
  /// Something of which processes may wait has changed. Before they wake, and in the receive
  /// handler, too.
  std::function<void()> noticed = [] {};
  /// Takes a page out of the page table before it is evicted.
  std::function<void(PageId)> unmap = [](PageId) {};
  /// Whether a program has touched the page through a page table since this was last asked.
  std::function<bool(PageId)> was_touched = [](PageId) { return false; };
  /// Sends a clean page that is nowhere else in memory to network memory. Takes the frame if it
  /// returns true.
  std::function<bool(PageId, const LocalPage&)> put_clean = [](PageId, const LocalPage&) {
    return false;
  };

  enum class For : std::uint8_t { kUse, kAhead };
  /// By a process: a frame for one page more, from the pool or by evicting a page. Nothing if all
  /// pages are in use, or to ask for a page ahead would cost another that was asked for ahead.
  std::optional<host::Physical> try_frame(For what);
  /// Evicts one page. False if that has not freed a frame yet.
  bool evict();
  /// The page that evict() would take was last used before `time`.
  bool has_older(Time time);
  /// Gives the frame of the page that evict() would take to the pool, and sends nothing. False if
  /// there is none.
  bool forget_oldest();
  /// Calls `visit` with the last uses of the first `most` pages that could be forgotten now, the
  /// one unused for longest first.
  void ages(std::size_t most, const std::function<void(Time last_use)>& visit);
  /// Evicts this page if it can be, and gives its frame to the pool.
  void discard(PageId id);
  std::size_t capacity() const;
  std::uint64_t evictions() const { return evictions_; }

  /// Something of which processes may wait has changed.
  void notify() {
    noticed();
    member_.cpu().notify_all(changed);
  }

 private:
  bool evictable(const LocalPage& page) const;
  std::optional<PageId> victim();
  std::optional<PageId> oldest();
  bool note_touch(PageId id, LocalPage& page);
  LocalPage take_out(PageId id);
  std::optional<host::Physical> remove(PageId id);

  Member& member_;
  std::uint64_t evictions_ = 0;
};

/// Where a page lies on the disk of its home.
constexpr host::Block disk_block(PageId id) {
  return static_cast<host::Block>(id.file) << 32 | id.page;
}

}  // namespace flybar::gms
