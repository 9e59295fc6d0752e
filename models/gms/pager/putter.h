/// Puts changed pages away, to network memory or to disk, without keeping who changed them waiting.
#pragma once

#include <deque>
#include <utility>

#include "models/gms/cache/local_memory.h"
#include "models/gms/pager/page_calls.h"
#include "models/gms/protocol.h"
#include "models/gms/sites/directory_site.h"

namespace flybar::gms {

struct PutCounters {
  std::uint64_t network = 0;  ///< changed pages that network memory took
  std::uint64_t clean = 0;    ///< unchanged ones sent there when they were evicted
  std::uint64_t disk = 0;
  std::uint64_t refused = 0;  ///< network memory had no room, or did not answer
};

class Putter {
 public:
  Putter(Member& member, LocalMemory& local, DirectorySite& directory);

  /// The page has been changed, and is not about to be changed again.
  void enqueue(PageId id) { queue_.push_back(id); }
  /// Puts away as many of the pages that wait as may be at once.
  void pump();
  /// Changed pages that are nowhere else yet.
  std::size_t backlog() const { return queue_.size() + calls_.waiting() + writing_; }
  /// Gives up the calls that have waited for too long. By a process.
  void expire() { calls_.expire(member_); }

  const PutCounters& counters() const { return counters_; }
  /// Pages sent away since the last call.
  std::uint32_t take_evictions() { return std::exchange(evictions_, 0); }
  std::uint32_t evictions() const { return evictions_; }

 private:
  bool put(PageId id, LocalPage& page);
  bool send(PageId id, LocalPage& page, Node to);
  bool send_clean(PageId id, const LocalPage& page);
  gmsnet::Message message(PageId id, const LocalPage& page, bool dirty);
  bool answered(PageId id, gmsnet::Reply& reply);
  bool accepted(PageId id, gmsnet::Reply& reply);
  void write_to_disk(PageId id, LocalPage& page);
  void done(PageId id);

  Member& member_;
  LocalMemory& local_;
  DirectorySite& directory_;
  std::deque<PageId> queue_;
  PageCalls calls_;
  bool pumping_ = false;
  std::size_t writing_ = 0;  ///< to disk
  std::uint32_t evictions_ = 0;
  PutCounters counters_;
};

}  // namespace flybar::gms
