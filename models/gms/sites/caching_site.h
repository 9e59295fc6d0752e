/// A node as caching site: it keeps pages for the cluster.
#pragma once

#include "models/gms/cache/global_cache.h"
#include "models/gms/member/member.h"
#include "models/gms/protocol.h"

namespace flybar::gms {

class DirectorySite;
class LocalMemory;

struct CachingCounters {
  std::uint64_t served = 0;
  std::uint64_t absent = 0;  ///< asked for, and not here
  std::uint64_t stored = 0;
  std::uint64_t refused = 0;  ///< no room
  std::uint64_t dropped = 0;  ///< to make room, or of no use any more
  std::uint64_t own = 0;      ///< pages of the node's own files that made room
};

class CachingSite {
 public:
  /// Registers its services.
  explicit CachingSite(Member& member);
  void set_directory(DirectorySite& directory) { directory_ = &directory; }
  void set_local(LocalMemory& local) { local_ = &local; }

  /// Answers a request for a page from here.
  void serve(gmsnet::Request& request, const PageMessage& page);
  /// A later version is elsewhere, or this one if a disk has it, too.
  void drop(PageId id, Version version);
  /// Takes the page out: its frame, or 0 if this version is not here.
  host::Physical take(PageId id, Version version);
  /// For a program of this node: the page in `frame`, or in its own frame, which takes the place of
  /// the other; 0 if this version is not here. It stays here, too, unless a disk has it.
  host::Physical fetch(PageId id, Version version, host::Physical frame);
  /// Puts a page there before the simulation. False if there is no room.
  bool place(PageId id, const GlobalPage& page);

  /// Forgets the oldest page that a disk has, too, for its frame. False if there is none.
  bool evict();
  /// Gives up this version of the page and its frame, and tells the directory, unless that knows
  /// already. False if a message with it is on its way, or it is not here.
  bool discard(PageId id, Version version, bool tell = true);

  GlobalCache& pages() { return pages_; }
  std::size_t capacity() const;
  /// For so many pages more, without evicting any.
  std::size_t room() const;
  /// Calls `visit` with the last use of each page of this node that may be replaced by one that is
  /// sent here: all that are kept for others, and as many of its own files, the oldest first, as
  /// others' pages may take the places of.
  void ages(const std::function<void(Time last_use)>& visit);
  const CachingCounters& counters() const { return counters_; }

 private:
  /// What to do with a page that comes when there is no room for it.
  enum class Full : std::uint8_t { kEvict, kRefuse };
  void putpage(gmsnet::Request& request, Full full);
  void announce(gmsnet::Request& request, PageMessage page);
  void answer(gmsnet::Request& request, gmsnet::Status status,
              std::uint32_t argument = kTellDirectory);
  /// The page if nothing is done with it and no message with it waits; null if not. Valid as long
  /// as the caller spends no time.
  const GlobalPage* find_idle(PageId id);
  std::optional<PageId> oldest_clean();
  bool make_room(Full full, Time last_use);
  bool store(gmsnet::Request& request, const PageMessage& page, Full full);
  GlobalPage forget(PageId id);
  void send_page(gmsnet::Request& request, PageId id, GlobalPage& page);
  void tell_removed(PageId id, Version version);

  Member& member_;
  DirectorySite* directory_ = nullptr;
  LocalMemory* local_ = nullptr;
  GlobalCache pages_;
  CachingCounters counters_;
};

}  // namespace flybar::gms
