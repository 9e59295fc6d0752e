/// The memory service of one node.
#pragma once

#include "models/gms/epoch/epoch_keeper.h"
#include "models/gms/member/member.h"
#include "models/gms/pager/pager.h"
#include "models/gms/replacement/mover.h"
#include "models/gms/sites/caching_site.h"
#include "models/gms/sites/directory_site.h"
#include "models/host/paging/address_space.h"

namespace flybar::gms {

/// A program touched a page that died with its node.
struct PageLost {
  PageId id;
};

class Service {
 public:
  struct Parts {
    std::string name;
    gmsnet::Net& net;
    host::Disk& disk;
    Files& files;
    PageObserver& observer;
  };
  /// Before the simulation starts; `first` is the epoch with which all nodes begin.
  Service(const Parts& parts, const GmsParams& params, const Epoch& first);
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  Member& member() { return member_; }
  Pager& pager() { return pager_; }
  CachingSite& caching() { return caching_; }
  DirectorySite& directory() { return directory_; }
  Mover& mover() { return mover_; }
  EpochKeeper& epochs() { return epochs_; }
  host::AddressSpace& space() { return space_; }
  const FileInfo& file(File file) { return member_.files.file({file, 0}); }

  /// Tells the observer what a program reads, or has written.
  void report_read(PageId id, const LocalPage& page);
  void report_write(PageId id, const LocalPage& page);
  /// CPU time of a program that uses data which is in the cache.
  Time touch_time(Bytes bytes) const;

  /// By a process, once the node's endpoint has started.
  void start();
  /// The host crashes.
  void die();

 private:
  Member member_;
  CachingSite caching_;
  DirectorySite directory_;
  Pager pager_;
  Mover mover_;
  EpochKeeper epochs_;
  host::AddressSpace space_;
};

}  // namespace flybar::gms
