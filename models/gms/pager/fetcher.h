/// Brings pages into a node's memory, from network memory or from its disk, many at a time.
#pragma once

#include <deque>

#include "models/gms/cache/local_memory.h"
#include "models/gms/pager/page_calls.h"
#include "models/gms/sites/caching_site.h"
#include "models/gms/sites/directory_site.h"

namespace flybar::gms {

struct FetchCounters {
  std::uint64_t network = 0;  ///< pages from other nodes
  std::uint64_t own = 0;      ///< from this node's own global cache
  std::uint64_t disk = 0;
  std::uint64_t absent = 0;  ///< asked for in network memory, which did not have them
  std::uint64_t failed = 0;  ///< no answer, or one without the page
};

class Fetcher {
 public:
  Fetcher(Member& member, LocalMemory& local, DirectorySite& directory, CachingSite& caching);

  /// The page, which is not here yet, will be in `frame`. By a process.
  void begin(PageId id, host::Physical frame);
  /// Tries again to bring a missed page, which has a frame.
  void retry(PageId id);
  enum class Answer : std::uint8_t { kHere, kAbsent, kNone };
  /// By a process: asks one node for a missed page that its directory site does not find, and waits
  /// for it. The page takes `frame` if it comes; if not, that goes back to the pool.
  Answer ask(PageId id, Version version, Node node, host::Physical frame);
  /// Asks for as many of the pages that wait as may be asked for at once.
  void pump();
  /// Gives up the calls that have waited for too long. By a process that does not hold the lock.
  void expire() { calls_.expire(member_); }

  /// Network memory may have the page; if not, it comes from the disk.
  bool worth_asking(PageId id) const;

  const FetchCounters& counters() const { return counters_; }

 private:
  bool take_own(PageId id, LocalPage& page);
  bool ask(PageId id, LocalPage& page);
  gmsnet::Expected expected(host::Physical frame) const;
  std::optional<Node> whom_to_ask(PageId id, const LocalPage& page, gmsnet::Operation& operation);
  void found(PageId id, Version version, host::Physical frame);
  bool answered(PageId id, gmsnet::Reply& reply);
  void settle(PageId id, gmsnet::Reply& reply);
  void missed(PageId id, LocalPage& page);
  void read_from_disk(PageId id, LocalPage& page);

  Member& member_;
  LocalMemory& local_;
  DirectorySite& directory_;
  CachingSite& caching_;
  std::deque<PageId> queue_;
  PageCalls calls_;
  bool pumping_ = false;
  FetchCounters counters_;
};

}  // namespace flybar::gms
