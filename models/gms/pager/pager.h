/// The pages of files as the file interfaces see them: they name a page and get it.
#pragma once

#include "models/gms/page/sequence.h"
#include "models/gms/pager/fetcher.h"
#include "models/gms/pager/putter.h"

namespace flybar::gms {

/// Without `to`.
struct ByteRange {
  Bytes from;
  Bytes to;
  bool promised = false;  ///< by MAP_OVERWRITE: the kernel need not clear what is overwritten
};

class Pager {
 public:
  Pager(Member& member, DirectorySite& directory, CachingSite& caching);

  // By processes:

  /// The page, which stays until it is released; null if it is lost with a node that died.
  LocalPage* get(PageId id);
  /// Before it is waited for, pages `ahead` of the same file are asked for. All files together have
  /// half of the local cache for this. Those that it is too early to ask for, and those for which
  /// there is no frame, stay in `ahead`.
  LocalPage* get(PageId id, PageRange& ahead);
  /// The same to change it. What lies in `overwritten` will be overwritten, so that what it held
  /// does not matter.
  LocalPage* get_to_write(PageId id, ByteRange overwritten);
  LocalPage* get_to_write(PageId id, ByteRange overwritten, PageRange& ahead);
  void release(PageId id) { --local_.pages.find(id)->users; }
  /// The page was changed, and is soon to be put away.
  void changed(PageId id);
  /// Asks for pages without waiting for them, as far as there are frames, and removes them from
  /// `pages`.
  void prefetch(File file, PageRange& pages);
  /// The page will not be used again soon: its frame goes back to the pool, or what was changed is
  /// put away.
  void leave(PageId id);
  /// Puts away every page that was changed, and waits until that is done.
  void flush();
  /// Waits as long as too many changed pages are not put away.
  void throttle();

  /// What the page holds. Precondition: it is present.
  std::span<const std::uint8_t> view(const LocalPage& page) const;

  LocalMemory& local() { return local_; }
  Fetcher& fetcher() { return fetcher_; }
  Putter& putter() { return putter_; }

 private:
  // pager_search.cpp: a page that is not where it should be.
  struct Search {
    Time end;  ///< when the page is given up
    int tries = 0;
    bool nowhere = false;  ///< no node that may be alive has it
  };
  bool is_missing(PageId id, Version version) const;
  bool is_over(const Search& search) const;
  bool ask_everyone(PageId id, Version version, const Search& search);
  void look_everywhere(PageId id, Version version, Search& search);
  bool is_missed(PageId id);
  bool recover(PageId id, Search& search);
  bool try_again(PageId id);
  void give_up(PageId id);

  // pager.cpp
  LocalPage* look_up(PageId id);
  void hold(PageId id, LocalPage& page);
  bool is_lost(PageId id) const;
  bool start(PageId id);
  bool can_skip_contents(PageId id, ByteRange overwritten);
  void add_zeros(PageId id, host::Physical frame);
  LocalPage* add_unread(PageId id, ByteRange overwritten);
  void clear(LocalPage& page, Bytes from, Bytes to);
  bool is_too_early(PageId id, const PageRange& ahead) const;
  std::uint32_t room_ahead(File file) const;
  void prefetch_after(PageId id, PageRange& ahead);
  host::Physical take_frame();
  void put_oldest();
  void wait();

  Member& member_;
  LocalMemory local_;
  Fetcher fetcher_;
  Putter putter_;
};

}  // namespace flybar::gms
