/// A node's part in the epochs of global replacement, which are also how the nodes agree on who is
/// alive.
///
/// The live node with the lowest number is the coordinator. At the end of an epoch it asks every
/// node how old its pages are, and tells all that answered what the next epoch looks like. Who does
/// not answer is left out, until it answers again; it is dead when a majority has not heard of it
/// for gms.give_up. When nothing is heard of the coordinator, the next node takes its place.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/gms/pager/putter.h"
#include "models/gms/replacement/replacement.h"
#include "models/gms/sites/caching_site.h"
#include "models/gms/sites/directory_site.h"

namespace flybar::gms {

class EpochKeeper {
 public:
  struct Parts {
    Member& member;
    DirectorySite& directory;
    CachingSite& caching;
    Putter& putter;
  };
  /// Before the simulation starts: registers its services and adds a process. The members of the
  /// first epoch are all the nodes there are.
  explicit EpochKeeper(const Parts& parts);

  std::uint64_t coordinated() const { return coordinated_; }

 private:
  void run();
  bool is_coordinator() const;
  Time patience() const;
  void hold();
  bool ask(Node node, AgeSummary& summary);
  AgeSummary summary();
  std::vector<Absence> absent(const std::vector<Node>& next, std::uint32_t last) const;
  void tell(const Epoch& epoch);
  void adopt(const Epoch& epoch);
  void register_pages();
  void register_at(Node site, const std::vector<PageId>& pages);
  void register_here(std::span<const PageId> pages);
  std::vector<std::uint32_t> registration(std::span<const PageId> pages) const;
  bool send_registration(Node site, std::span<const PageId> pages);
  void report_end();

  Parts parts_;
  Member& member_;
  const std::vector<Node> everyone_;
  Time begun_;         ///< the present epoch
  bool over_ = false;  ///< somebody says so
  Epoch registered_;   ///< the epoch whose directory sites know this node's pages
  std::uint64_t coordinated_ = 0;
};

}  // namespace flybar::gms
