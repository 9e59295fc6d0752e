/// A node as directory site: it knows where the pages are whose names hash to it.
#pragma once

#include "models/gms/directory/directory.h"
#include "models/gms/member/member.h"
#include "models/gms/protocol.h"

namespace flybar::gms {

class CachingSite;

class DirectorySite {
 public:
  /// Registers its services.
  DirectorySite(Member& member, CachingSite& caching);

  /// For the parts on this node. Null if the page is in no global cache.
  const Location* look_up(PageId id);
  /// False if this node does not keep that page's entry, or knows of a later version.
  bool update(PageId id, Location location);
  /// By a process: tells the page's directory site. The message may be lost.
  void tell(PageId id, Location location);
  /// update() changes nothing else on this node.
  bool can_update_in_interrupt(PageId id) const;
  void remove(PageId id, Location location);
  /// Puts an entry there before the simulation.
  void place(PageId id, Location location) { directory_.update(id, location); }

  /// The members have changed.
  void epoch_changed();
  std::size_t size() const { return directory_.size(); }

 private:
  void getpage(gmsnet::Request& request);
  void update(gmsnet::Request& request);
  void accept_registration(gmsnet::Request& request);
  void drop_at(Node site, PageId id, Version version);

  Member& member_;
  CachingSite& caching_;
  Directory directory_;
};

}  // namespace flybar::gms
